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
    pub(crate) after_every: Option<DumpAfter>,
}

/// The passes after which the module is printed, beside those that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DumpAfter {
    /// After each.
    Each,
    /// After each that changed the text.
    Change,
}

impl Dumps {
    fn prints_before(&self, pass: &str) -> bool {
        self.before_all || self.before.contains(&pass)
    }

    fn prints_after(&self, pass: &str) -> bool {
        self.after_every == Some(DumpAfter::Each) || self.after.contains(&pass)
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
        let options = PrintOptions { generic: self.generic, locs: self.sources };
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
        let changes = self.dumps.after_every == Some(DumpAfter::Change);
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
        let (wanted, before) = (self.dumps.prints_after(pass), self.text.take());
        if wanted || before.is_some() {
            let text = self.text_of(module);
            if wanted || before.is_some_and(|before| before != text) {
                self.dump("After", pass, position, &text);
            }
        }
        self.current = None;
    }
}
