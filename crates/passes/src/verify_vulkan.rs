//! `verify-vulkan`: checks every Vulkan tensor description against the valid-usage rules.
//!
//! ```mlir
//! // error: `@x` violates VUID-VkTensorDescriptionARM-pStrides-09736: the innermost stride in bytes must
//! //   be 2, the size of an element, but is 4
//! vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R16_SFLOAT", dims = array<i64: 4, 5>,
//!                           strides = array<i64: 20, 4>, usage = ["SHADER"]}
//! ```
//!
//! The module is not changed. The pass reports all violated rules, one diagnostic each. If a rule about a parameter
//! itself is violated, the other rules are not checked. The limits, features and formats are those of the target. Without a
//! target, the required minimum of the specification is assumed, and a violation that only this minimum causes is a
//! warning.
//!
//! A description with an `image` is checked against the conditions of the section "Memory Aliasing", which are not valid
//! usage: without them, a write through the tensor leaves the image undefined. The attribute states that they hold.

mod advice;
mod aliasing;
mod rolling;
mod rule;
mod rules;

use crate::pass::{Pass, PassContext, PassInfo};
use ir::diag::{Diag, Severity, code};
use ir::target::SPEC_MIN;
use ir::vulkan::WrittenDescription;
use ir::{Module, Op};
pub use rule::ValidUsageRule;
use rule::{ASSUMED, Breach, RuleContext};
pub use rules::RULES;

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "verify-vulkan",
    "checks every Vulkan tensor description against the valid-usage rules",
    include_str!("verify_vulkan/page.md"),
    &[],
    |_| Ok(Box::new(VerifyVulkan)),
);

/// The pass `verify-vulkan`.
pub struct VerifyVulkan;

impl Pass for VerifyVulkan {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        for op in cx.registry.ops_with(module, |def| def.describes_tensor) {
            verify(module, op, cx);
            cx.stats.add("descriptions verified", 1);
        }
    }
}

fn verify(module: &Module, op: Op, cx: &mut PassContext<'_>) {
    let target = cx.target.unwrap_or(&SPEC_MIN);
    let written = WrittenDescription::read(module, op);
    let rules = RuleContext { written: &written, target };
    let is_named = cx.target.is_some();
    let violated = violated(&rules, is_named);
    for (rule, breaches) in &violated {
        cx.sink.push(diagnostic(module, op, rule, breaches, is_named));
    }
    if violated.iter().all(|violation| !ends_check(violation, is_named)) {
        advice::advice(module, op, &rules, is_named)
            .into_iter()
            .for_each(|diag| cx.sink.push(diag));
    }
}

/// A violated rule with its violations.
type Violation = (&'static ValidUsageRule, Vec<Breach>);

/// Returns the violated rules with their violations: those about parameters if one of them is certain, otherwise all.
fn violated(cx: &RuleContext<'_>, is_named: bool) -> Vec<Violation> {
    let mut violated = violated_of_kind(cx, true);
    if violated.iter().all(|violation| !ends_check(violation, is_named)) {
        violated.extend(violated_of_kind(cx, false));
    }
    violated
}

fn violated_of_kind(cx: &RuleContext<'_>, is_parameter: bool) -> Vec<Violation> {
    let rules = RULES.iter().filter(|rule| rule.is_parameter == is_parameter);
    let checked = rules.map(|rule| (rule, (rule.check)(cx)));
    checked.filter(|(_, breaches)| !breaches.is_empty()).collect()
}

/// Returns `true` if the other rules do not apply because of a violation: that of a rule about a parameter, unless only an
/// assumed device causes it.
fn ends_check((rule, breaches): &Violation, is_named: bool) -> bool {
    rule.is_parameter && !is_assumed(breaches, is_named)
}

/// Returns `true` if only a limit or feature of a device that is not named causes a violation.
fn is_assumed(breaches: &[Breach], is_named: bool) -> bool {
    !is_named && breaches.iter().all(|breach| breach.is_device_limit)
}

const MAX_BREACHES: usize = crate::limits::LISTED_VIOLATIONS as usize;

fn diagnostic(
    module: &Module,
    op: Op,
    rule: &ValidUsageRule,
    breaches: &[Breach],
    is_named: bool,
) -> Diag {
    let symbol = module.symbol(op).unwrap_or("<unnamed>");
    let assumed = is_assumed(breaches, is_named);
    let severity = if assumed { Severity::Warning } else { Severity::Error };
    let mut texts: Vec<&str> =
        breaches.iter().take(MAX_BREACHES).map(|breach| breach.text.as_str()).collect();
    let more = format!("and {} more", breaches.len().saturating_sub(MAX_BREACHES));
    texts.extend((breaches.len() > MAX_BREACHES).then_some(more.as_str()));
    let message = format!("`@{symbol}` violates {}: {}", rule.id, texts.join("; "));
    let diag =
        Diag::new(severity, code::VULKAN_RULE, module.location(op).attr(rule.attribute()), message);
    match assumed {
        true => diag.note(ASSUMED).of_class(rule.id),
        false => diag,
    }
}

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
