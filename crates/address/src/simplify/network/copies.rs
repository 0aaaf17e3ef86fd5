//! Networks that move bits by several distances at once, by a product: shifted copies of a word without common bits.
//!
//! All bits of a word may also move by one distance first, without a mask. An exclusive or then moves those bits away that
//! do not belong there: `x ^ (x & 8)*513` moves bit 3 by 9 and no other bit.
//!
//! Bits that move by other distances may share a product, if a mask then removes the copies that do not belong there:
//! `(x & 24)*641 & 6152` moves bit 3 by 0 and 9, and bit 4 by 7.

use super::steps::{MAX_PAIRED, Network, NetworkStep, ProductSteps, SourceMoves, WORD};
use std::collections::{BTreeMap, BTreeSet};

/// The bits of a word that move by the same distances.
#[derive(Clone)]
struct CopiedBits {
    mask: u64,
    distances: BTreeSet<i32>,
    /// The bits of the result: those of all copies, or a part of them.
    targets: u64,
}

/// Returns the cheapest network of this kind with fewer than `most` operations; `None` if there is none.
pub(super) fn cheapest(
    number: usize,
    source: &SourceMoves,
    product: ProductSteps,
    most: usize,
) -> Option<Network> {
    if source.0 >> WORD != 0 {
        return None;
    }
    let all = source.1.iter().map(|it| it.distance()).collect::<BTreeSet<i32>>();
    let bases = all.into_iter().map(Some).chain([None]);
    let found = bases.filter_map(|base| of_base(number, source, base, product));
    let best = found.min_by_key(Network::operations)?;
    (best.operations() < most).then_some(best)
}

/// Returns the network in which all bits move by a distance first; `None` if a bit or a copy does not fit.
fn of_base(
    number: usize,
    source: &SourceMoves,
    base: Option<i32>,
    product: ProductSteps,
) -> Option<Network> {
    let mut groups = groups(source, base)?;
    let written = |groups: &[CopiedBits]| {
        let has_xor = base.is_some() || have_common_target(groups);
        let mut network = Network::empty(vec![number]);
        let mut whole = base.map(|base| network.shifted(0, base));
        for group in groups {
            let part = group.write(&mut network, source.0, product)?;
            whole = Some(whole.map_or(part, |whole| network.combine(whole, part, has_xor)));
        }
        whole.map(|_| network)
    };
    let mut best = written(&groups);
    while let Some((network, joined)) = pairs(&groups)
        .filter_map(|joined| Some((written(&joined)?, joined)))
        .min_by_key(|(network, _)| network.operations())
        && best.as_ref().is_none_or(|best| network.operations() < best.operations())
    {
        (best, groups) = (Some(network), joined);
    }
    best
}

/// Returns the groups with each pair of them as one; none if these are too many.
fn pairs(groups: &[CopiedBits]) -> impl Iterator<Item = Vec<CopiedBits>> {
    let count = if groups.len() <= MAX_PAIRED { groups.len() } else { 0 };
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b))).map(|(a, b)| {
        let mut joined = groups.to_vec();
        let other = joined.remove(b);
        joined[a].mask |= other.mask;
        joined[a].distances.extend(other.distances);
        joined[a].targets |= other.targets;
        joined
    })
}

/// Returns the bits that move by other distances than the base, in ascending order; `None` if a bit would move out of the
/// word to the left.
fn groups((present, moves): &SourceMoves, base: Option<i32>) -> Option<Vec<CopiedBits>> {
    let mut groups: BTreeMap<BTreeSet<i32>, u64> = BTreeMap::new();
    for bit in (0..WORD).filter(|bit| present >> bit & 1 == 1) {
        let own = moves.iter().filter(|it| it.from == bit);
        let mut distances: BTreeSet<i32> = own.map(|it| it.distance()).collect();
        if let Some(base) = base
            && let Some(to) = bit.checked_add_signed(base)
        {
            if to >= WORD {
                return None;
            }
            if !distances.remove(&base) {
                distances.insert(base);
            }
        }
        if !distances.is_empty() {
            *groups.entry(distances).or_insert(0) |= 1 << bit;
        }
    }
    let groups = groups.into_iter().map(|(distances, mask)| {
        let targets = distances.iter().fold(0, |all, &by| all | moved(mask, by));
        CopiedBits { mask, distances, targets }
    });
    let mut groups: Vec<CopiedBits> = groups.collect();
    groups.sort_by_key(|group| group.mask.trailing_zeros());
    Some(groups)
}

/// Returns `true` if bits of two groups move to one position.
fn have_common_target(groups: &[CopiedBits]) -> bool {
    let mut seen = 0;
    groups.iter().any(|group| {
        let is_common = seen & group.targets != 0;
        seen |= group.targets;
        is_common
    })
}

/// Returns bits after they moved by a distance.
fn moved(mask: u64, distance: i32) -> u64 {
    let by = distance.unsigned_abs();
    if distance < 0 { mask >> by } else { mask << by }
}

impl CopiedBits {
    /// Adds the steps that move the bits by all distances, and returns the number of the result; `None` if copies have
    /// common bits, or do not fit the word. `present` has the bits of the source.
    fn write(&self, network: &mut Network, present: u64, product: ProductSteps) -> Option<usize> {
        let mut seen = 0;
        for &distance in &self.distances {
            let moved = moved(self.mask, distance);
            let is_whole = moved.count_ones() == self.mask.count_ones() && moved >> WORD == 0;
            if seen & moved != 0 || !is_whole {
                return None;
            }
            seen |= moved;
        }
        let least = *self.distances.first()?;
        let lowest = self.mask.trailing_zeros();
        let is_top = present >> lowest << lowest == self.mask;
        // A shift that removes the lower bits replaces the mask, also if it moves the others too far.
        let right = match is_top && self.distances.len() > 1 {
            true => lowest,
            false => least.min(0).unsigned_abs(),
        };
        let is_clean = present >> right << right == self.mask;
        let masked = if is_clean { 0 } else { network.push(NetworkStep::Mask(0, self.mask)) };
        let value = network.shifted(masked, -right.cast_signed());
        let by = |distance: &i32| distance.checked_add_unsigned(right).map(i32::cast_unsigned);
        let mut factor = 0u64;
        for distance in &self.distances {
            factor |= 1u64.checked_shl(by(distance)?)?;
        }
        if factor.count_ones() == 1 {
            return Some(network.shifted(value, factor.trailing_zeros().cast_signed()));
        }
        network.further += product(factor).saturating_sub(1);
        let copies = network.push(NetworkStep::Copies(value, factor));
        let is_masked = seen != self.targets;
        Some(if is_masked { network.push(NetworkStep::Mask(copies, self.targets)) } else { copies })
    }
}
