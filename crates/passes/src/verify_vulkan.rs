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
use ir::target::Target;
use ir::vulkan::WrittenDescription;
use ir::{Module, Op};
pub use rule::ValidUsageRule;
use rule::{Breaches, RuleContext, assumed};
pub use rules::RULES;

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "verify-vulkan",
    "checks every Vulkan tensor description against the valid-usage rules",
    include_str!("verify_vulkan/page.md"),
    &[],
    &|_| Ok(Box::new(VerifyVulkan)),
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
    let target = Target::device_of(cx.target);
    let written = WrittenDescription::read(module, op);
    let rules = RuleContext { written: &written, target };
    let assumed = assumed(cx.target);
    let assumed = assumed.as_deref();
    let is_named = assumed.is_none();
    let violated = violated(&rules, is_named);
    for (rule, breaches) in &violated {
        cx.sink.push(diagnostic(module, op, rule, breaches, assumed));
    }
    if !violated.iter().any(|violation| ends_check(violation, is_named)) {
        advice::advice(module, op, &rules, assumed).into_iter().for_each(|diag| cx.sink.push(diag));
    }
}

/// A violated rule with its violations.
type Violation = (&'static ValidUsageRule, Breaches);

/// Returns `true` if the other rules do not apply because of a violation: that of a rule about a parameter, unless only an
/// assumed device causes it.
fn ends_check((rule, breaches): &Violation, is_named: bool) -> bool {
    rule.is_parameter && (is_named || breaches.on_every_device)
}

/// Returns the violated rules with their violations: those about parameters if one of them ends the check, otherwise all.
fn violated(cx: &RuleContext<'_>, is_named: bool) -> Vec<Violation> {
    let mut violated = Vec::new();
    for is_parameter in [true, false] {
        let rules = RULES.iter().filter(|rule| rule.is_parameter == is_parameter);
        violated.extend(rules.map(|rule| (rule, rule.breaches(cx))));
        violated.retain(|(_, breaches)| !breaches.texts.is_empty());
        if violated.iter().any(|violation| ends_check(violation, is_named)) {
            break;
        }
    }
    violated
}

const MAX_BREACHES: usize = crate::limits::LISTED_VIOLATIONS as usize;

fn diagnostic(
    module: &Module,
    op: Op,
    rule: &ValidUsageRule,
    breaches: &Breaches,
    assumed: Option<&str>,
) -> Diag {
    let symbol = module.symbol(op).unwrap_or("<unnamed>");
    let assumed = assumed.filter(|_| !breaches.on_every_device);
    let severity = if assumed.is_some() { Severity::Warning } else { Severity::Error };
    let mut texts = breaches.texts.clone();
    if texts.len() > MAX_BREACHES {
        texts.truncate(MAX_BREACHES);
        texts.push(format!("and {} more", breaches.texts.len() - MAX_BREACHES));
    }
    let message = format!("`@{symbol}` violates {}: {}", rule.id, texts.join("; "));
    let diag =
        Diag::new(severity, code::VULKAN_RULE, module.location(op).attr(rule.attribute()), message);
    match assumed {
        Some(assumed) => diag.note(assumed).of_class(rule.id),
        None => diag,
    }
}

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
