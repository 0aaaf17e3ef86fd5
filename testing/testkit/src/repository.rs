//! The folder of the repository, its file tests, and numbers from environment variables.

use std::path::{Path, PathBuf};

/// Returns the folder of the repository.
pub fn repository() -> PathBuf {
    let mut parents = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    parents.nth(2).expect("this package is two folders deep").to_owned()
}

/// Returns the paths of the file tests, in order.
pub fn file_tests() -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&repository().join("tests/lit"), &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry of the folder").path();
        match path.is_dir() {
            true => collect(&path, files),
            false if path.extension().is_some_and(|ext| ext == "mlir") => files.push(path),
            false => {}
        }
    }
}

/// Returns the number in an environment variable; `None` if the variable is not set.
pub fn number_of(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is not a number: {text}")))
}
