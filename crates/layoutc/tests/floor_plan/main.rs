//! Tests of the module structure of each crate: imports between files have no cycle, imports between areas lead to
//! lower floors, each type name denotes one concept in all crates, public signatures name no third-party type, and public
//! items agree with a snapshot.
//!
//! `syn` parses the product sources. Derive macros depend on it, so that it follows the language, has been maintained
//! since 2016, and is already part of this build. A scanner of `use` lines would miss inline paths and re-exports. `quote`
//! and `proc-macro2`, on which `syn` is built, print signatures and expand macros.

mod api;
mod arrows;
mod names;
mod plan;
mod signatures;
mod source;

#[cfg(test)]
mod tests;

use arrows::{Arrows, Crate, cycles};
use names::{names_defined_twice, types_by_name};
use plan::{Floors, breaks, drawn};
use signatures::foreign_types;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The floors of each crate, from the lowest to the highest. An area imports from lower floors only. The root of a
/// crate describes its areas.
const FLOORS: &[(&str, Floors)] = &[
    ("address", &["form operation unit", "program", "arith evaluate lower proof simplify"]),
    ("capi", &["border", "diagnostics layout solve", "module"]),
    (
        "codegen",
        &[
            "conversions emitter identifiers irdl json nv_tensor",
            "dot generic mlir none spirv vk",
            "nv_glsl source spirv_asm spirv_json vk_c vk_json vk_rust",
            "c glsl hlsl rust vk_graph",
            "vk_glsl vk_graph_data",
        ],
    ),
    ("compiler", &["planned report targets", "registry source_module", "solve"]),
    (
        "draw",
        &[
            "layers options picture",
            "arrange graph picture_format",
            "formats function subject",
            "view",
            "views",
        ],
    ),
    (
        "import",
        &[
            "options",
            "elem",
            "literal stated wire",
            "call",
            "infer op_form",
            "graph",
            "bounds",
            "emit",
            "weights",
        ],
    ),
    (
        "ir",
        &[
            "affine float options progress source",
            "diag",
            "data",
            "encoding registry vulkan",
            "foreign forms print",
            "equivalence signature views",
            "data_graph target",
            "choice descriptor",
            "ops verify",
        ],
    ),
    (
        "layout",
        &[
            "domain misuse nearest notation space",
            "index transform",
            "stride",
            "pipeline",
            "normal tensor",
            "analysis copy",
            "algebra digits format tensor_addressing",
        ],
    ),
    (
        "layoutc",
        &[
            "driver expected status",
            "streams",
            "fold render targets",
            "options",
            "progress",
            "compile editor eval import lists new_target shell",
            "convert draw explain",
            "session",
            "subcommands",
        ],
    ),
    (
        "lit",
        &["discover text tools", "keywords", "filecheck", "run_line", "bless", "exec", "oracle"],
    ),
    (
        "lsp",
        &[
            "text tokens",
            "names",
            "analysis",
            "completion document facts semantic",
            "features",
            "server",
        ],
    ),
    (
        "notation",
        &[
            "element grammar witness",
            "index_text subject suffix",
            "cute digit_class trt tvm validity",
            "onednn torch xla",
            "memref vpux",
            "table",
        ],
    ),
    (
        "parser",
        &["record scopes text_cache", "state", "locate parts text", "layout", "mlir pipeline"],
    ),
    (
        "passes",
        &[
            "anchor function_clone provenance retype symbols tensors",
            "pass resolved symbol_uses",
            "addressed lower_to_vulkan pipeline resolve_strides simplify_index verify_vulkan",
            "assign_layouts canonicalize_layouts check_addresses lower_addressing manager",
            "optimize_reorders pure_ops queries",
            "canonicalize cse",
        ],
    ),
    (
        "pbqp",
        &[
            "conditioning cost",
            "problem",
            "certificate graph polish",
            "biconnected check irreducible solution",
            "limits reduce",
            "branch",
            "solve",
        ],
    ),
    ("python", &["diagnostics dlpack", "array solve", "layout", "module"]),
    ("testkit", &["conversions needs random repository", "mutate reference vectors"]),
    (
        "vulkan-live",
        &[
            "image kernel manifest names tools",
            "description layouts shader_text",
            "input report vulkan",
            "addresses checks isa reorders",
            "driver",
            "process",
        ],
    ),
];

/// The names that more than one type or trait can have, each with the reason. A name is listed only if the types are
/// one concept in several crates and none of these crates can use the type of another.
const SHARED_NAMES: &[(&str, &str)] = &[];

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
    let faults = CRATES.iter().flat_map(|(name, sources)| cycle_faults(name, &sources.arrows()));
    none(&faults.collect::<Vec<_>>());
}

#[test]
fn areas_import_from_lower_floors_only() {
    let mut faults = Vec::new();
    let floors: BTreeMap<&str, Floors> = FLOORS.iter().copied().collect();
    for (name, sources) in CRATES.iter() {
        let arrows = sources.arrows();
        let as_it_is = drawn(sources.files(), &arrows);
        let Some(floors) = floors.get(name.as_str()) else {
            faults.push(format!("`FLOORS` lacks (\"{name}\", &[{as_it_is}])"));
            continue;
        };
        let found = breaks(sources.files(), &arrows, floors);
        if !found.is_empty() {
            faults.push(format!("`{name}` differs from `FLOORS`:"));
            faults.extend(found.into_iter().map(|fault| format!("  {fault}")));
            faults.push(format!("  current floors: &[{as_it_is}]"));
        }
    }
    none(&faults);
}

#[test]
fn floors_cover_all_crates() {
    let crates = folders_of_crates();
    let drawn: Vec<&str> = FLOORS.iter().map(|(name, _)| *name).collect();
    assert!(crates.keys().eq(&drawn), "{:?}", crates.keys());
}

#[test]
fn type_names_are_unique() {
    none(&names_defined_twice(&types_by_name(&CRATES), SHARED_NAMES));
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
