//! Has a solver judge functions, and judges what it says.
//!
//! An index that the solver finds is believed only after both sides were evaluated there.

use super::compare::{AddressDifference, Comparison};
use super::solver::{Answer, SmtSolver};
use address::program::Program;
use address::proof;
use ir::diag::Diag;

/// What is known of a function of which no wrong index is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is its layout at every index inside the lengths.
    Proven,
    /// There is no answer, and why; after "as".
    Unknown(String),
    /// Nobody was asked, and why. This is told once.
    Skipped(String),
    /// As before.
    SkippedToo,
}

impl Verdict {
    /// Under which name it is counted.
    pub(super) fn counted(&self) -> &'static str {
        match self {
            Verdict::Proven => "functions proven",
            _ => "functions without a proof",
        }
    }
}

/// A solver, and how much it may do for each question.
#[derive(Debug)]
pub(super) struct Prover {
    solver: SmtSolver,
    steps: u64,
    is_missing: bool,
}

impl Prover {
    /// The solver that the environment names.
    pub(super) fn new(steps: u64) -> Prover {
        Prover { solver: SmtSolver::of_environment(), steps, is_missing: false }
    }

    /// Judges a function.
    ///
    /// # Errors
    /// Where it is not its layout.
    pub(super) fn judge(
        &mut self,
        comparison: &Comparison<'_>,
        program: Result<Program, Diag>,
    ) -> Result<Verdict, AddressDifference> {
        if self.is_missing {
            return Ok(Verdict::SkippedToo);
        }
        let Comparison { claim, layout, .. } = *comparison;
        let program = match program {
            Ok(program) => program,
            Err(unread) => return Ok(Verdict::Unknown(unread.message)),
        };
        let script = match proof::script(&program, layout, claim.attr.unit, self.steps) {
            Ok(script) => script,
            Err(unprovable) => return Ok(Verdict::Unknown(unprovable.to_string())),
        };
        match self.solver.ask(script) {
            Ok(Answer::None) => Ok(Verdict::Proven),
            Ok(Answer::Some(index)) => self.confirmed(comparison, &index),
            Ok(Answer::Unknown(why)) => {
                let (solver, steps) = (self.solver.name(), self.steps);
                Ok(Verdict::Unknown(format!(
                    "`{solver}` has no answer within {steps} steps: {why}"
                )))
            }
            Err(error) => {
                self.is_missing = true;
                let solver = self.solver.name();
                Ok(Verdict::Skipped(format!(
                    "skipped: needs z3, but `{solver}` cannot be run: {error}"
                )))
            }
        }
    }

    /// Evaluates both sides at an index that the solver found.
    fn confirmed(
        &self,
        comparison: &Comparison<'_>,
        index: &[i64],
    ) -> Result<Verdict, AddressDifference> {
        let lengths = &comparison.claim.attr.lengths;
        let inside = |(at, length): (&i64, &i64)| (0..*length).contains(at);
        if index.len() == lengths.len() && index.iter().zip(lengths).all(inside) {
            comparison.at(index)?;
        }
        let solver = self.solver.name();
        Ok(Verdict::Unknown(format!(
            "`{solver}` finds a difference at index {index:?}, which is none"
        )))
    }
}
