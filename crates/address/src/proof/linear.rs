//! Linear forms: the values of both sides of a proof.

use layout::gcd;
use std::fmt;

/// Why linear arithmetic cannot express a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unprovable {
    /// A number leaves 127 bits.
    Large,
    /// An index of the layout leaves 64 bits.
    Wide,
    /// Both factors of a product vary.
    Product,
    /// A divisor varies.
    Divisor,
    /// The distance of a shift varies.
    Distance,
    /// Both operands of a bitwise operation may be negative.
    Negative,
    /// There are no bytes to count.
    Bytes,
}

impl fmt::Display for Unprovable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unprovable::Large => "a number on the way may leave 127 bits",
            Unprovable::Wide => "an index on the way may leave 64 bits",
            Unprovable::Product => "both factors of a product vary",
            Unprovable::Divisor => "a divisor varies",
            Unprovable::Distance => "the distance of a shift varies",
            Unprovable::Negative => "both operands of a bitwise operation may be negative",
            Unprovable::Bytes => "the element type is not known",
        })
    }
}

impl std::error::Error for Unprovable {}

/// An integer variable, by the place of its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LinearVar(pub(super) usize);

/// A constant plus variables times factors: each variable once, in order, and no factor 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct LinearForm {
    pub(super) constant: i128,
    pub(super) terms: Vec<(LinearVar, i128)>,
}

impl From<LinearVar> for LinearForm {
    fn from(var: LinearVar) -> LinearForm {
        LinearForm { constant: 0, terms: vec![(var, 1)] }
    }
}

impl LinearForm {
    /// A number.
    pub(super) fn only(constant: i128) -> LinearForm {
        LinearForm { constant, terms: Vec::new() }
    }

    /// Returns the number that the form is; `None` if it has variables.
    pub(super) fn known(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns the variable that the form is plus its constant; `None` if it is more.
    pub(super) fn single(&self) -> Option<LinearVar> {
        match self.terms.as_slice() {
            [(var, 1)] => Some(*var),
            _ => None,
        }
    }

    /// The form plus another one times a number.
    pub(super) fn plus(&self, other: &LinearForm, by: i128) -> Result<LinearForm, Unprovable> {
        let (mut ours, mut theirs) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        while let Some(var) =
            [ours.peek(), theirs.peek()].into_iter().flatten().map(|it| it.0).min()
        {
            let own = ours.next_if(|term| term.0 == var).map_or(0, |term| term.1);
            let added = theirs.next_if(|term| term.0 == var).map_or(0, |term| term.1);
            let factor = scaled_sum(own, added, by)?;
            if factor != 0 {
                terms.push((var, factor));
            }
        }
        Ok(LinearForm { constant: scaled_sum(self.constant, other.constant, by)?, terms })
    }

    /// The form plus a number.
    pub(super) fn moved(&self, by: i128) -> Result<LinearForm, Unprovable> {
        self.plus(&LinearForm::only(by), 1)
    }

    /// The form times a number.
    pub(super) fn times(&self, by: i128) -> Result<LinearForm, Unprovable> {
        LinearForm::default().plus(self, by)
    }

    /// What in the form is a multiple of a number above 0, divided by it, and what is left: that has a constant from 0
    /// to below the number.
    pub(super) fn multiples(&self, of: i128) -> (LinearForm, LinearForm) {
        let parted = |whole: bool| {
            let fits = self.terms.iter().filter(move |term| (term.1 % of == 0) == whole);
            fits.map(move |&(var, factor)| (var, if whole { factor / of } else { factor }))
                .collect()
        };
        let quotient = LinearForm { constant: self.constant.div_euclid(of), terms: parted(true) };
        (quotient, LinearForm { constant: self.constant.rem_euclid(of), terms: parted(false) })
    }

    /// The greatest common divisor of all factors; 0 if there is none.
    pub(super) fn common(&self) -> i128 {
        let factors = self.terms.iter().map(|term| term.1.unsigned_abs());
        // It divides a number of 127 bits.
        factors.fold(0, gcd).cast_signed()
    }
}

fn scaled_sum(own: i128, added: i128, by: i128) -> Result<i128, Unprovable> {
    added.checked_mul(by).and_then(|added| own.checked_add(added)).ok_or(Unprovable::Large)
}

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FormBounds {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl FormBounds {
    /// From 0 to below a number.
    pub(super) fn below(end: i128) -> FormBounds {
        FormBounds { low: 0, high: end - 1 }
    }

    /// Whether all of it lies in another.
    pub(super) fn within(self, other: FormBounds) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The least bounds around both.
    pub(super) fn hull(self, other: FormBounds) -> FormBounds {
        FormBounds { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}
