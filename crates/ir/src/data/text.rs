//! How names, strings and numbers are written in MLIR text.

use std::fmt::Write;

/// Writes a string in quotes; bytes that are not printable ASCII are written as `\XX`.
pub(crate) fn write_string(bytes: &[u8], out: &mut String) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            0x20..=0x7e => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
}

/// `true` if a text can be a name without quotes.
fn is_bare(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'))
}

/// Writes a text as a name, or in quotes where it cannot be one.
pub(crate) fn write_keyword_or_string(text: &str, out: &mut String) {
    if is_bare(text) { out.push_str(text) } else { write_string(text.as_bytes(), out) }
}

/// Writes `@name`.
pub(crate) fn write_symbol(text: &str, out: &mut String) {
    out.push('@');
    write_keyword_or_string(text, out);
}

/// Writes a decimal number.
pub(crate) fn write_number(number: u64, out: &mut String) {
    let mut digits = [0u8; 20];
    let (mut at, mut rest) = (digits.len(), number);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}
