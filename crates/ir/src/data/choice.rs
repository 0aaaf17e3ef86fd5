//! Layout choices: the layouts that the operands and results of an op can have together, with conditions and a cost.
//!
//! A [`Choice`] is the value of the attribute `#layout.choice<...>`. [`crate::choice`] finds the choices of an op and
//! applies them to it. The grammar of the text:
//!
//! ```text
//! choice     = same | (SLOT, SLOT, ...) -> RESULTS      then, in any order: , reqs = [..] , when = [..] , cost = COST ,
//!                                                      fuses = [..] , as = "OP" {..}
//! RESULTS    = SLOT | (SLOT, ...) | ()
//! SLOT       = any                 the value's own layout
//!            | same                the layout that all `same` of the choice share
//!            | row_major           the dims in logical order, of any rank
//!            | NHWC                an order by name, or as affine_map<...>
//!            | chw32               a format, dla_hwc4<orin> with a generation, or as #layout.format<...>
//!            | CUSTOM               a layout that the text defines itself
//!            | SLOT | SLOT         one of these layouts; the other slots have theirs independently
//!            | SLOT...             as the last slot: all remaining values, or none
//! CUSTOM     = @blocked             a descriptor, which is in the target or in the module of the choice
//!            | affine_map<(n, c) -> (n, c floordiv 16, c mod 16)>      the index in row-major memory
//!            | "onednn:aB16b"       a notation without the shape
//! reqs       = [#layout.reqs<...> or any, ...], one entry for each slot of operands, then of results; `X...` is one;
//!              after a lone `same` one entry for all, or one for each value
//! when       = [CONDITION, ...], all of which must hold; see `condition`
//! cost       = extra cost of the choice, in addition to the copies that it requires: an integer expression, 0 or more;
//!              see `cost`
//! fuses      = [FUSED, ...], conversions that the op performs itself; see `fused`
//! as         = the op that replaces the op in these layouts, and attributes that it gets; see `stand_in`
//! ```
//!
//! A lone `same` covers all operands and results. The text contains no unclosed `<`, so MLIR keeps it unparsed.
//!
//! In reading order: this file has the parts of a choice, `condition` its conditions on the op, `cost` its
//! cost, `fused` the conversions that the op performs itself, `stand_in` the op that replaces it, and `print` its text.

mod condition;
mod cost;
mod fused;
mod print;
mod stand_in;

pub use condition::{Condition, ConditionTest, Const, ElemKind, Item, Term, ValueSelector};
pub use cost::{CostExpr, CostFault, CostOp, MAX_COST_TERMS};
pub(super) use print::string;
pub use stand_in::{StandIn, StandInAttr};

use crate::affine::AffineMap;
use crate::diag::counted;
use layout::{DimsOrder, FormatUse, StrideReqs};

/// One combination of layouts for all operands and results of an op.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    form: Form,
    reqs: Vec<StrideReqs>,
    when: Vec<Condition>,
    cost: CostExpr,
    fuses: Vec<FusedLayouts>,
    stand_in: Option<Box<StandIn>>,
}

/// The layouts that a choice lists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A lone `same`: all operands and results have one layout.
    Same,
    /// `(a, b) -> c`.
    Lists {
        /// The layouts of the operands.
        operands: Slots,
        /// The layouts of the results.
        results: Slots,
    },
}

/// The layouts of operands or of results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slots {
    /// A layout for each of the first values.
    pub head: Vec<Slot>,
    /// The layout of all remaining values; `None` if no values may remain.
    pub rest: Option<Slot>,
}

/// A layout as the text of a choice names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// `any`.
    Any,
    /// `same`.
    Same,
    /// `row_major`.
    RowMajor,
    /// `NHWC`, `affine_map<...>`.
    Order(NamedOrder),
    /// `chw32`, `dla_hwc4<orin>`.
    Format(FormatUse),
    /// `@blocked`, `affine_map<...>` of blocks, `"onednn:aBcd16b"`.
    Custom(LayoutName),
    /// `row_major | CN`: one of these layouts. A layout that the value's type does not admit is ignored.
    OneOf(Vec<Slot>),
}

/// A layout that a choice or a type defines itself, for tensors of all shapes that it fits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LayoutName {
    /// `@blocked`: the descriptor of this name.
    Symbol(String),
    /// The map from the index of an element to its index in row-major memory.
    Map(AffineMap),
    /// `"onednn:aBcd16b"`: the text of a notation without the shape.
    Notation(String),
}

/// An order and the name in the text. `OYXI` and `NHWC` are the same order, but a filter is printed with its own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedOrder {
    order: DimsOrder,
    name: Option<&'static str>,
}

/// The layouts other than its own in which a choice can use a value, and what the conversion costs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FusedLayouts {
    value: ValueSelector,
    layouts: Vec<Slot>,
    cost: CostExpr,
}

impl NamedOrder {
    /// Returns the order of a name; `None` if the name is unknown.
    pub fn from_name(name: &str) -> Option<NamedOrder> {
        let name = DimsOrder::names().find(|known| *known == name)?;
        let order = DimsOrder::from_name(name)?;
        Some(NamedOrder { order, name: Some(name) })
    }

    /// Returns the permutation.
    pub fn order(self) -> DimsOrder {
        self.order
    }
}

impl From<DimsOrder> for NamedOrder {
    /// Converts an order without a name, which is printed as its affine map.
    fn from(order: DimsOrder) -> NamedOrder {
        NamedOrder { order, name: None }
    }
}

impl From<DimsOrder> for Slot {
    /// Converts an order with its printed name, if it has one.
    fn from(order: DimsOrder) -> Slot {
        Slot::Order(NamedOrder { order, name: order.name() })
    }
}

impl Slots {
    /// Returns the layouts of exactly these values.
    pub fn exactly(slots: impl IntoIterator<Item = Slot>) -> Slots {
        Slots { head: slots.into_iter().collect(), rest: None }
    }

    /// Returns one layout for any number of values.
    pub fn all(slot: Slot) -> Slots {
        Slots { head: Vec::new(), rest: Some(slot) }
    }

    /// Returns `true` if `count` values can have these layouts.
    pub fn admits(&self, count: usize) -> bool {
        match self.rest {
            Some(_) => count >= self.head.len(),
            None => count == self.head.len(),
        }
    }

    /// Returns the slots of the text; `X...` is one slot.
    pub fn written(&self) -> impl Iterator<Item = &Slot> {
        self.head.iter().chain(&self.rest)
    }

    /// Returns the index among the slots of the text of the slot of a value.
    pub(crate) fn slot_index(&self, value: usize) -> usize {
        value.min(self.head.len())
    }

    /// Returns the slot of a value; `None` if there are fewer slots.
    pub(crate) fn get(&self, value: usize) -> Option<&Slot> {
        self.head.get(value).or(self.rest.as_ref())
    }
}

impl Choice {
    /// Returns the choice of a lone `same`.
    pub fn same() -> Choice {
        Choice::new(Form::Same)
    }

    /// Returns the choice `(operands) -> results`.
    pub fn lists(operands: Slots, results: Slots) -> Choice {
        Choice::new(Form::Lists { operands, results })
    }

    /// Returns the choice `(slot...) -> slot...`.
    pub fn all(slot: Slot) -> Choice {
        Choice::lists(Slots::all(slot.clone()), Slots::all(slot))
    }

    /// Returns a choice of layouts without requirements, conditions or cost.
    pub fn new(form: Form) -> Choice {
        let cost = CostExpr::number(0);
        Choice { form, reqs: Vec::new(), when: Vec::new(), cost, fuses: Vec::new(), stand_in: None }
    }

    /// Returns the same choice with stride requirements.
    ///
    /// # Errors
    /// The number of entries differs from the number of slots; the message has both numbers. After a lone `same`, any
    /// number except 0 is valid.
    pub fn with_reqs(self, reqs: Vec<StrideReqs>) -> Result<Choice, String> {
        let got = reqs.len();
        let expected = self.slot_count();
        match expected {
            None if got == 0 => Err("`reqs` must have at least one entry".to_owned()),
            Some(expected) if got != expected => {
                let got = entries(got);
                let expected = counted(expected, "layout");
                Err(format!("`reqs` has {got}, but the choice lists {expected}"))
            }
            _ => Ok(Choice { reqs, ..self }),
        }
    }

    /// Returns the same choice, restricted to ops for which all these conditions hold.
    #[must_use]
    pub fn with_conditions(self, when: Vec<Condition>) -> Choice {
        Choice { when, ..self }
    }

    /// Returns the same choice with an extra cost, at most `i64::MAX`.
    #[must_use]
    pub fn with_cost(self, cost: u64) -> Choice {
        self.with_cost_expr(CostExpr::number(i64::try_from(cost).unwrap_or(i64::MAX)))
    }

    /// Returns the same choice with an extra cost that depends on the op.
    #[must_use]
    pub fn with_cost_expr(self, cost: CostExpr) -> Choice {
        Choice { cost, ..self }
    }

    /// Returns the same choice with the op that replaces the op in its layouts.
    #[must_use]
    pub fn with_stand_in(self, stand_in: StandIn) -> Choice {
        Choice { stand_in: Some(Box::new(stand_in)), ..self }
    }

    /// Returns the op that replaces the op in the layouts of the choice; `None` if the choice keeps the op.
    pub fn stand_in(&self) -> Option<&StandIn> {
        self.stand_in.as_deref()
    }

    /// Returns the layouts.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns the stride requirements of each slot of the text; empty if there are none.
    pub fn reqs(&self) -> &[StrideReqs] {
        &self.reqs
    }

    /// Returns the conditions, all of which must hold.
    pub fn conditions(&self) -> &[Condition] {
        &self.when
    }

    /// Returns the extra cost: in bytes, or in ticks if the target has bandwidths.
    pub fn cost(&self) -> &CostExpr {
        &self.cost
    }

    /// Returns `true` if the choice assigns one layout to all values of an op: a lone `same`, or the same slot other
    /// than `any` and alternatives everywhere, without fused conversions.
    pub fn is_uniform(&self) -> bool {
        if !self.fuses.is_empty() {
            return false;
        }
        let Form::Lists { operands, results } = &self.form else { return true };
        let mut slots = operands.written().chain(results.written());
        let first = slots.next();
        let is_open = first.is_some_and(|slot| matches!(slot, Slot::Any | Slot::OneOf(_)));
        !is_open && slots.all(|slot| Some(slot) == first)
    }

    /// Returns the layouts that the choice defines itself.
    pub fn custom_layouts(&self) -> Vec<&LayoutName> {
        let of_values = match &self.form {
            Form::Lists { operands, results } => {
                operands.written().chain(results.written()).collect()
            }
            Form::Same => Vec::new(),
        };
        let fused = self.fuses.iter().flat_map(|fused| fused.layouts());
        let alternatives = of_values.into_iter().chain(fused).flat_map(|slot| match slot {
            Slot::OneOf(slots) => slots.as_slice(),
            slot => std::slice::from_ref(slot),
        });
        let names = alternatives.filter_map(|slot| match slot {
            Slot::Custom(name) => Some(name),
            _ => None,
        });
        names.collect()
    }

    /// Returns the number of slots of the text; `None` after a lone `same`.
    fn slot_count(&self) -> Option<usize> {
        let Form::Lists { operands, results } = &self.form else { return None };
        Some(operands.written().count() + results.written().count())
    }
}

fn entries(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}
