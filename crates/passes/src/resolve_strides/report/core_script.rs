//! A conflict of strides as SMT-LIB: a minimal unsatisfiable core, and a model for each member that is left out.
//!
//! Strides are integers of at least 1, in elements. Facts of memory are assertions `fact_0`, `fact_1`..., and those of the core
//! `core_0`, `core_1`.... The script has one query for the core, which is unsatisfiable, and then one for each member: the
//! others with the least strides that satisfy them, which is satisfiable. Any solver of QF_LIA decides both at once.

use ir::layout::{BufferConflict, Cause, Constraint, ElemSize, Reason, Scaled, System};
use std::fmt::Write as _;

/// Returns the script of a conflict; `None` for one that is no statement about integers, such as strides that do not fit 63
/// bits. `name` returns the name of an unknown, and `headline` is the message about the conflict.
pub(super) fn core_script(
    conflict: &BufferConflict,
    headline: &str,
    name: &dyn Fn(usize) -> String,
) -> Option<String> {
    let reason = &conflict.reason;
    match reason.reason {
        Reason::FractionOfElement { .. } | Reason::Bounds { .. } | Reason::Proportions { .. } => {}
        _ => return None,
    }
    let all = &reason.constraints;
    let hard: Vec<Constraint> = (0..).map_while(|at| all.constraint(Cause::Hard(at))).collect();
    let soft = (0..).map_while(|at| Some((at, all.constraint(Cause::Soft(at))?)));
    let is_member = |at: usize| conflict.core.iter().any(|own| own == all.origins(Cause::Soft(at)));
    let core: Vec<Constraint> = soft.filter(|it| is_member(it.0)).map(|it| it.1).collect();
    if core.len() != conflict.core.len() {
        return None;
    }
    let writer = ScriptWriter { elem: all.elem, vars: all.unknowns.len() };
    let mut text = format!("; {}\n", headline.replace('\n', " "));
    text.push_str("; The first query is unsatisfiable. All others are satisfiable.\n");
    text.push_str("(set-logic QF_LIA)\n");
    for var in 0..writer.vars {
        line(
            &mut text,
            format_args!("(declare-const s{var} Int) ; the stride of {} in elements", name(var)),
        );
    }
    for var in 0..writer.vars {
        line(&mut text, format_args!("(assert (! (>= s{var} 1) :named least_{var}))"));
    }
    for (at, &fact) in hard.iter().enumerate() {
        line(&mut text, format_args!("(assert (! {} :named fact_{at}))", writer.formula(fact)?));
    }
    text.push_str("(push 1)\n(set-info :status unsat)\n");
    for (at, &member) in core.iter().enumerate() {
        line(&mut text, format_args!("(assert (! {} :named core_{at}))", writer.formula(member)?));
    }
    text.push_str("(check-sat)\n(pop 1)\n");
    for left_out in 0..core.len() {
        let mut others = core.clone();
        others.remove(left_out);
        let system =
            System { vars: writer.vars, elem: all.elem, hard: hard.clone(), soft: others.clone() };
        let strides = system.solve().ok()?;
        line(&mut text, format_args!("; without core_{left_out}"));
        text.push_str("(push 1)\n(set-info :status sat)\n");
        for &other in &others {
            line(&mut text, format_args!("(assert {})", writer.formula(other)?));
        }
        for (var, stride) in strides.iter().enumerate() {
            line(&mut text, format_args!("(assert (= s{var} {stride}))"));
        }
        text.push_str("(check-sat)\n(pop 1)\n");
    }
    Some(text)
}

/// Appends a line.
fn line(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string accepts all text");
    text.push('\n');
}

struct ScriptWriter {
    elem: ElemSize,
    vars: usize,
}

impl ScriptWriter {
    /// Returns a constraint as a formula; `None` for a malformed one.
    fn formula(&self, constraint: Constraint) -> Option<String> {
        let elements = |of: Scaled| self.term(of, 1);
        let bits = |of: Scaled| self.term(of, self.elem.bits().get().into());
        Some(match constraint {
            Constraint::Equal(a, b) => format!("(= {} {})", elements(a)?, elements(b)?),
            Constraint::AtLeast(a, b) => format!("(>= {} {})", elements(a)?, elements(b)?),
            Constraint::AtLeastElems(of, least) => {
                format!("(>= {} {})", elements(of)?, number(least.into()))
            }
            Constraint::Exactly { of, bits: exact } => {
                format!("(= {} {})", bits(of)?, number(exact))
            }
            Constraint::Multiple { of, bits: divisor } if divisor > 0 => {
                format!("(= (mod {} {divisor}) 0)", bits(of)?)
            }
            Constraint::AtMost { of, bits: most } => format!("(<= {} {})", bits(of)?, number(most)),
            Constraint::Multiple { .. } => return None,
        })
    }

    /// Returns a multiple of a stride; `None` if the unknown or the factor is malformed.
    fn term(&self, of: Scaled, unit: i128) -> Option<String> {
        let times = i128::from(of.times).checked_mul(unit)?;
        if of.var >= self.vars || of.times < 1 {
            return None;
        }
        Some(if times == 1 { format!("s{}", of.var) } else { format!("(* {times} s{})", of.var) })
    }
}

/// Returns a number, which SMT-LIB negates by an operation.
fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}
