//! oneDNN's format tags, TensorRT's formats, and the scales of cuBLAS.

use super::{Defined, list, row_major};
use testkit::Random;

/// Returns a tag: the inner blocks from right to left, then the rest of each dim in outer order over padded lengths.
pub(crate) fn onednn(random: &mut Random) -> Defined {
    let rank = 1 + random.index(5);
    let lengths: Vec<i64> = (0..rank).map(|_| random.between(1, 9)).collect();
    let order = random.permutation(rank);
    let blocks: Vec<(usize, i64)> =
        (0..random.index(4)).map(|_| (random.index(rank), random.choose(&[2, 3, 4, 8]))).collect();
    let letter = |dim: usize| char::from(b'a' + dim as u8);
    let mut tag: String = order
        .iter()
        .map(|&dim| match blocks.iter().any(|(of, _)| *of == dim) {
            true => letter(dim).to_ascii_uppercase(),
            false => letter(dim),
        })
        .collect();
    blocks.iter().for_each(|(dim, length)| tag.push_str(&format!("{length}{}", letter(*dim))));
    let text = format!("onednn:{tag}[{}]", list(&lengths));
    let own = lengths.clone();
    Defined::new(text, &lengths, move |index| {
        let (mut rest, mut offset, mut stride) = (index.to_vec(), 0, 1);
        let mut padded = own.clone();
        for (dim, length) in blocks.iter().rev() {
            offset += rest[*dim] % length * stride;
            rest[*dim] /= length;
            padded[*dim] = (padded[*dim] + length - 1) / length;
            stride *= length;
        }
        for &dim in order.iter().rev() {
            offset += rest[dim] * stride;
            stride *= padded[dim];
        }
        offset
    })
}

/// Returns scales in row-major tiles of 128 x 4, by the formula of cuBLAS.
pub(crate) fn scale(random: &mut Random) -> Defined {
    let lengths = [random.between(1, 300), random.between(1, 11)];
    let tiles = (lengths[1] + 3) / 4;
    Defined::new(format!("scale:128x4[{}]", list(&lengths)), &lengths, move |index| {
        let (row, column) = (index[0], index[1]);
        let tile = row / 128 * tiles + column / 4;
        tile * 512 + row % 32 * 16 + row % 128 / 32 * 4 + column % 4
    })
}

/// The formats of four dims: the enumerator, the type, and the values in a vector.
const FORMATS: &[(&str, &str, i64)] = &[
    ("kLINEAR", "f32", 1),
    ("kCHW2", "f16", 2),
    ("CHW4", "i8", 4),
    ("kCHW16", "f16", 16),
    ("chw32", "i8", 32),
    ("kHWC", "f32", 1),
    ("kHWC8", "f16", 8),
    ("HWC16", "f16", 16),
    ("kDLA_LINEAR", "i8", 64),
    ("kDLA_HWC4<orin>", "f16", 4),
    ("kLINEAR<trt11>", "i64", 1),
    ("kCHW2<trt10>", "bf16", 2),
    ("kHWC<trt8>", "ui8", 1),
    ("kHWC8<trt11>", "bf16", 8),
    ("kHWC16<trt10>", "f8E4M3FN", 16),
    ("kDLA_HWC4<orin, trt10>", "f16", 4),
];

/// Returns a format by the physical arrays of TensorRT's documentation.
pub(crate) fn trt(random: &mut Random) -> Defined {
    let (name, elem, vector) = random.choose(FORMATS);
    let mut lengths: Vec<i64> = (0..4).map(|_| random.between(1, 5)).collect();
    lengths[1] = random.between(1, 40);
    if name.contains("HWC4<") {
        lengths[1] = random.choose(&[1, 3, 4]);
    }
    let text = format!("trt:{name}[{}]:{elem}", list(&lengths));
    let own = lengths.clone();
    Defined::new(text, &lengths, move |index| {
        let &[n, c, h, w] = index else { panic!("four dims") };
        let &[_, channels, height, width] = &own[..] else { panic!("four dims") };
        let up = |value: i64, to: i64| (value + to - 1) / to * to;
        let array = |lengths: &[i64], index: &[i64]| row_major(lengths, index);
        match name.split_once("<").map_or(name, |(enumerator, _)| enumerator) {
            "kLINEAR" => array(&own, index),
            "kDLA_LINEAR" => array(&[1, channels, height, up(width, 64)], &[n, c, h, w]),
            "kDLA_HWC4" => {
                let lanes = if channels == 1 { 1 } else { 4 };
                array(&[1, height, up(width, 64 / 2 / lanes), lanes], &[n, h, w, c])
            }
            _ if name.contains("HWC") => {
                array(&[1, height, width, up(channels, vector)], &[n, h, w, c])
            }
            _ => {
                let groups = up(channels, vector) / vector;
                let at = [n, c / vector, h, w, c % vector];
                array(&[1, groups, height, width, vector], &at)
            }
        }
    })
}
