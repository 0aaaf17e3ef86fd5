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
    pub(crate) fn best(factor: u128, cost: Cost) -> (Times, Price) {
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
            return (Times::Multiply, cost.multiply());
        };
        if two < cost.multiply() { (way, two) } else { (Times::Multiply, cost.multiply()) }
    }
}
