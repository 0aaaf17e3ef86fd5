//! The rules of the grammar, and how one of them is read.
//!
//! Errors of pest are never shown: a failure is reported at its place, with what is expected there.

use crate::state::{Parse, Parser};
use pest::Parser as _;
use pest::iterators::Pair;

/// The grammar. Its rules stay inside this crate.
mod pest_rules {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "layout/layout.pest"]
    pub struct Grammar;
}

pub(crate) use pest_rules::{Grammar, Rule};

/// The longest text of a rule, in bytes.
const LONGEST: usize = 1 << 16;

impl<'a> Parser<'a> {
    /// Reads a rule at the position and moves past it.
    pub(crate) fn rule(&mut self, rule: Rule, wanted: &str) -> Parse<Pair<'a, Rule>> {
        self.skip();
        let start = self.at;
        // A failure costs time in proportion to what is handed over.
        let mut end = self.text.len().min(start.saturating_add(LONGEST));
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let text: &'a str = &self.text[start..end];
        match Grammar::parse(rule, text) {
            Ok(mut pairs) => {
                let pair = pairs.next().expect("a rule that matched gives its pair");
                self.at = start + pair.as_span().end();
                Ok(pair)
            }
            Err(error) => {
                let offset = match error.location {
                    pest::error::InputLocation::Pos(at)
                    | pest::error::InputLocation::Span((at, _)) => at,
                };
                self.at = start + offset;
                self.unexpected(wanted)
            }
        }
    }
}
