//! The wheel: built by maturin, installed into a fresh environment of Python, and tested by pytest and stubtest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use testkit::{lacks, repository};

/// Returns the interpreter with the Python packages of the tests.
fn tools() -> PathBuf {
    repository().join("target/test-tools/python/bin/python")
}

/// Returns `true` if the running test must end because the Python packages are missing.
#[track_caller]
fn lacks_packages() -> bool {
    lacks("the Python packages, see scripts/install-test-tools.sh", tools().exists())
}

/// Returns the standard output of a command.
#[track_caller]
fn succeeded(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the command is executable");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(status.success(), "{command:?}: {}{}", text(&stdout), text(&stderr));
    text(&stdout)
}

/// A fresh environment with the wheel alone. It is built with the profile of the tests, but not optimized: the calls of
/// these tests are short, and the features of the wheel's crates are its own, so they are built for it alone.
static ENVIRONMENT: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let _ = fs::remove_dir_all(&folder);
    let test = std::env::current_exe().expect("a test has a path");
    let target = test.ancestors().nth(3).expect("tests are in `deps` of a profile");
    let mut build = Command::new(tools());
    build.args(["-m", "maturin", "build", "--locked", "--profile", "dev", "--out"]).arg(&folder);
    build.env("CARGO_TARGET_DIR", target).env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    succeeded(build.current_dir(repository()));
    let wheels = fs::read_dir(&folder).expect("maturin writes the folder");
    let wheel = wheels.filter_map(Result::ok).next().expect("maturin writes a wheel").path();
    let environment = folder.join("environment");
    succeeded(Command::new(tools()).args(["-m", "venv", "--without-pip"]).arg(&environment));
    let mut install = Command::new(tools());
    install.args(["-m", "pip", "--python"]).arg(environment.join("bin/python"));
    succeeded(install.args(["install", "--quiet", "--no-index", "--no-deps"]).arg(wheel));
    environment
});

/// Returns a command of a tool that imports the installed module.
fn tool(name: &str) -> Command {
    let print = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let packages = succeeded(Command::new(ENVIRONMENT.join("bin/python")).args(["-c", print]));
    let mut command = Command::new(tools());
    command.args(["-m", name]).env("PYTHONPATH", packages.trim());
    command.env("PYTHONDONTWRITEBYTECODE", "1").current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The steps of `docs/how-to/python.md`, without NumPy.
const FIRST_USE: &str = "
import layoutc
module = layoutc.Module.parse('layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>')
print(module.run('resolve-strides').layout('x').strides)
print(module.emit('vk-json', target='emulation').count('pStrides'))
try:
    layoutc.Layout('cute:(4,8):(8,1)').offsets()
except ModuleNotFoundError as error:
    print(error)
";

#[test]
fn wheel_needs_no_other_package() {
    if lacks_packages() {
        return;
    }
    let mut python = Command::new(ENVIRONMENT.join("bin/python"));
    let shown = succeeded(python.args(["-c", FIRST_USE]));
    assert_eq!(shown, "(8, 1)\n1\nNo module named 'numpy'\n");
}

#[test]
fn tests_in_python_pass() {
    if lacks_packages() {
        return;
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut pytest = tool("pytest");
    succeeded(pytest.args(["-q", "-p", "no:cacheprovider", "--strict-markers"]).arg(tests));
}

#[test]
fn types_in_stubs_are_those_of_the_module() {
    if lacks_packages() {
        return;
    }
    succeeded(tool("mypy.stubtest").arg("layoutc"));
}
