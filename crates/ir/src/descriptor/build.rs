//! The construction of the layout of one descriptor: its base, then its transforms in text order.

use super::Faults;
use super::body::{Body, unused};
use super::module_ops::ModuleOps;
use super::nested::{Failure, NestedLayout};
use crate::diag::{Code, Diag, code, counted};
use crate::layout::transform::FaultPart;
use crate::layout::{CheckBudget, DimId, Layout, LayoutBuilder, LayoutFault};
use crate::module::{Op, Value};
use crate::registry::{Base, DescriptorStage, StageOp};
use crate::source::SourceLocation;
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

/// Finds the layout of a symbol.
pub(super) type FindNamed<'a> = &'a dyn Fn(&str) -> Result<NestedLayout, Failure>;

/// Builds the layout of a descriptor op; `named` finds the layout of a base `layout.from`. The range check of its
/// indices uses the module's `budget`.
///
/// # Errors
/// The faults of the descriptor.
pub(super) fn build(
    cx: &ModuleOps<'_>,
    named: FindNamed<'_>,
    descriptor: Op,
    budget: &RefCell<CheckBudget>,
) -> Result<Descriptor, Faults> {
    let body = Body::from_descriptor(cx, descriptor)?;
    let mut stages = Stages::begin(cx, named, body.base)?;
    for &op in &body.transforms {
        stages.transform(op);
    }
    if stages.faults.is_empty() {
        stages.faults.extend(unused(cx, &body));
    }
    stages.finish(body.end, budget)
}

/// A descriptor under construction.
struct Stages<'a, 'm> {
    cx: &'a ModuleOps<'m>,
    builder: LayoutBuilder,
    depth: usize,
    /// The dim of each value; absent if the stage of the value is faulty.
    dims: FxHashMap<Value, DimId>,
    types: Vec<(Value, LayoutDim)>,
    stages: Vec<StageDims>,
    faults: Faults,
}

impl<'a, 'm> Stages<'a, 'm> {
    fn begin(
        cx: &'a ModuleOps<'m>,
        named: FindNamed<'_>,
        op: Op,
    ) -> Result<Stages<'a, 'm>, Faults> {
        let Some(DescriptorStage::Base(base)) = cx.stage(op) else { return Err(Vec::new()) };
        let Some(base) = base(StageOp::new(cx.module, op)) else { return Err(Vec::new()) };
        let physical = matches!(base, Base::Memory(_));
        let (builder, depth) = match base {
            Base::Memory(built) => ((*built).map_err(|fault| vec![at(cx, op, &fault)])?, 0),
            Base::From(name) => from(cx.module.location(op).attr("of"), &name, named(&name))?,
        };
        let results = builder.base_dims().to_vec();
        let operands = if physical { vec![DimId::BUFFER] } else { Vec::new() };
        let mut stages = Stages {
            cx,
            builder,
            depth,
            dims: FxHashMap::default(),
            types: Vec::new(),
            stages: Vec::new(),
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
            let length = self.builder.length(dim).get().map(i64::unsigned_abs);
            self.dims.insert(value, dim);
            self.types.push((value, LayoutDim { physical, length }));
        }
        self.stages.push(stage);
    }

    /// Applies the transform of an op.
    fn transform(&mut self, op: Op) {
        let cx = self.cx;
        let Some(DescriptorStage::Transform(kind)) = cx.stage(op) else { return };
        let attributes = StageOp::new(cx.module, op);
        let Some(transform) = (kind.from_attributes)(&attributes) else { return };
        // The fault of a stage whose results have no dims is already reported.
        let Some(operands) = self.dims_of(cx.module.operands(op)) else { return };
        match self.builder.apply(transform, &operands) {
            Ok(results) => self.record(StageDims { op, operands, results }, false),
            Err(fault) => self.faults.push(at(cx, op, &fault)),
        }
    }

    /// Returns the dims of values. `None` if a value has none.
    fn dims_of(&self, values: &[Value]) -> Option<Vec<DimId>> {
        values.iter().map(|value| self.dims.get(value).copied()).collect()
    }

    fn finish(mut self, end: Op, budget: &RefCell<CheckBudget>) -> Result<Descriptor, Faults> {
        self.check_logical(end);
        let logical_dims = self.dims_of(self.cx.module.operands(end));
        let Some(logical_dims) = logical_dims.filter(|_| self.faults.is_empty()) else {
            return Err(self.faults);
        };
        let Stages { cx, builder, depth, types, stages, .. } = self;
        match builder.finish_within(&logical_dims, &mut budget.borrow_mut()) {
            Ok(layout) => Ok(Descriptor { layout: Rc::new(layout), stages, depth, types }),
            Err(fault) => Err(vec![at_stage(cx, &stages, end, &fault)]),
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

/// The maximum number of descriptors and tensors in a chain, each built on the next.
const MAX_LINKS: usize = crate::limits::LINKS as usize;

/// The maximum number of transforms of a layout on which a descriptor is built.
const MAX_INHERITED: usize = crate::limits::INHERITED as usize;

/// Returns the builder of a descriptor on another layout, and the depth of the chain.
fn from(
    place: SourceLocation,
    name: &str,
    named: Result<NestedLayout, Failure>,
) -> Result<(LayoutBuilder, usize), Faults> {
    let named = match named {
        Ok(named) => named,
        Err(Failure::Reported) => return Err(Vec::new()),
        Err(Failure::Fault(fault)) => return Err(vec![fault.to_diag(place)]),
    };
    let stages = named.layout.stages().count();
    let depth = named.depth + 1;
    if stages > MAX_INHERITED || depth > MAX_LINKS {
        let message = format!(
            "base layout `@{name}` must have at most {MAX_INHERITED} transforms in a chain of at most {MAX_LINKS} layouts, \
             but has {stages} transforms in a chain of {depth}"
        );
        return Err(vec![Diag::error(code::DESCRIPTOR, place, message)]);
    }
    Ok((LayoutBuilder::from_layout(&named.layout), depth))
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
