//! Notations whose texts are sums of digits, and the index that proves that none of their texts is a layout.
//!
//! The offsets at the indices along the dims determine the only sum of digits that a layout can be. If the layout
//! differs from it at an index p, no sum of digits agrees with the layout up to p. Otherwise a notation allows only some
//! sums of digits. It decides about a *prefix* of a layout: the indices below some lengths, where the slower dims have
//! length 1, and texts may have any digits beyond the prefix. A prefix that no text agrees with proves that the last
//! index along its slowest dim is a witness.

use layout::MixedRadix;

use crate::subject::{WrittenLayout, not_digits};
use crate::witness::Witness;

impl WrittenLayout<'_> {
    /// Returns the digits of a layout in normal form, if a notation allows them. `allows` is `Err` if no text agrees with
    /// a prefix; the reason follows `its offset N`.
    ///
    /// # Errors
    /// An index up to which, in row-major order, no text agrees with the layout. It is the least one unless the layout
    /// differs from digits after the first 2^16 indices, and no normal form shows where.
    pub(crate) fn digits_in(
        &self,
        allows: impl Fn(&MixedRadix) -> Result<(), String>,
    ) -> Result<MixedRadix, Witness> {
        let (radix, difference) = self.along_dims()?;
        let refused = self.first_refused(radix, allows);
        let witnesses = [refused, difference.as_ref().map(not_digits)].into_iter().flatten();
        witnesses.min_by(|a, b| a.at.cmp(&b.at)).map_or_else(|| Ok(radix.clone()), Err)
    }

    /// Returns the first index along a dim at whose prefix `allows` fails; `None` if it accepts the layout.
    fn first_refused(
        &self,
        radix: &MixedRadix,
        allows: impl Fn(&MixedRadix) -> Result<(), String>,
    ) -> Option<Witness> {
        let mut lengths = vec![1; self.lengths.len()];
        fn witness(radix: &MixedRadix, at: Vec<i64>, reason: String) -> Witness {
            let offset = radix.offset_of(&at).map_or_else(String::new, |it| format!(" {it}"));
            Witness::at(at, format!("its offset{offset} {reason}"))
        }
        if let Some(reason) = allows(&prefix(radix, &lengths)).err() {
            return Some(witness(radix, self.zero(), reason));
        }
        for dim in (0..lengths.len()).rev() {
            let length = self.lengths[dim];
            lengths[dim] = length;
            let Some(mut reason) = allows(&prefix(radix, &lengths)).err() else { continue };
            // A prefix of an accepted prefix is accepted: the least refused index is between `low` and `high`.
            let mut low = 0;
            let mut high = length - 1;
            while low + 1 < high {
                let middle = low + (high - low) / 2;
                lengths[dim] = middle + 1;
                match allows(&prefix(radix, &lengths)).err() {
                    Some(found) => (high, reason) = (middle, found),
                    None => low = middle,
                }
            }
            return Some(witness(radix, self.step(dim, high), reason));
        }
        None
    }
}

/// Returns the digits of the indices below some lengths.
fn prefix(radix: &MixedRadix, lengths: &[i64]) -> MixedRadix {
    let mut dims = radix.dims.clone();
    for (digits, &length) in dims.iter_mut().zip(lengths) {
        let mut rest = length;
        digits.retain_mut(|digit| {
            let is_reached = rest > 1;
            let slower = (rest - 1) / digit.length + 1;
            digit.length = digit.length.min(rest);
            rest = slower;
            is_reached
        });
    }
    MixedRadix { lengths: lengths.to_vec(), dims, offset: radix.offset }
}

/// Checks that the offset of index zero is 0.
///
/// # Errors
/// It is not.
pub(crate) fn check_start(radix: &MixedRadix, name: &str) -> Result<(), String> {
    match radix.offset {
        0 => Ok(()),
        _ => Err(format!("must be 0 in {name}")),
    }
}

/// Checks that each dim has one digit at most.
///
/// # Errors
/// A dim has several.
pub(crate) fn check_linear(radix: &MixedRadix) -> Result<(), String> {
    match radix.dims.iter().all(|digits| digits.len() <= 1) {
        true => Ok(()),
        false => Err("is not a sum of index times stride".to_owned()),
    }
}
