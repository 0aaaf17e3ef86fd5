//! POSIX extended regular expressions, the language of `{{...}}` and `[[NAME:...]]`.
//!
//! LLVM matches by POSIX rules: the leftmost match, the longest one at that position, and within it the longest text
//! for each part from left to right. The `regex` crate has other rules (the first alternative wins) and other escapes,
//! so this module parses an expression into an [`EreNode`]. The crate only finds the start of the leftmost match, and
//! [`EreNode::ends`] returns all its possible ends. Both work on bytes, like LLVM: `.` is one byte.
//!
//! Unsupported, and rejected: back-references `\1`, collating elements `[[.x.]]`, equivalence classes `[[=x=]]`, and an
//! escaped letter or digit such as `\d`, which is a plain `d` in POSIX.

use std::collections::BTreeSet;
use std::fmt::Write;

/// The maximum nesting depth of groups, which bounds the recursion over an [`EreNode`].
const MAX_DEPTH: usize = 64;
/// The largest count in `{n,m}`, the same as in LLVM.
const MAX_COUNT: u32 = 255;

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EreNode {
    /// One byte of a set, in ascending order.
    Set(Vec<u8>),
    /// The start of a line or of the searched text.
    LineStart,
    /// The end of a line or of the searched text.
    LineEnd,
    /// A sequence.
    Cat(Vec<EreNode>),
    /// Alternatives.
    Alt(Vec<EreNode>),
    /// A repetition of at least `min` and at most `max` times, or without an upper bound if `max` is `None`.
    Repeat { node: Box<EreNode>, min: u32, max: Option<u32> },
}

impl EreNode {
    /// Returns the expression that matches exactly this text.
    pub(crate) fn literal(text: &[u8]) -> EreNode {
        EreNode::Cat(text.iter().map(|b| EreNode::Set(vec![*b])).collect())
    }

    /// Returns the expression that matches any number of blanks.
    pub(crate) fn blanks() -> EreNode {
        EreNode::Repeat { node: Box::new(EreNode::Set(vec![b' '])), min: 0, max: None }
    }

    /// Returns all ends of matches that start at one of `starts`, in ascending order.
    pub(crate) fn ends(&self, text: &[u8], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        let filter =
            |keep: &dyn Fn(usize) -> bool| starts.iter().copied().filter(|at| keep(*at)).collect();
        match self {
            EreNode::Set(set) => {
                let hit = |at: &usize| text.get(*at).is_some_and(|b| set.binary_search(b).is_ok());
                starts.iter().copied().filter(hit).map(|at| at + 1).collect()
            }
            EreNode::LineStart => filter(&|at| at == 0 || text[at - 1] == b'\n'),
            EreNode::LineEnd => filter(&|at| at == text.len() || text[at] == b'\n'),
            EreNode::Cat(parts) => {
                parts.iter().fold(starts.clone(), |from, part| part.ends(text, &from))
            }
            EreNode::Alt(parts) => parts.iter().flat_map(|part| part.ends(text, starts)).collect(),
            EreNode::Repeat { node, min, max } => repeat_ends(node, *min, *max, text, starts),
        }
    }

    /// Returns the expression in the syntax of the `regex` crate, for byte mode with multi-line anchors.
    pub(crate) fn to_rust(&self) -> String {
        match self {
            EreNode::Set(set) => set_to_rust(set),
            EreNode::LineStart => "^".to_owned(),
            EreNode::LineEnd => "$".to_owned(),
            EreNode::Cat(parts) => parts.iter().map(EreNode::to_rust).collect(),
            EreNode::Alt(parts) => {
                let parts: Vec<String> = parts.iter().map(EreNode::to_rust).collect();
                format!("(?:{})", parts.join("|"))
            }
            EreNode::Repeat { node, min, max } => {
                let max = max.map_or(String::new(), |max| max.to_string());
                format!("(?:{}){{{min},{max}}}", node.to_rust())
            }
        }
    }
}

fn repeat_ends(
    node: &EreNode,
    min: u32,
    max: Option<u32>,
    text: &[u8],
    starts: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    let mut fresh = starts.clone();
    for _ in 0..min {
        fresh = node.ends(text, &fresh);
    }
    let mut all = fresh.clone();
    let mut count = min;
    // An end that was reached before leads to no further ends.
    while !fresh.is_empty() && max.is_none_or(|max| count < max) {
        fresh = node.ends(text, &fresh).into_iter().filter(|at| all.insert(*at)).collect();
        count = count.saturating_add(1);
    }
    all
}

fn set_to_rust(set: &[u8]) -> String {
    let mut out = String::from("[");
    let mut rest = set;
    while let [first, ..] = rest {
        let run = (0..rest.len())
            .take_while(|i| usize::from(rest[*i]) == usize::from(*first) + i)
            .count();
        let _ = write!(out, "\\x{first:02x}-\\x{:02x}", rest[run - 1]);
        rest = &rest[run..];
    }
    // The crate's form of an empty set.
    if set.is_empty() { "[^\\x00-\\xff]".to_owned() } else { out + "]" }
}

/// Parses an expression.
///
/// # Errors
/// The syntax error.
pub(crate) fn parse(source: &[u8]) -> Result<EreNode, String> {
    let mut reader = EreReader { rest: source, depth: 0 };
    let node = reader.alternatives()?;
    match reader.rest {
        [] => Ok(node),
        _ => Err("`)` without `(`".to_owned()),
    }
}

struct EreReader<'a> {
    rest: &'a [u8],
    depth: usize,
}

impl EreReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        let found = self.rest.strip_prefix(text);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn alternatives(&mut self) -> Result<EreNode, String> {
        let mut parts = vec![self.sequence()?];
        while self.eat(b"|") {
            parts.push(self.sequence()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { EreNode::Alt(parts) })
    }

    fn sequence(&mut self) -> Result<EreNode, String> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), None | Some(b'|' | b')')) {
            parts.push(self.repeated()?);
        }
        if parts.is_empty() {
            return Err("empty (sub)expression".to_owned());
        }
        Ok(EreNode::Cat(parts))
    }

    fn repeated(&mut self) -> Result<EreNode, String> {
        let node = self.atom()?;
        if !self.at_repetition() {
            return Ok(node);
        }
        if node == EreNode::LineStart {
            return Err("`^` cannot be repeated".to_owned());
        }
        let (min, max) = self.repetition()?;
        if self.at_repetition() {
            return Err("two consecutive repetitions (POSIX has no lazy `*?`)".to_owned());
        }
        Ok(EreNode::Repeat { node: Box::new(node), min, max })
    }

    /// Returns `true` at a repetition. `{` starts a repetition only before a digit.
    fn at_repetition(&self) -> bool {
        matches!(self.rest, [b'*' | b'+' | b'?', ..] | [b'{', b'0'..=b'9', ..])
    }

    fn repetition(&mut self) -> Result<(u32, Option<u32>), String> {
        match self.next() {
            Some(b'*') => Ok((0, None)),
            Some(b'+') => Ok((1, None)),
            Some(b'?') => Ok((0, Some(1))),
            _ => self.bounds(),
        }
    }

    fn bounds(&mut self) -> Result<(u32, Option<u32>), String> {
        let min = self.count()?;
        let max = match (self.eat(b","), self.peek()) {
            (false, _) => Some(min),
            (true, Some(b'0'..=b'9')) => Some(self.count()?),
            (true, _) => None,
        };
        if max.is_some_and(|max| max < min) {
            return Err(format!("the upper bound of `{{{min},...}}` is less than its lower bound"));
        }
        if !self.eat(b"}") {
            return Err("`{` without `}`".to_owned());
        }
        Ok((min, max))
    }

    fn count(&mut self) -> Result<u32, String> {
        let mut count = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            count = count * 10 + u32::from(digit - b'0');
            if count > MAX_COUNT {
                return Err(format!("repetition count above {MAX_COUNT}"));
            }
            self.next();
        }
        Ok(count)
    }

    fn atom(&mut self) -> Result<EreNode, String> {
        match self.next() {
            Some(b'(') => self.group(),
            Some(b'^') => Ok(EreNode::LineStart),
            Some(b'$') => Ok(EreNode::LineEnd),
            Some(b'.') => Ok(EreNode::Set((0..=255).filter(|b| *b != b'\n').collect())),
            Some(b'[') => self.bracket(),
            Some(b'\\') => self.escape(),
            Some(b'*' | b'+' | b'?') => Err("a repetition without an operand".to_owned()),
            Some(b'{') if matches!(self.peek(), Some(b'0'..=b'9')) => {
                Err("a repetition without an operand".to_owned())
            }
            Some(byte) => Ok(EreNode::Set(vec![byte])),
            None => Err("empty (sub)expression".to_owned()),
        }
    }

    fn group(&mut self) -> Result<EreNode, String> {
        if self.eat(b")") {
            return Ok(EreNode::Cat(Vec::new()));
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("groups nested deeper than {MAX_DEPTH}"));
        }
        let node = self.alternatives()?;
        self.depth -= 1;
        if !self.eat(b")") {
            return Err("`(` without `)`".to_owned());
        }
        Ok(node)
    }

    fn escape(&mut self) -> Result<EreNode, String> {
        match self.next() {
            None => Err("a `\\` at the end".to_owned()),
            Some(byte) if byte.is_ascii_alphanumeric() => Err(format!(
                "`\\{}` is undefined in POSIX; use a class such as [0-9] or [[:space:]]",
                byte as char
            )),
            Some(byte) => Ok(EreNode::Set(vec![byte])),
        }
    }

    /// Parses a set after its `[`. A backslash is not special in a set.
    fn bracket(&mut self) -> Result<EreNode, String> {
        if self.rest.starts_with(b"[:<:]]") || self.rest.starts_with(b"[:>:]]") {
            return Err("word boundaries are not supported".to_owned());
        }
        let negated = self.eat(b"^");
        let mut set = BTreeSet::new();
        for first in [b"]", b"-"] {
            if set.is_empty() && self.eat(first) {
                set.insert(first[0]);
            }
        }
        while !matches!(self.rest, [] | [b']', ..] | [b'-', b']', ..]) {
            self.bracket_item(&mut set)?;
        }
        if self.eat(b"-") {
            set.insert(b'-');
        }
        if !self.eat(b"]") {
            return Err("`[` without `]`".to_owned());
        }
        // A negated set never contains the line end, so that matches stay within a line.
        let all = 0..=255;
        let inside =
            |b: &u8| if negated { *b != b'\n' && !set.contains(b) } else { set.contains(b) };
        Ok(EreNode::Set(all.filter(inside).collect()))
    }

    fn bracket_item(&mut self, set: &mut BTreeSet<u8>) -> Result<(), String> {
        match self.rest {
            [b'[', b':', ..] => self.class(set),
            [b'[', b'=' | b'.', ..] => Err("collating elements are not supported".to_owned()),
            [b'-', ..] => Err("a `-` that is not part of a range".to_owned()),
            _ => self.range(set),
        }
    }

    fn class(&mut self, set: &mut BTreeSet<u8>) -> Result<(), String> {
        let len = self.rest.windows(2).position(|w| w == b":]").ok_or("`[:` without `:]`")?;
        let name = self.rest.get(2..len).unwrap_or_default();
        let holds: fn(&u8) -> bool = match name {
            b"alnum" => u8::is_ascii_alphanumeric,
            b"alpha" => u8::is_ascii_alphabetic,
            b"blank" => |b| crate::text::is_blank(*b),
            b"cntrl" => u8::is_ascii_control,
            b"digit" => u8::is_ascii_digit,
            b"graph" => u8::is_ascii_graphic,
            b"lower" => u8::is_ascii_lowercase,
            b"print" => |b| (b' '..=b'~').contains(b),
            b"punct" => u8::is_ascii_punctuation,
            b"space" => |b| matches!(b, b' ' | b'\t'..=b'\r'),
            b"upper" => u8::is_ascii_uppercase,
            b"xdigit" => u8::is_ascii_hexdigit,
            _ => return Err("unknown class `[:...:]`".to_owned()),
        };
        set.extend((0..=255).filter(holds));
        self.rest = &self.rest[len + 2..];
        Ok(())
    }

    fn range(&mut self, set: &mut BTreeSet<u8>) -> Result<(), String> {
        let first = self.next().ok_or("`[` without `]`")?;
        let joined = matches!(self.rest, [b'-', after, ..] if *after != b']');
        let last = match joined && self.eat(b"-") {
            true if matches!(self.rest, [b'[', b'.', ..]) => {
                return Err("collating elements are not supported".into());
            }
            true => self.next().ok_or("`[` without `]`")?,
            false => first,
        };
        if first > last {
            return Err("a range whose end is less than its start".to_owned());
        }
        set.extend(first..=last);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn longest(source: &str, text: &str) -> Option<usize> {
        parse(source.as_bytes())
            .unwrap()
            .ends(text.as_bytes(), &BTreeSet::from([0]))
            .last()
            .copied()
    }

    #[test]
    fn ends_include_the_longest_alternative() {
        assert_eq!(longest("a|ab", "abc"), Some(2));
        assert_eq!(longest("(a|ab)(c|bcd)?", "abcd"), Some(4));
        assert_eq!(longest("(a*)*b", "aaab"), Some(4));
        assert_eq!(longest("a{2,3}", "aaaa"), Some(3));
        assert_eq!(longest("[^b]*", "a\nb"), Some(1));
        assert_eq!(longest("[]x-]+", "]-xy"), Some(3));
        assert_eq!(longest("[\\w]+", "w\\d"), Some(2));
        assert_eq!(longest("[[:alpha:]_][0-9a-f]*$", "_1f\n"), Some(3));
    }

    #[test]
    fn to_rust_uses_syntax_of_the_regex_crate() {
        let node = parse(b"x{2}|[^a-y\\]$").unwrap();
        expect![[r"(?:(?:[\x78-\x78]){2,2}|[\x00-\x09\x0b-\x5b\x5d-\x60\x7a-\xff]$)"]]
            .assert_eq(&node.to_rust());
    }

    #[test]
    fn parse_rejects_invalid_and_unsupported_expressions() {
        let bad = [
            "", "a|", "(", "a)", "*", "a*?", "^*", "a{2", "a{3,2}", "a{256}", "\\d", "\\", "[a",
            "[z-a]",
        ];
        let more = ["[[:foo:]]", "[[.a.]]", "{1}", "(?:a)", "a{1,x}", "\\1", "[a--z-b]"];
        let text: String = bad
            .iter()
            .chain(&more)
            .map(|s| format!("{s:8} {}\n", parse(s.as_bytes()).unwrap_err()))
            .collect();
        expect![[r#"
                     empty (sub)expression
            a|       empty (sub)expression
            (        empty (sub)expression
            a)       `)` without `(`
            *        a repetition without an operand
            a*?      two consecutive repetitions (POSIX has no lazy `*?`)
            ^*       `^` cannot be repeated
            a{2      `{` without `}`
            a{3,2}   the upper bound of `{3,...}` is less than its lower bound
            a{256}   repetition count above 255
            \d       `\d` is undefined in POSIX; use a class such as [0-9] or [[:space:]]
            \        a `\` at the end
            [a       `[` without `]`
            [z-a]    a range whose end is less than its start
            [[:foo:]] unknown class `[:...:]`
            [[.a.]]  collating elements are not supported
            {1}      a repetition without an operand
            (?:a)    a repetition without an operand
            a{1,x}   `{` without `}`
            \1       `\1` is undefined in POSIX; use a class such as [0-9] or [[:space:]]
            [a--z-b] a range whose end is less than its start
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn parse_rejects_deep_nesting() {
        let source = "(".repeat(100_000);
        assert_eq!(parse(source.as_bytes()), Err("groups nested deeper than 64".to_owned()));
    }
}
