//! The ops that layoutc knows: one file each, listed here in order of their names.
//!
//! To add an op: write its file and put its name into the list. `checks` and `equalities` hold what several ops share.

mod checks;
mod equalities;

use crate::registry::{OpDef, Registry, SPEC_MIN, TypeEqualitiesOf};

macro_rules! ops {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// Every op, sorted by name.
        pub const ALL: &[OpDef] = &[$($file::DEF),*];
    };
}

ops! {
    arith_constant,
    builtin_module,
    cf_br,
    cf_cond_br,
    func_call,
    func_func,
    func_return,
    layout_address,
    layout_aligned,
    layout_descriptor,
    layout_embed,
    layout_freeze,
    layout_from,
    layout_insert,
    layout_merge,
    layout_modulo,
    layout_offset,
    layout_packed,
    layout_pad,
    layout_pass_through,
    layout_reorder,
    layout_replicate,
    layout_rule,
    layout_slice,
    layout_strided,
    layout_target,
    layout_tensor,
    layout_unmerge,
    layout_view,
    layout_xor,
    layout_yield,
    onnx_concat,
    onnx_constant,
    onnx_flatten,
    onnx_identity,
    onnx_no_value,
    onnx_reshape,
    onnx_slice,
    onnx_split,
    onnx_split_v11,
    onnx_split_v13,
    onnx_squeeze,
    onnx_squeeze_v11,
    onnx_transpose,
    onnx_unsqueeze,
    onnx_unsqueeze_v11,
    scf_for,
    scf_if,
    tensor_cast,
    tensor_collapse_shape,
    tensor_concat,
    tensor_expand_shape,
    tensor_extract_slice,
    tensor_reshape,
    vk_tensor_description,
}

/// Dialects whose ops keep types equal, with the rule for those ops that have no definition.
pub const DIALECTS: &[(&str, TypeEqualitiesOf)] = &[
    ("arith", equalities::one_type),
    ("math", equalities::one_type),
    ("scf", equalities::alike_around),
];

impl Default for Registry {
    fn default() -> Registry {
        Registry::new()
    }
}

impl Registry {
    /// The builtin ops, those of the layout dialect and the target `spec_min`.
    pub fn new() -> Registry {
        let mut registry = Registry::empty();
        ALL.iter().for_each(|def| registry.add(*def));
        DIALECTS.iter().for_each(|&(name, equalities)| registry.add_dialect(name, equalities));
        registry.add_target("spec_min", || SPEC_MIN.clone());
        registry
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn ops_are_sorted_and_have_a_summary() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(super::ALL.iter().all(|def| !def.summary.is_empty()));
    }
}
