//! The body of a descriptor: the ops of one block, in a legal order, each dim used once.

use super::Faults;
use super::module_ops::ModuleOps;
use crate::diag::{Code, Diag, Sink, code};
use crate::module::{Block, Def, Op, Value};
use crate::registry::{DescriptorStage, OpCheck, OpDef};
use crate::signature;
use crate::source::Place;
use rustc_hash::{FxHashMap, FxHashSet};

/// The ops of a well-formed descriptor.
pub(super) struct Body {
    /// The base.
    pub(super) base: Op,
    /// The transforms in text order.
    pub(super) transforms: Vec<Op>,
    /// The terminator, `yield`.
    pub(super) end: Op,
}

impl Body {
    /// Checks the ops of a descriptor and returns them.
    pub(super) fn of(cx: &ModuleOps<'_>, descriptor: Op) -> Result<Body, Faults> {
        let mut check = Check { cx, has_reported: false, faults: Vec::new() };
        let block = check.block(descriptor)?;
        let ops: Vec<Op> = cx.module.ops(block).collect();
        for (place, &op) in ops.iter().enumerate() {
            check.op(op, place);
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

/// Returns the dims of a descriptor that no op of it uses.
pub(super) fn unused(cx: &ModuleOps<'_>, body: &Body) -> Faults {
    let module = cx.module;
    let ops = || std::iter::once(body.base).chain(body.transforms.iter().copied());
    let users = ops().chain([body.end]);
    let used: FxHashSet<Value> = users.flat_map(|op| module.operands(op)).copied().collect();
    let defined = ops().flat_map(|op| module.results(op).map(move |value| (op, value)));
    let left = defined.filter(|(_, value)| !used.contains(value)).map(|(op, value)| {
        let (name, of) = (cx.value_name(value), module.name(op));
        let message =
            format!("dim `{name}` of `{of}` is not used, but each dim is used exactly once");
        let diag = Diag::error(code::DESCRIPTOR, module.value_place(value), message);
        diag.note("`layout.freeze` drops a dim, `layout.yield` hands it out")
    });
    left.collect()
}

struct Check<'a, 'm> {
    cx: &'a ModuleOps<'m>,
    /// `true` if there is a fault that the verifier reports elsewhere.
    has_reported: bool,
    faults: Faults,
}

impl Check<'_, '_> {
    fn error(&mut self, op: Op, code: Code, message: String) {
        self.faults.push(Diag::error(code, self.cx.module.span(op), message));
    }

    /// Returns the one block of a descriptor.
    fn block(&mut self, descriptor: Op) -> Result<Block, Faults> {
        let module = self.cx.module;
        let &[region] = module.regions(descriptor) else { return Err(Vec::new()) };
        let span = module.span(descriptor);
        match *module.blocks(region) {
            [block] if module.arguments(block).is_empty() => Ok(block),
            [_] => {
                let message =
                    "the block of a descriptor has no arguments: its dims begin with its base";
                Err(vec![Diag::error(code::STRUCTURE, span, message)])
            }
            ref blocks => {
                let message = format!("a descriptor has {} blocks, but must have 1", blocks.len());
                Err(vec![Diag::error(code::STRUCTURE, span, message)])
            }
        }
    }

    fn op(&mut self, op: Op, place: usize) {
        let cx = self.cx;
        let Some((def, stage)) =
            cx.registry.of(cx.module, op).and_then(|def| Some((def, def.stage?)))
        else {
            let name = cx.module.name(op);
            let message = format!("`{name}` stands in a descriptor, but is no stage of one");
            return self.error(op, code::STRUCTURE, message);
        };
        if !self.is_sound(op, def) {
            self.has_reported = true;
        }
        match stage {
            DescriptorStage::Base(_) if place > 0 => {
                let message =
                    format!("`{}` is a base: a descriptor has one, which comes first", def.name);
                self.error(op, code::STRUCTURE, message);
            }
            DescriptorStage::Transform(_) | DescriptorStage::Yield if place == 0 => {
                self.no_base(op, def)
            }
            // The verifier checks for all terminators that they alone end a block.
            DescriptorStage::Yield => self.has_reported |= cx.module.next_op(op).is_some(),
            DescriptorStage::Base(_) | DescriptorStage::Transform(_) => {
                self.has_reported |= cx.module.next_op(op).is_none();
            }
        }
    }

    fn no_base(&mut self, op: Op, def: &OpDef) {
        let bases = self.cx.registry.defs();
        let bases = bases.filter(|def| matches!(def.stage, Some(DescriptorStage::Base(_))));
        let names: Vec<String> = bases.map(|def| format!("`{}`", def.name)).collect();
        let message = format!("`{}` begins a descriptor, but that begins with its base", def.name);
        let span = self.cx.module.span(op);
        let diag = Diag::error(code::STRUCTURE, span, message);
        self.faults.push(diag.note(format!("bases are {}", names.join(", "))));
    }

    /// Returns `true` if counts and attributes match the op's definition.
    fn is_sound(&self, op: Op, def: &OpDef) -> bool {
        let mut sink = Sink::default();
        let ModuleOps { module, registry, .. } = *self.cx;
        signature::check(&mut OpCheck::new(module, op, registry, &mut sink), def);
        !sink.has_errors()
    }

    /// Checks that no dim is used twice. Unused dims are reported after the stages are built.
    fn uses(&mut self, ops: &[Op]) {
        let module = self.cx.module;
        let mut users: FxHashMap<Value, Place> = FxHashMap::default();
        for &op in ops {
            for (index, &value) in module.operands(op).iter().enumerate() {
                let user = module.place(op).operand(index);
                if let Some(first) = users.insert(value, user.clone()) {
                    self.used_twice(value, first, (op, user));
                }
            }
        }
    }

    fn used_twice(&mut self, value: Value, first: Place, (second, place): (Op, Place)) {
        let module = self.cx.module;
        let (name, by) = (self.cx.value_name(value), module.name(second));
        let message =
            format!("dim `{name}` is used again by `{by}`, but each dim is used exactly once");
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
                    Def::Result(maker, _) if module.block_of(maker) == Some(block) => {
                        // A later definition is a fault of dominance.
                        self.has_reported |= !above.contains(&maker);
                    }
                    _ => {
                        let name = self.cx.value_name(value);
                        let message =
                            format!("dim `{name}` is no result of a stage of this descriptor");
                        let place = module.place(op).operand(index);
                        self.faults.push(Diag::error(code::DESCRIPTOR, place, message));
                    }
                }
            }
            above.insert(op);
        }
    }
}
