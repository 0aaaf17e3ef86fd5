//! Concrete evaluation: index arithmetic on numbers, one index at a time.

use super::algebra::Algebra;
use super::table::Table;

/// The state of the evaluation of one index on 64-bit numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Concrete {
    /// `true` if a predicate does not hold.
    pub(crate) is_invalid: bool,
    /// `true` if a value did not fit 64 bits. All later values are then unspecified.
    pub(crate) overflow: bool,
    /// `true` if a value is that of a table whose values are declared. All later values are then unspecified.
    pub(crate) is_unknown: bool,
}

impl Concrete {
    fn narrow(&mut self, value: Option<i128>) -> i64 {
        match value.map(i64::try_from) {
            Some(Ok(value)) => value,
            _ => {
                self.overflow = true;
                0
            }
        }
    }
}

impl Algebra for Concrete {
    type Value = i64;

    fn linear(&mut self, constant: i64, terms: &[(i64, i64)]) -> i64 {
        let sum = terms.iter().try_fold(i128::from(constant), |sum, &(factor, value)| {
            sum.checked_add(i128::from(factor) * i128::from(value))
        });
        self.narrow(sum)
    }

    fn digit(&mut self, value: &i64, divisor: i64, modulus: Option<i64>) -> i64 {
        let quotient = if divisor == 1 { *value } else { value.div_euclid(divisor) };
        modulus.map_or(quotient, |modulus| quotient.rem_euclid(modulus))
    }

    fn xor(&mut self, a: &i64, b: &i64) -> i64 {
        a ^ b
    }

    fn lookup(&mut self, index: &i64, table: &Table) -> i64 {
        self.is_unknown |= table.is_declared();
        table.value(*index).unwrap_or(table.range().low)
    }

    fn require(&mut self, value: &i64, low: i64, high: i64) -> i64 {
        self.is_invalid |= !(low..high).contains(value);
        *value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_does_not_affect_validity() {
        let mut numbers = Concrete::default();
        numbers.linear(1, &[(i64::MAX, 1)]);
        assert!(numbers.overflow && !numbers.is_invalid);
    }
}
