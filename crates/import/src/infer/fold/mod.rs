//! Constant folding of shape computations: models compute the shape of a `Reshape` from the shape of its operand.
//!
//! Only results with few elements are folded. Elements are known or unknown one by one.

mod math;
mod moves;

pub(super) use moves::non_zero;

use super::shapes::{filler, shape_range};
use crate::call::{Call, ValueFact};
use crate::elem::{TensorType, count};
use crate::literal::{ElementValues, TensorLiteral};
use ElementValues::{Floats, Ints};
use std::borrow::Cow;

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

/// Keeps only the elements that the element type can represent. Others would have wrapped at run time.
fn fitting(numbers: ElementValues, ty: &TensorType) -> ElementValues {
    match numbers {
        Ints(ints) => {
            let fits = |int: &i64| ty.elem.holds(*int);
            Ints(ints.into_iter().map(|int| int.filter(fits)).collect())
        }
        floats @ Floats(_) => floats,
    }
}

/// Returns the number of elements. `None` if it is unknown or large.
fn few(ty: &TensorType) -> Option<u64> {
    count(&ty.lengths()?).filter(|&count| !ElementValues::is_large(count))
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

/// An operand with its elements, each of which may be unknown.
struct Operand<'a> {
    /// The lengths of the dims.
    dims: Vec<usize>,
    elements: Cow<'a, ElementValues>,
}

impl<'a> Operand<'a> {
    /// Returns operand `index`. `None` if it has many elements, or no integers and no known elements.
    fn of(call: &Call<'a>, index: usize) -> Option<Operand<'a>> {
        let fact = call.optional(index)?;
        let count = few(&fact.ty)? as usize;
        let elements = match &fact.numbers {
            Some(numbers) => Cow::Borrowed(numbers),
            None if fact.ty.elem.is_int() => Cow::Owned(Ints(vec![None; count])),
            None => return None,
        };
        let dims = fact.ty.lengths()?.into_iter().map(|len| len as usize).collect();
        (elements.len() == count).then_some(Operand { dims, elements })
    }

    /// Returns all operands of a call.
    fn all(call: &Call<'a>) -> Option<Vec<Operand<'a>>> {
        (0..call.inputs.len()).map(|index| Operand::of(call, index)).collect()
    }
}

/// Returns the position of an index in row-major order.
fn position(index: &[usize], dims: &[usize]) -> usize {
    index.iter().zip(dims).fold(0, |at, (&index, &len)| at * len + index)
}

/// Returns all indices in row-major order.
fn indices(dims: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let count: usize = dims.iter().product();
    (0..count).map(move |mut at| {
        let mut index = vec![0; dims.len()];
        for (entry, len) in index.iter_mut().zip(dims).rev() {
            (*entry, at) = (at % len, at / len);
        }
        index
    })
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
    let (dims, (start, end)) = (call.dims(0).ok()?, shape_range(call).ok()?);
    let length = |len: &Option<u64>| len.and_then(|len| i64::try_from(len).ok());
    Some(Ints(dims[start..end].iter().map(length).collect()))
}

fn size(call: &Call<'_>) -> Option<i64> {
    i64::try_from(count(&call.input(0).ok()?.lengths()?)?).ok()
}

fn range(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let one = |index: usize| call.known_ints(index).ok()??.first().copied();
    let (start, step, count) = (one(0)?, one(2)?, few(ty)?);
    let at = |at: u64| (at as i64).checked_mul(step)?.checked_add(start);
    Some(Ints((0..count).map(at).collect()))
}
