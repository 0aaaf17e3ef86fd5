//! `plan-memory`: assigns to every buffer of a function an offset in one arena.
//!
//! ```mlir
//! // before
//! func.func @f(%x: tensor<64xf32, {strides = [1]}>) -> tensor<64xf32, {strides = [1]}> {
//!   %0 = "my.a"(%x) : (tensor<64xf32, {strides = [1]}>) -> tensor<64xf32, {strides = [1]}>
//!   ...
//! // after: `%0` has the first 256 bytes of the arena, from this op to its last use
//! func.func @f(...) attributes {layout.arena_alignment = 4 : i64, layout.arena_size = 512 : i64} {
//!   %0 = "my.a"(%x) {layout.arena = {offset = 0 : i64, size = 256 : i64}} : ...
//! ```
//!
//! The arguments and results of a function belong to its caller and constants to the program; their buffers, with all views
//! of them, are not in the arena. [`ir::arena`] joins the values of a buffer, computes their lifetimes and finds the
//! results in place; the verifier checks each plan by the same functions. `sizes` computes the size and the alignment of
//! each buffer, `packing` the offsets, and `write` writes them. `lint` reports rules whose `inplace` has no effect.
//!
//! A plan needs exact sizes. A value without strides, or with a dynamic length that has no bound, is an error.

mod lint;
mod packing;
mod sizes;
mod write;

use crate::pass::{OptionError, OptionInfo, Options, Pass, PassContext, PassInfo};
use crate::placements;
use crate::resolve_strides::is_resolved;
use ir::arena::{BufferGroups, BufferOwner, FunctionBuffers, InPlaceResult, overwritable};
use ir::diag::{Diag, Severity, code};
use ir::registry::{DeclaredView, VIEW_ATTR};
use ir::{Module, Op, Value};
use packing::{Block, Packing, pack};
use sizes::{BufferSize, BufferSizes};
use std::collections::BTreeMap;

const OPTIONS: &[OptionInfo] = &[
    OptionInfo::constant("alignment", &[], "1", "the least alignment of each buffer, in bytes"),
    OptionInfo::constant("steps", &[], "10000000", "the most steps of the search for one function"),
];

/// The name of the pass.
pub(crate) const NAME: &str = "plan-memory";

pub(crate) const INFO: PassInfo = PassInfo::constant(
    NAME,
    "assigns to every buffer of a function an offset in one arena",
    include_str!("plan_memory/page.md"),
    OPTIONS,
    &|options| {
        let alignment = number(options, "alignment", 1)?;
        let steps = number(options, "steps", 0)?;
        Ok(Box::new(PlanMemory { alignment, steps }))
    },
);

/// Reads an option that is a number of 32 bits.
fn number(options: &Options, key: &str, least: u32) -> Result<u64, OptionError> {
    let text = options.get(key);
    let Some(number) = text.parse::<u32>().ok().filter(|&number| number >= least) else {
        let most = u32::MAX;
        let message =
            format!("option `{key}` is `{text}`, but must be a number from {least} to {most}");
        return Err(OptionError { message, near: None });
    };
    Ok(number.into())
}

/// The pass `plan-memory`.
pub struct PlanMemory {
    /// The least alignment of each buffer, in bytes.
    pub alignment: u64,
    /// The most steps of the search for one function.
    pub steps: u64,
}

impl Default for PlanMemory {
    fn default() -> PlanMemory {
        PlanMemory { alignment: 1, steps: 10_000_000 }
    }
}

impl Pass for PlanMemory {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        if placements::refuse(module, cx) || !is_resolved(module, cx) {
            return;
        }
        let functions: Vec<Op> =
            cx.registry.ops_with(module, |def| def.function.is_some()).collect();
        let before = cx.sink.errors();
        let mut sizes = BufferSizes::new(module, cx.registry, self.alignment);
        let plans: Vec<Plan> = functions
            .into_iter()
            .filter_map(|function| self.plan(module, function, &mut sizes, cx))
            .collect();
        if cx.sink.errors() == before {
            let remarks = cx.target.map(|target| lint::lint(module, target));
            remarks.into_iter().flatten().for_each(|remark| cx.sink.push(remark));
            plans.iter().for_each(|plan| plan.write(module));
        }
    }
}

/// The arena of a function in its memory plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FunctionArena {
    pub(crate) function: Op,
    /// The size in bytes.
    pub(crate) size: u64,
    /// The lower bound of the size: the greatest sum of the sizes of live buffers, or the size if it is proven least.
    pub(crate) bound: u64,
}

/// Returns the arenas that the pass plans by default for the functions of a module with resolved strides, without
/// changing it. The plan of a function whose sizes are unknown is missing, and `cx` has an error.
pub(crate) fn arenas(module: &Module, cx: &mut PassContext<'_>) -> Vec<FunctionArena> {
    let pass = PlanMemory::default();
    let mut sizes = BufferSizes::new(module, cx.registry, pass.alignment);
    let functions = cx.registry.ops_with(module, |def| def.function.is_some());
    let functions: Vec<Op> = functions.collect();
    let plans = functions.into_iter().filter_map(|function| {
        let Plan { size, bound, .. } = pass.plan(module, function, &mut sizes, cx)?;
        Some(FunctionArena { function, size, bound })
    });
    plans.collect()
}

/// The memory plan of a function.
struct Plan {
    buffers: FunctionBuffers,
    /// The offset and the size of each buffer in the arena.
    ranges: BTreeMap<usize, (u64, u64)>,
    results: Vec<InPlaceResult>,
    /// The ops that are views or copy because a rule of the target states it, with the statement.
    views: Vec<(Op, DeclaredView)>,
    size: u64,
    /// The lower bound of the size.
    bound: u64,
    alignment: u64,
}

impl PlanMemory {
    /// Plans the memory of a function, and counts it. Returns `None` with an error if a size is unknown.
    fn plan(
        &self,
        module: &Module,
        function: Op,
        sizes: &mut BufferSizes<'_>,
        cx: &mut PassContext<'_>,
    ) -> Option<Plan> {
        let buffers = FunctionBuffers::new(module, cx.registry, function);
        let before = cx.sink.errors();
        let all = buffers.buffers.iter().map(|buffer| match buffer.owner {
            BufferOwner::Function => sizes.of(buffer, cx.sink),
            _ => None,
        });
        let all: Vec<Option<BufferSize>> = all.collect();
        if cx.sink.errors() > before {
            return None;
        }
        let size_of = |value: Value| Some(all[buffers.number(value)?].as_ref()?.bytes);
        let permitted = |op| overwritable(module, op, cx.registry, cx.target);
        let groups = BufferGroups::new(module, &buffers, permitted, |operand, result| {
            size_of(operand) == size_of(result)
        });
        let blocks = blocks(&all, &groups);
        let alone: Vec<Block> = blocks.values().copied().collect();
        let Some(packing) = pack(&alone, self.steps) else {
            let symbol = module.symbol(function).unwrap_or("<unnamed>");
            let message = format!("the arena of `@{symbol}` exceeds 63 bits");
            cx.sink.error(code::MEMORY, module.location(function), message);
            return None;
        };
        self.report(module, function, (&alone, &packing), &groups, cx);
        let offsets = blocks.keys().copied().zip(packing.offsets.iter().copied());
        let offsets: BTreeMap<usize, u64> = offsets.collect();
        let placed = all.iter().enumerate().filter_map(|(number, size)| {
            let offset = *offsets.get(&groups.group(number))?;
            Some((number, (offset, size.as_ref()?.bytes)))
        });
        let ranges = placed.collect();
        let alignment = sizes::common_alignment(&alone)?;
        let results = groups.results;
        let views = declared_views(module, &buffers, cx);
        let Packing { peak: size, bound, .. } = packing;
        Some(Plan { buffers, ranges, results, views, size, bound, alignment })
    }

    /// Counts a plan, with a remark if it is not proven optimal.
    fn report(
        &self,
        module: &Module,
        function: Op,
        (blocks, packing): (&[Block], &Packing),
        groups: &BufferGroups,
        cx: &mut PassContext<'_>,
    ) {
        let Packing { peak, bound, .. } = *packing;
        let total = blocks.iter().fold(0u64, |sum, block| sum.saturating_add(block.size));
        cx.stats.add("buffers", blocks.len() as u64);
        cx.stats.add("results in place", groups.results.len() as u64);
        cx.stats.add("buffers (bytes)", total);
        cx.stats.add("arena (bytes)", peak);
        cx.stats.add("lower bound (bytes)", bound);
        cx.stats.add("gap (bytes)", peak - bound);
        if peak > bound {
            let symbol = module.symbol(function).unwrap_or("<unnamed>");
            let message = format!(
                "the arena of `@{symbol}` has {peak} bytes, which is not proven optimal: the lower bound is {bound} bytes"
            );
            let diag =
                Diag::new(Severity::Remark, code::MEMORY, module.location(function), message);
            let steps = self.steps;
            cx.sink.push(diag.note(format!("the search stopped after `steps={steps}`")));
        }
    }
}

/// Returns the ops of a function that are views or copy because a rule of the target states it.
fn declared_views(
    module: &Module,
    buffers: &FunctionBuffers,
    cx: &PassContext<'_>,
) -> Vec<(Op, DeclaredView)> {
    let Some(target) = cx.target else { return Vec::new() };
    let declared = buffers.ops().filter_map(|op| {
        let view = target.rule(module.name(op))?.view.clone()?;
        let is_stated = module.attr(op, VIEW_ATTR).is_some();
        let is_view =
            !is_stated && matches!(cx.registry.element_relations(module, op), Some(Ok(_)));
        is_view.then_some((op, view))
    });
    declared.collect()
}

/// Returns the block of each group of buffers in the arena, by the number of the buffer that identifies it.
fn blocks(sizes: &[Option<BufferSize>], groups: &BufferGroups) -> BTreeMap<usize, Block> {
    let mut blocks: BTreeMap<usize, Block> = BTreeMap::new();
    for (number, size) in sizes.iter().enumerate() {
        let Some(BufferSize { bytes, alignment }) = *size else { continue };
        let lifetime = groups.lifetime(number);
        let lifetime = (lifetime.first, lifetime.last);
        let block = blocks.entry(groups.group(number));
        let block = block.or_insert(Block { size: bytes, alignment, lifetime });
        // The results in place have the type of the operand, but other values of their buffers may need more.
        block.alignment = sizes::common_multiple(block.alignment, alignment).unwrap_or(u64::MAX);
    }
    blocks
}

#[cfg(test)]
mod tests;
