//! Writes a decision into the module: types, reorders, and what reads them.

use super::candidate::{Candidate, Kinds};
use super::network::{Copies, Decision};
use super::offers::Source;
use super::sites::{Mode, Rule, Sites, before_reorders, written};
use crate::tensors::{Holder, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::attrs::AttrKind;
use ir::choice::Origin;
use ir::encoding;
use ir::layout::TensorLayout;
use ir::module::{Block, Def, NewOp};
use ir::registry::Registry;
use ir::views::{COPY_OP, VIEW_OP};
use ir::{Module, Op, Type, Value};
use petgraph::unionfind::UnionFind;

/// What was inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inserted {
    /// Reorders that move data.
    pub(super) reorders: u64,
    /// The bytes that they read and write.
    pub(super) bytes: u64,
    /// Views instead of reorders that would move nothing.
    pub(super) views: u64,
    /// Constants that were written once more, in another layout.
    pub(super) constants: u64,
    /// Reorders that went away.
    pub(super) removed: u64,
}

/// A value in each of the layouts that it is wanted in.
pub(super) type Forms = IndexMap<(Value, Candidate), Value>;

/// Writes a decision.
pub(super) fn apply(
    module: &mut Module,
    registry: &Registry,
    mode: Mode,
    sites: &Sites,
    kinds: &mut Kinds,
    decision: &Decision,
) -> (Inserted, Forms) {
    let alike = alike(module, sites);
    let mut writer = Writer {
        module,
        sites,
        kinds,
        forms: Forms::new(),
        starts: IndexMap::new(),
        inserted: Inserted::default(),
    };
    for (&value, copies) in &decision.values {
        let def = sites.values[&value].def.expect("a value with a layout is made somewhere");
        let site = &sites.all[def.0];
        let kept = matches!(&site.rule, Rule::Fixed(fixed) if fixed[def.1].is_some());
        if matches!(site.rule, Rule::Free) {
            writer.constant(value, copies);
        } else {
            writer.value(value, copies, kept);
        }
    }
    for (&(op, place), &read) in &decision.reads {
        writer.read(op, place, read);
    }
    if mode == Mode::Optimize {
        writer.remove_reorders();
    }
    let (inserted, forms) = (writer.inserted, writer.forms);
    spell(module, registry, &alike);
    (inserted, forms)
}

struct Writer<'a> {
    module: &'a mut Module,
    sites: &'a Sites,
    kinds: &'a mut Kinds,
    forms: Forms,
    /// The last op that was put at the start of each block.
    starts: IndexMap<Block, Op>,
    inserted: Inserted,
}

impl Writer<'_> {
    /// Gives a value its layout and makes its copies. A value whose type is kept may say nothing of a layout: it is
    /// row major then.
    fn value(&mut self, value: Value, copies: &Copies, kept: bool) {
        if !kept {
            let ty = typed(self.module, self.module.ty(value), copies.made);
            self.module.set_type(value, ty);
        }
        self.forms.insert((value, copies.made), value);
        let mut last = None;
        for copy in &copies.copies {
            let from = self.forms[&(value, copy.from)];
            let (op, made) = self.convert(value, from, copy.from, copy.to);
            match last {
                Some(last) => self.module.insert_after(op, last),
                None => self.insert_behind(value, op),
            }
            last = Some(op);
            self.starts.extend(block_of_argument(self.module, value).map(|block| (block, op)));
            self.forms.insert((value, copy.to), made);
        }
    }

    fn convert(&mut self, of: Value, from: Value, a: Candidate, b: Candidate) -> (Op, Value) {
        let ty = self.module.ty(of);
        let kind =
            self.kinds.of(&self.module.ctx, of, ty).expect("a value with a layout has a kind");
        let ctx = &self.module.ctx;
        let free = self.kinds.same(ctx, kind, a, b);
        if free {
            self.inserted.views += 1;
        } else {
            self.inserted.reorders += 1;
            let bytes = [a, b].map(|side| self.kinds.bytes(ctx, kind, side));
            self.inserted.bytes += bytes[0].saturating_add(bytes[1]);
        }
        let ty = typed(self.module, ty, b);
        let name = self.module.ctx.name(if free { VIEW_OP } else { COPY_OP });
        let span = self.module.value_span(of);
        let (operands, results) = (&[from][..], &[ty][..]);
        let op = self.module.create_op(NewOp { operands, results, span, ..NewOp::new(name) });
        (op, self.module.result(op, 0).expect("the op was made with one result"))
    }

    /// Puts an op where the value is known first.
    fn insert_behind(&mut self, value: Value, op: Op) {
        match self.module.def(value) {
            Def::Result(maker, _) => self.module.insert_after(op, maker),
            Def::Argument(block, _) => {
                let (last, first) = (self.starts.get(&block), self.module.ops(block).next());
                match (last, first) {
                    (Some(&last), _) => self.module.insert_after(op, last),
                    (None, Some(first)) => self.module.insert_before(op, first),
                    (None, None) => self.module.append_op(block, op),
                }
            }
        }
    }

    /// A constant is written once for each layout that it is read in.
    fn constant(&mut self, value: Value, copies: &Copies) {
        let Def::Result(op, _) = self.module.def(value) else { return };
        self.retype_constant(op, value, copies.made);
        self.forms.insert((value, copies.made), value);
        for copy in &copies.copies {
            let twin = self.twin(op, value);
            let made = self.module.result(twin, 0).expect("a constant has one result");
            self.module.insert_after(twin, op);
            self.retype_constant(twin, made, copy.to);
            self.forms.insert((value, copy.to), made);
            self.inserted.constants += 1;
        }
    }

    fn twin(&mut self, op: Op, value: Value) -> Op {
        let (name, span) = (self.module.op_name(op), self.module.span(op));
        let results = &[self.module.ty(value)][..];
        let twin = self.module.create_op(NewOp { results, span, ..NewOp::new(name) });
        let (attrs, props) = (self.module.attrs(op), self.module.props(op));
        self.module.set_attrs(twin, attrs);
        self.module.set_props(twin, props);
        if let Some(loc) = self.module.op_loc(op) {
            self.module.set_op_loc(twin, loc);
        }
        twin
    }

    /// The type of a constant stands in its value, too.
    fn retype_constant(&mut self, op: Op, value: Value, layout: Candidate) {
        let old = self.module.ty(value);
        let new = typed(self.module, old, layout);
        self.module.set_type(value, new);
        let attrs: Vec<_> = self.module.all_attrs(op).collect();
        for (key, attr) in attrs {
            if let AttrKind::Dense { ty, data } = self.module.ctx.attr_kind(attr).clone()
                && ty == old
            {
                let attr = self.module.ctx.attr(AttrKind::Dense { ty: new, data });
                let key = self.module.ctx.text(key).to_owned();
                self.module.set_attr(op, &key, Some(attr));
            }
        }
    }

    fn read(&mut self, op: Op, place: usize, read: Candidate) {
        let value = self.module.operands(op)[place];
        let value = before_reorders(self.module, &self.sites.gone, value);
        if let Some(&form) = self.forms.get(&(value, read)) {
            self.module.set_operand(op, place, form);
        }
    }

    /// Erases the reorders that were there before and that nothing reads any more, the last first.
    fn remove_reorders(&mut self) {
        let new: IndexSet<Value> = self.forms.values().copied().collect();
        let mut read: IndexMap<Value, usize> = IndexMap::new();
        let ops: Vec<Op> = self.module.walk().collect();
        for &op in &ops {
            for &value in self.module.operands(op) {
                *read.entry(value).or_insert(0) += 1;
            }
        }
        for op in ops.into_iter().rev().filter(|op| self.sites.gone.contains(op)) {
            let unread = self.module.results(op).all(|value| {
                !new.contains(&value) && read.get(&value).is_none_or(|&count| count == 0)
            });
            if unread {
                for &value in self.module.operands(op) {
                    *read.entry(value).or_insert(1) -= 1;
                }
                self.inserted.removed += u64::from(self.module.name(op) == COPY_OP);
                self.module.erase(op);
            }
        }
    }
}

/// The block whose argument a value is.
fn block_of_argument(module: &Module, value: Value) -> Option<Block> {
    match module.def(value) {
        Def::Argument(block, _) => Some(block),
        Def::Result(..) => None,
    }
}

/// A tensor type with a layout; one that has it already stays as it is.
fn typed(module: &mut Module, ty: Type, layout: Candidate) -> Type {
    if written(module, ty) == Some(layout) {
        return ty;
    }
    let ctx = &mut module.ctx;
    match layout {
        Candidate::Declared(ty) => ty,
        Candidate::Format(format) => encoding::with_format(ctx, ty, format),
        Candidate::Order(order) => {
            let plain = encoding::row_major(ctx, ty).ok().flatten();
            let plain = plain.expect("a type with a kind can be laid out");
            let layout = TensorLayout::new(plain.shape().clone(), order, plain.elem());
            let layout = layout.expect("candidates have the rank of the type");
            encoding::with_layout(ctx, ty, &layout)
        }
    }
}

/// An operand or a result by its place.
#[derive(Clone, Copy, Debug)]
enum End {
    Operand(usize),
    Result(usize),
}

/// The operands and results of one type, of each op of which nothing is known: it may want them to stay so.
fn alike(module: &Module, sites: &Sites) -> Vec<(Op, Vec<End>)> {
    let unknown = sites
        .all
        .iter()
        .filter(|site| matches!(site.source, Source::Rule(Origin::RowMajor, _) | Source::Kept));
    let ops: IndexSet<Op> = unknown.map(|site| site.op).collect();
    let mut alike = Vec::new();
    for op in ops {
        let operands = module.operands(op).iter().copied().enumerate();
        let operands = operands.map(|(at, value)| (End::Operand(at), value));
        let results = module.results(op).enumerate().map(|(at, value)| (End::Result(at), value));
        let mut by_type: IndexMap<Type, Vec<End>> = IndexMap::new();
        for (end, value) in operands.chain(results) {
            by_type.entry(module.ty(value)).or_default().push(end);
        }
        alike.extend(by_type.into_values().filter(|ends| ends.len() > 1).map(|ends| (op, ends)));
    }
    alike
}

/// Values that must have one type have one spelling: that of the signature among them, if there is one.
fn spell(module: &mut Module, registry: &Registry, alike: &[(Op, Vec<End>)]) {
    let tensors = Tensors::new(module, registry);
    let mut union = UnionFind::<u32>::new(tensors.all().count());
    for (op, ends) in alike {
        let results: Vec<Value> = module.results(*op).collect();
        let values = ends.iter().map(|end| match *end {
            End::Operand(at) => module.operands(*op)[at],
            End::Result(at) => results[at],
        });
        let classes: Vec<u32> =
            values.filter_map(|value| Some(tensors.class(tensors.of_value(value)?))).collect();
        for pair in classes.windows(2) {
            union.union(pair[0], pair[1]);
        }
    }
    let mut spelled: IndexMap<u32, Type> = IndexMap::new();
    for (slot, tensor) in tensors.all() {
        if !matches!(tensor.holder, Holder::Value(_)) {
            spelled.entry(union.find(tensors.class(slot))).or_insert(tensor.ty);
        }
    }
    for (slot, tensor) in tensors.all() {
        let Holder::Value(value) = tensor.holder else { continue };
        let ty = *spelled.entry(union.find(tensors.class(slot))).or_insert(tensor.ty);
        if ty != tensor.ty && meaning(module, ty) == meaning(module, tensor.ty) {
            module.set_type(value, ty);
        }
    }
}

/// The layout of a type, one that says nothing being row major.
fn meaning(module: &Module, ty: Type) -> Option<Candidate> {
    written(module, ty).or_else(|| {
        let plain = encoding::row_major(&module.ctx, ty).ok()??;
        Some(Candidate::Order(plain.order()))
    })
}
