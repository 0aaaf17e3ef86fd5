//! A node as rules of inference see it: its attributes, and what is known of its operands.

use crate::elem::TensorType;
use crate::literal::{ElementValues, TensorLiteral};
use ir::types::Extent;
use rten_onnx::onnx::{AttributeProto, NodeProto, TensorProto};

/// What is known of a value.
#[derive(Clone, Debug)]
pub(crate) struct ValueFact {
    /// Its type.
    pub(crate) ty: TensorType,
    /// Its elements, where all are known.
    pub(crate) literal: Option<TensorLiteral>,
    /// Its elements as far as they are known, where they are few and may tell a shape.
    pub(crate) numbers: Option<ElementValues>,
}

impl ValueFact {
    /// A value of which the type is known.
    pub(crate) fn typed(ty: TensorType) -> ValueFact {
        ValueFact { ty, literal: None, numbers: None }
    }

    /// A constant.
    pub(crate) fn constant(literal: TensorLiteral) -> ValueFact {
        ValueFact { ty: literal.ty.clone(), numbers: literal.numbers(), literal: Some(literal) }
    }
}

/// Why a rule gives no type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum InferenceStop {
    /// It cannot be known from what is known.
    Unknown,
    /// The node breaks the rules of its op.
    Wrong(String),
}

/// The types of a node's results, of as many as the rule knows.
pub(crate) type ValueTypes = Result<Vec<TensorType>, InferenceStop>;

/// A node is wrong.
pub(crate) fn wrong<T>(message: impl Into<String>) -> Result<T, InferenceStop> {
    Err(InferenceStop::Wrong(message.into()))
}

/// A node with what is known of its operands.
pub(crate) struct Call<'a> {
    pub(crate) node: &'a NodeProto,
    /// The version of the set of ops that the model uses.
    pub(crate) opset: i64,
    /// The operands; none where an optional one is left out.
    pub(crate) inputs: Vec<Option<&'a ValueFact>>,
}

impl<'a> Call<'a> {
    /// An attribute by name.
    pub(crate) fn attr(&self, key: &str) -> Option<&'a AttributeProto> {
        self.node.attribute.iter().find(|attr| attr.name.as_deref() == Some(key))
    }

    /// An integer attribute.
    pub(crate) fn int(&self, key: &str) -> Option<i64> {
        self.attr(key)?.i
    }

    /// A string attribute.
    pub(crate) fn string(&self, key: &str) -> Option<&'a str> {
        self.attr(key)?.s.as_deref()
    }

    /// A list of integers.
    pub(crate) fn ints(&self, key: &str) -> Option<&'a [i64]> {
        self.attr(key).map(|attr| attr.ints.as_slice())
    }

    /// A list of integers with one for each of so many dims; `or` for each where it is not there.
    pub(crate) fn ints_of(
        &self,
        key: &str,
        len: usize,
        or: i64,
    ) -> Result<Vec<i64>, InferenceStop> {
        match self.ints(key).filter(|ints| !ints.is_empty()) {
            None => Ok(vec![or; len]),
            Some(ints) if ints.len() == len => Ok(ints.to_vec()),
            Some(ints) => {
                wrong(format!("`{key}` has {} entries, but {len} are needed", ints.len()))
            }
        }
    }

    /// A tensor attribute.
    pub(crate) fn tensor(&self, key: &str) -> Option<&'a TensorProto> {
        self.attr(key)?.t.as_ref()
    }

    /// An operand that may be left out.
    pub(crate) fn optional(&self, place: usize) -> Option<&'a ValueFact> {
        self.inputs.get(place).copied().flatten()
    }

    /// The type of an operand that must be there.
    pub(crate) fn input(&self, place: usize) -> Result<&'a TensorType, InferenceStop> {
        match self.optional(place) {
            Some(fact) => Ok(&fact.ty),
            None => wrong(format!("operand {place} is missing")),
        }
    }

    /// The lengths of an operand that must be there.
    pub(crate) fn dims(&self, place: usize) -> Result<&'a [Extent], InferenceStop> {
        self.input(place).map(|ty| ty.dims.as_slice())
    }

    /// The integers of an operand, each as far as it is known; none if it is not there.
    ///
    /// # Errors
    /// The operand is there, but nothing is known of its elements.
    pub(crate) fn partial_ints(
        &self,
        place: usize,
    ) -> Result<Option<&'a [Option<i64>]>, InferenceStop> {
        match self.optional(place).map(|fact| &fact.numbers) {
            None => Ok(None),
            Some(Some(ElementValues::Ints(ints))) => Ok(Some(ints)),
            Some(_) => Err(InferenceStop::Unknown),
        }
    }

    /// The integers of an operand; none if it is not there.
    ///
    /// # Errors
    /// The operand is there, but not all of its elements are known.
    pub(crate) fn known_ints(&self, place: usize) -> Result<Option<Vec<i64>>, InferenceStop> {
        let Some(ints) = self.partial_ints(place)? else { return Ok(None) };
        ints.iter().copied().collect::<Option<_>>().map(Some).ok_or(InferenceStop::Unknown)
    }

    /// A list of integers that old versions have as an attribute and later ones as an operand.
    pub(crate) fn ints_anywhere(
        &self,
        key: &str,
        place: usize,
    ) -> Result<Option<Vec<i64>>, InferenceStop> {
        match self.ints(key) {
            Some(ints) => Ok(Some(ints.to_vec())),
            None => self.known_ints(place),
        }
    }

    /// The type of operand 0 with other lengths, as the only result.
    pub(crate) fn like(&self, dims: impl Into<Vec<Extent>>) -> ValueTypes {
        Ok(vec![TensorType::new(self.input(0)?.elem, dims)])
    }

    /// The dim that an axis attribute means.
    pub(crate) fn axis(&self, or: i64, rank: usize) -> Result<usize, InferenceStop> {
        axis(self.int("axis").unwrap_or(or), rank)
    }
}

/// The dim that an axis means; a negative one counts from the end.
pub(crate) fn axis(axis: i64, rank: usize) -> Result<usize, InferenceStop> {
    let from_end = if axis < 0 { axis.checked_add_unsigned(rank as u64) } else { Some(axis) };
    match from_end.and_then(|axis| usize::try_from(axis).ok()).filter(|&axis| axis < rank) {
        Some(axis) => Ok(axis),
        None => wrong(format!("{axis} is no axis of a tensor of {rank} dims")),
    }
}

/// The dims that axes mean, each at most once.
pub(crate) fn axes(list: &[i64], rank: usize) -> Result<Vec<usize>, InferenceStop> {
    let mut seen = vec![false; rank];
    let one = |&value: &i64| {
        let dim = axis(value, rank)?;
        match std::mem::replace(&mut seen[dim], true) {
            true => wrong(format!("axis {value} is listed twice")),
            false => Ok(dim),
        }
    };
    list.iter().map(one).collect()
}

/// A length that was computed.
pub(crate) fn length(value: i128, what: &str) -> Result<u64, InferenceStop> {
    let length = u64::try_from(value).ok().filter(|&length| i64::try_from(length).is_ok());
    length.map_or_else(|| wrong(format!("{what} has the length {value}")), Ok)
}

/// Two lengths that must agree, where both are known; the one that is known.
pub(crate) fn agree(
    a: Extent,
    b: Extent,
    what: impl FnOnce() -> String,
) -> Result<Extent, InferenceStop> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => wrong(format!("{} are {a} and {b}", what())),
        _ => Ok(a.or(b)),
    }
}
