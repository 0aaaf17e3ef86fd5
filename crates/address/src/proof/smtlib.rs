//! Writing of a query in SMT-LIB 2.6, in the logic `QF_LIA`.

use super::linear::{FormBounds, LinearForm, LinearVar};
use super::terms::{Formula, FormulaKind, ProofStep, ProofTerms, VarOrigin};
use layout::Range;
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// A script for a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofScript {
    /// The text of the script, in SMT-LIB 2.6.
    pub text: String,
    /// The number of claims before the query. The solver must answer `unsat` to each.
    pub claims: usize,
}

/// Returns the script that is satisfiable if a formula can hold, and that then prints the index. The script checks that
/// the negation of each claim is unsatisfiable, and then assumes the claim.
pub(super) fn script(terms: &ProofTerms, query: Formula, limit: u64) -> ProofScript {
    let mut writer = SmtWriter { terms, text: String::new(), defined: FxHashSet::default() };
    writer.line(format_args!("(set-option :rlimit {limit})"));
    writer.line(format_args!("(set-logic QF_LIA)"));
    let mut index = Vec::new();
    let mut claims = 0;
    for step in terms.steps() {
        match step {
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
    writer.formula(query);
    let query = writer.reference(query);
    writer.line(format_args!("(assert {query})"));
    writer.line(format_args!("(check-sat)"));
    if !index.is_empty() {
        writer.line(format_args!("(get-value ({}))", index.join(" ")));
    }
    ProofScript { text: writer.text, claims }
}

struct SmtWriter<'t> {
    terms: &'t ProofTerms,
    text: String,
    /// The formulas that the text defines already.
    defined: FxHashSet<Formula>,
}

impl SmtWriter<'_> {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.write_fmt(line).expect("writing to a string never fails");
        self.text.push('\n');
    }

    /// Declares an integer and asserts its definition.
    fn define(&mut self, var: LinearVar) {
        let own = name(var);
        let origin = self.terms.origin(var);
        if let VarOrigin::Choice { condition, .. } = origin {
            self.formula(*condition);
        }
        self.line(format_args!("(declare-const {own} Int)"));
        match origin {
            VarOrigin::Index(Range { low, high }) => {
                let low = number((*low).into());
                let high = number((*high).into());
                self.line(format_args!("(assert (<= {low} {own} {high}))"));
            }
            // The assertion of its remainder defines the quotient.
            VarOrigin::Quotient { .. } => {}
            VarOrigin::Remainder { value, divisor, quotient, own: of_own } => {
                let value = sum(value);
                let quotient = sum(quotient);
                let product = format!("(* {divisor} {quotient})");
                self.line(format_args!("(assert (= {value} (+ {product} {own})))"));
                if *of_own {
                    self.line(format_args!("(assert (<= 0 {own} {}))", divisor - 1));
                }
            }
            VarOrigin::Choice { condition, then, other } => {
                let then = sum(then);
                let other = sum(other);
                let condition = self.reference(*condition);
                self.line(format_args!("(assert (= {own} (ite {condition} {then} {other})))"));
            }
        }
    }

    /// Checks that the negation of a claim is unsatisfiable, then asserts the claim.
    fn claim(&mut self, form: &LinearForm, bounds: FormBounds) {
        let low = number(bounds.low);
        let high = number(bounds.high);
        let claim = format!("(<= {low} {} {high})", sum(form));
        self.line(format_args!("(push 1)\n(assert (not {claim}))\n(check-sat)\n(pop 1)"));
        self.line(format_args!("(assert {claim})"));
    }

    /// Defines a formula, after its operands.
    fn formula(&mut self, formula: Formula) {
        let mut left = vec![formula];
        let mut needed = Vec::new();
        while let Some(formula) = left.pop() {
            match *self.terms.kind(formula) {
                FormulaKind::Not(a) => left.push(a),
                FormulaKind::Both(a, b) | FormulaKind::Either(a, b)
                    if self.defined.insert(formula) =>
                {
                    left.extend([a, b]);
                    needed.push(formula);
                }
                _ => {}
            }
        }
        // The operands of a formula have lower indices.
        needed.sort_unstable();
        for formula in needed {
            let definition = self.definition(formula);
            self.line(format_args!("(define-fun t{} () Bool {definition})", formula.0));
        }
    }

    /// Returns the text of a use of a formula: its name if `formula` defined it, otherwise its definition.
    fn reference(&self, formula: Formula) -> String {
        match self.terms.kind(formula) {
            FormulaKind::Both(..) | FormulaKind::Either(..) => format!("t{}", formula.0),
            _ => self.definition(formula),
        }
    }

    fn definition(&self, formula: Formula) -> String {
        match self.terms.kind(formula) {
            FormulaKind::Known(known) => known.to_string(),
            FormulaKind::AtMostZero(form) => format!("(<= {} 0)", sum(form)),
            FormulaKind::Zero(form) => format!("(= {} 0)", sum(form)),
            FormulaKind::Not(formula) => format!("(not {})", self.reference(*formula)),
            FormulaKind::Both(a, b) => {
                format!("(and {} {})", self.reference(*a), self.reference(*b))
            }
            FormulaKind::Either(a, b) => {
                format!("(or {} {})", self.reference(*a), self.reference(*b))
            }
        }
    }
}

fn name(var: LinearVar) -> String {
    format!("x{}", var.0)
}

/// Returns the text of an integer. Numerals of SMT-LIB are unsigned, so a negative integer is a negation.
fn number(number: i128) -> String {
    if number < 0 { format!("(- {})", number.unsigned_abs()) } else { number.to_string() }
}

fn sum(form: &LinearForm) -> String {
    let mut parts: Vec<String> = form
        .terms
        .iter()
        .map(|&(var, factor)| match factor {
            1 => name(var),
            _ => format!("(* {} {})", number(factor), name(var)),
        })
        .collect();
    if form.constant != 0 || parts.is_empty() {
        parts.push(number(form.constant));
    }
    match parts.as_slice() {
        [part] => part.clone(),
        _ => format!("(+ {})", parts.join(" ")),
    }
}
