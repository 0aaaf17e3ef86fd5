//! Discovery of the test files.

use std::io;
use std::path::{Path, PathBuf};

/// A file with `RUN` lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestFile {
    /// The path relative to the root with `/` between folders, such as `parser/types.mlir`. It is unique.
    pub name: String,
    /// The absolute path.
    pub path: PathBuf,
}

/// Returns all `*.mlir` files below `root`, sorted by name. Folders named `Inputs` and links to folders are skipped.
///
/// # Errors
/// A folder cannot be read.
pub fn discover(root: &Path) -> io::Result<Vec<TestFile>> {
    let mut files = Vec::new();
    walk(&std::path::absolute(root)?, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<TestFile>) -> io::Result<()> {
    let explain =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(explain)? {
        let entry = entry?;
        let (path, own) = (entry.path(), entry.file_name());
        let own = own.to_string_lossy();
        if entry.file_type()?.is_dir() {
            if own != "Inputs" {
                walk(&path, &format!("{prefix}{own}/"), files)?;
            }
        } else if path.extension().is_some_and(|ext| ext == "mlir") {
            files.push(TestFile { name: format!("{prefix}{own}"), path });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discover_sorts_files_and_skips_inputs() {
        let root =
            std::env::temp_dir().join(format!("layoutc-lit-discover-{}", std::process::id()));
        for name in ["b/x.mlir", "b/Inputs/no.mlir", "a/y.mlir", "a/y.txt", "z.mlir"] {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let found = discover(&root).unwrap();
        let names: Vec<&str> = found.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a/y.mlir", "b/x.mlir", "z.mlir"]);
        assert_eq!(found[0].path, root.join("a/y.mlir"));
        std::fs::remove_dir_all(&root).unwrap();
        assert!(discover(&root).is_err());
    }
}
