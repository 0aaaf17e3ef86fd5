//! Tests of the contents of known values, and of their bytes in memory.

use super::contents::{ElementSource, KnownContents, KnownValue, KnownValues, lengths};
use super::entry;
use super::reader::WeightReader;
use super::region::{self, RegionValue};
use super::stream::RegionStream;
use super::view::WeightView;
use crate::weights::{ExternalData, WeightTensor};
use expect_test::{Expect, expect};
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::module::Def;
use ir::print::ValueNames;
use ir::progress::NoProgress;
use ir::{Registry, Verified};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Checks the regions of a function, whose arguments with one-byte elements `%w...` are weights. The elements of the
/// weights are 1, 2, 3 and so on, over all weights; 4-bit elements have the lowest bits.
#[track_caller]
fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&regions(text));
}

/// Returns the regions of a function, as [`check`] does.
#[track_caller]
fn regions(text: &str) -> String {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(text, 0, &registry, &mut sink).expect("the text parses");
    let module = Verified::new(module, &registry, &mut sink);
    let module = module.unwrap_or_else(|_| panic!("{:?}", sink.diags()));
    let names = ValueNames::new(&module, &registry);
    let layouts = Layouts::new(&module, &registry);
    let function = module.ops(module.body()).next().expect("a function");
    let mask = if text.contains("xi4") { 15 } else { 255 };
    let (mut known, mut weights, mut count) = (Vec::new(), Vec::new(), 0u8);
    for &value in module.arguments(entry(&module, function).expect("a body")) {
        if names.get(value).starts_with('w') {
            let lens = lengths(&module, module.ty(value)).expect("a static tensor");
            let bytes = (0..lens.iter().product::<i64>()).map(|_| {
                count += 1;
                count & mask
            });
            weights.push((names.get(value), WeightTensor::of_constant(bytes.collect(), 1)));
            let view = WeightView::whole(weights.len() - 1, &lens).expect("few elements");
            let source = ElementSource::Weight(view.into());
            let names = BTreeSet::from([names.get(value)]).into();
            known.push((value, KnownContents { names, source, width: 1 }));
        }
    }
    let values = KnownValues::new(&module, &registry, known, &mut NoProgress);
    let mut open = |_: &ExternalData| Err("no file".to_owned());
    let mut reader = WeightReader { weights: &weights, open: &mut open };
    let mut out = String::new();
    for set in values.sets() {
        let boundary =
            |known: &KnownValue<'_>| matches!(module.def(known.value), Def::Argument(..));
        let placed: Result<Vec<_>, _> = set
            .into_iter()
            .map(|known| RegionValue::new(&module, &layouts, known, boundary(&known)))
            .collect();
        let placed = placed.unwrap_or_else(|reason| panic!("{reason}"));
        for value in &placed {
            let known = value.known;
            write!(out, "{} of {:?}, ", names.get(known.value), known.contents.names)
                .expect("a string");
        }
        let bytes = region::bytes(&placed, |at| values.elements(&module, at, &mut reader));
        check_chunks(&placed, &mut reader, &bytes);
        writeln!(out, "{:?}", bytes).expect("a string");
    }
    out
}

/// Checks that a region that is written in chunks has the same bytes for any size of a chunk.
#[track_caller]
fn check_chunks(
    placed: &[RegionValue<'_>],
    reader: &mut WeightReader<'_, '_>,
    expected: &Result<Vec<u8>, String>,
) {
    let ([value], Ok(expected)) = (placed, expected) else { return };
    let ElementSource::Weight(view) = &value.known.contents.source else { return };
    for chunk in 1..20 {
        let Some(moved) = value.moved_from(view) else { return };
        let Some(stream) = RegionStream::new(view, moved, chunk) else { return };
        let mut written = Vec::new();
        let mut write = |bytes: &[u8]| -> Result<(), String> {
            written.extend_from_slice(bytes);
            Ok(())
        };
        let size = stream.write(reader, &mut write).expect("the elements are in memory");
        assert_eq!(size, written.len());
        written.resize(expected.len(), 0);
        assert_eq!(&written, expected, "chunks of {chunk} bytes");
    }
}

#[test]
fn chunks_of_any_size_have_the_same_bytes() {
    for (order, strides) in [
        ("(a, b, c)", "[12, 4, 1]"),
        ("(c, b, a)", "[1, 3, 9]"),
        ("(b, a, c)", "[5, 16, 1]"),
        ("(a, c, b)", "[20, 1, 4]"),
        ("(c, a, b)", "[3, 1, 13]"),
    ] {
        let ty = format!(
            "tensor<3x3x4xi8, {{order = affine_map<(a, b, c) -> {order}>, strides = {strides}}}>"
        );
        let transposed =
            "tensor<4x3x3xi8, {order = affine_map<(a, b, c) -> (a, b, c)>, strides = [9, 3, 1]}>";
        let text = format!(
            "func.func @f(%w: {ty}, %w1: tensor<3x3x4xi8>) {{
              %t = \"onnx.Transpose\"(%w1) {{perm = [2, 1, 0]}} : (tensor<3x3x4xi8>) -> tensor<4x3x3xi8>
              %r = layout.reorder %t : tensor<4x3x3xi8> -> {transposed}
              \"t.use\"(%w, %r) : ({ty}, {transposed}) -> ()
              return
            }}"
        );
        let found = regions(&text);
        assert_eq!(found.matches("Ok(").count(), 2, "{found}");
    }
}

#[test]
fn elements_below_a_byte_are_packed() {
    check(
        "func.func @f(%w: tensor<3x2xi4, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 4]}>) {
          \"t.use\"(%w) : (tensor<3x2xi4, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 4]}>) -> ()
          return
        }",
        &expect![[r#"
            w of {"w"}, Ok([49, 5, 66, 6])
        "#]],
    );
}

#[test]
fn views_share_a_region() {
    check(
        "func.func @f(%w0: tensor<2x2xi8, {order = #layout.order<NC>, strides = [2, 1]}>,
                     %w1: tensor<1x2xi8, {order = #layout.order<NC>, strides = [2, 1], offset = 4}>) {
          %c = \"onnx.Concat\"(%w0, %w1) {axis = 0 : si64} : (tensor<2x2xi8, {order = #layout.order<NC>, strides = [2, 1]}>, tensor<1x2xi8, {order = #layout.order<NC>, strides = [2, 1], offset = 4}>) -> tensor<3x2xi8, {order = #layout.order<NC>, strides = [2, 1]}>
          %t = \"onnx.Transpose\"(%c) {perm = [1, 0]} : (tensor<3x2xi8, {order = #layout.order<NC>, strides = [2, 1]}>) -> tensor<2x3xi8, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 2]}>
          %s = \"tensor.extract_slice\"(%t) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 1>, static_sizes = array<i64: 1, 2>, static_strides = array<i64: 1, 1>} : (tensor<2x3xi8, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 2]}>) -> tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [2], offset = 3}>
          %r = layout.reorder %s : tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [2], offset = 3}> -> tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [1]}>
          \"t.use\"(%t, %w1, %s, %r) : (tensor<2x3xi8, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 2]}>, tensor<1x2xi8, {order = #layout.order<NC>, strides = [2, 1], offset = 4}>, tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [2], offset = 3}>, tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [1]}>) -> ()
          return
        }",
        &expect![[r#"
            w1 of {"w1"}, t of {"w0", "w1"}, s of {"w0", "w1"}, Ok([1, 2, 3, 4, 5, 6, 0])
            r of {"w0", "w1"}, Ok([4, 6])
        "#]],
    );
}

#[test]
fn memory_views_keep_the_memory_order() {
    check(
        "func.func @f(%w: tensor<2x1x3xi8, {order = affine_map<(a, b, c) -> (b, c, a)>, strides = [1, 6, 2]}>) {
          %v = layout.view %w : tensor<2x1x3xi8, {order = affine_map<(a, b, c) -> (b, c, a)>, strides = [1, 6, 2]}> -> tensor<3x2xi8, {order = #layout.order<NC>, strides = [2, 1]}>
          %r = layout.reorder %v : tensor<3x2xi8, {order = #layout.order<NC>, strides = [2, 1]}> -> tensor<3x2xi8, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 4]}>
          \"t.use\"(%r) : (tensor<3x2xi8, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 4]}>) -> ()
          return
        }",
        &expect![[r#"
            r of {"w"}, Ok([1, 2, 3, 0, 4, 5, 6, 0])
        "#]],
    );
}

#[test]
fn weights_in_a_computed_concat_are_read_by_it() {
    check(
        "func.func @f(%x: tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [1]}>, %w: tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [1], offset = 2}>) {
          %c = \"onnx.Concat\"(%x, %w) {axis = 0 : si64} : (tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [1]}>, tensor<2xi8, {order = affine_map<(a) -> (a)>, strides = [1], offset = 2}>) -> tensor<4xi8, {order = affine_map<(a) -> (a)>, strides = [1]}>
          return
        }",
        &expect![[r#"
            w of {"w"}, Ok([0, 0, 1, 2])
        "#]],
    );
}
