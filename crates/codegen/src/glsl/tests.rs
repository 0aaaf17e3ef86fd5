//! Golden tests of `glsl`.

use super::EMITTER;
use crate::testing::{TWO_FUNCTIONS, WIDE_FUNCTION, emitted, parsed};
use expect_test::expect;

#[test]
fn functions_return_offsets_and_validities() {
    expect![[r#"
        // Addressing functions, written by layoutc. For GLSL 4.50, GLSL ES 3.10, and later.
        #ifndef LAYOUTC_GLSL_5CC459EB84CA58CC
        #define LAYOUTC_GLSL_5CC459EB84CA58CC

        #ifndef LAYOUTC_MUL_HIGH_32
        #define LAYOUTC_MUL_HIGH_32
        // The high 32 bits of a 64-bit product.
        uint layoutc_mul_high(uint a, uint b)
        {
            uint high, low;
            umulExtended(a, b, high, low);
            return high;
        }
        #endif

        // the number of element slots of `@image`
        const uint IMAGE_SLOTS = 392u;
        // the size of `@image` in bytes
        const uint IMAGE_SIZE_BYTES = 784u;
        // the least offset of an element of `@image` in elements
        const uint IMAGE_OFFSET = 8u;
        // the number of element slots of `@rows`
        const uint ROWS_SLOTS = 12u;
        // the least offset of an element of `@rows` in elements
        const uint ROWS_OFFSET = 0u;

        // `@offset_image`: the offset of an element of `@image` in elements, for n < 2, c < 3, h < 4, w < 16
        uint offset_image(uint n, uint c, uint h, uint w)
        {
            uint n_offset = n * 192u;
            uint w_outer = w >> 2;
            uint w_inner = w & 3u;
            uint w_outer_offset = w_outer * 192u;
            uint offset = n_offset + w_outer_offset;
            uint offset_2 = offset + w_inner;
            uint outer = layoutc_mul_high(offset_2, 192u);
            uint swizzled = outer ^ c;
            return swizzled;
        }

        // `@register`: the offset of an element of `@rows` in bytes, for fn < 3, uniform_fn < 5
        // returns false if the index has no element; `offset` is then unspecified
        bool register(uint fn, uint uniform_fn, out uint offset)
        {
            uint fn_offset = fn * 4u;
            uint offset_2 = fn_offset + uniform_fn;
            bool uniform_fn_valid = uniform_fn < 4u;
            offset = offset_2;
            return uniform_fn_valid;
        }

        #endif
    "#]].assert_eq(&emitted(&EMITTER, &parsed(TWO_FUNCTIONS), false).unwrap());
}

#[test]
fn wide_functions_enable_the_extension() {
    expect![[r#"
        // Addressing functions, written by layoutc. For GLSL 4.50, GLSL ES 3.10, and later.
        #ifndef LAYOUTC_GLSL_068F00A4B4D6DD8B
        #define LAYOUTC_GLSL_068F00A4B4D6DD8B
        #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

        #ifndef LAYOUTC_MUL_HIGH_64
        #define LAYOUTC_MUL_HIGH_64
        // The high 64 bits of a 128-bit product.
        uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
        {
            uint64_t a0 = a & 0xfffffffful, a1 = a >> 32;
            uint64_t b0 = b & 0xfffffffful, b1 = b >> 32;
            uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
            uint64_t other = a0 * b1 + (middle & 0xfffffffful);
            return a1 * b1 + (middle >> 32) + (other >> 32);
        }
        #endif

        // the number of element slots of `@x`
        const uint64_t X_SLOTS = 34359738368ul;
        // the size of `@x` in bytes
        const uint64_t X_SIZE_BYTES = 34359738368ul;
        // the least offset of an element of `@x` in elements
        const uint X_OFFSET = 0u;

        // `@f`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 8589934592
        uint64_t f(uint64_t d0, uint64_t d1)
        {
            uint64_t d1_outer = layoutc_mul_high(d1, 18446744073709551615ul);
            uint d1_outer_narrow = uint(d1_outer);
            uint d1_clamped = false ? d1_outer_narrow : d1_outer_narrow;
            uint64_t d1_clamped_wide = uint64_t(d1_clamped);
            return d1_clamped_wide;
        }

        #endif
    "#]]
    .assert_eq(&emitted(&EMITTER, &parsed(WIDE_FUNCTION), false).unwrap());
}
