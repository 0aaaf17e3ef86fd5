//! Sizes of strided memory that do not fit 64 bits.

use super::physical::PhysicalLayout;

/// A size of memory that is 2^63 or more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryOverflow {
    /// The name of the size, such as `greatest offset`.
    pub size: &'static str,
    /// The value; `None` if it does not fit 127 bits either.
    pub value: Option<i128>,
    /// The unit of the value: `elements` or `bytes`.
    pub unit: &'static str,
    /// The sum that defines the value, as text.
    pub sum: String,
}

impl_display!(MemoryOverflow {
    Self { size, value: Some(value), unit, .. } =>
        "the {size} is {value} {unit}, which does not fit 64 bits",
    Self { size, value: None, unit, .. } => "the {size} in {unit} exceeds 127 bits",
});

/// A sum with the text of its terms.
struct Sum {
    value: Option<i128>,
    text: String,
}

impl Sum {
    fn new(value: i128) -> Sum {
        Sum { value: Some(value), text: value.to_string() }
    }

    fn plus(mut self, times: i64, stride: i64) -> Sum {
        if times != 0 {
            self.value = product(times, stride).and_then(|term| self.value?.checked_add(term));
            self.text += &format!(" + {times} x {stride}");
        }
        self
    }

    fn overflow(self, size: &'static str, unit: &'static str) -> Option<MemoryOverflow> {
        let fits = self.value.is_some_and(|value| i64::try_from(value).is_ok());
        (!fits).then_some(MemoryOverflow { size, value: self.value, unit, sum: self.text })
    }
}

fn product(a: i64, b: i64) -> Option<i128> {
    i128::from(a).checked_mul(b.into())
}

impl PhysicalLayout {
    /// Returns the first of the greatest offset, the allocation and the size in bytes that is 2^63 or more; `None` if
    /// all are less. A dynamic length counts as 1.
    pub fn overflow(&self) -> Option<MemoryOverflow> {
        let offset = i128::from(self.offset().get());
        let strides = self.strides().values().map(|stride| stride.get());
        let dims = self.shape().values().map(|len| len.get().unwrap_or(1)).zip(strides);
        let reached = dims.filter(|&(_, stride)| stride > 0);
        let greatest =
            reached.clone().fold(Sum::new(offset), |sum, (len, stride)| sum.plus(len - 1, stride));
        if let Some(last) = greatest.value.filter(|last| i64::try_from(*last).is_ok()) {
            let rows = reached.map(|(len, stride)| Sum::new(offset).plus(len, stride));
            let span = Sum { value: Some(last + 1), text: format!("{} + 1", greatest.text) };
            let allocation =
                rows.fold(span, |most, row| if row.value > most.value { row } else { most });
            let bytes = self.elem().and_then(|elem| {
                let bits = allocation.value?.checked_mul(elem.bits().get().into())?;
                let text = format!("({}) x {} / 8", allocation.text, elem.bits());
                Some(Sum { value: Some((bits + 7).div_euclid(8)), text })
            });
            return allocation
                .overflow("allocation", "elements")
                .or_else(|| bytes?.overflow("size", "bytes"));
        }
        greatest.overflow("greatest offset", "elements")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Bits, ElemSize, Elems, MemShape, MemStrides};
    use expect_test::expect;

    fn overflow(lens: &[i64], strides: &[i64], offset: i64, bits: i64) -> String {
        let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride))).unwrap();
        let elem = ElemSize::new(Bits::new(bits)).unwrap();
        let shape = MemShape::of_static(lens).unwrap();
        let memory = PhysicalLayout::new(shape, strides, Elems::new(offset), elem).unwrap();
        memory.overflow().map_or("fits".to_owned(), |it| format!("{it}: {}", it.sum))
    }

    #[test]
    fn overflow_reports_the_first_size_beyond_64_bits() {
        const MOST: i64 = i64::MAX;
        expect!["the greatest offset is 27670116110564327425 elements, which does not fit 64 bits: 0 + 3 x 9223372036854775807 + 4 x 1"]
            .assert_eq(&overflow(&[4, 5], &[MOST, 1], 0, 8));
        expect!["the allocation is 9223372036854775808 elements, which does not fit 64 bits: 9223372036854775807 + 1"]
            .assert_eq(&overflow(&[1, 1], &[1, 1], MOST, 8));
        expect!["the allocation is 18446744073709551614 elements, which does not fit 64 bits: 0 + 2 x 9223372036854775807"]
            .assert_eq(&overflow(&[2, 1], &[MOST, 1], 0, 8));
        expect!["the size is 9223372036854775808 bytes, which does not fit 64 bits: (0 + 2 x 1152921504606846976) x 32 bits / 8"]
            .assert_eq(&overflow(&[2, 1], &[1 << 60, 1], 0, 32));
        assert_eq!(overflow(&[2, 1], &[1 << 60, 1], 0, 16), "fits");
        assert_eq!(overflow(&[1, 1], &[1, 1], MOST - 1, 8), "fits");
    }
}
