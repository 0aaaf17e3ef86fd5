//! The layouts of tensor types, each type read once.

use indexmap::IndexMap;
use ir::encoding::{self, Reading};
use ir::layout::{DimsOrder, ElemSize, Shape, StrideReqs, Strides, TensorLayout};
use ir::{Module, Type};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// The layout of a tensor type, as far as the type decides it.
#[derive(Debug)]
pub(super) struct TypeLayout {
    pub(super) shape: Shape,
    /// The lengths by logical dim; `None` if one is dynamic.
    pub(super) lens: Option<Vec<i64>>,
    pub(super) elem: ElemSize,
    /// The order of the dims; `None` if the type has none.
    pub(super) order: Option<DimsOrder>,
    pub(super) reqs: StrideReqs,
    /// The strides that the type or its format gives; `None` if they are open.
    pub(super) given: Option<Strides>,
    /// The offset in elements; `None` if the type has none.
    pub(super) offset: Option<i64>,
    /// `true` if a format decides all of it, so that the type has no strides or offset of its own.
    pub(super) is_format: bool,
    /// `true` if the type has any encoding.
    pub(super) chosen: bool,
    /// The kind of layout, if it is one without strides.
    pub(super) without_strides: Option<String>,
}

/// The types that were read.
#[derive(Default)]
pub(super) struct TypeLayouts {
    read: IndexMap<Type, Option<Rc<TypeLayout>>, FxBuildHasher>,
}

impl TypeLayouts {
    /// Returns the layout of a type. `None` if the type has none, or an invalid one.
    pub(super) fn get(&mut self, module: &Module, ty: Type) -> Option<Rc<TypeLayout>> {
        let read = self.read.entry(ty);
        read.or_insert_with(|| read_type(module, ty).map(Rc::new)).clone()
    }
}

fn read_type(module: &Module, ty: Type) -> Option<TypeLayout> {
    let reading = encoding::read(&module.ctx, ty).ok()??;
    let plain = encoding::row_major(&module.ctx, ty).ok()??;
    let offset = encoding::offset(&module.ctx, ty);
    let layout = match reading {
        Reading::Open => TypeLayout { order: None, chosen: false, ..of_layout(&plain) },
        Reading::Ordered(layout) => of_layout(&layout),
        Reading::Format(format) => match format.ordered().ok()? {
            // The strides of a format are checked with the tensor alone, and its requirements with them.
            Some(layout) => {
                let given = Some(layout.resolve().ok()?.strides());
                TypeLayout { given, reqs: StrideReqs::any(), is_format: true, ..of_layout(&layout) }
            }
            None => {
                let what = Some(format!("format `{}`", format.format));
                TypeLayout { order: None, without_strides: what, ..of_layout(&plain) }
            }
        },
        Reading::Descriptor(key) => {
            let what = Some(format!("a descriptor (`{key}`)"));
            TypeLayout { order: None, without_strides: what, ..of_layout(&plain) }
        }
    };
    Some(TypeLayout { offset, ..layout })
}

fn of_layout(layout: &TensorLayout) -> TypeLayout {
    TypeLayout {
        shape: layout.shape().clone(),
        lens: layout.shape().values().map(|len| len.get()).collect(),
        elem: layout.elem(),
        order: Some(layout.order()),
        reqs: layout.reqs().clone(),
        given: layout.strides().cloned(),
        offset: None,
        is_format: false,
        chosen: true,
        without_strides: None,
    }
}
