//! What operations cost, and the cheapest way to multiply by a constant.

/// What cheap means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cost {
    /// A multiplication, of either half, counts 3, a division 20, everything else 1.
    Weight,
    /// Every operation counts 1.
    Ops,
    /// Issue slots of a GPU with multipliers at a quarter of the rate: a multiplication counts 4.
    Slots,
}

/// A sum of costs. Of two that are equal in what counts, the one with less of the other is better, so both are
/// kept in one number: what counts above bit 20, and below it operations, or weight where operations count.
pub(crate) type Price = u64;

const SHIFT: u32 = 20;

impl Cost {
    /// The option's value with this name.
    pub(crate) fn named(name: &str) -> Cost {
        match name {
            "ops" => Cost::Ops,
            "slots" => Cost::Slots,
            _ => Cost::Weight,
        }
    }

    /// The price of one operation that is neither a multiplication nor a division.
    pub(crate) fn simple(self) -> Price {
        (1 << SHIFT) | 1
    }

    /// The price of a multiplication, or of its high half.
    pub(crate) fn multiply(self) -> Price {
        match self {
            Cost::Weight => (3 << SHIFT) | 1,
            Cost::Ops => (1 << SHIFT) | 3,
            Cost::Slots => (4 << SHIFT) | 1,
        }
    }

    /// The price of the low half of a product with a constant. A GPU multiplies at the full rate where it sees that
    /// both factors are below 2^24, so a factor of which only we know that is masked first.
    pub(crate) fn low(self, factor: u128, size: Size) -> Price {
        match size {
            Size::Shown if factor < NARROW => self.simple(),
            Size::Narrow if factor < NARROW => 2 * self.simple(),
            _ => self.multiply(),
        }
    }

    /// The price of a product whose halves are taken for themselves: one operation gives both, but on a GPU each half
    /// takes a multiplication.
    pub(crate) fn product(self) -> Price {
        if self == Cost::Slots { 0 } else { self.multiply() }
    }

    /// The price of one half of a product.
    pub(crate) fn half(self) -> Price {
        self.multiply() - self.product()
    }

    /// The price of a division or remainder, which nothing this pass writes contains.
    pub(crate) fn divide(self) -> Price {
        match self {
            Cost::Weight => (20 << SHIFT) | 1,
            Cost::Ops => (1 << SHIFT) | 20,
            Cost::Slots => (40 << SHIFT) | 1,
        }
    }

    /// What counts of a price.
    pub(crate) fn counted(price: Price) -> u64 {
        price >> SHIFT
    }
}

/// Numbers below this are multiplied at the full rate.
pub(crate) const NARROW: u128 = 1 << 24;

/// How great a factor is, as far as that has a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Size {
    /// It may be above 2^24, or nobody asks.
    Wide,
    /// It is below 2^24.
    Narrow,
    /// It is below 2^24, and the instructions that make it show that.
    Shown,
}

impl Size {
    /// That of numbers below an end in registers of some bits, where a GPU sees that they are below another end.
    pub(crate) fn of(end: u128, shown: u128, bits: u32, cost: Cost) -> Size {
        match cost {
            Cost::Slots if bits == 32 && shown <= NARROW => Size::Shown,
            Cost::Slots if bits == 32 && end <= NARROW => Size::Narrow,
            _ => Size::Wide,
        }
    }
}

/// How to multiply by a constant above 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Times {
    /// By a shift.
    Shift(u32),
    /// `((x << a) + x) << b`.
    ShiftAdd(u32, u32),
    /// `((x << a) - x) << b`.
    ShiftSub(u32, u32),
    /// By a multiplication.
    Multiply,
}

impl Times {
    /// The cheapest way, and its price. A factor of 1 costs nothing and is a shift by 0.
    pub(crate) fn best(factor: u128, size: Size, cost: Cost) -> (Times, Price) {
        let multiply = cost.low(factor, size);
        let shift = factor.trailing_zeros();
        let odd = factor >> shift;
        let last = if shift > 0 { cost.simple() } else { 0 };
        if odd == 1 {
            return (Times::Shift(shift), last);
        }
        let two = 2 * cost.simple() + last;
        let way = if (odd - 1).is_power_of_two() {
            Times::ShiftAdd((odd - 1).trailing_zeros(), shift)
        } else if (odd + 1).is_power_of_two() {
            Times::ShiftSub((odd + 1).trailing_zeros(), shift)
        } else {
            return (Times::Multiply, multiply);
        };
        if two < multiply { (way, two) } else { (Times::Multiply, multiply) }
    }
}
