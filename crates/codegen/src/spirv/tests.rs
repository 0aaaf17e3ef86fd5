//! Golden tests of `spirv` and `spirv-asm`. The driver tests run the SPIR-V tools on the modules, and
//! `testing/vulkan-live` runs the functions.

use super::*;
use crate::testing::{emitted, parsed, written};
use expect_test::{Expect, expect};

/// Returns an addressing function with these parameters, results and body.
fn function(name: &str, params: &str, results: &str, body: &str) -> String {
    let lengths = vec!["7"; params.matches(':').count()].join(", ");
    let attr = format!("{{of = @x, unit = \"element\", lengths = array<i64: {lengths}>}}");
    format!(
        "func.func @{name}({params}) -> {results} attributes {{layout.address = {attr}}} {{\n{body}\n}}\n"
    )
}

fn text_of(program: &str) -> Result<String, String> {
    emitted(&crate::spirv_asm::EMITTER, &parsed(program), false)
}

#[track_caller]
fn check(program: &str, expect: Expect) {
    expect.assert_eq(&text_of(program).unwrap());
}

fn bytes(program: &str) -> Vec<u8> {
    written(&EMITTER, &parsed(program), None, &[]).unwrap()
}

/// Returns a function of two dims in row-major order.
fn rows() -> String {
    function(
        "rows",
        "%i: i32, %j: i32",
        "i32",
        r#"%c = "arith.constant"() <{value = 5 : i32}> : () -> i32
           %0 = "arith.muli"(%i, %c) : (i32, i32) -> i32
           %1 = "arith.addi"(%0, %j) : (i32, i32) -> i32
           func.return %1 : i32"#,
    )
}

/// Returns a function with every op on integers of a type.
fn numbers(ty: &str) -> String {
    let mut body = format!("%c = \"arith.constant\"() <{{value = 3 : {ty}}}> : () -> {ty}\n");
    let mut last = "%i".to_owned();
    for op in "addi subi muli divui remui shli shrui minui maxui andi ori xori".split(' ') {
        body += &format!("%{op} = \"arith.{op}\"({last}, %c) : ({ty}, {ty}) -> {ty}\n");
        last = format!("%{op}");
    }
    body += &format!(
        "%p:2 = \"arith.mului_extended\"({last}, %c) : ({ty}, {ty}) -> ({ty}, {ty})
         %sum = \"arith.addi\"(%p#0, %p#1) : ({ty}, {ty}) -> {ty}\n"
    );
    last = "%sum".to_owned();
    for predicate in [0, 1, 6, 7, 8, 9] {
        body += &format!(
            "%t{predicate} = \"arith.cmpi\"({last}, %c) <{{predicate = {predicate} : i64}}> : ({ty}, {ty}) -> i1
             %s{predicate} = \"arith.select\"(%t{predicate}, {last}, %i) : (i1, {ty}, {ty}) -> {ty}\n"
        );
        last = format!("%s{predicate}");
    }
    body += &format!("func.return {last} : {ty}");
    function(&format!("numbers_{ty}"), &format!("%i: {ty}"), ty, &body)
}

/// Returns a function with ops on booleans, conversions, and a validity.
fn truths() -> String {
    function(
        "truths",
        "%i: i32, %j: i64",
        "(i64, i1)",
        r#"%true = "arith.constant"() <{value = true}> : () -> i1
           %c = "arith.constant"() <{value = 4294967295 : i64}> : () -> i64
           %0 = "arith.trunci"(%j) : (i64) -> i32
           %1 = "arith.cmpi"(%0, %i) <{predicate = 6 : i64}> : (i32, i32) -> i1
           %2 = "arith.andi"(%1, %true) : (i1, i1) -> i1
           %3 = "arith.ori"(%2, %1) : (i1, i1) -> i1
           %4 = "arith.xori"(%3, %2) : (i1, i1) -> i1
           %5 = "arith.extui"(%4) : (i1) -> i64
           %6 = "arith.extui"(%i) : (i32) -> i64
           %7 = "arith.addi"(%5, %6) : (i64, i64) -> i64
           %8 = "arith.addi"(%7, %c) : (i64, i64) -> i64
           %9 = "arith.select"(%1, %1, %2) : (i1, i1, i1) -> i1
           func.return %8, %9 : i64, i1"#,
    )
}

/// Returns functions that use one half of a product or none, with an unused constant.
fn leftovers() -> String {
    let halves = |used: &str| {
        format!(
            r#"%c = "arith.constant"() <{{value = 1717986919 : i32}}> : () -> i32
               %d = "arith.constant"() <{{value = 77 : i32}}> : () -> i32
               %p:2 = "arith.mului_extended"(%i, %c) : (i32, i32) -> (i32, i32)
               %s = "arith.addi"(%p#0, %d) : (i32, i32) -> i32
               func.return {used} : i32"#
        )
    };
    ["low", "high", "neither"]
        .into_iter()
        .zip(["%p#0", "%p#1", "%i"])
        .map(|(name, used)| function(name, "%i: i32", "i32", &halves(used)))
        .collect()
}

#[test]
fn function_is_exported_under_its_symbol() {
    check(
        &rows(),
        expect![[r#"
        ; SPIR-V
        ; Version: 1.3
        ; Bound: 10
                          OpCapability Shader
                          OpCapability Linkage
                          OpMemoryModel Logical GLSL450
                          OpName %rows "rows"
                          OpName %d0 "d0"
                          OpName %d1 "d1"
                          OpDecorate %rows LinkageAttributes "rows" Export
                  %uint = OpTypeInt 32 0
                     %2 = OpTypeFunction %uint %uint %uint
                %uint_5 = OpConstant %uint 5

                  %rows = OpFunction %uint Const %2
                    %d0 = OpFunctionParameter %uint
                    %d1 = OpFunctionParameter %uint
                     %6 = OpLabel
                     %8 = OpIMul %uint %d0 %uint_5
                     %9 = OpIAdd %uint %8 %d1
                          OpReturnValue %9
                          OpFunctionEnd
    "#]],
    );
}

#[test]
fn every_op_on_integers_has_an_instruction() {
    check(
        &numbers("i32"),
        expect![[r#"
        ; SPIR-V
        ; Version: 1.3
        ; Bound: 38
                          OpCapability Shader
                          OpCapability Linkage
                    %14 = OpExtInstImport "GLSL.std.450"
                          OpMemoryModel Logical GLSL450
                          OpName %numbers_i32 "numbers_i32"
                          OpName %d0 "d0"
                          OpName %product "product"
                          OpMemberName %product 0 "low"
                          OpMemberName %product 1 "high"
                          OpDecorate %numbers_i32 LinkageAttributes "numbers_i32" Export
                  %uint = OpTypeInt 32 0
                     %2 = OpTypeFunction %uint %uint
                %uint_3 = OpConstant %uint 3
               %product = OpTypeStruct %uint %uint
                  %bool = OpTypeBool

           %numbers_i32 = OpFunction %uint Const %2
                    %d0 = OpFunctionParameter %uint
                     %5 = OpLabel
                     %7 = OpIAdd %uint %d0 %uint_3
                     %8 = OpISub %uint %7 %uint_3
                     %9 = OpIMul %uint %8 %uint_3
                    %10 = OpUDiv %uint %9 %uint_3
                    %11 = OpUMod %uint %10 %uint_3
                    %12 = OpShiftLeftLogical %uint %11 %uint_3
                    %13 = OpShiftRightLogical %uint %12 %uint_3
                    %15 = OpExtInst %uint %14 UMin %13 %uint_3
                    %16 = OpExtInst %uint %14 UMax %15 %uint_3
                    %17 = OpBitwiseAnd %uint %16 %uint_3
                    %18 = OpBitwiseOr %uint %17 %uint_3
                    %19 = OpBitwiseXor %uint %18 %uint_3
                    %21 = OpUMulExtended %product %19 %uint_3
                    %22 = OpCompositeExtract %uint %21 0
                    %23 = OpCompositeExtract %uint %21 1
                    %24 = OpIAdd %uint %22 %23
                    %26 = OpIEqual %bool %24 %uint_3
                    %27 = OpSelect %uint %26 %24 %d0
                    %28 = OpINotEqual %bool %27 %uint_3
                    %29 = OpSelect %uint %28 %27 %d0
                    %30 = OpULessThan %bool %29 %uint_3
                    %31 = OpSelect %uint %30 %29 %d0
                    %32 = OpULessThanEqual %bool %31 %uint_3
                    %33 = OpSelect %uint %32 %31 %d0
                    %34 = OpUGreaterThan %bool %33 %uint_3
                    %35 = OpSelect %uint %34 %33 %d0
                    %36 = OpUGreaterThanEqual %bool %35 %uint_3
                    %37 = OpSelect %uint %36 %35 %d0
                          OpReturnValue %37
                          OpFunctionEnd
    "#]],
    );
}

#[test]
fn booleans_have_logical_instructions_and_a_validity_returns_a_struct() {
    check(
        &truths(),
        expect![[r#"
        ; SPIR-V
        ; Version: 1.3
        ; Bound: 25
                          OpCapability Shader
                          OpCapability Linkage
                          OpCapability Int64
                          OpMemoryModel Logical GLSL450
                          OpName %located "located"
                          OpMemberName %located 0 "offset"
                          OpMemberName %located 1 "valid"
                          OpName %truths "truths"
                          OpName %d0 "d0"
                          OpName %d1 "d1"
                          OpDecorate %truths LinkageAttributes "truths" Export
                 %ulong = OpTypeInt 64 0
                  %bool = OpTypeBool
               %located = OpTypeStruct %ulong %bool
                  %uint = OpTypeInt 32 0
                     %5 = OpTypeFunction %located %uint %ulong
                  %true = OpConstantTrue %bool
               %ulong_1 = OpConstant %ulong 1
               %ulong_0 = OpConstant %ulong 0
        %ulong_4294967295 = OpConstant %ulong 4294967295

                %truths = OpFunction %located Const %5
                    %d0 = OpFunctionParameter %uint
                    %d1 = OpFunctionParameter %ulong
                     %9 = OpLabel
                    %10 = OpUConvert %uint %d1
                    %11 = OpULessThan %bool %10 %d0
                    %13 = OpLogicalAnd %bool %11 %true
                    %14 = OpLogicalOr %bool %13 %11
                    %15 = OpLogicalNotEqual %bool %14 %13
                    %18 = OpSelect %ulong %15 %ulong_1 %ulong_0
                    %19 = OpUConvert %ulong %d0
                    %20 = OpIAdd %ulong %18 %19
                    %22 = OpIAdd %ulong %20 %ulong_4294967295
                    %23 = OpSelect %bool %11 %11 %13
                    %24 = OpCompositeConstruct %located %22 %23
                          OpReturnValue %24
                          OpFunctionEnd
    "#]],
    );
}

#[test]
fn unused_values_are_omitted() {
    check(
        &leftovers(),
        expect![[r#"
        ; SPIR-V
        ; Version: 1.3
        ; Bound: 18
                          OpCapability Shader
                          OpCapability Linkage
                          OpMemoryModel Logical GLSL450
                          OpName %low "low"
                          OpName %d0 "d0"
                          OpName %product "product"
                          OpMemberName %product 0 "low"
                          OpMemberName %product 1 "high"
                          OpName %high "high"
                          OpName %d0_11 "d0"
                          OpName %neither "neither"
                          OpName %d0_16 "d0"
                          OpDecorate %low LinkageAttributes "low" Export
                          OpDecorate %high LinkageAttributes "high" Export
                          OpDecorate %neither LinkageAttributes "neither" Export
                  %uint = OpTypeInt 32 0
                     %2 = OpTypeFunction %uint %uint
        %uint_1717986919 = OpConstant %uint 1717986919
               %product = OpTypeStruct %uint %uint

                   %low = OpFunction %uint Const %2
                    %d0 = OpFunctionParameter %uint
                     %5 = OpLabel
                     %8 = OpUMulExtended %product %d0 %uint_1717986919
                     %9 = OpCompositeExtract %uint %8 0
                          OpReturnValue %9
                          OpFunctionEnd

                  %high = OpFunction %uint Const %2
                 %d0_11 = OpFunctionParameter %uint
                    %12 = OpLabel
                    %13 = OpUMulExtended %product %d0_11 %uint_1717986919
                    %14 = OpCompositeExtract %uint %13 1
                          OpReturnValue %14
                          OpFunctionEnd

               %neither = OpFunction %uint Const %2
                 %d0_16 = OpFunctionParameter %uint
                    %17 = OpLabel
                          OpReturnValue %d0_16
                          OpFunctionEnd
    "#]],
    );
}

#[test]
fn a_module_without_functions_is_valid() {
    check(
        "func.func @other(%x: i32) -> i32 {\n  func.return %x : i32\n}",
        expect![[r#"
        ; SPIR-V
        ; Version: 1.3
        ; Bound: 1
                          OpCapability Shader
                          OpCapability Linkage
                          OpMemoryModel Logical GLSL450
    "#]],
    );
}

#[test]
fn functions_of_64_bits_differ_from_32_bits_only_in_types() {
    let lines = |ty: &str| {
        let text = text_of(&numbers(ty)).unwrap();
        text.lines().map(|line| line.trim_start().to_owned()).collect::<Vec<String>>()
    };
    let (narrow, mut wide) = (lines("i32"), lines("i64"));
    let capability = wide.iter().position(|line| line == "OpCapability Int64").unwrap();
    wide.remove(capability);
    let in_32 =
        |line: &String| line.replace("ulong", "uint").replace("64 0", "32 0").replace("i64", "i32");
    assert_eq!(narrow, wide.iter().map(in_32).collect::<Vec<String>>());
}

#[test]
fn binary_is_deterministic_and_reads_back_as_the_module() {
    let program = rows() + &numbers("i32") + &numbers("i64") + &truths() + &leftovers();
    let bytes = bytes(&program);
    assert_eq!(bytes, self::bytes(&program));
    assert_eq!(bytes[..8], [0x03, 0x02, 0x23, 0x07, 0, 3, 1, 0]);
    let read = rspirv::dr::load_bytes(&bytes).unwrap();
    assert_eq!(text(&read), text_of(&program).unwrap());
    assert_eq!(read.functions.len(), 7);
}

#[test]
fn functions_share_constants_and_types() {
    let many: String = (0..50).map(|n| rows().replace("@rows", &format!("@rows{n}"))).collect();
    let program = parsed(&many);
    let functions = arith::functions(&program, &ir::Registry::new()).unwrap();
    let module = library(&functions).unwrap();
    assert_eq!(module.functions.len(), 50);
    // An integer type, a function type, and a constant.
    assert_eq!(module.types_global_values.len(), 3);
}

#[test]
fn text_has_unique_names_for_arbitrary_symbols() {
    let program: String =
        ["uint", "\"7\"", "\"a-b\"", "a_b", "d0", "\"two \\22\\5C\\22\"", "\"größe\""]
            .into_iter()
            .map(|name| rows().replace("rows", name))
            .collect();
    let text = text_of(&program).unwrap();
    let names =
        text.lines().filter(|line| line.contains("OpFunction ") || line.contains("Linkage"));
    let names: Vec<&str> = names.map(str::trim).collect();
    expect![[r#"
        OpCapability Linkage
        OpDecorate %uint_3 LinkageAttributes "uint" Export
        OpDecorate %_7 LinkageAttributes "7" Export
        OpDecorate %a_b LinkageAttributes "a-b" Export
        OpDecorate %a_b_22 LinkageAttributes "a_b" Export
        OpDecorate %d0_28 LinkageAttributes "d0" Export
        OpDecorate %two____ LinkageAttributes "two \"\\\"" Export
        OpDecorate %gr__e LinkageAttributes "größe" Export
        %uint_3 = OpFunction %uint Const %2
        %_7 = OpFunction %uint Const %2
        %a_b = OpFunction %uint Const %2
        %a_b_22 = OpFunction %uint Const %2
        %d0_28 = OpFunction %uint Const %2
        %two____ = OpFunction %uint Const %2
        %gr__e = OpFunction %uint Const %2"#]]
    .assert_eq(&names.join("\n"));
}

#[track_caller]
fn refused(program: &str, expect: Expect) {
    expect.assert_eq(&text_of(program).unwrap_err());
}

#[test]
fn refuses_functions_beyond_spirv_limits() {
    let nested = format!("{}module @inner {{\n{}}}\n", rows(), rows());
    refused(&nested, expect!["duplicate function `@rows` in one SPIR-V module"]);
    refused(
        &rows().replace("@rows", "@\"a\\00b\""),
        expect![[
            r#"`@a\0b` cannot be written as SPIR-V: its name contains a NUL character, which ends a SPIR-V string"#
        ]],
    );
    let fault = text_of(&rows().replace("rows", &"x".repeat(65_536))).unwrap_err();
    assert!(fault.ends_with("its name has 65536 bytes, but at most 65535 are allowed"));
    let params: Vec<String> = (0..256).map(|n| format!("%d{n}: i32")).collect();
    refused(
        &function("wide", &params.join(", "), "i32", "func.return %d0 : i32"),
        expect![
            "`@wide` cannot be written as SPIR-V: it has 256 parameters, but at most 255 are allowed"
        ],
    );
}

#[test]
fn accepts_functions_at_the_spirv_limits() {
    let name = "x".repeat(65_535);
    let params: Vec<String> = (0..255).map(|n| format!("%d{n}: i32")).collect();
    let long = function(&name, &params.join(", "), "i32", "func.return %d254 : i32");
    let read = rspirv::dr::load_bytes(bytes(&long)).unwrap();
    assert_eq!(read.functions[0].parameters.len(), 255);
    assert!(text(&read).contains(&format!("\"{name}\" Export")));
}
