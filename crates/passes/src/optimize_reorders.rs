//! `optimize-reorders`: replaces the reorders of a module by those of least total cost.
//!
//! ```mlir
//! // before: two inverse reorders
//! %0 = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
//! %1 = "onnx.Relu"(%0) {layout.choices = [#layout.choice<same>]} : ...
//! %2 = layout.reorder %1 : tensor<1x8x4x4xf16, {order = #NHWC}> -> tensor<1x8x4x4xf16>
//! // after: no reorder
//! %1 = "onnx.Relu"(%x) {layout.choices = [#layout.choice<same>]} : ...
//! ```
//!
//! The candidate layouts of each value are those of `assign-layouts`: rules, views and control flow restrict them. An
//! op without a rule keeps its layouts, row major where its types have no encoding. The optimum decides whether
//! reorders are merged, cancelled, hoisted, sunk or folded into views; the pass has no rewrite patterns.

use crate::assign_layouts::{EFFORT_OPTION, Effort, Mode, Task, effort, run};
use crate::pass::{OptionInfo, Pass, PassContext, PassInfo};
use ir::Module;

/// The name of the pass.
const NAME: &str = "optimize-reorders";

const OPTIONS: &[OptionInfo] = &[EFFORT_OPTION];

pub(crate) const INFO: PassInfo = PassInfo::constant(
    NAME,
    "replaces the reorders of a module by those of least total cost",
    include_str!("optimize_reorders/page.md"),
    OPTIONS,
    &|options| Ok(Box::new(OptimizeReorders { effort: effort(options)? })),
);

/// The pass `optimize-reorders`.
#[derive(Default)]
pub struct OptimizeReorders {
    effort: Effort,
}

impl Pass for OptimizeReorders {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let effort = self.effort;
        let (permutes_contracted, memory, certificate) = (false, None, None);
        let mode = Mode::Optimize;
        let task = Task { pass: NAME, mode, effort, permutes_contracted, memory, certificate };
        run(module, cx, task);
    }
}
