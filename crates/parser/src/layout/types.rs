//! The layout dialect's own types: the dims of a descriptor.

use super::grammar::Rule;
use crate::state::{Parse, Parser};
use crate::text::clip;
use ir::diag::{Diag, code, nearest};
use ir::types::{LayoutDim, Type, TypeKind};

/// The types `!layout.<name>`.
const NAMES: [&str; 2] = ["dim", "memdim"];

impl Parser<'_> {
    /// Whether the name of a type, which has just been read, is one of the dialect: `layout.dim`, or
    /// `layout` before `<dim<6>>`, which is the same. If so the position is moved before the type's own name. A name
    /// that is no slip of ours may be that of another project's dialect, and is carried as such.
    pub(crate) fn begin_layout_type(&mut self, name: &str) -> bool {
        let inside = &self.text[self.at..];
        let (own, at) = match name.strip_prefix("layout.") {
            Some(own) => (own, self.at - own.len()),
            None if name == "layout" && inside.starts_with('<') => {
                // The letters that a name behind a dot has.
                let named =
                    |letter: char| letter.is_ascii_alphanumeric() || "_$.-".contains(letter);
                let end = inside[1..].find(|letter| !named(letter));
                (&inside[1..end.map_or(inside.len(), |count| count + 1)], self.at + 1)
            }
            None => return false,
        };
        let ours = NAMES.contains(&own) || nearest(own, NAMES).is_some();
        if ours {
            self.at = at;
        }
        ours
    }

    /// `dim<6>`, and `>` where the dialect's name opened a bracket.
    pub(crate) fn layout_type(&mut self, name: &str, start: usize) -> Parse<Type> {
        let from = self.at;
        let pair = self.rule(Rule::dim_type, "a type such as `!layout.dim<6>`")?;
        let mut parts = pair.into_inner().map(|part| (part.as_rule(), part.as_str().to_owned()));
        let (_, word) = parts.next().expect("a type has a name");
        let length = parts.next();
        if !NAMES.contains(&word.as_str()) {
            return self.no_layout_type(from, &word);
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

    fn no_layout_type<T>(&mut self, from: usize, word: &str) -> Parse<T> {
        let span = self.span(from, from + word.len());
        let message = format!("the layout dialect has no type `!layout.{}`", clip(word));
        let diag = Diag::error(code::UNKNOWN_NAME, span, message);
        Err(self.push(diag.did_you_mean(span, nearest(word, NAMES))))
    }

    fn dim_length(&mut self, from: usize, digits: &str) -> Parse<u64> {
        match digits.parse::<i64>() {
            Ok(length @ 1..) => Ok(length.unsigned_abs()),
            _ => {
                let message =
                    format!("a dim has a length of 1 or more and below 2^63, not {}", clip(digits));
                self.fail_span(code::NUMBER, from, self.at, message)
            }
        }
    }
}
