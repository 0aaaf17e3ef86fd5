//! The verifier: checks a whole module, reports every error, and returns a [`Verified`] module.
//!
//! Emitters require a [`Verified`] module, so an unverified one cannot be emitted. The definition of an op verifies
//! that op; this module checks what holds for all ops: nesting, blocks, symbols and dominance.

mod calls;
mod dominance;
mod graph_attrs;
mod names;

use crate::arena;
use crate::choice::{CHOICES_ATTR, check_choices};
use crate::data::context::MAX_DEPTH;
use crate::data::module::{Block, Module, Op, Region, Value};
use crate::data::table::EntityMap;
use crate::descriptor::{self, ChoiceLayouts};
use crate::diag::{Diag, Sink, code};
use crate::encoding;
use crate::kernel;
use crate::print::ValueNames;
use crate::records;
use crate::registry::{OpCheck, OpDef, Registry, Traits, VIEW_ATTR};
use crate::signature;
use crate::target::Target;
use crate::views;
use calls::Calls;
use dominance::{Dominance, hidden_operands, positions};
pub use names::{ANY_ATTR, own_attributes};
use rustc_hash::FxHashMap;
use std::ops::Deref;

/// A module that passed [`verify`].
#[derive(Clone, Debug)]
pub struct Verified(Module);

impl Verified {
    /// Verifies a module for the target that it selects.
    ///
    /// # Errors
    /// The module has errors, which are reported to `sink`. The module is returned.
    pub fn new(
        module: Module,
        registry: &Registry,
        sink: &mut Sink,
    ) -> Result<Verified, Box<Module>> {
        // The verifier reports a malformed target, and the passes an unknown one.
        let target = Target::of_module(&module, registry).ok().flatten();
        Verified::for_target(module, target.as_ref(), registry, sink)
    }

    /// Verifies a module for a target, which wins over the one that the module selects; without a target, the formats of
    /// tensors follow the table without a version.
    ///
    /// # Errors
    /// The module has errors, which are reported to `sink`. The module is returned.
    pub fn for_target(
        mut module: Module,
        target: Option<&Target>,
        registry: &Registry,
        sink: &mut Sink,
    ) -> Result<Verified, Box<Module>> {
        registry.prepare(&mut module.ctx);
        module.ctx.set_format_version(target.and_then(|target| target.format_version));
        if verify(&module, registry, sink) { Ok(Verified(module)) } else { Err(Box::new(module)) }
    }

    /// Returns the module, which may then be modified.
    pub fn into_module(self) -> Module {
        self.0
    }
}

impl Deref for Verified {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.0
    }
}

/// Checks a module and reports all errors. Returns `true` if there are none.
pub fn verify(module: &Module, registry: &Registry, sink: &mut Sink) -> bool {
    let before = sink.errors();
    let mut verifier = Verifier { module, registry, sink };
    if verifier.depth() {
        let descriptors = verifier.ops();
        verifier.symbols();
        names::check_own_attrs(module, registry, verifier.sink);
        verifier.choices();
        verifier.declared_views();
        verifier.encodings();
        verifier.dominance();
        descriptor::check(module, registry, &descriptors, sink);
        if sink.errors() == before {
            records::check(module, registry, sink);
        }
        if sink.errors() == before {
            kernel::check(module, registry, sink);
            arena::check(module, registry, sink);
        }
    }
    sink.errors() == before
}

struct Verifier<'a, 's> {
    module: &'a Module,
    registry: &'a Registry,
    sink: &'s mut Sink,
}

impl<'a> Verifier<'a, '_> {
    fn traits(&self, op: Op) -> Traits {
        self.registry.op_def(self.module, op).map_or(Traits::NONE, |def| def.traits)
    }

    /// Checks that regions are nested at most [`MAX_DEPTH`] levels deep, which bounds the recursion of other code.
    /// Returns `true` if they are.
    fn depth(&mut self) -> bool {
        let mut depths: EntityMap<Op, u16> = EntityMap::new();
        for op in self.module.walk() {
            let above = self.module.parent_op(op).and_then(|parent| depths.get(parent).copied());
            let depth = above.unwrap_or(0) + 1;
            if depth > MAX_DEPTH + 1 {
                let message = format!("regions are nested more than {MAX_DEPTH} levels deep");
                self.sink.error(code::DEPTH, self.module.location(op), message);
                return false;
            }
            if !self.module.regions(op).is_empty() {
                depths.insert(op, depth);
            }
        }
        true
    }

    /// Checks each op on its own. Returns the ops that are related to descriptors.
    fn ops(&mut self) -> descriptor::DescriptorOps<'a> {
        let errors = self.sink.errors();
        let mut found =
            descriptor::DescriptorOps { errors, ..descriptor::DescriptorOps::default() };
        // A module has few names and many ops, so the definition of each name is looked up once.
        let module = self.module;
        let mut defs = vec![None; module.ctx.names_len()];
        let mut calls = Vec::new();
        for op in module.walk() {
            let slot = &mut defs[module.op_name(op).number()];
            if let Some(def) = *slot.get_or_insert_with(|| self.registry.op_def(module, op)) {
                let before = self.sink.errors();
                let mut check = OpCheck::new(module, op, self.registry, self.sink);
                let has_counts = signature::check(&mut check, def);
                names::check_attrs(module, op, def, self.registry, self.sink);
                if has_counts {
                    let registry = self.registry;
                    registry.check(def, &mut OpCheck::new(module, op, registry, self.sink));
                }
                if self.sink.errors() == before {
                    self.view(op, def);
                }
                if def.traits.has(Traits::TERMINATOR) {
                    self.check_last(op);
                }
                calls.extend(def.callee.as_deref().map(|key| (op, key)));
                found.descriptors.extend(def.is_descriptor.then_some(op));
                found.stages.extend(def.stage.as_ref().map(|_| op));
                found.layout_references.extend(def.layout_of.as_deref().map(|key| (op, key)));
            } else {
                names::check_name(module, op, self.registry, self.sink);
            }
            if !module.successors(op).is_empty() {
                self.successors(op);
            }
            for &region in module.regions(op) {
                self.region(op, region);
            }
        }
        let mut functions = Calls::new(module, self.registry, self.sink);
        calls.into_iter().for_each(|(op, key)| functions.check(op, key));
        found
    }

    /// Reports a view op with attributes that are invalid for every op of its name.
    fn view(&mut self, op: Op, def: &OpDef) {
        if let Some(Err(opaque)) = self.registry.defined_view(def, self.module, op)
            && opaque.is_malformed
        {
            let message = format!("`{}` is malformed: {opaque}", def.name);
            self.sink.error(code::VIEW, self.module.location(op).join(&opaque.path), message);
        }
    }

    /// Checks that a terminator is the last op of its block.
    fn check_last(&mut self, op: Op) {
        let module = self.module;
        if let Some(next) = module.next_op(op) {
            let message = format!("`{}` must be the last op of its block", module.name(op));
            let diag = Diag::error(code::STRUCTURE, module.location(op), message);
            self.sink.push(diag.note_at(module.location(next), "this op follows"));
        }
    }

    /// Checks that an op with successors is the last op of its block, and that each successor is a block of the same
    /// region other than the entry block.
    fn successors(&mut self, op: Op) {
        let module = self.module;
        let Some(block) = module.block_of(op) else { return };
        if module.last_op(block) != Some(op) {
            let message = format!(
                "`{}` has successors, but is not the last op of its block",
                module.name(op)
            );
            self.sink.error(code::STRUCTURE, module.location(op), message);
        }
        let region = module.block_region(block);
        for (index, &successor) in module.successors(op).iter().enumerate() {
            let place = module.location(op).successor(index);
            let wanted = if module.block_region(successor) != region {
                "be a block of the same region"
            } else if module.blocks(region).first() == Some(&successor) {
                "not be the entry block of the region"
            } else {
                continue;
            };
            let message = format!("successor {index} of `{}` must {wanted}", module.name(op));
            self.sink.error(code::STRUCTURE, place, message);
        }
    }

    fn region(&mut self, op: Op, region: Region) {
        let module = self.module;
        let blocks = self.module.blocks(region);
        let traits = self.registry.op_def(module, op).map(|def| def.traits);
        // The only block of an unknown op may have no terminator, but each of several blocks needs one.
        let is_open = traits
            .is_none_or(|traits| traits.has(Traits::NO_TERMINATOR) || traits.has(Traits::FOREIGN));
        if !is_open || blocks.len() > 1 {
            blocks.iter().for_each(|&block| self.terminator(op, block));
        }
    }

    /// Checks that a block ends with a terminator.
    fn terminator(&mut self, parent: Op, block: Block) {
        let module = self.module;
        let last = module.last_op(block);
        if last.is_some_and(|last| self.may_end_block(last)) {
            return;
        }
        let found =
            last.map_or("is empty".to_owned(), |last| format!("ends with `{}`", module.name(last)));
        let place = last.map_or(module.block_span(block).into(), |last| module.location(last));
        let parent = module.name(parent);
        let message = format!("a block of `{parent}` must end with a terminator, but {found}");
        self.sink.error(code::STRUCTURE, place, message);
    }

    /// Returns `true` if an op is a terminator, or an op of another dialect that may be one. Such an op has side
    /// effects, and either successors or no results.
    fn may_end_block(&self, op: Op) -> bool {
        let module = self.module;
        let registry = self.registry;
        let traits = registry.op_def(module, op).map(|def| def.traits);
        match traits.filter(|traits| !traits.has(Traits::FOREIGN)) {
            Some(traits) => traits.has(Traits::TERMINATOR),
            None => {
                let has_results = module.results(op).len() > 0 && module.successors(op).is_empty();
                !has_results && !registry.is_pure(module.name(op))
            }
        }
    }

    /// Checks that the symbols of each table are unique. A table is the region of an op with the trait `SYMBOL_TABLE`.
    fn symbols(&mut self) {
        let module = self.module;
        for table in module.walk() {
            // Most ops have no region, and are not looked up in the registry.
            if module.regions(table).is_empty() || !self.traits(table).has(Traits::SYMBOL_TABLE) {
                continue;
            }
            let mut first: FxHashMap<&str, Op> = FxHashMap::default();
            for op in module.inner_ops(table) {
                let Some(symbol) = module.symbol(op) else { continue };
                if let Some(&earlier) = first.get(symbol) {
                    let diag = Diag::error(
                        code::DUPLICATE_SYMBOL,
                        module.location(op).attr("sym_name"),
                        format!("symbol `@{symbol}` is defined twice"),
                    );
                    self.sink.push(diag.note_at(
                        module.location(earlier).attr("sym_name"),
                        "the first definition is here",
                    ));
                } else {
                    first.insert(symbol, op);
                }
            }
        }
    }

    /// Checks the views that ops declare.
    fn declared_views(&mut self) {
        let module = self.module;
        if module.ctx.find_name(VIEW_ATTR).is_some() {
            module.walk().for_each(|op| views::check(module, op, self.registry, self.sink));
        }
    }

    /// Checks the layout choices of all ops.
    fn choices(&mut self) {
        let module = self.module;
        if module.ctx.find_name(CHOICES_ATTR).is_none() {
            return;
        }
        let layouts = ChoiceLayouts::new(module, self.registry, None);
        for op in module.walk() {
            check_choices(module, &layouts, op).into_iter().for_each(|fault| self.sink.push(fault));
        }
    }

    /// Checks that the layouts in types are well formed. Types are interned, so each is checked once, and reported at
    /// its first use.
    fn encodings(&mut self) {
        let module = self.module;
        let mut faults: FxHashMap<_, _> = module
            .ctx
            .types()
            .map(|(ty, _)| (ty, encoding::well_formed(&module.ctx, ty)))
            .filter(|(_, faults)| !faults.is_empty())
            .collect();
        if faults.is_empty() {
            return;
        }
        for op in module.walk() {
            encoding::types_of_op(module, op, &mut |place, ty| {
                for fault in faults.remove(&ty).unwrap_or_default() {
                    self.sink.push(fault.to_diag(place.clone()));
                }
            });
        }
    }

    /// Checks dominance in the regions of ops with the trait `SSA_DOMINANCE`, and in all regions of several blocks,
    /// whose successors define an order of execution.
    fn dominance(&mut self) {
        let module = self.module;
        let hidden = module.walk().flat_map(|op| hidden_operands(module, op)).collect();
        self.dominance_faults(hidden);
        let positions = positions(module);
        for op in module.walk().filter(|&op| !module.regions(op).is_empty()) {
            let has_order = self.traits(op).has(Traits::SSA_DOMINANCE);
            for &region in module.regions(op) {
                if has_order || module.blocks(region).len() > 1 {
                    let faults = Dominance::new(module, region, &positions).faults();
                    self.dominance_faults(faults);
                }
            }
        }
    }

    fn dominance_faults(&mut self, faults: Vec<(Op, Value)>) {
        if faults.is_empty() {
            return;
        }
        let names = ValueNames::new(self.module, self.registry);
        for (user, value) in faults {
            let message =
                format!("the definition of `%{}` does not dominate this use", names.get(value));
            let index = self.module.operands(user).iter().position(|&used| used == value);
            let place = self.module.location(user).operand(index.unwrap_or(0));
            let diag = Diag::error(code::DOMINANCE, place, message);
            self.sink.push(diag.note_at(self.module.value_location(value), "it is defined here"));
        }
    }
}
