//! The ops that layoutc knows: one file each, listed here in order of their names.
//!
//! To add an op: write its file and put its definition into [`ALL`].

mod func_func;
mod func_return;
mod layout_reorder;
mod layout_tensor;
mod layout_view;
mod module;
mod vk_tensor_description;

use crate::registry::OpDef;

/// Every op, sorted by name.
pub const ALL: &[OpDef] = &[
    module::DEF,
    func_func::DEF,
    func_return::DEF,
    layout_reorder::DEF,
    layout_tensor::DEF,
    layout_view::DEF,
    vk_tensor_description::DEF,
];

#[cfg(test)]
mod tests {
    #[test]
    fn ops_are_sorted_and_have_a_summary() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(super::ALL.iter().all(|def| !def.summary.is_empty()));
    }
}
