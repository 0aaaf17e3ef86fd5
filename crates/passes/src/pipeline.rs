//! A pipeline: passes with their options, in execution order.
//!
//! Its text form is what the pipeline parser reads: `a{x=1 y=two},func.func(b)`.

use crate::anchor::PassAnchor;
use crate::pass::{OptionError, Options, Pass, PassInfo};
use std::fmt;

/// Passes with their options, in execution order.
#[derive(Default)]
pub struct Pipeline {
    steps: Vec<PipelineStep>,
}

/// One use of a pass.
pub struct PipelineStep {
    /// The pass.
    pub info: PassInfo,
    /// The values of its options.
    pub options: Options,
    /// The ops that it runs on.
    pub anchor: PassAnchor,
    pub(crate) pass: Box<dyn Pass>,
}

/// The reason why a pass cannot be added to a pipeline.
pub type PipelineError = OptionError;

impl Pipeline {
    /// Returns a pipeline without passes.
    pub fn new() -> Pipeline {
        Pipeline::default()
    }

    /// Appends a pass that need not be in [`crate::ALL`], such as a pass of an embedder.
    ///
    /// # Errors
    /// The option is unknown, or the value is not allowed.
    pub fn add_pass(
        &mut self,
        info: PassInfo,
        options: &[(&str, &str)],
    ) -> Result<(), PipelineError> {
        self.add_pass_on(PassAnchor::Module, info, options)
    }

    /// Appends a pass that runs on the ops of an anchor.
    ///
    /// # Errors
    /// The option is unknown, the value is not allowed, or the pass does not run on these ops.
    pub fn add_pass_on(
        &mut self,
        anchor: PassAnchor,
        info: PassInfo,
        options: &[(&str, &str)],
    ) -> Result<(), PipelineError> {
        if anchor == PassAnchor::Functions && !info.runs_on_functions {
            let message = format!("pass `{}` must run on a module, not on a function", info.name);
            return Err(PipelineError { message, near: None });
        }
        let options = info.read_options(options)?;
        let pass = (info.build)(&options)?;
        self.steps.push(PipelineStep { info, options, anchor, pass });
        Ok(())
    }

    /// Returns the passes with their options.
    pub fn steps(&self) -> &[PipelineStep] {
        &self.steps
    }

    /// Returns the names of the passes.
    pub fn passes(&self) -> impl ExactSizeIterator<Item = &str> {
        self.steps.iter().map(|step| &*step.info.name)
    }
}

impl fmt::Debug for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pipeline({self})")
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.steps.chunk_by(|a, b| a.anchor == b.anchor);
        for (place, steps) in runs.enumerate() {
            let comma = if place > 0 { "," } else { "" };
            let passes: Vec<String> = steps.iter().map(ToString::to_string).collect();
            let passes = passes.join(",");
            match steps.first().map(|step| step.anchor) {
                Some(PassAnchor::Functions) => write!(f, "{comma}func.func({passes})")?,
                _ => write!(f, "{comma}{passes}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for PipelineStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.info.name)?;
        if self.options.given().len() == 0 {
            return Ok(());
        }
        let words: Vec<String> =
            self.options.given().map(|(name, value)| format!("{name}={value}")).collect();
        write!(f, "{{{}}}", words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::PassBuilder;
    use crate::pass::{OptionInfo, PassContext};
    use ir::Module;
    use std::borrow::Cow;

    struct Nothing;

    impl Pass for Nothing {
        fn run(&self, _: &mut Module, _: &mut PassContext<'_>) {}
    }

    const NOTHING: PassInfo = PassInfo {
        name: Cow::Borrowed("nothing"),
        summary: Cow::Borrowed("does nothing"),
        page: Cow::Borrowed(""),
        runs_on_functions: true,
        options: Cow::Borrowed(&[
            OptionInfo::constant("copies", &["refuse", "insert"], "refuse", "x"),
            OptionInfo::constant("level", &[], "1", "y"),
        ]),
        build: PassBuilder::from_static(&|_| Ok(Box::new(Nothing))),
    };

    #[test]
    fn pipeline_prints_passes_and_options() {
        let mut pipeline = Pipeline::new();
        pipeline.add("resolve-strides", &[]).unwrap();
        pipeline.add_pass(NOTHING, &[("copies", "insert"), ("level", "3")]).unwrap();
        assert_eq!(pipeline.to_string(), "resolve-strides,nothing{copies=insert level=3}");
        assert_eq!(pipeline.passes().collect::<Vec<_>>(), ["resolve-strides", "nothing"]);
        let options = &pipeline.steps()[1].options;
        assert_eq!((options.get("copies"), options.get("level")), ("insert", "3"));
    }

    #[test]
    fn printed_pipeline_parses_to_equal_pipeline() {
        let mut pipeline = Pipeline::new();
        pipeline.add_pass(NOTHING, &[("copies", "insert"), ("level", "3")]).unwrap();
        pipeline.add("verify-vulkan", &[]).unwrap();
        pipeline.add_pass_on(PassAnchor::Functions, NOTHING, &[]).unwrap();
        pipeline.add_pass_on(PassAnchor::Functions, NOTHING, &[("level", "2")]).unwrap();
        let text = pipeline.to_string();
        assert!(text.ends_with(",verify-vulkan,func.func(nothing,nothing{level=2})"), "{text}");
        let mut sink = ir::diag::Sink::default();
        let specs = parser::pipeline::parse(&text, 0, &mut sink).unwrap();
        let words = specs.iter().map(|spec| {
            let options =
                spec.options.iter().map(|option| format!("{}={}", option.key, option.value));
            (spec.name.as_str(), options.collect::<Vec<_>>())
        });
        let words: Vec<_> = words.collect();
        let options = vec!["copies=insert".to_owned(), "level=3".to_owned()];
        let level = vec!["level=2".to_owned()];
        assert_eq!(
            words,
            [
                ("nothing", options),
                ("verify-vulkan", Vec::new()),
                ("nothing", Vec::new()),
                ("nothing", level)
            ]
        );
        let on_functions: Vec<bool> = specs.iter().map(|spec| spec.on_functions).collect();
        assert_eq!(on_functions, [false, false, true, true]);
    }

    #[test]
    fn default_options_are_read_but_not_printed() {
        let mut pipeline = Pipeline::new();
        pipeline.add_pass(NOTHING, &[]).unwrap();
        assert_eq!(pipeline.to_string(), "nothing");
        assert_eq!(pipeline.steps()[0].options.get("copies"), "refuse");
    }

    #[test]
    fn misspelled_names_suggest_the_nearest_name() {
        let mut pipeline = Pipeline::new();
        let error = pipeline.add("resolve-stride", &[]).unwrap_err();
        assert_eq!(error.message, "unknown pass `resolve-stride`");
        assert_eq!(error.near.as_deref(), Some("resolve-strides"));
        let error = pipeline.add("verify-vulkan", &[("copies", "insert")]).unwrap_err();
        assert_eq!(
            error.message,
            "unknown option `copies` of pass `verify-vulkan`, which has no options"
        );
        let error = pipeline.add_pass(NOTHING, &[("copy", "insert")]).unwrap_err();
        assert_eq!(
            error.message,
            "unknown option `copy` of pass `nothing`; expected `copies` or `level`"
        );
        let error = pipeline.add_pass(NOTHING, &[("copies", "inser")]).unwrap_err();
        assert_eq!(
            error.message,
            "option `copies` of pass `nothing` is `inser`, but must be `refuse` or `insert`"
        );
        assert_eq!(error.near.as_deref(), Some("insert"));
        assert_eq!(pipeline.steps().len(), 0);
    }
}
