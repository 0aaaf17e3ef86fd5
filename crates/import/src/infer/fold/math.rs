//! Folding of arithmetic: elementwise ops with broadcasting, and reductions.

use super::operand::{Operand, broadcast, indices, position};
use crate::call::Call;
use crate::elem::{Elem, TensorType};
use crate::infer::moved::{reduced_dims, without};
use crate::literal::ElementValues;
use ElementValues::{Floats, Ints};

type IntFn = fn(i64, i64) -> Option<i64>;
type FloatFn = fn(f32, f32) -> f32;

/// Returns the elements of the result of an arithmetic op. `None` for other ops, and for element types of which elements
/// are not tracked.
pub(super) fn fold(call: &Call<'_>, op: &str, ty: &TensorType) -> Option<ElementValues> {
    if let Some((ints, floats)) = binary(call, op) {
        return elementwise(call, ty, ints, floats);
    }
    if let Some(test) = comparison(op) {
        return compared(call, ty, test);
    }
    match op {
        "Cast" | "CastLike" => cast(Operand::from_call(call, 0)?.elements.as_ref(), ty.elem),
        "Where" => select(call, ty),
        "ReduceProd" => reduce(call, ty, 1, i64::checked_mul),
        "ReduceSum" => reduce(call, ty, 0, i64::checked_add),
        "ReduceMax" => reduce(call, ty, i64::MIN, |a, b| Some(a.max(b))),
        "ReduceMin" => reduce(call, ty, i64::MAX, |a, b| Some(a.min(b))),
        _ => unary(Operand::from_call(call, 0)?.elements.as_ref(), op),
    }
}

/// Returns the functions of an elementwise op of two or more operands, for integers and for floats.
fn binary(call: &Call<'_>, op: &str) -> Option<(IntFn, FloatFn)> {
    let truncated = call.int("fmod").unwrap_or(0) != 0;
    Some(match op {
        "Add" | "Sum" => (i64::checked_add, |a, b| a + b),
        "Sub" => (i64::checked_sub, |a, b| a - b),
        "Mul" => (i64::checked_mul, |a, b| a * b),
        "Div" => (i64::checked_div, |a, b| a / b),
        "Mod" if truncated => (i64::checked_rem, |a, b| a % b),
        // The result has the sign of the divisor.
        "Mod" => (floored, |_, _| f32::NAN),
        "Pow" => (|a, b| a.checked_pow(u32::try_from(b).ok()?), |_, _| f32::NAN),
        "Max" => (|a, b| Some(a.max(b)), f32::max),
        "Min" => (|a, b| Some(a.min(b)), f32::min),
        "And" | "BitwiseAnd" => (|a, b| Some(a & b), |_, _| f32::NAN),
        "Or" | "BitwiseOr" => (|a, b| Some(a | b), |_, _| f32::NAN),
        "Xor" | "BitwiseXor" => (|a, b| Some(a ^ b), |_, _| f32::NAN),
        _ => return None,
    })
}

fn floored(a: i64, b: i64) -> Option<i64> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

/// Returns the test of a comparison, on the order of its operands.
fn comparison(op: &str) -> Option<fn(std::cmp::Ordering) -> bool> {
    Some(match op {
        "Equal" => |order| order.is_eq(),
        "Less" => |order| order.is_lt(),
        "LessOrEqual" => |order| order.is_le(),
        "Greater" => |order| order.is_gt(),
        "GreaterOrEqual" => |order| order.is_ge(),
        _ => return None,
    })
}

/// Applies `f` to the elements of two operands that are broadcast to `dims`.
fn paired<T: Copy, U>(
    (a, a_dims): (&[Option<T>], &[usize]),
    (b, b_dims): (&[Option<T>], &[usize]),
    dims: &[usize],
    f: impl Fn(T, T) -> Option<U>,
) -> Vec<Option<U>> {
    fn at<T: Copy>(list: &[Option<T>], own: &[usize], index: &[usize]) -> Option<T> {
        list.get(position(&broadcast(index, own), own)).copied().flatten()
    }
    indices(dims).map(|index| f(at(a, a_dims, &index)?, at(b, b_dims, &index)?)).collect()
}

fn elementwise(
    call: &Call<'_>,
    ty: &TensorType,
    ints: IntFn,
    floats: FloatFn,
) -> Option<ElementValues> {
    let dims = ty.sizes()?;
    let mut operands = Operand::all(call)?.into_iter();
    let first = operands.next()?;
    // Before version 7 an attribute selects the dim at which operand 1 is broadcast.
    if call.opset < 7 && call.int("broadcast").unwrap_or(0) != 0 {
        return None;
    }
    let mut sum = first.elements.into_owned();
    let mut sum_dims = first.dims;
    for operand in operands {
        let own = &operand.dims;
        sum = match (&sum, operand.elements.as_ref()) {
            (Ints(a), Ints(b)) => Ints(paired((a, &sum_dims), (b, own), &dims, ints)),
            (Floats(a), Floats(b)) => Floats(paired((a, &sum_dims), (b, own), &dims, |a, b| {
                Some(floats(a, b)).filter(|float| !float.is_nan())
            })),
            _ => return None,
        };
        sum_dims.clone_from(&dims);
    }
    Some(sum)
}

fn compared(
    call: &Call<'_>,
    ty: &TensorType,
    test: fn(std::cmp::Ordering) -> bool,
) -> Option<ElementValues> {
    let a = Operand::from_call(call, 0)?;
    let b = Operand::from_call(call, 1)?;
    let dims = ty.sizes()?;
    Some(Ints(match (a.elements.as_ref(), b.elements.as_ref()) {
        (Ints(x), Ints(y)) => {
            paired((x, &a.dims), (y, &b.dims), &dims, |x, y| Some(i64::from(test(x.cmp(&y)))))
        }
        (Floats(x), Floats(y)) => paired((x, &a.dims), (y, &b.dims), &dims, |x, y| {
            x.partial_cmp(&y).map(|order| i64::from(test(order)))
        }),
        _ => return None,
    }))
}

fn cast(numbers: &ElementValues, to: Elem) -> Option<ElementValues> {
    match numbers {
        Ints(ints) if to == Elem::BOOL => {
            Some(Ints(ints.iter().map(|int| int.map(|int| i64::from(int != 0))).collect()))
        }
        Ints(ints) if to.is_int() => Some(Ints(ints.clone())),
        Ints(ints) if to == Elem::F32 => {
            Some(Floats(ints.iter().map(|int| int.map(|int| int as f32)).collect()))
        }
        Floats(floats) if to == Elem::F32 => Some(Floats(floats.clone())),
        Floats(floats) if to == Elem::BOOL => {
            Some(Ints(floats.iter().map(|float| float.map(|x| i64::from(x != 0.0))).collect()))
        }
        Floats(floats) if to.is_int() => Some(Ints(
            floats
                .iter()
                .map(|float| float.filter(|float| float.abs() < 9e18).map(|float| float as i64))
                .collect(),
        )),
        _ => None,
    }
}

fn unary(numbers: &ElementValues, op: &str) -> Option<ElementValues> {
    match numbers {
        Ints(ints) => {
            let f: fn(i64) -> Option<i64> = match op {
                "Neg" => i64::checked_neg,
                "Abs" => i64::checked_abs,
                "Sign" => |int| Some(int.signum()),
                "Not" => |int| Some(i64::from(int == 0)),
                _ => return None,
            };
            Some(Ints(ints.iter().map(|int| int.and_then(f)).collect()))
        }
        Floats(floats) => {
            let f: fn(f32) -> f32 = match op {
                "Neg" => |float| -float,
                "Abs" => f32::abs,
                "Floor" => f32::floor,
                "Ceil" => f32::ceil,
                "Round" => f32::round_ties_even,
                "Sqrt" => f32::sqrt,
                _ => return None,
            };
            Some(Floats(
                floats.iter().map(|float| float.map(f).filter(|float| !float.is_nan())).collect(),
            ))
        }
    }
}

fn select(call: &Call<'_>, ty: &TensorType) -> Option<ElementValues> {
    let test = Operand::from_call(call, 0)?;
    let yes = Operand::from_call(call, 1)?;
    let no = Operand::from_call(call, 2)?;
    let test_of = test.elements.ints()?;
    let dims = ty.sizes()?;
    fn at(index: &[usize], own: &[usize]) -> usize {
        position(&broadcast(index, own), own)
    }
    let sources: Vec<Option<(bool, usize)>> = indices(&dims)
        .map(|index| match (*test_of.get(at(&index, &test.dims))?)? {
            0 => Some((false, at(&index, &no.dims))),
            _ => Some((true, at(&index, &yes.dims))),
        })
        .collect();
    match (yes.elements.as_ref(), no.elements.as_ref()) {
        (Ints(yes), Ints(no)) => Some(Ints(chosen(&sources, yes, no))),
        (Floats(yes), Floats(no)) => Some(Floats(chosen(&sources, yes, no))),
        _ => None,
    }
}

fn chosen<T: Copy>(
    sources: &[Option<(bool, usize)>],
    yes: &[Option<T>],
    no: &[Option<T>],
) -> Vec<Option<T>> {
    sources
        .iter()
        .map(|source| {
            let (test, at) = (*source)?;
            (if test { yes } else { no }).get(at).copied().flatten()
        })
        .collect()
}

/// Folds a reduction of integers.
fn reduce(call: &Call<'_>, ty: &TensorType, start: i64, f: IntFn) -> Option<ElementValues> {
    let data = Operand::from_call(call, 0)?;
    let ints = data.elements.ints()?;
    let rank = data.dims.len();
    let gone = reduced_dims(call, rank).ok()?;
    // The position is the same whether the reduced dims are kept with length 1 or removed.
    let dims = without(&data.dims, &gone, None);
    let mut results = vec![Some(start); ty.sizes()?.iter().product()];
    for (index, int) in indices(&data.dims).zip(ints) {
        let result = results.get_mut(position(&without(&index, &gone, None), &dims))?;
        *result = result.zip(*int).and_then(|(a, b)| f(a, b));
    }
    Some(Ints(results))
}
