//! The passes of layoutc and the manager that runs them.
//!
//! ```
//! # use {ir as layoutc_ir, parser as layoutc_parser};
//! use layoutc_ir::{Registry, Verified, diag::Sink, print::type_to_string};
//! use layoutc_passes::{PassManager, Pipeline};
//!
//! let (registry, mut sink) = (Registry::new(), Sink::default());
//! let text = "layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>";
//! let module = layoutc_parser::parse(text, 0, &registry, &mut sink).unwrap();
//! let module = Verified::new(module, &registry, &mut sink).unwrap();
//!
//! let mut pipeline = Pipeline::new();
//! pipeline.add("resolve-strides", &[("copies", "insert")])?;
//! let module = PassManager::new(&registry).run(&pipeline, module, &mut sink).unwrap();
//!
//! // Rows of 20 bytes begin at multiples of 32 bytes, which are 8 elements.
//! let x = module.ops(module.body()).next().unwrap();
//! let ty = module.type_attr(x, "type").unwrap();
//! assert!(type_to_string(&module, ty).contains("strides = [8, 1]"));
//! # Ok::<(), layoutc_passes::PipelineError>(())
//! ```
//!
//! In reading order: [`Pass`] is the trait of a pass, [`Pipeline`] is a list of passes with options,
//! [`PassManager`] runs it; one file for each pass follows. To add a pass, write its file and add its name to the list.
//!
//! This crate does not depend on text: an embedder builds modules and runs passes without a parser.

mod addressed;
mod anchor;
mod edits;
mod function_clone;
mod limits;
mod manager;
mod ordered_layout;
mod pass;
mod pipeline;
mod placements;
mod provenance;
mod pure_ops;
mod queries;
mod resolved;
mod smt_solver;
mod symbol_uses;
mod symbols;
mod tensors;
#[cfg(test)]
mod testing;

use ir::retype;

pub use addressed::addressed_layout;
pub use anchor::PassAnchor;
pub use assign_layouts::AssignLayouts;
pub use canonicalize::Canonicalize;
pub use canonicalize_layouts::CanonicalizeLayouts;
pub use check_addresses::CheckAddresses;
pub use cse::Cse;
pub use lower_addressing::LowerAddressing;
pub use lower_to_vulkan::LowerToVulkan;
pub use manager::{NoObserver, Observer, PassManager, RunError, RunErrorKind};
pub use materialize_layouts::MaterializeLayouts;
pub use optimize_reorders::OptimizeReorders;
pub use pass::{
    OptionError, OptionInfo, Options, Pass, PassBuilder, PassContext, PassFile, PassInfo, Stats,
};
pub use pipeline::{Pipeline, PipelineError, PipelineStep};
pub use plan_memory::PlanMemory;
pub use provenance::{Alternative, AlternativeCost, Decision, Provenance, Subject};
pub use queries::{
    QueryError, TensorQueries, TensorStrides, description_of, layout_of, strides_of,
};
pub use resolve_strides::ResolveStrides;
pub use simplify_index::SimplifyIndex;
pub use smt_solver::SmtSolver;
pub use verify_vulkan::{RULES, ValidUsageRule, VerifyVulkan};

use ir::diag::nearest;

/// The limits of the crate, for the documentation.
pub const LIMITS: &[ir::layout::Limit] = limits::ALL;

macro_rules! passes {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// Every pass, sorted by name.
        pub const ALL: &[PassInfo] = &[$($file::INFO),*];
    };
}

passes! {
    assign_layouts,
    canonicalize,
    canonicalize_layouts,
    check_addresses,
    cse,
    lower_addressing,
    lower_to_vulkan,
    materialize_layouts,
    optimize_reorders,
    plan_memory,
    resolve_strides,
    simplify_index,
    verify_vulkan,
}

/// Returns the pass with this name; `None` if the name is unknown.
pub fn find(name: &str) -> Option<&'static PassInfo> {
    ALL.iter().find(|info| info.name == name)
}

impl Pipeline {
    /// Appends a pass of [`ALL`] by name. Options are pairs of name and value.
    ///
    /// # Errors
    /// The pass or one of its options is unknown, or a value is not allowed.
    pub fn add(&mut self, name: &str, options: &[(&str, &str)]) -> Result<(), PipelineError> {
        let info = find(name).ok_or_else(|| unknown_pass(name))?;
        self.add_pass(info.clone(), options)
    }
}

fn unknown_pass(name: &str) -> PipelineError {
    let names = crate::ALL.iter().map(|info| &*info.name);
    PipelineError {
        message: format!("unknown pass `{name}`"),
        near: nearest(name, names).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn passes_are_sorted_and_have_summaries() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(super::ALL.iter().all(|info| !info.summary.is_empty()));
    }
}
