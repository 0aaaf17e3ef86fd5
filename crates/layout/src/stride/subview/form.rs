//! Linear forms: an abstract domain of indices that are multiples of the components of a view's index.
//!
//! `layout::index` does not replace this domain. Its normal form rewrites each digit separately, so that two digits of
//! one value are often no longer recognizable, and a component of length 1 is the constant 0.

use crate::domain::{Algebra, Table};

/// A constant plus multiples of the components of an index.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct LinearIndex {
    pub(super) constant: i64,
    /// The components in ascending order, each with its nonzero factor.
    pub(super) terms: Vec<(usize, i64)>,
}

impl LinearIndex {
    /// Adds a multiple of another form; `None` if a number does not fit 64 bits.
    fn add(&mut self, factor: i64, form: &LinearIndex) -> Option<()> {
        fn sum(factor: i64, sum: i64, by: i64) -> Option<i64> {
            sum.checked_add(factor.checked_mul(by)?)
        }
        self.constant = sum(factor, self.constant, form.constant)?;
        for &(component, by) in &form.terms {
            match self.terms.binary_search_by_key(&component, |term| term.0) {
                Ok(at) => self.terms[at].1 = sum(factor, self.terms[at].1, by)?,
                Err(at) => self.terms.insert(at, (component, sum(factor, 0, by)?)),
            }
        }
        self.terms.retain(|term| term.1 != 0);
        Some(())
    }
}

/// An index, as precisely as this domain can express it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum IndexForm {
    /// A linear form.
    Linear(LinearIndex),
    /// `floor(of / divisor)`, modulo `modulus` if there is one.
    Digit { of: LinearIndex, divisor: i64, modulus: Option<i64> },
    /// Any other index.
    Nonlinear,
}

/// The state of the domain. A number that does not fit 64 bits makes a form nonlinear, and sets `overflow`.
#[derive(Clone, Debug, Default)]
pub(super) struct LinearForms {
    pub(super) overflow: bool,
}

impl LinearForms {
    /// Returns a component of the index.
    pub(super) fn component(number: usize) -> IndexForm {
        IndexForm::Linear(LinearIndex { constant: 0, terms: vec![(number, 1)] })
    }
}

impl Algebra for LinearForms {
    type Value = IndexForm;

    fn linear(&mut self, constant: i64, terms: &[(i64, IndexForm)]) -> IndexForm {
        let mut sum = LinearIndex { constant, terms: Vec::new() };
        for (factor, term) in terms {
            match term {
                IndexForm::Linear(form) => {
                    if sum.add(*factor, form).is_none() {
                        self.overflow = true;
                        return IndexForm::Nonlinear;
                    }
                }
                IndexForm::Digit { .. } if constant == 0 && matches!(terms, [(1, _)]) => {
                    return term.clone();
                }
                IndexForm::Digit { .. } | IndexForm::Nonlinear => return IndexForm::Nonlinear,
            }
        }
        IndexForm::Linear(sum)
    }

    fn digit(&mut self, value: &IndexForm, divisor: i64, modulus: Option<i64>) -> IndexForm {
        match value {
            _ if divisor == 1 && modulus.is_none() => value.clone(),
            IndexForm::Linear(form) => IndexForm::Digit { of: form.clone(), divisor, modulus },
            IndexForm::Digit { .. } | IndexForm::Nonlinear => IndexForm::Nonlinear,
        }
    }

    fn xor(&mut self, _a: &IndexForm, _b: &IndexForm) -> IndexForm {
        IndexForm::Nonlinear
    }

    fn lookup(&mut self, _index: &IndexForm, _table: &Table) -> IndexForm {
        IndexForm::Nonlinear
    }

    fn require(&mut self, _value: &IndexForm, _low: i64, _high: i64) -> IndexForm {
        // A view contains every element of its part, so it has no predicate.
        IndexForm::Nonlinear
    }
}
