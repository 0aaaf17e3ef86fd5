//! The module of a text with errors: statements with errors are left out, so that hovers exist for the others.

use crate::analysis::{AnalyzedModule, resolved};
use crate::lines::{StatementLine, StatementLines};
use crate::tokens::TextToken;
use compiler::Compilation;
use ir::Registry;
use ir::diag::{Diag, Severity};
use std::ops::Range;

/// The number of times that a text is read again without statements.
const ATTEMPTS: usize = 16;

/// Returns the module of the statements without errors, at their places in the text. `None` if too few can be found.
pub(crate) fn recovered(
    text: &str,
    tokens: &[TextToken],
    diags: &[Diag],
    registry: &Registry,
) -> Option<AnalyzedModule> {
    let lines = StatementLines::new(text, tokens).lines;
    let mut bytes = text.as_bytes().to_vec();
    let mut faults = errors(diags);
    for _ in 0..ATTEMPTS {
        faults.iter().try_for_each(|&fault| remove(&mut bytes, &lines, fault))?;
        let rest = String::from_utf8(bytes).ok()?;
        let mut compilation = Compilation::new(&rest, 0, registry);
        let module = resolved(&mut compilation, registry);
        faults = errors(&compilation.take());
        if module.is_some() || faults.is_empty() {
            return module;
        }
        bytes = rest.into_bytes();
    }
    None
}

fn errors(diags: &[Diag]) -> Vec<usize> {
    let errors = diags.iter().filter(|diag| diag.severity == Severity::Error);
    errors.filter(|diag| diag.span().is_some()).map(|diag| diag.span().start as usize).collect()
}

/// Replaces the innermost statement at a byte that is still there by spaces. `None` if there is none.
fn remove(bytes: &mut [u8], lines: &[StatementLine], at: usize) -> Option<()> {
    let mut number = lines.partition_point(|line| line.token.start <= at).checked_sub(1)?;
    loop {
        let own = statement(lines, number, bytes.len());
        let statement = &mut bytes[own];
        if !statement.trim_ascii().is_empty() {
            let text = statement.iter_mut().filter(|byte| **byte != b'\n');
            text.for_each(|byte| *byte = b' ');
            return Some(());
        }
        let depth = lines[number].depth;
        number = lines[..number].iter().rposition(|line| line.depth < depth && !line.is_end)?;
    }
}

/// Returns the bytes of the statement that begins at a line, with the statements in its braces.
fn statement(lines: &[StatementLine], number: usize, end: usize) -> Range<usize> {
    let own = lines[number];
    let next = lines[number + 1..]
        .iter()
        .find(|line| line.depth < own.depth || line.depth == own.depth && !line.is_end);
    own.token.start..next.map_or(end, |line| line.token.start)
}
