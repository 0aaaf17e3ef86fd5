//! Tests of files of conversions and graphs: their content, and what is refused.

use super::border::Border;
use super::names::{NONE, TENSOR};
use super::{EMITTER, assembled};
use crate::emitter::EmitContext;
use crate::testing::parsed;
use crate::vgf_file::*;
use expect_test::{Expect, expect};
use ir::Registry;
use ir::diag::Sink;
use std::cell::RefCell;
use std::fmt::Write;

/// A graph between a conversion from and one to channels first, as `lower-addressing` writes them.
const AROUND_GRAPH: &str = r#"
#first = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
func.func @main(%x: tensor<1x5x7x3xi8, {order = #first, strides = [105, 7, 1, 35]}>) -> tensor<1x5x7x4xf16, {order = #first, strides = [140, 7, 1, 35]}> {
  %0 = layout.reorder %x {layout.kernel = @before} : tensor<1x5x7x3xi8, {order = #first, strides = [105, 7, 1, 35]}> -> tensor<1x5x7x3xi8>
  %1 = "my.op"(%0) : (tensor<1x5x7x3xi8>) -> tensor<1x5x7x4xf16>
  %2 = layout.reorder %1 {layout.kernel = @after} : tensor<1x5x7x4xf16> -> tensor<1x5x7x4xf16, {order = #first, strides = [140, 7, 1, 35]}>
  return %2 : tensor<1x5x7x4xf16, {order = #first, strides = [140, 7, 1, 35]}>
}
layout.kernel @before {fills_padding, plan = {digits = [array<i64: 35, 1, 3>, array<i64: 3, 35, 1>], dims = [array<i64: 0>, array<i64: 0>, array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 1, 1, 5, 2, 1, 7>, array<i64: 3, 1, 3>]}} : (tensor<1x5x7x3xi8, {order = #first, strides = [105, 7, 1, 35]}>) -> tensor<1x5x7x3xi8>
layout.kernel @after {fills_padding, plan = {digits = [array<i64: 4, 1, 35>, array<i64: 35, 4, 1>], dims = [array<i64: 0>, array<i64: 0>, array<i64: 0>, array<i64: 0>], offsets = array<i64: 0, 0>, parts = [array<i64: 3, 1, 4>, array<i64: 1, 1, 5, 2, 1, 7>]}} : (tensor<1x5x7x4xf16>) -> tensor<1x5x7x4xf16, {order = #first, strides = [140, 7, 1, 35]}>
"#;

/// A function that is a graph alone.
const GRAPH_ALONE: &str = r#"func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = "my.op"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}"#;

/// Returns the lines of a file: its modules, resources, constants and segments.
fn dumped(file: &VgfFile) -> String {
    let slots = |slots: &[BindingSlot]| {
        let slots = slots.iter().map(|slot| format!("{}: r{}", slot.binding, slot.resource));
        slots.collect::<Vec<_>>().join(", ")
    };
    let ends = |ends: &[NamedSlot]| {
        let ends = ends.iter().map(|end| format!("{} r{}", end.name, end.slot.resource));
        ends.collect::<Vec<_>>().join(", ")
    };
    let mut text = String::new();
    for (at, module) in file.modules.iter().enumerate() {
        let VgfModule { kind, name, entry_point, .. } = module;
        let _ = writeln!(text, "module {at}: {kind:?} {name} {entry_point}");
    }
    for (at, resource) in file.resources.iter().enumerate() {
        let VgfResource { descriptor_type, format, category, shape, .. } = resource;
        let descriptor = descriptor_type.cast_signed();
        let _ = write!(text, "r{at}: {category:?} {descriptor} {format} {shape:?}");
        if !resource.strides.is_empty() {
            let _ = write!(text, " strides {:?}", resource.strides);
        }
        if let Some(group) = resource.alias_group {
            let _ = write!(text, " group {group}");
        }
        text.push('\n');
    }
    for constant in &file.constants {
        let VgfConstant { resource, sparsity, bytes } = constant;
        let _ = writeln!(text, "constant r{resource} {sparsity:?} {} bytes", bytes.len());
    }
    for segment in &file.segments {
        let VgfSegment { name, kind, module, sets, inputs, outputs, .. } = segment;
        let sets = sets.iter().map(|set| format!("{} {{{}}}", set.index, slots(&set.bindings)));
        let sets: Vec<String> = sets.collect();
        let constants: Vec<_> = segment.constants.iter().map(|it| (it.id, it.constant)).collect();
        let _ = writeln!(
            text,
            "{name} {kind:?} module {module} sets {} in {{{}}} out {{{}}} dispatch {:?} constants {constants:?}",
            sets.join(", "),
            slots(inputs),
            slots(outputs),
            segment.dispatch,
        );
    }
    let _ = writeln!(text, "model {{{}}} -> {{{}}}", ends(&file.inputs), ends(&file.outputs));
    text
}

/// Returns the file of a module, joined with a graph, and the warnings.
fn joined(
    text: &str,
    graph: Option<&VgfFile>,
    options: &[(&str, &str)],
) -> Result<(VgfFile, Vec<String>), String> {
    let module = parsed(text);
    let registry = Registry::new();
    let options = EMITTER.read_options(options).unwrap();
    let warnings: RefCell<Sink> = RefCell::default();
    let cx = EmitContext {
        registry: &registry,
        target: None,
        sources: None,
        elide_above: None,
        graph: None,
        options: &options,
        warnings: &warnings,
    };
    let functions = ir::data_graph::DataGraph::all(&module, &registry);
    let border = Border::read(&module, &registry, &functions[0], graph.is_some());
    let file = border.and_then(|border| assembled(&module, &cx, &border, graph));
    let file = file.map_err(|diag| diag.message)?;
    let warnings = warnings.borrow().diags().iter().map(|diag| diag.message.clone()).collect();
    Ok((file, warnings))
}

#[track_caller]
fn check(text: &str, graph: Option<&VgfFile>, options: &[(&str, &str)], expected: Expect) {
    let (file, warnings) = joined(text, graph, options).unwrap();
    assert_eq!(warnings, [""; 0]);
    let bytes = file.to_bytes().unwrap();
    assert_eq!(VgfFile::read(&bytes), Ok(file.clone()));
    expected.assert_eq(&dumped(&file));
}

/// A graph from one tensor to another, with a constant between them.
fn graph_of(input: (&[i64], u32), output: (&[i64], u32)) -> VgfFile {
    let tensor = |category, (dims, format): (&[i64], u32)| VgfResource {
        category,
        descriptor_type: TENSOR,
        format,
        shape: dims.to_vec(),
        ..VgfResource::default()
    };
    let constant = tensor(ResourceCategory::Constant, (&[20], 100));
    let constant = VgfResource { descriptor_type: NONE, ..constant };
    let slot = |binding, resource| BindingSlot { binding, resource };
    let end = |name: &str, slot| NamedSlot { name: name.to_owned(), slot };
    VgfFile {
        modules: vec![VgfModule {
            kind: ModuleKind::Graph,
            name: "net".to_owned(),
            entry_point: "entry".to_owned(),
            code: ModuleCode::Spirv(vec![0x0723_0203, 1, 2]),
        }],
        resources: vec![
            constant,
            tensor(ResourceCategory::Input, input),
            tensor(ResourceCategory::Output, output),
        ],
        constants: vec![VgfConstant { resource: 0, sparsity: None, bytes: vec![1; 80] }],
        segments: vec![VgfSegment {
            kind: ModuleKind::Graph,
            name: "graph".to_owned(),
            sets: vec![DescriptorSet { index: 3, bindings: vec![slot(4, 1), slot(5, 2)] }],
            inputs: vec![slot(4, 1)],
            outputs: vec![slot(5, 2)],
            constants: vec![GraphConstantBinding { id: 7, constant: 0 }],
            ..VgfSegment::default()
        }],
        inputs: vec![end("in", slot(0, 1))],
        outputs: vec![end("out", slot(1, 2))],
    }
}

const F32: u32 = 100;

#[test]
fn graph_is_joined_between_conversions() {
    let graph = graph_of((&[1, 5, 7, 3], 14), (&[1, 5, 7, 4], 76));
    check(
        AROUND_GRAPH,
        Some(&graph),
        &[],
        expect![[r#"
            module 0: Compute before before
            module 1: Graph net entry
            module 2: Compute after after
            r0: Input 7 14 [1, 3, 5, 7]
            r1: Output 7 76 [1, 4, 5, 7]
            r2: Intermediate 7 14 [1, 5, 7, 3] group 0
            r3: Intermediate 7 76 [1, 5, 7, 4] group 1
            r4: Intermediate 1000460000 14 [1, 5, 7, 3] group 0
            r5: Intermediate 1000460000 76 [1, 5, 7, 4] group 1
            r6: Constant -1 100 [20]
            constant r6 None 80 bytes
            convert_0 Compute module 0 sets 0 {0: r0, 1: r2} in {0: r0} out {1: r2} dispatch [1, 1, 1] constants []
            graph Graph module 1 sets 3 {4: r4, 5: r5} in {4: r4} out {5: r5} dispatch [0, 0, 0] constants [(7, 0)]
            convert_2 Compute module 2 sets 0 {0: r3, 1: r1} in {0: r3} out {1: r1} dispatch [1, 1, 1] constants []
            model {x r0} -> {2 r1}
        "#]],
    );
}

#[test]
fn graph_without_conversions_has_the_tensors_of_the_function() {
    let graph = graph_of((&[4, 6], F32), (&[4, 6], F32));
    check(
        GRAPH_ALONE,
        Some(&graph),
        &[],
        expect![[r#"
            module 0: Graph net entry
            r0: Input 1000460000 100 [4, 6]
            r1: Output 1000460000 100 [4, 6]
            r2: Constant -1 100 [20]
            constant r2 None 80 bytes
            graph Graph module 0 sets 3 {4: r0, 5: r1} in {4: r0} out {5: r1} dispatch [0, 0, 0] constants [(7, 0)]
            model {x r0} -> {0 r1}
        "#]],
    );
}

#[test]
fn strides_of_padded_tensors_are_written_on_request() {
    let padded =
        GRAPH_ALONE.replace("(%x: tensor<4x6xf32>", "(%x: tensor<4x6xf32, {strides = [8, 1]}>");
    let padded =
        padded.replace("(%x) : (tensor<4x6xf32>", "(%x) : (tensor<4x6xf32, {strides = [8, 1]}>");
    let graph = graph_of((&[4, 6], F32), (&[4, 6], F32));
    check(
        &padded,
        Some(&graph),
        &[("vgf-strides", "true")],
        expect![[r#"
            module 0: Graph net entry
            r0: Input 1000460000 100 [4, 6] strides [32, 4]
            r1: Output 1000460000 100 [4, 6]
            r2: Constant -1 100 [20]
            constant r2 None 80 bytes
            graph Graph module 0 sets 3 {4: r0, 5: r1} in {4: r0} out {5: r1} dispatch [0, 0, 0] constants [(7, 0)]
            model {x r0} -> {0 r1}
        "#]],
    );
    expect!["the module cannot be written as VGF: `%x` is not the tensor of the graph: without strides it must be packed, but the stride of m0 is 32 bytes and not 24"].assert_eq(&joined(&padded, Some(&graph), &[]).unwrap_err());
}

/// Returns the error of a module with a graph.
#[track_caller]
fn check_refused(text: &str, graph: &VgfFile, expected: Expect) {
    expected.assert_eq(&joined(text, Some(graph), &[]).unwrap_err());
}

#[test]
fn refuses_a_graph_with_other_tensors() {
    let function = |ty: &str| GRAPH_ALONE.replace("4x6xf32", ty);
    let graph = graph_of((&[4, 6], F32), (&[4, 6], F32));
    check_refused(
        &function("6x4xf32"),
        &graph,
        expect![
            "the module cannot be written as VGF: `%x` is not the tensor of the graph: its dims in memory are [6, 4], but those of the graph [4, 6]"
        ],
    );
    check_refused(
        &function("4x6xi32"),
        &graph,
        expect![
            "the module cannot be written as VGF: `%x` is not the tensor of the graph: its format is `VK_FORMAT_R32_SINT`, but the graph has `VK_FORMAT_R32_SFLOAT`"
        ],
    );
    check_refused(
        &function("4x6xi4"),
        &graph,
        expect![
            "the module cannot be written as VGF: `%x` has no resource: no Vulkan format has one element of type `i4`"
        ],
    );
    check_refused(
        &function("?x6xf32"),
        &graph,
        expect![
            "the module cannot be written as VGF: `%x` has no resource: the length of d0 is dynamic, but resources have static lengths"
        ],
    );
    let permuted = function("6x4xf32, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 6]}");
    check_refused(
        &permuted,
        &graph,
        expect![
            "the module cannot be written as VGF: `%x` is not the tensor of the graph: the tensors of TOSA are row major, but its dims are permuted"
        ],
    );
    let shifted = function("4x6xf32, {strides = [6, 1], offset = 3}");
    check_refused(
        &shifted,
        &graph,
        expect![
            "the module cannot be written as VGF: `%x` is not the tensor of the graph: it begins at byte 12 of its buffer, but resources begin at byte 0"
        ],
    );
    let deep = graph_of((&[1, 1, 1, 4, 6], F32), (&[4, 6], F32));
    check_refused(
        &function("1x1x1x4x6xf32"),
        &deep,
        expect![
            "the module cannot be written as VGF: `%x` is not the tensor of the graph: it has 5 dims, but the device allows 4"
        ],
    );
}

#[test]
fn refuses_a_graph_with_other_resources() {
    let good = graph_of((&[4, 6], F32), (&[4, 6], F32));
    let mut graph = good.clone();
    graph.outputs.clear();
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "the module cannot be written as VGF: the graph of its function has 1 output (`%0`), but the file of the graph has 0 outputs"
        ],
    );
    let mut graph = good.clone();
    graph.resources[1].descriptor_type = 7;
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "the module cannot be written as VGF: `%x` is not the tensor of the graph: the graph reads it as `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`, but a tensor is expected"
        ],
    );
    let mut graph = good.clone();
    graph.resources[2].strides = vec![24, 4];
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "the module cannot be written as VGF: `%0` is not the tensor of the graph: the graph states its strides, [24, 4], already"
        ],
    );
    let mut graph = good.clone();
    graph.resources[0].shape = vec![1; 7];
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "the module cannot be written as VGF: a constant of the graph has 7 dims, but runtimes read 6"
        ],
    );
    let mut graph = good;
    graph.outputs[0].slot.resource = 1;
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "the module cannot be written as VGF: `%x` and `%0` are one resource in the graph, but its inputs and outputs must be distinct"
        ],
    );
}

#[test]
fn alias_groups_of_a_graph_have_new_numbers() {
    let mut graph = graph_of((&[1, 5, 7, 3], 14), (&[1, 5, 7, 4], 76));
    let inner = VgfResource {
        category: ResourceCategory::Intermediate,
        alias_group: Some(0),
        ..graph.resources[1].clone()
    };
    graph.resources.extend([inner.clone(), VgfResource { alias_group: Some(9), ..inner.clone() }]);
    graph.resources.push(VgfResource { alias_group: Some(9), ..inner });
    // The output shares its memory with the first inner resource.
    graph.resources[2].alias_group = Some(0);
    let (file, _) = joined(AROUND_GRAPH, Some(&graph), &[]).unwrap();
    let groups: Vec<Option<u32>> = file.resources.iter().map(|it| it.alias_group).collect();
    let [a, b, c] = [0, 1, 2].map(Some);
    assert_eq!(groups, [None, None, a, b, a, b, None, b, c, c]);
}

#[test]
fn warns_if_the_dims_do_not_show_the_tensor_of_the_graph() {
    let square = AROUND_GRAPH
        .replace("1x5x7x3xi8", "1x3x3x3xi8")
        .replace("[105, 7, 1, 35]", "[27, 3, 1, 9]");
    let square = square.replace(
        "array<i64: 35, 1, 3>, array<i64: 3, 35, 1>",
        "array<i64: 9, 1, 3>, array<i64: 3, 9, 1>",
    );
    let square = square.replacen("array<i64: 1, 1, 5, 2, 1, 7>", "array<i64: 1, 1, 3, 2, 1, 3>", 1);
    let graph = graph_of((&[1, 3, 3, 3], 14), (&[1, 5, 7, 4], 76));
    let (_, warnings) = joined(&square, Some(&graph), &[]).unwrap();
    expect!["`%0` and `%x` have equal dims in memory, so the file does not show which of them is the tensor of the graph"].assert_eq(&warnings.join("\n"));
}
