//! Golden tests of the entry points of reorders, of their dispatch grids, and of refused reorders. The driver tests
//! validate the modules, and `testing/vulkan-live` runs the entry points.

use crate::testing::{emitted, parsed, written};
use expect_test::{Expect, expect};
use serde_json::Value;

/// Returns a reorder with a kernel without a plan, into rows of 5 elements with a stride of 6.
fn program(element: &str, attrs: &str) -> String {
    strided([4, 5], 6, element, attrs)
}

/// Returns a reorder with a kernel without a plan, into rows with a stride.
fn strided([rows, columns]: [i64; 2], stride: i64, element: &str, attrs: &str) -> String {
    let from = format!("tensor<{rows}x{columns}x{element}>");
    let layout = format!(
        "order = affine_map<(d0, d1) -> (d0, d1)>, reqs = #layout.reqs<m0: aligned<1 elems>>, strides = [{stride}, 1]"
    );
    let to = format!("tensor<{rows}x{columns}x{element}, {{{layout}}}>");
    format!(
        "func.func @f(%x: {from}) {{
  %y = layout.reorder %x {{layout.kernel = @copy}} : {from} -> {to}
  return
}}
layout.kernel @copy {attrs} : ({from}) -> {to}
"
    )
}

const FILL: &str = "{fills_padding}";

fn text_of(program: &str) -> Result<String, String> {
    emitted(&crate::spirv_asm::EMITTER, &parsed(program), false)
}

/// Checks the functions in the text of a module.
#[track_caller]
fn check_code(program: &str, expect: Expect) {
    let text = text_of(program).unwrap();
    let (_, code) = text.split_once("\n\n").unwrap();
    // Trimmed, because `expect!` removes a common indent.
    let lines: Vec<&str> = code.lines().map(str::trim).collect();
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn fill_kernel_zeros_padding() {
    check_code(
        &strided([2, 2], 16, "i8", FILL),
        expect![[r#"
            %copy = OpFunction %void None %6
            %8 = OpLabel
            %11 = OpAccessChain %10 %gl_GlobalInvocationID %uint_0
            %12 = OpLoad %uint %11
            %15 = OpULessThan %bool %12 %uint_32
            OpBranch %16
            %16 = OpLabel
            OpSelectionMerge %18 None
            OpBranchConditional %15 %17 %18
            %17 = OpLabel
            %20 = OpShiftRightLogical %uint %12 %uint_4
            %22 = OpBitwiseAnd %uint %12 %uint_15
            %24 = OpShiftLeftLogical %uint %20 %uint_1
            %25 = OpIAdd %uint %22 %24
            %27 = OpULessThan %bool %22 %uint_2
            OpSelectionMerge %30 None
            OpBranchConditional %27 %28 %29
            %28 = OpLabel
            %37 = OpAccessChain %36 %source8 %uint_0 %25
            %38 = OpLoad %uchar %37
            %39 = OpUConvert %uint %38
            %41 = OpAccessChain %36 %target8 %uint_0 %12
            %42 = OpUConvert %uchar %39
            OpStore %41 %42
            OpBranch %30
            %29 = OpLabel
            %43 = OpAccessChain %36 %target8 %uint_0 %12
            %44 = OpUConvert %uchar %uint_0
            OpStore %43 %44
            OpBranch %30
            %30 = OpLabel
            OpBranch %18
            %18 = OpLabel
            OpReturn
            OpFunctionEnd"#]],
    );
}

#[test]
fn keep_kernel_leaves_padding_unchanged() {
    // The number of slots equals that of invocations, so there is no bounds check.
    check_code(
        &strided([2, 2], 64, "f32", ""),
        expect![[r#"
            %copy = OpFunction %void None %6
            %8 = OpLabel
            %11 = OpAccessChain %10 %gl_GlobalInvocationID %uint_0
            %12 = OpLoad %uint %11
            %14 = OpShiftRightLogical %uint %12 %uint_6
            %16 = OpBitwiseAnd %uint %12 %uint_63
            %18 = OpShiftLeftLogical %uint %14 %uint_1
            %19 = OpIAdd %uint %16 %18
            %22 = OpULessThan %bool %16 %uint_2
            OpBranch %23
            %23 = OpLabel
            OpSelectionMerge %25 None
            OpBranchConditional %22 %24 %25
            %24 = OpLabel
            %31 = OpAccessChain %30 %source32 %uint_0 %19
            %32 = OpLoad %uint %31
            %34 = OpAccessChain %30 %target32 %uint_0 %12
            OpStore %34 %32
            OpBranch %25
            %25 = OpLabel
            OpReturn
            OpFunctionEnd"#]],
    );
}

#[test]
fn slot_is_linear_over_rows_of_workgroups() {
    let text = text_of(&strided([2, 2], 8_388_480, "f32", FILL)).unwrap();
    assert!(text.contains("%uint_8388480"), "{text}");
}

/// Returns the manifest of a program.
fn manifest(program: &str) -> Value {
    let text = emitted(&crate::spirv_json::EMITTER, &parsed(program), false).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn grids_cover_every_slot_within_the_required_limits() {
    let most = u64::from(u32::MAX);
    for slots in [4, 127, 128, 129, 8_388_480, 8_388_481, 16_776_961, most - 1, most] {
        let stride = i64::try_from(slots).unwrap();
        let manifest = manifest(&strided([1, 3], stride, "i8", FILL));
        let entry = &manifest["entry_points"][0];
        let groups: Vec<u64> =
            entry["workgroups"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
        let invocations = groups.iter().product::<u64>() * 128;
        assert!(groups.iter().all(|groups| (1..=65_535).contains(groups)), "{groups:?}");
        assert!(slots <= invocations && invocations < slots + groups[1] * 128, "{groups:?}");
        assert_eq!(entry["bindings"][1]["size_bytes"], slots);
    }
}

#[test]
fn element_sizes_declare_their_capabilities() {
    let needs = |element: &str| {
        let manifest = manifest(&program(element, FILL));
        format!("{} {}", manifest["capabilities"], manifest["extensions"])
    };
    assert_eq!(
        ["i8", "bf16", "f32", "f64"].map(needs),
        [
            r#"["Shader","StorageBuffer8BitAccess"] ["SPV_KHR_8bit_storage"]"#,
            r#"["Shader","StorageBuffer16BitAccess"] []"#,
            r#"["Shader"] []"#,
            r#"["Shader","Int64"] []"#,
        ]
    );
}

#[track_caller]
fn refused(program: &str, expect: Expect) {
    expect.assert_eq(&text_of(program).unwrap_err());
}

#[test]
fn refuses_unsupported_element_and_buffer_sizes() {
    refused(
        &program("i4", FILL),
        expect![
            "this `layout.reorder` cannot be written as SPIR-V: an element of `i4` has 4 bits, but must have 1 to 8 whole bytes"
        ],
    );
    refused(
        &program("i1", FILL),
        expect![
            "this `layout.reorder` cannot be written as SPIR-V: an element of `i1` has 1 bit, but must have 1 to 8 whole bytes"
        ],
    );
    refused(
        &strided([2, 2], 536_870_912, "f32", FILL),
        expect![
            "this `layout.reorder` cannot be written as SPIR-V: its target has 1073741824 slots, but a storage buffer holds from 1 to 1073741823, because `maxStorageBufferRange` is a 32-bit number of bytes"
        ],
    );
    refused(
        &strided([2, 2], 2_147_483_648, "i8", FILL),
        expect![
            "this `layout.reorder` cannot be written as SPIR-V: its target has 4294967296 slots, but a storage buffer holds from 1 to 4294967295, because `maxStorageBufferRange` is a 32-bit number of bytes"
        ],
    );
}

#[test]
fn refuses_a_missing_kernel_and_an_invalid_name() {
    let valid = program("i8", FILL);
    refused(
        &valid.replace(" {layout.kernel = @copy}", ""),
        expect!["this `layout.reorder` has no kernel"],
    );
    refused(
        &valid.replace("@copy", "@\"a\\00b\""),
        expect![[
            r#"`@a\0b` cannot be written as SPIR-V: its name contains a NUL character, which ends a SPIR-V string"#
        ]],
    );
}

#[test]
fn reorders_of_equal_element_sizes_share_an_entry_point() {
    let program = program("i8", FILL);
    let (function, kernel) = program.split_once("layout.kernel @copy {").unwrap();
    let other = function.replace("xi8", "xf8E4M3FN").replace("@f(", "@g(");
    let shared = emitted(
        &crate::spirv_json::EMITTER,
        &parsed(&format!("{function}{other}layout.kernel @copy {{{kernel}")),
        false,
    );
    let shared: Value = serde_json::from_str(&shared.unwrap()).unwrap();
    assert_eq!(shared["entry_points"].as_array().unwrap().len(), 1);
    assert_eq!(shared["entry_points"][0]["function"], serde_json::json!(["f", "g"]));
}

#[test]
fn a_module_has_either_functions_or_kernels() {
    let address = "layout.tensor @x : tensor<4xi8>
func.func @at(%d0: i32) -> i32 attributes {layout.address = {lengths = array<i64: 4>, of = @x, unit = \"element\"}} {
  return %d0 : i32
}
";
    let module = parsed(&format!("{}{address}", program("i8", FILL)));
    let emitted = |options: &[(&str, &str)]| {
        let bytes = written(&crate::spirv_asm::EMITTER, &module, None, options).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let lines = text.lines().filter(|line| line.contains("Linkage") || line.contains("EntryP"));
        lines.map(str::trim).collect::<Vec<_>>().join("\n")
    };
    let kernels = r#"OpEntryPoint GLCompute %copy "copy" %gl_GlobalInvocationID"#;
    assert_eq!([emitted(&[]), emitted(&[("spirv", "kernels")])], [kernels; 2]);
    let library = "OpCapability Linkage\nOpDecorate %at LinkageAttributes \"at\" Export";
    assert_eq!(emitted(&[("spirv", "library")]), library);
}
