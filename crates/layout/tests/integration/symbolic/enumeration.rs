//! The answers about a symbolic layout, compared with the evaluation of all values of its symbols and all indices: sides,
//! facts, equality with another layout, and width. Each refusal is replayed at its values and must fail there.

use super::{each_index, each_value, words};
use layoutc_layout::{
    Decider, IndexWidth, Property, SymExpr, SymNode, SymbolicComparison, SymbolicFacts,
    SymbolicFault, SymbolicLayout,
};
use std::collections::BTreeSet;
use testkit::Random;

/// The number of random layouts from offsets and strides, and that of random layouts from transforms.
pub(super) const COUNT: usize = 2500;

/// The maximum number of indices of all values at which a layout is evaluated.
const MAX_INDICES: i64 = 6_000;

/// What was decided.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) layouts: usize,
    /// Layouts that a side refuses.
    pub(super) refused: usize,
    /// Valid layouts with too many indices, of which only the offsets are compared.
    large: usize,
    equal: usize,
    different: usize,
    /// Layouts with a value that does not fit.
    wide: usize,
    /// Expressions that are not known: of the range, the span and the allocation.
    unknown: usize,
    /// Sides, properties, vector widths, equalities and widths that are undecided.
    undecided: usize,
    /// Properties that are undecided because the layout has conditions of valid indices.
    conditional: usize,
}

/// What enumeration finds about a layout.
struct Found {
    greatest: i64,
    injective: bool,
    packed: bool,
    widths: Vec<i64>,
}

impl Tally {
    /// Checks all answers about a layout.
    pub(super) fn check(&mut self, random: &mut Random, layout: &SymbolicLayout) {
        self.layouts += 1;
        match layout.clone().checked(&mut Decider::new()) {
            Ok(_) => assert!(is_valid(layout), "{}", words(layout)),
            Err(fault) => return self.check_refusal(layout, &fault),
        }
        let mut indices = 0;
        each_value(layout.symbols(), &mut |values| {
            indices += layout.lengths_at(values).unwrap().iter().product::<i64>();
        });
        if indices > MAX_INDICES {
            self.large += 1;
            return;
        }
        let facts = layout.facts(&mut Decider::new());
        if let Some(found) = enumerate(layout, &facts) {
            self.check_facts(layout, &facts, &found);
        }
        let other = variant(random, layout);
        self.check_equality(layout, &other);
        self.check_width(layout);
    }

    /// Checks that little is undecided.
    pub(super) fn check_sums(&self) {
        assert!(self.undecided * 100 <= self.layouts, "{self:?}");
        assert!(self.large * 10 <= self.layouts, "{self:?}");
        // Four expressions of each layout.
        assert!(self.unknown * 8 <= self.layouts * 4, "{self:?}");
        assert!(self.equal > self.layouts / 8 && self.different > self.layouts / 8, "{self:?}");
        assert!(self.wide > self.layouts / 8, "{self:?}");
    }

    /// Checks that a refused layout is invalid at the values and the index of the refusal.
    fn check_refusal(&mut self, layout: &SymbolicLayout, fault: &SymbolicFault) {
        self.refused += 1;
        if fault.undecided {
            self.undecided += 1;
            return;
        }
        let witness = fault.witness.as_ref().unwrap_or_else(|| panic!("{fault}"));
        assert!(layout.symbols().contains(&witness.values), "{fault}");
        let lengths = layout.lengths_at(&witness.values);
        let fails = lengths.is_err()
            || match layout.offset_at(&witness.values, &witness.index) {
                Ok(offset) => offset.is_some_and(|offset| offset < 0),
                Err(_) => true,
            };
        assert!(fails, "{fault} of {}", words(layout));
    }

    fn check_facts(&mut self, layout: &SymbolicLayout, facts: &SymbolicFacts, found: &Found) {
        let about = words(layout);
        let exprs = [&facts.least, &facts.greatest, &facts.span, &facts.allocation];
        self.unknown += exprs.into_iter().filter(|fact| fact.is_err()).count();
        for (property, holds) in
            [(&facts.injective, found.injective), (&facts.packed, found.packed)]
        {
            match property {
                Property::Holds(_) => assert!(holds, "{property:?} of {about}"),
                Property::Fails { values, index, other: Some(other) } => {
                    let both = [index, other].map(|it| layout.offset_at(values, it).unwrap());
                    let is_shared = both[0].is_some() && both[0] == both[1] && index != other;
                    assert!(!holds && is_shared, "{property:?} of {about}");
                }
                Property::Fails { values, index, other: None } => {
                    let size: i64 = layout.lengths_at(values).unwrap().iter().product();
                    let offset = layout.offset_at(values, index).unwrap();
                    assert!(!holds && offset >= Some(size), "{property:?} of {about}");
                }
                Property::Undecided(_) if layout.conditions().is_empty() => self.undecided += 1,
                Property::Undecided(_) => self.conditional += 1,
            }
        }
        for (dim, width) in facts.vector_widths.iter().enumerate() {
            match width {
                Ok(width) => assert_eq!(*width, found.widths[dim], "d{dim} of {about}"),
                Err(_) => self.undecided += 1,
            }
        }
        match &facts.max_offset {
            Ok(max) => {
                assert_eq!(max.offset, found.greatest.into(), "{about}");
                let offset = layout.offset_at(&max.values, &max.index);
                assert_eq!(offset, Ok(Some(found.greatest)), "{about}");
            }
            Err(_) => self.undecided += 1,
        }
    }

    fn check_equality(&mut self, layout: &SymbolicLayout, other: &SymbolicLayout) {
        let about = format!("{} and {}", words(layout), words(other));
        let differs_at = |values: &[i64], index: &[i64]| {
            layout.offset_at(values, index).unwrap() != other.offset_at(values, index).unwrap()
        };
        match layout.compare(other, &mut Decider::new()) {
            Ok(SymbolicComparison::Equal(_)) => {
                self.equal += 1;
                each_value(layout.symbols(), &mut |values| {
                    let lengths = layout.lengths_at(values).unwrap();
                    assert_eq!(Ok(&lengths), other.lengths_at(values).as_ref(), "{about}");
                    each_index(&lengths, &mut |index| {
                        assert!(!differs_at(values, index), "{about} at {values:?} {index:?}");
                    });
                });
            }
            Ok(SymbolicComparison::Different(found)) => {
                self.different += 1;
                // Where the lengths differ, no condition may hold at an index that one of the layouts has.
                let lengths = [layout, other].map(|it| it.lengths_at(&found.values).unwrap());
                assert_eq!(lengths, [found.a_lengths.clone(), found.b_lengths.clone()], "{about}");
                let differs = lengths[0] != lengths[1] || differs_at(&found.values, &found.index);
                assert!(differs, "{found:?}: {about}");
            }
            Err(fault) => {
                assert!(fault.undecided, "{fault}: {about}");
                self.undecided += 1;
            }
        }
    }

    /// Checks the widths of the layout, whose offsets are multiplied so that the greatest ones do not fit 32 bits.
    fn check_width(&mut self, layout: &SymbolicLayout) {
        let scale = SymExpr::constant(1 << 27);
        let scaled = SymExpr::operation("*", layout.offset().clone(), scale).unwrap();
        let scaled = with_offset(layout, layout.lengths().to_vec(), scaled);
        let about = words(&scaled);
        for width in [IndexWidth::I32, IndexWidth::U32] {
            let (least, most) = width.range();
            let fits = |value: i128| (least.into()..=most.into()).contains(&value);
            match scaled.width_violation(width, &mut Decider::new()) {
                Ok(Some(found)) => {
                    self.wide += usize::from(width == IndexWidth::I32);
                    let (values, index) = (&found.witness.values, &found.witness.index);
                    assert!(scaled.offset_at(values, index).unwrap().is_some(), "{about}");
                    assert_eq!(found.part.eval(values, index), Ok(found.value), "{about}");
                    assert!(!fits(found.value), "{found:?} of {about}");
                }
                Ok(None) => each_value(scaled.symbols(), &mut |values| {
                    each_index(&scaled.lengths_at(values).unwrap(), &mut |index| {
                        let is_valid = scaled.offset_at(values, index).unwrap().is_some();
                        let fits = !is_valid || all_fit(scaled.offset(), values, index, &fits);
                        assert!(fits, "{width} of {about} at {values:?} {index:?}");
                    });
                }),
                Err(_) => self.undecided += 1,
            }
        }
    }
}

/// Returns `true` if all lengths are at least 1 and all offsets at least 0.
fn is_valid(layout: &SymbolicLayout) -> bool {
    let mut is_valid = true;
    let mut left = MAX_INDICES;
    each_value(layout.symbols(), &mut |values| {
        let Ok(lengths) = layout.lengths_at(values) else {
            is_valid = false;
            return;
        };
        each_index(&lengths, &mut |index| {
            left -= 1;
            is_valid &= left < 0
                || layout.offset_at(values, index).is_ok_and(|it| it.is_none_or(|it| it >= 0));
        });
    });
    is_valid
}

/// Evaluates all indices, and compares the expressions of the facts; `None` if no index is valid.
fn enumerate(layout: &SymbolicLayout, facts: &SymbolicFacts) -> Option<Found> {
    let (about, set) = (words(layout), layout.symbols());
    let mut found = Found {
        greatest: i64::MIN,
        injective: true,
        packed: true,
        widths: vec![64; layout.rank()],
    };
    each_value(set, &mut |values| {
        let mut offsets = Vec::new();
        each_index(&layout.lengths_at(values).unwrap(), &mut |index| {
            offsets.extend(layout.offset_at(values, index).unwrap());
        });
        let concrete = layout.with(values).unwrap();
        for (width, own) in found.widths.iter_mut().zip(concrete.vector_widths().unwrap()) {
            *width = own.min(*width);
        }
        let [Some(&least), Some(&greatest)] = [offsets.iter().min(), offsets.iter().max()] else {
            return;
        };
        let distinct: BTreeSet<i64> = offsets.iter().copied().collect();
        found.injective &= distinct.len() == offsets.len();
        found.packed &= distinct.len() == offsets.len() && greatest == offsets.len() as i64 - 1;
        found.greatest = found.greatest.max(greatest);
        // The layout of numbers of an index map has a bound of the greatest offset.
        let allocation = match layout.memory() {
            Some(_) => concrete.allocation().unwrap().get(),
            None => greatest + 1,
        };
        for (fact, value) in [
            (&facts.least, least),
            (&facts.greatest, greatest),
            (&facts.span, greatest + 1),
            (&facts.allocation, allocation),
        ] {
            if let Ok(fact) = fact {
                let text = fact.text(set);
                assert_eq!(fact.eval(values, &[]), Ok(value.into()), "{text} of {about}");
            }
        }
    });
    (found.greatest > i64::MIN).then_some(found)
}

fn with_offset(layout: &SymbolicLayout, lengths: Vec<SymExpr>, offset: SymExpr) -> SymbolicLayout {
    let made = SymbolicLayout::new(layout.symbols().clone(), lengths, offset, None).unwrap();
    made.with_conditions(layout.conditions().to_vec()).unwrap()
}

/// Returns a layout that is the same, or differs for some values or indices.
fn variant(random: &mut Random, layout: &SymbolicLayout) -> SymbolicLayout {
    let op = |sign: &str, a: &SymExpr, b: &SymExpr| {
        SymExpr::operation(sign, a.clone(), b.clone()).unwrap()
    };
    let (mut lengths, offset) = (layout.lengths().to_vec(), layout.offset());
    let by = SymExpr::constant(random.between(2, 4));
    let symbol = SymExpr::symbol(random.index(layout.symbols().len()));
    let dim = match lengths.len() {
        0 => SymExpr::constant(0),
        rank => SymExpr::dim(random.index(rank)),
    };
    let offset = match random.below(6) {
        0 => op("+", offset, &op("mod", &symbol, &by)),
        1 => op("+", offset, &op("floordiv", &dim, &by)),
        2 if !lengths.is_empty() => {
            lengths[0] = op("*", &op("ceildiv", &lengths[0], &by), &by);
            offset.clone()
        }
        3 => op("-", &op("+", offset, &symbol), &symbol),
        _ => {
            let by = if random.one_in(2) { by } else { symbol };
            op("+", &op("*", &op("floordiv", offset, &by), &by), &op("mod", offset, &by))
        }
    };
    with_offset(layout, lengths, offset)
}

/// Returns `true` if an expression and its intermediate values fit. A subtraction has no negated operand.
fn all_fit(expr: &SymExpr, values: &[i64], index: &[i64], fits: &dyn Fn(i128) -> bool) -> bool {
    let operands = match expr.node() {
        SymNode::Sum(a, b) => match b.node() {
            SymNode::Product(sign, b) if sign.as_constant() == Some(-1) => [Some(a), Some(b)],
            SymNode::Constant(..0) => [Some(a), None],
            _ => [Some(a), Some(b)],
        },
        node => node.operands().map_or([None, None], |operands| operands.map(Some)),
    };
    let raised = match expr.node() {
        SymNode::CeilDiv(a, b) => {
            let [a, b] = [a, b].map(|it| it.eval(values, index).unwrap());
            fits(a + b - 1)
        }
        _ => true,
    };
    let mut operands = operands.into_iter().flatten();
    raised
        && fits(expr.eval(values, index).unwrap())
        && operands.all(|operand| all_fit(operand, values, index, fits))
}
