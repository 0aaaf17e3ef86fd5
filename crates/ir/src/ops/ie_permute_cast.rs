//! `IE.PermuteCast` of VPUX: a tensor with other dims in the same memory. `mem_perm` moves dims of length 1 only.

use crate::encoding::{self, Reading};
use crate::layout::DimsOrder;
use crate::views::ViewRelations;
use crate::views::dims::{ViewLen, ensure};
use crate::views::op::ViewOp;

/// The key of the permutation of the dims in memory.
const PERMUTATION: &str = "mem_perm";

/// Returns the relations of an op.
pub(super) fn relations(view: ViewOp<'_>) -> ViewRelations {
    let permutation = view.dims(PERMUTATION)?;
    let pair = view.pair()?;
    let order = match encoding::read(&view.module.ctx, view.module.ty(pair.from)) {
        Ok(Some(Reading::Ordered(layout))) => Some(layout.order()),
        _ => DimsOrder::identity(pair.before.len()),
    };
    let lengths: Vec<ViewLen> = order
        .iter()
        .flat_map(|order| order.results())
        .map(|dim| pair.before[dim.index()])
        .collect();
    let moved =
        permutation.unwrap_or_default().into_iter().filter_map(|dim| usize::try_from(dim).ok());
    ensure(
        moved
            .filter(|dim| lengths.get(*dim).is_some_and(|&len| len != ViewLen::Static(1)))
            .is_sorted(),
        || format!("`{PERMUTATION}` moves a dim of length above 1"),
    )?;
    view.memory()
}
