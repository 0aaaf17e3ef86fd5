//! First words of comments, and the nearest valid keyword for a misspelled one.
//!
//! Both the checker and the parser of RUN lines reject text that resembles one of their keywords but is not one.
//! Otherwise such a line would be prose, and the test could not fail.

use crate::text;

/// The first word of a comment.
pub(crate) struct Lead<'a> {
    /// The word, of letters, digits, `-` and `_`.
    pub(crate) word: &'a str,
    /// The offset of the word in the line.
    pub(crate) start: usize,
    /// The line after the word.
    pub(crate) rest: &'a [u8],
    /// `true` if only blanks precede the comment.
    pub(crate) is_alone: bool,
}

impl Lead<'_> {
    /// Returns `true` if a colon follows the word directly, or after a `{MODIFIER}`.
    pub(crate) fn has_colon(&self) -> bool {
        let rest = match self.rest.first() {
            Some(b'{') => {
                text::find(self.rest, b"}", 0).map_or(self.rest, |at| &self.rest[at + 1..])
            }
            _ => self.rest,
        };
        rest.first() == Some(&b':')
    }
}

/// Returns the first word of the comment in a line. A comment starts at the first `//`, or at a `;` or a `# ` at the
/// start of the line.
pub(crate) fn comment_lead(line: &[u8]) -> Option<Lead<'_>> {
    let (open, leader) = comment_open(line)?;
    let start =
        open + line[open..].iter().take_while(|b| **b == leader || text::is_blank(**b)).count();
    let word = word_at(line, start);
    let is_alone = line[..open].iter().all(|b| text::is_blank(*b));
    (!word.is_empty()).then(|| Lead { word, start, rest: &line[start + word.len()..], is_alone })
}

fn comment_open(line: &[u8]) -> Option<(usize, u8)> {
    if let Some(at) = text::find(line, b"//", 0) {
        return Some((at, b'/'));
    }
    let at = line.len() - text::trim_start(line).len();
    match line[at..] {
        [b';', ..] => Some((at, b';')),
        // An attribute alias such as `#map` is not a comment.
        [b'#', b' ' | b'\t' | b'#', ..] => Some((at, b'#')),
        _ => None,
    }
}

/// Returns the word of letters, digits, `-` and `_` at `start`; it can be empty.
pub(crate) fn word_at(line: &[u8], start: usize) -> &str {
    let tail = line.get(start..).unwrap_or_default();
    let len = tail.iter().take_while(|b| is_word(**b)).count();
    std::str::from_utf8(&tail[..len]).expect("word bytes are ASCII")
}

/// Returns `true` if the byte can be part of a directive's word.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// Returns `true` if a word has the form of a keyword: capitals, digits, `-`, `_`, starting with a capital.
pub(crate) fn is_shouted(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
        && !word.contains(|c: char| c.is_ascii_lowercase())
}

/// Returns the name closest to `word`, at any distance.
pub(crate) fn closest<'a>(word: &str, names: &'a [String]) -> Option<&'a str> {
    let upper = word.to_ascii_uppercase().replace('_', "-");
    let far = |name: &&'a String| distance(upper.as_bytes(), name.to_ascii_uppercase().as_bytes());
    names.iter().min_by_key(far).map(String::as_str)
}

/// Returns the name that `word` probably misspells, within distance 1 for names of fewer than five letters, and 2 for
/// longer ones.
pub(crate) fn near<'a>(word: &str, names: &'a [String]) -> Option<&'a str> {
    let name = closest(word, names)?;
    let allowed = if name.len() < 5 { 1 } else { 2 };
    (distance(word.as_bytes(), name.as_bytes()) <= allowed).then_some(name)
}

/// Returns the edit distance with insertion, deletion, substitution and transposition of neighbors, each of cost 1.
pub(crate) fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_a_swap_once() {
        assert_eq!(distance(b"SAME", b"SMAE"), 1);
        assert_eq!(distance(b"", b"abc"), 3);
        assert_eq!(distance(b"kitten", b"sitting"), 3);
    }

    #[test]
    fn lead_is_the_first_word_of_a_comment() {
        let word = |line: &'static str| comment_lead(line.as_bytes()).map(|lead| lead.word);
        assert_eq!(word("  %0 = x // CHECK-NEXT: y"), Some("CHECK-NEXT"));
        assert_eq!(word("/// doc of // it"), Some("doc"));
        assert_eq!(word("; RUN: x"), Some("RUN"));
        assert_eq!(word("#map = affine"), None);
        assert_eq!(word("# COM"), Some("COM"));
        assert_eq!(word("// -----"), Some("-----"));
        assert_eq!(word("code"), None);
    }
}
