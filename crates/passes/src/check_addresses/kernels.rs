//! The proof of kernels: the plan of each is the copy between its layouts, and so is the program that emitters write for
//! a kernel without a plan.

use super::check::CheckAddresses;
use super::claim::{self, Claim};
use super::prover::Prover;
use crate::pass::PassContext;
use crate::resolved::ResolvedLayouts;
use address::arith::{self, ADDRESS_KEY, AddressAttr, AddressSignature};
use address::program::Program;
use address::simplify::CostModel;
use address::{AddressForm, OffsetUnit};
use ir::diag::{Diag, code};
use ir::encoding::Fault;
use ir::kernel::{CopyKernel, KERNEL_OP, RecordKernel, is_of_records};
use ir::layout::{CopyPlan, Layout};
use ir::{Module, Op};
use std::rc::Rc;

/// Proves the kernels of a module.
pub(super) fn check(
    pass: &CheckAddresses,
    module: &Module,
    layouts: &ResolvedLayouts<'_>,
    cx: &mut PassContext<'_>,
    prover: &mut Option<Prover>,
) {
    for op in module.ops(module.body()).filter(|&op| module.name(op) == KERNEL_OP) {
        if is_of_records(module, op) {
            if let Err(fault) = records(pass, (module, op), layouts, cx, prover) {
                cx.sink.push(fault.to_diag(module.location(op)));
            }
            continue;
        }
        let checked = layouts.kernel(op).and_then(|kernel| match &kernel.plan {
            Some(plan) => prove(plan, [&kernel.source, &kernel.target], cx),
            None => slots(pass, (module, op), &kernel, cx, prover),
        });
        if let Err(fault) = checked {
            cx.sink.push(fault.to_diag(module.location(op)));
        }
    }
}

/// Proves a plan, and compares its writes.
fn prove(
    plan: &CopyPlan,
    [source, target]: [&Layout; 2],
    cx: &mut PassContext<'_>,
) -> Result<(), Fault> {
    fn differs(reason: String) -> Fault {
        let message = format!("the plan is not the copy between the types of its kernel: {reason}");
        Fault::new(code::ADDRESS_DIFFERS, message)
    }
    // The comparison reports the slot of a difference, so it comes first.
    let is_compared = plan.compare(source, target).map_err(|it| differs(it.to_string()))?;
    plan.prove(source, target).map_err(|it| differs(it.to_string()))?;
    cx.stats.add("plans proven", 1);
    cx.stats.add("plans compared slot by slot", is_compared.into());
    Ok(())
}

/// Checks the programs that emitters write for a kernel without a plan, each as a function of its own.
fn slots(
    pass: &CheckAddresses,
    (module, op): (&Module, Op),
    kernel: &CopyKernel,
    cx: &mut PassContext<'_>,
    prover: &mut Option<Prover>,
) -> Result<(), Fault> {
    let map = Rc::new(kernel.slot_map()?);
    let mut programs: Vec<Program> = Vec::new();
    for cost in [CostModel::Weight, CostModel::Slots] {
        let program = arith::slot_program(kernel, cost);
        let program = program.map_err(|reason| Fault::new(code::ADDRESS, reason))?;
        if !programs.contains(&program) {
            programs.push(program);
        }
    }
    for program in programs {
        compare(pass, (module, op), (&program, &map), cx, prover)?;
    }
    Ok(())
}

/// Proves the moves of a kernel that repacks records: the plan of each, or the programs to the bits of its elements.
fn records(
    pass: &CheckAddresses,
    (module, op): (&Module, Op),
    layouts: &ResolvedLayouts<'_>,
    cx: &mut PassContext<'_>,
    prover: &mut Option<Prover>,
) -> Result<(), Fault> {
    let Some(kernel) = RecordKernel::read(layouts.layouts(), op)? else { return Ok(()) };
    for it in &kernel.copy.moves {
        if let Some(plan) = &it.plan {
            let bits = it.bits().map_err(|fault| Fault::new(code::RECORD, fault.message))?;
            prove(plan, [&bits[0], &bits[1]], cx)?;
            continue;
        }
        for layout in &it.ends {
            let program = arith::layout_program(layout, CostModel::Weight);
            let program = program.map_err(|reason| Fault::new(code::ADDRESS, reason))?;
            compare(pass, (module, op), (&program, &Rc::new(layout.clone())), cx, prover)?;
        }
    }
    Ok(())
}

/// Checks that a program is the map of a layout, as a function of its own.
fn compare(
    pass: &CheckAddresses,
    (module, op): (&Module, Op),
    (program, map): (&Program, &Rc<Layout>),
    cx: &mut PassContext<'_>,
    prover: &mut Option<Prover>,
) -> Result<(), Fault> {
    let name = module.symbol(op).unwrap_or_default();
    let mut scratch = Module::new();
    let function = function(&mut scratch, name, program);
    let claim = Claim::new(name, claim::read(&scratch, function)?);
    let checked = pass.check(&scratch, (&claim, map), cx, prover, function);
    if let Some(diag) = checked.unwrap_or_else(|diag| Some(*diag)) {
        let place = module.location(op);
        cx.sink.push(Diag::new(diag.severity, diag.code, place, diag.message));
    }
    Ok(())
}

/// Creates the function of a program in a module of its own.
fn function(scratch: &mut Module, name: &str, program: &Program) -> Op {
    let slots = program.params().iter().map(|param| param.end().cast_signed()).collect();
    let signature = AddressSignature::of_index(AddressForm::Offset, slots);
    let attr = AddressAttr {
        of: name,
        signature,
        unit: OffsetUnit::Element,
        field: None,
        unknown_key: None,
    };
    let attr = attr.write(scratch);
    let symbol = format!("{name}_source");
    let labels: Vec<String> = match program.params() {
        [_] => vec!["slot".to_owned()],
        params => (0..params.len()).map(|dim| format!("d{dim}")).collect(),
    };
    let op = arith::create_function(scratch, &symbol, program, &[(ADDRESS_KEY, attr)], &labels);
    let body = scratch.body();
    scratch.append_op(body, op);
    op
}
