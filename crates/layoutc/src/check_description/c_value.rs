//! The values of fields in C and C++: pointers to arrays, and constants, which `c_expr` reads.

use super::c_expr::{CExpr, CNames};
use super::c_tokens::{Token, is_cast, range, split, text};
use super::described::{RawValue, TextFault};

impl<'a> CNames<'a, '_> {
    /// Returns the value of an expression: an integer, an enumerator, or flags.
    ///
    /// # Errors
    /// A name has no known value, an operator is unsupported, or a number does not fit 127 bits.
    pub(super) fn scalar(&self, tokens: &[Token<'a>]) -> Result<RawValue, TextFault> {
        CExpr { names: self, tokens, at: 0, depth: 0 }.whole()
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
}

fn not_an_array(tokens: &[Token<'_>]) -> TextFault {
    let message = format!("`{}` is no array of `int64_t` that this reader knows", text(tokens));
    TextFault::new(range(tokens), message).note("write the elements: `(const int64_t[]){1, 2}`")
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
