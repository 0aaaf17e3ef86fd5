//! Tests of the queries on tensors of every kind.

use super::*;
use expect_test::{Expect, expect};
use ir::diag::Sink;
use ir::{TypeKind, Verified};

const TEXT: &str = r#"
#t = affine_map<(d0, d1) -> (d1, d0)>
layout.descriptor @d {
  %a, %b = layout.packed [4, 8]
  %i = layout.pass_through %b
  %j = layout.pass_through %a
  layout.yield %i, %j
}
layout.tensor @x : tensor<4x5xf32, {order = #t, strides = [1, 8], reqs = #layout.reqs<m0: aligned<32 bytes>>, offset = 2}>
layout.tensor @half : tensor<4x6xi4, {order = #t, strides = [1, 5]}>
layout.tensor @open : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>
layout.tensor @vectors : tensor<1x40x2x3xf16, {format = #layout.format<chw32>}>
layout.tensor @pixels : tensor<1x8x2x3xf16, {format = #layout.format<hwc8>}>
layout.tensor @described : tensor<8x4xf32, {layout = @d}>
func.func @f(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "npu.add"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "npu.add"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return %1 : tensor<2x3xf32>
}
"#;

/// Compares the answers of a query of each tensor, one per line: symbols, then values.
fn check(
    query: impl Fn(&TensorQueries<'_>, Entity) -> Result<String, QueryError>,
    expected: Expect,
) {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(TEXT, 0, &registry, &mut sink);
    let module = module.unwrap_or_else(|| panic!("{:?}", sink.diags()));
    let module = Verified::new(module, &registry, &mut sink).unwrap();
    assert!(!sink.has_errors(), "{:?}", sink.diags());
    let queries = TensorQueries::new(&module, &registry);
    let symbols = module.ops(module.body()).map(|op| (module.symbol(op).unwrap(), op.into()));
    let values = module.walk().flat_map(|op| module.results(op)).map(|value| ("%", value));
    let function = module.ops(module.body()).last().unwrap();
    let arguments = module.arguments(module.blocks(module.regions(function)[0])[0]);
    let values = arguments.iter().map(|&value| ("%", value)).chain(values);
    let values = values.filter(|&(_, value)| matches!(module.kind(value), TypeKind::Tensor { .. }));
    let all: Vec<(&str, Entity)> =
        symbols.chain(values.map(|(name, value)| (name, value.into()))).collect();
    let line = |(name, entity): (&str, Entity)| match query(&queries, entity) {
        Ok(answer) => format!("{name}: {answer}\n"),
        Err(error) => {
            assert_eq!(error.diag().entity(), Some(entity));
            assert!(error.diag().span().is_some());
            format!("{name}: {error}\n")
        }
    };
    expected.assert_eq(&all.into_iter().map(line).collect::<String>());
}

#[test]
fn strides_are_in_elements_and_bytes() {
    check(
        |queries, of| {
            let strides = queries.strides_of(of)?;
            let (elements, bytes) = (strides.in_elements(), strides.in_bytes());
            Ok(format!("{elements:?} = {bytes:?} at {:?}", strides.offset_in_bytes()))
        },
        expect![[r#"
                d: [1, 8] = None at None
                x: [1, 8] = Some([4, 32]) at Some(Bytes(8))
                half: [1, 5] = None at Some(Bytes(0))
                open: error[L0403]: the layout of the tensor is not resolved
                  note: run `resolve-strides` before the query
                vectors: error[L0403]: no strides describe the layout, because its offset is not affine
                pixels: [48, 1, 24, 8] = Some([96, 2, 48, 16]) at Some(Bytes(0))
                described: [1, 8] = Some([4, 32]) at Some(Bytes(0))
                f: error[L0403]: the op declares no tensor; query a value or the op of a tensor
                %: [3, 1] = Some([12, 4]) at Some(Bytes(0))
                %: error[L0403]: the layout of the tensor is not resolved
                  note: run `resolve-strides` before the query
                %: [3, 1] = Some([12, 4]) at Some(Bytes(0))
            "#]],
    );
}

#[test]
fn layouts_have_the_size_of_their_tensors() {
    check(
        |queries, of| {
            let layout = queries.layout_of(of)?;
            let span = layout.span().map_or_else(|error| error.to_string(), |it| it.to_string());
            Ok(format!("{} in {span}", layout.shape()))
        },
        expect![[r#"
                d: [8, 4] in 32 elements
                x: [4, 5] in 38 elements
                half: [4, 6] in 29 elements
                open: error[L0403]: the layout of the tensor is not resolved
                  note: run `resolve-strides` before the query
                vectors: [1, 40, 2, 3] in 360 elements
                pixels: [1, 8, 2, 3] in 48 elements
                described: [8, 4] in 32 elements
                f: error[L0403]: the op declares no tensor; query a value or the op of a tensor
                %: [2, 3] in 6 elements
                %: error[L0403]: the layout of the tensor is not resolved
                  note: run `resolve-strides` before the query
                %: [2, 3] in 6 elements
            "#]],
    );
}

#[test]
fn orders_shapes_and_requirements_need_no_strides() {
    check(
        |queries, of| {
            let order = queries.order_of(of).map_or("no order".to_owned(), |it| it.to_string());
            let reqs = queries.requirements_of(of)?;
            Ok(format!("{}, {order}, <{reqs}>", queries.shape_of(of)?))
        },
        expect![[r#"
                d: error[L0403]: the op declares no tensor; query a value or the op of a tensor
                x: [4, 5], CN, <m0: aligned<32 bytes>>
                half: [4, 6], CN, <>
                open: [4, 5], NC, <m0: aligned<32 bytes>>
                vectors: [1, 40, 2, 3], no order, <>
                pixels: [1, 8, 2, 3], NHWC, <>
                described: [8, 4], no order, <>
                f: error[L0403]: the op declares no tensor; query a value or the op of a tensor
                %: [2, 3], NC, <>
                %: error[L0403]: the layout of the tensor is not resolved
                  note: run `resolve-strides` before the query
                %: [2, 3], NC, <>
            "#]],
    );
}

#[test]
fn descriptions_are_those_of_the_pass() {
    check(
        |queries, of| {
            let memory = queries.description_of(of)?.memory;
            Ok(format!("{:?} {:?} of {}", memory.dims(), memory.strides(), memory.format().name))
        },
        expect![[r#"
                d: error[L0403]: the op declares no tensor; query a value or the op of a tensor
                x: [5, 4] Some([32, 4]) of VK_FORMAT_R32_SFLOAT
                half: error[L0501]: `@half` has no Vulkan description: a stride is 5 elements of 4 bits, which is not a whole number of bytes
                open: error[L0403]: the layout of the tensor is not resolved
                  note: run `resolve-strides` before the query
                vectors: error[L0403]: `@vectors` has no Vulkan description: format `chw32` splits C, which strides cannot describe
                  note: a target with `vector_dims = true` describes the vectors of C and their lanes as two dims
                pixels: [1, 2, 3, 8] None of VK_FORMAT_R16_SFLOAT
                described: error[L0403]: `@described` has no Vulkan description: its layout is a descriptor, which Vulkan cannot express; `canonicalize-layouts` converts it to an `order` with `strides` if possible
                f: error[L0403]: the op declares no tensor; query a value or the op of a tensor
                %: [2, 3] None of VK_FORMAT_R32_SFLOAT
                %: error[L0403]: the layout of the tensor is not resolved
                  note: run `resolve-strides` before the query
                %: [2, 3] None of VK_FORMAT_R32_SFLOAT
            "#]],
    );
}
