//! Values as functions of the symbolic dims: their lengths, and their elements if these are numbers of shapes.

use super::quantity::Quantity;
use crate::call::ValueFact;
use crate::literal::ElementValues;
use std::rc::Rc;

const MAX_NUMBERS: usize = crate::limits::TRACKED_ELEMENTS as usize;

/// The lengths and elements of a value as functions of the symbolic dims.
#[derive(Debug)]
pub(super) struct ValueForm {
    /// The lengths.
    pub(super) dims: Vec<Quantity>,
    /// The elements. `None` if there are too many, or they are not integers.
    pub(super) numbers: Option<Vec<Quantity>>,
}

impl ValueForm {
    /// Returns the form of a value of these types, whose known lengths and elements are constants. The other ones are
    /// `dims` and `numbers`.
    pub(super) fn new(
        fact: &ValueFact,
        dims: Option<Vec<Quantity>>,
        numbers: Option<Vec<Quantity>>,
    ) -> ValueForm {
        let dims = merged(&fact.ty.dims, dims, |&len| len.map(i128::from));
        let numbers = match &fact.numbers {
            Some(ElementValues::Ints(ints)) if ints.len() <= MAX_NUMBERS => {
                Some(merged(ints, numbers, |&int| int.map(i128::from)))
            }
            _ => numbers.filter(|numbers| numbers.len() <= MAX_NUMBERS),
        };
        ValueForm { dims, numbers }
    }

    /// Replaces each length that is not a polynomial by the symbol that the file states for it.
    pub(super) fn state(&mut self, stated: impl Iterator<Item = Option<usize>>) {
        for (len, symbol) in self.dims.iter_mut().zip(stated) {
            if let (Some(symbol), Quantity::Rising | Quantity::Unknown) = (symbol, &*len) {
                *len = Quantity::symbol(symbol);
            }
        }
    }
}

/// Returns the known values as constants, and those of a list of the same length for the others.
fn merged<T>(
    known: &[T],
    others: Option<Vec<Quantity>>,
    value: impl Fn(&T) -> Option<i128>,
) -> Vec<Quantity> {
    let others = others.filter(|others| others.len() == known.len());
    let others = others.unwrap_or_else(|| vec![Quantity::Unknown; known.len()]);
    let pairs = known.iter().zip(others);
    pairs.map(|(known, other)| value(known).map_or(other, Quantity::constant)).collect()
}

/// The operands of a node. An entry is `None` if the operand is omitted.
pub(super) struct OperandForms(pub(super) Vec<Option<Rc<ValueForm>>>);

impl OperandForms {
    /// Returns the lengths of an operand. `None` if it is omitted.
    pub(super) fn dims(&self, index: usize) -> Option<&[Quantity]> {
        Some(&self.0.get(index)?.as_ref()?.dims)
    }

    /// Returns the elements of an operand. `None` if it is omitted, or they are not tracked.
    pub(super) fn numbers(&self, index: usize) -> Option<&[Quantity]> {
        self.0.get(index)?.as_ref()?.numbers.as_deref()
    }

    /// Returns the lengths of an operand of at most one dim, if they are static.
    pub(super) fn is_list(&self, index: usize) -> bool {
        self.dims(index).is_some_and(|dims| dims.len() <= 1)
    }
}
