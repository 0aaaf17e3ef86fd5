//! Permutations of bits by masks and shifts, many bits in each step.
//!
//! A network moves the bits of a word by powers of two. A step moves the selected bits with `(x | x << k) & m`, or with
//! `x | (x & m) << k` if other bits would overlap. Expansion moves bits to the left, by the greatest power first;
//! compression moves them to the right, by the least power first (Warren, Hacker's Delight, 2013, chapter 7). Two sources
//! are joined in one word, whose halves are combined at the end. Each position is tracked, so that a network is correct
//! by construction: a selected bit never meets another bit that may be set. `steps` has the operations of a network, and
//! `copies` moves bits by several distances at once.

mod copies;
mod steps;

pub(super) use steps::{BitMove, Network, NetworkStep, ProductSteps, SourceMoves};

use steps::{MAX_PAIRED, WORD};

impl Network {
    /// Returns networks whose results have disjoint bits, or must be combined by an exclusive or if two moves have one
    /// target. The number of their steps is small.
    pub(super) fn cheapest(sources: &[SourceMoves], product: ProductSteps) -> Vec<Network> {
        let mut networks: Vec<Option<Network>> =
            (0..sources.len()).map(|n| Some(Network::of_source(n, &sources[n], product))).collect();
        fn steps(network: &Option<Network>) -> usize {
            network.as_ref().map_or(0, Network::operations)
        }
        let mut pairs: Vec<(usize, usize, usize, Network)> = Vec::new();
        let paired = if sources.len() <= MAX_PAIRED { sources.len() } else { 0 };
        for a in 0..paired {
            for b in (0..paired).filter(|&b| b != a) {
                let apart = steps(&networks[a]) + steps(&networks[b]) + 1;
                let parts = [(a, 0, &sources[a]), (b, 1, &sources[b])];
                if let Some(joint) = joint(parts, apart) {
                    pairs.push((apart - joint.steps.len(), a, b, joint));
                }
            }
        }
        pairs.sort_by_key(|&(gain, a, b, _)| (std::cmp::Reverse(gain), a, b));
        let mut joined = Vec::new();
        for (_, a, b, network) in pairs {
            if networks[a].is_some() && networks[b].is_some() {
                (networks[a], networks[b]) = (None, None);
                joined.push(network);
            }
        }
        joined.into_iter().chain(networks.into_iter().flatten()).collect()
    }

    /// Returns the network of one source.
    fn of_source(number: usize, source: &SourceMoves, product: ProductSteps) -> Network {
        let best = Network::of_moves(number, source);
        copies::cheapest(number, source, product, best.operations()).unwrap_or(best)
    }

    /// Returns the network of one source without products.
    fn of_moves(number: usize, source: &SourceMoves) -> Network {
        let mut best = diagonals(number, source);
        if let Some(network) = single(number, source, best.steps.len()) {
            best = network;
        }
        let [first, second] = chains(&source.1).map(|moves| (source.0, moves));
        if second.1.is_empty() {
            return best;
        }
        let parts = [&first, &second].map(|part| {
            let all = diagonals(number, part);
            single(number, part, all.steps.len()).unwrap_or(all)
        });
        let has_xor = first.1.iter().any(|a| second.1.iter().any(|b| a.to == b.to));
        let apart = parts[0].clone().beside(&parts[1], has_xor);
        if apart.steps.len() < best.steps.len() {
            best = apart;
        }
        for (a, b) in [(&first, &second), (&second, &first)] {
            if let Some(joint) = joint([(number, 0, a), (number, 0, b)], best.steps.len()) {
                best = joint;
            }
        }
        best
    }
}

/// Splits moves in two parts: the moves of ascending bits to ascending positions, as far as possible, and the others.
fn chains(moves: &[BitMove]) -> [Vec<BitMove>; 2] {
    let mut sorted = moves.to_vec();
    sorted.sort_unstable_by_key(|it| (it.from, it.to));
    let mut first: Vec<BitMove> = Vec::new();
    let mut second: Vec<BitMove> = Vec::new();
    for next in sorted {
        let own = if first.last().is_none_or(|last| last.from < next.from && last.to + 1 == next.to)
        {
            &mut first
        } else {
            &mut second
        };
        own.push(next);
    }
    [first, second]
}

/// Returns the distances of moves, each once, with the mask of the bits that move by it.
pub(super) fn distances(moves: &[BitMove]) -> Vec<(i32, u64)> {
    let mut masks: Vec<(i32, u64)> = Vec::new();
    for one in moves {
        match masks.iter_mut().find(|known| known.0 == one.distance()) {
            Some(known) => known.1 |= 1 << one.from,
            None => masks.push((one.distance(), 1 << one.from)),
        }
    }
    masks
}

/// Returns the form in which all bits of one distance are a mask and a shift.
fn diagonals(number: usize, (present, moves): &SourceMoves) -> Network {
    let mut distances = distances(moves);
    distances.sort_unstable();
    let mut targets: Vec<u32> = moves.iter().map(|it| it.to).collect();
    targets.sort_unstable();
    let has_xor = targets.windows(2).any(|pair| pair[0] == pair[1]);
    let mut steps = Network::empty(vec![number]);
    let mut whole: Option<usize> = None;
    for (distance, mask) in distances {
        let lost = if distance < 0 { (1 << distance.unsigned_abs()) - 1 } else { 0 };
        let masked =
            if present & !lost == mask { 0 } else { steps.push(NetworkStep::Mask(0, mask)) };
        let part = steps.shifted(masked, distance);
        whole = Some(whole.map_or(part, |whole| steps.combine(whole, part, has_xor)));
    }
    steps
}

/// A selected bit: its position, and the distance that remains.
#[derive(Clone, Copy, Debug)]
struct MovingBit {
    at: u32,
    left: u32,
}

/// A word of a network: the number of its value, its selected bits, and all bits that may be set.
#[derive(Clone, Debug)]
struct NetworkWord {
    value: usize,
    selected: Vec<MovingBit>,
    present: u64,
    steps: Network,
}

impl NetworkWord {
    fn selected_mask(&self) -> u64 {
        mask_of(&self.selected)
    }

    /// Removes all bits that are not selected.
    fn masked(mut self) -> NetworkWord {
        let mask = self.selected_mask();
        if self.present != mask {
            self.value = self.steps.push(NetworkStep::Mask(self.value, mask));
            self.present = mask;
        }
        self
    }

    /// Returns the words after the bits whose distance has a power of two moved by it: with all bits moved, and with
    /// only these bits moved.
    fn shifted(&self, by: u32, is_left: bool) -> [Option<NetworkWord>; 2] {
        fn shift(by: u32, is_left: bool, mask: u64) -> u64 {
            if is_left { mask << by } else { mask >> by }
        }
        let moving = self.selected.iter().filter(|bit| bit.left & by != 0);
        let moving = moving.fold(0, |mask, bit| mask | 1 << bit.at);
        let staying = self.selected_mask() & !moving;
        let arriving = shift(by, is_left, moving);
        if arriving & staying != 0 || arriving.count_ones() != moving.count_ones() {
            return [None, None];
        }
        let all = shift(by, is_left, self.present);
        [(all, false), (arriving, true)].map(|(moved, is_masked)| {
            let fits = (moved | self.present) >> WORD == 0;
            if !fits || moved & staying != 0 || self.present & arriving != 0 {
                return None;
            }
            let mut word = self.clone();
            let source = match is_masked {
                true => word.steps.push(NetworkStep::Mask(self.value, moving)),
                false => self.value,
            };
            let distance = if is_left { by.cast_signed() } else { -by.cast_signed() };
            let shifted = word.steps.shifted(source, distance);
            word.value = word.steps.push(NetworkStep::Or(self.value, shifted));
            word.present = self.present | moved;
            for bit in &mut word.selected {
                if bit.left & by != 0 {
                    bit.left -= by;
                    bit.at = if is_left { bit.at + by } else { bit.at - by };
                }
            }
            Some(word)
        })
    }

    /// Moves all bits, in fewer than `most` steps in total. `finish` completes the word, and returns its steps.
    fn best(
        self,
        powers: &[u32],
        is_left: bool,
        most: &mut usize,
        finish: &impl Fn(NetworkWord) -> Option<Network>,
    ) -> Option<Network> {
        let open = powers.iter().filter(|&&by| self.selected.iter().any(|bit| bit.left & by != 0));
        if self.steps.steps.len() + 2 * open.count() >= *most {
            return None;
        }
        let Some((&by, rest)) = powers.split_first() else {
            let found = [self.clone().masked(), self].into_iter().filter_map(finish);
            let found =
                found.min_by_key(|it| it.steps.len()).filter(|it| it.steps.len() < *most)?;
            *most = found.steps.len();
            return Some(found);
        };
        if self.selected.iter().all(|bit| bit.left & by == 0) {
            return self.best(rest, is_left, most, finish);
        }
        let mut best = None;
        for before in [self.clone(), self.masked()] {
            for word in before.shifted(by, is_left).into_iter().flatten() {
                best = word.best(rest, is_left, most, finish).or(best);
            }
        }
        best
    }
}

/// The two directions of a network: to the left from the greatest power on, to the right from the least.
const DIRECTIONS: [(bool, [u32; 5]); 2] = [(true, [16, 8, 4, 2, 1]), (false, [1, 2, 4, 8, 16])];

/// Returns the distance that the bits of a source have in common at the end.
fn base(moves: &[BitMove], is_left: bool) -> Option<i32> {
    let distances = moves.iter().map(|it| it.distance());
    if is_left { distances.min() } else { distances.max() }
}

/// Returns the selected bits with the remaining distance in the direction of a network.
fn selected(moves: &[BitMove], base: i32, by: u32) -> Vec<MovingBit> {
    let bits = moves.iter().map(|it| {
        let left = (it.distance() - base).unsigned_abs();
        MovingBit { at: it.from + by, left }
    });
    bits.collect()
}

/// Returns the network of one source with fewer than `most` steps; `None` if there is none.
fn single(number: usize, (present, moves): &SourceMoves, most: usize) -> Option<Network> {
    let mut most = most;
    let mut best = None;
    for (is_left, powers) in DIRECTIONS {
        let base = base(moves, is_left)?;
        let selected = selected(moves, base, 0);
        let steps = Network::empty(vec![number]);
        let word = NetworkWord { value: 0, selected, present: *present, steps };
        if word.present >> WORD == 0 && has_distinct_bits(&word.selected) {
            best = word
                .best(&powers, is_left, &mut most, &|mut word: NetworkWord| {
                    let is_clean = word.present == word.selected_mask();
                    word.steps.shifted(word.value, base);
                    is_clean.then_some(word.steps)
                })
                .or(best);
        }
    }
    best
}

/// Returns `true` if no bit of a word is selected twice.
fn has_distinct_bits(selected: &[MovingBit]) -> bool {
    mask_of(selected).count_ones() as usize == selected.len()
}

/// Returns the network of two parts in one word with fewer than `most` steps; `None` if there is none. A part has the
/// number of its source, the position of the source among the sources of the network, and its moves.
fn joint(parts: [(usize, usize, &SourceMoves); 2], most: usize) -> Option<Network> {
    let [(a, _, (low, first)), (b, second_value, (high, second))] = parts;
    let sources = if second_value == 0 { vec![a] } else { vec![a, b] };
    let mut most = most;
    let mut best = None;
    for (is_left, powers) in DIRECTIONS {
        let base_of_low = base(first, is_left)?;
        let base_of_high = base(second, is_left)?;
        for by in 1..WORD {
            let low_bits = selected(first, base_of_low, 0);
            let high_bits = selected(second, base_of_high, by);
            // The upper part moves back by this distance at the end.
            let back = by.cast_signed() - base_of_high + base_of_low;
            let mut steps = Network::empty(sources.clone());
            let present = low | high << by;
            let overlaps = mask_of(&low_bits) & high << by != 0 || mask_of(&high_bits) & low != 0;
            if back < 0 || present >> WORD != 0 || overlaps {
                continue;
            }
            let moved = steps.push(NetworkStep::Left(second_value, by));
            let value = steps.push(NetworkStep::Or(0, moved));
            let count = low_bits.len();
            let selected = low_bits.into_iter().chain(high_bits).collect();
            let word = NetworkWord { value, selected, present, steps };
            if !has_distinct_bits(&word.selected) {
                continue;
            }
            best = word
                .best(&powers, is_left, &mut most, &|word: NetworkWord| {
                    folded(word, count, back.unsigned_abs(), base_of_low)
                })
                .or(best);
        }
    }
    best
}

fn mask_of(bits: &[MovingBit]) -> u64 {
    bits.iter().fold(0, |mask, bit| mask | 1 << bit.at)
}

/// Returns the steps of a word whose bits after the first `count` then move back, and all bits by `base`; `None` if bits
/// overlap.
fn folded(mut word: NetworkWord, count: usize, back: u32, base: i32) -> Option<Network> {
    let low_bits = mask_of(&word.selected[..count]);
    let mut high_bits = 0;
    for bit in &word.selected[count..] {
        high_bits |= 1u64 << bit.at.checked_sub(back)?;
    }
    if back > 0 {
        if low_bits & word.present >> back != 0
            || high_bits & word.present != 0
            || low_bits & high_bits != 0
        {
            return None;
        }
        let moved = word.steps.shifted(word.value, -back.cast_signed());
        word.value = word.steps.push(NetworkStep::Or(word.value, moved));
        word.present |= word.present >> back;
    }
    if word.present != low_bits | high_bits {
        word.value = word.steps.push(NetworkStep::Mask(word.value, low_bits | high_bits));
    }
    word.steps.shifted(word.value, base);
    Some(word.steps)
}

#[cfg(test)]
mod tests;
