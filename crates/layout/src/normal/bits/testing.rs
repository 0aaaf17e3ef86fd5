//! Values of forms, for tests.

use super::form::BitForm;
use crate::normal::digits::IndexDigit;

impl BitForm {
    /// Returns the value at an index, which may have any number of components; `None` if it does not fit 64 bits.
    pub(super) fn at(&self, index: &[i64]) -> Option<i64> {
        fn digit(index: &[i64], it: &IndexDigit) -> i64 {
            index[it.dim] / it.weight % it.length
        }
        let set = self.bits.iter().enumerate().filter(|(_, bit)| digit(index, bit) == 1);
        let set = set.fold(0u64, |set, (at, _)| set | 1 << at);
        let parities =
            self.sum.parities.iter().map(|(mask, &weight)| {
                i128::from(weight) * i128::from((mask & set).count_ones() & 1)
            });
        let digits =
            self.sum.digits.iter().map(|(&at, &stride)| {
                i128::from(stride) * i128::from(digit(index, &self.digits[at]))
            });
        i64::try_from(parities.chain(digits).sum::<i128>() + i128::from(self.sum.constant)).ok()
    }
}
