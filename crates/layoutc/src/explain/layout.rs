//! What is told of a symbol: the layout that it has, then each decision with its reasons.

use crate::driver::Driver;
use crate::eval::{Located, QueryFault, SymbolTable};
use crate::render::Explanation;
use ir::diag::{Diag, Note, Sink};
use ir::module::Def;
use ir::print::type_to_string;
use ir::source::Span;
use ir::target::TARGET_ATTR;
use ir::{Module, Op, Registry, TypeKind, Value};
use passes::{Provenance, Subject};

/// A question to a compiled module.
pub(crate) struct ExplainJob<'a> {
    pub(crate) module: &'a Module,
    pub(crate) registry: &'a Registry,
    pub(crate) of: &'a str,
    /// What the passes decided.
    pub(crate) provenance: &'a Provenance,
    /// The passes that ran.
    pub(crate) passes: &'a [&'a str],
}

/// Whether the module of a text picks a target.
pub(super) fn picks_target(driver: &Driver, text: &str, base: u32) -> bool {
    if !text.contains(TARGET_ATTR) {
        return false;
    }
    // What is wrong with the text is told when it is compiled.
    let mut sink = Sink::default();
    let module = parser::parse(text, base, &driver.registry, &mut sink);
    module.is_some_and(|module| module.attr(module.root(), TARGET_ATTR).is_some())
}

/// Explains the layout of a symbol.
///
/// # Errors
/// The module has no such symbol, or it has no layout.
pub(crate) fn explain(job: &ExplainJob<'_>) -> Result<Vec<Explanation>, Box<Diag>> {
    let mut symbols = SymbolTable::new(job.module, job.registry);
    let result = symbols.locate(job.of).and_then(|located| match located {
        Located::Value(value) => job.value(job.of, value),
        Located::Op(op) => job.op(&mut symbols, op),
    });
    result.map_err(|fault| Box::new(fault.into_diag(Span::NONE)))
}

impl ExplainJob<'_> {
    fn value(&self, of: &str, value: Value) -> Result<Vec<Explanation>, QueryFault> {
        let (module, span) = (self.module, self.module.value_span(value));
        let ty = type_to_string(module, module.ty(value));
        let TypeKind::Tensor { .. } = module.kind(value) else {
            return Err(QueryFault::new(format!(
                "`{of}` has the type `{ty}`, which has no layout"
            )));
        };
        let head = Explanation { span, message: format!("`{of}` is a `{ty}`"), notes: Vec::new() };
        // That the op is there at all may be a decision, too, as of a copy.
        let op = match module.def(value) {
            Def::Result(op, _) => Some(Subject::Op(op)),
            Def::Argument(..) => None,
        };
        let subjects: Vec<Subject> = op.into_iter().chain([value.into()]).collect();
        Ok(self.decided(head, &subjects))
    }

    fn op(&self, symbols: &mut SymbolTable<'_>, op: Op) -> Result<Vec<Explanation>, QueryFault> {
        let (module, span, of) = (self.module, self.module.span(op), self.of);
        let def = self.registry.of(module, op);
        let name = module.name(op);
        if let Some(declares) = def.and_then(|def| def.tensor) {
            let ty = module.attr(op, declares.type_key).and_then(|attr| module.ctx.as_type(attr));
            let ty = ty.map(|ty| type_to_string(module, ty)).unwrap_or_default();
            let head =
                Explanation { span, message: format!("`{of}` is a `{ty}`"), notes: Vec::new() };
            return Ok(self.decided(head, &[op.into()]));
        }
        let values = symbols.tensors_of(op);
        if !values.is_empty() {
            let told =
                values.into_iter().map(|(name, value)| self.value(&format!("{of}:%{name}"), value));
            return Ok(told.collect::<Result<Vec<_>, QueryFault>>()?.concat());
        }
        let is_layout = def.is_some_and(|def| def.is_descriptor || def.describes_tensor);
        if !is_layout && self.provenance.of(op).is_empty() {
            let why = match module.regions(op).is_empty() {
                true => format!("`{of}` is an op `{name}`, which has no layout"),
                false => {
                    format!("`{of}` is an op `{name}` without tensors, so that it has no layouts")
                }
            };
            return Err(QueryFault::new(why));
        }
        let head =
            Explanation { span, message: format!("`{of}` is a `{name}`"), notes: Vec::new() };
        Ok(self.decided(head, &[op.into()]))
    }

    /// The head and what was decided of its subjects.
    fn decided(&self, head: Explanation, subjects: &[Subject]) -> Vec<Explanation> {
        let span = head.span;
        let decisions = subjects.iter().flat_map(|&subject| self.provenance.of(subject));
        let decisions = decisions.map(|decision| Explanation {
            span,
            message: format!("`{}` {}", decision.pass, decision.what),
            notes: decision.because.clone(),
        });
        let told: Vec<Explanation> = std::iter::once(head).chain(decisions).collect();
        if told.len() > 1 {
            return told;
        }
        let note = Note::plain;
        let ran = match self.passes.is_empty() {
            true => "no passes ran".to_owned(),
            false => format!("the passes that ran are {}", self.passes.join(", ")),
        };
        let message = "no pass decided on it: it is kept as it is written".to_owned();
        [told, vec![Explanation { span, message, notes: vec![note(ran)] }]].concat()
    }
}
