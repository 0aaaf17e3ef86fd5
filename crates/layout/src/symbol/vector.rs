//! Groups of neighbors of symbolic layouts that are vectors, for all values of the symbols.

use super::claim::Claim;
use super::decide::{Decider, Decision};
use super::expr::SymExpr;
use super::fault::{SymbolWitness, SymbolicFault};
use super::layout::SymbolicLayout;
use super::set::Relation;

/// The maximum vector width, in elements.
const WIDEST: i64 = crate::limits::VECTOR_WIDTH as i64;

/// Why the groups of a width along a dim are not known to be vectors.
enum GroupFault {
    /// It is undecided; the question.
    Undecided(String),
    /// What is not so, with values of the symbols and the index of the group and of the lane in it, if one is at fault.
    Fails(&'static str, SymbolWitness),
    /// Expressions are too large.
    Large(String),
}

impl From<String> for GroupFault {
    fn from(message: String) -> GroupFault {
        GroupFault::Large(message)
    }
}

/// What is not so if the width does not divide the length.
const REMAINDER: &str = "the length is not a multiple";

impl SymbolicLayout {
    /// Returns the vector width of a dim, in elements, that all values of the symbols have: the greatest power of two up
    /// to 64 that divides its length, such that every aligned group of that many indices along the dim is a vector. The
    /// indices of a vector are all valid or all invalid, their offsets are consecutive, and the first offset is a multiple
    /// of the width.
    ///
    /// # Errors
    /// The reason why it is undecided.
    pub fn vector_width(&self, dim: usize, decider: &mut Decider<'_>) -> Result<i64, String> {
        let mut width = WIDEST;
        while width > 1 {
            match self.grouped(dim, width, decider) {
                Ok(_) => break,
                Err(GroupFault::Fails(..)) => width /= 2,
                Err(GroupFault::Undecided(why) | GroupFault::Large(why)) => return Err(why),
            }
        }
        Ok(width)
    }

    /// Returns the layout of aligned groups of `vector` elements, one number for each logical dim. Its index counts groups.
    /// Its offset and its conditions are those of the first element of a group.
    ///
    /// # Errors
    /// Not exactly one number is above 1, or a group is not a vector for some values of the symbols, or that is undecided.
    pub fn vector_groups(
        &self,
        vector: &[i64],
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicLayout, Box<SymbolicFault>> {
        let rank = self.rank();
        if vector.len() != rank {
            let message =
                format!("expected one number for each of {rank} dims, found {}", vector.len());
            return Err(Box::new(SymbolicFault::new(message)));
        }
        let wide: Vec<usize> = (0..rank).filter(|&dim| vector[dim] != 1).collect();
        let (&[dim], true) = (&wide[..], vector.iter().all(|&width| width >= 1)) else {
            return Err(Box::new(SymbolicFault::new(
                "one number must be above 1, and all others 1",
            )));
        };
        let width = vector[dim];
        self.grouped(dim, width, decider).map_err(|fault| Box::new(self.fault(dim, width, fault)))
    }

    /// Returns the fault of groups of a width along a dim.
    fn fault(&self, dim: usize, width: i64, fault: GroupFault) -> SymbolicFault {
        match fault {
            GroupFault::Large(message) => SymbolicFault::new(message),
            GroupFault::Undecided(question) => {
                let message =
                    format!("whether groups of {width} along d{dim} are vectors is undecided");
                SymbolicFault::of_undecided(message).note(question)
            }
            GroupFault::Fails(REMAINDER, witness) => {
                let length = self.lengths()[dim].text(self.symbols());
                let message =
                    format!("the length of d{dim}, `{length}`, is not a multiple of {width}");
                SymbolicFault::new(message).at(witness, self.symbols())
            }
            GroupFault::Fails(what, mut witness) => {
                witness.index.truncate(self.rank());
                let message = format!("groups of {width} along d{dim} are not vectors: {what}");
                SymbolicFault::new(message).at(witness, self.symbols())
            }
        }
    }

    /// Returns the layout of the aligned groups of a width along a dim, if each is a vector for all values of the symbols.
    fn grouped(
        &self,
        dim: usize,
        width: i64,
        decider: &mut Decider<'_>,
    ) -> Result<SymbolicLayout, GroupFault> {
        let mut must_hold = |claim: &Claim<'_>, what| match decider.decide(claim) {
            Decision::Holds(_) => Ok(()),
            Decision::Fails(witness, _) => Err(GroupFault::Fails(what, witness)),
            Decision::Undecided(question) => Err(GroupFault::Undecided(question)),
        };
        let op = SymExpr::operation;
        let by = SymExpr::constant(width);
        let symbols = self.symbols();
        let length = self.lengths().get(dim).ok_or_else(|| format!("unknown dim d{dim}"))?;
        let divides = Relation::zero(op("mod", length.clone(), by.clone())?);
        must_hold(&Claim::new(symbols, &[], &[], &divides), REMAINDER)?;
        // The dim counts groups, and a further dim the lane in a group.
        let mut lengths = self.lengths().to_vec();
        lengths[dim] = op("floordiv", length.clone(), by.clone())?;
        lengths.push(by.clone());
        let lane = SymExpr::dim(self.rank());
        let first = op("*", SymExpr::dim(dim), by.clone())?;
        let other = op("+", first.clone(), lane.clone())?;
        let (start, of_first) = self.at_component(dim, &first)?;
        let (end, of_other) = self.at_component(dim, &other)?;
        for (given, needed) in [(&of_first, &of_other), (&of_other, &of_first)] {
            for relation in needed {
                let claim = Claim::new(symbols, &lengths, given, relation);
                must_hold(&claim, "a group has valid and invalid indices")?;
            }
        }
        let aligned = Relation::zero(op("mod", start.clone(), by)?);
        let claim = Claim::new(symbols, &lengths, &of_first, &aligned);
        must_hold(&claim, "a group starts at an offset that is not a multiple of the width")?;
        let consecutive = Relation::comparison("==", end, op("+", start.clone(), lane)?)?;
        let claim = Claim::new(symbols, &lengths, &of_first, &consecutive);
        must_hold(&claim, "a group is not contiguous")?;
        lengths.pop();
        let lengths = lengths.iter().map(|length| symbols.simplified(length, &[])).collect();
        let groups = SymbolicLayout::new(symbols.clone(), lengths, start, self.elem());
        let groups = groups.and_then(|groups| groups.with_conditions(of_first));
        groups.map_err(|fault| GroupFault::Large(fault.message))
    }

    /// Returns the offset and the conditions with an expression in place of a component of the index.
    fn at_component(
        &self,
        dim: usize,
        component: &SymExpr,
    ) -> Result<(SymExpr, Vec<Relation>), String> {
        let numbers = self.symbols().exprs();
        let mut dims: Vec<SymExpr> = (0..self.rank()).map(SymExpr::dim).collect();
        dims[dim] = component.clone();
        let conditions = self.conditions().iter().map(|it| it.replaced(&numbers, &dims));
        let conditions = conditions.collect::<Result<Vec<_>, String>>()?;
        Ok((self.offset().replaced(&numbers, &dims)?, conditions))
    }
}
