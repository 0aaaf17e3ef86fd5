//! The program in a folder of its own, without the environment of the tests, as an installed one is executed.

use std::path::Path;
use std::process::{Command, Output};

/// A success and a failure of each subcommand, and of the program without one: the arguments, the status, and a part of
/// the output. `x.mlir` is in the folder.
const CALLS: &[(&str, i32, &str)] = &[
    ("x.mlir --emit=vk-json --target=emulation", 0, "\"pStrides\": [16, 2]"),
    ("x.mlir --emit=vk-jsno", 2, "unknown emitter `vk-jsno`"),
    ("completions bash", 0, "complete -F"),
    ("completions bsh", 2, "unknown shell `bsh`"),
    ("convert cute:(2,3):(4,1) --to=torch", 0, "torch:(2,3):(4,1)"),
    ("convert onednn:aBcd4b[1,6,2,2] --to=vpux", 1, "`vpux` cannot express"),
    ("draw x.mlir --of=@x --as=svg", 0, "data-index=\"2,4\""),
    ("draw x.mlir --of=@y", 1, "unknown symbol `@y`"),
    ("eval x.mlir --of=@x --at=2,4", 0, "\"offset\":20,\"byte\":40,\"valid\":true"),
    ("eval x.mlir --same=@x,@rows", 1, "`@x` and `@rows` differ"),
    ("explain x.mlir --of=@x", 0, "assigned the strides [8, 1]"),
    ("explain L9999", 2, "unknown code or pass `L9999`"),
    ("import missing.onnx", 2, "missing.onnx"),
    ("lsp", 1, "the input ended before the request `shutdown`"),
    ("man eval", 0, ".TH"),
    ("man evil", 2, "evil"),
    ("new-target --vulkaninfo=missing.json", 2, "missing.json"),
    ("--help", 0, "Usage: layoutc"),
    ("--version", 0, concat!("layoutc ", env!("CARGO_PKG_VERSION"))),
];

#[test]
fn installed_program_runs_every_subcommand() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("layoutc");
    std::fs::copy(env!("CARGO_BIN_EXE_layoutc"), &program).unwrap();
    let work = folder.path().join("work");
    std::fs::create_dir(&work).unwrap();
    let text = "layout.tensor @x : tensor<3x5xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>\nlayout.tensor @rows : tensor<3x5xf16>\n";
    std::fs::write(work.join("x.mlir"), text).unwrap();
    for (words, status, shown) in CALLS {
        let output = run(command(&program, &work).args(words.split(' ')), *status);
        assert!(output.contains(shown), "{words}: {output}");
    }
}

/// Returns a command in a folder, without the environment of the tests.
fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear().stdin(std::process::Stdio::null());
    command
}

/// Returns both outputs of a command that ends with a status.
fn run(command: &mut Command, status: i32) -> String {
    let Output { status: found, stdout, stderr } = command.output().unwrap();
    let text = [stdout, stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert_eq!(found.code(), Some(status), "{command:?}: {text}");
    text
}
