//! The grammar rules, and the application of one rule.
//!
//! Errors of pest are never printed: a failure is reported at its position, with the construct that is expected there.

use crate::state::{Parse, Parser};
use ir::diag::{Diag, code};
use pest::Parser as _;
use pest::error::{Error, InputLocation};
use pest::iterators::Pair;

/// The grammar. Its rules are private to this crate.
mod pest_rules {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "layout/layout.pest"]
    pub struct Grammar;
}

pub(crate) use pest_rules::{Grammar, Rule};

/// The maximal text of a rule, in bytes.
const LONGEST: usize = 1 << 16;

impl<'a> Parser<'a> {
    /// Applies a rule at the position and advances past the match.
    pub(crate) fn rule(&mut self, rule: Rule, expected: &str) -> Parse<Pair<'a, Rule>> {
        let start = self.token_start();
        // The time of a failure is proportional to the text passed to pest.
        let mut end = self.text.len().min(start.saturating_add(LONGEST));
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let text: &'a str = &self.text[start..end];
        match Grammar::parse(rule, text) {
            Ok(mut pairs) => {
                let pair = pairs.next().expect("a matched rule returns its pair");
                self.at = start + pair.as_span().end();
                self.check_quotes(&pair, start)?;
                Ok(pair)
            }
            Err(error) => {
                self.at = start + offset(&error);
                self.unexpected_since(start, expected)
            }
        }
    }

    /// Checks that the text of an attribute, if it begins with a quote, also ends with one.
    fn check_quotes(&mut self, pair: &Pair<'_, Rule>, start: usize) -> Parse<()> {
        if !matches!(
            pair.as_rule(),
            Rule::order | Rule::reqs | Rule::format | Rule::choice | Rule::pattern
        ) {
            return Ok(());
        }
        let opened = is_quoted(pair);
        let closed = has_quote(pair, Rule::close);
        if opened == closed {
            return Ok(());
        }
        let text = pair.as_span();
        let span = self.span(start + text.start(), start + text.end());
        let (has, lacks) = if opened { ("begins", "end") } else { ("ends", "begin") };
        let message =
            format!("the text of this attribute {has} with a quote, but does not {lacks} with one");
        Err(self.push(Diag::error(code::SYNTAX, span, message)))
    }
}

/// Returns `true` if the text of an attribute begins with a quote.
/// Returns the position of a syntax error.
pub(crate) fn offset(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

pub(super) fn is_quoted(pair: &Pair<'_, Rule>) -> bool {
    has_quote(pair, Rule::open)
}

/// Returns `true` if an opening or closing bracket of an attribute has a quote.
fn has_quote(pair: &Pair<'_, Rule>, end: Rule) -> bool {
    let mut ends = pair.clone().into_inner().filter(|part| part.as_rule() == end);
    ends.any(|end| end.into_inner().next().is_some())
}
