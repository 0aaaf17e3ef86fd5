//! Golden tests of `hlsl`.

use super::EMITTER;
use crate::testing::{TWO_FUNCTIONS, WIDE_FUNCTION, emitted, parsed};
use expect_test::expect;

#[test]
fn functions_return_offsets_and_validities() {
    expect![[r#"
        // Addressing functions, written by layoutc. For shader model 5.0 and later.
        #ifndef LAYOUTC_HLSL_585D1C494CE29AA7
        #define LAYOUTC_HLSL_585D1C494CE29AA7

        #ifndef LAYOUTC_MUL_HIGH_32
        #define LAYOUTC_MUL_HIGH_32
        // The high 32 bits of a 64-bit product.
        uint layoutc_mul_high(uint a, uint b)
        {
        #if defined(__SHADER_TARGET_MAJOR) && __SHADER_TARGET_MAJOR >= 6
            return (uint)(((uint64_t)a * b) >> 32);
        #else
            uint a0 = a & 0xffffu, a1 = a >> 16;
            uint b0 = b & 0xffffu, b1 = b >> 16;
            uint middle = a1 * b0 + ((a0 * b0) >> 16);
            uint other = a0 * b1 + (middle & 0xffffu);
            return a1 * b1 + (middle >> 16) + (other >> 16);
        #endif
        }
        #endif

        // the number of element slots of `@image`
        static const uint IMAGE_SLOTS = 392u;
        // the size of `@image` in bytes
        static const uint IMAGE_SIZE_BYTES = 784u;
        // the least offset of an element of `@image` in elements
        static const uint IMAGE_OFFSET = 8u;
        // the number of element slots of `@rows`
        static const uint ROWS_SLOTS = 12u;
        // the least offset of an element of `@rows` in elements
        static const uint ROWS_OFFSET = 0u;

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
        bool register_fn(uint fn, uint uniform_fn, out uint offset)
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
fn wide_functions_need_shader_model_6() {
    expect![[r#"
        // Addressing functions, written by layoutc. For shader model 6.0 and later.
        #ifndef LAYOUTC_HLSL_352C87D49F00A073
        #define LAYOUTC_HLSL_352C87D49F00A073

        #ifndef LAYOUTC_U64
        #define LAYOUTC_U64
        // The word of these halves.
        uint64_t layoutc_u64(uint high, uint low)
        {
            uint64_t word = high;
            return (word << 32) | low;
        }
        #endif

        #ifndef LAYOUTC_MUL_HIGH_64
        #define LAYOUTC_MUL_HIGH_64
        // The high 64 bits of a 128-bit product.
        uint64_t layoutc_mul_high(uint64_t a, uint64_t b)
        {
            uint64_t a0 = a & 0xffffffffu, a1 = a >> 32;
            uint64_t b0 = b & 0xffffffffu, b1 = b >> 32;
            uint64_t middle = a1 * b0 + ((a0 * b0) >> 32);
            uint64_t other = a0 * b1 + (middle & 0xffffffffu);
            return a1 * b1 + (middle >> 32) + (other >> 32);
        }
        #endif

        // the number of element slots of `@x`
        #define X_SLOTS layoutc_u64(8u, 0u)
        // the size of `@x` in bytes
        #define X_SIZE_BYTES layoutc_u64(8u, 0u)
        // the least offset of an element of `@x` in elements
        static const uint X_OFFSET = 0u;

        // `@f`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 8589934592
        uint64_t f(uint64_t d0, uint64_t d1)
        {
            uint64_t d1_outer = layoutc_mul_high(d1, layoutc_u64(4294967295u, 4294967295u));
            uint d1_outer_narrow = (uint)d1_outer;
            uint d1_clamped = false ? d1_outer_narrow : d1_outer_narrow;
            uint64_t d1_clamped_wide = d1_clamped;
            return d1_clamped_wide;
        }

        #endif
    "#]]
    .assert_eq(&emitted(&EMITTER, &parsed(WIDE_FUNCTION), false).unwrap());
}
