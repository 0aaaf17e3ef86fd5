//! The frames of the protocol: headers, an empty line, and a message of the length that a header states.
//!
//! The buffer of a message grows as its bytes arrive, so a wrong length allocates no memory.

use crate::limits;
use lsp_server::Message;
use std::io::{self, BufRead, ErrorKind, Read};

/// The maximum number of bytes of a header.
const HEADER_BYTES: u64 = 1 << 12;

/// Reads the next message; `None` at the end of the input.
///
/// # Errors
/// The input fails, or is not a message within the limit on its length.
pub(crate) fn read(input: &mut dyn BufRead) -> io::Result<Option<Message>> {
    let Some(length) = length(input)? else { return Ok(None) };
    if length > limits::MESSAGE_BYTES {
        let limit = limits::MESSAGE_BYTES;
        return Err(invalid(format!(
            "a message has {length} bytes, but at most {limit} are allowed"
        )));
    }
    let mut body = Vec::new();
    let read = input.take(length).read_to_end(&mut body)?;
    if (read as u64) < length {
        let message = format!("the input ends after {read} of the {length} bytes of a message");
        return Err(io::Error::new(ErrorKind::UnexpectedEof, message));
    }
    let message = serde_json::from_slice(&body);
    message.map(Some).map_err(|error| invalid(format!("malformed message: {error}")))
}

/// Reads the headers of a message, and returns its length; `None` at the end of the input.
fn length(input: &mut dyn BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(HEADER_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let Some(header) = line.strip_suffix("\r\n") else {
            return Err(invalid(format!("malformed header: {line:?}")));
        };
        if header.is_empty() {
            let length = length.ok_or_else(|| invalid("a message has no `Content-Length`"));
            return length.map(Some);
        }
        let Some((name, value)) = header.split_once(": ") else {
            return Err(invalid(format!("malformed header: {header:?}")));
        };
        if name.eq_ignore_ascii_case("Content-Length") {
            let number = value.parse::<u64>();
            length = Some(number.map_err(|error| invalid(format!("`{header}`: {error}")))?);
        }
    }
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_refuses_lengths_beyond_the_input_without_their_memory() {
        for length in [10, limits::MESSAGE_BYTES, limits::MESSAGE_BYTES + 1, u64::MAX] {
            let text = format!("Content-Length: {length}\r\n\r\n{{}}");
            let error = read(&mut text.as_bytes()).expect_err("the input is too short").to_string();
            let is_allowed = length <= limits::MESSAGE_BYTES;
            assert_eq!(error.contains(&format!("2 of the {length} bytes")), is_allowed, "{error}");
            assert_eq!(error.contains("at most 1073741824"), !is_allowed, "{error}");
        }
    }

    #[test]
    fn read_reports_malformed_headers() {
        let long = "x".repeat(1 << 20);
        for (text, reason) in [
            ("Content-Length: 2\n\n{}", "malformed header"),
            ("Content-Length 2\r\n\r\n{}", "malformed header"),
            ("Content-Length: -2\r\n\r\n{}", "invalid digit"),
            ("Content-Length: 18446744073709551616\r\n\r\n{}", "too large"),
            ("\r\n{}", "no `Content-Length`"),
            ("Content-Length: 2\r\n\r\n{}", "malformed message"),
            (&long, "malformed header"),
        ] {
            let error = read(&mut text.as_bytes()).expect_err(reason).to_string();
            assert!(error.contains(reason) && error.len() < 10_000, "{error}");
        }
        assert!(read(&mut &b""[..]).expect("the end").is_none());
    }
}
