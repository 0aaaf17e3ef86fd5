//! The SMT solver z3, as a program that is run with a script.
//!
//! It is the program that the environment variable `LAYOUTC_Z3` names, or `z3` of `PATH`. What bounds its work is a
//! count of its own steps, which the script sets, so that the same version gives the same answer on every machine. A
//! clock only ends what hangs.

use address::proof::ProofScript;
use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long one script may take at most.
const PATIENCE: Duration = Duration::from_secs(300);
/// The most memory that it may take, in megabytes.
const MEMORY: u32 = 2048;

/// What the solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// There is no such index.
    None,
    /// There is one.
    Some(Vec<i64>),
    /// It does not know, for a reason in its words, or in ours.
    Unknown(String),
}

/// An SMT solver as a program.
#[derive(Clone, Debug)]
pub(super) struct SmtSolver {
    program: OsString,
}

impl SmtSolver {
    /// The program that the environment names.
    pub(super) fn of_environment() -> SmtSolver {
        SmtSolver { program: std::env::var_os("LAYOUTC_Z3").unwrap_or_else(|| "z3".into()) }
    }

    /// Its name.
    pub(super) fn name(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }

    /// Runs a script.
    ///
    /// # Errors
    /// The program cannot be run.
    pub(super) fn ask(&self, script: ProofScript) -> io::Result<Answer> {
        let mut child = Command::new(&self.program)
            .args(["-in", "-smt2", &format!("-memory:{MEMORY}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let answer = answered(&mut child, script);
        // One that has ended cannot be ended, and is reaped either way.
        let _ = child.kill();
        child.wait()?;
        Ok(answer)
    }
}

/// Reads and writes on threads, so that neither side waits for the other one.
fn answered(child: &mut Child, script: ProofScript) -> Answer {
    let (Some(mut stdin), Some(mut stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Answer::Unknown("it has no input or output".to_owned());
    };
    // A program that does not read all of it tells so by its answer.
    let ProofScript { text, claims } = script;
    thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = stdout.read_to_string(&mut text);
        // Nobody listens after the last moment.
        let _ = sender.send(read.map(|_| text));
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(Ok(text)) => read(&text, claims),
        Ok(Err(error)) => Answer::Unknown(error.to_string()),
        Err(_) => Answer::Unknown(format!("it was stopped after {} seconds", PATIENCE.as_secs())),
    }
}

/// What a text says that begins with the answers to so many claims.
fn read(text: &str, claims: usize) -> Answer {
    let mut rest = text;
    for claim in 1..=claims {
        let (answer, after) = rest.split_once('\n').unwrap_or((rest, ""));
        if answer.trim() != "unsat" {
            let which = format!("claim {claim} of {claims}");
            return Answer::Unknown(format!("of {which} it says `{}`", one_line(answer)));
        }
        rest = after;
    }
    let (verdict, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    match verdict.trim() {
        "unsat" => Answer::None,
        "sat" => match values(rest) {
            Some(index) => Answer::Some(index),
            None => Answer::Unknown(format!("it gives no index: {}", one_line(rest))),
        },
        other => Answer::Unknown(format!("it says `{}`", one_line(other))),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

/// The numbers of `((x0 5) (x1 7))`. A component is not negative.
fn values(text: &str) -> Option<Vec<i64>> {
    let pairs = text.trim();
    if pairs.is_empty() {
        return Some(Vec::new());
    }
    let pairs = pairs.strip_prefix('(')?.strip_suffix(')')?;
    let mut values = Vec::new();
    for pair in pairs.split('(').skip(1) {
        let (_, value) = pair.trim().strip_suffix(')')?.split_once(' ')?;
        values.push(value.trim().parse().ok()?);
    }
    Some(values)
}
