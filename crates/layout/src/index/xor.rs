//! Exclusive or of any number of expressions.

use super::expr::{AtomKind, Expr};
use super::exprs::Exprs;

impl Exprs {
    pub(super) fn xor_of(&mut self, parts: Vec<Expr>) -> Expr {
        if parts.contains(&Expr::OVERFLOW) {
            return Expr::OVERFLOW;
        }
        let parts = self.xor_parts(parts);
        match *parts {
            [] => self.sum(0, &[]),
            [only] => only,
            _ => {
                let simpler = self.xor_cut(&parts).or_else(|| self.xor_added(&parts));
                simpler.unwrap_or_else(|| self.expr_of_kind(AtomKind::Xor(parts.into())))
            }
        }
    }

    /// Applies rule 13: flattens nested parts, folds constants into one, drops zeros and pairs of equal parts, and
    /// sorts.
    fn xor_parts(&mut self, parts: Vec<Expr>) -> Vec<Expr> {
        let mut constant = 0;
        let mut flat = Vec::new();
        for part in parts {
            match self.as_atom(part).map(|atom| self.atom_kind(atom)) {
                Some(AtomKind::Xor(inner)) => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        flat.retain(|&part| {
            let value = self.as_constant(part);
            constant ^= value.unwrap_or(0);
            value.is_none()
        });
        if constant != 0 {
            flat.push(self.sum(constant, &[]));
        }
        flat.sort_unstable();
        let mut odd = Vec::with_capacity(flat.len());
        for part in flat {
            if odd.last() == Some(&part) {
                odd.pop();
            } else {
                odd.push(part);
            }
        }
        odd
    }

    /// Applies rule 11 to parts of values: if at most one of the values has bits above some power of two, or below it,
    /// these bits move out of the exclusive or.
    fn xor_cut(&mut self, parts: &[Expr]) -> Option<Expr> {
        let bits = parts.iter().map(|&part| self.interval(part).bits()).max()?.min(62);
        (1..=bits).find_map(|bit| {
            let size = 1 << bit;
            let cuts: Vec<_> = parts.iter().map_while(|&part| self.cut(part, size)).collect();
            if cuts.len() < parts.len() {
                return None;
            }
            let high: Vec<Expr> = cuts.iter().map(|cut| cut.high).collect();
            let low: Vec<Expr> = cuts.iter().map(|cut| cut.low).collect();
            let highs = self.count_not_zero(&high);
            let lows = self.count_not_zero(&low);
            (highs > 0 && (highs == 1 || lows <= 1)).then(|| {
                let high = self.xor_of(high);
                let low = self.xor_of(low);
                self.sum(0, &[(size, high), (1, low)])
            })
        })
    }

    fn count_not_zero(&self, parts: &[Expr]) -> usize {
        parts.iter().filter(|&&part| self.as_constant(part) != Some(0)).count()
    }

    /// Applies rule 11: adds two values that have no bit in common.
    fn xor_added(&mut self, parts: &[Expr]) -> Option<Expr> {
        let places = (0..parts.len()).flat_map(|a| (0..parts.len()).map(move |b| (a, b)));
        let (a, b) = places.into_iter().find(|&(a, b)| {
            let slower = self.interval(parts[a]);
            let faster = self.interval(parts[b]);
            a != b && faster.low >= 0 && faster.bits() <= slower.zero_bits()
        })?;
        let sum = self.sum(0, &[(1, parts[a]), (1, parts[b])]);
        let rest = (0..parts.len()).filter(|&place| place != a && place != b);
        let mut parts: Vec<Expr> = rest.map(|place| parts[place]).collect();
        parts.push(sum);
        Some(self.xor_of(parts))
    }
}
