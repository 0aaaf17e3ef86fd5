//! Tests of `--emit=vk-graph` and `--emit=vk-graph-data`. The header is compiled with all warnings as errors, as C and as
//! C++, against Vulkan's own headers. The bytes of random constants are compared with `eval`, which reads their layouts
//! from the types, and not from the descriptions.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;
use testkit::{Random, lacks_command, lacks_vulkan_headers, vulkan_headers};

fn layoutc(text: &str, args: &[&str]) -> Vec<u8> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    assert!(status == 0, "{args:?}: {}\n{text}", String::from_utf8_lossy(&stderr));
    stdout
}

/// A constant with random elements, in a random order with random requirements.
struct RandomConstant {
    shape: Vec<usize>,
    ty: String,
    bits: usize,
    elements: Vec<i64>,
}

impl RandomConstant {
    fn new(random: &mut Random) -> RandomConstant {
        let rank = 1 + random.index(4);
        let order = random.permutation(rank);
        let bits = random.choose(&[1, 4, 8, 16, 32, 64]);
        let mut shape: Vec<usize> = (0..rank).map(|_| 1 + random.index(4)).collect();
        // Rows of small elements are whole bytes.
        shape[order[rank - 1]] *= if bits < 8 { 8 } else { 1 };
        let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
        let results: Vec<&str> = order.iter().map(|&dim| dims[dim].as_str()).collect();
        let map = format!("affine_map<({}) -> ({})>", dims.join(", "), results.join(", "));
        let reqs = match random.index(rank) {
            0 => String::new(),
            outer => {
                let align = random.choose(&[8, 16, 24, 64]);
                format!(", reqs = #layout.reqs<m{}: aligned<{align} bytes>>", outer - 1)
            }
        };
        let lengths: String = shape.iter().map(|length| format!("{length}x")).collect();
        let ty = format!("tensor<{lengths}i{bits}, {{order = {map}{reqs}}}>");
        let count = shape.iter().product();
        let element = |_| (random.bits().cast_signed() << (64 - bits)) >> (64 - bits);
        RandomConstant { elements: (0..count).map(element).collect(), shape, ty, bits }
    }

    /// Returns the elements as MLIR writes them.
    fn dense(&self) -> String {
        let shown = |value: &i64| match (self.bits, value) {
            (1, 0) => "false".to_owned(),
            (1, _) => "true".to_owned(),
            _ => value.to_string(),
        };
        let mut items: Vec<String> = self.elements.iter().map(shown).collect();
        for &length in self.shape.iter().rev() {
            items = items.chunks(length).map(|row| format!("[{}]", row.join(", "))).collect();
        }
        items.concat()
    }

    /// Returns the bytes of the constant by the offsets of its elements.
    fn expected(&self, offsets: &[usize], size: usize) -> Vec<u8> {
        let mut bytes = vec![0; size];
        for (value, offset) in self.elements.iter().zip(offsets) {
            for bit in 0..self.bits {
                let place = offset * self.bits + bit;
                bytes[place / 8] |= ((value >> bit & 1) as u8) << (place % 8);
            }
        }
        bytes
    }
}

#[test]
fn bytes_of_random_constants_are_at_the_offsets_of_their_layouts() {
    let mut random = Random::new(4181);
    let constants: Vec<RandomConstant> =
        (0..60).map(|_| RandomConstant::new(&mut random)).collect();
    let mut text = "func.func @f(%x: tensor<4xf32>) {\n".to_owned();
    for (at, it) in constants.iter().enumerate() {
        writeln!(text, "  %c{at} = arith.constant dense<{}> : {}", it.dense(), it.ty).unwrap();
        writeln!(text, "  \"test.use\"(%c{at}) : ({}) -> ()", it.ty).unwrap();
    }
    text += "  return\n}\n";
    let file = layoutc(&text, &["--target=emulation", "--emit=vk-graph-data"]);
    let resolved = layoutc(&text, &["--target=emulation", "--passes=resolve-strides"]);
    let resolved = String::from_utf8(resolved).unwrap();
    let mut start = 0;
    for (at, it) in constants.iter().enumerate() {
        let of = format!("@f:%c{at}");
        let lines = layoutc(&resolved, &["eval", "-", "--of", &of, "--all"]);
        let lines = String::from_utf8(lines).unwrap();
        let offset = |line: &str| {
            let line: Value = serde_json::from_str(line).unwrap();
            usize::try_from(line["offset"].as_u64().unwrap()).unwrap()
        };
        let offsets: Vec<usize> = lines.lines().map(offset).collect();
        let facts = layoutc(&resolved, &["eval", "-", "--of", &of]);
        let facts: Value = serde_json::from_slice(&facts).unwrap();
        let size = usize::try_from(facts["size_bytes"].as_u64().unwrap()).unwrap();
        let found = file.get(start..start + size).unwrap_or_default();
        assert_eq!(found, it.expected(&offsets, size), "%c{at} : {}", it.ty);
        let next = (start + size).next_multiple_of(64);
        let gap = file.get(start + size..next.min(file.len())).unwrap_or_default();
        assert!(gap.iter().all(|&byte| byte == 0), "the bytes after %c{at}");
        start = if at + 1 == constants.len() { start + size } else { next };
    }
    assert_eq!(file.len(), start);
}

/// Functions and values whose names are not identifiers of C, and all kinds of constants.
const PROGRAM: &str = r#"
func.func @main(%int: tensor<2x3xf32, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<16 bytes>>}>,
                %w: tensor<2x3xi8> {layout.constant}) -> (tensor<2x3xf32> {layout.vk_binding = [2, 5]}) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 0, zeros = 1, group = 2}, {dim = 1, zeros = 0, group = 3}]}
    dense<[[0, 2, 0], [4, 0, 6]]> : tensor<2x3xi16, {order = #layout.order<CN>}>
  %b = arith.constant dense<0.5> : tensor<f32>
  %y = "test.op"(%int, %w, %a, %b) : (tensor<2x3xf32, {order = #layout.order<CN>, reqs = #layout.reqs<m0: aligned<16 bytes>>}>,
    tensor<2x3xi8>, tensor<2x3xi16, {order = #layout.order<CN>}>, tensor<f32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
func.func @"main\2D"(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
"#;

/// Statements that use every declaration of the header.
const USES: &str = r#"
int main(void)
{
    LayoutcGraphFunctions functions = {NULL, NULL, NULL, NULL};
    VkDescriptorSetLayout sets[MAIN_GRAPH_SETS];
    VkPipelineLayout layout;
    VkPipeline pipeline;
    const LayoutcGraphData none = {NULL, NULL};
    const int missing = main_graph_pipeline_create(VK_NULL_HANDLE, &functions, VK_NULL_HANDLE, VK_NULL_HANDLE,
                                                   VK_NULL_HANDLE, "main", &none, &pipeline) == VK_SUCCESS;
    const VkTensorDescriptionARM *weights = (const VkTensorDescriptionARM *)main_graph_constants[0].pNext;
    (void)&main_graph_sets_create;
    (void)&main_int_vk_create;
    (void)sets;
    (void)layout;
    return missing || weights->dimensionCount != 2 || main_graph_resources[1].descriptorSet != 2 ||
           MAIN_GRAPH_HOST_CONSTANTS != 1;
}
"#;

#[test]
fn headers_compile_as_c_and_cpp() {
    let compilers = [("gcc", "-std=c99", "c"), ("g++", "-std=c++20", "c++")];
    if compilers.iter().any(|(name, ..)| lacks_command(name)) || lacks_vulkan_headers() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("uses.c");
    // The header is included twice to test its guard, and together with the header of another module.
    let include = "#define LAYOUTC_VK_CREATE\n#include \"graph.h\"\n#include \"other.h\"\n#include \"graph.h\"\n";
    fs::write(&source, format!("{include}{USES}")).unwrap();
    let other = PROGRAM.replace("@main", "@other").replace("main\\2D", "other\\2D");
    fs::write(
        folder.path().join("other.h"),
        layoutc(&other, &["--target=emulation", "--emit=vk-graph"]),
    )
    .unwrap();
    for constants in ["--constants=arrays", "--constants=file"] {
        let header = layoutc(PROGRAM, &["--target=emulation", "--emit=vk-graph", constants]);
        fs::write(folder.path().join("graph.h"), header).unwrap();
        for (name, standard, language) in compilers {
            let program = folder.path().join("program");
            let mut command = Command::new(name);
            command.args([
                standard,
                "-pedantic-errors",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-x",
                language,
            ]);
            command.arg("-I").arg(folder.path()).arg("-I").arg(vulkan_headers());
            let output = command.arg(&source).arg("-o").arg(&program).output().unwrap();
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(Command::new(&program).status().unwrap().success(), "{name} {constants}");
        }
    }
}

/// Returns the first block of a kind in a document.
fn block<'t>(document: &'t str, kind: &str, with: &str) -> &'t str {
    let start = format!("\n```{kind}\n");
    let blocks = document.split(start.as_str()).skip(1);
    let mut texts = blocks.filter_map(|block| block.split("\n```").next());
    texts.find(|text| text.contains(with)).unwrap()
}

#[test]
fn document_shows_lines_of_the_header() {
    let path = testkit::repository().join("docs/how-to/data-graphs.md");
    let document = fs::read_to_string(path).unwrap();
    let resolved =
        layoutc(block(&document, "mlir", "@main"), &["--passes=assign-layouts,resolve-strides"]);
    let header = layoutc(&String::from_utf8(resolved).unwrap(), &["--emit=vk-graph"]);
    let header = String::from_utf8(header).unwrap();
    let mut rest = header.as_str();
    for part in block(&document, "text", "static const").split("...\n") {
        let (_, after) = rest
            .split_once(part.trim_end())
            .unwrap_or_else(|| panic!("not in the header:\n{part}"));
        rest = after;
    }
}
