//! The header of a test file: `RUN`, `REQUIRES` and `BLESS`, parsed into a [`RunScript`].
//!
//! ```text
//! // REQUIRES: mlir-opt-19
//! // RUN: layoutc %s --emit=generic > %t
//! // RUN: mlir-opt-19 %t | FileCheck %s \
//! // RUN:   --check-prefix=OPT
//! ```
//!
//! `lexer` splits a line into words, and `stages` groups words into stages. No shell is involved, so text that a shell
//! would expand is an error. Each keyword must be alone in a `//` comment. A word that resembles a keyword but is not
//! one is an error. A directive whose prefix no FileCheck stage reads is also an error, because it would never be
//! checked.

mod lexer;
mod stages;

pub use lexer::Substitutions;
pub use stages::{RunStage, StagePipeline, Stderr};

use crate::filecheck::{Invocation, prefix_of, scan};
use crate::keywords;
use crate::text;

/// The commands and requirements of a test file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunScript {
    /// The `RUN` lines in order.
    pub pipelines: Vec<StagePipeline>,
    /// The external tools that the test requires.
    pub requires: Vec<String>,
    /// `true` if the first line is `// BLESS`: the checks equal the whole output and can be rewritten.
    pub bless: bool,
    /// The prefixes that FileCheck stages read from this file.
    pub prefixes: Vec<String>,
}

/// Keywords of LLVM's lit that are rejected here.
const UNSUPPORTED: [&str; 5] = ["XFAIL", "UNSUPPORTED", "DEFINE", "REDEFINE", "ALLOW_RETRIES"];

impl RunScript {
    /// Parses the header of a test file.
    ///
    /// # Errors
    /// One line for each error, starting with its line number in the file.
    pub fn parse(source: &[u8], substitutions: &Substitutions) -> Result<RunScript, String> {
        let mut reader = ScriptReader::default();
        for (index, line) in text::lines(source).enumerate() {
            reader.line(index + 1, line);
        }
        if reader.open.is_some() {
            reader.faults.push((reader.last_run, "the last RUN line ends in `\\`".to_owned()));
        }
        let mut script = RunScript {
            requires: std::mem::take(&mut reader.requires),
            bless: reader.bless,
            ..RunScript::default()
        };
        for (line, command) in &reader.runs {
            match stages::parse(*line, command, substitutions, &script.requires) {
                Ok(pipeline) => script.pipelines.push(pipeline),
                Err(fault) => reader.faults.push((*line, fault)),
            }
        }
        if reader.runs.is_empty() {
            reader.faults.push((1, "no RUN line".to_owned()));
        }
        let parsed = reader.faults.is_empty();
        script.prefixes = script.read_prefixes(&substitutions.file);
        if parsed {
            reader.faults.extend(script.unread_directives(source));
            reader.faults.extend(script.bless_fault(substitutions));
        }
        reader.finish(script)
    }

    /// Returns all FileCheck stages.
    fn checks(&self) -> impl Iterator<Item = &RunStage> {
        self.pipelines
            .iter()
            .flat_map(|pipeline| &pipeline.stages)
            .filter(|stage| stage.tool == "FileCheck")
    }

    fn read_prefixes(&self, file: &str) -> Vec<String> {
        let calls = self.checks().filter_map(|stage| Invocation::parse(&stage.args).ok());
        let here = calls.filter(|call| call.check_file.as_os_str() == file);
        let mut prefixes: Vec<String> =
            here.flat_map(|call| call.options.active_prefixes()).collect();
        prefixes.sort();
        prefixes.dedup();
        prefixes
    }

    /// Returns the directives of this file that no stage reads.
    fn unread_directives(&self, source: &[u8]) -> Vec<(usize, String)> {
        let mut faults = Vec::new();
        for (index, line) in text::lines(source).enumerate() {
            let Some(lead) = keywords::comment_lead(line).filter(keywords::Lead::has_colon) else {
                continue;
            };
            let prefix =
                prefix_of(lead.word, lead.rest).or((lead.word == "CHECK").then_some("CHECK"));
            let Some(prefix) = prefix.filter(|prefix| keywords::is_shouted(prefix)) else {
                continue;
            };
            if !self.prefixes.iter().any(|known| known == prefix) {
                faults.push((
                    index + 1,
                    format!("no FileCheck stage reads the prefix `{prefix}` from this file"),
                ));
            }
        }
        faults
    }

    fn bless_fault(&self, substitutions: &Substitutions) -> Option<(usize, String)> {
        if !self.bless {
            return None;
        }
        let mut checks = self.checks();
        let fits = match (checks.next(), checks.next()) {
            (Some(only), None) => {
                let call = Invocation::parse(&only.args).ok();
                !only.negate
                    && call.is_some_and(|call| {
                        call.check_file.as_os_str() == substitutions.file.as_str()
                    })
            }
            _ => false,
        };
        let single = self.prefixes.len() == 1;
        (!fits || !single).then(|| {
            (1, "a BLESS file must have one stage `FileCheck %s` with one prefix".to_owned())
        })
    }
}

/// The reader of the keywords in a file.
#[derive(Default)]
struct ScriptReader {
    runs: Vec<(usize, String)>,
    /// The line and text of a RUN line that continues on the next line.
    open: Option<(usize, String)>,
    last_run: usize,
    requires: Vec<String>,
    bless: bool,
    faults: Vec<(usize, String)>,
}

impl ScriptReader {
    fn line(&mut self, number: usize, line: &[u8]) {
        let Some(lead) = keywords::comment_lead(line) else { return };
        if lead.word == "BLESS" {
            self.bless(number, &lead);
        } else if let Some(fault) = keyword_fault(&lead) {
            self.faults.push((number, fault));
        } else if matches!(lead.word, "RUN" | "REQUIRES") {
            let rest = text::show(&lead.rest[1..]);
            match lead.word {
                "RUN" => self.run(number, rest.trim()),
                _ => self.requires(number, rest.trim()),
            }
        }
    }

    fn bless(&mut self, number: usize, lead: &keywords::Lead) {
        let bare = text::trim_start(lead.rest).is_empty() && lead.is_alone;
        match (bare, number) {
            (true, 1) => self.bless = true,
            (true, _) => self.faults.push((number, "`// BLESS` must be the first line".to_owned())),
            // Prose can start with `BLESS`. With a colon, or on the first line, it is an error.
            (false, _) if lead.has_colon() || number == 1 => {
                self.faults.push((number, "`// BLESS` must be alone in its line".to_owned()));
            }
            (false, _) => {}
        }
    }

    fn run(&mut self, number: usize, command: &str) {
        self.last_run = number;
        let (start, mut whole) = self.open.take().unwrap_or((number, String::new()));
        let (part, goes_on) = match command.strip_suffix('\\') {
            Some(part) => (part, true),
            None => (command, false),
        };
        whole.push_str(part);
        match goes_on {
            true => self.open = Some((start, whole + " ")),
            false => self.runs.push((start, whole)),
        }
    }

    fn requires(&mut self, number: usize, tools: &str) {
        for tool in tools.split(',').map(str::trim) {
            let well_formed = !tool.is_empty()
                && tool.bytes().all(|b| keywords::is_word(b) || b == b'.' || b == b'+');
            match well_formed {
                true => self.requires.push(tool.to_owned()),
                false => {
                    self.faults.push((number, format!("REQUIRES: invalid tool name `{tool}`")))
                }
            }
        }
    }

    fn finish(self, script: RunScript) -> Result<RunScript, String> {
        let mut faults = self.faults;
        faults.sort();
        let lines: Vec<String> =
            faults.into_iter().map(|(line, fault)| format!("{line}: error: {fault}")).collect();
        if lines.is_empty() { Ok(script) } else { Err(lines.join("\n")) }
    }
}

/// Returns the error if the first word of a comment is an invalid keyword; `None` for keywords and prose.
fn keyword_fault(lead: &keywords::Lead) -> Option<String> {
    let word = lead.word;
    let colon = lead.rest.first() == Some(&b':');
    let keywords = ["RUN", "REQUIRES"];
    if keywords.contains(&word) {
        return match (colon, lead.is_alone) {
            (true, true) => None,
            (true, false) => Some(format!("`{word}:` must be alone in its line")),
            (false, _) => Some(format!("`{word}` must be followed by a colon")),
        };
    }
    if !colon && text::trim_start(lead.rest).first() != Some(&b':') {
        return None;
    }
    if UNSUPPORTED.contains(&word) || word == "END." {
        return Some(format!("`{word}:` is not supported"));
    }
    let all: Vec<String> =
        keywords.iter().chain(&UNSUPPORTED).map(|name| (*name).to_owned()).collect();
    let spelled = all.iter().find(|name| name.eq_ignore_ascii_case(word));
    let meant = spelled
        .map(String::as_str)
        .or_else(|| keywords::near(word, &all).filter(|_| keywords::is_shouted(word)));
    meant.map(|meant| format!("unknown keyword `{word}:`; did you mean `{meant}:`?"))
}

/// Returns the lines of the directives with a prefix in a test file, to rewrite its checks.
pub(crate) fn directive_lines(source: &[u8], prefix: &str) -> Vec<usize> {
    let options =
        crate::filecheck::CheckOptions { prefixes: vec![prefix.to_owned()], ..Default::default() };
    scan(source, &options).0.into_iter().map(|directive| directive.line).collect()
}

#[cfg(test)]
mod tests;
