//! Watches the passes: prints the IR around them, and measures and counts.

use super::tables::{Counts, Timing};
use ir::print::{PrintOptions, module_to_string};
use ir::source::SourceMap;
use ir::{Module, Registry};
use passes::{Observer, Stats};
use std::io::Write;
use std::time::Instant;

/// Which IR to print.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dumps {
    pub(crate) before: Vec<&'static str>,
    pub(crate) before_all: bool,
    pub(crate) after: Vec<&'static str>,
    pub(crate) after_all: bool,
    /// `true` to print after a pass only if it changed the text.
    pub(crate) only_changes: bool,
    /// `true` to print after a pass that failed.
    pub(crate) after_failure: bool,
    /// The greatest number of elements of a constant that is printed; `None` for no limit.
    pub(crate) elide_above: Option<u64>,
}

impl Dumps {
    fn prints_before(&self, pass: &str) -> bool {
        self.before_all || self.before.contains(&pass)
    }

    /// `true` if the module is printed after a pass, which may have to change it. Only changes and no pass are named for
    /// the changes of each.
    fn prints_after(&self, pass: &str) -> bool {
        let each = self.after_all || (self.only_changes && self.after.is_empty());
        each || self.after.contains(&pass)
    }
}

/// The observer of the driver: it dumps modules, and counts and times passes.
pub(crate) struct PassObserver<'a> {
    pub(crate) dumps: &'a Dumps,
    pub(crate) registry: &'a Registry,
    pub(crate) generic: bool,
    pub(crate) sources: Option<&'a SourceMap>,
    pub(crate) err: &'a mut dyn Write,
    pub(crate) timing: &'a mut Timing,
    pub(crate) counts: &'a mut Counts,
    /// The pass that runs, with its position; kept when it panics.
    pub(crate) current: Option<(String, usize)>,
    pub(crate) started: Instant,
    /// The text before the pass that runs, where changes are asked for.
    pub(crate) text: Option<String>,
}

impl PassObserver<'_> {
    fn text_of(&self, module: &Module) -> String {
        let elide_above = self.dumps.elide_above;
        let options = PrintOptions { generic: self.generic, locs: self.sources, elide_above };
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
        let wanted = self.dumps.prints_before(pass);
        if wanted || changes {
            let text = self.text_of(module);
            if wanted {
                self.dump("Before", pass, position, &text);
            }
            self.text = changes.then_some(text);
        }
        self.started = Instant::now();
    }

    fn after(&mut self, pass: &str, position: usize, module: &Module, stats: &Stats) {
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

    fn failed(&mut self, pass: &str, position: usize, module: &Module) {
        if self.dumps.after_failure {
            let text = self.text_of(module);
            self.dump("After", &format!("{pass} Failed"), position, &text);
        }
    }
}
