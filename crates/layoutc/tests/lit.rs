//! The file tests in `tests/lit`, each as a named test: `cargo test --test lit parser/types`.
//!
//! layoutc runs inside this process. Environment variables:
//! - `LIT_SPAWN=1` executes the binary instead,
//! - `LAYOUTC_REQUIRE_TOOLS=1` fails a test without its tools; otherwise the test is skipped with the reason,
//! - `UPDATE_EXPECT=1` rewrites the checks of files marked `// BLESS` and prints these files at the end.
//!
//! If LLVM's FileCheck is on PATH, it repeats each check and must agree.

use std::cell::RefCell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use lit::oracle::llvm_oracle;
use lit::{Config, FileCheckHook, Outcome, TestFile, ToolCall, ToolOutput, find_tool};

/// The name of the skipped test without LLVM's FileCheck.
const NO_ORACLE: &str = "skipped: needs FileCheck-19";

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let mut parents = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = parents.nth(2).expect("this package is crates/layoutc");
    let suite = Arc::new(Suite::new());
    let conclusion = libtest_mimic::run(&args, suite.trials(&root.join("tests/lit")));
    for name in suite.blessed() {
        eprintln!("blessed: tests/lit/{name}");
    }
    conclusion.exit_code()
}

/// The state that all tests share.
struct Suite {
    spawn: bool,
    require_tools: bool,
    bless: bool,
    oracle: Option<PathBuf>,
    temp: PathBuf,
    blessed: Mutex<Vec<String>>,
}

impl Suite {
    fn new() -> Suite {
        let spawn = std::env::var_os("LIT_SPAWN").is_some_and(|value| value == "1");
        let folder = if spawn { "lit-spawn" } else { "lit" };
        Suite {
            spawn,
            require_tools: testkit::tools_are_required(),
            // Any value enables this, as for the inline expectations of unit tests.
            bless: std::env::var_os("UPDATE_EXPECT").is_some(),
            oracle: find_tool("FileCheck-19").or_else(|| find_tool("FileCheck")),
            temp: Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder),
            blessed: Mutex::default(),
        }
    }

    fn trials(self: &Arc<Suite>, root: &Path) -> Vec<Trial> {
        let mut trials = Vec::from_iter(self.oracle_trial());
        match lit::discover(root) {
            // An empty suite would always pass.
            Ok(files) if files.is_empty() => {
                trials.push(failing("lit::discover", "no test file found"))
            }
            Ok(files) => trials.extend(files.into_iter().map(|file| self.trial(file))),
            Err(error) => trials.push(failing("lit::discover", &error.to_string())),
        }
        trials
    }

    /// Returns an entry in the list of tests if LLVM's FileCheck is missing.
    fn oracle_trial(&self) -> Option<Trial> {
        match (&self.oracle, self.require_tools) {
            (Some(_), _) => None,
            (None, true) => {
                Some(failing("lit::oracle", "needs FileCheck-19, which is not on PATH"))
            }
            (None, false) => Some(Trial::test(NO_ORACLE, || Ok(())).with_ignored_flag(true)),
        }
    }

    fn trial(self: &Arc<Suite>, file: TestFile) -> Trial {
        let suite = Arc::clone(self);
        let name = file.name.strip_suffix(".mlir").unwrap_or(&file.name);
        Trial::ignorable_test(format!("lit::{name}"), move || suite.run(&file))
    }

    fn run(&self, file: &TestFile) -> Result<Completion, Failed> {
        let oracle = self.oracle.clone().map(llvm_oracle);
        let config = Config {
            binary: Path::new(env!("CARGO_BIN_EXE_layoutc")),
            in_process: (!self.spawn).then_some(&layoutc),
            temp_dir: &self.temp,
            require_tools: self.require_tools,
            bless: self.bless,
            llvm_suffix: self.llvm_suffix(),
            on_filecheck: oracle.as_ref().map(|oracle| oracle as &FileCheckHook),
        };
        match lit::run_file(file, &config) {
            Outcome::Passed => Ok(Completion::Completed),
            Outcome::Blessed => {
                self.blessed.lock().unwrap_or_else(PoisonError::into_inner).push(file.name.clone());
                Ok(Completion::Completed)
            }
            Outcome::Skipped(reason) => Ok(Completion::ignored_with(reason)),
            Outcome::Failed(text) => Err(text.into()),
        }
    }

    /// Returns the suffix after `FileCheck` in the name of LLVM's tool, which other LLVM tools share.
    fn llvm_suffix(&self) -> &str {
        let name = self.oracle.as_ref().and_then(|path| path.file_name()?.to_str());
        name.and_then(|name| name.strip_prefix("FileCheck")).unwrap_or("-19")
    }

    /// Returns the names of rewritten files, sorted because tests end in any order.
    fn blessed(&self) -> Vec<String> {
        let mut names = self.blessed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        names.sort();
        names
    }
}

fn failing(name: &str, reason: &str) -> Trial {
    let reason = reason.to_owned();
    Trial::test(name, || Err(reason.into()))
}

/// Runs layoutc as a function. A panic is a crash of its stage, so that the message still names the command.
fn layoutc(call: &ToolCall) -> ToolOutput {
    let mut stdin = call.stdin;
    let mut stdout = Stream::default();
    let mut stderr = if call.merge_stderr { stdout.clone() } else { Stream::default() };
    let run = || layoutc::run(call.args, &mut stdin, &mut stdout, &mut stderr);
    let status = catch_unwind(AssertUnwindSafe(run)).unwrap_or(101);
    if call.merge_stderr {
        stderr = Stream::default();
    }
    ToolOutput { status, stdout: stdout.0.take(), stderr: stderr.0.take() }
}

/// An output stream. Its clones append to the same text, in the order of the writes.
#[derive(Clone, Default)]
struct Stream(Rc<RefCell<Vec<u8>>>);

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
