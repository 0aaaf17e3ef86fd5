//! Claims as scripts in SMT-LIB 2.6, in the logic `QF_NIA`, and the answers of a solver.

use super::claim::Claim;
use super::expr::{SymExpr, SymNode};
use super::set::{Relation, RelationKind};
use crate::messages::joined;
use std::fmt::Write as _;

/// The maximum number of steps of a solver for one claim.
const MAX_STEPS: u64 = crate::limits::SYMBOL_PROVER_STEPS;

/// A claim as a script, which is satisfiable if the claim does not hold, and then prints values at which it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SmtScript {
    /// The text of the script, in SMT-LIB 2.6. It bounds the steps of the solver.
    pub text: String,
    /// The claim in words.
    pub claim: String,
    /// The number of values that the script prints: of all symbols, then of all dims.
    pub values: usize,
}

/// The answer of a prover to a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds.
    Proven,
    /// The claim does not hold at these values of the symbols and of the dims.
    Refuted(Vec<i64>),
    /// The prover did not decide, for this reason.
    Unknown(String),
}

/// A prover of claims, which the caller supplies.
pub trait Prover {
    /// Decides a claim.
    fn prove(&mut self, script: &SmtScript) -> Verdict;
}

impl SmtScript {
    /// Returns the script of a claim. Each divisor of the claim must be at least 1 wherever the claim is about.
    pub(super) fn new(claim: &Claim<'_>) -> SmtScript {
        let mut text = String::new();
        let mut line = |args: std::fmt::Arguments<'_>| {
            text.write_fmt(args).expect("writing to a string never fails");
            text.push('\n');
        };
        line(format_args!("(set-option :rlimit {MAX_STEPS})"));
        line(format_args!("(set-logic QF_NIA)"));
        let mut names = Vec::new();
        for (number, symbol) in claim.symbols.symbols().iter().enumerate() {
            let name = format!("s{number}");
            let (min, max) = (text_of(symbol.min), text_of(symbol.max));
            line(format_args!("(declare-const {name} Int)\n(assert (<= {min} {name} {max}))"));
            if symbol.divisor > 1 {
                line(format_args!("(assert (= (mod {name} {}) 0))", symbol.divisor));
            }
            names.push(name);
        }
        for relation in claim.symbols.relations() {
            line(format_args!("(assert {})", relation_text(relation)));
        }
        for (number, length) in claim.lengths.iter().enumerate() {
            let name = format!("d{number}");
            let length = expr_text(length);
            line(format_args!("(declare-const {name} Int)"));
            line(format_args!("(assert (and (<= 0 {name}) (< {name} {length})))"));
            names.push(name);
        }
        for condition in claim.conditions {
            line(format_args!("(assert {})", relation_text(condition)));
        }
        line(format_args!("(assert (not {}))\n(check-sat)", relation_text(claim.relation)));
        if !names.is_empty() {
            line(format_args!("(get-value ({}))", joined(&names, " ")));
        }
        SmtScript { text, claim: claim.text(), values: names.len() }
    }

    /// Returns the answer that the output of a solver states.
    pub fn verdict(&self, output: &str) -> Verdict {
        let (answer, rest) = output.split_once('\n').unwrap_or((output, ""));
        match answer.trim() {
            "unsat" => Verdict::Proven,
            "sat" => match values(rest).filter(|values| values.len() == self.values) {
                Some(values) => Verdict::Refuted(values),
                None => Verdict::Unknown("the answer has no values".to_owned()),
            },
            other => {
                let other: String = other.chars().take(200).collect();
                Verdict::Unknown(format!("the answer is `{other}`"))
            }
        }
    }
}

/// Parses the numbers of `((s0 5) (d0 (- 7)))`.
fn values(text: &str) -> Option<Vec<i64>> {
    let words: Vec<String> = text
        .replace(['(', ')'], " ")
        .replace("- ", "-")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    words.chunks(2).map(|pair| pair.get(1)?.parse().ok()).collect()
}

/// Returns the text of an integer. Numerals of SMT-LIB are unsigned, so a negative integer is a negation.
fn text_of(number: i64) -> String {
    if number < 0 { format!("(- {})", number.unsigned_abs()) } else { number.to_string() }
}

fn relation_text(relation: &Relation) -> String {
    let sign = match relation.kind {
        RelationKind::NonNegative => ">=",
        RelationKind::Zero => "=",
    };
    format!("({sign} {} 0)", expr_text(&relation.expr))
}

/// Returns the term of an expression. `div` and `mod` round as the expressions do where a divisor is positive.
fn expr_text(expr: &SymExpr) -> String {
    let node = expr.node();
    match node {
        SymNode::Constant(value) => return text_of(*value),
        SymNode::Symbol(number) => return format!("s{number}"),
        SymNode::Dim(number) => return format!("d{number}"),
        _ => {}
    }
    let [a, b] = node.operands().map_or([const { String::new() }; 2], |it| it.map(expr_text));
    match node {
        SymNode::Sum(..) => format!("(+ {a} {b})"),
        SymNode::Product(..) => format!("(* {a} {b})"),
        SymNode::CeilDiv(..) => format!("(div (+ {a} (- {b} 1)) {b})"),
        SymNode::FloorDiv(..) => format!("(div {a} {b})"),
        _ => format!("(mod {a} {b})"),
    }
}
