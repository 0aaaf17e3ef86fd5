//! The table of the block types of ggml: the fields of each struct, with the digits of their elements.
//!
//! The rows are the structs `block_*` of ggml's `ggml-common.h`. To add a type is to add a row; its bits are tested against
//! ggml's own functions in `crates/notation/tests/integration/records.rs`.

/// A block type.
pub(super) struct BlockType {
    /// The name, without `GGML_TYPE_`.
    pub(super) name: &'static str,
    /// The number of elements of a block.
    pub(super) elements: i64,
    /// The size of a block, in bytes.
    pub(super) bytes: i64,
    /// The fields before `fields`, which several types share.
    first: &'static [BlockField],
    /// The other fields. A name with a dot is a part of a value in `joined`.
    fields: &'static [BlockField],
    /// The fields of an element, the lowest bits first.
    pub(super) element: &'static [&'static str],
    /// Values that are joined from fields, the lowest bits first.
    pub(super) joined: &'static [(&'static str, &'static [&'static str])],
}

/// A field of a block.
pub(super) struct BlockField {
    /// The name.
    pub(super) name: &'static str,
    /// The number of bits of an element of the field.
    pub(super) width: i64,
    /// The bit of the block at which the element at offset zero begins.
    pub(super) at: i64,
    /// The digits of the number of the element, the slowest first: the number of values, and the distance in elements of the
    /// field. Without digits there is one element.
    pub(super) digits: &'static [(i64, i64)],
}

const fn block(
    name: &'static str,
    (elements, bytes): (i64, i64),
    fields: &'static [BlockField],
    element: &'static [&'static str],
    joined: &'static [(&'static str, &'static [&'static str])],
) -> BlockType {
    BlockType { name, elements, bytes, first: &[], fields, element, joined }
}

impl BlockType {
    const fn after(self, first: &'static [BlockField]) -> BlockType {
        BlockType { first, ..self }
    }

    /// Returns all fields, in the order of the struct.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'static BlockField> {
        self.first.iter().chain(self.fields)
    }
}

const fn field(
    name: &'static str,
    width: i64,
    at: i64,
    digits: &'static [(i64, i64)],
) -> BlockField {
    BlockField { name, width, at, digits }
}

/// The digits of 32 nibbles: the lower ones of 16 bytes, then the upper ones.
const NIBBLES: &[(i64, i64)] = &[(2, 1), (16, 2)];

/// The digits of 256 nibbles: in each 32 bytes the lower ones, then the upper ones.
const NIBBLES_OF_32: &[(i64, i64)] = &[(4, 64), (2, 1), (32, 2)];

/// The digits of 256 elements of 2 bits: in each 32 bytes those at bit 0, then those at bits 2, 4 and 6.
const PAIRS_OF_32: &[(i64, i64)] = &[(2, 128), (4, 1), (32, 4)];

/// The digits of 256 bits: bit 0 of 32 bytes, then bits 1 to 7.
const BITS_OF_32: &[(i64, i64)] = &[(8, 1), (32, 8)];

/// The first fields of `Q4_K` and `Q5_K`.
const FIELDS_OF_SCALES_AND_MINIMA: &[BlockField] = &[
    field("d", 16, 0, &[]),
    field("dmin", 16, 16, &[]),
    field("scales.low", 4, 32, &[(2, 16), (4, 2)]),
    field("scales.high", 2, 36, &[(2, 1), (4, 4)]),
    field("mins.low", 4, 64, &[(2, 9), (4, 2)]),
    field("mins.high", 2, 68, &[(2, 1), (4, 4)]),
];

/// The joined scales and minima of `Q4_K` and `Q5_K`.
const SCALES_AND_MINIMA: &[(&str, &[&str])] =
    &[("scales", &["scales.low", "scales.high"]), ("mins", &["mins.low", "mins.high"])];

/// The block types, in the order of their numbers in ggml. The scales and minima of `Q4_K` and `Q5_K` have 6 bits each: those
/// of the first 4 are the lower 6 bits of bytes 0 to 3, and of bytes 4 to 7. Of the last 4 the lower 4 bits are the lower
/// nibbles of bytes 8 to 11, and the upper ones; the upper 2 bits are those of bytes 0 to 3, and of bytes 4 to 7.
pub(super) const TYPES: &[BlockType] = &[
    block("Q4_0", (32, 18), &[field("d", 16, 0, &[]), field("qs", 4, 16, NIBBLES)], &["qs"], &[]),
    block(
        "Q4_1",
        (32, 20),
        &[field("d", 16, 0, &[]), field("m", 16, 16, &[]), field("qs", 4, 32, NIBBLES)],
        &["qs"],
        &[],
    ),
    block(
        "Q5_0",
        (32, 22),
        &[field("d", 16, 0, &[]), field("qh", 1, 16, &[(32, 1)]), field("qs", 4, 48, NIBBLES)],
        &["qs", "qh"],
        &[],
    ),
    block(
        "Q5_1",
        (32, 24),
        &[
            field("d", 16, 0, &[]),
            field("m", 16, 16, &[]),
            field("qh", 1, 32, &[(32, 1)]),
            field("qs", 4, 64, NIBBLES),
        ],
        &["qs", "qh"],
        &[],
    ),
    block(
        "Q8_0",
        (32, 34),
        &[field("d", 16, 0, &[]), field("qs", 8, 16, &[(32, 1)])],
        &["qs"],
        &[],
    ),
    block(
        "Q2_K",
        (256, 84),
        &[
            field("scales", 4, 0, &[(16, 2)]),
            field("mins", 4, 4, &[(16, 2)]),
            field("qs", 2, 128, PAIRS_OF_32),
            field("d", 16, 640, &[]),
            field("dmin", 16, 656, &[]),
        ],
        &["qs"],
        &[],
    ),
    block(
        "Q3_K",
        (256, 110),
        &[
            field("hmask", 1, 0, BITS_OF_32),
            field("qs", 2, 256, PAIRS_OF_32),
            field("scales.low", 4, 768, &[(2, 1), (8, 2)]),
            field("scales.high", 2, 832, &[(4, 1), (4, 4)]),
            field("d", 16, 864, &[]),
        ],
        &["qs", "hmask"],
        &[("scales", &["scales.low", "scales.high"])],
    ),
    block("Q4_K", (256, 144), &[field("qs", 4, 128, NIBBLES_OF_32)], &["qs"], SCALES_AND_MINIMA)
        .after(FIELDS_OF_SCALES_AND_MINIMA),
    block(
        "Q5_K",
        (256, 176),
        &[field("qh", 1, 128, BITS_OF_32), field("qs", 4, 384, NIBBLES_OF_32)],
        &["qs", "qh"],
        SCALES_AND_MINIMA,
    )
    .after(FIELDS_OF_SCALES_AND_MINIMA),
    block(
        "Q6_K",
        (256, 210),
        &[
            field("ql", 4, 0, &[(2, 128), (2, 1), (64, 2)]),
            field("qh", 2, 1024, PAIRS_OF_32),
            field("scales", 8, 1536, &[(16, 1)]),
            field("d", 16, 1664, &[]),
        ],
        &["ql", "qh"],
        &[],
    ),
    block("IQ4_NL", (32, 18), &[field("d", 16, 0, &[]), field("qs", 4, 16, NIBBLES)], &["qs"], &[]),
    block(
        "IQ4_XS",
        (256, 136),
        &[
            field("d", 16, 0, &[]),
            field("scales_h", 2, 16, &[(8, 1)]),
            field("scales_l", 4, 32, &[(8, 1)]),
            field("qs", 4, 64, &[(8, 32), (2, 1), (16, 2)]),
        ],
        &["qs"],
        &[("scales", &["scales_l", "scales_h"])],
    ),
    block(
        "TQ2_0",
        (256, 66),
        &[field("qs", 2, 0, PAIRS_OF_32), field("d", 16, 512, &[])],
        &["qs"],
        &[],
    ),
    block("MXFP4", (32, 17), &[field("e", 8, 0, &[]), field("qs", 4, 8, NIBBLES)], &["qs"], &[]),
    block(
        "NVFP4",
        (64, 36),
        &[field("d", 8, 0, &[(4, 1)]), field("qs", 4, 32, &[(4, 16), (2, 1), (8, 2)])],
        &["qs"],
        &[],
    ),
];

/// The types of ggml whose elements have no bits of their own, each with the reason.
pub(super) const WITHOUT_BITS: &[(&str, &str)] =
    &[("TQ1_0", "five elements are digits in base 3 of one byte")];
