//! The numbers at which digits split the components of an index.

use std::collections::BTreeSet;

use super::expr::{Atom, AtomKind, Expr};
use super::exprs::Exprs;
use crate::domain::gcd;

/// The maximum number of pairs of an atom and a divisor. Digits of digits can have exponentially many.
const MAX_PAIRS: usize = crate::limits::PAIRS as usize;

impl Exprs {
    /// Adds, for each component of the index, the numbers at whose multiples a digit in an expression changes. `None` if
    /// the expression has too many.
    pub(crate) fn collect_cuts(&self, expr: Expr, cuts: &mut [BTreeSet<i64>]) -> Option<()> {
        // Pairs of an expression and the divisor of the digits around it. Each atom is visited once for each divisor.
        let mut left = vec![(expr, 1i64)];
        let mut seen: BTreeSet<(Atom, i64)> = BTreeSet::new();
        while let Some((expr, scale)) = left.pop() {
            let Some(sum) = self.kind(expr) else { continue };
            for &(atom, factor) in &sum.terms {
                if let AtomKind::Var { number, .. } = self.atom_kind(atom) {
                    // Factors are not zero, and 2^63 does not divide a scale.
                    let common = gcd(scale, factor.checked_abs().unwrap_or(1));
                    if let Some(own) = cuts.get_mut(*number as usize) {
                        own.insert(scale / common);
                    }
                } else if seen.insert((atom, scale)) {
                    left.extend(self.scaled_parts(atom, scale));
                }
            }
            if seen.len() > MAX_PAIRS {
                return None;
            }
        }
        Some(())
    }

    /// Returns the expressions inside an atom, each with the divisors of the digits around it.
    fn scaled_parts(&self, atom: Atom, scale: i64) -> Vec<(Expr, i64)> {
        match self.atom_kind(atom) {
            AtomKind::Var { .. } => Vec::new(),
            AtomKind::Digit { value, divisor, modulus } => {
                let inner = scale.checked_mul(*divisor);
                let outer = inner.zip(*modulus).and_then(|(inner, by)| inner.checked_mul(by));
                [inner, outer].into_iter().flatten().map(|scale| (*value, scale)).collect()
            }
            AtomKind::Guard { value, .. } => vec![(*value, scale)],
            // A table changes at every index.
            AtomKind::Lookup { index, .. } => vec![(*index, 1)],
            AtomKind::Xor(parts) => parts.iter().map(|&part| (part, scale)).collect(),
        }
    }
}
