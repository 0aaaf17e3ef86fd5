//! Fuzzing with damaged files. For any changed, removed or inserted bytes the importer must return a module that
//! verifies or report an error, without a panic, an endless loop or excessive memory.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::common;

use common::Value::{Float, Int, Ints, Tensor, Text};
use common::{
    attr, floats, import_bytes, installed, ints, model, node, typed_value, untyped, value,
};
use ir::diag::Sink;
use layoutc_import::{ExternalData, ImportOptions, ModelWeights};
use rten_onnx::onnx::{
    AttributeProto, AttributeType, DataType, GraphProto, NodeProto, TensorProto, TypeProto,
    TypeProtoSequence,
};
use std::cell::RefCell;
use std::io::Cursor;

/// Reproducible pseudo-random numbers (xorshift, 64 bits).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Returns a model with a branch, two loops and a scan.
fn control() -> Vec<u8> {
    fn body(key: &str, input: &[&str], nodes: Vec<NodeProto>, outputs: &[&str]) -> AttributeProto {
        let graph = GraphProto {
            input: input.iter().map(|name| untyped(name)).collect(),
            output: outputs.iter().map(|name| untyped(name)).collect(),
            initializer: vec![floats("two", &[2.0])],
            node: nodes,
            ..GraphProto::default()
        };
        AttributeProto {
            name: Some(key.to_owned()),
            g: Some(graph),
            r#type: Some(AttributeType::GRAPH),
            ..AttributeProto::default()
        }
    }
    let relu = || vec![node("Relu", "x", "r", vec![])];
    let yes = body("then_branch", &[], relu(), &["r"]);
    let no = body("else_branch", &[], vec![node("Mul", "x two", "p", vec![])], &["p"]);
    let double = || vec![node("Add", "v v", "u", vec![]), node("Neg", "u", "w", vec![])];
    let counted = body("body", &["i", "k", "v"], double(), &["k", "u", "w"]);
    let exits = [double(), vec![node("Cast", "i", "e", vec![attr("to", Int(9))])]].concat();
    let exits = body("body", &["i", "k", "v"], exits, &["e", "u"]);
    let scanned = vec![node("Add", "v s", "u", vec![]), node("Relu", "u", "w", vec![])];
    let scan = vec![
        attr("num_scan_inputs", Int(1)),
        attr("scan_input_axes", Ints(&[-1])),
        attr("scan_output_directions", Ints(&[1])),
        body("body", &["v", "s"], scanned, &["u", "w"]),
    ];
    let graph = GraphProto {
        input: vec![
            value("x", &[2, 3]),
            typed_value("c", DataType::BOOL, &[]),
            typed_value("n", DataType::INT64, &[1]),
            value("t", &[3]),
            value("m", &[3, -1]),
        ],
        node: vec![
            node("If", "c", "a", vec![yes, no]),
            node("Loop", "n _ a", "b stack", vec![counted]),
            node("Loop", "n c b", "d", vec![exits]),
            node("Scan", "t m", "z rows", scan),
        ],
        output: ["d", "stack", "z", "rows"].into_iter().map(untyped).collect(),
        ..GraphProto::default()
    };
    model(18, graph).write_buf().unwrap()
}

/// Returns a model with every kind of message and field that the importer reads. With `invalid` it also has unsupported
/// parts: a sequence, and a graph in an op.
fn rich(invalid: bool) -> Vec<u8> {
    let raw = |name: &str, ty: DataType, dims: &[i64], bytes: usize| TensorProto {
        name: Some(name.to_owned()),
        data_type: Some(ty),
        dims: dims.to_vec(),
        raw_data: Some(RefCell::new(vec![1; bytes])),
        ..TensorProto::default()
    };
    let mut sequence = untyped("unread");
    let inner = typed_value("", DataType::INT64, &[2]).r#type;
    let elem_type = Some(Box::new(TypeProtoSequence { elem_type: inner }));
    sequence.r#type = Some(TypeProto { tensor_type: None, sequence: elem_type });
    let body = GraphProto { node: vec![node("Relu", "x", "z", vec![])], ..GraphProto::default() };
    let branch = AttributeProto {
        name: Some("then_branch".to_owned()),
        g: Some(body),
        r#type: Some(AttributeType::GRAPH),
        ..AttributeProto::default()
    };
    let mut graph = GraphProto {
        input: vec![value("x", &[-1, 3, 8, 8]), typed_value("i", DataType::INT64, &[4])],
        initializer: vec![
            raw("w", DataType::FLOAT, &[4, 3, 3, 3], 432),
            raw("h", DataType::FLOAT16, &[4], 8),
            raw("q", DataType::BOOL, &[3], 3),
            ints("l", &[0, -1]),
            ints("o", &[0]),
            ints("n", &[2]),
            ints("n1", &[1]),
            ints("n2", &[2, 2]),
            TensorProto { dims: vec![2, 1], ..ints("rows", &[0, 2]) },
            floats("f", &[1.0, 1.0, 2.0, 2.0]),
            floats("f1", &[1.0]),
        ],
        node: vec![
            node(
                "Conv",
                "x w",
                "a",
                vec![attr("pads", Ints(&[1, 1, 1, 1])), attr("group", Int(1))],
            ),
            node("Resize", "a _ f", "b", vec![attr("mode", Text("nearest"))]),
            node("Reshape", "b l", "c", vec![]),
            node("Shape", "b", "s", vec![]),
            node("Slice", "s o n", "t", vec![]),
            node("Constant", "", "k", vec![attr("value", Tensor(&ints("", &[7])))]),
            node("Concat", "t k s", "u", vec![attr("axis", Int(0))]),
            node("Expand", "f1 u", "e", vec![]),
            node("Pad", "b i", "p", vec![attr("value", Float(0.5))]),
            node("Shape", "w", "d", vec![]),
            node("Reshape", "d n2", "m", vec![]),
            node("Transpose", "m", "mt", vec![attr("perm", Ints(&[1, 0]))]),
            node("Slice", "mt l n2", "ms", vec![]),
            node("Gather", "m n1", "g", vec![attr("axis", Int(1))]),
            node("Mod", "mt m", "mm", vec![]),
            node("Split", "mm", "h1 h2", vec![attr("axis", Int(1))]),
            node("ScatterND", "d rows n2", "sc", vec![]),
            node("Greater", "sc n", "gt", vec![]),
            node("Where", "gt sc n", "wh", vec![]),
            node("NonZero", "wh", "nz", vec![]),
            node("Tile", "nz n2", "ti", vec![]),
            node("ReduceProd", "mm", "rp", vec![attr("axes", Ints(&[0]))]),
            node("Einsum", "w w", "ei", vec![attr("equation", Text("a...b,a...c->...bc"))]),
        ],
        output: ["c", "e", "ms", "g", "h1", "h2", "ti", "rp", "ei"]
            .into_iter()
            .map(untyped)
            .chain([value("p", &[1, -1, 4, 4])])
            .collect(),
        value_info: vec![value("a", &[-1, 4, 8, 8])],
    };
    if invalid {
        graph.node.push(node("If", "q", "r", vec![branch]));
        graph.value_info.push(sequence);
    }
    model(13, graph).write_buf().unwrap()
}

/// Applies one change: a byte, a bit, a removed or copied byte range, or truncation.
fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    let at = numbers.below(bytes.len());
    let end = (at + 1 + numbers.below(8)).min(bytes.len());
    match numbers.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let range = bytes[at..end].to_vec();
            let to = numbers.below(bytes.len());
            bytes.splice(to..to, range);
        }
        // Lengths and numbers of up to 2^64 - 1.
        3 => drop(bytes.splice(at..at, [0xff; 9])),
        4 | 5 => bytes[at] ^= 1 << numbers.below(8),
        _ => bytes[at] = numbers.next() as u8,
    }
}

/// Reads the elements of all weights of a model. The reader decodes more of the file than the importer, so it can report
/// more errors.
fn read_weights(bytes: &[u8]) {
    let mut sink = Sink::default();
    let options = ImportOptions::default();
    let Some(weights) = ModelWeights::read(&mut Cursor::new(bytes), &options, &mut sink) else {
        assert!(sink.has_errors(), "neither weights nor an error: {bytes:?}");
        return;
    };
    for index in 0..weights.arguments() {
        let Some(name) = weights.name(index) else { continue };
        let mut open = |part: &ExternalData| match part.location.as_str() {
            "" => {
                let end = part.offset.checked_add(part.length).ok_or("no such bytes")?;
                let found = bytes.get(part.offset as usize..end as usize).ok_or("no such bytes")?;
                Ok(found.to_vec())
            }
            _ => Err("no file".to_owned()),
        };
        if let Ok(elements) = weights.elements(name, &mut open) {
            let count: u64 = elements.lengths.iter().product();
            assert_eq!(elements.bytes.len() as u64 % count.max(1), 0, "{bytes:?}");
        }
    }
}

fn check(sound: &[u8], rounds: usize, numbers: &mut Numbers) -> (usize, usize) {
    let (mut modules, mut faults) = (0, 0);
    for _ in 0..rounds {
        let mut bytes = sound.to_vec();
        for _ in 0..=numbers.below(3) {
            damage(&mut bytes, numbers);
            if bytes.is_empty() {
                break;
            }
        }
        read_weights(&bytes);
        match import_bytes(&bytes) {
            Ok(_) => modules += 1,
            Err(errors) => {
                assert!(!errors.is_empty(), "neither a module nor an error: {bytes:?}");
                faults += 1;
            }
        }
    }
    (modules, faults)
}

#[test]
fn damaged_models_are_reported() {
    let sound = rich(false);
    import_bytes(&sound).unwrap_or_else(|errors| panic!("{errors:?}"));
    let (modules, faults) = check(&sound, 20_000, &mut Numbers(7));
    assert!(modules > 1000 && faults > 10_000, "{modules} modules and {faults} faults");
    let errors = import_bytes(&rich(true)).expect_err("nested graphs are unsupported");
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert_eq!(check(&rich(true), 5000, &mut Numbers(8)).0, 0);
}

#[test]
fn damaged_branches_and_loops_are_reported() {
    let sound = control();
    import_bytes(&sound).unwrap_or_else(|errors| panic!("{errors:?}"));
    let (modules, faults) = check(&sound, 5000, &mut Numbers(9));
    assert!(modules > 100 && faults > 2000, "{modules} modules and {faults} faults");
}

#[test]
fn truncated_models_are_reported() {
    let sound = rich(false);
    // The op set version follows the graph: without it the file is complete.
    let whole: Vec<usize> =
        (0..sound.len()).filter(|&end| import_bytes(&sound[..end]).is_ok()).collect();
    assert!(whole.len() <= 1, "{whole:?} of {}", sound.len());
}

#[test]
fn damaged_networks_are_reported() {
    let Some(models) = installed() else { return };
    let mut numbers = Numbers(11);
    let (mut modules, mut faults) = (0, 0);
    for (_, bytes) in models.iter().filter(|model| model.1.len() < 20_000) {
        let found = check(bytes, 60, &mut numbers);
        modules += found.0;
        faults += found.1;
    }
    assert!(modules > 500 && faults > 500, "{modules} modules and {faults} faults");
}
