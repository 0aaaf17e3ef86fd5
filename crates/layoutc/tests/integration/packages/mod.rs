//! Tests of the packages. Each crate in `crates` can be published: its manifest has all fields, and its README agrees
//! with the documentation of its root.
//!
//! `UPDATE_EXPECT=1` rewrites the READMEs.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

mod extension;
mod installed;
mod readme;

use expect_test::expect_file;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use testkit::repository;

/// The fields that all packages share.
const SHARED: &[&str] =
    &["version", "edition", "rust-version", "license", "keywords", "categories"];

/// The crates that are not published as crates: the Python module is a wheel.
const UNPUBLISHED: &[&str] = &["layoutc-python"];

/// Returns the folders of a part of the repository that have a manifest, with its text.
fn manifests(part: &str) -> BTreeMap<PathBuf, String> {
    let folders = fs::read_dir(repository().join(part)).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    folders
        .filter_map(|of| Some((of.clone(), fs::read_to_string(of.join("Cargo.toml")).ok()?)))
        .collect()
}

/// Returns the text that is the value of a key, such as `description`.
fn value<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
    line?.strip_suffix('"')
}

#[test]
fn manifests_have_all_fields_for_publication() {
    let (mut faults, mut descriptions) = (Vec::new(), BTreeMap::new());
    let packages = manifests("crates");
    assert!(packages.len() > 10, "only {} packages", packages.len());
    for (folder, manifest) in &packages {
        let name = value(manifest, "name").unwrap_or_default();
        let shared =
            SHARED.iter().filter(|key| !manifest.contains(&format!("\n{key}.workspace = true\n")));
        faults.extend(shared.map(|key| format!("{name} lacks `{key}.workspace = true`")));
        match value(manifest, "description") {
            None => faults.push(format!("{name} lacks a description of its own")),
            Some(text) if text.ends_with('.') => {
                faults.push(format!("the description of {name} ends with a period"))
            }
            Some(text) => {
                let other = descriptions.insert(text, name);
                faults.extend(other.map(|other| format!("{name} has the description of {other}")));
            }
        }
        let files = ["README.md", "LICENSE-APACHE", "LICENSE-MIT"].into_iter();
        let files = files.filter(|file| !folder.join(file).exists());
        faults.extend(files.map(|file| format!("{name} lacks {file}")));
        if manifest.contains("\npublish = false\n") != UNPUBLISHED.contains(&name) {
            faults.push(format!("{name} has a wrong value of `publish`"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn packages_for_tests_are_not_published() {
    let packages = manifests("testing").into_iter().chain(manifests("."));
    let published = packages.filter(|(_, manifest)| !manifest.contains("\npublish = false\n"));
    let published: Vec<_> =
        published.filter(|(_, manifest)| manifest.contains("[package]")).collect();
    assert!(published.is_empty(), "{published:?}");
}

#[test]
fn readmes_begin_as_the_documentation_of_the_root() {
    for (folder, manifest) in manifests("crates") {
        let root = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        let name = value(&manifest, "name").unwrap();
        expect_file![folder.join("README.md")].assert_eq(&readme::readme_text(name, &root));
    }
}
