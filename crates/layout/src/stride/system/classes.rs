//! Equivalence classes of variables whose strides are multiples of each other by equalities, as union-find with ratios.

use super::ratio::{Ratio, StrideOverflow, product};
use crate::domain::lcm;
use crate::stride::constraint::Scaled;

/// The classes while equalities are added.
pub(super) struct ProportionClasses {
    parent: Vec<usize>,
    /// The stride of each variable divided by that of its parent.
    ratio: Vec<Ratio>,
    /// The number of variables in the tree of each root.
    size: Vec<usize>,
}

impl ProportionClasses {
    pub(super) fn new(vars: usize) -> ProportionClasses {
        ProportionClasses {
            parent: (0..vars).collect(),
            ratio: vec![Ratio::ONE; vars],
            size: vec![1; vars],
        }
    }

    /// Returns the root of the class, and the stride of the variable divided by that of the root.
    fn find(&mut self, var: usize) -> Result<(usize, Ratio), StrideOverflow> {
        let mut at = var;
        let mut total = Ratio::ONE;
        while self.parent[at] != at {
            self.halve_path(at)?;
            let up = self.parent[at];
            total = product(total, self.ratio[at], var, up)?;
            at = up;
        }
        Ok((at, total))
    }

    /// Returns `true` if both variables are in one class.
    pub(super) fn same(&self, a: usize, b: usize) -> bool {
        self.root(a) == self.root(b)
    }

    fn root(&self, mut var: usize) -> usize {
        while self.parent[var] != var {
            var = self.parent[var];
        }
        var
    }

    /// Makes the grandparent the parent, which keeps paths short (path halving).
    fn halve_path(&mut self, var: usize) -> Result<(), StrideOverflow> {
        let up = self.parent[var];
        let top = self.parent[up];
        if top != up {
            self.ratio[var] = product(self.ratio[var], self.ratio[up], var, top)?;
            self.parent[var] = top;
        }
        Ok(())
    }

    /// Adds an equality of two multiples. Returns the ratio of both strides that earlier equalities imply, if it
    /// differs.
    pub(super) fn join(&mut self, a: Scaled, b: Scaled) -> Result<Option<Ratio>, StrideOverflow> {
        let required = Ratio::new(b.times, a.times);
        let (root_a, of_a) = self.find(a.var)?;
        let (root_b, of_b) = self.find(b.var)?;
        if root_a == root_b {
            let known = product(of_a, of_b.inverse(), a.var, b.var)?;
            return Ok(Some(known).filter(|&known| known != required));
        }
        let a_over_root_b = product(required, of_b, a.var, root_b)?;
        let between = product(of_a.inverse(), a_over_root_b, root_a, root_b)?;
        let (child, root, ratio) = if self.size[root_a] <= self.size[root_b] {
            (root_a, root_b, between)
        } else {
            (root_b, root_a, between.inverse())
        };
        self.parent[child] = root;
        self.ratio[child] = ratio;
        self.size[root] += self.size[child];
        Ok(None)
    }

    /// Returns the weight of each variable in its class. The weights of a class have no common divisor.
    pub(super) fn weights(&mut self) -> Result<Weights, StrideOverflow> {
        let vars = self.parent.len();
        let mut found = Vec::with_capacity(vars);
        // The unknown is the root's stride divided by the least common multiple of all denominators.
        let mut common = vec![1i64; vars];
        for var in 0..vars {
            let (root, ratio) = self.find(var)?;
            let least = lcm(common[root].into(), ratio.den.into()).expect("two factors of 63 bits");
            common[root] = i64::try_from(least).map_err(|_| StrideOverflow {
                var: root,
                other: root,
                least,
            })?;
            found.push((root, ratio));
        }
        let mut number = vec![None; vars];
        let mut weights = Weights { class: Vec::with_capacity(vars), weight: Vec::new(), count: 0 };
        for (var, (root, ratio)) in found.into_iter().enumerate() {
            let least = i128::from(ratio.num) * i128::from(common[root] / ratio.den);
            let fits =
                i64::try_from(least).map_err(|_| StrideOverflow { var, other: var, least })?;
            let class = *number[root].get_or_insert_with(|| {
                weights.count += 1;
                weights.count - 1
            });
            weights.class.push(class);
            weights.weight.push(fits);
        }
        Ok(weights)
    }
}

/// The classes after all equalities are added. Each class has one unknown; the stride of a variable is its weight times
/// the unknown.
#[derive(Default)]
pub(super) struct Weights {
    /// The class of each variable. Classes are numbered by their first variables.
    pub(super) class: Vec<usize>,
    /// The weight of each variable.
    pub(super) weight: Vec<i64>,
    /// The number of classes.
    pub(super) count: usize,
}

impl Weights {
    pub(super) fn weight(&self, var: usize) -> i128 {
        self.weight[var].into()
    }
}
