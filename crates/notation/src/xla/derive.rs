//! Plans from the normal form of the offset.
//!
//! In the normal form, each digit of a dim is a split, and each digit of a sum of dims is a digit of dims that are
//! joined: `(2*i + j) mod 5` is a digit of `7*i + j`, as `7` is `2` modulo `5`. The splits and joins replace the dims by
//! others, until the offset is a sum of dims times strides.

use layout::index::{Atom, AtomKind, Expr, Exprs};
use layout::{Algebra, MixedRadix};
use std::collections::BTreeMap;

use super::plan::{PlacedDim, PlanDim, PlanTerm, TilePlan};

/// The maximum number of splits and joins that are tried.
const MAX_MOVES: usize = 1 << 9;

/// The maximum number of splits and joins of a plan.
const MAX_DEPTH: usize = 24;

/// The maximum number of lengths of the faster dim of a join that are tried, and that are compared with all digits.
const MAX_SLOTS: usize = 3;
const MAX_COMPARED: i64 = 32;

/// A plan, and the dims of memory from the slowest.
pub(super) type PlacedPlan = (TilePlan, Vec<PlacedDim>);

/// Returns a plan with an offset over the logical dims; `None` if none is found.
pub(super) fn plan_of(exprs: &mut Exprs, lengths: &[i64], offset: Expr) -> Option<PlacedPlan> {
    let mut derivation = PlanDerivation { exprs, moves: MAX_MOVES };
    derivation.plan(&TilePlan::new(lengths), offset, MAX_DEPTH)
}

/// Returns the plan of nested digits; `None` if a stride is not greater than the offsets of the faster digits.
pub(super) fn plan_of_digits(radix: &MixedRadix) -> Option<PlacedPlan> {
    let mut plan = TilePlan::new(&radix.lengths);
    let mut terms = Vec::new();
    for (dim, digits) in radix.dims.iter().enumerate() {
        let mut rest = dim;
        for (place, digit) in digits.iter().enumerate() {
            let is_last = place + 1 == digits.len();
            let (outer, own) = if is_last { (rest, rest) } else { plan.split(rest, digit.length) };
            terms.push((own, digit.stride));
            rest = outer;
        }
    }
    placed(plan, terms)
}

/// Returns the plan that makes a dim of each index, with the offsets of the indices in row-major order. `None` if offset 0
/// is not the first one, or two are equal.
pub(super) fn plan_of_indices(lengths: &[i64], offsets: &[i64]) -> Option<PlacedPlan> {
    let mut plan = TilePlan::new(lengths);
    let mut dims = (0..lengths.len()).filter(|&dim| lengths[dim] > 1);
    let Some(mut left) = dims.next() else { return placed(plan, Vec::new()) };
    for fast in dims {
        left = plan.join(left, fast, lengths[fast])?;
    }
    let mut terms = Vec::new();
    for (at, &offset) in offsets.iter().enumerate().skip(1).rev() {
        let own = match at {
            1 => left,
            _ => {
                let (own, rest) = plan.split(left, i64::try_from(at).ok()?);
                left = rest;
                own
            }
        };
        // At most one of the dims is not zero, so the greatest sum is the offset.
        terms.push(PlanTerm { dim: own, stride: offset, most: offset });
    }
    terms.sort_unstable_by_key(|term| term.stride);
    let memory = plan.place(&terms)?;
    Some((plan, memory))
}

/// Returns a plan with its dims of memory, from dims and their strides.
fn placed(mut plan: TilePlan, mut terms: Vec<(PlanDim, i64)>) -> Option<PlacedPlan> {
    terms.retain(|&(dim, _)| plan.counts[dim] > 1);
    terms.sort_unstable_by_key(|&(dim, stride)| (stride, dim));
    let mut most = 0i64;
    let terms: Option<Vec<PlanTerm>> = terms
        .into_iter()
        .map(|(dim, stride)| {
            most = most.checked_add(stride.checked_mul(plan.counts[dim] - 1)?)?;
            Some(PlanTerm { dim, stride, most })
        })
        .collect();
    let memory = plan.place(&terms?)?;
    Some((plan, memory))
}

/// A digit of a sum of dims.
struct SumDigit {
    /// The factor of each dim.
    dims: BTreeMap<PlanDim, i64>,
    constant: i64,
    divisor: i64,
    /// The divisor times the modulus; `None` for a quotient.
    end: Option<i64>,
}

impl SumDigit {
    /// Returns the number modulo which factors matter: multiples of it change no digit, or leave the quotient.
    fn period(&self) -> i64 {
        self.end.unwrap_or(self.divisor)
    }

    fn factor(&self, dim: PlanDim) -> i64 {
        self.dims.get(&dim).copied().unwrap_or(0)
    }

    /// Returns `true` if the digit is one of two dims as one dim, whose faster part has this number of slots.
    fn joins(&self, slow: PlanDim, fast: PlanDim, slots: i64) -> bool {
        let (slow, fast) = (i128::from(self.factor(slow)), i128::from(self.factor(fast)));
        let own = slow - fast * i128::from(slots);
        slow != 0 && fast != 0 && own % i128::from(self.period()) == 0
    }

    /// Returns `true` if the digit can be one of joined dims, or has not both of them.
    fn can_join(&self, slow: PlanDim, fast: Option<PlanDim>, slots: i64) -> bool {
        let (own, unit) = (i128::from(self.factor(slow)), fast.map_or(1, |fast| self.factor(fast)));
        let rest = own - i128::from(slots);
        own == 0 || unit == 0 || (unit == 1 && rest % i128::from(self.period()) == 0)
    }

    /// Returns `true` if the digit is a quotient of both dims whose factor is another one.
    fn is_inexact(&self, slow: PlanDim, slots: i64) -> bool {
        self.end.is_none() && self.dims.len() > 1 && ![0, slots].contains(&self.factor(slow))
    }

    fn is_of_dim(&self) -> bool {
        self.constant == 0 && self.dims.len() == 1 && self.dims.values().all(|&factor| factor == 1)
    }
}

/// A split or a join that can follow.
#[derive(Clone, Copy)]
enum PlanMove {
    Split {
        dim: PlanDim,
        by: i64,
    },
    /// A join of a slow dim with a fast one, or with padding alone.
    Join {
        slow: PlanDim,
        fast: Option<PlanDim>,
        slots: i64,
    },
}

struct PlanDerivation<'a> {
    exprs: &'a mut Exprs,
    /// The number of moves that may still be tried.
    moves: usize,
}

impl PlanDerivation<'_> {
    fn plan(&mut self, plan: &TilePlan, offset: Expr, depth: usize) -> Option<PlacedPlan> {
        if let Some((constant, terms)) = self.exprs.as_linear(offset) {
            let terms = terms.into_iter().map(|(dim, stride)| (dim as PlanDim, stride)).collect();
            return if constant == 0 { placed(plan.clone(), terms) } else { None };
        }
        for next in self.next_moves(plan, offset) {
            self.moves = self.moves.checked_sub(1)?;
            let depth = depth.checked_sub(1)?;
            let mut longer = plan.clone();
            let Some(moved) = self.moved(&mut longer, offset, next) else { continue };
            if let Some(found) = self.plan(&longer, moved, depth) {
                return Some(found);
            }
        }
        None
    }

    /// Returns the moves that the digits of an offset suggest. A dim that is in no sum is split at once, since no other
    /// move can depend on that.
    fn next_moves(&self, plan: &TilePlan, offset: Expr) -> Vec<PlanMove> {
        let digits = self.digits(offset);
        let (own, sums): (Vec<&SumDigit>, Vec<_>) = digits.iter().partition(|it| it.is_of_dim());
        let (mut splits, mut late) = (Vec::new(), Vec::new());
        for digit in own {
            let dim = *digit.dims.keys().next().expect("a digit has a dim");
            let cuts = [(digit.divisor > 1).then_some(digit.divisor), digit.end];
            let cuts = cuts.into_iter().flatten().filter(|&by| by < plan.counts[dim]);
            let found = cuts.map(|by| PlanMove::Split { dim, by });
            match sums.iter().any(|sum| sum.dims.contains_key(&dim)) {
                true => late.extend(found),
                false if splits.is_empty() => splits.extend(found),
                false => {}
            }
        }
        if !splits.is_empty() {
            return splits;
        }
        let mut moves = Vec::new();
        for sum in &sums {
            joins(plan, sum, &sums, &mut moves);
        }
        moves.extend(late);
        moves
    }

    fn digits(&self, offset: Expr) -> Vec<SumDigit> {
        self.exprs.atoms_of(offset).iter().filter_map(|&atom| self.digit(atom)).collect()
    }

    /// Returns the digit of a sum of dims that an atom is.
    fn digit(&self, atom: Atom) -> Option<SumDigit> {
        let AtomKind::Digit { value, divisor, modulus } = *self.exprs.atom_kind(atom) else {
            return None;
        };
        let sum = self.exprs.kind(value)?;
        let dim = |&(atom, factor): &(Atom, i64)| match self.exprs.atom_kind(atom) {
            AtomKind::Var { number, .. } => Some((*number as PlanDim, factor)),
            _ => None,
        };
        let dims = sum.terms.iter().map(dim).collect::<Option<_>>()?;
        let end = match modulus {
            Some(modulus) => Some(divisor.checked_mul(modulus)?),
            None => None,
        };
        Some(SumDigit { dims, constant: sum.constant, divisor, end })
    }

    /// Makes a move. Returns the offset over the new dims; `None` if a number does not fit 64 bits.
    fn moved(&mut self, plan: &mut TilePlan, offset: Expr, next: PlanMove) -> Option<Expr> {
        let moved = match next {
            PlanMove::Split { dim, by } => {
                let (outer, inner) = plan.split(dim, by);
                let parts = [(by, self.var(plan, outer)?), (1, self.var(plan, inner)?)];
                let whole = self.exprs.linear(0, &parts);
                let split = self.exprs.substitute(offset, u32::try_from(dim).ok()?, whole);
                // A digit of both parts as one dim shows that the dim is not split there.
                let mut digits = self.digits(split).into_iter();
                if digits.any(|digit| digit.joins(outer, inner, by)) {
                    return None;
                }
                split
            }
            PlanMove::Join { slow, fast, slots } => {
                let own = plan.clone();
                let (outer, inner) = match fast {
                    Some(fast) => (slow, fast),
                    None => plan.split(slow, 1),
                };
                let whole = plan.join(outer, inner, slots)?;
                let whole = self.var(plan, whole)?;
                let slow_var = self.var(&own, slow)?;
                let fast = match fast {
                    Some(fast) => Some((fast, self.var(&own, fast)?)),
                    None => None,
                };
                let join = JoinedDims { slow, slow_var, fast, slots, whole };
                self.joined(offset, &join)?
            }
        };
        (moved != Expr::OVERFLOW).then_some(moved)
    }

    fn var(&mut self, plan: &TilePlan, dim: PlanDim) -> Option<Expr> {
        Some(self.exprs.var(u32::try_from(dim).ok()?, plan.counts[dim]))
    }

    /// Returns an offset over joined dims instead of their parts.
    fn joined(&mut self, offset: Expr, join: &JoinedDims) -> Option<Expr> {
        let mut new: BTreeMap<Atom, Expr> = BTreeMap::new();
        for atom in self.exprs.atoms_of(offset) {
            let made = match *self.exprs.atom_kind(atom) {
                AtomKind::Var { .. } => self.exprs.of_atom(atom),
                AtomKind::Digit { value, divisor, modulus } => {
                    // Multiples of the period leave the digit. A quotient of `slow` alone remains one.
                    let period = match modulus {
                        Some(modulus) => Some(divisor.checked_mul(modulus)?),
                        None => (self.exprs.as_var(value).is_none()).then_some(divisor),
                    };
                    let value = self.joined_sum(value, join, period, &new)?;
                    self.exprs.digit(&value, divisor, modulus)
                }
                AtomKind::Xor(_) | AtomKind::Guard { .. } => return None,
            };
            new.insert(atom, made);
        }
        let sum = self.joined_sum(offset, join, None, &new)?;
        let quotient = self.exprs.digit(&join.whole, join.slots, None);
        Some(self.exprs.substitute(sum, u32::try_from(join.slow).ok()?, quotient))
    }

    /// Returns a sum with `fast` replaced by the joined dim minus multiples of `slow`. Multiples of the period of `slow`
    /// then vanish. A sum without `slow` has the remainder of the joined dim instead.
    fn joined_sum(
        &mut self,
        sum: Expr,
        join: &JoinedDims,
        period: Option<i64>,
        new: &BTreeMap<Atom, Expr>,
    ) -> Option<Expr> {
        let sum = self.exprs.kind(sum)?.clone();
        let slow = self.factor(&sum.terms, join.slow);
        let rest = self.exprs.linear(0, &[(1, join.whole), (-join.slots, join.slow_var)]);
        let mut terms = Vec::with_capacity(sum.terms.len() + 1);
        for &(atom, factor) in &sum.terms {
            let is_fast = join.fast.is_some_and(|(fast, _)| self.is_dim(atom, fast));
            terms.push(match (is_fast, slow) {
                (true, 0) => (factor, self.exprs.digit(&join.whole, 1, Some(join.slots))),
                (true, _) => (factor, rest),
                (false, _) => (factor, new[&atom]),
            });
        }
        let is_scaled = period.is_some_and(|period| slow.saturating_sub(join.slots) % period == 0);
        if join.fast.is_none() && slow != 0 && is_scaled {
            terms.push((1, rest));
        }
        Some(self.exprs.linear(sum.constant, &terms))
    }

    fn factor(&self, terms: &[(Atom, i64)], dim: PlanDim) -> i64 {
        terms.iter().find(|&&(atom, _)| self.is_dim(atom, dim)).map_or(0, |&(_, factor)| factor)
    }

    fn is_dim(&self, atom: Atom, dim: PlanDim) -> bool {
        matches!(*self.exprs.atom_kind(atom), AtomKind::Var { number, .. } if number as PlanDim == dim)
    }
}

/// Two dims that become one.
struct JoinedDims {
    slow: PlanDim,
    slow_var: Expr,
    /// The faster dim and its variable; `None` for padding.
    fast: Option<(PlanDim, Expr)>,
    slots: i64,
    whole: Expr,
}

/// Adds the joins that a digit of a sum suggests. The faster dim has the factor 1, and that of the slower one is the
/// number of slots of the faster dim, modulo the period of each digit of both.
fn joins(plan: &TilePlan, sum: &SumDigit, all: &[&SumDigit], moves: &mut Vec<PlanMove>) {
    let mut slower: Vec<(PlanDim, i64)> = sum.dims.iter().map(|(&dim, &by)| (dim, by)).collect();
    slower.sort_by_key(|&(_, factor)| factor);
    let mut faster: Vec<Option<PlanDim>> =
        slower.iter().filter(|&&(_, factor)| factor == 1).map(|&(dim, _)| Some(dim)).collect();
    if faster.is_empty() {
        faster.push(None);
    }
    for &fast in &faster {
        let least = fast.map_or(1, |fast| plan.counts[fast]);
        for &(slow, factor) in slower.iter().filter(|&&(slow, _)| Some(slow) != fast) {
            let period = sum.period();
            let first = least.saturating_add(factor.saturating_sub(least).rem_euclid(period));
            let mut slots: Vec<i64> = (0..MAX_COMPARED)
                .map_while(|step| first.checked_add(step.checked_mul(period)?))
                .filter(|&slots| slots > 1 && all.iter().all(|it| it.can_join(slow, fast, slots)))
                .collect();
            // The factor in a quotient is the number of slots, unless that is a multiple of the divisor.
            slots.sort_by_key(|&slots| all.iter().filter(|it| it.is_inexact(slow, slots)).count());
            slots.truncate(MAX_SLOTS);
            moves.extend(slots.into_iter().map(|slots| PlanMove::Join { slow, fast, slots }));
        }
    }
}
