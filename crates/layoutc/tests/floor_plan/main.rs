//! The floor plan of each crate, read from its sources: files import each other in no circle, and folders one way.
//!
//! `syn` parses the product sources. Derive macros are built on it, so that it follows the language, has been maintained
//! since 2016, and is part of this build already; a scanner of `use` lines would miss inline paths and re-exports.

mod arrows;
mod plan;
mod source;

#[cfg(test)]
mod tests;

use arrows::{Arrows, Crate, circles};
use plan::{Floors, breaks, drawn};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The floors of each crate, from the ground up: an area imports from lower floors only. What each area is, the crate's
/// root says.
const FLOORS: &[(&str, Floors)] = &[
    (
        "codegen",
        &[
            "arith generic identifiers json mlir none vk",
            "spirv vk_c vk_json vk_rust",
            "c spirv_asm spirv_json",
        ],
    ),
    ("import", &["elem wire", "literal", "call", "infer spell", "graph", "emit"]),
    (
        "ir",
        &[
            "affine float options source",
            "diag",
            "data",
            "encoding registry vulkan",
            "foreign print views",
            "same signature target",
            "choice descriptor",
            "ops verify",
        ],
    ),
    (
        "layout",
        &["domain misuse space", "index stride transform", "pipeline", "analysis tensor", "format"],
    ),
    (
        "layoutc",
        &[
            "expected status streams",
            "render targets",
            "driver",
            "options",
            "compile eval import lists",
            "explain",
            "session",
        ],
    ),
    (
        "lit",
        &["discover needs text tools", "names", "filecheck", "run_line", "bless", "exec", "oracle"],
    ),
    ("parser", &["kept scopes", "state", "text", "layout", "mlir pipeline"]),
    (
        "passes",
        &[
            "pbqp provenance retype symbols tensors",
            "address pass",
            "arith lower_addressing lower_to_vulkan pipeline resolve_strides simplify_index verify_vulkan",
            "assign_layouts canonicalize_layouts check_addresses manager",
            "optimize_reorders",
        ],
    ),
    ("testkit", &["needs random repository", "reference vectors"]),
    (
        "vulkan-live",
        &[
            "image input kernel layouts names tools",
            "described",
            "report vulkan",
            "addresses checks isa reorders",
            "driver",
            "process",
        ],
    ),
];

/// The circles of files that are still there, by crate. A file that is in no circle any more must leave the list, so that
/// it only shrinks.
const CIRCLES: &[(&str, &[&str])] = &[
    (
        "codegen",
        &[
            "c.rs",
            "generic.rs",
            "lib.rs",
            "mlir.rs",
            "none.rs",
            "spirv.rs",
            "spirv_asm.rs",
            "spirv_json.rs",
            "vk_c.rs",
            "vk_json.rs",
            "vk_rust.rs",
        ],
    ),
    (
        "ir",
        &[
            "descriptor/body.rs",
            "descriptor/build.rs",
            "descriptor/chain.rs",
            "descriptor/symbols.rs",
        ],
    ),
    ("layout", &["analysis/access.rs", "analysis/access/groups.rs"]),
    ("layout", &["index.rs", "index/facts.rs", "index/guard.rs"]),
    ("layout", &["pipeline/fault.rs", "pipeline/layout.rs"]),
    ("layout", &["stride/solve.rs", "stride/solve/words.rs"]),
    (
        "layout",
        &[
            "stride/system.rs",
            "stride/system/classes.rs",
            "stride/system/core.rs",
            "stride/system/cycles.rs",
            "stride/system/explain.rs",
            "stride/system/part.rs",
            "stride/system/reason.rs",
            "stride/system/run.rs",
        ],
    ),
    (
        "layout",
        &[
            "transform.rs",
            "transform/embed.rs",
            "transform/freeze.rs",
            "transform/insert.rs",
            "transform/merge.rs",
            "transform/modulo.rs",
            "transform/offset.rs",
            "transform/pad.rs",
            "transform/pass_through.rs",
            "transform/replicate.rs",
            "transform/slice.rs",
            "transform/unmerge.rs",
            "transform/xor.rs",
        ],
    ),
    ("passes", &["assign_layouts.rs", "assign_layouts/why.rs"]),
    ("passes", &["check_addresses/claim.rs", "check_addresses/reorders.rs"]),
    (
        "passes",
        &[
            "check_addresses/proof.rs",
            "check_addresses/proof/bits.rs",
            "check_addresses/proof/form.rs",
            "check_addresses/proof/function.rs",
            "check_addresses/proof/layout.rs",
            "check_addresses/proof/terms.rs",
            "check_addresses/proof/write.rs",
        ],
    ),
    ("passes", &["pbqp.rs", "pbqp/branch.rs", "pbqp/conflict.rs", "pbqp/solve.rs"]),
    (
        "passes",
        &[
            "resolve_strides.rs",
            "resolve_strides/copies.rs",
            "resolve_strides/plan.rs",
            "resolve_strides/record.rs",
            "resolve_strides/report.rs",
            "resolve_strides/report/buffers.rs",
            "resolve_strides/report/decisions.rs",
        ],
    ),
    ("passes", &["simplify_index/graph.rs", "simplify_index/rules.rs"]),
];

fn crates_folder() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("this package lies in `crates`").to_owned()
}

fn names_of_crates() -> BTreeSet<String> {
    let folders = fs::read_dir(crates_folder()).expect("the folder can be read");
    let folders = folders.map(|entry| entry.expect("the folder can be read").path());
    let crates = folders.filter(|path| path.join("src").is_dir());
    crates.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect()
}

fn read_crate(name: &str) -> Crate {
    let folder = crates_folder().join(name).join("src");
    let mut texts = BTreeMap::new();
    collect(&folder, &folder, &mut texts);
    Crate::read(&texts).unwrap_or_else(|error| panic!("crates/{name}/src/{error}"))
}

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

/// Fails with all faults at once.
#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The faults of a crate's circles: those that no exception covers, and files of exceptions that are in no circle.
fn circle_faults(name: &str, arrows: &Arrows, exceptions: &[BTreeSet<&str>]) -> Vec<String> {
    let ends = arrows.keys().map(|(from, to)| (from.as_str(), to.as_str()));
    let circles = circles(ends);
    let mut faults = Vec::new();
    for circle in &circles {
        if !exceptions.iter().any(|exception| circle.is_subset(exception)) {
            faults.push(format!("{} files of crates/{name}/src import each other:", circle.len()));
            let inside = |file: &String| circle.contains(file.as_str());
            let ties = arrows.iter().filter(|((from, to), _)| inside(from) && inside(to));
            faults.extend(ties.map(|((from, to), names)| {
                let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
                format!("  {from} -> {to}: {names}")
            }));
        }
    }
    let circling: BTreeSet<&str> = circles.iter().flatten().copied().collect();
    let idle = exceptions.iter().flatten().filter(|file| !circling.contains(**file));
    faults.extend(
        idle.map(|file| {
            format!("crates/{name}/src/{file} is in no circle: remove it from `CIRCLES`")
        }),
    );
    faults
}

#[test]
fn files_import_each_other_in_no_circle() {
    let mut faults = Vec::new();
    for (name, _) in FLOORS {
        let own = CIRCLES.iter().filter(|(owner, _)| owner == name);
        let exceptions: Vec<_> = own.map(|(_, files)| files.iter().copied().collect()).collect();
        faults.extend(circle_faults(name, &read_crate(name).arrows(), &exceptions));
    }
    none(&faults);
}

#[test]
fn areas_import_from_lower_floors_only() {
    let mut faults = Vec::new();
    for (name, floors) in FLOORS {
        let sources = read_crate(name);
        let arrows = sources.arrows();
        // Arrows of a circle that is listed are not judged a second time.
        let mut judged = arrows.clone();
        judged.retain(|(from, to), _| {
            let known =
                |files: &&[&str]| files.contains(&from.as_str()) && files.contains(&to.as_str());
            !CIRCLES.iter().any(|(owner, files)| owner == name && known(files))
        });
        let found = breaks(sources.files(), &judged, floors);
        if !found.is_empty() {
            faults.push(format!("crates/{name}/src is not as `FLOORS` draws it:"));
            faults.extend(found.into_iter().map(|fault| format!("  {fault}")));
            faults.push(format!("  as it is: &[{}]", drawn(sources.files(), &arrows)));
        }
    }
    none(&faults);
}

#[test]
fn every_crate_is_drawn() {
    let mut undrawn = names_of_crates();
    let mut faults = Vec::new();
    for (name, _) in FLOORS {
        if !undrawn.remove(*name) {
            faults.push(format!("`FLOORS` draws `{name}`, which is no crate"));
        }
    }
    faults.extend(undrawn.into_iter().map(|name| {
        let sources = read_crate(&name);
        let floors = drawn(sources.files(), &sources.arrows());
        format!("`FLOORS` lacks (\"{name}\", &[{floors}])")
    }));
    none(&faults);
}
