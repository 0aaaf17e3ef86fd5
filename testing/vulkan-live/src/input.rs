//! The programs to check, and their arguments on the command line.

use crate::shader_text::ShaderLanguage;
use std::ffi::OsString;
use std::path::PathBuf;

/// A program whose tensors or addressing functions are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file that layoutc compiles.
    pub program: PathBuf,
    /// A file of descriptions that replaces the output of layoutc. For tests of this crate.
    pub descriptions: Option<PathBuf>,
    /// The passes that create the addressing functions to check; `None` to check tensors.
    pub addresses: Option<String>,
    /// The language in which addressing functions are emitted; `None` for SPIR-V.
    pub language: Option<ShaderLanguage>,
    /// `true` to check the reorders instead.
    pub reorders: bool,
}

impl Input {
    /// Returns a program whose tensors are checked with layoutc's descriptions.
    pub fn new(program: impl Into<PathBuf>) -> Input {
        Input {
            program: program.into(),
            descriptions: None,
            addresses: None,
            language: None,
            reorders: false,
        }
    }

    /// Returns a program whose addressing functions are checked. `passes` create these functions.
    pub fn addressed(program: impl Into<PathBuf>, passes: &str) -> Input {
        Input { addresses: Some(passes.to_owned()), ..Input::new(program) }
    }

    /// Returns a program whose addressing functions are checked as source text of a language.
    pub fn addressed_in(
        language: ShaderLanguage,
        program: impl Into<PathBuf>,
        passes: &str,
    ) -> Input {
        Input { language: Some(language), ..Input::addressed(program, passes) }
    }

    /// Returns a program whose reorders are checked.
    pub fn reordered(program: impl Into<PathBuf>) -> Input {
        Input { reorders: true, ..Input::new(program) }
    }

    /// Returns `true` if the tensors of the program are checked.
    pub(crate) fn of_tensors(&self) -> bool {
        self.addresses.is_none() && !self.reorders
    }

    /// Returns the name of the program's file.
    pub(crate) fn name(&self) -> String {
        self.program.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// The flag before a file of descriptions, which replaces those of the next program.
const DESCRIPTIONS: &str = "--descriptions";
/// The flag before the passes that create addressing functions in the next program.
const ADDRESSES: &str = "--addresses";
/// The flag before the language in which the addressing functions of the next program are emitted.
const LANGUAGE: &str = "--language";

/// The flag before a program whose reorders are checked.
const REORDERS: &str = "--reorders";

/// Returns the arguments of a program on the command line.
pub(crate) fn arguments(input: &Input) -> Vec<OsString> {
    let descriptions = input.descriptions.iter();
    let flag = descriptions.flat_map(|path| [DESCRIPTIONS.into(), path.clone().into_os_string()]);
    let passes = input.addresses.iter();
    let passes = passes.flat_map(|passes| [ADDRESSES.into(), passes.clone().into()]);
    let language = input.language.iter();
    let language = language.flat_map(|it| [LANGUAGE.into(), it.name().into()]);
    let reorders = input.reorders.then(|| REORDERS.into());
    flag.chain(passes)
        .chain(language)
        .chain(reorders)
        .chain([input.program.clone().into_os_string()])
        .collect()
}

/// Returns the programs that the arguments of a command line name.
pub(crate) fn inputs(args: &[OsString]) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut args = args.iter();
    let mut next = Input::new("");
    while let Some(arg) = args.next() {
        if arg == DESCRIPTIONS {
            next.descriptions = args.next().map(PathBuf::from);
        } else if arg == ADDRESSES {
            next.addresses = args.next().map(|passes| passes.to_string_lossy().into_owned());
        } else if arg == LANGUAGE {
            let name = args.next().map(|name| name.to_string_lossy());
            next.language = name.and_then(|name| ShaderLanguage::named(&name));
        } else if arg == REORDERS {
            next.reorders = true;
        } else {
            inputs.push(Input { program: arg.into(), ..next });
            next = Input::new("");
        }
    }
    inputs
}
