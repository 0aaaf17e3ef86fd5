//! An op with its operands and results divided into the groups of its custom form.

use crate::data::attrs::{Attr, AttrKind};
use crate::data::context::Context;
use crate::data::ids::Type;
use crate::data::module::{Module, Op, Value};
use crate::data::types::TypeKind;
use crate::registry::{AssemblyForm, FormSlot, GroupSize, InferredType, SEGMENTS, TypeContext};

/// An op whose operands and results are divided into the groups of its custom form.
pub(super) struct FormOp<'a> {
    pub(super) module: &'a Module,
    pub(super) op: Op,
    pub(super) operands: Vec<&'a [Value]>,
    pub(super) results: Vec<Vec<Value>>,
}

impl<'a> FormOp<'a> {
    /// Divides the values of an op. `None` if they do not fit the groups, or their types differ from those that the
    /// form infers.
    pub(super) fn from_op(
        module: &'a Module,
        op: Op,
        form: &AssemblyForm<'_>,
    ) -> Option<FormOp<'a>> {
        let operands = module.operands(op);
        let operand_sizes = if form.has_segments {
            segments(module, op, form.operands)?
        } else {
            sizes(form.operands, operands.len())?
        };
        let results: Vec<Value> = module.results(op).collect();
        let result_sizes = sizes(form.results, results.len())?;
        let grouped = FormOp {
            module,
            op,
            operands: split_groups(operands, &operand_sizes).collect(),
            results: split_groups(&results, &result_sizes).map(<[Value]>::to_vec).collect(),
        };
        grouped.types_fit(form).then_some(grouped)
    }

    fn types_fit(&self, form: &AssemblyForm<'_>) -> bool {
        let ctx = &self.module.ctx;
        form.types.iter().all(|&(slot, source)| {
            let Some(own) = self.types(slot) else { return false };
            let Some(inferred) = source.infer(ctx, self, Some(own.len())) else { return false };
            own.len() == inferred.len()
                && own.iter().zip(&inferred).all(|(&own, inferred)| match inferred {
                    InferredType::Known(ty) => *ty == own,
                    InferredType::New(kind) => ctx.kind(own) == kind,
                })
        })
    }

    /// Returns the values of a group.
    pub(super) fn values(&self, slot: FormSlot) -> &[Value] {
        match slot {
            FormSlot::Operands(index) => self.operands.get(index).copied().unwrap_or_default(),
            FormSlot::Results(index) => self.results.get(index).map_or(&[], Vec::as_slice),
        }
    }
}

impl TypeContext for FormOp<'_> {
    fn types(&self, slot: FormSlot) -> Option<Vec<Type>> {
        Some(self.values(slot).iter().map(|&value| self.module.ty(value)).collect())
    }

    fn attr(&self, key: &str) -> Option<Attr> {
        self.module.attr(self.op, key)
    }
}

/// Returns the sizes of groups that hold `count` values; `None` if no sizes fit. At most one group has a variable size.
fn sizes(groups: &[GroupSize], count: usize) -> Option<Vec<usize>> {
    let ones = groups.iter().filter(|&&group| group == GroupSize::One).count();
    let many = count.checked_sub(ones)?;
    if ones == groups.len() && many > 0 {
        return None;
    }
    Some(groups.iter().map(|group| if *group == GroupSize::One { 1 } else { many }).collect())
}

/// Returns the sizes that the op's attribute states; `None` if they fit neither the groups nor the operands.
fn segments(module: &Module, op: Op, groups: &[GroupSize]) -> Option<Vec<usize>> {
    let list = segment_list(&module.ctx, module.attr(op, SEGMENTS)?)?;
    let total = list.iter().try_fold(0usize, |sum, &size| sum.checked_add(size))?;
    (list.len() == groups.len()
        && groups.iter().zip(&list).all(|(group, &size)| *group == GroupSize::Many || size == 1)
        && total == module.operands(op).len())
    .then_some(list)
}

/// Returns the values of an `array<i32: ...>`; `None` for another attribute.
pub(super) fn segment_list(ctx: &Context, attr: Attr) -> Option<Vec<usize>> {
    let AttrKind::DenseArray { elem, .. } = ctx.attr_kind(attr) else { return None };
    let list = ctx.as_int_list(attr).filter(|_| *ctx.kind(*elem) == TypeKind::signless(32))?;
    list.into_iter().map(|size| usize::try_from(size).ok()).collect()
}

/// Divides values into groups of these sizes, whose sum is the number of values.
pub(super) fn split_groups<'v>(
    values: &'v [Value],
    sizes: &[usize],
) -> impl Iterator<Item = &'v [Value]> {
    let mut rest = values;
    sizes.iter().map(move |&size| {
        let (group, others) = rest.split_at(size.min(rest.len()));
        rest = others;
        group
    })
}
