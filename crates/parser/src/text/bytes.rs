//! The bytes of names and numbers, and texts short enough for messages.

pub(crate) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

/// Bytes of the names after `%`, `^`, `#` and `!`.
pub(crate) fn is_suffix_byte(byte: u8) -> bool {
    is_name_byte(byte) || byte == b'-'
}

pub(super) fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// The length of a part of a string that certainly is text: without quotes, backslashes and control characters.
pub(super) fn plain_len(bytes: &[u8]) -> usize {
    // Whole chunks without a branch for each byte are several bytes at a time for the processor.
    const CHUNK: usize = 32;
    let is_special = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < b' ';
    let is_plain =
        |chunk: &&[u8]| !chunk.iter().fold(false, |special, byte| special | is_special(byte));
    let whole = CHUNK * bytes.chunks_exact(CHUNK).take_while(is_plain).count();
    whole + bytes[whole..].iter().take_while(|byte| !is_special(byte)).count()
}

/// A text short enough for a message.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}
