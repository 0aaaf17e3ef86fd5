//! The conditions that a symbolic layout meets for all values of its symbols.

use super::claim::{Claim, numbers_of};
use super::decide::{Decider, proves};
use super::expr::{SymExpr, SymNode};
use super::fault::SymbolicFault;
use super::layout::SymbolicLayout;
use super::set::{Relation, SymbolSet};
use super::space::Space;
use super::transform::strided_offset;

/// The maximum number of bounds and of divisors of symbols that are tried as a relation that would be enough.
const MAX_CANDIDATES: usize = crate::limits::SYMBOL_CORNERS as usize;

impl SymbolicLayout {
    /// Returns the layout if it is valid for all values of its symbols: at least one value of each symbol is allowed, all
    /// divisors and lengths are at least 1, and all offsets of valid indices are at least 0. If all symbols have an upper
    /// bound, lengths and offsets also are below 2^63; the sizes of other layouts are checked with the values.
    ///
    /// # Errors
    /// A condition does not hold, with a witness and a relation that would be enough if one is known, or it is undecided.
    pub fn checked(self, decider: &mut Decider<'_>) -> Result<SymbolicLayout, SymbolicFault> {
        self.symbols().sample(decider)?;
        let bounded = self.symbols().symbols().iter().all(|symbol| symbol.max < i64::MAX);
        let side = Side { symbols: self.symbols(), lengths: &[], conditions: &[] };
        for (dim, length) in self.lengths().iter().enumerate() {
            side.at_least(decider, length, 1, &format!("the length of d{dim}"))?;
            if bounded {
                side.below_63_bits(decider, length, &format!("the length of d{dim}"))?;
            }
        }
        if self.memory_is_within(bounded) {
            return Ok(self);
        }
        let side = Side { lengths: self.lengths(), conditions: self.conditions(), ..side };
        side.at_least(decider, self.offset(), 0, "the offset")?;
        if bounded {
            side.below_63_bits(decider, self.offset(), "the offset")?;
        }
        Ok(self)
    }

    /// Returns `true` if digit rules prove that all slots of the memory below transforms are at offset 0 or above, and with
    /// `is_bounded` below 2^63. The indices that reach memory are inside it.
    fn memory_is_within(&self, is_bounded: bool) -> bool {
        let Some((lengths, strides, start)) = self.memory().filter(|_| self.pipeline().is_some())
        else {
            return false;
        };
        let dims = (0..lengths.len()).map(SymExpr::dim);
        let Ok(offset) = strided_offset(dims, strides, start) else { return false };
        let most = SymExpr::constant(i64::MAX);
        let below = is_bounded.then(|| Relation::comparison("<=", offset.clone(), most));
        let mut relations = [Ok(Relation::non_negative(offset))].into_iter().chain(below);
        relations.all(|relation| {
            relation.is_ok_and(|it| proves(&Claim::new(self.symbols(), lengths, &[], &it)))
        })
    }
}

/// The values and indices for which a condition must hold.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) symbols: &'a SymbolSet,
    pub(super) lengths: &'a [SymExpr],
    pub(super) conditions: &'a [Relation],
}

impl Side<'_> {
    /// Checks that an expression is at least a number everywhere. `name` is its name in the message.
    pub(super) fn at_least(
        &self,
        decider: &mut Decider<'_>,
        expr: &SymExpr,
        least: i64,
        name: &str,
    ) -> Result<(), SymbolicFault> {
        let least_expr = SymExpr::constant(least);
        let relation = Relation::comparison(">=", expr.clone(), least_expr);
        let bound = match least {
            1.. => format!("at least {least}"),
            _ => format!("at least {least} at every valid index"),
        };
        self.require(decider, &relation.map_err(SymbolicFault::new)?, expr, name, &bound)
    }

    fn below_63_bits(
        &self,
        decider: &mut Decider<'_>,
        expr: &SymExpr,
        name: &str,
    ) -> Result<(), SymbolicFault> {
        let most = SymExpr::constant(i64::MAX);
        let relation = Relation::comparison("<=", expr.clone(), most);
        self.require(decider, &relation.map_err(SymbolicFault::new)?, expr, name, "below 2^63")
    }

    /// Checks that a relation holds everywhere. The fault names the value of `expr` at the witness.
    ///
    /// # Errors
    /// The relation does not hold, or it is undecided.
    pub(super) fn require(
        &self,
        decider: &mut Decider<'_>,
        relation: &Relation,
        expr: &SymExpr,
        name: &str,
        bound: &str,
    ) -> Result<(), SymbolicFault> {
        let claim = Claim::new(self.symbols, self.lengths, self.conditions, relation);
        let text = expr.text(self.symbols);
        let checked =
            decider.require(&claim, |witness| match expr.eval(&witness.values, &witness.index) {
                Ok(value) => format!("{name} `{text}` must be {bound}, but is {value}"),
                Err(error) => format!("{name} `{text}` has no value: {error}"),
            });
        checked.map(|_| ()).map_err(|fault| match fault.undecided {
            true => SymbolicFault { message: format!("{name}: {}", fault.message), ..fault },
            false => SymbolicFault { enough: self.enough(relation), ..fault },
        })
    }

    /// Returns a relation over the symbols that is enough for a claim, proven by digit rules; `None` if there is none.
    /// The candidates are the claim at the index at which it is least likely, if that has no quotient, then bounds and
    /// divisors of symbols, then the claim at that index with its quotients.
    fn enough(&self, relation: &Relation) -> Option<String> {
        let least = self.at_least_likely(relation);
        let mut numbers = Vec::new();
        numbers_of(&relation.expr, &mut numbers);
        self.lengths.iter().for_each(|length| numbers_of(length, &mut numbers));
        numbers.retain(|number| *number > 1);
        numbers.sort_unstable();
        let (used, _) = Claim::new(self.symbols, self.lengths, self.conditions, relation).used();
        let symbols = (0..used.len()).filter(|symbol| used[*symbol]);
        let pairs: Vec<(SymExpr, SymExpr)> = symbols
            .flat_map(|symbol| {
                let numbers = numbers.iter().map(|&number| SymExpr::constant(number));
                numbers.map(move |number| (SymExpr::symbol(symbol), number))
            })
            .take(MAX_CANDIDATES)
            .collect();
        let bounds = pairs
            .iter()
            .map(|(symbol, number)| Relation::comparison(">=", symbol.clone(), number.clone()));
        let multiples = pairs.iter().map(|(symbol, number)| {
            SymExpr::operation("mod", symbol.clone(), number.clone()).map(Relation::zero)
        });
        let (whole, with_quotients): (Vec<Relation>, Vec<Relation>) =
            least.into_iter().partition(|relation| !has_quotient(&relation.expr));
        let candidates = whole
            .into_iter()
            .map(Ok)
            .chain(bounds)
            .chain(multiples)
            .chain(with_quotients.into_iter().map(Ok));
        let mut candidates = candidates.filter_map(Result::ok);
        let found = candidates.find(|candidate| self.is_enough(relation, candidate))?;
        Some(found.text(self.symbols))
    }

    /// Returns the relation at the index at which it is least likely to hold; `None` if that is unknown.
    fn at_least_likely(&self, relation: &Relation) -> Option<Relation> {
        let mut space = Space::new(self.symbols, self.lengths, self.conditions)?;
        let polynomial = space.polynomial(&relation.expr)?;
        let (least, _) = space.extreme(&polynomial, false)?;
        Some(Relation::non_negative(space.expr(&least)?))
    }

    fn is_enough(&self, relation: &Relation, added: &Relation) -> bool {
        let mut symbols = self.symbols.clone();
        symbols.require(added.clone()).is_ok()
            && proves(&Claim::new(&symbols, self.lengths, self.conditions, relation))
            && symbols.sample(&mut Decider::new()).is_ok()
    }
}

/// Returns `true` if an expression has a division.
fn has_quotient(expr: &SymExpr) -> bool {
    match expr.node() {
        SymNode::FloorDiv(..) | SymNode::CeilDiv(..) | SymNode::Mod(..) => true,
        node => node.operands().into_iter().flatten().any(has_quotient),
    }
}
