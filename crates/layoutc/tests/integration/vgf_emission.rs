//! Tests of `--emit=vgf`: ARM's tool prints the content that `vgf-json` prints, ARM's library decodes every section, and
//! damaged files of `--graph` are reported.
//!
//! `scripts/install-test-tools.sh` installs ARM's tools; without them tests are skipped with a message.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::vgf::{file, layoutc};
use codegen::vgf_file::VgfFile;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use testkit::{
    Random, lacks, lacks_arm_tools, model_converter, repository, tosa_network, vgf_dump,
};

/// The folder of the files of this module.
const FOLDER: &str = "vgf_emission";

/// A function of conversions alone.
const CONVERSIONS: &str = "
#t = affine_map<(d0, d1) -> (d1, d0)>
func.func @main(%x: tensor<3x5xi8>, %y: tensor<4x7xf64, {strides = [9, 1]}>)
    -> (tensor<3x5xi8, {order = #t}>, tensor<4x7xf64>) {
  %0 = layout.reorder %x : tensor<3x5xi8> -> tensor<3x5xi8, {order = #t}>
  %1 = layout.reorder %y : tensor<4x7xf64, {strides = [9, 1]}> -> tensor<4x7xf64>
  return %0, %1 : tensor<3x5xi8, {order = #t}>, tensor<4x7xf64>
}
";

/// Files of conversions and of networks with their graphs, each with the JSON that layoutc prints for it. The tests share
/// them, since two writers of a file would disturb each other.
static EMITTED: LazyLock<Vec<(PathBuf, Value)>> = LazyLock::new(emitted);

fn emitted() -> Vec<(PathBuf, Value)> {
    let mut sources = vec![(CONVERSIONS.to_owned(), None)];
    for seed in 0..12 {
        let network = tosa_network(seed).text;
        let Ok(graph) = model_converter(&network, &[]) else { continue };
        sources.push((network, Some(file(FOLDER, &format!("net{seed}.vgf"), &graph))));
    }
    let mut found = Vec::new();
    for (at, (text, graph)) in sources.into_iter().enumerate() {
        let graph = graph.map(|graph| format!("--graph={}", graph.display()));
        let emit = |kind: &str| {
            let kind = format!("--emit={kind}");
            let args = ["-", &kind].into_iter().chain(graph.as_deref());
            layoutc(&text, &args.collect::<Vec<_>>())
        };
        let bytes = match emit("vgf") {
            Ok(bytes) => bytes,
            // The converter merges equal results, and those that equal an argument.
            Err(error) if error.contains(" in the graph, but ") => continue,
            Err(error) => panic!("{error}\n{text}"),
        };
        VgfFile::read(&bytes).unwrap();
        let json = serde_json::from_slice(&emit("vgf-json").unwrap()).unwrap();
        found.push((file(FOLDER, &format!("emitted{at}.vgf"), &bytes), json));
    }
    assert!(found.len() >= 4, "{} files", found.len());
    found
}

#[test]
fn arms_tool_prints_the_content_of_emitted_files() {
    if lacks_arm_tools() {
        return;
    }
    for (path, json) in EMITTED.iter() {
        let dumped: Value = serde_json::from_str(&vgf_dump(path)).unwrap();
        assert_eq!(dumped, *json, "{}", path.display());
    }
}

/// The program that decodes the sections of the files by ARM's library.
const DECODER: &str = "
import sys, vgfpy
for path in sys.argv[1:]:
    data = open(path, 'rb').read()
    header = vgfpy.CreateHeaderDecoder(data, vgfpy.HeaderSize(), len(data))
    assert header.IsValid() and header.CheckVersion() and header.IsLatestVersion(), path
    def section(name):
        start = getattr(header, f'Get{name}Offset')()
        return data[start:start + getattr(header, f'Get{name}Size')()]
    modules, sequence = section('ModuleTable'), section('ModelSequenceTable')
    resources, constants = section('ModelResourceTable'), section('Constants')
    modules = vgfpy.CreateModuleTableDecoder(modules, len(modules))
    sequence = vgfpy.CreateModelSequenceTableDecoder(sequence, len(sequence))
    resources = vgfpy.CreateModelResourceTableDecoder(resources, len(resources))
    constants = vgfpy.CreateConstantDecoder(constants, len(constants))
    words = sum(len(memoryview(modules.getSPIRVModuleCode(i)).cast('B')) for i in range(modules.size()))
    sizes = sum(len(memoryview(constants.getConstant(i)).cast('B')) for i in range(constants.size()))
    print(modules.size(), sequence.modelSequenceTableSize(), resources.size(), constants.size(), words, sizes)
";

#[test]
fn arms_library_decodes_every_section() {
    if lacks_arm_tools() {
        return;
    }
    let library = repository().join("target/test-tools/ai_ml_sdk_vgf_library-0.11.0");
    let python = || {
        let mut command = Command::new("python3");
        command.env("PYTHONPATH", &library);
        command
    };
    let imports = python().args(["-c", "import vgfpy"]).output();
    let what = "python3 of the version of ARM's VGF library, 3.11";
    if lacks(what, imports.is_ok_and(|output| output.status.success())) {
        return;
    }
    let files = &*EMITTED;
    let paths = files.iter().map(|(path, _)| path);
    let output = python().arg("-c").arg(DECODER).args(paths).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), files.len());
    for (line, (path, json)) in text.lines().zip(files) {
        let read = VgfFile::read(&fs::read(path).unwrap()).unwrap();
        let count = |list: &Value| list.as_array().unwrap().len();
        let words = read.modules.iter().map(|module| match &module.code {
            codegen::vgf_file::ModuleCode::Spirv(words) => 4 * words.len(),
            _ => 0,
        });
        let bytes = read.constants.iter().map(|constant| constant.bytes.len());
        let expected = [
            count(&json["modules"]),
            count(&json["model_sequence"]["segments"]),
            count(&json["resources"]),
            count(&json["constants"]),
            words.sum(),
            bytes.sum(),
        ];
        assert_eq!(line, expected.map(|number| number.to_string()).join(" "), "{}", path.display());
    }
}

#[test]
fn damaged_graphs_are_reported_without_a_panic() {
    let function = "func.func @main(%x: tensor<3x5xi8>) -> tensor<3x5xi8> {
        %0 = \"my.op\"(%x) : (tensor<3x5xi8>) -> tensor<3x5xi8>
        return %0 : tensor<3x5xi8>
    }";
    // A file of conversions has buffers, where a graph has tensors.
    let bytes = layoutc(CONVERSIONS, &["-", "--emit=vgf"]).unwrap();
    let mut random = Random::new(5);
    for at in 0..300 {
        let mut damaged = bytes.clone();
        if at % 3 == 0 {
            damaged.truncate(random.index(bytes.len()));
        } else {
            for _ in 0..3 {
                let at = random.index(damaged.len());
                damaged[at] = random.bits() as u8;
            }
        }
        let graph = format!("--graph={}", file(FOLDER, "damaged.vgf", &damaged).display());
        let error = layoutc(function, &["-", "--emit=vgf", &graph]).unwrap_err();
        assert!(error.contains("error[L060"), "{error}");
    }
}
