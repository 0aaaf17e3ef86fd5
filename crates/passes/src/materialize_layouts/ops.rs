//! The rewriting of each op by its interfaces.

use super::constants::dense;
use super::form::Form;
use super::order::ops_within;
use super::signatures::{Signatures, clear_marks, type_key, types};
use super::values::{FormValues, Source, physical_type};
use crate::edits::create_unary;
use crate::retype::set_value;
use ir::choice::{CHOICES_ATTR, keeps_types};
use ir::diag::{Diag, code};
use ir::op_dims::divides_integers;
use ir::registry::{DimsResult, OpEdit};
use ir::stride_reqs::REQS_ATTR;
use ir::target::Target;
use ir::view_builder::{CAST_OP, Movements};
use ir::views::ViewRelations;
use ir::{Module, Op, Registry, Type, Value};
use rustc_hash::FxHashMap;

/// The attributes of ops that belong to layouts, and have no meaning for shapes.
const LAYOUT_ATTRS: &[&str] = &[CHOICES_ATTR, REQS_ATTR];

/// The reason why an op that could trap on padding keeps its logical shape.
pub(super) const ON_PADDING: &str = "it must not compute on storage padding";

/// The pass at work on a module.
pub(super) struct Materializer<'a> {
    pub(super) module: &'a mut Module,
    pub(super) registry: &'a Registry,
    pub(super) target: Option<&'a Target>,
    /// The form of each type that values had before the pass.
    forms: FxHashMap<Type, Form>,
    /// The type of each value before the pass.
    before: FxHashMap<Value, Type>,
    /// The relations of each view op, and the dims of each op, by the types before the pass.
    pub(super) relations: FxHashMap<Op, ViewRelations>,
    pub(super) dims: FxHashMap<Op, DimsResult>,
    /// The change to the op that replaces each op in the layouts of its values, by `as` of a choice.
    stand_ins: FxHashMap<Op, OpEdit>,
    signatures: Signatures,
    pub(super) values: FormValues,
    /// The ops whose results are other forms of their operands.
    replaced: Vec<Op>,
    pub(super) faults: Vec<Diag>,
}

impl<'a> Materializer<'a> {
    pub(super) fn new(
        module: &'a mut Module,
        registry: &'a Registry,
        target: Option<&'a Target>,
        forms: FxHashMap<Type, Form>,
        values: FormValues,
    ) -> Materializer<'a> {
        let signatures = Signatures::new(module, registry);
        Materializer {
            module,
            registry,
            target,
            forms,
            before: FxHashMap::default(),
            relations: FxHashMap::default(),
            dims: FxHashMap::default(),
            stand_ins: FxHashMap::default(),
            signatures,
            values,
            replaced: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Rewrites all ops. Returns the errors; the module is then incomplete.
    pub(super) fn run(&mut self) -> Vec<Diag> {
        let ops = ops_within(self.module, self.module.root());
        for &op in &ops {
            let values = self.module.results(op).chain(self.module.inner_arguments(op));
            let types: Vec<(Value, Type)> =
                values.map(|value| (value, self.module.ty(value))).collect();
            self.before.extend(types);
            if let Some(relations) = self.registry.element_relations(self.module, op) {
                self.relations.insert(op, relations);
            }
            if let Some(dims) = self.registry.op_dims(self.module, op) {
                self.dims.insert(op, dims);
            }
        }
        for &op in &ops {
            if let Some(edit) = self.stand_in(op) {
                self.stand_ins.insert(op, edit);
            }
        }
        for op in ops {
            self.op(op);
            for key in LAYOUT_ATTRS {
                if self.module.attr(op, key).is_some() {
                    self.module.set_attr(op, key, None);
                }
            }
        }
        if self.faults.is_empty() {
            // Users of a replaced op were rewritten, except other replaced ops, which follow it.
            for op in std::mem::take(&mut self.replaced).into_iter().rev() {
                self.module.erase(op);
            }
        }
        std::mem::take(&mut self.faults)
    }

    /// Returns the form of the layout that a value had before the pass; `None` if it is no ranked tensor.
    pub(super) fn form(&self, value: Value) -> Option<&Form> {
        self.forms.get(self.before.get(&value)?)
    }

    fn op(&mut self, op: Op) {
        let registry = self.registry;
        let def = registry.op_def(self.module, op);
        if def.is_some_and(|def| def.function.is_some()) {
            return self.function(op);
        }
        if def.is_some_and(|def| def.returns) {
            return self.returns(op);
        }
        if def.is_some_and(|def| def.callee.is_some()) {
            return self.call(op);
        }
        if !self.has_tensors(op) {
            return;
        }
        if def.is_some_and(|def| def.is_copy) {
            return self.copy(op);
        }
        if def.is_some_and(|def| def.constant.is_some()) {
            return self.constant(op);
        }
        if let Some(edit) = self.stand_ins.remove(&op) {
            self.apply(op, edit);
            return self.keep_layouts(op);
        }
        if keeps_types(self.module.name(op)) {
            return self.equal_types(op);
        }
        if self.view(op) || self.absorb(op) || self.shared(op) {
            return;
        }
        self.keep_shape(op);
    }

    /// Returns `true` if an operand, a result or an inner argument is a ranked tensor.
    fn has_tensors(&self, op: Op) -> bool {
        let module = &self.module;
        let mut values = module.operands_and_results(op).chain(module.inner_arguments(op));
        values.any(|value| self.form(value).is_some())
    }

    /// Makes the inputs of a function those of its signature.
    fn function(&mut self, op: Op) {
        let Some(key) = type_key(self.module, self.registry, op) else { return };
        self.values.movements = Movements::within(self.module, op);
        let signature = self.signatures.of(op);
        let body = self.module.regions(op).first().map(|&body| self.module.blocks(body));
        let entry = body.and_then(|blocks| blocks.first()).copied();
        let arguments = entry.map_or(Vec::new(), |entry| self.module.arguments(entry).to_vec());
        let mut inputs = Vec::new();
        for (at, (ty, is_free)) in signature.inputs.into_iter().enumerate() {
            inputs.push(match arguments.get(at) {
                Some(&argument) => self.boundary(argument, ty, is_free),
                None => self.boundary_type(ty, is_free).0,
            });
        }
        let results = signature.results.into_iter();
        let results: Vec<Type> =
            results.map(|(ty, is_free)| self.boundary_type(ty, is_free).0).collect();
        if types(self.module, op, &key) != (inputs.clone(), results.clone()) {
            let ty = self.module.ctx.function_type(&inputs, &results);
            let attr = self.module.ctx.type_attr(ty);
            self.module.set_attr(op, &key, Some(attr));
        }
        clear_marks(self.module, op);
        // The arguments of other blocks have the layouts of the branches to them.
        let inner: Vec<Value> = self.module.inner_arguments(op).collect();
        for value in inner.into_iter().filter(|value| !arguments.contains(value)) {
            self.take_own_form(value);
        }
    }

    /// Returns the type at a boundary, and the form of a value of it.
    fn boundary_type(&mut self, ty: Type, is_free: bool) -> (Type, Option<Form>) {
        let Some(form) = self.forms.get(&ty).cloned() else { return (ty, None) };
        match is_free {
            true => (physical_type(self.module, ty, &form), Some(form)),
            false => (ty, Some(form.to_logical())),
        }
    }

    /// Sets the type of a value that comes from a boundary. Returns the type.
    fn boundary(&mut self, value: Value, ty: Type, is_free: bool) -> Type {
        let (ty, form) = self.boundary_type(ty, is_free);
        self.module.set_type(value, ty);
        if let Some(form) = form {
            self.values.set(value, Source { value, form });
        }
        ty
    }

    /// Returns from a function with the types of its signature.
    fn returns(&mut self, op: Op) {
        let registry = self.registry;
        let function = self
            .module
            .ancestors(self.module.parent_op(op))
            .find(|&op| type_key(self.module, registry, op).is_some());
        let signature = function.map(|function| self.signatures.of(function)).unwrap_or_default();
        self.pass_to_boundary(op, &signature.results);
    }

    fn call(&mut self, op: Op) {
        let Some(signature) = self.signatures.of_callee(op) else { return self.keep_shape(op) };
        self.pass_to_boundary(op, &signature.inputs);
        let results: Vec<Value> = self.module.results(op).collect();
        for (result, (ty, is_free)) in results.into_iter().zip(signature.results) {
            self.boundary(result, ty, is_free);
        }
    }

    /// Passes the operands of an op to a boundary with these types.
    fn pass_to_boundary(&mut self, op: Op, types: &[(Type, bool)]) {
        let operands = self.module.operands(op).to_vec();
        for (at, (operand, &(ty, is_free))) in operands.into_iter().zip(types).enumerate() {
            let (ty, Some(form)) = self.boundary_type(ty, is_free) else { continue };
            let Some(value) = self.operand(op, at, operand, &form) else { continue };
            if self.module.ty(value) != ty {
                // A kept type may have a layout, which the value in its logical shape lacks.
                let span = self.module.span(op);
                let (cast, value) = create_unary(self.module, CAST_OP, value, ty, span);
                self.module.insert_before(cast, op);
                self.module.set_operand(op, at, value);
            }
        }
    }

    /// Sets an operand of an op to a value in a form, and returns it. Reports an error if there is none.
    pub(super) fn operand(&mut self, op: Op, at: usize, of: Value, form: &Form) -> Option<Value> {
        let value = self.values.get(self.module, self.registry, (of, form));
        match value {
            Some(value) => self.module.set_operand(op, at, value),
            None => {
                let place = self.module.location(op).operand(at);
                let reason = match self.values.source(of) {
                    None => "its definition is unreachable, or follows the use",
                    Some(_) => "its layout splits or pads a dim of dynamic length",
                };
                let name = self.module.name(op);
                let message = format!("operand {at} of `{name}` has no shape: {reason}");
                self.faults.push(Diag::error(code::MATERIALIZE, place, message));
            }
        }
        value
    }

    /// Sets the type of a value to a form.
    pub(super) fn define(&mut self, value: Value, form: Form) {
        let ty = physical_type(self.module, self.module.ty(value), &form);
        self.module.set_type(value, ty);
        self.values.set(value, Source { value, form });
    }

    /// Sets the type of a value to the form of its layout.
    fn take_own_form(&mut self, value: Value) {
        if let Some(form) = self.form(value).cloned() {
            self.define(value, form);
        }
    }

    /// Makes the result of a copy another form of its operand.
    fn copy(&mut self, op: Op) {
        let (&[from], Some(to)) = (self.module.operands(op), self.module.result(op, 0)) else {
            return;
        };
        match self.values.source(from).cloned() {
            Some(source) => self.replace(op, to, source),
            None => {
                let form = self.form(from).map(Form::to_logical);
                form.and_then(|form| self.operand(op, 0, from, &form));
            }
        }
    }

    /// Makes the result of an op that is erased another form of a value.
    pub(super) fn replace(&mut self, op: Op, result: Value, source: Source) {
        self.values.set(result, source);
        self.replaced.push(op);
    }

    /// Removes the layout from the type of a constant, whose elements are in logical order.
    fn constant(&mut self, op: Op) {
        let results: Vec<Value> = self.module.results(op).collect();
        for result in results {
            let Some(form) = self.form(result).map(Form::to_logical) else { continue };
            let ty = physical_type(self.module, self.module.ty(result), &form);
            if dense(self.module, self.registry, result).is_some() {
                set_value(self.module, result, ty);
            } else {
                self.module.set_type(result, ty);
            }
            self.values.set(result, Source { value: result, form });
        }
    }

    /// Rewrites an op whose values have equal types: all have the forms of their layouts, unless the op cannot compute on
    /// padding.
    fn equal_types(&mut self, op: Op) {
        let is_padded = |value: Value| self.form(value).is_some_and(Form::is_padded);
        let is_padded = self.module.operands_and_results(op).any(is_padded);
        // The ops in a region are rewritten by themselves.
        if is_padded && self.module.regions(op).is_empty() && divides_integers(self.module, op) {
            self.report_kept(op, ON_PADDING);
            return self.take_forms(op, Form::to_logical);
        }
        self.keep_layouts(op);
    }

    /// Gives all values of an op the forms of their layouts, which are equal where the op needs it.
    fn keep_layouts(&mut self, op: Op) {
        self.take_forms(op, Form::clone);
    }

    /// Gives each value of an op a form, which its layout determines.
    fn take_forms(&mut self, op: Op, form_of: impl Fn(&Form) -> Form) {
        let operands = self.module.operands(op).to_vec();
        for (at, operand) in operands.into_iter().enumerate() {
            if let Some(form) = self.form(operand).map(&form_of) {
                self.operand(op, at, operand, &form);
            }
        }
        let defined = self.module.results(op).chain(self.module.inner_arguments(op));
        for value in defined.collect::<Vec<Value>>() {
            if let Some(form) = self.form(value).map(&form_of) {
                self.define(value, form);
            }
        }
    }

    /// Reports that an op keeps its logical shape, if a layout differs from it.
    pub(super) fn report_kept(&mut self, op: Op, reason: &str) {
        let moves = |value: Value| {
            self.form(value).is_some_and(|form| !form.is_same_sequence(&form.to_logical()))
        };
        if self.module.operands_and_results(op).any(moves) {
            self.values.report.keep(self.module, op, reason);
        }
    }

    /// Changes the name and the attributes of an op.
    pub(super) fn apply(&mut self, op: Op, edit: OpEdit) {
        if let Some(name) = edit.name {
            let name = self.module.ctx.name(&name);
            self.module.set_name(op, name);
        }
        for (key, attr) in edit.attrs {
            self.module.set_attr(op, &key, attr);
        }
    }

    /// Keeps the logical shapes of all values of an op, and reports it if their layouts differ from these.
    fn keep_shape(&mut self, op: Op) {
        let reason = match self.dims.get(&op) {
            None => self.kept_by_absorb(op).unwrap_or("no interface permutes its dims").to_owned(),
            Some(Ok(_)) => "its dims cannot have this order".to_owned(),
            Some(Err(opaque)) => opaque.reason.clone(),
        };
        self.report_kept(op, &reason);
        self.take_forms(op, Form::to_logical);
    }
}
