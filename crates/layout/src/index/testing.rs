//! The value of an expression at an index, and its text, such as `4*(d0 mod 8) + d1 div 3`, for tests.

use std::cell::Cell;
use std::fmt;

use rustc_hash::FxHashMap;

use super::expr::{Atom, AtomKind, Expr, LinearSum};
use super::exprs::{Exprs, FIRST_FRESH};

/// The maximum number of atoms to print. Shared parts are printed at every occurrence, so the full text of an
/// expression may be exponentially long.
const MAX_ATOMS: usize = 1000;

/// The [`Display`](fmt::Display) form of an expression.
#[derive(Debug)]
pub(super) struct ExprDisplay<'a> {
    exprs: &'a Exprs,
    expr: Expr,
    left: Cell<usize>,
}

impl Exprs {
    /// Returns the value at an index, whose components are those of [`var`](Exprs::var). `None` if a required component
    /// is missing or out of range, or the value does not fit 64 bits. Predicates are ignored: where one does not hold,
    /// the value is unspecified.
    pub(super) fn eval(&self, expr: Expr, index: &[i64]) -> Option<i64> {
        let mut values = FxHashMap::default();
        for atom in self.atoms_of(expr) {
            let value = self.eval_atom(atom, index, &values)?;
            values.insert(atom, value);
        }
        self.eval_sum(expr, &values)?.try_into().ok()
    }

    fn eval_sum(&self, expr: Expr, values: &FxHashMap<Atom, i128>) -> Option<i128> {
        let sum = self.kind(expr)?;
        sum.terms.iter().try_fold(i128::from(sum.constant), |total, &(atom, factor)| {
            total.checked_add(i128::from(factor).checked_mul(values[&atom])?)
        })
    }

    fn eval_atom(&self, atom: Atom, index: &[i64], values: &FxHashMap<Atom, i128>) -> Option<i128> {
        match self.atom_kind(atom) {
            AtomKind::Var { number, range } => {
                let value = *index.get(usize::try_from(*number).ok()?)?;
                (range.low <= value && value <= range.high).then_some(value.into())
            }
            AtomKind::Digit { value, divisor, modulus } => {
                let quotient = self.eval_sum(*value, values)?.div_euclid((*divisor).into());
                Some(modulus.map_or(quotient, |modulus| quotient.rem_euclid(modulus.into())))
            }
            AtomKind::Xor(parts) => {
                parts.iter().try_fold(0, |bits, &part| Some(bits ^ self.eval_sum(part, values)?))
            }
            AtomKind::Lookup { index, table } => {
                table.value(self.eval_sum(*index, values)?.try_into().ok()?).map(i128::from)
            }
            AtomKind::Guard { value, .. } => self.eval_sum(*value, values),
        }
    }

    /// Returns the printable form of an expression. Components print as `d0`, `d1` and so on; `div` and `mod` round
    /// down. A guard prints as `within(value, low, high)`.
    pub(super) fn display(&self, expr: Expr) -> ExprDisplay<'_> {
        ExprDisplay { exprs: self, expr, left: Cell::new(0) }
    }
}

impl fmt::Display for ExprDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.left.set(MAX_ATOMS);
        self.sum(f, self.expr)
    }
}

impl ExprDisplay<'_> {
    fn sum(&self, f: &mut fmt::Formatter<'_>, expr: Expr) -> fmt::Result {
        let Some(LinearSum { constant, terms }) = self.exprs.kind(expr) else {
            return f.write_str("overflow");
        };
        let alone = terms.len() == 1 && *constant == 0;
        for (place, &(atom, factor)) in terms.iter().enumerate() {
            let sign = match (place, factor < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            f.write_str(sign)?;
            self.term(f, atom, factor.unsigned_abs(), alone)?;
        }
        match (terms.is_empty(), *constant) {
            (true, constant) => write!(f, "{constant}"),
            (false, 0) => Ok(()),
            (false, constant) if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            (false, constant) => write!(f, " + {constant}"),
        }
    }

    fn term(
        &self,
        f: &mut fmt::Formatter<'_>,
        atom: Atom,
        factor: u64,
        alone: bool,
    ) -> fmt::Result {
        if factor != 1 {
            write!(f, "{factor}*")?;
            return self.factor(f, atom);
        }
        match self.exprs.atom_kind(atom) {
            AtomKind::Xor(_) if !alone => self.factor(f, atom),
            _ => self.atom(f, atom),
        }
    }

    fn atom(&self, f: &mut fmt::Formatter<'_>, atom: Atom) -> fmt::Result {
        let Some(left) = self.left.get().checked_sub(1) else { return f.write_str("...") };
        self.left.set(left);
        match self.exprs.atom_kind(atom) {
            &AtomKind::Var { number, .. } if number < FIRST_FRESH => write!(f, "d{number}"),
            &AtomKind::Var { number, .. } => write!(f, "t{}", number - FIRST_FRESH),
            &AtomKind::Digit { value, divisor, modulus } => self.digit(f, value, divisor, modulus),
            AtomKind::Xor(parts) => parts.iter().enumerate().try_for_each(|(place, &part)| {
                f.write_str(if place == 0 { "" } else { " xor " })?;
                self.operand(f, part)
            }),
            AtomKind::Lookup { index, table } => {
                write!(f, "{table}[")?;
                self.sum(f, *index)?;
                f.write_str("]")
            }
            AtomKind::Guard { value, range } => {
                f.write_str("within(")?;
                self.sum(f, *value)?;
                write!(f, ", {}, {})", range.low, i128::from(range.high) + 1)
            }
        }
    }

    fn digit(
        &self,
        f: &mut fmt::Formatter<'_>,
        value: Expr,
        divisor: i64,
        modulus: Option<i64>,
    ) -> fmt::Result {
        if let Some(modulus) = modulus.filter(|_| divisor != 1) {
            f.write_str("(")?;
            self.digit(f, value, divisor, None)?;
            return write!(f, ") mod {modulus}");
        }
        self.operand(f, value)?;
        match modulus {
            Some(modulus) => write!(f, " mod {modulus}"),
            None => write!(f, " div {divisor}"),
        }
    }

    /// Prints an operand, in parentheses unless it is a single word.
    fn operand(&self, f: &mut fmt::Formatter<'_>, expr: Expr) -> fmt::Result {
        match (self.exprs.as_atom(expr), self.exprs.as_constant(expr)) {
            (Some(atom), _) => self.factor(f, atom),
            (None, Some(0..)) => self.sum(f, expr),
            (None, _) => {
                f.write_str("(")?;
                self.sum(f, expr)?;
                f.write_str(")")
            }
        }
    }

    fn factor(&self, f: &mut fmt::Formatter<'_>, atom: Atom) -> fmt::Result {
        match self.exprs.atom_kind(atom) {
            AtomKind::Var { .. } | AtomKind::Guard { .. } | AtomKind::Lookup { .. } => {
                self.atom(f, atom)
            }
            AtomKind::Digit { .. } | AtomKind::Xor(_) => {
                f.write_str("(")?;
                self.atom(f, atom)?;
                f.write_str(")")
            }
        }
    }
}
