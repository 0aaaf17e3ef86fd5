//! What a choice means for the values of one op, or why it does not apply.
//!
//! A choice applies where it lists as many layouts as the op has values, each layout can be that of its value's
//! type (an order has its rank; a format its rank, element type and lengths), each requirement speaks of a dim that is
//! there, and all conditions hold. Values that are no ranked tensors have no layout: `any`, `same` and `row_major`
//! pass them over, and so does every slot where the type is `none`, an operand that is left out.
//!
//! All `same` of a choice have one rank. A value of lower rank with at most one length other than 1, such as
//! the bias or scalar that an elementwise op spreads over a tensor, lies in memory in one way only, and is passed over too.

use super::op_facts::OpFacts;
use super::{Choice, Condition, Const, Form, Slot};
use crate::context::Context;
use crate::diag::counted;
use crate::encoding;
use crate::layout::{DimsOrder, FormatUse, Req, StrideReqs};
use crate::module::{Module, Op};
use crate::types::{Extent, Type, TypeKind};
use std::fmt;

/// The requirements of a choice on an op that it applies to. Values are counted over operands, then results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// The number of values that are operands.
    pub operands: usize,
    /// The layout of each value.
    pub required: Vec<RequiredLayout>,
    /// The requirements on the strides of each value, by physical dim of the required layout.
    pub reqs: Vec<StrideReqs>,
    /// The cost of the choice itself, in bytes.
    pub cost: u64,
}

/// The layout that a choice requires of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequiredLayout {
    /// Whatever it has, or none as it is no tensor.
    Any,
    /// That of all other values of the op that are `Same`, which have its rank.
    Same,
    /// This order, whose rank is that of the value.
    Order(DimsOrder),
    /// This format, which the value may have.
    Format(FormatUse),
}

/// The reason why a choice does not apply to an op. Values are counted over operands, then results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The op has another number of operands or results.
    Count {
        /// `operand` or `result`.
        what: &'static str,
        /// How many the op has.
        has: usize,
        /// How many the choice lists.
        listed: usize,
    },
    /// An order has another rank than the value.
    Rank {
        /// Which value.
        value: usize,
        /// The rank of the value.
        rank: usize,
        /// The order.
        order: DimsOrder,
    },
    /// A value that is to have a layout is no ranked tensor.
    NoTensor {
        /// Which value.
        value: usize,
    },
    /// A value may not have the format.
    Format {
        /// Which value.
        value: usize,
        /// The format.
        format: FormatUse,
        /// The rule that it breaks.
        because: String,
    },
    /// A requirement speaks of a physical dim that there is not.
    Req {
        /// Which value.
        value: usize,
        /// The requirement.
        req: Req,
        /// The number of physical dims.
        rank: usize,
    },
    /// Two values that are to have one layout have two ranks.
    Same {
        /// A value of the greatest rank, and that rank.
        one: (usize, usize),
        /// Another value, and its rank.
        other: (usize, usize),
    },
    /// A condition is false, or cannot be known.
    Condition {
        /// The condition.
        condition: Box<Condition>,
        /// What its left side was, where that is known.
        found: Option<Const>,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Count { what, has, listed } => {
                let (has, listed) = (counted(*has, what), counted(*listed, what));
                write!(f, "the op has {has}, but the choice is for {listed}")
            }
            Mismatch::Rank { value, rank, order } => {
                write!(f, "value {value} has {rank} dims, but {order} has {}", order.rank())
            }
            Mismatch::NoTensor { value } => write!(f, "value {value} is no ranked tensor"),
            Mismatch::Format { value, format, because } => {
                write!(f, "value {value} cannot have the format `{format}`: {because}")
            }
            Mismatch::Req { value, req, rank } => write!(
                f,
                "`{req}` speaks of {}, but value {value} has {rank} physical dims",
                req.dim
            ),
            Mismatch::Same { one, other } => write!(
                f,
                "values {} and {} are to have one layout, but have {} and {} dims",
                one.0, other.0, one.1, other.1
            ),
            Mismatch::Condition { condition, found: Some(found) } => {
                write!(f, "`{condition}` does not hold: it is {found}")
            }
            Mismatch::Condition { condition, found: None } => {
                write!(f, "`{condition}` does not hold: what it asks is not known")
            }
        }
    }
}

/// The lengths of a ranked tensor, which alone has a layout that is chosen.
fn tensor(ctx: &Context, ty: Type) -> Option<&[Extent]> {
    match ctx.kind(ty) {
        TypeKind::Tensor { dims, .. } => Some(dims),
        _ => None,
    }
}

impl Choice {
    /// What the choice asks of an op.
    ///
    /// # Errors
    /// It does not apply to the op.
    pub fn fit(&self, module: &Module, op: Op) -> Result<Fitted, Mismatch> {
        let facts = OpFacts::new(module, op);
        self.counts(&facts)?;
        let values = 0..facts.types.len();
        let required = values.clone().map(|value| self.required(&facts, value));
        let mut required = required.collect::<Result<Vec<_>, _>>()?;
        let is_format = |required: &RequiredLayout| matches!(required, RequiredLayout::Format(_));
        admitted(&facts, &required, |required| !is_format(required))?;
        self.conditions_hold(&facts)?;
        // Formats come last, as this is what takes time to judge.
        admitted(&facts, &required, is_format)?;
        one_rank(&facts, &mut required)?;
        let reqs = values.map(|value| self.reqs_of(&facts, value, required[value]));
        let reqs = reqs.collect::<Result<Vec<_>, _>>()?;
        Ok(Fitted { operands: facts.operands, required, reqs, cost: self.cost() })
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
        let (values, operands) = (facts.types.len(), facts.operands);
        match self.form() {
            Form::Same if self.reqs().len() > 1 && self.reqs().len() != values => {
                Err(Mismatch::Count { what: "value", has: values, listed: self.reqs().len() })
            }
            Form::Same => Ok(()),
            Form::Lists { operands: of, .. } if !of.admits(operands) => {
                Err(Mismatch::Count { what: "operand", has: operands, listed: of.head.len() })
            }
            Form::Lists { results: of, .. } if !of.admits(values - operands) => {
                Err(Mismatch::Count {
                    what: "result",
                    has: values - operands,
                    listed: of.head.len(),
                })
            }
            Form::Lists { .. } => Ok(()),
        }
    }

    /// The slot of a value, whose count is right, and the place of its requirements.
    fn slot(&self, facts: &OpFacts<'_>, value: usize) -> (Slot, usize) {
        let Form::Lists { operands, results } = self.form() else {
            return (Slot::Same, if self.reqs().len() > 1 { value } else { 0 });
        };
        let found = match value.checked_sub(facts.operands) {
            None => operands.get(value).map(|slot| (slot, operands.place(value))),
            Some(result) => {
                let before = operands.written().count();
                results.get(result).map(|slot| (slot, before + results.place(result)))
            }
        };
        found.expect("the numbers of operands and results were compared")
    }

    fn required(&self, facts: &OpFacts<'_>, value: usize) -> Result<RequiredLayout, Mismatch> {
        let (slot, _) = self.slot(facts, value);
        let (ctx, ty) = (facts.ctx(), facts.types[value]);
        Ok(match (slot, tensor(ctx, ty)) {
            (Slot::Any, _) | (Slot::Same | Slot::RowMajor, None) => RequiredLayout::Any,
            (_, None) if *ctx.kind(ty) == TypeKind::None => RequiredLayout::Any,
            (_, None) => return Err(Mismatch::NoTensor { value }),
            (Slot::Same, _) => RequiredLayout::Same,
            // Beyond 15 dims nothing is known of layouts, and nothing is chosen.
            (Slot::RowMajor, Some(dims)) => {
                DimsOrder::identity(dims.len()).map_or(RequiredLayout::Any, RequiredLayout::Order)
            }
            (Slot::Order(order), _) => RequiredLayout::Order(order.order()),
            (Slot::Format(format), _) => RequiredLayout::Format(format),
        })
    }

    fn reqs_of(
        &self,
        facts: &OpFacts<'_>,
        value: usize,
        required: RequiredLayout,
    ) -> Result<StrideReqs, Mismatch> {
        let (_, place) = self.slot(facts, value);
        let dims = tensor(facts.ctx(), facts.types[value]);
        let (Some(reqs), Some(dims)) = (self.reqs().get(place), dims) else {
            return Ok(StrideReqs::any());
        };
        let rank = match required {
            RequiredLayout::Format(format) => format.physical_rank(dims.len()),
            RequiredLayout::Order(_) => dims.len(),
            // It may come to have a format that splits a dim.
            RequiredLayout::Any | RequiredLayout::Same => dims.len() + 1,
        };
        match reqs.iter().find(|req| req.dim.index() >= rank) {
            Some(req) => Err(Mismatch::Req { value, req, rank }),
            None => Ok(reqs.clone()),
        }
    }
}

impl RequiredLayout {
    /// Whether a value of this type may have the layout; `value` is its number for the answer. Use it too where a
    /// layout spreads over values that are to have the [`Same`](RequiredLayout::Same).
    ///
    /// # Errors
    /// It may not: another rank, or a format that its rank, element type or lengths forbid.
    pub fn admits(self, ctx: &Context, ty: Type, value: usize) -> Result<(), Mismatch> {
        let Some(dims) = tensor(ctx, ty) else { return Ok(()) };
        match self {
            RequiredLayout::Any | RequiredLayout::Same => Ok(()),
            RequiredLayout::Order(order) if order.rank() == dims.len() => Ok(()),
            RequiredLayout::Order(order) => Err(Mismatch::Rank { value, rank: dims.len(), order }),
            RequiredLayout::Format(format) => encoding::admits_format(ctx, ty, format)
                .map_err(|because| Mismatch::Format { value, format, because }),
        }
    }
}

/// Whether the types of the values may have the layouts that they are wanted in, for those that `judged` picks.
fn admitted(
    facts: &OpFacts<'_>,
    required: &[RequiredLayout],
    judged: impl Fn(&RequiredLayout) -> bool,
) -> Result<(), Mismatch> {
    let values = required.iter().zip(&facts.types).enumerate();
    let mut picked = values.filter(|(_, (required, _))| judged(required));
    picked.try_for_each(|(value, (required, &ty))| required.admits(facts.ctx(), ty, value))
}

/// The values that are to have one layout have one rank; those that are spread over the others drop out.
fn one_rank(facts: &OpFacts<'_>, required: &mut [RequiredLayout]) -> Result<(), Mismatch> {
    let dims = |value: usize| tensor(facts.ctx(), facts.types[value]).unwrap_or(&[]);
    let same = |value: &usize| required[*value] == RequiredLayout::Same;
    let members: Vec<usize> = (0..required.len()).filter(same).collect();
    let rank = members.iter().map(|&value| dims(value).len()).max().unwrap_or(0);
    for &value in members.iter().filter(|&&value| dims(value).len() < rank) {
        if dims(value).iter().filter(|&&length| length != Some(1)).count() > 1 {
            let highest = members.iter().find(|&&member| dims(member).len() == rank);
            let one = (*highest.expect("one of them has the greatest rank"), rank);
            return Err(Mismatch::Same { one, other: (value, dims(value).len()) });
        }
        required[value] = RequiredLayout::Any;
    }
    Ok(())
}
