//! The uses of avoided words in the files of a folder, and the exceptions.

use crate::words::{first_lines, passage, rules};
use std::fmt;
use std::fs;
use std::path::Path;

/// A use of avoided words, and the words to use.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) words: String,
    pub(crate) instead: &'static str,
    /// The text of the line.
    pub(crate) text: String,
    /// `true` if the use fails the test, `false` if it is only reported.
    pub(crate) is_rejected: bool,
}

impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hit { path, line, words, instead, text, .. } = self;
        write!(f, "{path}:{line}: {words} -> {instead}: {}", text.trim())
    }
}

/// A line that keeps its words.
pub(crate) struct Exception {
    /// The path of a file, or of a folder with a slash at its end.
    pub(crate) path: &'static str,
    /// A part of the line; empty for all lines.
    pub(crate) text: &'static str,
    pub(crate) reason: &'static str,
}

impl Exception {
    fn covers(&self, hit: &Hit) -> bool {
        let is_path = match self.path.strip_suffix('/') {
            Some(_) => hit.path.starts_with(self.path),
            None => hit.path == self.path,
        };
        is_path && hit.text.contains(self.text)
    }
}

/// Returns the uses in a file, by their lines.
pub(crate) fn hits(path: &str, text: &str) -> Vec<Hit> {
    let lines: Vec<&str> = text.lines().collect();
    let hit = |line: usize, words: String, instead, is_rejected| Hit {
        path: path.to_owned(),
        line,
        words,
        instead,
        text: lines.get(line - 1).map(|&line| line.to_owned()).unwrap_or_default(),
        is_rejected,
    };
    let mut hits = Vec::new();
    for passage in passage::passages(path, text) {
        hits.extend(rules::find(&passage).into_iter().map(|found| {
            let line = passage.line_of(found.offset);
            hit(line, found.words, found.instead, found.is_rejected)
        }));
    }
    if path.ends_with(".rs") {
        match first_lines::check(text) {
            Ok(found) => hits.extend(
                found.into_iter().map(|found| hit(found.line, found.words, found.instead, false)),
            ),
            Err(error) => hits.push(hit(1, error, "a source that `syn` parses", true)),
        }
    }
    hits.sort_by_key(|hit| hit.line);
    hits
}

/// The result of the search: the lines that fail the test, and those that are only reported.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// The rejected words that no exception covers, and the exceptions that cover no words.
    pub(crate) faults: Vec<String>,
    pub(crate) remarks: Vec<String>,
}

/// Returns the report of uses, without those that an exception covers.
pub(crate) fn report(hits: &[Hit], exceptions: &[Exception]) -> Report {
    let mut report = Report::default();
    let is_covered = |hit: &&Hit| exceptions.iter().any(|exception| exception.covers(hit));
    for hit in hits.iter().filter(|hit| !is_covered(hit)) {
        let lines = if hit.is_rejected { &mut report.faults } else { &mut report.remarks };
        lines.push(hit.to_string());
    }
    let unused =
        exceptions.iter().filter(|exception| !hits.iter().any(|hit| exception.covers(hit)));
    report.faults.extend(unused.map(|exception| {
        let Exception { path, text, reason } = exception;
        format!("unused exception: {path}: \"{text}\" ({reason})")
    }));
    report
}

/// The folders of built files.
const BUILT: &[&str] = &["target", "corpus", "artifacts", "__pycache__", "node_modules"];

/// Returns the hits in all files below a folder, by their paths relative to it.
pub(crate) fn hits_below(root: &Path) -> Vec<Hit> {
    let mut paths = Vec::new();
    collect(root, root, &mut paths);
    paths.sort();
    assert!(paths.len() > 100, "only {} files", paths.len());
    let texts = paths.into_iter().filter_map(|path| {
        let text = fs::read_to_string(root.join(&path)).ok()?;
        Some((path, text))
    });
    texts.flat_map(|(path, text)| hits(&path, &text)).collect()
}

fn collect(root: &Path, folder: &Path, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the folder is readable").path();
        let name = path.strip_prefix(root).expect("the path is below the root");
        let name = name.to_string_lossy().replace('\\', "/");
        if name.starts_with(".git") || BUILT.iter().any(|built| path.ends_with(built)) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, paths);
        } else if has_prose(&name) {
            paths.push(name);
        }
    }
}

fn has_prose(name: &str) -> bool {
    let endings = [".rs", ".md", ".sh", ".py", ".toml", ".pest", ".mlir", "/run"];
    endings.iter().any(|ending| name.ends_with(ending))
}
