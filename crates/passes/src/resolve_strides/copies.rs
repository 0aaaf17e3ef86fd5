//! The insertion of a `layout.reorder` for each view that cannot share memory. The copy has a buffer of its own.
//!
//! The new value has no encoding: its layout follows from the buffer that it shares or whose first tensor it is. The
//! copy for a slice is inserted after its op, where the tensor is small; for a concat, before the op, at its operand;
//! for a reshape, also before the op, in an order in which the reshape is a view.

use super::cuts::ViewCut;
use super::links::ViewLink;
use super::name::PASS;
use crate::edits::{create_unary, replace_operands};
use crate::pass::PassContext;
use crate::provenance::Decision;
use indexmap::{IndexMap, IndexSet};
use ir::diag::{Diag, Note, Severity, code};
use ir::encoding::{self, Reading};
use ir::layout::TensorLayout;
use ir::module::Label;
use ir::views::{COPY_OP, ViewMap};
use ir::{Module, Op, Type, Value};

/// The links that have been copied, by op, position among the relations of the op, and side.
type Tried = IndexSet<(Op, usize, CopySide)>;

/// The side of an op on which a copy is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum CopySide {
    Operand,
    Result,
}

/// The copies inserted so far.
#[derive(Default)]
pub(super) struct InsertedCopies {
    pub(super) count: u64,
    /// The operands and results of the copies; these tensors always get a layout.
    pub(super) values: IndexSet<Value>,
    /// The remarks about the copies that limits of the target force.
    pub(super) remarks: Vec<Diag>,
    tried: Tried,
}

impl InsertedCopies {
    /// Inserts a copy for each cut. Returns `false` without a change if no further copy is possible, because both sides
    /// of each cut have been copied.
    pub(super) fn insert(
        &mut self,
        module: &mut Module,
        cuts: &[ViewCut],
        cx: &mut PassContext<'_>,
    ) -> bool {
        let mut replaced = IndexMap::new();
        let before = self.count;
        for cut in cuts {
            let Some(side) = self.side(module, cut) else { continue };
            let link = &cut.link;
            let [from, to] = match side {
                CopySide::Operand => copy_operand(module, link),
                CopySide::Result => copy_result(module, link, &mut replaced),
            };
            self.values.extend([from, to]);
            self.remarks.extend(cut.limit.clone().map(|limit| remark(module, link, from, limit)));
            cx.record(to, || decision(side, cut));
            self.count += 1;
        }
        // The copies themselves still read the copied values.
        replace_operands(module, |op, read| {
            replaced.get(&read).filter(|(_, copy)| *copy != op).map(|&(value, _)| value)
        });
        self.count > before
    }

    fn side(&mut self, module: &Module, cut: &ViewCut) -> Option<CopySide> {
        let link = &cut.link;
        let [_, result] = link.ends(module);
        let first = match link.part.map {
            _ if cut.stuck == Some(result) => CopySide::Result,
            _ if cut.stuck.is_some() => CopySide::Operand,
            ViewMap::Slice { .. } if result == link.part.whole => CopySide::Operand,
            ViewMap::Slice { .. } | ViewMap::Transpose(_) => CopySide::Result,
            ViewMap::Reshape | ViewMap::Memory => CopySide::Operand,
        };
        let sides = [first, CopySide::Operand, CopySide::Result];
        sides.into_iter().find(|&side| self.tried.insert((link.op, link.nth, side)))
    }
}

/// Returns the remark about a copy that a limit of the target forces.
fn remark(module: &Module, link: &ViewLink, copied: Value, limit: Note) -> Diag {
    let bytes = dense_bytes(module, copied).map(|bytes| bytes.saturating_mul(2));
    let bytes = bytes.map_or("an unknown number of".to_owned(), |bytes| bytes.to_string());
    let message = format!(
        "a limit of the target forces a copy for `{}`, which reads and writes {bytes} bytes",
        module.name(link.op)
    );
    let mut diag = Diag::new(Severity::Remark, code::VIEW, module.location(link.op), message);
    diag.notes.push(limit);
    diag
}

/// Returns the bytes of a value without padding; `None` if a length is dynamic.
fn dense_bytes(module: &Module, value: Value) -> Option<u64> {
    let plain = encoding::row_major(&module.ctx, module.ty(value)).ok()??;
    let layout = plain.resolve().ok()?.layout().ok()?;
    u64::try_from(layout.size_in_bytes().ok()?.get()).ok()
}

fn decision(side: CopySide, cut: &ViewCut) -> Decision {
    let side = match side {
        CopySide::Operand => {
            "inserted it: a copy of the operand of the op below, in a buffer of its own"
        }
        CopySide::Result => {
            "inserted it: a copy of the result of the op above, in a buffer of its own"
        }
    };
    Decision { because: cut.why.clone(), ..Decision::new(PASS, side) }
}

/// Returns the type of a copied value at the other end of whose link is `other`. Its layout is open, but a view in memory
/// order keeps the order of the value, or that of `other` if the value has the same lengths and a format without an order.
fn open(module: &mut Module, link: &ViewLink, [of, other]: [Value; 2]) -> Type {
    let ty = module.ty(of);
    let end = module.ty(other);
    let [order, other_order] = [ty, end].map(|ty| match encoding::read(&module.ctx, ty) {
        Ok(Some(Reading::Ordered(layout))) => Some(layout.order()),
        Ok(Some(Reading::Format(layout))) => layout.order(),
        _ => None,
    });
    let [lengths, other_lengths] = [ty, end].map(|ty| encoding::laid_out_lengths(&module.ctx, ty));
    let is_memory = matches!(link.part.map, ViewMap::Memory);
    let order = order.or(other_order.filter(|_| lengths == other_lengths));
    let open = encoding::without_layout(&mut module.ctx, ty);
    let plain = encoding::row_major(&module.ctx, open).ok().flatten();
    let kept = plain.zip(order.filter(|_| is_memory)).and_then(|(plain, order)| {
        TensorLayout::new(plain.shape().clone(), order, plain.elem()).ok()
    });
    kept.map_or(open, |kept| encoding::with_layout(&mut module.ctx, open, &kept))
}

fn copy_operand(module: &mut Module, link: &ViewLink) -> [Value; 2] {
    let [read, made] = link.ends(module);
    let ty = open(module, link, [read, made]);
    let (copy, value) = create_unary(module, COPY_OP, read, ty, module.span(link.op));
    module.insert_before(copy, link.op);
    if let Some(place) = link.operand(module) {
        module.set_operand(link.op, place, value);
    }
    [read, value]
}

/// Inserts a copy of the result of the view op. The layout of the result becomes open; the copy gets its original type.
fn copy_result(
    module: &mut Module,
    link: &ViewLink,
    replaced: &mut IndexMap<Value, (Value, Op)>,
) -> [Value; 2] {
    let [read, made] = link.ends(module);
    let ty = module.ty(made);
    let open = open(module, link, [made, read]);
    let (copy, value) = create_unary(module, COPY_OP, made, ty, module.span(link.op));
    // The name stays with the value of the original type. The name of several results applies to all of them.
    if module.results(link.op).len() == 1 {
        let label = module.label(made);
        module.set_label(value, label);
        module.set_label(made, Label::NONE);
    }
    module.set_type(made, open);
    module.insert_after(copy, link.op);
    replaced.insert(made, (value, copy));
    [made, value]
}
