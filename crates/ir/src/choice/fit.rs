//! The application of a choice to the values of one op, or the reason why the choice does not apply.
//!
//! A choice applies if all of the following hold:
//!
//! - it lists as many layouts as the op has operands and results;
//! - the type of each value admits its layout: an order needs the same rank, a format needs a supported rank, element
//!   type and lengths, and a layout that the choice defines must be able to store a tensor of the type;
//! - each stride requirement constrains an existing physical dim;
//! - all conditions hold, and the cost has a value.
//!
//! Each set of its fused conversions is an offer of its own, too; `fused` adds them.
//!
//! Of the alternatives `a | b` of a value, those that its type does not admit are ignored. Each combination of the
//! others, over all values, is a separate offer.
//!
//! A value that is not a ranked tensor has no layout. The slots `any`, `same` and `row_major` ignore it; every slot
//! ignores a value of type `none`, which is an absent operand.
//!
//! All `same` values of a choice have the same rank, except broadcast ones: a value of lower rank with at most one
//! length other than 1, such as a bias or a scalar, has the same memory in every order, so its `same` is ignored.

use super::op_facts::OpFacts;
use super::roles::{DimMap, OrderMismatch, ValueRoles};
use super::{
    Choice, Condition, ConditionTest, Const, CostExpr, CostFault, CustomLayout, Form, LayoutName,
    Slot, Term,
};
use crate::context::Context;
use crate::diag::counted;
use crate::encoding;
use crate::layout::{DimsOrder, FormatUse, Req, StrideReqs};
use crate::module::{Module, Op};
use crate::registry::CustomElement;
use crate::types::{Extent, Type, TypeKind};
use layout::impl_display;
use std::sync::Arc;

/// The requirements of a choice on an op to which it applies. Values are numbered over the operands, then the results.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fitted {
    /// The number of operands.
    pub operands: usize,
    /// The layout of each value.
    pub required: Vec<RequiredLayout>,
    /// The stride requirements on each value, by physical dim of the required layout.
    pub reqs: Vec<StrideReqs>,
    /// The cost of the choice itself and of its fused conversions: in bytes, or in ticks if the target has bandwidths.
    pub cost: u64,
    /// The conversions that the op performs itself. `required` has the layout before the conversion of an operand, and
    /// that after the conversion of a result.
    pub fused: Vec<FusedConversion>,
}

/// A conversion that an op performs itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FusedConversion {
    /// The number of the value over the operands, then the results.
    pub value: usize,
    /// The layout of the choice, in which the op computes.
    pub own: RequiredLayout,
    /// The cost of the conversion: in bytes, or in ticks if the target has bandwidths.
    pub cost: u64,
}

/// The layout that a choice requires of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RequiredLayout {
    /// Any layout, or none for a value that is not a ranked tensor.
    Any,
    /// The layout of all other `Same` values of the op, which have the same rank.
    Same,
    /// This order; its rank is the rank of the value.
    Order(DimsOrder),
    /// This format; the type of the value admits it.
    Format(FormatUse),
    /// This layout, which the choice defines itself; it fits the type of the value.
    Custom(Arc<CustomLayout>),
}

/// The reason why a choice does not apply to an op. Values are numbered over the operands, then the results.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mismatch {
    /// The number of operands, of results or of all values differs.
    Count {
        /// `operand`, `result` or `value`.
        what: &'static str,
        /// The number that the op has.
        has: usize,
        /// The number that the choice lists.
        listed: usize,
    },
    /// The rank of an order is not the rank of the value.
    Rank {
        /// The number of the value.
        value: usize,
        /// The rank of the value.
        rank: usize,
        /// The order.
        order: DimsOrder,
    },
    /// A value with a required layout is not a ranked tensor.
    NoTensor {
        /// The number of the value.
        value: usize,
    },
    /// The type of a value does not admit the format.
    Format {
        /// The number of the value.
        value: usize,
        /// The format.
        format: FormatUse,
        /// The violated rule of the format.
        because: String,
    },
    /// A layout that the choice defines itself does not fit the type of a value.
    Layout {
        /// The number of the value.
        value: usize,
        /// The layout.
        name: LayoutName,
        /// The reason.
        because: String,
    },
    /// A stride requirement constrains a physical dim that does not exist.
    Req {
        /// The number of the value.
        value: usize,
        /// The requirement.
        req: Req,
        /// The number of physical dims.
        rank: usize,
    },
    /// Two values that must have the same layout differ in rank.
    Same {
        /// A value of the greatest rank, and that rank.
        one: (usize, usize),
        /// Another value, and its rank.
        other: (usize, usize),
    },
    /// The dims of a value in its role do not fit its layout in a rule for the kind of the op.
    Role {
        /// The number of the value.
        value: usize,
        /// The predicate of the value, such as `has dims of unknown letters`.
        because: &'static str,
    },
    /// A condition does not hold, or one of its terms is unknown.
    Condition {
        /// The condition.
        condition: Box<Condition>,
        /// The value of its left term before `%`; `None` if it is unknown.
        found: Option<Const>,
    },
    /// The cost has no value.
    Cost {
        /// The cost.
        cost: Box<CostExpr>,
        /// The reason.
        fault: CostFault,
    },
    /// The alternatives and the fused conversions have too many combinations, or a value has none.
    Combinations {
        /// The number of combinations.
        count: usize,
    },
}

impl Mismatch {
    /// Returns the terms that the reason compares or computes.
    pub fn terms(&self) -> Vec<&Term> {
        match self {
            Mismatch::Condition { condition, .. } => match condition.test() {
                ConditionTest::Equals(right) | ConditionTest::Differs(right) => {
                    vec![condition.left(), right]
                }
                ConditionTest::In(_) | ConditionTest::NotIn(_) => vec![condition.left()],
            },
            Mismatch::Cost { fault: CostFault::Unknown(term), .. } => vec![term],
            _ => Vec::new(),
        }
    }
}

/// The maximum number of combinations of the alternatives of a choice on one op.
pub const MAX_COMBINATIONS: usize = crate::limits::COMBINATIONS as usize;

impl_display!(Mismatch {
    Self::Count { what, has, listed } =>
        "the op has {}, but the choice is for {}" (counted(*has, what), counted(*listed, what)),
    Self::Rank { value, rank, order } => "value {value} has {rank} dims, but {order} has {}" (order.rank()),
    Self::NoTensor { value } => "value {value} is not a ranked tensor",
    Self::Format { value, format, because } => "value {value} cannot have the format `{format}`: {because}",
    Self::Layout { value, name, because } =>
        "value {value} cannot have the layout `{name}`: {because}",
    Self::Req { value, req, rank } =>
        "`{req}` constrains {}, but value {value} has {rank} physical dims" (req.dim),
    Self::Same { one: (one, rank), other: (other, other_rank) } =>
        "values {one} and {other} must have the same layout, but have {rank} and {other_rank} dims",
    Self::Role { value, because } => "value {value} {because}",
    Self::Condition { condition, found: Some(found) } =>
        "`{condition}` does not hold: `{}` is {found}" (condition.left()),
    Self::Condition { condition, found: None } =>
        "`{condition}` does not hold: `{}` is unknown" (condition.left()),
    Self::Cost { cost, fault } => "the cost `{cost}` has no value: {fault}",
    Self::Combinations { count } =>
        "its alternatives have {count} combinations, but must have 1 to {MAX_COMBINATIONS}",
});

/// Returns the lengths of a ranked tensor. `None` for other types, whose layouts are not chosen.
fn tensor(ctx: &Context, ty: Type) -> Option<&[Extent]> {
    ctx.kind(ty).tensor_dims()
}

impl Choice {
    /// Returns the requirements of the choice on an op. Of several alternatives, these are the first that apply.
    ///
    /// # Errors
    /// The choice does not apply to the op.
    pub fn fit(&self, module: &Module, op: Op) -> Result<Fitted, Mismatch> {
        self.fit_roles(module, op, None, &[])
    }

    /// Returns the requirements as [`Choice::fit`] does, of a choice that lists layouts by role. `layouts` are the layouts
    /// that the choice defines itself.
    pub(super) fn fit_roles(
        &self,
        module: &Module,
        op: Op,
        roles: Option<&ValueRoles>,
        layouts: &[Arc<CustomLayout>],
    ) -> Result<Fitted, Mismatch> {
        let fitted = self.fit_facts(&OpFacts::new(module, op, roles, layouts))?;
        fitted.into_iter().next().ok_or(Mismatch::Combinations { count: 0 })
    }

    /// Returns the requirements of each combination of the alternatives of the choice that applies to an op; at least
    /// one.
    ///
    /// # Errors
    /// No combination applies to the op, or there are more than [`MAX_COMBINATIONS`].
    pub fn fit_all(&self, module: &Module, op: Op) -> Result<Vec<Fitted>, Mismatch> {
        self.fit_facts(&OpFacts::new(module, op, None, &[]))
    }

    /// Returns the requirements as [`Choice::fit_all`] does, without fused conversions.
    pub(super) fn fit_own(&self, facts: &OpFacts<'_>) -> Result<Vec<Fitted>, Mismatch> {
        self.counts(facts)?;
        let values = 0..facts.types.len();
        if !values.clone().any(|value| matches!(self.slot(facts, value).0, Slot::OneOf(_))) {
            let slots: Vec<_> = values.map(|value| self.slot(facts, value).0).collect();
            return Ok(vec![self.fit_slots(facts, &slots)?]);
        }
        let options = values.map(|value| options(facts, value, self.slot(facts, value).0));
        let options = options.collect::<Result<Vec<_>, _>>()?;
        let count = options.iter().fold(1usize, |count, of| count.saturating_mul(of.len()));
        if !(1..=MAX_COMBINATIONS).contains(&count) {
            return Err(Mismatch::Combinations { count });
        }
        let mut fitted = Vec::new();
        let mut unfit = None;
        for number in 0..count {
            match self.fit_slots(facts, &combination(&options, number)) {
                Ok(one) => fitted.push(one),
                Err(error) => unfit = unfit.or(Some(error)),
            }
        }
        unfit.filter(|_| fitted.is_empty()).map_or(Ok(fitted), Err)
    }

    /// Returns the requirements of the choice if these are the slots of the values, without alternatives.
    fn fit_slots(&self, facts: &OpFacts<'_>, slots: &[&Slot]) -> Result<Fitted, Mismatch> {
        let required = slots.iter().enumerate().map(|(value, slot)| required(facts, value, slot));
        let mut required = required.collect::<Result<Vec<_>, _>>()?;
        fn is_format(required: &RequiredLayout) -> bool {
            matches!(required, RequiredLayout::Format(_) | RequiredLayout::Custom(_))
        }
        admitted(facts, &required, |required| !is_format(required))?;
        self.conditions_hold(facts)?;
        // Formats are checked last, because this check is the slow one.
        admitted(facts, &required, is_format)?;
        check_same_rank(facts, &mut required)?;
        check_same_dims(facts, &required)?;
        let reqs = (0..slots.len()).map(|value| self.reqs_of(facts, value, &required[value]));
        let reqs = reqs.collect::<Result<Vec<_>, _>>()?;
        let cost = self
            .cost()
            .cost(facts)
            .map_err(|fault| Mismatch::Cost { cost: Box::new(self.cost().clone()), fault })?;
        let operands = facts.operands;
        Ok(Fitted { operands, required, reqs, cost, fused: Vec::new() })
    }

    fn conditions_hold(&self, facts: &OpFacts<'_>) -> Result<(), Mismatch> {
        self.conditions().iter().try_for_each(|condition| match condition.holds(facts) {
            (true, _) => Ok(()),
            (false, found) => {
                Err(Mismatch::Condition { condition: Box::new(condition.clone()), found })
            }
        })
    }

    fn counts(&self, facts: &OpFacts<'_>) -> Result<(), Mismatch> {
        let (operands, results) = facts.counts();
        let values = operands + results;
        match self.form() {
            Form::Same if self.reqs().len() > 1 && self.reqs().len() != values => {
                Err(Mismatch::Count { what: "value", has: values, listed: self.reqs().len() })
            }
            Form::Same => Ok(()),
            Form::Lists { operands: of, .. }
                if !of.admits(operands)
                    && !facts.roles.is_some_and(|it| it.lacks_only_optional(of.head.len())) =>
            {
                Err(Mismatch::Count { what: "operand", has: operands, listed: of.head.len() })
            }
            Form::Lists { results: of, .. } if !of.admits(results) => {
                Err(Mismatch::Count { what: "result", has: results, listed: of.head.len() })
            }
            Form::Lists { .. } => Ok(()),
        }
    }

    /// Returns the slot of a value, and the index of its requirements in `reqs`; `None` as the index of a value without
    /// a role. [`counts`](Self::counts) must have passed.
    fn slot(&self, facts: &OpFacts<'_>, value: usize) -> (&Slot, Option<usize>) {
        let Some(place) = facts.place(value) else { return (&Slot::Any, None) };
        let before = if place.is_result { facts.counts().0 } else { 0 };
        let Form::Lists { operands, results } = self.form() else {
            let is_each = self.reqs().len() > 1;
            return (&Slot::Same, Some(if is_each { before + place.number } else { 0 }));
        };
        let slots = if place.is_result { results } else { operands };
        let before = if place.is_result { operands.written().count() } else { 0 };
        let slot = slots.get(place.number);
        let slot = slot.expect("`counts` compared the numbers of operands and results");
        (slot, Some(before + slots.slot_index(place.number)))
    }

    fn reqs_of(
        &self,
        facts: &OpFacts<'_>,
        value: usize,
        required: &RequiredLayout,
    ) -> Result<StrideReqs, Mismatch> {
        let place = self.slot(facts, value).1;
        let reqs = place.and_then(|place| self.reqs().get(place));
        let Some(reqs) = reqs.filter(|reqs| !reqs.is_empty()) else { return Ok(StrideReqs::any()) };
        if !facts.dim_map(value).is_one_to_one() {
            return Err(Mismatch::Role { value, because: SPLIT_DIMS });
        }
        let Some(dims) = tensor(facts.ctx(), facts.types[value]) else {
            return Ok(StrideReqs::any());
        };
        let rank = match required {
            RequiredLayout::Format(format) => format.physical_rank(dims.len()),
            RequiredLayout::Order(_) => dims.len(),
            // A format assigned later may split a dim, which adds one.
            RequiredLayout::Any | RequiredLayout::Same => dims.len() + 1,
            RequiredLayout::Custom(_) => {
                return Err(Mismatch::Role { value, because: FIXED_STRIDES });
            }
        };
        match reqs.iter().find(|req| req.dim.index() >= rank) {
            Some(req) => Err(Mismatch::Req { value, req, rank }),
            None => Ok(reqs.clone()),
        }
    }
}

/// Checks that the dims of a value are those that a layout of a choice counts, in their order.
fn check_own_dims(facts: &OpFacts<'_>, value: usize) -> Result<(), Mismatch> {
    match facts.dim_map(value) {
        map if map.is_identity() => Ok(()),
        DimMap::Unknown => Err(Mismatch::Role { value, because: UNKNOWN_LETTERS }),
        _ => Err(Mismatch::Role { value, because: OTHER_DIMS }),
    }
}

/// Returns the layout that a slot without alternatives requires of a value.
pub(super) fn required(
    facts: &OpFacts<'_>,
    value: usize,
    slot: &Slot,
) -> Result<RequiredLayout, Mismatch> {
    let ctx = facts.ctx();
    let ty = facts.types[value];
    Ok(match (slot, tensor(ctx, ty)) {
        (Slot::Any, _) | (Slot::Same | Slot::RowMajor, None) => RequiredLayout::Any,
        (_, None) if *ctx.kind(ty) == TypeKind::None => RequiredLayout::Any,
        (_, None) => return Err(Mismatch::NoTensor { value }),
        (Slot::Same, _) => RequiredLayout::Same,
        // No layout is chosen for more than 15 dims.
        (Slot::RowMajor, Some(dims)) => {
            DimsOrder::identity(dims.len()).map_or(RequiredLayout::Any, RequiredLayout::Order)
        }
        (Slot::Order(order), _) => RequiredLayout::Order(ordered(facts, value, order.order())?),
        (Slot::Format(format), _) => {
            check_own_dims(facts, value)?;
            RequiredLayout::Format(*format)
        }
        (Slot::Custom(name), _) => {
            check_own_dims(facts, value)?;
            custom(facts, value, name)?
        }
        // Callers resolve alternatives, so that this is the case of alternatives within alternatives.
        (Slot::OneOf(slots), _) => {
            let first = slots.first().ok_or(Mismatch::Combinations { count: 0 })?;
            return required(facts, value, first);
        }
    })
}

/// The reason why no order or format applies to a value.
const UNKNOWN_LETTERS: &str = "has dims of unknown letters, so that no order or format applies";
/// The reason why no format applies to a value.
const OTHER_DIMS: &str =
    "has its dims in another order than N, C and the spatial dims, so that no format applies";
/// The reason why no requirements apply to a value.
const SPLIT_DIMS: &str = "has parts of dims, so that no stride requirements apply";
/// The reason why no requirements apply to a value with a layout that its choice defines.
const FIXED_STRIDES: &str = "has a layout that the choice defines, which fixes all strides, so that no stride requirements apply";
/// The reason why two values cannot have the same layout.
const DIFFERENT_DIMS: &str = "has its dims in another order than another value of the same layout";

/// Returns the layout that a choice defines itself.
fn custom(
    facts: &OpFacts<'_>,
    value: usize,
    name: &LayoutName,
) -> Result<RequiredLayout, Mismatch> {
    facts.custom_layout(name).cloned().map(RequiredLayout::Custom).ok_or_else(|| {
        let because = "it is not defined".to_owned();
        Mismatch::Layout { value, name: name.clone(), because }
    })
}

/// Returns the order of a value's dims that a choice requires.
fn ordered(facts: &OpFacts<'_>, value: usize, order: DimsOrder) -> Result<DimsOrder, Mismatch> {
    facts.dim_map(value).order(order).map_err(|unfit| match unfit {
        OrderMismatch::Unknown => Mismatch::Role { value, because: UNKNOWN_LETTERS },
        OrderMismatch::Rank(rank) => Mismatch::Rank { value, rank, order },
    })
}

/// Returns the alternatives of a slot that the type of a value admits, without repetitions.
fn options<'s>(
    facts: &OpFacts<'_>,
    value: usize,
    slot: &'s Slot,
) -> Result<Vec<&'s Slot>, Mismatch> {
    let Slot::OneOf(slots) = slot else { return Ok(vec![slot]) };
    let mut known = Vec::new();
    let mut options = Vec::new();
    let mut unfit = None;
    for slot in slots {
        let layout = required(facts, value, slot)
            .and_then(|it| it.admits(facts.ctx(), facts.types[value], value).map(|()| it));
        match layout {
            Ok(layout) if known.contains(&layout) => {}
            Ok(layout) => {
                known.push(layout);
                options.push(slot);
            }
            Err(error) => unfit = unfit.or(Some(error)),
        }
    }
    match unfit {
        Some(unfit) if options.is_empty() => Err(unfit),
        _ => Ok(options),
    }
}

/// Returns the combination of a number, in which the options of the last value vary fastest.
fn combination<'s>(options: &[Vec<&'s Slot>], mut number: usize) -> Vec<&'s Slot> {
    let mut slots = Vec::with_capacity(options.len());
    for of in options.iter().rev() {
        slots.push(of[number % of.len()]);
        number /= of.len();
    }
    slots.reverse();
    slots
}

impl RequiredLayout {
    /// Checks that a type admits the layout; `value` is the number of the value in the error. Callers that propagate a
    /// layout to [`Same`](RequiredLayout::Same) values use this check too.
    ///
    /// # Errors
    /// The rank differs, the format does not support the rank, element type or lengths, or a layout that the choice defines
    /// does not fit them.
    pub fn admits(&self, ctx: &Context, ty: Type, value: usize) -> Result<(), Mismatch> {
        let Some(dims) = tensor(ctx, ty) else { return Ok(()) };
        match *self {
            RequiredLayout::Any | RequiredLayout::Same => Ok(()),
            RequiredLayout::Order(order) if order.rank() == dims.len() => Ok(()),
            RequiredLayout::Order(order) => Err(Mismatch::Rank { value, rank: dims.len(), order }),
            RequiredLayout::Custom(ref layout) => fits(ctx, ty, layout).map_err(|because| {
                Mismatch::Layout { value, name: layout.name().clone(), because }
            }),
            RequiredLayout::Format(format) => encoding::admits_format(ctx, ty, format)
                .map_err(|because| Mismatch::Format { value, format, because }),
        }
    }
}

/// Checks that a layout that a choice defines can store a tensor of a type.
///
/// # Errors
/// The reason why it cannot.
fn fits(ctx: &Context, ty: Type, layout: &CustomLayout) -> Result<(), String> {
    let lengths = encoding::laid_out_lengths(ctx, ty).unwrap_or_default();
    let elem = encoding::named_elem(ctx, ty);
    let (size, name) = elem.ok_or("the size of its elements is unknown")?;
    let layout = layout.storage(&lengths, CustomElement::new(size, &name));
    layout.map(|_| ()).map_err(|fault| fault.message)
}

/// Checks that the types of the values admit their required layouts, for the layouts that `is_checked` selects.
fn admitted(
    facts: &OpFacts<'_>,
    required: &[RequiredLayout],
    is_checked: impl Fn(&RequiredLayout) -> bool,
) -> Result<(), Mismatch> {
    let values = required.iter().zip(&facts.types).enumerate();
    let mut picked = values.filter(|(_, (required, _))| is_checked(required));
    picked.try_for_each(|(value, (required, &ty))| required.admits(facts.ctx(), ty, value))
}

/// Checks that all `Same` values have the same rank. Broadcast values of lower rank become `Any`.
fn check_same_rank(facts: &OpFacts<'_>, required: &mut [RequiredLayout]) -> Result<(), Mismatch> {
    let dims = |value: usize| tensor(facts.ctx(), facts.types[value]).unwrap_or(&[]);
    let members: Vec<usize> =
        (0..required.len()).filter(|value| required[*value] == RequiredLayout::Same).collect();
    let rank = members.iter().map(|&value| dims(value).len()).max().unwrap_or(0);
    for &value in members.iter().filter(|&&value| dims(value).len() < rank) {
        if dims(value).iter().filter(|&&length| length != Some(1)).count() > 1 {
            let highest = members.iter().find(|&&member| dims(member).len() == rank);
            let one = (*highest.expect("the greatest rank is the rank of a member"), rank);
            return Err(Mismatch::Same { one, other: (value, dims(value).len()) });
        }
        required[value] = RequiredLayout::Any;
    }
    Ok(())
}

/// Checks that the dims of all `Same` values have the same letters.
fn check_same_dims(facts: &OpFacts<'_>, required: &[RequiredLayout]) -> Result<(), Mismatch> {
    let mut members = (0..required.len()).filter(|&at| required[at] == RequiredLayout::Same);
    let Some(first) = members.next() else { return Ok(()) };
    let map = facts.dim_map(first);
    match members.find(|&value| facts.dim_map(value) != map) {
        Some(value) => Err(Mismatch::Role { value, because: DIFFERENT_DIMS }),
        None => Ok(()),
    }
}
