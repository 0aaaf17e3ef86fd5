//! Writes a query in SMT-LIB 2.6, in the logic of linear integer arithmetic.

use super::linear::{FormBounds, LinearForm, LinearVar};
use super::terms::{ProofStep, ProofTerms, Truth, TruthKind, VarOrigin};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// A script for a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofScript {
    /// Its text, in SMT-LIB 2.6.
    pub text: String,
    /// The number of claims before the question; the answer to each must be `unsat`.
    pub claims: usize,
}

/// Returns the script that is satisfiable if a truth can hold, with the index. The negation of each claim on the way
/// must be unsatisfiable; after that the claim is an assumption.
pub(super) fn script(terms: &ProofTerms, question: Truth, limit: u64) -> ProofScript {
    let mut writer = SmtWriter { terms, text: String::new(), defined: FxHashSet::default() };
    writer.line(format_args!("(set-option :rlimit {limit})"));
    writer.line(format_args!("(set-logic QF_LIA)"));
    let (mut index, mut claims) = (Vec::new(), 0);
    for event in terms.events() {
        match event {
            ProofStep::Define(var) => {
                if let VarOrigin::Index(_) = terms.origin(*var) {
                    index.push(name(*var));
                }
                writer.define(*var);
            }
            ProofStep::Claim(form, bounds) => {
                claims += 1;
                writer.claim(form, *bounds);
            }
        }
    }
    writer.truth(question);
    let question = writer.shown(question);
    writer.line(format_args!("(assert {question})"));
    writer.line(format_args!("(check-sat)"));
    if !index.is_empty() {
        writer.line(format_args!("(get-value ({}))", index.join(" ")));
    }
    ProofScript { text: writer.text, claims }
}

struct SmtWriter<'t> {
    terms: &'t ProofTerms,
    text: String,
    /// The truths that have a definition in the text.
    defined: FxHashSet<Truth>,
}

impl SmtWriter<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("a string takes all text");
        self.text.push('\n');
    }

    /// Declares an integer and asserts its definition.
    fn define(&mut self, var: LinearVar) {
        let own = name(var);
        let origin = self.terms.origin(var);
        if let VarOrigin::Choice { truth, .. } = origin {
            self.truth(*truth);
        }
        self.line(format_args!("(declare-const {own} Int)"));
        match origin {
            VarOrigin::Index(length) => {
                self.line(format_args!("(assert (<= 0 {own} {}))", length - 1));
            }
            // What it is follows from its rest.
            VarOrigin::Quotient { .. } => {}
            VarOrigin::Rest { value, divisor, quotient, own: of_own } => {
                let (value, quotient) = (sum(value), sum(quotient));
                let product = format!("(* {divisor} {quotient})");
                self.line(format_args!("(assert (= {value} (+ {product} {own})))"));
                if *of_own {
                    self.line(format_args!("(assert (<= 0 {own} {}))", divisor - 1));
                }
            }
            VarOrigin::Choice { truth, then, other } => {
                let (then, other) = (sum(then), sum(other));
                let truth = self.shown(*truth);
                self.line(format_args!("(assert (= {own} (ite {truth} {then} {other})))"));
            }
        }
    }

    /// Has a claim confirmed, then used.
    fn claim(&mut self, form: &LinearForm, bounds: FormBounds) {
        let (low, high) = (number(bounds.low), number(bounds.high));
        let claim = format!("(<= {low} {} {high})", sum(form));
        self.line(format_args!("(push 1)\n(assert (not {claim}))\n(check-sat)\n(pop 1)"));
        self.line(format_args!("(assert {claim})"));
    }

    /// Defines a truth, and those that it is made of before it.
    fn truth(&mut self, truth: Truth) {
        let mut left = vec![truth];
        let mut needed = Vec::new();
        while let Some(truth) = left.pop() {
            match *self.terms.kind(truth) {
                TruthKind::Not(a) => left.push(a),
                TruthKind::Both(a, b) | TruthKind::Either(a, b) if self.defined.insert(truth) => {
                    left.extend([a, b]);
                    needed.push(truth);
                }
                _ => {}
            }
        }
        // What a truth is made of has a lower place.
        needed.sort_unstable();
        for truth in needed {
            let says = self.spelled(truth);
            self.line(format_args!("(define-fun t{} () Bool {says})", truth.0));
        }
    }

    /// A truth where another one or an integer reads it.
    fn shown(&self, truth: Truth) -> String {
        match self.terms.kind(truth) {
            TruthKind::Both(..) | TruthKind::Either(..) => format!("t{}", truth.0),
            _ => self.spelled(truth),
        }
    }

    fn spelled(&self, truth: Truth) -> String {
        match self.terms.kind(truth) {
            TruthKind::Known(known) => known.to_string(),
            TruthKind::AtMostZero(form) => format!("(<= {} 0)", sum(form)),
            TruthKind::Zero(form) => format!("(= {} 0)", sum(form)),
            TruthKind::Not(truth) => format!("(not {})", self.shown(*truth)),
            TruthKind::Both(a, b) => format!("(and {} {})", self.shown(*a), self.shown(*b)),
            TruthKind::Either(a, b) => format!("(or {} {})", self.shown(*a), self.shown(*b)),
        }
    }
}

fn name(var: LinearVar) -> String {
    format!("x{}", var.0)
}

/// Numerals have no sign in SMT-LIB.
fn number(number: i128) -> String {
    if number < 0 { format!("(- {})", number.unsigned_abs()) } else { number.to_string() }
}

fn sum(form: &LinearForm) -> String {
    let term = |&(var, factor): &(LinearVar, i128)| match factor {
        1 => name(var),
        _ => format!("(* {} {})", number(factor), name(var)),
    };
    let mut parts: Vec<String> = form.terms.iter().map(term).collect();
    if form.constant != 0 || parts.is_empty() {
        parts.push(number(form.constant));
    }
    match parts.as_slice() {
        [part] => part.clone(),
        _ => format!("(+ {})", parts.join(" ")),
    }
}
