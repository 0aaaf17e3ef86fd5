//! Runs the steps of a function.

use super::{OracleFunction, OracleOp, OracleStep, WordOrder, mask};
use ir::Op;
use std::fmt;

/// What makes a result mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check_addresses) enum Trap {
    /// A division or remainder by zero.
    DivisionByZero(Op),
    /// A shift by the width of the word or more.
    ShiftTooFar(Op),
    /// An op wraps that promises not to.
    BrokenPromise(Op),
}

impl Trap {
    /// The op that does it.
    pub(in crate::check_addresses) fn op(self) -> Op {
        match self {
            Trap::DivisionByZero(op) | Trap::ShiftTooFar(op) | Trap::BrokenPromise(op) => op,
        }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trap::DivisionByZero(_) => "divides by zero",
            Trap::ShiftTooFar(_) => "shifts by the width of the word or more",
            Trap::BrokenPromise(_) => "wraps where its flags promise that it does not",
        })
    }
}

/// Runs one function on many inputs.
#[derive(Clone, Debug)]
pub(in crate::check_addresses) struct OracleMachine<'a> {
    function: &'a OracleFunction,
    slots: Vec<u64>,
    /// The first op of the last run that wrapped.
    pub(in crate::check_addresses) wrapped: Option<Op>,
}

impl<'a> OracleMachine<'a> {
    pub(in crate::check_addresses) fn new(function: &'a OracleFunction) -> OracleMachine<'a> {
        OracleMachine { function, slots: function.start.clone(), wrapped: None }
    }

    /// Runs the function; each input fits its width.
    ///
    /// # Errors
    /// The first trap.
    pub(in crate::check_addresses) fn run(&mut self, inputs: &[u64]) -> Result<(), Trap> {
        self.wrapped = None;
        self.slots[..inputs.len()].copy_from_slice(inputs);
        for step in &self.function.steps {
            let wrapped = apply(step, &mut self.slots)?;
            if wrapped {
                self.wrapped.get_or_insert(step.op);
            }
        }
        Ok(())
    }

    /// A result of the last run.
    pub(in crate::check_addresses) fn result(&self, place: usize) -> Option<u64> {
        self.function.results.get(place).map(|&slot| self.slots[slot])
    }
}

/// Runs one step; whether it wrapped.
fn apply(step: &OracleStep, slots: &mut [u64]) -> Result<bool, Trap> {
    let [a, b, c] = step.operands.map(|slot| slots[slot]);
    let most = mask(step.width);
    let product = || u128::from(a) * u128::from(b);
    let exact: u128 = match step.kind {
        OracleOp::Add => u128::from(a) + u128::from(b),
        OracleOp::Sub => u128::from(a).wrapping_sub(u128::from(b)),
        OracleOp::Mul => product(),
        OracleOp::MulExtended => {
            slots[step.result + 1] = (product() >> step.width) as u64;
            product() & u128::from(most)
        }
        OracleOp::Div => a.checked_div(b).ok_or(Trap::DivisionByZero(step.op))?.into(),
        OracleOp::Rem => a.checked_rem(b).ok_or(Trap::DivisionByZero(step.op))?.into(),
        OracleOp::ShiftLeft => u128::from(a) << distance(step, b)?,
        OracleOp::ShiftRight => u128::from(a) >> distance(step, b)?,
        OracleOp::And => (a & b).into(),
        OracleOp::Or => (a | b).into(),
        OracleOp::Xor => (a ^ b).into(),
        OracleOp::Min => a.min(b).into(),
        OracleOp::Max => a.max(b).into(),
        OracleOp::Compare(predicate) => holds(predicate, a, b).into(),
        OracleOp::Select => if a == 1 { b } else { c }.into(),
        OracleOp::Extend => a.into(),
        OracleOp::Truncate(width) => (a & mask(width)).into(),
    };
    let wrapped = exact > u128::from(most);
    let broken = step.promises.nuw && wrapped || step.promises.nsw && signed_wraps(step, a, b);
    if broken {
        return Err(Trap::BrokenPromise(step.op));
    }
    slots[step.result] = (exact & u128::from(most)) as u64;
    let loses_bits = matches!(step.kind, OracleOp::Truncate(width) if a > mask(width));
    Ok(wrapped || loses_bits)
}

fn distance(step: &OracleStep, by: u64) -> Result<u32, Trap> {
    u32::try_from(by).ok().filter(|&by| by < step.width).ok_or(Trap::ShiftTooFar(step.op))
}

fn holds(predicate: WordOrder, a: u64, b: u64) -> bool {
    match predicate {
        WordOrder::Equal => a == b,
        WordOrder::Unequal => a != b,
        WordOrder::Below => a < b,
        WordOrder::AtMost => a <= b,
        WordOrder::Above => a > b,
        WordOrder::AtLeast => a >= b,
    }
}

/// Whether an op on the words as numbers with signs leaves their range.
fn signed_wraps(step: &OracleStep, a: u64, b: u64) -> bool {
    let unused = 128 - step.width;
    let signed = |word: u64| ((u128::from(word) << unused) as i128) >> unused;
    let exact = match step.kind {
        OracleOp::Add => signed(a) + signed(b),
        OracleOp::Sub => signed(a) - signed(b),
        OracleOp::Mul => signed(a) * signed(b),
        OracleOp::ShiftLeft => signed(a) << b,
        _ => return false,
    };
    let half = 1i128 << (step.width - 1);
    !(-half..half).contains(&exact)
}
