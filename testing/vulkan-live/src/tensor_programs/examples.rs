//! The programs of `examples/tensors`, which create the tensors of ResNet-50, fill one, and read it by logical index.

use super::{EXAMPLES, ProgramTest, declared, succeed};
use crate::tools;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MODEL: [&str; 2] =
    [concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/resnet50.mlir"), "--target=emulation"];

const OUTPUT: &str = "150528 elements read by logical index, 0 differ\n444 tensors created\n";

#[test]
fn examples_create_every_tensor_and_read_one_by_logical_index() {
    let Some(test) = ProgramTest::new() else { return };
    let [model, target] = MODEL;
    test.emit(&[model, target, "--of=@main:%gpu_0_data_0"], "vk-glsl", "resnet50.glsl");
    test.compile_shader(&Path::new(EXAMPLES).join("image.comp"), "image.spv");
    let bytes = fs::metadata(test.path("image.spv")).unwrap().len();
    assert!(bytes < 4096, "the shader has {bytes} bytes, but uses the accessor of one tensor");

    let header = test.emit(&MODEL, "vk-c", "resnet50.h");
    test.list_of_c(&header);
    let main = Path::new(EXAMPLES).join("main.c");
    test.compile_c(&main, "in_c");
    assert_eq!(succeed(test.run("in_c", &["image.spv"])), OUTPUT);

    let source = test.emit(&MODEL, "vk-rust", "resnet50.rs");
    compile_rust(&test, &source, "in_rust");
    assert_eq!(succeed(test.run("in_rust", &["image.spv"])), OUTPUT);

    // The validation layer sees the descriptions: a wrong stride is reported.
    let strides = "{3211264, 14336, 64, 2}";
    assert!(header.contains(strides));
    let wrong = header.replace(strides, "{3211264, 14336, 64, 4}");
    fs::write(test.path("resnet50.h"), wrong).unwrap();
    test.compile_c(&main, "wrong");
    if tools::validation().is_some() {
        let output = test.run("wrong", &[]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("VUID-VkTensorDescriptionARM-pStrides-09736"), "{text}");
    }
}

/// Compiles the Rust program with the same `ash` as this test.
fn compile_rust(test: &ProgramTest, source: &str, program: &str) {
    let list: String = declared(source, "pub const fn ", "()")
        .map(|name| {
            let upper = name.to_ascii_uppercase();
            format!(
                "Planned {{ name: \"{name}\", requirements: create::{name}_requirements, \
                 create: create::{name}_create, size: resnet50::{upper}_SIZE_BYTES, \
                 offset: resnet50::{upper}_OFFSET_BYTES }},\n"
            )
        })
        .collect();
    fs::write(test.path("planned.inc"), format!("&[\n{list}]\n")).unwrap();
    let libraries = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let compiled = ash_libraries(&libraries).into_iter().map(|ash| {
        let mut command = Command::new("rustc");
        command.args(["--edition", "2024", "-D", "warnings", "--cfg"]);
        command.arg("feature=\"layoutc_create\"").arg("-L");
        command.arg(format!("dependency={}", libraries.display()));
        command.arg("--extern").arg(format!("ash={}", ash.display()));
        command.arg(Path::new(EXAMPLES).join("main.rs")).arg("-o").arg(test.path(program));
        command.env("GENERATED", test.folder.path()).output().unwrap()
    });
    // Libraries of other builds may be left in the folder.
    let outputs: Vec<_> = compiled.collect();
    let messages = outputs.iter().map(|output| String::from_utf8_lossy(&output.stderr));
    let messages: String = messages.collect();
    assert!(outputs.iter().any(|output| output.status.success()), "{messages}");
}

fn ash_libraries(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_ash = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libash-") && name.ends_with(".rlib")
    };
    files.filter(is_ash).collect()
}
