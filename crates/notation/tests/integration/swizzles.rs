//! Swizzles of layouts with many indices: each is found again, or the index that refutes all of them is verified.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::{BitSwizzle, Elems, IndexSpace, Layout, LogicalIndex};
use layoutc_notation::{Witness, read, write};
use testkit::Random;

/// The number of random layouts of each test.
const LAYOUTS: usize = 48;

fn list(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// Returns modes of a length: its factors in random order.
fn factors(random: &mut Random, length: i64) -> Vec<i64> {
    let (mut factors, mut rest) = (Vec::new(), length);
    while rest > 1 && factors.len() < 3 {
        let all: Vec<i64> = (2..=rest).filter(|it| rest % it == 0).take(20).collect();
        let factor = if random.one_in(2) { rest } else { random.choose(&all) };
        factors.push(factor);
        rest /= factor;
    }
    factors.push(rest);
    factors.retain(|&factor| factor > 1);
    if factors.is_empty() { vec![1] } else { factors }
}

/// Returns the text of modes of some lengths in random order of memory. If they carry, some have padding or equal strides.
fn modes(random: &mut Random, lengths: &[i64], carry: bool) -> String {
    let parts: Vec<Vec<i64>> = lengths.iter().map(|&length| factors(random, length)).collect();
    let places: Vec<(usize, usize)> =
        (0..parts.len()).flat_map(|dim| (0..parts[dim].len()).map(move |at| (dim, at))).collect();
    let mut strides: Vec<Vec<i64>> = parts.iter().map(|own| vec![0; own.len()]).collect();
    let mut next = 1;
    for (dim, at) in random.permutation(places.len()).into_iter().map(|at| places[at]) {
        strides[dim][at] = next;
        let padding = if carry && random.one_in(8) { random.between(1, 3) } else { 0 };
        next = if carry && random.one_in(12) { next } else { next * parts[dim][at] + padding };
    }
    let tuple = |own: &Vec<i64>| format!("({})", list(own));
    let tuples = |all: &[Vec<i64>]| all.iter().map(tuple).collect::<Vec<_>>().join(",");
    format!("({}):({})", tuples(&parts), tuples(&strides))
}

fn swizzle(random: &mut Random, top: i64) -> (u32, u32, i32) {
    let bits = random.between(1, 4);
    let distance = random.between(bits, (top - bits).min(bits + 8));
    let base = random.between(0, (top - bits - distance).max(0));
    let shift = if random.one_in(4) { -distance } else { distance };
    (bits as u32, base as u32, shift as i32)
}

fn prefix((bits, base, shift): (u32, u32, i32)) -> String {
    format!("S<{bits},{base},{shift}> o ")
}

#[test]
fn swizzles_of_long_dims_are_written_again() {
    let mut random = Random::new(0x7377_697a);
    let mut swizzled = 0;
    for _ in 0..LAYOUTS {
        let rank = 1 + random.index(3);
        let length = |random: &mut Random| {
            let odd = if random.one_in(4) { random.choose(&[3, 5, 7, 9]) } else { 1 };
            odd << random.between(13, 19 - if odd > 1 { 3 } else { 0 })
        };
        let lengths: Vec<i64> = (0..rank).map(|_| length(&mut random)).collect();
        let start =
            if random.one_in(3) { format!("{} o ", random.between(0, 99)) } else { String::new() };
        let swizzle = prefix(swizzle(&mut random, 24));
        let text = format!("cute:{swizzle}{start}{}", modes(&mut random, &lengths, true));
        let layout = read(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}")).layout;
        let written = write("cute", &layout, None).unwrap_or_else(|it| panic!("{text}: {it:?}"));
        swizzled += usize::from(written.contains(" o "));
        let back = read(&written, None).unwrap().layout;
        assert_eq!(layout.difference(&back), Ok(None), "{text} is written as {written}");
        for _ in 0..64 {
            let at = lengths.iter().map(|&length| random.between(0, length - 1));
            let at = LogicalIndex::new(at.collect::<Vec<_>>()).unwrap();
            assert_eq!(layout.offset_of(&at), back.offset_of(&at), "{text}, {written}, {at}");
        }
    }
    assert!(swizzled * 2 > LAYOUTS, "{swizzled}");
}

#[test]
fn swizzles_of_many_bits_are_written_as_maps() {
    let mut random = Random::new(0x6d61_7073);
    for _ in 0..LAYOUTS / 4 {
        let [rows, columns] = [0, 1].map(|_| random.between(13, 29));
        // The low bits of the row change those of the column.
        let bits = random.between(10, rows.min(columns));
        let swizzle = prefix((bits as u32, 0, columns as i32));
        let lengths = [1i64 << rows, 1 << columns];
        let text = format!("cute:{swizzle}({}):({},1)", list(&lengths), lengths[1]);
        let layout = read(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}")).layout;
        for name in ["tvm", "memref"] {
            let written = write(name, &layout, None).unwrap_or_else(|it| panic!("{text}: {it:?}"));
            let back = read(&written, None).unwrap().layout;
            for _ in 0..64 {
                let at = lengths.map(|length| random.between(0, length - 1));
                let at = LogicalIndex::new(at).unwrap();
                assert_eq!(layout.offset_of(&at), back.offset_of(&at), "{text}, {written}, {at}");
            }
        }
    }
}

/// The offsets up to an index in row-major order, by the number of the index.
struct Offsets {
    lengths: Vec<i64>,
    indices: Vec<Vec<i64>>,
    offsets: Vec<i64>,
    /// The number of indices between adjacent indices of each dim.
    weights: Vec<usize>,
}

impl Offsets {
    fn until(layout: &Layout, lengths: &[i64], last: &[i64], most: usize) -> Option<Offsets> {
        let mut weights = vec![1usize; lengths.len()];
        for dim in (1..weights.len()).rev() {
            weights[dim - 1] = weights[dim] * lengths[dim] as usize;
        }
        let count: usize = weights.iter().zip(last).map(|(by, &at)| by * at as usize).sum();
        if count >= most {
            return None;
        }
        let space = IndexSpace::below(lengths.iter().copied());
        let indices: Vec<Vec<i64>> = space.iter().take(count + 1).collect();
        assert_eq!(indices.last().unwrap(), last);
        let mut evaluator = layout.evaluator();
        let mut offset = |index: &Vec<i64>| {
            let index = LogicalIndex::new(index.iter().copied()).unwrap();
            evaluator.offset_of(&index).unwrap().map(Elems::get).unwrap()
        };
        let offsets = indices.iter().map(&mut offset).collect();
        Some(Offsets { lengths: lengths.to_vec(), indices, offsets, weights })
    }

    /// Returns the number of the first index at which the offsets below a swizzle are not those of modes; `None` if they
    /// are at all of these indices. The parts of a mode, weights with strides, grow index by index.
    fn failure(&self, swizzle: BitSwizzle) -> Option<usize> {
        let below = |at: usize| swizzle.apply(self.offsets[at]);
        let start = below(0);
        let mut parts: Vec<Vec<(i64, i64)>> = vec![Vec::new(); self.lengths.len()];
        self.indices.iter().enumerate().skip(1).position(|(at, index)| {
            let moving: Vec<usize> = (0..index.len()).filter(|&dim| index[dim] != 0).collect();
            let step = below(at) - start;
            match moving[..] {
                [dim] => !extends(&mut parts[dim], index[dim], step, self.lengths[dim]),
                _ => {
                    let along =
                        |&dim: &usize| below(index[dim] as usize * self.weights[dim]) - start;
                    step != moving.iter().map(along).sum::<i64>()
                }
            }
        })
    }
}

/// Returns `true` if parts of a mode agree with the step to the next index along it. A further part is added where needed.
fn extends(parts: &mut Vec<(i64, i64)>, index: i64, step: i64, length: i64) -> bool {
    let (mut rest, mut expected) = (index, 0);
    for &(weight, stride) in parts.iter().rev() {
        expected += rest / weight * stride;
        rest %= weight;
    }
    if expected == step && !parts.is_empty() {
        return true;
    }
    let last = parts.last().map_or(1, |&(weight, _)| weight);
    let is_part = length % index == 0 && index % last == 0;
    parts.extend(is_part.then_some((index, step)));
    is_part
}

/// Returns the text of a layout of at least 2^16 indices that is hardly modes below one swizzle.
fn mixed(random: &mut Random) -> (String, Vec<i64>) {
    let rank = 1 + random.index(3);
    let bits = random.between(16, 24);
    let mut lengths = vec![1i64; rank];
    (0..bits).for_each(|_| lengths[random.index(rank)] *= 2);
    if random.one_in(4) {
        let dim = random.index(rank);
        lengths[dim] *= random.choose(&[3, 5, 6]);
    }
    if random.one_in(3) {
        // Blocks that do not divide a length.
        let lengths = vec![random.between(256, 4096), random.between(256, 4096)];
        let block = random.between(2, 40);
        return (format!("onednn:aB{block}b[{}]", list(&lengths)), lengths);
    }
    let [a, b] = [0, 1].map(|_| prefix(swizzle(random, bits)));
    (format!("cute:{a}{b}{}", modes(random, &lengths, false)), lengths)
}

#[test]
fn proofs_of_large_layouts_refute_every_swizzle() {
    let mut random = Random::new(0x7072_6f6f);
    let (mut proven, mut verified) = (0, 0);
    for _ in 0..LAYOUTS {
        let (text, lengths) = mixed(&mut random);
        let layout = read(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}")).layout;
        let last = match write("cute", &layout, None) {
            Ok(_) => continue,
            Err(Witness { at: Some(at), is_proof: true, .. }) => at,
            Err(witness) => panic!("{text}: {witness:?}"),
        };
        proven += 1;
        let Some(known) = Offsets::until(&layout, &lengths, &last, 1 << 17) else { continue };
        // All swizzles are verified where this is fast, otherwise some of them.
        let times = (known.indices.len() as u64 >> 6).max(1);
        for bits in 1..=20 {
            for distance in bits..=40 - bits {
                for base in 0..=40 - bits - distance {
                    for shift in [distance, -distance] {
                        if !random.one_in(times) {
                            continue;
                        }
                        let swizzle = BitSwizzle::new(bits, base, shift).unwrap();
                        let failure = known.failure(swizzle);
                        assert!(failure.is_some(), "S<{bits},{base},{shift}> agrees with {text}");
                    }
                }
            }
        }
        let plain = known.failure(BitSwizzle::new(0, 0, 0).unwrap());
        assert!(plain.is_some(), "modes agree with {text}");
        verified += 1;
    }
    assert!(proven * 2 > LAYOUTS && verified * 2 > proven, "{proven} {verified}");
}

#[test]
fn swizzles_of_sums_with_carries_return_through_maps() {
    // The two dims carry into each other's bits, so a bit of an offset depends on both of them.
    let large = [
        ("S<2,4,3> o (1000,1000):(1000,1)", "(i0*40 + i1)%64%16 + "),
        ("S<3,4,3> o (5000,5000):(5000,1)", "(i0*8 + i1)%128%16 + "),
        ("S<3,3,3> o (5003,4999):(1,5003)", ""),
        ("S<2,3,-3> o (3000,7001):(7001,1)", ""),
    ];
    for (text, part) in large {
        let text = format!("cute:{text}");
        let layout = read(&text, None).unwrap().layout;
        for name in ["tvm", "memref"] {
            let map = write(name, &layout, None).unwrap_or_else(|it| panic!("{text}: {it:?}"));
            assert!(name == "memref" || map.contains(part), "{map}");
            let back = read(&map, None).unwrap().layout;
            assert_eq!(back.difference_of_forms(&layout), Ok(Some(None)), "{map}");
            assert_eq!(write("cute", &back, None).unwrap(), text);
        }
    }
}
