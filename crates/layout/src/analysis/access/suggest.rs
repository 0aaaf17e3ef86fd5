//! The search for a change that removes the bank conflicts of an access: an xor of two dims, or padded rows.
//!
//! Each candidate is a layout that the core builds. Its groups are analyzed like those of the original, up to the first
//! group with a conflict. The kinds of candidates, by the memory that they cost:
//!
//! - **xor**, no memory: [`Xor`] over two logical dims, the row and the column. A column may be split into units, and
//!   several rows may share one pattern; then `unmerge` and `merge` enclose the xor. The xor must be a pure permutation
//!   of elements, so the layout must be injective and without virtual padding.
//! - **pad**: increases the stride of one physical dim, by 1 element up to a bank row, and the strides of the dims
//!   outside it accordingly. Gaps between rows are kept. Apart from dims of stride 0, memory must be nested in some
//!   order; then distinct physical indices keep distinct slots.
//! - **align**: a padding that equals the alignment of the row to a power of two is reported as that alignment.
//!
//! The order of candidates is fixed and their number is bounded, so the result does not depend on the machine. The
//! search does not know the stride requirements of a type: the suggestion may need another alignment.

use std::cmp::Reverse;

use super::groups::LaneGroups;
use super::lanes::{Access, AccessError};
use super::report::AccessReport;
use crate::domain::gcd;
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{Dim, DimId, Elems, MemDim, MemStrides, dims_by_falling_strides};
use crate::stride::PhysicalLayout;
use crate::transform::{Merge, Unmerge, Xor};

/// The maximum number of candidates of each kind.
const MAX_CANDIDATES: usize = crate::limits::TESTED_CHANGES as usize;

/// The maximum number of words that are analyzed for all candidates together.
const MAX_WORDS: u64 = crate::limits::TESTED_WORDS;

/// The result of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Suggestions {
    /// The least change of each kind that removes all conflicts. The change that costs the least memory is first.
    pub found: Vec<Suggestion>,
    /// The number of tested candidates.
    pub tried: u64,
    /// `true` if the limits of the search skipped no candidate.
    pub is_complete: bool,
}

/// A changed layout without bank conflicts.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The change.
    pub change: Change,
    /// The layout with the change.
    pub layout: Layout,
    /// The number of elements by which the buffer grows.
    pub extra: Elems,
    /// The degree of conflicts of the changed layout.
    pub degree: u64,
}

/// A change of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// An increase of the stride of this physical dim by this many elements. The strides outside it increase, too.
    Pad(MemDim, i64),
    /// An alignment of the stride of this physical dim to this many elements. The strides outside it are adjusted.
    Align(MemDim, i64),
    /// A permutation of columns by the row.
    Xor(Swizzle),
}

/// A permutation of columns by the row: unit c of the columns becomes c xor (row / rows), modulo the number of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swizzle {
    /// The dim whose index permutes the other.
    pub row: Dim,
    /// The dim that is permuted.
    pub column: Dim,
    /// The number of consecutive rows with the same permutation.
    pub rows: i64,
    /// The number of consecutive columns that stay together.
    pub unit: i64,
}

/// Searches for the change that costs the least memory and leaves no bank conflict in the groups of the report. If the
/// report has no conflict, the result is empty.
///
/// # Errors
/// As [`analyze`](super::analyze).
pub fn suggest(
    layout: &Layout,
    access: &Access,
    report: &AccessReport,
) -> Result<Suggestions, AccessError> {
    access.check(layout)?;
    let mut judge = Judge {
        access,
        report,
        hardest: report.worst_group,
        words: 0,
        tried: 0,
        is_cut_off: false,
    };
    let mut found = Vec::new();
    if report.degree > 1 {
        found.extend(swizzled(layout, &mut judge));
        found.extend(padded(layout, &mut judge));
    }
    found.sort_by_key(|suggestion| suggestion.extra);
    Ok(Suggestions { found, tried: judge.tried, is_complete: !judge.is_cut_off })
}

/// The test of candidates, with its limits.
struct Judge<'a> {
    access: &'a Access,
    report: &'a AccessReport,
    /// The group in which the last candidate failed. The next one is likely to fail there, too.
    hardest: u64,
    words: u64,
    tried: u64,
    /// `true` if a candidate was skipped.
    is_cut_off: bool,
}

impl Judge<'_> {
    /// Returns the degree of a candidate; `None` if it has a conflict. The hardest group is tested first.
    fn degree_if_free(&mut self, layout: &Layout) -> Option<u64> {
        self.tried += 1;
        let mut groups = LaneGroups::new(layout, self.access);
        let mut worst = 0;
        for group in std::iter::once(self.hardest).chain(0..self.report.groups) {
            self.words += groups.cost();
            if self.words > MAX_WORDS {
                self.is_cut_off = true;
                return None;
            }
            // A layout with an address that does not fit 64 bits is not a candidate.
            let degree = groups.footprint(group).ok()?.degree(self.access);
            if degree > 1 {
                self.hardest = group;
                return None;
            }
            worst = worst.max(degree);
        }
        Some(worst)
    }

    /// Returns the first candidate without conflicts; `None` if there is none.
    fn first(
        &mut self,
        old: &Layout,
        candidates: impl ExactSizeIterator<Item = (Change, Option<Layout>)>,
    ) -> Option<Suggestion> {
        self.is_cut_off |= candidates.len() > MAX_CANDIDATES;
        for (change, layout) in candidates.take(MAX_CANDIDATES) {
            let Some(layout) = layout else { continue };
            if let Some(degree) = self.degree_if_free(&layout) {
                fn size(layout: &Layout) -> Option<Elems> {
                    layout.physical().allocation().ok()
                }
                let extra = size(&layout)?.checked_sub(size(old)?)?;
                return Some(Suggestion { change, layout, extra, degree });
            }
        }
        None
    }
}

/// Returns the simplest xor without conflicts; `None` if there is none.
fn swizzled(layout: &Layout, judge: &mut Judge<'_>) -> Option<Suggestion> {
    // If injectivity is undecided, the xor might not be a pure permutation of elements.
    if !layout.is_total() || !layout.is_injective().unwrap_or(false) {
        return None;
    }
    let swizzles = Swizzle::all(layout);
    let candidates = swizzles.into_iter();
    judge.first(layout, candidates.map(|it| (Change::Xor(it), it.over(layout).ok())))
}

impl Swizzle {
    /// Returns all swizzles that have an effect. Those with the fewest transforms come first; among these, those that
    /// keep the most columns together, which permits the widest vectors.
    fn all(layout: &Layout) -> Vec<Swizzle> {
        let lengths: Vec<(Dim, i64)> =
            layout.shape().iter().filter_map(|(dim, len)| Some((dim, len.get()?))).collect();
        let mut all = Vec::new();
        for &(row, rows_len) in &lengths {
            for &(column, columns_len) in lengths.iter().filter(|&&(column, _)| column != row) {
                for unit in powers(columns_len).map(|columns| columns_len / columns) {
                    let rows = std::iter::once(1).chain(powers(rows_len));
                    let rows = rows.filter(|&rows| rows < rows_len);
                    all.extend(rows.map(|rows| Swizzle { row, column, rows, unit }));
                }
            }
        }
        all.sort_by_key(|it| (it.splits(), Reverse(it.unit), Reverse(it.rows), it.row, it.column));
        all
    }

    /// Returns the number of dims to split.
    fn splits(&self) -> usize {
        usize::from(self.rows > 1) + usize::from(self.unit > 1)
    }

    /// Returns the layout with the permutation applied.
    ///
    /// # Errors
    /// The unit or the rows do not divide the length of their dim, or the number of units is not a power of two.
    pub fn over(&self, layout: &Layout) -> Result<Layout, LayoutFault> {
        let mut builder = LayoutBuilder::from_layout(layout);
        let mut logical_dims = builder.base_dims().to_vec();
        let row = self.row.index();
        let column = self.column.index();
        let rows = split(&mut builder, logical_dims[row], self.rows)?;
        let units = split(&mut builder, logical_dims[column], self.unit)?;
        let permuted = builder.apply(Xor, &[rows[0], units[0]])?;
        logical_dims[row] = joined(&mut builder, permuted[0], &rows[1..])?;
        logical_dims[column] = joined(&mut builder, permuted[1], &units[1..])?;
        builder.finish(&logical_dims)
    }
}

/// Returns the powers of two, from 2 on, that divide a length.
fn powers(length: i64) -> impl Iterator<Item = i64> {
    (1..=length.trailing_zeros()).map(|bit| 1 << bit)
}

/// Splits a dim into blocks of `unit` indices. Returns the dim of the block number, and the dim within a block if the
/// unit is above 1.
fn split(builder: &mut LayoutBuilder, dim: DimId, unit: i64) -> Result<Vec<DimId>, LayoutFault> {
    if unit == 1 {
        return Ok(vec![dim]);
    }
    // If the unit does not divide the length, `unmerge` rejects the lengths.
    let length = builder.length(dim).get().unwrap_or(0);
    builder.apply(Unmerge { lengths: vec![length / unit, unit] }, &[dim])
}

fn joined(builder: &mut LayoutBuilder, block: DimId, rest: &[DimId]) -> Result<DimId, LayoutFault> {
    if rest.is_empty() {
        return Ok(block);
    }
    Ok(builder.apply(Merge, &[&[block], rest].concat())?[0])
}

/// Returns the least padding of one row without conflicts; `None` if there is none.
fn padded(layout: &Layout, judge: &mut Judge<'_>) -> Option<Suggestion> {
    let memory = layout.physical();
    let rows = Rows::from_memory(memory)?;
    let bank_row = 8 * judge.access.banks * judge.access.bank_bytes;
    // A padding of a whole bank row changes no bank, so only lesser ones are tested.
    let most = bank_row / gcd(bank_row, judge.access.elem.bits().get());
    let mut candidates = Vec::new();
    for &dim in rows.order.iter().rev().skip(1) {
        candidates.extend((1..most).filter_map(|by| {
            let changed = rows.padded(memory, dim, by)?;
            Some((changed.allocation().ok()?, by, dim, changed))
        }));
    }
    candidates.sort_by_key(|&(size, by, dim, _)| (size, by, dim));
    let changed = candidates
        .into_iter()
        .map(|(_, by, dim, memory)| (Change::Pad(dim, by), layout.with_memory(memory).ok()));
    let mut found = judge.first(layout, changed)?;
    if let Change::Pad(dim, by) = found.change
        && let Some(to) = alignment_that_adds(memory.strides()[dim], by)
    {
        found.change = Change::Align(dim, to);
    }
    Some(found)
}

/// Returns the least power of two, in elements, whose alignment extends a row by exactly `by`; `None` if there is none.
fn alignment_that_adds(row: Elems, by: i64) -> Option<i64> {
    let wanted = row.checked_add(Elems::new(by));
    (1..62).map(|bit| 1i64 << bit).find(|&to| row.round_up(Elems::new(to)) == wanted)
}

/// Memory whose dims are nested in some order.
struct Rows {
    /// The dims, outermost first.
    order: Vec<MemDim>,
    /// For each dim in that order: the stride minus the slots of the dims inside.
    gaps: Vec<i64>,
}

impl Rows {
    /// Returns the rows; `None` if memory is not nested. Dims of stride 0 are ignored, as they take no memory. Dims of
    /// length 1 are ignored unless memory is nested with them.
    fn from_memory(memory: &PhysicalLayout) -> Option<Rows> {
        let mut order: Vec<MemDim> = memory.shape().dims().collect();
        if !memory.is_nested() {
            let moving = memory.strides().map(|dim, &stride| {
                Some(stride).filter(|_| !memory.shape()[dim].is_one() && stride != Elems::ZERO)
            });
            order = dims_by_falling_strides(memory.shape(), &moving);
            order.retain(|&dim| moving[dim].is_some());
        }
        let mut gaps = Vec::new();
        let mut inner = Some(1);
        for &dim in order.iter().rev() {
            let stride = memory.strides()[dim].get();
            gaps.push(stride.checked_sub(inner?).filter(|&gap| gap >= 0)?);
            inner = memory.shape()[dim].get().and_then(|length| stride.checked_mul(length));
        }
        gaps.reverse();
        Some(Rows { order, gaps })
    }

    /// Returns memory with one row extended by `by` elements; `None` if a stride does not fit 64 bits.
    fn padded(&self, memory: &PhysicalLayout, row: MemDim, by: i64) -> Option<PhysicalLayout> {
        let mut strides: MemStrides = memory.strides().clone();
        let mut inner = Some(1i64);
        for (&dim, &gap) in self.order.iter().zip(&self.gaps).rev() {
            let more = if dim == row { by } else { 0 };
            let stride = inner?.checked_add(gap)?.checked_add(more)?;
            strides[dim] = Elems::new(stride);
            inner = memory.shape()[dim].get().and_then(|length| stride.checked_mul(length));
        }
        let shape = memory.shape().clone();
        let elem = memory.elem();
        PhysicalLayout::new(shape, strides, memory.offset(), elem).ok()
    }
}
