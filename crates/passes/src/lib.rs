//! The passes of layoutc and the manager that runs them.
//!
//! In reading order: [`pass`](crate::Pass) says what a pass is, [`Pipeline`] is a list of passes with
//! options, [`PassManager`] runs it; then one file for each pass. To add a pass: write its file and put
//! its name into the list.
//!
//! Nothing here knows text: an embedder builds modules and runs passes without a parser.

#[cfg(test)]
mod interpret;
mod manager;
mod pass;
pub mod pbqp;
mod pipeline;
mod provenance;
mod resolved;
mod retype;
mod tensors;
#[cfg(test)]
mod testing;

pub use assign_layouts::AssignLayouts;
pub use canonicalize_layouts::CanonicalizeLayouts;
pub use check_addresses::CheckAddresses;
pub use lower_addressing::LowerAddressing;
pub use lower_to_vulkan::LowerToVulkan;
pub use manager::{Observer, PassManager, RunError, RunErrorKind, Silent};
pub use optimize_reorders::OptimizeReorders;
pub use pass::{OptionError, OptionInfo, Options, Pass, PassContext, PassInfo, Stats};
pub use pipeline::{Pipeline, PipelineError, Step};
pub use provenance::{Decision, Provenance, Subject};
pub use resolve_strides::ResolveStrides;
pub use simplify_index::SimplifyIndex;
pub use verify_vulkan::{RULES, Rule, VerifyVulkan};

macro_rules! passes {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// Every pass, sorted by name.
        pub const ALL: &[PassInfo] = &[$($file::INFO),*];
    };
}

passes! {
    assign_layouts,
    canonicalize_layouts,
    check_addresses,
    lower_addressing,
    lower_to_vulkan,
    optimize_reorders,
    resolve_strides,
    simplify_index,
    verify_vulkan,
}

/// The pass with this name.
pub fn find(name: &str) -> Option<&'static PassInfo> {
    ALL.iter().find(|info| info.name == name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn passes_are_sorted_and_described() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(super::ALL.iter().all(|info| !info.summary.is_empty()));
    }
}
