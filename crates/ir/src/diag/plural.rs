//! Plurals in messages.

/// Returns a count with its noun, in the plural unless it is 1: `1 result`, `2 results`.
pub fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
