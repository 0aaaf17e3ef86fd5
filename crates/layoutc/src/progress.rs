//! The progress of long work on standard error.
//!
//! On a terminal this is one line, which is rewritten while the work goes on and removed at its end. It appears only
//! after a second. With `--progress=always` each report that reaches another tenth of its work is a line of text, which
//! does not depend on time. JSON diagnostics exclude both.

use crate::options::ProgressMode;
use crate::render::DiagnosticForm;
#[cfg(feature = "onnx")]
use ir::progress::Progress;
use ir::progress::ProgressReport;
use std::io::Write;
use std::time::{Duration, Instant};

/// The time before the first line on a terminal.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two lines on a terminal.
const PAUSE: Duration = Duration::from_millis(100);
/// The greatest number of characters of a line on a terminal, so that it is not broken.
const WIDTH: usize = 79;

/// The line that shows progress.
#[derive(Debug, Default)]
pub(crate) enum ProgressLine {
    /// No reports.
    #[default]
    Off,
    /// A line of a terminal.
    Rewritten(RewrittenLine),
    /// Lines of text.
    Lines(ReportedTenths),
}

/// The state of a line that is rewritten.
#[derive(Debug)]
pub(crate) struct RewrittenLine {
    started: Instant,
    /// The time of the last text; `None` before the first.
    shown: Option<Instant>,
    /// The number of characters on the line.
    width: usize,
}

/// The last tenth that was printed.
#[derive(Debug, Default)]
pub(crate) struct ReportedTenths {
    /// The activity and the unit with the number of printed tenths; `None` before the first line.
    last: Option<(String, u64)>,
}

impl ProgressLine {
    /// Returns the line for a mode. `auto` is `true` if standard error is a terminal.
    pub(crate) fn new(mode: ProgressMode, form: DiagnosticForm, auto: bool) -> ProgressLine {
        match mode {
            _ if form == DiagnosticForm::Json => ProgressLine::Off,
            ProgressMode::Auto if auto => {
                let started = Instant::now();
                ProgressLine::Rewritten(RewrittenLine { started, shown: None, width: 0 })
            }
            ProgressMode::Auto | ProgressMode::Never => ProgressLine::Off,
            ProgressMode::Always => ProgressLine::Lines(ReportedTenths::default()),
        }
    }

    /// Shows a report about an activity, such as a pass, unless another one was shown just before.
    pub(crate) fn show(&mut self, activity: &str, report: ProgressReport<'_>, err: &mut dyn Write) {
        match self {
            ProgressLine::Off => {}
            ProgressLine::Rewritten(line) => line.show(activity, report, Instant::now(), err),
            ProgressLine::Lines(lines) => lines.show(activity, report, err),
        }
    }

    /// Removes the line from the terminal.
    pub(crate) fn clear(&mut self, err: &mut dyn Write) {
        if let ProgressLine::Rewritten(line) = self {
            line.clear(err);
        }
    }
}

impl RewrittenLine {
    fn show(
        &mut self,
        activity: &str,
        report: ProgressReport<'_>,
        now: Instant,
        err: &mut dyn Write,
    ) {
        let is_early = match self.shown {
            None => now.saturating_duration_since(self.started) < PATIENCE,
            Some(shown) => now.saturating_duration_since(shown) < PAUSE,
        };
        if is_early {
            return;
        }
        self.shown = Some(now);
        let text = format!("{activity}: {report}");
        let text: String = text
            .chars()
            .map(|char| if char.is_control() { ' ' } else { char })
            .take(WIDTH)
            .collect();
        let old = self.width;
        let width = text.chars().count();
        self.width = width;
        // Spaces cover the rest of a longer line.
        let _ = write!(err, "\r{text}{:1$}", "", old.saturating_sub(width));
        let _ = err.flush();
    }

    fn clear(&mut self, err: &mut dyn Write) {
        if self.width > 0 {
            let _ = write!(err, "\r{:1$}\r", "", self.width);
            let _ = err.flush();
            self.width = 0;
        }
    }
}

impl ReportedTenths {
    fn show(&mut self, activity: &str, report: ProgressReport<'_>, err: &mut dyn Write) {
        let tenths = u128::from(report.done) * 10 / u128::from(report.total.max(1));
        let tenths = u64::try_from(tenths).unwrap_or(u64::MAX);
        let work = format!("{activity}: {}", report.unit);
        let is_old = self.last.as_ref().is_some_and(|last| last.0 == work && last.1 == tenths);
        if is_old {
            return;
        }
        self.last = Some((work, tenths));
        let text = format!("{activity}: {report}").replace(char::is_control, " ");
        let _ = writeln!(err, "{text}");
    }
}

/// The progress of one activity.
#[cfg(feature = "onnx")]
pub(crate) struct ActivityProgress<'a> {
    pub(crate) activity: &'a str,
    pub(crate) line: ProgressLine,
    pub(crate) err: &'a mut dyn Write,
}

#[cfg(feature = "onnx")]
impl ActivityProgress<'_> {
    /// Removes the line from the terminal.
    pub(crate) fn clear(&mut self) {
        self.line.clear(self.err);
    }
}

#[cfg(feature = "onnx")]
impl Progress for ActivityProgress<'_> {
    fn report(&mut self, report: ProgressReport<'_>) {
        self.line.show(self.activity, report, self.err);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(done: u64, item: &str) -> ProgressReport<'_> {
        ProgressReport { done, total: 40, unit: "nodes", item }
    }

    #[test]
    fn terminal_shows_one_line_after_a_second_and_removes_it() {
        let started = Instant::now();
        let mut line = RewrittenLine { started, shown: None, width: 0 };
        let mut err = Vec::new();
        let at = |millis| started + Duration::from_millis(millis);
        line.show("import", report(1, "a\x1bb"), at(999), &mut err);
        assert_eq!(err, b"", "the work is not long yet");
        line.show("import", report(2, "a\x1bb"), at(1000), &mut err);
        line.show("import", report(3, ""), at(1099), &mut err);
        line.show("import", report(4, ""), at(1100), &mut err);
        line.clear(&mut err);
        line.clear(&mut err);
        let (first, second) = ("import: 2 of 40 nodes, a b", "import: 4 of 40 nodes");
        let (rest, blank) = (" ".repeat(first.len() - second.len()), " ".repeat(second.len()));
        let expected = format!("\r{first}\r{second}{rest}\r{blank}\r");
        assert_eq!(String::from_utf8(err).unwrap(), expected);
    }

    #[test]
    fn long_items_do_not_break_the_line() {
        let started = Instant::now();
        let mut line = RewrittenLine { started, shown: None, width: 0 };
        let mut err = Vec::new();
        line.show("import", report(1, &"x".repeat(200)), started + PATIENCE, &mut err);
        assert_eq!(String::from_utf8(err).unwrap().chars().count(), WIDTH + 1);
    }

    #[test]
    fn text_has_a_line_for_each_tenth_and_unit() {
        let mut line = ProgressLine::new(ProgressMode::Always, DiagnosticForm::Short, false);
        let mut err = Vec::new();
        (0..=40).for_each(|done| line.show("p", report(done, ""), &mut err));
        line.show("q", report(40, "z"), &mut err);
        let text = String::from_utf8(err).unwrap();
        assert_eq!(text.lines().count(), 12, "{text}");
        assert!(text.ends_with("p: 40 of 40 nodes\nq: 40 of 40 nodes, z\n"), "{text}");
        assert!(!text.contains(['\r', '\x1b']));
    }

    #[test]
    fn json_and_files_have_no_progress() {
        let is_off =
            |mode, form, auto| matches!(ProgressLine::new(mode, form, auto), ProgressLine::Off);
        assert!(is_off(ProgressMode::Always, DiagnosticForm::Json, true));
        assert!(is_off(ProgressMode::Auto, DiagnosticForm::Pretty, false));
        assert!(is_off(ProgressMode::Never, DiagnosticForm::Pretty, true));
        assert!(!is_off(ProgressMode::Auto, DiagnosticForm::Pretty, true));
    }
}
