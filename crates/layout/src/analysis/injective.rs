//! Injectivity: whether no two valid indices of a layout share a slot.
//!
//! Components of the index are independent. So a layout is injective if all sums of one partial offset per component
//! differ. A result is exact, or an error if it costs too much.

use std::collections::BTreeMap;

use crate::domain::{
    Branches, Budget, BudgetExceeded, IntervalDomain, LinearTerm, Range, gcd, solve_sum,
};
use crate::normal::{BitForm, Linear};
use crate::pipeline::{FEW_POINTS, IndependentComponent, Layout, LayoutBuilder, MAX_POINTS, Stage};
use crate::space::{DimId, Elems, LogicalIndex};
use crate::stride::AddressError;

impl Layout {
    /// Returns `true` if no two valid indices share a slot. If the values of a table are declared, this holds for all tables
    /// that keep the contract.
    ///
    /// # Errors
    /// A length is dynamic, or the decision exceeds the limit on steps.
    pub fn is_injective(&self) -> Result<bool, AddressError> {
        self.check_static()?;
        if self.is_empty {
            return Ok(true);
        }
        let components = self.minimal_components();
        if !components.iter().all(|component| component.is_memory() || component.is_small()) {
            if let Some(linear) = self.linear() {
                return sums_differ(self.linear_images(&linear));
            }
            if let Some(decided) = self.is_injective_bitwise() {
                return Ok(decided);
            }
        }
        if components
            .iter()
            .any(|component| !component.is_memory() && component.points() > FEW_POINTS)
        {
            if let Some(Ok(decided)) = self.above_one_to_one().map(|above| above.is_injective()) {
                return Ok(decided);
            }
            if self.shares_a_slot() {
                return Ok(false);
            }
        }
        let mut images = Vec::new();
        let mut undecided = Ok(());
        for component in components {
            match self.image(&component) {
                Ok(None) => return Ok(false),
                Ok(Some(image)) if image.size() > 1 => images.push(image),
                Ok(Some(_)) => {}
                // Another component may still decide.
                Err(error) => undecided = Err(error),
            }
        }
        if let Err(error) = undecided {
            return self.shares_a_slot_in_an_example().map_or(Err(error), |_| Ok(false));
        }
        // If memory assigns a distinct slot to each physical index, it is enough that components differ there.
        match sums_differ(self.memory_images()) {
            Ok(true) => Ok(true),
            _ => sums_differ(images),
        }
    }

    /// Returns an example of the layout, for tables that keep the declared contracts, that is not injective; `None` if none
    /// is known.
    fn shares_a_slot_in_an_example(&self) -> Option<Layout> {
        self.examples().into_iter().find(|layout| layout.is_injective() == Ok(false))
    }

    /// Decides injectivity by a normal form over bits; `None` if the layout has none that decides.
    fn is_injective_bitwise(&self) -> Option<bool> {
        if let Some(form) = self.bit_form() {
            return form.is_injective();
        }
        // An index outside the layout may be one of two that share an offset.
        self.bit_form_of_box()?.is_injective().filter(|&is_injective| is_injective)
    }

    /// Returns the layout over packed memory whose dims are the highest ones that memory and the stages below them map one
    /// to one to slots. It is injective if and only if this layout is. `None` if there are no such stages.
    ///
    /// In CuTe's `S<3,4,3> o (5000,5000):(5000,1)`, it is the layout below the swizzle, a permutation of slots.
    fn above_one_to_one(&self) -> Option<Layout> {
        if sums_differ(self.memory_images()) != Ok(true) {
            return None;
        }
        let mut front = self.base.clone();
        let mut above = Vec::new();
        for stage in &self.stages {
            let is_below = stage.operands.iter().all(|dim| front.contains(dim));
            if is_below && !stage.operands.is_empty() && self.is_one_to_one(stage) {
                front.retain(|dim| !stage.operands.contains(dim));
                front.extend(&stage.results);
            } else {
                above.push(stage);
            }
        }
        if above.len() == self.stages.len() {
            return None;
        }
        let lengths: Option<Vec<i64>> = front.iter().map(|&dim| self.length(dim).get()).collect();
        let mut builder = LayoutBuilder::packed(&lengths?).ok()?;
        let mut dims: BTreeMap<DimId, DimId> =
            front.into_iter().zip(builder.base_dims().to_vec()).collect();
        fn renamed(dims: &BTreeMap<DimId, DimId>, own: &[DimId]) -> Option<Vec<DimId>> {
            own.iter().map(|dim| dims.get(dim).copied()).collect()
        }
        for stage in above {
            let results =
                builder.apply(stage.transform.clone(), &renamed(&dims, &stage.operands)?).ok()?;
            dims.extend(stage.results.iter().copied().zip(results));
        }
        builder.finish(&renamed(&dims, &self.logical_dims)?).ok()
    }

    /// Returns `true` if a stage has no predicate, maps the indices inside its result dims one to one to indices inside its
    /// operand dims, and every valid index is inside its result dims.
    fn is_one_to_one(&self, stage: &Stage) -> bool {
        let lengths = stage.lengths();
        let results: Vec<Range> =
            lengths.results.iter().map(|&length| Range::below(length)).collect();
        let is_reached_inside = stage
            .results
            .iter()
            .zip(&results)
            .all(|(dim, all)| self.ranges[dim.number()].within(*all));
        let mut domain = IntervalDomain::default();
        stage.transform.operand_index(lengths, &results, &mut domain, &mut Vec::new());
        if stage.transform.is_one_to_one() {
            return is_reached_inside && domain.is_total();
        }
        let image = stage.transform.image_range(lengths, &results);
        is_reached_inside
            && domain.is_total()
            && image.is_some_and(|image| {
                let mut ranges = image.into_iter().zip(lengths.operands);
                ranges.all(|(range, &length)| range.within(Range::below(length)))
            })
    }

    /// Returns `true` if one of a few sampled indices shares its slot with another index.
    fn shares_a_slot(&self) -> bool {
        let shape = self.shape();
        (0..=8).any(|eighth: i128| {
            // The sum is between two 64-bit indices.
            let lengths = shape.values().map(|len| len.get().unwrap_or(1));
            let index = lengths.map(|length| (i128::from(length - 1) * eighth / 8) as i64);
            let index = LogicalIndex::new(index).ok();
            let offset = index.and_then(|index| self.offset_of(&index).ok()?);
            let owners = offset.and_then(|offset| self.owners_of(offset).ok());
            owners.is_some_and(|owners| owners.count > 1)
        })
    }

    /// Returns the image of each dim of memory, over the indices that reach it.
    fn memory_images(&self) -> Vec<Image> {
        self.even_images(self.physical().strides().values().copied().zip(&self.base))
    }

    /// Returns the image of each logical dim of an affine layout.
    fn linear_images(&self, linear: &Linear) -> Vec<Image> {
        let strides = linear.strides.values().zip(&self.logical_dims);
        self.even_images(strides.filter_map(|(stride, dim)| Some(((*stride)?, dim))))
    }

    /// Returns the image of each dim that moves, from its stride.
    fn even_images<'a>(&self, strides: impl Iterator<Item = (Elems, &'a DimId)>) -> Vec<Image> {
        strides
            .map(|(stride, dim)| Image::even(stride.get(), self.ranges[dim.number()].count() - 1))
            .filter(|image| image.size() > 1)
            .collect()
    }

    /// Returns the image of a component; `None` if two of its valid indices have the same partial offset. The component
    /// must have a valid index, as the layout is not empty.
    fn image(&self, component: &IndependentComponent) -> Result<Option<Image>, AddressError> {
        let ends = self.partial_offset_range(component).ok_or(AddressError::Overflow)?;
        if component.is_memory()
            && let [(_, range)] = component.cut[..]
        {
            let steps = range.count() - 1;
            let apart = if steps == 0 { 0 } else { (ends.high - ends.low) / steps };
            let repeats = steps > 0 && apart == 0;
            return Ok((!repeats).then_some(Image::Even { apart, steps }));
        }
        if !component.is_small() {
            // By the pigeonhole principle, indices that are all valid share an offset if they outnumber the possible
            // offsets.
            let slots = ends.high.abs_diff(ends.low);
            let crowded =
                self.is_component_total(component) && component.points() > u128::from(slots) + 1;
            return match crowded {
                true => Ok(None),
                false if component.is_declared => Err(AddressError::Declared),
                false => Err(AddressError::TooManySteps),
            };
        }
        let mut offsets = Vec::new();
        self.enumerate(component, |_, valid, offset| {
            if valid {
                offsets.push(offset);
            }
            true
        });
        let repeats = sort_and_find_repeat(&mut offsets);
        Ok((!repeats).then_some(Image::List(offsets)))
    }
}

/// The partial offsets of the valid indices of a component, all different.
#[derive(Clone)]
enum Image {
    /// `steps + 1` offsets at distance `apart`.
    Even { apart: i64, steps: i64 },
    /// A sorted list of offsets.
    List(Vec<i64>),
}

impl Image {
    fn even(stride: i64, steps: i64) -> Image {
        Image::Even { apart: stride.saturating_abs(), steps }
    }

    /// Returns the number of offsets.
    fn size(&self) -> u64 {
        match self {
            Image::Even { steps, .. } => steps.unsigned_abs() + 1,
            Image::List(list) => list.len() as u64,
        }
    }

    /// Returns the least distance between two offsets.
    fn gap(&self) -> i128 {
        match self {
            Image::Even { apart, .. } => (*apart).into(),
            Image::List(list) => {
                let gaps = list.windows(2).map(|pair| i128::from(pair[1]) - i128::from(pair[0]));
                gaps.min().unwrap_or(0)
            }
        }
    }

    /// Returns the distance between the least and the greatest offset.
    fn extent(&self) -> i128 {
        match self {
            Image::Even { apart, steps } => i128::from(*apart) * i128::from(*steps),
            Image::List(list) => i128::from(list[list.len() - 1]) - i128::from(list[0]),
        }
    }

    /// Returns the offsets.
    fn all(&self) -> Vec<i64> {
        match self {
            Image::Even { apart, steps } => (0..=*steps).map(|at| at * apart).collect(),
            Image::List(list) => list.clone(),
        }
    }
}

impl BitForm {
    /// Returns `true` if different indices have different values; `None` if it is undecided.
    ///
    /// The parities determine the bits of the index if and only if their rank is the number of bits. If no parity depends
    /// on others, they are independent bits; otherwise their sum determines them if it does not carry.
    pub fn is_injective(&self) -> Option<bool> {
        let matrix = self.parity_matrix()?;
        if !matrix.is_injective() {
            return Some(false);
        }
        let digits = self.digits();
        let mut images: Vec<Image> =
            digits.map(|(digit, stride)| Image::even(stride, digit.length - 1)).collect();
        if images.iter().any(|image| image.gap() == 0) {
            return Some(false);
        }
        let weights = self.parities().map(|(_, weight)| weight);
        if weights.len() == matrix.columns() {
            images.extend(weights.map(|weight| Image::even(weight, 1)));
            return sums_differ(images).ok();
        }
        let weights: Vec<i128> = weights.map(|weight| i128::from(weight).abs()).collect();
        images.sort_by_key(Image::gap);
        // The parities are below all digits.
        let mut reach = weights.iter().sum::<i128>();
        let nests = images.iter().all(|image| {
            let nests = image.gap() > reach;
            reach = reach.saturating_add(image.extent());
            nests
        });
        (nests && !self.carries()).then_some(true)
    }
}

/// Returns `true` if all sums of one offset from each image differ.
fn sums_differ(mut images: Vec<Image>) -> Result<bool, AddressError> {
    images.sort_by_key(Image::gap);
    // An index of stride 0 with several values makes sums equal.
    if images.first().is_some_and(|image| image.gap() == 0) {
        return Ok(false);
    }
    let mut reach = 0i128;
    let mut nested = true;
    for image in &images {
        nested &= image.gap() > reach;
        reach = reach.saturating_add(image.extent());
    }
    if nested {
        return Ok(true);
    }
    if let Some(decided) = digits_differ(&images) {
        return decided;
    }
    let sums =
        images.iter().fold(1u128, |product, image| product.saturating_mul(image.size().into()));
    // By the pigeonhole principle, two sums are equal if there are more sums than values between the least and the
    // greatest.
    if sums > reach.unsigned_abs().saturating_add(1) {
        return Ok(false);
    }
    if sums <= MAX_POINTS {
        return Ok(all_sums_differ(&images));
    }
    let terms: Option<Vec<LinearTerm>> = images
        .iter()
        .map(|image| match image {
            Image::Even { apart, steps } => {
                Some(LinearTerm { factor: *apart, range: Range { low: -steps, high: *steps } })
            }
            Image::List(_) => None,
        })
        .collect();
    let terms = terms.ok_or(AddressError::TooManySteps)?;
    // Two sums are equal if and only if the differences of their offsets sum to zero without all being zero.
    let mut zeros = Branches::default();
    match solve_sum(0, &terms, &mut Budget::default(), &mut zeros) {
        _ if zeros.count() > 1 => Ok(false),
        Ok(()) => Ok(true),
        Err(BudgetExceeded) => Err(AddressError::TooManySteps),
    }
}

/// Decides about progressions, sorted by distance, whose first ones do not reach the greatest common divisor of the further
/// distances: their sum is a digit of the whole sum. Decides about two progressions. `None` for others.
fn digits_differ(images: &[Image]) -> Option<Result<bool, AddressError>> {
    let all: Vec<(i64, i64)> = images
        .iter()
        .map(|image| match image {
            Image::Even { apart, steps } => Some((*apart, *steps)),
            Image::List(_) => None,
        })
        .collect::<Option<_>>()?;
    if let [(a, steps), (b, more)] = all[..] {
        // Two sums are equal if the indices differ by multiples of (b, -a), divided by the common divisor.
        let common = gcd(a, b);
        return Some(Ok(steps < b / common || more < a / common));
    }
    let mut reach = 0i128;
    for at in 1..all.len() {
        reach += i128::from(all[at - 1].0) * i128::from(all[at - 1].1);
        let further = all[at..].iter().map(|&(apart, _)| apart).fold(0, gcd);
        if reach < i128::from(further) {
            return Some(match sums_differ(images[..at].to_vec()) {
                Ok(true) => sums_differ(images[at..].to_vec()),
                decided => decided,
            });
        }
    }
    None
}

/// Returns `true` if all sums of one offset from each image differ, by enumeration.
fn all_sums_differ(images: &[Image]) -> bool {
    let mut sums = vec![0i64];
    for image in images {
        let offsets = image.all();
        // Offsets fit 64 bits, and partial offsets are differences of offsets.
        sums = sums
            .iter()
            .flat_map(|sum| offsets.iter().map(move |offset| sum.wrapping_add(*offset)))
            .collect();
        if sort_and_find_repeat(&mut sums) {
            return false;
        }
    }
    true
}

/// Sorts numbers and returns `true` if two of them are equal.
fn sort_and_find_repeat(values: &mut [i64]) -> bool {
    values.sort_unstable();
    values.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::normal::BitSwizzle;
    use crate::pipeline::{Layout, LayoutBuilder};
    use crate::space::IndexSpace;
    use crate::transform::*;

    fn swizzled(lengths: [i64; 2], strides: [i64; 2], [bits, base, shift]: [i64; 3]) -> Layout {
        let builder = LayoutBuilder::strided(&lengths, &strides, 0).unwrap();
        let dims = builder.base_dims().to_vec();
        let swizzle = BitSwizzle::new(bits, base, shift).unwrap();
        builder.finish(&dims).unwrap().swizzled(swizzle).unwrap()
    }

    fn shares_no_slot(layout: &Layout, lengths: [i64; 2]) -> bool {
        let mut evaluator = layout.evaluator();
        let mut seen = BTreeSet::new();
        let points = IndexSpace::below(lengths);
        points.iter().all(|at| seen.insert(evaluator.offset_of_inside(at.into_iter()).unwrap()))
    }

    #[test]
    fn stages_above_one_to_one_ones_decide_as_enumeration() {
        let mut found = [0, 0];
        for lengths in [[3, 5], [5, 3], [4, 6], [7, 7], [1, 9]] {
            for strides in [[5, 1], [3, 1], [1, 3], [2, 3], [6, 1], [7, 2], [4, 4], [0, 1]] {
                for swizzle in [[1, 0, 1], [2, 0, 2], [1, 1, -2], [2, 1, 3]] {
                    let layout = swizzled(lengths, strides, swizzle);
                    let expected = shares_no_slot(&layout, lengths);
                    let what = format!("S<{swizzle:?}> o {lengths:?}:{strides:?}");
                    assert_eq!(layout.is_injective(), Ok(expected), "{what}");
                    // A swizzle that no offset reaches leaves a layout of plain modes.
                    let above = layout.above_one_to_one();
                    let decided = above.map(|above| above.is_injective());
                    assert!(decided.is_none_or(|it| it == Ok(expected)), "{what}: {decided:?}");
                    found[usize::from(expected)] += usize::from(decided.is_some());
                }
            }
        }
        assert!(found.iter().all(|&count| count > 20), "{found:?}");
    }

    #[test]
    fn large_layout_below_a_swizzle_is_decided_at_once() {
        let lengths = [5000, 5000];
        assert_eq!(swizzled(lengths, [5000, 1], [3, 4, 3]).is_injective(), Ok(true));
        assert_eq!(swizzled(lengths, [4999, 1], [3, 4, 3]).is_injective(), Ok(false));
        assert_eq!(swizzled(lengths, [1, 5003], [3, 4, -3]).is_injective(), Ok(true));
    }

    #[test]
    fn predicates_and_shared_slots_below_remain() {
        let mixed = |stride: i64| {
            let mut builder = LayoutBuilder::strided(&[4, 8], &[stride, 1], 0).unwrap();
            let dims = builder.base_dims().to_vec();
            let dims = builder.apply(Xor, &dims).unwrap();
            let column = builder.apply(Pad { low: 0, high: 2 }, &dims[1..]).unwrap()[0];
            let sum = Embed { lengths: vec![2, 2], strides: vec![1, 1] };
            let row = builder.apply(sum, &dims[..1]).unwrap();
            builder.finish(&[row[0], row[1], column]).unwrap()
        };
        assert!(mixed(7).above_one_to_one().is_none());
        let above = mixed(8).above_one_to_one().unwrap();
        assert_eq!(above.stages().len(), 2);
        assert_eq!(above.is_injective(), Ok(false));
        assert_eq!(mixed(8).is_injective(), Ok(false));
    }

    #[test]
    fn repeated_dim_of_a_large_affine_layout_is_not_injective() {
        // Memory with interleaved dims, too large to enumerate together with a repeated dim.
        let mut builder =
            LayoutBuilder::strided(&[292, 4789], &[1 << 20, (1 << 20) - 1], 0).unwrap();
        let &[m, n] = builder.base_dims() else { panic!() };
        let repeated = builder.apply(Replicate { lengths: vec![1, 3] }, &[]).unwrap();
        let four = builder.apply(Insert { length: 4 }, &[]).unwrap()[0];
        let rows = builder.apply(Xor, &[m, four]).unwrap();
        let columns = builder.apply(Xor, &[n, repeated[0]]).unwrap();
        let mixed = builder.apply(Xor, &[columns[0], rows[1]]).unwrap();
        let one = Embed { lengths: vec![1], strides: vec![0] };
        let one = builder.apply(one, &mixed[1..]).unwrap()[0];
        let layout = builder.finish(&[rows[0], columns[1], repeated[1], mixed[0], one]).unwrap();
        assert!(layout.linear().is_some());
        assert_eq!(layout.is_injective(), Ok(false));
    }
}
