//! XLA's tiled shapes, by the recursive definition of XLA's documentation.

use super::{Defined, list, row_major};
use testkit::Random;

/// The sizes of a tile; `None` is `*`.
type Tile = Vec<Option<i64>>;

/// A dim of an array of [`xla`]: its slots, and the number of values that splits must divide; `None` if a split may have any
/// size.
type ArrayDim = (i64, Option<i64>);

/// Returns a shape with an order and up to three tiles, as XLA writes them: the first tile splits dims or the join of
/// neighbors, and a further one splits tiles without a rest.
pub(crate) fn xla(random: &mut Random) -> Defined {
    let rank = 1 + random.index(4);
    let longest = random.choose(&[7, 7, 20]);
    let lengths: Vec<i64> = (0..rank).map(|_| random.between(1, longest)).collect();
    let is_joined = rank > 1 && random.one_in(4);
    let row_major = (0..rank).rev().collect();
    let minor_to_major = if is_joined { row_major } else { random.permutation(rank) };
    let mut dims: Vec<ArrayDim> =
        minor_to_major.iter().rev().map(|&dim| (lengths[dim], None)).collect();
    let mut tiles = Vec::new();
    for place in 0..random.index(4) {
        let count = 1 + random.index(dims.len().min(3));
        let mut minor = dims.split_off(dims.len() - count);
        let mut tile = Tile::new();
        if is_joined && place == 0 && count > 1 {
            let product = minor[0].0 * minor[1].0;
            minor.splice(..2, [(product, None)]);
            tile.push(None);
        }
        let mut inner = Vec::new();
        for dim in minor {
            let size = regular_size(random, dim);
            let is_whole = dim.1.is_none_or(|values| size < dim.0 && values % size == 0);
            let outer = dim.1.map(|values| if is_whole { values / size } else { 1 });
            dims.push(((dim.0 + size - 1) / size, outer));
            inner.push((size, Some(if is_whole { size } else { dim.1.unwrap_or(size) })));
            tile.push(Some(size));
        }
        dims.extend(inner);
        tiles.push(tile);
    }
    defined(lengths, minor_to_major, tiles)
}

/// Returns a size of a tile that splits a dim without a rest, or pads it.
fn regular_size(random: &mut Random, (slots, values): ArrayDim) -> i64 {
    let size = random.between(1, 8);
    match values {
        None => size,
        Some(values) if random.one_in(6) => slots.max(values) + random.between(0, 2),
        Some(values) => {
            let divisors: Vec<i64> = (1..=values).filter(|by| values % by == 0).collect();
            random.choose(&divisors)
        }
    }
}

/// The most elements of a shape of [`varied_xla`].
const MOST_ELEMENTS: i64 = 6000;

/// Returns a shape of up to five dims and up to four tiles of any number of dims, of small sizes, primes, or sizes near the
/// lengths and their products.
pub(crate) fn varied_xla(random: &mut Random) -> Defined {
    let rank = 1 + random.index(5);
    let longest = random.choose(&[3, 5, 8, 13, 40]);
    let mut left = MOST_ELEMENTS;
    let mut lengths: Vec<i64> = Vec::new();
    for _ in 0..rank {
        let most = if random.one_in(8) { 1 } else { longest };
        lengths.push(random.between(1, most.min(left)));
        left /= lengths[lengths.len() - 1];
    }
    let minor_to_major = random.permutation(rank);
    let (stars, family) = (random.choose(&[2, 3, 6, 1 << 20]), random.index(4));
    let mut dims = rank;
    let tiles: Vec<Tile> = (0..random.choose(&[0, 1, 2, 2, 3, 3, 4, 4, 4]))
        .map(|_| {
            let most = random.choose(&[2, 4, 9]);
            let count = 1 + random.index(dims.min(most));
            let mut tile: Tile = (0..count)
                .map(|_| (!random.one_in(stars)).then(|| size(random, family, &lengths)))
                .collect();
            tile[count - 1] = Some(size(random, family, &lengths));
            dims = dims - count + 2 * sizes(&tile);
            tile
        })
        .collect();
    defined(lengths, minor_to_major, tiles)
}

/// Returns the size of a tile.
fn size(random: &mut Random, family: usize, lengths: &[i64]) -> i64 {
    match family {
        0 => random.between(1, 5),
        1 => random.choose(&[1, 2, 3, 5, 7, 11, 13]),
        2 => {
            let (length, other) = (random.choose(lengths), random.choose(lengths));
            let product = length * random.choose(&[1, 1, 2, other]);
            (product + random.between(-1, 1)).max(1)
        }
        _ => random.between(1, 24),
    }
}

/// Returns the number of dims that a tile splits.
fn sizes(tile: &Tile) -> usize {
    tile.iter().flatten().count()
}

fn defined(lengths: Vec<i64>, minor_to_major: Vec<usize>, tiles: Vec<Tile>) -> Defined {
    let shown = |tile: &Tile| {
        let sizes = tile.iter().map(|size| size.map_or("*".to_owned(), |size| size.to_string()));
        format!("({})", sizes.collect::<Vec<_>>().join(","))
    };
    let shown: String = tiles.iter().map(shown).collect();
    let colon = if tiles.is_empty() { "" } else { ":T" };
    let order: Vec<String> = minor_to_major.iter().map(usize::to_string).collect();
    let text = format!("xla:f32[{}]{{{}{colon}{shown}}}", list(&lengths), order.join(","));
    let own = lengths.clone();
    Defined::new(text, &own, move |index| {
        let pick = |values: &[i64]| -> Vec<i64> {
            minor_to_major.iter().rev().map(|&dim| values[dim]).collect()
        };
        let (mut dims, mut at) = (pick(&lengths), pick(index));
        for tile in &tiles {
            (dims, at) = tiled(&dims, &at, tile);
        }
        row_major(&dims, &at)
    })
}

/// Returns the array dims and the index after a tile.
fn tiled(dims: &[i64], at: &[i64], tile: &Tile) -> (Vec<i64>, Vec<i64>) {
    let first = dims.len() - tile.len();
    let (mut outer_dims, mut outer_at) = (dims[..first].to_vec(), at[..first].to_vec());
    let (mut inner_dims, mut inner_at) = (Vec::new(), Vec::new());
    let (mut length, mut index) = (1, 0);
    for (place, size) in tile.iter().enumerate() {
        length *= dims[first + place];
        index = index * dims[first + place] + at[first + place];
        let Some(size) = size else { continue };
        outer_dims.push((length + size - 1) / size);
        outer_at.push(index / size);
        inner_dims.push(*size);
        inner_at.push(index % size);
        (length, index) = (1, 0);
    }
    ([outer_dims, inner_dims].concat(), [outer_at, inner_at].concat())
}
