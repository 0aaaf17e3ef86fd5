//! `optimize-reorders`: takes the reorders of a module away, and puts back those of least total cost.
//!
//! ```mlir
//! // before: there and back
//! %0 = layout.reorder %x : tensor<1x8x4x4xf16> -> tensor<1x8x4x4xf16, {order = #NHWC}>
//! %1 = "onnx.Relu"(%0) {layout.choices = [#layout.choice<same>]} : ...
//! %2 = layout.reorder %1 : tensor<1x8x4x4xf16, {order = #NHWC}> -> tensor<1x8x4x4xf16>
//! // after: nothing is reordered
//! %1 = "onnx.Relu"(%x) {layout.choices = [#layout.choice<same>]} : ...
//! ```
//!
//! What may have which layout is asked as `assign-layouts` asks it: rules, views, control flow. An op of which no rule
//! speaks keeps the layouts that it has, row major where its types say nothing. So reorders are merged, cancelled, hoisted, sunk and folded into views as the
//! optimum has it, and no pattern is needed for any of that.

use crate::assign_layouts::{Mode, run};
use crate::pass::{Pass, PassContext, PassInfo};
use ir::Module;

pub(crate) const INFO: PassInfo = PassInfo {
    name: "optimize-reorders",
    summary: "takes reorders away and puts back those of least total cost",
    page: include_str!("optimize_reorders/page.md"),
    options: &[],
    runs_on_functions: false,
    build: |_| Ok(Box::new(OptimizeReorders)),
};

/// The pass `optimize-reorders`.
pub struct OptimizeReorders;

impl Pass for OptimizeReorders {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        run(module, cx, INFO.name, Mode::Optimize);
    }
}
