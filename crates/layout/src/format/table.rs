//! The table of formats, one row each, with the element types by version. A new format is a new row: no other code
//! refers to a format or family by name.
//!
//! The rows of TensorRT without a version follow the vendor's table of I/O formats, as far as its columns and its
//! descriptions agree. Those of a version follow the comments of `TensorFormat` and `DataType` in the headers of its
//! release.

use super::blocks::{BlockPart, MatrixDim};
use super::generation::Generation;
use super::version::FormatVersion;

/// The definition of a format as data.
pub(super) struct Row {
    /// The name in the language.
    pub(super) name: &'static str,
    /// The specification that defines the format.
    pub(super) family: FormatFamily,
    /// The position of C from the end: 3 is the third dim from the end.
    pub(super) channel: usize,
    /// The physical array, major to minor.
    pub(super) array: &'static [ArrayPart],
    /// The number of values of C in a vector; 1 if nothing is rounded up.
    pub(super) vector: i64,
    /// `true` if a C of length 1 is not rounded up to a vector.
    pub(super) is_bare_if_single: bool,
    /// The alignments of the stride of H, the second dim from the end, in bytes. Each applies to its generation; one
    /// without a generation always applies.
    pub(super) pitch: &'static [(Option<Generation>, i64)],
    /// The minimum rank.
    pub(super) min_rank: usize,
    /// The element types, for disjoint sets of versions.
    pub(super) types: &'static [TypeRow],
    /// The lengths of C that a DLA supports; empty if it supports any length.
    pub(super) dla_channels: &'static [i64],
    /// The element types that require a static length of C.
    pub(super) constant_channel: &'static [&'static str],
    /// `true` if the vendor advises against its use by a DLA.
    pub(super) is_dla_deprecated: bool,
}

/// The element types of a format in a set of versions. `None` among the versions is the table without a version.
pub(super) struct TypeRow {
    pub(super) versions: &'static [Option<FormatVersion>],
    /// The names of the element types, each with the devices that support it.
    types: &'static [(&'static str, Devices)],
}

/// A part of a physical array. The logical dims are split into those before C, C itself, and those after C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArrayPart {
    /// The dims before C.
    Leading,
    /// C, padded to whole vectors.
    Channels,
    /// The dims after C.
    Trailing,
    /// The vectors that C is split into.
    Vectors,
    /// The values of a vector.
    Lanes,
    /// A part of a dim of a matrix that is stored in blocks.
    Block(MatrixDim, BlockPart),
}

/// The specification that defines a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatFamily {
    /// TensorRT's `TensorFormat`.
    TensorRt,
    /// The memory layouts of cooperative matrices of VK_ARM_cooperative_matrix_layouts.
    CooperativeMatrix,
}

use ArrayPart::{Block, Channels, Lanes, Leading, Trailing, Vectors};
use BlockPart::{Blocks, Elements, Groups, Lines};
use MatrixDim::{Columns, Rows};

impl FormatFamily {
    /// Returns the name in lists.
    pub fn name(self) -> &'static str {
        match self {
            FormatFamily::TensorRt => "tensorrt",
            FormatFamily::CooperativeMatrix => "cooperative_matrix",
        }
    }
}

/// Devices that support an element type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Devices {
    /// Only the GPU.
    Gpu,
    /// Only a DLA.
    Dla,
    /// The GPU and a DLA.
    Both,
}

use Devices::{Both, Dla, Gpu};

/// Returns the element types of a format in a set of versions.
const fn row(
    versions: &'static [Option<FormatVersion>],
    types: &'static [(&'static str, Devices)],
) -> TypeRow {
    TypeRow { versions, types }
}

/// The table without a version.
const PLAIN_TABLE: &[Option<FormatVersion>] = &[None];
/// TensorRT 8.
const V8: &[Option<FormatVersion>] = &[Some(FormatVersion::V8)];
/// The table without a version, and TensorRT 8.
const UNTIL_8: &[Option<FormatVersion>] = &[None, Some(FormatVersion::V8)];
/// TensorRT 8, 10 and 11.
const FROM_8: &[Option<FormatVersion>] =
    &[Some(FormatVersion::V8), Some(FormatVersion::V10), Some(FormatVersion::V11)];
/// TensorRT 10 and 11.
const FROM_10: &[Option<FormatVersion>] = &[Some(FormatVersion::V10), Some(FormatVersion::V11)];
/// The table without a version, and every version.
const ALWAYS: &[Option<FormatVersion>] =
    &[None, Some(FormatVersion::V8), Some(FormatVersion::V10), Some(FormatVersion::V11)];

/// The element types of the formats that only a DLA reads, in every version.
const DLA_TYPES: &[TypeRow] = &[row(ALWAYS, &[("f16", Dla), ("i8", Dla)])];
/// Half precision in vectors on the GPU; from TensorRT 10 also `bf16`.
const HALVES: &[TypeRow] =
    &[row(UNTIL_8, &[("f16", Gpu)]), row(FROM_10, &[("f16", Gpu), ("bf16", Gpu)])];

/// The dims in logical order.
const ROW_MAJOR: &[ArrayPart] = &[Leading, Channels, Trailing];
/// C innermost.
const CHANNELS_LAST: &[ArrayPart] = &[Leading, Trailing, Channels];
/// Vectors of C at the position of C, and the lanes of a vector innermost.
const SPLIT: &[ArrayPart] = &[Leading, Vectors, Trailing, Lanes];

/// The row of a plain image format for the GPU: nothing rounded up, C third from the end.
const PLAIN: Row = Row {
    name: "",
    family: FormatFamily::TensorRt,
    channel: 3,
    array: ROW_MAJOR,
    vector: 1,
    is_bare_if_single: false,
    pitch: &[],
    min_rank: 3,
    types: &[],
    dla_channels: &[],
    constant_channel: &[],
    is_dla_deprecated: false,
};

/// The components of cooperative matrices of whole bytes.
const COMPONENTS: &[TypeRow] = &[row(
    ALWAYS,
    &[
        ("f16", Gpu),
        ("bf16", Gpu),
        ("f32", Gpu),
        ("f64", Gpu),
        ("f8E4M3FN", Gpu),
        ("f8E5M2", Gpu),
        ("i8", Gpu),
        ("i16", Gpu),
        ("i32", Gpu),
        ("i64", Gpu),
        ("ui8", Gpu),
        ("ui16", Gpu),
        ("ui32", Gpu),
        ("ui64", Gpu),
    ],
)];

/// The row of a cooperative matrix in blocks.
const MATRIX: Row = Row {
    family: FormatFamily::CooperativeMatrix,
    channel: 2,
    min_rank: 2,
    types: COMPONENTS,
    ..PLAIN
};

/// The vendor's alignment of image rows in bytes, by generation of a DLA.
const IMAGE_PITCH: &[(Option<Generation>, i64)] =
    &[(Some(Generation::Xavier), 32), (Some(Generation::Orin), 64)];

/// All formats, in the order of every list.
pub(super) const ROWS: &[Row] = &[
    Row {
        name: "linear",
        min_rank: 0,
        types: &[
            row(PLAIN_TABLE, &[("f32", Gpu), ("f16", Both), ("i32", Gpu), ("i8", Both)]),
            row(V8, &[("f32", Gpu), ("f16", Both), ("i32", Gpu), ("i8", Both), ("ui8", Gpu)]),
            row(
                FROM_10,
                &[
                    ("f32", Gpu),
                    ("f16", Both),
                    ("bf16", Gpu),
                    ("f8E4M3FN", Gpu),
                    ("f8E8M0FNU", Gpu),
                    ("f4E2M1FN", Gpu),
                    ("i64", Gpu),
                    ("i32", Gpu),
                    ("i8", Both),
                    ("ui8", Gpu),
                    ("i4", Gpu),
                ],
            ),
        ],
        ..PLAIN
    },
    Row { name: "chw2", array: SPLIT, vector: 2, types: HALVES, ..PLAIN },
    Row {
        name: "chw4",
        array: SPLIT,
        vector: 4,
        pitch: IMAGE_PITCH,
        types: &[row(UNTIL_8, &[("f16", Both), ("i8", Both)]), row(FROM_10, &[("i8", Both)])],
        dla_channels: &[1, 2, 3, 4],
        constant_channel: &["i8"],
        is_dla_deprecated: true,
        ..PLAIN
    },
    Row {
        name: "chw16",
        array: SPLIT,
        vector: 16,
        types: &[row(UNTIL_8, &[("f16", Both)]), row(FROM_10, &[("f16", Dla)])],
        ..PLAIN
    },
    Row {
        name: "chw32",
        array: SPLIT,
        vector: 32,
        types: &[row(ALWAYS, &[("f32", Gpu), ("f16", Gpu), ("i8", Both)])],
        ..PLAIN
    },
    Row {
        name: "cdhw32",
        channel: 4,
        array: SPLIT,
        vector: 32,
        min_rank: 4,
        types: &[row(ALWAYS, &[("f16", Gpu), ("i8", Gpu)])],
        ..PLAIN
    },
    Row {
        name: "hwc",
        array: CHANNELS_LAST,
        types: &[row(PLAIN_TABLE, &[("f32", Gpu)]), row(FROM_8, &[("f32", Gpu), ("ui8", Gpu)])],
        ..PLAIN
    },
    Row { name: "hwc8", array: CHANNELS_LAST, vector: 8, types: HALVES, ..PLAIN },
    Row {
        name: "hwc16",
        array: CHANNELS_LAST,
        vector: 16,
        types: &[
            row(UNTIL_8, &[("f16", Gpu)]),
            row(FROM_10, &[("f16", Gpu), ("f8E4M3FN", Gpu), ("i8", Gpu)]),
        ],
        ..PLAIN
    },
    Row {
        name: "dhwc",
        channel: 4,
        array: CHANNELS_LAST,
        min_rank: 4,
        types: &[row(ALWAYS, &[("f32", Gpu)])],
        ..PLAIN
    },
    Row {
        name: "dhwc8",
        channel: 4,
        array: CHANNELS_LAST,
        vector: 8,
        min_rank: 4,
        types: HALVES,
        ..PLAIN
    },
    Row { name: "dla_linear", pitch: &[(None, 64)], types: DLA_TYPES, ..PLAIN },
    Row {
        name: "dla_hwc4",
        array: CHANNELS_LAST,
        vector: 4,
        is_bare_if_single: true,
        pitch: IMAGE_PITCH,
        types: DLA_TYPES,
        dla_channels: &[1, 3, 4],
        ..PLAIN
    },
    // Blocks in row-major order; neighbors along a row form a group.
    Row {
        name: "row_blocked_interleaved",
        array: &[
            Leading,
            Block(Rows, Groups),
            Block(Columns, Groups),
            Block(Rows, Lines),
            Block(Columns, Lines),
            Block(Columns, Blocks),
            Block(Columns, Elements),
        ],
        ..MATRIX
    },
    // Blocks in column-major order; neighbors along a column form a group.
    Row {
        name: "column_blocked_interleaved",
        array: &[
            Leading,
            Block(Columns, Groups),
            Block(Rows, Groups),
            Block(Rows, Lines),
            Block(Columns, Lines),
            Block(Rows, Blocks),
            Block(Columns, Elements),
        ],
        ..MATRIX
    },
];

impl Row {
    /// Returns the element types in a version that a DLA supports if `dla` is `true`, otherwise those that the GPU
    /// supports.
    pub(super) fn types_for(
        &self,
        version: Option<FormatVersion>,
        dla: bool,
    ) -> impl Iterator<Item = &'static str> {
        let excluded = if dla { Gpu } else { Dla };
        let rows = self.types.iter().filter(move |row| row.versions.contains(&version));
        let types = rows.flat_map(|row| row.types);
        types.filter(move |(_, at)| *at != excluded).map(|(ty, _)| *ty)
    }

    /// Returns `true` if a DLA supports the format with some element type in a version.
    pub(super) fn has_dla(&self, version: Option<FormatVersion>) -> bool {
        self.types_for(version, true).next().is_some()
    }

    /// Returns `true` if the GPU supports the format with some element type in a version.
    pub(super) fn has_gpu(&self, version: Option<FormatVersion>) -> bool {
        self.types_for(version, false).next().is_some()
    }

    /// Returns `true` if the alignment of rows depends on the generation.
    pub(super) fn pitch_varies(&self) -> bool {
        self.pitch.iter().any(|(generation, _)| generation.is_some())
    }

    /// Returns the number of physical dims beyond the logical ones: a split C has two, vectors and lanes, and a matrix in
    /// blocks six for its two dims.
    pub(super) fn added_dims(&self) -> usize {
        let blocks = self.blocks().count();
        usize::from(self.array.contains(&Vectors)) + blocks.saturating_sub(MATRIX.min_rank)
    }

    /// Returns the parts of dims that the matrix is stored in; empty if it is not stored in blocks.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (MatrixDim, BlockPart)> {
        self.array.iter().filter_map(|part| match *part {
            Block(dim, part) => Some((dim, part)),
            _ => None,
        })
    }

    /// Returns `true` if the physical array is the logical one, without padding.
    pub(super) fn is_row_major(&self) -> bool {
        self.array == ROW_MAJOR && self.pitch.is_empty()
    }
}
