//! The state of reading a custom form, and the creation of its op.

use super::ops::{GenericParts, InsertionPoint, ResultGroup, Signature};
use crate::scopes::Use;
use crate::state::{Parse, Parser};
use ir::attrs::{Attr, AttrKind};
use ir::context::Name;
use ir::diag::{code, counted};
use ir::module::{Block, Module, NewOp, Op};
use ir::print::type_to_string;
use ir::registry::{
    AssemblyForm, FormSlot, GroupSize, InferredType, SEGMENTS, TypeContext, TypeSource,
};
use ir::types::Type;

/// An op in custom form while its pieces are read.
pub(super) struct FormState {
    pub(super) place: InsertionPoint,
    /// The position of the op's name.
    pub(super) start: usize,
    /// The position after the name.
    pub(super) end: usize,
    /// The op, if it was created before its region.
    pub(super) op: Option<Op>,
    pub(super) entries: Vec<(Name, Attr)>,
    /// The groups of operands.
    pub(super) uses: Vec<Vec<Use>>,
    /// The types of each group of operands. `None` if they are unknown.
    pub(super) inputs: Vec<Option<Vec<Type>>>,
    /// The types of each group of results. `None` if they are unknown.
    pub(super) results: Vec<Option<Vec<Type>>>,
    pub(super) successors: Vec<Block>,
}

impl FormState {
    pub(super) fn new(
        place: InsertionPoint,
        start: usize,
        end: usize,
        form: &AssemblyForm<'_>,
    ) -> FormState {
        FormState {
            place,
            start,
            end,
            op: None,
            entries: Vec::new(),
            uses: vec![Vec::new(); form.operands.len()],
            inputs: vec![None; form.operands.len()],
            results: vec![None; form.results.len()],
            successors: Vec::new(),
        }
    }

    /// Returns the index of the first operand of a group among all operands.
    pub(super) fn first_of(&self, group: usize) -> usize {
        self.uses.iter().take(group).map(Vec::len).sum()
    }

    /// Sets the types of a group.
    pub(super) fn set_types(&mut self, slot: FormSlot, types: Vec<Type>) {
        match slot {
            FormSlot::Operands(group) => self.inputs[group] = Some(types),
            FormSlot::Results(group) => self.results[group] = Some(types),
        }
    }

    /// Returns the number of values in a group. `None` if the text does not determine it yet.
    fn count(&self, slot: FormSlot, form: &AssemblyForm<'_>) -> Option<usize> {
        match slot {
            FormSlot::Operands(group) => Some(self.uses[group].len()),
            FormSlot::Results(group) => (form.results[group] == GroupSize::One).then_some(1),
        }
    }
}

/// The types and attributes of an op while it is read.
struct Seen<'a> {
    state: &'a FormState,
    module: &'a Module,
}

impl TypeContext for Seen<'_> {
    fn types(&self, slot: FormSlot) -> Option<Vec<Type>> {
        match slot {
            FormSlot::Operands(group) => self.state.inputs[group].clone(),
            FormSlot::Results(group) => self.state.results[group].clone(),
        }
    }

    fn attr(&self, key: &str) -> Option<Attr> {
        let entry = self.state.entries.iter().find(|entry| self.module.ctx.text(entry.0) == key);
        entry.map(|entry| entry.1)
    }
}

impl Parser<'_> {
    /// Infers the types that the text does not state.
    fn infer_types(&mut self, state: &mut FormState, form: &AssemblyForm<'_>) -> Parse<()> {
        for &(slot, source) in form.types {
            let known = match slot {
                FormSlot::Operands(group) => state.inputs[group].is_some(),
                FormSlot::Results(group) => state.results[group].is_some(),
            };
            if known {
                continue;
            }
            if let TypeSource::BoolLike(_) = source {
                self.module.ctx.int_type(1);
            }
            let seen = Seen { state, module: &self.module };
            let count = state.count(slot, form);
            let Some(types) = source.infer(&self.module.ctx, &seen, count) else {
                return self.not_inferred(state, form, source);
            };
            let types = types.into_iter().map(|inferred| match inferred {
                InferredType::Known(ty) => ty,
                InferredType::New(kind) => self.module.ctx.ty(kind),
            });
            let types: Vec<Type> = types.collect();
            state.set_types(slot, types);
        }
        Ok(())
    }

    fn not_inferred<T>(
        &mut self,
        state: &FormState,
        form: &AssemblyForm<'_>,
        source: TypeSource,
    ) -> Parse<T> {
        let shown = match source {
            TypeSource::BoolLike(slot)
            | TypeSource::Element(slot)
            | TypeSource::Inputs(slot)
            | TypeSource::Outputs(slot) => Seen { state, module: &self.module }
                .types(slot)
                .and_then(|types| types.first().map(|&ty| type_to_string(&self.module, ty))),
            _ => None,
        };
        let name = form.name;
        let wanted = source.requirement();
        let message = match shown {
            Some(shown) => format!("the type of `{name}` is `{shown}`, but must be {wanted}"),
            None => format!("`{name}` must have {wanted}"),
        };
        self.fail_span(code::TYPE, state.start, self.at, message)
    }

    /// Checks that each group has as many types as values.
    fn counts_fit(&mut self, state: &FormState, form: &AssemblyForm<'_>) -> Parse<()> {
        let start = state.start;
        let end = state.end;
        for (group, uses) in state.uses.iter().enumerate() {
            let types = state.inputs[group].as_ref().map_or(0, Vec::len);
            self.same_count(start, end, uses.len(), types)?;
        }
        for (types, size) in state.results.iter().zip(form.results) {
            let count = types.as_ref().map_or(0, Vec::len);
            if *size == GroupSize::One && count != 1 {
                let name = form.name;
                let types = counted(count, "type");
                let message = format!("expected one type for a result of `{name}`, found {types}");
                return self.fail_span(code::COUNT, start, end, message);
            }
        }
        Ok(())
    }

    /// Creates the op of a form whose pieces have been read.
    pub(super) fn finish_form(
        &mut self,
        mut state: FormState,
        form: &AssemblyForm<'_>,
    ) -> Parse<Op> {
        self.infer_types(&mut state, form)?;
        self.counts_fit(&state, form)?;
        if form.has_segments {
            let sizes: Vec<usize> = state.uses.iter().map(Vec::len).collect();
            let sizes = self.sizes_attr(&sizes);
            state.entries.push((self.module.ctx.name(SEGMENTS), sizes));
        }
        fn flat(types: Vec<Option<Vec<Type>>>) -> Vec<Type> {
            types.into_iter().flatten().flatten().collect()
        }
        let uses = std::mem::take(&mut state.uses).into_iter().flatten().collect();
        let inputs = flat(std::mem::take(&mut state.inputs));
        let results = flat(std::mem::take(&mut state.results));
        self.finish_op(state, form.name, uses, &Signature { inputs, results })
    }

    /// Creates the op of a form, or completes it if the form has regions.
    pub(super) fn finish_op(
        &mut self,
        state: FormState,
        name: &str,
        uses: Vec<Use>,
        types: &Signature,
    ) -> Parse<Op> {
        let attrs = Some(self.entries_dict(state.entries, state.start)?);
        let parts = GenericParts { uses, successors: state.successors, props: None, attrs };
        match state.op {
            Some(op) => self.finish_nested(op, parts, types),
            None => {
                let span = self.span(state.start, state.end);
                let new = NewOp { span, ..NewOp::new(self.module.ctx.name(name)) };
                self.finish_flat(state.place, new, parts, types)
            }
        }
    }

    /// Returns the attribute `array<i32: ...>` of group sizes.
    pub(super) fn sizes_attr(&mut self, sizes: &[usize]) -> Attr {
        let elem = self.module.ctx.int_type(32);
        let bytes = sizes.iter().flat_map(|&size| {
            // A text of less than 4 GiB has fewer operands.
            u32::try_from(size).unwrap_or(u32::MAX).to_le_bytes()
        });
        let data = bytes.collect();
        self.module.ctx.attr(AttrKind::DenseArray { elem, data })
    }

    /// Distributes the types of a signature to the groups.
    pub(super) fn divide_signature(
        &mut self,
        state: &mut FormState,
        form: &AssemblyForm<'_>,
        types: Signature,
    ) -> Parse<()> {
        let Signature { inputs, results } = types;
        let mut rest = inputs.into_iter();
        for group in 0..state.uses.len() {
            let count = state.uses[group].len();
            state.inputs[group] = Some(rest.by_ref().take(count).collect());
        }
        let fixed = form.results.iter().all(|size| *size == GroupSize::One);
        if fixed && results.len() != form.results.len() {
            let expected = counted(form.results.len(), "result");
            let found = counted(results.len(), "result type");
            let message = format!("`{}` has {expected}, but {found}", form.name);
            return self.fail_span(code::COUNT, state.start, state.end, message);
        }
        match state.results.len() {
            0 => {}
            1 => state.results[0] = Some(results),
            _ => {
                for (slot, ty) in state.results.iter_mut().zip(results) {
                    *slot = Some(vec![ty]);
                }
            }
        }
        Ok(())
    }

    /// Creates an op whose types are not in the text. It has one result for each name; the types of results are
    /// inferred later.
    pub(super) fn inferred_op(
        &mut self,
        state: FormState,
        form: &AssemblyForm<'_>,
        groups: &[ResultGroup],
    ) -> Parse<Op> {
        const MAX_INFERRED: u64 = crate::limits::INFERRED_RESULTS;
        let uses: Vec<Use> = state.uses.into_iter().flatten().collect();
        let operands = self.defined_operands(&uses)?;
        let named = groups.iter().map(|group| u64::from(group.count)).sum();
        if named > MAX_INFERRED {
            let at = groups[0].name.at;
            let message = format!(
                "an op with inferred types must have at most {MAX_INFERRED} results, but {named} are named"
            );
            return self.fail_span(code::COUNT, at, self.name_end(at), message);
        }
        let results: Vec<Type> = (0..named).map(|_| self.type_to_infer()).collect();
        let attrs = self.entries_dict(state.entries, state.start)?;
        let span = self.span(state.start, state.end);
        let name = self.module.ctx.name(form.name);
        let attrs = Some(attrs);
        let new = NewOp { operands: &operands, results: &results, attrs, span, ..NewOp::new(name) };
        let op = self.append_op(state.place, new);
        self.inference.ops.push(op);
        Ok(op)
    }

    /// Creates the op of a form and appends it to its block, before its region is read.
    pub(super) fn early_op(&mut self, state: &mut FormState, name: &str) -> Op {
        if let Some(op) = state.op {
            return op;
        }
        let span = self.span(state.start, state.end);
        let new = NewOp { span, ..NewOp::new(self.module.ctx.name(name)) };
        let op = self.append_op(state.place, new);
        state.op = Some(op);
        op
    }
}
