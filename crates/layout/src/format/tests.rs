//! Formats: the table, its rules, and the resulting memory.

use expect_test::{Expect, expect};

use super::array::order_of;
use super::tensor::fixed;
use super::*;
use crate::{
    Amount, Bits, BufferError, ElemSize, Elems, Len, LogicalIndex, MemShape, Origin,
    PhysicalLayout, Req, ReqKind, Shape, StrideReqs, TensorLayout, Unit, solve,
};

pub(super) fn shape(lens: &[i64]) -> Shape {
    // Zero represents a dynamic length.
    Shape::new(lens.iter().map(|&len| Len::new(len).unwrap_or(Len::DYNAMIC))).unwrap()
}

/// Returns the use with this text in the language.
pub(super) fn parse(text: &str) -> FormatUse {
    let mut words = text.split(", ");
    let of = FormatUse::new(Format::from_name(words.next().unwrap()).unwrap());
    let of = words.fold(of, |of, word| {
        let (word, value) =
            word.split_once(" = ").map_or((word, None), |(key, it)| (key, Some(it)));
        of.with_parameter(word, value).unwrap()
    });
    assert_eq!(of.to_string(), text);
    of
}

fn layout(text: &str, lens: &[i64], bits: i64) -> FormatLayout {
    let of = parse(text);
    assert_eq!(of.to_string(), text);
    FormatLayout::new(of, shape(lens), ElemSize::new(Bits::new(bits)).unwrap())
}

/// Returns the lengths of the physical array including padding, whose product is the allocation. Each length except the
/// outermost extends to the next outer stride.
fn padded(physical: &PhysicalLayout) -> MemShape {
    let mut outer: Option<i64> = None;
    let padded = physical.strides().iter().map(|(dim, stride)| {
        let repeats = outer.replace(stride.get()).map(|outer| outer / stride.get());
        repeats.and_then(Len::new).unwrap_or(physical.shape()[dim])
    });
    MemShape::new(padded).unwrap()
}

#[track_caller]
pub(super) fn illegal(text: &str, lens: &[i64], elem: &'static str, expect: Expect) {
    let found = parse(text).violations(&shape(lens), &FormatType::new(elem));
    let lines: Vec<String> =
        found.iter().map(|found| format!("{}: {found}", found.rule.code())).collect();
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn table_agrees_with_the_documents() {
    let lines: Vec<String> = Format::all()
        .map(|format| {
            let list =
                |types: &mut dyn Iterator<Item = &'static str>| types.collect::<Vec<_>>().join(" ");
            format!(
                "{:10} C -{} V {:2} rank {} gpu [{}] dla [{}]",
                format.name(),
                format.row().channel,
                format.vector(),
                format.min_rank(),
                list(&mut format.gpu_types(None)),
                list(&mut format.dla_types(None)),
            )
        })
        .collect();
    expect![[r#"
        linear     C -3 V  1 rank 0 gpu [f32 f16 i32 i8] dla [f16 i8]
        chw2       C -3 V  2 rank 3 gpu [f16] dla []
        chw4       C -3 V  4 rank 3 gpu [f16 i8] dla [f16 i8]
        chw16      C -3 V 16 rank 3 gpu [f16] dla [f16]
        chw32      C -3 V 32 rank 3 gpu [f32 f16 i8] dla [i8]
        cdhw32     C -4 V 32 rank 4 gpu [f16 i8] dla []
        hwc        C -3 V  1 rank 3 gpu [f32] dla []
        hwc8       C -3 V  8 rank 3 gpu [f16] dla []
        hwc16      C -3 V 16 rank 3 gpu [f16] dla []
        dhwc       C -4 V  1 rank 4 gpu [f32] dla []
        dhwc8      C -4 V  8 rank 4 gpu [f16] dla []
        dla_linear C -3 V  1 rank 3 gpu [] dla [f16 i8]
        dla_hwc4   C -3 V  4 rank 3 gpu [] dla [f16 i8]
        row_blocked_interleaved C -2 V  1 rank 2 gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []
        column_blocked_interleaved C -2 V  1 rank 2 gpu [f16 bf16 f32 f64 f8E4M3FN f8E5M2 i8 i16 i32 i64 ui8 ui16 ui32 ui64] dla []"#]]
    .assert_eq(&lines.join("\n"));
    assert!(Format::all().all(|format| Format::from_name(format.name()) == Some(format)));
    assert_eq!(Format::from_name("chw8"), None);
    assert_eq!(Format::all().filter(|format| format.is_split()).count(), 7);
}

#[test]
fn types_and_ranks_are_checked() {
    illegal("chw2", &[1, 3, 5, 7], "f16", expect![[r#""#]]);
    illegal(
        "chw2",
        &[5, 7],
        "f32",
        expect![[r#"
        type: format `chw2` does not support f32; it supports f16
        rank: format `chw2` requires at least 3 dims, but the tensor has 2; C is dim 3 from the end"#]],
    );
    illegal(
        "linear",
        &[],
        "bf16",
        expect![
            "type: format `linear` does not support bf16; it supports f32, f16, i32 or i8; bf16 requires TensorRT 10 or 11"
        ],
    );
    illegal(
        "dhwc",
        &[3, 5, 7],
        "f32",
        expect![
            "rank: format `dhwc` requires at least 4 dims, but the tensor has 3; C is dim 4 from the end"
        ],
    );
    illegal(
        "chw32, orin",
        &[1, 3, 5, 7],
        "f16",
        expect!["type: format `chw32` on a DLA does not support f16; it supports i8"],
    );
    illegal(
        "chw4",
        &[1, 0, 5, 7],
        "i8",
        expect![
            "constant_c: the length of C (d1) must be static in format `chw4`, but is dynamic; format `chw4` of i8 requires a static length of C"
        ],
    );
    illegal("chw4", &[1, 0, 5, 7], "f16", expect![[r#""#]]);
}

#[test]
fn generations_are_rejected_without_effect() {
    illegal(
        "hwc8, orin",
        &[1, 3, 4, 4],
        "f16",
        expect![
            "device: format `hwc8` is not supported on a DLA, so `orin` is not allowed; a DLA supports `linear`, `chw4`, `chw16`, `chw32`, `dla_linear`, `dla_hwc4`"
        ],
    );
    illegal(
        "dla_hwc4",
        &[1, 3, 4, 4],
        "f16",
        expect![
            "generation: format `dla_hwc4` requires a generation of the DLA; use `dla_hwc4, xavier` or `dla_hwc4, orin`"
        ],
    );
    illegal("dla_linear", &[1, 3, 4, 4], "f16", expect![[r#""#]]);
    illegal(
        "chw4, gpu_fallback",
        &[1, 3, 4, 4],
        "f16",
        expect![
            "gpu_fallback: `gpu_fallback` is incompatible with `chw4`; it applies only to `chw4` with a generation"
        ],
    );
    illegal(
        "chw16, orin, gpu_fallback",
        &[1, 3, 4, 4],
        "f16",
        expect![
            "gpu_fallback: `gpu_fallback` is incompatible with `chw16, orin`; it applies only to `chw4` with a generation"
        ],
    );
    illegal("chw4, xavier, gpu_fallback", &[1, 3, 4, 4], "f16", expect![[r#""#]]);
}

#[test]
fn dla_limits_are_checked() {
    illegal(
        "dla_hwc4, orin",
        &[1, 2, 8193, 8192],
        "i8",
        expect![[r#"
        dla_range: the length of H (d2) must be at most 8192 on a DLA, but is 8193; a DLA supports 1 to 8192
        dla_c: the length of C (d1) must be 1, 3 or 4 in format `dla_hwc4` on a DLA, but is 2; format `dla_hwc4` on a DLA supports 1, 3 or 4"#]],
    );
    illegal(
        "linear, orin",
        &[64, 65, 1, 2, 8193],
        "f16",
        expect![[r#"
        dla_range: the length of W (d4) must be at most 8192 on a DLA, but is 8193; a DLA supports 1 to 8192
        dla_batch: the dims before C, H and W must hold at most 4096 images on a DLA, but hold 64 x 65 = 4160; a DLA supports at most 4096"#]],
    );
    illegal("linear", &[64, 65, 1, 2, 8193], "f16", expect![[r#""#]]);
    illegal(
        "linear, xavier",
        &[8193, 7],
        "i8",
        expect![
            "dla_range: the length of H (d0) must be at most 8192 on a DLA, but is 8193; a DLA supports 1 to 8192"
        ],
    );
    illegal(
        "chw4, orin",
        &[1, 5, 4, 4],
        "i8",
        expect![
            "dla_c: the length of C (d1) must be 1, 2, 3 or 4 in format `chw4` on a DLA, but is 5; format `chw4` on a DLA supports 1, 2, 3 or 4"
        ],
    );
    illegal(
        "dla_linear",
        &[0, 3, 0, 4],
        "i8",
        expect![
            "dla_dynamic: the length of d0, d2 must be static on a DLA, but is dynamic; a DLA supports static lengths only"
        ],
    );
    illegal(
        "dla_linear",
        &[i64::MAX; 15],
        "i8",
        expect![[r#"
        dla_range: the length of C (d12) must be at most 8192 on a DLA, but is 9223372036854775807; a DLA supports 1 to 8192
        dla_range: the length of H (d13) must be at most 8192 on a DLA, but is 9223372036854775807; a DLA supports 1 to 8192
        dla_range: the length of W (d14) must be at most 8192 on a DLA, but is 9223372036854775807; a DLA supports 1 to 8192
        dla_batch: the dims before C, H and W must hold at most 4096 images on a DLA, but hold 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807 x 9223372036854775807; a DLA supports at most 4096"#]],
    );
    illegal("chw16, orin", &[4096, 8192, 8192, 8192], "f16", expect![[r#""#]]);
}

#[test]
fn only_chw4_on_a_dla_is_deprecated() {
    assert_eq!(parse("chw4").deprecation(), None);
    assert_eq!(parse("chw16, orin").deprecation(), None);
    expect!["format `chw4` on a DLA is deprecated; the DLA's own is `dla_hwc4`"]
        .assert_eq(&parse("chw4, orin").deprecation().unwrap());
}

#[test]
fn memory_agrees_with_the_table() {
    let array = |text: &str, lens: &[i64], bits: i64| {
        let physical = layout(text, lens, bits).physical().unwrap();
        let (array, bytes) = (padded(&physical), physical.size_in_bytes().unwrap());
        assert_eq!(array.num_elements(), physical.allocation().ok());
        format!("{array} {} {bytes}", fixed(physical.strides()))
    };
    let lines = [
        array("linear", &[], 32),
        array("hwc8", &[1, 3, 8, 10], 16),
        array("dla_hwc4, xavier", &[1, 3, 5, 6], 16),
        array("dla_hwc4, orin", &[1, 1, 5, 6], 8),
        array("chw4", &[1, 3, 5, 7], 8),
        array("chw4, orin", &[1, 3, 5, 7], 8),
        array("chw4, xavier", &[1, 3, 5, 7], 16),
        array("chw4, orin, gpu_fallback", &[1, 3, 5, 7], 8),
        array("cdhw32", &[2, 33, 2, 3, 3], 16),
    ];
    expect![[r#"
        []  4 bytes
        [1, 8, 10, 8] m0: fixed<640 elems>, m1: fixed<80 elems>, m2: fixed<8 elems>, m3: fixed<1 elems> 1280 bytes
        [1, 5, 8, 4] m0: fixed<160 elems>, m1: fixed<32 elems>, m2: fixed<4 elems>, m3: fixed<1 elems> 320 bytes
        [1, 5, 64, 1] m0: fixed<320 elems>, m1: fixed<64 elems>, m2: fixed<1 elems>, m3: fixed<1 elems> 320 bytes
        [1, 1, 5, 7, 4] m0: fixed<140 elems>, m1: fixed<140 elems>, m2: fixed<28 elems>, m3: fixed<4 elems>, m4: fixed<1 elems> 140 bytes
        [1, 1, 5, 16, 4] m0: fixed<320 elems>, m1: fixed<320 elems>, m2: fixed<64 elems>, m3: fixed<4 elems>, m4: fixed<1 elems> 320 bytes
        [1, 1, 5, 8, 4] m0: fixed<160 elems>, m1: fixed<160 elems>, m2: fixed<32 elems>, m3: fixed<4 elems>, m4: fixed<1 elems> 320 bytes
        [1, 1, 5, 7, 4] m0: fixed<140 elems>, m1: fixed<140 elems>, m2: fixed<28 elems>, m3: fixed<4 elems>, m4: fixed<1 elems> 140 bytes
        [2, 2, 2, 3, 3, 32] m0: fixed<1152 elems>, m1: fixed<576 elems>, m2: fixed<288 elems>, m3: fixed<96 elems>, m4: fixed<32 elems>, m5: fixed<1 elems> 4608 bytes"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn ordered_format_is_an_order_with_fixed_strides() {
    for (text, lens) in [
        ("linear", &[2, 3, 5, 7][..]),
        ("hwc", &[3, 5, 7]),
        ("hwc8", &[2, 3, 5, 7]),
        ("hwc16", &[4, 2, 3, 5, 7]),
        ("dhwc", &[3, 2, 5, 7]),
        ("dhwc8", &[2, 3, 4, 5, 7]),
        ("dla_linear", &[1, 3, 5, 7]),
        ("dla_hwc4, orin", &[2, 4, 5, 7]),
    ] {
        let of = layout(text, lens, 16);
        let (layout, physical) = (of.ordered().unwrap().unwrap(), of.physical().unwrap());
        assert_eq!((layout.shape(), Some(layout.order())), (&shape(lens), of.order()));
        assert_eq!(layout.resolve().unwrap().physical(), &physical, "{text}");
        let open =
            TensorLayout::new(layout.shape().clone(), layout.order(), layout.elem()).unwrap();
        let solved = open.with_reqs(layout.reqs().clone()).resolve().unwrap();
        assert_eq!(solved.physical(), &physical, "{text}");
        // A stronger alignment of any dim conflicts with exactly one fixed stride.
        for (dim, &stride) in physical.strides().iter() {
            let amount = Amount::new(stride.get() + 1, Unit::Elems).unwrap();
            let aligned = Req { dim, kind: ReqKind::Aligned(amount) };
            let other: StrideReqs = [aligned].into_iter().collect();
            let joined = layout.reqs().join(&other);
            let lens = physical.shape();
            let error = solve(lens, layout.elem(), joined.as_slice()).unwrap_err();
            let BufferError::Conflict(conflict) = error else { panic!("{text}: {error}") };
            let core: Vec<Req> = conflict.core.iter().flatten().filter_map(Origin::req).collect();
            assert!(core.len() == 2 && core.contains(&aligned), "{text}: {conflict}");
        }
    }
}

#[test]
fn split_of_c_has_vectors_and_lanes() {
    let split = layout("chw16", &[2, 33, 5, 7], 16);
    assert_eq!((split.ordered(), split.order()), (Ok(None), None));
    let array = split.format.format.row().array_dims(4).unwrap();
    assert_eq!(order_of(&array), None);
    expect!["{m0: Whole(d0), m1: Vectors(d1), m2: Whole(d2), m3: Whole(d3), m4: Lanes(d1)} [2, 3, 5, 7, 16]"]
        .assert_eq(&format!("{array:?} {}", split.physical().unwrap().shape()));
}

#[test]
fn outermost_physical_dim_may_be_dynamic() {
    let strides = |text: &str, lens: &[i64]| {
        let physical = layout(text, lens, 8).physical();
        physical.map(|physical| physical.strides().to_string()).map_err(|e| e.to_string())
    };
    assert_eq!(strides("chw4", &[0, 3, 5, 7]), Ok("[140, 140, 28, 4, 1]".to_owned()));
    // For a split C, the amount of padding in the last vector must be known.
    expect!["the length of C (d0) must be static to be split into vectors, but is dynamic"]
        .assert_eq(&strides("chw32", &[0, 5, 7]).unwrap_err());
    assert_eq!(strides("hwc", &[3, 0, 7]), Ok("[21, 3, 1]".to_owned()));
    expect!["the length of m2 must be static, because only the outermost dim can be dynamic"]
        .assert_eq(&strides("hwc", &[0, 5, 7]).unwrap_err());
}

#[test]
fn unstorable_tensors_are_rejected() {
    let error =
        |text: &str, lens: &[i64]| layout(text, lens, 16).physical().unwrap_err().to_string();
    let lines = [
        error("chw2", &[1; 15]),
        error("hwc", &[5, 7]),
        error("dla_hwc4", &[1, 3, 5, 7]),
        error("hwc8", &[i64::MAX, 5, 7]),
        error("hwc8", &[3, i64::MAX, i64::MAX, i64::MAX]),
    ];
    expect![[r#"
        the split of C into vectors results in more than 15 dims
        format `hwc` requires at least 3 dims, but the tensor has 2; C is dim 3 from the end
        format `dla_hwc4` requires a generation of the DLA; use `dla_hwc4, xavier` or `dla_hwc4, orin`
        the least stride of m0 is 64563604257983430649 elements, which does not fit 64 bits
        the least stride of m1 is 85070591730234615847396907784232501249 elements, which does not fit 64 bits"#]].assert_eq(&lines.join("\n"));
    assert!(layout("hwc8", &[1; 15], 16).physical().is_ok());
}

#[test]
fn every_slot_is_an_element_or_padding() {
    let plain = Format::all().map(FormatUse::new);
    let uses = plain.flat_map(|of| [of, of.on(Generation::Orin), of.on(Generation::Xavier)]);
    let stride = BlockStride::new(2);
    let uses =
        uses.chain(Format::all().map(|format| FormatUse { stride, ..FormatUse::new(format) }));
    let shapes = [[2, 3, 2, 3, 2], [1, 4, 1, 2, 3], [1, 2, 1, 8, 16]];
    let uses = uses.flat_map(|of| shapes.map(|lens| (of, lens)));
    let mut formats: Vec<Format> = Vec::new();
    for (of, lens) in uses {
        let (shape, elem) = (shape(&lens), ElemSize::new(Bits::new(16)).unwrap());
        let Ok(layout) = of.layout(&shape, elem) else { continue };
        formats.push(of.format);
        let (mut elements, slots) = (0, layout.allocation().unwrap().get());
        for slot in (0..slots).map(Elems::new) {
            let owners = layout.owners_of(slot).unwrap();
            let Some(index) = owners.first else { continue };
            assert_eq!((owners.count, layout.offset_of(&index)), (1, Ok(Some(slot))), "{of}");
            elements += 1;
        }
        assert_eq!(shape.num_elements(), Some(Elems::new(elements)), "{of}");
    }
    formats.sort();
    formats.dedup();
    assert_eq!(formats.len(), Format::all().len());
}

#[test]
fn dynamic_batch_has_a_layout_and_dynamic_vectors_do_not() {
    let batch = layout("chw16", &[0, 33, 5, 7], 16).layout().unwrap();
    let index = LogicalIndex::new([1000, 32, 4, 6]).unwrap();
    assert_eq!(batch.offset_of(&index), Ok(Some(Elems::new(1_681_664))));
    let vectors = layout("chw16", &[0, 5, 7], 16).layout().unwrap_err();
    expect!["the length of C (d0) must be static to be split into vectors, but is dynamic"]
        .assert_eq(&vectors.to_string());
}
