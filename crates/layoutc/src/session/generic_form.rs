//! Rewriting of the input into generic form by another program, for `--mlir-opt`, and mapping of diagnostics back to
//! the user's text.
//!
//! The program prints the position of each op in its input. A diagnostic of the generic text is printed at its op in
//! the user's text. A diagnostic of text that cannot be parsed keeps its position in the generic text.

use super::state::{Chunk, Session, WrittenText};
use crate::compile::{CompilePlan, guard};
use crate::render::DiagnosticForm;
use crate::status::{FAILED, USAGE};
use crate::streams::input::shown;
use crate::streams::program;
use crate::streams::text::one_line;
use compiler::Explanation;
use ir::Module;
use ir::attrs::LocKind;
use ir::diag::{Diag, Sink, code};
use ir::source::{SourceFile, Span};
use std::ops::Range;
use std::rc::Rc;

impl Session<'_> {
    /// Returns a part of the input as its first chunk. With `--mlir-opt`, the chunk is the part as that program prints it.
    ///
    /// # Errors
    /// The exit status. The error itself was printed.
    pub(super) fn chunk_of(
        &mut self,
        plan: &Rc<CompilePlan>,
        written: WrittenText,
    ) -> Result<Chunk, i32> {
        let WrittenText { base, range } = self.compiled_text(&plan.input, &written)?;
        Ok(Chunk { plan: Rc::clone(plan), number: 1, base, range, written })
    }

    /// Returns the text that is compiled for a part of the input.
    ///
    /// # Errors
    /// The exit status. The error itself was printed.
    pub(super) fn compiled_text(
        &mut self,
        path: &str,
        written: &WrittenText,
    ) -> Result<WrittenText, i32> {
        let Some(program) = self.options.mlir_opt.clone() else { return Ok(written.clone()) };
        let base = self.generic_form(&program, path, written)?;
        Ok(self.whole(base))
    }

    /// Adds the generic form of a part of the input to the sources. Returns its base position.
    fn generic_form(
        &mut self,
        program: &str,
        path: &str,
        written: &WrittenText,
    ) -> Result<u32, i32> {
        let file = self.file(written.base);
        let is_whole = written.range == (0..file.text.len());
        // Empty lines before a part preserve its line numbers.
        let (before, part) = file.text[..written.range.end].split_at(written.range.start);
        let lines = before.matches('\n').count();
        let stdin = match &self.bytecode {
            Some(bytes) => bytes.clone(),
            None => ("\n".repeat(lines) + part).into_bytes(),
        };
        let read = if is_whole { path } else { "-" };
        let output = program::generic_form(program, read, stdin).map_err(|message| {
            self.show(vec![Diag::error(code::FILE, Span::NONE, message)]);
            USAGE
        })?;
        let name = shown(path).to_owned();
        self.pass_on(program, &output.messages.replace(shown("-"), &name));
        if !output.status.success() {
            let message = format!("`{program}` failed on `{name}` ({})", output.status);
            self.show(vec![Diag::error(code::FILE, Span::NONE, message)]);
            return Err(FAILED);
        }
        let title = format!("{name} (generic form by {program})");
        let text = String::from_utf8(output.stdout).ok();
        let base = text.and_then(|text| self.sources.add(title, text));
        base.ok_or_else(|| {
            let message = format!("`{program}` must print UTF-8 text of less than 4 GiB");
            self.show(vec![Diag::error(code::FILE, Span::NONE, message)]);
            FAILED
        })
    }

    /// Prints the messages of a program, unchanged, or as one warning if diagnostics are JSON.
    fn pass_on(&mut self, program: &str, messages: &str) {
        if messages.is_empty() {
            return;
        }
        if self.style.form == DiagnosticForm::Json {
            let message = format!("`{program}` reports: {}", messages.trim_end());
            self.show(vec![Diag::warning(code::FILE, Span::NONE, message)]);
            return;
        }
        for line in messages.lines() {
            let _ = writeln!(self.err, "{}", one_line(line));
        }
    }

    /// Moves the spans of diagnostics from a generic text to the user's text.
    pub(super) fn map_back(&self, diags: &mut [Diag], chunk: &Chunk) {
        if diags.is_empty() {
            return;
        }
        let Some(positions) = self.user_positions(chunk) else { return };
        for diag in diags {
            positions.map(diag.labels.iter_mut().map(|label| &mut label.span));
            positions.map(diag.notes.iter_mut().map(|note| &mut note.span));
            let core = diag.conflict.iter_mut().flat_map(|conflict| &mut conflict.core);
            let sources = core.flat_map(|requirement| &mut requirement.sources);
            positions.map(sources.map(|source| &mut source.span));
            // A replacement in the generic text does not apply to the user's text.
            diag.suggestions.retain(|replacement| !positions.is_generic(replacement.span));
        }
    }

    /// Moves the spans of explanations from a generic text to the user's text.
    pub(super) fn map_explanations(&self, facts: &mut [Explanation], chunk: &Chunk) {
        let Some(positions) = self.user_positions(chunk) else { return };
        for fact in facts {
            let notes = fact.notes.iter_mut().map(|note| &mut note.span);
            positions.map(notes.chain([&mut fact.span]));
        }
    }

    /// Returns the positions of the ops of a chunk in the user's text; `None` if the chunk is that text.
    fn user_positions(&self, chunk: &Chunk) -> Option<UserPositions> {
        let base = chunk.base;
        let user = self.file(chunk.written.base);
        if base == user.base {
            return None;
        }
        let text = &self.file(base).text;
        let registry = &self.driver.registry;
        let module = guard(|| parser::parse(text, base, registry, &mut Sink::default())).ok()??;
        let mut ops: Vec<(u32, Span)> = module
            .walk()
            .filter_map(|op| {
                let span = module.span(op);
                span.is_some().then_some(())?;
                Some((span.start, user_span(&module, op, user)?))
            })
            .collect();
        ops.sort_by_key(|(start, _)| *start);
        Some(UserPositions { generic: base..base + text.len() as u32 + 1, ops })
    }
}

/// The positions of the ops of a generic text in the user's text.
struct UserPositions {
    /// The positions of the generic text.
    generic: Range<u32>,
    /// The position of each op in the generic text, in order, with its span in the user's text.
    ops: Vec<(u32, Span)>,
}

impl UserPositions {
    fn is_generic(&self, span: Span) -> bool {
        self.generic.contains(&span.start)
    }

    /// Replaces each span of the generic text with the span of the op that contains it.
    fn map<'s>(&self, spans: impl Iterator<Item = &'s mut Span>) {
        for span in spans.filter(|span| self.is_generic(**span)) {
            let next = self.ops.partition_point(|(start, _)| *start <= span.start);
            if let Some(at) = next.checked_sub(1) {
                *span = self.ops[at].1;
            }
        }
    }
}

/// Returns the span of an op in the user's file, from its location `"file":line:column`; `None` if it is in another
/// file.
fn user_span(module: &Module, op: ir::Op, user: &SourceFile) -> Option<Span> {
    let LocKind::File { file, line, column, .. } = module.ctx.as_loc(module.op_loc(op)?)? else {
        return None;
    };
    let is_user = **file == *user.name.as_bytes() || **file == *shown("-").as_bytes();
    let line = user.line_range(Some(*line).filter(|&line| is_user && line > 0)?);
    let offset = line.start.checked_add(usize::try_from(column.checked_sub(1)?).ok()?)?;
    let start = user.base + u32::try_from(user.clamp(offset.min(line.end))).ok()?;
    Some(Span::new(start, start + 1))
}
