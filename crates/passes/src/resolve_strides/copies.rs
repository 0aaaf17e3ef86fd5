//! Inserts `layout.reorder`s where a view cannot be one, so that it lies in a buffer of its own.
//!
//! The new value has no encoding: its layout follows from the buffer that it comes to lie in, or of which it is the
//! first. A slice is copied behind its op, where it is small; what a concat takes, before; what a reshape takes, before
//! too, in the order in which it then is one.

use super::plan::Cut;
use super::sharing::Link;
use crate::pass::PassContext;
use crate::provenance::Decision;
use indexmap::{IndexMap, IndexSet};
use ir::module::{Def, Label, NewOp};
use ir::views::{COPY_OP, ViewMap};
use ir::{Module, Op, Type, TypeKind, Value};

/// Where a link was copied already: by its op, and which of its parts it is.
type Tried = IndexSet<(Op, usize, Side)>;

/// On which side of an op the copy stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Operand,
    Result,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Operand => Side::Result,
            Side::Result => Side::Operand,
        }
    }
}

/// The copies that were inserted so far.
#[derive(Default)]
pub(super) struct Copies {
    pub(super) count: u64,
    /// What they read and make: these tensors are laid out, whether anything else asks for it or not.
    pub(super) values: IndexSet<Value>,
    tried: Tried,
}

impl Copies {
    /// Inserts a copy for each cut. False, with nothing done, if none of them helps any more: both sides of each
    /// have been copied.
    pub(super) fn insert(
        &mut self,
        module: &mut Module,
        cuts: &[Cut],
        cx: &mut PassContext<'_>,
    ) -> bool {
        let mut replaced = IndexMap::new();
        let before = self.count;
        for cut in cuts {
            let Some(side) = self.side(module, cut) else { continue };
            let link = &cut.link;
            let [from, to] = match side {
                Side::Operand => copy_operand(module, link),
                Side::Result => copy_result(module, link, &mut replaced),
            };
            self.values.extend([from, to]);
            cx.record(to, || decision(side, cut));
            self.count += 1;
        }
        replace_uses(module, &replaced);
        self.count > before
    }

    fn side(&mut self, module: &Module, cut: &Cut) -> Option<Side> {
        let link = &cut.link;
        let (_, result) = ends(module, link);
        let first = match link.part.map {
            _ if cut.stuck == Some(result) => Side::Result,
            _ if cut.stuck.is_some() => Side::Operand,
            ViewMap::Slice { .. } if result == link.part.whole => Side::Operand,
            ViewMap::Slice { .. } | ViewMap::Transpose(_) => Side::Result,
            ViewMap::Reshape | ViewMap::Memory => Side::Operand,
        };
        let mut sides = [first, first.other()].into_iter();
        sides.find(|&side| self.tried.insert((link.op, link.nth, side)))
    }
}

fn decision(side: Side, cut: &Cut) -> Decision {
    let side = match side {
        Side::Operand => "made it a copy of what the op below takes, which then lies elsewhere",
        Side::Result => "made it a copy of what the op above gives, which lies elsewhere",
    };
    Decision { because: cut.why.clone(), ..Decision::new(super::INFO.name, side) }
}

/// The value of the link that its op reads, and the one that it makes.
fn ends(module: &Module, link: &Link) -> (Value, Value) {
    let (whole, part) = (link.part.whole, link.part.part);
    let is_made = matches!(module.def(part), Def::Result(op, _) if op == link.op);
    if is_made { (whole, part) } else { (part, whole) }
}

/// The same tensor without an encoding: its layout is not chosen.
fn open(module: &mut Module, ty: Type) -> Type {
    let TypeKind::Tensor { dims, elem, .. } = module.ctx.kind(ty).clone() else { return ty };
    module.ctx.tensor_type(&dims, elem, None)
}

fn reorder(module: &mut Module, of: Value, ty: Type, op: Op) -> (Op, Value) {
    let name = module.ctx.name(COPY_OP);
    let span = module.span(op);
    let (operands, results) = (&[of][..], &[ty][..]);
    let copy = module.create_op(NewOp { operands, results, span, ..NewOp::new(name) });
    let value = module.result(copy, 0).expect("the op was made with one result");
    (copy, value)
}

fn copy_operand(module: &mut Module, link: &Link) -> [Value; 2] {
    let (read, _) = ends(module, link);
    let ty = module.ty(read);
    let ty = open(module, ty);
    let (copy, value) = reorder(module, read, ty, link.op);
    module.insert_before(copy, link.op);
    let places = module.operands(link.op).iter().enumerate();
    let mut places = places.filter(|(_, operand)| **operand == read).map(|(place, _)| place);
    // Of several equal operands any will do: what matters is that one fewer is left.
    if let Some(place) = places.next() {
        module.set_operand(link.op, place, value);
    }
    [read, value]
}

/// The value of the view itself, whose layout is chosen then; its copy keeps the type that was written.
fn copy_result(
    module: &mut Module,
    link: &Link,
    replaced: &mut IndexMap<Value, (Value, Op)>,
) -> [Value; 2] {
    let (_, made) = ends(module, link);
    let ty = module.ty(made);
    let (copy, value) = reorder(module, made, ty, link.op);
    // The name goes on meaning the value with the type that was written for it; of several results it names all.
    if module.results(link.op).len() == 1 {
        let label = module.label(made);
        module.set_label(value, label);
        module.set_label(made, Label::NONE);
    }
    let ty = open(module, ty);
    module.set_type(made, ty);
    module.insert_after(copy, link.op);
    replaced.insert(made, (value, copy));
    [made, value]
}

/// Lets all ops but the copies themselves read the copies.
fn replace_uses(module: &mut Module, replaced: &IndexMap<Value, (Value, Op)>) {
    if replaced.is_empty() {
        return;
    }
    for op in module.walk().collect::<Vec<Op>>() {
        for place in 0..module.operands(op).len() {
            let read = module.operands(op)[place];
            match replaced.get(&read) {
                Some(&(value, copy)) if copy != op => module.set_operand(op, place, value),
                _ => {}
            }
        }
    }
}
