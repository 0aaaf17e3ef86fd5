//! Property test on random tensors: a description has the same byte address for every element as the layout, and
//! violates no rule.

use super::*;
use crate::resolve_strides::ResolveStrides;
use crate::testing::{Spec, aligned, declare, dims, run};
use crate::verify_vulkan::VerifyVulkan;
use ir::encoding::{self, Reading};
use ir::float::FloatKind;
use ir::layout::{LogicalIndex, Req};
use ir::target::{DeviceLimits, Features, Target};
use ir::types::Signedness::Signless;
use ir::vulkan::Description;
use ir::{Op, TypeKind};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// A tensor, and the maximum number of dims of its description.
#[derive(Clone, Debug)]
struct Case {
    spec: Spec,
    elem: TypeKind,
    most: u32,
}

fn int(width: u32) -> TypeKind {
    TypeKind::Integer { width, sign: Signless }
}

fn elems() -> impl Strategy<Value = TypeKind> {
    let float = |kind| Just(TypeKind::Float(kind));
    let part = prop_oneof![Just(int(1)), Just(int(4))];
    let float = prop_oneof![float(FloatKind::BF16), float(FloatKind::F32), float(FloatKind::F64)];
    prop_oneof![1 => part, 2 => Just(int(8)), 3 => float]
}

fn reqs(rank: usize) -> impl Strategy<Value = Vec<Req>> {
    // Vulkan requires an innermost stride of one element.
    let outer = 0..rank.saturating_sub(1).max(1);
    let one = (outer, 1..5i64).prop_map(|(dim, words)| aligned(dim, 8 * words));
    prop::collection::vec(one, if rank > 1 { 0..3 } else { 0..1 })
}

fn cases() -> impl Strategy<Value = Case> {
    let lengths = prop::collection::vec(prop_oneof![Just(1i64), 1..5i64], 0..6);
    let last = prop::sample::select(vec![1i64, 3, 8, 16]);
    let shaped = (lengths, last).prop_map(|(mut lengths, last)| {
        lengths.push(last);
        lengths
    });
    let ordered = shaped.prop_flat_map(|lengths| {
        let order: Vec<usize> = (0..lengths.len()).collect();
        let reqs = reqs(lengths.len());
        (Just(lengths), Just(order).prop_shuffle(), any::<bool>(), reqs, 0..3i64)
    });
    (ordered, elems(), 1..6u32).prop_map(|((lengths, order, plain, reqs, offset), elem, most)| {
        let spec = dims(&lengths).offset(16 * offset);
        let spec = if plain { spec } else { spec.order(&order).reqs(&reqs) };
        Case { spec, elem, most }
    })
}

/// Returns the target of a case, which limits only the number of dims.
fn target(case: &Case) -> Target {
    let limits = DeviceLimits {
        max_dimension_count: case.most,
        max_elements: 1 << 40,
        max_per_dimension_elements: 1 << 40,
        max_stride: 1 << 40,
        max_size: 1 << 40,
    };
    Target::new("random", limits, Features { non_packed: true })
}

/// Returns the position of an index in row-major order of these lengths.
pub(super) fn number(index: &[i64], lengths: &[i64]) -> i64 {
    index.iter().zip(lengths).fold(0, |number, (at, length)| number * length + at)
}

/// Returns the index at a position in row-major order.
pub(super) fn index(mut number: i64, lengths: &[i64]) -> Vec<i64> {
    let mut index: Vec<i64> = lengths
        .iter()
        .rev()
        .map(|length| {
            let at = number % length;
            number /= length;
            at
        })
        .collect();
    index.reverse();
    index
}

/// Returns the packed strides by Vulkan's definition.
pub(super) fn packed(dims: &[i64], elem: i64) -> Vec<i64> {
    (0..dims.len()).map(|at| dims[at + 1..].iter().product::<i64>() * elem).collect()
}

/// Returns the module of a case with its description; `None` if the tensor has no description.
fn lowered(case: &Case) -> Option<Module> {
    let target = target(case);
    let mut module = Module::new();
    let elem = module.ctx.ty(case.elem.clone());
    let ty = case.spec.to_type(&mut module.ctx, elem);
    declare(&mut module, "x", ty, &[]);
    let resolved =
        run(&ResolveStrides { insert_copies: false, certificate: None }, module, Some(&target));
    if !resolved.diags.is_empty() {
        // Packed rows may not be whole bytes, which the target requires.
        assert!(
            matches!(case.elem, TypeKind::Integer { width: 1 | 4, .. }),
            "{}",
            resolved.diagnostics()
        );
        return None;
    }
    let ran = run(&LowerToVulkan, resolved.module, Some(&target));
    if let [diag] = &ran.diags[..] {
        let expected =
            ["not a whole number of bytes", "do not fill bytes", "merging adjacent dense dims"];
        assert!(expected.iter().any(|text| diag.message.contains(text)), "{}", diag.message);
        return None;
    }
    assert_eq!(ran.diagnostics(), "");
    let checked = run(&VerifyVulkan, ran.module, Some(&target));
    let errors: Vec<&Diag> =
        checked.diags.iter().filter(|diag| diag.message.contains("VUID")).collect();
    assert!(errors.is_empty(), "{errors:?}\n{}", checked.text());
    Some(checked.module)
}

/// Compares all elements. Returns whether dims were merged and whether the description has strides; `None` without a
/// description.
fn check(case: &Case) -> Option<(bool, bool)> {
    let module = lowered(case)?;
    let ops: Vec<Op> = module.ops(module.body()).collect();
    let ty = module.type_attr(ops[0], "type").unwrap();
    let layout = match encoding::read(&module.ctx, ty).unwrap().unwrap() {
        Reading::Ordered(layout) => *layout,
        // A declared tensor without an encoding is row major.
        _ => {
            let open = encoding::row_major(&module.ctx, ty).unwrap().unwrap();
            let strides = open.resolve().unwrap().strides();
            open.with_strides(strides).unwrap()
        }
    };
    let Description { tensor, memory, .. } = Description::read(&module, ops[1]).unwrap();
    let (shape, order) = (tensor.logical_shape.unwrap(), tensor.dim_order.unwrap());
    let offset = tensor.offset.unwrap_or_default().get();
    let (bits, bytes) = (layout.elem().bits().get(), memory.elem_bytes().get());
    let dims = memory.dims();
    let strides = memory.strides().unwrap_or_else(|| packed(&dims, bytes));

    assert!(dims.len() <= case.most as usize);
    assert_eq!(memory.strides().is_none(), strides == packed(&dims, bytes), "{case:#?}");
    assert_eq!(memory.is_packed(), memory.strides().is_none());
    assert_eq!(shape, case.spec.dims);
    let lengths: Vec<i64> = order.iter().map(|&dim| shape[dim as usize]).collect();
    assert_eq!(lengths.iter().product::<i64>() * bits, dims.iter().product::<i64>() * bytes * 8);
    let resolved = layout.resolve().unwrap();
    for at in 0..shape.iter().product() {
        let logical = index(at, &shape);
        let memory: Vec<i64> = order.iter().map(|&dim| logical[dim as usize]).collect();
        // Neither merging dims nor packing elements into bytes changes the row-major order of bits.
        let bit = number(&memory, &lengths) * bits;
        let place = index(bit / (8 * bytes), &dims);
        let byte: i64 =
            offset + place.iter().zip(&strides).map(|(at, stride)| at * stride).sum::<i64>();
        let expected =
            resolved.offset_of(&LogicalIndex::new(logical.iter().copied()).unwrap()).unwrap();
        assert_eq!(8 * byte + bit % (8 * bytes), expected.get() * bits, "{case:#?}: {logical:?}");
    }
    Some((dims.len() < shape.len(), memory.strides().is_some()))
}

#[test]
fn description_has_the_address_of_every_element() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut cases = || cases().new_tree(&mut runner).unwrap().current();
    let compared: Vec<(bool, bool)> = (0..1_500).filter_map(|_| check(&cases())).collect();
    let count = |kind: fn(&(bool, bool)) -> bool| compared.iter().filter(|it| kind(it)).count();
    let counts = [count(|_| true), count(|it| it.0), count(|it| it.1), count(|it| it.0 && it.1)];
    let enough = counts.iter().zip([1_000, 400, 150, 50]).all(|(&count, least)| count >= least);
    assert!(enough, "described, merged, strided, both: {counts:?}");
}
