//! The values of fields in C and C++: pointers to arrays, and constants, which `c_expr` reads.

use super::c_expr::CExpr;
use super::c_tokens::{CTokens, Token};
use super::described::{RawValue, TextFault};
use std::ops::Range;

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

/// A reader of the tokens of one value.
pub(super) struct CValue<'a, 't> {
    /// The tokens of the file.
    pub(super) file: &'t CTokens<'a>,
    /// The arrays so far.
    pub(super) arrays: &'t [CArray<'a>],
    /// The position of the value among the tokens of the file.
    pub(super) place: usize,
}

impl<'a> CValue<'a, '_> {
    /// Returns the value of an expression: an integer, an enumerator, or flags.
    ///
    /// # Errors
    /// A name has no known value, an operator is unsupported, or a number does not fit 127 bits.
    pub(super) fn scalar(&self, tokens: &[Token<'a>]) -> Result<RawValue, TextFault> {
        CExpr { value: self, tokens, at: 0, depth: 0 }.whole()
    }

    /// Returns the array of a pointer, or null.
    ///
    /// # Errors
    /// The pointer is not one to an array that is known at this place.
    pub(super) fn pointer(&self, tokens: &[Token<'a>]) -> Result<RawValue, TextFault> {
        let tokens = without_parentheses(without_cast(tokens));
        match tokens {
            [null] if null.is("NULL") || null.is("nullptr") || null.is("0") => Ok(RawValue::Null),
            [name] if name.is_word() => self.array(name),
            [name, dot, data, open, close]
                if dot.is(".") && data.is("data") && open.is("(") && close.is(")") =>
            {
                self.array(name)
            }
            [and, name, open, zero, close]
                if and.is("&") && open.is("[") && zero.is("0") && close.is("]") =>
            {
                self.array(name)
            }
            [.., last] if last.is("}") => match tokens.iter().position(|it| it.is("{")) {
                Some(open) if is_array_type(&tokens[..open]) => {
                    self.elements(&tokens[open + 1..tokens.len() - 1]).map(RawValue::Ints)
                }
                _ => Err(not_an_array(tokens)),
            },
            _ => Err(not_an_array(tokens)),
        }
    }

    /// Returns the integers of an initializer, without its braces.
    ///
    /// # Errors
    /// As for [`scalar`](Self::scalar), or an element is no integer of 64 bits.
    pub(super) fn elements(&self, tokens: &[Token<'a>]) -> Result<Vec<i64>, TextFault> {
        let parts = split(tokens, ",");
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        parts
            .map(|part| match self.scalar(part)? {
                RawValue::Int(value) => value.try_into().map_err(|_| {
                    TextFault::new(range(part), format!("{value} does not fit `int64_t`"))
                }),
                _ => Err(TextFault::new(range(part), format!("`{}` is no integer", text(part)))),
            })
            .collect()
    }

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

/// Returns the bytes of some tokens.
pub(super) fn range(tokens: &[Token<'_>]) -> Range<usize> {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.at.start..last.at.end.max(first.at.end),
        _ => 0..0,
    }
}

/// Returns some tokens as a text, shortened if it is long.
pub(super) fn text(tokens: &[Token<'_>]) -> String {
    let words = tokens.iter().map(|token| token.text);
    let text = words.collect::<Vec<&str>>().join(" ").replace(" . ", ".");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn not_an_array(tokens: &[Token<'_>]) -> TextFault {
    let message = format!("`{}` is no array of `int64_t` that this reader knows", text(tokens));
    TextFault::new(range(tokens), message).note("write the elements: `(const int64_t[]){1, 2}`")
}

/// Returns the parts of tokens between marks outside brackets. A trailing part is empty after a trailing mark.
pub(super) fn split<'t, 'a>(tokens: &'t [Token<'a>], mark: &str) -> Vec<&'t [Token<'a>]> {
    let mut depth = 0usize;
    let parts = tokens.split(|token| {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.is(mark)
    });
    parts.collect()
}

/// Returns `true` if the tokens are a type in parentheses.
pub(super) fn is_cast(tokens: &[Token<'_>]) -> bool {
    let [open, inner @ .., close] = tokens else { return false };
    open.is("(") && close.is(")") && is_type(inner)
}

/// The endings of the names of types.
const TYPE_ENDINGS: [&str; 4] = ["_t", "ARM", "Flags", "FlagBits"];

/// Returns `true` if the tokens name a type: words of C, or names such as `uint32_t` and `VkTensorUsageFlagsARM`, and `*`.
fn is_type(tokens: &[Token<'_>]) -> bool {
    const WORDS: [&str; 9] =
        ["char", "const", "int", "long", "short", "signed", "std", "unsigned", "void"];
    let is_part = |token: &Token<'_>| {
        token.is("*")
            || token.is("::")
            || WORDS.contains(&token.text)
            || (token.text.starts_with("Vk") || token.text.ends_with("_t"))
                && (token.text == "VkFormat"
                    || TYPE_ENDINGS.iter().any(|ending| token.text.ends_with(ending)))
    };
    !tokens.is_empty() && !tokens[0].is("*") && tokens.iter().all(is_part)
}

/// Returns tokens without the casts before them: `(T)x`, `static_cast<T>(x)`.
fn without_cast<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut rest = tokens;
    loop {
        let Some(first) = rest.first() else { return rest };
        let close = rest.iter().position(|it| it.is(")"));
        // A compound literal has braces after its type.
        let next = close.filter(|&close| {
            first.is("(")
                && close + 1 < rest.len()
                && !rest[close + 1].is("{")
                && is_cast(&rest[..=close])
        });
        match next {
            Some(close) => rest = &rest[close + 1..],
            None => return rest,
        }
    }
}

/// Returns tokens without the parentheses around all of them.
fn without_parentheses<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut rest = tokens;
    while let [open, inner @ .., close] = rest {
        let mut depth = 0usize;
        let is_whole = open.is("(")
            && close.is(")")
            && inner.iter().all(|token| {
                match token.text {
                    "(" => depth += 1,
                    ")" if depth == 0 => return false,
                    ")" => depth -= 1,
                    _ => {}
                }
                true
            });
        if !is_whole {
            break;
        }
        rest = without_cast(inner);
    }
    rest
}

/// Returns `true` for the type of a compound literal of integers: `(const int64_t[2])`, `std::array<int64_t, 2>`.
fn is_array_type(tokens: &[Token<'_>]) -> bool {
    let has = |text: &str| tokens.iter().any(|token| token.is(text));
    has("int64_t") && (has("[") || has("array"))
}
