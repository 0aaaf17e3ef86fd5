//! Queries on expressions: ranges, substitution, the affine form.
//!
//! Each query visits the atoms by ascending id, inner atoms first. Its cost depends neither on nesting depth nor on
//! sharing.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expr::{Atom, AtomKind, Expr};
use super::exprs::Exprs;
use super::guard::Record;
use crate::domain::{Range, StridedInterval};

impl Exprs {
    /// Returns bounds of the value at every valid index. They need not be tight. A bound beyond 64 bits is clamped;
    /// [`fits`](Exprs::fits) is then `false`.
    pub fn range(&self, expr: Expr) -> Range {
        let StridedInterval { low, high, .. } = self.interval(expr);
        let [low, high] = [low, high].map(|bound| {
            bound.clamp(i64::MIN.into(), i64::MAX.into()).try_into().expect("it was clamped")
        });
        Range { low, high }
    }

    /// Returns `true` if the value is known to fit 64 bits at every valid index; `false` for [`Expr::OVERFLOW`].
    pub fn fits(&self, expr: Expr) -> bool {
        let StridedInterval { low, high, .. } = self.interval(expr);
        i64::try_from(low).is_ok() && i64::try_from(high).is_ok()
    }

    /// Returns every atom of an expression once, inner atoms first.
    pub fn atoms_of(&self, expr: Expr) -> Vec<Atom> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut left = vec![expr];
        while let Some(expr) = left.pop() {
            for &(atom, _) in self.kind(expr).map_or(&[][..], |sum| &sum.terms) {
                if seen.insert(atom) {
                    found.push(atom);
                    left.extend(self.parts_of(atom));
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns the numbers of the variables in an expression, in ascending order.
    pub fn vars_of(&self, expr: Expr) -> Vec<usize> {
        let mut numbers: Vec<usize> = self
            .atoms_of(expr)
            .into_iter()
            .filter_map(|atom| match *self.atom_kind(atom) {
                AtomKind::Var { number, .. } => Some(number as usize),
                _ => None,
            })
            .collect();
        numbers.sort_unstable();
        numbers
    }

    fn parts_of(&self, atom: Atom) -> &[Expr] {
        match self.atom_kind(atom) {
            AtomKind::Var { .. } => &[],
            AtomKind::Digit { value, .. }
            | AtomKind::Guard { value, .. }
            | AtomKind::Lookup { index: value, .. } => std::slice::from_ref(value),
            AtomKind::Xor(parts) => parts,
        }
    }

    /// Replaces a component of the index by `by`. A guard keeps its range, so `by` must have the same values as the
    /// component.
    pub fn substitute(&mut self, expr: Expr, number: u32, by: Expr) -> Expr {
        let mut new = FxHashMap::default();
        for atom in self.atoms_of(expr) {
            let made = match self.atom_kind(atom) {
                AtomKind::Var { number: found, .. } if *found == number => by,
                _ => self.rewritten_atom(atom, &new),
            };
            new.insert(atom, made);
        }
        self.rewritten_sum(expr, &new)
    }

    fn rewritten_sum(&mut self, expr: Expr, new: &FxHashMap<Atom, Expr>) -> Expr {
        let Some(sum) = self.kind(expr) else { return Expr::OVERFLOW };
        let terms: Vec<_> = sum.terms.iter().map(|&(atom, factor)| (factor, new[&atom])).collect();
        self.sum(sum.constant, &terms)
    }

    fn rewritten_atom(&mut self, atom: Atom, new: &FxHashMap<Atom, Expr>) -> Expr {
        match self.atom_kind(atom).clone() {
            AtomKind::Var { .. } => self.of_atom(atom),
            AtomKind::Digit { value, divisor, modulus } => {
                let value = self.rewritten_sum(value, new);
                self.digit_of(value, divisor, modulus)
            }
            AtomKind::Xor(parts) => {
                let parts = parts.iter().map(|&part| self.rewritten_sum(part, new)).collect();
                self.xor_of(parts)
            }
            AtomKind::Lookup { index, table } => {
                let index = self.rewritten_sum(index, new);
                self.lookup_of(index, &table)
            }
            AtomKind::Guard { value, range } => {
                let value = self.rewritten_sum(value, new);
                self.guard_within(value, range)
            }
        }
    }

    /// Returns a guard whose predicate is already recorded.
    pub(super) fn guard_within(&mut self, value: Expr, range: Range) -> Expr {
        match range.high.checked_add(1) {
            Some(high) => self.guard(value, range.low, high, Record::No),
            None => value,
        }
    }

    /// Returns the constant and the factor of each component, lowest number first; `None` if the expression is not
    /// affine. A guard counts as its value.
    pub fn as_linear(&mut self, expr: Expr) -> Option<(i64, Vec<(u32, i64)>)> {
        let open = self.without_outer_guards(expr);
        let sum = self.kind(open)?;
        let mut terms: Vec<_> = sum
            .terms
            .iter()
            .map(|&(atom, factor)| match self.atom_kind(atom) {
                AtomKind::Var { number, .. } => Some((*number, factor)),
                _ => None,
            })
            .collect::<Option<_>>()?;
        terms.sort_unstable();
        Some((sum.constant, terms))
    }

    /// Replaces the guards among the terms of the sum by their values.
    pub(super) fn without_outer_guards(&mut self, mut expr: Expr) -> Expr {
        loop {
            let Some(sum) = self.kind(expr) else { return expr };
            let guarded =
                sum.terms.iter().find_map(|&(atom, factor)| match *self.atom_kind(atom) {
                    AtomKind::Guard { value, .. } => Some((atom, factor, value)),
                    _ => None,
                });
            let Some((atom, factor, value)) = guarded else { return expr };
            let rest = sum.terms.iter().filter(|&&(other, _)| other != atom);
            let constant = sum.constant;
            let rest = rest.copied().collect::<Vec<_>>();
            let rest = self.sum_of(constant, &rest);
            expr = self.sum(0, &[(1, rest), (factor, value)]);
        }
    }

    /// Returns `true` if an expression contains an atom at any depth.
    pub(super) fn depends_on(&self, expr: Expr, atom: Atom) -> bool {
        self.atoms_of(expr).binary_search(&atom).is_ok()
    }
}
