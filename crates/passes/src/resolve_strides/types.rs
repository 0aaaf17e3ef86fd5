//! What tensor types tell of a layout, each type read once.

use indexmap::IndexMap;
use ir::encoding::{self, Reading};
use ir::layout::{DimsOrder, ElemSize, Shape, StrideReqs, Strides, TensorLayout};
use ir::{Module, Type};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// A layout as a type tells it.
#[derive(Debug)]
pub(super) struct TypeFacts {
    pub(super) shape: Shape,
    /// The lengths by logical dim; none if one is dynamic.
    pub(super) lens: Option<Vec<i64>>,
    pub(super) elem: ElemSize,
    /// The order of the dims, where one is told.
    pub(super) order: Option<DimsOrder>,
    pub(super) reqs: StrideReqs,
    /// The strides that the type or its format fixes.
    pub(super) given: Option<Strides>,
    /// The offset in elements, where the type tells one.
    pub(super) offset: Option<i64>,
    /// A format says all of it, so that nothing can be added.
    pub(super) is_format: bool,
    /// Whether anything of the layout is chosen.
    pub(super) chosen: bool,
    /// What the layout is, if it has no strides.
    pub(super) without_strides: Option<String>,
}

/// The types that were read.
#[derive(Default)]
pub(super) struct Types {
    read: IndexMap<Type, Option<Rc<TypeFacts>>, FxBuildHasher>,
}

impl Types {
    /// What a type tells; nothing for one that cannot be laid out.
    pub(super) fn get(&mut self, module: &Module, ty: Type) -> Option<Rc<TypeFacts>> {
        let read = self.read.entry(ty);
        read.or_insert_with(|| read_type(module, ty).map(Rc::new)).clone()
    }
}

fn read_type(module: &Module, ty: Type) -> Option<TypeFacts> {
    let reading = encoding::read(&module.ctx, ty).ok()??;
    let plain = encoding::row_major(&module.ctx, ty).ok()??;
    let offset = encoding::offset(&module.ctx, ty);
    let facts = match reading {
        Reading::Open => TypeFacts { order: None, chosen: false, ..of_layout(&plain) },
        Reading::Ordered(layout) => of_layout(&layout),
        Reading::Format(format) => match format.ordered().ok()? {
            // The strides of a format are checked with the tensor alone, and its requirements with them.
            Some(layout) => {
                let given = Some(layout.resolve().ok()?.strides());
                TypeFacts { given, reqs: StrideReqs::any(), is_format: true, ..of_layout(&layout) }
            }
            None => {
                let what = Some(format!("format `{}`", format.format));
                TypeFacts { order: None, without_strides: what, ..of_layout(&plain) }
            }
        },
        Reading::Descriptor(key) => {
            let what = Some(format!("a descriptor (`{key}`)"));
            TypeFacts { order: None, without_strides: what, ..of_layout(&plain) }
        }
    };
    Some(TypeFacts { offset, ..facts })
}

fn of_layout(layout: &TensorLayout) -> TypeFacts {
    TypeFacts {
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
