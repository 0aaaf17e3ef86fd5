//! Golden tests of `c`.

use super::EMITTER;
use crate::testing::{emitted, parsed};
use expect_test::{Expect, expect};

#[track_caller]
fn check(text: &str, expect: Expect) {
    let text = format!("layout.tensor @x : tensor<4x5xf16>\n{text}");
    expect.assert_eq(&emitted(&EMITTER, &parsed(&text), false).unwrap());
}

/// Returns an addressing function of two dims with these result types.
fn function(name: &str, ty: &str, results: &str, body: &str) -> String {
    format!(
        "func.func @{name}(%a: {ty}, %b: {ty}) -> {results} \
         attributes {{layout.address = {{lengths = array<i64: 4, 5>, of = @x, unit = \"element\"}}}} {{\n{body}\n}}\n"
    )
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
            /* Addressing functions, written by layoutc. For C99 and C++11, and later. */
            #ifndef LAYOUTC_C_D61F7FBC2E69D899_H
            #define LAYOUTC_C_D61F7FBC2E69D899_H

            #include <stdbool.h>
            #include <stdint.h>

            /* `@offset_x`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5 */
            static inline uint32_t offset_x(uint32_t d0, uint32_t d1)
            {
                const uint32_t t0 = d0 * 5u;
                const uint32_t t1 = t0 + d1;
                return t1;
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
            /* Addressing functions, written by layoutc. For C99 and C++11, and later. */
            #ifndef LAYOUTC_C_D2987453B3B4B418_H
            #define LAYOUTC_C_D2987453B3B4B418_H

            #include <stdbool.h>
            #include <stdint.h>

            /* `@main`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5
             * returns false if the index has no element; `*offset` is then unspecified */
            static inline bool main_fn(uint64_t d0, uint64_t d1, uint64_t *offset)
            {
                (void)d1;
                const bool t0 = d0 < 3ull;
                *offset = d0;
                return t0;
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
        /* Addressing functions, written by layoutc. For C99 and C++11, and later. */
        #ifndef LAYOUTC_C_36C7E9E219C32040_H
        #define LAYOUTC_C_36C7E9E219C32040_H

        #include <stdbool.h>
        #include <stdint.h>

        #ifndef LAYOUTC_MUL_HIGH
        #define LAYOUTC_MUL_HIGH
        /* The high 64 bits of a 128-bit product. */
        static inline uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
        {
        #ifdef __SIZEOF_INT128__
            __extension__ typedef unsigned __int128 product;
            return (uint64_t)(((product)a * b) >> 64);
        #else
            const uint64_t a0 = a & 0xffffffffull, a1 = a >> 32;
            const uint64_t b0 = b & 0xffffffffull, b1 = b >> 32;
            const uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
            const uint64_t other = a0 * b1 + (middle & 0xffffffffull);
            return a1 * b1 + (middle >> 32) + (other >> 32);
        #endif
        }
        #endif

        /* `@f`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5
         * returns false if the index has no element; `*offset` is then unspecified */
        static inline bool f(uint32_t d0, uint32_t d1, uint64_t *offset)
        {
            const uint32_t t0 = d0 + d1;
            const uint32_t t1 = t0 - d1;
            const uint32_t t2 = t1 * 4294967295u;
            const uint32_t t3 = t2 / 31u;
            const uint32_t t4 = t3 % 31u;
            const uint32_t t5 = t4 << 31;
            const uint32_t t6 = t5 >> 31;
            const uint32_t t7 = t6 < d0 ? t6 : d0;
            const uint32_t t8 = t7 > d0 ? t7 : d0;
            const uint32_t t9 = t8 & d0;
            const uint32_t t10 = t9 | d0;
            const uint32_t t11 = t10 ^ d0;
            const bool t12 = t11 <= d0;
            const bool t13 = !t12;
            const bool t14 = t13 && t12;
            const bool t15 = t14 || false;
            const bool t16 = t15 != t12;
            const uint32_t t17 = t16 ? d0 : t11;
            const uint32_t t18 = t17 * 31u;
            const uint32_t t19 = (uint32_t)(((uint64_t)t17 * 31u) >> 32);
            const uint32_t t20 = t18 + t19;
            const uint64_t t21 = (uint64_t)t20;
            *offset = t21;
            return t16;
        }

        /* `@g`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5
         * returns false if the index has no element; `*offset` is then unspecified */
        static inline bool g(uint64_t d0, uint64_t d1, uint32_t *offset)
        {
            const uint64_t t0 = d0 + d1;
            const uint64_t t1 = t0 - d1;
            const uint64_t t2 = t1 * 18446744073709551615ull;
            const uint64_t t3 = t2 / 31ull;
            const uint64_t t4 = t3 % 31ull;
            const uint64_t t5 = t4 << 31;
            const uint64_t t6 = t5 >> 31;
            const uint64_t t7 = t6 < d0 ? t6 : d0;
            const uint64_t t8 = t7 > d0 ? t7 : d0;
            const uint64_t t9 = t8 & d0;
            const uint64_t t10 = t9 | d0;
            const uint64_t t11 = t10 ^ d0;
            const bool t12 = t11 <= d0;
            const bool t13 = !t12;
            const bool t14 = t13 && t12;
            const bool t15 = t14 || false;
            const bool t16 = t15 != t12;
            const uint64_t t17 = t16 ? d0 : t11;
            const uint64_t t18 = t17 * 31ull;
            const uint64_t t19 = layoutc_mul_high(t17, 31ull);
            const uint64_t t20 = t18 + t19;
            const uint32_t t21 = (uint32_t)t20;
            *offset = t21;
            return t16;
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
            /* Addressing functions, written by layoutc. For C99 and C++11, and later. */
            #ifndef LAYOUTC_C_74B9790AA531ED38_H
            #define LAYOUTC_C_74B9790AA531ED38_H

            #include <stdbool.h>
            #include <stdint.h>

            /* `@f`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 5
             * returns false if the index has no element; `*offset` is then unspecified */
            static inline bool f(uint32_t d0, uint32_t d1, uint32_t *offset)
            {
                (void)d1;
                const bool t0 = d0 == 0u;
                const bool t1 = true != t0;
                const bool t2 = d0 != 0u;
                const bool t3 = t1 != t2;
                const bool t4 = t3 != false;
                const bool t5 = d0 <= 0u;
                const bool t6 = t4 != t5;
                const bool t7 = d0 > 0u;
                const bool t8 = t6 != t7;
                const bool t9 = !t8;
                const bool t10 = 0u == d0;
                const bool t11 = t9 != t10;
                const bool t12 = 0u != d0;
                const bool t13 = t11 != t12;
                const bool t14 = 0u < d0;
                const bool t15 = t13 != t14;
                const bool t16 = !t15;
                const bool t17 = t16 != false;
                const bool t18 = 0u >= d0;
                const bool t19 = t17 != t18;
                const bool t20 = d0 == 4294967295u;
                const bool t21 = t19 != t20;
                const bool t22 = d0 != 4294967295u;
                const bool t23 = t21 != t22;
                const bool t24 = d0 < 4294967295u;
                const bool t25 = t23 != t24;
                const bool t26 = !t25;
                const bool t27 = t26 != false;
                const bool t28 = d0 >= 4294967295u;
                const bool t29 = t27 != t28;
                const bool t30 = 4294967295u == d0;
                const bool t31 = t29 != t30;
                const bool t32 = 4294967295u != d0;
                const bool t33 = t31 != t32;
                const bool t34 = t33 != false;
                const bool t35 = 4294967295u <= d0;
                const bool t36 = t34 != t35;
                const bool t37 = 4294967295u > d0;
                const bool t38 = t36 != t37;
                const bool t39 = !t38;
                const bool t40 = !t39;
                const bool t41 = t40 != false;
                const bool t42 = t41 != false;
                const bool t43 = !t42;
                const bool t44 = t43 != false;
                const bool t45 = !t44;
                const bool t46 = t45 != false;
                const bool t47 = !t46;
                const bool t48 = !t47;
                const bool t49 = !t48;
                const bool t50 = t49 != false;
                const bool t51 = t50 != false;
                *offset = 0u;
                return t51;
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
            /* Addressing functions, written by layoutc. For C99 and C++11, and later. */
            #ifndef LAYOUTC_C_A2AA28B591C74F24_H
            #define LAYOUTC_C_A2AA28B591C74F24_H

            #include <stdbool.h>
            #include <stdint.h>

            /* `@a*\u{2f}b`: the offset of an element of `@x*\u{2f}` in bytes */
            static inline uint32_t a_b(void)
            {
                return 8u;
            }

            /* `@layoutc_mul_high`: the offset of an element of `@x*\u{2f}` in bytes */
            static inline uint64_t layoutc_mul_high_fn(void)
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
        /* Addressing functions, written by layoutc. For C99 and C++11, and later. */
        #ifndef LAYOUTC_C_CBF29CE484222325_H
        #define LAYOUTC_C_CBF29CE484222325_H

        #include <stdbool.h>
        #include <stdint.h>

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
