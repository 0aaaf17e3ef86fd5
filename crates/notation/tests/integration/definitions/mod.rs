//! Random texts of each notation, with their meaning computed from the notation's own definition. Nothing here uses the
//! readers of the crate.

mod blocked;
mod expressions;
mod modes;
pub(crate) mod placed;
mod strided;
pub(crate) mod symbols;
mod tiled;
mod triton;

use testkit::Random;

#[allow(unused_imports, reason = "each test is a program of its own")]
pub(crate) use tiled::varied_xla;

/// A function from an index to an offset.
pub(crate) type OffsetFunction = Box<dyn Fn(&[i64]) -> i64>;

/// A text with the function that it denotes. Some tests use the text alone.
pub(crate) struct Defined {
    pub(crate) text: String,
    pub(crate) lengths: Vec<i64>,
    pub(crate) offset: OffsetFunction,
}

impl Defined {
    pub(crate) fn new(
        text: String,
        lengths: &[i64],
        offset: impl Fn(&[i64]) -> i64 + 'static,
    ) -> Defined {
        Defined { text, lengths: lengths.to_vec(), offset: Box::new(offset) }
    }
}

/// A generator of texts.
pub(crate) type Generator = fn(&mut Random) -> Defined;

/// The generators by the name of the notation.
pub(crate) const GENERATORS: &[(&str, Generator)] = &[
    ("ck", strided::ck),
    ("cute", modes::cute),
    ("memref", expressions::memref),
    ("numpy", strided::numpy),
    ("onednn", blocked::onednn),
    ("scale", blocked::scale),
    ("torch", strided::torch),
    ("triton", triton::triton),
    ("trt", blocked::trt),
    ("tvm", expressions::tvm),
    ("vpux", strided::vpux),
    ("xla", tiled::xla),
];

/// Returns a random shape of a few small dims.
pub(crate) fn shape(random: &mut Random, most: usize, longest: i64) -> Vec<i64> {
    let rank = 1 + random.index(most);
    (0..rank).map(|_| random.between(1, longest)).collect()
}

/// Returns numbers with commas.
pub(crate) fn list(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// Returns the row-major offset of an index.
pub(crate) fn row_major(lengths: &[i64], index: &[i64]) -> i64 {
    lengths.iter().zip(index).fold(0, |offset, (length, component)| offset * length + component)
}
