//! The variants of a function.

use super::super::super::sites::SiteGroup;
use crate::assign_layouts::collect::boundaries::FunctionBoundary;
use crate::assign_layouts::sites::candidate::Candidate;
use ir::Op;
use pbqp::{Cost, FORBIDDEN, allowed_pairs};

/// The maximum number of variants of a function, and of the choices of what a variant calls.
const MAX_VARIANTS: usize = crate::limits::VARIANTS as usize;

/// A function that may be cloned, or that such a function calls.
pub(super) struct Variants<'a> {
    pub(super) boundary: &'a FunctionBoundary,
    /// `true` if the function may be cloned.
    pub(super) is_cloned: bool,
    /// The inputs and results whose layouts affect the calls, as positions in the signature.
    pub(super) ports: Vec<usize>,
    /// For each variant, the layouts of these inputs and results.
    pub(super) layouts: Vec<Vec<Candidate>>,
    /// The sites of the body.
    pub(super) group: SiteGroup,
    /// The calls in the body, each with the index of its callee.
    pub(super) calls: Vec<(Op, usize)>,
    /// For each choice of the variants of these calls, a list of them.
    pub(super) choices: Vec<Vec<usize>>,
}

impl Variants<'_> {
    /// Returns the costs of a variant of this function with a variant of a callee: if one of these calls calls it, it
    /// must exist.
    pub(super) fn needing(
        &self,
        callee: &Variants<'_>,
        calls: &[usize],
        variant: usize,
    ) -> Vec<Cost> {
        let mut pairs: Vec<Cost> = vec![0; 1 + callee.choices.len()];
        for choice in &self.choices {
            let is_needed = calls.iter().any(|&call| choice[call] == variant);
            pairs.push(if is_needed { FORBIDDEN } else { 0 });
            pairs.extend(callee.choices.iter().map(|_| 0));
        }
        pairs
    }

    /// Returns the costs of a variant of this function with the only variant of a callee: all of these calls call it.
    pub(super) fn agreeing(&self, callee: &Variants<'_>, calls: &[usize]) -> Vec<Cost> {
        let variants: Vec<usize> = (0..callee.layouts.len()).collect();
        let mut pairs: Vec<Cost> = vec![0; variants.len()];
        pairs.extend(allowed_pairs(&self.choices, &variants, |choice, variant| {
            calls.iter().all(|&call| choice[call] == *variant)
        }));
        pairs
    }
}

/// Returns the lists that have one item of each list, in order. `None` if they are too many.
pub(super) fn product<T: Clone>(lists: impl Iterator<Item = Vec<T>>) -> Option<Vec<Vec<T>>> {
    let mut all: Vec<Vec<T>> = vec![Vec::new()];
    for list in lists {
        if all.len() * list.len() > MAX_VARIANTS {
            return None;
        }
        all = all
            .iter()
            .flat_map(|known| {
                let known = known.clone();
                let longer = list.iter().map(move |item| {
                    let mut longer = known.clone();
                    longer.push(item.clone());
                    longer
                });
                longer.collect::<Vec<_>>()
            })
            .collect();
    }
    Some(all)
}
