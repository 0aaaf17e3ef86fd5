//! Descriptions in C and C++: initializers of `VkTensorDescriptionARM`, and assignments to its members.
//!
//! The reader finds declarations by their tokens, wherever they are; it does not run code. A description whose value depends
//! on code, such as a member that is assigned in a block of its own, is refused.

use std::cell::Cell;

use super::c_expr::{CArray, CNames};
use super::c_tokens::{CTokens, Token, range, split, text, tokens};
use super::described::{FIELDS, FieldText, Omitted, RawValue, ReadDescription, TextFault};

/// The name of the structure.
pub(super) const STRUCTURE: &str = "VkTensorDescriptionARM";

/// A description that is declared.
struct Declared<'a> {
    /// The variable; the name of the structure for a compound literal.
    name: Token<'a>,
    fields: Vec<FieldText>,
    /// `Zero` if an initializer sets the other members to 0.
    omitted: Omitted,
    /// The position among the tokens after the declaration, and the end of its block.
    scope: (usize, usize),
}

/// Returns the descriptions in a text.
///
/// # Errors
/// A description is not constant.
pub(super) fn descriptions(source: &str) -> Result<Vec<ReadDescription>, TextFault> {
    let file = tokens(source);
    let block_ends = block_ends(&file.tokens);
    let mut reader = CReader { file: &file, block_ends, arrays: Vec::new(), declared: Vec::new() };
    reader.read()?;
    let declared = reader.declared.into_iter();
    declared
        .map(|it| {
            let name = if it.name.is(STRUCTURE) { "description" } else { it.name.text };
            ReadDescription::new(name.to_owned(), it.name.at, &it.fields, it.omitted)
        })
        .collect()
}

struct CReader<'a, 't> {
    file: &'t CTokens<'a>,
    /// For each token, the position at which the innermost block around it ends.
    block_ends: Vec<usize>,
    arrays: Vec<CArray<'a>>,
    declared: Vec<Declared<'a>>,
}

/// Returns for each token the position of the `}` of the innermost block around it.
fn block_ends(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut ends = vec![tokens.len(); tokens.len()];
    let mut open = vec![tokens.len()];
    for (at, token) in tokens.iter().enumerate().rev() {
        if token.is("{") && open.len() > 1 {
            open.pop();
        }
        ends[at] = open.last().copied().unwrap_or(tokens.len());
        if token.is("}") {
            open.push(at);
        }
    }
    ends
}

impl<'a> CReader<'a, '_> {
    fn read(&mut self) -> Result<(), TextFault> {
        let mut at = 0;
        while at < self.file.tokens.len() {
            let token = &self.file.tokens[at];
            at = if token.is(STRUCTURE) {
                self.structure(at)?
            } else if token.is("int64_t") {
                self.array(at)?
            } else if token.is_word() && self.is_member(at) {
                self.assignment(at)?
            } else {
                at + 1
            };
        }
        Ok(())
    }

    fn token(&self, at: usize) -> Option<&Token<'a>> {
        self.file.tokens.get(at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.token(at).is_some_and(|token| token.is(text))
    }

    /// Returns the position after the bracket that closes the one at a position.
    ///
    /// # Errors
    /// The text has no such bracket.
    fn after_bracket(&self, open: usize) -> Result<usize, TextFault> {
        let mut depth = 0usize;
        for (at, token) in self.file.tokens.iter().enumerate().skip(open) {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Ok(at + 1);
            }
        }
        let token = self.token(open);
        let at = token.map_or(0..0, |token| token.at.clone());
        let word = token.map_or("", |token| token.text);
        Err(TextFault::new(at, format!("`{word}` is not closed")))
    }

    fn value(&self, place: usize) -> CNames<'a, '_> {
        CNames { file: self.file, arrays: &self.arrays, place, expanded: Cell::default() }
    }

    /// Reads `int64_t x[2] = {1, 2}`, `std::array<int64_t, 2> x = {1, 2}` or `std::vector<int64_t> x{1, 2}`, whose
    /// element type is at a position. Other uses of the type are no declarations of arrays.
    fn array(&mut self, at: usize) -> Result<usize, TextFault> {
        let mut next = at + 1;
        let is_template = at > 0 && self.is(at - 1, "<");
        if is_template {
            while next < self.file.tokens.len() && !self.is(next, ">") {
                if self.is(next, ";") || self.is(next, "{") {
                    return Ok(at + 1);
                }
                next += 1;
            }
            next += 1;
        }
        let Some(name) = self.token(next).filter(|token| token.is_word()).cloned() else {
            return Ok(at + 1);
        };
        next += 1;
        match is_template {
            false if !self.is(next, "[") => return Ok(at + 1),
            false => next = self.after_bracket(next)?,
            true => {}
        }
        next += usize::from(self.is(next, "="));
        if !self.is(next, "{") {
            return Ok(at + 1);
        }
        let end = self.after_bracket(next)?;
        let mut elements = &self.file.tokens[next + 1..end.saturating_sub(1).max(next + 1)];
        if let [open, inner @ .., close] = elements
            && open.is("{")
            && close.is("}")
        {
            elements = inner;
        }
        // An array of other values, such as lengths of a function's arguments, is no array of a description unless one
        // names it.
        if let Ok(values) = self.value(next).elements(elements) {
            let block_end = self.block_ends[at];
            self.arrays.push(CArray { name: name.text, values, declared: end, block_end });
        }
        Ok(end)
    }

    /// Reads a declaration, or a compound literal, of the structure whose name is at a position.
    fn structure(&mut self, at: usize) -> Result<usize, TextFault> {
        let structure = self.file.tokens[at].clone();
        if at > 0 && self.is(at - 1, "(") && self.is(at + 1, ")") && self.is(at + 2, "{") {
            return self.initializer(structure, at, at + 2);
        }
        let Some(name) = self.token(at + 1).filter(|token| token.is_word()).cloned() else {
            return Ok(at + 1);
        };
        let next = at + 2;
        if self.is(next, "[") {
            let open = self.after_bracket(next)?;
            let open = open + usize::from(self.is(open, "="));
            return if self.is(open, "{") { self.elements(&name, at, open) } else { Ok(next) };
        }
        if self.is(next, ";") {
            let scope = (next, self.block_ends[at]);
            let declared = Declared { name, fields: Vec::new(), omitted: Omitted::Unknown, scope };
            self.declared.push(declared);
            return Ok(next);
        }
        if self.is(next, "{") {
            return self.initializer(name, at, next);
        }
        if !self.is(next, "=") {
            // A parameter, or a function.
            return Ok(next);
        }
        let open = match self.is(next + 1, "(") && self.is(next + 2, STRUCTURE) {
            true => next + 4,
            false => next + 1,
        };
        if self.is(open, "{") {
            return self.initializer(name, at, open);
        }
        let message = format!("the value of `{}` is not an initializer in braces", name.text);
        Err(TextFault::new(name.at, message).note("write `= {.sType = ..., ...}`"))
    }

    /// Reads `{{...}, {...}}`, the elements of an array of descriptions.
    fn elements(&mut self, name: &Token<'a>, at: usize, open: usize) -> Result<usize, TextFault> {
        let end = self.after_bracket(open)?;
        let mut next = open + 1;
        while next + 1 < end {
            if self.is(next, "{") {
                next = self.initializer(name.clone(), at, next)?;
            } else if self.is(next, ",") {
                next += 1;
            } else {
                let token = &self.file.tokens[next];
                let message =
                    format!("an element of `{}` must be an initializer in braces", name.text);
                return Err(TextFault::new(token.at.clone(), message));
            }
        }
        Ok(end)
    }

    /// Reads `{.sType = ..., ...}` or `{..., ...}`, whose brace is at `open`. Returns the position after it.
    fn initializer(&mut self, name: Token<'a>, at: usize, open: usize) -> Result<usize, TextFault> {
        let end = self.after_bracket(open)?;
        let file = self.file;
        let inner = &file.tokens[open + 1..end.saturating_sub(1).max(open + 1)];
        let mut fields = Vec::new();
        let mut positions = FIELDS.iter().map(|(field, _)| *field);
        for part in split(inner, ",").into_iter().filter(|part| !part.is_empty()) {
            let (field, field_at, value) = match part {
                [dot, field, equals, value @ ..] if dot.is(".") && equals.is("=") => {
                    (field.text, field.at.clone(), value)
                }
                value => match positions.next() {
                    Some(field) => (field, range(value), value),
                    None => {
                        let message = format!("`{}` has {} members", STRUCTURE, FIELDS.len());
                        return Err(TextFault::new(range(value), message));
                    }
                },
            };
            // `{0}` sets all members to 0.
            if inner.len() == 1 && value[0].is("0") {
                break;
            }
            fields.push(self.field(field, field_at, value, open)?);
        }
        let scope = (end, self.block_ends[at]);
        self.declared.push(Declared { name, fields, omitted: Omitted::Zero, scope });
        Ok(end)
    }

    fn field(
        &self,
        field: &str,
        name_at: std::ops::Range<usize>,
        value: &[Token<'a>],
        place: usize,
    ) -> Result<FieldText, TextFault> {
        let at = range(value);
        let reader = self.value(place);
        let value = match field {
            "pNext" => RawValue::Other("a pointer"),
            "pDimensions" | "pStrides" => reader.pointer(value)?,
            _ if FIELDS.iter().any(|(known, _)| *known == field) => reader.scalar(value)?,
            _ => RawValue::Other("the value of an unknown field"),
        };
        Ok(FieldText { name: field.to_owned(), name_at, value, at })
    }

    /// Returns `true` if a member of a description is named at a position: `x.usage`, `x[0].usage` or `x->usage`.
    fn is_member(&self, at: usize) -> bool {
        let name = &self.file.tokens[at];
        let is_inner = at > 0 && (self.is(at - 1, ".") || self.is(at - 1, "->"));
        !is_inner
            && self.declared.iter().any(|it| it.name.text == name.text)
            && (self.is(at + 1, ".") || self.is(at + 1, "["))
    }

    /// Reads `x.field = value;`.
    fn assignment(&mut self, at: usize) -> Result<usize, TextFault> {
        let name = self.file.tokens[at].clone();
        let is_element = self.is(at + 1, "[");
        let dot = if is_element { self.after_bracket(at + 1)? } else { at + 1 };
        let Some(field) = self.token(dot + 1).filter(|_| self.is(dot, ".")).cloned() else {
            return Ok(at + 1);
        };
        let operator = dot + 2;
        let is_changed = self.is(operator, "|=") || self.is(operator, "+=");
        let is_assigned = self.is(operator, "=") && !self.is(operator + 1, "=");
        if !(is_changed || is_assigned) {
            return Ok(operator);
        }
        let tokens = &self.file.tokens;
        let visible = self
            .declared
            .iter()
            .rposition(|it| it.name.text == name.text && it.scope.0 <= at && at < it.scope.1);
        let Some(place) = visible else { return Ok(operator) };
        let in_other_block = self.block_ends[at] != self.declared[place].scope.1;
        if is_element || is_changed || in_other_block {
            let end = (operator + 1).min(tokens.len());
            let written = text(&tokens[at..end]);
            let message = format!(
                "`{written}` depends on code: the value of `{}` is not constant",
                name.text
            );
            return Err(TextFault::new(range(&tokens[at..end]), message)
                .note("write the value in the initializer"));
        }
        let end = tokens.iter().skip(operator).position(|token| token.is(";"));
        let end = end.map_or(tokens.len(), |end| operator + end);
        let field = self.field(field.text, field.at.clone(), &tokens[operator + 1..end], at)?;
        let fields = &mut self.declared[place].fields;
        fields.retain(|known| known.name != field.name);
        fields.push(field);
        Ok(end)
    }
}
