//! Helpers on byte text that the checker and the runner share.

/// Removes the CR of each CRLF, and replaces each sequence of blanks and tabs with one blank unless `keep_blanks`.
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

/// Returns `true` if the byte is a blank or a tab.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Returns the text without blanks and tabs at its start.
pub(crate) fn trim_start(text: &[u8]) -> &[u8] {
    let skip = text.iter().take_while(|b| is_blank(**b)).count();
    &text[skip..]
}

/// Returns the text without blanks and tabs at its end.
pub(crate) fn trim_end(text: &[u8]) -> &[u8] {
    let skip = text.iter().rev().take_while(|b| is_blank(**b)).count();
    &text[..text.len() - skip]
}

/// Returns the first position of `needle` in `text` at or after `from`.
pub(crate) fn find(text: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    let tail = text.get(from..)?;
    if needle.is_empty() {
        return Some(from);
    }
    tail.windows(needle.len()).position(|w| w == needle).map(|at| from + at)
}

/// Returns the lines of a text without line ends. A text that ends in a line end has no further empty line.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|b| *b == b'\n').map(|line| {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    })
}

/// Returns the number of the line that contains `offset`, counted from 1.
pub(crate) fn line_of(text: &[u8], offset: usize) -> usize {
    let end = offset.min(text.len());
    text[..end].iter().filter(|b| **b == b'\n').count() + 1
}

/// Returns the line that contains `offset`, as text for a message.
pub(crate) fn line_at(text: &[u8], offset: usize) -> String {
    let offset = offset.min(text.len());
    let start = text[..offset].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let end = find(text, b"\n", offset).unwrap_or(text.len());
    show(&text[start..end])
}

/// Returns bytes as text for a message. Invalid UTF-8 is replaced.
pub(crate) fn show(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// Returns at most `max` lines of a text for a message, with the number of omitted lines.
pub(crate) fn excerpt(text: &[u8], max: usize) -> String {
    let total = lines(text).count();
    let mut out: String = lines(text).take(max).map(|line| show(line) + "\n").collect();
    if total > max {
        out += &format!("... {} more lines\n", total - max);
    }
    out
}
