//! Tiles with a dim for each index.
//!
//! - **Split.** `T(n-1)` splits the last of `n` indices off, as a dim that is 1 for this index and 0 otherwise. Repeated, it
//!   leads to a dim for each index but zero, at most one of which is not 0.
//! - **Sort.** A tile moves some of its dims inside and keeps the order of the others, so a radix sort with one tile for
//!   each bit puts the dims in the order of their offsets.
//! - **Join.** From the fastest on, a tile joins a dim with all faster ones, and pads or cuts them to the offset of the next
//!   dim, which it moves inside at the same time. A part that is cut off is always 0.
//!
//! So every layout with offset 0 at index zero, and distinct offsets above 0 elsewhere, has a text. The number of tiles is
//! twice the number of indices, and the array has about `2^n` slots for `n` indices.

use super::tiles::TileSizes;

/// A dim of the array: that of an index, by its place among the ascending offsets, or one that is always 0.
type IndexDim = Option<usize>;

struct UnaryArray {
    /// The dims, from the slowest.
    dims: Vec<IndexDim>,
    tiles: Vec<TileSizes>,
}

/// Returns the tiles, over dims in row-major order, that lead to the offsets of all indices in row-major order. `None` if the
/// first offset is not 0, another one is not above 0, or two are equal.
pub(super) fn tiles_of_indices(rank: usize, offsets: &[i64]) -> Option<Vec<TileSizes>> {
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable();
    let is_legal = offsets.first() == Some(&0) && sorted.first() == Some(&0);
    if !is_legal || sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let places = offsets.iter().map(|offset| sorted.binary_search(offset).ok());
    let places: Vec<usize> = places.collect::<Option<_>>()?;
    let mut array = UnaryArray { dims: Vec::new(), tiles: Vec::new() };
    if offsets.len() > 1 {
        array.split(rank, &places)?;
        array.sort(offsets.len() - 1);
        array.join(&sorted);
    }
    Some(array.tiles)
}

impl UnaryArray {
    /// Splits all indices but zero off, the last one first. The first tile joins the logical dims.
    fn split(&mut self, rank: usize, places: &[usize]) -> Option<()> {
        let last = i64::try_from(places.len()).ok()? - 1;
        let mut size = last.max(2);
        self.tiles.push(group(rank, size));
        while size > 2 {
            size -= 1;
            self.tiles.push(vec![Some(size)]);
        }
        self.dims = places.iter().skip(1).rev().map(|&place| Some(place)).collect();
        if places.len() == 2 {
            self.dims.insert(0, None);
        }
        Some(())
    }

    /// Sorts the dims by falling offset.
    fn sort(&mut self, count: usize) {
        let mut bit = 0;
        while count > 1 << bit && !self.dims.iter().flatten().rev().is_sorted() {
            self.partition(|place| (count - place) >> bit & 1 == 1);
            bit += 1;
        }
    }

    /// Adds the tile that moves some dims inside. The dims that are always 0 are joined with the next one, or the last.
    fn partition(&mut self, is_inner: impl Fn(usize) -> bool) {
        let (mut tile, mut outer, mut inner): (TileSizes, _, _) =
            (Vec::new(), Vec::new(), Vec::new());
        let last = self.dims.iter().rposition(Option::is_some).unwrap_or(0);
        let after = self.dims.len() - 1 - last;
        for (at, dim) in self.dims.iter().enumerate().take(last + 1) {
            let Some(place) = *dim else {
                tile.push(None);
                continue;
            };
            let (size, own) = if is_inner(place) { (2, (None, *dim)) } else { (1, (*dim, None)) };
            tile.extend(group(if at == last { after + 1 } else { 1 }, size));
            outer.push(own.0);
            inner.push(own.1);
        }
        self.tiles.push(tile);
        self.dims = [outer, inner].concat();
    }

    /// Joins the sorted dims. The dims after `joined` in the array form the joined dim.
    fn join(&mut self, sorted: &[i64]) {
        let place = |dims: &[IndexDim], place| dims.iter().position(|&dim| dim == Some(place));
        let mut joined = place(&self.dims, 1).unwrap_or(0);
        let mut next = 2;
        if sorted[1] > 1 {
            // A dim of length 1 becomes the padding of the least offset.
            self.tiles.push(group(self.dims.len() - joined, 1));
            self.dims.truncate(joined + 1);
            self.dims.push(None);
            (joined, next) = (joined + 1, 1);
        }
        while next < sorted.len() {
            let first = place(&self.dims, next).unwrap_or(0);
            let (between, faster) = (joined - first - 1, self.dims.len() - joined);
            let mut tile = vec![Some(2)];
            tile.extend(if between > 0 { group(between, 1) } else { Vec::new() });
            tile.extend(group(faster, sorted[next]));
            self.tiles.push(tile);
            let parts = if between > 0 { 3 } else { 2 };
            self.dims.truncate(first);
            self.dims.extend(vec![None; parts]);
            joined = self.dims.len();
            self.dims.push(Some(next));
            self.dims.extend(vec![None; parts - 1]);
            next += 1;
        }
    }
}

/// Returns a size of a tile for joined dims.
fn group(count: usize, size: i64) -> TileSizes {
    std::iter::repeat_n(None, count.saturating_sub(1)).chain([Some(size)]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::TiledArray;
    use super::*;
    use layout::{DimsOrder, Elems, IndexSpace, LogicalIndex};
    use testkit::Random;

    #[test]
    fn any_distinct_offsets_from_zero_have_tiles() {
        let mut random = Random::new(0x786c_6120);
        for round in 0..120 {
            let lengths: Vec<i64> = match round % 4 {
                0 => vec![random.between(1, 48)],
                1 => vec![random.between(1, 4), random.between(1, 6)],
                2 => vec![1, 2, random.between(1, 3), 1],
                _ => vec![2, 1, 3, random.between(1, 8)],
            };
            let space = IndexSpace::below(lengths.iter().copied());
            let mut offsets = vec![0];
            while (offsets.len() as u128) < space.count() {
                let offset = random.between(1, if round % 2 == 0 { 60 } else { 400 });
                if !offsets.contains(&offset) {
                    offsets.push(offset);
                }
            }
            let tiles = tiles_of_indices(lengths.len(), &offsets).unwrap();
            assert!(tiles.len() < 2 * offsets.len() + 6, "{} for {offsets:?}", tiles.len());
            let order = DimsOrder::identity(lengths.len()).unwrap();
            let mut array = TiledArray::new(&lengths, order);
            tiles.iter().for_each(|tile| array.tile(tile).unwrap());
            let layout = array.layout().unwrap();
            for (index, offset) in space.iter().zip(offsets) {
                let index = LogicalIndex::new(index).unwrap();
                assert_eq!(layout.offset_of(&index).unwrap().map(Elems::get), Some(offset));
            }
        }
        for offsets in [&[0, 2, 2][..], &[0, -1], &[1, 0], &[]] {
            assert_eq!(tiles_of_indices(1, offsets), None, "{offsets:?}");
        }
    }
}
