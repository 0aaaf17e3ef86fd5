//! The thirteen formats, a row each. A new format is a new row; no code names one.
//!
//! The rows are the vendor's table of I/O formats where its columns and its descriptions agree.

use super::FormatType::{self, F16, F32, I8, I32};

/// What a format is, as data.
pub(super) struct Row {
    /// The name in the language.
    pub(super) name: &'static str,
    /// The physical array, major to minor, in a line.
    pub(super) summary: &'static str,
    /// The place of C, counted from the end: 3 is the third dim from the end.
    pub(super) channel: usize,
    /// How many values of C stand together.
    pub(super) vector: i64,
    /// How the memory is arranged.
    pub(super) family: Family,
    /// True where C = 1 is stored as it is, not rounded up to a vector.
    pub(super) bare_single: bool,
    /// What the stride of H is a multiple of.
    pub(super) pitch: Pitch,
    /// The least rank.
    pub(super) min_rank: usize,
    /// The element types, each with the devices that take it.
    pub(super) types: &'static [(FormatType, Devices)],
    /// The values of C that a DLA takes; any if there are none.
    pub(super) dla_channels: &'static [i64],
    /// The element types for which C must be a constant.
    pub(super) constant_channel: &'static [FormatType],
    /// True where the vendor advises against use by a DLA.
    pub(super) dla_deprecated: bool,
}

/// How the memory of a format is arranged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// The dims as they are.
    RowMajor,
    /// C innermost, rounded up to whole vectors.
    ChannelsLast,
    /// Whole vectors of C in its place, the values of a vector innermost.
    Split,
}

/// What the stride of H, the second dim from the end, is a multiple of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pitch {
    /// Nothing.
    Any,
    /// This many bytes.
    Bytes(i64),
    /// This many bytes, where a generation is meant.
    PerGeneration {
        /// On a Xavier.
        xavier: i64,
        /// On an Orin.
        orin: i64,
    },
}

/// Which devices take an element type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Devices {
    /// The GPU alone.
    Gpu,
    /// A DLA alone.
    Dla,
    /// Both.
    Both,
}

use Devices::{Both, Dla, Gpu};

/// The row of a plain image format: nothing rounded up, C third from the end, for the GPU.
const PLAIN: Row = Row {
    name: "",
    summary: "",
    channel: 3,
    vector: 1,
    family: Family::RowMajor,
    bare_single: false,
    pitch: Pitch::Any,
    min_rank: 3,
    types: &[],
    dla_channels: &[],
    constant_channel: &[],
    dla_deprecated: false,
};

/// By the generation of a DLA, the vendor's alignment of image rows.
const IMAGE_PITCH: Pitch = Pitch::PerGeneration { xavier: 32, orin: 64 };

/// All formats, in the order in which they are told.
pub(super) const ROWS: &[Row] = &[
    Row {
        name: "linear",
        summary: "the dims as they are",
        min_rank: 0,
        types: &[(F32, Gpu), (F16, Both), (I32, Gpu), (I8, Both)],
        ..PLAIN
    },
    Row {
        name: "chw2",
        summary: "N, C/2, H, W, 2",
        family: Family::Split,
        vector: 2,
        types: &[(F16, Gpu)],
        ..PLAIN
    },
    Row {
        name: "chw4",
        summary: "N, C/4, H, W, 4; a DLA rounds up the rows",
        family: Family::Split,
        vector: 4,
        pitch: IMAGE_PITCH,
        types: &[(F16, Both), (I8, Both)],
        dla_channels: &[1, 2, 3, 4],
        constant_channel: &[I8],
        dla_deprecated: true,
        ..PLAIN
    },
    Row {
        name: "chw16",
        summary: "N, C/16, H, W, 16",
        family: Family::Split,
        vector: 16,
        types: &[(F16, Both)],
        ..PLAIN
    },
    Row {
        name: "chw32",
        summary: "N, C/32, H, W, 32",
        family: Family::Split,
        vector: 32,
        types: &[(F32, Gpu), (F16, Gpu), (I8, Both)],
        ..PLAIN
    },
    Row {
        name: "cdhw32",
        summary: "N, C/32, D, H, W, 32",
        channel: 4,
        family: Family::Split,
        vector: 32,
        min_rank: 4,
        types: &[(F16, Gpu), (I8, Gpu)],
        ..PLAIN
    },
    Row {
        name: "hwc",
        summary: "N, H, W, C",
        family: Family::ChannelsLast,
        types: &[(F32, Gpu)],
        ..PLAIN
    },
    Row {
        name: "hwc8",
        summary: "N, H, W, C rounded up to 8",
        family: Family::ChannelsLast,
        vector: 8,
        types: &[(F16, Gpu)],
        ..PLAIN
    },
    Row {
        name: "hwc16",
        summary: "N, H, W, C rounded up to 16",
        family: Family::ChannelsLast,
        vector: 16,
        types: &[(F16, Gpu)],
        ..PLAIN
    },
    Row {
        name: "dhwc",
        summary: "N, D, H, W, C",
        channel: 4,
        family: Family::ChannelsLast,
        min_rank: 4,
        types: &[(F32, Gpu)],
        ..PLAIN
    },
    Row {
        name: "dhwc8",
        summary: "N, D, H, W, C rounded up to 8",
        channel: 4,
        family: Family::ChannelsLast,
        vector: 8,
        min_rank: 4,
        types: &[(F16, Gpu)],
        ..PLAIN
    },
    Row {
        name: "dla_linear",
        summary: "N, C, H, W with rows rounded up to 64 bytes",
        pitch: Pitch::Bytes(64),
        types: &[(F16, Dla), (I8, Dla)],
        ..PLAIN
    },
    Row {
        name: "dla_hwc4",
        summary: "N, H, W, C with rows rounded up to 32 bytes (xavier) or 64 (orin), 3 values of C to 4",
        family: Family::ChannelsLast,
        vector: 4,
        bare_single: true,
        pitch: IMAGE_PITCH,
        types: &[(F16, Dla), (I8, Dla)],
        dla_channels: &[1, 3, 4],
        ..PLAIN
    },
];

impl Devices {
    /// Whether the GPU is one of them.
    pub(super) fn has_gpu(self) -> bool {
        self != Dla
    }

    /// Whether a DLA is one of them.
    pub(super) fn has_dla(self) -> bool {
        self != Gpu
    }
}

impl Row {
    /// The element types for a DLA, or else for the GPU.
    pub(super) fn types_for(&self, dla: bool) -> impl Iterator<Item = &'static FormatType> {
        let takes = move |at: Devices| if dla { at.has_dla() } else { at.has_gpu() };
        self.types.iter().filter(move |(_, at)| takes(*at)).map(|(ty, _)| ty)
    }

    /// Whether a DLA takes the format at all.
    pub(super) fn has_dla(&self) -> bool {
        self.types_for(true).next().is_some()
    }

    /// Whether the GPU takes the format at all.
    pub(super) fn has_gpu(&self) -> bool {
        self.types_for(false).next().is_some()
    }

    /// Whether the pitch of rows is another one on each generation.
    pub(super) fn pitch_varies(&self) -> bool {
        matches!(self.pitch, Pitch::PerGeneration { .. })
    }
}
