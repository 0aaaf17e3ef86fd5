//! The check of one function against its layout: a comparison at indices or slots, and a proof by the solver.

use super::claim::Claim;
use super::compare::{AddressDifference, Comparison, ComparisonReport, Coverage};
use super::oracle::OracleFunction;
use super::prover::{self, DEFAULT_STEPS, Prover, Verdict};
use super::slots;
use crate::pass::PassContext;
use address::arith;
use ir::diag::{Diag, Severity, code};
use ir::layout::Layout;
use ir::progress::Progress;
use ir::{Module, Op};

/// The pass `check-addresses`.
#[derive(Clone, Debug, Default)]
pub struct CheckAddresses {
    /// The maximum number of steps of an SMT solver for each query, also in certificates; `None` for the default. A second is
    /// some hundred thousand steps.
    pub steps: Option<u64>,
    /// `true` if the solver proves functions that were not compared at all indices.
    pub proves: bool,
    /// `true` if the solver also proves functions that were compared at all indices.
    pub proves_all: bool,
    /// The folder of the certificates; `None` if none are written.
    pub certificate: Option<String>,
}

impl CheckAddresses {
    /// Returns the maximum number of steps of a query.
    pub(super) fn step_limit(&self) -> u64 {
        self.steps.or_else(|| DEFAULT_STEPS.parse().ok()).unwrap_or(u64::MAX)
    }

    /// Checks one function. Returns a diagnostic if the check is incomplete.
    pub(super) fn check(
        &self,
        module: &Module,
        (claim, layout): (&Claim<'_>, &Layout),
        cx: &mut PassContext<'_>,
        prover: &mut Option<Prover>,
        op: Op,
    ) -> Result<Option<Diag>, Box<Diag>> {
        let read = |example| {
            OracleFunction::read(module, cx.registry, op, example)
                .map_err(|(place, fault)| Box::new(fault.to_diag(module.location(place))))
        };
        let run = |comparison: &Comparison<'_>, progress: &mut dyn Progress| {
            let report = match claim.slots() {
                Some(slots) => slots::run(comparison, slots, progress),
                None => comparison.run(progress),
            };
            report.map_err(|difference| differs(module, op, claim.of, &difference))
        };
        let examples = layout.examples();
        let function = read(0)?;
        let contract: Vec<String> =
            layout.declared_tables().iter().map(|table| format!("`{table}`")).collect();
        let layout = examples.first().unwrap_or(layout);
        let fits = claim.fits(layout, &function);
        fits.map_err(|fault| Box::new(fault.to_diag(module.location(op))))?;
        for (example, layout) in examples.iter().enumerate().skip(1) {
            let function = read(example)?;
            run(&Comparison { claim, layout, function: &function }, cx.progress)?;
        }
        let name = module.symbol(op).unwrap_or("");
        let comparison = Comparison { claim, layout, function: &function };
        let report = run(&comparison, cx.progress)?;
        cx.stats.add("functions checked", 1);
        cx.stats.add("indices compared", report.compared);
        cx.stats.add("functions that wrap", report.wraps.into());
        let is_compared = matches!(report.coverage, Coverage::All);
        let verdict = match prover {
            Some(prover) if self.proves_all || !is_compared => {
                let program = arith::program(module, cx.registry, op);
                let item = format!("`@{name}`");
                let verdict = prover.prove(&comparison, program, (&item, &mut *cx.progress));
                Some(verdict.map_err(|difference| differs(module, op, claim.of, &difference))?)
            }
            _ => None,
        };
        let incomplete = incompleteness(name, claim.of, &report, verdict.as_ref());
        let incomplete = incomplete.or_else(|| {
            let example = "for examples of tables that keep their contracts";
            let message = format!(
                "`@{name}` was compared with `@{}` {example}: the values of {} are declared, not given",
                claim.of,
                contract.join(", ")
            );
            (!contract.is_empty()).then_some((Severity::Remark, message))
        });
        let by_solver = matches!(verdict, Some(Verdict::Proven));
        let proven = by_solver || is_compared;
        let is_example = !contract.is_empty();
        match proven && !is_example {
            true => self.certify(module, op, &comparison, cx),
            false => self.leave_out(module, op, "it is not proven", cx),
        }
        cx.stats.add(if proven { "functions proven" } else { "functions without a proof" }, 1);
        cx.stats.add("functions proven by comparison at all indices", u64::from(is_compared));
        cx.stats.add("functions proven by z3", u64::from(by_solver));
        Ok(incomplete.map(|(severity, message)| {
            Diag::new(severity, code::ADDRESS_DIFFERS, module.location(op), message)
        }))
    }

    /// Writes the difference of a proven function to its layout as SMT-LIB, in which no query is satisfiable.
    fn certify(
        &self,
        module: &Module,
        op: Op,
        comparison: &Comparison<'_>,
        cx: &mut PassContext<'_>,
    ) {
        let Some(folder) = &self.certificate else { return };
        let program = arith::program(module, cx.registry, op);
        let steps = self.step_limit();
        let script = program.map_err(|unread| unread.message);
        let script = script.and_then(|program| prover::script(comparison, &program, steps));
        let script = match script {
            Ok(script) => script,
            Err(reason) => return self.leave_out(module, op, &reason, cx),
        };
        let name = module.symbol(op).unwrap_or("");
        let of = comparison.claim.of;
        let queries = script.claims + 1;
        let text = format!(
            "; `@{name}` equals `@{of}` if each of the {queries} queries is unsatisfiable\n{}",
            script.text
        );
        let plain = |it: char| if it.is_ascii_alphanumeric() || it == '_' { it } else { '-' };
        let file: String = name.chars().map(plain).collect();
        // Functions in nested modules may have equal names.
        let paths = (0..).map(|number: usize| match number {
            0 => format!("{folder}/{file}.smt2"),
            _ => format!("{folder}/{file}.{number}.smt2"),
        });
        let is_new = |path: &String| !cx.files.iter().any(|known| known.path == *path);
        let path = paths.into_iter().find(is_new).unwrap_or_default();
        cx.write_file(path, text);
        cx.stats.add("certificates", 1);
    }

    /// Reports that a function has no certificate, if certificates are written.
    pub(super) fn leave_out(
        &self,
        module: &Module,
        op: Op,
        reason: &str,
        cx: &mut PassContext<'_>,
    ) {
        if self.certificate.is_none() {
            return;
        }
        cx.stats.add("certificates left out", 1);
        let name = module.symbol(op).unwrap_or("");
        let message = format!("`@{name}` has no certificate: {reason}");
        let place = module.location(op);
        cx.sink.push(Diag::new(Severity::Remark, code::ADDRESS_DIFFERS, place, message));
    }
}

/// Returns the error about a difference between a function and a layout of this name.
fn differs(module: &Module, op: Op, of: &str, difference: &AddressDifference) -> Box<Diag> {
    let message = difference.message(module.symbol(op).unwrap_or(""), of);
    let diag = Diag::error(code::ADDRESS_DIFFERS, module.location(op), message);
    Box::new(match difference.op() {
        Some(op) => diag.note_at(module.location(op), "caused by this op"),
        None => diag,
    })
}

/// Returns the severity and message if no difference was found but the check is incomplete; `None` if it is complete.
fn incompleteness(
    name: &str,
    of: &str,
    report: &ComparisonReport,
    verdict: Option<&Verdict>,
) -> Option<(Severity, String)> {
    let compared = report.compared;
    let part = match (&report.coverage, verdict) {
        (Coverage::All, None) | (_, Some(Verdict::Proven)) => return None,
        (Coverage::All, Some(_)) => format!("all {compared} indices of `@{name}` were compared"),
        (Coverage::Some(all), _) => format!(
            "`@{name}` was compared with `@{of}` at {compared} of {all} indices, which does not prove that they are equal"
        ),
    };
    Some(match verdict {
        Some(Verdict::Unknown(why)) => {
            let severity = match report.coverage {
                Coverage::All => Severity::Remark,
                Coverage::Some(_) => Severity::Warning,
            };
            (severity, format!("`@{name}` is not proven equal to `@{of}`: {why}; {part}"))
        }
        Some(Verdict::Skipped(why)) => (Severity::Warning, format!("proof skipped: {why}; {part}")),
        _ if matches!(report.coverage, Coverage::All) => return None,
        _ => (Severity::Remark, part),
    })
}
