//! Instruction selection: from expressions over integers to instructions, each stored once.

use super::cost::{Cost, FactorSize, MultiplyBy, NARROW, Price, VisibleBounds};
use super::divide::{Quotient, remainder_factor};
use super::integer::{IntegerDag, IntegerOp, Signature};
use super::sum::{SumOperand, SumPlan};
use crate::operation::{BinaryOp, CmpPredicate, Operation, Width};
use crate::program::{Instruction, Program, ProgramBuilder, Value};
use layout::StridedInterval;

/// A program in the making: words of one width, and what is to be cheap.
pub(super) struct InstructionSelector<'s> {
    builder: ProgramBuilder,
    visible: VisibleBounds,
    signature: &'s Signature,
    cost: Cost,
}

/// Returns the instructions of expressions.
pub(super) fn select(dag: &IntegerDag, signature: &Signature, cost: Cost) -> Program {
    let mut selector = InstructionSelector::new(signature, cost);
    let mut values: Vec<Value> = Vec::with_capacity(dag.nodes.len());
    for (node, &interval) in dag.nodes.iter().zip(&dag.intervals) {
        let operands: Vec<Value> = node.operands.iter().map(|&it| values[it]).collect();
        let value = selector.select(&node.op, &operands);
        selector.learn(value, interval);
        values.push(value);
    }
    let roots = dag.roots.iter().zip(&signature.results);
    let results = roots.map(|(&root, &width)| selector.builder.resized(values[root], width));
    let results = results.collect();
    selector.builder.finish(results)
}

impl<'s> InstructionSelector<'s> {
    /// Returns a program without instructions.
    pub(super) fn new(signature: &'s Signature, cost: Cost) -> InstructionSelector<'s> {
        let builder = ProgramBuilder::new(signature.params.clone());
        InstructionSelector { builder, visible: VisibleBounds::default(), signature, cost }
    }

    /// Returns the price of all instructions that a value needs.
    pub(super) fn price(&self, value: Value) -> Price {
        let program = self.builder.program();
        let needed = program.needed_by(&[value]);
        let needed = program.values().filter(|it| needed[it.index()]);
        needed.map(|it| self.cost.price_of(program, &self.visible, it)).sum()
    }

    fn bits(&self) -> u32 {
        self.signature.width.bits()
    }

    /// One more than the greatest word.
    fn end(&self) -> i128 {
        self.signature.width.end()
    }

    fn is_boolean(&self, value: Value) -> bool {
        self.builder.program().width(value) == Width::I1
    }

    fn interval(&self, value: Value) -> StridedInterval {
        self.builder.program().interval(value)
    }

    /// One more than the greatest word that a driver takes a value for.
    fn visible_end(&self, value: Value) -> u128 {
        self.visible.end(value)
    }

    /// How great a value is for all that is known of it.
    fn size(&self, value: Value) -> FactorSize {
        let end = (self.interval(value).high + 1).unsigned_abs();
        FactorSize::of(end, self.visible_end(value), self.bits(), self.cost)
    }

    fn add(&mut self, instruction: Instruction, known: Option<StridedInterval>) -> Value {
        let value = self.builder.add(instruction, known);
        self.visible.push(self.builder.program(), value);
        value
    }

    /// The word of an operation of which it is known what it would give without wrapping.
    fn word(&mut self, op: Operation, operands: &[Value], exact: StridedInterval) -> Value {
        let words = self.signature.width.words();
        let interval = if self.signature.fits(exact) { exact } else { words };
        match interval.constant() {
            Some(value) => self.number(value),
            None => self.add(Instruction::new(op, operands, self.signature.width), Some(interval)),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value, exact: StridedInterval) -> Value {
        self.word(Operation::Binary(op), &[a, b], exact)
    }

    fn boolean(&mut self, op: Operation, operands: &[Value]) -> Value {
        self.add(Instruction::new(op, operands, Width::I1), None)
    }

    fn known(&mut self, value: bool) -> Value {
        self.boolean(Operation::Constant(value.into()), &[])
    }

    /// Returns a number; what does not fit a word wraps.
    pub(super) fn number(&mut self, value: i128) -> Value {
        let word = self.signature.width.word(value);
        self.add(Instruction::new(Operation::Constant(word), &[], self.signature.width), None)
    }

    /// Returns an operand of which nothing but this is known.
    pub(super) fn operand(
        &mut self,
        number: u32,
        interval: StridedInterval,
        is_boolean: bool,
    ) -> Value {
        let width = if is_boolean { Width::I1 } else { self.signature.width };
        let known = if self.signature.fits(interval) { interval } else { width.words() };
        self.add(Instruction::new(Operation::Param(number), &[], width), Some(known))
    }

    fn param(&mut self, place: u32) -> Value {
        let width = self.signature.params[place as usize].width;
        let param = self.add(Instruction::new(Operation::Param(place), &[], width), None);
        let value = self.builder.resized(param, self.signature.width);
        self.visible.push(self.builder.program(), value);
        value
    }

    /// Notes what is known of a value beside what its instruction shows.
    fn learn(&mut self, value: Value, interval: StridedInterval) {
        if self.signature.fits(interval) {
            self.builder.learn(value, interval);
        }
    }

    fn constant(&self, value: Value) -> Option<i128> {
        self.builder.program().constant(value).map(i128::from)
    }

    /// A value, masked where that shows that it is below 2^24.
    fn narrowed(&mut self, value: Value, factor: u128) -> Value {
        if factor >= NARROW || self.size(value) != FactorSize::Narrow {
            return value;
        }
        let mask = self.number(NARROW.cast_signed() - 1);
        self.binary(BinaryOp::And, value, mask, self.interval(value))
    }

    /// A sum; an `or` where no bit is carried, which drivers join with shifts.
    fn plus(&mut self, a: Value, b: Value) -> Value {
        match (self.constant(a), self.constant(b)) {
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            (Some(x), Some(y)) => return self.number(x + y),
            (Some(_), None) => return self.plus(b, a),
            _ => {}
        }
        let (x, y) = (self.interval(a), self.interval(b));
        let disjoint =
            |high: StridedInterval, low: StridedInterval| low.high < 1 << high.zero_bits().min(62);
        let op = if disjoint(x, y) || disjoint(y, x) { BinaryOp::Or } else { BinaryOp::Add };
        let (a, b) = if self.constant(b).is_none() && b < a { (b, a) } else { (a, b) };
        self.binary(op, a, b, x.plus(y))
    }

    fn minus(&mut self, a: Value, b: Value) -> Value {
        let Some(value) = self.constant(b) else {
            let exact = self.interval(a).plus(self.interval(b).times(-1));
            return self.binary(BinaryOp::Sub, a, b, exact);
        };
        if value == 0 {
            return a;
        }
        // A number that nothing else uses is no instruction.
        let negative = self.number(-value);
        if self.constant(a).is_some() {
            return self.plus(a, negative);
        }
        let exact = self.interval(a).plus(StridedInterval::number(-value));
        self.binary(BinaryOp::Sub, a, b, exact)
    }

    fn shift_left(&mut self, a: Value, shift: u32) -> Value {
        if shift == 0 {
            return a;
        }
        let exact = self.interval(a).times(1 << shift);
        let by = self.number(shift.into());
        self.binary(BinaryOp::Shl, a, by, exact)
    }

    fn shift_right(&mut self, a: Value, shift: u32) -> Value {
        if shift == 0 {
            return a;
        }
        let exact = self.interval(a).quotient(1 << shift);
        let by = self.number(shift.into());
        self.binary(BinaryOp::Shr, a, by, exact)
    }

    fn masked(&mut self, a: Value, mask: i128) -> Value {
        let with = self.number(mask);
        let mask = mask.min(i64::MAX.into());
        let exact = self.interval(a).masked(mask);
        self.binary(BinaryOp::And, a, with, exact)
    }

    /// A multiple by a number of at least 1.
    fn times(&mut self, a: Value, factor: u128) -> Value {
        let largest = u128::from(self.signature.width.largest());
        if let Some(value) = self.constant(a) {
            let product = (value.unsigned_abs() * (factor & largest)) & largest;
            return self.number(product.cast_signed());
        }
        let bits = self.bits();
        match MultiplyBy::best(factor, self.size(a), self.cost).0 {
            MultiplyBy::Shift(shift) if shift >= bits => self.number(0),
            MultiplyBy::Shift(shift) => self.shift_left(a, shift),
            MultiplyBy::ShiftAdd(shift, last) if shift + last < bits => {
                let high = self.shift_left(a, shift);
                let sum = self.plus(high, a);
                self.shift_left(sum, last)
            }
            MultiplyBy::ShiftSub(shift, last) if shift + last < bits => {
                let high = self.shift_left(a, shift);
                let difference = self.minus(high, a);
                self.shift_left(difference, last)
            }
            _ => {
                let a = self.narrowed(a, factor);
                let factor = (factor & largest).cast_signed();
                let by = self.number(factor);
                self.binary(BinaryOp::Mul, a, by, self.interval(a).times(factor))
            }
        }
    }

    /// Both halves of a product, of which each is taken for itself.
    fn product(&mut self, a: Value, factor: u64) -> Value {
        let by = self.number(factor.into());
        let product = Instruction::new(Operation::Product, &[a, by], self.signature.width);
        self.add(product, Some(self.signature.width.words()))
    }

    /// The low half of a product; a shift where the factor is a power of two.
    fn low_half(&mut self, product: Value) -> Value {
        match self.power_of_two(product) {
            Some((a, shift)) => self.shift_left(a, shift),
            None => self.word(Operation::Low, &[product], self.signature.width.words()),
        }
    }

    /// The high half of a product; a shift where the factor is a power of two.
    fn high_half(&mut self, product: Value) -> Value {
        if let Some((a, shift)) = self.power_of_two(product).filter(|&(_, shift)| shift > 0) {
            return self.shift_right(a, self.bits() - shift);
        }
        let instruction = *self.builder.program().instruction(product);
        match (instruction.operation, instruction.operands()) {
            (Operation::Product, &[a, by]) => {
                let by = self.builder.program().constant(by).expect("products are by constants");
                self.high(a, by)
            }
            _ => self.word(Operation::High, &[product], self.signature.width.words()),
        }
    }

    /// What is multiplied by a power of two, and the logarithm of that.
    fn power_of_two(&self, product: Value) -> Option<(Value, u32)> {
        let instruction = self.builder.program().instruction(product);
        let (Operation::Product, &[a, by]) = (instruction.operation, instruction.operands()) else {
            return None;
        };
        let by = self.builder.program().constant(by)?;
        by.is_power_of_two().then(|| (a, by.trailing_zeros()))
    }

    fn high(&mut self, a: Value, factor: u64) -> Value {
        let product = self.product(a, factor);
        let greatest = self.end() - 1;
        let half = |value: i128| {
            let product = value.unsigned_abs().checked_mul(factor.into());
            product.map_or(greatest, |product| (product >> self.bits()).cast_signed())
        };
        let known = self.interval(a);
        let exact = StridedInterval::range(half(known.low), half(known.high));
        self.word(Operation::High, &[product], exact)
    }

    fn compare(&mut self, predicate: CmpPredicate, a: Value, b: Value) -> Value {
        match predicate.decided(self.interval(a), self.interval(b)) {
            Some(holds) => self.known(holds),
            None => self.boolean(Operation::Compare(predicate), &[a, b]),
        }
    }

    /// A boolean as 0 or 1.
    fn zero_or_one(&mut self, condition: Value) -> Value {
        self.word(Operation::Extend, &[condition], StridedInterval::BOOL)
    }

    fn choose(&mut self, condition: Value, a: Value, b: Value) -> Value {
        if a == b {
            return a;
        }
        match (self.constant(condition), self.constant(a), self.constant(b)) {
            (Some(holds), ..) => {
                if holds == 1 {
                    a
                } else {
                    b
                }
            }
            (None, Some(1), Some(0)) => self.zero_or_one(condition),
            _ => {
                let exact = self.interval(a).join(self.interval(b));
                self.word(Operation::Select, &[condition, a, b], exact)
            }
        }
    }

    /// Returns the instructions of one operation; words hold its operands.
    pub(super) fn select(&mut self, op: &IntegerOp, operands: &[Value]) -> Value {
        match op {
            IntegerOp::Constant(value) => self.number((*value).into()),
            IntegerOp::Param(place) => self.param(*place),
            IntegerOp::Linear(constant, factors) => self.sum(*constant, factors, operands),
            IntegerOp::Quotient(divisor) => self.quotient(operands[0], *divisor),
            IntegerOp::Remainder(divisor) => self.remainder(operands[0], *divisor),
            IntegerOp::Mask(mask) => self.masked(operands[0], (*mask).into()),
            IntegerOp::Wrap if self.bits() > 32 => self.masked(operands[0], u32::MAX.into()),
            IntegerOp::Wrap => operands[0],
            IntegerOp::Product(factor) => self.product(operands[0], factor.unsigned_abs()),
            IntegerOp::High => self.high_half(operands[0]),
            IntegerOp::Low => self.low_half(operands[0]),
            IntegerOp::Xor => self.symmetric(BinaryOp::Xor, operands),
            IntegerOp::Min => self.symmetric(BinaryOp::Min, operands),
            IntegerOp::Max => self.symmetric(BinaryOp::Max, operands),
            IntegerOp::CompareTo(predicate, constant) => {
                let constant = self.number((*constant).into());
                self.compare(*predicate, operands[0], constant)
            }
            IntegerOp::Compare(predicate) => self.compare(*predicate, operands[0], operands[1]),
            IntegerOp::Below(bound) => self.below(*bound, operands),
            IntegerOp::Known(value) => self.known(*value),
            IntegerOp::And => self.both(BinaryOp::And, operands),
            IntegerOp::Or => self.both(BinaryOp::Or, operands),
            IntegerOp::Differ => self.both(BinaryOp::Xor, operands),
            IntegerOp::Select => self.choose(operands[0], operands[1], operands[2]),
        }
    }

    /// Whether the greatest of some words is below a constant, where each might have wrapped.
    fn below(&mut self, bound: i64, operands: &[Value]) -> Value {
        let greatest = operands[1..]
            .iter()
            .fold(operands[0], |all, &operand| self.symmetric(BinaryOp::Max, &[all, operand]));
        let bound = self.number(bound.into());
        self.compare(CmpPredicate::Less, greatest, bound)
    }

    fn symmetric(&mut self, op: BinaryOp, operands: &[Value]) -> Value {
        let (a, b) = (operands[0].min(operands[1]), operands[0].max(operands[1]));
        let exact = (op.row().interval)(self.interval(a), self.interval(b));
        self.binary(op, a, b, exact.unwrap_or(self.signature.width.words()))
    }

    fn both(&mut self, op: BinaryOp, operands: &[Value]) -> Value {
        let (a, b) = (operands[0].min(operands[1]), operands[0].max(operands[1]));
        self.boolean(Operation::Binary(op), &[a, b])
    }

    fn quotient(&mut self, x: Value, divisor: i64) -> Value {
        let divisor = u64::try_from(divisor).expect("divisors are above 1");
        let end = (self.interval(x).high + 1).unsigned_abs();
        let way = Quotient::best(end, self.visible_end(x), divisor, self.bits(), self.cost).0;
        let interval = self.interval(x).quotient(divisor.into());
        let value = match way {
            Quotient::Zero => self.number(0),
            Quotient::Shift(shift) => self.shift_right(x, shift),
            Quotient::Compare => {
                let by = self.number(divisor.into());
                let condition = self.compare(CmpPredicate::GreaterEqual, x, by);
                self.zero_or_one(condition)
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
                self.quotient(upper, odd.cast_signed())
            }
            Quotient::Add { factor, shift } => {
                let high = self.high(x, factor);
                let rest = self.minus(x, high);
                let half = self.shift_right(rest, 1);
                let sum = self.binary(BinaryOp::Add, high, half, self.signature.width.words());
                self.shift_right(sum, shift)
            }
        };
        self.learn(value, interval);
        value
    }

    fn remainder(&mut self, x: Value, divisor: i64) -> Value {
        let d = i128::from(divisor);
        let interval = self.interval(x);
        if interval.high < d {
            return x;
        }
        if divisor & (divisor - 1) == 0 {
            return self.masked(x, d - 1);
        }
        let value = self.long_remainder(x, divisor);
        self.learn(value, interval.remainder(d));
        value
    }

    fn long_remainder(&mut self, x: Value, divisor: i64) -> Value {
        let d = u64::try_from(divisor).expect("divisors are above 1");
        let end = (self.interval(x).high + 1).unsigned_abs();
        let (bits, cost) = (self.bits(), self.cost);
        let (_, quotient) = Quotient::best(end, self.visible_end(x), d, bits, cost);
        let size = FactorSize::of(end / u128::from(d) + 1, 1 << bits, bits, cost);
        let (_, times) = MultiplyBy::best(d.into(), size, cost);
        let by_quotient = quotient + times + cost.simple();
        let factor = remainder_factor(end, d, bits);
        let by_fraction = factor.map_or(Price::MAX, |_| 2 * cost.multiply());
        let steps = end.div_ceil(d.into()).next_power_of_two().trailing_zeros();
        let by_steps = Price::from(2 * steps) * cost.simple();
        match factor {
            _ if by_steps <= by_quotient.min(by_fraction) => self.stepped(x, divisor, steps),
            Some(factor) if by_fraction < by_quotient => {
                let product = self.product(x, factor);
                let fraction = self.low_half(product);
                self.high(fraction, d)
            }
            _ => {
                let quotient = self.quotient(x, divisor);
                let product = self.times(quotient, d.into());
                self.minus(x, product)
            }
        }
    }

    /// The remainder of a word below `2^steps` times the divisor: halves of that are subtracted where they can be.
    fn stepped(&mut self, x: Value, divisor: i64, steps: u32) -> Value {
        (0..steps).rev().fold(x, |rest, step| {
            let part = i128::from(divisor) << step;
            let by = self.number(part);
            // Below the part the difference wraps and is the greater one.
            let less = self.binary(BinaryOp::Sub, rest, by, self.signature.width.words());
            let high = self.interval(rest).high.min(part - 1);
            self.binary(BinaryOp::Min, rest, less, StridedInterval::range(0, high))
        })
    }

    /// A sum, in the cheapest nesting.
    fn sum(&mut self, constant: i64, factors: &[i64], operands: &[Value]) -> Value {
        let terms = factors.iter().zip(operands).map(|(&factor, &operand)| SumOperand {
            factor,
            is_boolean: self.is_boolean(operand),
            interval: self.interval(operand),
            size: self.size(operand),
        });
        let plan = SumPlan::new(constant, terms.collect(), self.cost);
        let leaves: Vec<Option<Value>> =
            plan.order().iter().map(|&place| place.map(|place| operands[place])).collect();
        let full = plan.full();
        let (scale, negative) = plan.scale(full);
        let sum = self.scaled(&plan, &leaves, full, scale);
        if negative {
            let zero = self.number(0);
            return self.minus(zero, sum);
        }
        sum
    }

    /// A part of a sum times a number of at least 1.
    fn scaled(
        &mut self,
        plan: &SumPlan,
        leaves: &[Option<Value>],
        set: u32,
        factor: u128,
    ) -> Value {
        let Some((left, right)) = plan.split(set) else {
            let leaf = leaves[set.trailing_zeros() as usize];
            return self.scaled_leaf(leaf, factor);
        };
        let (by_left, by_right, minus) = plan.factors(left, right);
        if let Some((condition, one, zero)) = plan.choice(left, right) {
            let condition = leaves[condition].expect("a boolean is an operand");
            let one = self.number(one);
            let zero = self.number(zero);
            let chosen = self.choose(condition, one, zero);
            return self.times(chosen, factor);
        }
        let a = self.scaled(plan, leaves, left, by_left);
        let b = self.scaled(plan, leaves, right, by_right);
        let sum = if minus { self.minus(a, b) } else { self.plus(a, b) };
        self.times(sum, factor)
    }

    fn scaled_leaf(&mut self, leaf: Option<Value>, factor: u128) -> Value {
        match leaf {
            None => self.number(factor.cast_signed()),
            Some(value) if self.is_boolean(value) => {
                let one = self.number(factor.cast_signed());
                let zero = self.number(0);
                self.choose(value, one, zero)
            }
            Some(value) => self.times(value, factor),
        }
    }
}
