//! Tests of the module structure of each crate: imports between files and between the areas of each folder have no
//! cycle, tables of modules have the order of the imports, files only for tests have paths that show it, public signatures
//! name no third-party type, and public items agree with a snapshot.
//!
//! `syn` parses the product sources. Derive macros depend on it, so that it follows the language, has been maintained
//! since 2016, and is already part of this build. A scanner of `use` lines would miss inline paths and re-exports. `quote`
//! and `proc-macro2`, on which `syn` is built, print signatures and expand macros.

mod api;
mod arrows;
mod plan;
mod signatures;
mod source;

#[cfg(test)]
mod tests;

use arrows::{Arrows, Crate, cycles, module_of};
use expect_test::expect_file;
use plan::{area_faults, drawing, table_faults};
use signatures::foreign_types;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns the folder of each crate.
fn folders_of_crates() -> BTreeMap<String, PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.ancestors().nth(2).expect("this package is in `crates`");
    let parents = ["crates", "testing"].map(|parent| root.join(parent));
    let entries =
        parents.iter().flat_map(|parent| fs::read_dir(parent).expect("the folder can be read"));
    let folders = entries.map(|entry| entry.expect("the folder can be read").path());
    let crates = folders.filter(|path| path.join("src").is_dir());
    crates
        .filter_map(|path| Some((path.file_name()?.to_string_lossy().into_owned(), path)))
        .collect()
}

/// The sources of every crate, parsed once for all tests.
static CRATES: LazyLock<BTreeMap<String, Crate>> = LazyLock::new(|| {
    let folders = folders_of_crates().into_iter();
    let crates = folders.map(|(name, folder)| {
        let mut texts = BTreeMap::new();
        collect(&folder.join("src"), &folder.join("src"), &mut texts);
        let sources = Crate::read(&texts);
        let sources = sources.unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, sources)
    });
    crates.collect()
});

/// The imports between the files of every crate.
static ARROWS: LazyLock<BTreeMap<&str, Arrows>> = LazyLock::new(|| {
    CRATES.iter().map(|(name, sources)| (name.as_str(), sources.arrows())).collect()
});

fn collect(root: &Path, folder: &Path, texts: &mut BTreeMap<String, String>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        if path.is_dir() {
            collect(root, &path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(root).expect("the file is below its root");
            let name = name.to_string_lossy().replace('\\', "/");
            texts.insert(name, fs::read_to_string(&path).expect("the file can be read"));
        }
    }
}

/// Fails with all errors at once.
#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the cycles of a crate, each with the names that its files import.
fn cycle_faults(name: &str, arrows: &Arrows) -> Vec<String> {
    let ends = arrows.keys().map(|(from, to)| (from.as_str(), to.as_str()));
    let mut faults = Vec::new();
    for cycle in &cycles(ends) {
        faults.push(format!("{} files of `{name}` import each other:", cycle.len()));
        let inside = |file: &String| cycle.contains(file.as_str());
        let inner_arrows = arrows.iter().filter(|((from, to), _)| inside(from) && inside(to));
        faults.extend(inner_arrows.map(|((from, to), names)| {
            let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("  {from} -> {to}: {names}")
        }));
    }
    faults
}

#[test]
fn imports_between_files_have_no_cycle() {
    let faults = ARROWS.iter().flat_map(|(name, arrows)| cycle_faults(name, arrows));
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn areas_have_no_cycle() {
    let faults = ARROWS.iter().flat_map(|(name, arrows)| area_faults(name, arrows));
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn tables_of_modules_have_the_order_of_imports() {
    let faults = CRATES
        .iter()
        .flat_map(|(name, sources)| table_faults(name, sources, &ARROWS[name.as_str()]));
    none(&faults.collect::<Vec<_>>());
    let tables =
        CRATES["layout"].sources().filter(|(_, source)| plan::table(&source.doc).is_some());
    assert!(tables.count() > 0, "the core has no table of its modules");
}

/// The marks around the drawing of the core.
const DRAWN: [&str; 2] = ["<!-- modules: layout -->\n```text\n", "```\n<!-- end -->"];

#[test]
fn core_is_drawn_as_its_modules_import_each_other() {
    let page = folders_of_crates()["layoutc"].join("../../docs/architecture.md");
    let text = fs::read_to_string(&page).expect("the page can be read");
    let (before, rest) = text.split_once(DRAWN[0]).expect("the page has the drawing");
    let (_, after) = rest.split_once(DRAWN[1]).expect("the drawing ends");
    let core = &CRATES["layout"];
    let modules = core.sources().map(|(file, source)| (module_of(file), source));
    let docs: Vec<(Vec<String>, &str)> = modules
        .filter(|(at, _)| at.len() == 1)
        .map(|(at, source)| (at, source.doc.as_str()))
        .collect();
    let docs = docs.iter().map(|(at, doc)| (at[0].as_str(), *doc)).collect();
    let drawn = drawing(&docs, &ARROWS["layout"]);
    expect_file![page].assert_eq(&[before, DRAWN[0], &drawn, DRAWN[1], after].concat());
}

/// Returns `true` if the path of a file shows that the file is only for tests.
fn is_named_as_test(file: &str) -> bool {
    let parts = file.trim_end_matches(".rs").split('/');
    parts.into_iter().any(|part| matches!(part, "tests" | "testing") || part.ends_with("_tests"))
}

/// Returns the files of a crate whose paths do not show whether they are only for tests.
fn test_path_faults(name: &str, sources: &Crate) -> Vec<String> {
    let product = sources.sources().map(|(file, _)| file).filter(|file| is_named_as_test(file));
    let product =
        product.map(|file| format!("{name}/src/{file} is in the product, but named as a test"));
    let tests = sources.test_files().filter(|file| !is_named_as_test(file));
    let rule = "in no `tests`, `testing` or `..._tests`";
    product
        .chain(tests.map(|file| format!("{name}/src/{file} is only for tests, but {rule}")))
        .collect()
}

#[test]
fn paths_show_which_files_are_only_for_tests() {
    let folders = folders_of_crates();
    // All files of the crates in `testing` are for tests.
    let product = CRATES
        .iter()
        .filter(|(name, _)| !folders[*name].ancestors().any(|it| it.ends_with("testing")));
    let faults = product.flat_map(|(name, sources)| test_path_faults(name, sources));
    none(&faults.collect::<Vec<_>>());
}

/// The crates that an embedder uses as libraries.
const LIBRARIES: &[&str] = &[
    "address", "codegen", "compiler", "import", "ir", "layout", "notation", "parser", "passes",
    "pbqp",
];

/// Returns the library names of the dependencies that are not crates of this repository.
fn third_party() -> BTreeSet<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = own.ancestors().nth(2).expect("this package is in `crates`").join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("the manifest can be read");
    let rest = manifest.split_once("[workspace.dependencies]").expect("the section is there").1;
    let section = rest.split("\n[").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.split_once('='));
    let others = rows.filter(|(_, value)| !value.contains("path ="));
    others.map(|(name, _)| name.trim().replace('-', "_")).collect()
}

#[test]
fn public_signatures_name_no_third_party_type() {
    let third_party = third_party();
    assert!(third_party.contains("indexmap"), "{third_party:?}");
    let mut faults = Vec::new();
    for (name, folder) in folders_of_crates() {
        if !LIBRARIES.contains(&name.as_str()) {
            continue;
        }
        let mut texts = BTreeMap::new();
        collect(&folder.join("src"), &folder.join("src"), &mut texts);
        for (file, text) in texts {
            let found = foreign_types(&text, &third_party).expect("the file is Rust");
            faults.extend(found.into_iter().map(|of| format!("{name}/src/{file}: `{of}`")));
        }
    }
    none(&faults);
}

#[test]
fn third_party_types_in_public_signatures_are_found() {
    let text = "
        use indexmap::IndexMap;
        type Private = IndexMap<u8, u8>;
        pub struct Table { pub rows: IndexMap<u8, u8>, keys: smol_str::SmolStr }
        impl Table { fn own(&self, set: egg::EGraph) {} pub fn name(&self) -> smol_str::SmolStr {} }
    ";
    let third_party = ["egg", "indexmap", "smol_str"].map(str::to_owned).into();
    let found = foreign_types(text, &third_party).expect("the text is Rust");
    assert_eq!(found, ["IndexMap", "smol_str"].map(str::to_owned).into());
}
