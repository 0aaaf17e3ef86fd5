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

/// The numbers below 100, with two digits each.
const PAIRS: &str = "00010203040506070809101112131415161718192021222324252627282930313233343536373839\
                     40414243444546474849505152535455565758596061626364656667686970717273747576777879\
                     8081828384858687888990919293949596979899";

/// The maximum length of a 64-bit number with its sign, in characters.
const MAX_DIGITS: usize = 20;

/// Writes the digits of a number at the end of `text` and returns the index of the first.
fn fill_digits(number: u64, text: &mut [u8; MAX_DIGITS]) -> usize {
    let mut at = text.len();
    let mut rest = number;
    while rest >= 10 {
        let pair = 2 * (rest % 100) as usize;
        at -= 2;
        text[at..at + 2].copy_from_slice(&PAIRS.as_bytes()[pair..pair + 2]);
        rest /= 100;
    }
    if rest > 0 || number == 0 {
        at -= 1;
        text[at] = b'0' + rest as u8;
    }
    at
}

/// Writes a decimal number.
pub(crate) fn write_number(number: u64, out: &mut String) {
    if number < 10 {
        return out.push(char::from(b'0' + number as u8));
    }
    let mut text = [0; MAX_DIGITS];
    let start = fill_digits(number, &mut text);
    push_ascii(&text[start..], out);
}

/// Writes a decimal number with its sign.
pub(crate) fn write_signed(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    write_number(number.unsigned_abs(), out);
}

/// Writes decimal numbers, separated by commas.
pub(crate) fn write_numbers(numbers: impl Iterator<Item = i64>, out: &mut String) {
    const PART: usize = 4096;
    let (expected, _) = numbers.size_hint();
    let mut part: Vec<u8> = Vec::with_capacity(PART.min(8 * expected) + 2 + MAX_DIGITS);
    for (place, number) in numbers.enumerate() {
        if place > 0 {
            part.extend_from_slice(b", ");
        }
        if number < 0 {
            part.push(b'-');
        }
        let mut text = [0; MAX_DIGITS];
        let start = fill_digits(number.unsigned_abs(), &mut text);
        part.extend_from_slice(&text[start..]);
        if part.len() >= PART {
            push_ascii(&part, out);
            part.clear();
        }
    }
    push_ascii(&part, out);
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
            write_signed(number, &mut one);
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
