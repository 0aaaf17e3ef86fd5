//! The evaluation of the terms and conditions of a choice for one op.

use super::op_facts::OpFacts;
use super::{Condition, ConditionTest, Const, CostExpr, CostFault, ElemKind, Term};
use crate::data::attrs::{Attr, AttrKind};
use crate::data::context::Context;
use crate::data::types::TypeKind;

impl ElemKind {
    fn from_type_kind(kind: &TypeKind) -> Option<ElemKind> {
        match *kind {
            TypeKind::Float(kind) => Some(ElemKind::Float(kind)),
            TypeKind::Integer { width, sign } => Some(ElemKind::Integer { width, sign }),
            TypeKind::Index => Some(ElemKind::Index),
            _ => None,
        }
    }
}

impl Const {
    /// Returns the value of an attribute. `None` if conditions cannot compare attributes of its kind.
    fn from_attr(ctx: &Context, attr: Attr) -> Option<Const> {
        match ctx.attr_kind(attr) {
            AttrKind::Integer { .. } => ctx.as_int(attr).map(Const::Int),
            AttrKind::String { .. } => ctx.as_str(attr).map(|text| Const::Text(text.to_owned())),
            _ => ctx.as_int_list(attr).map(Const::Ints),
        }
    }
}

impl Term {
    /// Returns the value of the term for an op. `None` if it is unknown, such as a dynamic length.
    fn value(&self, facts: &OpFacts<'_>) -> Option<Const> {
        match self {
            Term::Elem(selector) => {
                ElemKind::from_type_kind(facts.elem(*selector)?).map(Const::Elem)
            }
            Term::Dim(selector, dim) => {
                let dims = facts.dims(*selector)?;
                let from_end = i64::try_from(dims.len()).ok()?;
                let at = if *dim < 0 { dim.checked_add(from_end)? } else { *dim };
                let length = (*dims.get(usize::try_from(at).ok()?)?)?;
                i64::try_from(length).ok().map(Const::Int)
            }
            Term::Rank(selector) => {
                i64::try_from(facts.dims(*selector)?.len()).ok().map(Const::Int)
            }
            Term::Bytes(selector) => {
                let dims: Option<Vec<u64>> = facts.dims(*selector)?.iter().copied().collect();
                facts.bytes(*selector, &dims?).map(Const::Int)
            }
            Term::Attr { key, default } => match facts.attr(key) {
                Some(attr) => Const::from_attr(facts.ctx(), attr),
                None => default.clone(),
            },
            Term::Const(value) => Some(value.clone()),
        }
    }
}

impl Condition {
    /// Returns whether the condition holds, and the value of its left term before `%`. A condition with an unknown term
    /// does not hold.
    pub(super) fn holds(&self, facts: &OpFacts<'_>) -> (bool, Option<Const>) {
        let found = self.left().value(facts);
        let holds = self.reduced(found.as_ref()).is_some_and(|value| self.passes(&value, facts));
        (holds, found)
    }

    fn reduced(&self, found: Option<&Const>) -> Option<Const> {
        let found = found?;
        match self.modulo() {
            None => Some(found.clone()),
            Some(modulo) => found.as_int()?.checked_rem_euclid(modulo).map(Const::Int),
        }
    }

    fn passes(&self, value: &Const, facts: &OpFacts<'_>) -> bool {
        match self.test() {
            ConditionTest::Equals(term) => {
                term.value(facts).is_some_and(|right| right.equals(value))
            }
            ConditionTest::Differs(term) => {
                term.value(facts).is_some_and(|right| !right.equals(value))
            }
            ConditionTest::In(items) => items.iter().any(|item| item.has(value)),
            ConditionTest::NotIn(items) => !items.iter().any(|item| item.has(value)),
        }
    }
}

impl CostExpr {
    /// Returns the cost for an op.
    ///
    /// # Errors
    /// The cost has no value for the op, or is negative.
    pub(super) fn cost(&self, facts: &OpFacts<'_>) -> Result<u64, CostFault> {
        if let Some(number) = self.as_number() {
            return u64::try_from(number).map_err(|_| CostFault::Negative(number));
        }
        let value = self.evaluate(&|term| term.cost_value(facts))?;
        u64::try_from(value).map_err(|_| CostFault::Negative(value))
    }
}

impl Term {
    /// Returns the value of the term in a cost, where dynamic lengths have values.
    fn cost_value(&self, facts: &OpFacts<'_>) -> Option<i64> {
        match self {
            Term::Dim(selector, dim) => {
                let lengths = facts.lengths(*selector)?;
                let from_end = i64::try_from(lengths.len()).ok()?;
                let at = if *dim < 0 { dim.checked_add(from_end)? } else { *dim };
                i64::try_from(*lengths.get(usize::try_from(at).ok()?)?).ok()
            }
            Term::Bytes(selector) => facts.bytes(*selector, &facts.lengths(*selector)?),
            _ => self.value(facts)?.as_int(),
        }
    }
}
