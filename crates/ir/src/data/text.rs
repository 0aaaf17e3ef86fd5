//! Writers of names, strings and numbers in MLIR text.

/// Writes a string in quotes. Bytes other than printable ASCII are written as `\XX`.
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

/// Returns `true` if a string contains the byte unescaped.
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

/// Returns `true` if a text can be a name without quotes.
pub(crate) fn is_bare(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'))
}

/// Writes a text as a name, or in quotes if it cannot be a bare name.
pub(crate) fn write_keyword_or_string(text: &str, out: &mut String) {
    if is_bare(text) { out.push_str(text) } else { write_string(text.as_bytes(), out) }
}

/// Writes `@name`.
pub(crate) fn write_symbol(text: &str, out: &mut String) {
    out.push('@');
    write_keyword_or_string(text, out);
}

/// Writes a decimal number.
pub(crate) fn write_number(number: impl itoa::Integer, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Writes decimal numbers, separated by commas.
pub(crate) fn write_numbers(numbers: impl Iterator<Item = i64>, out: &mut String) {
    let mut buffer = itoa::Buffer::new();
    for (place, number) in numbers.enumerate() {
        out.push_str(if place > 0 { ", " } else { "" });
        out.push_str(buffer.format(number));
    }
}

/// Writes two hexadecimal digits for each byte.
pub(crate) fn write_hex(bytes: &[u8], out: &mut String) {
    const PART: usize = 512;
    let mut text = [[0u8; 2]; PART];
    out.reserve(2 * bytes.len());
    for part in bytes.chunks(PART) {
        for (pair, &byte) in text.iter_mut().zip(part) {
            *pair = [hex_digit(byte >> 4), hex_digit(byte & 15)];
        }
        push_ascii(text[..part.len()].as_flattened(), out);
    }
}

/// Returns the digit of a value below 16. Arithmetic instead of a table lets the compiler vectorize the loop.
fn hex_digit(value: u8) -> u8 {
    let past_nine = if value > 9 { b'A' - b'9' - 1 } else { 0 };
    b'0' + value + past_nine
}

fn push_ascii(bytes: &[u8], out: &mut String) {
    out.push_str(std::str::from_utf8(bytes).expect("the bytes are printable ASCII"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn write_number_agrees_with_the_standard_library() {
        let ends = [0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 12345, i64::MAX, i64::MIN];
        for number in ends.into_iter().flat_map(|end| [end, end.wrapping_neg()]) {
            let (mut one, mut list) = (String::new(), String::new());
            write_number(number, &mut one);
            write_numbers([number, 7].into_iter(), &mut list);
            assert_eq!((one, list), (number.to_string(), format!("{number}, 7")));
        }
    }

    #[test]
    fn write_string_escapes_nonprintable_bytes() {
        let mut out = String::new();
        write_string(b"a\"\\\n\xff", &mut out);
        assert_eq!(out, r#""a\22\\\0A\FF""#);
    }
}
