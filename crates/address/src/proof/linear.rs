//! Linear forms: the symbolic values of both sides of a proof.

use layout::gcd;

/// The reason why linear arithmetic cannot express a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unprovable {
    /// An integer may overflow 127 bits.
    Large,
    /// An intermediate index of the layout may overflow 64 bits.
    Wide,
    /// Both factors of a product are variable.
    Product,
    /// A divisor is variable.
    Divisor,
    /// A shift amount is variable.
    Distance,
    /// Both operands of a bitwise operation may be negative.
    Negative,
    /// The unit is bytes, and the element type is unknown.
    Bytes,
    /// The program does not return an index and a validity.
    Results,
    /// A value is that of a table.
    Table,
}

layout::impl_error!(Unprovable {
    Self::Large => "an intermediate value may overflow 127 bits",
    Self::Wide => "an intermediate index may overflow 64 bits",
    Self::Product => "both factors of a product are variable",
    Self::Divisor => "a divisor is variable",
    Self::Distance => "a shift amount is variable",
    Self::Negative => "both operands of a bitwise operation may be negative",
    Self::Bytes => "the element type is unknown",
    Self::Table => "a value is that of a table",
    Self::Results => "the function does not return an index and a validity",
});

/// A result of linear arithmetic.
pub(super) type Linear<T> = Result<T, Unprovable>;

/// An integer variable, by the index of its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LinearVar(pub(super) usize);

/// A constant plus variables times factors. Each variable occurs once, variables are sorted, and no factor is 0.
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
    /// Returns a constant form.
    pub(super) fn only(constant: i128) -> LinearForm {
        LinearForm { constant, terms: Vec::new() }
    }

    /// Returns the value of a constant form; `None` if the form has variables.
    pub(super) fn known(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns the variable of a form `variable + constant`; `None` for other forms.
    pub(super) fn single(&self) -> Option<LinearVar> {
        match self.terms.as_slice() {
            [(var, 1)] => Some(*var),
            _ => None,
        }
    }

    /// Returns the form plus another form times a constant.
    pub(super) fn plus(&self, other: &LinearForm, by: i128) -> Linear<LinearForm> {
        let mut ours = self.terms.iter().peekable();
        let mut theirs = other.terms.iter().peekable();
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

    /// Returns the form plus a constant.
    pub(super) fn plus_constant(&self, by: i128) -> Linear<LinearForm> {
        self.plus(&LinearForm::only(by), 1)
    }

    /// Returns the form times a constant.
    pub(super) fn times(&self, by: i128) -> Linear<LinearForm> {
        LinearForm::default().plus(self, by)
    }

    /// Splits the form into `of * quotient + remainder`, for `of` above 0. The quotient has the terms whose factors are
    /// multiples of `of`; the remainder has the other terms and a constant from 0 to below `of`.
    pub(super) fn multiples(&self, of: i128) -> Division {
        let mut quotient = LinearForm::only(self.constant.div_euclid(of));
        let mut remainder = LinearForm::only(self.constant.rem_euclid(of));
        for &(var, factor) in &self.terms {
            match factor % of {
                0 => quotient.terms.push((var, factor / of)),
                _ => remainder.terms.push((var, factor)),
            }
        }
        Division { quotient, remainder }
    }

    /// Returns the greatest common divisor of all factors; 0 if the form is constant.
    pub(super) fn common(&self) -> i128 {
        let factors = self.terms.iter().map(|term| term.1.unsigned_abs());
        // The divisor fits, because it divides a factor of at most 127 bits.
        factors.fold(0, gcd).cast_signed()
    }
}

/// The two results of a division.
#[derive(Clone, Debug)]
pub(super) struct Division {
    pub(super) quotient: LinearForm,
    pub(super) remainder: LinearForm,
}

fn scaled_sum(own: i128, added: i128, by: i128) -> Linear<i128> {
    added.checked_mul(by).and_then(|added| own.checked_add(added)).ok_or(Unprovable::Large)
}

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FormBounds {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl FormBounds {
    /// Returns the bounds from 0 to `end - 1`.
    pub(super) fn below(end: i128) -> FormBounds {
        FormBounds { low: 0, high: end - 1 }
    }

    /// Returns `true` if other bounds contain these.
    pub(super) fn within(self, other: FormBounds) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Returns the least bounds that contain both.
    pub(super) fn hull(self, other: FormBounds) -> FormBounds {
        FormBounds { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}
