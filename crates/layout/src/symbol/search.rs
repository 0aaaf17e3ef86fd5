//! Concrete search: the evaluation of a claim at all values of a small set, and at selected values of a large one.
//!
//! The order is fixed, small values first, so that a witness is small.

use super::claim::{Claim, numbers_of};
use super::fault::SymbolWitness;
use super::layout::SymbolicLayout;
use super::set::{Relation, SymbolRange};
use rustc_hash::FxHashMap;

/// The maximum number of evaluations that decide a claim.
const MAX_EVALUATIONS: u64 = crate::limits::SYMBOL_EVALUATIONS;

/// The maximum number of evaluations that search for a witness.
const MAX_SEARCHED: u64 = crate::limits::SYMBOL_WITNESSES;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Searched {
    /// The claim holds at all values and indices.
    All,
    /// The claim does not hold here.
    Witness(SymbolWitness),
    /// Not all values were evaluated, and the claim holds at those that were.
    Some,
}

/// The evaluation of a claim at the combinations of some values of each symbol and of some indices.
struct Search<'c, 'a> {
    claim: &'c Claim<'a>,
    dims: Vec<bool>,
    /// The evaluations that are left.
    left: u64,
    /// `true` if a box of indices is evaluated as a whole or not at all.
    whole: bool,
    /// `true` if a value did not fit 128 bits, or some values have no index.
    overflow: bool,
}

/// Decides a claim by the evaluation of all values, if they are few.
pub(super) fn enumerate(claim: &Claim<'_>) -> Searched {
    let (used, dims) = claim.used();
    let combinations = combinations(claim, &used);
    if combinations > MAX_EVALUATIONS {
        return Searched::Some;
    }
    let values: Vec<Vec<i64>> = all_values(claim, &used);
    let mut search = Search { claim, dims, left: MAX_EVALUATIONS, whole: true, overflow: false };
    // Most values of a box are near its middle. A box that is far too large is not begun.
    let middle: Vec<i64> =
        values.iter().map(|own| own.get(own.len() / 2).copied().unwrap_or(0)).collect();
    let box_size = search.lengths(&middle).map_or(0, |lengths| {
        lengths.iter().fold(1u64, |size, &length| size.saturating_mul(length.unsigned_abs()))
    });
    if combinations.saturating_mul(box_size) > MAX_EVALUATIONS.saturating_mul(4) {
        return Searched::Some;
    }
    let found = each_combination(&values, &mut |values| {
        search.at_all_indices(values, &|_, length| (0..length).collect())
    });
    match found {
        Some(witness) => Searched::Witness(witness),
        None if search.left > 0 && !search.overflow => Searched::All,
        None => Searched::Some,
    }
}

/// Returns the number of combinations of all values of the used symbols.
fn combinations(claim: &Claim<'_>, used: &[bool]) -> u64 {
    let used = claim.symbols.symbols().iter().zip(used).filter(|(_, used)| **used);
    used.fold(1, |combinations, (symbol, _)| {
        let count = u64::try_from(symbol.steps() + 1).unwrap_or(u64::MAX);
        combinations.saturating_mul(count)
    })
}

/// Returns all values of the used symbols, and the least value of the others.
fn all_values(claim: &Claim<'_>, used: &[bool]) -> Vec<Vec<i64>> {
    let symbols = claim.symbols.symbols().iter().zip(used);
    symbols
        .map(|(symbol, used)| {
            let last = if *used { symbol.max } else { symbol.min };
            let step = usize::try_from(symbol.divisor).unwrap_or(usize::MAX);
            (symbol.min..=last).step_by(step).collect()
        })
        .collect()
}

/// Searches a witness against a claim: at small values, then at the ends of ranges and around the numbers of the claim.
pub(super) fn find_witness(claim: &Claim<'_>) -> Option<SymbolWitness> {
    let (used, dims) = claim.used();
    let mut numbers = Vec::new();
    numbers_of(&claim.relation.expr, &mut numbers);
    for relation in claim.conditions.iter().chain(claim.symbols.relations()) {
        numbers_of(&relation.expr, &mut numbers);
    }
    for length in claim.lengths {
        numbers_of(length, &mut numbers);
    }
    let products: Vec<i64> = numbers
        .iter()
        .flat_map(|a| numbers.iter().filter_map(|b| a.checked_mul(*b)))
        .take(64)
        .collect();
    numbers.extend(products);
    let near = |number: i64| [number.saturating_sub(1), number, number.saturating_add(1)];
    let mut near: Vec<i64> = numbers.iter().flat_map(|&number| near(number)).collect();
    near.sort_unstable();
    near.dedup();
    let small = small_count(&used);
    // Small values, and small indices with the corner.
    let mut search = Search { claim, dims, left: MAX_SEARCHED, whole: false, overflow: false };
    let values = candidates(claim, &used, |symbol| first_values(symbol, small));
    let indices = |count: usize, length: i64| {
        let small = [1 << 10, 32, 10, 6, 4, 3][count.clamp(1, 6) - 1];
        let mut all: Vec<i64> = (0..length.min(small)).collect();
        all.extend((length > small).then_some(length - 1));
        all
    };
    let found = each_combination(&values, &mut |values| search.at_all_indices(values, &indices));
    if found.is_some() {
        return found;
    }
    // The ends of ranges and the numbers of the claim.
    let few = used.iter().filter(|used| **used).count() <= 3;
    let values = candidates(claim, &used, |symbol| {
        let [min, max] = [symbol.min, symbol.max];
        let middle = min / 2 + max / 2;
        let mut all = vec![min, max];
        if few {
            let step = symbol.divisor;
            all.extend([middle, min.saturating_add(step), max.saturating_sub(step)]);
            all.extend(near.iter().copied().filter(|it| (min..=max).contains(it)).take(64));
        }
        all
    });
    let indices = |count: usize, length: i64| {
        let mut all = vec![0, length - 1];
        if count <= 4 {
            all.extend([1, 2, length / 2, length - 2]);
            all.extend(near.iter().copied().take(if count <= 2 { 128 } else { 4 }));
        }
        all.retain(|it| (0..length).contains(it));
        all.sort_unstable();
        all.dedup();
        all
    };
    search.left = MAX_SEARCHED;
    each_combination(&values, &mut |values| search.at_all_indices(values, &indices))
}

/// Returns sorted multiples of the divisor within the range of each symbol; one value of a symbol without effect.
fn candidates(
    claim: &Claim<'_>,
    used: &[bool],
    of: impl Fn(&SymbolRange) -> Vec<i64>,
) -> Vec<Vec<i64>> {
    let symbols = claim.symbols.symbols().iter().zip(used);
    symbols
        .map(|(symbol, used)| {
            if !used {
                return vec![symbol.min];
            }
            let rounded = of(symbol).into_iter().filter_map(|value| symbol.multiple_below(value));
            let mut values: Vec<i64> =
                rounded.filter(|value| (symbol.min..=symbol.max).contains(value)).collect();
            values.sort_unstable();
            values.dedup();
            values
        })
        .collect()
}

fn first_values(symbol: &SymbolRange, count: i64) -> Vec<i64> {
    let values =
        (0..count).filter_map(|at| symbol.min.checked_add(at.checked_mul(symbol.divisor)?));
    values.filter(|value| *value <= symbol.max).collect()
}

/// Calls a function with each combination, the last component the fastest, until it returns a witness or the end.
fn each_combination(
    values: &[Vec<i64>],
    visit: &mut dyn FnMut(&[i64]) -> Option<SymbolWitness>,
) -> Option<SymbolWitness> {
    if values.iter().any(Vec::is_empty) {
        return None;
    }
    let mut places = vec![0; values.len()];
    loop {
        let current: Vec<i64> = places.iter().zip(values).map(|(&at, own)| own[at]).collect();
        if let Some(found) = visit(&current) {
            return Some(found);
        }
        let next = (0..places.len()).rev().find(|&at| places[at] + 1 < values[at].len())?;
        places[next] += 1;
        places[next + 1..].fill(0);
    }
}

impl Search<'_, '_> {
    /// Returns the lengths of the used dims, 1 for the others; `None` if one is below 1 or has no value.
    fn lengths(&mut self, values: &[i64]) -> Option<Vec<i64>> {
        let lengths = self.claim.lengths.iter().zip(&self.dims);
        lengths
            .map(|(length, used)| {
                let length = if *used { length.eval(values, &[]) } else { Ok(1) };
                self.overflow |= length.is_err();
                let length = length.ok()?;
                i64::try_from(length.min(i64::MAX.into())).ok().filter(|length| *length >= 1)
            })
            .collect()
    }

    /// Evaluates the claim at some indices. `indices` returns components of an index, by the number of dims that matter
    /// and the length of one.
    fn at_all_indices(
        &mut self,
        values: &[i64],
        indices: &dyn Fn(usize, i64) -> Vec<i64>,
    ) -> Option<SymbolWitness> {
        if self.left == 0 {
            return None;
        }
        if !self.claim.symbols.contains(values) {
            self.left -= 1;
            return None;
        }
        let Some(lengths) = self.lengths(values) else {
            self.left -= 1;
            return None;
        };
        let size = lengths.iter().fold(1u64, |size, it| size.saturating_mul(it.unsigned_abs()));
        if self.whole && size > self.left {
            self.left = 0;
            return None;
        }
        let count = lengths.iter().filter(|length| **length > 1).count();
        let components: Vec<Vec<i64>> =
            lengths.iter().map(|&length| indices(count, length)).collect();
        each_combination(&components, &mut |index| {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            match self.claim.holds_at(values, index) {
                Some(true) => None,
                // Dims without effect may have no index.
                Some(false) => {
                    let witness = SymbolWitness::new(values.to_vec(), index.to_vec());
                    let refutes = self.claim.is_refuted_by(&witness);
                    self.overflow |= !refutes;
                    refutes.then_some(witness)
                }
                None => {
                    self.overflow = true;
                    None
                }
            }
        })
    }
}

/// The result of a search for two indices in one slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Collision {
    /// All values were evaluated, and no two valid indices share a slot.
    None,
    /// These two do.
    Found { values: Vec<i64>, index: Vec<i64>, other: Vec<i64> },
    /// Not all values were evaluated, and no two indices of those that were share a slot.
    Unknown,
}

/// Searches two valid indices in one slot: at all values if they are few, otherwise at small ones.
pub(super) fn find_collision(layout: &SymbolicLayout) -> Collision {
    let mut found = None;
    let complete = each_box(layout, &mut |values, indices| {
        let mut owners: FxHashMap<i128, Vec<i64>> = FxHashMap::default();
        let mut known = true;
        each_combination(indices, &mut |index| {
            let offset = known_offset(layout, values, index, &mut known)?;
            let owner = owners.insert(offset, index.to_vec())?;
            let (values, other) = (values.to_vec(), index.to_vec());
            found = Some(Collision::Found { values, index: owner.clone(), other });
            Some(SymbolWitness::new(Vec::new(), owner))
        });
        (found.is_none()).then_some(known)
    });
    found.unwrap_or(if complete { Collision::None } else { Collision::Unknown })
}

/// Returns the valid index with the greatest offset, if all values are few enough to be evaluated.
pub(super) fn find_greatest(layout: &SymbolicLayout) -> Option<(i128, SymbolWitness)> {
    let mut best: Option<(i128, SymbolWitness)> = None;
    let complete = each_box(layout, &mut |values, indices| {
        let mut known = true;
        each_combination(indices, &mut |index| {
            let offset = known_offset(layout, values, index, &mut known)?;
            if best.as_ref().is_none_or(|best| best.0 < offset) {
                best = Some((offset, SymbolWitness::new(values.to_vec(), index.to_vec())));
            }
            None
        });
        Some(known)
    });
    best.filter(|_| complete)
}

/// Returns the offset of an index; `None` if the index is invalid or has no offset. A value that does not fit 128 bits
/// makes the evaluation incomplete.
fn known_offset(
    layout: &SymbolicLayout,
    values: &[i64],
    index: &[i64],
    is_known: &mut bool,
) -> Option<i128> {
    for condition in layout.conditions() {
        match condition.decided_at(values, index) {
            Some(true) => {}
            Some(false) => return None,
            None => {
                *is_known = false;
                return None;
            }
        }
    }
    let offset = layout.offset().eval(values, index).ok();
    *is_known &= offset.is_some();
    offset
}

/// Returns the number of small values of each symbol that are tried, fewer for more symbols.
fn small_count(used: &[bool]) -> i64 {
    [64, 16, 8, 6, 4, 3][used.iter().filter(|used| **used).count().clamp(1, 6) - 1]
}

/// A visit of values of the symbols and of the components of all indices there.
type BoxVisit<'v> = dyn FnMut(&[i64], &[Vec<i64>]) -> Option<bool> + 'v;

/// Calls a function with values of the symbols and the components of all indices: with all values if they are few,
/// otherwise with small ones. The function returns `false` if it could not evaluate all indices, and `None` to end.
/// Returns `true` if all values and all indices were evaluated.
fn each_box(layout: &SymbolicLayout, visit: &mut BoxVisit<'_>) -> bool {
    let zero = Relation::zero(layout.offset().clone());
    let claim = Claim::new(layout.symbols(), layout.lengths(), layout.conditions(), &zero);
    let (mut used, _) = claim.used();
    layout.lengths().iter().for_each(|length| length.mark(&mut used, &mut []));
    let few = combinations(&claim, &used) <= MAX_EVALUATIONS;
    let small = small_count(&used);
    let values = match few {
        true => all_values(&claim, &used),
        false => candidates(&claim, &used, |symbol| first_values(symbol, small)),
    };
    let mut left = MAX_EVALUATIONS;
    let mut complete = few;
    each_combination(&values, &mut |values| {
        if left == 0 {
            complete = false;
            return Some(SymbolWitness::new(Vec::new(), Vec::new()));
        }
        left -= 1;
        if !layout.symbols().contains(values) {
            return None;
        }
        let lengths = layout.lengths_at(values).ok();
        let size = lengths.as_ref().map(|lengths| {
            lengths.iter().fold(1u64, |size, it| size.saturating_mul(it.unsigned_abs()))
        });
        let (Some(lengths), Some(size)) = (lengths, size.filter(|size| *size <= left)) else {
            complete = false;
            return None;
        };
        left -= size;
        let components: Vec<Vec<i64>> = lengths.iter().map(|&it| (0..it).collect()).collect();
        match visit(values, &components) {
            Some(known) => {
                complete &= known;
                None
            }
            None => Some(SymbolWitness::new(Vec::new(), Vec::new())),
        }
    });
    complete
}

/// Returns combinations of the ends of ranges, the greatest ones first: all of the first `most` ranges, with the greatest
/// values of the others.
pub fn corners(ranges: &[(i64, i64)], most: usize) -> impl Iterator<Item = Vec<i64>> {
    let count = ranges.len().min(most);
    (0..1usize << count).map(move |flipped| {
        let ends = ranges.iter().enumerate();
        ends.map(|(at, &(low, high))| if at < count && flipped >> at & 1 == 1 { low } else { high })
            .collect()
    })
}
