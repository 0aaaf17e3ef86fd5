//! Explanation of a symbol: its layout, then each decision of a pass with its reasons.

use crate::symbols::SymbolTable;
use ir::diag::{Diag, Note};
use ir::module::Def;
use ir::print::type_to_string;
use ir::source::Span;
use ir::{Module, Op, Registry, TypeKind, Value};
use passes::{Provenance, QueryError, Subject};

/// A fact about a position of the input, and its reasons. It is printed in the form of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The position.
    pub span: Span,
    /// The fact.
    pub message: String,
    /// The reasons, in the order of derivation.
    pub notes: Vec<Note>,
}

/// A request to explain a symbol of a compiled module.
#[derive(Clone, Copy)]
pub struct ExplainJob<'a> {
    /// The module after the passes.
    pub module: &'a Module,
    /// The definitions of its ops.
    pub registry: &'a Registry,
    /// The name of the symbol, `@x`, or of a value, `@f:%x`.
    pub of: &'a str,
    /// The decisions of the passes.
    pub provenance: &'a Provenance,
    /// The passes of the pipeline.
    pub passes: &'a [&'a str],
}

/// Explains the layout of a symbol.
///
/// # Errors
/// The symbol is unknown, or has no layout.
pub fn explain(job: &ExplainJob<'_>) -> Result<Vec<Explanation>, Box<Diag>> {
    let mut symbols = SymbolTable::new(job.module, job.registry);
    let module = job.module;
    let result = symbols.locate(job.of).and_then(|entity| match module.value_of(entity) {
        Some(value) => job.value(job.of, value),
        None => job.op(&mut symbols, module.op_of(entity).unwrap_or(module.root())),
    });
    result.map_err(|fault| Box::new(fault.into_diag()))
}

impl ExplainJob<'_> {
    fn value(&self, of: &str, value: Value) -> Result<Vec<Explanation>, QueryError> {
        let module = self.module;
        let span = self.module.value_span(value);
        let ty = type_to_string(module, module.ty(value));
        let TypeKind::Tensor { .. } = module.kind(value) else {
            return Err(QueryError::new(format!(
                "`{of}` has the type `{ty}`, which has no layout"
            )));
        };
        let head = Explanation { span, message: format!("`{of}` is a `{ty}`"), notes: Vec::new() };
        // The op itself can be a decision, as is the case for an inserted copy.
        let op = match module.def(value) {
            Def::Result(op, _) => Some(Subject::Op(op)),
            Def::Argument(..) => None,
        };
        let subjects: Vec<Subject> = op.into_iter().chain([value.into()]).collect();
        Ok(self.decided(head, &subjects))
    }

    fn op(&self, symbols: &mut SymbolTable<'_>, op: Op) -> Result<Vec<Explanation>, QueryError> {
        let module = self.module;
        let span = self.module.span(op);
        let of = self.of;
        let def = self.registry.op_def(module, op);
        let name = module.name(op);
        if let Some(ty) = self.registry.declared_type(module, op) {
            let message = format!("`{of}` is a `{}`", type_to_string(module, ty));
            let head = Explanation { span, message, notes: Vec::new() };
            return Ok(self.decided(head, &[op.into()]));
        }
        let values = symbols.tensors_of(op);
        if !values.is_empty() {
            let explanations =
                values.into_iter().map(|(name, value)| self.value(&format!("{of}:%{name}"), value));
            return Ok(explanations.collect::<Result<Vec<_>, QueryError>>()?.concat());
        }
        let is_layout = def.is_some_and(|def| def.has_layout() || def.describes_tensor);
        if !is_layout && self.provenance.decisions(op).is_empty() {
            let why = match module.regions(op).is_empty() {
                true => format!("`{of}` is an op `{name}`, which has no layout"),
                false => {
                    format!("`{of}` is an op `{name}` without tensors, so it has no layouts")
                }
            };
            return Err(QueryError::new(why));
        }
        let head =
            Explanation { span, message: format!("`{of}` is a `{name}`"), notes: Vec::new() };
        Ok(self.decided(head, &[op.into()]))
    }

    /// Returns `head`, followed by the decisions about `subjects`.
    fn decided(&self, head: Explanation, subjects: &[Subject]) -> Vec<Explanation> {
        let span = head.span;
        let decisions = subjects.iter().flat_map(|&subject| self.provenance.decisions(subject));
        let decisions = decisions.map(|decision| Explanation {
            span,
            message: format!("`{}` {}", decision.pass, decision.what),
            notes: decision.because.clone(),
        });
        let explanations: Vec<Explanation> = std::iter::once(head).chain(decisions).collect();
        if explanations.len() > 1 {
            return explanations;
        }
        let note = Note::plain;
        let ran = match self.passes.is_empty() {
            true => "no passes ran".to_owned(),
            false => format!("the passes that ran are {}", self.passes.join(", ")),
        };
        let message = "no pass changed this layout".to_owned();
        [explanations, vec![Explanation { span, message, notes: vec![note(ran)] }]].concat()
    }
}
