//! The cost of the limits of the target: the difference to the layouts without them.

use crate::assign_layouts::collect::boundaries::FunctionScope;
use crate::assign_layouts::prepared::{SiteSources, evaluate};
use crate::assign_layouts::sites::rates::CostUnit;
use crate::assign_layouts::solve::Totals;
use ir::Module;
use ir::diag::{Diag, Severity, code};
use ir::target::{Limit, Target};

/// Returns the remark about the limits that force reorders or copies, with what each of them costs alone. `None` if the
/// layouts cost the same without all limits.
pub(in crate::assign_layouts) fn remark(
    module: &Module,
    from: SiteSources<'_>,
    scope: &FunctionScope,
    totals: Totals,
    unit: CostUnit,
) -> Option<Diag> {
    let target = from.target?;
    let saved = |target: &Target| {
        let relaxed = SiteSources { target: Some(target), ..from };
        let cost = evaluate(module, relaxed, scope).ok()?.cost;
        totals.cost.checked_sub(cost).filter(|&saved| saved > 0)
    };
    let all = saved(&target.clone().without_device())?;
    let message = format!(
        "limits of target `@{}` force reorders or copies of {all} {}",
        target.name, unit.described
    );
    let place = module.location(module.root());
    let mut diag = Diag::new(Severity::Remark, code::ASSIGN, place, message);
    let alone = [Limit::Stride, Limit::Size].into_iter().filter(|&it| target.specifies(it));
    for limit in alone {
        if let Some(bytes) = saved(&target.clone().without_limit(limit)) {
            let what = target.describe(limit);
            diag =
                diag.note_at(target.span(), format!("{what}, which costs {bytes} {}", unit.name));
        }
    }
    if !target.features.non_packed
        && let Some(bytes) = saved(&target.clone().with_non_packed())
    {
        let what = format!("target `@{}` lacks `tensorNonPacked`", target.name);
        diag = diag.note_at(target.span(), format!("{what}, which costs {bytes} {}", unit.name));
    }
    if diag.notes.is_empty() {
        let text = "without any one of its limits, the layouts cost the same";
        diag = diag.note_at(target.span(), text);
    }
    Some(diag)
}
