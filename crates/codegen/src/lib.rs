//! The emitters of layoutc, which write verified modules.
//!
//! ```
//! # use {ir as layoutc_ir, parser as layoutc_parser};
//! use layoutc_codegen::EmitContext;
//! use layoutc_ir::{Registry, Verified, diag::Sink};
//!
//! let (registry, mut sink) = (Registry::new(), Sink::default());
//! let text = r#"vk.tensor_description @x {format = "VK_FORMAT_R32_SFLOAT", dims = [4, 5], strides = [32, 4]}"#;
//! let module = layoutc_parser::parse(text, 0, &registry, &mut sink).unwrap();
//! let module = Verified::new(module, &registry, &mut sink).unwrap();
//!
//! let emitter = layoutc_codegen::find("vk-json").unwrap();
//! let options = emitter.read_options(&[]).unwrap();
//! let cx = EmitContext { registry: &registry, target: None, sources: None, options: &options };
//! let mut json = Vec::new();
//! (emitter.emit)(&module, &cx, &mut json).unwrap();
//! assert!(String::from_utf8(json).unwrap().contains("\"size_bytes\": 128"));
//! ```
//!
//! Each emitter is one file with its name, summary, passes and options. To add one: write its file and put its name into
//! the list.

mod identifiers;
mod json;
mod vk;

use ir::diag::Diag;
use ir::options::{OptionError, OptionInfo, Options};
use ir::source::SourceMap;
use ir::target::Target;
use ir::{Registry, Verified};
use std::{fmt, io};

/// A way to write a module.
#[derive(Clone, Copy, Debug)]
pub struct Emitter {
    /// The value of `--emit`.
    pub name: &'static str,
    /// One sentence for the help.
    pub summary: &'static str,
    /// The passes that run before the emitter unless the user names passes.
    pub passes: &'static [&'static str],
    /// The options. Each is a flag of the driver; emitters that have an option of one name share the flag.
    pub options: &'static [OptionInfo],
    /// `true` if the output is no text, so that nothing may precede or follow it.
    pub binary: bool,
    /// Writes the module.
    pub emit: fn(&Verified, &EmitContext<'_>, &mut dyn io::Write) -> Result<(), EmitError>,
}

impl Emitter {
    /// Reads the options of one use of the emitter, pairs of name and value.
    ///
    /// # Errors
    /// An option that the emitter does not have, or a value that is not allowed.
    pub fn read_options(&self, given: &[(&str, &str)]) -> Result<Options, OptionError> {
        Options::new(&format!("emitter `{}`", self.name), self.options, given)
    }
}

/// Why a module was not written.
#[derive(Debug)]
pub enum EmitError {
    /// Something in it cannot be written in this form. Nothing has been written then.
    Module(Box<Diag>),
    /// The output failed.
    Output(io::Error),
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmitError::Module(diag) => f.write_str(&diag.message),
            EmitError::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EmitError {}

impl From<Diag> for EmitError {
    fn from(diag: Diag) -> EmitError {
        EmitError::Module(Box::new(diag))
    }
}

impl From<io::Error> for EmitError {
    fn from(error: io::Error) -> EmitError {
        EmitError::Output(error)
    }
}

/// The context of one use of an emitter, beside the module.
#[derive(Clone, Copy)]
pub struct EmitContext<'a> {
    /// The definitions of ops.
    pub registry: &'a Registry,
    /// The target that the user named or the module picks; `None` if neither does.
    pub target: Option<&'a Target>,
    /// The sources of printed locations; `None` if locations are not printed.
    pub sources: Option<&'a SourceMap>,
    /// The options of the emitter, as [`Emitter::read_options`] returns them.
    pub options: &'a Options,
}

/// The passes that make addressing functions of what a program asks for, and make them cheap.
pub(crate) const ADDRESSING_PASSES: &[&str] =
    &["resolve-strides", "lower-addressing", "simplify-index"];

macro_rules! emitters {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// Every emitter, sorted by name.
        pub const ALL: &[Emitter] = &[$($file::EMITTER),*];
    };
}

emitters! {
    c,
    generic,
    mlir,
    none,
    spirv,
    spirv_asm,
    spirv_json,
    vk_c,
    vk_json,
    vk_rust,
}

/// Returns the emitter with this name.
pub fn find(name: &str) -> Option<&'static Emitter> {
    ALL.iter().find(|emitter| emitter.name == name)
}

#[cfg(test)]
mod testing;

#[cfg(test)]
mod tests {
    #[test]
    fn emitters_are_sorted_and_described() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(super::ALL.iter().all(|emitter| !emitter.summary.is_empty()));
    }

    #[test]
    fn options_of_one_name_are_one_flag() {
        let mut flags = std::collections::BTreeMap::new();
        for option in super::ALL.iter().flat_map(|emitter| emitter.options) {
            assert_eq!(flags.insert(option.name, option).unwrap_or(option), option);
        }
        assert!(flags.contains_key("spirv"));
    }
}
