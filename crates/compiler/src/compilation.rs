//! The compilation of one text: it is parsed, verified, run and emitted, with the diagnostics of all phases.

use crate::planned::{PlannedPass, pipeline};
use crate::targets::NamedTarget;
use codegen::{EmitContext, EmitError, Emitter, GRAPH_FLAG, GraphFile};
use ir::diag::{Diag, Sink, code};
use ir::options::Options;
use ir::source::{SourceMap, Span};
use ir::target::Target;
use ir::{Module, Registry, Verified};
use parser::ModuleText;
use passes::{Observer, PassManager, Provenance, RunError};
use std::cell::RefCell;
use std::io::{self, Write};

/// The compilation of one text. Each phase reports to the same diagnostics, which leave it with their spans.
///
/// ```
/// use layoutc_compiler::{Compilation, KnownPasses, PassWatch, registry};
///
/// let registry = registry();
/// let text = "layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m1: aligned<64 bytes>, m1: compact>}>";
/// let mut compilation = Compilation::new(text, 0, &registry);
/// let module = compilation.parse().unwrap();
/// let module = compilation.verify(module).unwrap();
/// let steps = KnownPasses::ALL.planned("resolve-strides", 0, compilation.sink()).unwrap();
/// assert!(compilation.run(module, None, &steps, PassWatch::default()).is_err());
/// assert_eq!(compilation.take()[0].span().start, 19);
/// ```
#[derive(Debug)]
pub struct Compilation<'a> {
    text: ModuleText<'a>,
    registry: &'a Registry,
    target: Option<&'a NamedTarget>,
}

/// The observation of passes while they run.
#[derive(Default)]
pub struct PassWatch<'a> {
    /// `true` if only the last module is verified.
    pub verifies_last_only: bool,
    /// The observer; `None` if nothing is observed.
    pub observer: Option<&'a mut dyn Observer>,
    /// The record of decisions; `None` if none are recorded.
    pub provenance: Option<&'a mut Provenance>,
}

/// The form of emitted output.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmitForm<'a> {
    /// The texts for printed locations; `None` if no locations are printed.
    pub sources: Option<&'a SourceMap>,
    /// The largest number of elements of a printed constant; `None` if there is no limit.
    pub elide_above: Option<u64>,
    /// The file with data graphs that the emitter joins; `None` if there is none.
    pub graph: Option<GraphFile<'a>>,
}

/// Reads the file with data graphs that the options of an emitter name; `None` if they name none.
///
/// # Errors
/// The file cannot be read.
pub fn graph_file(options: &Options) -> Result<Option<Vec<u8>>, Vec<Diag>> {
    let path = options.get(GRAPH_FLAG);
    if path.is_empty() {
        return Ok(None);
    }
    std::fs::read(path).map(Some).map_err(|error| {
        let message = format!("cannot read `{path}`: {error}");
        vec![Diag::error(code::FILE, Span::NONE, message)]
    })
}

impl<'a> Compilation<'a> {
    /// Returns the compilation of a text, whose first byte is at position `base` of the source map.
    pub fn new(text: &'a str, base: u32, registry: &'a Registry) -> Compilation<'a> {
        Compilation { text: ModuleText::new(text, base, registry), registry, target: None }
    }

    /// Sets the target that the user named. Without one, the target that the module selects is used.
    #[must_use]
    pub fn for_target(self, target: Option<&'a NamedTarget>) -> Compilation<'a> {
        Compilation { target, ..self }
    }

    /// Returns the diagnostics that are not taken yet.
    pub fn sink(&mut self) -> &mut Sink {
        &mut self.text.sink
    }

    /// Returns the diagnostics with the spans of the parts that they name, and removes them from the sink.
    pub fn take(&mut self) -> Vec<Diag> {
        self.text.take()
    }

    /// Parses the text for [`verify`](Self::verify). `None` if there are errors.
    pub fn parse(&mut self) -> Option<Module> {
        self.text.parse_to_verify().filter(|_| !self.text.sink.has_errors())
    }

    /// Verifies a module for the named target. An unknown target is not reported. `None` if there are errors.
    pub fn verify(&mut self, module: Module) -> Option<Verified> {
        let named = self.named_target(&module).ok().flatten();
        let sink = &mut self.text.sink;
        let verified = match named {
            Some(target) => Verified::for_target(module, Some(&target), self.registry, sink),
            None => Verified::new(module, self.registry, sink),
        };
        verified.ok()
    }

    /// Returns the target that the user named; `None` if the user named none. A name can be that of a target op, which only
    /// the parsed module resolves.
    ///
    /// # Errors
    /// The target is unknown or malformed.
    pub fn named_target(&self, module: &Module) -> Result<Option<Target>, Vec<Diag>> {
        self.target.map(|target| target.resolve(module, self.registry)).transpose()
    }

    /// Returns the target that the user named, or else the one that the module selects, if any; `None` if it is unknown
    /// or malformed, which is reported.
    pub(crate) fn target(&mut self, module: &Module) -> Option<Option<Target>> {
        let target = match self.named_target(module) {
            Ok(None) => Target::of_module(module, self.registry),
            named => named,
        };
        self.text.sink.value(target)
    }

    /// Runs passes for a target.
    ///
    /// # Errors
    /// As for [`PassManager::run`]; the reason is reported.
    pub fn run(
        &mut self,
        module: Verified,
        target: Option<&Target>,
        steps: &[PlannedPass],
        watch: PassWatch<'_>,
    ) -> Result<Verified, RunError> {
        let PassWatch { verifies_last_only, observer, provenance } = watch;
        let manager = PassManager::new(self.registry).verify_each(!verifies_last_only);
        let mut manager = manager.target(target).provenance(provenance);
        if let Some(observer) = observer {
            manager = manager.observer(observer);
        }
        manager.run(&pipeline(steps), module, &mut self.text.sink)
    }

    /// Returns `true` if a module has the target that an emitter needs; a missing one is reported.
    pub fn has_target_for(&mut self, module: &Module, emitter: &Emitter) -> bool {
        let is_missing = emitter.exports
            && matches!(self.named_target(module), Ok(None))
            && matches!(Target::of_module(module, self.registry), Ok(None));
        if is_missing {
            let message = format!("the emitter `{}` needs a target", emitter.name);
            let diag = Diag::error(code::OPTION, Span::NONE, message)
                .note("use `--target=NAME`, or add `layout.target = @name` to the module");
            self.text.sink.push(diag);
        }
        !is_missing
    }

    /// Writes what an emitter writes for a module. Emitters without passes print IR and use no target, so they also print
    /// IR that selects an unknown target. Returns `false` if an error was reported.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn emit(
        &mut self,
        module: &Verified,
        emitter: &Emitter,
        options: &Options,
        form: EmitForm<'_>,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        if !self.has_target_for(module, emitter) {
            return Ok(false);
        }
        let target = match emitter.passes.is_empty() {
            true => None,
            false => match self.target(module) {
                Some(target) => target,
                None => return Ok(false),
            },
        };
        let warnings = RefCell::<Sink>::default();
        let cx = EmitContext {
            registry: self.registry,
            target: target.as_ref(),
            sources: form.sources,
            elide_above: form.elide_above,
            graph: form.graph,
            options,
            warnings: &warnings,
        };
        let emitted = (emitter.emit)(module, &cx, out);
        warnings.into_inner().take().into_iter().for_each(|warning| self.text.sink.push(warning));
        match emitted {
            Ok(()) => Ok(true),
            Err(EmitError::Output(error)) => Err(error),
            Err(EmitError::Module(diag)) => {
                self.text.sink.push(*diag);
                Ok(false)
            }
        }
    }
}
