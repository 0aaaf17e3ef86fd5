//! Instruction selection: from expressions over integers to instructions, without duplicate instructions.

use super::cost::{CostModel, FactorSize, MultiplyBy, NARROW, Price, VisibleBounds};
use super::integer::{IntegerDag, IntegerOp, ProgramSignature};
use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, Program, ProgramBuilder, ValueId};
use layout::StridedInterval;

/// The state of instruction selection: a program on words of one width, and the cost model.
pub(super) struct InstructionSelector<'s> {
    builder: ProgramBuilder,
    visible: VisibleBounds,
    pub(super) signature: &'s ProgramSignature,
    pub(super) cost: CostModel,
}

/// Selects the instructions of a DAG of expressions.
pub(super) fn select(dag: &IntegerDag, signature: &ProgramSignature, cost: CostModel) -> Program {
    let mut selector = InstructionSelector::new(signature, cost);
    let mut values: Vec<ValueId> = Vec::with_capacity(dag.nodes.len());
    for (node, &interval) in dag.nodes.iter().zip(&dag.intervals) {
        let operands: Vec<ValueId> = node.operands.iter().map(|&it| values[it]).collect();
        let value = selector.select(&node.op, &operands);
        selector.learn(value, interval);
        values.push(value);
    }
    let roots = dag.roots.iter().zip(&signature.results);
    let results = roots.map(|(&root, &width)| selector.builder.resized(values[root], width));
    let results: Vec<ValueId> = results.collect();
    selector.builder.finish(&results)
}

impl<'s> InstructionSelector<'s> {
    /// Returns a selector with an empty program.
    pub(super) fn new(signature: &'s ProgramSignature, cost: CostModel) -> InstructionSelector<'s> {
        let builder = ProgramBuilder::new(signature.params.clone());
        InstructionSelector { builder, visible: VisibleBounds::default(), signature, cost }
    }

    /// Returns the price of all instructions that a value depends on.
    pub(super) fn price(&self, value: ValueId) -> Price {
        let program = self.builder.program();
        let needed = program.needed_by(&[value]);
        let needed = program.values().filter(|it| needed[it.index()]);
        needed.map(|it| self.cost.price_of(program, &self.visible, it)).sum()
    }

    pub(super) fn bits(&self) -> u32 {
        self.signature.width.bits()
    }

    /// Returns one more than the greatest word.
    fn end(&self) -> i128 {
        self.signature.width.end()
    }

    pub(super) fn is_boolean(&self, value: ValueId) -> bool {
        self.builder.program().width(value) == Width::I1
    }

    pub(super) fn interval(&self, value: ValueId) -> StridedInterval {
        self.builder.program().interval(value)
    }

    /// Returns one more than the greatest word that a driver can prove for a value.
    pub(super) fn visible_end(&self, value: ValueId) -> u128 {
        self.visible.end(value)
    }

    /// Returns the size of a value as a factor.
    pub(super) fn size(&self, value: ValueId) -> FactorSize {
        let end = (self.interval(value).high + 1).unsigned_abs();
        FactorSize::of(end, self.visible_end(value), self.bits(), self.cost)
    }

    fn add(&mut self, instruction: Instruction, known: Option<StridedInterval>) -> ValueId {
        let value = self.builder.add(instruction, known);
        self.visible.push(self.builder.program(), value);
        value
    }

    /// Adds an operation and returns its value. `exact` is the interval of the result before wrapping. A known result
    /// becomes a constant.
    pub(super) fn word(
        &mut self,
        op: Operation,
        operands: &[ValueId],
        exact: StridedInterval,
    ) -> ValueId {
        let words = self.signature.width.words();
        let interval = if self.signature.fits(exact) { exact } else { words };
        match interval.constant() {
            Some(value) => self.number(value),
            None => self.add(Instruction::new(op, operands, self.signature.width), Some(interval)),
        }
    }

    /// Adds an operation on two words, whose interval follows from those of the operands.
    pub(super) fn binary(&mut self, op: WordOp, a: ValueId, b: ValueId) -> ValueId {
        let exact = (op.row().interval)(self.interval(a), self.interval(b));
        let exact = exact.unwrap_or(self.signature.width.words());
        self.word(Operation::Binary(op), &[a, b], exact)
    }

    fn boolean(&mut self, op: Operation, operands: &[ValueId]) -> ValueId {
        self.add(Instruction::new(op, operands, Width::I1), None)
    }

    fn known(&mut self, value: bool) -> ValueId {
        self.boolean(Operation::Constant(value.into()), &[])
    }

    /// Returns the constant that is congruent to an integer modulo 2^bits.
    pub(super) fn number(&mut self, value: i128) -> ValueId {
        let word = self.signature.width.word(value);
        self.add(Instruction::new(Operation::Constant(word), &[], self.signature.width), None)
    }

    /// Returns an opaque operand with this interval. Extraction prices single nodes with such operands.
    pub(super) fn operand(
        &mut self,
        number: u32,
        interval: StridedInterval,
        is_boolean: bool,
    ) -> ValueId {
        let width = if is_boolean { Width::I1 } else { self.signature.width };
        let known = if self.signature.fits(interval) { interval } else { width.words() };
        self.add(Instruction::new(Operation::Param(number), &[], width), Some(known))
    }

    fn param(&mut self, position: u32) -> ValueId {
        let width = self.signature.params[position as usize].width;
        let param = self.add(Instruction::new(Operation::Param(position), &[], width), None);
        let value = self.builder.resized(param, self.signature.width);
        self.visible.push(self.builder.program(), value);
        value
    }

    /// Intersects the interval of a value with a known one.
    pub(super) fn learn(&mut self, value: ValueId, interval: StridedInterval) {
        if self.signature.fits(interval) {
            self.builder.learn(value, interval);
        }
    }

    pub(super) fn constant(&self, value: ValueId) -> Option<i128> {
        self.builder.program().constant(value).map(i128::from)
    }

    /// Returns the value, masked if the mask lets a driver prove that the value is below 2^24.
    fn narrowed(&mut self, value: ValueId, factor: u128) -> ValueId {
        if factor >= NARROW || self.size(value) != FactorSize::Narrow {
            return value;
        }
        self.masked(value, NARROW.cast_signed() - 1)
    }

    /// Returns a sum. If no bit carries, the sum is an `or`, which drivers fuse with shifts.
    pub(super) fn plus(&mut self, a: ValueId, b: ValueId) -> ValueId {
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
        let op = if disjoint(x, y) || disjoint(y, x) { WordOp::Or } else { WordOp::Add };
        let (a, b) = if self.constant(b).is_none() && b < a { (b, a) } else { (a, b) };
        self.word(Operation::Binary(op), &[a, b], x.plus(y))
    }

    pub(super) fn minus(&mut self, a: ValueId, b: ValueId) -> ValueId {
        match (self.constant(a), self.constant(b)) {
            (_, Some(0)) => a,
            (Some(x), Some(y)) => self.number(x - y),
            _ => self.binary(WordOp::Sub, a, b),
        }
    }

    pub(super) fn shift_left(&mut self, a: ValueId, shift: u32) -> ValueId {
        self.shifted(WordOp::Shl, a, shift)
    }

    pub(super) fn shift_right(&mut self, a: ValueId, shift: u32) -> ValueId {
        self.shifted(WordOp::Shr, a, shift)
    }

    fn shifted(&mut self, op: WordOp, a: ValueId, shift: u32) -> ValueId {
        if shift == 0 {
            return a;
        }
        let by = self.number(shift.into());
        self.binary(op, a, by)
    }

    pub(super) fn masked(&mut self, a: ValueId, mask: i128) -> ValueId {
        let mask = self.number(mask);
        self.binary(WordOp::And, a, mask)
    }

    /// Returns the product with a constant of at least 1.
    pub(super) fn times(&mut self, a: ValueId, factor: u128) -> ValueId {
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
                self.binary(WordOp::Mul, a, by)
            }
        }
    }

    /// Returns the full product with a constant.
    pub(super) fn product(&mut self, a: ValueId, factor: u64) -> ValueId {
        let by = self.number(factor.into());
        let product = Instruction::new(Operation::Product, &[a, by], self.signature.width);
        self.add(product, Some(self.signature.width.words()))
    }

    /// Returns the low half of a product: a shift if the factor is a power of two.
    pub(super) fn low_half(&mut self, product: ValueId) -> ValueId {
        match self.power_of_two(product) {
            Some((a, shift)) => self.shift_left(a, shift),
            None => self.word(Operation::Low, &[product], self.signature.width.words()),
        }
    }

    /// Returns the high half of a product: a shift if the factor is a power of two.
    fn high_half(&mut self, product: ValueId) -> ValueId {
        if let Some((a, shift)) = self.power_of_two(product).filter(|&(_, shift)| shift > 0) {
            return self.shift_right(a, self.bits() - shift);
        }
        let instruction = *self.builder.program().instruction(product);
        match (instruction.operation, instruction.operands()) {
            (Operation::Product, &[a, by]) => {
                let by = self.builder.program().constant(by).expect("a product has a constant");
                self.high(a, by)
            }
            _ => self.word(Operation::High, &[product], self.signature.width.words()),
        }
    }

    /// Returns the other factor of a product with a power of two, and the exponent; `None` for other values.
    fn power_of_two(&self, product: ValueId) -> Option<(ValueId, u32)> {
        let instruction = self.builder.program().instruction(product);
        let (Operation::Product, &[a, by]) = (instruction.operation, instruction.operands()) else {
            return None;
        };
        let by = self.builder.program().constant(by)?;
        by.is_power_of_two().then(|| (a, by.trailing_zeros()))
    }

    pub(super) fn high(&mut self, a: ValueId, factor: u64) -> ValueId {
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

    pub(super) fn compare(&mut self, predicate: CmpPredicate, a: ValueId, b: ValueId) -> ValueId {
        match predicate.decided(self.interval(a), self.interval(b)) {
            Some(holds) => self.known(holds),
            None => self.boolean(Operation::Compare(predicate), &[a, b]),
        }
    }

    /// Returns a boolean as the word 0 or 1.
    pub(super) fn zero_or_one(&mut self, condition: ValueId) -> ValueId {
        self.word(Operation::Extend, &[condition], StridedInterval::BOOL)
    }

    pub(super) fn choose(&mut self, condition: ValueId, a: ValueId, b: ValueId) -> ValueId {
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

    /// Selects the instructions of one operation, and returns the value of its result.
    pub(super) fn select(&mut self, op: &IntegerOp, operands: &[ValueId]) -> ValueId {
        match op {
            IntegerOp::Constant(value) => self.number((*value).into()),
            IntegerOp::Param(position) => self.param(*position),
            IntegerOp::Linear(constant, factors) => self.sum(*constant, factors, operands),
            IntegerOp::Quotient(divisor) => self.quotient(operands[0], *divisor),
            IntegerOp::Remainder(divisor) => self.remainder(operands[0], *divisor),
            IntegerOp::Mask(mask) => self.masked(operands[0], (*mask).into()),
            IntegerOp::Wrap if self.bits() > 32 => self.masked(operands[0], u32::MAX.into()),
            IntegerOp::Wrap => operands[0],
            IntegerOp::Product(factor) => self.product(operands[0], factor.unsigned_abs()),
            IntegerOp::High => self.high_half(operands[0]),
            IntegerOp::Low => self.low_half(operands[0]),
            IntegerOp::Word(op) => self.symmetric(*op, operands),
            IntegerOp::CompareTo(predicate, constant) => {
                let constant = self.number((*constant).into());
                self.compare(*predicate, operands[0], constant)
            }
            IntegerOp::Compare(predicate) => self.compare(*predicate, operands[0], operands[1]),
            IntegerOp::Below(bound) => self.below(*bound, operands),
            IntegerOp::Known(value) => self.known(*value),
            IntegerOp::Boolean(op) => self.both(*op, operands),
            IntegerOp::Select => self.choose(operands[0], operands[1], operands[2]),
        }
    }

    /// Returns the boolean that all words are below a constant, as a comparison of their maximum.
    fn below(&mut self, bound: i64, operands: &[ValueId]) -> ValueId {
        let greatest = operands[1..]
            .iter()
            .fold(operands[0], |all, &operand| self.symmetric(WordOp::Max, &[all, operand]));
        let bound = self.number(bound.into());
        self.compare(CmpPredicate::Less, greatest, bound)
    }

    fn symmetric(&mut self, op: WordOp, operands: &[ValueId]) -> ValueId {
        let (a, b) = (operands[0].min(operands[1]), operands[0].max(operands[1]));
        self.binary(op, a, b)
    }

    fn both(&mut self, op: WordOp, operands: &[ValueId]) -> ValueId {
        let (a, b) = (operands[0].min(operands[1]), operands[0].max(operands[1]));
        self.boolean(Operation::Binary(op), &[a, b])
    }
}
