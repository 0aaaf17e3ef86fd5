//! Tiles that lead from the dims of an array to its digits in memory.
//!
//! Each tile leaves the longest prefix of digits outside that is in the order of memory, and moves all else inside. A padded
//! digit first becomes a tile of its padded length. If a dim has a slow digit inside a fast one, all dims are split into
//! single digits before.

use layout::MixedRadix;

use crate::subject::NestedDigit;

/// The sizes of a tile, from the slowest dim; `None` is `*`.
pub(super) type TileSizes = Vec<Option<i64>>;

pub(super) const MAX_TILES: usize = crate::limits::TILES as usize;

/// A digit of a dim of the array.
#[derive(Clone, Copy)]
struct TileDigit {
    dim: usize,
    /// The place among the digits of the dim, slowest first.
    place: usize,
    /// The number of indices of the dim below a step of the digit.
    inner: i64,
    /// The number of slots, with padding.
    slots: i64,
}

impl TileDigit {
    /// Returns `true` if both are the same digit, whatever tiles have split off it.
    fn is(&self, other: &TileDigit) -> bool {
        (self.dim, self.place) == (other.dim, other.place)
    }
}

/// A dim of the array: its digits that no tile has split off yet, slowest first.
struct OpenDim {
    dim: usize,
    digits: Vec<TileDigit>,
    /// The number of indices of the array dim.
    length: i64,
    /// The number of array dims that the next tile joins.
    spans: usize,
}

/// Returns the order of the dims, from the slowest, and the tiles of nested digits, slowest first, whose fastest has the
/// stride `innermost`. A dim is the join of some logical dims, whose number is in `spans`. `None` if there are too many
/// tiles.
pub(super) fn tiles_of(
    radix: &MixedRadix,
    nested: &[NestedDigit],
    innermost: i64,
    spans: &[usize],
) -> Option<(Vec<usize>, Vec<TileSizes>)> {
    let mut memory: Vec<TileDigit> = nested.iter().map(|digit| tile_digit(radix, digit)).collect();
    if let Some(&fastest) = memory.last().filter(|_| innermost > 1) {
        // A digit of one value has the slots between two steps of the fastest digit.
        memory.push(TileDigit { place: fastest.place + 1, slots: innermost, ..fastest });
    }
    let mut open: Vec<OpenDim> = Vec::new();
    for (dim, &spans) in spans.iter().enumerate() {
        let mut digits: Vec<TileDigit> =
            memory.iter().copied().filter(|it| it.dim == dim).collect();
        digits.sort_by_key(|digit| digit.place);
        open.push(OpenDim { dim, digits, length: radix.lengths[dim], spans });
    }
    // A dim of length 1 follows the dim before it.
    let mut last = 0;
    open.sort_by_cached_key(|dim| {
        last = memory
            .iter()
            .position(|it| dim.digits.first().is_some_and(|own| own.is(it)))
            .unwrap_or(last);
        last
    });
    let order = open.iter().map(|dim| dim.dim).collect();
    Some((order, tiles_to(&memory, open)?))
}

fn tile_digit(radix: &MixedRadix, digit: &NestedDigit) -> TileDigit {
    let own = &radix.dims[digit.dim];
    TileDigit {
        dim: digit.dim,
        // The place after a digit is that of a digit of one value.
        place: 2 * (own.len() - 1 - digit.position),
        inner: own[..digit.position].iter().map(|digit| digit.length).product(),
        slots: digit.padded,
    }
}

impl OpenDim {
    /// Returns the number of indices below a step of the slowest digit.
    fn inner(&self) -> i64 {
        self.digits.first().map_or(1, |digit| digit.inner)
    }

    /// Applies a tile, whose size becomes the length: it leaves the slowest digit outside if that is the next one at its
    /// place, pads it if it has too few slots, and moves all digits inside otherwise. Returns `true` if a digit stays
    /// outside. `None` if a length does not fit 64 bits.
    fn apply_tile(&mut self, next: Option<&TileDigit>) -> Option<bool> {
        let inner = self.inner();
        let Some(&slowest) = self.digits.first() else {
            self.length = 1;
            return Some(false);
        };
        if next.is_none_or(|next| !next.is(&slowest)) {
            return Some(false);
        }
        if (self.length - 1) / inner + 1 == slowest.slots {
            self.digits.remove(0);
            self.length = inner;
            return Some(true);
        }
        self.length = slowest.slots.checked_mul(inner)?;
        Some(false)
    }
}

/// Returns the tiles that lead from dims to digits in their order in memory. `None` if there are too many tiles.
fn tiles_to(digits: &[TileDigit], mut open: Vec<OpenDim>) -> Option<Vec<TileSizes>> {
    let mut tiles = Vec::new();
    if open.iter().any(|dim| {
        !dim.digits.iter().map(|digit| digits.iter().position(|found| found.is(digit))).is_sorted()
    }) {
        while open.iter().any(|dim| dim.digits.len() > 1) {
            tiles.push(split_slowest(&mut open));
        }
    }
    let mut left = digits;
    while !is_matched(left, &open) && tiles.len() <= MAX_TILES {
        let mut sizes = Vec::new();
        let mut next = 0;
        for dim in &mut open {
            next += usize::from(dim.apply_tile(left.get(next))?);
            sizes.push((dim.length, dim.spans));
            dim.spans = 1;
        }
        let first = outer_count(&sizes, open.iter().map(|dim| !dim.digits.is_empty()));
        open.drain(..first);
        tiles.push(tile_sizes(&sizes[first..]));
        left = &left[next..];
    }
    (tiles.len() <= MAX_TILES).then_some(tiles)
}

/// Returns the sizes of a tile, each after a `*` for each of the dims that are joined.
fn tile_sizes(sizes: &[(i64, usize)]) -> TileSizes {
    sizes
        .iter()
        .flat_map(|&(size, spans)| {
            std::iter::repeat_n(None, spans.saturating_sub(1)).chain([Some(size)])
        })
        .collect()
}

/// Returns the number of outer dims that need no place in a tile: their size is 1, and they have no inner digits.
fn outer_count(sizes: &[(i64, usize)], inner: impl Iterator<Item = bool>) -> usize {
    let mut needed = sizes.iter().zip(inner).map(|(&(size, _), has_inner)| size != 1 || has_inner);
    needed.position(|needed| needed).unwrap_or(sizes.len().saturating_sub(1))
}

/// Splits the slowest digit off each dim that has several. Returns the tile. The digit stays before all inner parts.
fn split_slowest(open: &mut Vec<OpenDim>) -> TileSizes {
    let sizes: Vec<(i64, usize)> = open
        .iter()
        .map(|dim| (if dim.digits.len() > 1 { dim.inner() } else { 1 }, dim.spans))
        .collect();
    let first = outer_count(&sizes, open.iter().map(|dim| dim.digits.len() > 1));
    let mut inner_dims = Vec::new();
    for dim in &mut open[first..] {
        let length = dim.inner();
        let digits = dim.digits.split_off(dim.digits.len().min(1));
        dim.length = (dim.length - 1) / length + 1;
        dim.spans = 1;
        dim.digits.iter_mut().for_each(|digit| digit.inner = 1);
        inner_dims.push(OpenDim { dim: dim.dim, digits, length, spans: 1 });
    }
    open.append(&mut inner_dims);
    tile_sizes(&sizes[first..])
}

/// Returns `true` if the remaining digits are the remaining dims, in the same order and without padding.
fn is_matched(digits: &[TileDigit], open: &[OpenDim]) -> bool {
    let rest: Vec<&OpenDim> = open.iter().filter(|dim| !dim.digits.is_empty()).collect();
    rest.len() == digits.len()
        && rest.iter().zip(digits).all(|(dim, digit)| {
            dim.digits.len() == 1 && dim.digits[0].is(digit) && dim.length == digit.slots
        })
}
