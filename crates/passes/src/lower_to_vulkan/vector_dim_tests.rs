//! Descriptions of formats that split a dim, for targets with `vector_dims`: every element has its address.

use super::property_tests::{index, number, packed};
use super::*;
use crate::testing::{declare, run};
use crate::verify_vulkan::VerifyVulkan;
use ir::encoding;
use ir::float::FloatKind;
use ir::layout::{
    Bits, ElemSize, Format, FormatUse, FormatVersion, Generation, Layout, LogicalIndex, Shape,
};
use ir::target::{DeviceLimits, Features, Target};
use ir::types::Signedness;
use ir::vulkan::Description;
use ir::{Type, TypeKind};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// A tensor in a format that splits C, and the maximum number of dims of its description.
#[derive(Clone, Debug)]
struct VectorCase {
    format: FormatUse,
    elem: &'static str,
    lengths: Vec<i64>,
    version: Option<FormatVersion>,
    most: u32,
}

/// Returns every use of a format that splits C, with each element type that a version supports.
fn uses() -> Vec<(FormatUse, &'static str, Option<FormatVersion>)> {
    let versions = FormatVersion::ALL.map(Some).into_iter().chain([None]);
    let split = versions.flat_map(|version| {
        Format::all().filter(|format| format.is_split()).map(move |format| (format, version))
    });
    let uses = split.flat_map(|(format, version)| {
        let plain = FormatUse::new(format);
        [plain, plain.on(Generation::Orin)].map(|of| (of, version))
    });
    let typed = uses.flat_map(|(of, version)| {
        of.in_version(version).types().map(move |elem| (of, elem, version))
    });
    typed.collect()
}

fn cases() -> impl Strategy<Value = VectorCase> {
    let length = || prop_oneof![Just(1i64), 1..5i64];
    // Only a DLA pads the rows, and only of a few channels.
    let of_dla: Vec<_> = uses().into_iter().filter(|(of, ..)| of.generation.is_some()).collect();
    let uses = prop_oneof![prop::sample::select(uses()), prop::sample::select(of_dla)];
    let channels = prop_oneof![Just(1i64), 2..5i64, 1..70i64];
    let dims = (0..3usize, channels, prop::collection::vec(length(), 3), length());
    (uses, dims, 1..8u32).prop_map(
        |((format, elem, version), (leading, channels, trailing, batch), most)| {
            let rest = format.format.min_rank() - 1;
            let mut lengths = vec![batch; leading];
            lengths.push(channels);
            lengths.extend(&trailing[..rest]);
            VectorCase { format, elem, lengths, version, most }
        },
    )
}

fn target(case: &VectorCase) -> Target {
    let limits = DeviceLimits {
        max_dimension_count: case.most,
        max_elements: 1 << 40,
        max_per_dimension_elements: 1 << 40,
        max_stride: 1 << 40,
        max_size: 1 << 40,
    };
    let mut target = Target::new("random", limits, Features { non_packed: true });
    target.vector_dims = true;
    target.format_version = case.version;
    target
}

fn element(module: &mut Module, name: &str) -> Type {
    let int = |bits: &str, sign| TypeKind::Integer { width: bits.parse().unwrap(), sign };
    let kind = FloatKind::from_keyword(name).map(TypeKind::Float);
    let kind = kind.unwrap_or_else(|| match name.strip_prefix("ui") {
        Some(bits) => int(bits, Signedness::Unsigned),
        None => int(&name[1..], Signedness::Signless),
    });
    module.ctx.ty(kind)
}

/// Returns the description of a case; `None` if the target allows too few dims, or no tensor of this shape is legal.
fn described(case: &VectorCase) -> Option<(Description, Layout)> {
    let target = target(case);
    let mut module = Module::new();
    let elem = element(&mut module, case.elem);
    let dims = case.lengths.iter().map(|&length| u64::try_from(length).ok()).collect();
    let ty = module.ctx.ty(TypeKind::Tensor { dims, elem, encoding: None });
    let ty = encoding::with_format(&mut module.ctx, ty, case.format);
    declare(&mut module, "x", ty, &[]);
    module.ctx.set_format_version(case.version);
    let bits = encoding::elem_size(&module.ctx, elem).unwrap().bits();
    let elem = ElemSize::new(Bits::new(bits.get())).unwrap();
    let layout = case.format.layout(&Shape::of_static(&case.lengths).unwrap(), elem).ok()?;
    let ran = run(&LowerToVulkan, module, Some(&target));
    if let Some(diag) = ran.diags.iter().find(|diag| diag.message.contains("merging")) {
        assert!(diag.message.contains(&format!("allows {}", case.most)), "{}", diag.message);
        return None;
    }
    let checked = run(&VerifyVulkan, ran.module, Some(&target));
    assert!(checked.diags.iter().all(|diag| !diag.message.contains("VUID")), "{}", checked.text());
    let module = checked.module;
    let op = module.ops(module.body()).nth(1)?;
    Some((Description::read(&module, op).unwrap(), layout))
}

/// Returns the index and the lengths in memory of an element before dims are merged: the first occurrence of a split
/// dim is its vector, the second one the lane in the vector.
fn memory(case: &VectorCase, order: &[i64], logical: &[i64]) -> (Vec<i64>, Vec<i64>) {
    let vector = case.format.format.vector();
    let is_split = |dim: i64| order.iter().filter(|&&other| other == dim).count() == 2;
    let parts = order.iter().enumerate().map(|(at, &dim)| {
        let (value, length) = (logical[dim as usize], case.lengths[dim as usize]);
        match (is_split(dim), order[..at].contains(&dim)) {
            (false, _) => (value, length),
            (true, false) => (value / vector, (length + vector - 1) / vector),
            (true, true) => (value % vector, vector),
        }
    });
    parts.unzip()
}

/// Compares the address of every element. Returns whether dims were merged, and whether the description has strides.
fn check(case: &VectorCase) -> Option<(bool, bool)> {
    let (Description { tensor, memory: described, .. }, layout) = described(case)?;
    let (order, bytes) = (tensor.dim_order.unwrap(), described.elem_bytes().get());
    assert_eq!(order.len(), case.lengths.len() + 1, "{case:?}");
    assert_eq!(tensor.logical_shape.unwrap(), case.lengths);
    let dims = described.dims();
    let strides = described.strides().unwrap_or_else(|| packed(&dims, bytes));
    for at in 0..case.lengths.iter().product() {
        let at = index(at, &case.lengths);
        let logical = LogicalIndex::new(at.iter().copied()).unwrap();
        let (at, lengths) = memory(case, &order, &at);
        let place = index(number(&at, &lengths), &dims);
        let byte: i64 = place.iter().zip(&strides).map(|(at, stride)| at * stride).sum();
        let expected = layout.offset_of(&logical).unwrap().unwrap();
        assert_eq!(byte, expected.get() * bytes, "{case:?}: {logical:?}");
    }
    Some((dims.len() < order.len(), described.strides().is_some()))
}

#[test]
fn description_of_vectors_has_the_address_of_every_element() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut cases = || cases().new_tree(&mut runner).unwrap().current();
    let compared: Vec<(bool, bool)> = (0..700).filter_map(|_| check(&cases())).collect();
    let count = |kind: fn(&(bool, bool)) -> bool| compared.iter().filter(|it| kind(it)).count();
    let counts = [count(|_| true), count(|it| it.0), count(|it| it.1), count(|it| it.0 && it.1)];
    let enough = counts.iter().zip([400, 200, 40, 20]).all(|(&count, least)| count >= least);
    assert!(enough, "described, merged, strided, both: {counts:?}");
}
