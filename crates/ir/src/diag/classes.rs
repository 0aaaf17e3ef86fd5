//! Classes of warnings and remarks: all diagnostics of a class are merged into one, with their number and the first
//! places.

use super::{Code, Diag, Note, Severity, counted};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

const MAX_PLACES: usize = crate::limits::PLACES_OF_CLASS as usize;

/// The key of a class: code, severity, and the name of the class, or the message if it has no name.
type ClassKey = (Code, Severity, String);

/// Merges each class of warnings or remarks into one diagnostic, at the position of the first of them. Diagnostics
/// without a class are merged if their messages are equal. Errors are not merged.
pub fn fold_classes(diags: Vec<Diag>) -> Vec<Diag> {
    let mut classes: IndexMap<ClassKey, Vec<Diag>, FxBuildHasher> = IndexMap::default();
    let mut order: Vec<Result<Diag, usize>> = Vec::with_capacity(diags.len());
    for diag in diags {
        if diag.severity == Severity::Error {
            order.push(Ok(diag));
            continue;
        }
        let name = diag.class.as_ref().map_or(diag.message.as_str(), |class| class).to_owned();
        let class = classes.entry((diag.code, diag.severity, name));
        let at = class.index();
        let class = class.or_default();
        if class.is_empty() {
            order.push(Err(at));
        }
        class.push(diag);
    }
    let mut members: Vec<Vec<Diag>> = classes.into_values().collect();
    let folded = order.into_iter().filter_map(|diag| match diag {
        Ok(error) => Some(error),
        Err(class) => merged(std::mem::take(&mut members[class])),
    });
    folded.collect()
}

/// Returns the first diagnostic of a class, with the number of its diagnostics and the places of the next ones.
fn merged(class: Vec<Diag>) -> Option<Diag> {
    let count = class.len();
    let mut others = class.into_iter();
    let mut diag = others.next()?;
    if count == 1 {
        return Some(diag);
    }
    let kind = diag.severity;
    diag.message += &format!(" ({count} such {kind}s)");
    for other in others.by_ref().take(MAX_PLACES) {
        let place = other.location();
        diag.notes.push(Note::at(place, other.message));
    }
    if let more @ 1.. = others.len() {
        diag.notes.push(Note::plain(format!("and {}", counted(more, &format!("more {kind}")))));
    }
    Some(diag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::code;
    use crate::source::Span;

    #[test]
    fn fold_merges_warnings_of_a_class_and_keeps_errors() {
        let at = |start| Span { start, end: start + 1 };
        let mut diags =
            vec![Diag::error(code::SHAPE, at(1), "e"), Diag::error(code::SHAPE, at(2), "e")];
        for n in 0..6 {
            diags.push(
                Diag::warning(code::VULKAN_RULE, at(10 + n), format!("w{n}")).of_class("limit"),
            );
        }
        diags.push(Diag::warning(code::VULKAN_RULE, at(20), "other").of_class("other limit"));
        diags.push(Diag::warning(code::FORMAT, at(21), "same"));
        diags.push(Diag::warning(code::FORMAT, at(22), "same"));
        let folded = fold_classes(diags);
        let messages: Vec<&str> = folded.iter().map(|diag| diag.message.as_str()).collect();
        assert_eq!(messages, ["e", "e", "w0 (6 such warnings)", "other", "same (2 such warnings)"]);
        let notes: Vec<&str> = folded[2].notes.iter().map(|note| note.message.as_str()).collect();
        assert_eq!(notes, ["w1", "w2", "w3", "and 2 more warnings"]);
        assert_eq!(folded[2].notes[0].span, at(11));
    }
}
