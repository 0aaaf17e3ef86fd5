//! A node as inference rules see it: its attributes, and the types and known elements of its operands.

use crate::elem::TensorType;
use crate::literal::{ElementValues, TensorLiteral};
use ir::types::Extent;
use rten_onnx::onnx::{AttributeProto, NodeProto, TensorProto};

/// The type of a value, and its elements as far as they are known.
#[derive(Clone, Debug)]
pub(crate) struct ValueFact {
    /// The element type and the lengths of the dims.
    pub(crate) ty: TensorType,
    /// The elements. `None` if any of them is unknown, or if the tensor is too large.
    pub(crate) literal: Option<TensorLiteral>,
    /// Elements for shape computations, each `None` if it is unknown. `None` if the tensor has too many elements, or an
    /// element type that shapes do not use.
    pub(crate) numbers: Option<ElementValues>,
}

impl ValueFact {
    /// Returns the fact of a value whose type is known, but none of its elements.
    pub(crate) fn typed(ty: TensorType) -> ValueFact {
        ValueFact { ty, literal: None, numbers: None }
    }

    /// Returns the fact of a constant.
    pub(crate) fn constant(literal: TensorLiteral) -> ValueFact {
        ValueFact { ty: literal.ty.clone(), numbers: literal.numbers(), literal: Some(literal) }
    }
}

/// The reason why a rule returns no types.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum InferenceStop {
    /// The known facts do not determine the types.
    Unknown,
    /// The node is invalid, for the stated reason.
    Wrong(String),
}

/// The types of the leading results of a node, or the reason why they are not returned.
pub(crate) type ValueTypes = Result<Vec<TensorType>, InferenceStop>;

/// Returns [`InferenceStop::Wrong`] with a message.
pub(crate) fn wrong<T>(message: impl Into<String>) -> Result<T, InferenceStop> {
    Err(InferenceStop::Wrong(message.into()))
}

/// A node with the facts of its operands.
pub(crate) struct Call<'a> {
    pub(crate) node: &'a NodeProto,
    /// The version of the standard op set that the model uses.
    pub(crate) opset: i64,
    /// The operands. An entry is `None` if an optional operand is omitted.
    pub(crate) inputs: Vec<Option<&'a ValueFact>>,
}

impl<'a> Call<'a> {
    /// Returns an attribute by name.
    pub(crate) fn attr(&self, key: &str) -> Option<&'a AttributeProto> {
        self.node.attribute.iter().find(|attr| attr.name.as_deref() == Some(key))
    }

    /// Returns an integer attribute.
    pub(crate) fn int(&self, key: &str) -> Option<i64> {
        self.attr(key)?.i
    }

    /// Returns a string attribute.
    pub(crate) fn string(&self, key: &str) -> Option<&'a str> {
        self.attr(key)?.s.as_deref()
    }

    /// Returns the list of integers of an attribute.
    pub(crate) fn ints(&self, key: &str) -> Option<&'a [i64]> {
        self.attr(key).map(|attr| attr.ints.as_slice())
    }

    /// Returns a list of exactly `len` integers. An absent or empty attribute means `len` times `or`.
    ///
    /// # Errors
    /// The list has another number of entries.
    pub(crate) fn ints_of(
        &self,
        key: &str,
        len: usize,
        or: i64,
    ) -> Result<Vec<i64>, InferenceStop> {
        match self.ints(key).filter(|ints| !ints.is_empty()) {
            None => Ok(vec![or; len]),
            Some(ints) if ints.len() == len => Ok(ints.to_vec()),
            Some(ints) => wrong(format!("`{key}` must have {len} entries, but has {}", ints.len())),
        }
    }

    /// Returns a tensor attribute.
    pub(crate) fn tensor(&self, key: &str) -> Option<&'a TensorProto> {
        self.attr(key)?.t.as_ref()
    }

    /// Returns the fact of operand `index`. `None` if the operand is omitted.
    pub(crate) fn optional(&self, index: usize) -> Option<&'a ValueFact> {
        self.inputs.get(index).copied().flatten()
    }

    /// Returns the type of a required operand.
    ///
    /// # Errors
    /// The operand is missing.
    pub(crate) fn input(&self, index: usize) -> Result<&'a TensorType, InferenceStop> {
        match self.optional(index) {
            Some(fact) => Ok(&fact.ty),
            None => wrong(format!("operand {index} is missing")),
        }
    }

    /// Returns the lengths of a required operand.
    ///
    /// # Errors
    /// The operand is missing.
    pub(crate) fn dims(&self, index: usize) -> Result<&'a [Extent], InferenceStop> {
        self.input(index).map(|ty| ty.dims.as_slice())
    }

    /// Returns the integers of an operand, each `None` if it is unknown. `None` if the operand is omitted.
    ///
    /// # Errors
    /// The operand exists, but none of its elements is known.
    pub(crate) fn partial_ints(
        &self,
        index: usize,
    ) -> Result<Option<&'a [Option<i64>]>, InferenceStop> {
        match self.optional(index).map(|fact| &fact.numbers) {
            None => Ok(None),
            Some(Some(ElementValues::Ints(ints))) => Ok(Some(ints)),
            Some(_) => Err(InferenceStop::Unknown),
        }
    }

    /// Returns the integers of an operand. `None` if the operand is omitted.
    ///
    /// # Errors
    /// The operand exists, but some of its elements are unknown.
    pub(crate) fn known_ints(&self, index: usize) -> Result<Option<Vec<i64>>, InferenceStop> {
        let Some(ints) = self.partial_ints(index)? else { return Ok(None) };
        ints.iter().copied().collect::<Option<_>>().map(Some).ok_or(InferenceStop::Unknown)
    }

    /// Returns the first integer of an operand, if all of them are known.
    pub(crate) fn known_int(&self, index: usize) -> Option<i64> {
        self.known_ints(index).ok()??.first().copied()
    }

    /// Returns a list of integers that is an attribute in old versions of an op, and an operand in later ones.
    pub(crate) fn ints_anywhere(
        &self,
        key: &str,
        index: usize,
    ) -> Result<Option<Vec<i64>>, InferenceStop> {
        match self.ints(key) {
            Some(ints) => Ok(Some(ints.to_vec())),
            None => self.known_ints(index),
        }
    }

    /// Returns the type of operand 0 with the lengths `dims`, as the only result.
    pub(crate) fn like(&self, dims: impl Into<Vec<Extent>>) -> ValueTypes {
        Ok(vec![TensorType::new(self.input(0)?.elem, dims)])
    }

    /// Returns the dim that the `axis` attribute selects, which is `or` if it is absent.
    pub(crate) fn axis(&self, or: i64, rank: usize) -> Result<usize, InferenceStop> {
        axis(self.int("axis").unwrap_or(or), rank)
    }
}

/// Returns the dim of an axis. A negative axis counts from the last dim.
pub(crate) fn axis(axis: i64, rank: usize) -> Result<usize, InferenceStop> {
    match from_end(axis, rank) {
        Some(axis) => Ok(axis),
        None => wrong(format!("axis {axis} is out of range for a tensor of {rank} dims")),
    }
}

/// Returns the index below `len` that a number means, which counts from the end if it is negative.
pub(crate) fn from_end(index: i64, len: usize) -> Option<usize> {
    let index = if index < 0 { index.checked_add_unsigned(len as u64)? } else { index };
    usize::try_from(index).ok().filter(|&index| index < len)
}

/// Returns the dims of a list of axes, which must be distinct.
pub(crate) fn axes(list: &[i64], rank: usize) -> Result<Vec<usize>, InferenceStop> {
    let mut seen = vec![false; rank];
    list.iter()
        .map(|&value| {
            let dim = axis(value, rank)?;
            match std::mem::replace(&mut seen[dim], true) {
                true => wrong(format!("axis {value} is listed twice")),
                false => Ok(dim),
            }
        })
        .collect()
}

/// Converts a computed length.
///
/// # Errors
/// The value is negative or 2^63 or more; `what` names it in the message.
pub(crate) fn length(value: i128, what: &str) -> Result<u64, InferenceStop> {
    let length = u64::try_from(value).ok().filter(|&length| i64::try_from(length).is_ok());
    length
        .map_or_else(|| wrong(format!("{what} must be between 0 and 2^63 - 1, but is {value}")), Ok)
}

/// Returns the length that two lengths agree on. `None` if neither is known.
///
/// # Errors
/// Both are known and differ; `what` names them in the message.
pub(crate) fn agree(
    a: Extent,
    b: Extent,
    what: impl FnOnce() -> String,
) -> Result<Extent, InferenceStop> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => {
            wrong(format!("{} must be equal, but are {a} and {b}", what()))
        }
        _ => Ok(a.or(b)),
    }
}
