//! Queries of one tensor: its layout, strides, order, requirements and Vulkan description, each in one call.
//!
//! A query is about a value, or the op of a symbol with a layout. [`TensorQueries`] collects the tensors of a module once,
//! for many queries; each free function collects them for one.

use crate::lower_to_vulkan::description;
use crate::resolved::ResolvedLayouts;
use crate::tensors::{Holder, Tensor, Tensors, declared};
use ir::diag::{Code, Diag, SpanLabel, code};
use ir::encoding::{self, Fault, Reading};
use ir::layout::impl_error;
use ir::layout::{
    Bytes, DimsOrder, ElemSize, Elems, FormatLayout, Layout, Shape, StrideReqs, Strides,
    TensorLayout,
};
use ir::source::{Entity, SourceLocation, Span};
use ir::target::Target;
use ir::vulkan::Description;
use ir::{Module, Op, Registry, Type};

/// The strides of a tensor, by logical dim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TensorStrides {
    /// The strides, in elements. 0 for a dim of length 1 whose stride is free.
    pub elements: Strides,
    /// The offset of index zero in the buffer, in elements.
    pub offset: Elems,
    /// The size of an element; `None` for a layout without elements, such as a descriptor.
    pub elem: Option<ElemSize>,
}

impl TensorStrides {
    /// Returns the strides in elements, as numbers.
    pub fn in_elements(&self) -> Vec<i64> {
        self.elements.values().map(|stride| stride.get()).collect()
    }

    /// Returns the strides in bytes, as numbers; `None` if the elements have no size, or a stride is not a whole number
    /// of bytes of 64 bits.
    pub fn in_bytes(&self) -> Option<Vec<i64>> {
        let elem = self.elem?;
        self.elements.values().map(|stride| Some(stride.to_bytes(elem)?.get())).collect()
    }

    /// Returns the byte of the buffer at which index zero begins; `None` as for [`in_bytes`](Self::in_bytes).
    pub fn offset_in_bytes(&self) -> Option<Bytes> {
        self.offset.to_bytes(self.elem?)
    }
}

/// The reason why a query has no answer, as a diagnostic about the tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError(Box<Diag>);

impl QueryError {
    /// Returns the error of a query that is malformed or cannot be answered.
    pub fn new(message: impl Into<String>) -> QueryError {
        Diag::error(code::QUERY, Span::NONE, message).into()
    }

    /// Returns the error with one more note.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> QueryError {
        self.0.note(note).into()
    }

    /// Returns the error at a span of the text of the query, if it has no place yet.
    #[must_use]
    pub fn at(mut self, span: Span) -> QueryError {
        if !self.0.location().is_some() {
            self.0.labels = vec![SpanLabel::new(span.into(), true, String::new())];
        }
        self
    }

    /// Returns the diagnostic.
    pub fn diag(&self) -> &Diag {
        &self.0
    }

    /// Converts the error into its diagnostic.
    pub fn into_diag(self) -> Diag {
        *self.0
    }
}

impl_error!(QueryError { Self(diag) => "{diag}" });

impl From<Box<Diag>> for QueryError {
    fn from(diag: Box<Diag>) -> QueryError {
        QueryError(diag)
    }
}

impl From<Diag> for QueryError {
    fn from(diag: Diag) -> QueryError {
        QueryError(Box::new(diag))
    }
}

/// Returns the layout of a value or of a symbol's op, as [`TensorQueries::layout_of`] does.
///
/// # Errors
/// As for [`TensorQueries::layout_of`].
pub fn layout_of(
    module: &Module,
    registry: &Registry,
    tensor: impl Into<Entity>,
) -> Result<Layout, QueryError> {
    TensorQueries::new(module, registry).layout_of(tensor)
}

/// Returns the strides of a value or of a declared tensor, as [`TensorQueries::strides_of`] does.
///
/// # Errors
/// As for [`TensorQueries::strides_of`].
pub fn strides_of(
    module: &Module,
    registry: &Registry,
    tensor: impl Into<Entity>,
) -> Result<TensorStrides, QueryError> {
    TensorQueries::new(module, registry).strides_of(tensor)
}

/// Returns the Vulkan description of a value or of a declared tensor, as [`TensorQueries::description_of`] does.
///
/// # Errors
/// As for [`TensorQueries::description_of`].
pub fn description_of(
    module: &Module,
    registry: &Registry,
    target: Option<&Target>,
    tensor: impl Into<Entity>,
) -> Result<Description, QueryError> {
    TensorQueries::new(module, registry).target(target).description_of(tensor)
}

/// The tensors of a module, for queries about single ones.
///
/// ```
/// use layoutc_ir::attrs::{AttrKind, LayoutAttr};
/// use layoutc_ir::layout::{Amount, MemDim, Req, ReqKind, StrideReqs, Unit};
/// use layoutc_ir::{Builder, Module, Registry, Verified, diag::Sink};
/// use layoutc_passes::{PassManager, Pipeline, TensorQueries};
/// # use ir as layoutc_ir;
///
/// // Rows of 20 bytes, which begin at multiples of 32 bytes.
/// let mut module = Module::new();
/// let aligned = ReqKind::Aligned(Amount::new(32, Unit::Bytes).unwrap());
/// let reqs: StrideReqs = [Req { dim: MemDim::new(0).unwrap(), kind: aligned }].into_iter().collect();
/// let ctx = &mut module.ctx;
/// let reqs = ctx.attr(AttrKind::Layout(LayoutAttr::Reqs(Box::new(reqs))));
/// let key = ctx.name("reqs");
/// let encoding = ctx.dict([(key, reqs)]);
/// let word = ctx.int_type(32);
/// let ty = ctx.tensor_type(&[Some(4), Some(5)], word, Some(encoding));
/// let body = Builder::new(&mut module).function("main", &[ty], &[]);
/// Builder::new(&mut module).at(body).op("func.return", &[], &[], &[]);
///
/// let (registry, mut sink) = (Registry::new(), Sink::default());
/// let mut pipeline = Pipeline::new();
/// pipeline.add("resolve-strides", &[])?;
/// let module = Verified::new(module, &registry, &mut sink).unwrap();
/// let module = PassManager::new(&registry).run(&pipeline, module, &mut sink)?;
///
/// let x = module.arguments(body)[0];
/// let strides = TensorQueries::new(&module, &registry).strides_of(x)?;
/// assert_eq!(strides.in_elements(), [8, 1]);
/// assert_eq!(strides.in_bytes(), Some(vec![32, 4]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TensorQueries<'m> {
    module: &'m Module,
    registry: &'m Registry,
    target: Option<&'m Target>,
    tensors: Tensors,
    resolved: ResolvedLayouts<'m>,
}

/// A queried tensor.
#[derive(Clone, Copy)]
struct Queried {
    holder: Holder,
    ty: Type,
    /// `true` if a type without an encoding is row major here.
    is_boundary: bool,
}

impl<'m> TensorQueries<'m> {
    /// Collects the tensors of a module.
    pub fn new(module: &'m Module, registry: &'m Registry) -> TensorQueries<'m> {
        TensorQueries {
            module,
            registry,
            target: None,
            tensors: Tensors::new(module, registry),
            resolved: ResolvedLayouts::new(module, registry),
        }
    }

    /// Sets the target whose limits descriptions satisfy. Without one, they satisfy the limits of every device.
    #[must_use]
    pub fn target(self, target: Option<&'m Target>) -> TensorQueries<'m> {
        TensorQueries { target, ..self }
    }

    /// Returns the layout of a value, or of the op of a descriptor, a notation or a declared tensor.
    ///
    /// # Errors
    /// The entity has no layout, the layout is malformed, or its strides are not resolved.
    pub fn layout_of(&self, tensor: impl Into<Entity>) -> Result<Layout, QueryError> {
        let entity = tensor.into();
        if let Some((op, name)) = self.symbol(entity) {
            let found = self.resolved.find(name);
            let found = found.map_err(|fault| fault.to_diag(self.module.location(op)))?;
            return Ok(Layout::clone(&found));
        }
        self.layout(self.queried(entity)?)
    }

    /// Returns the strides of a value, or of the op of a symbol with a layout.
    ///
    /// # Errors
    /// As for [`layout_of`](Self::layout_of), or no strides describe the layout, such as that of a format that splits
    /// C.
    pub fn strides_of(&self, tensor: impl Into<Entity>) -> Result<TensorStrides, QueryError> {
        let entity = tensor.into();
        if let Ok(queried) = self.queried(entity)
            && let Some(layout) = self.ordered(queried)?
            && let Some(elements) = layout.strides()
        {
            let elements = elements.clone();
            let elem = Some(layout.elem());
            return Ok(TensorStrides { elements, offset: layout.offset(), elem });
        }
        let layout = self.layout_of(entity)?;
        let Some(linear) = layout.linear() else {
            let message = "no strides describe the layout, because its offset is not affine";
            return Err(self.error(entity, code::NOT_RESOLVED, message));
        };
        let elements = linear.strides.values().map(|stride| stride.unwrap_or_default());
        let elements = Strides::new(elements).expect("the layout has the same number of dims");
        Ok(TensorStrides { elements, offset: linear.offset, elem: layout.elem() })
    }

    /// Returns the lengths of a value, or of the op of a symbol with a layout, by logical dim. The strides need not be
    /// resolved.
    ///
    /// # Errors
    /// The entity has no layout, or the layout is malformed.
    pub fn shape_of(&self, tensor: impl Into<Entity>) -> Result<Shape, QueryError> {
        let entity = tensor.into();
        match self.queried(entity) {
            // The lengths do not depend on where the type is.
            Ok(queried) => match self.stated(Queried { is_boundary: true, ..queried })? {
                Some(StatedLayout::Order(layout)) => Ok(layout.shape().clone()),
                Some(StatedLayout::Format(layout)) => Ok(layout.shape.clone()),
                None => Ok(self.layout(queried)?.shape().clone()),
            },
            Err(_) => Ok(self.layout_of(entity)?.shape().clone()),
        }
    }

    /// Returns the order in memory of the dims of a value or of a declared tensor. The strides need not be resolved.
    ///
    /// # Errors
    /// The entity is not a tensor, its layout is malformed, or it has no order: a format that splits C, or a
    /// descriptor.
    pub fn order_of(&self, tensor: impl Into<Entity>) -> Result<DimsOrder, QueryError> {
        let entity = tensor.into();
        let order = match self.stated(self.queried(entity)?)? {
            Some(StatedLayout::Order(layout)) => Some(layout.order()),
            Some(StatedLayout::Format(layout)) => layout.order(),
            None => None,
        };
        let message = "the layout has no order of the dims";
        order.ok_or_else(|| self.error(entity, code::NOT_RESOLVED, message))
    }

    /// Returns the stride requirements in the type of a value or of a declared tensor.
    ///
    /// # Errors
    /// The entity is not a tensor, or its layout is malformed.
    pub fn requirements_of(&self, tensor: impl Into<Entity>) -> Result<StrideReqs, QueryError> {
        Ok(match self.stated(self.queried(tensor.into())?)? {
            Some(StatedLayout::Order(layout)) => layout.reqs().clone(),
            Some(StatedLayout::Format(layout)) => layout.reqs.clone(),
            None => StrideReqs::any(),
        })
    }

    /// Returns the Vulkan description of a value or of a declared tensor, as `lower-to-vulkan` writes it.
    ///
    /// # Errors
    /// The entity is not a tensor, its strides are not resolved, or Vulkan cannot describe its layout.
    pub fn description_of(&self, tensor: impl Into<Entity>) -> Result<Description, QueryError> {
        let entity = tensor.into();
        let Queried { holder, ty, is_boundary } = self.queried(entity)?;
        let inputs = (self.module, self.registry, self.target, &self.tensors);
        description(inputs, holder, ty, is_boundary)?.ok_or_else(|| self.unresolved(entity))
    }

    /// Returns the op and the name of a symbol whose layout is found by name.
    fn symbol(&self, entity: Entity) -> Option<(Op, &'m str)> {
        let op = self.module.op_of(entity)?;
        let def = self.registry.op_def(self.module, op).filter(|def| def.has_layout())?;
        let is_in_body = self.module.block_of(op) == Some(self.module.body());
        let is_tensor = def.tensor.is_some();
        (is_in_body && !is_tensor).then(|| Some((op, self.module.symbol(op)?))).flatten()
    }

    fn queried(&self, entity: Entity) -> Result<Queried, QueryError> {
        let module = self.module;
        if let Some(value) = module.value_of(entity) {
            let is_boundary = self.tensors.is_value_at_boundary(value);
            return Ok(Queried { holder: Holder::Value(value), ty: module.ty(value), is_boundary });
        }
        let declared = module.op_of(entity).and_then(|op| {
            let Tensor { holder, ty } = declared(module, op, self.registry.op_def(module, op)?)?;
            Some(Queried { holder, ty, is_boundary: true })
        });
        let message = "the op declares no tensor; query a value or the op of a tensor";
        declared.ok_or_else(|| self.error(entity, code::NOT_RESOLVED, message))
    }

    /// Returns the layout in a type as an order or a format; `None` for other layouts.
    fn stated(&self, queried: Queried) -> Result<Option<StatedLayout>, QueryError> {
        let Queried { ty, is_boundary, .. } = queried;
        let ctx = &self.module.ctx;
        let reading = encoding::read(ctx, ty).and_then(|reading| match reading {
            Some(Reading::Open) if is_boundary => {
                let layout = encoding::row_major(ctx, ty)?;
                Ok(layout.map(|layout| Reading::Ordered(Box::new(with_implied_strides(layout)))))
            }
            Some(Reading::Opaque(opaque)) => Err(opaque.fault()),
            reading => Ok(reading),
        });
        match reading.map_err(|fault| self.fault(queried, &fault))? {
            Some(Reading::Ordered(layout)) => Ok(Some(StatedLayout::Order(layout))),
            Some(Reading::Format(layout)) => Ok(Some(StatedLayout::Format(layout))),
            Some(Reading::Open) => Err(self.unresolved(queried.holder.entity())),
            Some(Reading::Descriptor(_) | Reading::Opaque(_)) | None => Ok(None),
        }
    }

    /// Returns the order of a type with its strides; `None` if the type has no order.
    fn ordered(&self, queried: Queried) -> Result<Option<TensorLayout>, QueryError> {
        let entity = queried.holder.entity();
        match self.stated(queried)? {
            Some(StatedLayout::Order(layout)) if layout.strides().is_some() => Ok(Some(*layout)),
            Some(StatedLayout::Order(_)) => Err(self.unresolved(entity)),
            Some(StatedLayout::Format(layout)) => {
                layout.ordered().map_err(|error| self.error(entity, code::SHAPE, error.to_string()))
            }
            None => Ok(None),
        }
    }

    fn layout(&self, queried: Queried) -> Result<Layout, QueryError> {
        if let Some(StatedLayout::Order(layout)) = self.stated(queried)?
            && layout.strides().is_none()
        {
            return Err(self.unresolved(queried.holder.entity()));
        }
        let found = self.resolved.of_type(queried.ty, queried.is_boundary);
        match found.map_err(|fault| self.fault(queried, &fault))? {
            Some(layout) => Ok(Layout::clone(&layout)),
            None => Err(self.unresolved(queried.holder.entity())),
        }
    }

    fn unresolved(&self, entity: Entity) -> QueryError {
        let message = "the layout of the tensor is not resolved";
        let QueryError(diag) = self.error(entity, code::NOT_RESOLVED, message);
        QueryError::from(diag.note("run `resolve-strides` before the query"))
    }

    fn fault(&self, queried: Queried, fault: &Fault) -> QueryError {
        QueryError::from(fault.to_diag(queried.holder.type_location(self.module)))
    }

    fn error(&self, entity: Entity, code: Code, message: impl Into<String>) -> QueryError {
        let module = self.module;
        let place = match (module.value_of(entity), module.op_of(entity)) {
            (Some(value), _) => module.definition_location(value),
            (_, Some(op)) => module.location(op),
            _ => SourceLocation::new(Span::NONE).with_entity(entity),
        };
        QueryError::from(Diag::error(code, place, message))
    }
}

/// The layout that a type states.
enum StatedLayout {
    Order(Box<TensorLayout>),
    Format(Box<FormatLayout>),
}

/// Returns a row-major layout with its strides, which stay open if a length is dynamic.
fn with_implied_strides(layout: TensorLayout) -> TensorLayout {
    let strides = layout.resolve().ok().map(|resolved| resolved.strides());
    let with = strides.and_then(|strides| layout.clone().with_strides(strides).ok());
    with.unwrap_or(layout)
}

#[cfg(test)]
mod tests;
