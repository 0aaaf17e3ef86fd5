//! The definition of an emitter: its name, the passes before it, its options, and the function that writes a module.

use ir::diag::{Diag, Sink, code};
use ir::options::{OptionError, OptionInfo, Options};
use ir::source::SourceMap;
use ir::target::Target;
use ir::{Module, Registry, Verified};
use std::cell::RefCell;
use std::io;

/// An output format, with the function that writes it.
#[derive(Clone, Copy, Debug)]
pub struct Emitter {
    /// The value of `--emit`.
    pub name: &'static str,
    /// The summary in `--help`.
    pub summary: &'static str,
    /// The passes that run before the emitter unless the user names passes, each with its options as in `--passes`.
    pub passes: &'static [&'static str],
    /// The options. Each is a flag of the driver. Emitters with an option of the same name share the flag.
    pub options: &'static [OptionInfo],
    /// `true` if the output is binary, so no text may precede or follow it.
    pub binary: bool,
    /// `true` if the output is a model for a system without layouts, in which layouts are shapes. Such an emitter needs a
    /// target, and the statistics have the transposes before its passes and in its output.
    pub exports: bool,
    /// Writes the module.
    pub emit: fn(&Verified, &EmitContext<'_>, &mut dyn io::Write) -> Result<(), EmitError>,
}

impl Emitter {
    /// Returns an emitter of text without options.
    pub(crate) const fn text(
        name: &'static str,
        summary: &'static str,
        passes: &'static [&'static str],
        emit: fn(&Verified, &EmitContext<'_>, &mut dyn io::Write) -> Result<(), EmitError>,
    ) -> Emitter {
        Emitter { name, summary, passes, options: &[], binary: false, exports: false, emit }
    }

    /// Reads the options of one use of the emitter, as pairs of name and value.
    ///
    /// # Errors
    /// The emitter does not have an option, or a value is not allowed.
    pub fn read_options(&self, given: &[(&str, &str)]) -> Result<Options, OptionError> {
        Options::new(&format!("emitter `{}`", self.name), self.options, given)
    }
}

/// The reason why a module was not written.
#[derive(Debug)]
pub enum EmitError {
    /// The format cannot express the module. The emitter wrote no output.
    Module(Box<Diag>),
    /// Writing to the output failed.
    Output(io::Error),
}

ir::layout::impl_error!(EmitError {
    Self::Module(diag) => "{}" (diag.message),
    Self::Output(error) => "{error}",
});

ir::layout::impl_from! { EmitError { Output(io::Error) } }

impl From<Diag> for EmitError {
    fn from(diag: Diag) -> EmitError {
        EmitError::Module(Box::new(diag))
    }
}

/// The inputs of one use of an emitter, other than the module.
#[derive(Clone, Copy)]
pub struct EmitContext<'a> {
    /// The definitions of ops.
    pub registry: &'a Registry,
    /// The target that the user or the module names; `None` if neither does.
    pub target: Option<&'a Target>,
    /// The sources of printed locations; `None` if locations are not printed.
    pub sources: Option<&'a SourceMap>,
    /// The greatest number of elements of a constant that emitters of IR print; `None` for no limit.
    pub elide_above: Option<u64>,
    /// The file with data graphs that the option `graph` names; `None` if it is not given.
    pub graph: Option<GraphFile<'a>>,
    /// The options of the emitter, as [`Emitter::read_options`] returns them.
    pub options: &'a Options,
    /// The sink of warnings.
    pub warnings: &'a RefCell<Sink>,
}

/// A file with data graphs: a VGF file or a SPIR-V module.
#[derive(Clone, Copy, Debug)]
pub struct GraphFile<'a> {
    /// The name in diagnostics.
    pub name: &'a str,
    /// The content.
    pub bytes: &'a [u8],
}

/// The option of emitters that join the graphs of another compiler.
pub(crate) const GRAPH_OPTION: OptionInfo = OptionInfo::constant(
    GRAPH_FLAG,
    &[],
    "",
    "VGF file or SPIR-V module whose graphs are those of the module",
);

/// The name of the option whose value is a file with data graphs. The caller of an emitter reads the file.
pub const GRAPH_FLAG: &str = "graph";

impl EmitContext<'_> {
    /// Reports that an emitter found nothing to write. `remedy` states an edit of the input, in the imperative.
    pub(crate) fn warn_nothing_emitted(&self, module: &Module, what: &str, remedy: &str) {
        let message = format!("the module has no {what}, so the output is empty");
        let root = module.location(module.root());
        let warning = Diag::warning(code::EMPTY_OUTPUT, root, message).note(remedy);
        self.warnings.borrow_mut().push(warning);
    }
}

/// The passes of the emitters of addressing functions.
pub(crate) const ADDRESSING_PASSES: &[&str] =
    &["resolve-strides", "lower-addressing", "simplify-index"];

/// The passes of the emitters of addressing functions for a GPU. A target can name another measure of the cost.
pub(crate) const GPU_PASSES: &[&str] =
    &["resolve-strides", "lower-addressing", "simplify-index{default=slots}"];

/// The content that emitters of addressing functions need, and how to add it.
pub(crate) const ADDRESSING_FUNCTIONS: (&str, &str) = (
    "addressing functions",
    "add `layout.address @offset_x of @x` for a tensor or descriptor `@x`",
);
