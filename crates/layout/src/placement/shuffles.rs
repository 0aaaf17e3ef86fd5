//! The plan of a conversion within a subgroup: rounds of shuffles, with registers exchanged before and after.
//!
//! The source of a slot is linear in the bits of its register and thread, where a thread is a lane with the outer
//! coordinates. In each round, every thread sends one register and reads one of another lane. A round is a number k: the
//! thread x receives the register k ^ F(x), for a linear map F that makes the lanes it reads from differ. The lane of the
//! source is then A x ^ c(k), the register s(k) ^ G(lane). So registers are exchanged by G before all rounds, so that each
//! round sends the same register in all threads, and by F after them.
//!
//! If two threads read different registers of one thread, and no F makes these the same, the rounds also read the difference
//! into further registers, from which F chooses.

use super::axis::AxisName;
use super::section::{Section, SlotBits};
use crate::normal::{add_tracked, combination, parities, reduced, transposed};

/// A plan of shuffles between the threads of a subgroup.
///
/// Let x be a thread: its lane in the lowest bits, then its coordinates on outer axes. All maps are linear over bits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShufflePlan {
    /// The numbers of registers of a thread in the source and in the target.
    pub registers: [u64; 2],
    /// The number of lanes of a subgroup.
    pub lanes: u64,
    /// The outer axes that are part of a thread, from the innermost, with the numbers of their bits.
    pub outer: Vec<(AxisName, usize)>,
    /// By bit of the register in the source: the bits of a thread whose parity is added to it before the rounds. Register j
    /// is then register j ^ G(x) of the source.
    pub before: Vec<u64>,
    /// By bit of the register in the target: the bits of a thread whose parity is added to it after the rounds. There may be
    /// more bits than those of the target: of registers that are dropped then.
    pub after: Vec<u64>,
    /// By bit of a thread: the lane that a thread with this bit reads from.
    pub lane_columns: Vec<u64>,
    /// The rounds.
    pub rounds: Vec<ShuffleRound>,
}

/// One round: every thread sends one register, and reads that of another lane.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShuffleRound {
    /// The register that is sent.
    pub send: u64,
    /// The number that is added, by exclusive or, to the lane that is read from.
    pub lane: u64,
    /// The registers that take the value, before they are exchanged.
    pub into: Vec<u64>,
}

/// The maximum number of registers of a plan.
const MAX_REGISTERS: usize = crate::limits::REGISTERS as usize;

impl ShufflePlan {
    /// Returns the plan of a conversion whose sources are in the same subgroup; `None` if a source is in another one, or no
    /// map makes the lanes differ.
    pub(super) fn new(section: &Section) -> Option<ShufflePlan> {
        let mut maps = Maps::new(section)?;
        let after = maps.exchange_after()?;
        let thread = |bit: usize| maps.of_thread(bit, &after);
        let threads: Vec<(u64, u64)> = (0..maps.threads.len()).map(thread).collect();
        let before = exchange_before(&threads)?;
        // The masks of `before` are over source threads; `threads` are the sources of each bit.
        let mut rounds: Vec<ShuffleRound> = Vec::new();
        for number in 0..1u64 << maps.registers.len() {
            let (lane, register) = maps.of_register(number);
            let send = register ^ parities(&before, lane);
            match rounds.iter_mut().find(|round| (round.send, round.lane) == (send, lane)) {
                Some(round) => round.into.push(number),
                None => rounds.push(ShuffleRound { send, lane, into: vec![number] }),
            }
        }
        let lane_mask = (1u64 << maps.lane_bits) - 1;
        Some(ShufflePlan {
            registers: [1 << maps.source_bits, 1 << maps.target_bits],
            lanes: 1 << maps.lane_bits,
            outer: maps.outer.clone(),
            before: before.into_iter().chain(std::iter::repeat(0)).take(maps.source_bits).collect(),
            after: transposed(&after, maps.registers.len()),
            lane_columns: threads.iter().map(|(lane, _)| lane & lane_mask).collect(),
            rounds,
        })
    }

    /// Returns the number of rounds that read from another lane.
    pub fn shuffles(&self) -> usize {
        self.rounds.iter().filter(|round| !self.is_own(round)).count()
    }

    /// Returns the rounds that read from another lane, by their numbers, for elements of this many bits. Rounds with one
    /// lane are together while their elements fit a word of 32 bits, which one shuffle sends.
    pub fn words(&self, bits: u64) -> Vec<Vec<usize>> {
        let most = usize::try_from(32 / bits.max(1)).unwrap_or(1).max(1);
        let mut words: Vec<Vec<usize>> = Vec::new();
        for (number, round) in self.rounds.iter().enumerate().filter(|(_, it)| !self.is_own(it)) {
            let fits = words
                .iter_mut()
                .find(|word| word.len() < most && self.rounds[word[0]].lane == round.lane);
            match fits {
                Some(word) => word.push(number),
                None => words.push(vec![number]),
            }
        }
        words
    }

    /// Returns `true` if every thread reads its own register in a round.
    pub fn is_own(&self, round: &ShuffleRound) -> bool {
        let lane_bits = self.lanes.trailing_zeros() as usize;
        let own = self
            .lane_columns
            .iter()
            .enumerate()
            .all(|(bit, &column)| column == if bit < lane_bits { 1 << bit } else { 0 });
        own && round.lane == 0
    }

    /// Executes the plan for the registers of all threads: `source` has those of thread 0, then those of thread 1, and so
    /// on.
    pub fn execute<T: Copy>(&self, source: &[T]) -> Vec<T> {
        let [count, results] = self.registers.map(|count| count as usize);
        let threads = source.len() / count;
        let sent = |thread: u64, register: u64| {
            source[thread as usize * count + (register ^ parities(&self.before, thread)) as usize]
        };
        let mut result = Vec::with_capacity(threads * results);
        for thread in 0..threads as u64 {
            let start = result.len();
            result.resize(start + results, source[0]);
            let lane = combination(&self.lane_columns, thread);
            let exchanged = parities(&self.after, thread);
            for round in &self.rounds {
                let subgroup = thread & !(self.lanes - 1);
                let from = subgroup | (lane ^ round.lane);
                for &into in &round.into {
                    let at = (into ^ exchanged) as usize;
                    if at < results {
                        result[start + at] = sent(from, round.send);
                    }
                }
            }
        }
        result
    }
}

/// The parts of the map from a slot of the target to its source.
struct Maps {
    source_bits: usize,
    target_bits: usize,
    lane_bits: usize,
    outer: Vec<(AxisName, usize)>,
    /// By bit of the target's register: the thread and the register of the source that it changes.
    registers: Vec<(u64, u64)>,
    /// By bit of a thread: the thread and the register of the source that it changes.
    threads: Vec<(u64, u64)>,
}

impl Maps {
    fn new(section: &Section) -> Option<Maps> {
        let Section { source, target, .. } = section;
        let count = |bits: &SlotBits, axis: &AxisName| bits.of_axis(axis).len();
        let lane_bits = count(source, &AxisName::LANE).max(count(target, &AxisName::LANE));
        let is_inner = |axis: &AxisName| *axis <= AxisName::LANE;
        let is_foreign = |axis: &AxisName| axis.is_memory() && count(target, axis) > 0;
        let leaves = |axis: &&AxisName| {
            let own = target.of_axis(axis).is_empty() && !is_inner(axis);
            own && section.columns.iter().any(|&from| source.coordinate(from, axis) != 0)
        };
        if target.axes().any(is_foreign) || source.axes().any(|axis| leaves(&axis)) {
            return None;
        }
        let outer: Vec<(AxisName, usize)> = target
            .axes()
            .filter(|axis| !is_inner(axis))
            .map(|axis| (axis.clone(), count(target, axis)))
            .filter(|(_, bits)| *bits > 0)
            .collect();
        let thread_of = |bits: &SlotBits, slot: u64| {
            let mut thread = bits.coordinate(slot, &AxisName::LANE);
            let mut at = lane_bits;
            for (axis, count) in &outer {
                thread |= bits.coordinate(slot, axis) << at;
                at += count;
            }
            thread
        };
        let image = |bit: usize| {
            let from = section.apply(1 << bit);
            (thread_of(source, from), source.coordinate(from, &AxisName::REGISTER))
        };
        let registers = target.of_axis(&AxisName::REGISTER).map(image).collect();
        let mut threads: Vec<(u64, u64)> = target.of_axis(&AxisName::LANE).map(image).collect();
        // A lane that the target does not use keeps to itself.
        threads.extend((threads.len()..lane_bits).map(|bit| (1 << bit, 0)));
        for (axis, _) in &outer {
            threads.extend(target.of_axis(axis).map(image));
        }
        let maps = Maps {
            source_bits: count(source, &AxisName::REGISTER),
            target_bits: count(target, &AxisName::REGISTER),
            lane_bits,
            outer,
            registers,
            threads,
        };
        let bits = maps.target_bits.max(maps.source_bits);
        let is_small = bits < 32 && 1usize << bits <= MAX_REGISTERS && maps.threads.len() < 32;
        (maps.keeps_outer() && is_small).then_some(maps)
    }

    /// Returns `true` if each thread reads from threads of its own subgroup alone.
    fn keeps_outer(&self) -> bool {
        let outer = |thread: u64| thread >> self.lane_bits;
        let threads = self.threads.iter().enumerate();
        self.registers.iter().all(|&(thread, _)| outer(thread) == 0)
            && threads.clone().all(|(bit, &(thread, _))| {
                let own = if bit < self.lane_bits { 0 } else { 1 << (bit - self.lane_bits) };
                outer(thread) == own
            })
    }

    /// Returns the thread and the register that a register number of the target reads from in thread 0.
    fn of_register(&self, register: u64) -> (u64, u64) {
        let own = self.registers.iter().enumerate().filter(|(bit, _)| register >> bit & 1 == 1);
        own.fold((0, 0), |sum, (_, image)| (sum.0 ^ image.0, sum.1 ^ image.1))
    }

    /// Returns the thread and the register that a bit of a thread changes, if its registers are exchanged by `after`.
    fn of_thread(&self, bit: usize, after: &[u64]) -> (u64, u64) {
        let moved = self.of_register(after[bit]);
        let own = self.threads[bit];
        (own.0 ^ moved.0, own.1 ^ moved.1)
    }

    /// Returns F by columns: for each bit of a thread a number that is added to its registers, so that threads that read
    /// from one thread read the same register of it. Small changes are preferred. Where no number does so, the target gets
    /// further registers, which take other registers of the same threads.
    fn exchange_after(&mut self) -> Option<Vec<u64>> {
        loop {
            let missing = match self.exchanges() {
                Ok(after) => return Some(after),
                Err(register) => register,
            };
            self.registers.push((0, missing));
            if 1usize << self.registers.len() > MAX_REGISTERS {
                return None;
            }
        }
    }

    /// Returns F by columns.
    ///
    /// # Errors
    /// Two threads read registers of one thread whose difference no number adds: the difference.
    fn exchanges(&self) -> Result<Vec<u64>, u64> {
        let mut numbers: Vec<u64> = (0..1u64 << self.registers.len()).collect();
        numbers.sort_by_key(|number| (number.count_ones(), *number));
        let mut known: Vec<(u64, u64)> = Vec::new();
        let mut after = Vec::new();
        for &own in &self.threads {
            let image = |number: u64| {
                let moved = self.of_register(number);
                reduced(&known, (own.0 ^ moved.0, own.1 ^ moved.1))
            };
            // A bit that reads from a thread which the bits before it do not reach needs no more; else the registers must
            // agree.
            let mut fitting = numbers.iter().map(|&number| (number, image(number)));
            let Some((number, new)) = fitting.find(|(_, new)| new.0 != 0 || new.1 == 0) else {
                return Err(image(0).1);
            };
            add_tracked(&mut known, new);
            after.push(number);
        }
        Ok(after)
    }
}

/// Returns G by rows: for each bit of the register the bits of a source thread whose parity it is, from the thread and the
/// register of the source that each bit of a thread reads; `None` if the map does not exist.
fn exchange_before(threads: &[(u64, u64)]) -> Option<Vec<u64>> {
    let mut basis: Vec<(u64, u64)> = Vec::new();
    for &image in threads {
        let (thread, register) = reduced(&basis, image);
        if thread == 0 {
            if register != 0 {
                return None;
            }
            continue;
        }
        // Reduced fully: the highest bit of a member is in no other.
        let high = 63 - thread.leading_zeros();
        for member in &mut basis {
            if member.0 >> high & 1 == 1 {
                *member = (member.0 ^ thread, member.1 ^ register);
            }
        }
        let at = basis.partition_point(|&(other, _)| other > thread);
        basis.insert(at, (thread, register));
    }
    let bits = basis.iter().map(|(_, register)| 64 - register.leading_zeros()).max().unwrap_or(0);
    // The highest bit of each member selects its register.
    let row = |bit: u32| {
        let own = basis.iter().filter(|(_, register)| register >> bit & 1 == 1);
        own.fold(0u64, |row, (thread, _)| row | 1 << (63 - thread.leading_zeros()))
    };
    Some((0..bits).map(row).collect())
}
