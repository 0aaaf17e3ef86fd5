//! Programs before and after simplification, compared at every index or at random indices.

use super::CostModel;
use super::testing::*;
use crate::operation::{CmpPredicate, Operation, PREDICATES, Width, WordOp};
use crate::program::{Program, ValueId};
use serde_json::Value as Json;
use std::fmt::Write as _;
use testkit::vectors::list;

const COSTS: [CostModel; 3] = [CostModel::Weight, CostModel::Ops, CostModel::Slots];

/// A map whose cost with other compilers was measured. Costs are pairs of operations and weight.
struct Measured {
    name: String,
    map: String,
    lengths: Vec<i64>,
    /// The least cost of the code of another compiler.
    peer: (u64, u64),
    /// The least cost of code written by hand.
    hand: (u64, u64),
}

fn measured() -> Vec<Measured> {
    let number = |json: &Json| json.as_u64().unwrap();
    let one = |json: &Json| Measured {
        name: json["name"].as_str().unwrap().to_owned(),
        map: json["map"].as_str().unwrap().to_owned(),
        lengths: json["ranges"]
            .as_array()
            .unwrap()
            .iter()
            .map(|range| range[2].as_i64().unwrap() + 1)
            .collect(),
        peer: (number(&json["peer_min"]), number(&json["weighted"]["peer_min"])),
        hand: (number(&json["hand_min"]), number(&json["weighted"]["hand"])),
    };
    list("index_cost.json").iter().map(one).collect()
}

#[test]
fn measured_maps_cost_at_most_as_much_as_in_other_compilers() {
    let maps = measured();
    let mut table = String::new();
    let mut sums = [0; 4];
    for map in &maps {
        let old = from_map(&map.map, &map.lengths);
        let (by_ops, by_weight) = (simple(&old, CostModel::Ops), simple(&old, CostModel::Weight));
        for new in [&by_ops, &by_weight] {
            assert_equal(&old, new, 2000, 1);
        }
        let (ops, weight) =
            (counted(&by_ops, CostModel::Ops), counted(&by_weight, CostModel::Weight));
        let mark = |x: u64, y: u64| {
            if x > y {
                "!"
            } else if x < y {
                "+"
            } else {
                " "
            }
        };
        let (peer, hand) = (map.peer, map.hand);
        writeln!(
            table,
            "{:45} ops {ops:3}{} peer {:3} hand {:3} | weight {weight:3}{} peer {:3} hand {:3}",
            map.name,
            mark(ops, hand.0),
            peer.0,
            hand.0,
            mark(weight, hand.1),
            peer.1,
            hand.1
        )
        .unwrap();
        for (sum, add) in sums.iter_mut().zip([ops, weight, hand.0, hand.1]) {
            *sum += add;
        }
        let is_cheapest = ops <= peer.0 && weight <= peer.1;
        assert!(is_cheapest || !cfg!(feature = "egg"), "{}", map.name);
    }
    eprintln!("{table}{sums:?}");
    // `crates/layoutc/tests/integration/index_cost.rs` checks the sums, for the functions of layouts.
    let few = sums[0] <= 567 && sums[1] <= 927;
    assert!(few || cfg!(feature = "egg"), "{sums:?}\n{table}");
}

#[test]
fn measured_maps_use_few_issue_slots() {
    let sum: u64 = measured()
        .iter()
        .map(|map| {
            let old = from_map(&map.map, &map.lengths);
            let new = simple(&old, CostModel::Slots);
            assert_equal(&old, &new, 2000, 1);
            counted(&new, CostModel::Slots)
        })
        .sum();
    assert!(sum <= 473 || !cfg!(feature = "egg"), "{sum}");
}

/// Checks that a factor is masked only if a driver cannot prove that it is small, and only once for all its products.
#[test]
fn simplify_masks_small_factors_for_drivers() {
    let count = |map: &str, lengths: &[i64], name: &str| {
        simple(&from_map(map, lengths), CostModel::Slots).to_string().matches(name).count()
    };
    let masks = |map: &str, lengths: &[i64]| count(map, lengths, "arith.andi");
    assert_eq!(masks("(x) -> x*1011", &[1 << 24]), 1);
    assert_eq!(masks("(x) -> x*1011", &[(1 << 24) + 1]), 0);
    assert_eq!(masks("(x) -> x floordiv 256 * 1011", &[1 << 31]), 0);
    assert_eq!(masks("(x) -> x*1011 ; x*1013", &[1000]), 1);
    // 768 is 3 * 2^8: only the odd part needs a product, and the shifted value is small.
    let quotient = "(t) -> t floordiv 768";
    assert_eq!(count(quotient, &[768 << 10], "mului_extended"), 0);
    assert_eq!(masks(quotient, &[768 << 10]), 0);
}

#[test]
fn simplify_keeps_a_division_only_where_operations_count() {
    let old = from_map("(a, b) -> (a + 48) mod 96 + b*96", &[96, 2048]);
    let divisions = COSTS.map(|cost| {
        let new = simple(&old, cost);
        assert_equal(&old, &new, 2000, 1);
        new.to_string().matches("arith.remui").count()
    });
    assert_eq!(divisions, [0, 1, 0]);
}

/// Checks digits whose value the normal form makes negative: multiples of the period are dropped from its constant.
#[test]
fn simplify_adds_periods_to_digits_of_negative_sums() {
    let maps: [(&str, &[i64]); 4] = [
        ("(x) -> (x*-1 + 5) mod 5", &[2]),
        ("(x, y) -> (x*-3 + y*2 + 35) mod 7", &[3, 5]),
        ("(x, y) -> (x*-3 + y*2 + 42) floordiv 3 mod 7", &[3, 5]),
        ("(x) -> (x*-1 + 6) floordiv 4", &[3]),
    ];
    for (map, lengths) in maps {
        let old = from_map(map, lengths);
        for cost in COSTS {
            let (new, found) = simplified(&old, cost);
            assert!(found.is_some(), "{map} is refused");
            assert_equal(&old, &new, 2000, 1);
        }
    }
}

/// Returns the number of 64-bit operations, without conversions, of the simplified offset in rows of these lengths.
fn long_operations(lengths: &[i64], cost: CostModel) -> usize {
    let mut maker = Maker::new(lengths, 64);
    let mut offset = maker.arg(0);
    for (position, &length) in lengths.iter().enumerate().skip(1) {
        let product = maker.with(WordOp::Mul, offset, length);
        let arg = maker.arg(position);
        offset = maker.op("addi", &[product, arg]);
    }
    let old = maker.finish(&[offset]);
    let new = simple(&old, cost);
    assert_equal(&old, &new, 2000, 1);
    let is_long = |&value: &ValueId| {
        let instruction = new.instruction(value);
        let is_operation = matches!(instruction.operation, Operation::Binary(_));
        is_operation && instruction.width == Width::I64
    };
    new.values().filter(is_long).count()
}

// The model of weight counts conversions, and shifts and sums cost the same in 32 and 64 bits.
#[test]
fn simplify_keeps_long_words_where_conversions_cost_more() {
    // Products pay for conversions, and so does a result that fits 32 bits.
    let with_products = [100_000, 1000, 1000];
    let powers_of_two = [1 << 20, 512, 512];
    let short_result = [1 << 14, 512, 512];
    let of = |lengths: &[i64]| {
        (long_operations(lengths, CostModel::Weight), long_operations(lengths, CostModel::Slots))
    };
    assert_eq!(of(&with_products), (2, 2));
    assert_eq!(of(&powers_of_two), (4, 2));
    assert_eq!(of(&short_result), (0, 0));
}

/// A coordinate of a pipeline: a value and its length.
type Coordinate = (ValueId, i64);

/// Returns a random program like those of layouts: the components are merged, unmerged, offset and swizzled. The
/// results are an offset by strides, and a validity. Words of 64 bits may have long dims.
pub(super) fn pipeline(random: &mut Random, bits: u32) -> Program {
    let rank = 1 + random.below(4) as usize;
    let short = [1, 2, 3, 4, 5, 7, 8, 12, 16, 28, 32, 60, 64, 100];
    let long = [1000, 4096, 70_000, 3_000_000, (1 << 31) + 5, 1 << 32, (1 << 32) + 1, 1 << 36];
    let lengths: Vec<i64> = (0..rank)
        .map(|_| match bits {
            64 if random.below(2) == 0 => random.pick(&long),
            _ => random.pick(&short),
        })
        .collect();
    let most = if bits == 64 { 1 << 42 } else { 1 << 20 };
    let mut maker = Maker::new(&lengths, bits);
    let mut dims: Vec<Coordinate> = (0..rank).map(|n| (maker.arg(n), lengths[n])).collect();
    let truth = maker.constant(0);
    let mut valid = maker.compare(CmpPredicate::Equal, truth, truth);
    for _ in 0..2 + random.below(6) {
        let at = random.below(dims.len() as u64) as usize;
        match random.below(8) {
            0 | 1 if at + 1 < dims.len() && dims[at].1 < (1 << 48) / dims[at + 1].1 => {
                merge(&mut maker, &mut dims, at)
            }
            0..=2 => unmerge(&mut maker, &mut dims, at, random),
            3 => {
                let length = 1 + random.below(20) as i64;
                dims[at] = (maker.with(WordOp::Rem, dims[at].0, length), length.min(dims[at].1));
            }
            4 => {
                let by = 1 + random.below(40) as i64;
                dims[at] = (maker.with(WordOp::Add, dims[at].0, by), dims[at].1 + by);
            }
            5 if dims.len() > 1 => {
                let other = (at + 1) % dims.len();
                let low = maker.with(WordOp::Rem, dims[other].0, random.pick(&[2, 4, 8]));
                let bits = (dims[at].1.max(8) as u64).next_power_of_two() as i64;
                dims[at] = (maker.op("xori", &[dims[at].0, low]), bits);
            }
            6 => valid = require(&mut maker, &mut dims, at, valid, random),
            _ => {
                let factor = random.pick(&[2, 3, 4, 6]);
                let other = (at + 1) % dims.len();
                let product = maker.with(WordOp::Mul, dims[at].0, factor);
                dims[at] = (
                    maker.op("addi", &[product, dims[other].0]),
                    dims[at].1 * factor + dims[other].1,
                );
            }
        }
        if dims.iter().any(|&(_, length)| length > most) {
            break;
        }
    }
    let mut offset = maker.constant(random.pick(&[0, 0, 0, 5, 64]));
    for &(dim, _) in &dims {
        let stride = random.pick(&[1, 1, 2, 3, 8, 20, 28, 32, 64, 100, 784, 1000]);
        let product = maker.with(WordOp::Mul, dim, stride);
        offset = maker.op("addi", &[offset, product]);
    }
    maker.finish(&[offset, valid])
}

fn merge(maker: &mut Maker, dims: &mut Vec<Coordinate>, at: usize) {
    let ((high, first), (low, second)) = (dims[at], dims[at + 1]);
    let product = maker.with(WordOp::Mul, high, second);
    dims[at] = (maker.op("addi", &[product, low]), first * second);
    dims.remove(at + 1);
}

fn unmerge(maker: &mut Maker, dims: &mut Vec<Coordinate>, at: usize, random: &mut Random) {
    let (value, length) = dims[at];
    let inner = random.pick(&[2, 3, 4, 5, 7, 8, 14, 16, 28, 32, 56, 60]);
    let low = maker.with(WordOp::Rem, value, inner);
    dims[at] = (maker.with(WordOp::Div, value, inner), (length - 1) / inner + 1);
    dims.insert(at + 1, (low, inner));
}

fn require(
    maker: &mut Maker,
    dims: &mut [Coordinate],
    at: usize,
    valid: ValueId,
    random: &mut Random,
) -> ValueId {
    let (value, length) = dims[at];
    let low = random.below(4) as i64;
    let high = maker.constant((length - random.below(4) as i64).max(1));
    let bound = maker.constant(low);
    let above = maker.compare(CmpPredicate::GreaterEqual, value, bound);
    let below = maker.compare(CmpPredicate::Less, value, high);
    let both = maker.op("andi", &[above, below]);
    if low > 0 {
        dims[at] = (maker.with(WordOp::Sub, value, low), length);
    }
    maker.op("andi", &[valid, both])
}

/// Returns a random program of any operations that addressing functions may have. Operations may wrap.
pub(super) fn soup(random: &mut Random, bits: u32) -> Program {
    let rank = 1 + random.below(3) as usize;
    let lengths: Vec<i64> = (0..rank).map(|_| 1 + random.below(70) as i64).collect();
    let mut maker = Maker::new(&lengths, bits);
    let mut values: Vec<ValueId> = (0..rank).map(|n| maker.arg(n)).collect();
    let mut bools = vec![maker.compare(CmpPredicate::Less, values[0], values[rank - 1])];
    for _ in 0..3 + random.below(9) {
        let (a, b) = (random.pick(&values), random.pick(&values));
        let constant = 1 + random.below(40) as i64;
        let constant = random.pick(&[constant, constant, 1 << (constant % 12), constant * 97]);
        let condition = random.pick(&bools);
        let value = match random.below(16) {
            0 | 1 => maker.op("addi", &[a, b]),
            2 => maker.with(WordOp::Add, a, constant),
            3 => maker.with(WordOp::Sub, a, constant),
            4 => maker.with(WordOp::Mul, a, constant),
            5 | 6 => maker.with(WordOp::Div, a, constant),
            7 | 8 => maker.with(WordOp::Rem, a, constant),
            9 => maker.with(WordOp::Shr, a, constant % 7),
            10 => maker.with(WordOp::And, a, constant),
            11 => maker.with(
                random.pick(&[WordOp::Or, WordOp::Xor, WordOp::Min, WordOp::Max]),
                a,
                constant,
            ),
            12 => maker.op(random.pick(&["xori", "minui", "maxui", "subi"]), &[a, b]),
            13 => maker.op("select", &[condition, a, b]),
            14 => maker.op("extui", &[condition]),
            _ => maker.with(WordOp::Shl, a, constant % 5),
        };
        values.push(value);
        let pred = random.pick(&PREDICATES).0;
        let constant = maker.constant(constant);
        let bool = match random.below(4) {
            0 => maker.compare(pred, a, b),
            1 => maker.op(random.pick(&["andi", "ori", "xori"]), &[condition, bools[0]]),
            _ => maker.compare(pred, value, constant),
        };
        bools.push(bool);
    }
    let (value, bool) = (values[values.len() - 1], bools[bools.len() - 1]);
    maker.finish(&[value, bool])
}

/// Returns the number of random programs of a test. The environment variable `SIMPLIFY_INDEX_ROUNDS` overrides it.
fn rounds(default: u64) -> u64 {
    let requested = std::env::var("SIMPLIFY_INDEX_ROUNDS").ok();
    requested.map_or(default, |text| text.parse().unwrap())
}

fn compare_random(rounds: u64, mut make: impl FnMut(&mut Random) -> Program) -> u64 {
    let mut written = 0;
    for seed in 0..rounds {
        let mut random = Random(seed);
        let old = make(&mut random);
        let cost = COSTS[seed as usize % 3];
        let (new, found) = simplified(&old, cost);
        written += u64::from(found.as_ref().is_some_and(|found| found.program.is_some()));
        assert_equal(&old, &new, 300, seed);
        let text = new.to_string();
        let divides = text.contains("divui") || text.contains("remui");
        assert!(!divides || cost == CostModel::Ops || found.is_none(), "{text}");
    }
    written
}

#[test]
fn simplify_preserves_results_of_random_pipelines() {
    let rounds = rounds(150);
    assert!(compare_random(rounds, |random| pipeline(random, 32)) > rounds * 9 / 10);
    // Lifting refuses a digit of a 64-bit value that may be negative.
    let long = compare_random(rounds, |random| pipeline(random, 64));
    assert!(long > rounds * 3 / 4, "{long} of {rounds}");
}

#[test]
fn simplify_preserves_results_of_random_programs() {
    let rounds = rounds(150);
    assert!(compare_random(rounds, |random| soup(random, 32)) > rounds / 2);
    assert!(compare_random(rounds / 4, |random| soup(random, 64)) > rounds / 16);
}

/// Returns a random map of the bits of two words: each bit of the result is a bit of a word, or an exclusive or of two.
fn bit_map(random: &mut Random, bits: u32) -> Program {
    let lengths = [1 << (1 + random.below(7)), 1 + random.below(200) as i64];
    let mut maker = Maker::new(&lengths, bits);
    let words = [maker.arg(0), maker.arg(1)];
    let mut offset = maker.constant(0);
    for target in 0..3 + random.below(10) {
        let mut bit = |maker: &mut Maker| {
            let shifted = maker.with(WordOp::Shr, random.pick(&words), random.below(8) as i64);
            maker.with(WordOp::And, shifted, 1)
        };
        let (a, b) = (bit(&mut maker), bit(&mut maker));
        let value = if random.below(4) == 0 { maker.op("xori", &[a, b]) } else { a };
        let value = maker.with(WordOp::Mul, value, 1 << target);
        offset = maker.op("addi", &[offset, value]);
    }
    maker.finish(&[offset])
}

#[test]
fn simplify_preserves_results_of_random_bit_maps() {
    let rounds = rounds(30);
    assert!(compare_random(rounds, |random| bit_map(random, 32)) > rounds * 9 / 10);
    assert!(compare_random(rounds / 2, |random| bit_map(random, 64)) > rounds * 9 / 20);
}

#[test]
fn simplify_is_deterministic() {
    for seed in 0..10 {
        let old = pipeline(&mut Random(seed), 32);
        let new = simple(&old, CostModel::Weight).to_string();
        // Another thread would detect a dependence on per-thread hash seeds.
        let again = std::thread::spawn(move || simple(&old, CostModel::Weight).to_string());
        assert_eq!(again.join().unwrap(), new);
    }
}

/// The maps of a comparison with other searches: name, map `(dims) -> offset`, lengths, and the least weight that
/// another search found, where a division weighs 20.
const COMPARED: [(&str, &str, &[i64], u64); 12] = [
    (
        "offset in CHW32",
        "(n, c, h, w) -> (n*4 + c floordiv 32)*25088 + h*896 + w*32 + c mod 32",
        &[4, 100, 28, 28],
        16,
    ),
    (
        "merge, then its inverse",
        "(a, b) -> (a*20 + b) floordiv 60 * 60 + (a*20 + b) floordiv 20 mod 3 * 20 + (a*20 + b) mod 20",
        &[12, 20],
        4,
    ),
    (
        "NCHW number in NHWC",
        "(t) -> t floordiv 200704 * 200704 + t mod 3136 * 64 + t floordiv 3136 mod 64",
        &[1_605_632],
        50,
    ),
    ("5 dims as 3", "(a, b, c) -> a*1024 + b*32 + c", &[2, 32, 32], 4),
    ("strided convolution, NCHW", IM2COL, &[784, 576], 99),
    (
        "NCHW number in CHW32",
        "(t) -> t floordiv 200704 * 200704 + t floordiv 3136 mod 64 floordiv 32 * 100352 + t mod 3136 * 32 + t floordiv 3136 mod 32",
        &[1_605_632],
        29,
    ),
    (
        "CHW32 number in NCHW",
        "(t) -> t floordiv 100352 * 100352 + t mod 32 * 3136 + t floordiv 32 mod 3136",
        &[1_605_632],
        29,
    ),
    ("slice and reshape", "(t) -> t floordiv 32 * 64 + t mod 32 + 1032", &[2048], 5),
    (
        "pixel shuffle",
        "(c, h, w) -> (c*4 + h mod 2 * 2 + w mod 2)*784 + h floordiv 2 * 28 + w floordiv 2",
        &[16, 56, 56],
        16,
    ),
    ("ring", "(t, i) -> (t*8 + i) mod 16 * 32", &[8, 8], 4),
    (
        "tile, number, vectors of channels",
        "(a, b) -> (a*3136 + b) floordiv 25088 * 25088 + (a*3136 + b) mod 3136 * 8 + (a*3136 + b) floordiv 3136 mod 8",
        &[64, 3136],
        33,
    ),
    (
        "number and back, in NHWC",
        "(n, c, p) -> ((n*64 + c)*3136 + p) floordiv 200704 * 200704 + ((n*64 + c)*3136 + p) mod 3136 * 64 + ((n*64 + c)*3136 + p) floordiv 3136 mod 64",
        &[8, 64, 3136],
        12,
    ),
];

/// The im2col map of a padded 57x57 image with a 3x3 window and stride 2.
const IM2COL: &str = "(m, k) -> k floordiv 9 * 3249 + (m floordiv 28 * 2 + k floordiv 3 mod 3)*57 + m mod 28 * 2 + k mod 3";

/// Returns the swizzle of 64 rows of 64 elements in vectors of 8, by linear index. The least weight of another search
/// is 3.
fn swizzle() -> Program {
    let mut maker = Maker::new(&[4096], 32);
    let t = maker.arg(0);
    let (row, column) = (maker.with(WordOp::Div, t, 64), maker.with(WordOp::Rem, t, 64));
    let low = maker.with(WordOp::Rem, row, 8);
    let bits = maker.with(WordOp::Mul, low, 8);
    let mixed = maker.op("xori", &[column, bits]);
    let high = maker.with(WordOp::Mul, row, 64);
    let offset = maker.op("addi", &[high, mixed]);
    maker.finish(&[offset])
}

#[test]
fn compared_maps_weigh_at_most_as_much_as_in_other_searches() {
    if !cfg!(feature = "egg") {
        return;
    }
    let maps =
        COMPARED.iter().map(|&(name, map, lengths, bar)| (name, from_map(map, lengths), bar));
    let all = maps.chain([("swizzle", swizzle(), 3)]);
    let (mut sum, mut table) = (0, String::new());
    for (name, old, bar) in all {
        let new = simple(&old, CostModel::Weight);
        assert_equal(&old, &new, 2000, 1);
        let weight = counted(&new, CostModel::Weight);
        writeln!(table, "{name:40} {weight:3}, other searches {bar:3}").unwrap();
        assert!(weight <= bar, "{table}");
        sum += weight;
    }
    eprintln!("{table}{sum}");
    assert!(sum <= 119, "{table}");
}

#[track_caller]
fn assert_stays_cheap(old: &Program, cost: CostModel) {
    let once = simple(old, cost);
    let twice = simple(&once, cost);
    let (first, second) = (counted(&once, cost), counted(&twice, cost));
    assert!(second <= first, "{first}, then {second}:\n{once}\n{twice}");
}

#[test]
fn a_second_simplification_never_raises_the_cost() {
    for map in measured() {
        let old = from_map(&map.map, &map.lengths);
        COSTS.iter().for_each(|&cost| assert_stays_cheap(&old, cost));
    }
    for seed in 0..60 {
        let cost = COSTS[seed as usize % 3];
        assert_stays_cheap(&pipeline(&mut Random(seed), 32), cost);
        assert_stays_cheap(&pipeline(&mut Random(seed), 64), cost);
        assert_stays_cheap(&soup(&mut Random(seed), 32), cost);
        assert_stays_cheap(&soup(&mut Random(seed), 64), cost);
    }
}
