//! The application of an assignment to the module: types, reorders, and their uses.

use super::replaced::ReplacedReorders;
use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::problem::conversions::{Conversion, ConversionPlan, MemoryForm};
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::{Site, SiteOrigin, SiteRule, Sites};
use crate::edits::{clone_op, create_unary};
use crate::retype::set_value;
use indexmap::IndexMap;
use ir::diag::Diag;
use ir::encoding;
use ir::layout::{DimsOrder, TensorLayout};
use ir::module::{Block, Def};
use ir::views::{COPY_OP, VIEW_OP};
use ir::{Module, Op, Registry, Type, Value};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// The counts of the changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// The constant ops that were written again, in another layout.
    pub(crate) twins: u64,
    /// The reorders that were removed.
    pub(crate) removed: u64,
    /// The remarks about removed reorders whose attributes are lost.
    pub(crate) lost: Vec<Diag>,
}

/// For each value and each of its forms, the value that is this form.
pub(crate) type FormValues = IndexMap<(Value, MemoryForm), Value, FxBuildHasher>;

/// Writes an assignment into the module.
pub(crate) fn apply(
    module: &mut Module,
    registry: &Registry,
    sites: &Sites,
    footprints: &mut Footprints,
    assignment: &Assignment,
) -> (Changes, FormValues) {
    let replaced = ReplacedReorders::new(module, sites);
    let mut writer = Writer {
        module,
        registry,
        sites,
        footprints,
        forms: FormValues::default(),
        types: FxHashMap::default(),
        starts: FxHashMap::default(),
        replaced,
        changes: Changes::default(),
    };
    for (value, plan) in assignment.values.iter() {
        let def = assignment.definition(&sites.values[&value]);
        let def = def.expect("a value with a layout has a definition");
        let Site { rule, origin, .. } = &sites.all[def.site];
        let old = writer.module.ty(value);
        let layout = plan.defined;
        match (rule, origin) {
            (SiteRule::Free, _) => writer.constant(value, plan),
            // A kept type may state no layout; then the value is row major.
            (SiteRule::Fixed(fixed), _) if fixed[def.slot].is_some() => {
                writer.value(value, plan, old);
            }
            (_, SiteOrigin::Boundary(_)) => {
                let ty = boundary_type(writer.module, old, layout);
                writer.value(value, plan, ty);
            }
            _ => {
                let ty = writer.with_layout(old, layout);
                writer.value(value, plan, ty);
            }
        }
    }
    for (&(op, operand), &form) in &assignment.uses {
        writer.use_form(op, operand, form);
    }
    writer.changes.lost = writer.replaced.lost(writer.module);
    writer.erase_reorders();
    (writer.changes, writer.forms)
}

struct Writer<'a> {
    module: &'a mut Module,
    registry: &'a Registry,
    sites: &'a Sites,
    footprints: &'a mut Footprints,
    forms: FormValues,
    /// The types with the layouts that were written, by the type before.
    types: FxHashMap<(Type, Candidate), Type>,
    /// The last op that was inserted at the start of each block.
    starts: FxHashMap<Block, Op>,
    replaced: ReplacedReorders,
    changes: Changes,
}

impl Writer<'_> {
    /// Assigns its type to a value and inserts its conversions.
    fn value(&mut self, value: Value, plan: &ConversionPlan, ty: Type) {
        let declared = self.module.ty(value);
        self.module.set_type(value, ty);
        self.forms.insert((value, MemoryForm::shared(plan.defined)), value);
        let mut last = None;
        for &conversion in &plan.conversions {
            let op = self.convert((value, declared), conversion);
            match last {
                Some(last) => self.module.insert_after(op, last),
                None => self.insert_after_definition(value, op),
            }
            last = Some(op);
            if let Def::Argument(block, _) = self.module.def(value) {
                self.starts.insert(block, op);
            }
        }
    }

    /// Returns a tensor type with a layout, as [`with_layout`] does; each is computed once.
    fn with_layout(&mut self, ty: Type, layout: Candidate) -> Type {
        *self.types.entry((ty, layout)).or_insert_with(|| with_layout(self.module, ty, layout))
    }

    /// Creates the op that converts a value, and records its result. A conversion to the layout that the type of the
    /// value declared has that type, with its strides and requirements.
    fn convert(&mut self, (value, declared): (Value, Type), conversion: Conversion) -> Op {
        let Conversion { from, to } = conversion;
        let ty = self.module.ty(value);
        let key = self.footprints.key(&self.module.ctx, value, ty);
        let key = key.expect("a value with a layout has a key");
        let is_view = conversion.is_view(self.footprints, key);
        let name = if is_view { VIEW_OP } else { COPY_OP };
        let span = self.module.value_span(value);
        let result = self.with_layout(declared, to.layout);
        let (op, form) = create_unary(self.module, name, self.forms[&(value, from)], result, span);
        self.replaced.replace(self.module, (value, to.layout), op);
        self.forms.insert((value, to), form);
        op
    }

    /// Inserts an op after the definition of a value. Conversions of block arguments stay in order.
    fn insert_after_definition(&mut self, value: Value, op: Op) {
        match self.module.def(value) {
            Def::Result(definition, _) => self.module.insert_after(op, definition),
            Def::Argument(block, _) => {
                let last = self.starts.get(&block);
                let first = self.module.ops(block).next();
                match (last, first) {
                    (Some(&last), _) => self.module.insert_after(op, last),
                    (None, Some(first)) => self.module.insert_before(op, first),
                    (None, None) => self.module.append_op(block, op),
                }
            }
        }
    }

    /// Copies a constant for each layout in which it is used.
    fn constant(&mut self, value: Value, plan: &ConversionPlan) {
        let Def::Result(op, _) = self.module.def(value) else { return };
        self.retype_constant(value, plan.defined);
        self.forms.insert((value, MemoryForm::shared(plan.defined)), value);
        for conversion in &plan.conversions {
            let twin = clone_op(self.module, op);
            let form = self.module.result(twin, 0).expect("a constant has one result");
            self.module.insert_after(twin, op);
            self.retype_constant(form, conversion.to.layout);
            self.forms.insert((value, conversion.to), form);
            self.changes.twins += 1;
        }
    }

    /// Changes the type of a constant in its result and its attribute.
    fn retype_constant(&mut self, value: Value, layout: Candidate) {
        let old = self.module.ty(value);
        let new = self.with_layout(old, layout);
        set_value(self.module, value, new);
    }

    fn use_form(&mut self, op: Op, operand: usize, form: MemoryForm) {
        let value = self.module.operands(op)[operand];
        let value = self.sites.removed.source(self.module, value);
        if let Some(&form) = self.forms.get(&(value, form)) {
            self.module.set_operand(op, operand, form);
        }
    }

    /// Erases the removed reorders that have no more uses, from the last to the first.
    fn erase_reorders(&mut self) {
        if self.sites.removed.0.is_empty() {
            return;
        }
        let forms: FxHashSet<Value> = self.forms.values().copied().collect();
        let mut uses: FxHashMap<Value, usize> = FxHashMap::default();
        let ops: Vec<Op> = self.module.walk().collect();
        for &op in &ops {
            for &value in self.module.operands(op) {
                *uses.entry(value).or_insert(0) += 1;
            }
        }
        for op in ops.into_iter().rev().filter(|&op| self.sites.removed.contains(op)) {
            if self.module.results(op).any(|value| {
                forms.contains(&value) || uses.get(&value).is_some_and(|&count| count > 0)
            }) {
                continue;
            }
            for &value in self.module.operands(op) {
                *uses.entry(value).or_insert(1) -= 1;
            }
            let copies = self.registry.op_def(self.module, op).is_some_and(|def| def.is_copy);
            self.changes.removed += u64::from(copies);
            self.module.erase(op);
        }
    }
}

/// Returns the type of an input or result of a function with a layout. A type that states none is row major there.
pub(super) fn boundary_type(module: &mut Module, ty: Type, layout: Candidate) -> Type {
    let is_row_major = layout.order().is_some_and(DimsOrder::is_identity);
    match Candidate::declared(module, ty) {
        None if is_row_major => ty,
        _ => with_layout(module, ty, layout),
    }
}

/// Returns a tensor type with a layout. A type that states it already is unchanged.
fn with_layout(module: &mut Module, ty: Type, layout: Candidate) -> Type {
    if Candidate::declared(module, ty) == Some(layout) {
        return ty;
    }
    let ctx = &mut module.ctx;
    match layout {
        Candidate::Declared(ty) => ty,
        Candidate::Custom(attr) => encoding::with_custom_layout(ctx, ty, attr),
        Candidate::Format(format) => encoding::with_format(ctx, ty, format),
        Candidate::Order(order) => {
            let plain = encoding::row_major(ctx, ty).ok().flatten();
            let plain = plain.expect("a type with a key has a row-major layout");
            let layout = TensorLayout::new(plain.shape().clone(), order, plain.elem());
            let layout = layout.expect("candidates have the rank of the type");
            encoding::with_layout(ctx, ty, &layout)
        }
    }
}
