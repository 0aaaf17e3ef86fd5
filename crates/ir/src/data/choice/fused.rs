//! The conversions that an op performs itself, when it reads an operand or writes a result.
//!
//! ```text
//! FUSED = V: LAYOUT                    the op can also use value V in this layout
//!       | V: LAYOUT | LAYOUT           in one of these layouts
//!       | V: LAYOUT cost = COST        at this cost, 0 without it; see `cost`
//! ```
//!
//! `(NHWC, any) -> NHWC, fuses = [0: NCHW cost = bytes(0), result 0: NCHW | chw32]` is a convolution that computes in
//! NHWC, but can read operand 0 in NCHW, and write its result in NCHW or in format `chw32`. The operand is then used in
//! NCHW, without a reorder. Values are numbered as in conditions.

use super::{Choice, CostExpr, Form, FusedLayouts, Slot, ValueSelector};
use crate::diag::counted;
use layout::{impl_display, joined};

impl FusedLayouts {
    /// Returns the conversion of a value between the layout of its slot and any of these layouts.
    ///
    /// # Errors
    /// There is no layout, a layout is listed twice, or one is `any`, `same` or an alternative.
    pub fn new(
        value: ValueSelector,
        layouts: Vec<Slot>,
        cost: CostExpr,
    ) -> Result<FusedLayouts, String> {
        if layouts.is_empty() {
            return Err(format!("value `{value}` of `fuses` must have at least one layout"));
        }
        for (at, layout) in layouts.iter().enumerate() {
            match layout {
                Slot::Any | Slot::Same | Slot::OneOf(_) => {
                    return Err(format!(
                        "layout of `fuses` must be `row_major`, an order or a format, but is `{layout}`"
                    ));
                }
                _ if layouts[..at].contains(layout) => {
                    return Err(duplicate(value, layout));
                }
                _ => {}
            }
        }
        Ok(FusedLayouts { value, layouts, cost })
    }

    fn shared_layout<'a>(&self, other: &'a FusedLayouts) -> Option<&'a Slot> {
        other.layouts.iter().find(|layout| self.layouts.contains(layout))
    }

    /// Returns the operand or result.
    pub fn value(&self) -> ValueSelector {
        self.value
    }

    /// Returns the layouts; at least one.
    pub fn layouts(&self) -> &[Slot] {
        &self.layouts
    }

    /// Returns the cost of the conversion: in bytes, or in ticks if the target has bandwidths.
    pub fn cost(&self) -> &CostExpr {
        &self.cost
    }
}

fn duplicate(value: ValueSelector, layout: &Slot) -> String {
    format!("duplicate layout `{layout}` of value `{value}` in `fuses`")
}

impl_display!(FusedLayouts {
    Self { value, layouts, cost } if cost.as_number() == Some(0) =>
        "{value}: {}" (joined(layouts, " | ")),
    Self { value, layouts, cost } => "{value}: {} cost = {cost}" (joined(layouts, " | ")),
});

impl Choice {
    /// Returns the same choice of an op that performs these conversions itself.
    ///
    /// # Errors
    /// The choice lists no layout for a value, or lists `any` or the fused layout itself.
    pub fn with_fuses(self, fuses: Vec<FusedLayouts>) -> Result<Choice, String> {
        for (at, fused) in fuses.iter().enumerate() {
            let mut earlier = fuses[..at].iter().filter(|other| other.value == fused.value);
            if let Some(layout) = earlier.find_map(|other| other.shared_layout(fused)) {
                return Err(duplicate(fused.value, layout));
            }
            self.check_own_layout(fused)?;
        }
        Ok(Choice { fuses, ..self })
    }

    /// Checks that the choice lists another layout than the fused ones for a value.
    fn check_own_layout(&self, fused: &FusedLayouts) -> Result<(), String> {
        let value = fused.value;
        match self.slot_of(value) {
            ListedSlot::None(listed) => {
                Err(format!("value `{value}` of `fuses` does not exist: the choice lists {listed}"))
            }
            ListedSlot::Some(Slot::Any) => Err(format!(
                "value `{value}` of `fuses` is `any` in the choice, so that the op uses every layout without a conversion"
            )),
            ListedSlot::Some(own) if fused.layouts.contains(own) => Err(format!(
                "value `{value}` of `fuses` has the layout `{own}` in the choice, which needs no conversion"
            )),
            ListedSlot::Some(_) | ListedSlot::Unknown => Ok(()),
        }
    }

    /// Returns the conversions that the op performs itself.
    pub fn fuses(&self) -> &[FusedLayouts] {
        &self.fuses
    }

    /// Returns the layout that the choice lists for a value.
    fn slot_of(&self, value: ValueSelector) -> ListedSlot<'_> {
        let Form::Lists { operands, results } = &self.form else { return ListedSlot::Unknown };
        let before = operands.head.len();
        let (result, what) = match value {
            ValueSelector::Value(at) if at < before => {
                return ListedSlot::Some(&operands.head[at]);
            }
            // The slot of the remaining operands may be that of a result.
            ValueSelector::Value(_) if operands.rest.is_some() => return ListedSlot::Unknown,
            ValueSelector::Value(at) => (at - before, "layout"),
            ValueSelector::Result(at) => (at, "result"),
        };
        let count = results.head.len() + if what == "layout" { before } else { 0 };
        results.get(result).map_or_else(|| ListedSlot::None(counted(count, what)), ListedSlot::Some)
    }
}

/// The layout that a choice lists for a value.
enum ListedSlot<'a> {
    Some(&'a Slot),
    /// The layout depends on the number of operands.
    Unknown,
    /// The choice has no such value; the counted values that it lists.
    None(String),
}
