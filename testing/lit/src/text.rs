//! Small helpers on byte text that the checker and the runner share.

/// Drops the CR of each CRLF and, unless `keep_blanks`, folds each run of blanks and tabs into one blank.
pub(crate) fn canonical(text: &[u8], keep_blanks: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for (i, &byte) in text.iter().enumerate() {
        let dos_ending = byte == b'\r' && text.get(i + 1) == Some(&b'\n');
        if dos_ending {
            continue;
        }
        if keep_blanks || !is_blank(byte) {
            out.push(byte);
        } else if i == 0 || !is_blank(text[i - 1]) {
            out.push(b' ');
        }
    }
    out
}

/// Whether the byte is a blank or a tab.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// The text without blanks and tabs at its start.
pub(crate) fn trim_start(text: &[u8]) -> &[u8] {
    let skip = text.iter().take_while(|b| is_blank(**b)).count();
    &text[skip..]
}

/// The text without blanks and tabs at its end.
pub(crate) fn trim_end(text: &[u8]) -> &[u8] {
    let skip = text.iter().rev().take_while(|b| is_blank(**b)).count();
    &text[..text.len() - skip]
}

/// The first place of `needle` in `text` at or after `from`.
pub(crate) fn find(text: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    let tail = text.get(from..)?;
    if needle.is_empty() {
        return Some(from);
    }
    tail.windows(needle.len()).position(|w| w == needle).map(|at| from + at)
}

/// The lines of a text without their line ends, and without the empty rest after the last line end.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|b| *b == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
}

/// The 1-based number of the line that holds `offset`.
pub(crate) fn line_of(text: &[u8], offset: usize) -> usize {
    let end = offset.min(text.len());
    text[..end].iter().filter(|b| **b == b'\n').count() + 1
}

/// The line that holds `offset`, as text for a message.
pub(crate) fn line_at(text: &[u8], offset: usize) -> String {
    let offset = offset.min(text.len());
    let start = text[..offset].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let end = find(text, b"\n", offset).unwrap_or(text.len());
    show(&text[start..end])
}

/// Bytes as text for a message; what is no UTF-8 is replaced.
pub(crate) fn show(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// At most `max` lines of a text for a message, with a note when lines were left out.
pub(crate) fn excerpt(text: &[u8], max: usize) -> String {
    let total = lines(text).count();
    let mut out: String = lines(text).take(max).map(|line| show(line) + "\n").collect();
    if total > max {
        out += &format!("... {} more lines\n", total - max);
    }
    out
}
