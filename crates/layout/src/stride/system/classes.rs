//! Classes of variables that equalities tie to each other, by union-find with ratios.

use super::Scaled;
use super::ratio::{Ratio, Wide, gcd};

/// The classes as they grow.
pub(super) struct Classes {
    parent: Vec<usize>,
    /// The stride of each variable over that of its parent.
    ratio: Vec<Ratio>,
    /// The number of variables below each root.
    size: Vec<usize>,
}

/// A stride that cannot fit 63 bits, because of its ratio to another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooWide {
    pub(super) var: usize,
    pub(super) other: usize,
    pub(super) least: i128,
}

/// What an equality does.
pub(super) enum Joined {
    /// It makes one class of two.
    Merged,
    /// It follows from earlier ones.
    Known,
    /// By earlier ones, the stride of its first variable is this much of that of the second.
    Contradicts(Ratio),
}

/// The product of `first` over `middle` and `middle` over `last`.
fn product(left: Ratio, right: Ratio, first: usize, last: usize) -> Result<Ratio, TooWide> {
    left.times(right).map_err(|wide| match wide {
        Wide::Num(least) => TooWide { var: first, other: last, least },
        Wide::Den(least) => TooWide { var: last, other: first, least },
    })
}

impl Classes {
    pub(super) fn new(vars: usize) -> Classes {
        Classes { parent: (0..vars).collect(), ratio: vec![Ratio::ONE; vars], size: vec![1; vars] }
    }

    /// The root of the class, and the stride of the variable over that of the root.
    fn find(&mut self, var: usize) -> Result<(usize, Ratio), TooWide> {
        let (mut at, mut total) = (var, Ratio::ONE);
        while self.parent[at] != at {
            self.skip(at)?;
            let up = self.parent[at];
            total = product(total, self.ratio[at], var, up)?;
            at = up;
        }
        Ok((at, total))
    }

    /// True when both are in one class.
    pub(super) fn same(&self, a: usize, b: usize) -> bool {
        self.top(a) == self.top(b)
    }

    fn top(&self, mut var: usize) -> usize {
        while self.parent[var] != var {
            var = self.parent[var];
        }
        var
    }

    /// Makes the parent of the parent the parent, so that paths stay short.
    fn skip(&mut self, var: usize) -> Result<(), TooWide> {
        let up = self.parent[var];
        let top = self.parent[up];
        if top != up {
            self.ratio[var] = product(self.ratio[var], self.ratio[up], var, top)?;
            self.parent[var] = top;
        }
        Ok(())
    }

    /// Enters the equality of two multiples.
    pub(super) fn join(&mut self, a: Scaled, b: Scaled) -> Result<Joined, TooWide> {
        let wanted = Ratio::new(b.times, a.times);
        let ((top_a, of_a), (top_b, of_b)) = (self.find(a.var)?, self.find(b.var)?);
        if top_a == top_b {
            let known = product(of_a, of_b.inverse(), a.var, b.var)?;
            return Ok(if known == wanted { Joined::Known } else { Joined::Contradicts(known) });
        }
        let a_over_top_b = product(wanted, of_b, a.var, top_b)?;
        let logical_dims = product(of_a.inverse(), a_over_top_b, top_a, top_b)?;
        let (child, top, ratio) = if self.size[top_a] <= self.size[top_b] {
            (top_a, top_b, logical_dims)
        } else {
            (top_b, top_a, logical_dims.inverse())
        };
        self.parent[child] = top;
        self.ratio[child] = ratio;
        self.size[top] += self.size[child];
        Ok(Joined::Merged)
    }

    /// The classes with the unknown of each: the stride of a variable is its share of the unknown, and the
    /// shares of a class have no common divisor.
    pub(super) fn shares(&mut self) -> Result<Shares, TooWide> {
        let vars = self.parent.len();
        let mut found = Vec::with_capacity(vars);
        // The unknown is the root's stride over the least number that all denominators divide.
        let mut common = vec![1i64; vars];
        for var in 0..vars {
            let (top, ratio) = self.find(var)?;
            let least = lcm(common[top].into(), ratio.den.into()).expect("two factors of 63 bits");
            common[top] =
                i64::try_from(least).map_err(|_| TooWide { var: top, other: top, least })?;
            found.push((top, ratio));
        }
        let mut number = vec![None; vars];
        let mut shares = Shares { class: Vec::with_capacity(vars), share: Vec::new(), count: 0 };
        for (var, (top, ratio)) in found.into_iter().enumerate() {
            let share = i128::from(ratio.num) * i128::from(common[top] / ratio.den);
            let fits =
                i64::try_from(share).map_err(|_| TooWide { var, other: var, least: share })?;
            let class = *number[top].get_or_insert_with(|| {
                shares.count += 1;
                shares.count - 1
            });
            shares.class.push(class);
            shares.share.push(fits);
        }
        Ok(shares)
    }
}

/// The classes when all equalities are in.
#[derive(Default)]
pub(super) struct Shares {
    /// The class of each variable; classes are numbered by their first variables.
    pub(super) class: Vec<usize>,
    /// The stride of each variable, when the unknown of its class is one.
    pub(super) share: Vec<i64>,
    /// The number of classes.
    pub(super) count: usize,
}

impl Shares {
    pub(super) fn share(&self, var: usize) -> i128 {
        self.share[var].into()
    }
}

/// The least common multiple of two positive numbers, when it fits.
pub(super) fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b)
}
