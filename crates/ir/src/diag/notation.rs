//! The fault of a notation as a diagnostic.

use super::{Diag, code};
use crate::source::{SourceLocation, SourceMap, Span};
use layout::NotationFault;

impl Diag {
    /// Returns the error of a text that denotes no layout, at the place of its faulty bytes.
    pub fn of_notation(fault: NotationFault, place: impl Into<SourceLocation>) -> Diag {
        let near = fault.near.map(|near| format!("did you mean `{near}`?"));
        let diag = Diag::error(code::NOTATION, place, fault.message);
        fault.notes.into_iter().chain(near).fold(diag, Diag::note)
    }

    /// Returns the error of a text that denotes no layout and is in no file. The text is added to `sources` under this
    /// path, so that the error has a position.
    pub fn of_notation_text(
        fault: NotationFault,
        text: &str,
        path: &str,
        sources: &mut SourceMap,
    ) -> Diag {
        let span = sources.add(path, text).and_then(|base| {
            let start = base.checked_add(fault.at.start.try_into().ok()?)?;
            Some(Span::new(start, base.checked_add(fault.at.end.try_into().ok()?)?))
        });
        Diag::of_notation(fault, span.unwrap_or(Span::NONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn notation_diag_has_the_position_of_its_fault_and_the_nearest_name_last() {
        let fault = NotationFault::new(5..8, "unknown tag `ncx`").note("tags: nchw");
        let fault = NotationFault { near: Some("nchw".into()), ..fault };
        let mut sources = SourceMap::default();
        sources.add("other", "before").unwrap();
        let diag = Diag::of_notation_text(fault, "\u{e9}\n1:ncx", "--layout", &mut sources);
        let position = sources.describe(diag.span()).unwrap();
        expect!["--layout:2:3 error[L0313]: unknown tag `ncx`\n  note: tags: nchw\n  note: did you mean `nchw`?"]
            .assert_eq(&format!("{position} {diag}"));
    }
}
