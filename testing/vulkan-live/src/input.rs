//! The programs to check, and their words on the command line.

use std::ffi::OsString;
use std::path::PathBuf;

/// A program whose tensors or addressing functions are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file that layoutc compiles.
    pub program: PathBuf,
    /// A file of descriptions that stand in for those that layoutc gives; for tests of this crate.
    pub descriptions: Option<PathBuf>,
    /// The passes after which the program has addressing functions, which are then checked; else its tensors are.
    pub addresses: Option<String>,
    /// `true` if its reorders are run, instead of anything else.
    pub reorders: bool,
}

impl Input {
    /// A program with its own descriptions.
    pub fn new(program: impl Into<PathBuf>) -> Input {
        Input { program: program.into(), descriptions: None, addresses: None, reorders: false }
    }

    /// A program whose addressing functions are checked, which it has after these passes.
    pub fn addressed(program: impl Into<PathBuf>, passes: &str) -> Input {
        Input { addresses: Some(passes.to_owned()), ..Input::new(program) }
    }

    /// A program whose reorders are run.
    pub fn reordered(program: impl Into<PathBuf>) -> Input {
        Input { reorders: true, ..Input::new(program) }
    }

    /// `true` if its tensors are checked.
    pub(crate) fn of_tensors(&self) -> bool {
        self.addresses.is_none() && !self.reorders
    }

    /// The name of the program.
    pub(crate) fn name(&self) -> String {
        self.program.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// The flag before a file of descriptions, which stand in for those of the program after it.
const DESCRIPTIONS: &str = "--descriptions";
/// The flag before the passes that give the program after it addressing functions, which are checked then.
const ADDRESSES: &str = "--addresses";

/// The flag before a program whose reorders are run.
const REORDERS: &str = "--reorders";

/// The words of a program on the command line.
pub(crate) fn arguments(input: &Input) -> Vec<OsString> {
    let descriptions = input.descriptions.iter();
    let flag = descriptions.flat_map(|path| [DESCRIPTIONS.into(), path.clone().into_os_string()]);
    let passes = input.addresses.iter();
    let passes = passes.flat_map(|passes| [ADDRESSES.into(), passes.clone().into()]);
    let reorders = input.reorders.then(|| REORDERS.into());
    flag.chain(passes).chain(reorders).chain([input.program.clone().into_os_string()]).collect()
}

/// The programs that the words of a command line name.
pub(crate) fn inputs(args: &[OsString]) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut args = args.iter();
    let mut next = Input::new("");
    while let Some(arg) = args.next() {
        if arg == DESCRIPTIONS {
            next.descriptions = args.next().map(PathBuf::from);
        } else if arg == ADDRESSES {
            next.addresses = args.next().map(|passes| passes.to_string_lossy().into_owned());
        } else if arg == REORDERS {
            next.reorders = true;
        } else {
            inputs.push(Input { program: arg.into(), ..next });
            next = Input::new("");
        }
    }
    inputs
}
