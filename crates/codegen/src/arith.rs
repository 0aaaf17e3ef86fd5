//! Addressing functions in a small typed form, which the emitters of code read.
//!
//! An addressing function is a `func.func` with the attribute `layout.address`, as `lower-addressing` makes it
//! and `simplify-index` leaves it: one block of `arith` ops on unsigned integers that ends in a `func.return` of
//! an offset and, where not each index has memory, of whether this one has:
//!
//! ```text
//! func.func @offset_x(%d0: i32, %d1: i32) -> i32
//!     attributes {layout.address = {lengths = array<i64: 4, 5>, of = @x, unit = "element"}} { ... }
//! ```
//!
//! [`functions`] reads every one of a module; kernels of `layout.reorder`, which have a key `kernel` there, are read
//! by [`kernel`]. What they give is checked: an emitter of it needs no error of its own.
//! Values are numbered from 0: the parameters, then what each instruction defines, in their order.
//!
//! - Operands are defined before they are used, and have the widths that [`Kind`] tells.
//! - All arithmetic is unsigned and wraps, as in `arith`. Flags that promise more (`overflowFlags`, `isExact`) are
//!   left out, which changes no function's meaning.
//! - Divisors are constants other than 0, and the amounts of shifts are constants below the width, so that no index,
//!   valid or not, leads to a trap or to behaviour that a language does not define.

mod read;

pub use read::{functions, kernel};

use ir::source::Span;

/// The passes that make addressing functions of what a program asks for, and make them cheap.
pub const PASSES: &[&str] = &["resolve-strides", "lower-addressing", "simplify-index"];

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// `i1`: a truth.
    I1,
    /// `i32`, read without a sign.
    I32,
    /// `i64`, read without a sign.
    I64,
}

impl Width {
    /// 1, 32 or 64.
    pub fn bits(self) -> u32 {
        match self {
            Width::I1 => 1,
            Width::I32 => 32,
            Width::I64 => 64,
        }
    }

    /// The largest value.
    pub fn largest(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

/// A value of a [`Function`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub u32);

impl Value {
    /// Its number among all values of the function.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueInfo {
    /// Its type.
    pub width: Width,
    /// What it always is, where a constant defines it; at most the width's largest value.
    pub constant: Option<u64>,
    /// Whether the function's results depend on it.
    pub used: bool,
}

/// What an offset counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Elements.
    Element,
    /// Bytes.
    Byte,
}

/// An addressing function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function<'a> {
    /// Its symbol, without the sigil.
    pub name: &'a str,
    /// The symbol of the tensor or descriptor whose memory it addresses; empty for a kernel.
    pub of: &'a str,
    /// What the offset counts.
    pub unit: Unit,
    /// The length of each logical dim, as many as parameters: an index in range is below it. A length is at most
    /// one more than the parameter's largest value.
    pub lengths: Vec<u64>,
    /// How many parameters there are, one for each logical dim; they are the first values, and no truths.
    pub params: u32,
    /// All values, by their numbers.
    pub values: Vec<ValueInfo>,
    /// What is computed, in order; each instruction reads only what is before it.
    pub body: Vec<Inst>,
    /// The offset, which is no truth.
    pub offset: Value,
    /// Whether the index has memory; none where every index in range has. Where it is false the offset has no meaning.
    pub valid: Option<Value>,
    /// Where the function stands in the text.
    pub span: Span,
}

impl Function<'_> {
    /// The parameters, the outermost logical dim first.
    pub fn params(&self) -> impl Iterator<Item = Value> + use<> {
        (0..self.params).map(Value)
    }

    /// The type of a value.
    pub fn width(&self, value: Value) -> Width {
        self.values[value.index()].width
    }

    /// What a value always is, where a constant defines it.
    pub fn constant(&self, value: Value) -> Option<u64> {
        self.values[value.index()].constant
    }

    /// Whether the results depend on a value.
    pub fn is_used(&self, value: Value) -> bool {
        self.values[value.index()].used
    }

    /// Finds out what the results depend on, for who has changed the body.
    pub fn mark_used(&mut self) {
        self.values.iter_mut().for_each(|it| it.used = false);
        for value in [Some(self.offset), self.valid].into_iter().flatten() {
            self.values[value.index()].used = true;
        }
        // Uses stand behind what they use, so one way from the end is enough.
        for inst in self.body.iter().rev() {
            let defined = [Some(inst.result), inst.second()];
            if defined.into_iter().flatten().any(|it| self.values[it.index()].used) {
                inst.kind.operands().for_each(|it| self.values[it.index()].used = true);
            }
        }
    }
}

/// What the copy of a `layout.reorder` is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel<'a> {
    /// From a slot of the target's buffer to one of the source's, and whether the slot holds an element. It counts
    /// elements, and its one length is the number of slots of the target.
    pub function: Function<'a>,
    /// The number of slots of the source.
    pub source: u64,
    /// Whether slots that hold no element are made zero; else they are left alone.
    pub fills: bool,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inst {
    /// The value it defines; of two the first, and the other has the next number.
    pub result: Value,
    /// What it computes.
    pub kind: Kind,
}

impl Inst {
    /// The second value of an instruction that defines two.
    pub fn second(&self) -> Option<Value> {
        matches!(self.kind, Kind::MulExtended(..)).then_some(Value(self.result.0 + 1))
    }
}

/// What an instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `arith.constant`, at most the width's largest value.
    Constant(u64),
    /// Two operands of the result's width.
    Binary(Binary, Value, Value),
    /// `arith.cmpi` of two operands of one width, which is no truth; gives a truth.
    Compare(Predicate, Value, Value),
    /// `arith.select`: the first operand, a truth, picks the second or else the third, both of the result's width.
    Select(Value, Value, Value),
    /// `arith.extui`: zeros above the operand, whose width is less than the result's.
    Extend(Value),
    /// `arith.trunci`: the low 32 bits of 64.
    Truncate(Value),
    /// `arith.mului_extended`: the low and the high half of the product, each of the operands' width, which is no truth.
    MulExtended(Value, Value),
}

impl Kind {
    /// The operands in order.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let operands = match self {
            Kind::Constant(_) => [None; 3],
            Kind::Extend(a) | Kind::Truncate(a) => [Some(a), None, None],
            Kind::Binary(_, a, b) | Kind::Compare(_, a, b) | Kind::MulExtended(a, b) => {
                [Some(a), Some(b), None]
            }
            Kind::Select(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}

/// An op of two operands and a result of one width. Only the last three are for truths, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `arith.addi`.
    Add,
    /// `arith.subi`.
    Sub,
    /// `arith.muli`: the low half of the product.
    Mul,
    /// `arith.divui`; the divisor is a constant other than 0.
    Div,
    /// `arith.remui`; the divisor is a constant other than 0.
    Rem,
    /// `arith.shli`; the amount is a constant below the width.
    Shl,
    /// `arith.shrui`; the amount is a constant below the width.
    Shr,
    /// `arith.minui`.
    Min,
    /// `arith.maxui`.
    Max,
    /// `arith.andi`.
    And,
    /// `arith.ori`.
    Or,
    /// `arith.xori`.
    Xor,
}

impl Binary {
    /// Whether it takes truths.
    pub fn takes_truths(self) -> bool {
        matches!(self, Binary::And | Binary::Or | Binary::Xor)
    }
}

/// How `arith.cmpi` compares; without a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// `eq`.
    Equal,
    /// `ne`.
    NotEqual,
    /// `ult`.
    Less,
    /// `ule`.
    LessEqual,
    /// `ugt`.
    Greater,
    /// `uge`.
    GreaterEqual,
}

impl Predicate {
    /// What it says of two numbers.
    pub fn holds(self, left: u64, right: u64) -> bool {
        match self {
            Predicate::Equal => left == right,
            Predicate::NotEqual => left != right,
            Predicate::Less => left < right,
            Predicate::LessEqual => left <= right,
            Predicate::Greater => left > right,
            Predicate::GreaterEqual => left >= right,
        }
    }
}

#[cfg(test)]
mod tests;
