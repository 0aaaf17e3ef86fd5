//! Attributes of the resources and constants of data graphs: the forms of their values, and their holders.

use crate::attrs::Attr;
use crate::context::Context;
use crate::data_graph::{BINDING_ATTR, CONSTANT_ATTR, CONSTANT_ID_ATTR, SPARSITY_ATTR};
use crate::module::{Module, Op};
use crate::registry::Registry;
use crate::views::VIEW_OP;

/// The keys of a dictionary of `layout.vk_sparsity`.
const SPARSITY_KEYS: [&str; 3] = ["dim", "group", "zeros"];

/// Returns `true` if an attribute is the number of a descriptor set and that of a binding.
pub(super) fn is_binding(ctx: &Context, attr: Attr) -> bool {
    let numbers = ctx.as_int_list(attr).unwrap_or_default();
    numbers.len() == 2 && numbers.iter().all(|&number| u32::try_from(number).is_ok())
}

/// Returns `true` if an attribute is an integer of 32 bits.
pub(super) fn is_id(ctx: &Context, attr: Attr) -> bool {
    ctx.as_int(attr).is_some_and(|id| u32::try_from(id).is_ok())
}

/// Returns `true` if an attribute is a list of dictionaries with a dim, a number of zeros and the size of a group.
pub(super) fn is_sparsity(ctx: &Context, attr: Attr) -> bool {
    ctx.as_array(attr).is_some_and(|list| {
        !list.is_empty()
            && list.iter().all(|&entry| {
                let entries = ctx.dict_entries(entry);
                entries.len() == SPARSITY_KEYS.len()
                    && SPARSITY_KEYS
                        .iter()
                        .all(|key| ctx.dict_get(entry, key).is_some_and(|value| is_id(ctx, value)))
            })
    })
}

/// Returns the kind of values on whose definition an attribute is allowed, if an op does not define such a value.
/// `None` if it does, or if the attribute does not belong to data graphs.
pub(super) fn missing_on_op(
    module: &Module,
    registry: &Registry,
    op: Op,
    key: &str,
) -> Option<&'static str> {
    let def = registry.op_def(module, op);
    let defines_constant =
        def.is_some_and(|def| def.constant.is_some() || def.is_copy || def.name == VIEW_OP);
    match key {
        BINDING_ATTR => Some("arguments and results of functions"),
        CONSTANT_ID_ATTR | SPARSITY_ATTR if !defines_constant => Some(CONSTANTS),
        _ => None,
    }
}

/// The values that can be constants of a graph.
const CONSTANTS: &str = "constants, their copies and views, and arguments with `layout.constant`";

/// Returns the kind of values on which an attribute is allowed, if an argument of a function has another kind. `None` as
/// for [`missing_on_op`].
pub(super) fn missing_on_argument(
    module: &Module,
    function: Op,
    at: usize,
    key: &str,
) -> Option<&'static str> {
    let is_constant = module.argument_attr(function, at, CONSTANT_ATTR).is_some();
    match key {
        BINDING_ATTR if is_constant => Some("results and arguments without `layout.constant`"),
        CONSTANT_ID_ATTR | SPARSITY_ATTR if !is_constant => Some(CONSTANTS),
        _ => None,
    }
}

/// Returns the kind of values on which an attribute is allowed, if results of functions have another kind.
pub(super) fn missing_on_result(key: &str) -> Option<&'static str> {
    [CONSTANT_ID_ATTR, SPARSITY_ATTR].contains(&key).then_some(CONSTANTS)
}
