//! Networks as lists of operations, and how they are extended.

/// The number of bits of the words of a network.
pub(super) const WORD: u32 = 32;

/// The most sources, or groups of bits, of which pairs are joined.
pub(super) const MAX_PAIRED: usize = crate::limits::PAIRED as usize;

/// The move of a bit from a position of a source to a position of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct BitMove {
    pub(in super::super) from: u32,
    pub(in super::super) to: u32,
}

impl BitMove {
    pub(super) fn distance(self) -> i32 {
        self.to.cast_signed() - self.from.cast_signed()
    }
}

/// An operation of a network. Operands are numbered: first the sources, then the results of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum NetworkStep {
    /// The bitwise and with a mask.
    Mask(usize, u64),
    /// The left shift, which loses no bit.
    Left(usize, u32),
    /// The right shift.
    Right(usize, u32),
    /// The bitwise or.
    Or(usize, usize),
    /// The bitwise exclusive or.
    Xor(usize, usize),
    /// The product with a factor: shifted copies of a word, of which no two have a common bit.
    Copies(usize, u64),
}

/// Returns the number of operations of a product with a factor.
pub(in super::super) type ProductSteps<'f> = &'f dyn Fn(u64) -> usize;

/// The bits that a source may have, and the moves of its bits.
pub(in super::super) type SourceMoves = (u64, Vec<BitMove>);

/// Steps that compute the moves of the bits of one or two sources. The result is that of the last step, or the only
/// source.
#[derive(Clone, Debug)]
pub(in super::super) struct Network {
    /// The numbers of the sources.
    pub(in super::super) sources: Vec<usize>,
    pub(in super::super) steps: Vec<NetworkStep>,
    /// The number of operations of products, less one for each.
    pub(super) further: usize,
}

impl Network {
    /// Returns the network that combines the results of two networks of one source.
    pub(super) fn beside(mut self, other: &Network, has_xor: bool) -> Network {
        let own = self.steps.len();
        fn moved(value: usize, own: usize) -> usize {
            if value == 0 { 0 } else { value + own }
        }
        self.steps.extend(other.steps.iter().map(|&step| match step {
            NetworkStep::Mask(of, mask) => NetworkStep::Mask(moved(of, own), mask),
            NetworkStep::Left(of, by) => NetworkStep::Left(moved(of, own), by),
            NetworkStep::Right(of, by) => NetworkStep::Right(moved(of, own), by),
            NetworkStep::Or(a, b) => NetworkStep::Or(moved(a, own), moved(b, own)),
            NetworkStep::Xor(a, b) => NetworkStep::Xor(moved(a, own), moved(b, own)),
            NetworkStep::Copies(of, factor) => NetworkStep::Copies(moved(of, own), factor),
        }));
        self.combine(own, moved(other.steps.len(), own), has_xor);
        self
    }

    pub(super) fn empty(sources: Vec<usize>) -> Network {
        Network { sources, steps: Vec::new(), further: 0 }
    }

    /// Returns the number of operations.
    pub(in super::super) fn operations(&self) -> usize {
        self.steps.len() + self.further
    }

    /// Adds a step, and returns the number of its result.
    pub(super) fn push(&mut self, step: NetworkStep) -> usize {
        self.steps.push(step);
        self.sources.len() + self.steps.len() - 1
    }

    /// Adds the combination of two values, by an exclusive or if both may have a bit.
    pub(super) fn combine(&mut self, a: usize, b: usize, has_xor: bool) -> usize {
        self.push(if has_xor { NetworkStep::Xor(a, b) } else { NetworkStep::Or(a, b) })
    }

    /// Adds a shift to the left by a distance, or to the right if it is negative.
    pub(super) fn shifted(&mut self, of: usize, distance: i32) -> usize {
        match distance {
            0 => of,
            1.. => self.push(NetworkStep::Left(of, distance.unsigned_abs())),
            _ => self.push(NetworkStep::Right(of, distance.unsigned_abs())),
        }
    }
}
