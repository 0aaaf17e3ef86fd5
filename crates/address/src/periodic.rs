//! The periodic form of a program of one parameter: `f(P * b + t) = step * b + offsets[t]`, for all b and all t < P.
//!
//! ```text
//! S<3,3,3>: f(t) = t ^ ((t >> 3) & 56)      P = 512, step = 512, offsets[t] = f(t)
//! ```
//!
//! A map whose digits are mixed by bits, as those of a swizzle, is then a loop over blocks with a table for one block. Each
//! value of the program has the form `step * b + at[t]` with natural numbers, of which the table holds all `at[t]`, so each
//! rule is decided for all t by the numbers themselves: a mask below the lowest bit of the step changes the table alone,
//! and a division by a divisor of the step divides both. A rule without an answer ends the search.

use crate::operation::{Operation, Width, WordOp};
use crate::program::{Program, ValueId};

/// The greatest period.
const MOST: u64 = 4096;

/// A program in periodic form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Periodic {
    /// The distance of the results of neighboring blocks.
    pub step: u64,
    /// The results of the first block: one for each parameter below the period.
    pub offsets: Vec<u64>,
}

impl Periodic {
    /// Returns the periodic form of a program of one parameter from 0 with the least period that is a power of two, or one
    /// times a divisor of the program. `None` if no period is known, or a parameter may have no element slot.
    pub fn of_program(program: &Program) -> Option<Periodic> {
        let [param] = program.params() else { return None };
        if program.valid().is_some() || param.range.low != 0 {
            return None;
        }
        let mut periods: Vec<u64> = divisors(program).iter().flat_map(|&by| doubled(by)).collect();
        periods.sort_unstable();
        periods.dedup();
        periods.into_iter().filter(|&period| period < param.end()).find_map(|period| {
            let blocks = param.end().div_ceil(period);
            let mut search = Search { program, period, blocks, values: Vec::new() };
            let found = search.run()?;
            Some(Periodic { step: found.step, offsets: found.at })
        })
    }

    /// Returns the greatest power of two, up to `most`, whose multiples start runs of neighboring results, in all blocks.
    pub fn run(&self, most: usize) -> usize {
        fn is_run(offsets: &[u64]) -> bool {
            offsets.windows(2).all(|pair| Some(pair[1]) == pair[0].checked_add(1))
        }
        let divides = |run: &usize| self.offsets.len().is_multiple_of(*run);
        let lengths = std::iter::successors(Some(1_usize), |run| run.checked_mul(2));
        let lengths = lengths.take_while(|&run| run <= most).filter(divides);
        let runs = lengths.filter(|&run| self.offsets.chunks(run).all(is_run));
        runs.max().unwrap_or(1)
    }
}

/// Returns 1 and the divisors of a program that are no powers of two.
fn divisors(program: &Program) -> Vec<u64> {
    let mut found = vec![1];
    for value in program.values() {
        let instruction = program.instruction(value);
        if let Operation::Binary(WordOp::Div | WordOp::Rem) = instruction.operation
            && let Some(divisor) = program.constant(instruction.operands()[1])
            && (2..=MOST).contains(&divisor)
        {
            found.push(divisor);
        }
    }
    found
}

/// Returns a number times the powers of two, from 2 up to the greatest period.
fn doubled(by: u64) -> impl Iterator<Item = u64> {
    let all = std::iter::successors(Some(by), |by| by.checked_mul(2));
    all.skip_while(|&by| by < 2).take_while(|&by| by <= MOST)
}

/// A value `step * b + at[t]`, which no block wraps.
#[derive(Clone, Debug)]
struct Value {
    step: u64,
    at: Vec<u64>,
}

impl Value {
    /// Returns the value if it is below the end of words in all blocks.
    fn checked(self, blocks: u64, width: Width) -> Option<Value> {
        let last = u128::from(self.step) * u128::from(blocks.saturating_sub(1));
        let greatest = last + u128::from(self.at.iter().copied().max()?);
        (greatest <= width.largest().into()).then_some(self)
    }

    /// Returns the value if it is the same in all blocks.
    fn fixed(&self) -> Option<&[u64]> {
        (self.step == 0).then_some(&self.at)
    }

    /// Returns the value if it is a constant.
    fn constant(&self) -> Option<u64> {
        let first = *self.fixed()?.first()?;
        self.at.iter().all(|&at| at == first).then_some(first)
    }

    fn map(&self, step: u64, of: impl Fn(u64) -> Option<u64>) -> Option<Value> {
        let at = self.at.iter().map(|&at| of(at));
        Some(Value { step, at: at.collect::<Option<Vec<u64>>>()? })
    }

    fn zip(&self, other: &[u64], step: u64, of: impl Fn(u64, u64) -> Option<u64>) -> Option<Value> {
        let at = self.at.iter().zip(other).map(|(&a, &b)| of(a, b));
        Some(Value { step, at: at.collect::<Option<Vec<u64>>>()? })
    }

    /// Returns `true` if all bits of these masks are below those of the step.
    fn is_below_step(&self, masks: impl Iterator<Item = u64>) -> bool {
        let bits = masks.fold(0, |all, mask| all | mask);
        u64::BITS - bits.leading_zeros() <= self.step.trailing_zeros()
    }
}

/// The evaluation of a program in periodic form.
struct Search<'p> {
    program: &'p Program,
    period: u64,
    blocks: u64,
    values: Vec<Value>,
}

impl Search<'_> {
    fn run(&mut self) -> Option<Value> {
        for value in self.program.values() {
            let width = self.program.width(value);
            let found = self.value(value)?.checked(self.blocks, width)?;
            self.values.push(found);
        }
        self.values.get(self.program.offset().index()).cloned()
    }

    fn value(&self, value: ValueId) -> Option<Value> {
        let instruction = self.program.instruction(value);
        let operands = instruction.operands();
        match instruction.operation {
            Operation::Param(_) => {
                Some(Value { step: self.period, at: (0..self.period).collect() })
            }
            Operation::Constant(word) => {
                let period = usize::try_from(self.period).ok()?;
                Some(Value { step: 0, at: vec![word; period] })
            }
            Operation::Binary(op) => {
                let [a, b] = [self.operand(operands[0]), self.operand(operands[1])];
                self.fixed(value).or_else(|| binary(op, a, b, instruction.width))
            }
            Operation::Extend | Operation::Truncate => Some(self.operand(operands[0]).clone()),
            Operation::Compare(_) | Operation::Select => self.fixed(value),
            Operation::Product | Operation::Low | Operation::High | Operation::Lookup(_) => None,
        }
    }

    fn operand(&self, value: ValueId) -> &Value {
        &self.values[value.index()]
    }

    /// Returns a value whose operands are the same in all blocks.
    fn fixed(&self, value: ValueId) -> Option<Value> {
        let instruction = self.program.instruction(value);
        let operands = instruction.operands();
        let width = self.program.width(*operands.first()?);
        let tables: Option<Vec<&[u64]>> =
            operands.iter().map(|&it| self.operand(it).fixed()).collect();
        let tables = tables?;
        let period = usize::try_from(self.period).ok()?;
        let at = (0..period).map(|t| {
            let mut words = [0; 3];
            for (word, table) in words.iter_mut().zip(&tables) {
                *word = u128::from(table[t]);
            }
            let exact = instruction.operation.exact(words, width)?;
            Some(instruction.width.word(i128::try_from(exact).ok()?))
        });
        Some(Value { step: 0, at: at.collect::<Option<Vec<u64>>>()? })
    }
}

/// Returns the result of an operation on values of which one is not the same in all blocks.
fn binary(op: WordOp, a: &Value, b: &Value, width: Width) -> Option<Value> {
    match op {
        WordOp::Add => a.zip(&b.at, a.step.checked_add(b.step)?, u64::checked_add),
        WordOp::Sub => a.zip(&b.at, a.step.checked_sub(b.step)?, u64::checked_sub),
        WordOp::Mul => {
            let (value, by) = b.constant().map(|by| (a, by)).or(a.constant().map(|by| (b, by)))?;
            value.map(value.step.checked_mul(by)?, |at| at.checked_mul(by))
        }
        WordOp::Shl => {
            let by = power(b.constant()?)?;
            a.map(a.step.checked_mul(by)?, |at| at.checked_mul(by))
        }
        WordOp::Div => divided(a, b.constant()?),
        WordOp::Shr => divided(a, power(b.constant()?)?),
        WordOp::Rem => {
            let by = b.constant()?;
            a.step.checked_rem(by).filter(|&rest| rest == 0)?;
            a.map(0, |at| at.checked_rem(by))
        }
        WordOp::And => {
            let (value, masks) = one_fixed(a, b)?;
            if value.is_below_step(masks.iter().copied()) {
                return value.zip(masks, 0, |at, mask| Some(at & mask));
            }
            // The bits that a mask removes are below the step.
            let removed = masks.iter().map(|mask| !mask & width.largest());
            if !value.is_below_step(removed) {
                return None;
            }
            value.zip(masks, value.step, |at, mask| Some(at & mask))
        }
        WordOp::Or | WordOp::Xor => {
            let (value, masks) = one_fixed(a, b)?;
            if !value.is_below_step(masks.iter().copied()) {
                return None;
            }
            value.zip(masks, value.step, |at, mask| {
                Some(if op == WordOp::Or { at | mask } else { at ^ mask })
            })
        }
        WordOp::Min | WordOp::Max => None,
    }
}

fn power(by: u64) -> Option<u64> {
    1_u64.checked_shl(u32::try_from(by).ok()?)
}

/// Returns a value divided by a divisor of its step.
fn divided(value: &Value, by: u64) -> Option<Value> {
    value.step.checked_rem(by).filter(|&rest| rest == 0)?;
    value.map(value.step / by, |at| at.checked_div(by))
}

/// Returns the value that differs between blocks, and the table of the other one.
fn one_fixed<'v>(a: &'v Value, b: &'v Value) -> Option<(&'v Value, &'v [u64])> {
    b.fixed().map(|table| (a, table)).or(a.fixed().map(|table| (b, table)))
}

#[cfg(test)]
mod tests;
