//! The boundaries of functions: the inputs and results whose layouts the pass chooses.
//!
//! The layout of an input or result with the attribute `layout.any` is chosen. So are those of a private function that
//! all its symbol uses call, if their types declare none: all its calls are known, and are updated. Every function has
//! one signature, also one that calls itself. All other declared types are kept, and so are types with strides, an
//! offset, requirements or a descriptor.

use crate::assign_layouts::sites::candidate::{Candidate, is_plain};
use crate::assign_layouts::sites::{Freedom, Mode};
use crate::symbol_uses::SymbolUses;
use crate::tensors::Defs;
use indexmap::IndexSet;
use ir::verify::ANY_ATTR;
use ir::{Attr, Module, Op, Registry, Type, TypeKind, Value};
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;

/// The boundary of a function of which at least one layout is chosen.
#[derive(Debug)]
pub(crate) struct FunctionBoundary {
    pub(crate) function: Op,
    /// The key of the attribute with the function's type.
    pub(crate) type_key: Cow<'static, str>,
    pub(crate) inputs: Vec<Freedom>,
    pub(crate) results: Vec<Freedom>,
    /// The arguments of the entry block; empty for a declaration.
    pub(crate) arguments: Vec<Value>,
    /// The ops that return from the function.
    pub(crate) returns: Vec<Op>,
    /// The calls of the function.
    pub(crate) calls: Vec<Op>,
    /// `true` if all uses of the function are these calls, so that each may call a clone of it instead.
    pub(crate) is_inner: bool,
}

/// The functions whose boundaries are chosen.
#[derive(Debug, Default)]
pub(crate) struct FunctionScope {
    /// The boundaries in program order.
    pub(crate) boundaries: Vec<FunctionBoundary>,
    /// The functions whose calls are not related to them, in a relaxation of the problem.
    pub(crate) detached: IndexSet<Op, FxBuildHasher>,
}

impl FunctionScope {
    /// Returns the boundaries of a module.
    pub(crate) fn new(module: &Module, registry: &Registry, mode: Mode) -> FunctionScope {
        FunctionScope { boundaries: boundaries(module, registry, mode), ..FunctionScope::default() }
    }
}

fn boundaries(module: &Module, registry: &Registry, mode: Mode) -> Vec<FunctionBoundary> {
    let mut defs = Defs::new(module, registry);
    let has_any = module.ctx.find_name(ANY_ATTR).is_some();
    let functions = module.walk().filter(|&op| {
        defs.get(op).is_some_and(|def| def.function.is_some()) && (has_any || module.is_private(op))
    });
    let functions: Vec<Op> = functions.collect();
    if functions.is_empty() {
        return Vec::new();
    }
    let uses = SymbolUses::new(module, registry);
    let mut all: Vec<FunctionBoundary> = Vec::new();
    for function in functions {
        all.extend(boundary(module, &mut defs, &uses, (function, mode)));
    }
    all
}

/// Returns the boundary of a function; `None` if all its types are kept.
fn boundary(
    module: &Module,
    defs: &mut Defs<'_>,
    uses: &SymbolUses,
    (function, mode): (Op, Mode),
) -> Option<FunctionBoundary> {
    let type_key = defs.get(function)?.function.as_ref()?.type_key.clone();
    let TypeKind::Function { inputs, results } =
        module.ctx.kind(module.type_attr(function, &type_key)?)
    else {
        return None;
    };
    let body = module.regions(function).first().map_or(&[][..], |&body| module.blocks(body));
    let arguments = body.first().map_or(&[][..], |&entry| module.arguments(entry)).to_vec();
    let calls = uses.calls(function).to_vec();
    let is_inner = module.is_private(function)
        && !body.is_empty()
        && !calls.is_empty()
        && !uses.is_mentioned(module, function);
    let inputs = inputs.iter().enumerate().map(|(at, &ty)| {
        freedom(module, ty, module.argument_attr(function, at, ANY_ATTR), (is_inner, mode))
    });
    let inputs: Vec<Freedom> = inputs.collect();
    let results = results.iter().enumerate().map(|(at, &ty)| {
        freedom(module, ty, module.result_attr(function, at, ANY_ATTR), (is_inner, mode))
    });
    let mut results: Vec<Freedom> = results.collect();
    let mut returns = Vec::new();
    for end in body.iter().filter_map(|&block| module.last_op(block)) {
        if defs.get(end).is_some_and(|def| def.returns) {
            returns.push(end);
        } else if module.successors(end).is_empty() {
            // An op of unknown meaning leaves the function, so the returned types are kept.
            results.fill(Freedom::Fixed);
        }
    }
    let is_chosen = inputs.iter().chain(&results).any(|&freedom| freedom != Freedom::Fixed);
    is_chosen.then_some(FunctionBoundary {
        function,
        type_key,
        inputs,
        results,
        arguments,
        returns,
        calls,
        is_inner,
    })
}

/// Returns the freedom of an input or result with this type. `any` is its attribute `layout.any`.
fn freedom(
    module: &Module,
    ty: Type,
    any: Option<Attr>,
    (is_inner, mode): (bool, Mode),
) -> Freedom {
    let is_tensor = matches!(module.ctx.kind(ty), TypeKind::Tensor { .. });
    if !is_tensor || !is_plain(module, ty) {
        return Freedom::Fixed;
    }
    let is_declared = mode == Mode::Assign && Candidate::declared(module, ty).is_some();
    match any {
        Some(_) => Freedom::Any,
        None if is_inner && !is_declared => Freedom::Inner,
        None => Freedom::Fixed,
    }
}
