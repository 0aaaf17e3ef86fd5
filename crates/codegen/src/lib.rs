//! The emitters of layoutc: what becomes of a module that has been verified.
//!
//! One file for each emitter. To add one: write its file and put its name into the list.

mod identifiers;
mod json;
mod vk;

use ir::diag::Diag;
use ir::source::SourceMap;
use ir::target::Target;
use ir::{Registry, Verified};
use std::{fmt, io};

/// A way to write a module.
#[derive(Clone, Copy, Debug)]
pub struct Emitter {
    /// As `--emit=` takes it.
    pub name: &'static str,
    /// One sentence for the help.
    pub summary: &'static str,
    /// The passes that run before it where the user asks for none.
    pub passes: &'static [&'static str],
    /// Whether it writes no text, so that nothing may stand before or behind a result.
    pub binary: bool,
    /// Writes the module.
    pub emit: fn(&Verified, &EmitContext<'_>, &mut dyn io::Write) -> Result<(), EmitError>,
}

/// Why a module was not written.
#[derive(Debug)]
pub enum EmitError {
    /// Something in it cannot be written in this form. Nothing has been written then.
    Module(Box<Diag>),
    /// The output takes no more.
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

/// What an emitter sees beside the module.
#[derive(Clone, Copy)]
pub struct EmitContext<'a> {
    /// What is known of ops.
    pub registry: &'a Registry,
    /// The target that the user named or the module picks.
    pub target: Option<&'a Target>,
    /// The sources, where locations are to be printed.
    pub sources: Option<&'a SourceMap>,
    /// What a module of SPIR-V holds; without it, what the program asks for.
    pub spirv: Option<SpirvForm>,
}

/// What a module of SPIR-V holds: functions to link and entry points do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvForm {
    /// Addressing functions, to be linked.
    Library,
    /// A compute entry point for each `layout.reorder`.
    Kernels,
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

/// The emitter with this name.
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
}
