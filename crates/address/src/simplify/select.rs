//! Instruction selection: from expressions over integers to instructions, without duplicate instructions.
//!
//! A value has the narrowest width that holds its interval (`width`). It is extended or truncated where an instruction
//! uses it at the other width.

use super::cost::{CostModel, FactorSize, MultiplyBy, Price};
use super::integer::{IntegerDag, IntegerOp, ProgramSignature};
use super::visible::{NARROW, VisibleBounds};
use crate::operation::{CmpPredicate, Operation, Width, WordOp};
use crate::program::{Instruction, Program, ProgramBuilder, ValueId};
use layout::StridedInterval;

/// The state of instruction selection: a program, and the cost model.
pub(super) struct InstructionSelector<'s> {
    pub(super) builder: ProgramBuilder,
    pub(super) visible: VisibleBounds,
    pub(super) signature: &'s ProgramSignature,
    pub(super) cost: CostModel,
}

/// Selects the instructions of a DAG of expressions.
pub(super) fn select(dag: &IntegerDag, signature: &ProgramSignature, cost: CostModel) -> Program {
    let mut selector = InstructionSelector::new(signature, cost);
    let widths = signature.demanded_widths(dag);
    let mut values: Vec<ValueId> = Vec::with_capacity(dag.nodes.len());
    for (n, node) in dag.nodes.iter().enumerate() {
        let operands: Vec<ValueId> = node.operands.iter().map(|&it| values[it]).collect();
        let value = selector.select(&node.op, &operands, widths[n]);
        values.push(selector.refined(value, dag.intervals[n]));
    }
    let roots = dag.roots.iter().zip(&signature.results);
    let results = roots.map(|(&root, &width)| selector.at(values[root], width));
    let results: Vec<ValueId> = results.collect();
    selector.builder.finish(&results)
}

impl<'s> InstructionSelector<'s> {
    /// Returns a selector with an empty program.
    pub(super) fn new(signature: &'s ProgramSignature, cost: CostModel) -> InstructionSelector<'s> {
        let builder = ProgramBuilder::new(signature.params.clone());
        let visible = VisibleBounds::new(cost.reads_bounds());
        InstructionSelector { builder, visible, signature, cost }
    }

    /// Removes all instructions.
    #[cfg(feature = "egg")]
    pub(super) fn clear(&mut self) {
        self.builder.clear();
        self.visible.clear();
    }

    /// Returns the price of all instructions that a value depends on.
    pub(super) fn price(&self, value: ValueId) -> Price {
        let program = self.builder.program();
        let needed = program.needed_by(&[value]);
        let needed = program.values().filter(|it| needed[it.index()]);
        needed.map(|it| self.cost.price_of(program, &self.visible, it)).sum()
    }

    pub(super) fn is_boolean(&self, value: ValueId) -> bool {
        self.width(value) == Width::I1
    }

    pub(super) fn width(&self, value: ValueId) -> Width {
        self.builder.program().width(value)
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
        FactorSize::classify(end, self.visible_end(value), self.width(value), self.cost)
    }

    pub(super) fn add(
        &mut self,
        instruction: Instruction,
        known: Option<StridedInterval>,
    ) -> ValueId {
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
        width: Width,
    ) -> ValueId {
        let interval = if exact.within(0..width.end()) { exact } else { width.words() };
        match interval.constant() {
            Some(value) => self.number(value, width),
            None => self.add(Instruction::new(op, operands, width), Some(interval)),
        }
    }

    /// Adds an operation on two words of one width, whose interval follows from those of the operands.
    pub(super) fn binary(&mut self, op: WordOp, a: ValueId, b: ValueId) -> ValueId {
        let width = self.width(a);
        let exact = (op.row().interval)(self.interval(a), self.interval(b));
        self.word(Operation::Binary(op), &[a, b], exact.unwrap_or(width.words()), width)
    }

    fn boolean(&mut self, op: Operation, operands: &[ValueId]) -> ValueId {
        self.add(Instruction::new(op, operands, Width::I1), None)
    }

    fn known(&mut self, value: bool) -> ValueId {
        self.boolean(Operation::Constant(value.into()), &[])
    }

    /// Returns the constant that is congruent to an integer modulo 2^bits.
    pub(super) fn number(&mut self, value: i128, width: Width) -> ValueId {
        let word = Operation::Constant(width.word(value));
        self.add(Instruction::new(word, &[], width), None)
    }

    /// Returns an opaque operand with this interval. Extraction prices single nodes with such operands.
    pub(super) fn operand(
        &mut self,
        number: u32,
        interval: StridedInterval,
        is_boolean: bool,
    ) -> ValueId {
        let width = if is_boolean { Width::I1 } else { self.narrowest(interval) };
        let known = if interval.within(0..width.end()) { interval } else { width.words() };
        self.add(Instruction::new(Operation::Param(number), &[], width), Some(known))
    }

    fn param(&mut self, position: u32) -> ValueId {
        let width = self.signature.params[position as usize].width;
        self.add(Instruction::new(Operation::Param(position), &[], width), None)
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

    /// Returns a sum of words of this width. If no bit carries, the sum is an `or`, which drivers fuse with shifts.
    pub(super) fn plus(&mut self, a: ValueId, b: ValueId, width: Width) -> ValueId {
        let a = self.at(a, width);
        let b = self.at(b, width);
        match (self.constant(a), self.constant(b)) {
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            (Some(x), Some(y)) => return self.number(x + y, width),
            (Some(_), None) => return self.plus(b, a, width),
            _ => {}
        }
        let x = self.interval(a);
        let y = self.interval(b);
        fn disjoint(high: StridedInterval, low: StridedInterval) -> bool {
            low.high < 1 << high.zero_bits().min(62)
        }
        let op = if disjoint(x, y) || disjoint(y, x) { WordOp::Or } else { WordOp::Add };
        let words = if self.constant(b).is_none() && b < a { [b, a] } else { [a, b] };
        self.word(Operation::Binary(op), &words, x.plus(y), width)
    }

    /// Returns a difference of words of this width.
    pub(super) fn minus(&mut self, a: ValueId, b: ValueId, width: Width) -> ValueId {
        let a = self.at(a, width);
        let b = self.at(b, width);
        match (self.constant(a), self.constant(b)) {
            (_, Some(0)) => a,
            (Some(x), Some(y)) => self.number(x - y, width),
            _ => self.binary(WordOp::Sub, a, b),
        }
    }

    fn shift_left(&mut self, a: ValueId, shift: u32) -> ValueId {
        self.shifted(WordOp::Shl, a, shift)
    }

    /// Returns the word shifted right, in the narrowest width that holds it.
    pub(super) fn shift_right(&mut self, a: ValueId, shift: u32) -> ValueId {
        let value = self.shifted(WordOp::Shr, a, shift);
        self.narrow(value)
    }

    fn shifted(&mut self, op: WordOp, a: ValueId, shift: u32) -> ValueId {
        if shift == 0 {
            return a;
        }
        let by = self.number(shift.into(), self.width(a));
        self.binary(op, a, by)
    }

    /// Returns the bitwise and with a mask. A mask below 2^32 needs only the lowest 32 bits of the word.
    pub(super) fn masked(&mut self, a: ValueId, mask: i128) -> ValueId {
        let width = self.width(a).min(self.narrowest(StridedInterval::number(mask)));
        let word = self.at(a, width);
        if word != a && mask == i128::from(width.largest()) {
            return word;
        }
        let mask = self.number(mask, width);
        self.binary(WordOp::And, word, mask)
    }

    /// Returns the product with a constant of at least 1, as a word of this width.
    pub(super) fn times(&mut self, a: ValueId, factor: u128, width: Width) -> ValueId {
        let largest = u128::from(width.largest());
        if let Some(value) = self.constant(a) {
            let product = ((value.unsigned_abs() & largest) * (factor & largest)) & largest;
            return self.number(product.cast_signed(), width);
        }
        if width > self.width(a) && self.signature.is_short(self.interval(a), factor) {
            let product = self.times(a, factor, Width::I32);
            return self.at(product, width);
        }
        let a = self.at(a, width);
        let bits = width.bits();
        match MultiplyBy::best(factor, self.size(a), width, self.cost).0 {
            MultiplyBy::Shift(shift) if shift >= bits => self.number(0, width),
            MultiplyBy::Shift(shift) => self.shift_left(a, shift),
            MultiplyBy::ShiftAdd(shift, last) if shift + last < bits => {
                let high = self.shift_left(a, shift);
                let sum = self.plus(high, a, width);
                self.shift_left(sum, last)
            }
            MultiplyBy::ShiftSub(shift, last) if shift + last < bits => {
                let high = self.shift_left(a, shift);
                let difference = self.minus(high, a, width);
                self.shift_left(difference, last)
            }
            _ => {
                let a = self.narrowed(a, factor);
                let by = self.number((factor & largest).cast_signed(), width);
                self.binary(WordOp::Mul, a, by)
            }
        }
    }

    /// Returns the full product with a constant.
    pub(super) fn product(&mut self, a: ValueId, factor: u64) -> ValueId {
        let width = self.width(a);
        let by = self.number(factor.into(), width);
        let product = Instruction::new(Operation::Product, &[a, by], width);
        self.add(product, Some(width.words()))
    }

    /// Returns the low half of a product: a shift if the factor is a power of two.
    pub(super) fn low_half(&mut self, product: ValueId) -> ValueId {
        match self.power_of_two(product) {
            Some((a, shift)) => self.shift_left(a, shift),
            None => self.half(Operation::Low, product),
        }
    }

    /// Returns the high half of a product: a shift if the factor is a power of two.
    fn high_half(&mut self, product: ValueId) -> ValueId {
        if let Some((a, shift)) = self.power_of_two(product).filter(|&(_, shift)| shift > 0) {
            return self.shift_right(a, self.width(a).bits() - shift);
        }
        let instruction = *self.builder.program().instruction(product);
        match (instruction.operation, instruction.operands()) {
            (Operation::Product, &[a, by]) => {
                let by = self.builder.program().constant(by).expect("a product has a constant");
                self.high(a, by)
            }
            _ => self.half(Operation::High, product),
        }
    }

    /// Returns a half of a product. An opaque product, which extraction prices, is one of words of 32 bits.
    fn half(&mut self, half: Operation, product: ValueId) -> ValueId {
        let instruction = self.builder.program().instruction(product);
        let width = match instruction.operation {
            Operation::Product => instruction.width,
            _ => Width::I32,
        };
        self.word(half, &[product], width.words(), width)
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

    /// Returns the high half of the product with a constant.
    pub(super) fn high(&mut self, a: ValueId, factor: u64) -> ValueId {
        let product = self.product(a, factor);
        let width = self.width(a);
        let known = self.interval(a);
        let [low, high] = [known.low, known.high].map(|value| {
            let product = value.unsigned_abs().checked_mul(factor.into());
            product.map_or(width.end() - 1, |product| (product >> width.bits()).cast_signed())
        });
        let exact = StridedInterval::range(low, high);
        let high = self.word(Operation::High, &[product], exact, width);
        self.narrow(high)
    }

    /// Returns the comparison of two words, at the greater of their widths.
    pub(super) fn compare(&mut self, predicate: CmpPredicate, a: ValueId, b: ValueId) -> ValueId {
        match predicate.decided(self.interval(a), self.interval(b)) {
            Some(holds) => self.known(holds),
            None => {
                let words = self.at_common_width(a, b);
                self.boolean(Operation::Compare(predicate), &words)
            }
        }
    }

    fn at_common_width(&mut self, a: ValueId, b: ValueId) -> [ValueId; 2] {
        let width = self.width(a).max(self.width(b));
        [a, b].map(|word| self.at(word, width))
    }

    /// Returns a boolean as the word 0 or 1.
    pub(super) fn zero_or_one(&mut self, condition: ValueId) -> ValueId {
        self.word(Operation::Extend, &[condition], StridedInterval::BOOL, Width::I32)
    }

    /// Returns `a` if the condition is true, otherwise `b`, as a word of this width.
    pub(super) fn choose(
        &mut self,
        condition: ValueId,
        a: ValueId,
        b: ValueId,
        width: Width,
    ) -> ValueId {
        let a = self.at(a, width);
        let b = self.at(b, width);
        if a == b {
            return a;
        }
        match (self.constant(condition), self.constant(a), self.constant(b)) {
            (Some(1), ..) => a,
            (Some(_), ..) => b,
            (None, Some(1), Some(0)) => self.zero_or_one(condition),
            _ => {
                let exact = self.interval(a).join(self.interval(b));
                self.word(Operation::Select, &[condition, a, b], exact, width)
            }
        }
    }

    /// Selects the instructions of one operation, and returns the value of its result. A sum has this width; another
    /// result has the width of its interval, or this width if only its lowest bits are used.
    pub(super) fn select(&mut self, op: &IntegerOp, operands: &[ValueId], width: Width) -> ValueId {
        let value = match op {
            IntegerOp::Constant(value) => self.number((*value).into(), width),
            IntegerOp::Param(position) => self.param(*position),
            IntegerOp::Linear(constant, factors) => self.sum(*constant, factors, operands, width),
            IntegerOp::Quotient(divisor) => self.quotient(operands[0], *divisor),
            IntegerOp::Remainder(divisor) => self.remainder(operands[0], *divisor),
            IntegerOp::Mask(mask) => self.masked(operands[0], (*mask).into()),
            IntegerOp::Wrap => self.at(operands[0], Width::I32),
            IntegerOp::Product(factor) => self.product(operands[0], factor.unsigned_abs()),
            IntegerOp::High => self.high_half(operands[0]),
            IntegerOp::Low => self.low_half(operands[0]),
            IntegerOp::Word(op) => self.symmetric(*op, operands),
            IntegerOp::CompareTo(predicate, constant) => {
                self.compare_to(*predicate, operands[0], *constant)
            }
            IntegerOp::Compare(predicate) => self.compare(*predicate, operands[0], operands[1]),
            IntegerOp::Below(bound) => self.below(*bound, operands),
            IntegerOp::Known(value) => self.known(*value),
            IntegerOp::Boolean(op) => self.both(*op, operands),
            IntegerOp::Select => self.choose(operands[0], operands[1], operands[2], width),
        };
        if width < self.width(value) { self.at(value, width) } else { value }
    }

    /// Returns the boolean that all words are below a constant, as a comparison of their maximum.
    fn below(&mut self, bound: i64, operands: &[ValueId]) -> ValueId {
        let greatest = operands[1..]
            .iter()
            .fold(operands[0], |all, &operand| self.symmetric(WordOp::Max, &[all, operand]));
        self.compare_to(CmpPredicate::Less, greatest, bound)
    }

    /// Returns the comparison of a word with a constant.
    fn compare_to(&mut self, predicate: CmpPredicate, a: ValueId, constant: i64) -> ValueId {
        let constant = i128::from(constant);
        let narrowest = self.narrowest(StridedInterval::number(constant));
        let constant = self.number(constant, self.width(a).max(narrowest));
        self.compare(predicate, a, constant)
    }

    fn symmetric(&mut self, op: WordOp, operands: &[ValueId]) -> ValueId {
        let [a, b] = self.at_common_width(operands[0], operands[1]);
        let value = self.binary(op, a.min(b), a.max(b));
        self.narrow(value)
    }

    fn both(&mut self, op: WordOp, operands: &[ValueId]) -> ValueId {
        let a = operands[0].min(operands[1]);
        let b = operands[0].max(operands[1]);
        self.boolean(Operation::Binary(op), &[a, b])
    }
}
