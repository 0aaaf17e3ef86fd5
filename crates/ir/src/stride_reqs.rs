//! The stride requirements that ops state for their operands and results, in the attribute [`REQS_ATTR`].
//!
//! A value has the requirements of the op that defines it and of all ops that use it. They may pad its storage, so the
//! size of a value depends on them.

use crate::attrs::{AttrKind, LayoutAttr};
use crate::layout::StrideReqs;
use crate::module::{Module, Op, Value};
use rustc_hash::FxHashMap;

/// The key of the attribute: a list of `#layout.reqs<...>`, or `unit` for a tensor without requirements; operands, then
/// results.
pub const REQS_ATTR: &str = "layout.reqs";

/// Returns the requirements that an op states for the operand or result of a position. Results follow operands.
pub fn stated(module: &Module, op: Op, at: usize) -> Option<&StrideReqs> {
    let entries = module.ctx.as_array(module.attr(op, REQS_ATTR)?)?;
    match module.ctx.attr_kind(*entries.get(at)?) {
        AttrKind::Layout(LayoutAttr::Reqs(reqs)) => Some(reqs),
        _ => None,
    }
}

/// The requirements of ops on each value.
#[derive(Clone, Debug, Default)]
pub struct ValueReqs {
    by_value: FxHashMap<Value, StrideReqs>,
}

impl ValueReqs {
    /// Returns the requirements in the regions of an op.
    pub fn new(module: &Module, within: Op) -> ValueReqs {
        let mut reqs = ValueReqs::default();
        if module.ctx.find_name(REQS_ATTR).is_none() {
            return reqs;
        }
        for op in module.walk_from(within).filter(|&op| module.attr(op, REQS_ATTR).is_some()) {
            for (at, value) in module.operands_and_results(op).enumerate() {
                if let Some(own) = stated(module, op, at) {
                    let known = reqs.by_value.entry(value).or_default();
                    *known = known.join(own);
                }
            }
        }
        reqs
    }

    /// Returns the requirements on a value; `None` if no op states some.
    pub fn get(&self, value: Value) -> Option<&StrideReqs> {
        self.by_value.get(&value)
    }
}
