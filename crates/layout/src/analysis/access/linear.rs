//! Linear swizzles: bijective linear maps over the bits of the word number, and the least degree of conflict that any of
//! them leaves for several accesses.
//!
//! The layout must be an invertible map over bits, as a packed tile is whose lengths are powers of two, however it is
//! swizzled. A dim of another length also has digits of odd length. Such a digit must only change bits of the offset above
//! those of all bits, or be a digit of the offset between the bits, above those of the banks. It is the same for all words
//! of a phase, so the word number without it identifies the word. Sizes of elements, words, banks and groups must be
//! powers of two, too. Then the lanes of a phase are a coset of a space of words, which has the same dimension d for all
//! phases of an access. A bank is `b` linear functions of the word number. If they have rank r on that space, every bank
//! that the phase uses has 2^(d - r) words of it: that is the
//! degree.
//!
//! A linear swizzle replaces the bank functions by any independent ones. What matters is their kernel, of codimension b:
//! r is d minus the dimension of what the kernel shares with the space. So no swizzle has a degree below 2^(d - b), and
//! the search looks for a kernel that attains this bound for all accesses. For one access or two there always is one: two
//! spaces of equal dimension have a common complement. For more, an exhaustive search allows greater degrees until a
//! kernel exists. Kernels that share nothing with the bank bits are tried first: their swizzle adds other bits to the
//! bank bits, and leaves the others in place.

use super::lanes::{Access, AccessError};
use crate::normal::{BitForm, BitMatrix, MixedDigit, RowAddition, UnwoundForm, VectorSpace};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::DimId;
use crate::transform::{Merge, Unmerge, Xor};

/// The maximum number of vectors that a search for a kernel tests.
const MAX_STEPS: usize = crate::limits::SWIZZLE_STEPS as usize;

/// A layout with a linear swizzle, and the degrees of conflict of several accesses.
#[derive(Clone, Debug)]
pub struct LinearSwizzle {
    /// The swizzled layout.
    pub layout: Layout,
    /// The degree of each access with the swizzle.
    pub degrees: Vec<u64>,
    /// The degree that no linear swizzle is below, of each access by itself: the words of a phase divided by the banks.
    pub bounds: Vec<u64>,
    /// `true` if it is proven that no linear swizzle has a lesser greatest degree.
    pub is_least: bool,
    /// The additions of bits of the logical index to others, the first nearest to memory.
    pub(super) additions: Vec<RowAddition>,
    /// For each bit of the logical index, the position of its dim among those of the additions.
    pub(super) order: Vec<usize>,
    /// The digits of each dim, the fastest first.
    pub(super) digits: Vec<Vec<MixedDigit>>,
}

/// Returns the linear swizzle with the least greatest degree of conflict over several accesses; `None` if the layout is
/// not an invertible map over bits with odd digits above those of the banks, or a size is not a power of two. All accesses
/// have the same banks and elements.
///
/// # Errors
/// An access is not valid for the layout.
pub fn linear_swizzle(
    layout: &Layout,
    accesses: &[Access],
) -> Result<Option<LinearSwizzle>, AccessError> {
    accesses.iter().try_for_each(|access| access.check(layout))?;
    Ok(Words::from_accesses(layout, accesses).and_then(|words| words.swizzle(layout)))
}

/// The words that phases touch, as spaces over GF(2).
struct Words {
    /// The normal form of the layout.
    form: BitForm,
    /// The map from bits of the index to bits of the offset, without the digits between them.
    map: BitMatrix,
    /// The number of bits within a word.
    within: usize,
    /// The number of bank bits.
    banks: usize,
    /// For each access, the space of the words of a phase.
    spaces: Vec<VectorSpace>,
}

/// The kernel of bank functions, and whether no other has a lesser greatest degree.
struct BankKernel {
    space: VectorSpace,
    is_least: bool,
}

impl Words {
    fn from_accesses(layout: &Layout, accesses: &[Access]) -> Option<Words> {
        let form = layout.bit_form_of_powers()?;
        let (map, below) = match form.affine_part() {
            Some((map, _)) => (map, usize::MAX),
            None => {
                let UnwoundForm { matrix, places, .. } = form.unwound()?;
                (matrix, places.first().map_or(usize::MAX, |&(below, _)| below))
            }
        };
        map.inverse()?;
        let first = accesses.first()?;
        let bits = first.elem.bits().get();
        let word = 8 * first.bank_bytes;
        let sizes = [bits, word, first.banks, first.lanes];
        if sizes.iter().any(|size| size.count_ones() != 1) {
            return None;
        }
        let [bits, word, banks, _] = sizes.map(|size| size.trailing_zeros() as usize);
        // An element of several words is in as many adjacent banks, which act as one.
        let within = word.saturating_sub(bits).min(map.columns());
        let banks = banks.checked_sub(bits.saturating_sub(word))?;
        let banks = banks.min(map.columns() - within);
        if within + banks > below {
            return None;
        }
        let spaces = accesses
            .iter()
            .map(|access| {
                let lanes = lane_bits(&form, access)?;
                let words = lanes.map(|bit| map.apply(1 << bit) >> within);
                Some(VectorSpace::spanned_by(words))
            })
            .collect::<Option<_>>()?;
        Some(Words { form, map, within, banks, spaces })
    }

    /// Returns the number of bits of a word number.
    fn size(&self) -> usize {
        self.map.columns() - self.within
    }

    fn swizzle(&self, layout: &Layout) -> Option<LinearSwizzle> {
        let kernel = self.kernel()?;
        let words = self.word_map(&kernel.space)?;
        // The map of the words, over all bits of an offset.
        let mut rows: Vec<u64> = (0..self.within).map(|bit| 1 << bit).collect();
        rows.extend(words.rows().iter().map(|row| row << self.within));
        let swizzle = BitMatrix::new(rows, self.map.columns())?;
        // The same swizzle over the bits of the index. A constant offset only moves all words, so it may stay.
        let index = self.map.inverse()?.times(&swizzle)?.times(&self.map)?;
        let found = index.eliminated();
        let mut order = vec![0; index.columns()];
        for &(row, column) in &found.pivots {
            order[column] = row;
        }
        let dims = 0..layout.shape().len();
        let digits: Vec<Vec<MixedDigit>> = dims.map(|dim| digits_of(&self.form, dim)).collect();
        let swizzled = permuted(layout, &digits, &found.additions, &order).ok()?;
        Some(LinearSwizzle {
            layout: swizzled,
            degrees: self
                .spaces
                .iter()
                .map(|space| 1u64 << space.meet(&kernel.space).dimension())
                .collect(),
            bounds: self.spaces.iter().map(|space| 1u64 << self.bound(space)).collect(),
            is_least: kernel.is_least,
            additions: found.additions,
            order,
            digits,
        })
    }

    /// Returns the kernel whose greatest degree is least. Each access has the degree of its own bound if that is possible
    /// for all.
    fn kernel(&self) -> Option<BankKernel> {
        let low = VectorSpace::spanned_by((0..self.banks).map(|bit| 1 << bit));
        let mut is_exhaustive = true;
        let greatest = self.spaces.iter().map(|space| self.bound(space)).max();
        for excess in 0..=self.size() {
            let own = self.spaces.iter().map(|space| (space, self.bound(space).max(excess)));
            // The dimension that the kernel may share with each space. The bank bits come last.
            let limits: Vec<(&VectorSpace, usize)> = own.chain([(&low, 0)]).collect();
            for limits in [&limits[..], &limits[..self.spaces.len()]] {
                let mut search = KernelSearch { limits, size: self.size(), steps: 0 };
                if let Some(space) = search.extended(VectorSpace::default(), 0, self.banks) {
                    let is_least = is_exhaustive || excess <= greatest.unwrap_or(0);
                    return Some(BankKernel { space, is_least });
                }
                is_exhaustive &= search.steps <= MAX_STEPS || limits.len() > self.spaces.len();
            }
            if let [first] | [first, _] = &self.spaces[..] {
                let second = self.spaces.last().unwrap_or(first);
                let space = self.common_complement(first, second);
                return Some(BankKernel { space, is_least: true });
            }
        }
        None
    }

    /// Returns the dimension that every kernel shares with a space.
    fn bound(&self, space: &VectorSpace) -> usize {
        space.dimension().saturating_sub(self.banks)
    }

    /// Returns a space of exactly as many dimensions as there are bank bits.
    fn fitted(&self, space: &VectorSpace) -> VectorSpace {
        let mut fitted = VectorSpace::spanned_by(space.basis().take(self.banks));
        for bit in 0..self.size() {
            if fitted.dimension() < self.banks {
                fitted.insert(1 << bit);
            }
        }
        fitted
    }

    /// Returns a kernel that shares as little as possible with two spaces.
    fn common_complement(&self, first: &VectorSpace, second: &VectorSpace) -> VectorSpace {
        let spaces = [first, second].map(|space| self.fitted(space));
        let [first, second] = &spaces;
        let shared = first.meet(second);
        let beyond = spaces.each_ref().map(|space| {
            let mut all = shared.clone();
            space.basis().filter(|&vector| all.insert(vector)).collect::<Vec<u64>>()
        });
        let pairs = beyond[0].iter().zip(&beyond[1]);
        let mut kernel = VectorSpace::spanned_by(pairs.map(|(a, b)| a ^ b));
        let mut all = first.clone();
        second.basis().for_each(|vector| {
            all.insert(vector);
        });
        for bit in 0..self.size() {
            if all.insert(1 << bit) {
                kernel.insert(1 << bit);
            }
        }
        kernel
    }

    /// Returns an invertible map of words whose bank bits have a kernel. It keeps the bits above the bank bits if it can.
    fn word_map(&self, kernel: &VectorSpace) -> Option<BitMatrix> {
        let size = self.size();
        let banks = self.banks;
        let functions = kernel.annihilator(size);
        let high = (banks..size).map(|bit| 1u64 << bit);
        let mut used = VectorSpace::spanned_by(functions.iter().copied());
        let keeps_high = high.clone().all(|row| used.insert(row));
        let mut rows = functions.clone();
        if keeps_high {
            // Bank function i becomes bank bit i plus higher bits.
            let low = functions.iter().map(|row| row & ((1 << banks) - 1)).collect();
            let change = BitMatrix::new(low, banks)?.inverse()?;
            rows = change.times(&BitMatrix::new(functions, size)?)?.rows().to_vec();
            rows.extend(high);
        } else {
            let mut used = VectorSpace::spanned_by(rows.iter().copied());
            rows.extend((0..size).rev().map(|bit| 1u64 << bit).filter(|&row| used.insert(row)));
        }
        BitMatrix::new(rows, size)
    }
}

/// A search for a kernel, over reduced bases: the highest bit of each vector is above those of the vectors before it, and
/// is in no other vector. Every space has one such basis.
struct KernelSearch<'a> {
    /// Spaces, and the greatest dimension that the kernel may share with each.
    limits: &'a [(&'a VectorSpace, usize)],
    size: usize,
    steps: usize,
}

impl KernelSearch<'_> {
    /// Returns the first kernel that contains `space`, whose further vectors have highest bits from `from` on. `skips` is
    /// the number of bits that are not the highest bit of any vector. `None` if there is none, or the search exceeds
    /// its limit on steps.
    fn extended(&mut self, space: VectorSpace, from: usize, skips: usize) -> Option<VectorSpace> {
        if from == self.size {
            return Some(space);
        }
        let highest = space.basis().fold(0, |bits, vector| bits | 1u64 << vector.ilog2());
        let free = ((1u64 << from) - 1) & !highest;
        let mut low = 0;
        loop {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return None;
            }
            let mut more = space.clone();
            more.insert(1 << from | low);
            if self.limits.iter().all(|&(limit, most)| limit.meet(&more).dimension() <= most)
                && let Some(found) = self.extended(more.clone(), from + 1, skips)
            {
                return Some(found);
            }
            // The next subset of the free bits.
            low = low.wrapping_sub(free) & free;
            if low == 0 {
                break;
            }
        }
        let skips = skips.checked_sub(1)?;
        self.extended(space, from + 1, skips)
    }
}

/// Returns the digits of a dim, the fastest first.
fn digits_of(form: &BitForm, dim: usize) -> Vec<MixedDigit> {
    let own = form.digits_of_index().filter(|(digit, _)| digit.dim == dim);
    own.map(|(_, digit)| digit).collect()
}

/// Returns the bits of the index that differ between the lanes of one phase; `None` if an odd digit differs, too.
fn lane_bits(form: &BitForm, access: &Access) -> Option<impl Iterator<Item = usize> + use<>> {
    let lanes = access.phase().min(access.lanes).trailing_zeros() as usize;
    let mut stepped: Vec<usize> = Vec::new();
    let digits = access.dims.iter().rev().flat_map(|dim| digits_of(form, dim.index()));
    for digit in digits {
        if stepped.len() == lanes {
            break;
        }
        match digit {
            MixedDigit::Bit(bit) => stepped.push(bit),
            MixedDigit::Digit { .. } => return None,
        }
    }
    Some(stepped.into_iter())
}

/// Returns the layout over whose logical bits additions and a permutation are applied.
fn permuted(
    layout: &Layout,
    digits: &[Vec<MixedDigit>],
    additions: &[RowAddition],
    order: &[usize],
) -> Result<Layout, LayoutFault> {
    let mut builder = LayoutBuilder::from_layout(layout);
    let dims = builder.base_dims().to_vec();
    let mut parts: Vec<Vec<(MixedDigit, DimId)>> = Vec::new();
    for (&dim, digits) in dims.iter().zip(digits) {
        let lengths: Vec<i64> = digits.iter().rev().map(|digit| digit.length()).collect();
        let own = match lengths.len() {
            0 => Vec::new(),
            1 => vec![dim],
            _ => builder.apply(Unmerge { lengths }, &[dim])?,
        };
        parts.push(digits.iter().copied().zip(own.into_iter().rev()).collect());
    }
    // The form has its bits in the same order.
    let bits = parts.iter().flatten().filter(|(digit, _)| matches!(digit, MixedDigit::Bit(_)));
    let mut bits: Vec<DimId> = bits.map(|&(_, dim)| dim).collect();
    for &RowAddition { from, to } in additions {
        let results = builder.apply(Xor, &[bits[from], bits[to]])?;
        (bits[from], bits[to]) = (results[0], results[1]);
    }
    let mut logical = Vec::new();
    for (&dim, own) in dims.iter().zip(&parts) {
        let own = own.iter().rev().map(|&(digit, dim)| match digit {
            MixedDigit::Bit(bit) => bits[order[bit]],
            MixedDigit::Digit { .. } => dim,
        });
        logical.push(match own.collect::<Vec<DimId>>()[..] {
            [] => dim,
            [one] => one,
            ref many => builder.apply(Merge, many)?[0],
        });
    }
    builder.finish(&logical)
}
