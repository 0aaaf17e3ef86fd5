//! Tests of rounding and literals against the real `mlir-opt-19`, on seeded values.

use super::*;
use testkit::{Random, mlir_opt};

/// The number of chunks of values for each kind and test. `mlir-opt` prints lists of more than a hundred elements as
/// bytes.
const CHUNKS: usize = 8;
const CHUNK: usize = 50;

/// The flags that print attributes inline, without aliases.
const LOCAL: &[&str] = &["--mlir-print-local-scope"];

/// The kinds that `mlir-opt-19` supports.
const KNOWN: [FloatKind; 13] = [
    FloatKind::F16,
    FloatKind::BF16,
    FloatKind::TF32,
    FloatKind::F32,
    FloatKind::F64,
    FloatKind::F80,
    FloatKind::F128,
    FloatKind::F8E5M2,
    FloatKind::F8E4M3,
    FloatKind::F8E4M3FN,
    FloatKind::F8E5M2FNUZ,
    FloatKind::F8E4M3FNUZ,
    FloatKind::F8E4M3B11FNUZ,
];

/// The random values of these tests.
trait Draw {
    /// Returns a pattern of the kind, except invalid x87 patterns, which `mlir-opt` rewrites.
    fn pattern(&mut self, kind: FloatKind) -> u128;

    /// Returns a double near the range of the kind: one of its values, a tie of two values, or a double near a tie.
    fn double(&mut self, kind: FloatKind) -> f64;

    /// Returns a finite double of a magnitude that most kinds represent.
    fn ordinary_double(&mut self) -> f64;
}

impl Draw for Random {
    fn pattern(&mut self, kind: FloatKind) -> u128 {
        let bits =
            (u128::from(self.bits()) << 64 | u128::from(self.bits())) >> (128 - kind.width());
        if kind != FloatKind::F80 {
            return bits;
        }
        let leading = 1 << 63;
        if (bits >> 64) & 0x7fff == 0 { bits & !leading } else { bits | leading }
    }

    fn double(&mut self, kind: FloatKind) -> f64 {
        let bits = self.pattern(kind);
        let (Some(low), Some(high)) = (kind.to_f64(bits), kind.to_f64(bits ^ 1)) else {
            return self.ordinary_double();
        };
        let tie = low / 2.0 + high / 2.0;
        match self.bits() % 6 {
            0 => low,
            1 | 2 => tie,
            3 => f64::from_bits(tie.to_bits().wrapping_add(self.bits() % 3)),
            4 => tie * 2.0,
            _ => self.ordinary_double(),
        }
    }

    fn ordinary_double(&mut self) -> f64 {
        let fraction = self.bits() >> 12;
        let exponent = 1023 - 20 + self.bits() % 40;
        f64::from_bits(self.bits() << 63 | exponent << 52 | fraction)
    }
}

/// Returns the text that `mlir-opt` prints for each literal of the kind.
fn tool_literals(kind: FloatKind, literals: &[String]) -> Option<Vec<String>> {
    let line = |chunk: &[String]| {
        let (list, count, name) = (chunk.join(", "), chunk.len(), kind.keyword());
        format!("\"t.o\"() {{a = dense<[{list}]> : tensor<{count}x{name}>}} : () -> ()\n")
    };
    let printed = mlir_opt(&literals.chunks(CHUNK).map(line).collect::<String>(), LOCAL)?.unwrap();
    let inside = |line: &str| Some(line.split_once("dense<[")?.1.split_once("]>")?.0.to_owned());
    let lists: Vec<String> = printed.lines().filter_map(inside).collect();
    let elements: Vec<String> =
        lists.iter().flat_map(|list| list.split(", ")).map(str::to_owned).collect();
    assert_eq!(elements.len(), literals.len(), "{kind:?}");
    Some(elements)
}

fn bit_literal(kind: FloatKind, bits: u128) -> String {
    format!("0x{bits:0digits$X}", digits = kind.width().div_ceil(4) as usize)
}

#[test]
fn doubles_round_and_print_as_in_mlir_opt() {
    let mut random = Random::new(1);
    for kind in KNOWN {
        let doubles: Vec<f64> = (0..CHUNKS * CHUNK).map(|_| random.double(kind)).collect();
        let literals: Vec<String> = doubles.iter().map(|double| format!("{double:.17e}")).collect();
        let Some(theirs) = tool_literals(kind, &literals) else { return };
        for (double, theirs) in doubles.into_iter().zip(theirs) {
            assert_eq!(format_float(kind, kind.from_f64(double)), theirs, "{double:e} as {kind:?}");
        }
    }
}

#[test]
fn patterns_print_as_in_mlir_opt() {
    let mut random = Random::new(2);
    for kind in KNOWN {
        let patterns: Vec<u128> = (0..CHUNKS * CHUNK).map(|_| random.pattern(kind)).collect();
        let literals: Vec<String> = patterns.iter().map(|&bits| bit_literal(kind, bits)).collect();
        let Some(theirs) = tool_literals(kind, &literals) else { return };
        for (bits, theirs) in patterns.into_iter().zip(theirs) {
            let ours = format_float(kind, bits);
            // `mlir-opt` prints decimals for these values too, which it then reads as different values.
            let no_decimal = kind.to_f64(bits).is_none() && ours.starts_with("0x");
            assert!(ours == theirs || no_decimal, "{bits:#x} as {kind:?}: {ours}, {theirs}");
        }
    }
}

#[test]
fn mlir_opt_reads_our_literals_as_the_same_bits() {
    let mut random = Random::new(3);
    for kind in KNOWN {
        let patterns: Vec<u128> = (0..CHUNKS * CHUNK).map(|_| random.pattern(kind)).collect();
        let as_bits: Vec<String> = patterns.iter().map(|&bits| bit_literal(kind, bits)).collect();
        let as_text: Vec<String> = patterns.iter().map(|&bits| format_float(kind, bits)).collect();
        let Some(from_bits) = tool_literals(kind, &as_bits) else { return };
        assert_eq!(Some(from_bits), tool_literals(kind, &as_text), "{kind:?}");
    }
}

#[test]
fn mlir_opt_supports_exactly_the_documented_kinds() {
    for kind in FloatKind::ALL {
        let text = format!("\"t.o\"() {{a = {}}} : () -> ()", kind.keyword());
        let Some(printed) = mlir_opt(&text, &[]) else { return };
        assert_eq!(printed.is_ok(), KNOWN.contains(&kind), "{kind:?}");
    }
}
