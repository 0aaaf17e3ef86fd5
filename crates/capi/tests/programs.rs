//! The examples in C and C++, compiled, linked with the static and the shared library, and executed.

use expect_test::{Expect, expect};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use tempfile::TempDir;
use testkit::{lacks, lacks_tools, repository};

/// The libraries that Rust's standard library needs on Linux.
const SYSTEM: &[&str] = &["-lpthread", "-ldl", "-lm"];

/// The folder of the libraries. A test harness does not build them, so cargo does: with `--tests`, the features are those
/// of the running test, so that only the libraries are built.
static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
    let selection = std::env::var("LAYOUTC_TEST_SELECTION");
    let selection = selection.unwrap_or_else(|_| "--package=layoutc-capi".to_owned());
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--locked", "--lib", "--tests", &selection]).current_dir(repository());
    succeeded(build.output().expect("cargo is executable"));
    let test = std::env::current_exe().expect("a test has a path");
    test.ancestors().nth(2).expect("tests are in `deps`").to_owned()
});

/// Returns the standard output of a command.
#[track_caller]
fn succeeded(output: Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Compiles an example with these arguments, and returns the program.
fn program(folder: &TempDir, compiler: &str, source: &str, libraries: &[&str]) -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.path().join("program");
    let standard = if source.ends_with(".cpp") { "-std=c++17" } else { "-std=c99" };
    let mut command = Command::new(compiler);
    command.args([standard, "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-g"]);
    command.arg("-I").arg(own.join("include")).arg(own.join("examples").join(source));
    command.arg("-o").arg(&program).args(libraries).args(SYSTEM);
    succeeded(command.output().expect("the compiler is executable"));
    program
}

/// Checks the output of an example with each library, and under valgrind.
#[track_caller]
fn check(source: &str, compilers: &[&str], expected: Expect) {
    if lacks_tools(compilers) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let built = BUILT.to_str().expect("the path is text");
    let archive = format!("{built}/liblayoutc.a");
    let mut shown = Vec::new();
    for compiler in compilers {
        let linked = program(&folder, compiler, source, &[&archive]);
        shown.push(succeeded(Command::new(linked).output().expect("the program is executable")));
    }
    let shared = program(&folder, compilers[0], source, &["-L", built, "-llayoutc"]);
    let run = Command::new(shared).env("LD_LIBRARY_PATH", built).output();
    shown.push(succeeded(run.expect("the program is executable")));
    expected.assert_eq(&shown[0]);
    assert!(shown.iter().all(|output| *output == shown[0]), "{shown:#?}");
}

#[test]
fn layout_is_read_and_written() {
    check(
        "layout.c",
        &["gcc", "clang-19"],
        expect![[r#"
            4480 bytes
            offset of [0, 33, 6, 4]: 2209
            index of it: [0, 33, 6, 4]
            slot 2211 is padding
            tvm:[1,35,7,5] lambda i0,i1,i2,i3: (i0, i1//32, i2, i3, i1%32):f16
        "#]],
    );
}

#[test]
fn module_is_compiled_and_faults_are_data() {
    check(
        "module.c",
        &["gcc"],
        expect![[r#"
            strides [32, 1]
            a header of more than 500 bytes
            x.mlir:1:20: L0401: conflicting stride requirements on `@x`: m1 must be `fixed<12 bytes>`, but `aligned<64 bytes>` requires a multiple of 64 bytes
              `m1: fixed<12 bytes>` is requested by the type of `@x`: stride(m1) = 6 elements = 12 bytes
              `m1: aligned<64 bytes>` is requested by the type of `@x`: stride(m1) is a multiple of 64 bytes
              without `m1: aligned<64 bytes>` the least strides are [30, 6]
              without `m1: fixed<12 bytes>` the least strides are [160, 32]
              pass `resolve-strides` failed with 1 error
              core 0: `m1: aligned<64 bytes>` at x.mlir:1:57
              core 1: `m1: fixed<12 bytes>` at x.mlir:1:80
              strides without 0: 30 6
              strides without 1: 160 32
        "#]],
    );
}

#[test]
fn wrapper_of_cpp_frees_and_throws() {
    check(
        "module.cpp",
        &["g++"],
        expect![[r#"
        strides 0 1 32 4
        offset of [0, 2, 1, 1]: 38
        index out of range: has none
        without `m1: aligned<64 bytes>`: 30 6
        without `m1: fixed<12 bytes>`: 160 32
        L0313: unknown notation `cuet`
        L0601: unknown emitter `vk-jsno`
    "#]],
    );
}

#[test]
fn wrapper_of_cpp_needs_no_exceptions() {
    if lacks_tools(&["g++"]) {
        return;
    }
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/layoutc.hpp");
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-fno-exceptions", "-DLAYOUTC_NO_EXCEPTIONS", "-fsyntax-only"]);
    command.args(["-x", "c++"]).arg(header);
    succeeded(command.output().expect("g++ is executable"));
}

#[test]
fn threads_share_a_layout() {
    check(
        "threads.c",
        &["gcc"],
        expect![[r#"
        0 faults in 4 threads
    "#]],
    );
}

/// Checks that no block is lost at exit: a pointer leads to each that is not freed.
#[test]
fn examples_have_no_memory_errors_and_leaks() {
    if lacks_tools(&["gcc", "g++", "valgrind"]) {
        return;
    }
    for (compiler, source) in [("gcc", "layout.c"), ("gcc", "module.c"), ("g++", "module.cpp")] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let archive = BUILT.join("liblayoutc.a");
        let archive = archive.to_str().expect("the path is text");
        let linked = program(&folder, compiler, source, &[archive]);
        let check = ["--quiet", "--leak-check=full", "--error-exitcode=9"];
        let output = Command::new("valgrind").args(check).arg(linked).output();
        succeeded(output.expect("valgrind is executable"));
    }
}

/// Installs the library as a user does, except that it is built already.
fn install(prefix: &Path) {
    let script = repository().join("scripts/install-capi.sh");
    let mut install = Command::new(script);
    install.arg(prefix).arg(&*BUILT);
    succeeded(install.output().expect("the script is executable"));
}

#[test]
fn installed_library_is_found_by_pkg_config() {
    if lacks_tools(&["gcc", "pkg-config"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let prefix = folder.path().join("prefix");
    install(&prefix);
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "layoutc"])
        .env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"))
        .output();
    let flags = succeeded(flags.expect("pkg-config is executable"));
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/layout.c");
    let program = folder.path().join("program");
    let mut compile = Command::new("gcc");
    compile.arg(example).args(flags.split_whitespace()).arg("-o").arg(&program);
    succeeded(compile.output().expect("gcc is executable"));
    let run = Command::new(program).env("LD_LIBRARY_PATH", prefix.join("lib")).output();
    assert!(succeeded(run.expect("the program is executable")).starts_with("4480 bytes\n"));
}

/// Checks the installed library as a user has it: from a folder with nothing else, under each standard of C and C++.
#[test]
fn installed_headers_serve_every_standard_and_every_call() {
    if lacks_tools(&["gcc", "g++"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let prefix = folder.path().join("prefix");
    install(&prefix);
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for (compiler, standards, source, shown) in [
        ("gcc", &["c99", "c11", "c17"][..], "calls.c", "80 checks, 0 faults\n"),
        ("g++", &["c++11", "c++17", "c++20"], "calls.c", "80 checks, 0 faults\n"),
        ("g++", &["c++17", "c++20"], "calls.cpp", "34 checks, 0 faults\n"),
    ] {
        let language = if compiler == "gcc" { "c" } else { "c++" };
        for standard in standards {
            let program = folder.path().join("program");
            let mut compile = Command::new(compiler);
            compile.args([&format!("-std={standard}"), "-pedantic-errors", "-Wall", "-Wextra"]);
            compile.args(["-Werror", "-I"]).arg(prefix.join("include"));
            compile.args(["-x", language]).arg(tests.join(source)).args(["-x", "none", "-L"]);
            compile.arg(prefix.join("lib")).arg("-llayoutc").arg("-o").arg(&program);
            succeeded(compile.current_dir(folder.path()).output().expect("it is executable"));
            let run = Command::new(&program).env("LD_LIBRARY_PATH", prefix.join("lib")).output();
            assert_eq!(succeeded(run.expect("it is executable")), shown, "{standard} {source}");
        }
    }
}

/// Checks that the program for each header calls each of its functions twice or more: with success and with failure.
#[test]
fn every_function_of_the_headers_is_called() {
    let read = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(path).expect("the file is text")
    };
    let calls = read("tests/calls.c");
    let header = read("include/layoutc.h");
    let names = header.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '(');
    let names: Vec<&str> = names
        .filter_map(|word| word.split_once('(').map(|(name, _)| name))
        .filter(|name| name.starts_with("layoutc_"))
        .collect();
    assert!(names.len() > 25, "{names:?}");
    for name in names.into_iter().filter(|&name| name != "layoutc_version") {
        let count = calls.matches(&format!("{name}(")).count();
        assert!(count > 1, "`{name}` is called {count} times");
    }
}

/// Moves the installed folder first: the package has no absolute path.
#[test]
fn installed_library_is_found_by_cmake() {
    if lacks_tools(&["g++", "cmake", "make"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (prefix, build) = (folder.path().join("prefix"), folder.path().join("build"));
    install(&folder.path().join("installed"));
    std::fs::rename(folder.path().join("installed"), &prefix).expect("the folder can be moved");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cmake");
    let found = format!("-DCMAKE_PREFIX_PATH={}", prefix.display());
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(project).arg("-B").arg(&build).arg(found);
    succeeded(configure.output().expect("cmake is executable"));
    succeeded(
        Command::new("cmake").arg("--build").arg(&build).output().expect("cmake is executable"),
    );
    let run = |name: &str| succeeded(Command::new(build.join(name)).output().expect("it is built"));
    let shown = run("describe");
    expect![[r#"
        strides 0 1 7168 32
        {
          "target": "emulation",
          "tensors": [
            {
              "name": "image",
              "function": null,
              "element_type": "f16",
              "logical_shape": [1, 3, 224, 224],
              "dim_order": [0, 2, 3, 1],
              "sType": "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM",
              "pNext": null,
              "tiling": "VK_TENSOR_TILING_LINEAR_ARM",
              "format": "VK_FORMAT_R16_SFLOAT",
              "dimensionCount": 4,
              "pDimensions": [1, 224, 224, 3],
              "pStrides": [3211264, 14336, 64, 2],
              "usage": ["VK_TENSOR_USAGE_SHADER_BIT_ARM"],
              "packed": false,
              "size_bytes": 3211264
            }
          ]
        }
    "#]]
    .assert_eq(&shown);
    assert_eq!(run("describe_static"), shown);
}

/// Runs a pipeline of MLIR in C++ in which one pass is layoutc.
#[test]
fn pass_of_mlir_calls_the_library() {
    let llvm = Path::new("/usr/lib/llvm-19");
    let has = |file: &str| llvm.join(file).exists();
    let developed = has("include/mlir/IR/MLIRContext.h") && has("include/llvm/IR/Module.h");
    if lacks_tools(&["g++"]) || lacks("libmlir-19-dev, llvm-19-dev", developed) {
        return;
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("pass");
    let mut compile = Command::new("g++");
    compile.args(["-std=c++17", "-fno-rtti", "-Wall", "-Wextra", "-Werror"]);
    compile.arg("-isystem").arg(llvm.join("include")).arg("-I").arg(own.join("include"));
    compile.arg(own.join("examples/mlir/pass.cpp")).arg("-o").arg(&program);
    compile.arg("-L").arg(&*BUILT).arg("-llayoutc");
    compile.arg("-L").arg(llvm.join("lib")).args(["-lMLIR", "-lLLVM-19"]);
    succeeded(compile.output().expect("g++ is executable"));
    let libraries =
        std::env::join_paths([&*BUILT, &llvm.join("lib")]).expect("the paths have no colon");
    let run = |passes: &str| {
        let mut run = Command::new(&program);
        run.arg(passes)
            .env("LD_LIBRARY_PATH", &libraries)
            .output()
            .expect("the program is executable")
    };
    expect![[r##"
        #map = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
        module {
          "layout.tensor"() {sym_name = "image", type = tensor<1x3x8x8xf16, {order = #map, reqs = #layout.reqs<m2: aligned<16 bytes>>, strides = [512, 1, 64, 8]}>} : () -> ()
        }
    "##]].assert_eq(&succeeded(run("resolve-strides")));
    let failed = run("resolve-stride");
    assert!(!failed.status.success());
    expect![[r#"
        loc("-":0:0): error: L0601: unknown pass `resolve-stride`
    "#]]
    .assert_eq(&String::from_utf8_lossy(&failed.stderr));
}
