//! The unit of an offset.

/// The unit of an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OffsetUnit {
    /// Elements.
    Element,
    /// Bytes; every element must start at a byte boundary.
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

    /// Returns the unit with this spelling; `None` if the spelling is unknown.
    pub fn of_text(text: &str) -> Option<OffsetUnit> {
        [OffsetUnit::Element, OffsetUnit::Byte].into_iter().find(|unit| unit.text() == text)
    }
}
