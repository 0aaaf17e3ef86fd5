//! layoutc's descriptions on a real Vulkan driver.
//!
//! ```
//! use layoutc_vulkan_live::{Report, Row};
//!
//! // The report of a run, whose rows a driver fills: one byte of a copy was wrong.
//! let row = |name: &str| Row { name: name.to_owned(), tensors: 3, compared: 96, ..Row::default() };
//! let faults = vec!["byte 12 of a copy of `x` is 0, but must be 7".to_owned()];
//! let wrong = Row { mismatches: 1, faults, ..row("b.mlir") };
//! let report = Report { rows: vec![row("a.mlir"), wrong], ..Report::default() };
//! assert!(!report.is_clean());
//! assert_eq!((report.total().tensors, report.total().mismatches), (6, 1));
//! ```
//!
//! For test only. Each tensor that `layoutc --emit=vk-json --target=emulation` describes is created on Mesa's
//! software driver, llvmpipe, under ARM's emulation layer for `VK_ARM_tensors`. The memory that the driver
//! asks for must be the `size_bytes` that layoutc says; then the memory is filled by the addresses of the core,
//! copied to a tensor of the same lengths in another form, padded or packed, and back, and every byte of both
//! is compared, those in gaps included. So three must agree on where elements are: the core, the description,
//! and the driver.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- examples/resnet50.mlir
//! ```
//!
//! Addressing functions are run there too, without the layer: a shader around each stores the offset of every index,
//! and the core must say the same.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- --addresses "" crates/vulkan-live/tests/functions/written.mlir
//! ```
//!
//! And so are the entry points of reorders: each copies random elements into a buffer full of other bytes, and each slot
//! of that must hold what the core says, padding zero.
//!
//! ```text
//! cargo run -p layoutc-vulkan-live -- --reorders FILE.mlir
//! ```
//!
//! In reading order: `described` reads the JSON with the values of `names`; `layouts` asks the core for
//! the layouts of the same tensors; `image` makes the bytes that memory must hold; `vulkan` is the driver;
//! `checks` is what is done with one tensor; `kernel` makes a shader of an addressing function, and `addresses` is what
//! is done with that; `reorders` is what is done with reorders; `driver` does it with all, in a process of its own, as a
//! fault in a layer ends the process; [`run`] starts that process and gathers a [`Report`]. Apart from that, `isa` counts
//! the instructions that a driver for a GPU makes of addressing functions.
//!
//! What it needs, `scripts/install-test-tools.sh` installs: the loader, a driver, and the layer in
//! `target/test-tools`. The loader is opened at run time, so the crate builds without any of them; what is
//! missing is told by name.
//!
//! # The binding
//!
//! The types come from `vulkan-headers`: all structs, constants and function types of the registry in Rust, and
//! nothing else. It builds in about a second without dependencies. What was weighed:
//!
//! - `ash` 0.38 is the common choice, but its headers are older than the extension: every struct and function
//!   type would be ours, and a mistake in them would look like one of layoutc.
//! - `kazan` 0.5 has the extension with a usage of 64 bits, from the newest registry, and wrappers over every
//!   function. It takes half a minute to build, once for tests and once for checks, which everybody who runs
//!   the tests would pay for some twenty functions.
//! - `vulkanalia` 0.35 has the extension, but its usage is 32 bits wide, so that the driver reads padding.
//!
//! The headers are of the first revision of the extension. The second added three formats alone, whose values
//! `names` holds; structs of Vulkan never change, so the age of the headers does not matter else. They take
//! hosts of 64 bits only.

mod addresses;
mod checks;
mod described;
mod driver;
mod image;
mod isa;
mod kernel;
mod layouts;
mod names;
mod reorders;
mod report;
mod tools;
mod vulkan;

pub use reorders::Reordered;
pub use report::{Addressed, Report, Row};

use driver::key;
use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A program whose tensors or addressing functions are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file that layoutc compiles.
    pub program: PathBuf,
    /// A file of descriptions that stand in for those that layoutc gives; for tests of this crate.
    pub descriptions: Option<PathBuf>,
    /// The passes after which the program has addressing functions, which are then checked; else its tensors are.
    pub addresses: Option<String>,
    /// Whether its reorders are run, instead of anything else.
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

    /// Whether its tensors are checked.
    fn of_tensors(&self) -> bool {
        self.addresses.is_none() && !self.reorders
    }

    /// What the program is called.
    fn name(&self) -> String {
        self.program.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// What comes of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The tensors were checked.
    Checked(Report),
    /// Something is not installed: what.
    Missing(String),
}

/// The flag of the process that talks to the driver.
const ON_DRIVER: &str = "--on-driver";
/// The flag before a file of descriptions, which stand in for those of the program after it.
const DESCRIPTIONS: &str = "--descriptions";
/// The flag before the passes that give the program after it addressing functions, which are checked then.
const ADDRESSES: &str = "--addresses";

/// The flag before a program whose reorders are run.
const REORDERS: &str = "--reorders";

/// The flag before SPIR-V libraries whose addressing functions are counted in machine code.
const ISA: &str = "--isa";

const USAGE: &str =
    "usage: vulkan-live [--descriptions FILE.json | --addresses PASSES | --reorders] FILE.mlir ...
       vulkan-live --isa FILE.spv ...";

/// Checks the tensors of programs in a new process of `program`, which is this crate's own.
///
/// # Errors
/// The process cannot be started.
pub fn run(program: &Path, inputs: &[Input]) -> io::Result<Outcome> {
    let mut command = Command::new(program);
    command.arg(ON_DRIVER).args(inputs.iter().flat_map(arguments));
    if inputs.iter().any(Input::of_tensors) {
        let Some(tools) = tools::find() else {
            return Ok(Outcome::Missing(tools::NAME.to_owned()));
        };
        command.envs(tools.environment());
    }
    Ok(gather(&command.output()?))
}

fn arguments(input: &Input) -> Vec<OsString> {
    let descriptions = input.descriptions.iter();
    let flag = descriptions.flat_map(|path| [DESCRIPTIONS.into(), path.clone().into_os_string()]);
    let passes = input.addresses.iter();
    let passes = passes.flat_map(|passes| [ADDRESSES.into(), passes.clone().into()]);
    let reorders = input.reorders.then(|| REORDERS.into());
    flag.chain(passes).chain(reorders).chain([input.program.clone().into_os_string()]).collect()
}

/// Reads what the process told.
fn gather(output: &Output) -> Outcome {
    let mut report = Report::default();
    let mut at = "it had opened a device".to_owned();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let told: Value = serde_json::from_str(line).unwrap_or_default();
        let text = |key: &str| told[key].as_str().map(str::to_owned);
        if let Some(what) = text(key::MISSING) {
            return Outcome::Missing(what);
        }
        report.device = text(key::DEVICE).unwrap_or(report.device);
        at = text(key::AT).unwrap_or(at);
        report.faults.extend(text(key::FAULT));
        report.rows.extend(told.get(key::ROW).and_then(Row::from_json));
        report.addressed.extend(told.get(key::ADDRESSED).and_then(Addressed::from_json));
        report.reordered.extend(told.get(key::REORDERED).and_then(Reordered::from_json));
    }
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let status = output.status;
        report.faults.push(format!("the process ended with {status} at {at}:\n{errors}"));
    }
    Outcome::Checked(report)
}

/// The command line of the program `vulkan-live`; the exit status: 0 all is right, 1 something is not, 2 the
/// command line is wrong, 77 something is not installed.
pub fn main(args: &[OsString]) -> i32 {
    let on_driver = args.first().is_some_and(|arg| arg == ON_DRIVER);
    let args = &args[usize::from(on_driver)..];
    let shaders = args.first().filter(|&flag| flag == ISA).map(|_| &args[1..]);
    let inputs = if shaders.is_some() { Vec::new() } else { inputs(args) };
    if inputs.is_empty() && shaders.is_none_or(<[OsString]>::is_empty) {
        eprintln!("{USAGE}");
        return 2;
    }
    if let Some(files) = shaders {
        return match on_driver {
            true => isa::run(files, &mut io::stdout().lock()),
            false => isa::main(ON_DRIVER, ISA, files),
        };
    }
    if on_driver {
        return i32::from(driver::run(&inputs, &mut io::stdout().lock()).is_err());
    }
    match std::env::current_exe().and_then(|program| run(&program, &inputs)) {
        Ok(Outcome::Checked(report)) => {
            print!("{report}");
            i32::from(!report.is_clean())
        }
        Ok(Outcome::Missing(what)) => {
            eprintln!("needs {what}");
            77
        }
        Err(error) => {
            eprintln!("vulkan-live: {error}");
            1
        }
    }
}

fn inputs(args: &[OsString]) -> Vec<Input> {
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
