//! The order of candidates.

use std::cmp::Ordering;

use crate::domain::{Algebra, Table};
use crate::index::{Expr, Exprs};
use crate::pipeline::Layout;

/// Sorts the candidates of an inverse by their indices. Returns `false`, without sorting, unless of each two candidates
/// the index of one precedes that of the other at every slot.
pub(super) fn sort(candidates: &mut Vec<Layout>) -> bool {
    if candidates.len() < 2 {
        return true;
    }
    let mut exprs = Unguarded(Exprs::new());
    let indices: Vec<Vec<Expr>> = candidates
        .iter()
        .map(|layout| {
            let slot = exprs.0.index_of(layout.shape());
            let values = layout.values_over(&slot, &mut exprs);
            layout.base.iter().map(|dim| values[dim.number()]).collect()
        })
        .collect();
    let Some(ranks) = ranks(&mut exprs, &indices) else { return false };
    let mut ranked: Vec<(usize, Layout)> = ranks.into_iter().zip(candidates.drain(..)).collect();
    ranked.sort_by_key(|&(rank, _)| rank);
    candidates.extend(ranked.into_iter().map(|(_, layout)| layout));
    true
}

/// Returns the number of indices that precede each index; `None` if the order of two indices may depend on the slot.
fn ranks(exprs: &mut Unguarded, indices: &[Vec<Expr>]) -> Option<Vec<usize>> {
    let mut ranks = vec![0; indices.len()];
    for a in 0..indices.len() {
        for b in 0..a {
            match compare(exprs, &indices[a], &indices[b])? {
                Ordering::Less => ranks[b] += 1,
                Ordering::Greater => ranks[a] += 1,
                Ordering::Equal => return None,
            }
        }
    }
    Some(ranks)
}

/// Compares two indices lexicographically; `None` if the result may depend on the slot.
fn compare(exprs: &mut Unguarded, a: &[Expr], b: &[Expr]) -> Option<Ordering> {
    for (&a, &b) in a.iter().zip(b) {
        let difference = exprs.0.linear(0, &[(1, a), (-1, b)]);
        let interval = exprs.0.interval(difference);
        match (interval.low, interval.high) {
            (0, 0) => {}
            (_, ..0) => return Some(Ordering::Less),
            (1.., _) => return Some(Ordering::Greater),
            _ => return None,
        }
    }
    Some(Ordering::Equal)
}

/// Symbolic evaluation without predicates, so that the values hold for all slots.
struct Unguarded(Exprs);

impl Algebra for Unguarded {
    type Value = Expr;

    fn linear(&mut self, constant: i64, terms: &[(i64, Expr)]) -> Expr {
        self.0.linear(constant, terms)
    }

    fn digit(&mut self, value: &Expr, divisor: i64, modulus: Option<i64>) -> Expr {
        self.0.digit(value, divisor, modulus)
    }

    fn xor(&mut self, a: &Expr, b: &Expr) -> Expr {
        self.0.xor(a, b)
    }

    fn lookup(&mut self, index: &Expr, table: &Table) -> Expr {
        self.0.lookup(index, table)
    }

    fn require(&mut self, value: &Expr, _low: i64, _high: i64) -> Expr {
        *value
    }
}
