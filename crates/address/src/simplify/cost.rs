//! The cost models: what instructions cost, and the cheapest way to multiply by a constant.

use crate::operation::{Operation, WordOp};
use crate::program::{Program, ValueId};
use layout::StridedInterval;

/// The costs of operations, by which the cheapest program is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CostModel {
    /// A multiplication, of either half, counts 3, a division 20, everything else 1.
    Weight,
    /// Every operation counts 1.
    Ops,
    /// Issue slots of a GPU with multipliers at a quarter of the rate: a multiplication counts 4.
    Slots,
}

/// A sum of costs. Of two that are equal in what counts, the one with less of the other is better, so both are
/// kept in one number: what counts above bit 20, and below it operations, or weight where operations count.
pub type Price = u64;

const SHIFT: u32 = 20;

impl CostModel {
    /// Returns the model of a name; `None` if there is none.
    pub fn named(name: &str) -> Option<CostModel> {
        match name {
            "weight" => Some(CostModel::Weight),
            "ops" => Some(CostModel::Ops),
            "slots" => Some(CostModel::Slots),
            _ => None,
        }
    }

    /// The price of one operation that is neither a multiplication nor a division.
    pub(super) fn simple(self) -> Price {
        (1 << SHIFT) | 1
    }

    /// The price of a multiplication, or of its high half.
    pub(super) fn multiply(self) -> Price {
        match self {
            CostModel::Weight => (3 << SHIFT) | 1,
            CostModel::Ops => (1 << SHIFT) | 3,
            CostModel::Slots => (4 << SHIFT) | 1,
        }
    }

    /// The price of the low half of a product with a constant. A GPU multiplies at the full rate where it sees that
    /// both factors are below 2^24, so a factor of which only we know that is masked first.
    fn low(self, factor: u128, size: FactorSize) -> Price {
        match size {
            FactorSize::Visible if factor < NARROW => self.simple(),
            FactorSize::Narrow if factor < NARROW => 2 * self.simple(),
            _ => self.multiply(),
        }
    }

    /// The price of a product whose halves are taken for themselves: one operation computes both, but on a GPU each
    /// half takes a multiplication.
    fn product(self) -> Price {
        if self == CostModel::Slots { 0 } else { self.multiply() }
    }

    /// The price of one half of a product.
    fn half(self) -> Price {
        self.multiply() - self.product()
    }

    /// The price of a division or remainder, which no simplified program has.
    fn divide(self) -> Price {
        match self {
            CostModel::Weight => (20 << SHIFT) | 1,
            CostModel::Ops => (1 << SHIFT) | 20,
            CostModel::Slots => (40 << SHIFT) | 1,
        }
    }

    /// Returns what counts of a price.
    pub fn counted(price: Price) -> u64 {
        price >> SHIFT
    }

    /// The price of an instruction of a program.
    pub(super) fn price_of(self, program: &Program, visible: &VisibleBounds, of: ValueId) -> Price {
        let instruction = program.instruction(of);
        match (instruction.operation, instruction.operands()) {
            (Operation::Param(_) | Operation::Constant(_), _) => 0,
            (Operation::Binary(WordOp::Mul), &[a, b]) => {
                let size = FactorSize::of(1 << 64, visible.end(a), instruction.width.bits(), self);
                self.low(visible.end(b), size)
            }
            (Operation::Binary(WordOp::Div | WordOp::Rem), _) => self.divide(),
            (Operation::Product, _) => self.product(),
            (Operation::Low | Operation::High, _) => self.half(),
            _ => self.simple(),
        }
    }

    /// The price of a whole program: of all its instructions, without unused halves of products.
    pub(super) fn price(self, program: &Program) -> Price {
        let mut visible = VisibleBounds::default();
        let used = program.used();
        let counts = |value: &ValueId| {
            let half =
                matches!(program.instruction(*value).operation, Operation::Low | Operation::High);
            used[value.index()] || !half
        };
        let prices = program.values().map(|value| {
            visible.push(program, value);
            if counts(&value) { self.price_of(program, &visible, value) } else { 0 }
        });
        prices.sum()
    }
}

/// Numbers below this are multiplied at the full rate.
pub(super) const NARROW: u128 = 1 << 24;

/// For each value of a program the interval that a driver sees, which looks at instructions alone.
#[derive(Clone, Debug, Default)]
pub(super) struct VisibleBounds(Vec<StridedInterval>);

impl VisibleBounds {
    /// Adds the next value of a program, unless it is here.
    pub(super) fn push(&mut self, program: &Program, value: ValueId) {
        if value.index() < self.0.len() {
            return;
        }
        let instruction = program.instruction(value);
        let operands = instruction.operands().iter().map(|operand| self.0[operand.index()]);
        let operands: Vec<StridedInterval> = operands.collect();
        let shown = match instruction.operation {
            Operation::Binary(WordOp::Sub | WordOp::Div | WordOp::Rem) | Operation::Truncate => {
                None
            }
            operation => operation.interval(&operands),
        };
        let shown = shown.filter(|interval| interval.within(0..instruction.width.end()));
        self.0.push(shown.unwrap_or(instruction.width.words()));
    }

    /// One more than the greatest word that a driver takes a value for.
    pub(super) fn end(&self, value: ValueId) -> u128 {
        self.0[value.index()].high.unsigned_abs() + 1
    }
}

/// How great a factor is, as far as that has a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FactorSize {
    /// It may be 2^24 or more, or the cost model does not distinguish.
    Wide,
    /// It is below 2^24.
    Narrow,
    /// It is below 2^24, and a driver sees that.
    Visible,
}

impl FactorSize {
    /// The size of words below an end, of so many bits, where a driver sees that they are below another end.
    pub(super) fn of(end: u128, visible: u128, bits: u32, cost: CostModel) -> FactorSize {
        match cost {
            CostModel::Slots if bits == 32 && visible <= NARROW => FactorSize::Visible,
            CostModel::Slots if bits == 32 && end <= NARROW => FactorSize::Narrow,
            _ => FactorSize::Wide,
        }
    }
}

/// How to multiply by a constant above 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MultiplyBy {
    /// A shift.
    Shift(u32),
    /// `((x << a) + x) << b`.
    ShiftAdd(u32, u32),
    /// `((x << a) - x) << b`.
    ShiftSub(u32, u32),
    /// A multiplication.
    Multiply,
}

impl MultiplyBy {
    /// The cheapest way, and its price. A factor of 1 is free, and a shift by 0.
    pub(super) fn best(factor: u128, size: FactorSize, cost: CostModel) -> (MultiplyBy, Price) {
        let multiply = cost.low(factor, size);
        let shift = factor.trailing_zeros();
        let odd = factor >> shift;
        let last = if shift > 0 { cost.simple() } else { 0 };
        if odd == 1 {
            return (MultiplyBy::Shift(shift), last);
        }
        let two = 2 * cost.simple() + last;
        let way = if (odd - 1).is_power_of_two() {
            MultiplyBy::ShiftAdd((odd - 1).trailing_zeros(), shift)
        } else if (odd + 1).is_power_of_two() {
            MultiplyBy::ShiftSub((odd + 1).trailing_zeros(), shift)
        } else {
            return (MultiplyBy::Multiply, multiply);
        };
        if two < multiply { (way, two) } else { (MultiplyBy::Multiply, multiply) }
    }
}
