//! The types of the layout dialect: the dims of a descriptor.

use super::grammar::Rule;
use crate::state::{Parse, Parser};
use crate::text::clip;
use ir::diag::{code, nearest};
use ir::types::{LayoutDim, OWN, Type, TypeKind};

impl Parser<'_> {
    /// Returns `true` if the type name that was just read is one of the dialect: `layout.dim`, or `layout` before
    /// `<dim<6>>`, which is the same. If so, moves the position before the type's own name. A name that does not
    /// resemble one of this dialect may belong to another dialect named `layout`, and is kept as an opaque type.
    pub(crate) fn begin_layout_type(&mut self, name: &str) -> bool {
        let inside = &self.text[self.at..];
        let (own, at) = match name.strip_prefix("layout.") {
            Some(own) => (own, self.at - own.len()),
            None if name == "layout" && inside.starts_with('<') => {
                // The characters that a name after a dot may have.
                let end = inside[1..].find(|letter: char| {
                    !letter.is_ascii_alphanumeric() && !"_$.-".contains(letter)
                });
                (&inside[1..end.map_or(inside.len(), |count| count + 1)], self.at + 1)
            }
            None => return false,
        };
        let ours = OWN.contains(&own) || nearest(own, OWN.iter().copied()).is_some();
        if ours {
            self.at = at;
        }
        ours
    }

    /// Reads `dim<6>`, and the closing `>` if a bracket follows the name of the dialect.
    pub(crate) fn layout_type(&mut self, name: &str, start: usize) -> Parse<Type> {
        let from = self.at;
        let pair = self.rule(Rule::dim_type, "a type such as `!layout.dim<6>`")?;
        let mut parts = pair.into_inner().map(|part| (part.as_rule(), part.as_str().to_owned()));
        let (_, word) = parts.next().expect("a type has a name");
        let length = parts.next();
        if !OWN.contains(&word.as_str()) {
            return self.unknown_layout_type(from, &word);
        }
        let length = match length {
            Some((Rule::integer, digits)) => Some(self.dim_length(from, &digits)?),
            Some(_) => None,
            None => return self.unexpected(&format!("a length, as in `!layout.{word}<6>`")),
        };
        if name == "layout" {
            self.close(from - 1, " after a type of the layout dialect")?;
        }
        self.intern_type(
            TypeKind::LayoutDim(LayoutDim { physical: word == "memdim", length }),
            start,
        )
    }

    fn unknown_layout_type<T>(&mut self, from: usize, word: &str) -> Parse<T> {
        let message = format!("unknown type `!layout.{}`", clip(word));
        let near = nearest(word, OWN.iter().copied());
        self.fail_near(code::UNKNOWN_NAME, from, from + word.len(), message, near)
    }

    fn dim_length(&mut self, from: usize, digits: &str) -> Parse<u64> {
        match digits.parse::<i64>() {
            Ok(length @ 1..) => Ok(length.unsigned_abs()),
            _ => {
                let message = format!(
                    "dim length must be at least 1 and less than 2^63, but is {}",
                    clip(digits)
                );
                self.fail_span(code::NUMBER, from, self.at, message)
            }
        }
    }
}
