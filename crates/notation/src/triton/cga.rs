//! The blocks of a cluster: how the attributes of an encoding distribute a tensor onto the axis `block`.

use layout::{NotationFault, is_permutation};

use super::attribute::Encoding;
use super::lengths::{Lengths, bit_length, fold_vector};

/// The attribute of the basis vectors of blocks.
pub(super) const CGA_LAYOUT: &str = "CGALayout";

/// The attributes of blocks: the current spelling, then the older one.
const ATTRIBUTES: [&str; 4] = [CGA_LAYOUT, "CTAsPerCGA", "CTASplitNum", "CTAOrder"];

/// The basis vectors of the blocks, which count the parts of the tensor that one block has.
#[derive(Clone)]
pub(super) struct Blocks {
    bases: Vec<Vec<i64>>,
}

impl Blocks {
    /// Returns the blocks of an encoding that has no attribute of blocks: one block.
    pub(super) fn one() -> Blocks {
        Blocks { bases: Vec::new() }
    }

    /// Returns the blocks of an encoding of some dims: those of its attributes, or one block.
    ///
    /// # Errors
    /// An attribute has another number of dims or a value that is not valid, or only some of the older ones are given.
    pub(super) fn of(encoding: &Encoding, rank: usize) -> Result<Blocks, NotationFault> {
        let [name, older @ ..] = ATTRIBUTES;
        let given: Vec<&str> = older.into_iter().filter(|name| encoding.has(name)).collect();
        match (encoding.has(name), &given[..]) {
            (false, []) => Ok(Blocks::one()),
            (true, []) => Blocks::of_bases(encoding, name, rank),
            (true, [first, ..]) => {
                Err(encoding.fault(first, format!("`{first}` is incompatible with `{name}`")))
            }
            (false, _) => Blocks::of_counts(encoding, rank),
        }
    }

    fn of_bases(encoding: &Encoding, name: &str, rank: usize) -> Result<Blocks, NotationFault> {
        let bases = encoding.vectors(name)?;
        for basis in &bases {
            check_single(encoding, name, basis, rank)?;
        }
        Ok(Blocks { bases })
    }

    /// Reads the older spelling: the blocks of each dim, the parts of each dim, and the order of dims.
    fn of_counts(encoding: &Encoding, rank: usize) -> Result<Blocks, NotationFault> {
        let [_, counts_name, parts_name, order_name] = ATTRIBUTES;
        let counts = encoding.powers(counts_name)?;
        let parts = encoding.powers(parts_name)?;
        for (name, list) in [(counts_name, &counts), (parts_name, &parts)] {
            check_count(encoding, name, list.len(), rank)?;
        }
        let order = order_of(encoding, order_name, rank)?;
        let mut bases = Vec::new();
        for &dim in &order {
            let (count, part) = (counts[dim], parts[dim]);
            if part > count {
                let message = format!(
                    "`{parts_name}` of dim {dim} is {part}, but `{counts_name}` is only {count}"
                );
                return Err(encoding.fault(parts_name, message));
            }
            for bit in 0..count.ilog2() {
                let mut basis = vec![0; rank];
                basis[dim] = if bit < part.ilog2() { 1 << bit } else { 0 };
                bases.push(basis);
            }
        }
        Ok(Blocks { bases })
    }

    /// Returns the same blocks of an operand of a dot, whose dim `k` every block has as a whole.
    pub(super) fn without(mut self, k: usize) -> Blocks {
        self.bases.iter_mut().for_each(|basis| basis[k] = 0);
        self
    }

    /// Returns the basis vectors of blocks of a tensor, folded to its lengths, and the number of bits of each dim that the
    /// blocks split.
    pub(super) fn fit(&self, lengths: &Lengths) -> (Vec<Vec<i64>>, Vec<u32>) {
        let mut bases = self.bases.clone();
        let mut bits = vec![0u32; lengths.rank()];
        for basis in &mut bases {
            fold_vector(basis, &lengths.bits);
            for (own, part) in bits.iter_mut().zip(&*basis) {
                *own = (*own).max(bit_length(*part));
            }
        }
        (bases, bits)
    }

    /// Returns the lengths of the part of a tensor that a block has.
    pub(super) fn part(&self, lengths: &Lengths) -> Lengths {
        let (_, split) = self.fit(lengths);
        let bits = lengths.bits.iter().zip(split).map(|(bits, split)| bits - split).collect();
        Lengths { bits, at: lengths.at.clone() }
    }
}

/// Checks that all attributes of an encoding are its own or those of blocks, and that there are no paddings.
///
/// # Errors
/// An attribute is neither in `own` nor one of blocks, or the encoding has paddings.
pub(super) fn check_with_blocks(encoding: &Encoding, own: &[&str]) -> Result<(), NotationFault> {
    encoding.check(&[own, &ATTRIBUTES].concat())
}

/// The bits of the index that the basis vectors of an encoding move.
pub(super) struct MovedBits {
    by_dim: Vec<i64>,
}

impl MovedBits {
    /// Returns no bits of some dims.
    pub(super) fn new(rank: usize) -> MovedBits {
        MovedBits { by_dim: vec![0; rank] }
    }

    /// Adds a basis vector of an attribute.
    ///
    /// # Errors
    /// It moves several dims or not by a power of two, has another number of dims, or moves a bit that another one moves.
    pub(super) fn add(
        &mut self,
        encoding: &Encoding,
        name: &str,
        basis: &[i64],
    ) -> Result<(), NotationFault> {
        check_single(encoding, name, basis, self.by_dim.len())?;
        for (dim, (moved, &part)) in self.by_dim.iter_mut().zip(basis).enumerate() {
            if *moved & part != 0 {
                let message = format!("a second basis, of `{name}`, moves dim {dim} by {part}");
                return Err(encoding.fault(name, message));
            }
            *moved |= part;
        }
        Ok(())
    }

    /// Returns the least lengths of dims that have all of the bits.
    pub(super) fn lengths(&self) -> Vec<i64> {
        self.by_dim.iter().map(|moved| 1 << bit_length(*moved)).collect()
    }

    /// Returns the first dim of which no vector moves some bit below its length, and the distance of the least such bit;
    /// `None` if all bits are moved.
    pub(super) fn missing(&self, lengths: &[i64]) -> Option<(usize, i64)> {
        let least = self.by_dim.iter().map(|moved| 1i64 << moved.trailing_ones());
        let mut missing = least.zip(lengths).enumerate();
        missing.find_map(|(dim, (least, length))| (least < *length).then_some((dim, least)))
    }
}

/// Checks that a basis vector moves at most one dim, by a power of two.
///
/// # Errors
/// It does not, or has another number of dims.
pub(super) fn check_single(
    encoding: &Encoding,
    name: &str,
    basis: &[i64],
    rank: usize,
) -> Result<(), NotationFault> {
    check_count(encoding, name, basis.len(), rank)?;
    let moved: Vec<i64> = basis.iter().copied().filter(|part| *part != 0).collect();
    let message = match moved[..] {
        [] => return Ok(()),
        [part] if part.count_ones() == 1 => return Ok(()),
        [part] => format!(
            "a basis of `{name}` must move by a power of two, but {basis:?} moves by {part}"
        ),
        _ => format!(
            "a basis of `{name}` must move at most one dim, but {basis:?} moves {}",
            moved.len()
        ),
    };
    Err(encoding.fault(name, message))
}

/// Checks the number of dims of an attribute.
///
/// # Errors
/// It is not `rank`.
pub(super) fn check_count(
    encoding: &Encoding,
    name: &str,
    count: usize,
    rank: usize,
) -> Result<(), NotationFault> {
    if count == rank {
        return Ok(());
    }
    let message = format!("`{name}` has {count} dims, but the encoding has {rank}");
    Err(encoding.fault(name, message))
}

/// Returns the order of dims of an attribute, the fastest first.
///
/// # Errors
/// It is not a permutation of the dims.
pub(super) fn order_of(
    encoding: &Encoding,
    name: &str,
    rank: usize,
) -> Result<Vec<usize>, NotationFault> {
    let order = encoding.integers(name)?;
    check_count(encoding, name, order.len(), rank)?;
    if !is_permutation(&order) {
        let message =
            format!("`{name}` must be a permutation of 0 to {}, but is {order:?}", rank.max(1) - 1);
        return Err(encoding.fault(name, message));
    }
    Ok(order.into_iter().map(|dim| dim as usize).collect())
}
