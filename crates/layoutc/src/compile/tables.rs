//! The tables of `--timing` and `--stats`.

use std::fmt::Write;
use std::time::Duration;

/// The duration of each phase and pass, summed over all chunks, in the order of first execution.
#[derive(Debug, Default)]
pub(crate) struct Timing {
    rows: Vec<(String, Duration)>,
}

impl Timing {
    pub(crate) fn add(&mut self, name: &str, time: Duration) {
        match self.rows.iter_mut().find(|row| row.0 == name) {
            Some(row) => row.1 += time,
            None => self.rows.push((name.to_owned(), time)),
        }
    }

    /// Returns the table, with the total duration in the last row.
    pub(crate) fn table(&self, total: Duration) -> String {
        let mut out = String::from("// timing, in microseconds\n");
        let rows = self.rows.iter().map(|(name, time)| (name.as_str(), *time));
        for (name, time) in rows.chain([("total", total)]) {
            let micros = time.as_nanos() as f64 / 1e3;
            writeln!(out, "{micros:>12.1}  {name}").expect("writing to a string is infallible");
        }
        out
    }
}

/// The statistics of passes, summed over all chunks, in the order of first occurrence.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    rows: Vec<(String, &'static str, u64)>,
}

impl Counts {
    pub(crate) fn add(&mut self, pass: &str, name: &'static str, count: u64) {
        match self.rows.iter_mut().find(|row| row.0 == pass && row.1 == name) {
            Some(row) => row.2 = row.2.saturating_add(count),
            None => self.rows.push((pass.to_owned(), name, count)),
        }
    }

    pub(crate) fn table(&self) -> String {
        let mut out = String::from("// statistics\n");
        for (pass, name, count) in &self.rows {
            writeln!(out, "{count:>12}  {pass}: {name}")
                .expect("writing to a string is infallible");
        }
        out
    }
}
