//! Address code of swizzles in mixed radix, compared with the diagonal form of their bits: the code of the digits, and for
//! each distance by which bits of a word move, one mask, one shift, and one exclusive or.

use super::bits::SourceTerm;
use super::bits::words::{self, WordForm};
use super::integer::{IntegerOp, ProgramSignature};
use super::testing::*;
use super::{ComposedCode, CostModel, lift};
use crate::evaluate::ProgramEvaluator;
use crate::form::AddressForm;
use crate::lower::{IndexType, lower};
use crate::operation::Width;
use crate::program::{Program, ValueId};
use crate::unit::OffsetUnit;
use layout::StridedInterval;
use layout::transform::{Merge, Unmerge, Xor};
use layout::{Layout, LayoutBuilder};
use std::collections::BTreeMap;

/// A layout in mixed radix whose bits a swizzle permutes.
#[derive(Clone, Debug)]
struct Swizzle {
    /// The lengths of the parts of memory, slowest first.
    parts: Vec<i64>,
    /// The parts of memory in the order of the index, slowest first.
    order: Vec<usize>,
    /// The number of parts of each dim of the index.
    dims: Vec<usize>,
    /// The exclusive ors: the part that is read, and the part that is permuted.
    xors: Vec<(usize, usize)>,
}

impl Swizzle {
    /// Returns a random swizzle of at most 8192 slots, with this number of digits whose length is not a power of two.
    fn random(random: &mut Random, digits: usize) -> Swizzle {
        loop {
            let swizzle = Swizzle::any(random, digits);
            let changes =
                MixedForm::from_swizzle(&swizzle).rows.iter().any(|row| row.1.count_ones() > 1);
            if changes && swizzle.parts.iter().product::<i64>() <= 8192 {
                return swizzle;
            }
        }
    }

    fn any(random: &mut Random, digits: usize) -> Swizzle {
        let words = 2 + random.below(3) as usize;
        let mut lengths: Vec<i64> = (0..words).map(|_| 1 << (1 + random.below(3))).collect();
        for _ in 0..digits {
            let at = random.below(lengths.len() as u64 + 1) as usize;
            lengths.insert(at, random.pick(&[3, 3, 5, 6, 7, 12]));
        }
        let is_fine = random.below(3) == 0;
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut parts = Vec::new();
        for length in lengths {
            let split =
                if is_fine && length & (length - 1) == 0 { length.trailing_zeros() } else { 1 };
            let own = if split > 1 { vec![2; split as usize] } else { vec![length] };
            groups.push((parts.len()..parts.len() + own.len()).collect());
            parts.extend(own);
        }
        let bits: Vec<usize> = (0..parts.len()).filter(|&at| parts[at].count_ones() == 1).collect();
        let xors = (0..1 + random.below(if is_fine { 6 } else { 3 })).filter_map(|_| {
            let (from, to) = (random.pick(&bits), random.pick(&bits));
            (from != to).then_some((from, to))
        });
        let xors = xors.collect();
        if random.below(2) == 0 {
            for last in (1..groups.len()).rev() {
                groups.swap(last, random.below(last as u64 + 1) as usize);
            }
        }
        let all = random.below(3) == 0;
        let mut dims: Vec<usize> = Vec::new();
        for group in &groups {
            match dims.last_mut() {
                Some(dim) if all || random.below(2) == 0 => *dim += group.len(),
                _ => dims.push(group.len()),
            }
        }
        Swizzle { parts, order: groups.into_iter().flatten().collect(), dims, xors }
    }

    /// Returns the lengths of the dims of the index.
    fn lengths(&self) -> Vec<i64> {
        let mut order = self.order.iter();
        let dims = self.dims.iter();
        dims.map(|&count| order.by_ref().take(count).map(|&at| self.parts[at]).product()).collect()
    }

    fn layout(&self, xors: &[(usize, usize)]) -> Layout {
        let slots: i64 = self.parts.iter().product();
        let mut builder = LayoutBuilder::packed(&[slots]).unwrap();
        let memory = builder.base_dims().to_vec();
        let mut parts = builder.apply(Unmerge { lengths: self.parts.clone() }, &memory).unwrap();
        for &(from, to) in xors {
            let upper = builder.apply(Xor, &[parts[from], parts[to]]).unwrap();
            (parts[from], parts[to]) = (upper[0], upper[1]);
        }
        let mut order = self.order.iter();
        let mut dims = Vec::new();
        for &count in &self.dims {
            let own: Vec<_> = order.by_ref().take(count).map(|&at| parts[at]).collect();
            dims.push(if count == 1 { own[0] } else { builder.apply(Merge, &own).unwrap()[0] });
        }
        builder.finish(&dims).unwrap()
    }
}

/// A word of adjacent bits: its dim, the weight of its lowest bit, and its number of bits.
type Word = (usize, i64, u32);

/// The digits of a swizzle, and the map of its bits.
#[derive(Default)]
struct MixedForm {
    /// The dim and the weight of each bit of the index.
    bits: Vec<(usize, i64)>,
    /// The weight of each bit of the offset, and the set of bits whose exclusive or it is.
    rows: Vec<(i64, u64)>,
    /// The other digits: dim, weight, length, and stride.
    digits: Vec<(usize, i64, i64, i64)>,
}

impl MixedForm {
    fn from_swizzle(swizzle: &Swizzle) -> MixedForm {
        let mut form = MixedForm::default();
        let mut places = vec![(0, 0); swizzle.parts.len()];
        let mut order = swizzle.order.iter();
        for (dim, &count) in swizzle.dims.iter().enumerate() {
            let own: Vec<usize> = order.by_ref().take(count).copied().collect();
            let mut weight = 1;
            for &part in own.iter().rev() {
                places[part] = (dim, weight);
                weight *= swizzle.parts[part];
            }
        }
        // The bits of each part, as sets of bits of the index.
        let mut fields: Vec<Vec<u64>> = Vec::new();
        for (&length, &(dim, weight)) in swizzle.parts.iter().zip(&places) {
            let count = if length.count_ones() == 1 { length.trailing_zeros() } else { 0 };
            let first = form.bits.len();
            form.bits.extend((0..count).map(|bit| (dim, weight << bit)));
            fields.push((first..form.bits.len()).map(|bit| 1 << bit).collect());
        }
        for &(from, to) in swizzle.xors.iter().rev() {
            let read = fields[from].clone();
            fields[to].iter_mut().zip(read).for_each(|(bit, other)| *bit ^= other);
        }
        let mut stride = 1;
        for (part, &length) in swizzle.parts.iter().enumerate().rev() {
            let (dim, weight) = places[part];
            let rows = (0..).zip(&fields[part]).map(|(bit, &mask): (u32, _)| (stride << bit, mask));
            form.rows.extend(rows);
            if length.count_ones() != 1 {
                form.digits.push((dim, weight, length, stride));
            }
            stride *= length;
        }
        form
    }

    /// Returns the words of the index.
    fn sources(&self) -> Vec<Word> {
        words(self.bits.clone())
    }

    /// Returns the words of the offset.
    fn targets(&self) -> Vec<Word> {
        words(self.rows.iter().map(|&(weight, _)| (0, weight)).collect())
    }

    /// Returns the number of operations of the diagonal form: for each distance by which bits of a word move to a word,
    /// one mask, one shift, and one exclusive or. A part that is all bits of the word needs no mask.
    fn diagonals(&self) -> u64 {
        let (sources, targets) = (self.sources(), self.targets());
        let mut masks: BTreeMap<(usize, usize, i64), u64> = BTreeMap::new();
        for &(weight, mask) in &self.rows {
            let (target, to) = bit_position(&targets, 0, weight);
            for (_, &(dim, weight)) in
                self.bits.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1)
            {
                let (source, from) = bit_position(&sources, dim, weight);
                *masks.entry((target, source, to - from)).or_insert(0) |= 1 << from;
            }
        }
        let cost = masks.iter().map(|(&(_, source, distance), &mask)| {
            let right = distance.min(0).unsigned_abs();
            let rest = ((1u64 << sources[source].2) - 1) >> right << right;
            u64::from(distance != 0) + u64::from(mask != rest)
        });
        cost.sum::<u64>() + (masks.len() - targets.len()) as u64
    }

    /// Returns `true` if no dim has both bits and other digits.
    fn has_words_of_their_own(&self) -> bool {
        self.bits.iter().all(|bit| self.digits.iter().all(|digit| digit.0 != bit.0))
    }

    /// Checks that a program returns the offset of the form at each index that is one digit or bit, and at the last index.
    fn assert_computed_by(&self, program: &Program) {
        let mut evaluator = ProgramEvaluator::new(program);
        let mut expect = |set: &[bool]| {
            let mut index = vec![0u64; program.params().len()];
            let mut bits = 0u64;
            for (at, &(dim, weight)) in self.bits.iter().enumerate().filter(|(at, _)| set[*at]) {
                index[dim] += weight.unsigned_abs();
                bits |= 1 << at;
            }
            let rows = self.rows.iter().filter(|row| (row.1 & bits).count_ones() % 2 == 1);
            let mut offset: i64 = rows.map(|row| row.0).sum();
            let digits = self.digits.iter().zip(&set[self.bits.len()..]);
            for (&(dim, weight, length, stride), _) in digits.filter(|(_, is_set)| **is_set) {
                index[dim] += (weight * (length - 1)).unsigned_abs();
                offset += stride * (length - 1);
            }
            assert_eq!(evaluator.run(&index).unwrap(), [offset.unsigned_abs()], "at {index:?}");
        };
        let count = self.bits.len() + self.digits.len();
        expect(&vec![true; count]);
        (0..count).for_each(|one| expect(&(0..count).map(|at| at == one).collect::<Vec<_>>()));
    }

    /// Returns the code that is composed of three parts: the words and other digits of the index, the map of the words, and the
    /// offset.
    fn composed(&self, lengths: &[i64], cost: CostModel) -> ComposedCode {
        let mut maker = Maker::new(lengths, 32);
        let args = (0..lengths.len()).map(|dim| maker.arg(dim)).collect::<Vec<ValueId>>();
        let args = lift::lift(&maker.finish(&args), &AddressForm::Offset).unwrap();
        let (mut base, signature) = (args.ways[0].clone(), args.signature);
        let params = std::mem::take(&mut base.roots);
        let mut upper = |dim: usize, weight: i64| match weight {
            1 => params[dim],
            _ => base.push(IntegerOp::Quotient(weight), vec![params[dim]], None, &signature),
        };
        let sources = self.sources();
        let words: Vec<usize> =
            sources.iter().map(|&(dim, weight, _)| upper(dim, weight)).collect();
        let bits: Vec<(usize, u32)> = self
            .bits
            .iter()
            .map(|&(dim, weight)| {
                let (word, bit) = bit_position(&sources, dim, weight);
                (words[word], bit.try_into().unwrap())
            })
            .collect();
        let rows = self.rows.iter().map(|&(weight, mask)| {
            (weight, (0..bits.len()).filter(|at| mask >> at & 1 == 1).map(|at| bits[at]).collect())
        });
        let terms = self.digits.iter().map(|&(dim, weight, length, stride)| {
            let node = upper(dim, weight);
            let modulus = (weight * length < lengths[dim]).then_some(length);
            (stride, SourceTerm { node, shift: 0, modulus })
        });
        let terms = terms.collect();
        let interval = StridedInterval::range(0, lengths.iter().product::<i64>().into());
        let form = WordForm { constant: 0, rows: rows.collect(), terms, interval };
        base.roots = vec![0];
        let signature = ProgramSignature { results: vec![Width::I32], ..signature };
        let regrouped = words::regrouped(&base, &[Some(form)], &signature, cost).unwrap();
        ComposedCode::compose(&regrouped, &signature, cost).unwrap().unwrap()
    }
}

/// Returns the words of adjacent bits: in one dim, each bit has twice the weight of the one before.
fn words(mut bits: Vec<(usize, i64)>) -> Vec<Word> {
    bits.sort_unstable();
    let mut words: Vec<Word> = Vec::new();
    for (dim, weight) in bits {
        match words.last_mut() {
            Some(last) if last.0 == dim && last.1 << last.2 == weight => last.2 += 1,
            _ => words.push((dim, weight, 1)),
        }
    }
    words
}

/// Returns the word of a bit, and the position of the bit in it.
fn bit_position(words: &[Word], dim: usize, weight: i64) -> (usize, i64) {
    let is_in = |word: &Word| word.0 == dim && (0..word.2).any(|bit| word.1 << bit == weight);
    let at = words.iter().position(is_in).unwrap();
    (at, (weight / words[at].1).trailing_zeros().into())
}

/// Checks the code of a swizzle at every index. Returns a description if it costs more than the diagonal form.
fn excess(swizzle: &Swizzle) -> Option<String> {
    let cost = CostModel::Weight;
    let of = |program: &Program| counted(&simple(program, cost), cost);
    let [with, plain] = [&swizzle.xors[..], &[]].map(|xors| {
        let layout = swizzle.layout(xors);
        lower(&layout, OffsetUnit::Element, IndexType::Auto).unwrap()
    });
    let form = MixedForm::from_swizzle(swizzle);
    let new = simple(&with, cost);
    assert_equal(&with, &new, u64::MAX, 1);
    form.assert_computed_by(&new);
    let found = counted(&new, cost);
    let diagonals = form.diagonals();
    let composed = form.composed(&swizzle.lengths(), cost);
    assert_equal(&with, &composed.whole.program, u64::MAX, 1);
    let parts: u64 = composed.parts.iter().map(|part| counted(part, cost)).sum();
    let most = parts + diagonals;
    assert!(counted(&composed.whole.program, cost) <= most, "{swizzle:?}");
    // The code without the map computes no digits if each dim has bits alone, or a digit alone.
    let plain = form.has_words_of_their_own().then(|| of(&plain) + diagonals);
    let most = plain.map_or(most, |plain| most.min(plain));
    // Without the e-graph, the normal form of the whole is not compared with others.
    (found > most && cfg!(feature = "egg"))
        .then(|| format!("{found} against {most} for {swizzle:?}:\n{new}"))
}

/// Checks swizzles of two words with a digit below, between or above them, and with two digits, in one dim and in more.
#[test]
fn code_of_mixed_swizzles_costs_at_most_their_diagonal_form() {
    let parts: [&[i64]; 7] = [
        &[3, 8, 8],
        &[8, 3, 8],
        &[8, 4, 5],
        &[3, 8, 4, 5],
        &[4, 6, 8, 3],
        &[8, 3, 7, 4],
        &[2, 12, 8],
    ];
    let dims = [vec![1; 4], vec![4], vec![1, 3], vec![2, 2]];
    let mut excesses = Vec::new();
    for (parts, dims) in parts.iter().flat_map(|parts| dims.iter().map(move |dims| (parts, dims))) {
        let words: Vec<usize> =
            (0..parts.len()).filter(|&at| parts[at].count_ones() == 1).collect();
        let &[high, low] = &*words else { panic!("{parts:?} has two words") };
        let mut dims = dims.clone();
        let spare = 4 - parts.len();
        *dims.last_mut().unwrap() -= spare;
        dims.retain(|&count| count > 0);
        for xors in [vec![(high, low)], vec![(low, high)], vec![(high, low), (low, high)]] {
            let order = (0..parts.len()).collect();
            let swizzle = Swizzle { parts: parts.to_vec(), order, dims: dims.clone(), xors };
            excesses.extend(excess(&swizzle));
        }
    }
    assert!(excesses.is_empty(), "{}", excesses.join("\n"));
}

/// Checks swizzles whose parts, simplified on their own, are cheaper than all other forms.
#[test]
fn code_of_mixed_swizzles_costs_at_most_its_parts() {
    // Parts of memory, their order in the index, the number of parts of each dim, and the exclusive ors.
    type Case = (&'static [i64], &'static [usize], &'static [usize], &'static [(usize, usize)]);
    let cases: [Case; 7] = [
        (&[7, 2, 2, 4, 4, 3], &[3, 4, 5, 1, 0, 2], &[6], &[(1, 4), (4, 1), (3, 2)]),
        (&[2, 6, 2, 2, 2, 2, 2], &[1, 0, 4, 5, 6, 2, 3], &[1, 4, 2], &[(4, 6), (5, 0), (6, 2)]),
        (&[5, 6, 2, 4, 4], &[2, 4, 1, 3, 0], &[5], &[(2, 4), (2, 4), (2, 3)]),
        (
            &[3, 12, 2, 2, 2, 2, 2, 2],
            &[2, 3, 4, 1, 5, 6, 7, 0],
            &[8],
            &[(5, 3), (4, 7), (7, 5), (6, 3)],
        ),
        (&[2, 2, 3, 2, 2], &[2, 0, 1, 3, 4], &[5], &[(4, 1), (3, 1), (0, 1), (3, 0), (3, 0)]),
        (
            &[2, 3, 2, 2, 2, 2, 2, 2, 2],
            &[0, 8, 5, 6, 7, 1, 2, 3, 4],
            &[9],
            &[(7, 4), (5, 0), (3, 2)],
        ),
        // The digit of 10 is a digit of 5, and a bit of the word above.
        (&[2, 2, 2, 2, 5, 2, 2, 2, 2, 2], &[1, 2, 3, 4, 0, 5, 6, 7, 8, 9], &[5, 5], &[(8, 2)]),
    ];
    let excesses = cases.into_iter().filter_map(|(parts, order, dims, xors)| {
        excess(&Swizzle {
            parts: parts.to_vec(),
            order: order.to_vec(),
            dims: dims.to_vec(),
            xors: xors.to_vec(),
        })
    });
    let excesses: Vec<String> = excesses.collect();
    assert!(excesses.is_empty(), "{}", excesses.join("\n"));
}

#[test]
fn code_of_random_mixed_swizzles_costs_at_most_their_diagonal_form() {
    let rounds = std::env::var("SIMPLIFY_INDEX_ROUNDS").map_or(60, |text| text.parse().unwrap());
    let excesses = (0..rounds).filter_map(|seed| {
        let digits = 1 + usize::from(seed % 3 == 0);
        excess(&Swizzle::random(&mut Random(seed), digits))
    });
    let excesses: Vec<String> = excesses.collect();
    assert!(excesses.is_empty(), "{} of {rounds}:\n{}", excesses.len(), excesses.join("\n"));
}
