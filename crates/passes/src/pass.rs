//! The trait of a pass, its options, and its description in the list of passes.

use crate::anchor::PassAnchor;
use crate::provenance::{Decision, Provenance, Subject};
use indexmap::IndexMap;
use ir::diag::Sink;
pub use ir::options::{OptionError, OptionInfo, Options};
use ir::progress::Progress;
use ir::registry::SharedFn;
use ir::target::Target;
use ir::{Module, Op, Registry};
use std::borrow::Cow;
use std::sync::Arc;

/// A pass over a module.
pub trait Pass: Send + Sync {
    /// Changes the module and reports diagnostics to `cx.sink`. An error there stops the pipeline.
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>);
}

/// The inputs of a pass except the module, and its outputs.
#[non_exhaustive]
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
    /// The receiver of reports about long work.
    pub progress: &'a mut dyn Progress,
    /// The files that the pass writes, for the observer.
    pub files: &'a mut Vec<PassFile>,
}

/// A file that a pass writes. The pass does not touch the file system: the observer of the pass manager receives the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassFile {
    /// The path, as an option of the pass gives it.
    pub path: String,
    /// The content.
    pub text: String,
}

impl PassContext<'_> {
    /// Returns the ops that the pass runs on. The pass must not change ops outside of them.
    pub fn roots(&self, module: &Module) -> Vec<Op> {
        self.anchor.roots(module, self.registry)
    }

    /// Writes a file.
    pub fn write_file(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.files.push(PassFile { path: path.into(), text: text.into() });
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

/// The constructor of a pass.
pub type PassBuilder = SharedFn<BuildPass>;

/// A function that constructs a pass from options whose values are allowed, or returns why they are incompatible.
pub(crate) type BuildPass = dyn Fn(&Options) -> Result<Box<dyn Pass>, OptionError> + Send + Sync;

/// The pass of a function or closure.
struct FunctionPass<F>(Arc<F>);

impl<F: Fn(&mut Module, &mut PassContext<'_>) + Send + Sync> Pass for FunctionPass<F> {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        (self.0)(module, cx);
    }
}

/// The description of a pass: its name, options and constructor.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PassInfo {
    /// The name in `--passes=`.
    pub name: Cow<'static, str>,
    /// One sentence for `--list-passes`.
    pub summary: Cow<'static, str>,
    /// The page of `layoutc explain` in Markdown: a description, an example, and the codes that the pass reports.
    pub page: Cow<'static, str>,
    /// Its options.
    pub options: Cow<'static, [OptionInfo]>,
    /// `true` if a pipeline may run the pass on functions, `func.func(...)`; other passes run only on a module.
    pub runs_on_functions: bool,
    /// The constructor, for options whose values are allowed.
    pub build: PassBuilder,
}

impl PassInfo {
    /// Returns the description of a pass that runs on modules, from constants.
    pub(crate) const fn constant(
        name: &'static str,
        summary: &'static str,
        page: &'static str,
        options: &'static [OptionInfo],
        build: &'static BuildPass,
    ) -> PassInfo {
        PassInfo {
            name: Cow::Borrowed(name),
            summary: Cow::Borrowed(summary),
            page: Cow::Borrowed(page),
            options: Cow::Borrowed(options),
            runs_on_functions: false,
            build: PassBuilder::from_static(build),
        }
    }

    /// Returns the same description of a pass that also runs on functions.
    pub(crate) const fn on_functions(mut self) -> PassInfo {
        self.runs_on_functions = true;
        self
    }

    /// Returns the description of a pass without options that runs a function or closure on modules.
    ///
    /// ```
    /// use layoutc_passes::{PassInfo, Pipeline};
    ///
    /// let threshold = 3;
    /// let count = PassInfo::from_fn("count-ops", "reports large modules", move |module, cx| {
    ///     let ops = module.walk().count() as u64;
    ///     cx.stats.add("large modules", u64::from(ops > threshold));
    /// });
    /// let mut pipeline = Pipeline::new();
    /// pipeline.add_pass(count, &[])?;
    /// assert_eq!(pipeline.to_string(), "count-ops");
    /// # Ok::<(), layoutc_passes::PipelineError>(())
    /// ```
    pub fn from_fn(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
        run: impl Fn(&mut Module, &mut PassContext<'_>) + Send + Sync + 'static,
    ) -> PassInfo {
        let run = Arc::new(run);
        PassInfo::new(name, summary, move |_| Ok(Box::new(FunctionPass(Arc::clone(&run)))))
    }

    /// Returns the description of a pass without options that a closure constructs.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
        build: impl Fn(&Options) -> Result<Box<dyn Pass>, OptionError> + Send + Sync + 'static,
    ) -> PassInfo {
        PassInfo {
            name: name.into(),
            summary: summary.into(),
            page: Cow::Borrowed(""),
            options: Cow::Borrowed(&[]),
            runs_on_functions: false,
            build: PassBuilder::new(Arc::new(build)),
        }
    }

    /// Returns the same description with options, whose texts need not be constants.
    ///
    /// ```
    /// use layoutc_passes::{OptionInfo, PassInfo, Pipeline};
    ///
    /// let names = ["conv".to_owned(), "relu".to_owned()];
    /// let option = OptionInfo::new("op", "the op to report").with_values(names).with_default("conv");
    /// let report = PassInfo::from_fn("report", "reports ops", |_, _| {}).with_options([option]);
    /// let mut pipeline = Pipeline::new();
    /// pipeline.add_pass(report.clone(), &[("op", "relu")])?;
    /// assert_eq!(pipeline.to_string(), "report{op=relu}");
    /// assert!(pipeline.add_pass(report, &[("op", "pool")]).is_err());
    /// # Ok::<(), layoutc_passes::PipelineError>(())
    /// ```
    #[must_use]
    pub fn with_options(self, options: impl IntoIterator<Item = OptionInfo>) -> PassInfo {
        PassInfo { options: Cow::Owned(options.into_iter().collect()), ..self }
    }

    /// Reads the options of one use of the pass, which are pairs of name and value.
    ///
    /// # Errors
    /// The pass does not have the option, or the value is not allowed.
    pub fn read_options(&self, given: &[(&str, &str)]) -> Result<Options, OptionError> {
        Options::new(&format!("pass `{}`", self.name), self.options.clone(), given)
    }
}
