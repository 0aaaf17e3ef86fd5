//! The moves of a conversion between two placements, by class.

use super::move_plan::plan_json;
use super::query_run::QueryRun;
use compiler::QueriedSubject;
use ir::layout::{AxisName, MoveError, Moves};
use ir::source::Span;
use passes::QueryError;
use serde_json::Value;
use std::io;

/// The class of slots that already hold their value.
const NONE: &str = "none";

impl QueryRun<'_, '_, '_> {
    /// Answers with the slots of the second layout by the class of their move from the first, and with the plan of the
    /// moves if it is asked for.
    pub(super) fn moves(&mut self, from: &str, to: &str, with_plan: bool) -> io::Result<()> {
        let [source, target] = self.symbols.subjects([from, to]);
        match (source, target) {
            (Ok(source), Ok(target)) => {
                self.moves_between((from, &source), (to, &target), with_plan)
            }
            (source, target) => {
                let faults = [source.err(), target.err()].into_iter().flatten();
                faults.into_iter().try_for_each(|fault| self.fault(Span::NONE, fault))
            }
        }
    }

    fn moves_between(
        &mut self,
        (from, source): (&str, &QueriedSubject),
        (to, target): (&str, &QueriedSubject),
        with_plan: bool,
    ) -> io::Result<()> {
        let placements =
            source.placement(from).and_then(|source| Ok((source, target.placement(to)?)));
        let (a, b) = match placements {
            Ok(placements) => placements,
            Err(fault) => return self.fault(Span::NONE, fault),
        };
        match a.moves_to(&b) {
            Ok(moves) => {
                let elem = source.elem().or(target.elem());
                let bytes = elem.and_then(|elem| moves.bytes(elem));
                let plan = with_plan.then(|| a.plan_to(&b, &moves, elem));
                if let Some(Err(error)) = &plan {
                    self.remark(format!("no plan for the moves from `{from}` to `{to}`: {error}"));
                }
                let plan = plan.map(|plan| plan.map_or(Value::Null, |plan| plan_json(&plan, elem)));
                self.answers.moves((from, to), &classes(&moves), bytes, plan.as_ref())
            }
            Err(error) => self.fault(Span::NONE, move_fault(from, to, &error)),
        }
    }
}

/// Returns the numbers of slots by the name of the class.
fn classes(moves: &Moves) -> Vec<(&str, u128)> {
    let slots = moves.slots.iter();
    slots.map(|(axis, count)| (axis.as_ref().map_or(NONE, AxisName::as_str), *count)).collect()
}

fn move_fault(from: &str, to: &str, error: &MoveError) -> QueryError {
    QueryError::new(format!("cannot compute the moves from `{from}` to `{to}`: {error}"))
}
