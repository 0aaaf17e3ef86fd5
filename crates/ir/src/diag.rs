//! Diagnostics: what a user is told, as plain data.
//!
//! Every crate reports through a [`Sink`]; only the driver renders. A user's fault is a
//! [`Diag`] at a place; a fault of ours is a panic.

use crate::source::Span;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The input is wrong.
    Error,
    /// The input is legal, but probably not what is wanted or not portable.
    Warning,
    /// A fact about what was done.
    Remark,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        })
    }
}

/// A stable number for a kind of diagnostic, printed as `L0402`.
///
/// L01xx is syntax, L02xx names, L03xx types and shapes, L04xx strides, L05xx targets,
/// L06xx the invocation, L09xx faults of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{:04}", self.0)
    }
}

macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal;)*) => {
        /// The codes by name.
        pub mod code {
            use super::Code;
            $(#[doc = $title] pub const $name: Code = Code($number);)*
        }
        /// Every code with its title, in order.
        pub const CODES: &[(Code, &str)] = &[$((code::$name, $title)),*];
    };
}

codes! {
    SYNTAX = 101, "the text is not what the grammar asks for here";
    STRING = 102, "a string is not closed or holds a bad escape";
    NUMBER = 103, "a number does not fit where it stands";
    ENCODING = 104, "the text is not UTF-8 or holds a control character";
    ATTRIBUTE = 105, "an attribute is not well formed";
    TYPE = 106, "a type is not well formed";
    DEPTH = 107, "nesting is deeper than 256";
    LAYOUT_TEXT = 108, "the layout dialect's own text is not well formed";
    UNDEFINED_VALUE = 201, "a value is used that nothing defines";
    REDEFINED_VALUE = 202, "a value is defined twice";
    UNDEFINED_BLOCK = 203, "a block is named that the region does not have";
    REDEFINED_BLOCK = 204, "a block is defined twice";
    DUPLICATE_SYMBOL = 205, "two symbols of one table have the same name";
    UNDEFINED_SYMBOL = 206, "a symbol is named that does not exist";
    UNDEFINED_ALIAS = 207, "an alias is used that nothing defines";
    REDEFINED_ALIAS = 208, "an alias is defined twice";
    UNKNOWN_NAME = 209, "a name is not one of those that are known here";
    COUNT = 301, "two numbers of operands, results, regions or elements disagree";
    TYPE_MISMATCH = 302, "two types that must agree do not";
    OP_ATTRIBUTE = 303, "an op lacks an attribute, or has one of the wrong kind";
    STRUCTURE = 304, "regions, blocks or terminators are not as the op demands";
    DOMINANCE = 305, "a value is used where its definition does not reach";
    ENCODING_KEYS = 306, "a tensor's layout is not well formed";
    ORDER = 307, "an order is not a permutation of the tensor's dims";
    SHAPE = 308, "a shape cannot be laid out";
    FORMAT = 309, "a format does not fit the tensor";
    DESCRIPTOR = 310, "a descriptor is not well formed";
    INDEX_RANGE = 311, "an index leaves the range of what it reaches";
    FOREIGN_LAYOUT = 312, "a memref's layout has no equal here";
    STRIDES_UNSOLVABLE = 401, "no strides satisfy all requirements";
    STRIDES_VIOLATED = 402, "given strides break a requirement or overlap";
    NOT_RESOLVED = 403, "a layout cannot be resolved to strides here";
    VIEW = 404, "a view cannot read the memory that it should";
    ADDRESS = 405, "an addressing function cannot be made as it is asked for";
    ADDRESS_DIFFERS = 406, "an addressing function and its layout differ, or were not compared in full";
    ASSIGN = 407, "layouts cannot be chosen, or are not proven to be the best";
    VULKAN_FORMAT = 501, "an element type has no Vulkan format";
    VULKAN_RANK = 502, "a tensor has more dims than the target allows";
    VULKAN_RULE = 503, "a Vulkan valid-usage rule is violated";
    TARGET = 504, "a target is not known";
    OPTION = 601, "an option or pass is not known, or its value is wrong";
    FILE = 602, "a file cannot be read or written";
    EXPECTATION = 603, "an expected diagnostic is missing, unexpected or not well formed";
    QUERY = 604, "a query is not well formed or cannot be answered";
    PASS_BROKE_IR = 901, "a pass left IR that does not verify";
    INTERNAL = 902, "a fault of layoutc itself";
}

/// The pages of all codes, a section `## L0402` for each.
const PAGES: &str = include_str!("diag/pages.md");

/// The page of a code: what it means, an example that gives it, and what would be right. Markdown, without its heading.
pub fn page(code: Code) -> Option<&'static str> {
    let sections = PAGES.split("\n## ").skip(1);
    let mut pages = sections.filter_map(|section| section.split_once('\n'));
    pages.find(|(heading, _)| *heading == code.to_string()).map(|(_, page)| page.trim())
}

/// A place in the text with what to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The one place that the diagnostic is about, as against those that explain it.
    pub primary: bool,
    /// What stands beside the mark; may be empty.
    pub text: String,
}

/// A sentence below the diagnostic, with a place or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The sentence.
    pub message: String,
    /// The place it speaks of; [`Span::NONE`] if none.
    pub span: Span,
}

/// A text that would be right at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub text: String,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diag {
    /// How bad.
    pub severity: Severity,
    /// Which kind.
    pub code: Code,
    /// One sentence: what is wrong, with the numbers that disagree.
    pub message: String,
    /// Places; the first primary one gives the header its position.
    pub labels: Vec<Label>,
    /// More sentences.
    pub notes: Vec<Note>,
    /// Texts that would be right.
    pub suggestions: Vec<Suggestion>,
}

impl Diag {
    /// A diagnostic of the given severity at a place.
    pub fn new(severity: Severity, code: Code, span: Span, message: impl Into<String>) -> Diag {
        let labels = vec![Label { span, primary: true, text: String::new() }];
        Diag {
            severity,
            code,
            message: message.into(),
            labels,
            notes: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// An error at a place.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diag {
        Diag::new(Severity::Error, code, span, message)
    }

    /// A warning at a place.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diag {
        Diag::new(Severity::Warning, code, span, message)
    }

    /// Sets the text beside the primary mark.
    pub fn label(mut self, text: impl Into<String>) -> Diag {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// Adds a second place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diag {
        if span.is_some() {
            self.labels.push(Label { span, primary: false, text: text.into() });
        }
        self
    }

    /// Adds a sentence without a place.
    pub fn note(self, message: impl Into<String>) -> Diag {
        self.note_at(Span::NONE, message)
    }

    /// Adds a sentence with a place.
    pub fn note_at(mut self, span: Span, message: impl Into<String>) -> Diag {
        self.notes.push(Note { message: message.into(), span });
        self
    }

    /// Adds a text that would be right at `span`.
    pub fn suggest(mut self, span: Span, text: impl Into<String>) -> Diag {
        if span.is_some() {
            self.suggestions.push(Suggestion { span, text: text.into() });
        }
        self
    }

    /// Offers `near`, if there is one, as the name that was meant at `span`.
    pub fn did_you_mean(self, span: Span, near: Option<&str>) -> Diag {
        match near {
            Some(near) => self.note(format!("did you mean `{near}`?")).suggest(span, near),
            None => self,
        }
    }

    /// The place that the header shows.
    pub fn span(&self) -> Span {
        self.labels.iter().find(|label| label.primary).map_or(Span::NONE, |label| label.span)
    }
}

/// Collects diagnostics in the order they are found.
#[derive(Debug, Default)]
pub struct Sink {
    diags: Vec<Diag>,
    errors: usize,
}

impl Sink {
    /// Takes a diagnostic. A sentence that a long name has made very long is cut, and it stays on
    /// one line: control characters from foreign text are spelled `\XX`.
    pub fn push(&mut self, mut diag: Diag) {
        self.errors += usize::from(diag.severity == Severity::Error);
        tidy(&mut diag.message);
        diag.notes.iter_mut().for_each(|note| tidy(&mut note.message));
        diag.labels.iter_mut().for_each(|label| tidy(&mut label.text));
        self.diags.push(diag);
    }

    /// Takes an error at a place.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.push(Diag::error(code, span, message));
    }

    /// How many errors came in so far.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Whether any error came in.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All diagnostics so far.
    pub fn diags(&self) -> &[Diag] {
        &self.diags
    }

    /// Gives the diagnostics away and starts anew.
    pub fn take(&mut self) -> Vec<Diag> {
        self.errors = 0;
        std::mem::take(&mut self.diags)
    }
}

/// The longest sentence of a diagnostic, in bytes.
const LONGEST_SENTENCE: usize = 900;

fn tidy(sentence: &mut String) {
    if sentence.contains(char::is_control) {
        let spelled =
            |c: char| if c.is_control() { format!("\\{:02X}", c as u32) } else { c.into() };
        *sentence = sentence.chars().map(spelled).collect();
    }
    if sentence.len() > LONGEST_SENTENCE {
        let mut end = LONGEST_SENTENCE;
        while !sentence.is_char_boundary(end) {
            end -= 1;
        }
        sentence.truncate(end);
        sentence.push_str("...");
    }
}

/// The candidate nearest to `name`, if it is near enough to be a slip of the keyboard.
///
/// Near is an edit distance of 1 for names below four characters, else 2. The first of equals wins.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = if name.chars().count() < 4 { 1 } else { 2 };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        // Long texts are never slips of each other, and the distance is quadratic.
        if candidate == name || candidate.len().abs_diff(name.len()) > 2 * limit || name.len() > 256
        {
            continue;
        }
        let distance = edit_distance(name, candidate);
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Levenshtein distance with neighbouring swaps counted once (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitute = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = substitute.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("compct", ["aligned", "compact"]), Some("compact"));
        assert_eq!(nearest("NHCW", ["NHWC", "NCDHW"]), Some("NHWC"));
        assert_eq!(nearest("x", ["yz"]), None);
        assert_eq!(nearest("entirely", ["different"]), None);
    }

    #[test]
    fn sentences_are_cut_between_characters_and_stay_on_a_line() {
        let mut sink = Sink::default();
        sink.error(code::SYNTAX, Span::NONE, "\u{e9}".repeat(1000));
        sink.error(code::SYNTAX, Span::NONE, "a\nb");
        assert_eq!(sink.diags()[0].message, "\u{e9}".repeat(450) + "...");
        assert_eq!(sink.diags()[1].message, "a\\0Ab");
    }

    #[test]
    fn codes_are_unique_and_sorted() {
        assert!(CODES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
