//! The SMT solver z3, executed as a program with a script.
//!
//! The program is the one that the environment variable `LAYOUTC_Z3` names, or `z3` from `PATH`. Its work is bounded by
//! a count of its own steps, which the script sets, and by memory, so that one version returns the same answer on every
//! machine. No clock ends it.

use ir::layout::{Prover, SmtScript, Verdict};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;

/// The memory limit of the solver, in megabytes.
const MEMORY: u32 = crate::limits::SOLVER_MEGABYTES as u32;

/// The answer of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// No values satisfy the query.
    None,
    /// These values satisfy the query.
    Some(Vec<i64>),
    /// The solver did not decide, with its reason or one from this module.
    Unknown(String),
}

/// An SMT solver as a program.
#[derive(Clone, Debug)]
pub struct SmtSolver {
    program: OsString,
    /// The reason why the program cannot be executed, if a claim needed it.
    failure: Option<String>,
}

impl SmtSolver {
    /// Returns the program that the environment names.
    pub fn of_environment() -> SmtSolver {
        let program = std::env::var_os("LAYOUTC_Z3").unwrap_or_else(|| "z3".into());
        SmtSolver { program, failure: None }
    }

    /// Returns the name of the program.
    pub fn name(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }

    /// Returns the reason why a claim is undecided if the program cannot be executed; `None` if no claim needed it.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Executes a script of some claims and a query, and returns the answer. Calls `on_query` with the number of answered queries and that of all, each
    /// time the program begins a query.
    ///
    /// # Errors
    /// The program cannot be executed.
    pub(crate) fn solve(
        &self,
        (text, claims): (String, usize),
        on_query: &mut dyn FnMut(usize, usize),
    ) -> io::Result<Answer> {
        let mut child = self.start()?;
        let answer = answered(&mut child, (text, claims), on_query);
        // Killing a process that has exited fails harmlessly; it is reaped either way.
        let _ = child.kill();
        child.wait()?;
        Ok(answer)
    }

    /// Executes a script and returns its output.
    ///
    /// # Errors
    /// The program cannot be executed, or its output is not text.
    fn output(&self, script: String) -> io::Result<String> {
        let mut child = self.start()?;
        let mut output = String::new();
        let read = match streams(&mut child, script) {
            Some(mut stdout) => stdout.read_to_string(&mut output).map(|_| output),
            None => Err(io::Error::other("it has no input or output")),
        };
        let _ = child.kill();
        child.wait()?;
        read
    }

    fn start(&self) -> io::Result<Child> {
        Command::new(&self.program)
            .args(["-in", "-smt2", &format!("-memory:{MEMORY}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

impl Prover for SmtSolver {
    fn prove(&mut self, script: &SmtScript) -> Verdict {
        match self.output(script.text.clone()) {
            Ok(output) => script.verdict(&output),
            Err(error) => {
                self.failure = Some(format!("`{}` cannot be executed: {error}", self.name()));
                Verdict::Unknown("z3 is needed".to_owned())
            }
        }
    }
}

/// Returns the output of a process, to which another thread writes the input, so that neither side blocks the other.
/// `None` if it has no input or output.
fn streams(child: &mut Child, text: String) -> Option<ChildStdout> {
    let (mut stdin, stdout) = (child.stdin.take()?, child.stdout.take()?);
    // If the program does not read all input, its answer shows that.
    thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    Some(stdout)
}

fn answered(
    child: &mut Child,
    (text, claims): (String, usize),
    on_query: &mut dyn FnMut(usize, usize),
) -> Answer {
    let Some(stdout) = streams(child, text) else {
        return Answer::Unknown("it has no input or output".to_owned());
    };
    let answer = read(BufReader::new(stdout), claims, on_query);
    answer.unwrap_or_else(|error| Answer::Unknown(error.to_string()))
}

/// Parses an output that starts with the answers to `claims` claims. Stops at the first claim that is not proven, because
/// the later ones may need all their steps.
fn read(
    mut output: impl BufRead,
    claims: usize,
    on_query: &mut dyn FnMut(usize, usize),
) -> io::Result<Answer> {
    for claim in 1..=claims {
        on_query(claim - 1, claims + 1);
        let mut answer = String::new();
        output.read_line(&mut answer)?;
        if answer.trim() != "unsat" {
            let which = format!("claim {claim} of {claims}");
            let answer = one_line(&answer);
            return Ok(Answer::Unknown(format!("the answer to {which} is `{answer}`")));
        }
    }
    on_query(claims, claims + 1);
    let mut text = String::new();
    output.read_to_string(&mut text)?;
    let (verdict, rest) = text.split_once('\n').unwrap_or((&text, ""));
    Ok(match verdict.trim() {
        "unsat" => Answer::None,
        "sat" => match values(rest) {
            Some(index) => Answer::Some(index),
            None => Answer::Unknown(format!("the answer has no index: {}", one_line(rest))),
        },
        other => Answer::Unknown(format!("the answer is `{}`", one_line(other))),
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

/// Parses the numbers of `((x0 5) (x1 7))`. A component is not negative.
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
