//! XLA's tiled shapes, by the recursive definition of XLA's documentation.

use super::{Defined, list, row_major};
use testkit::Random;

/// The sizes of a tile; `None` is `*`.
type Tile = Vec<Option<i64>>;

/// Returns a shape with an order and up to four tiles.
pub(crate) fn xla(random: &mut Random) -> Defined {
    let rank = 1 + random.index(4);
    let lengths: Vec<i64> = (0..rank).map(|_| random.between(1, 7)).collect();
    let minor_to_major = random.permutation(rank);
    let mut dims = rank;
    let tiles: Vec<Tile> = (0..random.index(5))
        .map(|_| {
            let count = 1 + random.index(dims.min(3));
            let mut tile: Tile =
                (0..count).map(|_| (!random.one_in(5)).then(|| random.between(1, 5))).collect();
            tile[count - 1] = Some(random.between(1, 5));
            dims = dims - count + 2 * sizes(&tile);
            tile
        })
        .collect();
    defined(lengths, minor_to_major, tiles)
}

/// The most elements of a shape of [`varied_xla`].
const MOST_ELEMENTS: i64 = 6000;

/// Returns a shape of up to five dims and up to four tiles of any number of dims, of small sizes, primes, or sizes near the
/// lengths and their products.
#[allow(dead_code, reason = "each test is a program of its own")]
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
