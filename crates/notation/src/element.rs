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
    ElementRow("i2", &["s2"], 2),
    ElementRow("i4", &["s4"], 4),
    ElementRow("i8", &["s8"], 8),
    ElementRow("i16", &["s16"], 16),
    ElementRow("i32", &["s32"], 32),
    ElementRow("i64", &["s64"], 64),
    ElementRow("si2", &[], 2),
    ElementRow("si4", &[], 4),
    ElementRow("si8", &[], 8),
    ElementRow("si16", &[], 16),
    ElementRow("si32", &[], 32),
    ElementRow("si64", &[], 64),
    ElementRow("ui2", &["u2"], 2),
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
    ElementRow("f6E2M3FN", &[], 6),
    ElementRow("f6E3M2FN", &[], 6),
    ElementRow("index", &["s64"], 64),
];

/// Returns the rows of integers of any signedness, whose widths are not in the first table.
macro_rules! integers {
    ($($bits:literal)*) => {
        &[$(
            ElementRow(concat!("i", $bits), &[], $bits),
            ElementRow(concat!("si", $bits), &[], $bits),
            ElementRow(concat!("ui", $bits), &[], $bits),
        )*]
    };
}

/// The integers of other widths.
const INTEGERS: &[ElementRow] = integers! {
    3 5 6 7 9 10 11 12 13 14 15 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 33 34 35 36 37 38 39 40 41 42 43 44 45 46
    47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
};

/// The names of types in NumPy, `ml_dtypes`, JAX and PyTorch, with those in MLIR.
const NUMPY_NAMES: &[(&str, &str)] = &[
    ("bfloat16", "bf16"),
    ("double", "f64"),
    ("float", "f32"),
    ("float16", "f16"),
    ("float32", "f32"),
    ("float64", "f64"),
    ("float8_e4m3", "f8E4M3"),
    ("float8_e4m3b11fnuz", "f8E4M3B11FNUZ"),
    ("float8_e4m3fn", "f8E4M3FN"),
    ("float8_e4m3fnuz", "f8E4M3FNUZ"),
    ("float8_e5m2", "f8E5M2"),
    ("float8_e5m2fnuz", "f8E5M2FNUZ"),
    ("float8_e8m0fnu", "f8E8M0FNU"),
    ("half", "f16"),
    ("int16", "i16"),
    ("int32", "i32"),
    ("int64", "i64"),
    ("int8", "i8"),
    ("uint16", "ui16"),
    ("uint32", "ui32"),
    ("uint64", "ui64"),
    ("uint8", "ui8"),
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
        (0..(ROWS.len() + INTEGERS.len()) as u8).map(ElementType)
    }

    /// Returns the type with this name in MLIR; `None` if the name is unknown.
    pub fn from_name(name: &str) -> Option<ElementType> {
        ElementType::all().find(|elem| elem.name() == name)
    }

    /// Returns the type with this name in XLA; `None` if the name is unknown.
    pub fn from_xla(name: &str) -> Option<ElementType> {
        ElementType::all().find(|elem| elem.row().1.contains(&name))
    }

    /// Returns the type of a name of NumPy, JAX or PyTorch, such as `float16`; `None` if the name is unknown, or that of a type
    /// of less than a byte, which these libraries store in a byte.
    pub(crate) fn from_numpy(name: &str) -> Option<ElementType> {
        let known = NUMPY_NAMES.iter().find(|(known, _)| *known == name)?;
        ElementType::from_name(known.1)
    }

    /// Returns the first type of a size; `None` if there is none.
    pub fn of_size(size: ElemSize) -> Option<ElementType> {
        ElementType::all().find(|elem| elem.size() == size)
    }

    /// Returns the name in MLIR.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the name in XLA; `None` if XLA lacks the type. A type with a sign has the name of the signless type of its
    /// size.
    pub fn xla_name(self) -> Option<&'static str> {
        let own = self.row().1.first();
        own.or_else(|| {
            let name = self.name().strip_prefix('s').unwrap_or(self.name());
            ElementType::from_name(name).and_then(|elem| elem.row().1.first())
        })
        .copied()
    }

    /// Returns the names of all types in XLA.
    pub fn xla_names() -> impl Iterator<Item = &'static str> {
        ElementType::all().flat_map(|elem| elem.row().1.iter().copied())
    }

    /// Returns the size of an element.
    pub fn size(self) -> ElemSize {
        ElemSize::new(Bits::new(self.row().2)).expect("the table holds sizes of elements")
    }

    fn row(self) -> &'static ElementRow {
        let number = usize::from(self.0);
        ROWS.get(number).unwrap_or_else(|| &INTEGERS[number - ROWS.len()])
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
            let Some(name) = elem.xla_name() else { continue };
            assert_eq!(
                ElementType::from_xla(name).map(ElementType::size),
                Some(elem.size()),
                "{elem}"
            );
        }
        assert_eq!(ElementType::from_xla("u8"), ElementType::from_name("ui8"));
        assert_eq!(ElementType::from_xla("s6"), None);
        assert_eq!(ElementType::from_name("si6").and_then(ElementType::xla_name), None);
    }

    #[test]
    fn integers_have_all_widths_up_to_64() {
        for (sign, least) in [("i", 1), ("si", 2), ("ui", 2)] {
            for bits in least..=64 {
                let elem = ElementType::from_name(&format!("{sign}{bits}")).unwrap();
                assert_eq!(elem.size().bits(), Bits::new(bits), "{elem}");
            }
        }
        assert_eq!(ElementType::from_name("i65"), None);
    }
}
