//! Proofs that functions equal their layouts, by an SMT solver.
//!
//! An index that the solver reports counts as a difference only if evaluation of both sides confirms it.

use super::compare::{AddressDifference, Comparison};
use super::slots;
use crate::smt_solver::{Answer, SmtSolver};
use address::program::Program;
use address::proof::{self, ProofClaim, ProofScript};
use ir::diag::Diag;
use ir::progress::{Progress, ProgressReport};

/// The default of the step limit for each query, as the option `steps` states it.
pub(super) const DEFAULT_STEPS: &str = "5000000";

/// The result of a proof attempt that found no confirmed difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The function equals its layout at every index inside the lengths.
    Proven,
    /// The solver did not decide, with the reason.
    Unknown(String),
    /// The solver was not executed, with the reason. Only the first function has this verdict.
    Skipped(String),
    /// The solver was not executed, as reported before.
    SkippedToo,
}

/// Returns the script for the difference of a function to its layout.
///
/// # Errors
/// The reason why linear arithmetic cannot express it.
pub(super) fn script(
    comparison: &Comparison<'_>,
    program: &Program,
    steps: u64,
) -> Result<ProofScript, String> {
    let Comparison { claim, layout, .. } = comparison;
    let script = match claim.slots() {
        Some(_) => proof::inverse_script(program, layout, steps),
        None => {
            let claim = ProofClaim { layout, step: claim.step(), unit: claim.attr.unit };
            proof::script(program, claim, steps)
        }
    };
    script.map_err(|unprovable| unprovable.to_string())
}

/// A solver, and its step limit for each query.
#[derive(Debug)]
pub(super) struct Prover {
    solver: SmtSolver,
    steps: u64,
    is_missing: bool,
}

impl Prover {
    /// Returns a prover with the solver that the environment names.
    pub(super) fn new(steps: u64) -> Prover {
        Prover { solver: SmtSolver::of_environment(), steps, is_missing: false }
    }

    /// Attempts to prove that a function equals its layout, and reports the queries of the solver as `progress`.
    ///
    /// # Errors
    /// A confirmed difference between the function and its layout.
    pub(super) fn prove(
        &mut self,
        comparison: &Comparison<'_>,
        program: Result<Program, Diag>,
        (item, progress): (&str, &mut dyn Progress),
    ) -> Result<Verdict, AddressDifference> {
        if self.is_missing {
            return Ok(Verdict::SkippedToo);
        }
        let program = match program {
            Ok(program) => program,
            Err(unread) => return Ok(Verdict::Unknown(unread.message)),
        };
        let script = match script(comparison, &program, self.steps) {
            Ok(script) => script,
            Err(unprovable) => return Ok(Verdict::Unknown(unprovable)),
        };
        match self.solver.solve((script.text, script.claims), &mut |done: usize, total: usize| {
            let done = done as u64;
            let total = total as u64;
            progress.report(ProgressReport { done, total, unit: "solver queries", item });
        }) {
            Ok(Answer::None) => Ok(Verdict::Proven),
            Ok(Answer::Some(index)) => self.confirmed(comparison, &index),
            Ok(Answer::Unknown(why)) => {
                let solver = self.solver.name();
                let steps = self.steps;
                Ok(Verdict::Unknown(format!(
                    "`{solver}` did not decide within {steps} steps: {why}"
                )))
            }
            Err(error) => {
                self.is_missing = true;
                let solver = self.solver.name();
                Ok(Verdict::Skipped(format!(
                    "needs z3, but `{solver}` cannot be executed: {error}"
                )))
            }
        }
    }

    /// Evaluates both sides at an index that the solver reported.
    fn confirmed(
        &self,
        comparison: &Comparison<'_>,
        index: &[i64],
    ) -> Result<Verdict, AddressDifference> {
        match comparison.claim.slots() {
            Some(slots) => slots::at(comparison, slots, index)?,
            None => comparison.at(index)?,
        }
        let solver = self.solver.name();
        Ok(Verdict::Unknown(format!(
            "`{solver}` reported a difference at index {index:?}, which evaluation does not confirm"
        )))
    }
}
