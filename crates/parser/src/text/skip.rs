//! The end of an invalid op and the position of an error, from lines, indentation and brackets alone.

pub(super) fn is_value_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-')
}

/// Returns `true` if an op, after the names of its results, begins with a quote.
pub(super) fn op_is_quoted(op: &[u8]) -> bool {
    let line = op.split(|&byte| byte == b'\n').next().unwrap_or(op);
    let name = match (line.first(), line.iter().position(|&byte| byte == b'=')) {
        (Some(b'%'), Some(equals)) => &line[equals + 1..],
        _ => line,
    };
    name.trim_ascii_start().starts_with(b"\"")
}

/// Returns the closing bracket of an opening one.
pub(super) fn closer(open: u8) -> u8 {
    match open {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        _ => b'>',
    }
}

/// The bytes of a text outside of strings and comments, from a position, each with its position.
pub(super) struct CodeBytes<'a> {
    bytes: &'a [u8],
    /// The position of the next byte.
    pub(super) at: usize,
}

impl<'a> CodeBytes<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> CodeBytes<'a> {
        CodeBytes { bytes, at }
    }
}

impl Iterator for CodeBytes<'_> {
    type Item = (usize, u8);

    fn next(&mut self) -> Option<(usize, u8)> {
        loop {
            let at = self.at;
            let byte = *self.bytes.get(at)?;
            match byte {
                b'"' => self.at = string_like_end(self.bytes, at) + 1,
                b'/' if self.bytes.get(at + 1) == Some(&b'/') => {
                    self.at = line_end(self.bytes, at);
                }
                _ => {
                    self.at += 1;
                    return Some((at, byte));
                }
            }
        }
    }
}

/// The open brackets, each as its closing bracket.
#[derive(Clone, Default)]
pub(super) struct OpenBrackets {
    pub(super) brackets: Vec<u8>,
}

impl OpenBrackets {
    /// Processes a byte. Returns `false` if it closes a brace that is not open.
    fn take(&mut self, byte: u8) -> bool {
        match byte {
            b'(' | b'[' | b'{' => self.brackets.push(closer(byte)),
            b'}' => match self.brackets.iter().rposition(|&bracket| bracket == b'}') {
                Some(place) => self.brackets.truncate(place),
                None => return false,
            },
            b')' | b']' if self.brackets.last() == Some(&byte) => {
                self.brackets.pop();
            }
            _ => {}
        }
        true
    }
}

/// The parameters of skipping an op.
pub(super) struct Skip {
    /// The minimal end of the op.
    pub(super) stop: usize,
    /// The indentation of the first line of the op.
    pub(super) margin: usize,
    /// The search distance for the partners of open brackets, in bytes.
    pub(super) far: usize,
}

/// Returns the end of the op at `from`.
pub(super) fn skip_op(bytes: &[u8], from: usize, skip: Skip, open: &mut OpenBrackets) -> usize {
    let Skip { stop, margin, far } = skip;
    let mut code = CodeBytes::new(bytes, from);
    while let Some((at, byte)) = code.next() {
        match byte {
            b'}' if at >= stop && begins_its_line(bytes, at) && indent(bytes, at) < margin => {
                return at;
            }
            b'\n' if at >= stop && open.brackets.is_empty() => {
                if begins_line(&bytes[at + 1..]) {
                    return at;
                }
            }
            // An unclosed bracket must not swallow the ops after it.
            b'\n'
                if at >= stop && begins_op(&bytes[at + 1..]) && indent(bytes, at + 1) <= margin =>
            {
                match closed_at(bytes, at, far, open) {
                    Some(end) => {
                        open.brackets.clear();
                        code.at = end;
                    }
                    None => return at,
                }
            }
            byte => {
                if !open.take(byte) && at >= stop {
                    return at;
                }
            }
        }
    }
    bytes.len()
}

/// Returns the end of an op in an unknown form, searching from after its name. It is the end of a line outside of
/// brackets, if the next line begins like an op and is not indented more than `margin`; or the brace that closes the
/// enclosing region.
///
/// # Errors
/// A bracket is not closed; returns the position where the search ended.
pub(super) fn unread_end(
    bytes: &[u8],
    from: usize,
    margin: usize,
    begins: impl Fn(usize) -> bool,
) -> Result<usize, usize> {
    let mut open = Vec::new();
    let mut code = CodeBytes::new(bytes, from);
    while let Some((at, byte)) = code.next() {
        match byte {
            b'(' | b'[' | b'{' => open.push(closer(byte)),
            b'}' if open.is_empty() => return Ok(at),
            b')' | b']' | b'}' if open.pop() != Some(byte) => return Err(at),
            b'\n' if open.is_empty() => {
                let blanks = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace());
                let next = at + blanks.count();
                if next >= bytes.len() || (indent(bytes, next) <= margin && begins(next)) {
                    return Ok(at);
                }
                code.at = next;
            }
            _ => {}
        }
    }
    if open.is_empty() { Ok(bytes.len()) } else { Err(bytes.len()) }
}

/// Returns the end of the open brackets, if each is closed by its partner. `None` if not, or if that end is too far
/// away.
fn closed_at(bytes: &[u8], from: usize, far: usize, open: &OpenBrackets) -> Option<usize> {
    let mut open = open.brackets.clone();
    for (at, byte) in CodeBytes::new(&bytes[..bytes.len().min(from + far)], from) {
        match byte {
            b'(' | b'[' | b'{' => open.push(closer(byte)),
            b')' | b']' | b'}' => {
                if open.pop() != Some(byte) {
                    return None;
                }
                if open.is_empty() {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the first pair of braces after `open` whose lines are indented differently, a sign of a missing brace.
pub(super) fn askew(bytes: &[u8], open: usize) -> Option<(usize, usize)> {
    let mut braces = Vec::new();
    for (at, byte) in CodeBytes::new(bytes, open + 1) {
        match byte {
            b'{' => braces.push(at),
            b'}' => {
                let partner = braces.pop()?;
                let lone = begins_its_line(bytes, at);
                if lone && indent(bytes, at) != indent(bytes, partner) {
                    return Some((partner, at));
                }
            }
            _ => {}
        }
    }
    None
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |len| at + len)
}

/// Returns the end of a string, or of its line if it is not closed.
fn string_like_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at,
            // The caller processes the line break itself.
            b'\n' => return at - 1,
            b'\\' if bytes.get(at + 1) != Some(&b'\n') => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The maximal indentation in bytes; that of longer lines is ignored.
const LONGEST_INDENT: usize = 1024;

fn line_start(bytes: &[u8], at: usize) -> Option<usize> {
    let from = at.saturating_sub(LONGEST_INDENT);
    match bytes[from..at].iter().rposition(|&byte| byte == b'\n') {
        Some(place) => Some(from + place + 1),
        None => (from == 0).then_some(0),
    }
}

/// Returns the indentation of the line that contains `at`, in bytes.
pub(super) fn indent(bytes: &[u8], at: usize) -> usize {
    line_start(bytes, at).map_or(0, |start| {
        bytes[start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    })
}

fn begins_its_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    before.is_none_or(|&byte| byte == b'\n')
}

/// Returns the position to report for an error at `at`. A token that is missing before a line that begins like an op is
/// reported at the end of the previous line.
pub(super) fn line_of_fault(bytes: &[u8], at: usize) -> usize {
    // An error far from the start of its line does not depend on line breaks.
    let Some(mut line) = line_start(bytes, at) else { return at };
    let first_of_line = line > 0 && bytes[line..at].trim_ascii().is_empty();
    if at < bytes.len() && !(first_of_line && begins_op(&bytes[at..])) {
        return at;
    }
    let mut end = if first_of_line { line - 1 } else { at };
    loop {
        line = bytes[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let code = code_len(&bytes[line..end]);
        if code > 0 {
            return line + code;
        }
        if line == 0 {
            return at;
        }
        end = line - 1;
    }
}

/// Returns the length of a line without its comment and trailing blanks.
fn code_len(line: &[u8]) -> usize {
    let mut at = 0;
    while at < line.len() && !line[at..].starts_with(b"//") {
        at = if line[at] == b'"' { string_like_end(line, at) } else { at } + 1;
    }
    line[..at.min(line.len())].trim_ascii_end().len()
}

fn first_of_line(rest: &[u8]) -> Option<u8> {
    rest.iter().copied().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))
}

/// Returns `true` if a line begins like an op, a block or the end of a region.
fn begins_line(rest: &[u8]) -> bool {
    first_of_line(rest).is_some_and(|byte| {
        matches!(byte, b'%' | b'"' | b'^' | b'}' | b'#' | b'!') || byte.is_ascii_alphabetic()
    }) || rest.trim_ascii_start().starts_with(b"{-#")
}

/// Returns `true` if a line begins like an op, and not like a continuation.
fn begins_op(rest: &[u8]) -> bool {
    let line = rest.trim_ascii_start();
    let named =
        line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let alias = 1 + line.iter().skip(1).take_while(|&&byte| is_value_byte(byte)).count();
    first_of_line(rest).is_some_and(|byte| matches!(byte, b'%' | b'"' | b'^'))
        || (line.starts_with(b"#") || line.starts_with(b"!"))
            && line[alias.min(line.len())..].trim_ascii_start().starts_with(b"=")
        || (named > 0 && matches!(line.get(named), Some(b'.')))
        || matches!(
            &line[..named],
            b"return" | b"module" | b"call" | b"call_indirect" | b"constant"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, fault: &str, rest: &str) {
        let stop = text.find(fault).expect("the fault is in the text");
        let start = text.find(|c: char| !c.is_whitespace()).expect("there is an op");
        let margin = indent(text.as_bytes(), start);
        let end = skip_op(
            text.as_bytes(),
            start,
            Skip { stop, margin, far: 1 << 16 },
            &mut OpenBrackets::default(),
        );
        assert_eq!(text[end..].trim_start(), rest);
    }

    #[test]
    fn an_op_ends_where_the_next_begins() {
        check("  \"a\"(?) : () -> ()\n  \"b\"()", "?", "\"b\"()");
        check("  \"a\"(? : () -> ()\n  \"b\"()\n}", "?", "\"b\"()\n}");
        check("  \"a\"() {? : () -> ()\n}\n\"b\"()", "?", "}\n\"b\"()");
        check("\"a\"() {x = ?\n}", "?", "");
        check("\"a\"(?) ({\n\"in\"()\n}) : () -> ()\n\"b\"()", "?", "\"b\"()");
        check("x.y [?\n  more] // \"\n  %b = 1", "?", "%b = 1");
        check("\"a\"() {x = \"?} : ()\n%b = 1", "?", "%b = 1");
    }

    #[test]
    fn missing_text_is_reported_before_comments() {
        let text = b"a \"//\" // x\n  // y\n\n  \"b\"";
        assert_eq!(line_of_fault(text, text.len() - 3), 6);
        assert_eq!(line_of_fault(text, text.len()), text.len());
        assert_eq!(line_of_fault(b"a (\n // x\n", 10), 3);
        assert_eq!(line_of_fault(b"a\n ?", 3), 3);
    }

    #[test]
    fn a_forgotten_brace_is_found_by_the_indentation() {
        let text = "{\n  f {\n    x\n  g {\n  }\n}\n";
        assert_eq!(askew(text.as_bytes(), 0), Some((6, 24)));
        assert_eq!(askew(b"{\n  f {\n  }\n", 0), None);
    }
}
