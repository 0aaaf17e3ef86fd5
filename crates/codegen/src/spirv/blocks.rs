//! The blocks of a kernel: the part of a copy plan that one invocation executes, and the grid of all blocks.
//!
//! A block has a number of values of each digit: a tile of a transposition, a vector of a run, one unit otherwise. Its
//! grid counts the blocks of each digit in the order of the plan's loops. Storage padding that no digit reaches has grids
//! of its own, whose blocks have no source. All sizes and strides are in bytes.

use super::buffer_views::BufferSide;
use super::exchange_digits::ExchangeDigits;
use super::tile_blocks::{TileDigits, VECTOR_BYTES};
use ir::layout::{CopyDigit, CopyFill, CopyMethod, CopyPlan};
use std::ops::Range;

/// The number of invocations of a workgroup: the minimum that Vulkan requires for `maxComputeWorkGroupInvocations`.
pub(crate) const LOCAL_SIZE: u32 = crate::limits::LOCAL_SIZE as u32;

/// The number of vectors that an invocation of an identity copy moves. They are a workgroup apart, so that neighboring
/// invocations move neighboring vectors.
const IDENTITY_VECTORS: i64 = 2;

/// The number of rows in a block of a copy of rows.
const ROWS: i64 = 4;

/// The number of values of a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockLength {
    Static(i64),
    /// The dynamic length times this factor.
    Dynamic(i64),
}

impl BlockLength {
    /// Returns the length or the factor.
    pub(super) fn number(self) -> i64 {
        let (BlockLength::Static(number) | BlockLength::Dynamic(number)) = self;
        number
    }
}

/// A digit of a grid of blocks.
#[derive(Clone, Debug)]
pub(super) struct BlockDigit {
    pub(super) length: BlockLength,
    /// The number of values in a block.
    pub(super) block: i64,
    /// The stride in the source, in bytes.
    pub(super) source: i64,
    /// The stride in the target, in bytes.
    pub(super) target: i64,
    /// The guarded dim whose position the digit counts, as a position in [`BlockGrid::dims`], and the weight.
    pub(super) part: Option<(usize, i64)>,
}

impl BlockDigit {
    /// Returns the stride on a side, in bytes.
    pub(super) fn stride(&self, side: BufferSide) -> i64 {
        match side {
            BufferSide::Source => self.source,
            BufferSide::Target => self.target,
        }
    }

    /// Returns the number of blocks; `None` if it is dynamic.
    pub(super) fn count(&self) -> Option<i64> {
        match self.length {
            BlockLength::Static(length) => Some(ceil(length, self.block)),
            BlockLength::Dynamic(_) => None,
        }
    }
}

/// A guarded dim.
#[derive(Clone, Debug)]
pub(super) struct BlockDim {
    /// The positions that have a slot of the target; `None` if all have.
    pub(super) written: Option<Range<i64>>,
    /// The positions that have an element; `None` if all have that are written.
    pub(super) valued: Option<Range<i64>>,
}

/// A loop over the blocks of a digit: the digit, the number of iterations, and the blocks of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridLoop {
    pub(super) digit: usize,
    /// The number of iterations; `None` if it is dynamic.
    pub(super) count: Option<i64>,
    pub(super) step: i64,
}

/// A grid of blocks.
#[derive(Clone, Debug)]
pub(super) struct BlockGrid {
    pub(super) digits: Vec<BlockDigit>,
    pub(super) dims: Vec<BlockDim>,
    /// The loops over blocks, outermost first. Only the first can be dynamic.
    pub(super) loops: Vec<GridLoop>,
    /// The source offset of the first block; `None` if all slots are set to zero.
    pub(super) source: Option<i64>,
    /// The target offset of the first block.
    pub(super) target: i64,
    /// The size of an element in bytes.
    pub(super) elem: i64,
    /// The size of the widest access in bytes.
    pub(super) widest: i64,
}

impl BlockGrid {
    /// Returns the number of blocks; for a dynamic length, of each of its blocks. `None` if it does not fit 32 bits.
    pub(super) fn count(&self) -> Option<i64> {
        let counts = self.loops.iter().filter_map(|it| it.count);
        let count = counts.into_iter().try_fold(1_i64, i64::checked_mul)?;
        (count <= i64::from(u32::MAX)).then_some(count)
    }

    /// Returns the greatest power of two, at most the widest access, that divides the offset of each block on a side.
    pub(super) fn align(&self, side: BufferSide) -> i64 {
        let offset = match side {
            BufferSide::Source => self.source.unwrap_or(0),
            BufferSide::Target => self.target,
        };
        let steps = self.digits.iter().filter(|digit| digit.count() != Some(1));
        let steps = steps.map(|digit| digit.stride(side).wrapping_mul(digit.block));
        let all = steps.fold(offset | self.widest, |all, step| all | step);
        1 << all.trailing_zeros()
    }

    /// Returns the dynamic digit; `None` if all lengths are static.
    pub(super) fn dynamic(&self) -> Option<&BlockDigit> {
        self.digits.iter().find(|digit| matches!(digit.length, BlockLength::Dynamic(_)))
    }
}

/// Returns the grids of a plan: those of its digits, and one for each fill. No access is wider than `widest` bytes, a
/// power of two.
///
/// # Errors
/// The reason why the plan cannot be executed in blocks.
pub(super) fn grids(plan: &CopyPlan, widest: i64) -> Result<Vec<BlockGrid>, String> {
    let bytes = PlanBytes { elem: plan.elem_bits / 8, widest };
    let mut grids = match plan.method {
        CopyMethod::Identity => identity(plan, bytes)?,
        _ => vec![copy(plan, bytes)?],
    };
    for it in &plan.fills {
        grids.push(fill(it, bytes)?);
    }
    one_dynamic_block(&mut grids);
    grids.iter().try_for_each(check_words)?;
    Ok(grids)
}

/// Reduces the blocks of a dynamic digit to one value, if the grid has other loops.
fn one_dynamic_block(grids: &mut [BlockGrid]) {
    let is_alone = grids.len() == 1 && grids[0].loops.len() == 1;
    for digit in grids.iter_mut().filter(|_| !is_alone).flat_map(|grid| &mut grid.digits) {
        if matches!(digit.length, BlockLength::Dynamic(_)) {
            digit.block = 1;
        }
    }
}

/// Checks that lengths and positions are words of 32 bits.
fn check_words(grid: &BlockGrid) -> Result<(), String> {
    let lengths = grid.digits.iter().map(|digit| digit.length.number());
    let ranges = grid.dims.iter().flat_map(|dim| [&dim.written, &dim.valued]);
    let ends = ranges.flatten().map(|range| range.end);
    match lengths.chain(ends).find(|&number| number > i64::from(u32::MAX)) {
        None => Ok(()),
        Some(number) => Err(format!("a length of {number} is not below 2^32")),
    }
}

/// The sizes of an element and of the widest access, in bytes.
#[derive(Clone, Copy)]
struct PlanBytes {
    elem: i64,
    widest: i64,
}

impl PlanBytes {
    fn bytes(self, elements: i64) -> Result<i64, String> {
        let bytes = elements.checked_mul(self.elem);
        bytes.ok_or_else(|| format!("{elements} elements are not below 2^63 bytes"))
    }

    /// Returns the least number of elements that are whole vectors.
    fn vector(self) -> i64 {
        vector_of(self.elem, self.widest)
    }
}

pub(super) fn ceil(length: i64, block: i64) -> i64 {
    length / block + i64::from(length % block != 0)
}

/// Returns the grids of one copy of bytes: that of whole workgroups, and that of the rest.
fn identity(plan: &CopyPlan, bytes: PlanBytes) -> Result<Vec<BlockGrid>, String> {
    let run = plan.digits.last().map_or(Some(1), |run| run.length.get()).unwrap_or(1);
    if plan.dynamic().is_some() {
        let block = IDENTITY_VECTORS * bytes.vector();
        let digits = vec![unchanged_digit(BlockLength::Dynamic(run), block, bytes.elem)];
        return Ok(vec![identity_grid(plan, bytes, digits, 0)?]);
    }
    let lanes = i64::from(LOCAL_SIZE);
    let workgroup = IDENTITY_VECTORS * lanes * bytes.vector();
    let workgroups = run / workgroup;
    let rest = run % workgroup;
    let mut grids = Vec::new();
    if workgroups > 0 {
        let mut digits = Vec::new();
        for (length, block, elements) in [
            (workgroups, 1, workgroup),
            (IDENTITY_VECTORS, IDENTITY_VECTORS, lanes * bytes.vector()),
            (lanes, 1, bytes.vector()),
            (bytes.vector(), bytes.vector(), 1),
        ] {
            let length = BlockLength::Static(length);
            digits.push(unchanged_digit(length, block, bytes.bytes(elements)?));
        }
        grids.push(identity_grid(plan, bytes, digits, 0)?);
    }
    if rest > 0 {
        let block = bytes.vector().min(rest);
        let digits = vec![unchanged_digit(BlockLength::Static(rest), block, bytes.elem)];
        grids.push(identity_grid(plan, bytes, digits, run - rest)?);
    }
    Ok(grids)
}

/// Returns a digit with the same stride, in bytes, in the source and in the target.
fn unchanged_digit(length: BlockLength, block: i64, stride: i64) -> BlockDigit {
    BlockDigit { length, block, source: stride, target: stride, part: None }
}

/// Returns the grid of the elements of an identity copy from `first` on.
fn identity_grid(
    plan: &CopyPlan,
    bytes: PlanBytes,
    digits: Vec<BlockDigit>,
    first: i64,
) -> Result<BlockGrid, String> {
    let source = bytes.bytes(plan.source_offset + first)?;
    Ok(plain_grid(digits, Some(source), bytes.bytes(plan.target_offset + first)?, bytes))
}

/// Returns a grid without guarded dims. Its loops are those over several blocks.
fn plain_grid(
    digits: Vec<BlockDigit>,
    source: Option<i64>,
    target: i64,
    PlanBytes { elem, widest }: PlanBytes,
) -> BlockGrid {
    let mut loops = Vec::new();
    add_loops(&mut loops, &digits);
    BlockGrid { digits, dims: Vec::new(), loops, source, target, elem, widest }
}

/// Adds a loop for each digit with several blocks that has none. The dynamic digit is outermost.
fn add_loops(loops: &mut Vec<GridLoop>, digits: &[BlockDigit]) {
    for (digit, it) in digits.iter().enumerate() {
        let count = it.count();
        if count != Some(1) && loops.iter().all(|it| it.digit != digit) {
            let at = if count.is_none() { 0 } else { loops.len() };
            loops.insert(at, GridLoop { digit, count, step: 1 });
        }
    }
}

/// Returns the grid of the digits of a plan.
fn copy(plan: &CopyPlan, bytes: PlanBytes) -> Result<BlockGrid, String> {
    let guarded: Vec<usize> =
        (0..plan.dims.len()).filter(|&at| plan.dims[at].is_guarded()).collect();
    let dims = guarded.iter().map(|&at| BlockDim {
        written: plan.dims[at].written.clone(),
        valued: plan.dims[at].valued.clone(),
    });
    let mut digits = Vec::new();
    for (at, digit) in plan.digits.iter().enumerate() {
        let part = digit.parts.iter().find_map(|part| {
            let dim = guarded.iter().position(|&dim| dim == part.dim)?;
            Some((dim, part.weight))
        });
        digits.push(BlockDigit {
            length: digit.length.get().map_or(BlockLength::Dynamic(1), BlockLength::Static),
            block: block(plan, at, bytes.widest),
            source: bytes.bytes(digit.source)?,
            target: bytes.bytes(digit.target)?,
            part,
        });
    }
    let mut grid = BlockGrid {
        digits,
        dims: dims.collect(),
        loops: Vec::new(),
        source: Some(bytes.bytes(plan.source_offset)?),
        target: bytes.bytes(plan.target_offset)?,
        elem: bytes.elem,
        widest: bytes.widest,
    };
    narrow(&mut grid, plan);
    grid.loops = loops(plan, &grid.digits);
    Ok(grid)
}

/// The least side of a tile, where longer rows would not be accessed by wider vectors.
const LEAST_SIDE: i64 = 4;

/// Reduces the rows and the columns of a tile to the widest accesses that the strides allow.
fn narrow(grid: &mut BlockGrid, plan: &CopyPlan) {
    if ExchangeDigits::from_plan(plan).is_some() {
        return;
    }
    let CopyMethod::Tile { source, target, side, .. } = plan.method else { return };
    let tile = TileDigits { source, target, side };
    let unit = plan.unit_bytes().max(1);
    for (at, align) in
        [(source, grid.align(BufferSide::Source)), (target, grid.align(BufferSide::Target))]
    {
        if align < VECTOR_BYTES {
            let digit = &mut grid.digits[at];
            // All values of a digit that the other one continues are contiguous.
            let is_whole = Some(digit.block) == plan.digits[at].length.get();
            if !is_whole || !tile.is_continued(plan, at) {
                digit.block = digit.block.min((align / unit).max(LEAST_SIDE));
            }
        }
    }
}

/// Returns the number of values of a digit in a block.
fn block(plan: &CopyPlan, at: usize, widest: i64) -> i64 {
    if let Some(digits) = ExchangeDigits::from_plan(plan) {
        return digits.block(plan, at);
    }
    let digit = &plan.digits[at];
    let most = digit.length.get().unwrap_or(i64::MAX);
    let wanted = match plan.method {
        CopyMethod::Identity => 1,
        CopyMethod::Vector { run } if run == at => {
            vector_in(cut(plan, at), plan.elem_bits / 8, widest)
        }
        CopyMethod::Tile { unit, .. } | CopyMethod::Strided { unit } if unit == Some(at) => most,
        CopyMethod::Vector { run } if rows(plan, run) == Some(at) => divisor(most, ROWS),
        CopyMethod::Tile { source, target, side, .. } if source == at || target == at => {
            let [rows, columns] = TileDigits { source, target, side }.blocks(plan);
            if source == at { rows } else { columns }
        }
        // Without a contiguous neighbor on both sides, at least the stores or the loads are vectors.
        CopyMethod::Strided { .. } if contiguous(plan) == Some(at) => {
            vector_in(cut(plan, at), plan.unit_bytes(), widest)
        }
        _ => 1,
    };
    wanted.min(most)
}

/// Returns the innermost digit of static length around a run.
fn rows(plan: &CopyPlan, run: usize) -> Option<usize> {
    let digits = 0..plan.digits.len();
    let others = digits.filter(|&at| at != run && plan.digits[at].length.get().is_some());
    others.min_by_key(|&at| plan.digits[at].target)
}

/// Returns the greatest divisor of a length up to `most`.
fn divisor(length: i64, most: i64) -> i64 {
    (1..=most).rev().find(|by| length % by == 0).unwrap_or(1)
}

/// Returns the least number of units of this size that are whole vectors of `widest` bytes.
fn vector_of(bytes: i64, widest: i64) -> i64 {
    widest >> bytes.trailing_zeros().min(widest.trailing_zeros())
}

/// Returns the greatest number of values of a digit that divides its length and the bounds of its dims.
fn cut(plan: &CopyPlan, at: usize) -> i64 {
    let digit = &plan.digits[at];
    let mut cut = digit.length.get().unwrap_or(1);
    for part in &digit.parts {
        let dim = &plan.dims[part.dim];
        for range in [&dim.written, &dim.valued].into_iter().flatten() {
            for bound in [range.start, range.end] {
                let values = if bound % part.weight == 0 { bound / part.weight } else { 1 };
                cut = ir::layout::gcd(cut, values);
            }
        }
    }
    cut
}

/// Returns the number of units of this size in the widest vectors that a length is a multiple of. A vector that leaves a
/// rest is not wider than 16 bytes, since the rest is moved unit by unit.
fn vector_in(length: i64, bytes: i64, widest: i64) -> i64 {
    let wide = vector_of(bytes, widest);
    if length % wide == 0 { wide } else { vector_of(bytes, VECTOR_BYTES) }
}

/// Returns the digit whose neighboring values are neighboring units of the target, or else of the source.
fn contiguous(plan: &CopyPlan) -> Option<usize> {
    let elements = plan.unit_elements();
    let strides = [|digit: &CopyDigit| digit.target, |digit: &CopyDigit| digit.source];
    strides.into_iter().find_map(|stride| {
        let mut digits = (0..plan.digits.len()).rev();
        digits.find(|&at| plan.unit() != Some(at) && stride(&plan.digits[at]) == elements)
    })
}

/// Returns the loops over blocks in the order of the plan's loops. The digit that is moved whole is innermost, and the
/// dynamic digit outermost.
fn loops(plan: &CopyPlan, digits: &[BlockDigit]) -> Vec<GridLoop> {
    let mut found: Vec<GridLoop> = Vec::new();
    for it in &plan.loops {
        let digit = &digits[it.digit];
        let outer = found.iter_mut().find(|other| other.digit == it.digit);
        match (outer, digit.count()) {
            (Some(outer), _) if it.inside && outer.step > 1 => {
                let count = Some(outer.step);
                found.push(GridLoop { digit: it.digit, count, step: 1 });
            }
            (Some(_), _) => {}
            (None, None) => found.insert(0, GridLoop { digit: it.digit, count: None, step: 1 }),
            (None, Some(count)) => {
                let step = super_blocks(digit, count, it.step);
                found.push(GridLoop { digit: it.digit, count: Some(ceil(count, step)), step });
            }
        }
    }
    add_loops(&mut found, digits);
    found
}

/// Returns the number of blocks of an iteration of a loop with this step; 1 if too many iterations would be partial.
fn super_blocks(digit: &BlockDigit, count: i64, step: i64) -> i64 {
    let step = if step % digit.block == 0 { step / digit.block } else { 1 };
    let all = ceil(count, step).saturating_mul(step);
    if all - count <= count / 8 { step } else { 1 }
}

/// Returns the grid of storage padding.
fn fill(fill: &CopyFill, bytes: PlanBytes) -> Result<BlockGrid, String> {
    let mut digits = Vec::new();
    for &(length, stride) in &fill.over {
        digits.push(BlockDigit {
            length: length.get().map_or(BlockLength::Dynamic(1), BlockLength::Static),
            block: 1,
            source: 0,
            target: bytes.bytes(stride)?,
            part: None,
        });
    }
    let block = vector_in(fill.slots, bytes.elem, bytes.widest).min(fill.slots);
    let length = BlockLength::Static(fill.slots);
    digits.push(BlockDigit { length, block, source: 0, target: bytes.elem, part: None });
    Ok(plain_grid(digits, None, bytes.bytes(fill.start)?, bytes))
}
