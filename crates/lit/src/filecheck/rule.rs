//! A directive with its pattern, as it is matched.

use crate::filecheck::directive::{Directive, Kind};
use crate::filecheck::options::Options;
use crate::filecheck::pattern::Pattern;
use crate::text;

/// A directive with its pattern.
#[derive(Clone)]
pub(crate) struct CheckRule {
    pub(crate) directive: Directive,
    pub(crate) pattern: Pattern,
}

/// The rules of `--implicit-check-not`.
pub(crate) fn implicit_rules(
    options: &Options,
    faults: &mut Vec<(usize, String)>,
) -> Vec<CheckRule> {
    let mut rules = Vec::new();
    for source in &options.implicit_check_not {
        let directive = Directive {
            kind: Kind::Not,
            count: 1,
            literal: false,
            prefix: String::new(),
            line: 0,
            spelling: "--implicit-check-not".to_owned(),
            pattern: text::trim_end(source.as_bytes()).to_vec(),
        };
        match Pattern::new(&directive, options) {
            Ok(pattern) => rules.push(CheckRule { directive, pattern }),
            Err(fault) => faults.push((0, format!("--implicit-check-not: {fault}"))),
        }
    }
    rules
}

/// The rule that matches the end of the input.
pub(crate) fn eof_rule() -> CheckRule {
    let directive = Directive {
        kind: Kind::Eof,
        count: 1,
        literal: false,
        prefix: String::new(),
        line: 0,
        spelling: String::new(),
        pattern: Vec::new(),
    };
    CheckRule { directive, pattern: Pattern::eof() }
}
