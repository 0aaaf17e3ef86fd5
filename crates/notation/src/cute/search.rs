//! The search for modes below a swizzle, and the proof that there are none.
//!
//! A swizzle is its own inverse: a layout has a swizzle if its offsets, permuted by the swizzle, are those of modes. The
//! offsets at the divisors of the lengths determine the modes, so each swizzle fails at an index, or is the text. The
//! last of these indices is the witness: no text agrees with the layout up to there. An index at which one swizzle fails
//! refutes most of the others. Modes that agree at every probe are compared with the layout by the core, whatever the
//! number of indices.

use layout::{AddressError, AlgebraFault, BitSwizzle, MixedRadix};

use super::known::{DeterminedModes, KnownOffsets, Probe};
use crate::subject::WrittenLayout;
use crate::witness::Witness;

/// The text of a layout: modes below a swizzle.
pub(super) type SwizzledModes = (BitSwizzle, MixedRadix);

/// Returns the first swizzle, with small fields first, and the modes whose offsets it permutes to those of a layout, which
/// has an offset of at least 0 at each index. `plain` is the witness of modes alone, which is a proof; `None` if it is
/// unknown.
///
/// # Errors
/// No swizzle and no modes agree with the layout up to the index. It is not a proof if the divisors of a length are
/// unknown, or if the core cannot compare the layout with the modes below a swizzle.
pub(super) fn swizzled_modes(
    subject: &WrittenLayout<'_>,
    plain: Option<Witness>,
) -> Result<SwizzledModes, Witness> {
    let Some(known) = KnownOffsets::from_layout(subject.layout, &subject.lengths)? else {
        return Err(unproven(plain, "the divisors of a length are too many, or too large"));
    };
    let (read, changed) = bit_limits(subject.offset_bounds().1, &subject.lengths);
    let mut search = SwizzleSearch { subject, known, killers: Vec::new() };
    if let Some(at) = plain.as_ref().and_then(|plain| plain.at.clone()) {
        search.add_killer(at);
    }
    let alone = plain.is_none().then_some(BitSwizzle::IDENTITY);
    let mut undecided = Vec::new();
    for swizzle in alone.into_iter().chain(swizzles_below(read, changed)) {
        match search.modes_below(swizzle, CompareMethods::NormalForms) {
            SwizzleOutcome::Same(found) => return Ok((swizzle, found)),
            SwizzleOutcome::Fails => {}
            SwizzleOutcome::Undecided => undecided.push(swizzle),
        }
    }
    for swizzle in undecided {
        match search.modes_below(swizzle, CompareMethods::AllIndices) {
            SwizzleOutcome::Same(found) => return Ok((swizzle, found)),
            SwizzleOutcome::Fails => {}
            SwizzleOutcome::Undecided => {
                let reason = "a comparison with modes below a swizzle exceeds the limit on steps";
                return Err(unproven(plain, reason));
            }
        }
    }
    Err(search.witness(plain))
}

/// Returns the witness of a search that decides nothing.
fn unproven(plain: Option<Witness>, reason: &str) -> Witness {
    plain.map_or_else(|| Witness::undecided(reason), |plain| plain.and_search(reason))
}

/// Returns the numbers of low bits that a swizzle must read and change, to differ from a smaller swizzle or from modes
/// alone. No offset is above `greatest`. The sum of the offsets of all digits of an index, and the offset itself, has no
/// bit above the second number: a swizzle that changes a bit above fails where modes alone fail.
fn bit_limits(greatest: i64, lengths: &[i64]) -> (i64, i64) {
    fn bits(value: u64) -> i64 {
        i64::from(u64::BITS - value.leading_zeros())
    }
    let digits = lengths.iter().fold(2u64, |sum, length| sum.saturating_add(length.unsigned_abs()));
    let read = bits(greatest.unsigned_abs());
    (read.min(BitSwizzle::MAX_BITS), (read + bits(digits)).min(BitSwizzle::MAX_BITS))
}

/// Returns the swizzles, small fields first, that read bits below `read` and change bits below `changed`.
fn swizzles_below(read: i64, changed: i64) -> impl Iterator<Item = BitSwizzle> {
    let top = read.max(changed);
    let fields = (1..=top / 2).flat_map(move |bits| {
        let distances = bits..=top - bits;
        distances.flat_map(move |distance| {
            (0..=top - bits - distance).map(move |base| (bits, base, distance))
        })
    });
    fields.flat_map(move |(bits, base, distance)| {
        let low = base + bits;
        let high = base + distance + bits;
        let down = (high <= read && low <= changed).then_some(distance);
        let up = (low <= read && high <= changed).then_some(-distance);
        let shifts = down.into_iter().chain(up);
        shifts.filter_map(move |shift| BitSwizzle::new(bits, base, shift).ok())
    })
}

/// A search over swizzles.
struct SwizzleSearch<'a> {
    subject: &'a WrittenLayout<'a>,
    known: KnownOffsets,
    /// The indices at which swizzles failed, the latest last. No text agrees with the layout up to the greatest of them.
    killers: Vec<Probe>,
}

/// The comparison of a layout with the modes below a swizzle.
enum SwizzleOutcome {
    /// The layout and the modes below the swizzle are the same function.
    Same(MixedRadix),
    /// The swizzle fails at a known index.
    Fails,
    /// The core does not decide.
    Undecided,
}

/// The methods of the core that compare two layouts.
#[derive(Clone, Copy)]
enum CompareMethods {
    NormalForms,
    AllIndices,
}

impl SwizzleSearch<'_> {
    /// Adds an index at which a swizzle failed.
    fn add_killer(&mut self, at: Vec<i64>) {
        if let Some(offset) = self.subject.offset(&at) {
            self.killers.push(Probe { at, offset });
        }
    }

    /// Returns the greatest index at which a swizzle failed.
    fn last(&self) -> Option<&Vec<i64>> {
        self.killers.iter().map(|killer| &killer.at).max()
    }

    /// Compares the layout with the modes that its offsets below a swizzle determine.
    fn modes_below(&mut self, swizzle: BitSwizzle, effort: CompareMethods) -> SwizzleOutcome {
        let modes = self.known.modes_below(swizzle);
        let refused = modes.refused.as_ref();
        if refused.is_some() && refused <= self.last() {
            return SwizzleOutcome::Fails;
        }
        if let Some(at) = self.killers.iter().rposition(|killer| modes.contradict(swizzle, killer))
        {
            // The next swizzles are similar, and often fail at the same index.
            let killer = self.killers.remove(at);
            self.killers.push(killer);
            return SwizzleOutcome::Fails;
        }
        let before = self.known.probes.iter();
        let mut before = before.take_while(|probe| refused.is_none_or(|first| probe.at < *first));
        if let Some(probe) = before.find(|probe| modes.contradict(swizzle, probe)) {
            self.killers.push(probe.clone());
            return SwizzleOutcome::Fails;
        }
        let failure = match refused {
            Some(at) => Some(at.clone()),
            None => match self.difference(swizzle, &modes, effort) {
                Ok(difference) => difference,
                Err(_) => return SwizzleOutcome::Undecided,
            },
        };
        match failure {
            Some(at) => self.add_killer(at),
            None => return SwizzleOutcome::Same(modes.radix),
        }
        SwizzleOutcome::Fails
    }

    /// Returns an index at which the layout differs from modes below a swizzle; `None` if they are the same function.
    ///
    /// # Errors
    /// The core does not decide.
    fn difference(
        &self,
        swizzle: BitSwizzle,
        modes: &DeterminedModes,
        effort: CompareMethods,
    ) -> Result<Option<Vec<i64>>, AlgebraFault> {
        if let Some(at) = modes.outside() {
            return Ok(Some(at));
        }
        let whole = modes.radix.layout(None)?.swizzled(swizzle)?;
        let layout = self.subject.layout;
        let difference = match effort {
            CompareMethods::NormalForms => layout.difference_of_forms(&whole).transpose(),
            CompareMethods::AllIndices => Some(layout.bounded_difference(&whole)),
        };
        let exceeded = AlgebraFault::Address(AddressError::TooManySteps);
        let difference = difference.and_then(Result::ok).ok_or(exceeded)?;
        Ok(difference.map(|found| found.at.values().copied().collect()))
    }

    /// Returns the witness, if no swizzle is the text.
    fn witness(&self, plain: Option<Witness>) -> Witness {
        let Some(last) = self.last() else { return unproven(plain, "no index has a slot") };
        if let Some(plain) = plain.filter(|plain| plain.at.as_ref() == Some(last)) {
            return plain;
        }
        let offset = self.subject.offset(last).map_or_else(String::new, |it| format!(" {it}"));
        Witness::at(last.clone(), format!("its offset{offset} is that of no swizzle of modes"))
    }
}
