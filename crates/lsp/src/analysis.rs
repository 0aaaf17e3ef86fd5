//! The analysis of one version of a text: tokens, names, diagnostics, and the module with its layouts.
//!
//! The diagnostics are those of the driver: of the parser, the verifier and `resolve-strides`, and for a module that
//! selects a target also of `verify-vulkan`.

use crate::names::Names;
use crate::tokens::{TextToken, tokens};
use compiler::{Compilation, KnownPasses, PassWatch};
use ir::diag::{Diag, code};
use ir::source::Span;
use ir::target::{TARGET_ATTR, Target};
use ir::{Module, Registry, Verified};
use passes::RunError;

/// One version of a text, analyzed.
#[derive(Debug)]
pub(crate) struct TextAnalysis {
    /// The tokens of the text.
    pub(crate) tokens: Vec<TextToken>,
    /// The names of the text.
    pub(crate) names: Names,
    /// The diagnostics, with the bytes of the text as positions.
    pub(crate) diags: Vec<Diag>,
    /// The module; `None` if the text is not valid.
    pub(crate) module: Option<AnalyzedModule>,
}

/// A module with resolved strides, as far as they have a solution.
#[derive(Debug)]
pub(crate) struct AnalyzedModule {
    /// The module.
    pub(crate) module: Module,
    /// The target that the module selects.
    pub(crate) target: Option<Target>,
}

impl TextAnalysis {
    /// Analyzes a text.
    pub(crate) fn new(text: &str, registry: &Registry) -> TextAnalysis {
        let tokens = tokens(text);
        let names = Names::new(text, &tokens);
        if u32::try_from(text.len()).is_err() {
            let diag = Diag::error(code::SYNTAX, Span::new(0, 0), "the text has 4 GiB or more");
            return TextAnalysis { tokens, names, diags: vec![diag], module: None };
        }
        let mut compilation = Compilation::new(text, 0, registry);
        let module = resolved(&mut compilation, registry);
        TextAnalysis { tokens, names, diags: compilation.take(), module }
    }
}

/// Returns the module of a text after the passes, with its target.
pub(crate) fn resolved(
    compilation: &mut Compilation<'_>,
    registry: &Registry,
) -> Option<AnalyzedModule> {
    let module = compilation.parse()?;
    let module = compilation.verify(module)?;
    let target = Target::of_module(&module, registry).ok().flatten();
    let selects = module.attr(module.root(), TARGET_ATTR).is_some();
    let module = match run("resolve-strides", module, compilation) {
        Ok(module) => module,
        Err(error) => return Some(AnalyzedModule { module: *error.module, target }),
    };
    if selects {
        // The ops of descriptions are not in the text, so the module before these passes is kept.
        let _ = run("lower-to-vulkan,verify-vulkan", module.clone(), compilation);
    }
    Some(AnalyzedModule { module: module.into_module(), target })
}

/// Returns a module after passes.
///
/// # Errors
/// A pass fails.
fn run(
    passes: &str,
    module: Verified,
    compilation: &mut Compilation<'_>,
) -> Result<Verified, RunError> {
    let steps = KnownPasses::ALL.planned(passes, 0, compilation.sink()).unwrap_or_default();
    compilation.run(module, None, &steps, PassWatch::default())
}
