//! The layout on which a descriptor is built, memory or the layout of a base `layout.from`, and the builder above it.

use super::Faults;
use super::nested::{Failure, NestedLayout};
use super::placement_dims::PlacementDims;
use super::symbolic::{apply, layout_fault};
use crate::diag::{Diag, code};
use crate::layout::transform::{FormAttributes, TransformKind};
use crate::layout::{
    Decider, DimId, LayoutBuilder, LayoutFault, OpenDescriptor, Placement, SymbolSet,
    SymbolicBuilder,
};
use crate::registry::{DescribedLayout, StageOp};
use crate::source::SourceLocation;

/// The layout of a base `layout.from`.
pub(super) enum NamedBase {
    Layout(NestedLayout),
    /// A descriptor with open lengths, and the length of its chain.
    Open(OpenDescriptor, usize),
}

impl NamedBase {
    /// Returns the length of the chain.
    fn depth(&self) -> usize {
        match self {
            NamedBase::Layout(named) => named.depth,
            NamedBase::Open(_, depth) => *depth,
        }
    }

    /// Returns the number of transforms.
    fn stages(&self) -> usize {
        match self {
            NamedBase::Open(descriptor, _) => descriptor.stages().len(),
            NamedBase::Layout(NestedLayout { layout, .. }) => match layout {
                DescribedLayout::Memory(layout) => layout.stages().len(),
                DescribedLayout::Placement(placement) => placement.function().stages().len(),
                DescribedLayout::Symbolic(layout) => layout.transforms(),
            },
        }
    }
}

/// The layout of a descriptor under construction.
pub(super) enum StageBuilder {
    Closed(LayoutBuilder),
    Open(OpenDescriptor),
    Symbolic(Box<SymbolicBuilder>),
}

impl StageBuilder {
    /// Returns the builder above memory.
    pub(super) fn above_memory(
        memory: OpenDescriptor,
        is_open: bool,
    ) -> Result<StageBuilder, LayoutFault> {
        if is_open || memory.is_open() {
            return Ok(StageBuilder::Open(memory));
        }
        let lengths: Vec<i64> = memory.memory_lengths().iter().copied().flatten().collect();
        memory.form().builder(&lengths).map(StageBuilder::Closed)
    }

    fn base_dims(&self) -> Vec<DimId> {
        match self {
            StageBuilder::Closed(builder) => builder.base_dims().to_vec(),
            StageBuilder::Open(descriptor) => descriptor.logical_dims().to_vec(),
            StageBuilder::Symbolic(builder) => builder.base_dims().to_vec(),
        }
    }

    pub(super) fn length(&self, dim: DimId) -> Option<i64> {
        match self {
            StageBuilder::Closed(builder) => builder.length(dim).get(),
            StageBuilder::Open(descriptor) => descriptor.length(dim),
            StageBuilder::Symbolic(builder) => builder.length(dim)?.as_constant(),
        }
    }

    /// Applies the transform of a stage. `None` if the verifier reports the fault of its attributes elsewhere.
    pub(super) fn apply(
        &mut self,
        kind: &TransformKind,
        (op, attributes): (StageOp<'_>, &dyn FormAttributes),
        operands: &[DimId],
    ) -> Option<Result<Vec<DimId>, LayoutFault>> {
        if let StageBuilder::Symbolic(builder) = self {
            return apply(builder, kind, op, operands);
        }
        let transform = (kind.from_attributes)(attributes)?;
        Some(match self {
            StageBuilder::Closed(builder) => builder.apply(transform, operands),
            StageBuilder::Open(descriptor) => descriptor.apply(transform, operands),
            StageBuilder::Symbolic(_) => return None,
        })
    }
}

/// A builder above a base.
pub(super) struct BaseBuilder {
    pub(super) builder: StageBuilder,
    /// The dims that the base defines.
    pub(super) results: Vec<DimId>,
    pub(super) placement: PlacementDims,
    /// The length of the chain below the descriptor.
    pub(super) depth: usize,
}

impl BaseBuilder {
    pub(super) fn new(builder: StageBuilder, depth: usize) -> BaseBuilder {
        let results = builder.base_dims();
        BaseBuilder { builder, results, placement: PlacementDims::default(), depth }
    }

    /// Returns the builder above a placement, whose copies and parts the descriptor inherits.
    fn above_placement(placement: &Placement, depth: usize) -> BaseBuilder {
        let builder = StageBuilder::Closed(LayoutBuilder::from_layout(placement.function()));
        let mut results = builder.base_dims();
        let others = results.split_off(placement.shape().len());
        BaseBuilder { builder, results, placement: PlacementDims::of(placement, &others), depth }
    }
}

/// The maximum number of descriptors and tensors in a chain, each built on the next.
const MAX_LINKS: usize = crate::limits::LINKS as usize;

/// The maximum number of transforms of a layout on which a descriptor is built.
const MAX_INHERITED: usize = crate::limits::INHERITED as usize;

/// Returns the builder of a descriptor on another layout; `symbols` are those of the descriptor.
pub(super) fn from(
    place: SourceLocation,
    name: &str,
    named: Result<NamedBase, Failure>,
    symbols: Option<SymbolSet>,
) -> Result<BaseBuilder, Faults> {
    let named = match named {
        Ok(named) => named,
        Err(Failure::Reported) => return Err(Vec::new()),
        Err(Failure::Fault(fault)) => return Err(vec![fault.to_diag(place)]),
    };
    let depth = named.depth() + 1;
    let stages = named.stages();
    if stages > MAX_INHERITED || depth > MAX_LINKS {
        let message = format!(
            "base layout `@{name}` must have at most {MAX_INHERITED} transforms in a chain of at most {MAX_LINKS} layouts, \
             but has {stages} transforms in a chain of {depth}"
        );
        return Err(vec![Diag::error(code::DESCRIPTOR, place, message)]);
    }
    match named {
        NamedBase::Open(descriptor, _) if symbols.is_none() => {
            Ok(BaseBuilder::new(StageBuilder::Open(descriptor), depth))
        }
        NamedBase::Open(..) => {
            let message =
                format!("`@{name}` has open lengths (`?`), which are incompatible with `symbols`");
            Err(vec![Diag::error(code::DESCRIPTOR, place, message)])
        }
        NamedBase::Layout(NestedLayout { layout, .. }) => {
            let base = above(&layout, symbols, depth);
            base.map_err(|fault| {
                let message = format!("`@{name}`: {}", fault.message);
                let diag = Diag::error(code::DESCRIPTOR, place, message);
                vec![fault.notes.into_iter().fold(diag, Diag::note)]
            })
        }
    }
}

/// Returns the builder above a layout. A layout with symbols, and one below a descriptor with symbols, has a symbolic one.
fn above(
    layout: &DescribedLayout,
    symbols: Option<SymbolSet>,
    depth: usize,
) -> Result<BaseBuilder, LayoutFault> {
    let decider = &mut Decider::new();
    let builder = match (layout, symbols) {
        (DescribedLayout::Memory(layout), None) => {
            StageBuilder::Closed(LayoutBuilder::from_layout(layout))
        }
        (DescribedLayout::Placement(placement), None) => {
            return Ok(BaseBuilder::above_placement(placement, depth));
        }
        (DescribedLayout::Placement(_), Some(_)) => {
            return Err(LayoutFault::new("a placement is incompatible with `symbols`"));
        }
        (DescribedLayout::Memory(layout), Some(symbols)) => {
            let builder = SymbolicBuilder::above_numbers(symbols, layout, decider);
            StageBuilder::Symbolic(Box::new(builder.map_err(layout_fault)?))
        }
        (DescribedLayout::Symbolic(layout), symbols) => {
            let builder = SymbolicBuilder::above(&symbols.unwrap_or_default(), layout, decider);
            StageBuilder::Symbolic(Box::new(builder.map_err(layout_fault)?))
        }
    };
    Ok(BaseBuilder::new(builder, depth))
}
