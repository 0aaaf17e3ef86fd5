//! The passes of a text, such as `resolve-strides{copies=insert},lower-to-vulkan`, with their options, and the emitter of a
//! name.

use codegen::Emitter;
use ir::diag::{Diag, Sink, code, nearest};
use ir::source::Span;
use parser::pipeline::{OptionSpec, PassSpec};
use passes::{PassAnchor, PassInfo, Pipeline, PipelineError};

/// A pass with its options. A `Pipeline` is built from these for each run.
#[derive(Clone, Debug)]
pub struct PlannedPass {
    info: PassInfo,
    anchor: PassAnchor,
    options: Vec<(String, String)>,
}

impl PlannedPass {
    /// Returns the name of the pass.
    pub fn name(&self) -> &str {
        &self.info.name
    }

    fn add_to(&self, pipeline: &mut Pipeline) -> Result<(), PipelineError> {
        let options: Vec<(&str, &str)> =
            self.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        pipeline.add_pass_on(self.anchor, self.info.clone(), &options)
    }
}

/// Builds a pipeline of planned passes.
pub fn pipeline(steps: &[PlannedPass]) -> Pipeline {
    let mut pipeline = Pipeline::new();
    for step in steps {
        step.add_to(&mut pipeline).expect("a plan's steps were added to a pipeline before");
    }
    pipeline
}

/// The passes that a text can name.
#[derive(Clone, Copy, Debug)]
pub struct KnownPasses<'a> {
    /// The passes.
    pub passes: &'a [PassInfo],
    /// The note about an unknown name; the note lists all names if this is `None`.
    pub note: Option<&'a str>,
}

impl KnownPasses<'_> {
    /// The passes of layoutc.
    pub const ALL: KnownPasses<'static> = KnownPasses { passes: passes::ALL, note: None };

    /// Returns the passes of a text at position `base` of the sources; `None` if its syntax is invalid. Errors in names
    /// and options are added to the sink.
    pub fn planned(&self, text: &str, base: u32, sink: &mut Sink) -> Option<Vec<PlannedPass>> {
        // An empty text is an empty pipeline.
        if text.trim().is_empty() {
            return Some(Vec::new());
        }
        let specs = parser::pipeline::parse(text, base, sink)?;
        Some(specs.iter().filter_map(|spec| self.step(spec, sink)).collect())
    }

    fn step(&self, spec: &PassSpec, sink: &mut Sink) -> Option<PlannedPass> {
        let info = self.named(&spec.name, spec.span, sink)?;
        check_options(&info, &spec.options, sink);
        let pairs = spec.options.iter().map(|option| (option.key.clone(), option.value.clone()));
        let anchor = if spec.on_functions { PassAnchor::Functions } else { PassAnchor::Module };
        let is_refused = spec.on_functions && !info.runs_on_functions;
        if is_refused {
            sink.push(self.runs_on_modules(&info, spec.span));
        }
        let step = PlannedPass { info, anchor, options: pairs.collect() };
        if !is_refused
            && !sink.has_errors()
            && let Err(error) = step.add_to(&mut Pipeline::new())
        {
            // Options that are valid one by one can be incompatible.
            sink.error(code::OPTION, spec.span, error.message);
        }
        Some(step)
    }

    /// Returns the pass of a name; `None` if it is unknown, which is an error at the span.
    pub fn named(&self, name: &str, span: Span, sink: &mut Sink) -> Option<PassInfo> {
        let found = self.passes.iter().find(|pass| pass.name == name).cloned();
        if found.is_none() {
            let names: Vec<&str> = self.passes.iter().map(|pass| &*pass.name).collect();
            let note = self
                .note
                .map_or_else(|| format!("expected one of {}", names.join(", ")), str::to_owned);
            sink.push(unknown("pass", name, span, names.iter().copied()).note(note));
        }
        found
    }

    /// Returns the error for a pass in `func.func(...)` that needs the whole module.
    fn runs_on_modules(&self, info: &PassInfo, span: Span) -> Diag {
        let message = format!("pass `{}` must run on a module, not on a function", info.name);
        let on_functions = self.passes.iter().filter(|pass| pass.runs_on_functions);
        let names: Vec<&str> = on_functions.map(|pass| &*pass.name).collect();
        Diag::error(code::OPTION, span, message).note(format!(
            "write it outside of `func.func(...)`, in which {} can run",
            names.join(", ")
        ))
    }
}

/// Returns the emitter of a name; `None` if it is unknown. The error lists the names after `expected`, and suggests the
/// nearest name, or the emitters whose name or summary has it as a word, such as `json` or `vulkan`.
pub fn emitter_named(
    name: &str,
    emitters: &[Emitter],
    expected: &str,
    sink: &mut Sink,
) -> Option<Emitter> {
    let found = emitters.iter().find(|emitter| emitter.name == name).copied();
    if found.is_none() {
        let names: Vec<&str> = emitters.iter().map(|emitter| emitter.name).collect();
        let diag = unknown("emitter", name, Span::NONE, names.iter().copied());
        let word = name.to_ascii_lowercase();
        let meant = emitters.iter().filter(|emitter| has_word(emitter, &word));
        let meant: Vec<String> = meant.map(|emitter| format!("`{}`", emitter.name)).collect();
        let diag = match diag.notes.is_empty() && !meant.is_empty() {
            true => diag.note(format!("did you mean {}?", meant.join(" or "))),
            false => diag,
        };
        sink.push(diag.note(format!("{expected} one of {}", names.join(", "))));
    }
    found
}

fn has_word(emitter: &Emitter, word: &str) -> bool {
    let summary = emitter.summary.to_ascii_lowercase();
    let mut words = summary.split(|c: char| !c.is_alphanumeric() && c != '-');
    emitter.name.split('-').any(|part| part == word) || words.any(|part| part == word)
}

/// Returns the error for an unknown name, with the nearest known one.
fn unknown<'a>(what: &str, name: &str, span: Span, names: impl Iterator<Item = &'a str>) -> Diag {
    let message = format!("unknown {what} `{name}`");
    Diag::error(code::OPTION, span, message).did_you_mean(span, nearest(name, names))
}

/// Checks the options one by one, so that each error points at its option.
fn check_options(info: &PassInfo, options: &[OptionSpec], sink: &mut Sink) {
    for option in options {
        let pair = [(option.key.as_str(), option.value.as_str())];
        let Err(error) = info.read_options(&pair) else { continue };
        let mut diag = Diag::error(code::OPTION, option.span, error.message);
        if let Some(near) = &error.near {
            diag = diag.note(format!("did you mean `{near}`?"));
        }
        sink.push(diag);
    }
}
