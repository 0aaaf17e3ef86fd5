//! Diagnostics as plain data.
//!
//! Every crate reports through a [`Sink`]; only the driver renders. An invalid input is a [`Diag`] at a [`Place`]; a bug
//! of layoutc is a panic.

mod classes;
mod codes;
mod nearest;
mod plural;

pub use classes::fold_classes;
pub use codes::{CODES, Code, code, page};
pub use nearest::nearest;
pub use plural::counted;

use crate::source::{PathStep, Place, Span};
use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The input is invalid.
    Error,
    /// The input is valid, but probably not intended or not portable.
    Warning,
    /// A fact about what a pass did.
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

/// A span of the text with a remark on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpanLabel {
    /// The span.
    pub span: Span,
    /// The path from the entity at the span to the part that is meant.
    pub path: Vec<PathStep>,
    /// `true` for the one span that the diagnostic is about, `false` for those that explain it.
    pub is_primary: bool,
    /// The text beside the mark; may be empty.
    pub text: String,
}

impl SpanLabel {
    /// A label at a place.
    pub fn new(place: Place, is_primary: bool, text: String) -> SpanLabel {
        SpanLabel { span: place.span, path: place.path, is_primary, text }
    }
}

/// A sentence below the diagnostic, with or without a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The sentence.
    pub message: String,
    /// The span that the sentence is about; [`Span::NONE`] if it has none.
    pub span: Span,
    /// The path from the entity at the span to the part that is meant.
    pub path: Vec<PathStep>,
}

impl Note {
    /// A sentence about a place.
    pub fn at(place: impl Into<Place>, message: impl Into<String>) -> Note {
        let Place { span, path } = place.into();
        Note { message: message.into(), span, path }
    }

    /// A sentence about the whole.
    pub fn plain(message: impl Into<String>) -> Note {
        Note::at(Span::NONE, message)
    }
}

/// A replacement that corrects the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The span to replace.
    pub span: Span,
    /// The path from the entity at the span to the part to replace.
    pub path: Vec<PathStep>,
    /// The new text.
    pub text: String,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diag {
    /// The severity.
    pub severity: Severity,
    /// The code.
    pub code: Code,
    /// One sentence: what is wrong, with the values that disagree.
    pub message: String,
    /// The spans; the first primary one gives the header its position.
    pub labels: Vec<SpanLabel>,
    /// The sentences below.
    pub notes: Vec<Note>,
    /// The replacements.
    pub suggestions: Vec<Replacement>,
    /// The class of warnings that are shown as one, such as a rule and its limit; `None` if the message is the class.
    pub class: Option<&'static str>,
}

impl Diag {
    /// A diagnostic of the given severity at a place.
    pub fn new(
        severity: Severity,
        code: Code,
        place: impl Into<Place>,
        message: impl Into<String>,
    ) -> Diag {
        let labels = vec![SpanLabel::new(place.into(), true, String::new())];
        Diag {
            severity,
            code,
            message: message.into(),
            labels,
            notes: Vec::new(),
            suggestions: Vec::new(),
            class: None,
        }
    }

    /// An error at a place.
    pub fn error(code: Code, place: impl Into<Place>, message: impl Into<String>) -> Diag {
        Diag::new(Severity::Error, code, place, message)
    }

    /// A warning at a place.
    pub fn warning(code: Code, place: impl Into<Place>, message: impl Into<String>) -> Diag {
        Diag::new(Severity::Warning, code, place, message)
    }

    /// Sets the class of warnings that are shown as one.
    pub fn of_class(self, class: &'static str) -> Diag {
        Diag { class: Some(class), ..self }
    }

    /// Sets the text beside the primary mark.
    pub fn label(mut self, text: impl Into<String>) -> Diag {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// Adds a secondary place.
    pub fn also(mut self, place: impl Into<Place>, text: impl Into<String>) -> Diag {
        let place = place.into();
        if place.span.is_some() {
            self.labels.push(SpanLabel::new(place, false, text.into()));
        }
        self
    }

    /// Adds a sentence without a span.
    pub fn note(self, message: impl Into<String>) -> Diag {
        self.note_at(Span::NONE, message)
    }

    /// Adds a sentence with a place.
    pub fn note_at(mut self, place: impl Into<Place>, message: impl Into<String>) -> Diag {
        self.notes.push(Note::at(place, message));
        self
    }

    /// Adds a replacement of the text at a place.
    pub fn suggest(mut self, place: impl Into<Place>, text: impl Into<String>) -> Diag {
        let Place { span, path } = place.into();
        if span.is_some() {
            self.suggestions.push(Replacement { span, path, text: text.into() });
        }
        self
    }

    /// Suggests `near`, if it is a name, for the text at a place.
    pub fn did_you_mean(self, place: impl Into<Place>, near: Option<&str>) -> Diag {
        match near {
            Some(near) => self.note(format!("did you mean `{near}`?")).suggest(place, near),
            None => self,
        }
    }

    /// The span that the header shows.
    pub fn span(&self) -> Span {
        self.labels.iter().find(|label| label.is_primary).map_or(Span::NONE, |label| label.span)
    }
}

/// Collects diagnostics in the order in which they are reported.
#[derive(Debug, Default)]
pub struct Sink {
    diags: Vec<Diag>,
    errors: usize,
}

impl Sink {
    /// Adds a diagnostic. Sentences of more than 900 bytes are cut, and control characters are spelled `\XX`, so that
    /// each sentence stays on one line.
    pub fn push(&mut self, mut diag: Diag) {
        self.errors += usize::from(diag.severity == Severity::Error);
        tidy(&mut diag.message);
        diag.notes.iter_mut().for_each(|note| tidy(&mut note.message));
        diag.labels.iter_mut().for_each(|label| tidy(&mut label.text));
        self.diags.push(diag);
    }

    /// Adds an error at a place.
    pub fn error(&mut self, code: Code, place: impl Into<Place>, message: impl Into<String>) {
        self.push(Diag::error(code, place, message));
    }

    /// The number of errors so far.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// `true` if there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All diagnostics so far.
    pub fn diags(&self) -> &[Diag] {
        &self.diags
    }

    /// Returns the diagnostics and empties the sink.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_cut_between_characters_and_stay_on_a_line() {
        let mut sink = Sink::default();
        sink.error(code::SYNTAX, Span::NONE, "\u{e9}".repeat(1000));
        sink.error(code::SYNTAX, Span::NONE, "a\nb");
        assert_eq!(sink.diags()[0].message, "\u{e9}".repeat(450) + "...");
        assert_eq!(sink.diags()[1].message, "a\\0Ab");
    }
}
