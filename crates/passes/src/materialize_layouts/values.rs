//! Values in the forms in which ops need them, with the steps between forms inserted once.
//!
//! Reorders, and transposes whose result can share the memory of the operand, are no ops here: their results are other
//! forms of their operands. The steps to a form in which an op needs a value begin at the value that an op computes, so
//! chains of reorders and transposes are composed, and those that cancel each other vanish.

use super::constants;
use super::form::{Form, Step, Steps, steps};
use super::report::Report;
use ir::types::Extent;
use ir::view_builder::{Movements, ViewBuilder};
use ir::{Module, Registry, Type, TypeKind, Value, encoding};
use rustc_hash::FxHashMap;

/// A value that holds the elements of another one, and the form of its dims.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) value: Value,
    pub(super) form: Form,
}

/// A value from which steps begin, with the steps.
type Moved = (Value, Vec<Step>);

/// The forms of the values of a module.
pub(super) struct FormValues {
    sources: FxHashMap<Value, Source>,
    /// The results of steps.
    made: FxHashMap<Moved, Value>,
    /// The first transpose of a value with each sequence of the dims that are longer than 1.
    transposed: FxHashMap<(Value, Vec<usize>), Value>,
    /// The dialect of new ops in the current function.
    pub(super) movements: Movements,
    pub(super) report: Report,
}

impl FormValues {
    pub(super) fn new(movements: Movements) -> FormValues {
        let report = Report::default();
        FormValues {
            sources: FxHashMap::default(),
            made: FxHashMap::default(),
            transposed: FxHashMap::default(),
            movements,
            report,
        }
    }

    /// Sets the elements of a value to those of another one.
    pub(super) fn set(&mut self, of: Value, source: Source) {
        self.sources.insert(of, source);
    }

    /// Returns the source of a value; `None` if the value is no ranked tensor, or its definition was not visited.
    pub(super) fn source(&self, of: Value) -> Option<&Source> {
        self.sources.get(&of)
    }

    /// Returns a value in a form. `None` if its definition was not visited, or the steps depend on a dynamic length.
    pub(super) fn get(
        &mut self,
        module: &mut Module,
        registry: &Registry,
        (of, form): (Value, &Form),
    ) -> Option<Value> {
        let source = self.source(of)?.clone();
        let steps = steps(&source.form, form)?;
        Some(self.moved(module, registry, source.value, steps))
    }

    /// Returns a value in a form and then in another shape of as many elements.
    pub(super) fn reshaped(
        &mut self,
        module: &mut Module,
        registry: &Registry,
        (of, form): (Value, &Form),
        lengths: &[Extent],
    ) -> Option<Value> {
        let source = self.source(of)?.clone();
        let mut all = Steps::new(form.physical());
        all.found = steps(&source.form, form)?;
        all.reshape(lengths);
        Some(self.moved(module, registry, source.value, all.found))
    }

    /// Returns the result of steps from a value. Common first steps are shared.
    fn moved(
        &mut self,
        module: &mut Module,
        registry: &Registry,
        from: Value,
        steps: Vec<Step>,
    ) -> Value {
        let Some((last, first)) = steps.split_last() else { return from };
        let last = last.clone();
        let first = first.to_vec();
        if let Some(&made) = self.made.get(&(from, steps.clone())) {
            return made;
        }
        let before = self.moved(module, registry, from, first);
        let made = if let Some(made) = constants::reshaped_empty(module, before, &last) {
            made
        } else if let Some(made) = constants::moved(module, registry, before, &last) {
            self.report.constants += 1;
            made
        } else {
            self.inserted(module, before, &last)
        };
        self.made.insert((from, steps), made);
        made
    }

    /// Returns the result of one step. Transposes that differ in dims of length 1 share one, of which the others are
    /// reshapes.
    fn inserted(&mut self, module: &mut Module, value: Value, step: &Step) -> Value {
        let lengths = module.kind(value).tensor_dims().unwrap_or_default().to_vec();
        let Step::Transpose(dims) = step else { return self.counted(module, value, step) };
        let long = dims.iter().copied().filter(|&dim| lengths[dim] != Some(1));
        let key = (value, long.collect::<Vec<usize>>());
        let after = dims.iter().map(|&dim| lengths[dim]).collect::<Option<Vec<u64>>>();
        if let (Some(&shared), Some(after)) = (self.transposed.get(&key), after) {
            return self.counted(module, shared, &Step::Reshape(after));
        }
        let made = self.counted(module, value, step);
        self.transposed.insert(key, made);
        made
    }

    fn counted(&mut self, module: &mut Module, value: Value, step: &Step) -> Value {
        self.report.step(module, value, step);
        self.insert(module, value, step)
    }

    /// Inserts the op of one step after the definition of its operand.
    fn insert(&self, module: &mut Module, value: Value, step: &Step) -> Value {
        let mut builder = ViewBuilder::after(module, value, self.movements);
        match step {
            Step::Transpose(dims) => builder.transpose(value, dims),
            Step::Reshape(lens) => {
                let lens: Vec<Extent> = lens.iter().copied().map(Some).collect();
                builder.reshape(value, &lens)
            }
            Step::Pad(zeros) => builder.pad(value, zeros).expect("steps pad static lengths"),
            Step::Prefix(lens) => builder.prefix(value, lens),
        }
    }
}

/// Returns the type of a tensor in a form: without a layout, and with the entries of other dialects in its encoding.
pub(super) fn physical_type(module: &mut Module, ty: Type, form: &Form) -> Type {
    let TypeKind::Tensor { elem, encoding, .. } = *module.ctx.kind(ty) else { return ty };
    let encoding = encoding.and_then(|encoding| {
        if !matches!(module.ctx.attr_kind(encoding), ir::AttrKind::Dict(_)) {
            return Some(encoding);
        }
        let kept: Vec<_> = module.ctx.dict_entries(encoding).to_vec();
        let kept =
            kept.into_iter().filter(|&(key, _)| !encoding::KEYS.contains(&module.ctx.text(key)));
        let kept: Vec<_> = kept.collect();
        (!kept.is_empty()).then(|| module.ctx.dict(kept))
    });
    module.ctx.tensor_type(&form.physical(), elem, encoding)
}
