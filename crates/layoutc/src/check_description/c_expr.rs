//! Constant expressions of C and C++: integers, enumerators, macros, casts, and `|`, `+`, `-` and `*`.

use std::cell::Cell;

use super::c_tokens::{CTokens, Token, TokenKind, integer, is_cast, range, text};
use super::described::{RawValue, TextFault};

/// The maximum nesting of macros, signs and parentheses.
const MAX_DEPTH: usize = 64;

/// The maximum number of tokens that the macros of one value expand to. Macros that use macros twice double it at each level.
const MAX_EXPANDED: usize = 1 << 16;

/// An array of integers with the block that declares it.
pub(super) struct CArray<'a> {
    /// The name.
    pub(super) name: &'a str,
    /// The elements.
    pub(super) values: Vec<i64>,
    /// The position among the tokens after the declaration.
    pub(super) declared: usize,
    /// The end of the block that declares it, as a position among the tokens.
    pub(super) block_end: usize,
}

/// The names that a value may use.
pub(super) struct CNames<'a, 't> {
    /// The tokens of the file.
    pub(super) file: &'t CTokens<'a>,
    /// The arrays so far.
    pub(super) arrays: &'t [CArray<'a>],
    /// The position of the value among the tokens of the file.
    pub(super) place: usize,
    /// The number of tokens that macros have expanded to.
    pub(super) expanded: Cell<usize>,
}

impl<'a> CNames<'a, '_> {
    /// Returns the last array of this name that is declared before, in a block around the place.
    pub(super) fn array(&self, name: &Token<'a>) -> Result<RawValue, TextFault> {
        let visible = self.arrays.iter().rev().find(|array| {
            array.name == name.text && array.declared <= self.place && self.place < array.block_end
        });
        visible.map(|array| RawValue::Ints(array.values.clone())).ok_or_else(|| {
            let message =
                format!("`{}` is no array of `int64_t` that is initialized before", name.text);
            TextFault::new(name.at.clone(), message)
                .note("write the elements: `(const int64_t[]){1, 2}`")
        })
    }
}

impl CNames<'_, '_> {
    /// Counts the tokens of a macro.
    ///
    /// # Errors
    /// There are too many.
    fn expand(&self, name: &Token<'_>, tokens: usize) -> Result<(), TextFault> {
        let all = self.expanded.get().saturating_add(tokens);
        self.expanded.set(all);
        if all <= MAX_EXPANDED {
            return Ok(());
        }
        let message = format!("the macros of a value expand to more than {MAX_EXPANDED} tokens");
        Err(TextFault::new(name.at.clone(), message).note("write the number"))
    }
}

/// A reader of the tokens of one expression.
pub(super) struct CExpr<'a, 't> {
    /// The names that the expression may use.
    pub(super) names: &'t CNames<'a, 't>,
    /// The tokens.
    pub(super) tokens: &'t [Token<'a>],
    /// The position among the tokens.
    pub(super) at: usize,
    /// The nesting so far.
    pub(super) depth: usize,
}

impl<'a> CExpr<'a, '_> {
    /// Returns the value of all tokens.
    ///
    /// # Errors
    /// A name has no known value, an operator is unsupported, or a number does not fit 127 bits.
    pub(super) fn whole(&mut self) -> Result<RawValue, TextFault> {
        let value = self.flags()?;
        match self.tokens.get(self.at) {
            None => Ok(value),
            Some(_) => Err(self.unsupported()),
        }
    }

    fn unsupported(&self) -> TextFault {
        let message = format!("unsupported value `{}`", text(self.tokens));
        TextFault::new(range(self.tokens), message)
            .note("write the number, or the name of the enumerator")
    }

    fn eat(&mut self, mark: &str) -> bool {
        let is_next = self.tokens.get(self.at).is_some_and(|token| token.is(mark));
        self.at += usize::from(is_next);
        is_next
    }

    fn flags(&mut self) -> Result<RawValue, TextFault> {
        let mut flags = vec![self.sum()?];
        while self.eat("|") {
            flags.push(self.sum()?);
        }
        if let [only] = &mut flags[..] {
            return Ok(std::mem::replace(only, RawValue::Null));
        }
        let mask = flags.iter().try_fold(0, |mask, flag| match flag {
            RawValue::Int(bits) => Some(mask | bits),
            _ => None,
        });
        let flags = flags.into_iter().flat_map(|flag| match flag {
            RawValue::Flags(inner) => inner,
            other => vec![other],
        });
        Ok(mask.map_or_else(|| RawValue::Flags(flags.collect()), RawValue::Int))
    }

    fn sum(&mut self) -> Result<RawValue, TextFault> {
        let mut sum = self.product()?;
        loop {
            let operation = if self.eat("+") {
                i128::checked_add
            } else if self.eat("-") {
                i128::checked_sub
            } else {
                return Ok(sum);
            };
            let right = self.product()?;
            sum = self.applied(operation, &sum, &right)?;
        }
    }

    fn product(&mut self) -> Result<RawValue, TextFault> {
        let mut product = self.unary()?;
        while self.eat("*") {
            let right = self.unary()?;
            product = self.applied(i128::checked_mul, &product, &right)?;
        }
        Ok(product)
    }

    fn applied(
        &self,
        operation: fn(i128, i128) -> Option<i128>,
        left: &RawValue,
        right: &RawValue,
    ) -> Result<RawValue, TextFault> {
        let (RawValue::Int(left), RawValue::Int(right)) = (left, right) else {
            return Err(self.unsupported());
        };
        operation(*left, *right).map(RawValue::Int).ok_or_else(|| {
            let message = format!("`{}` does not fit 127 bits", text(self.tokens));
            TextFault::new(range(self.tokens), message)
        })
    }

    fn unary(&mut self) -> Result<RawValue, TextFault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("a value is nested more than {MAX_DEPTH} deep");
            return Err(TextFault::new(range(self.tokens), message));
        }
        let value = if self.eat("-") {
            let value = self.unary()?;
            self.applied(i128::checked_sub, &RawValue::Int(0), &value)
        } else if let Some(end) = self.cast_end() {
            self.at = end;
            self.unary()
        } else if self.eat("(") {
            let value = self.flags()?;
            if self.eat(")") { Ok(value) } else { Err(self.unsupported()) }
        } else {
            self.primary()
        };
        self.depth -= 1;
        value
    }

    /// Returns the position after a cast in C, or after the type of a `static_cast`; `None` if there is none.
    fn cast_end(&self) -> Option<usize> {
        let rest = &self.tokens[self.at..];
        let end_of = |mark: &str| rest.iter().position(|token| token.is(mark));
        let first = rest.first()?;
        if first.is("static_cast") {
            return end_of(">").map(|close| self.at + close + 1);
        }
        let close = first.is("(").then(|| end_of(")"))?;
        let close = close.filter(|&close| is_cast(&rest[..=close]))?;
        Some(self.at + close + 1)
    }

    fn primary(&mut self) -> Result<RawValue, TextFault> {
        let Some(token) = self.tokens.get(self.at) else { return Err(self.unsupported()) };
        self.at += 1;
        match token.kind {
            TokenKind::Number => integer(token.text).map(RawValue::Int).ok_or_else(|| {
                let message = format!("`{}` is no integer of 127 bits", token.text);
                TextFault::new(token.at.clone(), message)
            }),
            TokenKind::Word if self.eat("::") => self.primary(),
            TokenKind::Word if self.eat(".") => {
                if !(self.eat("size") && self.eat("(") && self.eat(")")) {
                    return Err(self.unsupported());
                }
                match self.names.array(token)? {
                    RawValue::Ints(values) => Ok(RawValue::Int(values.len() as i128)),
                    _ => Err(self.unsupported()),
                }
            }
            TokenKind::Word => self.word(token),
            TokenKind::Text | TokenKind::Mark => Err(self.unsupported()),
        }
    }

    /// Returns the value of a macro, or an enumerator.
    fn word(&self, word: &Token<'a>) -> Result<RawValue, TextFault> {
        match self.names.file.macros.get(word.text) {
            Some(value) if !value.is_empty() => {
                self.names.expand(word, value.len())?;
                // A fault in a macro is at its use.
                let used = value.iter().map(|it| Token { at: word.at.clone(), ..it.clone() });
                let used: Vec<Token<'a>> = used.collect();
                CExpr { names: self.names, tokens: &used, at: 0, depth: self.depth }.whole()
            }
            _ if word.text.starts_with("VK_") => Ok(RawValue::Word(word.text.to_owned())),
            _ => {
                let message = format!("the value of `{}` is unknown", word.text);
                Err(TextFault::new(word.at.clone(), message).note("write the number"))
            }
        }
    }
}
