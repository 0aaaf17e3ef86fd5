//! The element types of notations.

use layout::{Bits, ElemSize, nearest};
use std::fmt;
use std::str::FromStr;

/// An element type: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ElementType(u8);

/// The name in MLIR, the names in XLA, and the number of bits.
struct ElementRow(&'static str, &'static [&'static str], i64);

const ROWS: &[ElementRow] = &[
    ElementRow("f32", &["f32"], 32),
    ElementRow("f16", &["f16"], 16),
    ElementRow("bf16", &["bf16"], 16),
    ElementRow("f64", &["f64"], 64),
    ElementRow("i1", &["pred"], 1),
    ElementRow("i4", &["s4"], 4),
    ElementRow("i8", &["s8"], 8),
    ElementRow("i16", &["s16"], 16),
    ElementRow("i32", &["s32"], 32),
    ElementRow("i64", &["s64"], 64),
    ElementRow("si4", &[], 4),
    ElementRow("si8", &[], 8),
    ElementRow("si16", &[], 16),
    ElementRow("si32", &[], 32),
    ElementRow("si64", &[], 64),
    ElementRow("ui4", &["u4"], 4),
    ElementRow("ui8", &["u8"], 8),
    ElementRow("ui16", &["u16"], 16),
    ElementRow("ui32", &["u32"], 32),
    ElementRow("ui64", &["u64"], 64),
    ElementRow("f4E2M1FN", &["f4e2m1fn"], 4),
    ElementRow("f8E3M4", &["f8e3m4"], 8),
    ElementRow("f8E4M3", &["f8e4m3"], 8),
    ElementRow("f8E4M3B11FNUZ", &["f8e4m3b11fnuz"], 8),
    ElementRow("f8E4M3FN", &["f8e4m3fn"], 8),
    ElementRow("f8E4M3FNUZ", &["f8e4m3fnuz"], 8),
    ElementRow("f8E5M2", &["f8e5m2"], 8),
    ElementRow("f8E5M2FNUZ", &["f8e5m2fnuz"], 8),
    ElementRow("f8E8M0FNU", &["f8e8m0fnu"], 8),
    ElementRow("index", &["s64"], 64),
];

impl FromStr for ElementType {
    type Err = String;

    /// Returns the type with this name in MLIR.
    ///
    /// # Errors
    /// The name is unknown; the text has the nearest known one.
    fn from_str(name: &str) -> Result<ElementType, String> {
        ElementType::from_name(name).ok_or_else(|| {
            let near = nearest(name, ElementType::all().map(ElementType::name));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("unknown element type `{name}`{near}")
        })
    }
}

impl ElementType {
    /// Returns all element types.
    pub fn all() -> impl Iterator<Item = ElementType> + Clone {
        (0..ROWS.len() as u8).map(ElementType)
    }

    /// Returns the type with this name in MLIR; `None` if the name is unknown.
    pub fn from_name(name: &str) -> Option<ElementType> {
        ElementType::all().find(|elem| elem.name() == name)
    }

    /// Returns the type with this name in XLA; `None` if the name is unknown.
    pub fn from_xla(name: &str) -> Option<ElementType> {
        ElementType::all().find(|elem| elem.row().1.contains(&name))
    }

    /// Returns the first type of a size; `None` if there is none.
    pub fn of_size(size: ElemSize) -> Option<ElementType> {
        ElementType::all().find(|elem| elem.size() == size)
    }

    /// Returns the name in MLIR.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the name in XLA. A type with a sign has the name of the signless type of its size.
    pub fn xla_name(self) -> &'static str {
        let own = self.row().1.first();
        own.or_else(|| {
            let name = self.name().strip_prefix('s').unwrap_or(self.name());
            ElementType::from_name(name).and_then(|elem| elem.row().1.first())
        })
        .copied()
        .unwrap_or_else(|| self.name())
    }

    /// Returns the names of all types in XLA.
    pub fn xla_names() -> impl Iterator<Item = &'static str> {
        ROWS.iter().flat_map(|row| row.1.iter().copied())
    }

    /// Returns the size of an element.
    pub fn size(self) -> ElemSize {
        ElemSize::new(Bits::new(self.row().2)).expect("the table holds sizes of elements")
    }

    fn row(self) -> &'static ElementRow {
        &ROWS[usize::from(self.0)]
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        for elem in ElementType::all() {
            assert_eq!(ElementType::from_name(elem.name()), Some(elem));
            let read = ElementType::from_xla(elem.xla_name()).map(ElementType::size);
            assert_eq!(read, Some(elem.size()), "{elem}");
        }
        assert_eq!(ElementType::from_xla("u8"), ElementType::from_name("ui8"));
    }
}
