use super::format::*;
use super::{EMITTER, assembled};
use crate::emitter::EmitContext;
use crate::testing::parsed;
use expect_test::{Expect, expect};
use ir::Registry;
use ir::diag::Sink;
use proptest::prelude::*;
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
    let kinds = ["COMPUTE", "GRAPH"];
    let categories = ["INPUT", "OUTPUT", "INTERMEDIATE", "CONSTANT"];
    let slots = |slots: &[BindingSlot]| {
        let slots = slots.iter().map(|slot| format!("{}: r{}", slot.binding, slot.resource));
        slots.collect::<Vec<_>>().join(", ")
    };
    let mut text = String::new();
    for (at, module) in file.modules.iter().enumerate() {
        let VgfModule { kind, name, entry_point, .. } = module;
        let kind = kinds[usize::from(*kind)];
        let _ = writeln!(text, "module {at}: {kind} {name} {entry_point}");
    }
    for (at, resource) in file.resources.iter().enumerate() {
        let Resource { descriptor, format, category, shape, alias_group, .. } = resource;
        let category = categories[usize::from(*category)];
        let descriptor = descriptor.cast_signed();
        let shape = shape.as_ref().unwrap();
        let _ = write!(text, "r{at}: {category} {descriptor} {format} {:?}", shape.dims);
        if !shape.strides.is_empty() {
            let _ = write!(text, " strides {:?}", shape.strides);
        }
        if *alias_group != UNSET {
            let _ = write!(text, " group {alias_group}");
        }
        text.push('\n');
    }
    for constant in &file.constants {
        let Constant { resource, sparse_dim, bytes } = constant;
        let _ = writeln!(text, "constant r{resource} {sparse_dim} {} bytes", bytes.len());
    }
    for segment in &file.sequence.segments {
        let kind = kinds[usize::from(segment.kind)];
        let sets: Vec<String> = segment
            .sets
            .iter()
            .map(|set| format!("{} {{{}}}", set.set, slots(&set.bindings)))
            .collect();
        let _ = writeln!(
            text,
            "{} {kind} module {} sets {} in {{{}}} out {{{}}} dispatch {:?} constants {:?}",
            segment.name,
            segment.module,
            sets.join(", "),
            slots(&segment.inputs),
            slots(&segment.outputs),
            segment.dispatch,
            segment.constant_bindings.iter().map(|it| (it.id, it.constant)).collect::<Vec<_>>(),
        );
    }
    let Sequence { inputs, outputs, input_names, output_names, .. } = &file.sequence;
    let _ = writeln!(
        text,
        "model {input_names:?} {{{}}} -> {output_names:?} {{{}}}",
        slots(inputs),
        slots(outputs)
    );
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
        options: &options,
        warnings: &warnings,
    };
    let functions = ir::data_graph::DataGraph::all(&module, &registry);
    let file = assembled(&module, &cx, &functions[0], graph).map_err(|diag| diag.message)?;
    let warnings = warnings.borrow().diags().iter().map(|diag| diag.message.clone()).collect();
    Ok((file, warnings))
}

#[track_caller]
fn check(text: &str, graph: Option<&VgfFile>, options: &[(&str, &str)], expected: Expect) {
    let (file, warnings) = joined(text, graph, options).unwrap();
    assert_eq!(warnings, [""; 0]);
    let bytes = file.to_bytes().unwrap();
    assert_eq!(VgfFile::from_bytes(&bytes), Ok(file.clone()));
    expected.assert_eq(&dumped(&file));
}

/// A graph from one tensor to another, with a constant between them.
fn graph_of(input: (&[i64], u32), output: (&[i64], u32)) -> VgfFile {
    let tensor = |category, (dims, format): (&[i64], u32)| Resource {
        descriptor: 1_000_460_000,
        format,
        category,
        shape: Some(ResourceShape { dims: dims.to_vec(), strides: Vec::new() }),
        ..Resource::default()
    };
    let constant = Resource { descriptor: UNSET, ..tensor(CONSTANT, (&[20], 100)) };
    let slot = |binding, resource| BindingSlot { binding, resource };
    let segment = Segment {
        kind: GRAPH,
        name: "graph".to_owned(),
        sets: vec![DescriptorSet { bindings: vec![slot(4, 1), slot(5, 2)], set: UNSET }],
        inputs: vec![slot(4, 1)],
        outputs: vec![slot(5, 2)],
        constants: vec![0],
        dispatch: vec![0; 3],
        constant_bindings: vec![ConstantBinding { id: 7, constant: 0 }],
        ..Segment::default()
    };
    VgfFile {
        modules: vec![VgfModule {
            kind: GRAPH,
            name: "net".to_owned(),
            entry_point: "entry".to_owned(),
            language: SPIRV,
            spirv: Some(SpirvCode { words: vec![0x0723_0203, 1, 2] }),
            source: None,
        }],
        sequence: Sequence {
            segments: vec![segment],
            inputs: vec![slot(0, 1)],
            outputs: vec![slot(1, 2)],
            input_names: vec!["in".to_owned()],
            output_names: vec!["out".to_owned()],
        },
        resources: vec![constant, tensor(INPUT, input), tensor(OUTPUT, output)],
        constants: vec![Constant { resource: 0, sparse_dim: -1, bytes: vec![1; 80] }],
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
        module 0: COMPUTE before before
        module 1: GRAPH net entry
        module 2: COMPUTE after after
        r0: INPUT 7 14 [1, 3, 5, 7]
        r1: OUTPUT 7 76 [1, 4, 5, 7]
        r2: INTERMEDIATE 7 14 [1, 5, 7, 3] group 0
        r3: INTERMEDIATE 7 76 [1, 5, 7, 4] group 1
        r4: INTERMEDIATE 1000460000 14 [1, 5, 7, 3] group 0
        r5: INTERMEDIATE 1000460000 76 [1, 5, 7, 4] group 1
        r6: CONSTANT -1 100 [20]
        constant r6 -1 80 bytes
        convert_0 COMPUTE module 0 sets 0 {0: r0, 1: r2} in {0: r0} out {1: r2} dispatch [1, 1, 1] constants []
        graph GRAPH module 1 sets 4294967295 {4: r4, 5: r5} in {4: r4} out {5: r5} dispatch [0, 0, 0] constants [(7, 0)]
        convert_2 COMPUTE module 2 sets 0 {0: r3, 1: r1} in {0: r3} out {1: r1} dispatch [1, 1, 1] constants []
        model ["x"] {0: r0} -> ["2"] {1: r1}
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
        module 0: GRAPH net entry
        r0: INPUT 1000460000 100 [4, 6]
        r1: OUTPUT 1000460000 100 [4, 6]
        r2: CONSTANT -1 100 [20]
        constant r2 -1 80 bytes
        graph GRAPH module 0 sets 4294967295 {4: r0, 5: r1} in {4: r0} out {5: r1} dispatch [0, 0, 0] constants [(7, 0)]
        model ["x"] {0: r0} -> ["0"] {1: r1}
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
        module 0: GRAPH net entry
        r0: INPUT 1000460000 100 [4, 6] strides [32, 4]
        r1: OUTPUT 1000460000 100 [4, 6]
        r2: CONSTANT -1 100 [20]
        constant r2 -1 80 bytes
        graph GRAPH module 0 sets 4294967295 {4: r0, 5: r1} in {4: r0} out {5: r1} dispatch [0, 0, 0] constants [(7, 0)]
        model ["x"] {0: r0} -> ["0"] {1: r1}
    "#]],
    );
    expect!["cannot be written as VGF: `%x` is not the tensor of the graph: a tensor without strides is packed, but the stride of m0 is 32 bytes, but 24 bytes if it is packed"].assert_eq(&joined(&padded, Some(&graph), &[]).unwrap_err());
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
            "cannot be written as VGF: `%x` is not the tensor of the graph: its dims in memory are [6, 4], but those of the graph [4, 6]"
        ],
    );
    check_refused(
        &function("4x6xi32"),
        &graph,
        expect![
            "cannot be written as VGF: `%x` is not the tensor of the graph: its format is `VK_FORMAT_R32_SINT`, but the graph has `VK_FORMAT_R32_SFLOAT`"
        ],
    );
    check_refused(
        &function("4x6xi4"),
        &graph,
        expect![
            "cannot be written as VGF: `%x` has no resource: no Vulkan format has one element of type `i4`"
        ],
    );
    check_refused(
        &function("?x6xf32"),
        &graph,
        expect![
            "cannot be written as VGF: `%x` has no resource: the length of d0 is dynamic, but resources have static lengths"
        ],
    );
    let permuted = function("6x4xf32, {order = affine_map<(a, b) -> (b, a)>, strides = [1, 6]}");
    check_refused(
        &permuted,
        &graph,
        expect![
            "cannot be written as VGF: `%x` is not the tensor of the graph: the tensors of TOSA are row major, but its dims are permuted"
        ],
    );
    let shifted = function("4x6xf32, {strides = [6, 1], offset = 3}");
    check_refused(
        &shifted,
        &graph,
        expect![
            "cannot be written as VGF: `%x` is not the tensor of the graph: it begins at byte 12 of its buffer, but resources begin at byte 0"
        ],
    );
    let deep = graph_of((&[1, 1, 1, 4, 6], F32), (&[4, 6], F32));
    check_refused(
        &function("1x1x1x4x6xf32"),
        &deep,
        expect![
            "cannot be written as VGF: `%x` is not the tensor of the graph: it has 5 dims, but the device allows 4"
        ],
    );
}

#[test]
fn refuses_a_graph_with_other_resources() {
    let good = graph_of((&[4, 6], F32), (&[4, 6], F32));
    let mut graph = good.clone();
    graph.sequence.outputs.clear();
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "cannot be written as VGF: the graph of its function has 1 outputs (`%0`), but the file of the graph has 0"
        ],
    );
    let mut graph = good.clone();
    graph.resources[1].descriptor = 7;
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "cannot be written as VGF: `%x` is not the tensor of the graph: the graph reads it as `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`, but a tensor is expected"
        ],
    );
    let mut graph = good.clone();
    graph.resources[2].shape = Some(ResourceShape { dims: vec![4, 6], strides: vec![24, 4] });
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "cannot be written as VGF: `%0` is not the tensor of the graph: the graph states its strides, [24, 4], already"
        ],
    );
    let mut graph = good.clone();
    graph.resources[0].shape = Some(ResourceShape { dims: vec![1; 7], strides: Vec::new() });
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect![
            "cannot be written as VGF: a constant of the graph has 7 dims, but runtimes read 6"
        ],
    );
    let mut graph = good;
    graph.sequence.outputs[0].resource = 1;
    check_refused(
        GRAPH_ALONE,
        &graph,
        expect!["cannot be written as VGF: resource 1 of the graph is an input or output twice"],
    );
}

#[test]
fn alias_groups_of_a_graph_have_new_numbers() {
    let mut graph = graph_of((&[1, 5, 7, 3], 14), (&[1, 5, 7, 4], 76));
    let inner = Resource { category: INTERMEDIATE, alias_group: 0, ..graph.resources[1].clone() };
    graph.resources.extend([inner.clone(), Resource { alias_group: 9, ..inner.clone() }]);
    graph.resources.push(Resource { alias_group: 9, ..inner });
    // The output shares its memory with the first inner resource.
    graph.resources[2].alias_group = 0;
    let (file, _) = joined(AROUND_GRAPH, Some(&graph), &[]).unwrap();
    let groups: Vec<i32> = file.resources.iter().map(|it| it.alias_group.cast_signed()).collect();
    assert_eq!(groups, [-1, -1, 0, 1, 0, 1, -1, 1, 2, 2]);
}

#[test]
fn warns_if_the_dims_do_not_tell_the_tensor_of_the_graph() {
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
    expect!["`%0` and `%x` have equal dims in memory, so the file does not tell which of them is the tensor of the graph"].assert_eq(&warnings.join("\n"));
}

#[test]
fn reader_reports_what_is_damaged() {
    let bytes = graph_of((&[4, 6], F32), (&[4, 6], F32)).to_bytes().unwrap();
    let damaged = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        VgfFile::from_bytes(&bytes).unwrap_err().to_string()
    };
    expect!["it has 100 bytes, but its header has 128"]
        .assert_eq(&VgfFile::from_bytes(&bytes[..100]).unwrap_err().to_string());
    expect!["it does not begin with `VGF1`"].assert_eq(&damaged(0, b'X'));
    expect!["its format is 0.4.0, but layoutc reads 0.5"].assert_eq(&damaged(9, 4));
    expect!["its modules have 112 bytes from byte 65664, but the file has 1032 bytes"]
        .assert_eq(&damaged(18, 1));
    expect!["its section of modules: the offset 255 at byte 0 leaves its 112 bytes"]
        .assert_eq(&damaged(128, 255));
    let constants = usize::from(u16::from_le_bytes([bytes[64], bytes[65]]));
    expect!["its section of constants: it does not begin with `CONST00`"]
        .assert_eq(&damaged(constants, b'X'));
    expect!["its section of constants: it has 9 entries, but 120 bytes"]
        .assert_eq(&damaged(constants + 8, 9));
    expect!["it refers to resource 9, but has 3 of them"].assert_eq(&damaged(constants + 16, 9));
    expect!["its section of constants: constant 0 has 81 bytes from byte 0 of 80"]
        .assert_eq(&damaged(constants + 24, 81));
}

/// Files with every kind of entry, whose numbers are in range.
fn files() -> impl Strategy<Value = VgfFile> {
    let name = "[a-zß]{0,9}";
    let slots = || {
        prop::collection::vec((any::<u32>(), 0u32..4), 0..4).prop_map(|slots| {
            let slots = slots.into_iter();
            slots.map(|(binding, resource)| BindingSlot { binding, resource }).collect::<Vec<_>>()
        })
    };
    let longs = || prop::collection::vec(any::<i64>(), 0..5);
    let modules = (0u8..2, name, name, prop::collection::vec(any::<u32>(), 0..9)).prop_map(
        |(kind, name, entry_point, words)| {
            let spirv = (!words.is_empty()).then_some(SpirvCode { words });
            VgfModule { kind, name, entry_point, language: SPIRV, spirv, source: None }
        },
    );
    let resources = (any::<u32>(), any::<u32>(), 0u8..4, longs(), longs(), 0u32..3).prop_map(
        |(descriptor, format, category, dims, strides, group)| Resource {
            descriptor,
            format,
            category,
            shape: Some(ResourceShape { dims, strides }),
            alias_group: group.checked_sub(1).unwrap_or(UNSET),
            ..Resource::default()
        },
    );
    let constants = (0u32..4, -1i32..3, prop::collection::vec(any::<u8>(), 0..20));
    let constants = constants.prop_map(|(resource, sparse_dim, bytes)| Constant {
        resource,
        sparse_dim,
        bytes,
    });
    let segments = (0u8..2, name, slots(), slots(), any::<[u32; 3]>(), any::<u32>()).prop_map(
        |(kind, name, inputs, outputs, dispatch, id)| Segment {
            kind,
            name,
            module: 1,
            sets: vec![
                DescriptorSet { bindings: inputs.clone(), set: id },
                DescriptorSet::default(),
            ],
            inputs,
            outputs,
            constants: vec![1, 0],
            dispatch: dispatch.to_vec(),
            push_constants: vec![PushConstants { stages: 32, offset: id, size: 4 }],
            constant_bindings: vec![ConstantBinding { id, constant: 1 }],
        },
    );
    let sequence = (
        prop::collection::vec(segments, 0..4),
        slots(),
        slots(),
        prop::collection::vec(name, 0..3),
    )
        .prop_map(|(segments, inputs, outputs, input_names)| Sequence {
            segments,
            inputs,
            outputs,
            input_names,
            output_names: Vec::new(),
        });
    let lists = (prop::collection::vec(modules, 2..4), prop::collection::vec(resources, 4..6));
    let lists = (lists, prop::collection::vec(constants, 2..5), sequence);
    lists.prop_map(|((modules, resources), constants, sequence)| VgfFile {
        modules,
        sequence,
        resources,
        constants,
    })
}

proptest! {
    #[test]
    fn reader_inverts_writer(file in files()) {
        prop_assert_eq!(VgfFile::from_bytes(&file.to_bytes().unwrap()), Ok(file));
    }

    #[test]
    fn reader_accepts_any_bytes(
        file in files(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        end in any::<prop::sample::Index>(),
    ) {
        let mut bytes = file.to_bytes().unwrap();
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        // What is read can be written, and is read as the same file.
        if let Ok(read) = VgfFile::from_bytes(&bytes) {
            prop_assert_eq!(VgfFile::from_bytes(&read.to_bytes().unwrap()), Ok(read));
        }
        let end = end.index(bytes.len());
        let _ = VgfFile::from_bytes(&bytes[..end]);
    }
}
