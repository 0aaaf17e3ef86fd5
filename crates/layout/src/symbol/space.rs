//! The variables of polynomials: symbols, dims and quotients, with their ranges.
//!
//! A symbol that is always a multiple of a number is this number times a variable, so that divisibility shows in the
//! coefficients. A quotient, rounded down, is a variable of its own; a remainder is written by its quotient. So equal
//! functions mostly are one polynomial.

use super::expr::{SymExpr, SymNode};
use super::interval::Interval;
use super::polynomial::{Polynomial, Var};
use super::set::{Relation, RelationKind, SymbolSet};
use rustc_hash::FxHashMap;

/// The maximum number of steps of a proof.
const MAX_STEPS: u32 = crate::limits::SYMBOL_PROOF_STEPS as u32;

/// The meaning of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VarKind {
    /// The symbol of this number, divided by its divisor.
    Symbol { number: usize, divisor: i64 },
    /// The component of the index of this number; `None` for a digit of one.
    Dim { number: Option<usize> },
    /// A quotient, rounded down. The divisor is at least 1.
    Quotient { value: Polynomial, divisor: Polynomial },
}

/// A variable with its bounds.
#[derive(Clone, Debug)]
struct Known {
    kind: VarKind,
    interval: Interval,
    /// Polynomials that are at most the variable.
    lower: Vec<Polynomial>,
    /// Polynomials that are at least the variable.
    upper: Vec<Polynomial>,
}

/// The variables of some polynomials, with facts about them.
#[derive(Clone, Debug)]
pub(super) struct Space {
    vars: Vec<Known>,
    quotients: FxHashMap<(Polynomial, Polynomial), Var>,
    /// Each symbol as a polynomial.
    symbols: Vec<Polynomial>,
    dims: Vec<Polynomial>,
    /// The greatest value of each dim.
    lasts: Vec<Polynomial>,
    /// Polynomials that are at least 0.
    pub(super) facts: Vec<Polynomial>,
    /// The number of steps that proofs may still take.
    pub(super) steps: u32,
    /// The depth of nested proofs.
    pub(super) depth: u32,
}

impl Space {
    /// Returns the space of the symbols of a set, and of dims of these lengths. `conditions` hold at all indices.
    /// `None` if a length has no polynomial.
    pub(super) fn new(
        set: &SymbolSet,
        lengths: &[SymExpr],
        conditions: &[Relation],
    ) -> Option<Space> {
        let mut space = Space {
            vars: Vec::new(),
            quotients: FxHashMap::default(),
            symbols: Vec::new(),
            dims: Vec::new(),
            lasts: Vec::new(),
            facts: Vec::new(),
            steps: MAX_STEPS,
            depth: 0,
        };
        for (number, symbol) in set.symbols().iter().enumerate() {
            let divisor = i128::from(symbol.divisor);
            let ends = [symbol.min, symbol.max].map(|end| i128::from(end) / divisor);
            let polynomial = if ends[0] == ends[1] {
                Polynomial::constant(symbol.min.into())
            } else {
                let [low, high] = ends.map(Some);
                let kind = VarKind::Symbol { number, divisor: symbol.divisor };
                let var = space.add(kind, Interval { low, high });
                Polynomial::var(var).scaled(divisor)?
            };
            space.symbols.push(polynomial);
        }
        for relation in set.relations() {
            space.assume(relation);
        }
        for (number, length) in lengths.iter().enumerate() {
            let length = space.polynomial(length)?;
            let last = length.plus_constant(-1)?;
            let dim = match last.as_constant() {
                Some(0) => Polynomial::default(),
                _ => {
                    let kind = VarKind::Dim { number: Some(number) };
                    Polynomial::var(space.bounded(kind, Polynomial::default(), last.clone()))
                }
            };
            space.dims.push(dim);
            space.lasts.push(last);
        }
        for relation in conditions {
            space.assume(relation);
        }
        Some(space)
    }

    /// Adds a variable without further bounds.
    fn add(&mut self, kind: VarKind, interval: Interval) -> Var {
        let known = Known { kind, interval, lower: Vec::new(), upper: Vec::new() };
        self.vars.push(known);
        Var(u32::try_from(self.vars.len() - 1).unwrap_or(u32::MAX))
    }

    /// Adds a dim or digit from one polynomial to another.
    pub(super) fn bounded(&mut self, kind: VarKind, low: Polynomial, high: Polynomial) -> Var {
        let low_end = self.interval(&low).low;
        let interval = Interval { low: low_end, high: self.interval(&high).high };
        let var = self.add(kind, interval);
        self.vars[var.0 as usize].lower.push(low);
        self.vars[var.0 as usize].upper.push(high);
        var
    }

    /// Returns the number of variables so far.
    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.vars.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn kind(&self, var: Var) -> &VarKind {
        &self.vars[var.0 as usize].kind
    }

    pub(super) fn interval_of(&self, var: Var) -> Interval {
        self.vars[var.0 as usize].interval
    }

    pub(super) fn lower(&self, var: Var) -> Vec<Polynomial> {
        let known = &self.vars[var.0 as usize];
        let own = known.interval.low.map(Polynomial::constant);
        known.lower.iter().cloned().chain(own).collect()
    }

    pub(super) fn upper(&self, var: Var) -> Vec<Polynomial> {
        let known = &self.vars[var.0 as usize];
        let own = known.interval.high.map(Polynomial::constant);
        known.upper.iter().cloned().chain(own).collect()
    }

    /// Returns the variable of a symbol; `None` if it has one value.
    pub(super) fn symbol(&self, number: usize) -> Option<Var> {
        self.symbols.get(number)?.vars().first().copied()
    }

    /// Returns each dim with its greatest value. A dim of length 1 is 0.
    pub(super) fn dims(&self) -> Vec<(Polynomial, Polynomial)> {
        self.dims.iter().cloned().zip(self.lasts.iter().cloned()).collect()
    }

    /// Adds a relation as facts, if it has a polynomial.
    fn assume(&mut self, relation: &Relation) {
        let Some(fact) = self.polynomial(&relation.expr) else { return };
        if relation.kind == RelationKind::Zero
            && let Some(negative) = fact.scaled(-1)
        {
            self.assume_nonnegative(&negative);
        }
        self.assume_nonnegative(&fact);
    }

    /// Adds the fact that a polynomial is at least 0, and the bounds of variables that it states.
    pub(super) fn assume_nonnegative(&mut self, fact: &Polynomial) {
        if fact.as_constant().is_some() {
            return;
        }
        for var in fact.vars() {
            if matches!(self.kind(var), VarKind::Quotient { .. }) || self.is_nested(fact, var) {
                continue;
            }
            let bound = fact.linear_in(var).and_then(|(slope, rest)| {
                let slope = slope.as_constant()?;
                let size = i128::try_from(slope.unsigned_abs()).ok()?;
                let divides = rest.content().checked_rem(size.unsigned_abs())? == 0;
                let rest = divides.then_some(rest)?.divided_down(size)?;
                // slope * var + rest >= 0: var >= -floor(rest / slope), or var <= floor(rest / -slope).
                Some(if slope > 0 { (true, rest.scaled(-1)?) } else { (false, rest) })
            });
            let known = match bound {
                Some((true, bound)) => {
                    let low = self.interval(&bound).low;
                    let known = &mut self.vars[var.0 as usize];
                    known.lower.insert(0, bound);
                    known.interval = known.interval.meet(Interval { low, high: None });
                    known
                }
                Some((false, bound)) => {
                    let high = self.interval(&bound).high;
                    let known = &mut self.vars[var.0 as usize];
                    known.upper.insert(0, bound);
                    known.interval = known.interval.meet(Interval { low: None, high });
                    known
                }
                None => continue,
            };
            known.lower.truncate(4);
            known.upper.truncate(4);
        }
        self.facts.push(fact.clone());
    }

    /// Returns `true` if a quotient of the polynomial depends on the variable.
    pub(super) fn is_nested(&self, polynomial: &Polynomial, var: Var) -> bool {
        polynomial.vars().into_iter().any(|own| own != var && self.depends(own, var))
    }

    /// Returns `true` if a variable is another one, or a quotient that depends on it.
    pub(super) fn depends(&self, var: Var, on: Var) -> bool {
        // A quotient has a greater number than the variables in it.
        var == on
            || match self.kind(var) {
                VarKind::Quotient { value, divisor } if var > on => {
                    let mut vars = value.vars().into_iter().chain(divisor.vars());
                    vars.any(|var| self.depends(var, on))
                }
                _ => false,
            }
    }

    /// Returns an interval of the values of a polynomial.
    pub(super) fn interval(&self, polynomial: &Polynomial) -> Interval {
        let terms = polynomial.terms().map(|(monomial, coefficient)| {
            let powers = monomial.powers().iter();
            let powers = powers.map(|&(var, power)| self.interval_of(var).to_power(power));
            powers.fold(Interval::only(coefficient), Interval::times)
        });
        terms.fold(Interval::only(0), Interval::plus)
    }

    /// Returns the polynomial of an expression; `None` if a divisor may be below 1, or it is too large.
    pub(super) fn polynomial(&mut self, expr: &SymExpr) -> Option<Polynomial> {
        let node = expr.node();
        match node {
            SymNode::Constant(value) => return Some(Polynomial::constant((*value).into())),
            SymNode::Symbol(number) => return self.symbols.get(*number).cloned(),
            SymNode::Dim(number) => return self.dims.get(*number).cloned(),
            _ => {}
        }
        let [a, b] = node.operands()?;
        let (a, b) = (self.polynomial(a)?, self.polynomial(b)?);
        match node {
            SymNode::Sum(..) => a.plus(&b),
            SymNode::Product(..) => a.times(&b),
            SymNode::FloorDiv(..) => self.quotient(&a, &b),
            SymNode::CeilDiv(..) => {
                let raised = a.plus(&b)?.plus_constant(-1)?;
                self.quotient(&raised, &b)
            }
            _ => {
                let quotient = self.quotient(&a, &b)?;
                a.minus(&quotient.times(&b)?)
            }
        }
    }

    /// Returns the variable of a quotient that no rule simplifies.
    pub(super) fn quotient_var(&mut self, value: &Polynomial, divisor: &Polynomial) -> Polynomial {
        let key = (value.clone(), divisor.clone());
        if let Some(&var) = self.quotients.get(&key) {
            return Polynomial::var(var);
        }
        let interval = self.interval(value).over(self.interval(divisor));
        let kind = VarKind::Quotient { value: key.0.clone(), divisor: key.1.clone() };
        let var = self.add(kind, interval);
        self.quotients.insert(key, var);
        Polynomial::var(var)
    }

    /// Returns the polynomial with another polynomial in place of a variable, also inside quotients.
    pub(super) fn replaced(
        &mut self,
        polynomial: &Polynomial,
        var: Var,
        by: &Polynomial,
    ) -> Option<Polynomial> {
        let mut known = FxHashMap::default();
        for own in polynomial.vars() {
            let found = match self.kind(own).clone() {
                _ if own == var => by.clone(),
                VarKind::Quotient { value, divisor } if self.depends(own, var) => {
                    let value = self.replaced(&value, var, by)?;
                    let divisor = self.replaced(&divisor, var, by)?;
                    self.quotient(&value, &divisor)?
                }
                _ => continue,
            };
            known.insert(own, found);
        }
        if known.is_empty() {
            return Some(polynomial.clone());
        }
        let mut sum = Polynomial::default();
        for (monomial, coefficient) in polynomial.terms() {
            let mut product = Polynomial::constant(coefficient);
            for &(own, power) in monomial.powers() {
                product = match known.get(&own) {
                    Some(value) => product.times(&value.to_power(power)?)?,
                    None => product.times(&Polynomial::var(own).to_power(power)?)?,
                };
            }
            sum = sum.plus(&product)?;
        }
        Some(sum)
    }
}
