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
            let combined = tile.iter().filter(|size| size.is_none()).count();
            dims = dims - count + 2 * (count - combined);
            tile
        })
        .collect();
    let shown = |tile: &Tile| {
        let sizes = tile.iter().map(|size| size.map_or("*".to_owned(), |size| size.to_string()));
        format!("({})", sizes.collect::<Vec<_>>().join(","))
    };
    let shown: String = tiles.iter().map(shown).collect();
    let colon = if tiles.is_empty() { "" } else { ":T" };
    let order: Vec<String> = minor_to_major.iter().map(usize::to_string).collect();
    let text = format!("xla:f32[{}]{{{}{colon}{shown}}}", list(&lengths), order.join(","));
    let own = lengths.clone();
    Defined::new(text, &lengths, move |index| {
        let pick = |values: &[i64]| -> Vec<i64> {
            minor_to_major.iter().rev().map(|&dim| values[dim]).collect()
        };
        let (mut dims, mut at) = (pick(&own), pick(index));
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
