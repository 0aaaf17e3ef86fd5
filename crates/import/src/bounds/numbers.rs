//! The elements of shapes, as functions of the symbolic dims.

use super::quantity::Quantity;
use super::values::OperandForms;
use crate::call::{Call, from_end};
use crate::infer::moved::Length;
use crate::infer::{ranges, shape_range};

/// Returns the elements of the first result of a node, an integer tensor of at most one dim. `None` if they are unknown.
pub(super) fn numbers(call: &Call<'_>, operands: &OperandForms) -> Option<Vec<Quantity>> {
    let op = call.node.op_type.as_deref()?;
    match op {
        "Shape" => Some(operands.dims(0)?.get(shape_range(call).ok()?)?.to_vec()),
        "Size" => Some(vec![Quantity::product(operands.dims(0)?)]),
        "Cast" | "CastLike" | "Flatten" | "Identity" | "Reshape" | "Squeeze" | "Unsqueeze" => {
            Some(operands.numbers(0)?.to_vec())
        }
        "Add" | "Sum" => paired(call, operands, Quantity::plus),
        "Sub" => paired(call, operands, Quantity::minus),
        "Mul" => paired(call, operands, Quantity::times),
        "Div" => paired(call, operands, Quantity::over),
        "Equal" => paired(call, operands, equal),
        "Where" => select(operands),
        "ReduceProd" => Some(vec![Quantity::product(operands.numbers(0)?)]),
        "Concat" => {
            let lists = (0..call.inputs.len()).map(|index| listed(operands, index));
            Some(lists.collect::<Option<Vec<_>>>()?.concat())
        }
        "Gather" => gather(call, operands),
        "Slice" => slice(call, operands),
        _ => None,
    }
}

/// Returns the elements of an operand of at most one dim.
fn listed(operands: &OperandForms, index: usize) -> Option<&[Quantity]> {
    operands.numbers(index).filter(|_| operands.is_list(index))
}

/// Applies a function to the elements of two lists, of which one may have a single element for all of the other one.
fn paired(
    call: &Call<'_>,
    operands: &OperandForms,
    function: impl Fn(&Quantity, &Quantity) -> Quantity,
) -> Option<Vec<Quantity>> {
    let a = listed(operands, 0)?;
    let b = listed(operands, 1)?;
    let count = a.len().max(b.len());
    fn at(list: &[Quantity], index: usize) -> Option<Quantity> {
        list.get(index % list.len().max(1)).cloned()
    }
    let fits = [a, b].iter().all(|list| list.len() == 1 || list.len() == count);
    if call.inputs.len() != 2 || !fits {
        return None;
    }
    (0..count).map(|index| Some(function(&at(a, index)?, &at(b, index)?))).collect()
}

/// Returns 1 for equal values and 0 for values that are never equal. A length of 0 or more is not a negative number.
fn equal(a: &Quantity, b: &Quantity) -> Quantity {
    fn is_negative(value: &Quantity) -> bool {
        value.as_constant().is_some_and(|value| value < 0)
    }
    match (a, b) {
        (Quantity::Exact(x), Quantity::Exact(y)) if x == y => Quantity::constant(1),
        _ if a.is_natural() && is_negative(b) || b.is_natural() && is_negative(a) => {
            Quantity::constant(0)
        }
        _ => match (a.as_constant(), b.as_constant()) {
            (Some(_), Some(_)) => Quantity::constant(0),
            _ => Quantity::Unknown,
        },
    }
}

/// Returns the selected elements of lists. A single element is repeated.
fn select(operands: &OperandForms) -> Option<Vec<Quantity>> {
    let lists = [listed(operands, 0)?, listed(operands, 1)?, listed(operands, 2)?];
    let count = lists.iter().map(|list| list.len()).max()?;
    if lists.iter().any(|list| list.len() != 1 && list.len() != count) {
        return None;
    }
    Some(
        (0..count)
            .map(|index| {
                let [test, yes, no] =
                    lists.map(|list| &list[if list.len() == 1 { 0 } else { index }]);
                match test.as_constant() {
                    Some(0) => no.clone(),
                    Some(_) => yes.clone(),
                    None => Quantity::Unknown,
                }
            })
            .collect(),
    )
}

fn gather(call: &Call<'_>, operands: &OperandForms) -> Option<Vec<Quantity>> {
    let data = listed(operands, 0)?;
    call.known_ints(1)
        .ok()??
        .into_iter()
        .map(|index| Some(data[from_end(index, data.len())?].clone()))
        .collect()
}

fn slice(call: &Call<'_>, operands: &OperandForms) -> Option<Vec<Quantity>> {
    let data = listed(operands, 0)?;
    let [ref range] = ranges(call).ok()?[..] else { return None };
    let (start, count) = range.resolve(data.len() as u64)?;
    let step = i128::from(range.step?);
    (0..count)
        .map(|index| data.get(usize::try_from(start + i128::from(index) * step).ok()?).cloned())
        .collect()
}
