//! Phase 1: a function of `arith` ops as an expression in normal form.
//!
//! The normal form is that of the core, [`Exprs`]: sums of digits with ranges, where merges and their inverses
//! cancel. What compares values is left to a check that runs both functions; so no check of this pass
//! leans on the rules that the pass uses. Besides arithmetic there are bools, and atoms that the core does not
//! know (`min`, `max`, `select`, a bool as a number); those are variables to it.

use super::divide::exact_factor;
use super::form::{Args, Form};
use super::op::{Op, Pred};
use super::sum::MOST_TERMS;
use indexmap::{IndexMap, IndexSet};
use ir::layout::Algebra;
use ir::layout::index::{Atom, AtomKind, Expr, Exprs};
use ir::layout::{StridedInterval, gcd};
use rustc_hash::FxHashMap;

/// Why a function stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable(pub(crate) &'static str);

pub(crate) type Read<T> = Result<T, Unreadable>;

/// A bool, by its place in its [`Reader`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bool(usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum BoolKind {
    Truth(bool),
    Cmp(Pred, Expr, Expr),
    And(Bool, Bool),
    Or(Bool, Bool),
    Differ(Bool, Bool),
}

/// What the core takes for a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Opaque {
    Min(Expr, Expr),
    Max(Expr, Expr),
    Select(Bool, Expr, Expr),
    Number(Bool),
}

/// A value of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number, of which the register has the lowest bits; its width in bits.
    Number(Expr, u32),
    /// A bool.
    Bool(Bool),
}

/// Builds expressions for the ops of a function.
pub(crate) struct Reader {
    exprs: Exprs,
    args: Args,
    opaque: IndexMap<Opaque, u32>,
    bools: IndexSet<BoolKind>,
}

const TOO_WIDE: Unreadable = Unreadable("a value does not fit 64 bits");
const NEGATIVE: Unreadable = Unreadable("a 64-bit value may be negative where it must not");

impl Reader {
    /// A reader for a function whose arguments are below these lengths, with registers of 32 or 64 bits.
    pub(crate) fn new(lengths: &[i64], bits: u32) -> Reader {
        let top = |&length: &i64| StridedInterval::range(0, i128::from(length.max(1)) - 1);
        let args = Args { facts: lengths.iter().map(top).collect(), bits };
        Reader { exprs: Exprs::new(), args, opaque: IndexMap::new(), bools: IndexSet::new() }
    }

    /// An argument.
    pub(crate) fn arg(&mut self, number: u32, width: u32) -> Value {
        let top = self.args.facts[number as usize].high;
        let length = i64::try_from(top + 1).unwrap_or(i64::MAX);
        Value::Number(self.exprs.var(number, length), width)
    }

    /// A constant.
    pub(crate) fn constant(&mut self, value: i64, width: u32) -> Read<Value> {
        if width == 1 {
            return Ok(self.truth(value != 0));
        }
        let value = self.exprs.constant(value);
        self.sized(value, width)
    }

    fn truth(&mut self, value: bool) -> Value {
        Value::Bool(self.bool(BoolKind::Truth(value)))
    }

    fn bool(&mut self, kind: BoolKind) -> Bool {
        Bool(self.bools.insert_full(kind).0)
    }

    fn kind(&self, bool: Bool) -> BoolKind {
        self.bools[bool.0]
    }

    /// A value of this width; narrower than registers it is cut to its width at once.
    fn sized(&mut self, value: Expr, width: u32) -> Read<Value> {
        if value == Expr::OVERFLOW || !self.exprs.fits(value) {
            return Err(TOO_WIDE);
        }
        let value = if width < self.args.bits { self.exact(value, width)? } else { value };
        Ok(Value::Number(value, width))
    }

    fn is_exact(&self, value: Expr, width: u32) -> bool {
        let range = self.exprs.range(value);
        range.low >= 0 && i128::from(range.high) < 1 << width
    }

    /// The number that a register of this width holds.
    fn exact(&mut self, value: Expr, width: u32) -> Read<Expr> {
        if self.is_exact(value, width) {
            return Ok(value);
        }
        if width > 32 {
            return Err(NEGATIVE);
        }
        match self.exprs.digit(&value, 1, Some(1 << width)) {
            Expr::OVERFLOW => Err(TOO_WIDE),
            wrapped => Ok(wrapped),
        }
    }

    /// `a + factor * b`.
    pub(crate) fn add(&mut self, a: Value, factor: i64, b: Value) -> Read<Value> {
        let (a, width) = number(a)?;
        let (b, _) = number(b)?;
        let sum = self.exprs.linear(0, &[(1, a), (factor, b)]);
        self.sized(sum, width)
    }

    /// A product, of which one factor must be a constant.
    pub(crate) fn multiply(&mut self, a: Value, b: Value) -> Read<Value> {
        let (_, width) = number(a)?;
        let product = self.product(a, b)?;
        self.sized(product, width)
    }

    fn product(&mut self, a: Value, b: Value) -> Read<Expr> {
        let ((x, _), (y, _)) = (number(a)?, number(b)?);
        let (factor, value) = match (self.as_constant(x), self.as_constant(y)) {
            (_, Some(factor)) => (factor, x),
            (Some(factor), None) => (factor, y),
            (None, None) => return Err(Unreadable("a product of two values")),
        };
        match self.exprs.linear(0, &[(factor, value)]) {
            product if product != Expr::OVERFLOW && self.exprs.fits(product) => Ok(product),
            _ => Err(TOO_WIDE),
        }
    }

    /// The low and the high half of a product of numbers of 32 bits.
    pub(crate) fn multiply_extended(&mut self, a: Value, b: Value) -> Read<[Value; 2]> {
        let ((x, width), (y, _)) = (number(a)?, number(b)?);
        if width != 32 {
            return Err(Unreadable("a product of more than 64 bits"));
        }
        let (x, y) = (self.exact(x, width)?, self.exact(y, width)?);
        let product = self.product(Value::Number(x, 32), Value::Number(y, 32))?;
        let low = self.sized(product, width)?;
        let high = self.quotient(product, 1 << 32);
        Ok([low, self.sized(high, width)?])
    }

    fn as_constant(&self, value: Expr) -> Option<i64> {
        let sum = self.exprs.kind(value)?;
        sum.terms.is_empty().then_some(sum.constant)
    }

    /// A constant as the register holds it.
    fn operand(&mut self, value: Value) -> Read<i64> {
        let (value, width) = number(value)?;
        let value = self.exact(value, width)?;
        self.as_constant(value).ok_or(Unreadable("an operand that must be a constant is not"))
    }

    /// `floor(a / b)` where `b` is a constant, and the remainder too.
    pub(crate) fn divide(&mut self, a: Value, b: Value, remainder: bool) -> Read<Value> {
        let divisor = self.operand(b)?;
        if divisor <= 0 {
            return Err(Unreadable("a division by zero"));
        }
        let (value, width) = number(a)?;
        let value = self.exact(value, width)?;
        let result = if remainder {
            self.exprs.digit(&value, 1, Some(divisor))
        } else {
            self.quotient(value, divisor)
        };
        self.sized(result, width)
    }

    /// A quotient. One by a power of two that was made for another division becomes that one again.
    fn quotient(&mut self, value: Expr, divisor: i64) -> Expr {
        if divisor & (divisor - 1) == 0
            && let Some((value, divisor)) = self.division_behind(value, divisor.trailing_zeros())
        {
            return self.exprs.digit(&value, divisor, None);
        }
        self.exprs.digit(&value, divisor, None)
    }

    /// The value and divisor such that `floor(sum / 2^shift)` is their quotient, where a factor of the
    /// sum was chosen for that.
    fn division_behind(&mut self, sum: Expr, shift: u32) -> Option<(Expr, i64)> {
        let kind = self.exprs.kind(sum)?;
        let factors = kind.terms.iter().map(|&(_, factor)| i128::from(factor));
        let factor = factors.fold(i128::from(kind.constant), gcd);
        let factor = i64::try_from(factor).ok().filter(|&factor| factor > 1)?;
        let terms: Vec<(Atom, i64)> = kind.terms.iter().map(|&(a, k)| (a, k / factor)).collect();
        let constant = kind.constant / factor;
        let terms: Vec<(i64, Expr)> = terms
            .into_iter()
            .map(|(atom, k)| Some((k, self.atom(atom)?)))
            .collect::<Option<_>>()?;
        let value = self.exprs.linear(constant, &terms);
        let range = self.exprs.range(value);
        let divisor = i64::try_from((1i128 << shift).div_ceil_of(factor.into())).ok()?;
        let known = range.low >= 0 && divisor > 1 && factor & (factor - 1) != 0;
        let end = u128::try_from(i128::from(range.high) + 1).ok()?;
        let exact = known
            && exact_factor(
                end,
                divisor.unsigned_abs().into(),
                shift,
                factor.unsigned_abs().into(),
            );
        exact.then_some((value, divisor))
    }

    /// The expression of an atom alone: made from parts, as the core hands out none.
    fn atom(&mut self, atom: Atom) -> Option<Expr> {
        match self.exprs.atom_kind(atom).clone() {
            AtomKind::Var { number, range } => {
                Some(self.exprs.var(number, range.high.checked_add(1)?))
            }
            AtomKind::Digit { value, divisor, modulus } => {
                Some(self.exprs.digit(&value, divisor, modulus))
            }
            AtomKind::Xor(parts) => {
                let zero = self.exprs.constant(0);
                Some(parts.iter().fold(zero, |all, part| self.exprs.xor(&all, part)))
            }
            AtomKind::Guard { .. } => None,
        }
    }

    /// A shift by a constant.
    pub(crate) fn shift(&mut self, a: Value, by: Value, left: bool) -> Read<Value> {
        let by = self.operand(by)?;
        let (value, width) = number(a)?;
        let by = u32::try_from(by).ok().filter(|&by| by < width && by < 63);
        let by = by.ok_or(Unreadable("a shift by more than the width"))?;
        if left {
            let shifted = self.exprs.linear(0, &[(1 << by, value)]);
            return self.sized(shifted, width);
        }
        let value = self.exact(value, width)?;
        let shifted = self.quotient(value, 1 << by);
        self.sized(shifted, width)
    }

    /// The bits of a value that a constant has, each run of them a digit.
    fn masked(&mut self, value: Expr, mask: i64) -> Expr {
        let mut terms = Vec::new();
        let mut rest = mask;
        while rest != 0 {
            let start = rest.trailing_zeros();
            let length = (rest >> start).trailing_ones();
            let digit = self.exprs.digit(&value, 1 << start, Some(1 << length));
            terms.push((1 << start, digit));
            rest &= !(((1 << length) - 1) << start);
        }
        self.exprs.linear(0, &terms)
    }

    /// `and`, `or` or `xor`.
    pub(crate) fn bitwise(&mut self, op: &Op, a: Value, b: Value) -> Read<Value> {
        let ((x, width), (y, _)) = match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => return Ok(Value::Bool(self.logical(op, a, b))),
            _ => (number(a)?, number(b)?),
        };
        let (x, y) = (self.exact(x, width)?, self.exact(y, width)?);
        let (x, y) = if self.as_constant(x).is_some() { (y, x) } else { (x, y) };
        let result = match (op, self.as_constant(y)) {
            (Op::Xor, _) => self.exprs.xor(&x, &y),
            (Op::And, Some(mask)) => self.masked(x, mask),
            (Op::Or, Some(mask)) => {
                let common = self.masked(x, mask);
                self.exprs.linear(mask, &[(1, x), (-1, common)])
            }
            (Op::Or, None) if self.disjoint(x, y) || self.disjoint(y, x) => {
                self.exprs.linear(0, &[(1, x), (1, y)])
            }
            _ => return Err(Unreadable("bits of two values that are joined")),
        };
        self.sized(result, width)
    }

    /// Whether every bit of `low` is below the first bit of `high`.
    fn disjoint(&self, high: Expr, low: Expr) -> bool {
        self.exprs.range(low).high < 1 << self.facts(high).zero_bits().min(62)
    }

    fn facts(&self, value: Expr) -> StridedInterval {
        self.exprs.interval(value)
    }

    fn logical(&mut self, op: &Op, a: Bool, b: Bool) -> Bool {
        let (a, b) = (a.min(b), a.max(b));
        match (op, self.kind(a), self.kind(b)) {
            (Op::And, BoolKind::Truth(value), _) => {
                if value {
                    b
                } else {
                    a
                }
            }
            (Op::And, _, BoolKind::Truth(value)) => {
                if value {
                    a
                } else {
                    b
                }
            }
            (Op::Or, BoolKind::Truth(value), _) => {
                if value {
                    a
                } else {
                    b
                }
            }
            (Op::Or, _, BoolKind::Truth(value)) => {
                if value {
                    b
                } else {
                    a
                }
            }
            (Op::Xor, BoolKind::Truth(value), _) => {
                if value {
                    self.not(b)
                } else {
                    b
                }
            }
            (Op::Xor, _, BoolKind::Truth(value)) => {
                if value {
                    self.not(a)
                } else {
                    a
                }
            }
            (Op::And | Op::Or, ..) if a == b => a,
            (Op::And, ..) => self.all_of(a, b),
            (Op::Or, ..) => self.bool(BoolKind::Or(a, b)),
            _ if a == b => self.bool(BoolKind::Truth(false)),
            _ => self.bool(BoolKind::Differ(a, b)),
        }
    }

    /// Both bools, of which tests of one number are made one.
    fn all_of(&mut self, a: Bool, b: Bool) -> Bool {
        let mut all = self.conjuncts(a);
        for new in self.conjuncts(b) {
            let joined = all.iter().enumerate().find_map(|(at, &old)| {
                let joined = self.both_tests(self.kind(old), self.kind(new))?;
                Some((at, joined))
            });
            match joined {
                Some((_, BoolKind::Truth(false))) => return self.bool(BoolKind::Truth(false)),
                Some((at, joined)) => all[at] = self.bool(joined),
                None => all.push(new),
            }
        }
        all.sort_unstable();
        all.dedup();
        let whole = all.into_iter().reduce(|all, next| self.bool(BoolKind::And(all, next)));
        whole.expect("each bool is one test at least")
    }

    /// The bools that must hold for one to hold.
    fn conjuncts(&self, bool: Bool) -> Vec<Bool> {
        match self.kind(bool) {
            BoolKind::And(a, b) => [self.conjuncts(a), self.conjuncts(b)].concat(),
            _ => vec![bool],
        }
    }

    /// Two tests of the same number as one.
    fn both_tests(&mut self, a: BoolKind, b: BoolKind) -> Option<BoolKind> {
        let (BoolKind::Cmp(p, x, first), BoolKind::Cmp(q, y, second)) = (a, b) else { return None };
        if p != q || x != y {
            return self.between(a, b);
        }
        let (first, second) = (self.as_constant(first)?, self.as_constant(second)?);
        match p {
            Pred::Lt => Some(if first <= second { a } else { b }),
            Pred::Ge => Some(if first >= second { a } else { b }),
            _ => None,
        }
    }

    fn not(&mut self, bool: Bool) -> Bool {
        let truth = self.bool(BoolKind::Truth(true));
        match self.kind(bool) {
            BoolKind::Truth(value) => self.bool(BoolKind::Truth(!value)),
            BoolKind::Cmp(pred, a, b) => self.bool(BoolKind::Cmp(pred.negated(), a, b)),
            _ => self.bool(BoolKind::Differ(truth.min(bool), truth.max(bool))),
        }
    }

    /// `low <= x` and `x < high` as one comparison, which wraps below `low`.
    fn between(&mut self, a: BoolKind, b: BoolKind) -> Option<BoolKind> {
        let (BoolKind::Cmp(p, x, low), BoolKind::Cmp(q, y, high)) = (a, b) else { return None };
        let (low, high) = match (p, q) {
            (Pred::Ge, Pred::Lt) => (low, high),
            (Pred::Lt, Pred::Ge) => (high, low),
            _ => return None,
        };
        let (low, high) = (self.as_constant(low)?, self.as_constant(high)?);
        if x != y || !self.is_exact(x, self.args.bits) || low < 0 {
            return None;
        }
        if low >= high {
            return Some(BoolKind::Truth(false));
        }
        let moved = self.exprs.linear(low.checked_neg()?, &[(1, x)]);
        let length = self.exprs.constant(high - low);
        Some(BoolKind::Cmp(Pred::Lt, moved, length))
    }

    /// A comparison of two registers.
    pub(crate) fn compare(&mut self, pred: Pred, a: Value, b: Value) -> Read<Value> {
        if let (Value::Bool(a), Value::Bool(b)) = (a, b) {
            let differ = self.logical(&Op::Xor, a, b);
            return match pred {
                Pred::Ne => Ok(Value::Bool(differ)),
                Pred::Eq => Ok(Value::Bool(self.not(differ))),
                _ => Err(Unreadable("an order of bools")),
            };
        }
        let ((a, width), (b, _)) = (number(a)?, number(b)?);
        let end = 1i128 << width;
        let [a, b] = [a, b].map(|value| match self.as_constant(value) {
            Some(constant) => {
                let bits = i128::from(constant).rem_euclid(end);
                i64::try_from(bits).map(|bits| self.exprs.constant(bits)).map_err(|_| TOO_WIDE)
            }
            None => Ok(value),
        });
        let (a, b) = (a?, b?);
        let (pred, a, b) =
            if self.as_constant(a).is_some() { (pred.exchanged(), b, a) } else { (pred, a, b) };
        let kind = if self.is_exact(a, width) && self.is_exact(b, width) {
            self.compare_exact(pred, a, b)
        } else {
            BoolKind::Cmp(pred, a, b)
        };
        Ok(Value::Bool(self.bool(kind)))
    }

    fn compare_exact(&mut self, pred: Pred, a: Expr, b: Expr) -> BoolKind {
        let difference = self.exprs.linear(0, &[(1, a), (-1, b)]);
        if difference != Expr::OVERFLOW
            && let Some(known) = decided(pred, self.facts(difference))
        {
            return BoolKind::Truth(known);
        }
        let Some(constant) = self.as_constant(b) else { return BoolKind::Cmp(pred, a, b) };
        let (pred, constant) = match pred {
            Pred::Le => (Pred::Lt, constant + 1),
            Pred::Gt => (Pred::Ge, constant + 1),
            _ => (pred, constant),
        };
        let reduced = match pred {
            Pred::Lt | Pred::Ge => self.upper_part(a, constant),
            _ => None,
        };
        let (a, constant) = reduced.unwrap_or((a, constant));
        BoolKind::Cmp(pred, a, self.exprs.constant(constant))
    }

    /// What is below a constant where a sum is below another: `g*h + l < c` says that `h` is below the least `t` with
    /// `g*t + l >= c` for all `l`, if `g*(t - 1) + l < c` for all `l`. The fewest terms are left for the greatest `g`.
    fn upper_part(&mut self, a: Expr, constant: i64) -> Option<(Expr, i64)> {
        let sum = self.exprs.kind(a)?.clone();
        let rest = i128::from(constant) - i128::from(sum.constant);
        let common = sum.terms.iter().fold(0, |all, &(_, factor)| gcd(all, factor.into()));
        let mut sizes: Vec<i64> = sum.terms.iter().map(|&(_, factor)| factor.abs()).collect();
        sizes.push(i64::try_from(common).ok()?);
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.into_iter().filter(|&size| size > 0).find_map(|size| {
            let (high, low): (Vec<_>, Vec<_>) =
                sum.terms.iter().copied().partition(|(_, factor)| factor % size == 0);
            let low = self.quotient_of_terms(&low, 1)?;
            let (low, size_wide) = (self.exprs.range(low), i128::from(size));
            let bound = (rest - i128::from(low.low)).div_ceil_of(size_wide);
            let decides = size_wide * (bound - 1) + i128::from(low.high) < rest;
            let bound = i64::try_from(bound).ok().filter(|&bound| decides && bound >= 0)?;
            let value = self.quotient_of_terms(&high, size)?;
            self.is_exact(value, self.args.bits).then_some((value, bound))
        })
    }

    /// The sum of terms whose factors are multiples of a number, divided by that.
    fn quotient_of_terms(&mut self, terms: &[(Atom, i64)], divisor: i64) -> Option<Expr> {
        let terms = terms.iter().map(|&(atom, factor)| Some((factor / divisor, self.atom(atom)?)));
        let terms: Vec<(i64, Expr)> = terms.collect::<Option<_>>()?;
        let value = self.exprs.linear(0, &terms);
        (value != Expr::OVERFLOW).then_some(value)
    }

    /// The lesser or the greater of two numbers.
    pub(crate) fn least(&mut self, greatest: bool, a: Value, b: Value) -> Read<Value> {
        let ((mut a, width), (mut b, _)) = (number(a)?, number(b)?);
        if let (false, Some(result)) = (greatest, self.wrapped_remainder(a, b, width)) {
            return self.sized(result, width);
        }
        (a, b) = (self.exact(a, width)?, self.exact(b, width)?);
        let difference = self.exprs.linear(0, &[(1, a), (-1, b)]);
        let range = self.exprs.range(difference);
        if range.high <= 0 || range.low >= 0 {
            let first = (range.high <= 0) != greatest;
            return self.sized(if first { a } else { b }, width);
        }
        let (a, b) = (a.min(b), a.max(b));
        let opaque = if greatest { Opaque::Max(a, b) } else { Opaque::Min(a, b) };
        let highs = [self.exprs.range(a).high, self.exprs.range(b).high];
        let high = if greatest { highs[0].max(highs[1]) } else { highs[0].min(highs[1]) };
        let value = self.opaque(opaque, high)?;
        self.sized(value, width)
    }

    /// `min(x, x - m)` on registers is a remainder where `x < 2m`.
    fn wrapped_remainder(&mut self, a: Expr, b: Expr, width: u32) -> Option<Expr> {
        let difference = self.exprs.linear(0, &[(1, a), (-1, b)]);
        let divisor = self.as_constant(difference)?;
        let (value, divisor) = if divisor > 0 { (a, divisor) } else { (b, divisor.checked_neg()?) };
        let fits = divisor > 0
            && self.is_exact(value, width)
            && i128::from(self.exprs.range(value).high) < 2 * i128::from(divisor)
            && divisor <= 1 << (width - 1);
        fits.then(|| self.exprs.digit(&value, 1, Some(divisor)))
    }

    fn opaque(&mut self, opaque: Opaque, high: i64) -> Read<Expr> {
        let next = self.args.facts.len() + self.opaque.len();
        let next = u32::try_from(next).map_err(|_| TOO_WIDE)?;
        let number = *self.opaque.entry(opaque).or_insert(next);
        Ok(self.exprs.var(number, high.checked_add(1).ok_or(TOO_WIDE)?))
    }

    /// The second value where the first, a bool, holds, else the third.
    pub(crate) fn select(&mut self, condition: Value, a: Value, b: Value) -> Read<Value> {
        let Value::Bool(condition) = condition else { return Err(Unreadable("no bool")) };
        if let BoolKind::Truth(value) = self.kind(condition) {
            return Ok(if value { a } else { b });
        }
        if let (Value::Bool(a), Value::Bool(b)) = (a, b) {
            let first = self.logical(&Op::And, condition, a);
            let other = self.not(condition);
            let second = self.logical(&Op::And, other, b);
            return Ok(Value::Bool(self.logical(&Op::Or, first, second)));
        }
        let ((a, width), (b, _)) = (number(a)?, number(b)?);
        let difference = self.exprs.linear(0, &[(1, a), (-1, b)]);
        let value = if let Some(factor) = self.as_constant(difference) {
            let condition = self.number_of(condition)?;
            self.exprs.linear(0, &[(1, b), (factor, condition)])
        } else {
            let (a, b) = (self.exact(a, width)?, self.exact(b, width)?);
            let high = self.exprs.range(a).high.max(self.exprs.range(b).high);
            self.opaque(Opaque::Select(condition, a, b), high)?
        };
        self.sized(value, width)
    }

    /// A bool as 0 or 1.
    fn number_of(&mut self, bool: Bool) -> Read<Expr> {
        match self.kind(bool) {
            BoolKind::Truth(value) => return Ok(self.exprs.constant(value.into())),
            _ => {}
        }
        self.opaque(Opaque::Number(bool), 1)
    }

    /// A number made longer, or a bool as a number.
    pub(crate) fn extend(&mut self, a: Value, width: u32) -> Read<Value> {
        let value = match a {
            Value::Bool(bool) => self.number_of(bool)?,
            Value::Number(value, from) => self.exact(value, from)?,
        };
        self.sized(value, width)
    }

    /// The lowest bits of a number.
    pub(crate) fn truncate(&mut self, a: Value, width: u32) -> Read<Value> {
        let (value, _) = number(a)?;
        if width == 1 {
            let bit = self.exprs.digit(&value, 1, Some(2));
            let (bit, zero) = (Value::Number(bit, 32), Value::Number(self.exprs.constant(0), 32));
            return self.compare(Pred::Ne, bit, zero);
        }
        self.sized(value, width)
    }

    /// The expressions of the values that a function returns.
    pub(crate) fn finish(self, results: &[Value]) -> Read<(Form, Args)> {
        let mut seeds = Seeds {
            reader: &self,
            form: Form::default(),
            numbers: FxHashMap::default(),
            atoms: FxHashMap::default(),
            bools: FxHashMap::default(),
        };
        for &result in results {
            let root = match result {
                Value::Number(value, _) => seeds.number(value)?,
                Value::Bool(bool) => seeds.bool(bool)?,
            };
            seeds.form.roots.push(root);
        }
        let form = seeds.form;
        Ok((form, self.args))
    }
}

fn number(value: Value) -> Read<(Expr, u32)> {
    match value {
        Value::Number(value, width) => Ok((value, width)),
        Value::Bool(_) => Err(Unreadable("a bool where a number must be")),
    }
}

/// Whether a comparison holds, from what is known of the difference of its sides.
fn decided(pred: Pred, difference: StridedInterval) -> Option<bool> {
    let zero = difference.meet(StridedInterval::number(0));
    let always = |pred: Pred| pred.holds(difference.low, 0) && pred.holds(difference.high, 0);
    match pred {
        Pred::Eq | Pred::Ne if zero.is_none() => Some(pred == Pred::Ne),
        Pred::Eq | Pred::Ne => difference.constant().map(|_| pred == Pred::Eq),
        _ if always(pred) => Some(true),
        _ if always(pred.negated()) => Some(false),
        _ => None,
    }
}

trait DivCeil {
    fn div_ceil_of(self, divisor: i128) -> i128;
}

impl DivCeil for i128 {
    fn div_ceil_of(self, divisor: i128) -> i128 {
        -(-self).div_euclid(divisor)
    }
}

/// Makes a [`Form`] of what a reader has built.
struct Seeds<'a> {
    reader: &'a Reader,
    form: Form,
    numbers: FxHashMap<Expr, usize>,
    atoms: FxHashMap<Atom, usize>,
    bools: FxHashMap<Bool, usize>,
}

impl Seeds<'_> {
    fn push(&mut self, op: Op, kids: Vec<usize>, more: Option<StridedInterval>) -> usize {
        self.form.push(op, kids, more, &self.reader.args)
    }

    fn number(&mut self, value: Expr) -> Read<usize> {
        if let Some(&known) = self.numbers.get(&value) {
            return Ok(known);
        }
        let sum = self.reader.exprs.kind(value).ok_or(TOO_WIDE)?.clone();
        if sum.terms.len() > MOST_TERMS {
            return Err(Unreadable("a sum of very many terms"));
        }
        let kids: Read<Vec<usize>> = sum.terms.iter().map(|&(atom, _)| self.atom(atom)).collect();
        let kids = kids?;
        let node = match (sum.constant, &*sum.terms) {
            (constant, []) => self.push(Op::Const(constant), kids, None),
            (0, [(_, 1)]) => kids[0],
            (constant, terms) => {
                let factors = terms.iter().map(|&(_, factor)| factor).collect();
                let facts = self.reader.facts(value);
                self.push(Op::Lin(constant, factors), kids, Some(facts))
            }
        };
        self.numbers.insert(value, node);
        Ok(node)
    }

    fn atom(&mut self, atom: Atom) -> Read<usize> {
        if let Some(&known) = self.atoms.get(&atom) {
            return Ok(known);
        }
        let node = match self.reader.exprs.atom_kind(atom).clone() {
            AtomKind::Var { number, .. } => self.variable(number)?,
            AtomKind::Digit { value, divisor, modulus } => self.digit(value, divisor, modulus)?,
            AtomKind::Xor(parts) => self.xor(&parts)?,
            AtomKind::Guard { .. } => return Err(Unreadable("a guard")),
        };
        self.atoms.insert(atom, node);
        Ok(node)
    }

    fn variable(&mut self, number: u32) -> Read<usize> {
        let args = self.reader.args.facts.len();
        let Some(place) = (number as usize).checked_sub(args) else {
            return Ok(self.push(Op::Arg(number), Vec::new(), None));
        };
        let (&opaque, _) = self.reader.opaque.get_index(place).expect("it was numbered by place");
        match opaque {
            Opaque::Min(a, b) => self.pair(Op::Min, a, b),
            Opaque::Max(a, b) => self.pair(Op::Max, a, b),
            Opaque::Number(bool) => {
                let kid = self.bool(bool)?;
                Ok(self.push(Op::Lin(0, Box::new([1])), vec![kid], None))
            }
            Opaque::Select(condition, a, b) => {
                let kids = vec![self.bool(condition)?, self.number(a)?, self.number(b)?];
                Ok(self.push(Op::Select, kids, None))
            }
        }
    }

    fn pair(&mut self, op: Op, a: Expr, b: Expr) -> Read<usize> {
        let kids = vec![self.number(a)?, self.number(b)?];
        Ok(self.push(op, kids, None))
    }

    fn digit(&mut self, value: Expr, divisor: i64, modulus: Option<i64>) -> Read<usize> {
        let exact = self.reader.is_exact(value, self.reader.args.bits);
        let mut node = self.number(value)?;
        if !exact {
            // The lowest 32 bits tell every digit that lies inside them.
            let inside = modulus.and_then(|modulus| modulus.checked_mul(divisor));
            if inside.is_none_or(|inside| (1i64 << 32) % inside != 0) {
                return Err(Unreadable("a digit of a value that may be negative"));
            }
            node = self.push(Op::Wrap, vec![node], None);
        }
        if divisor > 1 {
            node = self.push(Op::Div(divisor), vec![node], None);
        }
        match modulus {
            Some(modulus) if self.form.facts[node].high >= i128::from(modulus) => {
                Ok(self.push(Op::Mod(modulus), vec![node], None))
            }
            _ => Ok(node),
        }
    }

    fn xor(&mut self, parts: &[Expr]) -> Read<usize> {
        let mut whole = None;
        for &part in parts {
            if !self.reader.is_exact(part, self.reader.args.bits) {
                return Err(Unreadable("an exclusive or of a value that may be negative"));
            }
            let part = self.number(part)?;
            whole = Some(match whole {
                None => part,
                Some(whole) => self.push(Op::Xor, vec![whole, part], None),
            });
        }
        whole.ok_or(Unreadable("an exclusive or of nothing"))
    }

    fn bool(&mut self, bool: Bool) -> Read<usize> {
        if let Some(&known) = self.bools.get(&bool) {
            return Ok(known);
        }
        let node = match self.reader.kind(bool) {
            BoolKind::Truth(value) => self.push(Op::Truth(value), Vec::new(), None),
            BoolKind::Cmp(pred, a, b) => match self.reader.as_constant(b) {
                Some(constant) => {
                    let kids = vec![self.number(a)?];
                    self.push(Op::CmpTo(pred, constant), kids, None)
                }
                None => self.pair(Op::Cmp(pred), a, b)?,
            },
            BoolKind::And(..) => self.tests(bool)?,
            BoolKind::Or(a, b) => self.bools_of(Op::Or, a, b)?,
            BoolKind::Differ(a, b) => self.bools_of(Op::Differ, a, b)?,
        };
        self.bools.insert(bool, node);
        Ok(node)
    }

    /// Tests that must all hold. Numbers with the same bound are tested by the greatest of them.
    fn tests(&mut self, bool: Bool) -> Read<usize> {
        let mut bounds: IndexMap<i64, Vec<Expr>> = IndexMap::new();
        let mut whole = None;
        for test in self.reader.conjuncts(bool) {
            match self.reader.kind(test) {
                BoolKind::Cmp(Pred::Lt, value, bound)
                    if self.reader.as_constant(bound).is_some() =>
                {
                    let bound = self.reader.as_constant(bound).expect("it was tested");
                    bounds.entry(bound).or_default().push(value);
                }
                _ => {
                    let test = self.bool(test)?;
                    whole = Some(self.and(whole, test));
                }
            }
        }
        for (bound, values) in bounds {
            let values: Read<Vec<usize>> = values.into_iter().map(|one| self.number(one)).collect();
            let values = values?;
            let op = if values.len() == 1 { Op::CmpTo(Pred::Lt, bound) } else { Op::Below(bound) };
            let test = self.push(op, values, None);
            whole = Some(self.and(whole, test));
        }
        whole.ok_or(Unreadable("a conjunction of nothing"))
    }

    fn and(&mut self, whole: Option<usize>, test: usize) -> usize {
        match whole {
            Some(whole) => self.push(Op::And, vec![whole, test], None),
            None => test,
        }
    }

    fn bools_of(&mut self, op: Op, a: Bool, b: Bool) -> Read<usize> {
        let kids = vec![self.bool(a)?, self.bool(b)?];
        Ok(self.push(op, kids, None))
    }
}
