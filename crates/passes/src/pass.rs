//! What a pass is: its options and one function, and how it is found by name.

use crate::provenance::{Decision, Provenance, Subject};
use indexmap::IndexMap;
use ir::diag::{Sink, nearest};
use ir::target::Target;
use ir::{Module, Registry};
use std::fmt;

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
    /// Where diagnostics go.
    pub sink: &'a mut Sink,
    /// Where counts go.
    pub stats: &'a mut Stats,
    /// Where decisions are recorded; none if nobody asks why.
    pub provenance: Option<&'a mut Provenance>,
}

impl PassContext<'_> {
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
    /// Makes the pass; the options are known to have allowed values.
    pub build: fn(&Options) -> Result<Box<dyn Pass>, OptionError>,
}

/// An option of a pass.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// The values it may have; empty if it takes any text.
    pub values: &'static [&'static str],
    /// Its value when it is not given.
    pub default: &'static str,
    /// One sentence.
    pub summary: &'static str,
}

/// The options of one use of a pass: those that were given, and the defaults of the others.
#[derive(Clone, Debug)]
pub struct Options {
    known: &'static [OptionInfo],
    given: IndexMap<&'static str, String>,
}

impl Options {
    /// Checks names and values against what a pass knows. Of two values of one option the last wins.
    ///
    /// # Errors
    /// An option that the pass does not have, or a value that is not allowed.
    pub fn new(info: &PassInfo, given: &[(&str, &str)]) -> Result<Options, OptionError> {
        let mut options = Options { known: info.options, given: IndexMap::new() };
        for &(name, value) in given {
            let known = info.options.iter().find(|option| option.name == name);
            let known = known.ok_or_else(|| unknown_option(info, name))?;
            allowed(info, known, value)?;
            options.given.insert(known.name, value.to_owned());
        }
        Ok(options)
    }

    /// The value of an option, given or default; empty for a name that the pass does not have.
    pub fn get(&self, name: &str) -> &str {
        let default = || self.known.iter().find(|option| option.name == name);
        match self.given.get(name) {
            Some(value) => value,
            None => default().map_or("", |option| option.default),
        }
    }

    /// The options that were given.
    pub fn given(&self) -> impl ExactSizeIterator<Item = (&'static str, &str)> {
        self.given.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

fn unknown_option(info: &PassInfo, name: &str) -> OptionError {
    let names = info.options.iter().map(|option| option.name);
    let known = if info.options.is_empty() {
        "it has none".to_owned()
    } else {
        format!("it has {}", names.clone().collect::<Vec<_>>().join(", "))
    };
    OptionError {
        message: format!("pass `{}` has no option `{name}`; {known}", info.name),
        near: nearest(name, names).map(str::to_owned),
    }
}

fn allowed(info: &PassInfo, option: &OptionInfo, value: &str) -> Result<(), OptionError> {
    if option.values.is_empty() || option.values.contains(&value) {
        return Ok(());
    }
    let message = format!(
        "option `{}` of pass `{}` is `{value}`, but must be {}",
        option.name,
        info.name,
        option.values.join(" or ")
    );
    let near = nearest(value, option.values.iter().copied()).map(str::to_owned);
    Err(OptionError { message, near })
}

/// What is wrong with the options of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The sentence.
    pub message: String,
    /// The name or value that was probably meant.
    pub near: Option<String>,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OptionError {}
