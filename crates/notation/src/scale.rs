//! `scale`: the scales of block-scaled matrices, as cuBLAS, CUTLASS and torchao store them: `scale:128x4[130,5]`.
//!
//! A scale has a row and a column. The matrix of scales is padded to tiles of 128 x 4, which are row major. In a tile the
//! offset is (row mod 32) * 16 + (row mod 128) / 32 * 4 + column mod 4.

use std::ops::Range;

use layout::{CompareError, Layout, MixedRadix, NotationFault, RadixDigit};

use crate::element::ElementType;
use crate::grammar::{fields, grammar, lengths, parse, parts, range, unknown};
use crate::notation::{Notation, NotationFunctions, shape_behind};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, element_of, fault_at, suffix};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "scale",
    summary: "cuBLAS and torchao: the scales of a block-scaled matrix, in tiles",
    example: "128x4[130,5]",
    needs_element: false,
    searched: None,
    functions: NotationFunctions::Layout {
        shaped: Some(shape_behind),
        symbolic: None,
        read,
        write,
    },
};

// An order of the scales, and lengths.
grammar!(ScaleGrammar, [], r##"
    notation = { SOI ~ tiling ~ lengths ~ suffix? ~ EOI }
    tiling   = @{ ASCII_ALPHANUMERIC+ }
"##, {
    "tiling" => "the tiles `128x4`",
});

/// The name of the tiles.
pub(crate) const TILED: &str = "128x4";

/// Reads `128x4[130,5]`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<ScaleGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [word, shape] = fields(&mut found)?;
    if word.as_str() != TILED {
        let fault = unknown("order of scales", word.as_str(), range(&word), [TILED]);
        return Err(fault.note(format!("the order is `{TILED}`")));
    }
    let at = range(&shape);
    let lengths = lengths(shape)?;
    let elem = element_of(found.next(), given)?;
    Ok(NotatedLayout::new(tiled(&lengths, at)?, elem))
}

/// Returns the layout of scales in tiles of 128 x 4.
///
/// # Errors
/// There are not two lengths, or a stride does not fit 64 bits.
pub(crate) fn tiled(lengths: &[i64], at: Range<usize>) -> Result<Layout, NotationFault> {
    let &[rows, columns] = lengths else {
        let message = format!(
            "the scales of a matrix have 2 dims, rows and columns, but there are {}",
            lengths.len()
        );
        return Err(NotationFault::new(at, message));
    };
    let digit = |length, stride| RadixDigit { length, stride };
    let tiles_of = |length: i64, tile: i64| (length - 1) / tile + 1;
    let row_of_tiles = tiles_of(columns, 4).checked_mul(512).ok_or_else(|| {
        let message = format!("512 times {} tiles does not fit 64 bits", tiles_of(columns, 4));
        NotationFault::new(at.clone(), message)
    })?;
    let radix = MixedRadix {
        lengths: lengths.to_vec(),
        dims: vec![
            vec![digit(32, 16), digit(4, 4), digit(tiles_of(rows, 128), row_of_tiles)],
            vec![digit(4, 1), digit(tiles_of(columns, 4), 512)],
        ],
        offset: 0,
    };
    radix.layout(None).map_err(|fault| fault_at(at, fault))
}

/// Writes the lengths. There is one layout for each shape, so an index at which it differs is a proof.
fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let only = tiled(&subject.lengths, 0..0)
        .map_err(|fault| Witness::at(subject.zero(), fault.message))?;
    match subject.layout.bounded_difference(&only) {
        Ok(None) => Ok(format!("{TILED}[{}]{}", list(&subject.lengths), suffix(subject.elem))),
        Ok(Some(difference)) => {
            let other = difference.b.map_or(0, |offset| offset.get());
            Err(Witness::from_difference(&difference, &format!("must be {other} in tiles")))
        }
        Err(CompareError::Address(error)) => Err(error.into()),
        Err(error) => Err(Witness::undecided(error.to_string())),
    }
}
