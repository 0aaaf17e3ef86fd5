//! Conversions that fail, against all texts of a notation over small shapes, by the definition of the notation.
//!
//! A proof names an index p: no text has the offsets of the layout at all indices up to p, in row-major order. If a text
//! is the layout, the conversion finds one; `xla` finds those whose digits are nested.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layout::{Elems, IndexSpace, Layout, LogicalIndex};
use layoutc_notation::{NOTATIONS, Witness, read, write};
use std::cell::RefCell;
use std::collections::BTreeMap;
use testkit::Random;

/// The shapes of all layouts.
const SHAPES: &[&[i64]] = &[
    &[4],
    &[5],
    &[6],
    &[8],
    &[1, 4],
    &[2, 3],
    &[3, 2],
    &[4, 2],
    &[1, 1, 3],
    &[2, 2, 2],
    &[2, 1, 4],
];

/// The number of random layouts of each shape.
const LAYOUTS: usize = 36;

fn indices(lengths: &[i64]) -> Vec<Vec<i64>> {
    IndexSpace::below(lengths.iter().copied()).iter().collect()
}

fn offsets(layout: &Layout, indices: &[Vec<i64>]) -> Vec<Option<i64>> {
    let mut evaluator = layout.evaluator();
    let mut offset = |index: &Vec<i64>| {
        let index = LogicalIndex::new(index.iter().copied()).unwrap();
        evaluator.offset_of(&index).unwrap().map(Elems::get)
    };
    indices.iter().map(&mut offset).collect()
}

fn list(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// Returns sums of digits of dims, and some of them with carries, or a copy of rows.
fn random_layout(random: &mut Random, lengths: &[i64]) -> Layout {
    let names: Vec<String> = (0..lengths.len()).map(|dim| format!("i{dim}")).collect();
    let mut terms = Vec::new();
    let mut next = 1;
    for dim in random.permutation(lengths.len()) {
        let name = &names[dim];
        let at = random.between(1, 4);
        let (low, high) = (next, if random.one_in(4) { random.between(0, 9) } else { next * at });
        match random.index(4) {
            0 if at < lengths[dim] => {
                terms.push(format!("{name}%{at}*{low} + {name}//{at}*{high}"))
            }
            1 if at < lengths[dim] => {
                terms.push(format!("{name}//{at}*{low} + {name}%{at}*{high}"))
            }
            _ => terms.push(format!("{name}*{low}")),
        }
        next *= lengths[dim] + if random.one_in(4) { random.between(0, 2) } else { 0 };
    }
    if random.one_in(3) {
        let (a, b) = (random.index(names.len()), random.index(names.len()));
        let (by, factor) = (random.between(2, 5), random.between(1, 4));
        terms.push(format!("({} + {})%{by}*{factor}", names[a], names[b]));
    }
    if random.one_in(5) {
        terms.push(random.between(1, 2).to_string());
    }
    let text =
        format!("tvm:[{}] lambda {}: ({})", list(lengths), names.join(","), terms.join(" + "));
    read(&text, None).unwrap_or_else(|fault| panic!("{text}: {fault}")).layout
}

/// Returns layouts of a shape: sums of digits, and swizzles of them.
fn layouts(lengths: &[i64], seed: u64) -> Vec<Layout> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for _ in 0..LAYOUTS {
        let layout = random_layout(&mut random, lengths);
        if random.one_in(4) {
            let (bits, base) = (random.between(1, 2), random.between(0, 2));
            let shift = random.between(bits, 3) * if random.one_in(2) { 1 } else { -1 };
            let swizzle = layout::BitSwizzle::new(bits, base, shift).unwrap();
            found.push(layout.swizzled(swizzle).unwrap());
        } else {
            found.push(layout);
        }
    }
    found
}

/// The offsets of every text of a notation over some lengths, at all indices.
type Texts = Vec<Vec<i64>>;

/// The number of conversions with a text, of proofs, and of searches that found none.
#[derive(Debug, Default)]
struct Counts {
    written: u32,
    proven: u32,
    unfound: u32,
}

/// Converts `count` layouts of each shape to a notation and compares the result with all texts. `is_least` is `true` if the texts are so
/// many that the index of a proof must be the least.
fn check(
    name: &str,
    count: usize,
    is_least: bool,
    texts_of: impl Fn(&[i64], &[Vec<i64>], &[Option<i64>]) -> Texts,
) -> Counts {
    let mut counts = Counts::default();
    for (seed, lengths) in (0..).zip(SHAPES) {
        let indices = indices(lengths);
        let layouts = layouts(lengths, seed);
        for layout in layouts.into_iter().take(count) {
            let expected = offsets(&layout, &indices);
            let texts = texts_of(lengths, &indices, &expected);
            let agreed = |text: &Vec<i64>| {
                text.iter().zip(&expected).take_while(|(a, b)| Some(**a) == **b).count()
            };
            let most = texts.iter().map(agreed).max().unwrap_or(0);
            match write(name, &layout, None) {
                Ok(_) => counts.written += 1,
                Err(Witness { at: Some(at), is_proof: true, reason, .. }) => {
                    let place = indices.iter().position(|index| *index == at).unwrap();
                    let context = format!("{name} {lengths:?} {expected:?} {at:?} {reason}");
                    assert!(most <= place, "a text agrees with {context}");
                    assert!(!is_least || most == place, "no text agrees before {context}");
                    counts.proven += 1;
                }
                Err(witness) => {
                    let context = format!("{name} {lengths:?} {expected:?} {witness}");
                    assert!(
                        name == "xla" || most < indices.len(),
                        "a text is not found: {context}"
                    );
                    assert!(witness.at.is_some(), "no index: {context}");
                    counts.unfound += 1;
                }
            }
        }
    }
    counts
}

/// Returns all tuples of one of some numbers for each dim.
fn tuples(rank: usize, numbers: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..rank {
        let longer = all.iter().flat_map(|tuple: &Vec<i64>| {
            numbers.iter().map(|&number| [&tuple[..], &[number]].concat())
        });
        all = longer.collect();
    }
    all
}

fn permutations(rank: usize) -> Vec<Vec<i64>> {
    let dims: Vec<i64> = (0..rank as i64).collect();
    let mut all = tuples(rank, &dims);
    all.retain(|order| dims.iter().all(|dim| order.contains(dim)));
    all
}

fn dot(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn strides_of_torch_are_refused_only_with_proof() {
    let counts = check("torch", LAYOUTS, true, |lengths, indices, expected| {
        let steps = |dim: usize| {
            let at = indices.iter().position(|at| at[dim] == 1 && at.iter().sum::<i64>() == 1);
            let step = at.map(|at| expected[at].unwrap() - expected[0].unwrap());
            if lengths[dim] > 1 { step.unwrap() } else { 0 }
        };
        // A stride is that of the layout, or one that a text has.
        let strides: Vec<i64> = (0..lengths.len()).map(|dim| steps(dim).max(0)).collect();
        let start = expected[0].unwrap();
        vec![indices.iter().map(|at| start + dot(at, &strides)).collect()]
    });
    assert!(counts.written > 20 && counts.proven > 20 && counts.unfound == 0, "{counts:?}");
}

#[test]
fn orders_of_vpux_are_refused_only_with_proof() {
    let counts = check("vpux", LAYOUTS, true, |lengths, indices, _| {
        let packed = |order: Vec<i64>| {
            let (mut strides, mut next) = (vec![0; lengths.len()], 1);
            for &dim in &order {
                strides[dim as usize] = next;
                next *= lengths[dim as usize];
            }
            indices.iter().map(|at| dot(at, &strides)).collect()
        };
        permutations(lengths.len()).into_iter().map(packed).collect()
    });
    assert!(counts.written > 10 && counts.proven > 20 && counts.unfound == 0, "{counts:?}");
}

/// Returns the offsets of blocks, the first the fastest, inside outer dims from the fastest.
fn blocked(
    lengths: &[i64],
    indices: &[Vec<i64>],
    blocks: &[(usize, i64)],
    outer: &[i64],
) -> Vec<i64> {
    let offset = |at: &Vec<i64>| {
        let (mut rest, mut left) = (at.clone(), lengths.to_vec());
        let (mut offset, mut next) = (0, 1);
        let mut digit = |dim: usize, length: i64| {
            offset += rest[dim] % length * next;
            rest[dim] /= length;
            left[dim] = (left[dim] + length - 1) / length;
            next *= length;
            left[dim]
        };
        for &(dim, length) in blocks {
            digit(dim, length);
        }
        for &dim in outer {
            let dim = dim as usize;
            let length = digit(dim, 1);
            digit(dim, length);
        }
        offset
    };
    indices.iter().map(offset).collect()
}

#[test]
fn blocks_of_onednn_are_refused_only_with_proof() {
    let counts = check("onednn", LAYOUTS, false, |lengths, indices, _| {
        let rank = lengths.len();
        let one: Vec<(usize, i64)> =
            (0..rank).flat_map(|dim| (2..=5).map(move |length| (dim, length))).collect();
        let mut lists: Vec<Vec<(usize, i64)>> = vec![Vec::new()];
        let mut last = lists.clone();
        for _ in 0..if rank == 1 { 3 } else { 2 } {
            let longer = last
                .iter()
                .flat_map(|list| one.iter().map(|&block| [&list[..], &[block]].concat()));
            last = longer.collect();
            lists.extend(last.clone());
        }
        let orders = permutations(rank);
        let texts = lists
            .iter()
            .flat_map(|blocks| orders.iter().map(|order| blocked(lengths, indices, blocks, order)));
        let mut texts: Texts = texts.collect();
        texts.sort();
        texts.dedup();
        texts
    });
    assert!(counts.written > 20 && counts.proven > 20 && counts.unfound == 0, "{counts:?}");
}

/// Returns the weights of the parts of a mode: every chain of divisors of its size.
fn chains(length: i64) -> Vec<Vec<i64>> {
    let mut all = vec![vec![1]];
    let mut at = 0;
    while let Some(chain) = all.get(at).cloned() {
        at += 1;
        let last = *chain.last().unwrap();
        let next = (last + 1..length).filter(|next| next % last == 0 && length % next == 0);
        all.extend(next.map(|next| [&chain[..], &[next]].concat()));
    }
    all
}

fn swizzled(offset: i64, (bits, base, shift): (u32, u32, i32)) -> i64 {
    let field = (1i64 << bits) - 1;
    if shift >= 0 {
        offset ^ (((offset >> (base + shift.unsigned_abs())) & field) << base)
    } else {
        offset ^ (((offset >> base) & field) << (base + shift.unsigned_abs()))
    }
}

#[test]
fn modes_of_cute_are_refused_only_with_proof() {
    let mut swizzles = vec![(0, 0, 0)];
    for bits in 1..=4u32 {
        for base in 0..=7 {
            let shifts = (bits as i32..=7).flat_map(|shift| [shift, -shift]);
            swizzles.extend(shifts.map(|shift| (bits, base, shift)));
        }
    }
    let counts = check("cute", LAYOUTS, true, |lengths, indices, expected| {
        let mut texts = Vec::new();
        for &swizzle in &swizzles {
            let below: Vec<i64> =
                expected.iter().map(|it| swizzled(it.unwrap(), swizzle)).collect();
            let at = |dim: usize, value: i64| {
                let mut index = vec![0; lengths.len()];
                index[dim] = value;
                below[indices.iter().position(|found| *found == index).unwrap()] - below[0]
            };
            let mut choices = vec![Vec::new()];
            for (dim, &length) in lengths.iter().enumerate() {
                let longer = choices.iter().flat_map(|choice: &Vec<(usize, Vec<i64>)>| {
                    chains(length)
                        .into_iter()
                        .map(move |chain| [&choice[..], &[(dim, chain)]].concat())
                });
                choices = longer.collect();
            }
            for choice in choices {
                let offset = |index: &Vec<i64>| {
                    let parts = choice.iter().map(|(dim, chain)| {
                        let mut rest = index[*dim];
                        let digits = chain.iter().rev().map(|&weight| {
                            let digit = rest / weight;
                            rest %= weight;
                            if lengths[*dim] > weight { digit * at(*dim, weight) } else { 0 }
                        });
                        digits.sum::<i64>()
                    });
                    let sum: i64 = parts.sum();
                    // A swizzle requires offsets of at least 0.
                    let sum = below[0] + sum;
                    if sum < 0 && swizzle.0 > 0 { -1 } else { swizzled(sum, swizzle) }
                };
                texts.push(indices.iter().map(offset).collect());
            }
        }
        texts
    });
    assert!(counts.written > 60 && counts.proven > 6 && counts.unfound == 0, "{counts:?}");
}

#[test]
fn formats_of_tensorrt_are_refused_only_with_proof() {
    let known: RefCell<BTreeMap<Vec<i64>, Texts>> = RefCell::default();
    let counts = check("trt", LAYOUTS, true, |lengths, indices, _| {
        if let Some(texts) = known.borrow().get(lengths) {
            return texts.clone();
        }
        let mut texts = Vec::new();
        for format in layout::Format::all() {
            for dla in ["", "<xavier>", "<orin>"] {
                for elem in ["f32", "f16", "i8", "bf16", "i32", "i64", "i1", "f8E4M3FN"] {
                    let name = format.enumerator();
                    let text = format!("trt:{name}{dla}[{}]:{elem}", list(lengths));
                    if let Ok(read) = read(&text, None) {
                        let offsets = offsets(&read.layout, indices);
                        texts.push(offsets.into_iter().map(Option::unwrap).collect());
                    }
                }
            }
        }
        known.borrow_mut().insert(lengths.to_vec(), texts.clone());
        texts
    });
    assert!(counts.written > 10 && counts.proven > 20 && counts.unfound == 0, "{counts:?}");
}

/// Returns the offsets of an array under tiles, by the definition of XLA. `None` is `*`.
fn tiled(
    lengths: &[i64],
    indices: &[Vec<i64>],
    order: &[i64],
    tiles: &[Vec<Option<i64>>],
) -> Option<Vec<i64>> {
    let offset = |index: &Vec<i64>| {
        let mut dims: Vec<(i64, i64)> =
            order.iter().map(|&dim| (lengths[dim as usize], index[dim as usize])).collect();
        for tile in tiles {
            let minor = dims.split_off(dims.len().checked_sub(tile.len())?);
            let (mut inner, mut joined) = (Vec::new(), (1, 0));
            for ((length, at), size) in minor.into_iter().zip(tile) {
                joined = (joined.0 * length, joined.1 * length + at);
                let Some(size) = size else { continue };
                dims.push(((joined.0 + size - 1) / size, joined.1 / size));
                inner.push((*size, joined.1 % size));
                joined = (1, 0);
            }
            dims.append(&mut inner);
        }
        Some(dims.iter().fold(0, |offset, (length, at)| offset * length + at))
    };
    indices.iter().map(offset).collect()
}

#[test]
fn tiles_of_xla_are_refused_with_an_index() {
    let sizes = [None, Some(1), Some(2), Some(3), Some(4)];
    let all: Vec<Vec<Option<i64>>> = (1..=2)
        .flat_map(|rank| tuples(rank, &[0, 1, 2, 3, 4]))
        .map(|tile| tile.iter().map(|&at| sizes[at as usize]).collect::<Vec<_>>())
        .filter(|tile| tile.last().unwrap().is_some())
        .collect();
    let mut lists: Vec<Vec<Vec<Option<i64>>>> = vec![Vec::new()];
    lists.extend(all.iter().map(|tile| vec![tile.clone()]));
    lists.extend(all.iter().flat_map(|a| all.iter().map(|b| vec![a.clone(), b.clone()])));
    let known: RefCell<BTreeMap<Vec<i64>, Texts>> = RefCell::default();
    let counts = check("xla", LAYOUTS / 4, false, |lengths, indices, _| {
        let mut known = known.borrow_mut();
        let texts = known.entry(lengths.to_vec()).or_insert_with(|| {
            let orders = permutations(lengths.len());
            let texts = orders.iter().flat_map(|order| {
                lists.iter().filter_map(|tiles| tiled(lengths, indices, order, tiles))
            });
            let mut texts: Texts = texts.collect();
            texts.sort();
            texts.dedup();
            texts
        });
        texts.clone()
    });
    assert!(counts.written > 20 && counts.proven > 8, "{counts:?}");
    assert!(counts.unfound < counts.written, "{counts:?}");
}

#[test]
fn maps_are_refused_only_without_slot_or_below_zero() {
    for name in ["tvm", "memref"] {
        for (seed, lengths) in (0..).zip(SHAPES) {
            for layout in layouts(lengths, seed) {
                let expected = offsets(&layout, &indices(lengths));
                let text = write(name, &layout, None)
                    .unwrap_or_else(|it| panic!("{name} {lengths:?} {expected:?}: {it}"));
                let back = read(&text, None).unwrap().layout;
                assert_eq!(layout.difference(&back), Ok(None), "{text}");
            }
        }
    }
    let gaps = read("cute:left_inverse((4,4):(5,1))", None).unwrap().layout;
    for name in NOTATIONS.iter().map(|notation| notation.name) {
        let witness = write(name, &gaps, None).unwrap_err();
        assert!(witness.is_proof && witness.at <= Some(vec![4]), "{name}: {witness:?}");
    }
    let below = read("memref:memref<4xf32, affine_map<(d) -> (d mod 3 - d)>>", None).unwrap();
    let witness = write("tvm", &below.layout, None).unwrap_err();
    assert_eq!(
        witness.to_string(),
        "index [3]: its offset -3 is negative, but tvm has no negative values"
    );
    let text = write("memref", &below.layout, None).unwrap();
    assert_eq!(read(&text, None).unwrap().layout.difference(&below.layout), Ok(None), "{text}");
}

/// Layouts that a search does not decide: the notation, the text, and the message.
const UNDECIDED: &[[&str; 3]] = &[
    [
        "cute",
        "tvm:[963761198400] lambda i: (i*2 + (i//7 + i//13)%2)",
        "index [13]: its offset 26 is not a sum of digits of dims times strides; \
         the divisors of a length are too many, or too large",
    ],
    [
        "cute",
        "tvm:[2199023255579] lambda i: (i*2 + (i//7)%3)",
        "index [7]: its offset 15 begins a part after 7 of 2199023255579 values, \
         but a mode is the product of its parts; the divisors of a length are too many, or too large",
    ],
    ["xla", "torch:(40,30):(30,41)", "index [1, 0]: its offset 30 is not that of nested strides"],
    [
        "xla",
        "tvm:[963761198400] lambda i: (i*2 + (i//7 + i//13)%2)",
        "index [7]: its offset 15 is not that of nested strides",
    ],
];

/// Layouts of many indices, whose normal forms do not decide: the notation, the text, and the message.
const LARGE: &[[&str; 3]] = &[
    [
        "torch",
        "tvm:[4000,5000,3] lambda i,j,k: ((i + i)//259//21%44 + i*60000 + j + k)",
        "index [2720, 0, 0]: its offset 163200001 is not a sum of index times stride",
    ],
    [
        "torch",
        "tvm:[8192,4096,2] lambda i,j,k: ((i*2119 + j + (i//48%12)*1356)//8%60 + i + j*7 + k*33554432)",
        "index [0, 8, 0]: its offset 57 is not a sum of index times stride",
    ],
];

#[test]
fn large_layouts_are_refused_with_proof() {
    for [name, text, message] in LARGE {
        let witness = write(name, &read(text, None).unwrap().layout, None).unwrap_err();
        assert!(witness.is_proof, "{text} to {name}: {witness}");
        assert_eq!(witness.to_string(), *message, "{text} to {name}");
    }
}

#[test]
fn an_undecided_search_names_an_index() {
    for [name, text, message] in UNDECIDED {
        let witness = write(name, &read(text, None).unwrap().layout, None).unwrap_err();
        assert!(!witness.is_proof, "{text} to {name}");
        assert_eq!(witness.to_string(), *message, "{text} to {name}");
    }
}
