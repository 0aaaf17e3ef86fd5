//! The ops of layoutc: one file each, listed here by name. The transforms of descriptors come from the core's list,
//! through `layout_transform`; view ops, constants, control flow, kinds and dims of other dialects are rows of
//! `known_views`, `known_constants`, `known_control`, `known_kinds` and `known_dims`.
//!
//! To add an op, write its file and add its name to the list. `axes`, `checks`, `equalities` and `tensor_shapes` hold
//! the code that several ops share.

mod axes;
mod checks;
mod effects;
mod equalities;
mod ie_concat;
mod ie_permute_cast;
mod known_constants;
mod known_control;
mod known_dims;
mod known_kinds;
mod known_views;
mod layout_transform;
mod memref_reinterpret_cast;
mod onnx_flatten;
mod onnx_gather;
mod onnx_reshape;
mod onnx_slice;
mod onnx_split;
mod tensor_shapes;

use crate::forms;
use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry, SPEC_MIN, TypeEqualities};
use crate::views::declared;
use std::sync::LazyLock;

macro_rules! ops {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// The ops that have a file of their own.
        const LISTED: &[OpDef] = &[$($file::DEF),*];
    };
}

ops! {
    ie_reorder,
    arith_constant,
    builtin_module,
    cf_br,
    cf_cond_br,
    func_call,
    func_func,
    func_return,
    layout_address,
    layout_aligned,
    layout_axes,
    layout_blocks,
    layout_copies,
    layout_descriptor,
    layout_field,
    layout_from,
    layout_group,
    layout_kernel,
    layout_load,
    layout_notation,
    layout_packed,
    layout_partial,
    layout_record,
    layout_reorder,
    layout_rule,
    layout_strided,
    layout_table,
    layout_target,
    layout_tensor,
    layout_view,
    layout_yield,
    memref_dim,
    onnx_no_value,
    scf_for,
    scf_if,
    scf_yield,
    tensor_cast,
    tensor_collapse_shape,
    tensor_concat,
    tensor_dim,
    tensor_empty,
    tensor_expand_shape,
    tensor_extract_slice,
    tensor_reshape,
    vk_tensor_description,
}

static ALL: LazyLock<Vec<OpDef>> = LazyLock::new(|| {
    let known = known_views::defs().chain(known_constants::defs()).chain(known_control::defs());
    let mut all: Vec<OpDef> =
        LISTED.iter().cloned().chain(layout_transform::defs()).chain(known).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
});

/// Returns the definition of every op, sorted by name.
pub fn all() -> &'static [OpDef] {
    &ALL
}

/// Returns the definition of an op; `None` if the name is unknown.
pub fn by_name(name: &str) -> Option<&'static OpDef> {
    let place = ALL.binary_search_by(|def| (*def.name).cmp(name)).ok()?;
    Some(&ALL[place])
}

/// A function that returns the type equalities of an op.
type EqualitiesOfOp = fn(&Module, Op) -> TypeEqualities;

/// Dialects whose ops have type equalities, with the equalities of the ops that have no definition.
pub const DIALECTS: &[(&str, EqualitiesOfOp)] = &[
    ("arith", equalities::result_type_equalities),
    ("math", equalities::result_type_equalities),
    ("scf", equalities::region_type_equalities),
];

/// The dialects of layoutc itself, whose ops are all in [`all`].
const OWN_DIALECTS: &[&str] = &["layout", "vk"];

/// Dialects whose ops write their last operands, one for each result.
const DESTINATION_DIALECTS: &[&str] = &["linalg"];

impl Default for Registry {
    fn default() -> Registry {
        Registry::new()
    }
}

impl Registry {
    /// Returns a registry of the ops in [`all`], MLIR's custom forms and the target `spec_min`.
    pub fn new() -> Registry {
        let mut registry = Registry::empty();
        all().iter().for_each(|def| registry.add(def.clone()));
        forms::all().for_each(|form| registry.add_form(*form));
        forms::PARTIAL.iter().for_each(|&name| registry.add_partial_dialect(name));
        DIALECTS.iter().for_each(|&(name, equalities)| registry.add_dialect(name, equalities));
        OWN_DIALECTS.iter().for_each(|&name| registry.close_dialect(name));
        effects::add_to(&mut registry);
        DESTINATION_DIALECTS.iter().for_each(|&name| registry.add_destination_dialect(name));
        registry.set_declared_views(declared::relations);
        registry.extend_kinds(known_kinds::entries());
        known_dims::add_to(&mut registry);
        registry.add_target("spec_min", || SPEC_MIN.clone());
        registry
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn ops_are_sorted_and_have_summaries() {
        assert!(super::LISTED.is_sorted_by(|a, b| a.name < b.name));
        assert!(super::all().is_sorted_by(|a, b| a.name < b.name));
        assert!(super::all().iter().all(|def| !def.summary.is_empty()));
    }
}
