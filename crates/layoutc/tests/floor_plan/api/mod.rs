//! The public items of each published library as a committed text, `api.txt` in its folder, so that each change to them
//! is visible in a review. `UPDATE_EXPECT=1` rewrites the texts.

mod listing;
mod macros;
mod text;
mod tree;

use crate::{collect, folders_of_crates, none};
use expect_test::expect_file;
use listing::{PublicItems, public_items};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use tree::ModuleTree;

/// The folders that are not published as a Rust library: `capi` has a header, and `python` a wheel with stubs. Those in
/// `testing` are not published.
const OTHERS: &[&str] = &["capi", "lit", "python", "testkit", "vulkan-live"];

/// The errors that users construct, or match without `_`, each with the reason.
const EXHAUSTIVE: &[(&str, &str)] = &[
    ("EmitError", "emitters of embedders return it; an emitter fails by its module or its output"),
    ("NotationFault", "the notations construct it, in a crate above the one that defines it"),
    ("OptionError", "the builders of passes construct it, also those of embedders"),
];

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

#[test]
fn errors_are_non_exhaustive() {
    assert!(EXHAUSTIVE.is_sorted_by_key(|(name, _)| name));
    let items = LIBRARIES.values().flat_map(|library| library.items.values());
    let closed = items.filter(|item| item.is_error() && item.is_closed);
    let closed: BTreeSet<&str> = closed.map(|item| item.name.as_str()).collect();
    let exceptions: BTreeSet<&str> = EXHAUSTIVE.iter().map(|(name, _)| *name).collect();
    let missing = closed.difference(&exceptions);
    let missing = missing.map(|name| format!("`{name}` is an error without `#[non_exhaustive]`"));
    let unused = exceptions.difference(&closed);
    let unused = unused.map(|name| format!("`{name}` is an exception, but is not a closed error"));
    none(&missing.chain(unused).collect::<Vec<_>>());
}
