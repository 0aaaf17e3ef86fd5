//! A second definition of every transform, written plainly in 128 bits, for comparison with the core.
//!
//! It shares only the names of transforms with the core. It has no ranges, and its inverse enumerates all indices.

#![allow(clippy::unwrap_used, dead_code, reason = "the helpers of a test fail as the test does")]

pub(crate) mod pipelines;

use std::collections::BTreeMap;

use layoutc_layout::transform::*;
use layoutc_layout::{DimId, Elems, Layout, LayoutBuilder, LayoutFault, LogicalIndex};
use proptest::test_runner::Config as ProptestConfig;

/// A transform with the numbers and lengths of its dims.
#[derive(Clone, Debug)]
struct Step {
    transform: Transform,
    lower: Vec<usize>,
    upper: Vec<usize>,
}

/// The evaluation of one index.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// The values by hidden dim; the first is the offset.
    pub(crate) values: Vec<i128>,
    /// `true` if the index is inside the logical lengths and every predicate holds.
    pub(crate) valid: bool,
    /// `true` if an index is outside the range of a `merge`, an `xor` or a table, or outside a dim of memory.
    pub(crate) is_out_of_bounds: bool,
    /// By hidden dim: `true` if the value depends on that of a table outside it, so that nothing follows from it.
    has_no_value: Vec<bool>,
}

impl Point {
    /// Returns the offset; `None` if the index is invalid.
    pub(crate) fn offset(&self) -> Option<i128> {
        self.valid.then_some(self.values[0])
    }
}

/// A pipeline, built in parallel with the core's builder.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    strides: Vec<i64>,
    offset: i64,
    steps: Vec<Step>,
    /// The lengths by hidden dim.
    pub(crate) lengths: Vec<i128>,
    /// The dims that are still open, in logical order.
    pub(crate) tops: Vec<usize>,
}

/// The evaluation of all indices, by enumeration.
pub(crate) struct Enumeration {
    /// The indices of each slot, in row-major order.
    pub(crate) owners: BTreeMap<i128, Vec<Vec<i64>>>,
    pub(crate) valid: usize,
    /// A valid index that violates a bound; `None` if there is none.
    pub(crate) out_of_bounds: Option<Vec<i64>>,
}

impl Naive {
    pub(crate) fn new(lengths: &[i64], strides: &[i64], offset: i64) -> Naive {
        Naive {
            strides: strides.to_vec(),
            offset,
            steps: Vec::new(),
            lengths: std::iter::once(0)
                .chain(lengths.iter().map(|&length| length.into()))
                .collect(),
            tops: (1..=lengths.len()).collect(),
        }
    }

    pub(crate) fn packed(lengths: &[i64]) -> Naive {
        let mut strides = vec![1; lengths.len()];
        for at in (1..lengths.len()).rev() {
            strides[at - 1] = strides[at] * lengths[at];
        }
        Naive::new(lengths, &strides, 0)
    }

    /// Returns the lengths of the open dims.
    pub(crate) fn top_lengths(&self) -> Vec<i64> {
        self.tops.iter().map(|&top| self.lengths[top].try_into().unwrap()).collect()
    }

    /// Applies a transform to open dims. Its upper dims become open, after the others.
    pub(crate) fn apply(&mut self, transform: impl Into<Transform>, lower: &[usize]) -> Vec<usize> {
        let transform = transform.into();
        let lengths: Vec<i128> = lower.iter().map(|&dim| self.lengths[dim]).collect();
        let uppers = result_lengths(&transform, &lengths);
        let upper: Vec<usize> = (self.lengths.len()..self.lengths.len() + uppers.len()).collect();
        self.lengths.extend(uppers);
        self.tops.retain(|top| !lower.contains(top));
        self.tops.extend(&upper);
        self.steps.push(Step { transform, lower: lower.to_vec(), upper: upper.clone() });
        upper
    }

    /// Evaluates any index, inside the lengths or not.
    pub(crate) fn point(&self, index: &[i64]) -> Point {
        let mut values = vec![0; self.lengths.len()];
        let has_no_value = vec![false; self.lengths.len()];
        let mut point =
            Point { values: Vec::new(), valid: true, is_out_of_bounds: false, has_no_value };
        for (&top, &component) in self.tops.iter().zip(index) {
            values[top] = component.into();
            point.valid &= (0..self.lengths[top]).contains(&values[top]);
        }
        for step in self.steps.iter().rev() {
            self.lower(step, &mut values, &mut point);
        }
        values[0] = self.offset.into();
        for (at, &stride) in self.strides.iter().enumerate() {
            let is_inside = (0..self.lengths[at + 1]).contains(&values[at + 1]);
            point.is_out_of_bounds |= !is_inside && !point.has_no_value[at + 1];
            values[0] += values[at + 1] * i128::from(stride);
        }
        Point { values, ..point }
    }

    fn lower(&self, step: &Step, values: &mut [i128], point: &mut Point) {
        if step.upper.iter().any(|&dim| point.has_no_value[dim]) {
            step.lower.iter().for_each(|&dim| point.has_no_value[dim] = true);
            return;
        }
        let u: Vec<i128> = step.upper.iter().map(|&dim| values[dim]).collect();
        let length = |k: usize| self.lengths[step.lower[k]];
        let below = |k: usize| (0..self.lengths[step.upper[k]]).contains(&u[k]);
        let dot = |factors: &[i64]| u.iter().zip(factors).map(|(u, &f)| u * i128::from(f)).sum();
        let w: Vec<i128> = match &step.transform {
            Transform::CyclicShift(CyclicShift { by }) => {
                vec![(u[0] + i128::from(*by)).rem_euclid(length(0))]
            }
            Transform::Embed(Embed { strides, .. }) => vec![dot(strides)],
            Transform::Freeze(Freeze { at }) => vec![i128::from(*at)],
            Transform::Insert(_) | Transform::Replicate(_) => Vec::new(),
            Transform::Lookup(Lookup { by }) => {
                let values = by.values().expect("the table has values");
                let value = usize::try_from(u[0]).ok().and_then(|at| values.get(at));
                point.is_out_of_bounds |= value.is_none();
                point.has_no_value[step.lower[0]] = value.is_none();
                vec![value.map_or(0, |&value| value.into())]
            }
            Transform::Merge(_) => {
                point.is_out_of_bounds |= !below(0);
                let (mut rest, mut digits) = (u[0], Vec::new());
                for k in (1..step.lower.len()).rev() {
                    digits.push(rest.rem_euclid(length(k)));
                    rest = rest.div_euclid(length(k));
                }
                digits.push(rest);
                digits.into_iter().rev().collect()
            }
            Transform::Modulo(Modulo { modulus, .. }) => vec![u[0].rem_euclid((*modulus).into())],
            Transform::Offset(Offset { by }) => vec![u[0] + i128::from(*by)],
            Transform::Pad(Pad { low, .. }) => {
                let index = u[0] - i128::from(*low);
                point.valid &= (0..length(0)).contains(&index);
                vec![index]
            }
            Transform::PassThrough(_) => vec![u[0]],
            Transform::Slice(Slice { begin, .. }) => vec![u[0] + i128::from(*begin)],
            Transform::Unmerge(Unmerge { lengths }) => {
                vec![u.iter().zip(lengths).fold(0, |sum, (u, &n)| sum * i128::from(n) + u)]
            }
            Transform::Xor(_) => {
                point.is_out_of_bounds |= !below(0) || !below(1);
                vec![u[0], u[1] ^ u[0].rem_euclid(length(1))]
            }
        };
        assert_eq!(w.len(), step.lower.len());
        step.lower.iter().zip(w).for_each(|(&dim, w)| values[dim] = w);
    }

    /// Calls `visit` for each logical index, in row-major order.
    pub(crate) fn each(&self, mut visit: impl FnMut(&[i64])) {
        let lengths = self.top_lengths();
        let mut index = vec![0; lengths.len()];
        loop {
            visit(&index);
            let Some(at) = (0..index.len()).rev().find(|&at| index[at] + 1 < lengths[at]) else {
                return;
            };
            index[at] += 1;
            index[at + 1..].fill(0);
        }
    }

    pub(crate) fn enumerate(&self) -> Enumeration {
        let mut all = Enumeration { owners: BTreeMap::new(), valid: 0, out_of_bounds: None };
        self.each(|index| {
            let point = self.point(index);
            if let Some(offset) = point.offset() {
                all.valid += 1;
                all.owners.entry(offset).or_default().push(index.to_vec());
                if point.is_out_of_bounds && all.out_of_bounds.is_none() {
                    all.out_of_bounds = Some(index.to_vec());
                }
            }
        });
        all
    }

    /// Checks the sizes, the injectivity, the emptiness and the vector widths of a layout.
    pub(crate) fn check_sizes(&self, layout: &Layout, all: &Enumeration) {
        let ends = all.owners.keys().next().zip(all.owners.keys().next_back());
        let actual = layout.offset_range().unwrap();
        let actual = actual.map(|(low, high)| (i128::from(low.get()), i128::from(high.get())));
        assert_eq!(actual, ends.map(|(&low, &high)| (low, high)), "the ends of {self:?}");
        let span = ends.map_or(0, |(&low, &high)| high - low.min(0) + 1);
        assert_eq!(i128::from(layout.span().unwrap().get()), span, "the span of {self:?}");
        let rows = self.strides.iter().zip(&self.lengths[1..]).filter(|&(&stride, _)| stride > 0);
        let rows =
            rows.map(|(&stride, length)| i128::from(self.offset) + i128::from(stride) * length);
        let allocation = rows.fold(span, i128::max);
        assert_eq!(i128::from(layout.allocation().unwrap().get()), allocation, "of {self:?}");
        let injective = all.owners.len() == all.valid;
        assert_eq!(layout.is_injective(), Ok(injective), "injectivity of {self:?}");
        assert_eq!(layout.is_empty(), all.valid == 0, "whether {self:?} is empty");
        assert_eq!(layout.vector_widths(), Ok(self.vector_widths()), "vectors of {self:?}");
    }

    /// Returns the widest vector along each logical dim, up to 64: the greatest power of two that divides the length,
    /// such that every group is contiguous and aligned, or invalid as a whole.
    pub(crate) fn vector_widths(&self) -> Vec<i64> {
        let lengths = self.top_lengths();
        let widest = |&length: &i64| 64.min(1i64 << length.trailing_zeros());
        let mut widths: Vec<i64> = lengths.iter().map(widest).collect();
        self.each(|index| {
            let here = self.point(index).offset();
            for (top, width) in widths.iter_mut().enumerate() {
                while *width > 1 && !self.is_lane(index, top, *width, here) {
                    *width /= 2;
                }
            }
        });
        widths
    }

    /// Returns `true` if `here` is the offset that the element at `index` must have in its group, given the first
    /// element of the group.
    pub(crate) fn is_lane(
        &self,
        index: &[i64],
        top: usize,
        width: i64,
        here: Option<i128>,
    ) -> bool {
        let mut first = index.to_vec();
        first[top] -= index[top] % width;
        let start = self.point(&first).offset();
        let aligned = start.is_none_or(|start| start.rem_euclid(width.into()) == 0);
        aligned && here == start.map(|start| start + i128::from(index[top] % width))
    }

    /// Checks the inverse at one slot.
    pub(crate) fn check_slot(&self, layout: &Layout, all: &Enumeration, slot: i128) {
        let owners = layout.owners_of(Elems::new(slot.try_into().unwrap())).unwrap();
        let naive = all.owners.get(&slot).map_or(&[][..], Vec::as_slice);
        let first = owners.first.map(|first| first.values().copied().collect::<Vec<_>>());
        assert_eq!(first.as_ref(), naive.first(), "the least owner of {slot} in {self:?}");
        assert_eq!(owners.count, naive.len() as u64, "the owners of {slot} in {self:?}");
    }

    /// Moves a coordinate by these steps, and checks every hidden dim after each step.
    pub(crate) fn check_walk(&self, layout: &Layout, from: &[i64], steps: &[Vec<i64>]) {
        let mut coordinate = layout.coordinate(at(from)).unwrap();
        let mut here = from.to_vec();
        for step in std::iter::once(&vec![0; from.len()]).chain(steps) {
            let actual = coordinate.step(&at(step)).unwrap();
            here.iter_mut().zip(step).for_each(|(here, step)| *here += step);
            let point = self.point(&here);
            let actual = actual.map(|offset| i128::from(offset.get()));
            assert_eq!(actual, point.offset(), "at {here:?} by {step:?} in {self:?}");
            assert_eq!(coordinate.offset().map(|offset| offset.get().into()), point.offset());
            let known =
                dims(layout).filter(|dim| dim.number() > 0 && !point.has_no_value[dim.number()]);
            for dim in known {
                let value = i128::from(coordinate.at(dim));
                let right = point.values[dim.number()];
                assert_eq!(value, right, "dim {dim:?} at {here:?} by {step:?} in {self:?}");
            }
        }
    }

    /// Checks the offsets and the validity of all indices and of their neighbors outside of the lengths, at once.
    pub(crate) fn check_bulk(&self, layout: &Layout) {
        let mut indices = Vec::new();
        self.each(|index| indices.push(index.to_vec()));
        let mut found = vec![7; indices.len()];
        layout.offsets_into(&mut found).unwrap();
        let count = indices.len();
        for dim in 0..self.tops.len() {
            for by in [-1, 1] {
                let moved = indices[..count].iter().cloned().map(|mut index| {
                    index[dim] += by;
                    index
                });
                let moved: Vec<Vec<i64>> = moved.collect();
                indices.extend(moved);
            }
        }
        let right: Vec<Option<i128>> =
            indices.iter().map(|index| self.point(index).offset()).collect();
        let number = |offset: &Option<i128>| offset.map_or(-1, |it| it.try_into().unwrap());
        assert!(right[..count].iter().map(number).eq(found), "offsets of {self:?}");
        let (mut found, mut valid) = (vec![7; right.len()], vec![false; right.len()]);
        layout.offsets_of_into(&indices.concat(), &mut found).unwrap();
        layout.valid_into(&indices.concat(), &mut valid).unwrap();
        assert!(right.iter().map(number).eq(found), "offsets of a list in {self:?}");
        assert!(right.iter().map(Option::is_some).eq(valid), "valid indices in {self:?}");
    }

    /// Checks the offset and the validity at each of these indices.
    pub(crate) fn check_points<'a>(
        &self,
        layout: &Layout,
        points: impl Iterator<Item = &'a [i64]>,
    ) {
        let mut evaluator = layout.evaluator();
        for index in points {
            let actual = evaluator.offset_of(&at(index)).unwrap();
            let right = self.point(index).offset();
            assert_eq!(actual.map(|offset| offset.get().into()), right, "at {index:?} in {self:?}");
        }
    }
}

fn result_lengths(transform: &Transform, lower: &[i128]) -> Vec<i128> {
    let wide = |lengths: &[i64]| lengths.iter().map(|&length| length.into()).collect();
    match transform {
        Transform::Embed(Embed { lengths, .. })
        | Transform::Replicate(Replicate { lengths })
        | Transform::Unmerge(Unmerge { lengths }) => wide(lengths),
        Transform::Freeze(_) => Vec::new(),
        Transform::Insert(Insert { length }) | Transform::Modulo(Modulo { length, .. }) => {
            vec![(*length).into()]
        }
        Transform::Lookup(Lookup { by }) => vec![by.length().into()],
        Transform::Merge(_) => vec![lower.iter().product()],
        Transform::Pad(Pad { low, high }) => {
            vec![lower[0] + i128::from(*low) + i128::from(*high)]
        }
        Transform::Slice(Slice { begin, end }) => vec![(end - begin).into()],
        Transform::CyclicShift(_)
        | Transform::Offset(_)
        | Transform::PassThrough(_)
        | Transform::Xor(_) => lower.to_vec(),
    }
}

/// Returns a configuration with this many cases, or with `PROPTEST_CASES` if it is set. Failures are printed, not
/// stored: each becomes a test of its own.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let actual = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: actual.unwrap_or(cases),
        failure_persistence: None,
        ..Default::default()
    }
}

/// Returns a logical index.
pub(crate) fn at(index: &[i64]) -> LogicalIndex {
    LogicalIndex::new(index.iter().copied()).unwrap()
}

/// Returns all dims of a layout except the buffer.
pub(crate) fn dims(layout: &Layout) -> impl Iterator<Item = DimId> {
    let made = layout.stages().flat_map(|stage| stage.results().to_vec());
    let made: Vec<DimId> = layout.base_dims().iter().copied().chain(made).collect();
    made.into_iter()
}

/// The core's builder and the naive one, with the same numbers of dims.
pub(crate) struct Pair {
    pub(crate) builder: LayoutBuilder,
    pub(crate) naive: Naive,
    /// The core's dims by number. Dims of a finished layout are looked up there.
    dims: Vec<DimId>,
}

impl Pair {
    pub(crate) fn new(builder: LayoutBuilder, naive: Naive) -> Pair {
        let dims: Vec<DimId> =
            std::iter::once(DimId::BUFFER).chain(builder.base_dims().iter().copied()).collect();
        assert_eq!(dims.len(), naive.lengths.len());
        Pair { builder, naive, dims }
    }

    pub(crate) fn strided(lengths: &[i64], strides: &[i64], offset: i64) -> Pair {
        let builder = LayoutBuilder::strided(lengths, strides, offset).unwrap();
        Pair::new(builder, Naive::new(lengths, strides, offset))
    }

    /// Applies a transform to open dims, and returns its upper dims.
    pub(crate) fn apply(&mut self, transform: impl Into<Transform>, lower: &[usize]) -> Vec<usize> {
        let transform = transform.into();
        let dims: Vec<DimId> = lower.iter().map(|&dim| self.dims[dim]).collect();
        let made = self.builder.apply(transform.clone(), &dims).unwrap();
        let numbers = self.naive.apply(transform, lower);
        assert_eq!(made.iter().map(|dim| dim.number()).collect::<Vec<_>>(), numbers);
        for (&dim, &number) in made.iter().zip(&numbers) {
            let length = self.builder.length(dim).get().map(i128::from);
            assert_eq!(length, Some(self.naive.lengths[number]));
        }
        self.dims.extend(made);
        numbers
    }

    /// Returns the layout of the open dims.
    pub(crate) fn finish(&self) -> Result<Layout, LayoutFault> {
        let tops: Vec<DimId> = self.naive.tops.iter().map(|&top| self.dims[top]).collect();
        self.builder.clone().finish(&tops)
    }

    /// Continues from a finished layout of the same dims.
    pub(crate) fn continue_from(&mut self, layout: &Layout) {
        self.builder = LayoutBuilder::from_layout(layout);
        let start: Vec<usize> = self.builder.base_dims().iter().map(|dim| dim.number()).collect();
        assert_eq!(start, self.naive.tops);
    }
}
