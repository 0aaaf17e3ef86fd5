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
//! // error: `@offset_x` and `@x` differ at index [1, 0]: the function returns 6, but the layout has offset 5
//! ```
//!
//! Both sides are evaluated concretely: the ops of the function by the `oracle`, the layout by the crate `layout`. If
//! there are at most 2^22 indices inside the lengths, the pass compares all of them. Otherwise it compares all corners
//! and seeded samples, and a remark reports that the check is incomplete. The first difference of each function is an
//! error. A division by zero and a shift by the word width or more are errors at any index inside the lengths, valid or
//! not; other results at invalid indices are not compared. The kernel of a `layout.reorder` is compared with the
//! layout's copy map, at slots instead of indices. The plan of a kernel is proven for any size: each slot of the target
//! is written once, with the right element or with zero (`plans`). A function with `form = "inverse"` is compared at
//! slots: with the least index of each slot if all indices can be enumerated, otherwise with the inverse search at
//! samples. The module is not changed.
//!
//! The function of a layout with symbols is compared in the same way, for values of the symbols (`symbolic`). If not all are
//! compared, the decision procedure of the crate `layout` decides the equality, or a remark reports that it is undecided.
//!
//! A function that was compared at all indices is proven. With `smt=true`, the SMT solver z3 decides whether any other
//! function differs at any index ([`address::proof`], `smt_solver`). It proves that the function does not, or finds an index
//! where it differs. Such an index is an error only if evaluation confirms it. With `smt=all`, z3 also proves the
//! functions that were compared at all indices. The statistics count the functions that each of the two proved.
//!
//! The time of a proof by z3 does not depend on the lengths. The solver is the program `z3`, or the one that the
//! environment variable `LAYOUTC_Z3` names. If it is missing, a warning reports that, and the rest is checked. `steps`
//! bounds its work in its own steps instead of time, so that one version of z3 always returns the same answer. If z3
//! does not decide, this is a remark if all indices were compared, otherwise a warning.

mod check;
mod claim;
mod compare;
mod kernels;
mod oracle;
mod prover;
mod records;
mod slots;
mod symbolic;

use crate::addressed::of_symbolic_form;
use crate::pass::{OptionError, OptionInfo, Options, Pass, PassContext, PassInfo};
use crate::resolved::ResolvedLayouts;
use address::{AddressForm, arith};
pub use check::CheckAddresses;
use claim::Claim;
use ir::progress::ProgressReport;
use ir::{Module, Op};
use prover::{DEFAULT_STEPS, Prover};

const OPTIONS: &[OptionInfo] = &[
    OptionInfo::constant(
        "smt",
        &["true", "all", "false"],
        "false",
        "whether the SMT solver z3 proves functions that are not compared at all indices, or all functions",
    ),
    OptionInfo::constant("steps", &[], DEFAULT_STEPS, "the most steps of the solver for one query"),
    OptionInfo::constant(
        "certificate",
        &[],
        "none",
        "the folder for the difference of each proven function to its layout as SMT-LIB, or `none`",
    ),
];

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "check-addresses",
    "compares every addressing function with its layout",
    include_str!("check_addresses/page.md"),
    OPTIONS,
    &|options| {
        let steps = Some(steps(options)?);
        let smt = options.get("smt");
        let (proves, proves_all) = (smt != "false", smt == "all");
        let certificate = Some(options.get("certificate")).filter(|folder| *folder != "none");
        let certificate = certificate.map(str::to_owned);
        Ok(Box::new(CheckAddresses { steps, proves, proves_all, certificate }))
    },
);

/// Returns the step limit of the solver.
fn steps(options: &Options) -> Result<u64, OptionError> {
    let text = options.get("steps");
    // The solver treats 0 as no limit, and reads 32 bits.
    let Some(steps) = text.parse::<u32>().ok().filter(|&steps| steps > 0) else {
        let most = u32::MAX;
        let message = format!("option `steps` is `{text}`, but must be a number from 1 to {most}");
        return Err(OptionError { message, near: None });
    };
    Ok(steps.into())
}

impl Pass for CheckAddresses {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let module = &*module;
        let layouts = ResolvedLayouts::new(module, cx.registry);
        let registry = cx.registry;
        let mut prover = self.proves.then(|| Prover::new(self.step_limit()));
        let functions: Vec<Op> =
            module.walk().filter(|op| arith::is_address_function(module, registry, *op)).collect();
        let total = functions.len() as u64;
        for (done, op) in (0..).zip(functions) {
            let item = format!("`@{}`", module.symbol(op).unwrap_or(""));
            cx.progress.report(ProgressReport { done, total, unit: "functions", item: &item });
            let attr = claim::read(module, op);
            if let Ok(attr) = &attr
                && let Some(layout) = layouts.symbolic(attr.of)
            {
                let claim = Claim::new(attr.of, attr.clone());
                let form = of_symbolic_form(&layout, &attr.signature.form, attr.of);
                let checked = match form {
                    Ok(layout) => symbolic::check(module, (&claim, &layout), cx, op),
                    Err(fault) => Err(Box::new(fault.to_diag(module.location(op)))),
                };
                self.leave_out(module, op, "its layout has symbols", cx);
                if let Some(diag) = checked.unwrap_or_else(|diag| Some(*diag)) {
                    cx.sink.push(diag);
                }
                continue;
            }
            if let Ok(attr) = &attr
                && matches!(attr.signature.form, AddressForm::Bits(_))
            {
                let claim = Claim::new(attr.of, attr.clone());
                self.leave_out(module, op, "its layout is that of a record", cx);
                match records::check(module, (&claim, layouts.layouts()), cx, op) {
                    Ok(diag) => diag.into_iter().for_each(|diag| cx.sink.push(diag)),
                    Err(diag) => cx.sink.push(*diag),
                }
                continue;
            }
            let claim = attr.and_then(|attr| {
                let claim = Claim::new(attr.of, attr);
                let layout = claim.of_form(layouts.find(claim.of)?)?;
                Ok((claim, layout))
            });
            let checked =
                claim.map_err(|fault| Box::new(fault.to_diag(module.location(op)))).and_then(
                    |(claim, layout)| self.check(module, (&claim, &layout), cx, &mut prover, op),
                );
            if let Some(diag) = checked.unwrap_or_else(|diag| Some(*diag)) {
                cx.sink.push(diag);
            }
        }
        kernels::check(self, module, &layouts, cx, &mut prover);
    }
}
