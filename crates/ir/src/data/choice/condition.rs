//! What a choice may ask of an op before it applies.
//!
//! ```text
//! CONDITION = TERM == TERM | TERM != TERM | TERM in (ITEM, ..) | TERM not in (ITEM, ..)
//! TERM      = elem(V)               the element type of a value
//!           | dim(V, D)             the length of logical dim D, from the end where it is negative
//!           | rank(V)               the number of dims
//!           | attr(KEY)             an attribute of the op: an integer, true or false, a string, or a list of integers
//!           | attr(KEY, CONST)      the same, with what it counts as where the op lacks it
//!           | TERM % N              what remains of an integer after division by N, never negative
//!           | CONST                 on the right side: 16, true, "SAME_UPPER", [1, 1], f16
//! V         = 0, 1, ..              counts operands, then results
//!           | result 0              counts results
//! ITEM      = CONST | 1 to 8192 | 16 to *        both ends belong to it
//! ```
//!
//! What cannot be known (a dynamic length, a dim or value or attribute that is not there, an attribute of another kind)
//! makes its condition false, whatever it compares. `i8` and `si8` are the same here, as for formats. There is no `<`: MLIR would
//! take it for a bracket, and a range says it.

use crate::data::types::{MAX_INTEGER_WIDTH, Signedness};
use crate::float::FloatKind;

/// Something that must hold for a choice to apply.
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
    /// `dim(0, 1)`: the length of a logical dim of a value; negative ones count from the end.
    Dim(ValueSelector, i64),
    /// `rank(0)`: the number of dims of a value.
    Rank(ValueSelector),
    /// `attr(group)`, `attr(group, 1)`: an attribute of the op.
    Attr {
        /// Its key.
        key: String,
        /// Its value where the op lacks it.
        default: Option<Const>,
    },
    /// A constant.
    Const(Const),
}

/// The value of an op that a term is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueSelector {
    /// Counted over operands, then results.
    Value(usize),
    /// `result 0`.
    Result(usize),
}

/// What terms are equal to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// `16`.
    Int(i64),
    /// `true`; it equals 1, as `false` equals 0.
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
        /// Bits.
        width: u32,
        /// How the bits are read.
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
    /// `1 to 8192`, with both ends; without a second it has no end: `16 to *`.
    Range(i64, Option<i64>),
}

/// The kinds of terms. Only terms of one kind are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TermKind {
    Elem,
    Int,
    /// Any constant but an element type.
    Attr,
}

impl ElemKind {
    /// The type of a name: `f16`, `i8`, `ui32`, `index`.
    pub fn from_name(name: &str) -> Option<ElemKind> {
        if name == "index" {
            return Some(ElemKind::Index);
        }
        if let Some(kind) = FloatKind::from_keyword(name) {
            return Some(ElemKind::Float(kind));
        }
        let (sign, digits) =
            [("ui", Signedness::Unsigned), ("si", Signedness::Signed), ("i", Signedness::Signless)]
                .into_iter()
                .find_map(|(prefix, sign)| Some((sign, name.strip_prefix(prefix)?)))?;
        let width: u32 = digits.parse().ok()?;
        let plain = width.to_string() == digits && width <= MAX_INTEGER_WIDTH;
        plain.then_some(ElemKind::Integer { width, sign })
    }

    /// The same where a sign makes no difference.
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
    /// `true` if two constants are the same value.
    pub(crate) fn equals(&self, other: &Const) -> bool {
        match (self, other) {
            (Const::Elem(a), Const::Elem(b)) => a.plain() == b.plain(),
            _ => match (self.as_int(), other.as_int()) {
                (None, None) => self == other,
                (a, b) => a == b,
            },
        }
    }

    /// The value of an integer or a truth; `None` for another constant.
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
    /// `true` if the value is a member.
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
            Term::Dim(..) | Term::Rank(_) => TermKind::Int,
            Term::Attr { .. } => TermKind::Attr,
            Term::Const(value) => value.kind(),
        }
    }

    fn check(&self) -> Result<(), String> {
        match self {
            Term::Dim(_, dim) if !(-15..15).contains(dim) => {
                Err(format!("a tensor has at most 15 dims, so none is dim {dim}"))
            }
            Term::Attr { key, default: Some(Const::Elem(_)) } => {
                Err(format!("`{key}` cannot count as an element type"))
            }
            _ => Ok(()),
        }
    }
}

impl Condition {
    /// A condition, with the number that its left side is divided by for what remains.
    ///
    /// # Errors
    /// The left side is a constant; the two sides can never be equal; a remainder of what is no integer, or after
    /// division by less than 1; a range without members; a set that is empty.
    pub fn new(left: Term, modulo: Option<i64>, test: ConditionTest) -> Result<Condition, String> {
        left.check()?;
        if matches!(left, Term::Const(_)) {
            let text = "a condition begins with what it asks of the op: elem, dim, rank or attr";
            return Err(text.to_owned());
        }
        let kind = match modulo {
            Some(..1) => return Err("the number after `%` must be 1 or more".to_owned()),
            Some(_) if left.kind() == TermKind::Elem => {
                return Err("an element type has no remainder".to_owned());
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
                return Err("a set has at least one member".to_owned());
            }
            ConditionTest::In(items) | ConditionTest::NotIn(items) => {
                items.iter().try_for_each(|item| member(kind, item))?;
            }
        }
        Ok(Condition { left, modulo, test })
    }

    /// What is compared.
    pub fn left(&self) -> &Term {
        &self.left
    }

    /// What the left side is divided by for what remains.
    pub fn modulo(&self) -> Option<i64> {
        self.modulo
    }

    /// How it is compared.
    pub fn test(&self) -> &ConditionTest {
        &self.test
    }
}

fn comparable(left: TermKind, right: TermKind) -> Result<(), String> {
    match (left, right) {
        (TermKind::Elem, TermKind::Elem) => Ok(()),
        (TermKind::Elem, _) => {
            Err("an element type is compared with one, such as `f16`".to_owned())
        }
        (_, TermKind::Elem) => Err("only `elem(..)` is compared with an element type".to_owned()),
        _ => Ok(()),
    }
}

fn member(kind: TermKind, item: &Item) -> Result<(), String> {
    match item {
        Item::One(value) => comparable(kind, value.kind()),
        Item::Range(..) if kind == TermKind::Elem => comparable(kind, TermKind::Int),
        Item::Range(low, Some(high)) if low > high => {
            Err(format!("the range {low} to {high} has no members"))
        }
        Item::Range(..) => Ok(()),
    }
}
