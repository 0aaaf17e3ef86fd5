//! Golden tests of `rust`.

use super::EMITTER;
use crate::testing::{TWO_FUNCTIONS, WIDE_FUNCTION, emitted, parsed};
use expect_test::expect;

#[test]
fn functions_return_offsets_or_options() {
    expect![[r#"
        // Addressing functions, written by layoutc. Rust 1.56 or newer.

        /// the number of element slots of `@image`
        #[allow(dead_code)]
        pub const IMAGE_SLOTS: u64 = 392;
        /// the size of `@image` in bytes
        #[allow(dead_code)]
        pub const IMAGE_SIZE_BYTES: u64 = 784;
        /// the least offset of an element of `@image` in elements
        #[allow(dead_code)]
        pub const IMAGE_OFFSET: u64 = 8;
        /// the number of element slots of `@rows`
        #[allow(dead_code)]
        pub const ROWS_SLOTS: u64 = 12;
        /// the least offset of an element of `@rows` in elements
        #[allow(dead_code)]
        pub const ROWS_OFFSET: u64 = 0;

        /// `@offset_image`: the offset of an element of `@image` in elements, for n < 2, c < 3, h < 4, w < 16
        #[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic)]
        #[inline]
        #[must_use]
        pub const fn offset_image(n: u32, c: u32, h: u32, w: u32) -> u32 {
            let _ = h;
            let n_offset = n.wrapping_mul(192u32);
            let w_outer = w >> 2;
            let w_inner = w & 3u32;
            let w_outer_offset = w_outer.wrapping_mul(192u32);
            let offset = n_offset.wrapping_add(w_outer_offset);
            let offset_2 = offset.wrapping_add(w_inner);
            let outer = ((offset_2 as u64 * 192u32 as u64) >> 32) as u32;
            let swizzled = outer ^ c;
            swizzled
        }

        /// `@register`: the offset of an element of `@rows` in bytes, for fn_fn < 3, uniform < 5
        ///
        /// Returns `None` if the index has no element.
        #[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic)]
        #[inline]
        #[must_use]
        pub const fn register(fn_fn: u32, uniform: u32) -> Option<u32> {
            let fn_fn_offset = fn_fn.wrapping_mul(4u32);
            let offset_2 = fn_fn_offset.wrapping_add(uniform);
            let uniform_valid = uniform < 4u32;
            if uniform_valid { Some(offset_2) } else { None }
        }
    "#]].assert_eq(&emitted(&EMITTER, &parsed(TWO_FUNCTIONS), false).unwrap());
}

#[test]
fn wide_functions_use_words_of_64_bits() {
    expect![[r#"
        // Addressing functions, written by layoutc. Rust 1.56 or newer.

        /// the number of element slots of `@x`
        #[allow(dead_code)]
        pub const X_SLOTS: u64 = 34359738368;
        /// the size of `@x` in bytes
        #[allow(dead_code)]
        pub const X_SIZE_BYTES: u64 = 34359738368;
        /// the least offset of an element of `@x` in elements
        #[allow(dead_code)]
        pub const X_OFFSET: u64 = 0;

        /// `@f`: the offset of an element of `@x` in elements, for d0 < 4, d1 < 8589934592
        #[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic)]
        #[inline]
        #[must_use]
        pub const fn f(d0: u64, d1: u64) -> u64 {
            let _ = d0;
            let d1_outer = ((d1 as u128 * 18446744073709551615u64 as u128) >> 64) as u64;
            let d1_outer_narrow = d1_outer as u32;
            let d1_clamped = if false { d1_outer_narrow } else { d1_outer_narrow };
            let d1_clamped_wide = d1_clamped as u64;
            d1_clamped_wide
        }
    "#]]
    .assert_eq(&emitted(&EMITTER, &parsed(WIDE_FUNCTION), false).unwrap());
}
