//! Golden tests of `c`.

use super::EMITTER;
use crate::testing::{emitted, parsed};
use expect_test::{Expect, expect};

/// The end of the head, which is the same in all headers with functions but for the name of the include guard.
const HEAD_END: &str = "#define LAYOUTC_FN static inline\n#endif\n\n";

/// Returns the header of a module, as its head and the rest. A header without functions has no head.
#[track_caller]
fn header(text: &str) -> (String, String) {
    let text = format!("layout.tensor @x : tensor<4x5xf16>\n{text}");
    let header = emitted(&EMITTER, &parsed(&text), false).unwrap();
    match header.split_once(HEAD_END) {
        Some((head, rest)) => (format!("{head}{HEAD_END}"), rest.to_owned()),
        None => (String::new(), header),
    }
}

/// Compares the header of a module without its head.
#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&header(text).1);
}

/// Returns an addressing function of two dims with these result types.
fn function(name: &str, ty: &str, results: &str, body: &str) -> String {
    format!(
        "func.func @{name}(%a: {ty}, %b: {ty}) -> {results} \
         attributes {{layout.address = {{lengths = array<i64: 4, 5>, of = @x, unit = \"element\"}}}} {{\n{body}\n}}\n"
    )
}

#[test]
fn head_defines_types_and_specifiers() {
    let body = "return %a : i32";
    expect![[r#"
        /* Addressing functions, written by layoutc. For C99, C++11 and OpenCL C 1.2, and later. */
        #ifndef LAYOUTC_C_627C0E6447EDB26C_H
        #define LAYOUTC_C_627C0E6447EDB26C_H

        #if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
        #ifndef LAYOUTC_OPENCL_TYPES
        #define LAYOUTC_OPENCL_TYPES
        typedef int int32_t;
        typedef uint uint32_t;
        typedef ulong uint64_t;
        #endif
        #else
        #include <stdbool.h>
        #include <stdint.h>
        #endif

        /* The specifiers of each function. */
        #ifndef LAYOUTC_FN
        #define LAYOUTC_FN static inline
        #endif

    "#]]
    .assert_eq(&header(&function("f", "i32", "i32", body)).0);
}

#[test]
fn function_returns_the_offset() {
    check(
        &function(
            "offset_x",
            "i32",
            "i32",
            r#"%c = "arith.constant"() {value = 5 : i32} : () -> i32
               %0 = "arith.muli"(%a, %c) : (i32, i32) -> i32
               %1 = "arith.addi"(%0, %b) : (i32, i32) -> i32
               return %1 : i32"#,
        ),
        expect![[r#"
            /* the number of element slots of `@x` */
            #define X_SLOTS 20ull
            /* the size of `@x` in bytes */
            #define X_SIZE_BYTES 40ull
            /* the least offset of an element of `@x` in elements */
            #define X_OFFSET 0ull

            /* `@offset_x`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5 */
            LAYOUTC_FN uint32_t offset_x(uint32_t d0, uint32_t d1)
            {
                const uint32_t d0_offset = d0 * 5u;
                const uint32_t offset = d0_offset + d1;
                return offset;
            }

            #endif
        "#]],
    );
}

#[test]
fn function_with_a_predicate_stores_the_offset_and_omits_unused_values() {
    check(
        &function(
            "main",
            "i64",
            "(i64, i1)",
            r#"%c = "arith.constant"() {value = 3 : i64} : () -> i64
               %0 = "arith.cmpi"(%a, %c) {predicate = 6 : i64} : (i64, i64) -> i1
               %1 = "arith.addi"(%c, %b) : (i64, i64) -> i64
               return %a, %0 : i64, i1"#,
        ),
        expect![[r#"
            /* the number of element slots of `@x` */
            #define X_SLOTS 20ull
            /* the size of `@x` in bytes */
            #define X_SIZE_BYTES 40ull
            /* the least offset of an element of `@x` in elements */
            #define X_OFFSET 0ull

            /* `@main`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5
             * returns false if the index has no element; `*offset` is then unspecified */
            LAYOUTC_FN bool main_fn(uint64_t d0, uint64_t d1, uint64_t *offset)
            {
                (void)d1;
                const bool d0_valid = d0 < 3ull;
                *offset = d0;
                return d0_valid;
            }

            #endif
        "#]],
    );
}

#[test]
fn every_op_has_a_c_expression() {
    let body = |ty: &str, other: &str| {
        format!(
            r#"
            %c = "arith.constant"() {{value = -1 : {ty}}} : () -> {ty}
            %d = "arith.constant"() {{value = 31 : {ty}}} : () -> {ty}
            %t = "arith.constant"() {{value = true}} : () -> i1
            %f = "arith.constant"() {{value = false}} : () -> i1
            %0 = "arith.addi"(%a, %b) : ({ty}, {ty}) -> {ty}
            %1 = "arith.subi"(%0, %b) : ({ty}, {ty}) -> {ty}
            %2 = "arith.muli"(%1, %c) : ({ty}, {ty}) -> {ty}
            %3 = "arith.divui"(%2, %d) : ({ty}, {ty}) -> {ty}
            %4 = "arith.remui"(%3, %d) : ({ty}, {ty}) -> {ty}
            %5 = "arith.shli"(%4, %d) : ({ty}, {ty}) -> {ty}
            %6 = "arith.shrui"(%5, %d) : ({ty}, {ty}) -> {ty}
            %7 = "arith.minui"(%6, %a) : ({ty}, {ty}) -> {ty}
            %8 = "arith.maxui"(%7, %a) : ({ty}, {ty}) -> {ty}
            %9 = "arith.andi"(%8, %a) : ({ty}, {ty}) -> {ty}
            %10 = "arith.ori"(%9, %a) : ({ty}, {ty}) -> {ty}
            %11 = "arith.xori"(%10, %a) : ({ty}, {ty}) -> {ty}
            %12 = "arith.cmpi"(%11, %a) {{predicate = 7 : i64}} : ({ty}, {ty}) -> i1
            %13 = "arith.xori"(%12, %t) : (i1, i1) -> i1
            %14 = "arith.andi"(%13, %12) : (i1, i1) -> i1
            %15 = "arith.ori"(%14, %f) : (i1, i1) -> i1
            %16 = "arith.xori"(%15, %12) : (i1, i1) -> i1
            %17 = "arith.select"(%16, %a, %11) : (i1, {ty}, {ty}) -> {ty}
            %18:2 = "arith.mului_extended"(%17, %d) : ({ty}, {ty}) -> ({ty}, {ty})
            %19 = "arith.addi"(%18#0, %18#1) : ({ty}, {ty}) -> {ty}
            %20 = "{other}"(%19) : ({ty}) -> i{}
            return %20, %16 : i{0}, i1"#,
            if ty == "i32" { 64 } else { 32 },
        )
    };
    let narrow = function("f", "i32", "(i64, i1)", &body("i32", "arith.extui"));
    let wide = function("g", "i64", "(i32, i1)", &body("i64", "arith.trunci"));
    check(
        &(narrow + &wide),
        expect![[r#"
            #ifndef LAYOUTC_MUL_HIGH
            #define LAYOUTC_MUL_HIGH
            /* The high 64 bits of a 128-bit product. */
            #if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
            LAYOUTC_FN uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
            {
                return mul_hi(a, b);
            }
            #elif defined(__SIZEOF_INT128__)
            __extension__ typedef unsigned __int128 layoutc_uint128;
            LAYOUTC_FN uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
            {
                return (uint64_t)(((layoutc_uint128)a * b) >> 64);
            }
            #else
            LAYOUTC_FN uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
            {
                const uint64_t a0 = a & 0xffffffffull, a1 = a >> 32;
                const uint64_t b0 = b & 0xffffffffull, b1 = b >> 32;
                const uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
                const uint64_t other = a0 * b1 + (middle & 0xffffffffull);
                return a1 * b1 + (middle >> 32) + (other >> 32);
            }
            #endif
            #endif

            /* the number of element slots of `@x` */
            #define X_SLOTS 20ull
            /* the size of `@x` in bytes */
            #define X_SIZE_BYTES 40ull
            /* the least offset of an element of `@x` in elements */
            #define X_OFFSET 0ull

            /* `@f`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5
             * returns false if the index has no element; `*offset` is then unspecified */
            LAYOUTC_FN bool f(uint32_t d0, uint32_t d1, uint64_t *offset)
            {
                const uint32_t offset_2 = d0 + d1;
                const uint32_t offset_3 = offset_2 - d1;
                const uint32_t offset_4 = offset_3 * 4294967295u;
                const uint32_t outer = offset_4 / 31u;
                const uint32_t inner = outer % 31u;
                const uint32_t offset_5 = inner << 31;
                const uint32_t outer_2 = offset_5 >> 31;
                const uint32_t clamped = outer_2 < d0 ? outer_2 : d0;
                const uint32_t clamped_2 = clamped > d0 ? clamped : d0;
                const uint32_t offset_6 = clamped_2 & d0;
                const uint32_t offset_7 = offset_6 | d0;
                const uint32_t swizzled = offset_7 ^ d0;
                const bool valid = swizzled <= d0;
                const bool valid_2 = !valid;
                const bool valid_3 = valid_2 && valid;
                const bool any = valid_3 || false;
                const bool valid_4 = any != valid;
                const uint32_t selected = valid_4 ? d0 : swizzled;
                const uint32_t offset_8 = selected * 31u;
                const uint32_t outer_3 = (uint32_t)(((uint64_t)selected * 31u) >> 32);
                const uint32_t offset_9 = offset_8 + outer_3;
                const uint64_t wide = (uint64_t)offset_9;
                *offset = wide;
                return valid_4;
            }

            /* `@g`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5
             * returns false if the index has no element; `*offset` is then unspecified */
            LAYOUTC_FN bool g(uint64_t d0, uint64_t d1, uint32_t *offset)
            {
                const uint64_t offset_2 = d0 + d1;
                const uint64_t offset_3 = offset_2 - d1;
                const uint64_t offset_4 = offset_3 * 18446744073709551615ull;
                const uint64_t outer = offset_4 / 31ull;
                const uint64_t inner = outer % 31ull;
                const uint64_t offset_5 = inner << 31;
                const uint64_t outer_2 = offset_5 >> 31;
                const uint64_t clamped = outer_2 < d0 ? outer_2 : d0;
                const uint64_t clamped_2 = clamped > d0 ? clamped : d0;
                const uint64_t offset_6 = clamped_2 & d0;
                const uint64_t offset_7 = offset_6 | d0;
                const uint64_t swizzled = offset_7 ^ d0;
                const bool valid = swizzled <= d0;
                const bool valid_2 = !valid;
                const bool valid_3 = valid_2 && valid;
                const bool any = valid_3 || false;
                const bool valid_4 = any != valid;
                const uint64_t selected = valid_4 ? d0 : swizzled;
                const uint64_t offset_8 = selected * 31ull;
                const uint64_t outer_3 = layoutc_mul_high(selected, 31ull);
                const uint64_t offset_9 = offset_8 + outer_3;
                const uint32_t narrow = (uint32_t)offset_9;
                *offset = narrow;
                return valid_4;
            }

            #endif
        "#]],
    );
}

#[test]
fn constant_comparisons_are_folded() {
    let mut body = r#"
        %zero = "arith.constant"() {value = 0 : i32} : () -> i32
        %last = "arith.constant"() {value = -1 : i32} : () -> i32
        %t0 = "arith.constant"() {value = true} : () -> i1
    "#
    .to_owned();
    let pairs = ["%a, %zero", "%zero, %a", "%a, %last", "%last, %a", "%a, %a", "%zero, %last"];
    let predicates = [0, 1, 6, 7, 8, 9];
    for (position, (pair, predicate)) in
        pairs.iter().flat_map(|pair| predicates.map(|it| (pair, it))).enumerate()
    {
        let next = position + 1;
        body += &format!(
            "%c{position} = \"arith.cmpi\"({pair}) {{predicate = {predicate} : i64}} : (i32, i32) -> i1\n\
             %t{next} = \"arith.xori\"(%t{position}, %c{position}) : (i1, i1) -> i1\n"
        );
    }
    body += "return %zero, %t36 : i32, i1";
    check(
        &function("f", "i32", "(i32, i1)", &body),
        expect![[r#"
            /* the number of element slots of `@x` */
            #define X_SLOTS 20ull
            /* the size of `@x` in bytes */
            #define X_SIZE_BYTES 40ull
            /* the least offset of an element of `@x` in elements */
            #define X_OFFSET 0ull

            /* `@f`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5
             * returns false if the index has no element; `*offset` is then unspecified */
            LAYOUTC_FN bool f(uint32_t d0, uint32_t d1, uint32_t *offset)
            {
                (void)d1;
                const bool d0_valid = d0 == 0u;
                const bool d0_valid_2 = true != d0_valid;
                const bool d0_valid_3 = d0 != 0u;
                const bool d0_valid_4 = d0_valid_2 != d0_valid_3;
                const bool d0_valid_5 = d0_valid_4 != false;
                const bool d0_valid_6 = d0 <= 0u;
                const bool d0_valid_7 = d0_valid_5 != d0_valid_6;
                const bool d0_valid_8 = d0 > 0u;
                const bool d0_valid_9 = d0_valid_7 != d0_valid_8;
                const bool d0_valid_10 = !d0_valid_9;
                const bool d0_valid_11 = 0u == d0;
                const bool d0_valid_12 = d0_valid_10 != d0_valid_11;
                const bool d0_valid_13 = 0u != d0;
                const bool d0_valid_14 = d0_valid_12 != d0_valid_13;
                const bool d0_valid_15 = 0u < d0;
                const bool d0_valid_16 = d0_valid_14 != d0_valid_15;
                const bool d0_valid_17 = !d0_valid_16;
                const bool d0_valid_18 = d0_valid_17 != false;
                const bool d0_valid_19 = 0u >= d0;
                const bool d0_valid_20 = d0_valid_18 != d0_valid_19;
                const bool d0_valid_21 = d0 == 4294967295u;
                const bool d0_valid_22 = d0_valid_20 != d0_valid_21;
                const bool d0_valid_23 = d0 != 4294967295u;
                const bool d0_valid_24 = d0_valid_22 != d0_valid_23;
                const bool d0_valid_25 = d0 < 4294967295u;
                const bool d0_valid_26 = d0_valid_24 != d0_valid_25;
                const bool d0_valid_27 = !d0_valid_26;
                const bool d0_valid_28 = d0_valid_27 != false;
                const bool d0_valid_29 = d0 >= 4294967295u;
                const bool d0_valid_30 = d0_valid_28 != d0_valid_29;
                const bool d0_valid_31 = 4294967295u == d0;
                const bool d0_valid_32 = d0_valid_30 != d0_valid_31;
                const bool d0_valid_33 = 4294967295u != d0;
                const bool d0_valid_34 = d0_valid_32 != d0_valid_33;
                const bool d0_valid_35 = d0_valid_34 != false;
                const bool d0_valid_36 = 4294967295u <= d0;
                const bool d0_valid_37 = d0_valid_35 != d0_valid_36;
                const bool d0_valid_38 = 4294967295u > d0;
                const bool d0_valid_39 = d0_valid_37 != d0_valid_38;
                const bool d0_valid_40 = !d0_valid_39;
                const bool d0_valid_41 = !d0_valid_40;
                const bool d0_valid_42 = d0_valid_41 != false;
                const bool d0_valid_43 = d0_valid_42 != false;
                const bool d0_valid_44 = !d0_valid_43;
                const bool d0_valid_45 = d0_valid_44 != false;
                const bool d0_valid_46 = !d0_valid_45;
                const bool d0_valid_47 = d0_valid_46 != false;
                const bool d0_valid_48 = !d0_valid_47;
                const bool d0_valid_49 = !d0_valid_48;
                const bool d0_valid_50 = !d0_valid_49;
                const bool d0_valid_51 = d0_valid_50 != false;
                const bool d0_valid_52 = d0_valid_51 != false;
                *offset = 0u;
                return d0_valid_52;
            }

            #endif
        "#]],
    );
}

#[test]
fn symbols_are_escaped_in_names_and_comments() {
    check(
        r#"
        func.func @"a*/b"() -> i32 attributes {layout.address = {lengths = array<i64>, of = @"x*/", unit = "byte"}} {
          %c = "arith.constant"() {value = 8 : i32} : () -> i32
          return %c : i32
        }
        func.func @layoutc_mul_high() -> i64 attributes {layout.address = {lengths = array<i64>, of = @"x*/", unit = "byte"}} {
          %c = "arith.constant"() {value = -1 : i64} : () -> i64
          return %c : i64
        }
        layout.tensor @"x*/" : tensor<f64>
        "#,
        expect![[r#"
            /* the number of element slots of `@x*\u{2f}` */
            #define X_SLOTS 1ull
            /* the size of `@x*\u{2f}` in bytes */
            #define X_SIZE_BYTES 8ull
            /* the least offset of an element of `@x*\u{2f}` in elements */
            #define X_OFFSET 0ull

            /* `@a*\u{2f}b`: the offset of an element of `@x*\u{2f}` in bytes */
            LAYOUTC_FN uint32_t a_b(void)
            {
                return 8u;
            }

            /* `@layoutc_mul_high`: the offset of an element of `@x*\u{2f}` in bytes */
            LAYOUTC_FN uint64_t layoutc_mul_high_fn(void)
            {
                return 18446744073709551615ull;
            }

            #endif
        "#]],
    );
}

#[test]
fn a_module_without_functions_has_an_empty_header() {
    check(
        "",
        expect![[r#"
            #endif
        "#]],
    );
}

#[test]
fn refuses_unlowered_address_ops() {
    let text = "\"layout.address\"() {of = @x, sym_name = \"f\"} : () -> ()\nlayout.tensor @x : tensor<2xf32>";
    let message = emitted(&EMITTER, &parsed(text), false).unwrap_err();
    assert_eq!(message, "`layout.address` must be lowered to a function");
}
