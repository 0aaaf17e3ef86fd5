//! The construction of the layout of one descriptor: its base, then its transforms in text order.

use super::Faults;
use super::base::{BaseBuilder, NamedBase, StageBuilder, from};
use super::body::{Body, unused};
use super::module_ops::ModuleOps;
use super::nested::Failure;
use super::placement_dims::PlacementDims;
use super::symbolic::{above_memory, layout_fault, symbols_of};
use crate::diag::{Code, Diag, code, counted};
use crate::layout::transform::{FaultPart, FormAttributes};
use crate::layout::{
    CheckBudget, Decider, DimId, Layout, LayoutFault, OpenDescriptor, Placement, SymbolSet,
    SymbolicBuilder, SymbolicLayout, Table,
};
use crate::module::{Op, Value};
use crate::registry::{Base, BlockRole, DescriptorStage, StageOp};
use crate::source::SourceLocation;
use crate::tables;
use crate::types::LayoutDim;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A descriptor that was built.
#[derive(Clone, Debug)]
pub struct Descriptor {
    /// The described layout.
    pub layout: Rc<Layout>,
    /// The stages in text order, without `layout.yield`.
    pub stages: Vec<StageDims>,
    /// The length of the chain below the descriptor: descriptors and tensors, each built on the next.
    pub(super) depth: usize,
    /// The types of the dims.
    pub(super) types: Vec<(Value, LayoutDim)>,
}

/// A descriptor with open lengths that was built.
#[derive(Clone, Debug)]
pub(super) struct OpenBuilt {
    pub(super) descriptor: OpenDescriptor,
    /// The length of the chain below the descriptor.
    pub(super) depth: usize,
    /// The types of the dims.
    pub(super) types: Vec<(Value, LayoutDim)>,
}

/// A descriptor of a placement that was built.
#[derive(Clone, Debug)]
pub(super) struct PlacedBuilt {
    pub(super) placement: Rc<Placement>,
    /// The length of the chain below the descriptor.
    pub(super) depth: usize,
    /// The types of the dims.
    pub(super) types: Vec<(Value, LayoutDim)>,
}

/// A descriptor with symbols that was built.
#[derive(Clone, Debug)]
pub(super) struct SymbolicBuilt {
    pub(super) layout: Rc<SymbolicLayout>,
    /// The length of the chain below the descriptor.
    pub(super) depth: usize,
    /// The types of the dims.
    pub(super) types: Vec<(Value, LayoutDim)>,
}

/// A descriptor that was built, with or without open lengths.
#[derive(Clone, Debug)]
pub(super) enum Built {
    Closed(Rc<Descriptor>),
    Open(Rc<OpenBuilt>),
    Placed(Rc<PlacedBuilt>),
    Symbolic(Rc<SymbolicBuilt>),
}

impl Built {
    /// Returns the types of the dims.
    pub(super) fn types(&self) -> &[(Value, LayoutDim)] {
        match self {
            Built::Closed(built) => &built.types,
            Built::Open(built) => &built.types,
            Built::Placed(built) => &built.types,
            Built::Symbolic(built) => &built.types,
        }
    }
}

/// The dims of one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StageDims {
    /// The op.
    pub op: Op,
    /// The operands of the op, nearer to memory: the buffer for a base that is memory, none for `layout.from`.
    pub operands: Vec<DimId>,
    /// The results of the op, nearer to the user.
    pub results: Vec<DimId>,
}

/// An op of a transform, whose attributes may name tables of the module.
struct TransformOp<'a, 'm> {
    cx: &'a ModuleOps<'m>,
    op: Op,
    attributes: StageOp<'m>,
}

impl FormAttributes for TransformOp<'_, '_> {
    fn int(&self, key: &str) -> Option<i64> {
        self.attributes.int(key)
    }

    fn ints(&self, key: &str) -> Option<Vec<i64>> {
        self.attributes.ints(key)
    }

    fn table(&self, key: &str) -> Option<Table> {
        let table = self.cx.op(self.cx.module.symbol_attr(self.op, key)?)?;
        let role = self.cx.registry.block_role(self.cx.module, table);
        let is_table = role == Some(BlockRole::Table);
        is_table.then(|| tables::read(self.cx.module, table).ok()).flatten()
    }
}

/// Finds the layout of a symbol.
pub(super) type FindNamed<'a> = &'a dyn Fn(&str) -> Result<NamedBase, Failure>;

/// Builds the layout of a descriptor op; `named` finds the layout of a base `layout.from`. The range check of its
/// indices uses the module's `budget`. With `is_open`, fixed lengths are kept as open ones are.
///
/// # Errors
/// The faults of the descriptor.
pub(super) fn build(
    cx: &ModuleOps<'_>,
    named: FindNamed<'_>,
    descriptor: Op,
    budget: &RefCell<CheckBudget>,
    is_open: bool,
) -> Result<Built, Faults> {
    let body = Body::from_descriptor(cx, descriptor)?;
    // The verifier reports the fault of the symbols at the op itself.
    let symbols = symbols_of(cx.module, descriptor).map_err(|_| Vec::new())?;
    let mut stages = Stages::begin(cx, named, (body.base, symbols), is_open)?;
    for &op in &body.transforms {
        stages.stage(op);
    }
    if stages.faults.is_empty() {
        stages.faults.extend(unused(cx, &body));
    }
    stages.finish(body.end, budget)
}

/// A descriptor under construction.
struct Stages<'a, 'm> {
    cx: &'a ModuleOps<'m>,
    builder: StageBuilder,
    depth: usize,
    /// The dim of each value; absent if the stage of the value is faulty.
    dims: FxHashMap<Value, DimId>,
    types: Vec<(Value, LayoutDim)>,
    stages: Vec<StageDims>,
    placement: PlacementDims,
    faults: Faults,
}

impl<'a, 'm> Stages<'a, 'm> {
    fn begin(
        cx: &'a ModuleOps<'m>,
        named: FindNamed<'_>,
        (op, symbols): (Op, Option<SymbolSet>),
        is_open: bool,
    ) -> Result<Stages<'a, 'm>, Faults> {
        let Some(DescriptorStage::Base(base)) = cx.stage(op) else { return Err(Vec::new()) };
        let Some(base) = base(StageOp::new(cx.module, op)) else { return Err(Vec::new()) };
        let physical = !matches!(base, Base::From(_));
        let memory = |memory: OpenDescriptor, is_open| {
            let builder = StageBuilder::above_memory(memory, is_open);
            let builder = builder.map_err(|fault| vec![at(cx, op, &fault)]);
            builder.map(|builder| BaseBuilder::new(builder, 0))
        };
        let base = match base {
            Base::Memory(found) => match *found {
                Ok(found) => memory(found, is_open)?,
                Err(fault) => return Err(vec![at(cx, op, &fault)]),
            },
            Base::Axes(found, axes) => {
                let placement = PlacementDims::on(axes);
                BaseBuilder { placement, ..memory(*found, false)? }
            }
            Base::Symbolic(found) => {
                let builder = (*found)
                    .and_then(|memory| above_memory(symbols.unwrap_or_default(), memory))
                    .map_err(|fault| vec![at(cx, op, &fault)])?;
                BaseBuilder::new(StageBuilder::Symbolic(Box::new(builder)), 0)
            }
            Base::From(name) => {
                from(cx.module.location(op).attr("of"), &name, named(&name), symbols)?
            }
        };
        let BaseBuilder { builder, results, placement, depth } = base;
        let operands = if physical { vec![DimId::BUFFER] } else { Vec::new() };
        let mut stages = Stages {
            cx,
            builder,
            depth,
            dims: FxHashMap::default(),
            types: Vec::new(),
            stages: Vec::new(),
            placement,
            faults: Vec::new(),
        };
        stages.record(StageDims { op, operands, results }, physical);
        if stages.faults.is_empty() { Ok(stages) } else { Err(stages.faults) }
    }

    /// Records a stage, and maps the results of its op to its result dims.
    fn record(&mut self, stage: StageDims, physical: bool) {
        let module = self.cx.module;
        let results = module.results(stage.op);
        if results.len() != stage.results.len() {
            let dims = counted(stage.results.len(), "dim");
            let has = counted(results.len(), "result");
            let message = format!("`{}` defines {dims}, but has {has}", module.name(stage.op));
            self.faults.push(Diag::error(code::COUNT, module.location(stage.op), message));
        }
        for (value, &dim) in results.zip(&stage.results) {
            let length = self.builder.length(dim).map(i64::unsigned_abs);
            self.dims.insert(value, dim);
            self.types.push((value, LayoutDim { physical, length }));
        }
        self.stages.push(stage);
    }

    /// Applies the op of a stage above the base.
    fn stage(&mut self, op: Op) {
        let cx = self.cx;
        // The fault of a stage whose results have no dims is already reported.
        let Some(operands) = self.dims_of(cx.module.operands(op)) else { return };
        let attributes = StageOp::new(cx.module, op);
        let transform = TransformOp { cx, op, attributes };
        let applied = match cx.stage(op) {
            Some(DescriptorStage::Transform(kind)) => {
                let applied = self.builder.apply(kind, (attributes, &transform), &operands);
                let Some(applied) = applied else { return };
                applied.map(|results| self.record(StageDims { op, operands, results }, false))
            }
            Some(DescriptorStage::Copies) => {
                self.for_placement().map(|dims| dims.add_copies(&operands))
            }
            Some(DescriptorStage::Partial(way)) => {
                let Some(way) = way(attributes) else { return };
                way.and_then(|way| self.for_placement().map(|dims| dims.add_parts(&operands, way)))
            }
            Some(DescriptorStage::Base(_) | DescriptorStage::Yield) | None => return,
        };
        if let Err(fault) = applied {
            self.faults.push(at(cx, op, &fault));
        }
    }

    /// Returns the dims of the placement.
    ///
    /// # Errors
    /// A length is open.
    fn for_placement(&mut self) -> Result<&mut PlacementDims, LayoutFault> {
        match self.builder {
            StageBuilder::Closed(_) => Ok(&mut self.placement),
            StageBuilder::Open(_) => Err(LayoutFault::new(
                "a descriptor with copies or parts must have static lengths, but one is `?`",
            )),
            StageBuilder::Symbolic(_) => {
                Err(LayoutFault::new("copies and parts are incompatible with symbols"))
            }
        }
    }

    /// Returns the dims of values. `None` if a value has none.
    fn dims_of(&self, values: &[Value]) -> Option<Vec<DimId>> {
        values.iter().map(|value| self.dims.get(value).copied()).collect()
    }

    fn finish(mut self, end: Op, budget: &RefCell<CheckBudget>) -> Result<Built, Faults> {
        self.check_logical(end);
        let logical_dims = self.dims_of(self.cx.module.operands(end));
        let Some(logical_dims) = logical_dims.filter(|_| self.faults.is_empty()) else {
            return Err(self.faults);
        };
        let Stages { cx, builder, depth, types, stages, placement, .. } = self;
        match builder {
            StageBuilder::Open(mut descriptor) => {
                descriptor.finish(&logical_dims);
                Ok(Built::Open(Rc::new(OpenBuilt { descriptor, depth, types })))
            }
            StageBuilder::Symbolic(builder) => {
                let layout = symbolic_layout(*builder, &logical_dims)
                    .map_err(|fault| vec![at_stage(cx, &stages, end, &fault)])?;
                Ok(Built::Symbolic(Rc::new(SymbolicBuilt { layout, depth, types })))
            }
            StageBuilder::Closed(builder) => {
                let fault = |fault| vec![at_stage(cx, &stages, end, &fault)];
                let dims = placement.after(logical_dims);
                let layout = builder.finish_within(&dims, &mut budget.borrow_mut());
                let layout = layout.map_err(fault)?;
                if placement.is_needed() {
                    let placement = Rc::new(placement.placement(layout).map_err(fault)?);
                    return Ok(Built::Placed(Rc::new(PlacedBuilt { placement, depth, types })));
                }
                let layout = Rc::new(layout);
                Ok(Built::Closed(Rc::new(Descriptor { layout, stages, depth, types })))
            }
        }
    }

    /// Checks that all yielded dims are logical.
    fn check_logical(&mut self, end: Op) {
        let module = self.cx.module;
        for (index, &value) in module.operands(end).iter().enumerate() {
            if self.types.iter().any(|&(typed, dim)| typed == value && dim.physical) {
                let name = self.cx.value_name(value);
                let message = format!(
                    "operands of `{}` must be logical dims, but `{name}` is a dim of memory",
                    module.name(end)
                );
                let diag =
                    Diag::error(code::DESCRIPTOR, module.location(end).operand(index), message);
                self.faults
                    .push(diag.note("convert it to a logical dim with `layout.pass_through`"));
            }
        }
    }
}

/// Returns the layout with these logical dims, if it is valid for all values of its symbols.
fn symbolic_layout(
    builder: SymbolicBuilder,
    logical_dims: &[DimId],
) -> Result<Rc<SymbolicLayout>, LayoutFault> {
    let decider = &mut Decider::new();
    let layout = builder.finish(logical_dims, None, decider);
    layout.and_then(|layout| layout.checked(decider)).map(Rc::new).map_err(layout_fault)
}

/// Returns the diagnostic of a fault of the op at a place.
fn located(op: SourceLocation, code: Code, message: String, fault: &LayoutFault) -> Diag {
    let place = match fault.part {
        Some(FaultPart::Attribute(key)) => op.attr(key),
        Some(FaultPart::Lower(index)) => op.operand(index),
        None => op,
    };
    let diag = Diag::error(code, place, message);
    fault.notes.iter().fold(diag, |diag, note| diag.note(note.clone()))
}

/// Returns the diagnostic of a fault at one stage.
fn at(cx: &ModuleOps<'_>, op: Op, fault: &LayoutFault) -> Diag {
    let module = cx.module;
    let dims: Vec<String> =
        module.operands(op).iter().map(|&dim| format!("`{}`", cx.value_name(dim))).collect();
    let subject = if dims.is_empty() { String::new() } else { format!(" of {}", dims.join(", ")) };
    let message = format!("`{}`{subject}: {}", module.name(op), fault.message);
    located(module.location(op), code::DESCRIPTOR, message, fault)
}

/// Returns the diagnostic of a fault of the whole descriptor, at the stage that causes it, or else at `layout.yield`.
fn at_stage(cx: &ModuleOps<'_>, stages: &[StageDims], end: Op, fault: &LayoutFault) -> Diag {
    let module = cx.module;
    // `fault.stage` counts the transforms only; stage 0 is the base.
    let stage = fault.stage.and_then(|stage| stages.get(stage + 1));
    let op = stage
        .or_else(|| {
            stages.iter().find(|stage| fault.dim.is_some_and(|dim| stage.results.contains(&dim)))
        })
        .map_or(end, |stage| stage.op);
    let mut message = fault.message.clone();
    if let Some(name) = fault.dim.and_then(|dim| dim_name(cx, stages, dim)) {
        message = format!("dim `{name}` of `{}`: {message}", module.name(op));
    }
    let code = if fault.index { code::INDEX_RANGE } else { code::DESCRIPTOR };
    located(module.location(op), code, message, fault)
}

/// Returns the name of a dim in the text. `None` for a dim of the base layout.
fn dim_name(cx: &ModuleOps<'_>, stages: &[StageDims], dim: DimId) -> Option<String> {
    let found = stages.iter().find_map(|stage| {
        let index = stage.results.iter().position(|&results| results == dim)?;
        cx.module.result(stage.op, index)
    });
    found.map(|value| cx.value_name(value))
}
