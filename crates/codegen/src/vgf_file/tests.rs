//! Tests of the reader and the writer of files.

use super::*;
use expect_test::expect;
use proptest::prelude::*;

/// A file with an entry of every kind.
fn file() -> VgfFile {
    let slot = |binding, resource| BindingSlot { binding, resource };
    let end = |name: &str, slot| NamedSlot { name: name.to_owned(), slot };
    let module = |kind, code| VgfModule {
        kind,
        name: "module".to_owned(),
        entry_point: "main".to_owned(),
        code,
    };
    let sampler = SamplerConfig {
        min_filter: 0,
        mag_filter: 1,
        address_mode_u: 2,
        address_mode_v: 3,
        border_color: 4,
    };
    VgfFile {
        modules: vec![
            module(ModuleKind::Graph, ModuleCode::Spirv(vec![0x0723_0203, 1, 2])),
            module(ModuleKind::Compute, ModuleCode::Glsl("void main() {}".to_owned())),
            module(ModuleKind::Compute, ModuleCode::Hlsl(String::new())),
            module(ModuleKind::Graph, ModuleCode::Absent),
        ],
        resources: vec![
            VgfResource {
                descriptor_type: 7,
                format: 100,
                shape: vec![24],
                ..VgfResource::default()
            },
            VgfResource {
                category: ResourceCategory::Intermediate,
                descriptor_type: 1_000_460_000,
                format: 76,
                shape: vec![-1, 4],
                strides: vec![16, 2],
                sampler: Some(sampler),
                alias_group: Some(0),
            },
            VgfResource { category: ResourceCategory::Constant, ..VgfResource::default() },
        ],
        constants: vec![
            VgfConstant { resource: 2, sparsity: None, bytes: vec![1, 2, 3] },
            VgfConstant { resource: 2, sparsity: Some(1), bytes: vec![4; 9] },
        ],
        segments: vec![VgfSegment {
            kind: ModuleKind::Graph,
            name: "segment".to_owned(),
            module: 3,
            sets: vec![DescriptorSet { index: 0, bindings: vec![slot(0, 0), slot(1, 1)] }],
            inputs: vec![slot(0, 0)],
            outputs: vec![slot(1, 1)],
            constants: vec![GraphConstantBinding { id: 7, constant: 1 }],
            dispatch: [3, 2, 1],
            push_constants: vec![PushConstantRange { stages: 32, offset: 4, size: 8 }],
        }],
        inputs: vec![end("x", slot(0, 0))],
        outputs: vec![end("", slot(1, 1))],
    }
}

#[test]
fn reader_inverts_writer_for_every_kind_of_entry() {
    assert_eq!(VgfFile::read(&file().to_bytes().unwrap()), Ok(file()));
    let empty = VgfFile::default();
    assert_eq!(VgfFile::read(&empty.to_bytes().unwrap()), Ok(empty));
}

#[test]
fn reader_reports_what_is_damaged() {
    let bytes = file().to_bytes().unwrap();
    let damaged = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        VgfFile::read(&bytes).unwrap_err().to_string()
    };
    expect!["the file has 100 bytes, but the header of a VGF file has 128"]
        .assert_eq(&VgfFile::read(&bytes[..100]).unwrap_err().to_string());
    expect!["the file does not begin with `VGF1`"].assert_eq(&damaged(0, b'X'));
    expect!["the version of the format is 0.4.0, but must be 0.5"].assert_eq(&damaged(9, 4));
    expect!["the module table has 349 bytes from byte 65664, but the file has 1288 bytes"]
        .assert_eq(&damaged(18, 1));
    expect!["module table: the fields of the table at byte 255 are before the section"]
        .assert_eq(&damaged(128, 255));
    let constants = usize::from(u16::from_le_bytes([bytes[64], bytes[65]]));
    expect!["constant section: it does not begin with `CONST00`"]
        .assert_eq(&damaged(constants, b'X'));
    expect!["constant section: it has 88 bytes, which is too few for 9 constants"]
        .assert_eq(&damaged(constants + 8, 9));
    expect!["a constant refers to resource 9, but the file has 3"]
        .assert_eq(&damaged(constants + 16, 9));
    expect![
        "constant section: a constant has 81 bytes from byte 0, but all constants have 24 bytes"
    ]
    .assert_eq(&damaged(constants + 24, 81));
}

/// Files whose numbers refer to entries.
fn files() -> impl Strategy<Value = VgfFile> {
    let name = "[a-zß]{0,9}";
    let slots = || {
        let slot = (any::<u32>(), 0u32..4);
        let slot = slot.prop_map(|(binding, resource)| BindingSlot { binding, resource });
        prop::collection::vec(slot, 0..4)
    };
    let ends = || {
        let end = (name, any::<u32>(), 0u32..4);
        let end = end.prop_map(|(name, binding, resource)| NamedSlot {
            name,
            slot: BindingSlot { binding, resource },
        });
        prop::collection::vec(end, 0..4)
    };
    let longs = || prop::collection::vec(any::<i64>(), 0..5);
    let words = prop::collection::vec(any::<u32>(), 0..9);
    let modules = (any::<bool>(), name, name, words).prop_map(|(is_graph, name, entry, words)| {
        let kind = if is_graph { ModuleKind::Graph } else { ModuleKind::Compute };
        VgfModule { kind, name, entry_point: entry, code: ModuleCode::Spirv(words) }
    });
    let group = prop::option::of(0u32..3);
    let resources = (any::<[u32; 2]>(), longs(), longs(), group).prop_map(
        |([descriptor_type, format], shape, strides, alias_group)| VgfResource {
            descriptor_type,
            format,
            shape,
            strides,
            alias_group,
            ..VgfResource::default()
        },
    );
    let bytes = prop::collection::vec(any::<u8>(), 0..20);
    let constants = (0u32..4, prop::option::of(0u32..3), bytes)
        .prop_map(|(resource, sparsity, bytes)| VgfConstant { resource, sparsity, bytes });
    let segments = (name, slots(), slots(), any::<[u32; 3]>(), 0..9u32).prop_map(
        |(name, inputs, outputs, dispatch, id)| VgfSegment {
            name,
            module: 1,
            sets: vec![DescriptorSet { index: id, bindings: inputs.clone() }],
            inputs,
            outputs,
            constants: vec![GraphConstantBinding { id, constant: 1 }],
            dispatch,
            push_constants: vec![PushConstantRange { stages: 32, offset: id, size: 4 }],
            ..VgfSegment::default()
        },
    );
    let lists = (
        prop::collection::vec(modules, 2..4),
        prop::collection::vec(resources, 4..6),
        prop::collection::vec(constants, 2..5),
        prop::collection::vec(segments, 0..4),
    );
    (lists, ends(), ends()).prop_map(
        |((modules, resources, constants, segments), inputs, outputs)| VgfFile {
            modules,
            resources,
            constants,
            segments,
            inputs,
            outputs,
        },
    )
}

proptest! {
    #[test]
    fn reader_inverts_writer(file in files()) {
        prop_assert_eq!(VgfFile::read(&file.to_bytes().unwrap()), Ok(file));
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
        if let Ok(read) = VgfFile::read(&bytes) {
            prop_assert_eq!(VgfFile::read(&read.to_bytes().unwrap()), Ok(read));
        }
        let end = end.index(bytes.len());
        let _ = VgfFile::read(&bytes[..end]);
    }
}
