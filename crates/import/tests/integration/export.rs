//! Tests of exported models: a model that is imported and exported twice is the same, and weights have their elements
//! in the shapes of the module.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::common;

use common::{Value, attr, import_bytes, installed, model, node, typed_value, value};
use ir::diag::Sink;
use ir::progress::NoProgress;
use ir::{Registry, Verified};
use layoutc_import::{
    ExportOptions, ExportedFile, ExternalData, ImportOptions, ModelWeights, OnnxExport,
};
use rten_onnx::onnx::{
    DataLocation, DataType, GraphProto, ModelProto, StringStringEntryProto, TensorProto,
};
use std::cell::RefCell;
use std::io::Cursor;

/// The files of an exported model.
#[derive(Debug, Default, PartialEq, Eq)]
struct Exported {
    model: Vec<u8>,
    data: Vec<u8>,
}

/// Imports a model and exports the module. `data` is the file of its external data.
///
/// # Errors
/// Returns the messages of the diagnostics.
fn exported(bytes: &[u8], data: &[u8], options: &ExportOptions) -> Result<Exported, Vec<String>> {
    let messages = |sink: &mut Sink| -> Vec<String> {
        sink.take().into_iter().map(|diag| diag.message).collect()
    };
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = Verified::new(import_bytes(bytes)?, &registry, &mut sink).unwrap();
    let imported = ImportOptions::default();
    let weights = ModelWeights::read(&mut Cursor::new(bytes), &imported, &mut sink).unwrap();
    let named = ("m.mlir", &module);
    let export =
        OnnxExport::new(named, &registry, Some(&weights), options, &mut NoProgress, &mut sink);
    let export = export.ok_or_else(|| messages(&mut sink))?;
    let mut open = |part: &ExternalData| {
        let file = if part.location.is_empty() { bytes } else { data };
        let end = part.offset.saturating_add(part.length) as usize;
        let found = file.get(part.offset as usize..end);
        found.map(<[u8]>::to_vec).ok_or_else(|| "no such part".to_owned())
    };
    let mut files = Exported::default();
    let mut write = |file: ExportedFile, bytes: &[u8]| {
        match file {
            ExportedFile::ExternalData => files.data.extend(bytes),
            _ => files.model.extend(bytes),
        }
        Ok::<(), Box<ir::diag::Diag>>(())
    };
    let written = export.write(&mut open, &mut write, &mut NoProgress);
    written.map_err(|diag| vec![diag.message])?;
    assert_eq!(export.has_external_data(), !files.data.is_empty());
    Ok(files)
}

fn graph(bytes: &[u8]) -> GraphProto {
    ModelProto::parse_buf(bytes).unwrap().graph.unwrap()
}

/// Returns the bytes of a model with its initializers in the order of their names. Whether a constant is large or small
/// decides on its position.
fn sorted(bytes: &[u8]) -> Vec<u8> {
    let mut model = ModelProto::parse_buf(bytes).unwrap();
    let graph = model.graph.as_mut().unwrap();
    graph.initializer.sort_by(|a, b| a.name.cmp(&b.name));
    model.write_buf().unwrap()
}

#[test]
fn exported_models_are_exported_to_the_same_model() {
    let Some(models) = installed() else { return };
    let options = ExportOptions::default();
    let mut count = 0;
    for (name, bytes) in models {
        // Models without the elements of their weights are refused.
        let Ok(first) = exported(&bytes, &[], &options) else { continue };
        let second = exported(&first.model, &[], &options);
        let second = second.unwrap_or_else(|messages| panic!("{name}: {messages:?}"));
        assert!(sorted(&first.model) == sorted(&second.model), "{name}");
        let ops = |model: &[u8]| graph(model).node.len();
        assert!(ops(&first.model) <= ops(&bytes), "{name}");
        count += 1;
    }
    assert!(count > 90, "{count}");
}

/// Returns the bytes of elements `at` of some width in bits, which are different.
fn packed(count: usize, bits: usize, value: impl Fn(usize) -> u64) -> Vec<u8> {
    let mut bytes = vec![0; (count * bits).div_ceil(8)];
    for at in 0..count {
        for bit in (0..bits).filter(|bit| value(at) >> bit & 1 == 1) {
            bytes[(at * bits + bit) / 8] |= 1 << ((at * bits + bit) % 8);
        }
    }
    bytes
}

fn weight(ty: DataType, dims: &[i64], raw: Vec<u8>) -> TensorProto {
    TensorProto {
        name: Some("w".to_owned()),
        data_type: Some(ty),
        dims: dims.to_vec(),
        raw_data: Some(RefCell::new(raw)),
        ..TensorProto::default()
    }
}

/// Returns the model of `y = Transpose(w)` and `z = Relu(x)`.
fn transposed(weight: TensorProto) -> ModelProto {
    let ty = weight.data_type.unwrap();
    let [rows, columns] = weight.dims[..] else { panic!("a matrix") };
    let perm = vec![attr("perm", Value::Ints(&[1, 0]))];
    let graph = GraphProto {
        node: vec![node("Transpose", "w", "y", perm), node("Relu", "x", "z", vec![])],
        initializer: vec![weight],
        input: vec![value("x", &[-1, 4])],
        output: vec![typed_value("y", ty, &[columns, rows]), value("z", &[-1, 4])],
        ..GraphProto::default()
    };
    model(21, graph)
}

#[test]
fn views_of_weights_are_initializers_of_every_element_type() {
    let (rows, columns) = (37, 30);
    for (ty, bits) in [
        (1, 32),
        (2, 8),
        (3, 8),
        (4, 16),
        (6, 32),
        (7, 64),
        (9, 8),
        (10, 16),
        (11, 64),
        (16, 16),
        (17, 8),
        (21, 4),
        (22, 4),
        (25, 2),
    ] {
        let mask = if ty == 9 { 1 } else { u64::MAX >> (64 - bits) };
        let element = |at: usize| (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        let raw = packed(rows * columns, bits, element);
        let weight = weight(DataType(ty), &[rows as i64, columns as i64], raw);
        let bytes = transposed(weight).write_buf().unwrap();
        let files = exported(&bytes, &[], &ExportOptions::default()).unwrap();
        let graph = graph(&files.model);
        let [initializer] = &graph.initializer[..] else { panic!("{:?}", graph.initializer) };
        let expected = packed(rows * columns, bits, |at| element(at % rows * columns + at / rows));
        assert!(*initializer.raw_data.as_ref().unwrap().borrow() == expected, "type {ty}");
        assert_eq!(initializer.dims, [columns as i64, rows as i64]);
        assert_eq!(initializer.data_type, Some(DataType(ty)));
        let ops: Vec<&str> = graph.node.iter().filter_map(|node| node.op_type.as_deref()).collect();
        assert_eq!(ops, ["Relu", "Identity"]);
        let names = |infos: &[rten_onnx::onnx::ValueInfoProto]| -> Vec<String> {
            infos.iter().filter_map(|info| info.name.clone()).collect()
        };
        assert_eq!(
            (names(&graph.input), names(&graph.output)),
            (vec!["x".into()], vec!["y".into(), "z".into()])
        );
    }
}

#[test]
fn external_data_stays_external() {
    let entry = |key: &str, value: &str| StringStringEntryProto {
        key: Some(key.to_owned()),
        value: Some(value.to_owned()),
    };
    let data: Vec<u8> = (0..6000u32).map(|at| (at % 251) as u8).collect();
    let mut weight = weight(DataType::FLOAT, &[30, 40], Vec::new());
    weight.raw_data = None;
    weight.data_location = Some(DataLocation::EXTERNAL);
    weight.external_data = vec![entry("location", "w.bin"), entry("offset", "16")];
    let bytes = transposed(weight).write_buf().unwrap();
    let mut options = ExportOptions::default();
    options.external_data = Some("out.data".to_owned());
    let files = exported(&bytes, &data, &options).unwrap();
    let graph = graph(&files.model);
    let entries: Vec<(&str, &str)> = graph.initializer[0]
        .external_data
        .iter()
        .filter_map(|entry| Some((entry.key.as_deref()?, entry.value.as_deref()?)))
        .collect();
    assert_eq!(entries, [("location", "out.data"), ("offset", "0"), ("length", "4800")]);
    let element = |row: usize, column: usize| &data[16 + 4 * (row * 40 + column)..][..4];
    let expected: Vec<u8> = (0..40)
        .flat_map(|column| (0..30).flat_map(move |row| element(row, column).to_vec()))
        .collect();
    assert!(files.data == expected);
    // The output of a stream has no second file.
    let whole = exported(&bytes, &data, &ExportOptions::default()).unwrap();
    assert_eq!(whole.data, b"");
    let whole = ModelProto::parse_buf(&whole.model).unwrap().graph.unwrap();
    assert!(*whole.initializer[0].raw_data.as_ref().unwrap().borrow() == expected);
}
