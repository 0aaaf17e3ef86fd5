//! Byte classes of names and numbers, and texts clipped for messages.

pub(crate) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

/// Returns `true` for bytes of the names after `%`, `^`, `#` and `!`.
pub(crate) fn is_suffix_byte(byte: u8) -> bool {
    is_name_byte(byte) || byte == b'-'
}

pub(super) fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Returns the length of a prefix without quotes, backslashes and control characters. The prefix may be shorter than
/// possible.
pub(super) fn plain_len(bytes: &[u8]) -> usize {
    // Chunks of one length without branches let the processor test many bytes at once. The long ones are for the
    // strings of constants.
    let long = plain_chunks::<128>(bytes);
    let whole = long + plain_chunks::<32>(&bytes[long..]);
    whole + bytes[whole..].iter().take_while(|&&byte| !is_special(byte)).count()
}

fn is_special(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\\') | (byte < b' ')
}

/// Returns the length of the first chunks that have no special bytes.
fn plain_chunks<const LEN: usize>(bytes: &[u8]) -> usize {
    let (chunks, _) = bytes.as_chunks::<LEN>();
    LEN * chunks
        .iter()
        .take_while(|chunk| {
            chunk.iter().fold(0u8, |special, &byte| special | u8::from(is_special(byte))) == 0
        })
        .count()
}

/// Clips a text to a length that suits a message.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}
