//! The physical array of a format: the content, length and minimum stride of each physical dim.

use crate::messages::joined;
use std::cmp::Ordering;

use super::blocks::{BlockPart, MatrixDim};
use super::table::{ArrayPart, Row};
use super::usage::FormatUse;
use crate::space::{Dim, DimsOrder, ElemSize, Len, MemDim, PerDim, RankError, Shape};
use crate::stride::{Amount, Req, ReqKind, Unit};

/// The content of a physical dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArrayDim {
    /// A logical dim as a whole.
    Whole(Dim),
    /// The vectors that a logical dim is split into. The last vector may be partially filled.
    Vectors(Dim),
    /// The lanes of a vector of that dim.
    Lanes(Dim),
    /// A part of a dim of a matrix in blocks.
    Block(Dim, MatrixDim, BlockPart),
}

/// The content of each physical dim, major to minor. Index c of a split dim is lane `c mod V` of vector `c / V`.
pub(super) type ArrayDims = PerDim<MemDim, ArrayDim>;

impl ArrayDim {
    /// Returns the logical dim whose values the physical dim holds.
    pub(super) fn dim(self) -> Dim {
        match self {
            ArrayDim::Whole(dim)
            | ArrayDim::Vectors(dim)
            | ArrayDim::Lanes(dim)
            | ArrayDim::Block(dim, ..) => dim,
        }
    }

    /// Returns the significance of the part among the parts of its dim: the least for the most significant part.
    pub(super) fn significance(self) -> BlockPart {
        match self {
            ArrayDim::Whole(_) | ArrayDim::Vectors(_) => BlockPart::Groups,
            ArrayDim::Lanes(_) => BlockPart::Elements,
            ArrayDim::Block(_, _, part) => part,
        }
    }
}

impl FormatUse {
    /// Returns the length of a physical dim without padding. The tensor must violate no rule of the format.
    pub(super) fn length(self, content: ArrayDim, shape: &Shape, elem: ElemSize) -> Len {
        let vector = self.format.row().vector;
        match content {
            ArrayDim::Whole(dim) => shape[dim],
            ArrayDim::Vectors(dim) => vectors_of(shape[dim], vector),
            ArrayDim::Lanes(_) => Len::new(vector).expect("a vector has values"),
            ArrayDim::Block(dim, of, BlockPart::Groups) => {
                let whole = self.group(of, elem).zip(shape[dim].get());
                whole.and_then(|(group, len)| Len::new(len / group)).unwrap_or(Len::DYNAMIC)
            }
            ArrayDim::Block(_, of, part) => {
                let length = self.stride.and_then(|stride| of.part(part, stride, elem));
                length.and_then(Len::new).unwrap_or(Len::DYNAMIC)
            }
        }
    }

    /// Returns the number of rows or columns in a group of blocks; `None` without a stride, or for elements that blocks
    /// do not hold.
    pub(super) fn group(self, of: MatrixDim, elem: ElemSize) -> Option<i64> {
        let parts = self.format.row().blocks().filter(|&(dim, _)| dim == of);
        parts.map(|(dim, part)| dim.part(part, self.stride?, elem)).product()
    }
}

/// Returns the number of vectors for a length; dynamic if the length is.
fn vectors_of(len: Len, vector: i64) -> Len {
    // Lengths are above zero, so the subtraction is safe.
    let vectors = len.get().map(|len| (len - 1) / vector + 1);
    vectors.and_then(Len::new).unwrap_or(Len::DYNAMIC)
}

impl ArrayPart {
    /// Returns the physical dims of the part, for tensors of a rank. `channel` is the position of C from the end.
    fn dims(self, rank: usize, channel: usize) -> impl Iterator<Item = ArrayDim> {
        let (side, back) = match self {
            ArrayPart::Leading => (Ordering::Greater, channel),
            ArrayPart::Trailing => (Ordering::Less, channel),
            ArrayPart::Channels | ArrayPart::Vectors | ArrayPart::Lanes => {
                (Ordering::Equal, channel)
            }
            ArrayPart::Block(of, _) => (Ordering::Equal, of.back()),
        };
        let dims = Dim::all(rank).filter(move |dim| (rank - dim.index()).cmp(&back) == side);
        dims.map(move |dim| self.content(dim))
    }

    fn content(self, dim: Dim) -> ArrayDim {
        match self {
            ArrayPart::Leading | ArrayPart::Channels | ArrayPart::Trailing => ArrayDim::Whole(dim),
            ArrayPart::Vectors => ArrayDim::Vectors(dim),
            ArrayPart::Lanes => ArrayDim::Lanes(dim),
            ArrayPart::Block(of, part) => ArrayDim::Block(dim, of, part),
        }
    }
}

impl Row {
    /// Returns the content of the physical dims for tensors of a rank.
    ///
    /// # Errors
    /// The split results in more than [`MAX_RANK`](crate::space::MAX_RANK) dims.
    pub(super) fn array_dims(&self, rank: usize) -> Result<ArrayDims, RankError> {
        PerDim::new(self.array.iter().flat_map(|part| part.dims(rank, self.channel)))?.of_tensor()
    }

    /// Returns the physical array in one line, major to minor. Divisions round up.
    pub(super) fn summary(&self) -> String {
        if self.is_row_major() {
            return "the dims in row-major order".to_owned();
        }
        if let Some(grouped) = self.grouped() {
            let order = match grouped {
                MatrixDim::Rows => "column-major",
                MatrixDim::Columns => "row-major",
            };
            return format!(
                "N, blocks of 4 rows of 16 bytes in {order} order, interleaved by 4 bytes in groups"
            );
        }
        let parts = joined(self.array.iter().map(|part| self.part_text(*part)), ", ");
        format!("{parts}{}{}", self.rows_text(), self.values_text())
    }

    /// Returns the dim of a matrix along which blocks form a group; `None` if the format has no blocks.
    fn grouped(&self) -> Option<MatrixDim> {
        self.blocks().find(|&(_, part)| part == BlockPart::Blocks).map(|(of, _)| of)
    }

    fn part_text(&self, part: ArrayPart) -> String {
        let vector = self.vector;
        let always = !self.is_bare_if_single;
        match part {
            ArrayPart::Leading => "N".to_owned(),
            ArrayPart::Channels if vector > 1 && always => format!("C rounded up to {vector}"),
            ArrayPart::Channels => "C".to_owned(),
            ArrayPart::Trailing => {
                let names = ["D", "H", "W"];
                names[(names.len() + 1).saturating_sub(self.channel)..].join(", ")
            }
            ArrayPart::Vectors => format!("C/{vector}"),
            ArrayPart::Lanes => vector.to_string(),
            ArrayPart::Block(..) => String::new(),
        }
    }

    /// Returns the part of the summary about the alignment of rows.
    fn rows_text(&self) -> String {
        match self.pitch {
            [] => String::new(),
            _ if self.pitch_varies() && self.has_gpu(None) => {
                "; a DLA rounds up the rows".to_owned()
            }
            amounts => {
                let amounts: Vec<String> = amounts
                    .iter()
                    .enumerate()
                    .map(|(at, &(generation, bytes))| {
                        let unit = if at == 0 { " bytes" } else { "" };
                        let whose = generation
                            .map(|generation| format!(" ({generation})"))
                            .unwrap_or_default();
                        format!("{bytes}{unit}{whose}")
                    })
                    .collect();
                format!(" with rows rounded up to {}", amounts.join(" or "))
            }
        }
    }

    /// Returns the part of the summary about the lengths of C that are rounded up, if not all are.
    fn values_text(&self) -> String {
        let rounded = self
            .dla_channels
            .iter()
            .filter(|_| self.is_bare_if_single)
            .filter(|&&length| length > 1 && length % self.vector != 0);
        rounded.map(|length| format!(", {length} values of C to {}", self.vector)).collect()
    }
}

impl FormatUse {
    /// Returns the requirements of the format beyond density: whole vectors of C, and aligned rows.
    pub(super) fn paddings(self, shape: &Shape, array: &ArrayDims) -> impl Iterator<Item = Req> {
        [self.pixel(shape, array), self.pitch(shape, array)]
            .into_iter()
            .flatten()
            .map(|(dim, amount)| Req { dim, kind: ReqKind::Aligned(amount) })
    }

    /// Returns the alignment of the stride just outside C, if C is one physical dim of whole vectors.
    fn pixel(self, shape: &Shape, array: &ArrayDims) -> Option<(MemDim, Amount)> {
        let row = self.format.row();
        let channel = shape.len().checked_sub(row.channel).and_then(Dim::new)?;
        let at = array.dims().find(|&dim| array[dim] == ArrayDim::Whole(channel))?;
        if row.vector == 1 || (row.is_bare_if_single && shape[channel].is_one()) {
            return None;
        }
        let outside = MemDim::new(at.index().checked_sub(1)?)?;
        Some((outside, Amount::new(row.vector, Unit::Elems)?))
    }

    /// Returns the alignment of the stride of H; `None` if there is none.
    fn pitch(self, shape: &Shape, array: &ArrayDims) -> Option<(MemDim, Amount)> {
        let own = self.generation.filter(|_| !self.allows_gpu_fallback);
        let mut amounts = self.format.row().pitch.iter();
        let &(_, bytes) =
            amounts.find(|(generation, _)| generation.is_none() || *generation == own)?;
        let rows = shape.len().checked_sub(2).and_then(Dim::new)?;
        let at = array.dims().find(|&dim| array[dim].dim() == rows)?;
        Some((at, Amount::new(bytes, Unit::Bytes)?))
    }
}

/// Returns the order of the dims in memory; `None` if a dim is split.
pub(super) fn order_of(array: &ArrayDims) -> Option<DimsOrder> {
    let dims = array.values().map(|content| match content {
        ArrayDim::Whole(dim) => Some(*dim),
        ArrayDim::Vectors(_) | ArrayDim::Lanes(_) | ArrayDim::Block(..) => None,
    });
    DimsOrder::from_permutation(&dims.collect::<Option<Vec<Dim>>>()?).ok()
}
