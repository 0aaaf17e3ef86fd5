//! The violations in the files of a folder, and the exceptions.

use crate::{first_lines, passage, rules};
use std::fmt;
use std::fs;
use std::path::Path;

/// A violation: words, and the words to use.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) words: String,
    pub(crate) instead: &'static str,
    /// The text of the line.
    pub(crate) text: String,
}

impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hit { path, line, words, instead, text } = self;
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

/// Returns the violations in a file, by their lines.
pub(crate) fn hits(path: &str, text: &str) -> Vec<Hit> {
    let lines: Vec<&str> = text.lines().collect();
    let hit = |line: usize, words: String, instead| Hit {
        path: path.to_owned(),
        line,
        words,
        instead,
        text: lines.get(line - 1).map(|&line| line.to_owned()).unwrap_or_default(),
    };
    let mut hits = Vec::new();
    for passage in passage::passages(path, text) {
        let found = rules::find(&passage).into_iter();
        hits.extend(
            found.map(|found| hit(passage.line_of(found.offset), found.words, found.instead)),
        );
    }
    if path.ends_with(".rs") {
        match first_lines::check(text) {
            Ok(found) => hits
                .extend(found.into_iter().map(|found| hit(found.line, found.words, found.instead))),
            Err(error) => hits.push(hit(1, error, "a source that `syn` parses")),
        }
    }
    hits.sort_by_key(|hit| hit.line);
    hits
}

/// Returns the hits that no exception covers, and the exceptions that cover no hit.
pub(crate) fn faults(hits: Vec<Hit>, exceptions: &[Exception]) -> Vec<String> {
    let unused =
        exceptions.iter().filter(|exception| !hits.iter().any(|hit| exception.covers(hit)));
    let unused: Vec<String> = unused
        .map(|exception| {
            let Exception { path, text, reason } = exception;
            format!("unused exception: {path}: \"{text}\" ({reason})")
        })
        .collect();
    let is_covered = |hit: &Hit| exceptions.iter().any(|exception| exception.covers(hit));
    let hits = hits.iter().filter(|hit| !is_covered(hit)).map(Hit::to_string);
    hits.chain(unused).collect()
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
