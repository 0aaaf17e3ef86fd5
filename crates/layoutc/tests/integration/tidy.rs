//! The rules of the repository: the allowed dependencies of crates, the required content of files and crates, and the
//! existence of all names in documents.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::registry::Traits;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates of this repository that each crate can use outside its tests.
const ARROWS: &[(&str, &[&str])] = &[
    ("address", &["ir", "layout"]),
    ("capi", &["compiler"]),
    ("codegen", &["address", "draw", "ir"]),
    ("compiler", &["codegen", "ir", "notation", "parser", "passes"]),
    ("draw", &["ir", "layout"]),
    ("import", &["ir"]),
    ("ir", &["layout"]),
    ("layout", &[]),
    (
        "layoutc",
        &["codegen", "compiler", "draw", "import", "ir", "lsp", "notation", "parser", "passes"],
    ),
    ("lit", &[]),
    ("lsp", &["compiler", "draw", "ir", "notation", "passes"]),
    ("notation", &["layout"]),
    ("parser", &["ir"]),
    ("passes", &["address", "ir", "pbqp"]),
    ("pbqp", &[]),
    ("python", &["compiler", "draw", "import"]),
    ("testkit", &[]),
    ("vulkan-live", &["ir", "layoutc", "parser"]),
];

/// The crates with their own lints: calls of a Vulkan driver, and pointers from C and Python, are unsafe code.
const OWN_LINTS: &[&str] = &["capi", "python", "vulkan-live"];

/// The maximum number of lines of a file. Tests with lists of cases can be longer.
const MAX_LINES: usize = 900;
const MAX_LINES_OF_TESTS: usize = 1500;

fn root() -> PathBuf {
    let mut parents = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    parents.nth(2).expect("this package is crates/layoutc").to_owned()
}

/// Returns all source files of the repository, by their paths relative to its root.
fn files() -> Vec<String> {
    let mut found = Vec::new();
    collect(&root(), &root(), &mut found);
    found.sort();
    assert!(found.len() > 100, "only {} files", found.len());
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let built = ["target", "corpus", "artifacts", "__pycache__", "node_modules"];
        if name.starts_with(".git") || built.iter().any(|built| path.ends_with(built)) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, found);
        } else {
            found.push(name);
        }
    }
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn with_ending(ending: &str) -> Vec<(String, String)> {
    let names = files().into_iter().filter(|name| name.ends_with(ending));
    names.map(|name| (name.clone(), read(&name))).collect()
}

/// Fails with all errors at once.
#[track_caller]
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the folder of each crate. The product is in `crates`, and crates only for tests are in `testing`.
fn crates() -> BTreeMap<String, String> {
    let manifests = files().into_iter();
    let crates = manifests.filter_map(|path| {
        let folder = path.strip_suffix("/Cargo.toml")?;
        let name = folder.strip_prefix("crates/").or(folder.strip_prefix("testing/"))?;
        (!name.contains('/')).then(|| (name.to_owned(), folder.to_owned()))
    });
    crates.collect()
}

/// Returns the keys of a section of a manifest.
fn keys(manifest: &str, section: &str) -> BTreeSet<String> {
    let lines = manifest.lines().skip_while(|line| *line != section).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let key = |line: &str| line.split(['.', ' ', '=']).next().unwrap().to_owned();
    lines.map(key).filter(|key| !key.is_empty()).collect()
}

#[test]
fn crates_have_only_the_listed_dependencies() {
    let drawn: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let crates = crates();
    assert!(crates.keys().eq(drawn.keys()), "{:?}", crates.keys());
    for (name, folder) in &crates {
        let uses = keys(&read(&format!("{folder}/Cargo.toml")), "[dependencies]");
        let ours: Vec<&str> =
            uses.iter().map(String::as_str).filter(|&used| crates.contains_key(used)).collect();
        assert_eq!(ours, drawn[name.as_str()], "dependencies of {folder}");
    }
}

#[test]
fn product_does_not_depend_on_test_crates() {
    let crates = crates();
    let in_testing = |name: &str| crates[name].starts_with("testing/");
    let faults = ARROWS.iter().filter(|(name, _)| !in_testing(name)).flat_map(|(name, used)| {
        let used = used.iter().filter(|used| in_testing(used));
        used.map(move |used| format!("{name} uses {used}"))
    });
    none(faults.collect());
}

#[test]
fn crates_share_lints_and_package_fields() {
    let mut faults = Vec::new();
    for (name, folder) in crates() {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        let own = OWN_LINTS.contains(&name.as_str());
        for line in [
            if own { "[lints.rust]\n" } else { "[lints]\nworkspace = true" },
            "version.workspace = true",
            "edition.workspace = true",
            "rust-version.workspace = true",
            "license.workspace = true",
            "description",
        ] {
            if !manifest.contains(line) {
                faults.push(format!("{folder}/Cargo.toml lacks `{line}`"));
            }
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let own = fs::read(root().join(format!("{folder}/{licence}"))).unwrap_or_default();
            if own != fs::read(root().join(licence)).unwrap() {
                faults.push(format!("{folder}/{licence} differs from {licence}"));
            }
        }
    }
    none(faults);
}

#[test]
fn repository_has_no_files_left_by_merges() {
    let stale =
        |name: &String| [".orig", ".rej", ".bak", "~"].iter().any(|end| name.ends_with(end));
    none(files().into_iter().filter(stale).collect());
}

/// The helper that skips tests.
const SKIPS: &str = "testing/testkit/src/needs.rs";

#[test]
fn tests_are_skipped_by_the_shared_helper() {
    let mut faults = Vec::new();
    // The strings are split, so that this file does not contain them.
    let variable = concat!("var(\"LAYOUTC_", "REQUIRE_TOOLS");
    let [text, bytes] = [concat!("\"skip", "ped: {"), concat!("b\"skip", "ped: ")];
    for (name, source) in with_ending(".rs").into_iter().filter(|(name, _)| name != SKIPS) {
        if [variable, text, bytes].iter().any(|part| source.contains(part)) {
            faults.push(format!("{name} skips a test without `testkit::lacks`"));
        }
    }
    none(faults);
}

#[test]
fn tests_and_benches_read_files_of_the_repository_only() {
    let outside = concat!("..", "/shared");
    let mut faults = Vec::new();
    for ending in [".rs", ".py", ".sh", ".toml"] {
        let sources = with_ending(ending).into_iter().filter(|(_, text)| text.contains(outside));
        faults.extend(sources.map(|(name, _)| format!("{name} reads `{outside}`")));
    }
    none(faults);
}

#[test]
fn every_module_has_a_doc_comment() {
    let mut faults = Vec::new();
    let sources = with_ending(".rs");
    assert!(sources.len() > 80);
    for (name, text) in sources {
        if !text.starts_with("//!") {
            faults.push(format!("{name} does not start with `//!`"));
        }
        let max = if name.contains("/tests/") { MAX_LINES_OF_TESTS } else { MAX_LINES };
        if text.lines().count() > max {
            faults.push(format!("{name} has more than {max} lines"));
        }
    }
    none(faults);
}

#[test]
fn every_crate_starts_with_an_example() {
    // A block without a language is Rust, and is run as a doctest. The libraries for C and Python have examples in these.
    let has_example = |folder: &String| {
        let text = read(&format!("{folder}/src/lib.rs"));
        let mut docs = text.lines().take_while(|line| line.starts_with("//!"));
        let fence = match folder.as_str() {
            "crates/capi" => "//! ```c",
            "crates/python" => "//! ```python",
            _ => "//! ```",
        };
        docs.find(|line| line.starts_with("//! ```")) == Some(fence)
    };
    none(crates().into_values().filter(|folder| !has_example(folder)).collect());
}

#[test]
fn lines_have_no_trailing_blanks() {
    let mut faults = Vec::new();
    for ending in [".rs", ".md", ".toml", ".py", ".sh", ".pest", ".ci/run"] {
        for (name, text) in with_ending(ending) {
            let lines = (1..).zip(text.lines());
            let bad = lines.filter(|(_, line)| line.ends_with([' ', '\t', '\r']));
            faults.extend(bad.map(|(line, _)| format!("{name}:{line} ends with a blank")));
        }
    }
    none(faults);
}

#[test]
fn every_pass_op_and_emitter_has_a_file_test() {
    let tests: Vec<(String, String)> = with_ending(".mlir")
        .into_iter()
        .filter(|(name, _)| name.starts_with("tests/lit/"))
        .collect();
    let mut faults = Vec::new();
    let mut require = |path: String, uses: &str| {
        if !tests.iter().any(|(name, text)| *name == path && text.contains(uses)) {
            faults.push(format!("{path} does not exist or does not contain `{uses}`"));
        }
    };
    for pass in passes::ALL {
        require(format!("tests/lit/passes/{}.mlir", pass.name.replace('-', "_")), &pass.name);
    }
    for def in ir::ops::all() {
        let file = def.name.replace('.', "_");
        require(format!("tests/lit/ops/{file}.mlir"), &def.name);
        // Ops of other dialects are preserved in any form.
        if !def.traits.has(Traits::FOREIGN) {
            require(format!("tests/lit/ops/{file}_invalid.mlir"), "--verify-diagnostics");
        }
    }
    for emitter in codegen::ALL {
        let flag = format!("--emit={}", emitter.name);
        require(format!("tests/lit/codegen/{}.mlir", emitter.name.replace('-', "_")), &flag);
    }
    none(faults);
}

/// The constants with the names of ops that passes create.
const NAMES_OF_OPS: &[&str] = &["COPY_OP", "VIEW_OP", "DESCRIPTION_OP"];

#[test]
fn passes_and_emitters_query_op_interfaces() {
    let names = ir::ops::all().iter().map(|def| regex::escape(&def.name)).collect::<Vec<_>>();
    let constants = NAMES_OF_OPS.join("|");
    let comparison = format!(r#""({})"|[!=]= ({constants})|({constants}) =>"#, names.join("|"));
    let comparison = Regex::new(&comparison).unwrap();
    let mut faults = Vec::new();
    for (name, text) in with_ending(".rs") {
        let is_judged = ["crates/passes/src/", "crates/codegen/src/"]
            .iter()
            .any(|folder| name.starts_with(folder) && !name.contains("test"));
        // The programs of tests contain names of ops.
        let is_test = text.contains("#![cfg(test)]");
        let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let code = product.lines().filter(|line| !line.trim_start().starts_with("//"));
        let found = code.filter(|line| is_judged && !is_test && comparison.is_match(line));
        faults.extend(found.map(|line| format!("{name} names an op: {}", line.trim())));
    }
    none(faults);
}

/// Returns the documents without their code blocks.
fn documents() -> Vec<(String, String)> {
    let block = Regex::new(r"(?ms)^```.*?^```").unwrap();
    let texts = with_ending(".md").into_iter();
    let prose = texts.map(|(name, text)| (name, block.replace_all(&text, "").into_owned()));
    let found: Vec<_> = prose.collect();
    assert!(found.len() > 10);
    found
}

/// Returns the texts in backticks, with line breaks replaced by blanks.
fn quoted(text: &str) -> Vec<String> {
    let quoted = Regex::new(r"`([^`]+)`").unwrap();
    quoted.captures_iter(text).map(|found| found[1].replace('\n', " ")).collect()
}

#[test]
fn documents_link_to_files_that_exist() {
    let link = Regex::new(r"\]\(([^)#\s]+)[^)]*\)").unwrap();
    let code = Regex::new(r"`[^`]+`").unwrap();
    let mut faults = Vec::new();
    for (name, text) in documents() {
        let text = code.replace_all(&text, "");
        let folder = root().join(&name).parent().unwrap().to_owned();
        for found in link.captures_iter(&text).filter(|found| !found[1].contains("://")) {
            if !folder.join(&found[1]).exists() {
                faults.push(format!("{name} links to {}, which does not exist", &found[1]));
            }
        }
    }
    none(faults);
}

#[test]
fn documents_name_paths_that_exist() {
    let all = files();
    let tops =
        Regex::new(r"^(crates|docs|testing|tests|scripts|examples|benches|fuzz|\.ci)/").unwrap();
    let file = Regex::new(r"^[A-Za-z0-9_.-]+\.(rs|toml|md|pest|py|sh|mlir)$").unwrap();
    let mut faults = Vec::new();
    for (name, text) in documents() {
        for word in quoted(&text).iter().map(|word| word.trim_end_matches('/')) {
            // `<op>` is a placeholder for any name. The path before it must exist.
            let known = word.split('<').next().unwrap().trim_end_matches('/');
            let exists = if tops.is_match(word) && !word.contains(' ') {
                root().join(known).exists() || all.iter().any(|path| path.starts_with(known))
            } else if file.is_match(word) {
                let ending = format!("/{word}");
                all.iter().any(|path| path == word || path.ends_with(&ending))
            } else {
                true
            };
            if !exists {
                faults.push(format!("{name} names `{word}`, which does not exist"));
            }
        }
    }
    none(faults);
}

#[test]
fn drawings_name_files_that_exist() {
    let path =
        Regex::new(r"\b(crates|testing|tests|benches|scripts)/[A-Za-z0-9_/]+\.[a-z]+").unwrap();
    let block = Regex::new(r"(?ms)^```text\n.*?^```").unwrap();
    let mut faults = Vec::new();
    let mut count = 0;
    for (name, text) in with_ending(".md") {
        for found in block.find_iter(&text).flat_map(|block| path.find_iter(block.as_str())) {
            count += 1;
            if !root().join(found.as_str()).exists() {
                faults.push(format!("{name} draws {}, which does not exist", found.as_str()));
            }
        }
    }
    assert!(count > 30, "only {count} paths");
    none(faults);
}

/// The attributes whose names have the form of an op's name.
const DOTTED_ATTRIBUTES: &[&str] = &[
    "layout.any",
    "layout.arena",
    "layout.arena_alignment",
    "layout.arena_size",
    "layout.choices",
    "layout.constant",
    "layout.expected",
    "layout.inplace",
    "layout.reqs",
    "layout.state",
    "layout.vk_binding",
    "layout.vk_constant",
    "layout.vk_format",
    "layout.vk_sparsity",
];

#[test]
fn documents_name_ops_that_exist() {
    let op = Regex::new(r"^(layout|vk|func|builtin)\.[a-z_]+$").unwrap();
    let known = |word: &str| {
        DOTTED_ATTRIBUTES.contains(&word) || ir::ops::all().iter().any(|def| def.name == word)
    };
    let mut faults = Vec::new();
    for (name, text) in documents() {
        let words = quoted(&text);
        let unknown = words.iter().filter(|word| op.is_match(word) && !known(word));
        faults.extend(
            unknown.map(|word| format!("{name} names the op `{word}`, which does not exist")),
        );
    }
    none(faults);
}

#[test]
fn documents_name_passes_and_packages_that_exist() {
    let kebab = Regex::new(r"^[a-z]+(-[a-z0-9]+)+$").unwrap();
    let packages = Regex::new(r#"(?m)^name = "(.*)"$"#).unwrap();
    let lock = read("Cargo.lock");
    let mut known: BTreeSet<&str> =
        packages.captures_iter(&lock).map(|found| found.get(1).unwrap().as_str()).collect();
    known.extend(passes::ALL.iter().map(|info| &*info.name));
    known.extend(codegen::ALL.iter().map(|emitter| emitter.name));
    known.extend(codegen::ALL.iter().flat_map(|emitter| emitter.options).map(|it| &*it.name));
    let installed = read("scripts/install-test-tools.sh");
    known.extend(installed.split_whitespace());
    // Tools, directives, and attributes of pictures.
    known.extend([
        "expected-error",
        "mlir-opt",
        "model-converter",
        "tosa-opt",
        "tosa-tools",
        "scenario-runner",
        "cargo-fuzz",
        "data-index",
        "data-offset",
    ]);
    let mut faults = Vec::new();
    for (name, text) in documents() {
        let words = quoted(&text);
        let unknown =
            words.iter().filter(|word| kebab.is_match(word) && !known.contains(word.as_str()));
        faults.extend(
            unknown.map(|word| {
                format!("{name} names `{word}`, which is not a pass, emitter or package")
            }),
        );
    }
    none(faults);
}

/// Flags of other programs.
const FOREIGN_FLAGS: &[&str] =
    &["--locked", "--isa", "--json", "--quantized", "--scenario-template"];

/// Returns `true` if layoutc accepts a flag that is not in its help: one of mlir-opt, or a pass.
fn is_understood(flag: &str) -> bool {
    let mut stderr = Vec::new();
    let args = [flag.to_owned(), "--emit=none".to_owned()];
    layoutc::run(&args, &mut std::io::empty(), &mut std::io::sink(), &mut stderr);
    !String::from_utf8_lossy(&stderr).contains("unknown flag")
}

#[test]
fn documents_name_flags_that_exist() {
    let flag = Regex::new(r"(?:^|[ `])(--[a-z][a-z-]*)").unwrap();
    let (mut help, mut stderr) = (Vec::new(), Vec::new());
    let subcommands = [
        "",
        "completions",
        "convert",
        "draw",
        "eval",
        "explain",
        "import",
        "lsp",
        "man",
        "new-target",
    ];
    for subcommand in subcommands {
        let args = [subcommand, "--help"].map(str::to_owned);
        let args: Vec<String> = args.into_iter().filter(|arg| !arg.is_empty()).collect();
        layoutc::run(&args, &mut std::io::empty(), &mut help, &mut stderr);
    }
    let help = String::from_utf8(help).unwrap();
    let known: BTreeSet<&str> =
        flag.captures_iter(&help).map(|found| found.get(1).unwrap().as_str()).collect();
    assert!(known.contains("--emit"));
    let mut faults = Vec::new();
    for (name, text) in documents() {
        for word in quoted(&text).iter().filter(|word| !word.contains("cargo ")) {
            let flags = flag.captures_iter(word).map(|found| found.get(1).unwrap().as_str());
            let unknown = flags.filter(|flag| {
                !known.contains(flag) && !FOREIGN_FLAGS.contains(flag) && !is_understood(flag)
            });
            faults.extend(
                unknown
                    .map(|flag| format!("{name} names `{flag}`, which is not a flag of layoutc")),
            );
        }
    }
    none(faults);
}

#[test]
fn documents_name_codes_that_exist() {
    let code = Regex::new(r"\bL0\d{3}\b").unwrap();
    let known: BTreeSet<String> = ir::diag::CODES.iter().map(|row| row.0.to_string()).collect();
    let mut faults = Vec::new();
    for (name, text) in documents() {
        let unknown = code.find_iter(&text).filter(|found| !known.contains(found.as_str()));
        faults.extend(
            unknown.map(|found| format!("{name} names {}, which is not a code", found.as_str())),
        );
    }
    none(faults);
}

#[test]
fn invariants_in_documents_name_tests_that_exist() {
    let test = Regex::new(r"`([^`]+\.rs)`: `([a-z0-9_]+)`(?:, and there `([a-z0-9_]+)`)?").unwrap();
    let text = read("docs/architecture.md");
    let mut faults = Vec::new();
    let mut count = 0;
    for found in test.captures_iter(&text) {
        let source = read(&found[1]);
        for name in found.iter().skip(2).flatten() {
            count += 1;
            if !source.contains(&format!("fn {}(", name.as_str())) {
                faults.push(format!("{} has no test {}", &found[1], name.as_str()));
            }
        }
    }
    assert!(count > 20, "only {count} tests are named");
    none(faults);
}

#[test]
fn documents_name_items_that_exist() {
    let path = Regex::new(r"^([a-z-]+)::(?:[a-z_]+::)*(\w+)$").unwrap();
    let cmake_targets = read("crates/capi/cmake/layoutcConfig.cmake");
    let crates = crates();
    let sources = with_ending(".rs");
    let mut faults = Vec::new();
    let mut count = 0;
    for (name, text) in documents() {
        for word in quoted(&text) {
            let Some(found) = path.captures(&word) else { continue };
            let Some(folder) = crates.get(&found[1]) else { continue };
            count += 1;
            if cmake_targets.contains(&format!("add_library({word} ")) {
                continue;
            }
            // A type that a macro defines is the only word of a line of its call.
            let item = &found[2];
            let pattern =
                format!(r"\b(struct|enum|trait|type|union|const|fn) {item}\b|(?m)^ +{item},$");
            let definition = Regex::new(&pattern).unwrap();
            let inside = format!("{folder}/src/");
            let mut inside = sources.iter().filter(|(file, _)| file.starts_with(&inside));
            if !inside.any(|(_, source)| definition.is_match(source)) {
                faults.push(format!("{name} names `{word}`, which does not exist"));
            }
        }
    }
    assert!(count > 70, "only {count} items");
    none(faults);
}
