//! Comparison of addressing functions with their layouts at every index, without the limit of `check-addresses`.

use address::arith::{self, AddressFunction};
use address::{AddressForm, ProgramEvaluator};
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{Evaluator, IndexSpace, Layout, LogicalIndex, Range};
use ir::{Registry, Verified};

/// The number of indices or slots above which `check-addresses` compares samples.
pub(crate) const SAMPLED_ABOVE: u128 = 1 << 22;

/// Returns the maximum number of elements of a compared layout: the variable `LAYOUTC_FORM_ELEMENTS`, or this default.
/// The value 0 removes the limit.
pub(crate) fn most_elements(default: i64) -> i64 {
    let limit = std::env::var("LAYOUTC_FORM_ELEMENTS").map_or(default, |it| it.parse().unwrap());
    if limit == 0 { i64::MAX } else { limit }
}

/// The extent of a comparison.
#[derive(Debug, Default)]
pub(crate) struct ComparedForms {
    pub(crate) functions: usize,
    /// The number of indices or slots of the functions that are compared at all of them, by this module or by
    /// `check-addresses`.
    pub(crate) indices: u128,
    /// The number of functions that `check-addresses` compares at samples, and this module at every index.
    pub(crate) large: usize,
}

/// Compares the functions of a lowered text that have too many indices for `check-addresses`, if their layouts have at
/// most this many elements.
///
/// # Panics
/// A function and its layout differ.
pub(crate) fn compare_large(lowered: &str, most: i64) -> ComparedForms {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(lowered, 0, &registry, &mut sink).unwrap();
    let module = Verified::new(module, &registry, &mut sink).ok().unwrap();
    let layouts = Layouts::new(&module, &registry);
    let mut compared = ComparedForms::default();
    for function in arith::functions(&module, &registry).unwrap() {
        let elements = IndexSpace::below(function.signature.lengths.iter().copied());
        let inputs = inputs(&function);
        compared.functions += 1;
        let is_large = inputs.count().max(elements.count()) > SAMPLED_ABOVE;
        let is_compared = !is_large || elements.count() <= most.unsigned_abs().into();
        compared.indices += if is_compared { inputs.count() } else { 0 };
        if is_large && is_compared {
            compared.large += 1;
            let layout = layouts.symbol(function.source).unwrap();
            match function.form() {
                AddressForm::Inverse => compare_slots(&function, &layout, &elements),
                _ => compare_indices(&function, &layout, &inputs),
            }
        }
    }
    compared
}

/// Returns the indices that a function accepts, or its slots if it is an inverse.
pub(crate) fn inputs(function: &AddressFunction<'_>) -> IndexSpace {
    let signature = &function.signature;
    match function.form() {
        AddressForm::Inverse => space(signature.offsets.as_slice()),
        form => space(&form.index_ranges(&signature.lengths).unwrap()),
    }
}

fn space(ranges: &[Range]) -> IndexSpace {
    IndexSpace::new(ranges.iter().map(|range| (range.low, range.high)))
}

fn offset(evaluator: &mut Evaluator<'_>, index: impl IntoIterator<Item = i64>) -> Option<i64> {
    let offset = evaluator.offset_of(&LogicalIndex::new(index).unwrap()).unwrap();
    offset.map(|offset| offset.get())
}

/// Calls a function with each of these numbers.
fn for_each(space: &IndexSpace, mut then: impl FnMut(&[i64])) {
    let mut index = space.first();
    loop {
        then(&index);
        if !space.advance(&mut index) {
            return;
        }
    }
}

/// Compares a function of an index at every index.
fn compare_indices(function: &AddressFunction<'_>, layout: &Layout, space: &IndexSpace) {
    let mut machine = ProgramEvaluator::new(&function.program);
    let mut evaluator = layout.evaluator();
    let width = function.program.width(function.words()[0]);
    for_each(space, |index| {
        let mut inputs = index.to_vec();
        let both = |by: &[i64], apply: fn(i64, i64) -> i64| -> Vec<i64> {
            index.iter().zip(by).map(|(&component, &by)| apply(component, by)).collect()
        };
        let addressed = match function.form() {
            AddressForm::Step(step) => {
                let Some(start) = offset(&mut evaluator, index.iter().copied()) else { return };
                inputs.push(start);
                both(step, |component, by| component + by)
            }
            AddressForm::Vector(vector) => both(vector, |group, count| group * count),
            _ => index.to_vec(),
        };
        let words = run(&mut machine, function, &inputs);
        let expected = offset(&mut evaluator, addressed);
        let found = (words.get(1) != Some(&0)).then(|| words[0]);
        let expected = expected.map(|offset| width.word(offset.into()));
        assert_eq!(found, expected, "`@{}` at index {index:?}", function.name);
    });
}

/// Compares an inverse at every slot with the least index in the slot, from the offsets of all indices.
fn compare_slots(function: &AddressFunction<'_>, layout: &Layout, elements: &IndexSpace) {
    let slots = function.signature.offsets.unwrap();
    let place = |slot: i64| usize::try_from(slot - slots.low).unwrap();
    let mut owners: Vec<Option<u32>> = vec![None; place(slots.high) + 1];
    let mut evaluator = layout.evaluator();
    let mut number = 0;
    for_each(elements, |index| {
        if let Some(slot) = offset(&mut evaluator, index.iter().copied()) {
            owners[place(slot)].get_or_insert(number);
        }
        number = number.checked_add(1).unwrap();
    });
    let mut machine = ProgramEvaluator::new(&function.program);
    for (slot, owner) in (slots.low..).zip(owners) {
        let words = run(&mut machine, function, &[slot]);
        let (is_owned, index) = words.split_last().unwrap();
        let lengths = function.lengths();
        let found = index.iter().zip(lengths).fold(0, |number, (word, length)| {
            assert!(*word < length || *is_owned == 0, "`@{}` at slot {slot}", function.name);
            number * u128::from(length) + u128::from(*word)
        });
        let found = (*is_owned == 1).then_some(found);
        assert_eq!(found, owner.map(u128::from), "`@{}` at slot {slot}", function.name);
    }
}

fn run(
    machine: &mut ProgramEvaluator<'_>,
    function: &AddressFunction<'_>,
    inputs: &[i64],
) -> Vec<u64> {
    let params = function.program.params();
    let words = inputs.iter().zip(params).map(|(&input, param)| param.width.word(input.into()));
    let words: Vec<u64> = words.collect();
    let results = machine.run(&words);
    results.unwrap_or_else(|_| panic!("`@{}` is undefined at {inputs:?}", function.name))
}
