//! The form of an addressing function: its parameters and its results.

use layout::{Range, joined};

/// The form of an addressing function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum AddressForm {
    /// From an index to the offset of its element.
    #[default]
    Offset,
    /// From an element slot to the index that it holds, and whether it holds one.
    Inverse,
    /// From an index of groups to the offset of the first element of the group. The number of neighbors in a group, by
    /// logical dim: 1 for all dims but one.
    Vector(Vec<i64>),
    /// From a valid index and its offset to the offset of the index plus a constant, by logical dim.
    Step(Vec<i64>),
    /// From an index to the bits of a value in records, whose parts have these widths, the lowest bits first: for each part
    /// the byte of its first bit and the position of the bit in the byte.
    Bits(Vec<i64>),
}

/// The label of the parameter or result that is an offset.
const OFFSET: &str = "offset";

/// The label of the parameter that is an element slot.
const SLOT: &str = "slot";

impl AddressForm {
    /// The names of forms without numbers, as the attribute `form` of `layout.address` spells them.
    pub const NAMES: [(&'static str, AddressForm); 2] =
        [("offset", AddressForm::Offset), ("inverse", AddressForm::Inverse)];

    /// Returns the form of this name; `None` if the name is unknown.
    pub fn of_name(name: &str) -> Option<AddressForm> {
        let found = AddressForm::NAMES.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, form)| form)
    }

    /// Returns `true` if the parameters are the components of an index, and in the form `Step` also an offset.
    pub fn takes_index(&self) -> bool {
        *self != AddressForm::Inverse
    }

    /// Returns `true` if the last parameter is an offset or an element slot.
    pub fn takes_offset(&self) -> bool {
        matches!(self, AddressForm::Inverse | AddressForm::Step(_))
    }

    /// Returns the labels of the parameters of a function of a layout with this rank.
    pub fn labels(&self, rank: usize) -> Vec<String> {
        let dims = (0..rank).filter(|_| self.takes_index()).map(|dim| format!("d{dim}"));
        let last = match self {
            AddressForm::Inverse => Some(SLOT),
            AddressForm::Step(_) => Some(OFFSET),
            AddressForm::Offset | AddressForm::Vector(_) | AddressForm::Bits(_) => None,
        };
        dims.chain(last.map(str::to_owned)).collect()
    }

    /// Returns the labels of the words that a function of this form returns besides a validity; none for an offset or an
    /// index. Those of several parts end in the number of the part.
    pub fn word_labels(&self) -> Vec<String> {
        let AddressForm::Bits(widths) = self else { return Vec::new() };
        let labels = |end: String| ["byte", "shift"].map(|word| format!("{word}{end}"));
        match widths.len() {
            1 => labels(String::new()).to_vec(),
            count => (0..count).flat_map(|part| labels(part.to_string())).collect(),
        }
    }

    /// Returns `true` if a function of this form always returns a validity after its words.
    pub fn always_returns_validity(&self) -> bool {
        matches!(self, AddressForm::Inverse | AddressForm::Bits(_))
    }

    /// Returns the range of each index component of a layout with these lengths; `None` if a component has no value.
    ///
    /// In the form `Step`, both the index and its sum with the step are inside the lengths.
    pub fn index_ranges(&self, lengths: &[i64]) -> Option<Vec<Range>> {
        lengths
            .iter()
            .enumerate()
            .map(|(dim, &length)| match self {
                AddressForm::Step(step) => stepped(length, *step.get(dim)?),
                _ => Some(Range { low: 0, high: length.max(1) - 1 }),
            })
            .collect()
    }
}

/// Returns the indices of a dim for which both the index and its sum with a step are below the length; `None` if there
/// are none.
pub(crate) fn stepped(length: i64, step: i64) -> Option<Range> {
    let low = step.checked_neg()?.max(0);
    let high = length.max(1) - 1 - step.max(0);
    (low <= high).then_some(Range { low, high })
}

// The attribute of `layout.address` that selects the form.
layout::impl_display!(AddressForm {
    Self::Offset => "form = \"offset\"",
    Self::Inverse => "form = \"inverse\"",
    Self::Vector(vector) => "vector = array<i64: {}>" (joined(vector, ", ")),
    Self::Step(step) => "step = array<i64: {}>" (joined(step, ", ")),
    Self::Bits(widths) => "widths = array<i64: {}>" (joined(widths, ", ")),
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_keeps_index_and_sum_in_range() {
        let ranges =
            |step: &[i64], lengths: &[i64]| AddressForm::Step(step.to_vec()).index_ranges(lengths);
        let range = |low, high| Range { low, high };
        assert_eq!(
            ranges(&[0, 1, -2], &[4, 4, 4]),
            Some(vec![range(0, 3), range(0, 2), range(2, 3)])
        );
        assert_eq!(ranges(&[4], &[4]), None);
        assert_eq!(ranges(&[-4], &[4]), None);
        assert_eq!(ranges(&[i64::MIN], &[4]), None);
        assert_eq!(ranges(&[i64::MAX], &[4]), None);
    }

    #[test]
    fn labels_follow_the_form() {
        let labels = |form: AddressForm| form.labels(2).join(" ");
        assert_eq!(labels(AddressForm::Offset), "d0 d1");
        assert_eq!(labels(AddressForm::Inverse), "slot");
        assert_eq!(labels(AddressForm::Vector(vec![1, 4])), "d0 d1");
        assert_eq!(labels(AddressForm::Step(vec![0, 1])), "d0 d1 offset");
    }
}
