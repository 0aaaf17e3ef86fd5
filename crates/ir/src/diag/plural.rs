//! Plurals in messages.

/// Returns a count with its noun, in the plural unless it is 1: `1 result`, `2 results`, `2 entries`.
pub fn counted(count: usize, what: &str) -> String {
    match what.strip_suffix("ry") {
        _ if count == 1 => format!("1 {what}"),
        Some(stem) => format!("{count} {stem}ries"),
        None => format!("{count} {what}s"),
    }
}
