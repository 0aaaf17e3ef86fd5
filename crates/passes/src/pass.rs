//! The trait of a pass, its options, and its description in the list of passes.

use crate::anchor::PassAnchor;
use crate::provenance::{Decision, Provenance, Subject};
use indexmap::IndexMap;
use ir::diag::Sink;
pub use ir::options::{OptionError, OptionInfo, Options};
use ir::target::Target;
use ir::{Module, Op, Registry};

/// A pass over a module.
pub trait Pass: Send + Sync {
    /// Changes the module and reports diagnostics to `cx.sink`. An error there stops the pipeline.
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>);
}

/// The inputs of a pass except the module, and its outputs.
pub struct PassContext<'a> {
    /// The definitions of ops.
    pub registry: &'a Registry,
    /// The target that the user named or the module selects; `None` if neither does.
    pub target: Option<&'a Target>,
    /// The ops that the pass runs on.
    pub anchor: PassAnchor,
    /// The diagnostics of the pass.
    pub sink: &'a mut Sink,
    /// The counts of the pass.
    pub stats: &'a mut Stats,
    /// The record of decisions; `None` if the caller does not explain layouts.
    pub provenance: Option<&'a mut Provenance>,
}

impl PassContext<'_> {
    /// Returns the ops that the pass runs on. The pass must not change ops outside of them.
    pub fn roots(&self, module: &Module) -> Vec<Op> {
        self.anchor.roots(module, self.registry)
    }

    /// Records a decision about a subject. `decide` is called only if decisions are recorded.
    pub fn record(&mut self, subject: impl Into<Subject>, decide: impl FnOnce() -> Decision) {
        if let Some(provenance) = &mut self.provenance {
            provenance.record(subject, decide());
        }
    }
}

/// The counts of a pass, in the order in which each name was first counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    counts: IndexMap<&'static str, u64>,
}

impl Stats {
    /// Adds `count` to the total of `name`.
    pub fn add(&mut self, name: &'static str, count: u64) {
        let total = self.counts.entry(name).or_insert(0);
        *total = total.saturating_add(count);
    }

    /// Returns the total of a name, 0 if the name was never counted.
    pub fn get(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// Returns all names with their totals.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.counts.iter().map(|(name, count)| (*name, *count))
    }
}

/// The description of a pass: its name, options and constructor.
#[derive(Clone, Copy, Debug)]
pub struct PassInfo {
    /// The name in `--passes=`.
    pub name: &'static str,
    /// One sentence for `--list-passes`.
    pub summary: &'static str,
    /// The page of `layoutc explain` in Markdown: a description, an example, and the codes that the pass reports.
    pub page: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// `true` if a pipeline may run the pass on functions, `func.func(...)`; other passes run only on a module.
    pub runs_on_functions: bool,
    /// Constructs the pass from options whose values are allowed.
    pub build: fn(&Options) -> Result<Box<dyn Pass>, OptionError>,
}

impl PassInfo {
    /// Reads the options of one use of the pass, which are pairs of name and value.
    ///
    /// # Errors
    /// The pass does not have the option, or the value is not allowed.
    pub fn read_options(&self, given: &[(&str, &str)]) -> Result<Options, OptionError> {
        Options::new(&format!("pass `{}`", self.name), self.options, given)
    }
}
