//! Pictures of a compiled input.

use super::state::{Chunk, Session};
use crate::compile::{CompilePlan, guard};
use crate::draw::{self, DrawRequest};
use ir::Verified;
use std::io::{Read, Write};
use std::rc::Rc;

/// The pass before which a function is drawn, too.
const ASSIGNMENT: &str = "assign-layouts";

impl Session<'_> {
    /// Draws a layout or a function. Returns the exit status.
    pub(super) fn draw(
        &mut self,
        request: &DrawRequest,
        stdin: &mut dyn Read,
        stdout: &mut dyn Write,
    ) -> Result<i32, i32> {
        let input = self.queried_input(&[&request.of], stdin)?;
        // The overview of a model has no room for two versions.
        let chunk = input.chunk.as_ref().filter(|_| !request.is_model);
        let before = chunk.and_then(|chunk| self.before_assignment(chunk));
        let symbols = self.symbols(&input.module);
        let color = self.colors_output();
        let picture = guard(|| draw::picture(request, symbols, before.as_deref(), color));
        Ok(self.write_answer(&input, "drawing", picture, stdout))
    }

    /// Returns the module before the passes if they assign layouts. The diagnostics were shown with those of the passes.
    fn before_assignment(&mut self, chunk: &Chunk) -> Option<Verified> {
        chunk.plan.steps.iter().any(|step| step.name() == ASSIGNMENT).then_some(())?;
        let plan = Rc::new(CompilePlan { steps: Vec::new(), ..CompilePlan::clone(&chunk.plan) });
        self.with_compiler(&Chunk { plan, ..chunk.clone() }, |it| it.compile()).result.ok()
    }
}
