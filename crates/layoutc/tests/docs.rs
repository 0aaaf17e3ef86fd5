//! The documents: every block of code in them is executed, parsed or compared with the source it quotes, and
//! the generated ones are what the tables say. `UPDATE_EXPECT=1` rewrites the generated ones.
//!
//! - A block `mlir` verifies; `mlir invalid` gives an error.
//! - A block `console` shows a command `$ layoutc FILE ...` with its whole output. The file holds the nearest
//!   `mlir` block above it.
//! - A block `rust file=PATH` (or `diff file=PATH`, whose marks `+` and ` ` are dropped) quotes the file; a line
//!   `// ...` stands for lines that are left out.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::expect_file;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    let mut parents = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    parents.nth(2).expect("this package lies in crates/layoutc").to_owned()
}

/// A block of code in a document.
struct Block {
    place: String,
    info: String,
    text: String,
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/how-to"] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        found.extend(entries.map(|entry| entry.unwrap().path()));
    }
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    found.sort();
    found
}

fn blocks(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).unwrap();
    let (mut blocks, mut open): (Vec<Block>, Option<Block>) = (Vec::new(), None);
    for (number, line) in (1..).zip(text.lines()) {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let place = format!("{}:{number}", path.strip_prefix(root()).unwrap().display());
                open = Some(Block { place, info: info.to_owned(), text: String::new() });
            }
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => writeln!(block.text, "{line}").unwrap(),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{}: a block is not closed", path.display());
    blocks
}

fn all_blocks() -> Vec<Block> {
    documents().iter().flat_map(|path| blocks(path)).collect()
}

/// Exit status and both outputs, in the order of standard output, then standard error.
fn layoutc(args: &[&str], stdin: &str) -> (i32, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut stdin.as_bytes(), &mut stdout, &mut stderr);
    stdout.extend(stderr);
    (status, String::from_utf8(stdout).unwrap())
}

#[test]
fn every_block_is_of_a_kind_that_is_checked() {
    for block in all_blocks() {
        let (kind, rest) = block.info.split_once(' ').unwrap_or((&block.info, ""));
        let known = match kind {
            "mlir" => ["", "invalid"].contains(&rest),
            "rust" | "diff" => rest.starts_with("file="),
            "console" | "sh" | "text" => rest.is_empty(),
            _ => false,
        };
        assert!(known, "{}: no such kind of block: `{}`", block.place, block.info);
    }
}

#[test]
fn every_mlir_block_is_as_it_says() {
    let mut count = 0;
    for block in all_blocks() {
        let wanted = match block.info.as_str() {
            "mlir" => 0,
            "mlir invalid" => 1,
            _ => continue,
        };
        let (status, output) = layoutc(&["--emit=none"], &block.text);
        assert_eq!(status, wanted, "{}: {output}", block.place);
        count += 1;
    }
    assert!(count > 8, "only {count} blocks");
}

#[test]
fn every_command_prints_what_is_shown() {
    let mut count = 0;
    for path in documents() {
        let mut source = String::new();
        for block in blocks(&path) {
            if block.info.starts_with("mlir") {
                source = block.text;
            } else if block.info == "console" {
                command(&block, &source);
                count += 1;
            }
        }
    }
    assert!(count >= 4, "only {count} commands");
}

/// Runs the command of a block on a file with this text.
fn command(block: &Block, source: &str) {
    let (line, wanted) = block.text.split_once('\n').unwrap();
    let words: Vec<&str> = line.strip_prefix("$ layoutc ").unwrap().split(' ').collect();
    let folder = tempfile::tempdir().unwrap();
    let file = words.iter().find(|word| word.ends_with(".mlir")).copied().unwrap_or("input.mlir");
    let path = folder.path().join(file);
    fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    let args: Vec<&str> = words
        .iter()
        .map(|&word| if word == file { path } else { word.trim_matches('\'') })
        .collect();
    let (_, output) = layoutc(&args, "");
    assert_eq!(output.replace(path, file), wanted, "{}", block.place);
}

#[test]
fn every_quotation_stands_in_its_file() {
    let mut count = 0;
    for block in all_blocks() {
        let Some((kind, file)) = block.info.split_once(" file=") else { continue };
        let source = fs::read_to_string(root().join(file))
            .unwrap_or_else(|error| panic!("{}: {file}: {error}", block.place));
        let text = if kind == "diff" { unmarked(&block) } else { block.text.clone() };
        let mut part = String::new();
        for line in text.lines().chain(["// ..."]) {
            if line.trim() == "// ..." {
                let part = std::mem::take(&mut part);
                assert!(source.contains(&part), "{}: not in {file}:\n{part}", block.place);
                count += 1;
            } else {
                writeln!(part, "{line}").unwrap();
            }
        }
    }
    assert!(count >= 10, "only {count} quotations");
}

/// The lines of a diff without their marks; none may be a removal.
fn unmarked(block: &Block) -> String {
    let line = |line: &str| match line.split_at_checked(1) {
        Some(("+" | " ", rest)) => format!("{rest}\n"),
        _ if line == "// ..." => format!("{line}\n"),
        None => "\n".to_owned(),
        _ => panic!("{}: neither added nor kept: {line}", block.place),
    };
    block.text.lines().map(line).collect()
}

const GENERATED: &str =
    "<!-- Written by `crates/layoutc/tests/docs.rs`; UPDATE_EXPECT=1 rewrites it. -->\n\n";

#[test]
fn the_list_of_codes_is_up_to_date() {
    let mut text = format!(
        "{GENERATED}# Codes of diagnostics\n\nA code never changes its meaning. L01xx is syntax, L02xx names, L03xx types \
         and shapes, L04xx\nstrides, L05xx targets, L06xx the command line, L09xx faults of layoutc.\n\n\
         | code | what is wrong |\n|---|---|\n"
    );
    for (code, title) in ir::diag::CODES {
        writeln!(text, "| {code} | {title} |").unwrap();
    }
    expect_file![root().join("docs/codes.md")].assert_eq(&text);
}

#[test]
fn the_reference_is_up_to_date() {
    let mut text = format!(
        "{GENERATED}# Ops, passes, emitters and targets\n\nThe same as `--list-ops`, `--list-passes` and `--list-targets` \
         print, and what they leave out.\n\n## Ops\n\n| op | what it does | attributes |\n|---|---|---|\n"
    );
    for def in ir::ops::ALL {
        let key = |spec: &ir::registry::AttrSpec| {
            format!("`{}`{}", spec.key, if spec.required { "" } else { "?" })
        };
        let keys: Vec<String> = def.attrs.iter().map(key).collect();
        writeln!(text, "| `{}` | {} | {} |", def.name, def.summary, keys.join(", ")).unwrap();
    }
    text.push_str(
        "\nAn attribute with `?` may be left out; attributes that are not listed are kept.\n",
    );
    text.push_str("\n## Passes\n\n| pass | what it does | options |\n|---|---|---|\n");
    for info in passes::ALL {
        let options: Vec<String> = info
            .options
            .iter()
            .map(|option| format!("`{}={}`", option.name, option.default))
            .collect();
        let options = if options.is_empty() { "none".to_owned() } else { options.join(", ") };
        writeln!(text, "| `{}` | {} | {options} |", info.name, info.summary).unwrap();
    }
    text.push_str("\n## Emitters\n\n| `--emit=` | what it writes | passes that run without `--passes` |\n|---|---|---|\n");
    for emitter in codegen::ALL {
        let passes: Vec<String> = emitter.passes.iter().map(|pass| format!("`{pass}`")).collect();
        let passes = if passes.is_empty() { "none".to_owned() } else { passes.join(", ") };
        writeln!(text, "| `{}` | {} | {passes} |", emitter.name, emitter.summary).unwrap();
    }
    text.push_str("\n## Targets\n\n| `--target=` | what it is | dims | elements | per dim | stride | size | gaps |\n|---|---|---|---|---|---|---|---|\n");
    for target in ir::target::ALL {
        let (limits, gaps) =
            (&target.limits, if target.features.non_packed { "yes" } else { "no" });
        writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} | {gaps} |",
            target.name,
            target.summary,
            limits.max_dimension_count,
            limits.max_elements,
            limits.max_per_dimension_elements,
            limits.max_stride,
            limits.max_size
        )
        .unwrap();
    }
    text.push_str(
        "\nStrides and sizes are in bytes. *Gaps* is Vulkan's feature `tensorNonPacked`.\n",
    );
    expect_file![root().join("docs/reference.md")].assert_eq(&text);
}
