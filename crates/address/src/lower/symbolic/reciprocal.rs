//! Division by multiplication: the quotient of a word and a divisor that only run time knows.
//!
//! Words have b magnitude bits, 31 or 63. For a divisor d from 1 to 2^b - 1 let 2^l be the least power of two that is not
//! below d, and the multiplier m = 2^(b+l) / d, rounded up. Then m*d = 2^(b+l) + e with e < d <= 2^l. For a dividend n below
//! 2^b the value n*m / 2^(b+l) is n/d + n*e / (d * 2^(b+l)), which exceeds n/d by less than 1/d, so both have the same whole
//! part. m has b + 1 bits: the high half of the product of 2n and m is that value times 2^l, which a shift by l divides.

use layout::{Range, SymExpr, SymNode};

/// How functions over symbols divide by values that are not constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Division {
    /// By the operation of the language.
    #[default]
    Divide,
    /// By a multiplier and a shift, which the caller computes once for each divisor.
    Reciprocal,
}

impl Division {
    /// Returns the division of a name in the IR: `divide` or `reciprocal`.
    pub fn of_text(text: &str) -> Option<Division> {
        match text {
            "divide" => Some(Division::Divide),
            "reciprocal" => Some(Division::Reciprocal),
            _ => None,
        }
    }
}

/// Returns the multiplier and the shift of a divisor, for words of this number of magnitude bits, at most 63. `None` if the
/// divisor is 0 or has more bits.
pub fn reciprocal(divisor: u64, bits: u32) -> Option<(u64, u32)> {
    if divisor == 0 || bits > 63 || divisor >> bits != 0 {
        return None;
    }
    let shift = divisor.next_power_of_two().trailing_zeros();
    let multiplier = (1u128 << (bits + shift)).div_ceil(divisor.into());
    Some((u64::try_from(multiplier).ok()?, shift))
}

/// Returns the ranges of multipliers and of shifts, for words of this number of magnitude bits. A multiplier of 64 bits is
/// any word.
pub fn reciprocal_ranges(bits: u32) -> [Range; 2] {
    let multiplier = match bits {
        63 => Range { low: i64::MIN, high: i64::MAX },
        _ => Range { low: 1 << bits, high: (2 << bits) - 1 },
    };
    [multiplier, Range { low: 0, high: bits.into() }]
}

/// Adds the divisors of a rewritten expression that are not constants, in the order of evaluation, each once.
pub(super) fn divisors_of(expr: &SymExpr, found: &mut Vec<SymExpr>) {
    for operand in expr.node().operands().into_iter().flatten() {
        divisors_of(operand, found);
    }
    if let Some(divisor) = divisor_of(expr)
        && !found.contains(divisor)
    {
        found.push(divisor.clone());
    }
}

/// Returns the divisor of a quotient or remainder if it is not a constant.
fn divisor_of(expr: &SymExpr) -> Option<&SymExpr> {
    match expr.node() {
        SymNode::FloorDiv(_, by) | SymNode::Mod(_, by) => {
            Some(by).filter(|by| by.as_constant().is_none())
        }
        _ => None,
    }
}

/// Marks the symbols that a function with reciprocals computes with: a quotient needs none of those of its divisor.
pub(super) fn mark_without_divisors(expr: &SymExpr, symbols: &mut [bool]) {
    match expr.node() {
        SymNode::FloorDiv(a, _) if divisor_of(expr).is_some() => mark_without_divisors(a, symbols),
        node => match node.operands() {
            Some(operands) => {
                operands.into_iter().for_each(|it| mark_without_divisors(it, symbols))
            }
            None => expr.mark(symbols, &mut []),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the quotient as a program computes it.
    fn quotient(n: u64, (multiplier, shift): (u64, u32), bits: u32) -> u64 {
        let product = u128::from(n << 1) * u128::from(multiplier);
        let high = (product >> (bits + 1)) as u64;
        high >> shift
    }

    #[test]
    fn reciprocals_divide_all_small_words_exactly() {
        for bits in [5, 8] {
            for divisor in 1..1u64 << bits {
                let found = reciprocal(divisor, bits).unwrap();
                assert!(found.0 >> (bits + 1) == 0 && found.1 <= bits, "{divisor}");
                for n in 0..1u64 << bits {
                    assert_eq!(quotient(n, found, bits), n / divisor, "{n} / {divisor}");
                }
            }
        }
    }

    #[test]
    fn reciprocals_divide_words_near_multiples_exactly() {
        for bits in [31, 63] {
            let most = u64::MAX >> (64 - bits);
            let divisors = (1..200).chain((0..bits).flat_map(|power| {
                let power = 1u64 << power;
                [power, power.saturating_sub(1), power + 1]
            }));
            for divisor in
                divisors.chain([most, most - 1, most / 3]).filter(|it| (1..=most).contains(it))
            {
                let found = reciprocal(divisor, bits).unwrap();
                let [multiplier, shift] = reciprocal_ranges(bits);
                assert!((shift.low..=shift.high).contains(&found.1.into()));
                assert!(
                    bits == 63 || (multiplier.low..=multiplier.high).contains(&(found.0 as i64))
                );
                let multiples = (0..64).map(|at| most / divisor / 63 * at * divisor);
                for n in multiples.chain([most]).flat_map(|n| [n.saturating_sub(1), n, n + 1]) {
                    let n = n.min(most);
                    assert_eq!(quotient(n, found, bits), n / divisor, "{n} / {divisor}");
                }
            }
        }
        assert_eq!(reciprocal(0, 31), None);
        assert_eq!(reciprocal(1 << 31, 31), None);
    }
}
