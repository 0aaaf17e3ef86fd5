//! Has another program rewrite the input in generic form, for `--mlir-opt`, and maps diagnostics back to the user's text.
//!
//! The program prints the position of each op in its input. Diagnostics of the generic text are shown at the op of the
//! user's text that they are about; those of text that cannot be parsed keep their position in the generic text.

use super::state::{Chunk, Session, WrittenText};
use crate::compile::{CompilePlan, guard};
use crate::render::DiagnosticForm;
use crate::status::{FAILED, USAGE};
use crate::streams::input::shown;
use crate::streams::program;
use crate::streams::text::one_line;
use ir::Module;
use ir::attrs::{AttrKind, LocKind};
use ir::diag::{Diag, Sink, code};
use ir::source::{SourceFile, Span};

impl Session<'_> {
    /// Returns a part of the input as it is compiled: with `--mlir-opt`, as that program prints it.
    ///
    /// # Errors
    /// The exit status; the reason was shown.
    pub(super) fn chunk_of<'p>(
        &mut self,
        plan: &'p CompilePlan,
        path: &str,
        written: WrittenText,
    ) -> Result<Chunk<'p>, i32> {
        let Some(program) = self.options.mlir_opt.clone() else {
            return Ok(Chunk { plan, base: written.base, range: written.range.clone(), written });
        };
        let base = self.generic_form(&program, path, &written)?;
        let range = 0..self.file(base).text.len();
        Ok(Chunk { plan, base, range, written })
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
        // Empty lines before a part keep its line numbers.
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
            let message = format!("`{program}` printed no text of less than 4 GiB in UTF-8");
            self.show(vec![Diag::error(code::FILE, Span::NONE, message)]);
            FAILED
        })
    }

    /// Shows the messages of a program: as they are, or as one warning if diagnostics are JSON.
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
    pub(super) fn map_back(&self, diags: &mut [Diag], chunk: &Chunk<'_>) {
        let base = chunk.base;
        if diags.is_empty() || base == chunk.written.base {
            return;
        }
        let ops = self.op_positions(base, chunk.written.base);
        let generic = self.file(base);
        let end = generic.base + generic.text.len() as u32;
        let map = |span: Span| {
            if !(base..=end).contains(&span.start) {
                return span;
            }
            let next = ops.partition_point(|(start, _)| *start <= span.start);
            next.checked_sub(1).map_or(span, |at| ops[at].1)
        };
        for diag in diags {
            diag.labels.iter_mut().for_each(|label| label.span = map(label.span));
            diag.notes.iter_mut().for_each(|note| note.span = map(note.span));
            // A replacement of generic text replaces nothing in the user's text.
            diag.suggestions.retain(|replacement| map(replacement.span) == replacement.span);
        }
    }

    /// Returns the position of each op of a generic text, in order, with its span in the user's file.
    fn op_positions(&self, base: u32, written: u32) -> Vec<(u32, Span)> {
        let (text, registry) = (&self.file(base).text, &self.driver.registry);
        let parsed = guard(|| parser::parse(text, base, registry, &mut Sink::default()));
        let Ok(Some(module)) = parsed else { return Vec::new() };
        let user = self.file(written);
        let position = |op| {
            let span = module.span(op);
            span.is_some().then_some(())?;
            Some((span.start, user_span(&module, op, user)?))
        };
        let mut ops: Vec<(u32, Span)> = module.walk().filter_map(position).collect();
        ops.sort_by_key(|(start, _)| *start);
        ops
    }
}

/// The span of an op in the user's file, by its location `"file":line:column`. `None` if it is in another file.
fn user_span(module: &Module, op: ir::Op, user: &SourceFile) -> Option<Span> {
    let AttrKind::Loc(LocKind::File { file, line, column, .. }) =
        module.ctx.attr_kind(module.op_loc(op)?)
    else {
        return None;
    };
    let is_user = **file == *user.name.as_bytes() || **file == *shown("-").as_bytes();
    let line = user.line_range(Some(*line).filter(|&line| is_user && line > 0)?);
    let offset = line.start.checked_add(usize::try_from(column.checked_sub(1)?).ok()?)?;
    let start = user.base + u32::try_from(user.clamp(offset.min(line.end))).ok()?;
    Some(Span::new(start, start + 1))
}
