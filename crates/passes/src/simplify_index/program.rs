//! What expressions become: instructions on registers, each stored once.

use super::cost::{Cost, NARROW, Price, Size, Times};
use super::divide::{Quotient, remainder_factor};
use super::op::{Op, Pred};
use super::sum::{Part, Plan};
use indexmap::IndexMap;
use ir::layout::StridedInterval;

/// An instruction of a [`Program`], and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Reg(pub(crate) usize);

/// An operation on two registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bin {
    Add,
    Sub,
    Mul,
    Shl,
    Shr,
    And,
    Or,
    Xor,
    Min,
    Max,
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ins {
    /// An argument of the function, brought to the width of registers.
    Arg(u32),
    /// A number, as the register holds it.
    Const(u64),
    /// A bool that is known.
    Truth(bool),
    /// An operation on two numbers, or on two bools.
    Bin(Bin, Reg, Reg),
    /// A product, both halves of it.
    Product(Reg, Reg),
    /// The high half of a product.
    Upper(Reg),
    /// The low half of a product.
    Lower(Reg),
    /// A comparison of two numbers.
    Cmp(Pred, Reg, Reg),
    /// The second where the first, a bool, holds, else the third.
    Select(Reg, Reg, Reg),
    /// A bool as 0 or 1.
    Number(Reg),
}

impl Ins {
    /// What it reads.
    pub(crate) fn reads(self) -> Vec<Reg> {
        match self {
            Ins::Arg(_) | Ins::Const(_) | Ins::Truth(_) => Vec::new(),
            Ins::Bin(_, a, b) | Ins::Product(a, b) | Ins::Cmp(_, a, b) => vec![a, b],
            Ins::Select(c, a, b) => vec![c, a, b],
            Ins::Number(a) | Ins::Upper(a) | Ins::Lower(a) => vec![a],
        }
    }
}

/// Instructions in an order in which they can run.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    ins: IndexMap<Ins, Known>,
    /// The width of registers, 32 or 64.
    pub(crate) bits: u32,
    /// What is to be cheap.
    pub(crate) cost: Cost,
}

/// What is known of a register.
#[derive(Clone, Copy, Debug)]
struct Known {
    facts: StridedInterval,
    is_bool: bool,
    /// The greatest number that a driver takes it for, which looks at instructions alone.
    shown: u64,
}

/// The greatest number that an operation on numbers up to these gives, as a driver sees it; shifts are by constants.
pub(crate) fn shown(bin: Bin, a: u64, b: u64, whole: u64) -> u64 {
    let most = match bin {
        Bin::Add => a.checked_add(b),
        Bin::Mul => a.checked_mul(b),
        Bin::Shl => u32::try_from(b)
            .ok()
            .and_then(|shift| 1u64.checked_shl(shift))
            .and_then(|by| a.checked_mul(by)),
        Bin::Shr => u32::try_from(b).ok().and_then(|shift| a.checked_shr(shift)),
        Bin::And | Bin::Min => Some(a.min(b)),
        Bin::Max => Some(a.max(b)),
        Bin::Or | Bin::Xor => Some(u64::MAX.checked_shr((a | b).leading_zeros()).unwrap_or(0)),
        Bin::Sub => None,
    };
    most.filter(|&most| most <= whole).unwrap_or(whole)
}

impl Program {
    /// No instructions.
    pub(crate) fn new(bits: u32, cost: Cost) -> Program {
        Program { ins: IndexMap::new(), bits, cost }
    }

    /// An instruction by its register.
    pub(crate) fn get(&self, reg: Reg) -> Ins {
        *self.ins.get_index(reg.0).expect("a register of this program").0
    }

    /// Whether a register holds a bool.
    pub(crate) fn is_bool(&self, reg: Reg) -> bool {
        self.ins[reg.0].is_bool
    }

    /// What is known of a register.
    pub(crate) fn facts(&self, reg: Reg) -> StridedInterval {
        self.ins[reg.0].facts
    }

    /// The registers that these need, themselves included, in the order of the program.
    pub(crate) fn live(&self, roots: &[Reg]) -> Vec<Reg> {
        let mut needed = vec![false; self.ins.len()];
        let mut open = roots.to_vec();
        while let Some(reg) = open.pop() {
            if !std::mem::replace(&mut needed[reg.0], true) {
                open.extend(self.get(reg).reads());
            }
        }
        (0..needed.len()).filter(|&n| needed[n]).map(Reg).collect()
    }

    /// The price of all that these need.
    pub(crate) fn price(&self, roots: &[Reg]) -> Price {
        self.live(roots).into_iter().map(|reg| self.price_of(self.get(reg))).sum()
    }

    fn price_of(&self, ins: Ins) -> Price {
        match ins {
            Ins::Arg(_) | Ins::Const(_) | Ins::Truth(_) => 0,
            Ins::Bin(Bin::Mul, a, b) => self.cost.low(self.shown_end(b), self.shown_size(a)),
            Ins::Product(..) => self.cost.product(),
            Ins::Upper(_) | Ins::Lower(_) => self.cost.half(),
            _ => self.cost.simple(),
        }
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// One past the greatest number of a register.
    fn end(&self) -> i128 {
        1 << self.bits
    }

    fn put(&mut self, ins: Ins, facts: StridedInterval, is_bool: bool) -> Reg {
        let shown = self.shown(ins);
        let (place, _) = self.ins.insert_full(ins, Known { facts, is_bool, shown });
        Reg(place)
    }

    /// The greatest number that a driver takes the result of an instruction for.
    fn shown(&self, ins: Ins) -> u64 {
        let of = |reg: Reg| self.ins[reg.0].shown;
        match ins {
            Ins::Const(value) => value,
            Ins::Truth(_) | Ins::Cmp(..) | Ins::Number(_) => 1,
            Ins::Bin(bin, a, b) => shown(bin, of(a), of(b), self.mask()),
            Ins::Select(_, a, b) => of(a).max(of(b)),
            Ins::Arg(_) | Ins::Product(..) | Ins::Upper(_) | Ins::Lower(_) => self.mask(),
        }
    }

    /// One past the greatest number that a driver takes a register for.
    fn shown_end(&self, reg: Reg) -> u128 {
        u128::from(self.ins[reg.0].shown) + 1
    }

    /// How great a register is for all that its instructions show.
    fn shown_size(&self, reg: Reg) -> Size {
        Size::of(1 << self.bits, self.shown_end(reg), self.bits, self.cost)
    }

    /// How great a register is for all that is known of it.
    fn size(&self, reg: Reg) -> Size {
        let end = self.facts(reg).high + 1;
        Size::of(end.unsigned_abs(), self.shown_end(reg), self.bits, self.cost)
    }

    /// A register, masked where that shows that it is below 2^24.
    fn narrowed(&mut self, reg: Reg, factor: u128) -> Reg {
        if factor >= NARROW || self.size(reg) != Size::Narrow {
            return reg;
        }
        let mask = self.number(NARROW.cast_signed() - 1);
        let facts = self.facts(reg);
        self.put_exact(Ins::Bin(Bin::And, reg, mask), facts)
    }

    /// Puts an instruction of which it is known what a sum or product without wrapping would give.
    fn put_exact(&mut self, ins: Ins, facts: StridedInterval) -> Reg {
        let whole = StridedInterval::range(0, self.end() - 1);
        let facts = if facts.within(0..self.end()) { facts } else { whole };
        match facts.constant() {
            Some(value) => self.number(value),
            None => match self.ins.get_full(&ins) {
                Some((place, ..)) => Reg(place),
                None => self.put(ins, facts, false),
            },
        }
    }

    /// A number; what does not fit a register wraps.
    pub(crate) fn number(&mut self, value: i128) -> Reg {
        let value = value.rem_euclid(self.end());
        let bits = u64::try_from(value).expect("it is below the end of registers");
        self.put(Ins::Const(bits), StridedInterval::number(value), false)
    }

    /// An operand of which nothing but this is known.
    pub(crate) fn arg(&mut self, number: u32, facts: StridedInterval, is_bool: bool) -> Reg {
        let known = if facts.within(0..self.end()) {
            facts
        } else {
            StridedInterval::range(0, self.end() - 1)
        };
        self.put(Ins::Arg(number), known, is_bool)
    }

    /// Tells what is known of a number besides what its instruction tells.
    pub(crate) fn learn(&mut self, reg: Reg, facts: StridedInterval) {
        if facts.within(0..self.end()) {
            let known = &mut self.ins[reg.0].facts;
            *known = known.meet(facts).unwrap_or(*known);
        }
    }

    fn constant(&self, reg: Reg) -> Option<i128> {
        match self.get(reg) {
            Ins::Const(value) => Some(value.into()),
            _ => None,
        }
    }

    /// A sum; an `or` where no bit is carried, which drivers join with shifts.
    fn add(&mut self, a: Reg, b: Reg) -> Reg {
        match (self.constant(a), self.constant(b)) {
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            (Some(x), Some(y)) => return self.number(x + y),
            (Some(_), None) => return self.add(b, a),
            _ => {}
        }
        let (x, y) = (self.facts(a), self.facts(b));
        let disjoint =
            |high: StridedInterval, low: StridedInterval| low.high < 1 << high.zero_bits().min(62);
        let bin = if disjoint(x, y) || disjoint(y, x) { Bin::Or } else { Bin::Add };
        let (a, b) = if self.constant(b).is_none() && b < a { (b, a) } else { (a, b) };
        self.put_exact(Ins::Bin(bin, a, b), x.plus(y))
    }

    fn sub(&mut self, a: Reg, b: Reg) -> Reg {
        if let Some(value) = self.constant(b) {
            let negative = self.number(-value);
            return if value == 0 {
                a
            } else if self.constant(a).is_some() {
                self.add(a, negative)
            } else {
                let facts = self.facts(a).plus(StridedInterval::number(-value));
                self.put_exact(Ins::Bin(Bin::Sub, a, b), facts)
            };
        }
        let facts = self.facts(a).plus(self.facts(b).times(-1));
        self.put_exact(Ins::Bin(Bin::Sub, a, b), facts)
    }

    fn shift_left(&mut self, a: Reg, shift: u32) -> Reg {
        if shift == 0 {
            return a;
        }
        let facts = self.facts(a).times(1 << shift);
        let by = self.number(shift.into());
        self.put_exact(Ins::Bin(Bin::Shl, a, by), facts)
    }

    fn shift_right(&mut self, a: Reg, shift: u32) -> Reg {
        if shift == 0 {
            return a;
        }
        let facts = self.facts(a).quotient(1 << shift);
        let by = self.number(shift.into());
        self.put_exact(Ins::Bin(Bin::Shr, a, by), facts)
    }

    fn mask_with(&mut self, a: Reg, mask: i128) -> Reg {
        let with = self.number(mask);
        let mask = i64::try_from(mask).unwrap_or(i64::MAX);
        let facts = Op::Mask(mask).facts(&[self.facts(a)], &[], self.bits);
        self.put_exact(Ins::Bin(Bin::And, a, with), facts)
    }

    /// A multiple by a number of at least 1.
    fn times(&mut self, a: Reg, factor: u128) -> Reg {
        if let Some(value) = self.constant(a) {
            let factor = factor & u128::from(self.mask());
            let product = (value.unsigned_abs() * factor) & u128::from(self.mask());
            return self.number(product.try_into().expect("it is below the end of registers"));
        }
        match Times::best(factor, self.size(a), self.cost).0 {
            Times::Shift(shift) if shift >= self.bits => self.number(0),
            Times::Shift(shift) => self.shift_left(a, shift),
            Times::ShiftAdd(shift, last) if shift + last < self.bits => {
                let high = self.shift_left(a, shift);
                let sum = self.add(high, a);
                self.shift_left(sum, last)
            }
            Times::ShiftSub(shift, last) if shift + last < self.bits => {
                let high = self.shift_left(a, shift);
                let difference = self.sub(high, a);
                self.shift_left(difference, last)
            }
            _ => {
                let a = self.narrowed(a, factor);
                let factor = factor & u128::from(self.mask());
                let factor = factor.try_into().expect("a register holds no more than 64 bits");
                let by = self.number(factor);
                let facts = self.facts(a).times(factor);
                self.put_exact(Ins::Bin(Bin::Mul, a, by), facts)
            }
        }
    }

    /// Both halves of a product, of which each is taken for itself.
    fn product(&mut self, a: Reg, factor: u64) -> Reg {
        let by = self.number(factor.into());
        self.put(Ins::Product(a, by), StridedInterval::range(0, self.end() - 1), false)
    }

    /// The low half of a product; a shift where the factor is a power of two.
    fn lower_half(&mut self, product: Reg) -> Reg {
        match self.power_of_two(product) {
            Some((a, shift)) => self.shift_left(a, shift),
            None => self.put_exact(Ins::Lower(product), StridedInterval::range(0, self.end() - 1)),
        }
    }

    /// The high half of a product; a shift where the factor is a power of two.
    #[cfg(feature = "egg")]
    fn upper_half(&mut self, product: Reg) -> Reg {
        if let Some((a, shift)) = self.power_of_two(product).filter(|&(_, shift)| shift > 0) {
            return self.shift_right(a, self.bits - shift);
        }
        match self.get(product) {
            Ins::Product(a, by) => {
                let by = self.constant(by).expect("products are by constants");
                self.high(a, u64::try_from(by).expect("registers are not negative"))
            }
            _ => self.put_exact(Ins::Upper(product), StridedInterval::range(0, self.end() - 1)),
        }
    }

    /// What is multiplied by a power of two, and the logarithm of that.
    fn power_of_two(&self, product: Reg) -> Option<(Reg, u32)> {
        let Ins::Product(a, by) = self.get(product) else { return None };
        let by = self.constant(by)?;
        (by.count_ones() == 1).then(|| (a, by.trailing_zeros()))
    }

    fn high(&mut self, a: Reg, factor: u64) -> Reg {
        let product = self.product(a, factor);
        let bits = 1i128 << self.bits;
        let most = |value: i128| {
            let product = value.unsigned_abs().checked_mul(factor.into());
            product.map_or(bits - 1, |product| {
                i128::try_from(product >> self.bits).unwrap_or(bits - 1)
            })
        };
        let known = self.facts(a);
        let facts = StridedInterval::range(most(known.low), most(known.high));
        self.put_exact(Ins::Upper(product), facts)
    }

    fn compare(&mut self, pred: Pred, a: Reg, b: Reg) -> Reg {
        let op = Op::Cmp(pred).facts(&[self.facts(a), self.facts(b)], &[], self.bits);
        if let Some(known) = op.constant() {
            return self.put(Ins::Truth(known == 1), op, true);
        }
        self.put(Ins::Cmp(pred, a, b), StridedInterval::BOOL, true)
    }

    fn select(&mut self, condition: Reg, a: Reg, b: Reg) -> Reg {
        if a == b {
            return a;
        }
        if let Ins::Truth(value) = self.get(condition) {
            return if value { a } else { b };
        }
        if let (Some(1), Some(0)) = (self.constant(a), self.constant(b)) {
            return self.put_exact(Ins::Number(condition), StridedInterval::BOOL);
        }
        let facts = Op::Select.facts(
            &[StridedInterval::BOOL, self.facts(a), self.facts(b)],
            &[],
            self.bits,
        );
        self.put_exact(Ins::Select(condition, a, b), facts)
    }

    /// The instructions of one operation; the registers hold its operands.
    pub(crate) fn lower(&mut self, op: &Op, kids: &[Reg]) -> Reg {
        match op {
            Op::Const(value) => self.number((*value).into()),
            Op::Arg(number) => {
                unreachable!("argument {number} is put where the signature is known")
            }
            Op::Lin(constant, factors) => self.sum(*constant, factors, kids),
            Op::Div(divisor) => self.quotient(kids[0], *divisor),
            Op::Mod(divisor) => self.remainder(kids[0], *divisor),
            Op::Mask(mask) => self.mask_with(kids[0], (*mask).into()),
            Op::Wrap if self.bits > 32 => self.mask_with(kids[0], i128::from(u32::MAX)),
            Op::Wrap => kids[0],
            #[cfg(feature = "egg")]
            Op::Product(factor) => {
                let factor = u64::try_from(*factor).expect("factors of products are not negative");
                self.product(kids[0], factor)
            }
            #[cfg(feature = "egg")]
            Op::Upper => self.upper_half(kids[0]),
            #[cfg(feature = "egg")]
            Op::Lower => self.lower_half(kids[0]),
            Op::Xor => self.symmetric(Bin::Xor, Op::Xor, kids),
            Op::Min => self.symmetric(Bin::Min, Op::Min, kids),
            Op::Max => self.symmetric(Bin::Max, Op::Max, kids),
            Op::CmpTo(pred, constant) => {
                let constant = self.number((*constant).into());
                self.compare(*pred, kids[0], constant)
            }
            Op::Cmp(pred) => self.compare(*pred, kids[0], kids[1]),
            Op::Below(bound) => self.below(*bound, kids),
            Op::Truth(value) => {
                self.put(Ins::Truth(*value), StridedInterval::number((*value).into()), true)
            }
            Op::And => self.both(Bin::And, kids),
            Op::Or => self.both(Bin::Or, kids),
            Op::Differ => self.both(Bin::Xor, kids),
            Op::Select => self.select(kids[0], kids[1], kids[2]),
        }
    }

    /// Whether the greatest of some registers is below a constant, where each might have wrapped.
    fn below(&mut self, bound: i64, kids: &[Reg]) -> Reg {
        let greatest = kids[1..].iter().fold(kids[0], |all, &kid| {
            let facts = Op::Max.facts(&[self.facts(all), self.facts(kid)], &[], self.bits);
            self.put_exact(Ins::Bin(Bin::Max, all.min(kid), all.max(kid)), facts)
        });
        let bound = self.number(bound.into());
        self.compare(Pred::Lt, greatest, bound)
    }

    fn symmetric(&mut self, bin: Bin, op: Op, kids: &[Reg]) -> Reg {
        let facts = op.facts(&[self.facts(kids[0]), self.facts(kids[1])], &[], self.bits);
        self.put_exact(Ins::Bin(bin, kids[0].min(kids[1]), kids[0].max(kids[1])), facts)
    }

    fn both(&mut self, bin: Bin, kids: &[Reg]) -> Reg {
        let ins = Ins::Bin(bin, kids[0].min(kids[1]), kids[0].max(kids[1]));
        self.put(ins, StridedInterval::BOOL, true)
    }

    fn quotient(&mut self, x: Reg, divisor: i64) -> Reg {
        let divisor = u64::try_from(divisor).expect("divisors are above 1");
        let end = u128::try_from(self.facts(x).high + 1).expect("registers are not negative");
        let shown = self.shown_end(x);
        let way = Quotient::best(end, shown, divisor, self.bits, self.cost).0;
        let quotient = self.facts(x).quotient(divisor.into());
        let reg = match way {
            Quotient::Zero => self.number(0),
            Quotient::Shift(shift) => self.shift_right(x, shift),
            Quotient::Compare => {
                let by = self.number(divisor.into());
                let condition = self.compare(Pred::Ge, x, by);
                self.put_exact(Ins::Number(condition), StridedInterval::BOOL)
            }
            Quotient::Low { factor, shift } => {
                let product = self.times(x, factor.into());
                self.shift_right(product, shift)
            }
            Quotient::High { factor, shift } => {
                let high = self.high(x, factor);
                self.shift_right(high, shift)
            }
            Quotient::Shifted { shift, odd } => {
                let upper = self.shift_right(x, shift);
                self.quotient(upper, i64::try_from(odd).expect("it is below the divisor"))
            }
            Quotient::Add { factor, shift } => {
                let high = self.high(x, factor);
                let rest = self.sub(x, high);
                let half = self.shift_right(rest, 1);
                let sum = self.put_exact(
                    Ins::Bin(Bin::Add, high, half),
                    StridedInterval::range(0, self.end() - 1),
                );
                self.shift_right(sum, shift)
            }
        };
        self.learn(reg, quotient);
        reg
    }

    fn remainder(&mut self, x: Reg, divisor: i64) -> Reg {
        let d = i128::from(divisor);
        let facts = self.facts(x);
        if facts.high < d {
            return x;
        }
        if divisor & (divisor - 1) == 0 {
            return self.mask_with(x, d - 1);
        }
        let reg = self.long_remainder(x, divisor);
        self.learn(reg, facts.remainder(d));
        reg
    }

    fn long_remainder(&mut self, x: Reg, divisor: i64) -> Reg {
        let d = u64::try_from(divisor).expect("divisors are above 1");
        let end = u128::try_from(self.facts(x).high + 1).expect("registers are not negative");
        let (_, quotient) = Quotient::best(end, self.shown_end(x), d, self.bits, self.cost);
        let most = end / u128::from(d) + 1;
        let size = Size::of(most, 1 << self.bits, self.bits, self.cost);
        let (_, times) = Times::best(d.into(), size, self.cost);
        let by_quotient = quotient + times + self.cost.simple();
        let factor = remainder_factor(end, d, self.bits);
        let by_fraction = factor.map_or(Price::MAX, |_| 2 * self.cost.multiply());
        let steps = end.div_ceil(d.into()).next_power_of_two().trailing_zeros();
        let by_steps = Price::from(2 * steps) * self.cost.simple();
        match factor {
            _ if by_steps <= by_quotient.min(by_fraction) => self.stepped(x, divisor, steps),
            Some(factor) if by_fraction < by_quotient => {
                let product = self.product(x, factor);
                let fraction = self.lower_half(product);
                self.high(fraction, d)
            }
            _ => {
                let quotient = self.quotient(x, divisor);
                let product = self.times(quotient, d.into());
                self.sub(x, product)
            }
        }
    }

    /// The remainder of a register below `2^steps` times the divisor: halves of that are subtracted where they can be.
    fn stepped(&mut self, x: Reg, divisor: i64, steps: u32) -> Reg {
        (0..steps).rev().fold(x, |rest, step| {
            let part = i128::from(divisor) << step;
            let by = self.number(part);
            // Below the part the difference wraps and is the greater one.
            let whole = StridedInterval::range(0, self.end() - 1);
            let less = self.put_exact(Ins::Bin(Bin::Sub, rest, by), whole);
            let high = self.facts(rest).high.min(part - 1);
            self.put_exact(Ins::Bin(Bin::Min, rest, less), StridedInterval::range(0, high))
        })
    }

    /// A sum, in the cheapest nesting.
    fn sum(&mut self, constant: i64, factors: &[i64], kids: &[Reg]) -> Reg {
        let parts = factors.iter().zip(kids);
        let parts = parts.map(|(&factor, &kid)| Part {
            factor,
            is_bool: self.is_bool(kid),
            facts: self.facts(kid),
            size: self.size(kid),
        });
        let plan = Plan::new(constant, parts.collect(), self.cost);
        let leaves: Vec<Option<Reg>> = plan.order().iter().map(|&n| n.map(|n| kids[n])).collect();
        let full = plan.full();
        let (scale, negative) = plan.scale(full);
        if negative {
            let sum = self.scaled(&plan, &leaves, full, scale);
            let zero = self.number(0);
            return self.sub(zero, sum);
        }
        self.scaled(&plan, &leaves, full, scale)
    }

    /// A part of a sum times a number of at least 1.
    fn scaled(&mut self, plan: &Plan, leaves: &[Option<Reg>], set: u32, factor: u128) -> Reg {
        let Some((left, right)) = plan.split(set) else {
            let leaf = leaves[set.trailing_zeros() as usize];
            return self.scaled_leaf(leaf, factor);
        };
        let (by_left, by_right, minus) = plan.factors(left, right);
        let whole = plan.scale(set).0;
        if let Some((condition, one, zero)) = plan.choice(left, right) {
            let condition = leaves[condition].expect("a bool is an operand");
            let one = self.number(one);
            let zero = self.number(zero);
            let chosen = self.select(condition, one, zero);
            debug_assert!(whole > 0, "the parts of a sum have a common divisor");
            return self.times(chosen, factor);
        }
        let a = self.scaled(plan, leaves, left, by_left);
        let b = self.scaled(plan, leaves, right, by_right);
        let sum = if minus { self.sub(a, b) } else { self.add(a, b) };
        self.times(sum, factor)
    }

    fn scaled_leaf(&mut self, leaf: Option<Reg>, factor: u128) -> Reg {
        match leaf {
            None => self.number(i128::try_from(factor).expect("constants have 64 bits")),
            Some(reg) if self.is_bool(reg) => {
                let one = self.number(i128::try_from(factor).expect("factors have 64 bits"));
                let zero = self.number(0);
                self.select(reg, one, zero)
            }
            Some(reg) => self.times(reg, factor),
        }
    }
}
