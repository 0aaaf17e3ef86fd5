//! What a pass is: its options and one function, and how it is found by name.

use crate::anchor::PassAnchor;
use crate::provenance::{Decision, Provenance, Subject};
use indexmap::IndexMap;
use ir::diag::Sink;
pub use ir::options::{OptionError, OptionInfo, Options};
use ir::target::Target;
use ir::{Module, Op, Registry};

/// A pass over a whole module.
pub trait Pass {
    /// Changes the module. Faults go to the sink of `cx`; an error there makes the run fail.
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>);
}

/// What a pass sees beside the module.
pub struct PassContext<'a> {
    /// What is known of ops.
    pub registry: &'a Registry,
    /// The target that the user named or the module picks; none if neither does.
    pub target: Option<&'a Target>,
    /// The ops that the pass runs on.
    pub anchor: PassAnchor,
    /// Where diagnostics go.
    pub sink: &'a mut Sink,
    /// Where counts go.
    pub stats: &'a mut Stats,
    /// Where decisions are recorded; none if nobody asks why.
    pub provenance: Option<&'a mut Provenance>,
}

impl PassContext<'_> {
    /// Returns the ops that the pass runs on; it changes nothing outside of them.
    pub fn roots(&self, module: &Module) -> Vec<Op> {
        self.anchor.roots(module, self.registry)
    }

    /// Records a decision about a subject, where someone asks why; its words are made only then.
    pub fn record(&mut self, subject: impl Into<Subject>, decide: impl FnOnce() -> Decision) {
        if let Some(provenance) = &mut self.provenance {
            provenance.record(subject, decide());
        }
    }
}

/// What a pass counted, in the order in which it first counted it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    counts: IndexMap<&'static str, u64>,
}

impl Stats {
    /// Adds `count` to what is counted under `name`.
    pub fn add(&mut self, name: &'static str, count: u64) {
        let total = self.counts.entry(name).or_insert(0);
        *total = total.saturating_add(count);
    }

    /// The count of a name, 0 if nothing was counted.
    pub fn get(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// All counts.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.counts.iter().map(|(name, count)| (*name, *count))
    }
}

/// A pass that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct PassInfo {
    /// As `--passes=` takes it.
    pub name: &'static str,
    /// One sentence for `--list-passes`.
    pub summary: &'static str,
    /// Its page: what it does, an example, and the codes that it tells. Markdown.
    pub page: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// `true` if a pipeline may run the pass on functions, `func.func(...)`; other passes run on a whole module.
    pub runs_on_functions: bool,
    /// Makes the pass; the options are known to have allowed values.
    pub build: fn(&Options) -> Result<Box<dyn Pass>, OptionError>,
}

impl PassInfo {
    /// Reads the options of one use of the pass, pairs of name and value.
    ///
    /// # Errors
    /// An option that the pass does not have, or a value that is not allowed.
    pub fn read_options(&self, given: &[(&str, &str)]) -> Result<Options, OptionError> {
        Options::new(&format!("pass `{}`", self.name), self.options, given)
    }
}
