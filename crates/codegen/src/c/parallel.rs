//! The directive of loops that run in parallel.

/// The number of bytes read and written from which a copy runs in parallel: a thread copies them in about the time that
/// starting threads takes.
const PARALLEL: i64 = 1 << 20;

/// Returns the directive for nested loops that read and write a number of bytes, of one index if the length is dynamic;
/// `None` if they are few.
pub(super) fn directive(loops: usize, bytes: i64, is_dynamic: bool) -> Option<String> {
    if is_dynamic {
        let least = PARALLEL / bytes.max(1);
        return Some(format!("LAYOUTC_PARALLEL_IF({loops}, n >= {least})"));
    }
    (bytes >= PARALLEL).then(|| format!("LAYOUTC_PARALLEL({loops})"))
}

/// Returns the line of the directive for a loop of a static length that reads and writes a number of bytes; empty if they
/// are few.
pub(super) fn line(bytes: i64) -> String {
    directive(1, bytes, false).map_or(String::new(), |directive| format!("    {directive}\n"))
}
