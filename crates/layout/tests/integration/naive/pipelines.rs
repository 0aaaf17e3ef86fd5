//! Random pipelines of all transforms, built in the core and naively in parallel.

use super::{Naive, Pair};
use layoutc_layout::transform::*;
use layoutc_layout::{LayoutBuilder, Table};
use proptest::prelude::*;

/// Choices that a generator reads one after another. After the last choice, it reads zeros, which select the simplest
/// case.
#[derive(Clone, Debug)]
pub(crate) struct Tape {
    words: Vec<u32>,
    next: usize,
}

impl Tape {
    /// Returns a number below `n`.
    pub(crate) fn below(&mut self, n: i64) -> i64 {
        self.next += 1;
        let word = self.words.get(self.next - 1).copied().unwrap_or(0);
        i64::from(word) % n
    }

    pub(crate) fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high - low + 1)
    }

    /// Returns `true` with a probability of one in `n`.
    pub(crate) fn rarely(&mut self, n: i64) -> bool {
        self.below(n) == n - 1
    }

    pub(crate) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as i64) as usize].clone()
    }

    pub(crate) fn shuffled(&mut self, items: &mut [usize]) {
        for k in 1..items.len() {
            let other = self.below(k as i64 + 1) as usize;
            // Choice 0 leaves the items unchanged.
            items.swap(k, k - other);
        }
    }
}

pub(crate) fn tape() -> impl Strategy<Value = Tape> {
    proptest::collection::vec(any::<u32>(), 0..90).prop_map(|words| Tape { words, next: 0 })
}

/// The size of generated dims.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    /// The maximum length of a dim of the base.
    length: i64,
    /// The maximum number of logical indices.
    points: i128,
    /// The maximum stride of a base with arbitrary strides.
    stride: i64,
}

pub(crate) const SMALL: Size = Size { length: 7, points: 1500, stride: 6 };
pub(crate) const LARGE: Size = Size { length: 5000, points: 1 << 40, stride: 1 << 20 };

fn base(tape: &mut Tape, size: Size) -> Pair {
    let rank = tape.within(1, 6);
    let mut lengths = Vec::new();
    let mut points = 1;
    for _ in 0..rank {
        let most = i128::from(size.length).min(size.points / points).max(1);
        lengths.push(tape.within(1, most as i64));
        points *= i128::from(lengths[lengths.len() - 1]);
    }
    let offset = if tape.rarely(3) { tape.within(-40, 40) } else { 0 };
    match tape.below(4) {
        0 => Pair::new(LayoutBuilder::packed(&lengths).unwrap(), Naive::packed(&lengths)),
        1 => {
            let align = tape.within(1, 9);
            let builder = LayoutBuilder::aligned(&lengths, align).unwrap();
            let mut row = *lengths.last().unwrap();
            row += (align - row % align) % align;
            let mut strides = vec![1; lengths.len()];
            for at in (1..lengths.len()).rev() {
                strides[at - 1] = row;
                row *= lengths[at - 1];
            }
            Pair::new(builder, Naive::new(&lengths, &strides, 0))
        }
        2 => {
            // Nested in some order, with gaps.
            let mut order: Vec<usize> = (0..lengths.len()).collect();
            tape.shuffled(&mut order);
            let (mut strides, mut stride) = (vec![0; lengths.len()], 1);
            for at in order {
                strides[at] = if tape.rarely(4) { -stride } else { stride };
                stride = stride * lengths[at] + tape.below(3);
            }
            Pair::strided(&lengths, &strides, offset)
        }
        _ => {
            let strides: Vec<i64> =
                lengths.iter().map(|_| tape.within(-size.stride, size.stride)).collect();
            Pair::strided(&lengths, &strides, offset)
        }
    }
}

/// Generates a transform over one open dim of length `n`.
fn over_one(tape: &mut Tape, n: i64) -> Transform {
    let wild = tape.rarely(5);
    match tape.below(11) {
        0 => PassThrough.into(),
        1 => {
            let most = (n / 2).min(3);
            let (low, high) = (tape.within(-most, 3), tape.within(-most, 4));
            Pad { low, high: high.max(1 - n - low) }.into()
        }
        2 => {
            let begin = tape.below(n);
            Slice { begin, end: tape.within(begin + 1, n) }.into()
        }
        3 => {
            let modulus = tape.within(1, if wild { n + 2 } else { n });
            Modulo { modulus, length: tape.within(1, 2 * n + 1) }.into()
        }
        4 => Offset { by: if wild { tape.within(-4, 4) } else { 0 } }.into(),
        5 => Freeze { at: if wild { tape.within(-1, n) } else { tape.below(n) } }.into(),
        6 => Unmerge { lengths: factors(tape, n, wild) }.into(),
        7 => table(tape, n).into(),
        8 => CyclicShift { by: tape.within(-2 * n, 2 * n) }.into(),
        _ => embed(tape, n, wild),
    }
}

/// Generates lengths whose product is `n`, or is arbitrary if `wild` is set.
fn factors(tape: &mut Tape, n: i64, wild: bool) -> Vec<i64> {
    let mut rest = n;
    let mut lengths = Vec::new();
    for _ in 0..tape.below(3) {
        let divisors: Vec<i64> = (1..=rest.min(64)).filter(|d| rest % d == 0).collect();
        lengths.push(tape.pick(&divisors));
        rest /= lengths[lengths.len() - 1];
    }
    lengths.push(rest);
    if wild {
        let grown = tape.below(lengths.len() as i64) as usize;
        lengths[grown] += 1;
    }
    lengths
}

/// Generates a table of up to `n` values below `n`, often without equal ones.
fn table(tape: &mut Tape, n: i64) -> Lookup {
    let mut all: Vec<usize> = (0..n.min(64)).map(|value| value as usize).collect();
    tape.shuffled(&mut all);
    all.truncate(tape.within(1, all.len() as i64) as usize);
    if tape.rarely(3) {
        let at = tape.below(all.len() as i64) as usize;
        all[at] = all[0];
    }
    let values = all.into_iter().map(|value| value as i64).collect();
    Lookup { by: Table::of_values("t", values).unwrap() }
}

fn embed(tape: &mut Tape, n: i64, wild: bool) -> Transform {
    let (mut lengths, mut strides, mut room) = (Vec::new(), Vec::new(), n - 1);
    for _ in 0..tape.within(1, 3) {
        let stride = tape.within(if wild { -2 } else { 0 }, 3);
        let most = if stride == 0 { 2 } else { room / stride.abs() + 1 };
        let length = tape.within(1, if wild { most + 1 } else { most });
        room = (room - stride.abs() * (length - 1)).max(0);
        lengths.push(length);
        strides.push(stride);
    }
    Embed { lengths, strides }.into()
}

/// Generates a transform, and selects the open dims below it.
fn step(tape: &mut Tape, tops: &[usize], lengths: &[i64]) -> (Transform, Vec<usize>) {
    let mut dims: Vec<usize> = (0..tops.len()).collect();
    tape.shuffled(&mut dims);
    let lower = |dims: &[usize]| dims.iter().map(|&at| tops[at]).collect::<Vec<_>>();
    match tape.below(14) {
        0 => (Insert { length: tape.within(1, 4) }.into(), Vec::new()),
        1 => {
            let lengths = (0..tape.within(1, 2)).map(|_| tape.within(1, 3)).collect();
            (Replicate { lengths }.into(), Vec::new())
        }
        2..=4 if !tops.is_empty() => {
            let count = tape.within(1, dims.len().min(3) as i64) as usize;
            (Merge.into(), lower(&dims[..count]))
        }
        5 | 6 if dims.len() > 1 => {
            let Some(at) = dims.iter().position(|&at| lengths[at].count_ones() == 1) else {
                return (PassThrough.into(), lower(&dims[..1]));
            };
            let second = dims.remove(at);
            (Xor.into(), lower(&[dims[0], second]))
        }
        _ if !tops.is_empty() => (over_one(tape, lengths[dims[0]]), lower(&dims[..1])),
        _ => (Insert { length: tape.within(1, 3) }.into(), Vec::new()),
    }
}

/// Generates a pipeline with a limited number of indices. It may violate a bound; the core must then reject it.
pub(crate) fn pipeline(tape: &mut Tape, size: Size) -> Pair {
    let mut pair = base(tape, size);
    for _ in 0..tape.below(9) {
        let lengths = pair.naive.top_lengths();
        let (transform, lower) = step(tape, &pair.naive.tops, &lengths);
        let mut after = pair.naive.clone();
        after.apply(transform.clone(), &lower);
        let points: i128 = after.tops.iter().map(|&top| after.lengths[top]).product();
        if points > size.points || after.tops.len() > 8 {
            continue;
        }
        pair.apply(transform, &lower);
        if tape.rarely(5) {
            tape.shuffled(&mut pair.naive.tops);
            if let Ok(layout) = pair.finish() {
                pair.continue_from(&layout);
            }
        }
    }
    tape.shuffled(&mut pair.naive.tops);
    pair
}

/// Generates indices at the ends of the dims and between them.
pub(crate) fn samples(tape: &mut Tape, lengths: &[i64]) -> Vec<Vec<i64>> {
    let mut sample = |_| {
        let at = |&length: &i64| match tape.below(4) {
            0 => 0,
            1 => length - 1,
            _ => tape.below(length),
        };
        lengths.iter().map(at).collect()
    };
    (0..40).map(&mut sample).collect()
}
