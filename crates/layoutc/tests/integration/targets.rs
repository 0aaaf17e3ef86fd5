//! Tests of `--target`: names, files, the selection by the module, and exit statuses.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::fs;
use tempfile::TempDir;

/// Returns the exit status and both outputs, in short form, without the folder of the files.
fn call(folder: &TempDir, args: &[&str], stdin: &str) -> (i32, String, String) {
    let path = folder.path().to_str().unwrap();
    let args = args.iter().map(|arg| arg.replace("DIR", path));
    let args: Vec<String> = args.chain(["--diagnostics=short".to_owned()]).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut stdin.as_bytes(), &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(path, "DIR");
    (status, text(stdout), text(stderr))
}

/// Creates a folder with a file `npu.mlir` of this text.
fn folder(text: impl AsRef<[u8]>) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("npu.mlir"), text).unwrap();
    folder
}

/// Compares the diagnostics of a target's file with this text.
#[track_caller]
fn check_file(text: impl AsRef<[u8]>, status: i32, reported: &str) {
    let (got, _, stderr) = call(
        &folder(text),
        &["--target=DIR/npu.mlir", "--emit=vk-json"],
        "layout.tensor @x : tensor<4xi8>",
    );
    assert_eq!((got, stderr.trim_end()), (status, reported));
}

#[test]
fn errors_in_a_file_are_reported_at_their_span() {
    check_file("layout.target @npu", 0, "");
    check_file(
        "// A comment.\n  layout.target @npu {limits = {maxTensorSize = 0 : i64}}",
        1,
        "DIR/npu.mlir:2:49: error[L0303]: `maxTensorSize` of target `@npu` is `0`, but must be an integer from 1 to \
         18446744073709551615",
    );
    check_file(
        "layout.target @npu {limits = }",
        1,
        "DIR/npu.mlir:1:30: error[L0101]: expected an attribute, found `}`",
    );
    check_file(
        "layout.target @npu {limit = {}}",
        1,
        "DIR/npu.mlir:1:21: error[L0209]: unknown attribute `limit` of `layout.target`",
    );
    check_file("", 1, "DIR/npu.mlir:1:1: error[L0504]: `DIR/npu.mlir` has no `layout.target`");
    check_file(
        "layout.target @a\nlayout.target @b",
        1,
        "DIR/npu.mlir:2:1: error[L0504]: `DIR/npu.mlir` must select one of its 2 targets: `@a`, `@b`",
    );
    check_file(
        "module attributes {layout.target = @c} {\n  layout.target @a\n  layout.target @b\n}",
        1,
        "DIR/npu.mlir:1:36: error[L0504]: unknown target `c`",
    );
    check_file(
        b"layout.target @\xff",
        1,
        "DIR/npu.mlir:1:16: error[L0104]: the text is not UTF-8: byte 0xFF at offset 15, in line 1",
    );
}

#[test]
fn target_distinguishes_files_and_names() {
    let folder = folder("layout.target @npu");
    for (text, status, reported) in [
        ("--target=DIR/none.mlir", 2, "error[L0602]: cannot read `DIR/none.mlir`"),
        ("--target=DIR", 2, "error[L0602]: cannot read `DIR`: Is a directory"),
        ("--target=spec_mim", 2, "layoutc: error[L0504]: unknown target `spec_mim`"),
        ("--target=@x", 2, "layoutc: error[L0504]: unknown target `x`"),
        ("--target=", 2, "error"),
    ] {
        let (got, stdout, stderr) = call(&folder, &[text], "\"t.op\"() : () -> ()");
        assert_eq!((got, stdout.as_str()), (status, ""), "{text}");
        assert!(stderr.contains(reported), "{text}: {stderr}");
    }
    // An invalid file does not hide other errors in the command line, which determine the status.
    fs::write(folder.path().join("npu.mlir"), "").unwrap();
    let (status, _, stderr) = call(&folder, &["--target=DIR/npu.mlir", "--emit=vk-jsn"], "");
    assert_eq!((status, stderr.matches("error[").count()), (2, 2), "{stderr}");
}

/// Returns a module that selects the target of this name, and has the targets `@npu` and `@other`.
fn picks(name: &str) -> String {
    format!(
        "module attributes {{layout.target = @{name}}} {{\n  layout.target @npu\n  layout.target @other\n  \
         vk.tensor_description @mine {{dims = [4], format = \"VK_FORMAT_R8_SINT\"}}\n}}\n"
    )
}

#[test]
fn named_target_overrides_the_target_of_the_module() {
    let folder = folder("layout.target @file");
    for (picked, args, target) in [
        ("npu", &[][..], "\"npu\""),
        ("spec_min", &[], "\"spec_min\""),
        ("npu", &["--target=emulation"], "\"emulation\""),
        ("npu", &["--target=other"], "\"other\""),
        ("npu", &["--target=DIR/npu.mlir"], "\"file\""),
        ("missing", &["--target=DIR/npu.mlir"], "\"file\""),
        // No pass runs, but the emitter prints the name.
        ("other", &["--passes="], "\"other\""),
    ] {
        let args: Vec<&str> = args.iter().copied().chain(["--emit=vk-json"]).collect();
        let (status, stdout, stderr) = call(&folder, &args, &picks(picked));
        assert_eq!((status, stderr.as_str()), (0, ""), "{picked} {args:?}");
        assert!(stdout.contains(&format!("\"target\": {target},")), "{picked} {args:?}: {stdout}");
    }
    let none = call(&folder, &["--emit=vk-json"], "layout.target @npu").1;
    assert!(none.contains("\"target\": null,"), "{none}");
}

#[test]
fn unknown_target_of_a_module_fails_only_if_used() {
    let folder = folder("");
    let text = picks("nup");
    for args in [&["--emit=vk-json"][..], &["--emit=vk-json", "--passes="]] {
        let (status, _, stderr) = call(&folder, args, &text);
        assert_eq!(status, 1);
        assert_eq!(stderr, "<stdin>:1:36: error[L0504]: unknown target `nup`\n", "{args:?}");
    }
    // Without passes, layoutc preserves attributes that it does not use.
    let (status, stdout, _) = call(&folder, &[], &text);
    assert_eq!((status, stdout), (0, text));
}

#[test]
fn each_part_of_a_split_file_selects_its_own_target() {
    let text = format!("{}// -----\n{}", picks("npu"), picks("other"));
    let args = ["--emit=vk-json", "--split-input-file"];
    let (status, stdout, stderr) = call(&folder(""), &args, &text);
    assert_eq!((status, stderr.as_str()), (0, ""));
    let at = |name: &str| stdout.find(&format!("\"target\": \"{name}\"")).unwrap();
    assert!(at("npu") < at("other"));
}

#[test]
fn example_target_has_the_documented_limits() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let tensor = "layout.tensor @x : tensor<2x2x2x2x2xf16, {strides = [96, 32, 10, 3, 1]}>";
    let target = format!("--target={root}/npu.mlir");
    let (status, stdout, stderr) = call(&folder(""), &[&target, "--emit=vk-json"], tensor);
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert!(stdout.contains("\"dimensionCount\": 5,"), "{stdout}");
    let network = format!("{root}/resnet50.mlir");
    let (status, _, stderr) = call(&folder(""), &[&network, &target, "--emit=none"], "");
    assert_eq!((status, stderr.as_str()), (0, ""));
}
