//! The layouts of tensor types. Each type is read once.

use indexmap::IndexMap;
use ir::encoding::{self, Reading};
use ir::layout::{DimsOrder, StrideReqs, TensorLayout};
use ir::{Module, Type};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// The layout of a tensor type, as far as the type determines it.
#[derive(Debug)]
pub(super) struct TypeLayout {
    /// The layout, with strides if the type or its format defines them; row major if the type has no order.
    pub(super) layout: TensorLayout,
    /// The order of the dims; `None` if the type states none.
    pub(super) order: Option<DimsOrder>,
    /// The offset in elements; `None` if the type states none.
    pub(super) offset: Option<i64>,
    /// `true` if a format determines the layout, so that the type states no strides or offset.
    pub(super) is_format: bool,
    /// `true` if the type has any encoding.
    pub(super) chosen: bool,
    /// The kind of a layout without strides; `None` for layouts with strides.
    pub(super) without_strides: Option<String>,
}

impl TypeLayout {
    /// Returns `true` if more than its order and the limits of a device constrain a tensor with these requirements of
    /// ops.
    pub(super) fn is_constrained(&self, reqs: &StrideReqs) -> bool {
        let has_reqs = !reqs.is_empty() || !self.layout.reqs().is_empty();
        has_reqs || self.layout.strides().is_some() || self.offset.is_some()
    }

    /// Returns the lengths by logical dim, with [`Len::STAND_IN`](ir::layout::Len::STAND_IN) for dynamic ones.
    pub(super) fn lens(&self) -> Vec<i64> {
        self.layout.shape().values().map(|len| len.or_stand_in()).collect()
    }
}

/// The layouts of all types that were read.
#[derive(Default)]
pub(super) struct TypeLayouts {
    read: IndexMap<Type, Option<Rc<TypeLayout>>, FxBuildHasher>,
}

impl TypeLayouts {
    /// Returns the layout of a type. `None` if the type is not a ranked tensor, or invalid.
    pub(super) fn get(&mut self, module: &Module, ty: Type) -> Option<Rc<TypeLayout>> {
        let read = self.read.entry(ty);
        read.or_insert_with(|| read_type(module, ty).map(Rc::new)).clone()
    }
}

fn read_type(module: &Module, ty: Type) -> Option<TypeLayout> {
    let reading = encoding::read(&module.ctx, ty).ok()??;
    let plain = encoding::row_major(&module.ctx, ty).ok()??;
    let mut found = TypeLayout {
        layout: plain,
        order: None,
        offset: encoding::offset(&module.ctx, ty),
        is_format: false,
        chosen: true,
        without_strides: None,
    };
    match reading {
        Reading::Open => found.chosen = false,
        Reading::Ordered(layout) => {
            found.order = Some(layout.order());
            found.layout = *layout;
        }
        Reading::Format(format) => match format.ordered().ok()? {
            // The strides of a format and its requirements are checked with the lone tensor.
            Some(layout) => {
                layout.resolve().ok()?;
                found.order = Some(layout.order());
                found.is_format = true;
                found.layout = layout.with_reqs(StrideReqs::any());
            }
            None => found.without_strides = Some(format!("format `{}`", format.format)),
        },
        Reading::Opaque(_) => found.without_strides = Some("an opaque encoding".to_owned()),
        Reading::Descriptor(key) => found.without_strides = Some(format!("a descriptor (`{key}`)")),
    }
    Some(found)
}
