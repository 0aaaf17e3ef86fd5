//! Tables: functions of an index that are lists of numbers.

use super::range::Range;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A function from the numbers below its length to nonnegative numbers. Its values are given, or only declared: a caller
/// has them, and guarantees a range and, if the table is injective, that no two values are equal.
#[derive(Clone, Debug)]
pub struct Table(Arc<TableData>);

#[derive(Debug, PartialEq, Eq)]
struct TableData {
    /// The symbol of the table, without `@`. Declared tables with equal symbols have equal values.
    name: String,
    length: i64,
    range: Range,
    is_injective: bool,
    values: Option<Values>,
}

#[derive(Debug, PartialEq, Eq)]
struct Values {
    values: Vec<i64>,
    /// The positions in ascending order of their values, then of themselves.
    by_value: Vec<i64>,
}

impl Table {
    /// The greatest number of values.
    pub const MAX_LENGTH: i64 = crate::limits::TABLE_VALUES as i64;

    /// Returns a table of these values.
    ///
    /// # Errors
    /// There are no values or too many, or one is negative.
    pub fn of_values(name: impl Into<String>, values: Vec<i64>) -> Result<Table, String> {
        let length = checked_length(i64::try_from(values.len()).unwrap_or(i64::MAX))?;
        if let Some(at) = values.iter().position(|&value| value < 0) {
            return Err(format!(
                "value {at} of the table must be at least 0, but is {}",
                values[at]
            ));
        }
        let low = values.iter().copied().min().unwrap_or(0);
        let high = values.iter().copied().max().unwrap_or(0);
        let mut by_value: Vec<i64> = (0..length).collect();
        // Positions are below the number of values.
        by_value.sort_by_key(|&at| values[at as usize]);
        let is_injective =
            by_value.windows(2).all(|pair| values[pair[0] as usize] != values[pair[1] as usize]);
        Ok(Table(Arc::new(TableData {
            name: name.into(),
            length,
            range: Range { low, high },
            is_injective,
            values: Some(Values { values, by_value }),
        })))
    }

    /// Returns a table of this length whose values a caller has. They are in the range, and differ if the table is
    /// injective.
    ///
    /// # Errors
    /// The length is out of bounds, the range has negative numbers, or an injective table is longer than its range.
    pub fn declared(
        name: impl Into<String>,
        length: i64,
        range: Range,
        is_injective: bool,
    ) -> Result<Table, String> {
        let length = checked_length(length)?;
        if range.low < 0 || range.high < range.low {
            return Err(format!(
                "the values of a table must be in a range from 0, but are in [{}, {})",
                range.low,
                i128::from(range.high) + 1
            ));
        }
        let count = i128::from(range.high) - i128::from(range.low) + 1;
        if is_injective && i128::from(length) > count {
            return Err(format!(
                "an injective table of {length} values must have at least {length} different ones, but [{}, {}) has {count}",
                range.low,
                i128::from(range.high) + 1
            ));
        }
        Ok(Table(Arc::new(TableData {
            name: name.into(),
            length,
            range,
            is_injective,
            values: None,
        })))
    }

    /// Returns the symbol, without `@`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the number of values, at least 1.
    pub fn length(&self) -> i64 {
        self.0.length
    }

    /// Returns the range of the values: the least one that holds them if they are given, else the declared one.
    pub fn range(&self) -> Range {
        self.0.range
    }

    /// Returns `true` if no two values are equal.
    pub fn is_injective(&self) -> bool {
        self.0.is_injective
    }

    /// Returns `true` if the values are declared, not given.
    pub fn is_declared(&self) -> bool {
        self.0.values.is_none()
    }

    /// Returns `true` if a given value needs more than 32 bits. Programs pass the values of a declared table in 32 bits.
    pub fn is_wide(&self) -> bool {
        !self.is_declared() && self.range().high > u32::MAX.into()
    }

    /// Returns the values in order; `None` if they are declared.
    pub fn values(&self) -> Option<&[i64]> {
        self.0.values.as_ref().map(|values| &values.values[..])
    }

    /// Returns the value at an index; `None` if the values are declared, or the index is outside the table.
    pub fn value(&self, index: i64) -> Option<i64> {
        self.values()?.get(usize::try_from(index).ok()?).copied()
    }

    /// The number of [examples](Self::example).
    pub const EXAMPLES: usize = 4;

    /// Returns a table of given values that keeps the contract of this one: values that ascend or descend as far as the
    /// range allows, or equal values if the table need not be injective.
    pub fn example(&self, number: usize) -> Table {
        let Range { low, high } = self.range();
        let count = self.range().count();
        let value = |at: i64| match number {
            0 => low + at % count,
            1 => high - at % count,
            2 if !self.is_injective() => low,
            _ if !self.is_injective() => high,
            // Neighbors change places, except the last of an odd number.
            _ if at ^ 1 < self.length() => low + (at ^ 1),
            _ => low + at,
        };
        let values = (0..self.length()).map(value).collect();
        Table::of_values(self.name(), values).expect("the values are in the declared range")
    }

    /// Returns the indices of a value, in ascending order; `None` if the values are declared.
    pub(crate) fn indices_of(&self, value: i64) -> Option<&[i64]> {
        let Values { values, by_value } = self.0.values.as_ref()?;
        let begin = by_value.partition_point(|&at| values[at as usize] < value);
        let count = by_value[begin..].partition_point(|&at| values[at as usize] == value);
        Some(&by_value[begin..begin + count])
    }

    /// Returns the range of the values at a range of indices; `None` if no index is inside the table.
    pub fn range_over(&self, indices: Range) -> Option<Range> {
        let inside = indices.meet(Range::below(self.length()))?;
        let Some(values) = self.values() else { return Some(self.range()) };
        if inside == Range::below(self.length()) {
            return Some(self.range());
        }
        let values = &values[inside.low as usize..=inside.high as usize];
        let low = values.iter().copied().min()?;
        Some(Range { low, high: values.iter().copied().max()? })
    }

    /// Returns the value at index zero and the distance of neighboring values, if all distances are equal.
    pub(crate) fn progression(&self) -> Option<(i64, i64)> {
        let values = self.values()?;
        let &[first, ref rest @ ..] = values else { return None };
        let step = rest.first().map_or(0, |second| second - first);
        values.windows(2).all(|pair| pair[1] - pair[0] == step).then_some((first, step))
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        match (self.values(), other.values()) {
            (Some(a), Some(b)) => a == b,
            _ => self.0 == other.0,
        }
    }
}

impl Eq for Table {}

impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.length, self.0.range).hash(state);
    }
}

impl_display!(Table { table => "@{}" (table.name()) });

/// Returns the length of a table.
///
/// # Errors
/// It is out of bounds.
fn checked_length(length: i64) -> Result<i64, String> {
    if (1..=Table::MAX_LENGTH).contains(&length) {
        return Ok(length);
    }
    Err(format!("a table must have 1 to {} values, but has {length}", Table::MAX_LENGTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_of_given_values_are_computed() {
        let table = Table::of_values("t", vec![7, 3, 9, 3]).unwrap();
        assert_eq!((table.range(), table.is_injective()), (Range { low: 3, high: 9 }, false));
        assert_eq!(table.indices_of(3).unwrap(), [1, 3]);
        assert!(table.indices_of(4).unwrap().is_empty());
        assert_eq!((table.value(2), table.value(4), table.value(-1)), (Some(9), None, None));
        assert_eq!(table.range_over(Range { low: 2, high: 9 }), Some(Range { low: 3, high: 9 }));
        assert_eq!(table.range_over(Range { low: 0, high: 1 }), Some(Range { low: 3, high: 7 }));
        assert_eq!(Table::of_values("t", vec![4, 6, 8]).unwrap().progression(), Some((4, 2)));
        assert_eq!(table.progression(), None);
    }

    #[test]
    fn contracts_that_nothing_satisfies_are_refused() {
        let range = Range::below(3);
        assert!(Table::declared("t", 3, range, true).is_ok());
        expect_test::expect![
            "an injective table of 4 values must have at least 4 different ones, but [0, 3) has 3"
        ]
        .assert_eq(&Table::declared("t", 4, range, true).unwrap_err());
        expect_test::expect!["a table must have 1 to 1048576 values, but has 0"]
            .assert_eq(&Table::declared("t", 0, range, false).unwrap_err());
        expect_test::expect!["value 1 of the table must be at least 0, but is -2"]
            .assert_eq(&Table::of_values("t", vec![1, -2]).unwrap_err());
    }

    #[test]
    fn tables_are_equal_by_values_or_else_by_contract() {
        let values = |name: &str| Table::of_values(name, vec![1, 0]).unwrap();
        assert_eq!(values("a"), values("b"));
        let declared = |name: &str| Table::declared(name, 2, Range::below(2), true).unwrap();
        assert_eq!(declared("a"), declared("a"));
        assert_ne!(declared("a"), declared("b"));
        assert_ne!(declared("a"), values("a"));
    }
}
