//! `check-addresses`: compares every addressing function with its layout.
//!
//! ```mlir
//! layout.tensor @x : tensor<4x5xf32>
//! func.func @offset_x(%d0: i32, %d1: i32) -> i32
//!     attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "element"}} {
//!   %0 = "arith.constant"() <{value = 6 : i32}> : () -> i32
//!   %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
//!   %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
//!   return %2 : i32
//! }
//! // error: `@offset_x` and `@x` differ at index [1, 0]: the function gives 6, the layout 5
//! ```
//!
//! Both are evaluated: the ops of the function by the `oracle`, one by one, the layout by the core. They are compared at every
//! index inside the lengths if there are at most 2^22; else at all corners and at seeded samples, and a remark reports that the
//! check is not complete. The first difference of each function is an error. A division by zero and a shift by the whole
//! width are errors at any index inside the lengths, valid or not; other results at an index that is not valid are not
//! compared. The kernel of a `layout.reorder` is compared with the core's copy, at slots instead of indices.
//! The module is not changed.
//!
//! With `smt=true` the SMT solver z3 decides, too, whether there is any index where both differ ([`address::proof`],
//! `solver`): it proves that there is none, or finds one, which is an error after both were evaluated there. That needs no more
//! time for large lengths than for small ones. z3 is the program of that name, or the one that the environment variable `LAYOUTC_Z3`
//! names; without it a warning reports that, and the rest is checked. `steps` bounds its work, in its own steps and not by a clock, so
//! that one version of it always has the same answer. No answer is a remark if all indices were compared, else a warning.

mod claim;
mod compare;
mod oracle;
mod prover;
mod reorders;
mod solver;

use crate::pass::{OptionError, OptionInfo, Options, Pass, PassContext, PassInfo};
use address::arith;
use claim::Claim;
use compare::{AddressDifference, Comparison, ComparisonReport, Coverage};
use ir::diag::{Diag, Severity, code};
use ir::{Module, Op};
use oracle::OracleFunction;
use prover::{Prover, Verdict};
use reorders::Reorders;

pub(crate) const INFO: PassInfo = PassInfo {
    name: "check-addresses",
    summary: "compares every addressing function with its layout",
    page: include_str!("check_addresses/page.md"),
    options: &[
        OptionInfo {
            name: "smt",
            values: &["true", "false"],
            default: "false",
            summary: "whether the SMT solver z3 proves equality at all indices",
        },
        OptionInfo {
            name: "steps",
            values: &[],
            default: "5000000",
            summary: "the most steps of the solver for one query",
        },
    ],
    runs_on_functions: false,
    build: |options| Ok(Box::new(CheckAddresses { steps: steps(options)? })),
};

/// The steps of the solver that are asked for, if any.
fn steps(options: &Options) -> Result<Option<u64>, OptionError> {
    let text = options.get("steps");
    // The solver takes 0 as no bound, and reads 32 bits.
    let Some(steps) = text.parse::<u32>().ok().filter(|&steps| steps > 0) else {
        let most = u32::MAX;
        let message = format!("option `steps` is `{text}`, but must be a number from 1 to {most}");
        return Err(OptionError { message, near: None });
    };
    Ok((options.get("smt") == "true").then_some(steps.into()))
}

/// The pass `check-addresses`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckAddresses {
    /// The most steps that an SMT solver takes for each question, where it is to prove the functions. A second is
    /// some hundred thousand steps.
    pub steps: Option<u64>,
}

impl Pass for CheckAddresses {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let module = &*module;
        let layouts = Reorders::new(module, cx.registry);
        let registry = cx.registry;
        let is_function = |op: &Op| arith::is_address_function(module, registry, *op);
        let mut prover = self.steps.map(Prover::new);
        for op in module.walk().filter(is_function) {
            match check(module, &layouts, cx, &mut prover, op) {
                Ok(None) => {}
                Ok(Some(diag)) => cx.sink.push(diag),
                Err(diag) => cx.sink.push(*diag),
            }
        }
    }
}

/// Checks one function. Returns a diagnostic if the check is incomplete.
fn check(
    module: &Module,
    layouts: &Reorders<'_>,
    cx: &mut PassContext<'_>,
    prover: &mut Option<Prover>,
    op: Op,
) -> Result<Option<Diag>, Box<Diag>> {
    let at = |op: Op| move |fault: ir::encoding::Fault| Box::new(fault.to_diag(module.span(op)));
    let attr = claim::read(module, op).map_err(at(op))?;
    let (of, layout) = layouts.find(attr.layout, op).map_err(at(op))?;
    let claim = Claim { of, attr };
    let function =
        OracleFunction::read(module, cx.registry, op).map_err(|(place, fault)| at(place)(fault))?;
    claim.fits(&layout, &function).map_err(at(op))?;
    let name = module.symbol(op).unwrap_or("");
    let differs = |difference: AddressDifference| {
        let diag =
            Diag::error(code::ADDRESS_DIFFERS, module.span(op), difference.message(name, claim.of));
        Box::new(match difference.op() {
            Some(op) => diag.note_at(module.span(op), "by this op"),
            None => diag,
        })
    };
    let comparison = Comparison { claim: &claim, layout: &layout, function: &function };
    let report = comparison.run().map_err(differs)?;
    cx.stats.add("functions checked", 1);
    cx.stats.add("indices compared", report.compared);
    cx.stats.add("functions that wrap", report.wraps.into());
    let verdict = match prover {
        Some(prover) => {
            let program = arith::program(module, cx.registry, op);
            Some(prover.judge(&comparison, program).map_err(differs)?)
        }
        None => None,
    };
    let incomplete = incompleteness(name, claim.of, &report, verdict.as_ref());
    if let Some(verdict) = verdict {
        cx.stats.add(verdict.counted(), 1);
    }
    Ok(incomplete.map(|(severity, message)| {
        Diag::new(severity, code::ADDRESS_DIFFERS, module.span(op), message)
    }))
}

/// Returns the severity and message for a function in which no difference was found; `None` if the check is complete.
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
            "`@{name}` was compared with `@{of}` at {compared} of {all} indices, which does not show that they are the same"
        ),
    };
    Some(match verdict {
        Some(Verdict::Unknown(why)) => {
            let severity = match report.coverage {
                Coverage::All => Severity::Remark,
                Coverage::Some(_) => Severity::Warning,
            };
            (severity, format!("`@{name}` is not proven to be `@{of}`, as {why}; {part}"))
        }
        Some(Verdict::Skipped(why)) => {
            (Severity::Warning, format!("nothing is proven, {why}; {part}"))
        }
        _ if matches!(report.coverage, Coverage::All) => return None,
        _ => (Severity::Remark, part),
    })
}
