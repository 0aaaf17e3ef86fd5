//! Constant folding of shape computations: models compute the shape of a `Reshape` from the shape of its operand.
//!
//! Only nodes with one result and few elements are folded. Elements are known or unknown one by one.

use super::shapes::{filler, shape_range};
use super::slices::ranges;
use crate::call::{Call, ValueFact};
use crate::elem::{Elem, TensorType, count};
use crate::literal::{ElementValues, TensorLiteral};
use ElementValues::{Floats, Ints};

/// Returns the fact of a node's only result, whose type is known.
pub(crate) fn fold(call: &Call<'_>, ty: TensorType) -> ValueFact {
    if let Some(literal) = filled(call, &ty) {
        return ValueFact::constant(literal);
    }
    let numbers = few(&ty).and_then(|count| Some((count, numbers(call, &ty)?)));
    let numbers = numbers.filter(|(count, numbers)| numbers.len() as u64 == *count);
    let numbers = numbers.map(|(_, numbers)| fitting(numbers, ty.elem));
    let literal = numbers.as_ref().and_then(|numbers| TensorLiteral::of_numbers(&ty, numbers));
    ValueFact { ty, literal, numbers }
}

/// Keeps only the elements that the element type can represent. Others would have wrapped at run time.
fn fitting(numbers: ElementValues, elem: Elem) -> ElementValues {
    let fits = |int: &i64| match elem {
        Elem::I64 => true,
        Elem::I32 => i32::try_from(*int).is_ok(),
        Elem::BOOL => matches!(int, 0 | 1),
        _ => false,
    };
    match numbers {
        Ints(ints) => Ints(ints.into_iter().map(|int| int.filter(fits)).collect()),
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

fn numbers(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let of = |index: usize| call.optional(index)?.numbers.as_ref();
    match call.node.op_type.as_deref()? {
        "Shape" => lengths(call),
        "Size" => Some(Ints(vec![Some(size(call)?)])),
        "Identity" | "Reshape" | "Squeeze" | "Unsqueeze" | "Flatten" => Some(of(0)?.clone()),
        "Cast" => cast(of(0)?, ty.elem),
        "Gather" => gather(call),
        "Concat" => concat(call),
        "Slice" => slice(call),
        "Range" => range(call, ty),
        "Floor" => floats(of(0)?, f32::floor),
        "Ceil" => floats(of(0)?, f32::ceil),
        "Neg" => match of(0)? {
            Ints(ints) => {
                Some(Ints(ints.iter().map(|int| int.and_then(i64::checked_neg)).collect()))
            }
            Floats(_) => floats(of(0)?, |float| -float),
        },
        "Add" => arithmetic(of(0)?, of(1)?, i64::checked_add, |a, b| a + b),
        "Sub" => arithmetic(of(0)?, of(1)?, i64::checked_sub, |a, b| a - b),
        "Mul" => arithmetic(of(0)?, of(1)?, i64::checked_mul, |a, b| a * b),
        "Div" => arithmetic(of(0)?, of(1)?, i64::checked_div, |a, b| a / b),
        "Max" if call.inputs.len() == 2 => {
            arithmetic(of(0)?, of(1)?, |a, b| Some(a.max(b)), f32::max)
        }
        "Min" if call.inputs.len() == 2 => {
            arithmetic(of(0)?, of(1)?, |a, b| Some(a.min(b)), f32::min)
        }
        "Equal" => match (of(0)?, of(1)?) {
            (Ints(a), Ints(b)) => paired(a, b, |a, b| Some(i64::from(a == b))).map(Ints),
            _ => None,
        },
        "Where" => select(of(0)?, of(1)?, of(2)?),
        _ => None,
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

fn cast(numbers: &ElementValues, to: Elem) -> Option<ElementValues> {
    match numbers {
        Ints(ints) if matches!(to, Elem::I64 | Elem::I32) => Some(Ints(ints.clone())),
        Ints(ints) if to == Elem::F32 => {
            Some(Floats(ints.iter().map(|int| int.map(|int| int as f32)).collect()))
        }
        Floats(floats) if to == Elem::F32 => Some(Floats(floats.clone())),
        Floats(floats) if to == Elem::I64 => {
            let whole = |float: &f32| float.abs() < 9e18;
            Some(Ints(
                floats.iter().map(|float| float.filter(whole).map(|float| float as i64)).collect(),
            ))
        }
        _ => None,
    }
}

/// Returns the elements at the given indices, unknown for an index out of range.
fn pick(numbers: &ElementValues, indices: impl Iterator<Item = Option<usize>>) -> ElementValues {
    match numbers {
        Ints(ints) => Ints(indices.map(|at| ints.get(at?).copied().flatten()).collect()),
        Floats(floats) => Floats(indices.map(|at| floats.get(at?).copied().flatten()).collect()),
    }
}

/// Folds `Gather` from a one-dim tensor. The indices may have any shape.
fn gather(call: &Call<'_>) -> Option<ElementValues> {
    let (list, indices) = (call.optional(0)?, call.optional(1)?);
    let (Some(numbers), Some(Ints(indices))) = (&list.numbers, &indices.numbers) else {
        return None;
    };
    let ([_], len) = (&list.ty.dims[..], numbers.len()) else { return None };
    let index = |index: &Option<i64>| {
        let from_end =
            index.map(|index| if index < 0 { index.saturating_add(len as i64) } else { index });
        from_end.and_then(|index| usize::try_from(index).ok())
    };
    Some(pick(numbers, indices.iter().map(index)))
}

/// Folds `Concat` of one-dim tensors.
fn concat(call: &Call<'_>) -> Option<ElementValues> {
    let mut all = Vec::new();
    for index in 0..call.inputs.len() {
        let list = call.optional(index)?;
        if list.ty.dims.len() != 1 {
            return None;
        }
        match (&list.numbers, few(&list.ty)) {
            (Some(Ints(ints)), _) => all.extend(ints),
            (None, Some(count)) if list.ty.elem.is_int() => all.extend(vec![None; count as usize]),
            _ => return None,
        }
    }
    Some(Ints(all))
}

/// Folds `Slice` of a one-dim tensor.
fn slice(call: &Call<'_>) -> Option<ElementValues> {
    let list = call.optional(0)?;
    let (numbers, [_]) = (list.numbers.as_ref()?, &list.ty.dims[..]) else { return None };
    let ranges = ranges(call).ok()?;
    let [range] = &ranges[..] else { return None };
    let (start, count) = range.of(numbers.len() as u64)?;
    let step = i128::from(range.step?);
    let index = |at: u64| usize::try_from(start + i128::from(at) * step).ok();
    Some(pick(numbers, (0..count).map(index)))
}

fn range(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let one = |index: usize| call.known_ints(index).ok()??.first().copied();
    let (start, step, count) = (one(0)?, one(2)?, few(ty)?);
    let at = |at: u64| (at as i64).checked_mul(step)?.checked_add(start);
    Some(Ints((0..count).map(at).collect()))
}

fn floats(numbers: &ElementValues, f: impl Fn(f32) -> f32) -> Option<ElementValues> {
    match numbers {
        Floats(floats) => Some(Floats(floats.iter().map(|float| float.map(&f)).collect())),
        Ints(_) => None,
    }
}

fn arithmetic(
    a: &ElementValues,
    b: &ElementValues,
    ints: impl Fn(i64, i64) -> Option<i64>,
    floats: impl Fn(f32, f32) -> f32,
) -> Option<ElementValues> {
    match (a, b) {
        (Ints(a), Ints(b)) => paired(a, b, ints).map(Ints),
        (Floats(a), Floats(b)) => paired(a, b, |a, b| Some(floats(a, b))).map(Floats),
        _ => None,
    }
}

/// Applies `f` element by element. An operand of one element is broadcast.
fn paired<T: Copy, U>(
    a: &[Option<T>],
    b: &[Option<T>],
    f: impl Fn(T, T) -> Option<U>,
) -> Option<Vec<Option<U>>> {
    let len = if a.len() == 1 { b.len() } else { a.len() };
    if [a.len(), b.len()].iter().any(|&own| own != len && own != 1) {
        return None;
    }
    let at = |list: &[Option<T>], at: usize| if list.len() == 1 { list[0] } else { list[at] };
    Some((0..len).map(|index| f(at(a, index)?, at(b, index)?)).collect())
}

fn select(test: &ElementValues, yes: &ElementValues, no: &ElementValues) -> Option<ElementValues> {
    let (Ints(test), Ints(yes), Ints(no)) = (test, yes, no) else { return None };
    let len = test.len().max(yes.len()).max(no.len());
    if [test.len(), yes.len(), no.len()].iter().any(|&own| own != len && own != 1) {
        return None;
    }
    let at = |list: &[Option<i64>], at: usize| if list.len() == 1 { list[0] } else { list[at] };
    let one = |index| at(if at(test, index)? != 0 { yes } else { no }, index);
    Some(Ints((0..len).map(one).collect()))
}
