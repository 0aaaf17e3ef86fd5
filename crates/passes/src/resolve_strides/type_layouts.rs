//! The layouts of tensor types. Each type is read once.

use super::inputs::Inputs;
use crate::ordered_layout::ordered;
use indexmap::IndexMap;
use ir::Type;
use ir::descriptor::Layouts;
use ir::encoding::{self, Reading};
use ir::layout::{DimsOrder, Layout, StrideReqs, TensorLayout};
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
    /// `true` if a format or a descriptor determines the layout, so that the type states no strides or offset.
    pub(super) is_format: bool,
    /// `true` if the type has any encoding.
    pub(super) chosen: bool,
    /// The kind of a layout without strides; `None` for layouts with strides.
    pub(super) without_strides: Option<String>,
    /// The layout as a function; `None` for a layout with strides, and for an unknown one.
    function: Option<Rc<Layout>>,
}

impl TypeLayout {
    /// Returns `true` if more than its order and the limits of a device constrain a tensor with these requirements of
    /// ops.
    pub(super) fn is_constrained(&self, reqs: &StrideReqs) -> bool {
        let has_reqs = !reqs.is_empty() || !self.layout.reqs().is_empty();
        has_reqs || self.layout.strides().is_some() || self.offset.is_some()
    }

    /// Returns `true` if two layouts without strides are the same function from indices to slots.
    pub(super) fn is_same_function(&self, other: &TypeLayout) -> bool {
        match (&self.function, &other.function) {
            (Some(a), Some(b)) => matches!(a.difference(b), Ok(None)),
            _ => false,
        }
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
    pub(super) fn get(&mut self, inputs: Inputs<'_>, ty: Type) -> Option<Rc<TypeLayout>> {
        let read = self.read.entry(ty);
        read.or_insert_with(|| read_type(inputs, ty).map(Rc::new)).clone()
    }
}

fn read_type(inputs: Inputs<'_>, ty: Type) -> Option<TypeLayout> {
    let module = inputs.module;
    let reading = encoding::read(&module.ctx, ty).ok()??;
    let plain = encoding::row_major(&module.ctx, ty).ok()??;
    let mut found = TypeLayout {
        layout: plain,
        order: None,
        offset: encoding::offset(&module.ctx, ty),
        is_format: false,
        chosen: true,
        without_strides: None,
        function: None,
    };
    let function = || {
        let layouts = Layouts::new(module, inputs.registry);
        layouts.of_type(ty, true).ok().flatten()
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
            None => {
                found.without_strides = Some(format!("format `{}`", format.format));
                found.function = function();
            }
        },
        Reading::Opaque(_) => found.without_strides = Some("an opaque encoding".to_owned()),
        Reading::Descriptor(key) => {
            found.function = function();
            match found.function.as_deref().and_then(ordered) {
                Some(layout) => {
                    found.order = Some(layout.order());
                    found.is_format = true;
                    found.layout = layout;
                }
                None => found.without_strides = Some(format!("a descriptor (`{key}`)")),
            }
        }
    }
    Some(found)
}
