//! The calls that make a descriptor: bases, and the transforms of `transform_tensor_descriptor`. A transform states the lengths of its lower dims, which CK does not check
//! against the descriptor below; here they must be equal.

use layout::transform::{
    CyclicShift, Embed, Freeze, Insert, Merge, Modulo, Offset, Pad, PassThrough, Replicate, Slice,
    Transform, Unmerge, Xor,
};
use layout::{LayoutBuilder, NotationFault, joined};
use pest::iterators::Pair;

use super::grammar::{Call, CkRule as Rule, check_count, integers, tuple};
use crate::grammar::{range, unknown};
use crate::suffix::fault_at;

/// The functions that make a base.
pub(super) const BASES: &[&str] = &[
    "make_naive_tensor_descriptor",
    "make_naive_tensor_descriptor_aligned",
    "make_naive_tensor_descriptor_packed",
    "make_naive_tensor_descriptor_packed_with_offset",
    "make_naive_tensor_descriptor_with_offset",
];

/// The function that applies transforms.
const TRANSFORM: &str = "transform_tensor_descriptor";

/// A descriptor so far: its transforms, and the dims at the top.
pub(super) struct Stage {
    pub(super) builder: LayoutBuilder,
    pub(super) tops: Vec<layout::DimId>,
}

/// A transform of the core, with the lengths that its call states for the lower dims; `None` where it states none.
type StatedTransform = (Transform, Option<Vec<i64>>);

/// A function that makes a transform.
struct Maker {
    /// The name without a suffix for the way in which it divides.
    name: &'static str,
    make: fn(&Call<'_>) -> Result<StatedTransform, NotationFault>,
}

/// The functions, sorted by name.
const MAKERS: &[Maker] = &[
    Maker {
        name: "make_cyclic_shift_transform",
        make: |call| {
            let by = call.number(1, "a shift")?;
            Ok((CyclicShift { by }.into(), Some(vec![call.number(0, LENGTH)?])))
        },
    },
    Maker {
        name: "make_embed_transform",
        make: |call| {
            let lengths = call.tuple(0, "a tuple of lengths")?;
            Ok((Embed { lengths, strides: call.tuple(1, "a tuple of strides")? }.into(), None))
        },
    },
    Maker {
        name: "make_freeze_transform",
        make: |call| Ok((Freeze { at: call.number(0, "an index")? }.into(), None)),
    },
    Maker {
        name: "make_insert_transform",
        make: |call| Ok((Insert { length: call.number(0, LENGTH)? }.into(), None)),
    },
    Maker {
        name: "make_left_pad_transform",
        make: |call| {
            let low = call.number(1, "a padding")?;
            Ok((Pad { low, high: 0 }.into(), Some(vec![call.number(0, LENGTH)?])))
        },
    },
    Maker {
        name: "make_merge_transform",
        make: |call| Ok((Merge.into(), Some(call.tuple(0, "a tuple of lengths")?))),
    },
    Maker {
        name: "make_modulo_transform",
        make: |call| {
            let modulus = call.number(0, "a modulus")?;
            Ok((Modulo { modulus, length: call.number(1, LENGTH)? }.into(), None))
        },
    },
    Maker {
        name: "make_offset_transform",
        make: |call| {
            let by = call.number(1, "an offset")?;
            Ok((Offset { by }.into(), Some(vec![call.number(0, LENGTH)?])))
        },
    },
    Maker {
        name: "make_pad_transform",
        make: |call| {
            let (low, high) = (call.number(1, "a padding")?, call.number(2, "a second padding")?);
            Ok((Pad { low, high }.into(), Some(vec![call.number(0, LENGTH)?])))
        },
    },
    Maker {
        name: "make_pass_through_transform",
        make: |call| Ok((PassThrough.into(), Some(vec![call.number(0, LENGTH)?]))),
    },
    Maker {
        name: "make_replicate_transform",
        make: |call| Ok((Replicate { lengths: call.tuple(0, "a tuple of lengths")? }.into(), None)),
    },
    Maker {
        name: "make_right_pad_transform",
        make: |call| {
            let high = call.number(1, "a padding")?;
            Ok((Pad { low: 0, high }.into(), Some(vec![call.number(0, LENGTH)?])))
        },
    },
    Maker {
        name: "make_slice_transform",
        make: |call| {
            let (begin, end) = (call.number(1, "a begin")?, call.number(2, "an end")?);
            Ok((Slice { begin, end }.into(), Some(vec![call.number(0, LENGTH)?])))
        },
    },
    Maker {
        name: "make_unmerge_transform",
        make: |call| {
            let lengths = call.tuple(0, "a tuple of lengths")?;
            let whole = layout::checked_product(lengths.iter().copied());
            Ok((Unmerge { lengths }.into(), whole.map(|whole| vec![whole])))
        },
    },
    Maker {
        name: "make_xor_transform",
        make: |call| Ok((Xor.into(), Some(call.tuple(0, "a tuple of lengths")?))),
    },
];

/// The argument of most transforms.
const LENGTH: &str = "a length";

/// The suffixes of functions that differ in the way in which they divide.
const SUFFIXES: &[&str] =
    &["_v1_carry_check", "_v2_magic_division", "_v2r2_magic_division", "_v3_division_mod"];

/// Returns the descriptor of a call. The grammar bounds the depth.
pub(super) fn descriptor(call: Pair<'_, Rule>) -> Result<Stage, NotationFault> {
    let call = Call::new(call)?;
    if call.name == TRANSFORM {
        return transformed(&call);
    }
    if !BASES.contains(&call.name) {
        let known = BASES.iter().copied().chain([TRANSFORM]);
        let fault = unknown("function", call.name, call.name_at, known.clone());
        return Err(fault.note(format!("the functions are {}", joined(known, ", "))));
    }
    let lengths = call.tuple(0, "a tuple of lengths")?;
    let builder = match call.name {
        "make_naive_tensor_descriptor_packed" => LayoutBuilder::packed(&lengths),
        "make_naive_tensor_descriptor_packed_with_offset" => {
            let offset = call.number(1, "an offset")?;
            let strides = layout::row_major_strides(&lengths).ok_or_else(|| {
                NotationFault::new(call.at.clone(), "a stride does not fit 64 bits")
            })?;
            LayoutBuilder::strided(&lengths, &strides, offset)
        }
        "make_naive_tensor_descriptor_aligned" => {
            LayoutBuilder::aligned(&lengths, call.number(1, "an alignment")?)
        }
        name => {
            let strides = call.tuple(1, "a tuple of strides")?;
            check_count(&lengths, &strides, range(&call.arguments[1]))?;
            let offset = match name {
                "make_naive_tensor_descriptor_with_offset" => call.number(2, "an offset")?,
                _ => 0,
            };
            LayoutBuilder::strided(&lengths, &strides, offset)
        }
    };
    let builder = builder.map_err(|fault| fault_at(call.at, fault))?;
    let tops = builder.base_dims().to_vec();
    Ok(Stage { builder, tops })
}

/// Returns the descriptor of `transform_tensor_descriptor(below, transforms, lower ids, upper ids)`.
fn transformed(call: &Call<'_>) -> Result<Stage, NotationFault> {
    let below = call.argument(0, "a descriptor")?;
    if below.as_rule() != Rule::call {
        let message = format!("`{}` is not a call that makes a descriptor", below.as_str());
        return Err(
            NotationFault::new(range(below), message).note("write the call in place of the name")
        );
    }
    let Stage { mut builder, tops } = descriptor(below.clone())?;
    let transforms = tuple(call.argument(1, "a tuple of transforms")?)?;
    let lower = ids(call.argument(2, "a tuple of lower dims")?)?;
    let upper = ids(call.argument(3, "a tuple of upper dims")?)?;
    for (at, found) in [(2, lower.len()), (3, upper.len())] {
        if found != transforms.len() {
            let message =
                format!("expected dims for {} transforms, found {found} lists", transforms.len());
            return Err(NotationFault::new(range(&call.arguments[at]), message));
        }
    }
    check_permutation(&lower, tops.len(), &call.arguments[2])?;
    let count = upper.iter().map(Vec::len).sum();
    check_permutation(&upper, count, &call.arguments[3])?;
    let mut next = vec![None; count];
    for ((transform, lower), upper) in transforms.iter().zip(&lower).zip(&upper) {
        let (made, stated) = made(transform)?;
        let operands: Vec<_> = lower.iter().map(|&top| tops[top]).collect();
        for (&operand, stated) in operands.iter().zip(stated.iter().flatten()) {
            let length = builder.length(operand).get();
            if length.is_some_and(|length| length != *stated) {
                let length = length.unwrap_or_default();
                let message = format!(
                    "the transform states a length of {stated}, but its lower dim has {length}"
                );
                return Err(NotationFault::new(range(transform), message));
            }
        }
        if let Some(stated) = stated.filter(|stated| stated.len() != operands.len()) {
            let message = format!(
                "the transform has {} lower dims, but {} are named",
                stated.len(),
                operands.len()
            );
            return Err(NotationFault::new(range(transform), message));
        }
        let results = builder.apply(made, &operands);
        let results = results.map_err(|fault| fault_at(range(transform), fault))?;
        if results.len() != upper.len() {
            let message = format!(
                "the transform has {} upper dims, but {} are named",
                results.len(),
                upper.len()
            );
            return Err(NotationFault::new(range(transform), message));
        }
        for (&place, result) in upper.iter().zip(results) {
            next[place] = Some(result);
        }
    }
    Ok(Stage { builder, tops: next.into_iter().flatten().collect() })
}

/// Returns the transform of a call.
fn made(transform: &Pair<'_, Rule>) -> Result<StatedTransform, NotationFault> {
    if transform.as_rule() != Rule::call {
        let message = format!("`{}` is not a call that makes a transform", transform.as_str());
        return Err(NotationFault::new(range(transform), message)
            .note("write the call in place of the name"));
    }
    let call = Call::new(transform.clone())?;
    let name = SUFFIXES.iter().find_map(|suffix| call.name.strip_suffix(suffix));
    let name = name.unwrap_or(call.name);
    match MAKERS.iter().find(|maker| maker.name == name) {
        Some(maker) => (maker.make)(&call),
        None => {
            let names = MAKERS.iter().map(|maker| maker.name);
            let fault = unknown("transform", call.name, call.name_at, names.clone());
            Err(fault.note(format!("the transforms are {}", joined(names, ", "))))
        }
    }
}

/// Returns the dims of `make_tuple(sequence<0>{}, sequence<1, 2>{})`.
fn ids(argument: &Pair<'_, Rule>) -> Result<Vec<Vec<usize>>, NotationFault> {
    let lists = tuple(argument)?;
    let lists = lists.into_iter().map(|list| {
        let at = range(&list);
        if list.as_rule() != Rule::sequence {
            let message = format!("expected `sequence<...>{{}}`, found `{}`", list.as_str());
            return Err(NotationFault::new(at, message));
        }
        let dims = integers(list)?;
        let dims = dims.iter().map(|&dim| usize::try_from(dim));
        dims.collect::<Result<Vec<usize>, _>>()
            .map_err(|_| NotationFault::new(at, "a dim must be at least 0"))
    });
    lists.collect()
}

/// Checks that each of `count` dims is in one list.
fn check_permutation(
    lists: &[Vec<usize>],
    count: usize,
    argument: &Pair<'_, Rule>,
) -> Result<(), NotationFault> {
    let mut dims: Vec<usize> = lists.iter().flatten().copied().collect();
    dims.sort_unstable();
    if dims.iter().copied().eq(0..count) {
        return Ok(());
    }
    let message = format!("each dim from 0 to {} must be named once", count.saturating_sub(1));
    Err(NotationFault::new(range(argument), message))
}

#[cfg(test)]
mod tests {
    #[test]
    fn makers_are_sorted() {
        assert!(super::MAKERS.is_sorted_by(|a, b| a.name < b.name));
    }
}
