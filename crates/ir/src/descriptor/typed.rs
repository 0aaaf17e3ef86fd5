//! The layouts of types.

use super::layouts::{Layouts, Typed};
use super::nested::{Failure, NestedLayout};
use crate::data::choice::LayoutName;
use crate::data::types::extent_text;
use crate::diag::code;
use crate::encoding::{self, Fault, Reading, ShapedType};
use crate::foreign;
use crate::layout::{
    ElemSize, Elems, FormatLayout, Layout, LayoutFault, Placement, ResolveError, Shape,
    SymbolicLayout, TensorLayout,
};
use crate::registry::{CustomElement, DescribedLayout};
use crate::source::PathStep;
use crate::types::{Extent, Type};
use layout::joined;
use std::rc::Rc;

impl Layouts<'_> {
    /// Returns the layout of a type, as [`Layouts::of_type`] does, with the depth of its chain.
    pub(super) fn typed(&self, ty: Type, boundary: bool) -> Typed {
        if let Some(found) = self.types.borrow().get(&(ty, boundary)) {
            return found.clone();
        }
        let found = self.read(ty, boundary);
        // `read` may have recorded the type as part of a cycle.
        self.types.borrow_mut().entry((ty, boundary)).or_insert(found).clone()
    }

    /// Reads the layout of a type without the cache.
    pub(super) fn read(&self, ty: Type, boundary: bool) -> Typed {
        let ctx = &self.ops.module.ctx;
        match encoding::read(ctx, ty)? {
            None => match foreign::read_symbolic_memref(ctx, ty)? {
                Some(layout) => Ok(Some(NestedLayout {
                    layout: DescribedLayout::Symbolic(Rc::new(layout)),
                    depth: 0,
                })),
                None => Ok(foreign::read_memref(ctx, ty)?.map(NestedLayout::lone)),
            },
            Some(Reading::Open) if !boundary => Ok(None),
            Some(Reading::Open) => match encoding::row_major(ctx, ty)? {
                Some(layout) => resolved(&layout).map(Some),
                None => Ok(None),
            },
            Some(Reading::Ordered(layout)) => resolved(&layout).map(Some),
            Some(Reading::Format(layout)) => formatted(&layout).map(Some),
            Some(Reading::Descriptor("layout")) => self.described(ty).map(Some),
            Some(Reading::Descriptor(encoding::LENGTHS)) => {
                let layout = encoding::read_symbolic(ctx, ty).map_err(Fault::in_encoding)?;
                Ok(layout.map(|layout| NestedLayout { layout: over_symbols(layout), depth: 0 }))
            }
            Some(Reading::Descriptor(_)) => Ok(None),
            Some(Reading::Opaque(opaque)) => Err(opaque.fault().into()),
        }
    }

    /// Returns the layout of a type with the encoding `{layout = @d}`.
    fn described(&self, ty: Type) -> Result<NestedLayout, Failure> {
        let ctx = &self.ops.module.ctx;
        let Some(ShapedType { elem, encoding: Some(encoding), .. }) =
            ShapedType::from_type(ctx, ty)
        else {
            return Err(Failure::Reported);
        };
        fn entry() -> [PathStep; 2] {
            [PathStep::Encoding, PathStep::Attr("layout".into())]
        }
        let Some(name) = encoding::layout_name(ctx, ty) else {
            let message = "`layout` must be the symbol of a descriptor such as `@d`, an affine map or a notation";
            return Err(Failure::new(code::ENCODING_KEYS, message.to_owned()).at(entry()));
        };
        let offset = ctx.dict_get(encoding, "offset").and_then(|attr| ctx.as_int(attr));
        let offset = Elems::new(offset.unwrap_or(0));
        let size = encoding::elem_size(ctx, elem)?;
        let name = match &name {
            LayoutName::Symbol(symbol) if !self.is_open(symbol) => symbol,
            _ => return self.shaped(&name, ty, (size, offset)).map_err(|it| it.at(entry())),
        };
        let named = self.named(name).map_err(|failure| failure.at(entry()))?;
        let (shape, own) = match &named.layout {
            DescribedLayout::Memory(layout) => (layout.shape(), layout.elem()),
            DescribedLayout::Placement(placement) => (placement.shape(), placement.elem()),
            DescribedLayout::Symbolic(layout) => {
                let layout = self.symbolic_of(name, (ty, size), layout, offset);
                let layout = DescribedLayout::Symbolic(layout.map_err(|it| it.at(entry()))?);
                return Ok(NestedLayout { layout, depth: named.depth });
            }
        };
        self.check_shape(name, (ty, size), (shape, own)).map_err(|it| it.at(entry()))?;
        let layout = match named.layout {
            DescribedLayout::Memory(layout) => {
                let layout = (*layout).clone().with_elem(size);
                DescribedLayout::Memory(Rc::new(layout.translated(offset)?))
            }
            DescribedLayout::Placement(placement) => {
                placed(&format!("`@{name}`"), &placement, (size, offset))
                    .map_err(|it| it.at(entry()))?
            }
            layout @ DescribedLayout::Symbolic(_) => layout,
        };
        Ok(NestedLayout { layout, depth: named.depth })
    }

    /// Returns the layout with symbols of a tensor. A length that is no number is `?` in the type.
    fn symbolic_of(
        &self,
        name: &str,
        (ty, size): (Type, ElemSize),
        layout: &SymbolicLayout,
        offset: Elems,
    ) -> Result<Rc<SymbolicLayout>, Failure> {
        let dims = encoding::laid_out_lengths(&self.ops.module.ctx, ty).unwrap_or_default();
        let lengths = || layout.lengths().iter().map(|it| it.as_constant().map(i64::unsigned_abs));
        if !dims.iter().copied().eq(lengths()) {
            let dims = joined(dims.iter().copied().map(extent_text), ", ");
            let names = layout.symbols();
            let own = joined(layout.lengths().iter().map(|length| length.text(names)), ", ");
            let message =
                format!("the tensor has lengths [{dims}], but its layout `@{name}` has [{own}]");
            let note = "a length over symbols is `?` in the type of the tensor";
            return Err(Failure::new(code::SHAPE, message).note(Some(note.to_owned())));
        }
        check_elem(&format!("`@{name}`"), size, layout.elem())?;
        if offset != Elems::ZERO {
            let message = format!(
                "`offset` is incompatible with `@{name}`, whose layout has symbols; state the offset in its base"
            );
            return Err(Failure::new(code::ENCODING_KEYS, message));
        }
        Ok(Rc::new(layout.clone().with_elem(size)))
    }

    /// Checks that a layout has the lengths and the element size of a type.
    fn check_shape(
        &self,
        name: &str,
        (ty, size): (Type, ElemSize),
        (shape, own): (&Shape, Option<ElemSize>),
    ) -> Result<(), Failure> {
        let dims = encoding::laid_out_lengths(&self.ops.module.ctx, ty).unwrap_or_default();
        if dims.len() != shape.len()
            || !dims
                .iter()
                .zip(shape.values())
                .all(|(dim, len)| *dim == len.get().map(i64::unsigned_abs))
        {
            let dims = joined(dims.iter().copied().map(extent_text), ", ");
            let message =
                format!("the tensor has lengths [{dims}], but its layout `@{name}` has {shape}");
            return Err(Failure::new(code::SHAPE, message));
        }
        check_elem(&format!("`@{name}`"), size, own)
    }

    /// Returns the layout of a name for the shape of a type.
    fn shaped(
        &self,
        name: &LayoutName,
        ty: Type,
        (size, offset): (ElemSize, Elems),
    ) -> Result<NestedLayout, Failure> {
        let ctx = &self.ops.module.ctx;
        let lengths = encoding::laid_out_lengths(ctx, ty).unwrap_or_default();
        let elem = encoding::named_elem(ctx, ty).map(|elem| elem.1).unwrap_or_default();
        let layout = self.custom(name).layout(&lengths, CustomElement::new(size, &elem));
        if layout.is_err()
            && let LayoutName::Notation(text) = name
            && let Some(placement) = self.placed_notation(text, &lengths)
        {
            let name = name.to_string();
            check_elem(&name, size, placement.elem())?;
            let layout = placed(&name, &placement, (size, offset))?;
            return Ok(NestedLayout { layout, depth: 0 });
        }
        let layout = layout.map_err(|fault| {
            let message = format!("the layout {name} does not fit the tensor: {}", fault.message);
            let own = LayoutFault::new(message);
            Failure::from(fault.notes.into_iter().fold(own, LayoutFault::note))
        })?;
        Ok(NestedLayout::lone(Layout::clone(&layout).translated(offset)?))
    }

    /// Returns the placement of a notation for a tensor of these lengths: the shape follows the text, unless the text has its
    /// own. `None` if it denotes none.
    fn placed_notation(&self, text: &str, lengths: &[Extent]) -> Option<Rc<Placement>> {
        let lengths = lengths.iter().copied().collect::<Option<Vec<u64>>>()?;
        let shaped = format!("{text}[{}]", joined(&lengths, ","));
        let read = [shaped.as_str(), text];
        let mut found = read.iter().filter_map(|text| self.ops.registry.read_described(text).ok());
        let placement = found.find_map(|found| match found {
            DescribedLayout::Placement(placement) => Some(placement),
            DescribedLayout::Memory(_) | DescribedLayout::Symbolic(_) => None,
        })?;
        let own = placement.shape().values().map(|len| len.get().map(i64::unsigned_abs));
        own.eq(lengths.into_iter().map(Some)).then_some(placement)
    }
}

/// Checks that a layout, whose name is in quotes, has no other element size than a type.
fn check_elem(name: &str, size: ElemSize, own: Option<ElemSize>) -> Result<(), Failure> {
    let Some(own) = own.filter(|&own| own != size) else { return Ok(()) };
    let message = format!(
        "the tensor has elements of {}, but its layout {name} has elements of {}",
        size.bits(),
        own.bits()
    );
    Err(Failure::new(code::SHAPE, message))
}

/// Returns the meaning of a layout over symbols: without any symbol it is a layout in memory, if one has its offsets.
fn over_symbols(layout: SymbolicLayout) -> DescribedLayout {
    match layout.symbols().is_empty().then(|| layout.with(&[])) {
        Some(Ok(plain)) => DescribedLayout::Memory(Rc::new(plain)),
        _ => DescribedLayout::Symbolic(Rc::new(layout)),
    }
}

/// Returns the placement of a tensor with elements of a size.
///
/// # Errors
/// The tensor has an offset.
fn placed(
    name: &str,
    placement: &Placement,
    (size, offset): (ElemSize, Elems),
) -> Result<DescribedLayout, Failure> {
    if offset != Elems::ZERO {
        let message = format!(
            "`offset` is incompatible with the placement {name}, whose offsets are those of its axes"
        );
        return Err(Failure::new(code::ENCODING_KEYS, message));
    }
    Ok(DescribedLayout::Placement(Rc::new(placement.clone().with_elem(size))))
}

/// Returns the layout of a format.
fn formatted(layout: &FormatLayout) -> Result<NestedLayout, Failure> {
    let layout = layout.layout().map_err(|error| Failure::new(code::SHAPE, error.to_string()))?;
    Ok(NestedLayout::lone(layout))
}

/// Returns the layout of an order with resolved strides.
fn resolved(layout: &TensorLayout) -> Result<NestedLayout, Failure> {
    let resolved = layout.resolve().map_err(|error| {
        let code = match error {
            ResolveError::Unsolvable(_) | ResolveError::Limits(_) => code::STRIDES_UNSOLVABLE,
            ResolveError::Overflow(_) if layout.strides().is_none() => code::STRIDES_UNSOLVABLE,
            _ => code::STRIDES_VIOLATED,
        };
        Failure::new(code, error.to_string())
    })?;
    Ok(NestedLayout::lone(resolved.layout()?))
}
