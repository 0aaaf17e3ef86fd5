//! Tiles of a plan.
//!
//! The joins divide a plan into *levels*: the dims of a level are joined from dims of the level below, and its splits lead
//! to its digits. The tiles of each level put the digits at their places, so that the dims which the next level joins
//! are neighbors. The first tile of the next level joins them by `*`.

use super::plan::{PlacedDim, PlanDim, PlanStep, TilePlan};

/// The sizes of a tile, from the slowest dim; `None` is `*`.
pub(super) type TileSizes = Vec<Option<i64>>;

pub(super) const MAX_TILES: usize = crate::limits::TILES as usize;

/// Returns the order of the logical dims, from the slowest, and the tiles of a plan whose dims of memory are `memory`,
/// from the slowest. `None` if there are too many tiles.
pub(super) fn tiles_of(
    plan: &TilePlan,
    memory: &[PlacedDim],
    rank: usize,
) -> Option<(Vec<PlanDim>, Vec<TileSizes>)> {
    let levels = Levels::of(plan, memory);
    let tiled = levels.tiled(rank);
    let order: Vec<PlanDim> = tiled[0].roots.iter().map(|(dim, _)| *dim).collect();
    let mut array: Vec<TiledPart> =
        order.iter().map(|&dim| TiledPart { dim: Some(dim), spans: 1 }).collect();
    let mut tiles = Vec::new();
    for (level, TiledLevel { roots, target }) in tiled.into_iter().enumerate() {
        let open = levels.open_dims(level, roots, &array)?;
        array = tiles_to(&target, open, &mut tiles)?;
    }
    Some((order, tiles))
}

/// A level: its dims in their order before its tiles, each with its digits, and the digits in their order after them.
struct TiledLevel {
    roots: Vec<(PlanDim, Vec<PlannedDigit>)>,
    target: Vec<PlannedDigit>,
}

/// A dim of the array between levels, or neighbors that form it. `None` is a dim of length 1 without a place.
#[derive(Clone, Copy)]
struct TiledPart {
    dim: Option<PlanDim>,
    spans: usize,
}

/// A digit of a dim of the array.
#[derive(Clone, Copy)]
struct PlannedDigit {
    dim: PlanDim,
    /// The number of indices of the dim below a step of the digit.
    inner: i64,
    /// The number of slots, with padding.
    slots: i64,
}

/// A dim of the array that the tiles of a level have reached: its digits that no tile has split off yet, slowest first.
struct OpenDim {
    digits: Vec<PlannedDigit>,
    /// The number of indices of the array dim.
    length: i64,
    /// The number of array dims that the next tile joins.
    spans: usize,
}

impl OpenDim {
    /// Returns the number of indices below a step of the slowest digit.
    fn inner(&self) -> i64 {
        self.digits.first().map_or(1, |digit| digit.inner)
    }

    /// Applies a tile, whose size becomes the length: it leaves the slowest digit outside if that is the next one at its
    /// place, pads it if it has too few slots, and moves all digits inside otherwise. Returns the dim that stays
    /// outside. `None` if a length does not fit 64 bits.
    fn place(&mut self, next: Option<&PlannedDigit>) -> Option<Option<PlanDim>> {
        let inner = self.inner();
        let Some(&slowest) = self.digits.first() else {
            self.length = 1;
            return Some(None);
        };
        if next.is_none_or(|next| next.dim != slowest.dim) {
            return Some(None);
        }
        if (self.length - 1) / inner + 1 == slowest.slots {
            self.digits.remove(0);
            self.length = inner;
            return Some(Some(slowest.dim));
        }
        self.length = slowest.slots.checked_mul(inner)?;
        Some(None)
    }
}

/// The steps of a plan by the dim that they split or make.
struct Levels<'a> {
    plan: &'a TilePlan,
    memory: &'a [PlacedDim],
    /// The level of each dim: the number of joins that lead to it, without those of neighbors in a join.
    level: Vec<usize>,
    split: Vec<Option<PlanStep>>,
    join: Vec<Option<PlanStep>>,
    /// The number of slots of each dim at its place.
    slots: Vec<i64>,
}

impl<'a> Levels<'a> {
    fn of(plan: &'a TilePlan, memory: &'a [PlacedDim]) -> Levels<'a> {
        let count = plan.lengths.len();
        let mut levels = Levels {
            plan,
            memory,
            level: vec![0; count],
            split: vec![None; count],
            join: vec![None; count],
            slots: plan.lengths.clone(),
        };
        memory.iter().for_each(|place| levels.slots[place.dim] = place.slots);
        for &step in &plan.steps {
            match step {
                PlanStep::Split { whole, outer, inner, .. } => {
                    levels.split[whole] = Some(step);
                    (levels.level[outer], levels.level[inner]) =
                        (levels.level[whole], levels.level[whole]);
                }
                PlanStep::Join { fast, slots, whole, .. } => {
                    levels.join[whole] = Some(step);
                    levels.slots[fast] = slots;
                    let parts = levels.parts(whole);
                    let below = parts.iter().map(|&part| levels.level[part]).max();
                    levels.level[whole] = below.map_or(0, |below| below + 1);
                }
            }
        }
        levels
    }

    /// Returns the dims that one tile joins to a dim, slowest first. A part that is a join of dims itself, without
    /// padding, is joined by the same tile.
    fn parts(&self, dim: PlanDim) -> Vec<PlanDim> {
        let Some(PlanStep::Join { slow, fast, .. }) = self.join[dim] else { return vec![dim] };
        let is_padded = self.slots[fast] != self.plan.lengths[fast];
        let fast = if is_padded { vec![fast] } else { self.parts(fast) };
        [self.parts(slow), fast].concat()
    }

    /// Returns the digits of a dim, slowest first.
    fn digits(&self, dim: PlanDim) -> Vec<PlannedDigit> {
        let Some(PlanStep::Split { by, outer, inner, .. }) = self.split[dim] else {
            return vec![PlannedDigit { dim, inner: 1, slots: self.slots[dim] }];
        };
        let scaled = |digit: PlannedDigit| PlannedDigit { inner: digit.inner * by, ..digit };
        let upper = self.digits(outer).into_iter().map(scaled);
        upper.chain(self.digits(inner)).collect()
    }

    /// Returns the levels. The order of each level follows from that of the next one.
    fn tiled(&self, rank: usize) -> Vec<TiledLevel> {
        let top = self.memory.iter().map(|place| self.level[place.dim]).max().unwrap_or(0);
        let mut order: Vec<PlanDim> = self.memory.iter().map(|place| place.dim).collect();
        let mut levels = Vec::new();
        for level in (0..=top).rev() {
            let mut roots = self.roots(level, &order, rank);
            let mut target: Vec<PlannedDigit> =
                roots.iter().flat_map(|(_, digits)| digits.iter().copied()).collect();
            target.sort_by_key(|digit| order.iter().position(|&dim| dim == digit.dim));
            order = roots.iter().flat_map(|&(root, _)| self.parts_at(level, root)).collect();
            if level == 0 {
                self.insert_short(&mut roots, rank);
            }
            levels.push(TiledLevel { roots, target });
        }
        levels.reverse();
        levels
    }

    /// Returns the dims of a level before its splits, in the order of their slowest digits, with the digits that are in the
    /// order at its end. A dim of an earlier level is a digit already.
    fn roots(
        &self,
        level: usize,
        order: &[PlanDim],
        rank: usize,
    ) -> Vec<(PlanDim, Vec<PlannedDigit>)> {
        let is_root = |&dim: &PlanDim| match level {
            0 => dim < rank,
            _ => self.level[dim] == level && self.join[dim].is_some(),
        };
        let place = |dim: PlanDim| order.iter().position(|&found| found == dim);
        let own = (0..self.plan.lengths.len()).filter(is_root).map(|root| {
            let mut digits = self.digits(root);
            digits.retain(|digit| place(digit.dim).is_some());
            (root, digits)
        });
        let earlier = order
            .iter()
            .filter(|&&dim| self.level[dim] < level)
            .map(|&dim| (dim, vec![PlannedDigit { dim, inner: 1, slots: self.slots[dim] }]));
        // A join of neighbors in a join has no digits of its own.
        let mut roots: Vec<_> =
            own.filter(|(_, digits)| !digits.is_empty()).chain(earlier).collect();
        roots.sort_by_key(|(_, digits)| {
            let moving = digits.iter().find(|digit| self.plan.counts[digit.dim] > 1);
            moving.or(digits.first()).and_then(|digit| place(digit.dim))
        });
        roots
    }

    /// Inserts the logical dims without digits. Each one follows the dim before it.
    fn insert_short(&self, roots: &mut Vec<(PlanDim, Vec<PlannedDigit>)>, rank: usize) {
        for dim in 0..rank {
            if roots.iter().all(|(found, _)| *found != dim) {
                let before = roots.iter().position(|(found, _)| found + 1 == dim);
                roots.insert(before.map_or(0, |at| at + 1), (dim, Vec::new()));
            }
        }
    }

    fn parts_at(&self, level: usize, root: PlanDim) -> Vec<PlanDim> {
        if level > 0 && self.level[root] == level { self.parts(root) } else { vec![root] }
    }

    /// Returns the dims of a level, each with the parts of the array that form it.
    fn open_dims(
        &self,
        level: usize,
        roots: Vec<(PlanDim, Vec<PlannedDigit>)>,
        array: &[TiledPart],
    ) -> Option<Vec<OpenDim>> {
        let (mut open, mut at, count) = (Vec::new(), 0, roots.len());
        for (place, (root, digits)) in roots.into_iter().enumerate() {
            let mut parts = self.parts_at(level, root).into_iter().peekable();
            let mut spans = 0;
            while parts.peek().is_some() {
                let part = array.get(at)?;
                if part.dim.is_some() && part.dim != parts.next() {
                    return None;
                }
                spans += part.spans;
                at += 1;
            }
            if place + 1 == count {
                spans += array[at..].iter().map(|part| part.spans).sum::<usize>();
            }
            let length = self.plan.lengths[root];
            let is_own = self.level[root] == level;
            let length = if is_own { length } else { self.slots[root] };
            open.push(OpenDim { digits, length, spans });
        }
        Some(open)
    }
}

/// Adds the tiles that lead from dims to digits in their order in memory. Returns the array. `None` if there are too many
/// tiles.
///
/// Each tile leaves the longest prefix of digits outside that is in the order of the dims, and moves all else inside. A
/// padded digit first becomes a tile of its padded length. If a dim has a slow digit inside a fast one, all dims are
/// split into single digits before.
fn tiles_to(
    digits: &[PlannedDigit],
    mut open: Vec<OpenDim>,
    tiles: &mut Vec<TileSizes>,
) -> Option<Vec<TiledPart>> {
    let mut array = Vec::new();
    let is_inside_out = |dim: &OpenDim| {
        let at = |digit: &PlannedDigit| digits.iter().position(|found| found.dim == digit.dim);
        !dim.digits.iter().map(at).is_sorted()
    };
    if open.iter().any(is_inside_out) {
        while open.iter().any(|dim| dim.digits.len() > 1) {
            push_tile(split_slowest(&mut open), tiles)?;
        }
    }
    let mut left = digits;
    while !is_reached(left, &open) {
        left = &left[place_next(left, &mut open, &mut array, tiles)?..];
    }
    array.extend(
        open.iter().map(|dim| TiledPart {
            dim: dim.digits.first().map(|digit| digit.dim),
            spans: dim.spans,
        }),
    );
    Some(array)
}

/// Adds the tile that leaves the longest prefix of digits outside. Returns the number of digits that are now at their
/// places.
fn place_next(
    digits: &[PlannedDigit],
    open: &mut Vec<OpenDim>,
    array: &mut Vec<TiledPart>,
    tiles: &mut Vec<TileSizes>,
) -> Option<usize> {
    let (mut sizes, mut outer, mut next) = (Vec::new(), Vec::new(), 0);
    for dim in &mut *open {
        let placed = dim.place(digits.get(next))?;
        next += usize::from(placed.is_some());
        sizes.push((dim.length, dim.spans));
        outer.push(TiledPart { dim: placed, spans: 1 });
    }
    let first = outer_count(&sizes, open.iter().map(|dim| !dim.digits.is_empty()));
    let skipped = open.drain(..first).zip(&outer);
    array.extend(skipped.map(|(dim, part)| TiledPart { spans: dim.spans, ..*part }));
    array.extend_from_slice(&outer[first..]);
    open.iter_mut().for_each(|dim| dim.spans = 1);
    push_tile(tile_text(&sizes[first..]), tiles)?;
    Some(next)
}

fn push_tile(tile: TileSizes, tiles: &mut Vec<TileSizes>) -> Option<()> {
    tiles.push(tile);
    (tiles.len() <= MAX_TILES).then_some(())
}

/// Returns the sizes of a tile, each after a `*` for each of the dims that are joined.
fn tile_text(sizes: &[(i64, usize)]) -> TileSizes {
    let size = |&(size, spans): &(i64, usize)| {
        std::iter::repeat_n(None, spans.saturating_sub(1)).chain([Some(size)])
    };
    sizes.iter().flat_map(size).collect()
}

/// Returns the number of outer dims that need no place in a tile: their size is 1, and they have no inner digits.
fn outer_count(sizes: &[(i64, usize)], inner: impl Iterator<Item = bool>) -> usize {
    let mut needed = sizes.iter().zip(inner).map(|(&(size, _), has_inner)| size != 1 || has_inner);
    needed.position(|needed| needed).unwrap_or(sizes.len().saturating_sub(1))
}

/// Splits the slowest digit off each dim that has several. Returns the tile. The digit stays before all inner parts.
fn split_slowest(open: &mut Vec<OpenDim>) -> TileSizes {
    let size = |dim: &OpenDim| if dim.digits.len() > 1 { dim.inner() } else { 1 };
    let sizes: Vec<(i64, usize)> = open.iter().map(|dim| (size(dim), dim.spans)).collect();
    let first = outer_count(&sizes, open.iter().map(|dim| dim.digits.len() > 1));
    let mut inner_dims = Vec::new();
    for dim in &mut open[first..] {
        let length = dim.inner();
        let rest = dim.digits.split_off(dim.digits.len().min(1));
        dim.length = (dim.length - 1) / length + 1;
        dim.spans = 1;
        dim.digits.iter_mut().for_each(|digit| digit.inner = 1);
        inner_dims.push(OpenDim { digits: rest, length, spans: 1 });
    }
    open.append(&mut inner_dims);
    tile_text(&sizes[first..])
}

/// Returns `true` if the remaining digits are the remaining dims, in the same order and without padding.
fn is_reached(digits: &[PlannedDigit], open: &[OpenDim]) -> bool {
    let rest: Vec<&OpenDim> = open.iter().filter(|dim| !dim.digits.is_empty()).collect();
    let same = |(dim, digit): (&&OpenDim, &PlannedDigit)| {
        dim.digits.len() == 1 && dim.digits[0].dim == digit.dim && dim.length == digit.slots
    };
    rest.len() == digits.len() && rest.iter().zip(digits).all(same)
}
