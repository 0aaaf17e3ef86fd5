//! The public items of each published library as a committed text, `api.txt` in its folder, so that each change to them
//! is visible in a review. `UPDATE_EXPECT=1` rewrites the texts.

mod listing;
mod macros;
mod text;
mod tree;

use crate::{collect, folders_of_crates};
use expect_test::expect_file;
use listing::{PublicItems, public_items};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tree::ModuleTree;

/// The folders that are not published as a Rust library: `capi` has a header, and `python` a wheel with stubs. Those in
/// `testing` are not published.
const OTHERS: &[&str] = &["capi", "lit", "python", "testkit", "vulkan-live"];

/// The public items of each published library.
static LIBRARIES: LazyLock<BTreeMap<String, PublicItems>> = LazyLock::new(|| {
    let mut tree = ModuleTree::default();
    let mut folders = folders_of_crates();
    folders.retain(|name, _| !OTHERS.contains(&name.as_str()));
    for (name, folder) in &folders {
        let mut texts = BTreeMap::new();
        collect(&folder.join("src"), &folder.join("src"), &mut texts);
        tree.add(name, &texts).unwrap_or_else(|error| panic!("{error}"));
    }
    folders.into_keys().map(|name| (name.clone(), public_items(&tree, &name))).collect()
});

#[test]
fn public_items_agree_with_their_snapshots() {
    for (name, folder) in folders_of_crates() {
        if let Some(items) = LIBRARIES.get(&name) {
            expect_file![folder.join("api.txt")].assert_eq(&items.to_string());
        }
    }
}
