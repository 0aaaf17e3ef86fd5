//! The body of a descriptor: one block of stages in a valid order, whose dims are each used exactly once.

use super::Faults;
use super::module_ops::ModuleOps;
use crate::attrs::Attr;
use crate::diag::{Code, Diag, Sink, code};
use crate::module::{Block, Def, Op, Value};
use crate::registry::{DescriptorStage, OpCheck, OpDef, StageOp};
use crate::signature;
use crate::source::SourceLocation;
use rustc_hash::{FxHashMap, FxHashSet};

/// The ops of a well-formed descriptor.
pub(super) struct Body {
    /// The base.
    pub(super) base: Op,
    /// The transforms in text order.
    pub(super) transforms: Vec<Op>,
    /// The terminator, `layout.yield`.
    pub(super) end: Op,
}

impl Body {
    /// Checks the ops of a descriptor and returns them.
    pub(super) fn from_descriptor(cx: &ModuleOps<'_>, descriptor: Op) -> Result<Body, Faults> {
        let mut check = Check { cx, has_reported: false, faults: Vec::new() };
        let block = check.block(descriptor)?;
        let ops: Vec<Op> = cx.module.ops(block).collect();
        for (position, &op) in ops.iter().enumerate() {
            check.op(op, position);
        }
        check.uses(&ops);
        check.order(block, &ops);
        match ops[..] {
            [base, ref transforms @ .., end] if !check.has_reported && check.faults.is_empty() => {
                Ok(Body { base, transforms: transforms.to_vec(), end })
            }
            _ => Err(check.faults),
        }
    }
}

/// Reports the dims of a descriptor that none of its ops uses.
pub(super) fn unused(cx: &ModuleOps<'_>, body: &Body) -> Faults {
    let module = cx.module;
    let ops = || std::iter::once(body.base).chain(body.transforms.iter().copied());
    let users = ops().chain([body.end]);
    let used: FxHashSet<Value> = users.flat_map(|op| module.operands(op)).copied().collect();
    let defined = ops().flat_map(|op| module.results(op).map(move |value| (op, value)));
    let left = defined.filter(|(_, value)| !used.contains(value)).map(|(op, value)| {
        let name = cx.value_name(value);
        let of = module.name(op);
        let message = format!("dim `{name}` of `{of}` is unused, but must be used exactly once");
        let diag = Diag::error(code::DESCRIPTOR, module.value_location(value), message);
        diag.note("drop the dim with `layout.freeze`, or add it to `layout.yield`")
    });
    left.collect()
}

struct Check<'a, 'm> {
    cx: &'a ModuleOps<'m>,
    /// `true` if the descriptor has a fault that the verifier reports elsewhere.
    has_reported: bool,
    faults: Faults,
}

impl Check<'_, '_> {
    fn error(&mut self, op: Op, code: Code, message: String) {
        self.faults.push(Diag::error(code, self.cx.module.location(op), message));
    }

    /// Returns the only block of a descriptor.
    ///
    /// # Errors
    /// The descriptor does not have exactly one block without arguments.
    fn block(&mut self, descriptor: Op) -> Result<Block, Faults> {
        let module = self.cx.module;
        let &[region] = module.regions(descriptor) else { return Err(Vec::new()) };
        let place = module.location(descriptor);
        match *module.blocks(region) {
            [block] if module.arguments(block).is_empty() => Ok(block),
            [_] => {
                let message = "the block of a descriptor must have no arguments: its base defines the first dims";
                Err(vec![Diag::error(code::STRUCTURE, place, message)])
            }
            ref blocks => {
                let message =
                    format!("a descriptor must have exactly one block, but has {}", blocks.len());
                Err(vec![Diag::error(code::STRUCTURE, place, message)])
            }
        }
    }

    /// Checks one op at its position in the block.
    fn op(&mut self, op: Op, position: usize) {
        let cx = self.cx;
        let Some((def, stage)) =
            cx.registry.op_def(cx.module, op).and_then(|def| Some((def, def.stage.as_ref()?)))
        else {
            let name = cx.module.name(op);
            let message = format!(
                "expected a base, transforms and `layout.yield` in a descriptor, found `{name}`"
            );
            return self.error(op, code::STRUCTURE, message);
        };
        if !self.is_sound(op, def) {
            self.has_reported = true;
        }
        self.without_symbols(op);
        match stage {
            DescriptorStage::Base(_) if position > 0 => {
                let message = format!(
                    "`{}` must be the first op of its descriptor, and the only base",
                    def.name
                );
                self.error(op, code::STRUCTURE, message);
            }
            DescriptorStage::Base(_) => self.has_reported |= cx.module.next_op(op).is_none(),
            _ if position == 0 => self.no_base(op, def),
            // The verifier checks that a terminator is the last op of its block.
            DescriptorStage::Yield => self.has_reported |= cx.module.next_op(op).is_some(),
            DescriptorStage::Transform(_)
            | DescriptorStage::Copies
            | DescriptorStage::Partial(_) => {
                self.has_reported |= cx.module.next_op(op).is_none();
            }
        }
    }

    /// Reports an attribute with symbols in a descriptor that has none.
    fn without_symbols(&mut self, op: Op) {
        let ModuleOps { module, .. } = *self.cx;
        if StageOp::new(module, op).has_symbols() {
            return;
        }
        let has_map = |attr: Attr| module.ctx.as_symbol_map(attr).is_some();
        let Some((key, _)) = module.all_attrs(op).find(|&(_, attr)| has_map(attr)) else { return };
        let key = module.ctx.text(key);
        let message = format!(
            "`{key}` of `{}` is a map over symbols, but the descriptor has none",
            module.name(op)
        );
        let diag = Diag::error(code::DESCRIPTOR, module.location(op).attr(key), message);
        self.faults
            .push(diag.note("name its symbols, such as `layout.descriptor @y symbols [s0]`"));
    }

    /// Reports a descriptor whose first op is not a base.
    fn no_base(&mut self, op: Op, def: &OpDef) {
        let bases = self.cx.registry.defs();
        let bases = bases.filter(|def| matches!(def.stage, Some(DescriptorStage::Base(_))));
        let names: Vec<String> = bases.map(|def| format!("`{}`", def.name)).collect();
        let message = format!("the first op of a descriptor must be a base, but is `{}`", def.name);
        let place = self.cx.module.location(op);
        let diag = Diag::error(code::STRUCTURE, place, message);
        self.faults.push(diag.note(format!("the bases are {}", names.join(", "))));
    }

    /// Returns `true` if the counts and attributes of an op match its definition.
    fn is_sound(&self, op: Op, def: &OpDef) -> bool {
        let mut sink = Sink::default();
        let ModuleOps { module, registry, .. } = *self.cx;
        signature::check(&mut OpCheck::new(module, op, registry, &mut sink), def);
        !sink.has_errors()
    }

    /// Checks that no dim is used twice. Unused dims are reported after the stages are built.
    fn uses(&mut self, ops: &[Op]) {
        let module = self.cx.module;
        let mut users: FxHashMap<Value, SourceLocation> = FxHashMap::default();
        for &op in ops {
            for (index, &value) in module.operands(op).iter().enumerate() {
                let user = module.location(op).operand(index);
                if let Some(first) = users.insert(value, user.clone()) {
                    self.used_twice(value, first, (op, user));
                }
            }
        }
    }

    /// Reports a dim with two uses.
    fn used_twice(
        &mut self,
        value: Value,
        first: SourceLocation,
        (second, place): (Op, SourceLocation),
    ) {
        let module = self.cx.module;
        let name = self.cx.value_name(value);
        let by = module.name(second);
        let message =
            format!("dim `{name}` is used again by `{by}`, but must be used exactly once");
        let diag = Diag::error(code::DESCRIPTOR, place, message);
        self.faults.push(diag.note_at(first, "the first use is here"));
    }

    /// Checks that each operand is the result of an earlier op of the block.
    fn order(&mut self, block: Block, ops: &[Op]) {
        let module = self.cx.module;
        let mut above: FxHashSet<Op> = FxHashSet::default();
        for &op in ops {
            for (index, &value) in module.operands(op).iter().enumerate() {
                match module.def(value) {
                    Def::Result(stage, _) if module.block_of(stage) == Some(block) => {
                        // The verifier's dominance check reports a later definition.
                        self.has_reported |= !above.contains(&stage);
                    }
                    _ => {
                        let name = self.cx.value_name(value);
                        let message =
                            format!("dim `{name}` must be a result of an op of this descriptor");
                        let place = module.location(op).operand(index);
                        self.faults.push(Diag::error(code::DESCRIPTOR, place, message));
                    }
                }
            }
            above.insert(op);
        }
    }
}
