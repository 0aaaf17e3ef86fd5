//! Layout choices: which layouts an op can take and give together, on which conditions, and at what cost.
//!
//! A [`Choice`] is what the attribute `#layout.choice<...>` means. [`crate::choice`] finds the choices of an op, and what
//! they mean for it. The text:
//!
//! ```text
//! choice     = same | (SLOT, SLOT, ...) -> RESULTS      and then, in any order: , reqs = [..] , when = [..] , cost = N
//! RESULTS    = SLOT | (SLOT, ...) | ()
//! SLOT       = any                 whatever the value has
//!            | same                the layout that all `same` of the choice have
//!            | row_major           the dims as they are, of any rank
//!            | NHWC                an order by name, or as affine_map<...>
//!            | chw32               a format, dla_hwc4<orin> with a generation, or as #layout.format<...>
//!            | SLOT...             in the last place: all that follow, none as well
//! reqs       = [#layout.reqs<...> or any, ...], an entry for each slot of operands, then of results; `X...` is one slot;
//!              after a lone `same` one entry for all, or one for each value
//! when       = [CONDITION, ...], all of which must hold; see `condition`
//! cost       = bytes that the choice costs beyond what is moved to reach it, 0 or more
//! ```
//!
//! A lone `same` covers all operands and results. Nothing here holds a `<` that is not closed, so that MLIR carries
//! the text of a choice unread.
//!
//! In reading order: here is what a choice is, `condition` what it may ask of the op, `print` its text.

mod condition;
mod print;

pub use condition::{Condition, ConditionTest, Const, ElemKind, Item, Term, ValueSelector};

use crate::diag::counted;
use layout::{DimsOrder, FormatUse, StrideReqs};

/// One way to lay out all operands and results of an op.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    form: Form,
    reqs: Vec<StrideReqs>,
    when: Vec<Condition>,
    cost: u64,
}

/// The layouts that a choice lists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A lone `same`: all operands and results have one layout.
    Same,
    /// `(a, b) -> c`.
    Lists {
        /// Those of the operands.
        operands: Slots,
        /// Those of the results.
        results: Slots,
    },
}

/// The layouts of operands or of results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slots {
    /// A layout for each of the first values.
    pub head: Vec<Slot>,
    /// That of all that follow; there are none where this is none.
    pub rest: Option<Slot>,
}

/// A layout as a choice names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
}

/// An order with the name by which it was called: a filter in `OYXI` is one in `NHWC`, but reads better so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedOrder {
    order: DimsOrder,
    name: Option<&'static str>,
}

impl NamedOrder {
    /// The order of a name.
    pub fn from_name(name: &str) -> Option<NamedOrder> {
        let name = DimsOrder::names().find(|known| *known == name)?;
        let order = DimsOrder::from_name(name)?;
        Some(NamedOrder { order, name: Some(name) })
    }

    /// The permutation.
    pub fn order(self) -> DimsOrder {
        self.order
    }
}

impl From<DimsOrder> for NamedOrder {
    /// An order under no name, written as its affine map.
    fn from(order: DimsOrder) -> NamedOrder {
        NamedOrder { order, name: None }
    }
}

impl From<DimsOrder> for Slot {
    /// The order, by the name that is printed for it where there is one.
    fn from(order: DimsOrder) -> Slot {
        Slot::Order(NamedOrder { order, name: order.name() })
    }
}

impl Slots {
    /// Exactly these.
    pub fn exactly(slots: impl IntoIterator<Item = Slot>) -> Slots {
        Slots { head: slots.into_iter().collect(), rest: None }
    }

    /// Any number of values with this layout.
    pub fn all(slot: Slot) -> Slots {
        Slots { head: Vec::new(), rest: Some(slot) }
    }

    /// Whether they can be those of so many values.
    pub fn admits(&self, count: usize) -> bool {
        match self.rest {
            Some(_) => count >= self.head.len(),
            None => count == self.head.len(),
        }
    }

    /// The slots as they are written, `X...` as one.
    pub fn written(&self) -> impl Iterator<Item = Slot> {
        self.head.iter().copied().chain(self.rest)
    }

    /// The place among the written ones of the slot of a value.
    pub(crate) fn place(&self, value: usize) -> usize {
        value.min(self.head.len())
    }

    /// The slot of a value.
    pub(crate) fn get(&self, value: usize) -> Option<Slot> {
        self.head.get(value).copied().or(self.rest)
    }
}

impl Choice {
    /// A lone `same`.
    pub fn same() -> Choice {
        Choice::new(Form::Same)
    }

    /// `(operands) -> results`.
    pub fn lists(operands: Slots, results: Slots) -> Choice {
        Choice::new(Form::Lists { operands, results })
    }

    /// `(slot...) -> slot...`.
    pub fn all(slot: Slot) -> Choice {
        Choice::lists(Slots::all(slot), Slots::all(slot))
    }

    /// Layouts without requirements, conditions or cost.
    pub fn new(form: Form) -> Choice {
        Choice { form, reqs: Vec::new(), when: Vec::new(), cost: 0 }
    }

    /// The same choice with requirements on the strides.
    ///
    /// # Errors
    /// There are not as many entries as slots; the message has both numbers. After a lone `same` any number but 0 is
    /// right.
    pub fn with_reqs(self, reqs: Vec<StrideReqs>) -> Result<Choice, String> {
        let (got, wanted) = (reqs.len(), self.places());
        match wanted {
            None if got == 0 => Err("`reqs` has no entry".to_owned()),
            Some(wanted) if got != wanted => {
                let (got, wanted) = (entries(got), counted(wanted, "layout"));
                Err(format!("`reqs` has {got}, but the choice lists {wanted}"))
            }
            _ => Ok(Choice { reqs, ..self }),
        }
    }

    /// The same choice where all of these hold.
    #[must_use]
    pub fn with_conditions(self, when: Vec<Condition>) -> Choice {
        Choice { when, ..self }
    }

    /// The same choice at a cost of its own, in bytes.
    #[must_use]
    pub fn with_cost(self, cost: u64) -> Choice {
        Choice { cost, ..self }
    }

    /// The layouts.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// The requirements on the strides of each written slot; empty where there are none.
    pub fn reqs(&self) -> &[StrideReqs] {
        &self.reqs
    }

    /// What must hold.
    pub fn conditions(&self) -> &[Condition] {
        &self.when
    }

    /// The cost of its own, in bytes.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Whether all values of an op get one layout by it: a lone `same`, or one slot that is not `any` everywhere.
    pub fn is_uniform(&self) -> bool {
        let Form::Lists { operands, results } = &self.form else { return true };
        let mut slots = operands.written().chain(results.written());
        let first = slots.next();
        first != Some(Slot::Any) && slots.all(|slot| Some(slot) == first)
    }

    /// How many slots are written; none after a lone `same`.
    fn places(&self) -> Option<usize> {
        let Form::Lists { operands, results } = &self.form else { return None };
        Some(operands.written().count() + results.written().count())
    }
}

fn entries(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}
