//! Whether a symbolic layout is injective for all values of its symbols.

use super::claim::Claim;
use super::decide::{Decider, Decision, Method};
use super::expr::SymExpr;
use super::layout::SymbolicLayout;
use super::polynomial::{Polynomial, Var};
use super::search::{Collision, find_collision};
use super::set::Relation;
use super::space::{Space, VarKind};

/// The maximum number of orders of digits that a proof tries.
const MAX_ORDERS: u32 = crate::limits::SYMBOL_ORDERS as u32;

/// The maximum number of splits of dims into digits.
const MAX_SPLITS: usize = crate::limits::SYMBOL_SPLITS as usize;

/// Whether a layout has a property for all values of its symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// It has, by these means.
    Holds(Method),
    /// It has not: at these values of the symbols, this index shows it.
    Fails {
        /// The value of each symbol.
        values: Vec<i64>,
        /// The index.
        index: Vec<i64>,
        /// Another index in the same slot; `None` if the index alone shows it.
        other: Option<Vec<i64>>,
    },
    /// It is undecided, for this reason.
    Undecided(String),
}

impl SymbolicLayout {
    /// Decides whether no two valid indices share a slot, for all values of the symbols.
    pub fn injective(&self, decider: &mut Decider<'_>) -> Property {
        if self.has_nested_digits().unwrap_or(false) {
            return Property::Holds(Method::Digits);
        }
        match find_collision(self) {
            Collision::None => Property::Holds(Method::Enumeration),
            Collision::Found { values, index, other } => {
                Property::Fails { values, index, other: Some(other) }
            }
            Collision::Unknown => match self.injective_by_claims(decider) {
                Ok(property) => property,
                Err(reason) => Property::Undecided(reason),
            },
        }
    }

    /// Returns `true` if the offset is a sum of digits of the index, each times a stride that is greater than the sum of
    /// all smaller ones; `None` if it is another sum, or a number is too large.
    fn has_nested_digits(&self) -> Option<bool> {
        let mut space = self.space()?;
        let mut offset = space.polynomial(self.offset())?;
        let dims = space.dims();
        let mut digits: Vec<Var> = dims.iter().flat_map(|(dim, _)| dim.vars()).collect();
        for _ in 0..MAX_SPLITS {
            let Some(at) = digits.iter().position(|&digit| space.is_nested(&offset, digit)) else {
                break;
            };
            let (split, parts) = space.split(&offset, digits[at])?;
            offset = split;
            digits.splice(at..=at, parts);
        }
        digits.retain(|&digit| space.interval_of(digit).high != Some(0));
        let (strides, _) = space.strides(&offset, &digits)?;
        let mut terms = Vec::new();
        for (digit, stride) in digits.into_iter().zip(strides) {
            let last = space.upper(digit).into_iter().find(|last| {
                !last.vars().into_iter().any(|it| matches!(space.kind(it), VarKind::Dim { .. }))
            })?;
            let positive = stride.plus_constant(-1)?;
            let stride = match space.is_nonnegative(&positive) {
                true => stride,
                false => stride.scaled(-1)?,
            };
            terms.push((stride, last));
        }
        // The likely order: strides of fewer factors are smaller.
        terms.sort_by_key(|(stride, _)| {
            (stride.terms().map(|(monomial, _)| monomial.degree()).max(), stride.clone())
        });
        Some(space.are_nested(&terms, &Polynomial::default(), &mut { MAX_ORDERS }))
    }

    /// Decides injectivity by a claim for each dim: no two indices that first differ in this dim share a slot.
    fn injective_by_claims(&self, decider: &mut Decider<'_>) -> Result<Property, String> {
        let rank = self.rank();
        let symbols = self.symbols().exprs();
        let second: Vec<SymExpr> = (rank..2 * rank).map(SymExpr::dim).collect();
        let lengths = [self.lengths(), self.lengths()].concat();
        let mut conditions = self.conditions().to_vec();
        for condition in self.conditions() {
            conditions.push(condition.replaced(&symbols, &second)?);
        }
        let other = self.offset().replaced(&symbols, &second)?;
        conditions.push(Relation::comparison("==", self.offset().clone(), other)?);
        let never = Relation::non_negative(SymExpr::constant(-1));
        let mut method = Method::Digits;
        for dim in 0..rank {
            let mut differs = conditions.clone();
            let pair = [SymExpr::dim(dim), SymExpr::dim(rank + dim)];
            let [a, b] = pair;
            differs.push(Relation::comparison("<", a.clone(), b.clone())?);
            match decider.decide(&Claim::new(self.symbols(), &lengths, &differs, &never)) {
                Decision::Holds(by) => method = method.max(by),
                Decision::Fails(mut witness, _) => {
                    let other = witness.index.split_off(rank);
                    let index = witness.index;
                    return Ok(Property::Fails {
                        values: witness.values,
                        index,
                        other: Some(other),
                    });
                }
                Decision::Undecided(_) => {
                    return Err("whether two indices share a slot is undecided".to_owned());
                }
            }
            conditions.push(Relation::comparison("==", a, b)?);
        }
        Ok(Property::Holds(method))
    }
}

impl Space {
    /// Returns `true` if the terms have an order in which each stride is greater than the sum of all before it. `reach`
    /// is the sum so far.
    fn are_nested(
        &mut self,
        terms: &[(Polynomial, Polynomial)],
        reach: &Polynomial,
        orders: &mut u32,
    ) -> bool {
        if terms.is_empty() {
            return true;
        }
        for (at, (stride, last)) in terms.iter().enumerate() {
            if *orders == 0 {
                return false;
            }
            *orders -= 1;
            let free = stride.minus(reach).and_then(|free| free.plus_constant(-1));
            let next = last.times(stride).and_then(|part| reach.plus(&part));
            let (Some(free), Some(next)) = (free, next) else { return false };
            if self.is_nonnegative(&free) {
                let mut others = terms.to_vec();
                others.remove(at);
                if self.are_nested(&others, &next, orders) {
                    return true;
                }
            }
        }
        false
    }
}
