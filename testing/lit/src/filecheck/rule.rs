//! A directive with its compiled pattern.

use crate::filecheck::directive::{CheckDirective, DirectiveKind};
use crate::filecheck::options::CheckOptions;
use crate::filecheck::pattern::CheckPattern;
use crate::text;

/// A directive with its pattern.
#[derive(Clone)]
pub(crate) struct CheckRule {
    pub(crate) directive: CheckDirective,
    pub(crate) pattern: CheckPattern,
}

/// Returns the rules of `--implicit-check-not`.
pub(crate) fn implicit_rules(
    options: &CheckOptions,
    faults: &mut Vec<(usize, String)>,
) -> Vec<CheckRule> {
    let mut rules = Vec::new();
    for source in &options.implicit_check_not {
        let directive = CheckDirective {
            kind: DirectiveKind::Not,
            count: 1,
            is_literal: false,
            prefix: String::new(),
            line: 0,
            spelling: "--implicit-check-not".to_owned(),
            pattern: text::trim_end(source.as_bytes()).to_vec(),
        };
        match CheckPattern::new(&directive, options) {
            Ok(pattern) => rules.push(CheckRule { directive, pattern }),
            Err(fault) => faults.push((0, format!("--implicit-check-not: {fault}"))),
        }
    }
    rules
}

/// Returns the rule that matches the end of the input.
pub(crate) fn eof_rule() -> CheckRule {
    let directive = CheckDirective {
        kind: DirectiveKind::Eof,
        count: 1,
        is_literal: false,
        prefix: String::new(),
        line: 0,
        spelling: String::new(),
        pattern: Vec::new(),
    };
    CheckRule { directive, pattern: CheckPattern::eof() }
}
