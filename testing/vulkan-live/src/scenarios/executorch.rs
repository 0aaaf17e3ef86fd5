//! The steps from a network that ExecuTorch exported to the outputs of its VGF file: TOSA without transposes, the graph of
//! ARM's converter, conversions at its border, the runner. The results are those of the reference model for the file that
//! ExecuTorch wrote, and conversions change no bit of them. The commands of the page on these steps are executed too.

use super::graphs::PLAIN;
use super::{ScenarioTest, assert_known_messages};
use crate::layouts::layoutc_of;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::{env, fs, iter, mem};
use testkit::{
    NumpyArray, Random, arm_tool_folders, evaluate_tosa, lacks, model_converter, repository,
};

/// Returns a random number from -1 to 1.
fn unit(random: &mut Random) -> f32 {
    random.between(-1_000_000, 1_000_000) as f32 / 1e6
}

/// Returns an array of random elements: floats from -1 to 1, or all values of a byte.
fn random_array(random: &mut Random, shape: &[u64], elem: &str) -> NumpyArray {
    let count: u64 = shape.iter().product();
    let (dtype, bytes) = match elem {
        "f32" => ("<f4", (0..count).flat_map(|_| unit(random).to_le_bytes()).collect()),
        "i8" => ("|i1", (0..count).map(|_| random.below(256) as u8).collect()),
        _ => panic!("an input of `{elem}`"),
    };
    NumpyArray { shape: shape.to_vec(), dtype: dtype.to_owned(), bytes }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

/// Returns the dims and the element type of a type `tensor<1x3xf32>`.
fn dims_of(ty: &str) -> (Vec<u64>, &str) {
    let inner = ty.trim_start_matches("tensor<").trim_end_matches('>');
    let (dims, elem) = inner.rsplit_once('x').unwrap_or(("", inner));
    (dims.split('x').filter_map(|length| length.parse().ok()).collect(), elem)
}

/// Returns the random elements of a constant that the file has as equal ones, as hexadecimal digits. `None` for a constant
/// that stays: a zero point, a shift, or a scale of the whole tensor.
fn random_constant(random: &mut Random, value: &str, dims: &[u64], elem: &str) -> Option<String> {
    let count: u64 = dims.iter().product();
    // The products of a result are so many that its size is that of an input.
    let products = dims.iter().product::<u64>() / dims.first().copied().unwrap_or(1).max(1);
    let scale = 2.0 / (products as f32).sqrt();
    let is_table = dims == [256];
    let bytes: Vec<u8> = match elem {
        "f32" if count > 1 => {
            (0..count).flat_map(|_| (unit(random) * scale).to_le_bytes()).collect()
        }
        "i8" if dims.len() > 1 || is_table => {
            (0..count).map(|_| random.between(-127, 127) as i8 as u8).collect()
        }
        "i32" if count > 1 => {
            // A multiplier has 31 bits. The others are biases.
            let [low, high] = match value.parse::<i64>().ok()? {
                1_073_741_824.. => [1 << 30, (1 << 31) - 1],
                _ => [-30_000, 30_000],
            };
            (0..count).flat_map(|_| (random.between(low, high) as i32).to_le_bytes()).collect()
        }
        _ => return None,
    };
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns the network of a file, with random elements instead of the equal ones of its weights.
fn exported(random: &mut Random, file: &str) -> String {
    let path = repository().join("tests/mlir/custom_tosa").join(file);
    let text = fs::read_to_string(path).unwrap();
    let mut parts = text.split("dense<");
    let mut filled = parts.next().unwrap().to_owned();
    let mut count = 0;
    for part in parts {
        let (value, rest) = part.split_once('>').unwrap();
        let ty = rest.trim_start_matches(" : ").split('}').next().unwrap();
        let (dims, elem) = dims_of(ty);
        filled += "dense<";
        match random_constant(random, value, &dims, elem) {
            Some(digits) => {
                filled += &format!("\"0x{digits}\"");
                count += 1;
            }
            None => filled += value,
        }
        filled += ">";
        filled += rest;
    }
    assert!(count > 8, "{count} constants of `{file}`");
    filled
}

/// Returns the tensor types in a text.
fn tensor_types(text: &str) -> Vec<String> {
    let types = text.split("tensor<").skip(1).map(|rest| rest.split('>').next().unwrap());
    types.map(|inner| format!("tensor<{inner}>")).collect()
}

/// Returns the types of the arguments and of the results of the first function.
fn signature(text: &str) -> [Vec<String>; 2] {
    let function = match text.split_once("function_type = ") {
        Some((_, rest)) => rest.split(", sym_name").next().unwrap(),
        None => text.split_once("@main").unwrap().1.lines().next().unwrap(),
    };
    let (arguments, results) = function.split_once(" -> ").unwrap();
    [arguments, results].map(tensor_types)
}

/// The order of an image of the dims N, H, W and C whose channels are planes, as those of PyTorch.
const PLANES: &str = "#planes = affine_map<(n, h, w, c) -> (n, c, h, w)>\n";

/// Returns the type of an image in the order of [`PLANES`].
fn in_planes(ty: &str) -> String {
    ty.replace('>', ", {order = #planes}>")
}

/// Returns a function whose arguments are channels-first in memory, and whose other op is the graph with channels-last
/// arguments.
fn with_conversions([arguments, results]: &[Vec<String>; 2]) -> String {
    let mut list = Vec::new();
    let mut names = Vec::new();
    let mut conversions = String::new();
    for (at, ty) in arguments.iter().enumerate() {
        let planes = in_planes(ty);
        list.push(format!("%planes{at}: {planes}"));
        names.push(format!("%x{at}"));
        conversions += &format!("  %x{at} = layout.reorder %planes{at} : {planes} -> {ty}\n");
    }
    let [list, names] = [list, names].map(|items| items.join(", "));
    let [types, result] = [arguments, results].map(|types| types.join(", "));
    format!(
        "{PLANES}func.func @main({list}) -> {result} {{\n{conversions}  \
         %y = \"net.graph\"({names}) : ({types}) -> {result}\n  return %y : {result}\n}}\n"
    )
}

/// Returns the output of `--emit=tosa`, and the number of its transposes.
fn emitted(text: &str) -> (String, usize) {
    let bytes = layoutc_of(text, &["-", "--emit=tosa", "--target=arm_ml_engine"]).unwrap();
    let emitted = String::from_utf8(bytes).unwrap();
    let transposes = emitted.matches("\"tosa.transpose\"").count();
    (emitted, transposes)
}

/// Executes an exported network by all tools, with its transposes and with conversions instead. Returns the results of the
/// reference model for the exported file, and of the runner.
fn execute_export(test: &ScenarioTest, file: &str) -> [NumpyArray; 2] {
    let random = &mut Random::new(7);
    let network = exported(random, file);
    let [arguments, _] = signature(&network);
    let inputs: Vec<NumpyArray> = arguments
        .iter()
        .map(|ty| {
            let (dims, elem) = dims_of(ty);
            random_array(random, &dims, elem)
        })
        .collect();
    let expected = evaluate_tosa(&network, &inputs, 1, test.folder.path()).unwrap().remove(0);

    let (emitted_network, transposes) = emitted(&network);
    assert_eq!(transposes, 1, "{emitted_network}");
    let graph = model_converter(&emitted_network, PLAIN).unwrap();
    let vgf = test.emit(&emitted_network, Some(&graph)).unwrap();
    let transposed = test.run(&vgf, &inputs).remove(0);

    // With arguments of any layout, the graph has no transposes: the conversions of the file are these.
    let any = network.replace("{tosa.tensor_name", "{layout.any, tosa.tensor_name");
    let (emitted_network, transposes) = emitted(&any);
    assert_eq!(transposes, 0, "{emitted_network}");
    let graph = model_converter(&emitted_network, PLAIN).unwrap();
    let model = with_conversions(&signature(&emitted_network));
    let vgf = test.emit(&model, Some(&graph)).unwrap();
    let converted = test.run(&vgf, &inputs).remove(0);
    assert_eq!(converted.bytes, transposed.bytes, "the bits of {file} without transposes");
    [expected, converted]
}

#[test]
fn exported_networks_compute_the_results_of_the_reference_model() {
    let Some(test) = ScenarioTest::new() else { return };
    let [expected, found] = execute_export(&test, "executorch_int8.mlir");
    assert_eq!(found.bytes, expected.bytes);
    assert!(expected.bytes.iter().any(|byte| *byte != expected.bytes[0]), "{expected:?}");

    let [expected, found] = execute_export(&test, "executorch_fp32.mlir");
    let [expected, found] = [expected, found].map(|array| floats(&array.bytes));
    let size = expected.iter().map(|value| value.abs()).fold(0.0, f32::max);
    let differences = expected.iter().zip(&found).map(|(one, other)| (one - other).abs());
    let greatest = differences.fold(0.0, f32::max);
    println!("greatest difference {greatest} of results up to {size}");
    assert!(greatest <= 1e-6 * size, "{found:?} {expected:?}");
}

/// A convolution over windows of 3x3 with a border of zeros, whose elements are random.
struct Convolution {
    image: Vec<f32>,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Convolution {
    const HEIGHT: usize = 6;
    const WIDTH: usize = 7;
    const INPUTS: usize = 24;
    const OUTPUTS: usize = 5;

    fn random(random: &mut Random) -> Convolution {
        let mut elements =
            |count: usize| -> Vec<f32> { (0..count).map(|_| unit(random)).collect() };
        Convolution {
            image: elements(Self::HEIGHT * Self::WIDTH * Self::INPUTS),
            weights: elements(Self::OUTPUTS * 9 * Self::INPUTS),
            bias: elements(Self::OUTPUTS),
        }
    }

    /// Returns the types of the image and of the result.
    fn types() -> [String; 2] {
        [Self::INPUTS, Self::OUTPUTS]
            .map(|channels| format!("tensor<1x{}x{}x{channels}xf32>", Self::HEIGHT, Self::WIDTH))
    }

    /// Returns the network in TOSA.
    fn network(&self) -> String {
        let [image, result] = Self::types();
        let [weights, bias] = [&self.weights, &self.bias].map(|values| {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes());
            bytes.map(|byte| format!("{byte:02x}")).collect::<String>()
        });
        let [outputs, inputs] = [Self::OUTPUTS, Self::INPUTS];
        format!(
            "func.func @main(%x: {image}) -> {result} {{
               %w = \"tosa.const\"() {{values = dense<\"0x{weights}\"> : tensor<{outputs}x3x3x{inputs}xf32>}} : () -> tensor<{outputs}x3x3x{inputs}xf32>
               %b = \"tosa.const\"() {{values = dense<\"0x{bias}\"> : tensor<{outputs}xf32>}} : () -> tensor<{outputs}xf32>
               %z = \"tosa.const\"() {{values = dense<0.0> : tensor<1xf32>}} : () -> tensor<1xf32>
               %y = tosa.conv2d %x, %w, %b, %z, %z {{acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}} : ({image}, tensor<{outputs}x3x3x{inputs}xf32>, tensor<{outputs}xf32>, tensor<1xf32>, tensor<1xf32>) -> {result}
               return %y : {result}
             }}"
        )
    }

    /// Returns the greatest error of any order of a sum in f32, in relation to the sum of the sizes of its n terms: it is
    /// n eps / (1 - n eps), where the bias is a term, and a product is rounded once more.
    fn error_bound() -> f64 {
        let roundings = (9 * Self::INPUTS + 2) as f64 * f64::from(f32::EPSILON) / 2.0;
        roundings / (1.0 - roundings)
    }

    /// Returns each element of the result in f64, and the sum of the sizes of its terms.
    fn results(&self) -> Vec<[f64; 2]> {
        let mut results = Vec::new();
        for at in 0..Self::HEIGHT * Self::WIDTH * Self::OUTPUTS {
            let (pixel, output) = (at / Self::OUTPUTS, at % Self::OUTPUTS);
            let (row, column) = (pixel / Self::WIDTH, pixel % Self::WIDTH);
            let mut sum = f64::from(self.bias[output]);
            let mut size = sum.abs();
            for tap in 0..9 * Self::INPUTS {
                let (window, input) = (tap / Self::INPUTS, tap % Self::INPUTS);
                let (y, x) = (row + window / 3, column + window % 3);
                if !(1..=Self::HEIGHT).contains(&y) || !(1..=Self::WIDTH).contains(&x) {
                    continue;
                }
                let element = ((y - 1) * Self::WIDTH + x - 1) * Self::INPUTS + input;
                let weight = self.weights[output * 9 * Self::INPUTS + tap];
                let product = f64::from(self.image[element]) * f64::from(weight);
                sum += product;
                size += product.abs();
            }
            results.push([sum, size]);
        }
        results
    }
}

/// Returns the elements of a matrix with the dims exchanged.
fn transposed(elements: &[f32], columns: usize) -> Vec<f32> {
    let rows = elements.len() / columns;
    (0..elements.len()).map(|at| elements[at % rows * columns + at / rows]).collect()
}

#[test]
fn conversions_change_no_bit_and_sums_of_the_runner_have_the_error_of_f32() {
    let Some(test) = ScenarioTest::new() else { return };
    let convolution = Convolution::random(&mut Random::new(11));
    let network = convolution.network();
    let [image, result] = Convolution::types();
    let graph = model_converter(&network, PLAIN).unwrap();
    let planes = transposed(&convolution.image, Convolution::INPUTS);
    let [input, planes] = [&convolution.image, &planes].map(|elements| NumpyArray {
        shape: dims_of(&image).0,
        dtype: "<f4".to_owned(),
        bytes: elements.iter().flat_map(|value| value.to_le_bytes()).collect(),
    });
    let alone = floats(&test.run(&graph, &[input]).remove(0).bytes);

    let [from, to] = [&image, &result].map(|ty| in_planes(ty));
    let model = format!(
        "{PLANES}
         func.func @main(%planes: {from}) -> {to} {{
           %x = layout.reorder %planes : {from} -> {image}
           %0 = \"net.graph\"(%x) : ({image}) -> {result}
           %y = layout.reorder %0 : {result} -> {to}
           return %y : {to}
         }}"
    );
    let vgf = test.emit(&model, Some(&graph)).unwrap();
    let converted = floats(&test.run(&vgf, &[planes]).remove(0).bytes);
    let expected = transposed(&alone, Convolution::OUTPUTS);
    let bits =
        |values: &[f32]| -> Vec<u32> { values.iter().map(|value| value.to_bits()).collect() };
    assert_eq!(bits(&converted), bits(&expected));

    let mut greatest = 0.0f64;
    for (found, [exact, size]) in alone.iter().zip(convolution.results()) {
        greatest = greatest.max((f64::from(*found) - exact).abs() / size);
    }
    let bound = Convolution::error_bound();
    println!(
        "greatest error {greatest:e} of the sizes of the terms, where f32 guarantees {bound:e}"
    );
    assert!(greatest > 0.0, "the sums are exact, so the test compares nothing");
    assert!(greatest <= bound.min(1e-6));
}

/// The page that describes the steps.
const PAGE: &str = "docs/how-to/executorch.md";

/// Returns the blocks of a kind of the page.
fn blocks(page: &str, kind: &str) -> Vec<String> {
    let start = format!("\n```{kind}\n");
    let parts = page.split(&start).skip(1);
    parts.map(|part| part.split_once("\n```").unwrap().0.to_owned() + "\n").collect()
}

/// Writes a program `scenario_runner`, as ARM's package installs it, which runs under the layers. Returns the value of the
/// variable by which a shell finds it and ARM's other tools.
fn program_path(test: &ScenarioTest, python: &Path) -> OsString {
    let runner = test.runner();
    let quoted = |text: &OsStr| format!("'{}'", text.to_str().unwrap().replace('\'', "'\\''"));
    let mut script = "#!/bin/sh\n".to_owned();
    for (name, value) in runner.get_envs() {
        let name = name.to_str().unwrap();
        script += &match value {
            Some(value) => format!("export {name}={}\n", quoted(value)),
            None => format!("unset {name}\n"),
        };
    }
    let words: Vec<String> =
        iter::once(runner.get_program()).chain(runner.get_args()).map(quoted).collect();
    script += &format!("exec {} \"$@\"\n", words.join(" "));
    let program = test.write("scenario_runner", script);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mut folders = vec![test.folder.path().to_owned(), python.to_owned()];
    folders.extend(arm_tool_folders());
    let others = env::var_os("PATH").unwrap();
    folders.extend(env::split_paths(&others));
    env::join_paths(folders).unwrap()
}

/// Executes a line `layoutc ...` in the folder of the test.
fn execute_layoutc(test: &ScenarioTest, line: &str) {
    let folder = test.folder.path().display().to_string();
    let words = line.split(' ').skip(1).map(|word| match word.strip_prefix("--graph=") {
        Some(file) => format!("--graph={folder}/{file}"),
        None if word.starts_with('-') => word.to_owned(),
        None => format!("{folder}/{word}"),
    });
    let words: Vec<String> = words.collect();
    layoutc_of("", &words.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
}

/// Executes the commands of a block: those of layoutc by its library, the others by a shell. Returns the output of the shell.
fn execute_block(test: &ScenarioTest, block: &str, path: &OsStr) -> String {
    let mut printed = String::new();
    let mut script = String::new();
    for line in block.lines().chain(["layoutc"]) {
        if !line.starts_with("layoutc") {
            script += line;
            script += "\n";
            continue;
        }
        let mut shell = Command::new("bash");
        shell.args(["-e", "-c", &mem::take(&mut script)]).env("PATH", path);
        let output = shell.current_dir(test.folder.path()).output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{block}\n{messages}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert_known_messages(&format!("{text}\n{messages}"));
        printed += &text;
        if line != "layoutc" {
            execute_layoutc(test, line);
        }
    }
    printed
}

/// Executes the commands of the page on the files of a folder of `tests/executorch`, which `examples/executorch/export.py`
/// wrote by ExecuTorch 1.5.1 and torch 2.15.0. Returns the greatest difference to PyTorch's output, and the size of that.
fn execute_page(test: &ScenarioTest, path: &OsStr, name: &str) -> [f32; 2] {
    let page = fs::read_to_string(repository().join(PAGE)).unwrap();
    let [network, model]: [String; 2] = blocks(&page, "mlir").try_into().unwrap();
    let files = repository().join("tests/executorch").join(name);
    for file in ["net.tosa", "x.npy", "expected.npy"] {
        test.write(file, fs::read(files.join(file)).unwrap());
    }
    test.write("model.mlir", model);
    let mut printed = String::new();
    for block in blocks(&page, "sh") {
        printed = execute_block(test, &block, path);
    }
    if name == "f32" {
        let converted = fs::read_to_string(test.folder.path().join("net.mlir")).unwrap();
        assert_eq!(converted.trim(), network.trim());
    }
    let expected = NumpyArray::read(&fs::read(files.join("expected.npy")).unwrap()).unwrap();
    let sizes = floats(&expected.bytes).into_iter().map(f32::abs);
    [printed.trim().parse().unwrap(), sizes.fold(0.0, f32::max)]
}

#[test]
fn commands_of_the_page_compute_the_output_of_pytorch() {
    let Some(test) = ScenarioTest::new() else { return };
    let python = repository().join("target/test-tools/python/bin");
    if lacks("NumPy (scripts/install-test-tools.sh)", python.join("python3").exists()) {
        return;
    }
    let path = program_path(&test, &python);
    let [difference, _] = execute_page(&test, &path, "int8");
    assert_eq!(difference, 0.0);
    let [difference, size] = execute_page(&test, &path, "f32");
    assert!(difference <= 1e-6 * size, "{difference} for results up to {size}");
}
