//! Conditions on an op under which a choice applies.
//!
//! ```text
//! CONDITION = TERM == TERM | TERM != TERM | TERM in (ITEM, ..) | TERM not in (ITEM, ..)
//! TERM      = elem(V)               the element type of a value
//!           | dim(V, D)             the length of logical dim D, counted from the end if negative
//!           | rank(V)               the number of dims
//!           | bytes(V)              the number of bytes of a dense tensor
//!           | attr(KEY)             an attribute of the op: an integer, true or false, a string, or a list of integers
//!           | attr(KEY, CONST)      the same, with the default value if the op lacks it
//!           | TERM % N              the non-negative remainder of an integer after division by N
//!           | CONST                 only on the right side: 16, true, "SAME_UPPER", [1, 1], f16
//! V         = 0, 1, ..              counts operands, then results
//!           | result 0              counts results
//! ITEM      = CONST | 1 to 8192 | 16 to *        a range includes both ends
//! ```
//!
//! An unknown term makes its condition false, for every comparison: a dynamic length, a missing dim, value or
//! attribute, or an attribute of another kind. `i8` and `si8` are equal here, as in formats. The grammar has no `<`,
//! which MLIR would parse as a bracket; use a range.

use crate::data::types::{MAX_INTEGER_WIDTH, Signedness};
use crate::float::FloatKind;

/// A condition on an op under which a choice applies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    left: Term,
    modulo: Option<i64>,
    test: ConditionTest,
}

/// The left side of a condition, or the term on its right side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// `elem(0)`: the element type of a value.
    Elem(ValueSelector),
    /// `dim(0, 1)`: the length of a logical dim of a value; a negative dim counts from the end.
    Dim(ValueSelector, i64),
    /// `rank(0)`: the number of dims of a value.
    Rank(ValueSelector),
    /// `bytes(0)`: the number of bytes of all elements of a value, without padding.
    Bytes(ValueSelector),
    /// `attr(group)`, `attr(group, 1)`: an attribute of the op.
    Attr {
        /// The key.
        key: String,
        /// The value if the op lacks the attribute; the term is then unknown if this is `None`.
        default: Option<Const>,
    },
    /// A constant.
    Const(Const),
}

/// The value of an op to which a term refers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueSelector {
    /// The index over operands, then results.
    Value(usize),
    /// `result 0`.
    Result(usize),
}

/// A constant with which terms are compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Const {
    /// `16`.
    Int(i64),
    /// `true` or `false`, equal to 1 or 0.
    Bool(bool),
    /// `"SAME_UPPER"`.
    Text(String),
    /// `[1, 1]`.
    Ints(Vec<i64>),
    /// `f16`.
    Elem(ElemKind),
}

/// An element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElemKind {
    /// `f16`.
    Float(FloatKind),
    /// `i8`, `si8`, `ui8`.
    Integer {
        /// The width, in bits.
        width: u32,
        /// The interpretation of the bits.
        sign: Signedness,
    },
    /// `index`.
    Index,
}

/// The comparison of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConditionTest {
    /// `==`.
    Equals(Term),
    /// `!=`.
    Differs(Term),
    /// `in (..)`.
    In(Vec<Item>),
    /// `not in (..)`.
    NotIn(Vec<Item>),
}

/// A member of a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A constant.
    One(Const),
    /// `1 to 8192`, with both ends; `None` for a range without an end, `16 to *`.
    Range(i64, Option<i64>),
}

/// The kinds of terms. Element types are compared only with element types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TermKind {
    Elem,
    Int,
    /// Any constant other than an element type.
    Attr,
}

impl ElemKind {
    /// Returns the element type of a name: `f16`, `i8`, `ui32`, `index`. `None` if the name is invalid.
    pub fn from_name(name: &str) -> Option<ElemKind> {
        if name == "index" {
            return Some(ElemKind::Index);
        }
        if let Some(kind) = FloatKind::from_keyword(name) {
            return Some(ElemKind::Float(kind));
        }
        let (sign, digits) = Signedness::split(name)?;
        let width: u32 = digits.parse().ok()?;
        let plain = width.to_string() == digits && width <= MAX_INTEGER_WIDTH;
        plain.then_some(ElemKind::Integer { width, sign })
    }

    /// Returns the signless type for a signed integer type, and other types unchanged.
    fn plain(self) -> ElemKind {
        match self {
            ElemKind::Integer { width, sign: Signedness::Signed } => {
                ElemKind::Integer { width, sign: Signedness::Signless }
            }
            _ => self,
        }
    }
}

impl Const {
    /// Returns `true` if two constants have the same value.
    pub(crate) fn equals(&self, other: &Const) -> bool {
        match (self, other) {
            (Const::Elem(a), Const::Elem(b)) => a.plain() == b.plain(),
            _ => match (self.as_int(), other.as_int()) {
                (None, None) => self == other,
                (a, b) => a == b,
            },
        }
    }

    /// Returns the value of an integer or a boolean; `None` for another constant.
    pub(crate) fn as_int(&self) -> Option<i64> {
        match *self {
            Const::Int(value) => Some(value),
            Const::Bool(value) => Some(value.into()),
            _ => None,
        }
    }

    fn kind(&self) -> TermKind {
        match self {
            Const::Elem(_) => TermKind::Elem,
            Const::Int(_) => TermKind::Int,
            _ => TermKind::Attr,
        }
    }
}

impl Item {
    /// Returns `true` if the value is a member.
    pub(crate) fn has(&self, value: &Const) -> bool {
        match self {
            Item::One(one) => one.equals(value),
            Item::Range(low, high) => value
                .as_int()
                .is_some_and(|value| *low <= value && high.is_none_or(|high| value <= high)),
        }
    }
}

impl Term {
    fn kind(&self) -> TermKind {
        match self {
            Term::Elem(_) => TermKind::Elem,
            Term::Dim(..) | Term::Rank(_) | Term::Bytes(_) => TermKind::Int,
            Term::Attr { .. } => TermKind::Attr,
            Term::Const(value) => value.kind(),
        }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Term::Dim(_, dim) if !(-15..15).contains(dim) => {
                Err(format!("dim {dim} is out of range: a tensor has at most 15 dims"))
            }
            Term::Attr { key, default: Some(Const::Elem(_)) } => {
                Err(format!("the default of `{key}` must not be an element type"))
            }
            _ => Ok(()),
        }
    }
}

impl Condition {
    /// Returns a condition. `modulo` is the divisor if the left side is a remainder.
    ///
    /// # Errors
    /// The left side is a constant; the two sides can never be equal; a remainder is taken of a term that is not an
    /// integer, or its divisor is less than 1; a range or a set is empty.
    pub fn new(left: Term, modulo: Option<i64>, test: ConditionTest) -> Result<Condition, String> {
        left.check()?;
        if matches!(left, Term::Const(_)) {
            let text =
                "a condition must begin with a property of the op: elem, dim, rank, bytes or attr";
            return Err(text.to_owned());
        }
        let kind = match modulo {
            Some(..1) => return Err("the divisor after `%` must be at least 1".to_owned()),
            Some(_) if left.kind() == TermKind::Elem => {
                return Err("`%` is invalid for an element type".to_owned());
            }
            Some(_) => TermKind::Int,
            None => left.kind(),
        };
        match &test {
            ConditionTest::Equals(right) | ConditionTest::Differs(right) => {
                right.check()?;
                comparable(kind, right.kind())?;
            }
            ConditionTest::In(items) | ConditionTest::NotIn(items) if items.is_empty() => {
                return Err("a set must have at least one member".to_owned());
            }
            ConditionTest::In(items) | ConditionTest::NotIn(items) => {
                items.iter().try_for_each(|item| member(kind, item))?;
            }
        }
        Ok(Condition { left, modulo, test })
    }

    /// Returns the left side.
    pub fn left(&self) -> &Term {
        &self.left
    }

    /// Returns the divisor if the left side is a remainder; `None` if it is not.
    pub fn modulo(&self) -> Option<i64> {
        self.modulo
    }

    /// Returns the comparison.
    pub fn test(&self) -> &ConditionTest {
        &self.test
    }
}

fn comparable(left: TermKind, right: TermKind) -> Result<(), String> {
    match (left, right) {
        (TermKind::Elem, TermKind::Elem) => Ok(()),
        (TermKind::Elem, _) => {
            Err("an element type can only be compared with an element type, such as `f16`"
                .to_owned())
        }
        (_, TermKind::Elem) => {
            Err("only `elem(..)` can be compared with an element type".to_owned())
        }
        _ => Ok(()),
    }
}

fn member(kind: TermKind, item: &Item) -> Result<(), String> {
    match item {
        Item::One(value) => comparable(kind, value.kind()),
        Item::Range(..) if kind == TermKind::Elem => comparable(kind, TermKind::Int),
        Item::Range(low, Some(high)) if low > high => {
            Err(format!("the range {low} to {high} is empty"))
        }
        Item::Range(..) => Ok(()),
    }
}
