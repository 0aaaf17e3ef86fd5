//! Comparison of verdicts with LLVM's own FileCheck.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::exec::FileCheckCall;
use crate::filecheck::FailureKind;

/// Returns a hook for [`Config::on_filecheck`](crate::Config::on_filecheck) that runs the FileCheck at `path` on the
/// same arguments and input, and fails if its verdict differs. A check file that this crate rejects can pass there.
pub fn llvm_oracle(path: PathBuf) -> impl Fn(&FileCheckCall) -> Result<(), String> + Sync {
    move |call| {
        let (status, errors) = replay(&path, call)?;
        let agrees = match call.verdict {
            Ok(()) => status == Some(0),
            Err(FailureKind::Mismatch) => status == Some(1),
            Err(FailureKind::Malformed) => true,
        };
        if agrees { Ok(()) } else { Err(disagreement(call, status, &errors)) }
    }
}

fn replay(path: &Path, call: &FileCheckCall) -> Result<(Option<i32>, Vec<u8>), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut command = Command::new(path);
    command.args(call.args).env_remove("FILECHECK_OPTS");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(fault)?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // A check that fails early closes its input, so the error of the writer is ignored.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(call.input)));
        child.wait_with_output()
    });
    output.map(|output| (output.status.code(), output.stderr)).map_err(fault)
}

fn disagreement(call: &FileCheckCall, status: Option<i32>, errors: &[u8]) -> String {
    let ours = match call.verdict {
        Ok(()) => "passes",
        Err(_) => "fails",
    };
    let theirs = status.map_or("crashes".to_owned(), |status| format!("exits with {status}"));
    format!(
        "`FileCheck {}` {ours} here, but LLVM's FileCheck {theirs}\n{}",
        call.args.join(" "),
        crate::text::excerpt(errors, 40)
    )
}
