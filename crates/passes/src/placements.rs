//! Values whose layout is a placement or has symbols, which passes over layouts in memory refuse.

use crate::pass::PassContext;
use ir::descriptor::{DescribedLayout, Layouts};
use ir::{Module, Type};
use rustc_hash::FxHashSet;

/// Reports the first value of each type whose layout is a placement or has symbols. Returns `true` if there is one.
pub(crate) fn refuse(module: &Module, cx: &mut PassContext<'_>) -> bool {
    let layouts = Layouts::new(module, cx.registry);
    let mut seen: FxHashSet<Type> = FxHashSet::default();
    let mut is_refused = false;
    for op in module.walk() {
        for value in module.inner_arguments(op).chain(module.results(op)) {
            let ty = module.ty(value);
            if !seen.insert(ty) || !is_refused_type(&layouts, ty) {
                continue;
            }
            if let Err(fault) = layouts.of_type(ty, true) {
                cx.sink.push(fault.to_diag(module.value_location(value)));
                is_refused = true;
            }
        }
    }
    is_refused
}

/// Returns `true` if the layout of a type is not a layout in memory.
pub(crate) fn is_refused_type(layouts: &Layouts<'_>, ty: Type) -> bool {
    let found = layouts.described_type(ty, true);
    matches!(found, Ok(Some(DescribedLayout::Placement(_) | DescribedLayout::Symbolic(_))))
}

/// Returns `true` if the layout of a type has symbols.
pub(crate) fn is_symbolic(layouts: &Layouts<'_>, ty: Type) -> bool {
    matches!(layouts.described_type(ty, true), Ok(Some(DescribedLayout::Symbolic(_))))
}
