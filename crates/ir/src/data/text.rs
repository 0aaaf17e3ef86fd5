//! How names, strings and numbers are written in MLIR text.

/// Writes a string in quotes; bytes that are not printable ASCII are written as `\XX`.
pub(crate) fn write_string(bytes: &[u8], out: &mut String) {
    out.push('"');
    let mut rest = bytes;
    while !rest.is_empty() {
        let plain = rest.iter().position(|&byte| !is_plain(byte)).unwrap_or(rest.len());
        push_ascii(&rest[..plain], out);
        rest = &rest[plain..];
        if let Some((&byte, after)) = rest.split_first() {
            write_escaped(byte, out);
            rest = after;
        }
    }
    out.push('"');
}

/// `true` if a byte is its own text in a string.
fn is_plain(byte: u8) -> bool {
    matches!(byte, 0x20..=0x7e) && byte != b'\\' && byte != b'"'
}

fn write_escaped(byte: u8, out: &mut String) {
    out.push('\\');
    match byte {
        b'\\' => out.push('\\'),
        _ => write_hex(&[byte], out),
    }
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
    push_ascii(&digits[at..], out);
}

/// Writes a decimal number with its sign.
pub(crate) fn write_signed(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    write_number(number.unsigned_abs(), out);
}

/// Writes two hexadecimal digits for each byte.
pub(crate) fn write_hex(bytes: &[u8], out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    const PART: usize = 512;
    let mut text = [0u8; 2 * PART];
    out.reserve(2 * bytes.len());
    for part in bytes.chunks(PART) {
        for (pair, byte) in text.chunks_exact_mut(2).zip(part) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        push_ascii(&text[..2 * part.len()], out);
    }
}

fn push_ascii(bytes: &[u8], out: &mut String) {
    out.push_str(std::str::from_utf8(bytes).expect("the bytes are printable ASCII"));
}
