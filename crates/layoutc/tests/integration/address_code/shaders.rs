//! Compilation of functions as GLSL and HLSL by glslang. `testing/vulkan-live` executes them.

use crate::address_code::{Program, layoutc};
use std::fs;
use std::process::Command;

/// The versions of GLSL in which 32-bit functions are valid.
const VERSIONS: [&str; 2] = ["#version 450\n", "#version 310 es\n"];

/// Compiles the functions of a program alone: as GLSL of each version, and as HLSL.
#[track_caller]
pub(crate) fn check(program: &Program) {
    let glsl = layoutc(&program.text, &["--passes=", "--emit=glsl"]);
    let hlsl = layoutc(&program.text, &["--passes=", "--emit=hlsl"]);
    check_text(&glsl, &hlsl);
}

/// Compiles functions in GLSL and in HLSL.
#[track_caller]
pub(super) fn check_text(glsl: &str, hlsl: &str) {
    // GLSL ES has no words of 64 bits.
    let is_wide = glsl.contains("uint64_t");
    for version in VERSIONS.iter().take(if is_wide { 1 } else { 2 }) {
        compile(
            &[],
            &format!("{version}{glsl}\n{glsl}\nlayout(local_size_x = 1) in;\nvoid main() {{}}\n"),
        );
    }
    let main = "[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {}";
    compile(&["-D", "-e", "main"], &format!("{hlsl}\n{hlsl}\n{main}\n"));
}

#[track_caller]
fn compile(args: &[&str], text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let [source, binary] = ["shader.comp", "shader.spv"].map(|name| folder.path().join(name));
    fs::write(&source, text).unwrap();
    let mut command = Command::new("glslangValidator");
    command.args(["-V", "-S", "comp"]).args(args).arg("-o").arg(&binary).arg(&source);
    let output = command.output().unwrap();
    let messages = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && binary.exists(), "{messages}\n{text}");
    assert!(!messages.contains("WARNING"), "{messages}\n{text}");
}
