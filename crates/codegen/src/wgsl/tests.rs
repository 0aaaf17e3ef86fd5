//! Golden tests of `wgsl`.

use super::EMITTER;
use crate::testing::{TWO_FUNCTIONS, WIDE_FUNCTION, emitted, parsed};
use expect_test::expect;

#[test]
fn functions_return_offsets_and_validities() {
    expect![[r#"
        // Addressing functions, written by layoutc.

        // The high 32 bits of a 64-bit product.
        fn layoutc_mul_high(a: u32, b: u32) -> u32 {
            let a0 = a & 0xffffu;
            let a1 = a >> 16u;
            let b0 = b & 0xffffu;
            let b1 = b >> 16u;
            let middle = a1 * b0 + ((a0 * b0) >> 16u);
            let other = a0 * b1 + (middle & 0xffffu);
            return a1 * b1 + (middle >> 16u) + (other >> 16u);
        }

        // the number of element slots of `@image`
        const IMAGE_SLOTS: u32 = 392u;
        // the size of `@image` in bytes
        const IMAGE_SIZE_BYTES: u32 = 784u;
        // the least offset of an element of `@image` in elements
        const IMAGE_OFFSET: u32 = 8u;
        // the number of element slots of `@rows`
        const ROWS_SLOTS: u32 = 12u;
        // the least offset of an element of `@rows` in elements
        const ROWS_OFFSET: u32 = 0u;

        // `@offset_image`: the offset of an element of `@image` in elements, for n < 2, c < 3, h < 4, w < 16
        fn offset_image(n: u32, c: u32, h: u32, w: u32) -> u32 {
            let n_offset = n * 192u;
            let w_outer = w >> 2;
            let w_inner = w & 3u;
            let w_outer_offset = w_outer * 192u;
            let offset = n_offset + w_outer_offset;
            let offset_2 = offset + w_inner;
            let outer = layoutc_mul_high(offset_2, 192u);
            let swizzled = outer ^ c;
            return swizzled;
        }

        struct register_fn_result {
            offset: u32,
            valid: bool,
        }

        // `@register`: the offset of an element of `@rows` in bytes, for fn_fn < 3, uniform_fn < 5
        // `valid` is false if the index has no element; `offset` is then unspecified
        fn register_fn(fn_fn: u32, uniform_fn: u32) -> register_fn_result {
            let fn_fn_offset = fn_fn * 4u;
            let offset_2 = fn_fn_offset + uniform_fn;
            let uniform_fn_valid = uniform_fn < 4u;
            return register_fn_result(offset_2, uniform_fn_valid);
        }
    "#]].assert_eq(&emitted(&EMITTER, &parsed(TWO_FUNCTIONS), false).unwrap());
}

#[test]
fn wide_functions_are_errors() {
    expect!["`@f` has 64-bit values, but integers of WGSL have 32 bits"]
        .assert_eq(&emitted(&EMITTER, &parsed(WIDE_FUNCTION), false).unwrap_err());
}

#[test]
fn names_of_constants_and_functions_are_distinct() {
    let module = TWO_FUNCTIONS.replace("@register", "@ROWS_OFFSET");
    let text = emitted(&EMITTER, &parsed(&module), false).unwrap();
    assert!(text.contains("const ROWS_2_OFFSET: u32 = 0u;"), "{text}");
    assert!(text.contains("fn ROWS_OFFSET("), "{text}");
}
