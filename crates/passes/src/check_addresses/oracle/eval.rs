//! The execution of the steps of a function.

use super::operation::{OracleOp, Trap};
use super::{OracleFunction, OracleStep, mask};
use ir::Op;
use ir::layout::Table;

/// A machine that executes one function on many inputs.
#[derive(Clone, Debug)]
pub(in crate::check_addresses) struct OracleMachine<'a> {
    function: &'a OracleFunction,
    slots: Vec<u64>,
    /// The first op that wrapped in the last execution; `None` if none did.
    pub(in crate::check_addresses) wrapped: Option<Op>,
}

impl<'a> OracleMachine<'a> {
    pub(in crate::check_addresses) fn new(function: &'a OracleFunction) -> OracleMachine<'a> {
        OracleMachine { function, slots: function.start.clone(), wrapped: None }
    }

    /// Executes the function; each input must fit its width.
    ///
    /// # Errors
    /// The first trap.
    pub(in crate::check_addresses) fn run(&mut self, inputs: &[u64]) -> Result<(), Trap> {
        self.wrapped = None;
        self.slots[..inputs.len()].copy_from_slice(inputs);
        for step in &self.function.steps {
            let wrapped = apply(step, &self.function.tables, &mut self.slots)?;
            if wrapped {
                self.wrapped.get_or_insert(step.op);
            }
        }
        Ok(())
    }

    /// Returns a result of the last execution.
    pub(in crate::check_addresses) fn result(&self, place: usize) -> Option<u64> {
        self.function.results.get(place).map(|&slot| self.slots[slot])
    }
}

/// Executes one step. Returns `true` if it wrapped.
fn apply(step: &OracleStep, tables: &[Table], slots: &mut [u64]) -> Result<bool, Trap> {
    let [a, b, c] = step.operands.map(|slot| slots[slot]);
    let most = u128::from(mask(step.width));
    let exact: u128 = match step.kind {
        OracleOp::Words(exact, _) => exact(a, b, step.width).map_err(|trap| trap(step.op))?,
        OracleOp::MulExtended => {
            let product = u128::from(a) * u128::from(b);
            slots[step.result + 1] = (product >> step.width) as u64;
            product & most
        }
        OracleOp::Select => if a == 1 { b } else { c }.into(),
        OracleOp::Truncate(width) => (a & mask(width)).into(),
        OracleOp::Load(table) => {
            // An index outside the table has the last value.
            let values = tables.get(table).and_then(Table::values).unwrap_or_default();
            let at = usize::try_from(a).unwrap_or(usize::MAX).min(values.len().saturating_sub(1));
            values.get(at).map_or(0, |&value| value.unsigned_abs().into())
        }
    };
    let wrapped = exact > most;
    let broken = step.promises.nuw && wrapped || step.promises.nsw && signed_wraps(step, a, b);
    if broken {
        return Err(Trap::BrokenPromise(step.op));
    }
    slots[step.result] = (exact & most) as u64;
    let loses_bits = matches!(step.kind, OracleOp::Truncate(width) if a > mask(width));
    Ok(wrapped || loses_bits)
}

/// Returns `true` if an op wraps on its operands as signed numbers.
fn signed_wraps(step: &OracleStep, a: u64, b: u64) -> bool {
    let OracleOp::Words(_, Some(exact)) = step.kind else { return false };
    let unused = 128 - step.width;
    let [a, b] = [a, b].map(|word| ((u128::from(word) << unused) as i128) >> unused);
    let half = 1i128 << (step.width - 1);
    !(-half..half).contains(&exact(a, b))
}
