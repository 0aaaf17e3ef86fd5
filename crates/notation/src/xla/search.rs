//! The search for tiles whose digits are not nested, and for tiles that join dims.
//!
//! An array is the dims that tiles have made so far, each with the values of its index at some sampled indices of the
//! layout. A further tile splits the minor dims. The slowest dims of the last array determine the offsets up to a rest
//! that is less than the number of slots R of the faster dims, so a choice is abandoned as soon as no R fits.

use std::rc::Rc;

use layout::{DimsOrder, IndexSpace};

use crate::subject::WrittenLayout;

/// The sizes of a tile, from the slowest dim; `None` is `*`.
pub(super) type TileSizes = Vec<Option<i64>>;

/// The maximum number of tiles that are tried.
const MAX_TILES: usize = 3;

/// The maximum number of indices that are sampled.
const MAX_SAMPLES: u128 = 1 << 8;

/// The maximum rank of layouts for which all orders are tried.
const MAX_ORDERED: usize = 4;

/// The maximum number of values that are computed for all candidates of each number of tiles.
const MAX_STEPS: usize = 1 << 21;

/// The sizes that are tried in each tile.
const SMALL_SIZES: std::ops::RangeInclusive<i64> = 1..=5;

/// The maximum number of steps along a dim, and of changes of steps, that are looked for.
const MAX_STEPPED: i64 = 1 << 9;
const MAX_CHANGES: usize = 3;

/// The maximum number of sizes that are tried.
const MAX_SIZES: usize = 20;

/// Returns an order and tiles whose array has the offsets of a layout at the samples; `None` if the search finds none.
pub(super) fn tiles_of(
    subject: &WrittenLayout<'_>,
    first: DimsOrder,
) -> Option<(DimsOrder, Vec<TileSizes>)> {
    let sizes = sizes_of(subject);
    let samples = Samples::of(subject, &sizes)?;
    let rank = subject.lengths.len();
    let mut orders = vec![first];
    if rank <= MAX_ORDERED {
        orders.extend(orders_of(rank).into_iter().filter(|order| *order != first));
    }
    (0..=MAX_TILES).find_map(|count| {
        let mut search = TileSearch { offsets: &samples.offsets, sizes: &sizes, steps: MAX_STEPS };
        orders.iter().find_map(|&order| {
            let dims: Vec<TileDim> =
                order.results().map(|dim| samples.dim(dim.index(), subject)).collect();
            let mut tiles = Vec::new();
            search.tiles(&dims, count, &mut tiles).then_some((order, tiles))
        })
    })
}

/// Returns all orders of a rank.
fn orders_of(rank: usize) -> Vec<DimsOrder> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..rank {
        let longer = found.iter().flat_map(|order| {
            let next = (0..rank).filter(|dim| !order.contains(dim));
            next.map(|dim| [&order[..], &[dim]].concat())
        });
        found = longer.collect();
    }
    found.iter().filter_map(|order| DimsOrder::from_results(order).ok()).collect()
}

/// Returns the sizes that are tried: small ones, the lengths of dims and of their digits, the ratios of strides, and the
/// first indices along each dim at which the offset does not step as at first.
fn sizes_of(subject: &WrittenLayout<'_>) -> Vec<i64> {
    let mut sizes: Vec<i64> = subject.lengths.clone();
    for (dim, &length) in subject.lengths.iter().enumerate() {
        let at = |component: i64| subject.offset(&subject.step(dim, component));
        let step = |component: i64| Some(at(component)? - at(component - 1)?);
        let first = step(1.min(length - 1));
        let changes = (2..length.min(MAX_STEPPED)).filter(|&component| step(component) != first);
        sizes.extend(changes.take(MAX_CHANGES));
    }
    if let Ok((radix, _)) = subject.layout.radix_along_dims() {
        let mut strides: Vec<i64> = radix.dims.iter().flatten().map(|digit| digit.stride).collect();
        for digits in &radix.dims {
            let mut weight = 1i64;
            for digit in digits {
                weight = weight.saturating_mul(digit.length);
                sizes.extend([digit.length, weight]);
            }
        }
        strides.retain(|&stride| stride > 0);
        strides.push(1);
        strides.sort_unstable();
        strides.dedup();
        let ratios = strides.windows(2).filter(|pair| pair[1] % pair[0] == 0);
        sizes.extend(ratios.map(|pair| pair[1] / pair[0]));
    }
    let mut found: Vec<i64> = SMALL_SIZES.collect();
    sizes.sort_unstable();
    sizes.dedup();
    found.extend(sizes.into_iter().filter(|size| !SMALL_SIZES.contains(size) && *size > 0));
    found.truncate(MAX_SIZES);
    found
}

/// Indices of a layout, with their offsets.
struct Samples {
    indices: Vec<Vec<i64>>,
    offsets: Vec<i64>,
}

impl Samples {
    /// Returns all indices of a small layout, otherwise those along the dims and some others. `None` if one has no slot
    /// at 0 or above.
    fn of(subject: &WrittenLayout<'_>, sizes: &[i64]) -> Option<Samples> {
        let space = IndexSpace::below(subject.lengths.iter().copied());
        let indices: Vec<Vec<i64>> = match space.count() <= MAX_SAMPLES {
            true => space.iter().collect(),
            false => scattered(&subject.lengths, sizes),
        };
        let offsets = indices.iter().map(|at| subject.offset(at).filter(|&offset| offset >= 0));
        let offsets = offsets.collect::<Option<Vec<i64>>>()?;
        Some(Samples { indices, offsets })
    }

    fn dim(&self, dim: usize, subject: &WrittenLayout<'_>) -> TileDim {
        let values: Vec<i64> = self.indices.iter().map(|index| index[dim]).collect();
        TileDim { length: subject.lengths[dim], values: values.into() }
    }
}

/// The number of samples that are neither along a dim nor next to a multiple of a size.
const MAX_SCATTERED: i64 = 64;

/// Returns indices along the dims, next to multiples of sizes, and indices in all directions.
fn scattered(lengths: &[i64], sizes: &[i64]) -> Vec<Vec<i64>> {
    let mut indices = Vec::new();
    for (dim, &length) in lengths.iter().enumerate() {
        let near = sizes.iter().flat_map(|&size| [size - 1, size, size + 1, 2 * size]);
        let mut components: Vec<i64> = near.chain([length - 1]).collect();
        components.retain(|component| (0..length).contains(component));
        components.sort_unstable();
        components.dedup();
        for component in components {
            let mut index = vec![0; lengths.len()];
            index[dim] = component;
            indices.push(index);
        }
    }
    for sample in 1..=MAX_SCATTERED {
        // Steps by odd numbers reach all residues of small sizes.
        let component = |(dim, &length): (usize, &i64)| {
            let step = [1, 7, 3, 11, 5][dim % 5] * sample;
            if sample % 2 == 0 { step % length } else { length - 1 - step % length }
        };
        indices.push(lengths.iter().enumerate().map(component).collect());
    }
    indices
}

/// A dim of an array: its length, and the values of its index at the samples.
#[derive(Clone)]
struct TileDim {
    length: i64,
    values: Rc<[i64]>,
}

impl TileDim {
    /// Returns a dim of length 1.
    fn one(samples: usize) -> TileDim {
        TileDim { length: 1, values: vec![0; samples].into() }
    }

    /// Returns the dim of two; `None` if its length does not fit 64 bits.
    fn joined(&self, fast: &TileDim) -> Option<TileDim> {
        let length = self.length.checked_mul(fast.length)?;
        let values = self.values.iter().zip(&*fast.values);
        Some(TileDim { length, values: values.map(|(a, b)| a * fast.length + b).collect() })
    }

    /// Returns the outer and the inner dim of a tile of a size.
    fn split(&self, size: i64) -> (TileDim, TileDim) {
        let part = |length: i64, map: &dyn Fn(i64) -> i64| TileDim {
            length,
            values: self.values.iter().map(|&at| map(at)).collect(),
        };
        (part((self.length - 1) / size + 1, &|at| at / size), part(size, &|at| at % size))
    }
}

struct TileSearch<'a> {
    offsets: &'a [i64],
    sizes: &'a [i64],
    /// The number of values that may still be computed.
    steps: usize,
}

/// A tile under construction.
#[derive(Clone)]
struct OpenTile {
    /// The outer dims so far, and all of them joined.
    outer: Vec<TileDim>,
    slow: TileDim,
    /// The inner dims so far.
    inner: Vec<TileDim>,
    sizes: TileSizes,
}

impl TileSearch<'_> {
    /// Adds `left` tiles that lead from an array to the offsets. Returns `false` if there are none.
    fn tiles(&mut self, dims: &[TileDim], left: usize, found: &mut Vec<TileSizes>) -> bool {
        let one = TileDim::one(self.offsets.len());
        let join =
            |dims: &[TileDim]| dims.iter().try_fold(one.clone(), |slow, dim| slow.joined(dim));
        if left == 0 {
            return join(dims).is_some_and(|whole| self.fits(&whole, &one, 1, Some(1)));
        }
        (1..=dims.len()).any(|count| {
            let (outer, minor) = dims.split_at(dims.len() - count);
            self.steps = self.steps.saturating_sub(self.offsets.len());
            let Some(slow) = join(outer) else { return false };
            if left == 1 && !self.fits(&slow, &one, 1, None) {
                return false;
            }
            let (outer, inner, sizes) = (outer.to_vec(), Vec::new(), Vec::new());
            self.tile(OpenTile { outer, slow, inner, sizes }, minor, None, left, found)
        })
    }

    /// Splits the next of the minor dims, or joins it with the one after it.
    fn tile(
        &mut self,
        open: OpenTile,
        minor: &[TileDim],
        joined: Option<TileDim>,
        left: usize,
        found: &mut Vec<TileSizes>,
    ) -> bool {
        let Some((dim, rest)) = minor.split_first() else {
            found.push(open.sizes);
            if self.tiles(&[open.outer, open.inner].concat(), left - 1, found) {
                return true;
            }
            found.pop();
            return false;
        };
        let dim = match joined {
            Some(slow) => slow.joined(dim),
            None => Some(dim.clone()),
        };
        let Some(dim) = dim else { return false };
        for &size in self.sizes {
            if self.steps == 0 {
                return false;
            }
            if left == 1 && !self.fits(&open.slow, &dim, size, None) {
                continue;
            }
            self.steps = self.steps.saturating_sub(self.offsets.len());
            let (outer, inner) = dim.split(size);
            let Some(slow) = open.slow.joined(&outer) else { continue };
            let mut next = OpenTile { slow, ..open.clone() };
            next.sizes.push(Some(size));
            next.outer.push(outer);
            next.inner.push(inner);
            if self.tile(next, rest, None, left, found) {
                return true;
            }
        }
        let mut next = open;
        next.sizes.push(None);
        !rest.is_empty() && self.tile(next, rest, Some(dim), left, found)
    }

    /// Returns `true` if the slowest dims of an array with the offsets can be `slow` and the outer dim of `dim` in tiles of
    /// a size, with `rest` slots in the faster dims; `None` is any number of slots.
    fn fits(&mut self, slow: &TileDim, dim: &TileDim, size: i64, rest: Option<i64>) -> bool {
        let count = i128::from((dim.length - 1) / size + 1);
        let (mut least, mut most) = (rest.unwrap_or(1).into(), rest.map_or(i128::MAX, i128::from));
        for (at, &offset) in self.offsets.iter().enumerate() {
            self.steps = self.steps.saturating_sub(1);
            let value = i128::from(slow.values[at]) * count + i128::from(dim.values[at] / size);
            let offset = i128::from(offset);
            least = i128::max(least, offset / (value + 1) + 1);
            if value > 0 {
                most = i128::min(most, offset / value);
            }
            if least > most {
                return false;
            }
        }
        true
    }
}
