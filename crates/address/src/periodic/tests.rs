//! Periodic forms of random maps, compared with their programs at all parameters.

use super::Periodic;
use crate::ProgramEvaluator;
use crate::operation::{Operation, Width, WordOp};
use crate::program::{Instruction, Param, Program, ValueId};
use testkit::Random;

/// A program of one parameter under construction.
struct Code {
    program: Program,
}

impl Code {
    fn new(length: i64) -> (Code, ValueId) {
        let mut program = Program::new(vec![Param::index(Width::I32, length)]);
        let param = program.push(Instruction::new(Operation::Param(0), &[], Width::I32), None);
        (Code { program }, param)
    }

    fn binary(&mut self, op: WordOp, a: ValueId, b: u64) -> ValueId {
        let b = self.program.push(Instruction::new(Operation::Constant(b), &[], Width::I32), None);
        self.both(op, a, b)
    }

    fn both(&mut self, op: WordOp, a: ValueId, b: ValueId) -> ValueId {
        self.program.push(Instruction::new(Operation::Binary(op), &[a, b], Width::I32), None)
    }

    fn finish(mut self, offset: ValueId) -> Program {
        self.program.set_results(vec![offset]);
        self.program
    }
}

/// Checks the form of a program at all parameters, and returns it.
#[track_caller]
fn check(program: &Program) -> Option<Periodic> {
    let form = Periodic::of_program(program)?;
    let period = form.offsets.len();
    let mut evaluator = ProgramEvaluator::new(program);
    let length = program.params()[0].end();
    for at in 0..length {
        let place = usize::try_from(at).unwrap();
        let expected = form.step * (at / period as u64) + form.offsets[place % period];
        assert_eq!(evaluator.run(&[at]), Ok(vec![expected]), "{at} of {length}, {program}");
    }
    Some(form)
}

#[test]
fn swizzles_repeat_after_their_highest_bit() {
    let (mut code, slot) = Code::new(4096);
    let bits = code.binary(WordOp::Shr, slot, 3);
    let bits = code.binary(WordOp::And, bits, 56);
    let offset = code.both(WordOp::Xor, slot, bits);
    let form = check(&code.finish(offset)).unwrap();
    assert_eq!((form.step, form.offsets.len(), form.run(64)), (512, 512, 8));
}

#[test]
fn rows_that_are_no_power_of_two_repeat_with_them() {
    let (mut code, slot) = Code::new(4800);
    let row = code.binary(WordOp::Div, slot, 48);
    let column = code.binary(WordOp::Rem, slot, 48);
    let low = code.binary(WordOp::And, row, 3);
    let low = code.binary(WordOp::Shl, low, 2);
    let column = code.both(WordOp::Xor, column, low);
    let row = code.binary(WordOp::Mul, row, 64);
    let offset = code.both(WordOp::Add, row, column);
    let form = check(&code.finish(offset)).unwrap();
    assert_eq!((form.step, form.offsets.len(), form.run(64)), (256, 192, 4));
}

#[test]
fn a_map_without_a_period_has_no_form() {
    let (mut code, slot) = Code::new(1 << 20);
    let low = code.binary(WordOp::And, slot, 1023);
    let high = code.binary(WordOp::Shr, slot, 10);
    let low = code.binary(WordOp::Mul, low, 1024);
    let mixed = code.both(WordOp::Xor, low, high);
    assert_eq!(check(&code.finish(mixed)), None);
}

#[test]
fn random_programs_equal_their_periodic_form() {
    const OPS: [WordOp; 12] = [
        WordOp::Add,
        WordOp::Sub,
        WordOp::Mul,
        WordOp::Div,
        WordOp::Rem,
        WordOp::Shl,
        WordOp::Shr,
        WordOp::And,
        WordOp::Or,
        WordOp::Xor,
        WordOp::Min,
        WordOp::Max,
    ];
    let mut random = Random::new(11);
    let mut found = 0;
    for _ in 0..4000 {
        let length = 64 + i64::try_from(random.index(2000)).unwrap();
        let (mut code, slot) = Code::new(length);
        let mut values = vec![slot];
        for _ in 0..5 {
            let a = values[random.index(values.len())];
            let op = OPS[random.index(OPS.len())];
            let shifts = matches!(op, WordOp::Shl | WordOp::Shr);
            let constant = 1 + random.index(if shifts { 6 } else { 96 }) as u64;
            let is_pair =
                random.index(3) == 0 && !shifts && !matches!(op, WordOp::Div | WordOp::Rem);
            let b = values[random.index(values.len())];
            values.push(if is_pair { code.both(op, a, b) } else { code.binary(op, a, constant) });
        }
        let offset = *values.last().unwrap();
        found += usize::from(check(&code.finish(offset)).is_some());
    }
    assert!(found > 300, "{found}");
}
