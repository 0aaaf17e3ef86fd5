//! What an offset counts.

/// What an offset counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetUnit {
    /// Elements.
    Element,
    /// Bytes, for elements that each begin at one.
    Byte,
}

impl OffsetUnit {
    /// Returns the spelling in `layout.address`.
    pub fn text(self) -> &'static str {
        match self {
            OffsetUnit::Element => "element",
            OffsetUnit::Byte => "byte",
        }
    }

    /// Returns the unit of a spelling; `None` if there is none.
    pub fn of_text(text: &str) -> Option<OffsetUnit> {
        [OffsetUnit::Element, OffsetUnit::Byte].into_iter().find(|unit| unit.text() == text)
    }
}
