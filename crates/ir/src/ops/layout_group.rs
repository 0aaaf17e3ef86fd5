//! `layout.group`: the patterns of ops that a device executes as one.
//!
//! ```mlir
//! layout.target @npu {
//!   layout.group "conv_relu" kind = convolution [
//!     #layout.pattern<(x, w, b) {y = convolution(x, w, b), "onnx.Relu" | "onnx.Clip"(y, ...)}>
//!   ]
//!   layout.rule "conv_relu" [#layout.choice<(NHWC, OYXI, any...) -> NHWC>]
//! }
//! ```
//!
//! The parent op is a `layout.target`. A rule of the name of the group lists the layouts of its operands and its result;
//! without such a rule, the group is unused. With a kind, a pattern has exactly one op of this kind, whose roles the
//! operands of the group have. [`crate::groups`] describes the matches.

use super::checks::unknown_kind;
use crate::diag::{Diag, code, counted};
use crate::groups::{GroupPattern, OpSelector};
use crate::print::attr_to_string;
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, OpKind, SharedFn, pieces, text};
use crate::target::{GROUP_OP, TARGET_OP, pattern_of};
use std::borrow::Cow;

pub(super) const DEF: OpDef = OpDef {
    name: text(GROUP_OP),
    summary: text("the patterns of ops that a target executes as one"),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("name", AttrClass::Str),
        AttrSpec::optional("kind", AttrClass::Str),
        AttrSpec::required("patterns", AttrClass::Array),
    ]),
    syntax: Some(pieces!(@Str("name") ?(kind = @Keyword("kind")) @List("patterns") {})),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let parent = module.parent_op(check.op).map(|parent| module.name(parent));
    if parent != Some(TARGET_OP) {
        check.error(code::STRUCTURE, format!("`{GROUP_OP}` must be in a `{TARGET_OP}`"));
    }
    let Some(name) = module.str_attr(check.op, "name") else { return };
    if name.is_empty() || name.contains(['.', '*']) {
        let message = format!("the name of a group must have no `.` and no `*`, but is {name:?}");
        let note = "a rule of the name of the group must not be the rule of an op";
        let diag = Diag::error(code::OP_ATTRIBUTE, check.location().attr("name"), message);
        check.push(diag.note(note));
    }
    let kind = module.str_attr(check.op, "kind");
    if let Some(kind) = kind.filter(|kind| OpKind::named(kind).is_none()) {
        unknown_kind(check, GROUP_OP, kind);
    }
    let Some(list) = check.attr("patterns").and_then(|attr| module.ctx.as_array(attr)) else {
        return;
    };
    let place = check.location().attr("patterns");
    if list.is_empty() {
        let message = format!("the group \"{name}\" must have at least one pattern");
        check.error_at(place.clone(), code::OP_ATTRIBUTE, message);
    }
    for (at, &entry) in list.iter().enumerate() {
        let place = place.clone().element(at);
        match (pattern_of(module, entry), kind.and_then(OpKind::named)) {
            (Some(pattern), Some(kind)) => {
                let count = anchors(check, pattern, kind);
                if count != 1 {
                    let message = format!(
                        "pattern {at} of the group \"{name}\" must have exactly one op of kind `{}`, but has {}",
                        kind.name(),
                        counted(count, "op")
                    );
                    check.error_at(place, code::OP_ATTRIBUTE, message);
                }
            }
            (Some(_), None) => {}
            (None, _) => {
                let shown = attr_to_string(module, entry);
                let message = format!(
                    "entry {at} of the group \"{name}\" is `{shown}`, but must be `#layout.pattern<...>`"
                );
                check.error_at(place, code::OP_ATTRIBUTE, message);
            }
        }
    }
}

/// Returns the number of ops of a pattern that are of a kind, whichever op they match.
fn anchors(check: &OpCheck<'_>, pattern: &GroupPattern, kind: OpKind) -> usize {
    let is_of_kind = |selector: &OpSelector| match selector {
        OpSelector::Kind(name) => OpKind::named(name) == Some(kind),
        OpSelector::Name(name) => check.registry.kind(name) == Some(kind),
    };
    pattern.ops().iter().filter(|op| op.selectors.iter().all(is_of_kind)).count()
}
