//! The observer of passes: prints the IR around them, times them, shows their progress, and records their statistics.

use super::tables::{Counts, Timing};
use crate::progress::ProgressLine;
use ir::print::{PrintOptions, module_to_string};
use ir::progress::ProgressReport;
use ir::source::SourceMap;
use ir::{Module, Registry};
use passes::{Observer, PassFile, Stats};
use std::borrow::Cow;
use std::io::Write;
use std::time::Instant;

/// The selection of the IR to print.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dumps {
    pub(crate) before: Vec<Cow<'static, str>>,
    pub(crate) before_all: bool,
    pub(crate) after: Vec<Cow<'static, str>>,
    pub(crate) after_all: bool,
    /// `true` to print the IR after a pass only if the pass changed the text.
    pub(crate) only_changes: bool,
    /// `true` to print the IR after a pass that failed.
    pub(crate) after_failure: bool,
    /// The largest number of elements of a printed constant; `None` if there is no limit.
    pub(crate) elide_above: Option<u64>,
}

impl Dumps {
    fn prints_before(&self, pass: &str) -> bool {
        self.before_all || self.before.iter().any(|name| name == pass)
    }

    /// Returns `true` if the module is printed after a pass. `--print-ir-after=change` without the name of a pass
    /// selects all passes.
    fn prints_after(&self, pass: &str) -> bool {
        let each = self.after_all || (self.only_changes && self.after.is_empty());
        each || self.after.iter().any(|name| name == pass)
    }
}

/// The observer of the driver: prints modules, records statistics, and times passes.
pub(crate) struct PassObserver<'a> {
    pub(crate) dumps: &'a Dumps,
    pub(crate) registry: &'a Registry,
    pub(crate) generic: bool,
    pub(crate) sources: Option<&'a SourceMap>,
    pub(crate) err: &'a mut dyn Write,
    pub(crate) timing: &'a mut Timing,
    pub(crate) counts: &'a mut Counts,
    pub(crate) progress: &'a mut ProgressLine,
    /// The running pass, with its position; still set after the pass panics.
    pub(crate) current: Option<(String, usize)>,
    pub(crate) started: Instant,
    /// The text before the running pass; `None` if changes are not printed.
    pub(crate) text: Option<String>,
    /// The files that the passes have written.
    pub(crate) files: Vec<PassFile>,
}

impl PassObserver<'_> {
    /// Removes the line of progress.
    pub(crate) fn clear_progress(&mut self) {
        self.progress.clear(self.err);
    }

    fn text_of(&self, module: &Module) -> String {
        let elide_above = self.dumps.elide_above;
        let generic = self.generic;
        let locs = self.sources;
        let options = PrintOptions { generic, locs, elide_above, ..PrintOptions::default() };
        module_to_string(module, self.registry, options)
    }

    fn dump(&mut self, when: &str, pass: &str, position: usize, text: &str) {
        let header = format!("// -----// IR Dump {when} {pass} ({}) //----- //", position + 1);
        let _ = writeln!(self.err, "{header}\n{text}");
    }
}

impl Observer for PassObserver<'_> {
    fn before(&mut self, pass: &str, position: usize, module: &Module) {
        self.current = Some((pass.to_owned(), position));
        let changes = self.dumps.only_changes && self.dumps.prints_after(pass);
        let is_printed = self.dumps.prints_before(pass);
        if is_printed || changes {
            let text = self.text_of(module);
            if is_printed {
                self.dump("Before", pass, position, &text);
            }
            self.text = changes.then_some(text);
        }
        self.started = Instant::now();
    }

    fn progress(&mut self, pass: &str, _position: usize, report: ProgressReport<'_>) {
        self.progress.show(pass, report, self.err);
    }

    fn after(&mut self, pass: &str, position: usize, module: &Module, stats: &Stats) {
        self.clear_progress();
        self.timing.add(&format!("pass {pass} ({})", position + 1), self.started.elapsed());
        let row = format!("{pass} ({})", position + 1);
        stats.iter().for_each(|(name, count)| self.counts.add(&row, name, count));
        let before = self.text.take();
        if self.dumps.prints_after(pass) {
            let text = self.text_of(module);
            if before.is_none_or(|before| before != text) {
                self.dump("After", pass, position, &text);
            }
        }
        self.current = None;
    }

    fn file(&mut self, _pass: &str, file: PassFile) {
        self.files.push(file);
    }

    fn failed(&mut self, pass: &str, position: usize, module: &Module) {
        if self.dumps.after_failure {
            let text = self.text_of(module);
            self.dump("After", &format!("{pass} Failed"), position, &text);
        }
    }
}
