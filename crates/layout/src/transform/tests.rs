//! Consistency of the parts of each transform. For all attributes and lengths, the preimage, image range, steps,
//! totality and inverse agree with the meaning, which the test evaluates at every index. The kinds come from the list
//! and the attributes from their forms, so a new transform is covered without an edit here.

use super::*;
use crate::domain::{Concrete, IntervalDomain};
use crate::normal::{CopyMapFault, InverseFault};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::{Elems, IndexSpace, LogicalIndex};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn kinds_are_sorted_by_name() {
    assert!(Transform::KINDS.is_sorted_by(|a, b| a.form.name < b.form.name));
}

#[test]
fn operand_count_and_dynamic_lengths_are_checked() {
    let len = Len::new(4).unwrap();
    let fault = Transform::from(Xor).result_lengths(&[len]).unwrap_err();
    assert_eq!(fault.message, "`xor` must have 2 operands, but has 1");
    let fault =
        Transform::from(Pad { low: 1, high: 0 }).result_lengths(&[Len::DYNAMIC]).unwrap_err();
    assert_eq!(fault.message, "`pad` does not support dims of dynamic length");
    assert_eq!(fault.note, "only `pass_through` supports dynamic lengths");
    assert_eq!(
        Transform::from(PassThrough).result_lengths(&[Len::DYNAMIC]),
        Ok(vec![Len::DYNAMIC])
    );
}

/// The values of a transform's attributes.
#[derive(Clone, Default)]
struct Attributes {
    ints: BTreeMap<&'static str, i64>,
    lists: BTreeMap<&'static str, Vec<i64>>,
    tables: BTreeMap<&'static str, Table>,
}

impl FormAttributes for Attributes {
    fn int(&self, key: &str) -> Option<i64> {
        self.ints.get(key).copied()
    }

    fn ints(&self, key: &str) -> Option<Vec<i64>> {
        self.lists.get(key).cloned()
    }

    fn table(&self, key: &str) -> Option<Table> {
        self.tables.get(key).cloned()
    }
}

/// Returns all combinations of small attribute values of a form.
fn attributes(form: &TransformForm) -> Vec<Attributes> {
    let numbers = [-1, 1, 2, 3];
    let mut lists: Vec<Vec<i64>> = numbers.map(|number| vec![number]).to_vec();
    lists.extend(numbers.iter().flat_map(|&a| numbers.map(|b| vec![a, b])));
    let tables: [&[i64]; 6] = [&[0], &[2], &[1, 0], &[2, 0], &[1, 1], &[2, 0, 3, 0]];
    let mut all = vec![Attributes::default()];
    for piece in form.syntax {
        let values: Vec<Attributes> = match piece {
            FormPiece::Word(_) => continue,
            FormPiece::Int(key) => {
                let with = |it: &Attributes, value| {
                    let mut it = it.clone();
                    it.ints.insert(key, value);
                    it
                };
                all.iter().flat_map(|it| (-3..7).map(move |value| with(it, value))).collect()
            }
            FormPiece::Ints(key) => {
                let with = |it: &Attributes, list: &Vec<i64>| {
                    let mut it = it.clone();
                    it.lists.insert(key, list.clone());
                    it
                };
                all.iter().flat_map(|it| lists.iter().map(move |list| with(it, list))).collect()
            }
            FormPiece::Table(key) => {
                let with = |it: &Attributes, values: &[i64]| {
                    let mut it = it.clone();
                    it.tables.insert(key, Table::of_values("t", values.to_vec()).unwrap());
                    it
                };
                all.iter().flat_map(|it| tables.map(|values| with(it, values))).collect()
            }
        };
        all = values;
    }
    all
}

impl Attributes {
    /// Returns the values in the order of a form.
    fn values(&self, form: &TransformForm) -> Vec<FormValue> {
        let values = form.syntax.iter().filter_map(|piece| match piece {
            FormPiece::Word(_) => None,
            FormPiece::Int(key) => self.int(key).map(FormValue::Int),
            FormPiece::Ints(key) => self.ints(key).map(FormValue::Ints),
            FormPiece::Table(key) => self.table(key).map(FormValue::Table),
        });
        values.collect()
    }
}

#[test]
fn attributes_are_those_that_built_the_transform() {
    for kind in Transform::KINDS {
        for attributes in attributes(&kind.form) {
            let transform = (kind.from_attributes)(&attributes).unwrap();
            assert_eq!(transform.attributes(), attributes.values(&kind.form), "{transform}");
        }
    }
    let embed = Transform::from(Embed { lengths: vec![4, 3], strides: vec![1, -1] });
    assert_eq!(embed.syntax(), "embed into [4, 3] strides [1, -1]");
    assert_eq!(Transform::from(Pad { low: 1, high: -2 }).syntax(), "pad low 1 high -2");
    assert_eq!(Transform::from(Merge).syntax(), "merge");
}

/// A transform over dims of lengths that it fits.
#[derive(Debug)]
struct Case {
    transform: Transform,
    operands: Vec<i64>,
    results: Vec<i64>,
    /// For each result index in and around the lengths: the operand index, and whether the index is valid.
    meaning: Vec<(Vec<i64>, Vec<i64>, bool)>,
}

/// Returns all small cases of a kind of transform.
fn cases(kind: &TransformKind) -> Vec<Case> {
    let counts = match kind.form.operands {
        DimCount::Exactly(count) => count..=count,
        DimCount::OneOrMore | DimCount::ByAttributes => 1..=2,
    };
    let lengths =
        counts.flat_map(|count| IndexSpace::new(vec![(1, 5); count]).iter().collect::<Vec<_>>());
    let attributes = attributes(&kind.form);
    let transforms = attributes.iter().map(|it| (kind.from_attributes)(it).expect("all are given"));
    let transforms: Vec<Transform> = transforms.collect();
    let case = |operands: Vec<i64>| {
        let fitting = transforms.iter().filter_map(move |transform| {
            let lens: Vec<Len> = operands.iter().map(|&length| Len::new(length).unwrap()).collect();
            let results = transform.result_lengths(&lens).ok()?;
            let results = results.into_iter().map(|len| len.get().unwrap()).collect();
            Some(Case::new(transform.clone(), operands.clone(), results))
        });
        fitting.collect::<Vec<_>>()
    };
    lengths.flat_map(case).collect()
}

impl Case {
    fn new(transform: Transform, operands: Vec<i64>, results: Vec<i64>) -> Case {
        let mut case = Case { transform, operands, results, meaning: Vec::new() };
        // Bounded transforms have no meaning outside their lengths.
        let around = i64::from(!case.transform.is_bounded());
        let ends = case.results.iter().map(|length| (-2 * around, length - 1 + around));
        let indices: Vec<Vec<i64>> = IndexSpace::new(ends).iter().collect();
        case.meaning = indices.into_iter().map(|results| case.evaluate(results)).collect();
        case
    }

    fn lengths(&self) -> Lengths<'_> {
        Lengths { operands: &self.operands, results: &self.results }
    }

    fn evaluate(&self, results: Vec<i64>) -> (Vec<i64>, Vec<i64>, bool) {
        let (mut numbers, mut operands) = (Concrete::default(), Vec::new());
        self.transform.operand_index(self.lengths(), &results, &mut numbers, &mut operands);
        assert!(!numbers.overflow && operands.len() == self.operands.len(), "{self:?}");
        (results, operands, !numbers.is_invalid)
    }

    /// Returns boxes of result indices: all evaluated ones, those within the lengths, both halves of these, and single
    /// ones.
    fn boxes(&self) -> Vec<Vec<Range>> {
        let ends = [&self.meaning[0].0, &self.meaning[self.meaning.len() - 1].0];
        let box_of = |low: &[i64], high: &[i64]| -> Vec<Range> {
            low.iter().zip(high).map(|(&low, &high)| Range { low, high }).collect()
        };
        let inside: Vec<Range> = self.results.iter().map(|&length| Range::below(length)).collect();
        let halved = |range: &Range| Range { low: range.low + range.count() / 2, ..*range };
        let first = |range: &Range| Range { high: range.low + (range.count() - 1) / 2, ..*range };
        let mut boxes = vec![box_of(ends[0], ends[1]), inside.clone()];
        boxes.push(inside.iter().map(halved).collect());
        boxes.push(inside.iter().map(first).collect());
        let single = self.meaning.iter().step_by(1 + self.meaning.len() / 5);
        boxes.extend(single.map(|(results, ..)| box_of(results, results)));
        boxes
    }

    /// Returns the meaning at the indices of a box.
    fn within(&self, bounds: &[Range]) -> impl Iterator<Item = &(Vec<i64>, Vec<i64>, bool)> {
        let inside = |results: &[i64]| {
            bounds.iter().zip(results).all(|(range, &index)| Range::only(index).within(*range))
        };
        self.meaning.iter().filter(move |(results, ..)| inside(results))
    }

    fn check_preimage(&self, bounds: &[Range]) {
        let sets = |&length: &i64| {
            let set = |start, step, count| ArithmeticProgression { start, step, count };
            [
                set(0, 1, length),
                set(length / 2, 1, 1),
                set(-1, 2, 3),
                set(1, 1, length),
                set(length, 1, 1),
            ]
        };
        let sets: Vec<[ArithmeticProgression; 5]> = self.operands.iter().map(sets).collect();
        for choice in IndexSpace::new(vec![(0, 4); sets.len()]).iter() {
            let operands: Vec<ArithmeticProgression> =
                sets.iter().zip(&choice).map(|(sets, &at)| sets[at as usize]).collect();
            let mut found = Branches::default();
            let mut budget = Budget::default();
            self.transform
                .preimage(self.lengths(), &operands, bounds, &mut budget, &mut found)
                .unwrap();
            let mut indices = Vec::new();
            for branch in (0..found.count()).map(|at| found.get(at)) {
                let steps = branch.iter().map(|progression| (0, progression.count - 1));
                indices.extend(IndexSpace::new(steps).iter().map(|at| {
                    let index = branch.iter().zip(&at).map(|(it, at)| it.start + it.step * at);
                    index.collect::<Vec<i64>>()
                }));
            }
            indices.sort();
            let holds = |index: &[i64]| {
                operands.iter().zip(index).all(|(it, &at)| it.indices().any(|w| w == at))
            };
            let naive =
                self.within(bounds).filter(|(_, operands, valid)| *valid && holds(operands));
            let naive: Vec<Vec<i64>> = naive.map(|(results, ..)| results.clone()).collect();
            assert_eq!(
                indices, naive,
                "the preimage of {operands:?} within {bounds:?} in {self:?}"
            );
        }
    }

    fn check_image_range(&self, bounds: &[Range]) {
        let Some(ranges) = self.transform.image_range(self.lengths(), bounds) else { return };
        let image = IndexSpace::new(ranges.iter().map(|range| range.ends()));
        let mut reached: Vec<&Vec<i64>> = self
            .within(bounds)
            .filter(|(.., valid)| *valid)
            .map(|(_, operands, _)| operands)
            .collect();
        reached.sort();
        assert_eq!(
            reached,
            image.iter().collect::<Vec<_>>().iter().collect::<Vec<_>>(),
            "{bounds:?} in {self:?}"
        );
    }

    /// Checks that intervals bound the meaning, and that a box is total only if all its indices are valid.
    fn check_intervals(&self, bounds: &[Range]) {
        let (mut domain, mut ranges) = (IntervalDomain::default(), Vec::new());
        self.transform.operand_index(self.lengths(), bounds, &mut domain, &mut ranges);
        let all_valid = self.within(bounds).all(|(.., valid)| *valid);
        let is_one = self.within(bounds).count() == 1;
        assert!(if is_one {
            domain.is_total() == all_valid
        } else {
            !domain.is_total() || all_valid
        });
        let valid = self.within(bounds).filter(|(.., valid)| *valid);
        for (_, operands, _) in valid {
            assert!(!domain.is_empty, "{bounds:?} in {self:?}");
            let mut inside = operands.iter().zip(&ranges);
            assert!(
                inside.all(|(&w, &range)| Range::only(w).within(range)),
                "{bounds:?} in {self:?}"
            );
        }
    }

    /// Returns the layout with the transform over packed memory; `None` if an index leaves memory.
    fn layout(&self) -> Option<Layout> {
        let mut builder = LayoutBuilder::packed(&self.operands).unwrap();
        let dims = builder.base_dims().to_vec();
        let results = builder.apply(self.transform.clone(), &dims).unwrap();
        builder.finish(&results).ok()
    }

    /// Checks that a copy map inverts the transform: each slot has the index that maps to it. Returns `false` if the
    /// transform is irreversible.
    fn check_undo(&self) -> bool {
        let Some(target) = self.layout() else { return true };
        let source = LayoutBuilder::packed(&self.results).unwrap();
        let dims = source.base_dims().to_vec();
        let source = source.finish(&dims).unwrap();
        let map = match source.copy_map_to(&target) {
            Ok(map) => map,
            Err(CopyMapFault::Target(InverseFault::Irreversible(_))) => return false,
            Err(CopyMapFault::Target(InverseFault::Shared(_))) => {
                assert_eq!(target.is_injective(), Ok(false), "{self:?}");
                return true;
            }
            Err(CopyMapFault::Target(InverseFault::Empty)) => return true,
            Err(fault) => panic!("{fault} in {self:?}"),
        };
        let mut owners = BTreeMap::new();
        for (place, index) in (0..).zip(IndexSpace::below(self.results.iter().copied()).iter()) {
            let slot = target.offset_of(&LogicalIndex::new(index).unwrap()).unwrap();
            let taken = slot.map(|slot| owners.insert(slot, Elems::new(place)));
            assert!(taken.flatten().is_none(), "{self:?}");
        }
        for slot in 0..target.allocation().unwrap().get() {
            let found = map.offset_of(&LogicalIndex::new([slot]).unwrap()).unwrap();
            assert_eq!(found, owners.get(&Elems::new(slot)).copied(), "slot {slot} in {self:?}");
        }
        true
    }
}

#[test]
fn parts_of_each_transform_agree() {
    let mut irreversible = BTreeSet::new();
    for kind in Transform::KINDS {
        let cases = cases(kind);
        assert!(cases.len() > 2, "{}", kind.form.name);
        for case in &cases {
            for bounds in case.boxes() {
                case.check_preimage(&bounds);
                case.check_image_range(&bounds);
                case.check_intervals(&bounds);
            }
            if !case.check_undo() {
                irreversible.insert(kind.form.name);
            }
        }
    }
    assert_eq!(irreversible.into_iter().collect::<Vec<_>>(), ["embed", "modulo"]);
}

#[test]
fn forms_are_parsable() {
    for kind in Transform::KINDS {
        let form = kind.form;
        let keys = form.syntax.iter().filter_map(|piece| match piece {
            FormPiece::Word(_) => None,
            FormPiece::Int(key) | FormPiece::Ints(key) | FormPiece::Table(key) => Some(*key),
        });
        let keys: Vec<&str> = keys.collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "{}", form.name);
        let adjacent = |pair: &[FormPiece]| pair.iter().all(|it| !matches!(it, FormPiece::Word(_)));
        assert!(
            !form.syntax.windows(2).any(adjacent),
            "{}: a keyword must separate values",
            form.name
        );
        // All attributes are required.
        let missing = (kind.from_attributes)(&Attributes::default());
        assert_eq!(missing.is_some(), keys.is_empty(), "{}", form.name);
    }
}
