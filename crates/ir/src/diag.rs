//! Diagnostics as plain data.
//!
//! Every crate reports to a [`Sink`]; only the driver renders. An invalid input is reported as a [`Diag`] at a
//! [`SourceLocation`]; a bug in layoutc is a panic.

mod classes;
mod codes;
mod conflict;
mod notation;
mod plural;

pub use classes::fold_classes;
pub use codes::{CODES, Code, code, page};
pub use conflict::{CoreRequirement, StrideConflict};
use layout::impl_display;
pub use layout::{nearest, nearest_within};
pub use plural::counted;

use crate::source::{Entity, PathStep, SourceLocation, Span};
use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The input is invalid.
    Error,
    /// The input is valid, but probably unintended or not portable.
    Warning,
    /// A report of what a pass did.
    Remark,
}

impl_display!(Severity {
    Self::Error => "error",
    Self::Warning => "warning",
    Self::Remark => "remark",
});

/// A marked span of the input, with the text of its label.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpanLabel {
    /// The op or value that the label is about; `None` if it is about a text alone.
    pub entity: Option<Entity>,
    /// The marked span.
    pub span: Span,
    /// The path from the entity at the span to the marked part.
    pub path: Vec<PathStep>,
    /// `true` for the one span that the diagnostic is about, `false` for a span that explains it.
    pub is_primary: bool,
    /// The text next to the mark; may be empty.
    pub text: String,
}

impl SpanLabel {
    /// Returns a label at a place.
    pub fn new(place: SourceLocation, is_primary: bool, text: String) -> SpanLabel {
        let SourceLocation { entity, span, path } = place;
        SpanLabel { entity, span, path, is_primary, text }
    }
}

/// A note below a diagnostic, with or without a span.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The text, one sentence.
    pub message: String,
    /// The op or value that the note is about; `None` if it is about a text alone or the whole input.
    pub entity: Option<Entity>,
    /// The span that the note is about; [`Span::NONE`] if it is about the whole input.
    pub span: Span,
    /// The path from the entity at the span to the part that the note is about.
    pub path: Vec<PathStep>,
}

impl Note {
    /// Returns a note at a place.
    pub fn at(place: impl Into<SourceLocation>, message: impl Into<String>) -> Note {
        let SourceLocation { entity, span, path } = place.into();
        Note { message: message.into(), entity, span, path }
    }

    /// Returns the location of the note.
    pub fn into_location(self) -> SourceLocation {
        SourceLocation { entity: self.entity, span: self.span, path: self.path }
    }

    /// Returns a note without a place.
    pub fn plain(message: impl Into<String>) -> Note {
        Note::at(Span::NONE, message)
    }
}

/// A replacement of text that fixes the input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
pub struct Diag {
    /// The severity.
    pub severity: Severity,
    /// The code.
    pub code: Code,
    /// The headline, one sentence: what is wrong, with the offending values.
    pub message: String,
    /// The marked spans. The first primary one is the position in the headline.
    pub labels: Vec<SpanLabel>,
    /// The notes.
    pub notes: Vec<Note>,
    /// The suggested replacements.
    pub suggestions: Vec<Replacement>,
    /// The class of warnings that [`fold_classes`] merges into one, such as a rule and its limit. `None` if equal
    /// messages are the class. The box keeps a `Diag` small, because few diagnostics have a class.
    pub class: Option<Box<&'static str>>,
    /// The requirements of a conflict and its corrections; `None` if the diagnostic is about something else. The notes are
    /// made from it.
    pub conflict: Option<Box<StrideConflict>>,
}

impl Diag {
    /// Returns a diagnostic of this severity at a place.
    pub fn new(
        severity: Severity,
        code: Code,
        place: impl Into<SourceLocation>,
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
            conflict: None,
        }
    }

    /// Returns an error at a place.
    pub fn error(code: Code, place: impl Into<SourceLocation>, message: impl Into<String>) -> Diag {
        Diag::new(Severity::Error, code, place, message)
    }

    /// Returns a warning at a place.
    pub fn warning(
        code: Code,
        place: impl Into<SourceLocation>,
        message: impl Into<String>,
    ) -> Diag {
        Diag::new(Severity::Warning, code, place, message)
    }

    /// Sets the class of warnings that [`fold_classes`] merges into one.
    #[must_use]
    pub fn of_class(self, class: &'static str) -> Diag {
        Diag { class: Some(Box::new(class)), ..self }
    }

    /// Sets the conflict, and adds a note for each of its corrections. `tensor` names the tensor that has the strides,
    /// `" of `%x`"`; it may be empty.
    #[must_use]
    pub fn with_conflict(mut self, conflict: StrideConflict, tensor: impl fmt::Display) -> Diag {
        self.notes.extend(conflict.corrections.iter().map(|correction| {
            let removed = &conflict.core[correction.removed].text;
            let strides = &correction.strides;
            Note::plain(format!("without {removed} the least strides{tensor} are {strides}"))
        }));
        Diag { conflict: Some(Box::new(conflict)), ..self }
    }

    /// Sets the text of the primary label.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diag {
        if let Some(label) = self.labels.first_mut() {
            label.text = text.into();
        }
        self
    }

    /// Adds a secondary label at a place; nothing if the place has neither span nor entity.
    #[must_use]
    pub fn also(mut self, place: impl Into<SourceLocation>, text: impl Into<String>) -> Diag {
        let place = place.into();
        if place.is_some() {
            self.labels.push(SpanLabel::new(place, false, text.into()));
        }
        self
    }

    /// Adds a note without a place.
    #[must_use]
    pub fn note(self, message: impl Into<String>) -> Diag {
        self.note_at(Span::NONE, message)
    }

    /// Adds a note at a place.
    #[must_use]
    pub fn note_at(mut self, place: impl Into<SourceLocation>, message: impl Into<String>) -> Diag {
        self.notes.push(Note::at(place, message));
        self
    }

    /// Suggests a replacement of the text at a place; nothing if the place has no span.
    #[must_use]
    pub fn suggest(mut self, place: impl Into<SourceLocation>, text: impl Into<String>) -> Diag {
        let SourceLocation { span, path, .. } = place.into();
        if span.is_some() {
            self.suggestions.push(Replacement { span, path, text: text.into() });
        }
        self
    }

    /// Suggests the name `near` for the text at a place; nothing if `near` is `None`.
    #[must_use]
    pub fn did_you_mean(self, place: impl Into<SourceLocation>, near: Option<&str>) -> Diag {
        match near {
            Some(near) => self.note(format!("did you mean `{near}`?")).suggest(place, near),
            None => self,
        }
    }

    /// Returns the span of the primary label; [`Span::NONE`] if there is none.
    pub fn span(&self) -> Span {
        self.primary().map_or(Span::NONE, |label| label.span)
    }

    /// Returns the op or value that the diagnostic is about; `None` if it is about a text alone.
    pub fn entity(&self) -> Option<Entity> {
        self.primary()?.entity
    }

    /// Returns the location of the primary label.
    pub fn location(&self) -> SourceLocation {
        self.primary().map_or(SourceLocation::new(Span::NONE), |label| SourceLocation {
            entity: label.entity,
            span: label.span,
            path: label.path.clone(),
        })
    }

    fn primary(&self) -> Option<&SpanLabel> {
        self.labels.iter().find(|label| label.is_primary)
    }
}

/// The headline, then the notes, one per line and without positions: a program that has no text prints this.
impl fmt::Display for Diag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)?;
        self.notes.iter().try_for_each(|note| write!(f, "\n  note: {}", note.message))
    }
}

impl std::error::Error for Diag {}

/// Collects diagnostics in the order in which they are reported.
#[derive(Debug, Default)]
pub struct Sink {
    diags: Vec<Diag>,
    errors: usize,
}

impl Sink {
    /// Adds a diagnostic. A text of more than 900 bytes is truncated. Control characters are escaped as `\XX`, so that
    /// each text is printed on one line.
    pub fn push(&mut self, mut diag: Diag) {
        self.errors += usize::from(diag.severity == Severity::Error);
        normalize(&mut diag.message);
        diag.notes.iter_mut().for_each(|note| normalize(&mut note.message));
        diag.labels.iter_mut().for_each(|label| normalize(&mut label.text));
        self.diags.push(diag);
    }

    /// Adds an error at a place.
    pub fn error(
        &mut self,
        code: Code,
        place: impl Into<SourceLocation>,
        message: impl Into<String>,
    ) {
        self.push(Diag::error(code, place, message));
    }

    /// Returns the value of a result; `None` after adding the diagnostics of a failure.
    pub fn value<T>(&mut self, result: Result<T, Vec<Diag>>) -> Option<T> {
        result.map_err(|faults| faults.into_iter().for_each(|fault| self.push(fault))).ok()
    }

    /// Returns the number of errors so far.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Returns `true` if there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns all diagnostics so far.
    pub fn diags(&self) -> &[Diag] {
        &self.diags
    }

    /// Returns the diagnostics and empties the sink.
    pub fn take(&mut self) -> Vec<Diag> {
        self.errors = 0;
        std::mem::take(&mut self.diags)
    }
}

const MAX_TEXT_BYTES: usize = crate::limits::DIAGNOSTIC_TEXT_BYTES as usize;

/// Escapes control characters in a text, and truncates it to [`MAX_TEXT_BYTES`].
fn normalize(text: &mut String) {
    if text.contains(char::is_control) {
        *text = text
            .chars()
            .map(|c| if c.is_control() { format!("\\{:02X}", c as u32) } else { c.into() })
            .collect();
    }
    if text.len() > MAX_TEXT_BYTES {
        let mut end = MAX_TEXT_BYTES;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push_str("...");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_truncates_texts_at_characters_and_escapes_control_characters() {
        let mut sink = Sink::default();
        sink.error(code::SYNTAX, Span::NONE, "\u{e9}".repeat(1000));
        sink.error(code::SYNTAX, Span::NONE, "a\nb");
        assert_eq!(sink.diags()[0].message, "\u{e9}".repeat(450) + "...");
        assert_eq!(sink.diags()[1].message, "a\\0Ab");
    }
}
