//! The cost models of instructions, and the cheapest multiplication by a constant.

use super::fusion::fused_pairs;
use super::visible::{NARROW, VisibleBounds};
use crate::operation::{Operation, Width, WordOp};
use crate::program::{Program, ValueId};

/// The cost model of instructions that selects the cheapest program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CostModel {
    /// A multiplication (low or high half) costs 3, or 12 on words of 64 bits, a division 20, every other operation 1.
    Weight,
    /// Every operation costs 1, a division too, so that a division by a constant is kept where it is cheapest.
    Ops,
    /// Issue slots of a GPU whose multipliers have a quarter of the full rate: a multiplication costs 4, or 12 on words
    /// of 64 bits. A conversion between 32 and 64 bits is free, and so is the first operation of a pair that one
    /// instruction computes (`fusion`).
    Slots,
}

/// A primary and a secondary cost in one integer. The cost of the model starts at bit 20. The lower bits order programs
/// of equal cost: they hold the number of operations, or the weight in the model [`CostModel::Ops`].
pub type Price = u64;

const SHIFT: u32 = 20;

impl CostModel {
    /// Returns the price of an operation that is neither a multiplication nor a division.
    pub(super) fn simple(self) -> Price {
        (1 << SHIFT) | 1
    }

    /// Returns the price of a multiplication (low or high half) of words of this width.
    pub(super) fn multiply(self, width: Width) -> Price {
        let is_long = width > Width::I32;
        match self {
            CostModel::Weight | CostModel::Slots if is_long => (12 << SHIFT) | 1,
            CostModel::Weight => (3 << SHIFT) | 1,
            CostModel::Ops => (1 << SHIFT) | if is_long { 12 } else { 3 },
            CostModel::Slots => (4 << SHIFT) | 1,
        }
    }

    /// Returns the price of a conversion between words of 32 and 64 bits. A GPU keeps a long word in two registers, so
    /// a conversion needs no issue slot.
    pub(super) fn convert(self) -> Price {
        if self == CostModel::Slots { 1 } else { self.simple() }
    }

    /// Returns the price of the low half of a product with a constant. A GPU driver multiplies at the full rate if it
    /// can prove that both factors are below 2^24. If only this compiler can prove that, a mask shows it to the driver.
    fn low(self, factor: u128, size: FactorSize, width: Width) -> Price {
        match size {
            FactorSize::Visible if factor < NARROW => self.simple(),
            FactorSize::Narrow if factor < NARROW => 2 * self.simple(),
            _ => self.multiply(width),
        }
    }

    /// Returns the price of a full product, without its halves. One operation computes both halves, but on a GPU each
    /// half is a multiplication.
    fn product(self, width: Width) -> Price {
        if self == CostModel::Slots { 0 } else { self.multiply(width) }
    }

    /// Returns the price of one half of a full product.
    fn half(self, width: Width) -> Price {
        self.multiply(width) - self.product(width)
    }

    /// Returns `true` if prices depend on the bounds that a driver proves for operands.
    pub(super) fn reads_bounds(self) -> bool {
        self == CostModel::Slots
    }

    /// Returns `true` if a simplified program may have divisions and remainders.
    pub(super) fn keeps_divisions(self) -> bool {
        self == CostModel::Ops
    }

    /// Returns the price of a division or remainder.
    pub(super) fn divide(self) -> Price {
        match self {
            CostModel::Weight => (20 << SHIFT) | 1,
            CostModel::Ops => (1 << SHIFT) | 20,
            CostModel::Slots => (40 << SHIFT) | 1,
        }
    }

    /// Returns the primary cost of a price.
    pub fn counted(price: Price) -> u64 {
        price >> SHIFT
    }

    /// Returns the price of the instruction that defines a value.
    pub(super) fn price_of(self, program: &Program, visible: &VisibleBounds, of: ValueId) -> Price {
        let instruction = program.instruction(of);
        let width = instruction.width;
        match (instruction.operation, instruction.operands()) {
            (Operation::Param(_) | Operation::Constant(_), _) => 0,
            (Operation::Binary(WordOp::Mul), &[a, b]) => {
                let size = FactorSize::classify(1 << 64, visible.end(a), width, self);
                self.low(visible.end(b), size, width)
            }
            (Operation::Binary(WordOp::Div | WordOp::Rem), _) => self.divide(),
            (Operation::Product, _) => self.product(width),
            (Operation::Low | Operation::High, _) => self.half(width),
            (Operation::Extend | Operation::Truncate, &[a])
                if width.min(program.width(a)) >= Width::I32 =>
            {
                self.convert()
            }
            _ => self.simple(),
        }
    }

    /// Returns the cost of a program, op by op, where a shift or a mask replaces each product, quotient and remainder by
    /// a power of two. No compiler needs more.
    pub(super) fn plain(self, program: &Program) -> u64 {
        let mut visible = VisibleBounds::new(self.reads_bounds());
        let prices = program.values().map(|value| {
            visible.push(program, value);
            let instruction = program.instruction(value);
            match instruction.operation {
                Operation::Binary(WordOp::Mul | WordOp::Div | WordOp::Rem)
                    if instruction.operands().last().is_some_and(|operand| {
                        match program.instruction(*operand).operation {
                            Operation::Constant(word) => word.is_power_of_two(),
                            _ => false,
                        }
                    }) =>
                {
                    self.simple()
                }
                _ => self.price_of(program, &visible, value),
            }
        });
        CostModel::counted(prices.sum())
    }

    /// Returns the price of a program: the sum over all instructions except unused halves of products.
    pub(super) fn price(self, program: &Program) -> Price {
        let mut visible = VisibleBounds::new(self.reads_bounds());
        let used = program.used();
        let prices = program.values().map(|value| {
            visible.push(program, value);
            match program.instruction(value).operation {
                Operation::Low | Operation::High if !used[value.index()] => 0,
                _ => self.price_of(program, &visible, value),
            }
        });
        let sum: Price = prices.sum();
        match self {
            CostModel::Slots => sum - fused_pairs(program, &visible) as Price * (1 << SHIFT),
            _ => sum,
        }
    }
}

/// The size of a factor, as far as it affects the price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FactorSize {
    /// The factor may be 2^24 or more, or the cost model ignores its size.
    Wide,
    /// The factor is below 2^24, but a driver cannot prove that.
    Narrow,
    /// The factor is below 2^24, and a driver can prove that.
    Visible,
}

impl FactorSize {
    /// Returns the size of words of this width that are below `end`; a driver proves that they are below `visible`.
    pub(super) fn classify(end: u128, visible: u128, width: Width, cost: CostModel) -> FactorSize {
        match cost {
            CostModel::Slots if width == Width::I32 && visible <= NARROW => FactorSize::Visible,
            CostModel::Slots if width == Width::I32 && end <= NARROW => FactorSize::Narrow,
            _ => FactorSize::Wide,
        }
    }
}

/// The instructions for a multiplication by a constant above 1.
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
    /// Returns the cheapest instructions and their price. A factor of 1 is a shift by 0 and costs nothing.
    pub(super) fn best(
        factor: u128,
        size: FactorSize,
        width: Width,
        cost: CostModel,
    ) -> (MultiplyBy, Price) {
        let shift = factor.trailing_zeros();
        let odd = factor >> shift;
        let last = if shift > 0 { cost.simple() } else { 0 };
        if odd == 1 {
            return (MultiplyBy::Shift(shift), last);
        }
        let multiply = cost.low(factor, size, width);
        let two = 2 * cost.simple() + last;
        let plan = if (odd - 1).is_power_of_two() {
            MultiplyBy::ShiftAdd((odd - 1).trailing_zeros(), shift)
        } else if (odd + 1).is_power_of_two() {
            MultiplyBy::ShiftSub((odd + 1).trailing_zeros(), shift)
        } else {
            return (MultiplyBy::Multiply, multiply);
        };
        if two < multiply { (plan, two) } else { (MultiplyBy::Multiply, multiply) }
    }
}
