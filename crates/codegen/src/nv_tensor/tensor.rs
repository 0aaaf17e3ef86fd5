//! The named layouts of a module with their tensor addressing, and the matrix that holds all elements of each.

use crate::emitter::EmitContext;
use ir::descriptor::Layouts;
use ir::diag::{Diag, code};
use ir::float::FloatKind;
use ir::layout::{NvClip, NvTensorAddressing, NvTensorRefusal, checked_product};
use ir::print::type_to_string;
use ir::source::Span;
use ir::{Module, Op, Registry, Type, TypeKind, Verified};

/// The multiple to which the rows and the columns of matrices are rounded up. Devices with matrices of any size have a
/// granularity, which is usually 16 or 32.
const GRANULARITY: u32 = 16;

/// The type of the elements of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    /// A float of 16, 32 or 64 bits.
    Float(u32),
    /// An unsigned integer of 8 to 64 bits, for elements of any other type of this size.
    Bits(u32),
}

impl Component {
    /// Returns the size in bits.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Component::Float(bits) | Component::Bits(bits) => bits,
        }
    }

    /// Returns the name of the type in MLIR.
    pub(crate) fn name(self) -> String {
        match self {
            Component::Float(bits) => format!("f{bits}"),
            Component::Bits(bits) => format!("i{bits}"),
        }
    }
}

/// A matrix with an element for each logical index, in row-major order. The rows are all dims but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ElementMatrix {
    /// The number of rows with elements.
    pub(crate) rows: u32,
    /// The number of columns with elements.
    pub(crate) columns: u32,
}

impl ElementMatrix {
    /// Returns the matrix of these lengths; `None` if a number does not fit 32 bits.
    fn from_lengths(lengths: &[i64]) -> Option<ElementMatrix> {
        let outer = &lengths[..lengths.len().saturating_sub(1)];
        let rows = checked_product(outer.iter().copied())?;
        let last = lengths.last().copied().unwrap_or(1);
        fn fits(length: i64) -> Option<u32> {
            let length = u32::try_from(length).ok()?;
            length.checked_next_multiple_of(GRANULARITY).map(|_| length)
        }
        Some(ElementMatrix { rows: fits(rows)?, columns: fits(last)? })
    }

    /// Returns the rows and columns of the type of the matrix.
    pub(crate) fn size(self) -> [u32; 2] {
        [self.rows, self.columns].map(|length| length.next_multiple_of(GRANULARITY))
    }

    /// Returns the part of the matrix with elements; `None` if it is the whole matrix.
    pub(crate) fn clip(self) -> Option<NvClip> {
        let ElementMatrix { rows, columns } = self;
        let clip = NvClip { row_offset: 0, row_span: rows, col_offset: 0, col_span: columns };
        (self.size() != [rows, columns]).then_some(clip)
    }
}

/// A layout with a name, as tensor addressing.
pub(crate) struct NamedTensor<'m> {
    /// The symbol.
    pub(crate) name: &'m str,
    /// The location of the op.
    pub(crate) span: Span,
    /// The logical lengths; `None` for a dynamic one.
    pub(crate) lengths: Vec<Option<i64>>,
    /// The element type; `None` if the layout has none.
    pub(crate) element_type: Option<String>,
    /// The addressing, or the reason why there is none.
    pub(crate) found: Result<ExpressibleTensor, String>,
}

/// A layout that is expressible with tensor addressing.
pub(crate) struct ExpressibleTensor {
    pub(crate) state: NvTensorAddressing,
    pub(crate) matrix: ElementMatrix,
    pub(crate) component: Component,
}

/// Returns the named layouts of a module in the order of its ops: tensors, descriptors and notations.
///
/// # Errors
/// A layout is malformed, or has open strides.
pub(crate) fn tensors<'m>(
    module: &'m Verified,
    registry: &Registry,
) -> Result<Vec<NamedTensor<'m>>, Diag> {
    let layouts = Layouts::new(module, registry);
    let mut found = Vec::new();
    for op in module.ops(module.body()) {
        let has_layout = registry.op_def(module, op).is_some_and(|def| def.has_layout());
        let Some(name) = module.symbol(op).filter(|_| has_layout) else { continue };
        let layout = layouts.symbol(name).map_err(|fault| fault.to_diag(module.location(op)))?;
        let element = element(module, registry, op);
        let lengths = layout.shape().values().map(|length| length.get());
        let float = element.and_then(|element| float_bits(module, element));
        let component = component(float, layout.elem().map(|elem| elem.bits().get()));
        let state = layout.nv_tensor_addressing();
        found.push(NamedTensor {
            name,
            span: module.span(op),
            lengths: lengths.clone().collect(),
            element_type: element.map(|element| type_to_string(module, element)),
            found: expressible(lengths.collect(), state, component),
        });
    }
    Ok(found)
}

fn expressible(
    lengths: Option<Vec<i64>>,
    state: Result<NvTensorAddressing, NvTensorRefusal>,
    component: Result<Component, String>,
) -> Result<ExpressibleTensor, String> {
    let state = state.map_err(|refusal| refusal.to_string())?;
    let matrix = lengths.as_deref().and_then(ElementMatrix::from_lengths);
    let matrix = matrix.ok_or("the number of rows or columns does not fit 32 bits")?;
    Ok(ExpressibleTensor { state, matrix, component: component? })
}

/// Returns the element type of the tensor that an op declares; `None` if it declares none.
fn element(module: &Module, registry: &Registry, op: Op) -> Option<Type> {
    match *module.ctx.kind(registry.declared_type(module, op)?) {
        TypeKind::Tensor { elem, .. } => Some(elem),
        _ => None,
    }
}

/// Returns the number of bits of a float that SPIR-V has without an extension; `None` for other types.
fn float_bits(module: &Module, element: Type) -> Option<u32> {
    match *module.ctx.kind(element) {
        TypeKind::Float(FloatKind::F16) => Some(16),
        TypeKind::Float(FloatKind::F32) => Some(32),
        TypeKind::Float(FloatKind::F64) => Some(64),
        _ => None,
    }
}

/// Returns the type of the matrix for floats of SPIR-V, or for elements of a size. Elements of unknown size have 32 bits.
///
/// # Errors
/// A matrix cannot have elements of this size.
fn component(float: Option<u32>, bits: Option<i64>) -> Result<Component, String> {
    let bits = bits.unwrap_or(32);
    match (float, u32::try_from(bits)) {
        (Some(bits), _) => Ok(Component::Float(bits)),
        (None, Ok(bits @ (8 | 16 | 32 | 64))) => Ok(Component::Bits(bits)),
        _ => Err(format!("a matrix has elements of 8, 16, 32 or 64 bits, but these have {bits}")),
    }
}

/// Returns the layouts of a module that a SPIR-V module or a shader must express. Reports a warning if there are none.
///
/// # Errors
/// A layout is not expressible.
pub(crate) fn expressible_tensors<'m>(
    module: &'m Verified,
    cx: &EmitContext<'_>,
) -> Result<Vec<(&'m str, ExpressibleTensor)>, Diag> {
    let all = tensors(module, cx.registry)?;
    if all.is_empty() {
        let remedy = "add a `layout.tensor`, a `layout.descriptor` or a `layout.notation`";
        cx.warn_nothing_emitted(module, "named layouts", remedy);
    }
    let all = all.into_iter().map(|NamedTensor { name, span, found, .. }| match found {
        Ok(found) => Ok((name, found)),
        Err(reason) => {
            let name = name.escape_debug();
            let message = format!("`@{name}` is not a tensor layout and view of SPIR-V: {reason}");
            Err(Diag::error(code::ADDRESS, span, message))
        }
    });
    all.collect()
}
