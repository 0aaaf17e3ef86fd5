//! Tests of the reader of data graphs on modules that the tests write.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use super::*;

/// Returns an instruction.
fn op(opcode: u32, operands: &[u32]) -> Vec<u32> {
    let count = u32::try_from(operands.len() + 1).unwrap();
    [&[count << 16 | opcode], operands].concat()
}

/// Returns the words of a name.
fn name(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize((bytes.len() / 4 + 1) * 4, 0);
    words_of(&bytes)
}

fn words_of(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Returns a module of one graph, whose input and constant have the shape [2, 3] of `i8`, and whose result is [4, 4] of bf16.
fn module() -> Vec<u32> {
    let ops = [
        op(OP_DECORATE, &[20, DECORATION_BINDING, 5]),
        op(OP_DECORATE, &[20, DECORATION_DESCRIPTOR_SET, 1]),
        op(OP_DECORATE, &[21, DECORATION_BINDING, 6]),
        op(OP_DECORATE, &[21, DECORATION_DESCRIPTOR_SET, 0]),
        op(OP_TYPE_INT, &[1, 32, 0]),
        op(OP_TYPE_INT, &[2, 8, 0]),
        op(OP_TYPE_FLOAT, &[3, 16, 0]),
        op(OP_CONSTANT, &[1, 4, 2]),
        op(OP_CONSTANT, &[1, 5, 3]),
        op(OP_CONSTANT, &[1, 6, 4]),
        op(OP_TYPE_ARRAY, &[7, 1, 4]),
        op(OP_CONSTANT_COMPOSITE, &[7, 8, 4, 5]),
        op(OP_CONSTANT_COMPOSITE_REPLICATE, &[7, 9, 6]),
        op(OP_TYPE_TENSOR, &[10, 2, 4, 8]),
        op(OP_TYPE_TENSOR, &[11, 3, 4, 9]),
        op(OP_TYPE_POINTER, &[12, 0, 10]),
        op(OP_TYPE_POINTER, &[13, 0, 11]),
        op(OP_VARIABLE, &[12, 20, 0]),
        op(OP_VARIABLE, &[13, 21, 0]),
        op(OP_GRAPH_CONSTANT, &[10, 30, 7]),
        op(OP_GRAPH_ENTRY_POINT, &[&[40][..], &name("main"), &[20, 21]].concat()),
    ];
    [vec![MAGIC, 0x0001_0600, 0, 50, 0], ops.concat()].concat()
}

#[test]
fn read_returns_interface_and_constants() {
    let tensor = |element: &str, dims: [i64; 2]| SpirvTensor {
        element: element.to_owned(),
        dims: Some(dims.to_vec()),
    };
    let graphs = SpirvGraphs::read(&module()).unwrap();
    let input = InterfaceTensor { set: 1, binding: 5, tensor: tensor("i8", [2, 3]) };
    let output = InterfaceTensor { set: 0, binding: 6, tensor: tensor("bf16", [4, 4]) };
    let entry_point = GraphEntryPoint { name: "main".to_owned(), interface: vec![input, output] };
    let constants = vec![(7, tensor("i8", [2, 3]))];
    assert_eq!(graphs, SpirvGraphs { entry_points: vec![entry_point], constants });
}

#[test]
fn words_reads_both_byte_orders() {
    let module = module();
    let little: Vec<u8> = module.iter().flat_map(|word| word.to_le_bytes()).collect();
    let big: Vec<u8> = module.iter().flat_map(|word| word.to_be_bytes()).collect();
    assert_eq!(words(&little).unwrap(), module);
    assert_eq!(words(&big).unwrap(), module);
    assert_eq!(words(&little[..little.len() - 1]), None);
    assert_eq!(words(b"VGF1"), None);
}

#[test]
fn read_reports_damaged_modules_without_a_panic() {
    let module = module();
    let reasons = [
        ("no header", Vec::new(), "header"),
        ("a long instruction", [&module[..5], &[0x0009_0000]].concat(), "9 words, but 1 are left"),
        ("an empty instruction", [&module[..5], &[0]].concat(), "0 words"),
        ("one id twice", [&module[..], &op(OP_GRAPH_CONSTANT, &[10, 31, 7])].concat(), "the id 7"),
        (
            "no tensor",
            [&module[..], &op(OP_GRAPH_CONSTANT, &[1, 31, 8])].concat(),
            "%1 is not a tensor",
        ),
    ];
    for (what, words, reason) in reasons {
        let fault = SpirvGraphs::read(&words).unwrap_err();
        assert!(fault.message.contains(reason), "{what}: {fault}");
    }
    // Every word with another value, and every prefix.
    for at in 0..module.len() {
        let _ = SpirvGraphs::read(&module[..at]);
        for value in [0, 1, 5, 40, 0x7fff_ffff, u32::MAX] {
            let mut damaged = module.clone();
            damaged[at] = value;
            let _ = SpirvGraphs::read(&damaged);
        }
    }
}
