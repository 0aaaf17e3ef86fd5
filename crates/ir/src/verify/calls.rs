//! Verification of calls: the callee exists, and its type matches the operands and results of the call.

use crate::diag::{Diag, Sink, code, counted, nearest};
use crate::module::{Module, Op, Value};
use crate::print::type_to_string;
use crate::registry::{Registry, Traits};
use crate::source::SourceLocation;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// The check of the calls of a module against their callees.
pub(super) struct Calls<'a> {
    module: &'a Module,
    registry: &'a Registry,
    sink: &'a mut Sink,
    /// The symbols of each symbol table, collected at the first call that needs them.
    tables: FxHashMap<Op, FxHashMap<&'a str, Op>>,
}

impl<'a> Calls<'a> {
    pub(super) fn new(module: &'a Module, registry: &'a Registry, sink: &'a mut Sink) -> Self {
        Calls { module, registry, sink, tables: FxHashMap::default() }
    }

    /// Checks an op that calls the function whose symbol is its attribute `key`.
    pub(super) fn check(&mut self, op: Op, key: &str) {
        let module = self.module;
        let Some(name) = module.symbol_attr(op, key) else {
            return;
        };
        let callee = self.table_of(op).and_then(|table| self.symbols(table).get(name).copied());
        let function = callee.and_then(|callee| {
            let function = self.registry.op_def(module, callee)?.function.as_ref()?;
            let ty = module.attr(callee, &function.type_key)?;
            Some((callee, module.ctx.kind(module.ctx.as_type(ty)?)))
        });
        match function {
            Some((callee, TypeKind::Function { inputs, results })) => {
                let operands = module.operands(op);
                self.values(op, callee, ("operand", "input"), operands, inputs, |index| {
                    module.location(op).input(index)
                });
                let outputs: Vec<Value> = module.results(op).collect();
                self.values(op, callee, ("result", "result"), &outputs, results, |index| {
                    module.location(op).output(index)
                });
            }
            // The function's own verification reports its type.
            Some(_) => {}
            None => self.unknown(op, key, name),
        }
    }

    /// Reports a call of an undefined function.
    fn unknown(&mut self, op: Op, key: &str, name: &str) {
        let module = self.module;
        let registry = self.registry;
        let place = module.location(op).attr(key);
        let message = format!("unknown function `@{name}`");
        let mut functions: Vec<&str> = Vec::new();
        if let Some(table) = self.table_of(op) {
            let symbols = self.symbols(table).iter();
            functions = symbols
                .filter(|&(_, &op)| {
                    registry.op_def(module, op).is_some_and(|def| def.function.is_some())
                })
                .map(|(&name, _)| name)
                .collect();
            functions.sort_unstable();
        }
        let near = nearest(name, functions).map(|near| format!("@{near}"));
        let diag = Diag::error(code::UNDEFINED_SYMBOL, place.clone(), message);
        self.sink.push(diag.did_you_mean(place, near.as_deref()));
    }

    /// Checks the number and types of the operands or results of a call against the function.
    fn values(
        &mut self,
        op: Op,
        callee: Op,
        (what, of_function): (&str, &str),
        values: &[Value],
        expected: &[Type],
        at: impl Fn(usize) -> SourceLocation,
    ) {
        let module = self.module;
        let name = module.name(op);
        let symbol = module.symbol(callee).unwrap_or_default();
        if values.len() != expected.len() {
            let has = counted(values.len(), what);
            let expected = counted(expected.len(), of_function);
            let message = format!("`{name}` has {has}, but `@{symbol}` has {expected}");
            let diag = Diag::error(code::COUNT, module.location(op), message);
            return self.sink.push(diag.note_at(module.location(callee), "the function is here"));
        }
        for (index, (&value, &expected)) in values.iter().zip(expected).enumerate() {
            if module.ty(value) != expected {
                let found = type_to_string(module, module.ty(value));
                let expected = type_to_string(module, expected);
                let message = format!(
                    "{what} {index} of `{name}` is `{found}`, but {of_function} {index} of `@{symbol}` is `{expected}`"
                );
                let diag = Diag::error(code::TYPE_MISMATCH, at(index), message);
                self.sink.push(diag.note_at(module.location(callee), "the function is here"));
            }
        }
    }

    /// Returns the nearest symbol table around an op. `None` if there is none.
    fn table_of(&self, op: Op) -> Option<Op> {
        self.module.ancestors(self.module.parent_op(op)).find(|&op| {
            let def = self.registry.op_def(self.module, op);
            def.is_some_and(|def| def.traits.has(Traits::SYMBOL_TABLE))
        })
    }

    /// Returns the symbols of a table.
    fn symbols(&mut self, table: Op) -> &FxHashMap<&'a str, Op> {
        let module = self.module;
        self.tables.entry(table).or_insert_with(|| {
            module.inner_ops(table).filter_map(|op| Some((module.symbol(op)?, op))).collect()
        })
    }
}
