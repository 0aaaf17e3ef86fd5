//! Records against ggml's own functions, and block-scaled tensors against their definition.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::{BitPart, Bits, FieldBuffer, LogicalIndex, RecordTensor};
use layoutc_notation::{NotatedSubject, read_subject};
use testkit::Random;
use testkit::vectors::{ints, section};

fn records(text: &str) -> RecordTensor {
    match read_subject(text, None) {
        Ok(NotatedSubject::Records(records)) => records,
        other => panic!("{text}: {other:?}"),
    }
}

fn parts(tensor: &RecordTensor, field: Option<&str>, at: &[i64]) -> Vec<BitPart> {
    let index = LogicalIndex::new(at.iter().copied()).unwrap();
    tensor.value(field).unwrap().parts_at(&index).unwrap().unwrap()
}

/// Returns the number that bits of a buffer hold, the lowest bits first.
fn number(buffer: &[u8], parts: &[BitPart]) -> i64 {
    let (mut number, mut shift) = (0, 0);
    for part in parts {
        for bit in 0..part.width.get() {
            let at = (part.bit.get() + bit) as usize;
            number |= i64::from(buffer[at / 8] >> (at % 8) & 1) << shift;
            shift += 1;
        }
    }
    number
}

fn signed(number: i64) -> i64 {
    if number < 128 { number } else { number - 256 }
}

/// The values of a nibble in `IQ4_NL` and `IQ4_XS`.
const NONLINEAR: [i64; 16] =
    [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113];

/// The values of a nibble in `MXFP4` and `NVFP4`, twice those of E2M1.
const E2M1: [i64; 16] = [0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12];

/// Returns the value of an element with the scales d = 1 and dmin = m = 2. The numbers are those of the element, its scale and
/// its minimum.
fn value(block: &str, [q, scale, min]: [i64; 3]) -> i64 {
    match block {
        "Q4_0" => q - 8,
        "Q4_1" | "Q5_1" => q + 2,
        "Q5_0" => q - 16,
        "Q8_0" => signed(q),
        "Q2_K" | "Q4_K" | "Q5_K" => scale * q - 2 * min,
        "Q3_K" => (scale - 32) * (q - 4),
        "Q6_K" => signed(scale) * (q - 32),
        "IQ4_NL" => NONLINEAR[q as usize],
        "IQ4_XS" => (scale - 32) * NONLINEAR[q as usize],
        "TQ2_0" => q - 1,
        "MXFP4" => E2M1[q as usize],
        // The scales of the vector are powers of two: the exponent is 8 for 1.
        "NVFP4" => E2M1[q as usize] << (scale / 8 - 8),
        _ => panic!("unknown block {block}"),
    }
}

#[test]
fn block_types_of_ggml_have_the_values_of_its_functions() {
    let cases = section("ggml.json", "cases");
    for case in &cases {
        let block = case["type"].as_str().unwrap();
        let hex = case["block"].as_str().unwrap();
        let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
        let buffer: Vec<u8> = bytes.collect::<Result<_, _>>().unwrap();
        let expected = ints(&case["values"]);
        let tensor = records(&format!("ggml:{block}[{}]", expected.len()));
        assert_eq!(tensor.facts().unwrap().bytes.get(), buffer.len() as i64, "{block}");
        let names: Vec<&str> = tensor.value_names().collect();
        let scale = ["scales", "d"].into_iter().find(|name| names.contains(name));
        let min = names.contains(&"mins").then_some("mins");
        for (at, expected) in (0..).zip(expected) {
            let field = |name| number(&buffer, &parts(&tensor, name, &[at]));
            let scale = scale.map_or(0, |scale| field(Some(scale)));
            let min = min.map_or(0, |min| field(Some(min)));
            assert_eq!(value(block, [field(None), scale, min]), expected, "{block} at {at}");
        }
    }
    assert_eq!(cases.len(), 30);
}

#[test]
fn blocks_are_row_major_along_the_last_dim() {
    let one = records("ggml:Q5_K[256]");
    let many = records("ggml:Q5_K[3,2,1024]");
    let mut random = Random::new(5);
    for _ in 0..200 {
        let at = [random.between(0, 2), random.between(0, 1), random.between(0, 1023)];
        let block = (at[0] * 2 + at[1]) * 4 + at[2] / 256;
        for name in [None, Some("scales"), Some("qh")] {
            let expected = parts(&one, name, &[at[2] % 256]);
            let found = parts(&many, name, &at);
            let moved = found.iter().zip(&expected);
            assert!(moved.clone().all(|(a, b)| a.bit.get() == block * 176 * 8 + b.bit.get()));
            assert!(moved.clone().all(|(a, b)| a.width == b.width));
        }
    }
}

#[test]
fn block_scaled_tensors_are_packed_and_have_scales_of_their_own() {
    let types = [("mxfp8", 8, 32), ("mxfp6", 6, 32), ("mxfp4", 4, 32), ("nvfp4", 4, 16)];
    let mut random = Random::new(6);
    for round in 0..200 {
        let (name, bits, per) = types[round % 4];
        let lengths = [random.between(1, 300), per * random.between(1, 9)];
        let columns = lengths[1] / per;
        let is_tiled = random.index(2) == 0;
        let order = if is_tiled { " scale=128x4" } else { "" };
        let tensor = records(&format!("mx:{name}[{},{}]{order}", lengths[0], lengths[1]));
        let at = lengths.map(|length| random.between(0, length - 1));
        let part = |bit, width| BitPart { bit: Bits::new(bit), width: Bits::new(width) };
        let data = (at[0] * lengths[1] + at[1]) * bits;
        assert_eq!(parts(&tensor, None, &at), [part(data, bits)]);
        let (row, column) = (at[0], at[1] / per);
        let scale = match is_tiled {
            false => row * columns + column,
            true => {
                let tile = row / 128 * ((columns + 3) / 4) + column / 4;
                tile * 512 + row % 32 * 16 + row % 128 / 32 * 4 + column % 4
            }
        };
        assert_eq!(parts(&tensor, Some("scale"), &at), [part(8 * scale, 8)]);
        assert_eq!(tensor.value(Some("scale")).unwrap().buffer, FieldBuffer::Own(0));
        let owner = tensor.owner_of_bit(FieldBuffer::Own(0), Bits::new(8 * scale + 3)).unwrap();
        let owner = owner.unwrap();
        assert_eq!(owner.element, [row, column]);
        assert_eq!(owner.indices.unwrap(), [row..row + 1, column * per..(column + 1) * per]);
    }
}
