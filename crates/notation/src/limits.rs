//! The limits of the crate: its code and `docs/limits.md` read each number here.

layout::limits! {
    /// Bytes of a text.
    TEXT_BYTES = 1 << 16, "notations", "L0313";
    /// Nested brackets.
    NESTED_BRACKETS = 64, "notations", "L0313";
    /// Divisors of all lengths of a layout whose swizzle is searched.
    DIVISORS = 1 << 12, "notations", "no proof";
    /// Bits of an exclusive or in `tvm` and `memref`.
    XOR_BITS = 62, "notations", "no proof";
    /// The maximum number of indices of a CuTe layout that are compared with modes alone, if normal forms do not
    /// decide.
    COMPARED_INDICES = 1 << 16;
    /// The maximum divisor that is tried for a swizzle of CuTe.
    TRIED_DIVISOR = 1 << 20;
    /// The maximum number of quotients that are tried in `tvm` for the parts of a padded digit.
    QUOTIENTS = 1 << 12;
    /// The maximum number of bytes of an offset in `tvm`.
    OFFSET_TEXT = 63 * 1024;
    /// The maximum number of indices that are evaluated one by one to find an index without a slot.
    EVALUATED_INDICES = 1 << 22;
    /// The maximum length of a dim whose indices without a slot are listed, to find digits of virtual padding.
    LISTED_VALIDITY = 1 << 16;
    /// The maximum number of indices of a placement that are evaluated one by one to find one that `triton` cannot express.
    SEARCHED_INDICES = 1 << 12;
    /// The maximum number of dims of a tiled array of `xla`, with dims of length 1.
    ARRAY_DIMS = 256;
    /// The maximum number of tiles of `xla` that are written.
    TILES = 64;
}
