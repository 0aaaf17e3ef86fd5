//! Files of conversions alone: random orders and strides of every element size.

use super::{ScenarioTest, buffer_bytes, copy, positions};
use crate::layouts::ResolvedProgram;
use std::fmt::Write;
use testkit::{NumpyArray, Random};

const ELEMENTS: [&str; 8] = ["i8", "ui8", "i16", "f16", "i32", "f32", "i64", "f64"];

/// The number of conversions of a file. Each is a segment.
const CONVERSIONS: usize = 24;

/// Returns the dictionary of a random order, whose rows are padded in a quarter of the cases.
fn encoding(random: &mut Random, lengths: &[u64]) -> String {
    let dims = random.permutation(lengths.len());
    let names: Vec<String> = (0..lengths.len()).map(|dim| format!("d{dim}")).collect();
    let results: Vec<&str> = dims.iter().map(|&dim| names[dim].as_str()).collect();
    let mut text =
        format!("order = affine_map<({}) -> ({})>", names.join(", "), results.join(", "));
    if random.below(4) == 0 {
        let mut strides = vec![0; lengths.len()];
        let mut stride = 1;
        for (position, &dim) in dims.iter().enumerate().rev() {
            strides[dim] = stride;
            let gap = if position == 0 { 0 } else { random.below(4) };
            stride *= lengths[dim] + gap;
        }
        let _ = write!(text, ", strides = {strides:?}");
    }
    text
}

/// Returns a function that converts each argument.
fn module(random: &mut Random) -> String {
    let mut arguments = Vec::new();
    let mut results = Vec::new();
    let mut body = String::new();
    for at in 0..CONVERSIONS {
        let rank = random.between(1, 4);
        let lengths: Vec<u64> = (0..rank).map(|_| 1 + random.below(9)).collect();
        let elem = random.choose(&ELEMENTS);
        let dims: String = lengths.iter().map(|length| format!("{length}x")).collect();
        let [from, to] = [(); 2].map(|()| {
            let encoding = encoding(random, &lengths);
            format!("tensor<{dims}{elem}, {{{encoding}}}>")
        });
        let _ = writeln!(body, "  %y{at} = layout.reorder %x{at} : {from} -> {to}");
        arguments.push(format!("%x{at}: {from}"));
        results.push(to);
    }
    let names: Vec<String> = (0..CONVERSIONS).map(|at| format!("%y{at}")).collect();
    let [arguments, results] = [arguments, results].map(|texts| texts.join(", "));
    let names = names.join(", ");
    format!(
        "func.func @main({arguments}) -> ({results}) {{\n{body}  return {names} : {results}\n}}\n"
    )
}

#[test]
fn runner_converts_every_element_of_random_layouts() {
    let Some(test) = ScenarioTest::new() else { return };
    let mut executed = 0;
    for seed in 0..4 {
        let random = &mut Random::new(seed);
        let module = module(random);
        let vgf = test.emit(&module, None).unwrap_or_else(|error| panic!("{error}\n{module}"));
        let path = test.write("module.mlir", &module);
        let args = [path.to_str().unwrap(), "--passes=resolve-strides"];
        ResolvedProgram::compile(&args).unwrap().with(|finder| {
            let layout = |name: String| finder.find(Some("main"), &name).unwrap();
            let pairs: Vec<_> = (0..CONVERSIONS)
                .map(|at| [layout(format!("x{at}")), layout(format!("y{at}"))])
                .collect();
            let inputs = pairs.iter().map(|[source, _]| {
                let bytes = (0..buffer_bytes(source)).map(|_| random.bits() as u8).collect();
                NumpyArray { shape: Vec::new(), dtype: String::new(), bytes }
            });
            let inputs: Vec<NumpyArray> = inputs.collect();
            let outputs = test.run(&vgf, &inputs);
            assert_eq!(outputs.len(), CONVERSIONS);
            for (at, ([source, target], output)) in pairs.iter().zip(&outputs).enumerate() {
                let size = source.elem().unwrap().bytes().unwrap().get() as usize;
                assert_eq!(output.bytes.len(), buffer_bytes(target), "%y{at}\n{module}");
                let targets = positions(target);
                let mut expected = output.bytes.clone();
                copy((&inputs[at].bytes, &positions(source)), (&mut expected, &targets), size);
                assert_eq!(output.bytes, expected, "seed {seed}, %y{at}\n{module}");
                executed += targets.len();
            }
        });
    }
    println!("{executed} elements converted");
    assert!(executed > 10_000);
}
