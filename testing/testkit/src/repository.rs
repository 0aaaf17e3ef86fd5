//! Where the repository lies.

use std::path::{Path, PathBuf};

/// Returns the folder of the repository.
pub fn repository() -> PathBuf {
    let mut parents = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    parents.nth(2).expect("this package lies two folders deep").to_owned()
}
