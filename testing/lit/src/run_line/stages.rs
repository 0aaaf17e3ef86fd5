//! The stages of a RUN line: groups of its words, with redirections.

use std::fmt::Write;

use super::lexer::{self, Substitutions, Token};
use crate::filecheck::Invocation;

/// A RUN line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagePipeline {
    /// The first line in the test file, counted from 1.
    pub line: usize,
    /// The stages, at least one. The output of each stage is the input of the next.
    pub stages: Vec<RunStage>,
}

/// One call of a program in a RUN line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunStage {
    /// `true` with `not`: the exit status must be 1 or 2.
    pub negate: bool,
    /// The program's name.
    pub tool: String,
    /// The arguments.
    pub args: Vec<String>,
    /// The file of `< FILE`, in the first stage only.
    pub stdin: Option<String>,
    /// The file of `> FILE`, in the last stage only.
    pub stdout: Option<String>,
    /// The destination of standard error.
    pub stderr: Stderr,
}

/// The destination of a stage's standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stderr {
    /// The message of a failed test.
    #[default]
    Keep,
    /// `2>&1`
    Merge,
    /// `2> FILE`
    File(String),
}

/// Programs without `REQUIRES`.
const BUILT_IN: [&str; 4] = ["FileCheck", "cat", "cmp", "layoutc"];

impl StagePipeline {
    /// Returns the line for a shell. `program` maps the name of a tool to a command.
    pub fn shell(&self, program: &dyn Fn(&str) -> String) -> String {
        let stages: Vec<String> = self.stages.iter().map(|stage| stage.shell(program)).collect();
        let line = stages.join(" | ");
        if stages.len() > 1 { format!("set -o pipefail; {line}") } else { line }
    }
}

impl RunStage {
    /// Returns the stage for a shell.
    pub fn shell(&self, program: &dyn Fn(&str) -> String) -> String {
        let mut line = if self.negate { program("not") + " " } else { String::new() };
        line += &lexer::quote(&program(&self.tool));
        for arg in &self.args {
            let _ = write!(line, " {}", lexer::quote(arg));
        }
        for (operator, file) in [(" <", &self.stdin), (" >", &self.stdout)] {
            let _ = file.as_ref().map(|file| write!(line, "{operator} {}", lexer::quote(file)));
        }
        match &self.stderr {
            Stderr::Keep => {}
            Stderr::Merge => line += " 2>&1",
            Stderr::File(file) => line = format!("{line} 2> {}", lexer::quote(file)),
        }
        line
    }
}

/// Parses the command of a RUN line.
pub(super) fn parse(
    line: usize,
    command: &str,
    substitutions: &Substitutions,
    requires: &[String],
) -> Result<StagePipeline, String> {
    let tokens = lexer::split(command, substitutions)?;
    let parts: Vec<&[Token]> = tokens.split(|token| *token == Token::Pipe).collect();
    let last = parts.len() - 1;
    let mut stages = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        let stage = stage(part)?;
        if stage.stdin.is_some() && index > 0 {
            return Err("`<` is only allowed in the first stage".to_owned());
        }
        if stage.stdout.is_some() && index < last {
            return Err("`>` is only allowed in the last stage".to_owned());
        }
        check_tool(&stage, requires)?;
        stages.push(stage);
    }
    Ok(StagePipeline { line, stages })
}

fn stage(tokens: &[Token]) -> Result<RunStage, String> {
    let mut stage = RunStage::default();
    let mut words = Vec::new();
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        let mut file = || match rest.next() {
            Some(Token::Word(file)) => Ok(file.clone()),
            _ => Err("a redirection requires a file".to_owned()),
        };
        let free = match token {
            Token::Word(word) => {
                words.push(word.clone());
                true
            }
            Token::Input => stage.stdin.replace(file()?).is_none(),
            // A shell would send standard error to the pipe, which is rarely intended.
            Token::Output if stage.stderr == Stderr::Merge => {
                return Err("use `> FILE 2>&1`".to_owned());
            }
            Token::Output => stage.stdout.replace(file()?).is_none(),
            Token::Errors => {
                std::mem::replace(&mut stage.stderr, Stderr::File(file()?)) == Stderr::Keep
            }
            Token::Merge => std::mem::replace(&mut stage.stderr, Stderr::Merge) == Stderr::Keep,
            Token::Pipe => false,
        };
        if !free {
            return Err("a stream is redirected twice".to_owned());
        }
    }
    name_tool(stage, words)
}

fn name_tool(mut stage: RunStage, words: Vec<String>) -> Result<RunStage, String> {
    let mut words = words.into_iter().peekable();
    stage.negate = words.next_if(|word| word == "not").is_some();
    stage.tool = words.next().ok_or("a stage requires a program")?;
    stage.args = words.collect();
    if stage.negate && stage.tool.starts_with("--") {
        return Err(format!("`not {}` is not supported", stage.tool));
    }
    Ok(stage)
}

fn check_tool(stage: &RunStage, requires: &[String]) -> Result<(), String> {
    let RunStage { tool, args, .. } = stage;
    match tool.as_str() {
        "FileCheck" => Invocation::parse(args).map(|_| ()),
        "cmp" if args.len() != 2 => Err("`cmp` requires exactly two files".to_owned()),
        "cat" if args.is_empty() => Err("`cat` requires at least one file".to_owned()),
        "cmp" | "cat" if args.iter().any(|arg| arg.starts_with('-') && arg != "-") => {
            Err(format!("`{tool}` accepts no options"))
        }
        _ if BUILT_IN.contains(&tool.as_str()) || requires.contains(tool) => Ok(()),
        _ => Err(format!(
            "unknown program `{tool}`; expected {} or `not`, or a line `// REQUIRES: {tool}`",
            BUILT_IN.join(", ")
        )),
    }
}
