//! The program `vulkan-live`, and its separate process that calls the driver.

use crate::driver::{self, key};
use crate::input::{Input, arguments, inputs};
use crate::report::{Addressed, LiveReport, Reordered, TensorRow};
use crate::{isa, tools};
use serde_json::Value;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Output};

/// The outcome of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveOutcome {
    /// The tensors were checked.
    Checked(LiveReport),
    /// A dependency is not installed; its name.
    Missing(String),
}

/// The flag of the process that calls the driver.
const ON_DRIVER: &str = "--on-driver";
/// The flag before SPIR-V libraries whose addressing functions are counted as machine code.
const ISA: &str = "--isa";

const USAGE: &str =
    "usage: vulkan-live [--descriptions FILE.json | --addresses PASSES [--language glsl|hlsl|wgsl] | --reorders] FILE.mlir ...
       vulkan-live --isa FILE.spv ...";

/// Checks the tensors of programs in a new process of `program`, which is the binary of this crate.
///
/// # Errors
/// The process cannot be started.
pub fn run(program: &Path, inputs: &[Input]) -> io::Result<LiveOutcome> {
    let mut command = Command::new(program);
    command.arg(ON_DRIVER).args(inputs.iter().flat_map(arguments));
    if inputs.iter().any(Input::of_tensors) {
        let Some(tools) = tools::find() else {
            return Ok(LiveOutcome::Missing(tools::NAME.to_owned()));
        };
        command.envs(tools.environment());
    }
    Ok(gather(&command.output()?))
}

/// Reads the output of the process.
fn gather(output: &Output) -> LiveOutcome {
    let mut report = LiveReport::default();
    let mut at = "it had opened a device".to_owned();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let reported: Value = serde_json::from_str(line).unwrap_or_default();
        let text = |key: &str| reported[key].as_str().map(str::to_owned);
        if let Some(what) = text(key::MISSING) {
            return LiveOutcome::Missing(what);
        }
        report.device = text(key::DEVICE).unwrap_or(report.device);
        at = text(key::AT).unwrap_or(at);
        report.faults.extend(text(key::FAULT));
        report.rows.extend(reported.get(key::ROW).and_then(TensorRow::from_json));
        report.addressed.extend(reported.get(key::ADDRESSED).and_then(Addressed::from_json));
        report.reordered.extend(reported.get(key::REORDERED).and_then(Reordered::from_json));
    }
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let status = output.status;
        report.faults.push(format!("the process ended with {status} at {at}:\n{errors}"));
    }
    LiveOutcome::Checked(report)
}

/// Executes the command line of the program `vulkan-live`. Returns the exit status: 0 for success, 1 for a failed
/// check, 2 for an invalid command line, 77 for a missing dependency.
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
        Ok(LiveOutcome::Checked(report)) => {
            print!("{report}");
            i32::from(!report.is_clean())
        }
        Ok(LiveOutcome::Missing(what)) => {
            eprintln!("needs {what}");
            77
        }
        Err(error) => {
            eprintln!("vulkan-live: {error}");
            1
        }
    }
}
