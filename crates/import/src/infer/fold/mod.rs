//! Constant folding of shape computations: models compute the shape of a `Reshape` from the shape of its operand.
//!
//! Only results with few elements are folded. Elements are known or unknown one by one.

mod math;
mod moves;
mod operand;

use super::shapes::{filler, shape_range};
use crate::call::{Call, ValueFact, ValueTypes};
use crate::elem::{Elem, TensorType, count};
use crate::literal::{ElementValues, TensorLiteral};
use ElementValues::{Floats, Ints};
use operand::few;

/// Returns the fact of result `index` of a node, whose type is known.
pub(crate) fn fold(call: &Call<'_>, index: usize, ty: TensorType) -> ValueFact {
    if let Some(literal) = filled(call, &ty) {
        return ValueFact::constant(literal);
    }
    let numbers = few(&ty).and_then(|count| Some((count, numbers(call, index, &ty)?)));
    let numbers = numbers.filter(|(count, numbers)| numbers.len() as u64 == *count);
    let numbers = numbers.map(|(_, numbers)| fitting(numbers, &ty));
    let literal = numbers.as_ref().and_then(|numbers| TensorLiteral::of_numbers(&ty, numbers));
    ValueFact { ty, literal, numbers }
}

/// Infers `NonZero`: a column of indices for each nonzero element.
pub(super) fn non_zero(call: &Call<'_>) -> ValueTypes {
    let rank = call.dims(0)?.len();
    let known = moves::non_zero(call).map(|all| all.len() / rank.max(1));
    let count = known.filter(|_| rank > 0).map(|count| count as u64);
    Ok(vec![TensorType::new(Elem::I64, [Some(rank as u64), count])])
}

/// Keeps only the elements that the element type can represent. Others would have wrapped at run time.
fn fitting(numbers: ElementValues, ty: &TensorType) -> ElementValues {
    match numbers {
        Ints(ints) => {
            Ints(ints.into_iter().map(|int| int.filter(|int| ty.elem.holds(*int))).collect())
        }
        floats @ Floats(_) => floats,
    }
}

/// Returns the result of a `ConstantOfShape`, of any size. Its elements are all equal.
fn filled(call: &Call<'_>, ty: &TensorType) -> Option<TensorLiteral> {
    if call.node.op_type.as_deref() != Some("ConstantOfShape") || count(&ty.lengths()?)? == 0 {
        return None;
    }
    let element = match filler(call).ok()? {
        Some(value) => value.single()?.to_vec(),
        None => vec![0; 4],
    };
    Some(TensorLiteral::splat(ty.clone(), element))
}

fn numbers(call: &Call<'_>, index: usize, ty: &TensorType) -> Option<ElementValues> {
    let op = call.node.op_type.as_deref()?;
    match op {
        "Shape" => lengths(call),
        "Size" => Some(Ints(vec![Some(size(call)?)])),
        "Range" => range(call, ty),
        _ => moves::fold(call, op, index, ty).or_else(|| math::fold(call, op, ty)),
    }
}

fn lengths(call: &Call<'_>) -> Option<ElementValues> {
    let dims = call.dims(0).ok()?;
    Some(Ints(
        dims[shape_range(call).ok()?]
            .iter()
            .map(|len| len.and_then(|len| i64::try_from(len).ok()))
            .collect(),
    ))
}

fn size(call: &Call<'_>) -> Option<i64> {
    i64::try_from(count(&call.input(0).ok()?.lengths()?)?).ok()
}

fn range(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let start = call.known_int(0)?;
    let step = call.known_int(2)?;
    let count = few(ty)?;
    Some(Ints((0..count).map(|at| (at as i64).checked_mul(step)?.checked_add(start)).collect()))
}
