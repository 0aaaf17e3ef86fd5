//! The check of a function that computes the bits of values in records: a comparison at indices.

use super::claim::Claim;
use super::compare::{MOST, SAMPLES, SEED, SplitMix64};
use super::oracle::{OracleFunction, OracleMachine};
use crate::pass::PassContext;
use address::AddressForm;
use ir::descriptor::Layouts;
use ir::diag::{Diag, Severity, code};
use ir::encoding::Fault;
use ir::layout::{BitPart, FieldValue, IndexSpace, LogicalIndex, RecordTensor, joined};
use ir::records;
use ir::{Module, Op};
use std::rc::Rc;

/// Checks a function of the form `Bits`. Returns a remark if not all indices were compared.
///
/// # Errors
/// The signature is not that of the value, or a result differs.
pub(super) fn check(
    module: &Module,
    (claim, layouts): (&Claim<'_>, &Layouts<'_>),
    cx: &mut PassContext<'_>,
    op: Op,
) -> Result<Option<Diag>, Box<Diag>> {
    let fault_at = |op: Op| move |fault: Fault| Box::new(fault.to_diag(module.location(op)));
    let function = OracleFunction::read(module, cx.registry, op, 0);
    let function = function.map_err(|(place, fault)| fault_at(place)(fault))?;
    let tensor = tensor(claim, layouts).map_err(fault_at(op))?;
    let value = value(claim, &tensor).map_err(fault_at(op))?;
    fits(claim, &tensor, &value, &function).map_err(fault_at(op))?;
    let space = IndexSpace::below(tensor.lengths());
    let total = space.count();
    let mut machine = OracleMachine::new(&function);
    let mut compared = 0u64;
    let mut compare = |index: &[i64]| -> Result<(), Box<Diag>> {
        compared += 1;
        compared_at(&mut machine, &value, index).map_err(|difference| {
            let name = module.symbol(op).unwrap_or_default();
            let message =
                format!("`@{name}` and `@{}` differ at index {index:?}: {difference}", claim.of);
            Box::new(Diag::error(code::ADDRESS_DIFFERS, module.location(op), message))
        })
    };
    if total <= MOST {
        space.iter().try_for_each(|index| compare(&index))?;
    } else {
        let lengths = tensor.lengths();
        let last: Vec<i64> = lengths.iter().map(|length| length - 1).collect();
        compare(&space.first())?;
        compare(&last)?;
        let mut random = SplitMix64(SEED);
        for _ in 0..SAMPLES {
            let index: Vec<i64> = lengths.iter().map(|&length| random.below(length)).collect();
            compare(&index)?;
        }
    }
    cx.stats.add("functions checked", 1);
    cx.stats.add("indices compared", compared);
    let name = module.symbol(op).unwrap_or_default();
    let message = format!(
        "`@{name}` was compared with `@{}` at {compared} of {total} indices, which does not prove that they are equal",
        claim.of
    );
    Ok((total > MOST)
        .then(|| Diag::new(Severity::Remark, code::ADDRESS_DIFFERS, module.location(op), message)))
}

/// Returns the tensor of records that a function names.
fn tensor(claim: &Claim<'_>, layouts: &Layouts<'_>) -> Result<Rc<RecordTensor>, Fault> {
    records::find(layouts, claim.of).unwrap_or_else(|| {
        let message = format!("`@{}` is not a tensor of records", claim.of);
        Err(Fault::new(code::ADDRESS, message))
    })
}

/// Returns the value whose bits a function computes.
fn value<'t>(claim: &Claim<'_>, tensor: &'t RecordTensor) -> Result<FieldValue<'t>, Fault> {
    tensor.value(claim.attr.field).map_err(|fault| Fault::new(code::ADDRESS, fault.message))
}

/// Checks that the signature of a function is that of a value.
fn fits(
    claim: &Claim<'_>,
    tensor: &RecordTensor,
    value: &FieldValue<'_>,
    function: &OracleFunction,
) -> Result<(), Fault> {
    let widths: Vec<i64> = value.parts.iter().map(|(_, width)| width.bits().get()).collect();
    let lengths = tensor.lengths();
    let signature = &claim.attr.signature;
    if signature.lengths != lengths || signature.form != AddressForm::Bits(widths.clone()) {
        let message = format!(
            "`@{}` has lengths {lengths:?} and widths {widths:?}, but the function has lengths {:?} and `{}`",
            claim.of, signature.lengths, signature.form
        );
        return Err(Fault::new(code::ADDRESS_DIFFERS, message));
    }
    claim.inputs(function)?;
    match function.outputs.split_last() {
        Some((1, words)) if words.len() == 2 * widths.len() => Ok(()),
        _ => {
            let message =
                "a function of bits must return a byte and a position for each part, and an i1";
            Err(Fault::new(code::TYPE_MISMATCH, message))
        }
    }
}

/// Compares the bits that a function computes at an index with those of the core.
///
/// # Errors
/// The difference.
fn compared_at(
    machine: &mut OracleMachine<'_>,
    value: &FieldValue<'_>,
    index: &[i64],
) -> Result<(), String> {
    let inputs: Vec<u64> = index.iter().map(|component| component.unsigned_abs()).collect();
    machine.run(&inputs).map_err(|trap| format!("the function {trap}"))?;
    let at = LogicalIndex::new(index.iter().copied()).map_err(|error| error.to_string())?;
    let parts = value.parts_at(&at).map_err(|error| format!("the bits are unknown: {error}"))?;
    let is_valid = machine.result(2 * value.parts.len()) == Some(1);
    let Some(parts) = parts else {
        return if is_valid { Err("only the function has bits".to_owned()) } else { Ok(()) };
    };
    let word = |place: usize| machine.result(place).unwrap_or_default();
    let found: Vec<[u64; 2]> =
        (0..parts.len()).map(|part| [word(2 * part), word(2 * part + 1)]).collect();
    let expected: Vec<[u64; 2]> = parts.iter().map(byte_and_shift).collect();
    if is_valid && found == expected {
        return Ok(());
    }
    let text = |all: &[[u64; 2]]| {
        joined(all.iter().map(|[byte, shift]| format!("byte {byte} shift {shift}")), ", ")
    };
    Err(match is_valid {
        true => {
            format!("the function returns {}, but the bits are {}", text(&found), text(&expected))
        }
        false => format!("the function reports no bits, but they are {}", text(&expected)),
    })
}

fn byte_and_shift(part: &BitPart) -> [u64; 2] {
    let access = part.bytes();
    [access.byte.get().unsigned_abs(), access.shift.into()]
}
