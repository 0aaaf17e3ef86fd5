//! Tests of the documents. Every code block is executed, parsed, or compared with the source that it quotes. The
//! generated documents must agree with the tables of the source. Documents are those for readers, the pages of `layoutc
//! explain`, and the first comment of each transform's file, which is the source of `docs/transforms.md`.
//! `UPDATE_EXPECT=1` rewrites the generated documents, the outputs of commands, and the pictures.
//!
//! - A block `mlir` must verify; a block `mlir invalid` must have an error.
//! - A block `console` has commands `$ layoutc FILE ...`, each with its whole output. The content of the file is the
//!   nearest `mlir` block above. A command can start with `echo '...' |`, its standard input.
//! - A command `layoutc draw ... > x.svg` has the output `docs/pictures/x.svg`.
//! - A block `python` is a session of Python; `crates/python/tests/test_docs.py` executes it.
//! - A block `rust file=PATH` or `python file=PATH` (or `diff file=PATH`, whose marks `+` and ` ` are removed) quotes the
//!   file; a line `// ...` denotes omitted lines.
//! - The blocks `sh` of `docs/how-to/executorch.md` are executed by `testing/vulkan-live/src/scenarios/executorch.rs`.
//!
//! The lines from `<!-- generated: NAME -->` to `<!-- end -->` of a document are generated from the tables of the
//! source.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use expect_test::expect_file;
use ir::layout::transform::{Transform, TransformKind};
use ir::options::OptionInfo;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    let mut parents = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    parents.nth(2).expect("this package is crates/layoutc").to_owned()
}

/// A block of code in a document.
struct Block {
    place: String,
    info: String,
    text: String,
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/how-to", "docs/notations", "docs/tours"] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        found.extend(entries.map(|entry| entry.unwrap().path()));
    }
    found.push(root().join("crates/ir/src/diag/pages.md"));
    let passes = passes::ALL.iter().map(|info| info.name.replace('-', "_"));
    found.extend(passes.map(|pass| root().join(format!("crates/passes/src/{pass}/page.md"))));
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    found.extend(Transform::KINDS.iter().map(transform_file));
    found.sort();
    found
}

/// Returns the file of a kind of transform.
fn transform_file(kind: &TransformKind) -> PathBuf {
    root().join(format!("crates/layout/src/transform/{}.rs", kind.form.name))
}

/// Returns the text of a document. For a Rust file this is its first comment.
fn page(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    if path.extension().is_some_and(|ending| ending != "rs") {
        return text;
    }
    let mut page = String::new();
    for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
        writeln!(page, "{}", line.strip_prefix(' ').unwrap_or(line)).unwrap();
    }
    page
}

/// Returns the content of a document's file with another text of the document.
fn with_page(path: &Path, page: &str) -> String {
    if path.extension().is_some_and(|ending| ending != "rs") {
        return page.to_owned();
    }
    let text = fs::read_to_string(path).unwrap();
    let mut whole = String::new();
    for line in page.lines() {
        writeln!(whole, "{}", format!("//! {line}").trim_end()).unwrap();
    }
    let code = text.lines().skip_while(|line| line.starts_with("//!"));
    code.for_each(|line| writeln!(whole, "{line}").unwrap());
    whole
}

fn blocks(path: &Path) -> Vec<Block> {
    let text = page(path);
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

/// Returns the exit status, and standard output followed by standard error.
fn layoutc(args: &[&str], stdin: &str) -> (i32, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut stdin.as_bytes(), &mut stdout, &mut stderr);
    stdout.extend(stderr);
    (status, String::from_utf8(stdout).unwrap())
}

#[test]
fn every_block_has_a_known_kind() {
    for block in all_blocks() {
        let (kind, rest) = block.info.split_once(' ').unwrap_or((&block.info, ""));
        let known = match kind {
            "mlir" => ["", "invalid"].contains(&rest),
            "rust" | "diff" => rest.starts_with("file="),
            "python" => rest.is_empty() || rest.starts_with("file="),
            "console" | "sh" | "text" => rest.is_empty(),
            _ => false,
        };
        assert!(known, "{}: unknown kind of block `{}`", block.place, block.info);
    }
}

#[test]
fn mlir_blocks_have_their_stated_status() {
    let mut count = 0;
    for block in all_blocks() {
        let expected = match block.info.as_str() {
            "mlir" => 0,
            "mlir invalid" => 1,
            _ => continue,
        };
        let (status, output) = layoutc(&["--emit=none"], &block.text);
        assert_eq!(status, expected, "{}: {output}", block.place);
        count += 1;
    }
    assert!(count > 8, "only {count} blocks");
}

#[test]
fn commands_print_the_documented_output() {
    let mut count = 0;
    for path in documents() {
        count += blocks(&path).iter().filter(|block| block.info == "console").count();
        let page = with_generated_parts(&executed_page(&path));
        expect_file![&path].assert_eq(&with_page(&path, &page));
    }
    assert!(count >= 20, "only {count} commands");
}

/// Returns the text of a document with current outputs of commands.
fn executed_page(path: &Path) -> String {
    let text = page(path);
    let (mut source, mut rewritten) = (String::new(), String::new());
    let mut named = FxHashMap::default();
    let mut rest = text.as_str();
    for block in blocks(path) {
        let body = block.text.as_str();
        for file in files(&block) {
            let first = named.entry(file.to_owned()).or_insert_with(|| source.clone());
            assert_eq!(*first, source, "{}: `{file}` already names another block", block.place);
        }
        let shown = match block.info.as_str() {
            "console" => session(&block, &source),
            _ => body.to_owned(),
        };
        if block.info.starts_with("mlir") {
            source = block.text.clone();
        }
        let head = format!("```{}\n", block.info);
        let at = rest.find(&format!("{head}{body}```")).unwrap() + head.len();
        rewritten.push_str(&rest[..at]);
        rewritten.push_str(&shown);
        rest = &rest[at + body.len()..];
    }
    rewritten.push_str(rest);
    rewritten
}

/// Replaces the generated parts of a document with the current tables of the source.
fn with_generated_parts(text: &str) -> String {
    let (begin, end) = ("<!-- generated: ", "<!-- end -->");
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, part)) = rest.split_once(begin) {
        let (name, part) = part.split_once(" -->\n").unwrap();
        let (_, after) = part.split_once(end).unwrap_or_else(|| panic!("`{name}` has no end"));
        write!(out, "{before}{begin}{name} -->\n{}{end}", generated(name)).unwrap();
        rest = after;
    }
    out + rest
}

/// Returns a part of a document that is generated from the tables of the source.
fn generated(name: &str) -> String {
    match name {
        "emitters" => emitters(),
        "formats" => formats(),
        "format-versions" => format_versions(),
        "conversions" => conversions(),
        "translations" => translations(),
        "notations" => notations(),
        _ => panic!("unknown generated part `{name}`"),
    }
}

/// Returns tables of the emitters and of their options, each option with its emitters.
fn emitters() -> String {
    let mut text = "| `--emit=` | output |\n|---|---|\n".to_owned();
    for emitter in codegen::ALL {
        writeln!(text, "| `{}` | {} |", emitter.name, emitter.summary).unwrap();
    }
    text.push_str("\n| option | meaning | emitters |\n|---|---|---|\n");
    let mut options: Vec<OptionInfo> = Vec::new();
    for option in codegen::ALL.iter().flat_map(|emitter| emitter.options) {
        if !options.contains(option) {
            options.push(option.clone());
        }
    }
    for option in options {
        let owners = codegen::ALL.iter().filter(|emitter| emitter.options.contains(&option));
        let owners: Vec<String> = owners.map(|emitter| format!("`{}`", emitter.name)).collect();
        let values = option.values_text().replace('|', "\\|");
        let (name, summary, owners) = (option.name, option.summary, owners.join(", "));
        writeln!(text, "| `--{name}={values}` | {summary} | {owners} |").unwrap();
    }
    text
}

/// Returns the table of the formats.
fn formats() -> String {
    use ir::layout::FormatFamily;
    let mut text = "| format | physical array, major to minor | representation | least rank | types on the GPU | types \
                    on a DLA |\n|---|---|---|---|---|---|\n"
        .to_owned();
    for format in ir::layout::Format::all() {
        let becomes = match (format.family(), format.is_split()) {
            (FormatFamily::CooperativeMatrix, _) => "blocks",
            (_, true) => "split of C",
            (_, false) => "order",
        };
        let (array, rank) = (format.summary(), format.min_rank());
        let gpu = format.gpu_types(None).collect::<Vec<_>>().join(" ");
        let dla = format.dla_types(None).collect::<Vec<_>>().join(" ");
        writeln!(text, "| `{format}` | {array} | {becomes} | {rank} | {gpu} | {dla} |").unwrap();
    }
    text
}

/// Returns the table of the element types of the formats by version of TensorRT.
fn format_versions() -> String {
    use ir::layout::{Format, FormatFamily, FormatVersion};
    let mut text = "| format |".to_owned();
    FormatVersion::ALL.iter().for_each(|version| write!(text, " {version} |").unwrap());
    writeln!(text, "\n|---|{}", "---|".repeat(FormatVersion::ALL.len())).unwrap();
    for format in Format::all().filter(|format| format.family() == FormatFamily::TensorRt) {
        let types = |version: &FormatVersion| {
            let gpu: Vec<&str> = format.gpu_types(Some(*version)).collect();
            let dla: Vec<&str> = format.dla_types(Some(*version)).collect();
            let devices = [("", gpu), ("DLA: ", dla)];
            let devices = devices.into_iter().filter(|(_, types)| !types.is_empty());
            let devices = devices.map(|(name, types)| format!("{name}{}", types.join(" ")));
            devices.collect::<Vec<_>>().join("; ")
        };
        let cells: Vec<String> = FormatVersion::ALL.iter().map(types).collect();
        writeln!(text, "| `{format}` | {} |", cells.join(" | ")).unwrap();
    }
    let generations = |version: &FormatVersion| {
        let names: Vec<&str> = version.generations().iter().map(|it| it.name()).collect();
        names.join(" ")
    };
    let cells: Vec<String> = FormatVersion::ALL.iter().map(generations).collect();
    writeln!(text, "| generations | {} |", cells.join(" | ")).unwrap();
    let releases = FormatVersion::ALL.map(FormatVersion::release);
    writeln!(text, "| headers of release | {} |", releases.join(" | ")).unwrap();
    text
}

/// Returns the table of the notations.
fn notations() -> String {
    let mut text = "| name | notation | example |\n|---|---|---|\n".to_owned();
    for notation in notation::NOTATIONS {
        let (name, summary) = (notation.name, notation.summary);
        let page = format!("[`{name}`](notations/{name}.md)");
        writeln!(text, "| {page} | {summary} | `{name}:{}` |", notation.example).unwrap();
    }
    text
}

/// Returns the notations of layouts in memory.
fn notations_of_layouts() -> impl Iterator<Item = &'static notation::Notation> {
    notation::NOTATIONS.iter().filter(|notation| notation.is_of_layouts())
}

/// Returns the table of conversions: for the example of each notation of layouts in memory, the notations that express it,
/// or the index at which a notation cannot.
fn conversions() -> String {
    let names: Vec<&str> = notations_of_layouts().map(|notation| notation.name).collect();
    let mut text = format!("| from | {} |\n|---|", names.join(" | "));
    writeln!(text, "{}", "---|".repeat(names.len())).unwrap();
    for from in notations_of_layouts() {
        let source = format!("{}:{}", from.name, from.example);
        let read = notation::read(&source, None).unwrap();
        let cell = |to: &&str| match notation::write(to, &read.layout, read.elem) {
            Ok(_) => "yes".to_owned(),
            Err(witness) if witness.is_proof => format!("{:?}", witness.at.unwrap()),
            Err(_) => "?".to_owned(),
        };
        let cells: Vec<String> = names.iter().map(cell).collect();
        writeln!(text, "| `{source}` | {} |", cells.join(" | ")).unwrap();
    }
    text
}

/// Layouts that are shown in all notations, with a title each.
const TRANSLATED: &[(&str, &str)] = &[
    ("Channels in vectors of 16", "trt:kCHW16[1,32,3,4]:f16"),
    ("Channels last", "torch:channels_last(1,3,4,4):f32"),
    ("Tiles of a matrix, with padding", "xla:f32[3,5]{1,0:T(2,2)}"),
    ("A swizzle of rows and columns", "tvm:[4,4] lambda i,j: (i, (j//2 + i)%2*2 + j%2):f16"),
    (
        "Rows in reverse, with a gap between them",
        "memref:memref<3x4xf32, strided<[-6, 1], offset: 12>>",
    ),
    ("Strides that are not nested", "torch:(4,3):(3,4):f32"),
];

/// Returns the tables of layouts in all notations: the text, or the index and the fact that decides.
fn translations() -> String {
    let mut text = String::new();
    for (title, source) in TRANSLATED {
        let read = notation::read(source, None).unwrap();
        writeln!(
            text,
            "{title}: `{source}`\n\n| to | text, or the index that decides |\n|---|---|"
        )
        .unwrap();
        for to in notations_of_layouts() {
            let cell = match notation::write(to.name, &read.layout, read.elem) {
                Ok(written) => format!("`{written}`"),
                Err(witness) if witness.is_proof => witness.to_string(),
                Err(witness) => format!("none was found: {witness}"),
            };
            writeln!(text, "| {} | {cell} |", to.name).unwrap();
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

/// Returns the files in the commands of a block. Each file is one `mlir` block of its document.
fn files(block: &Block) -> impl Iterator<Item = &str> {
    let commands = (block.info == "console").then(|| block.text.lines());
    let words = commands.into_iter().flatten().filter_map(|line| line.strip_prefix("$ "));
    words.flat_map(|line| line.split(' ')).filter(|word| word.ends_with(".mlir"))
}

/// Returns the commands of a block, each with its output for a file with this text.
fn session(block: &Block, source: &str) -> String {
    let commands = block.text.lines().filter_map(|line| line.strip_prefix("$ "));
    let shown: String =
        commands.map(|line| format!("$ {line}\n{}", command(line, source, &block.place))).collect();
    assert!(block.text.starts_with("$ "), "{}: no command", block.place);
    // Such an error is about the command line itself, so the command is not what the page describes.
    let is_misread = shown.contains("layoutc: error[L0601]");
    assert!(!is_misread, "{}: a command has a wrong form:\n{shown}", block.place);
    shown
}

/// Returns the output of a command for a file with this text.
fn command(line: &str, source: &str, place: &str) -> String {
    let piped = line.strip_prefix("echo '").and_then(|rest| rest.split_once("' | "));
    let (stdin, line) = match piped {
        Some((stdin, line)) => (format!("{stdin}\n"), line),
        None => (String::new(), line),
    };
    let line = line.strip_prefix("layoutc ").unwrap_or_else(|| panic!("{place}: `{line}`"));
    let (line, output) = match line.split_once(" > ") {
        Some((line, output)) => (line, Some(output)),
        None => (line, None),
    };
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = words.iter().find(|word| word.ends_with(".mlir")).copied().unwrap_or("input.mlir");
    let path = folder.path().join(file);
    fs::write(&path, source).unwrap();
    let path = path.to_str().unwrap();
    let args: Vec<&str> =
        words.iter().map(|&word| if word == file { path } else { word }).collect();
    let text = layoutc(&args, &stdin).1.replace(path, file);
    let Some(output) = output else { return text };
    expect_file![root().join("docs/pictures").join(output)].assert_eq(&text);
    String::new()
}

/// Returns the words of a command. Blanks between single or double quotes do not separate words.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in line.chars() {
        match (letter, quote) {
            ('\'' | '"', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

#[test]
fn words_of_commands_are_those_of_a_shell() {
    let line = r#"eval --layout='cute:(4, 8)' "numpy:{'shape': (3, 4)}" '"at"'"#;
    let expected = ["eval", "--layout=cute:(4, 8)", "numpy:{'shape': (3, 4)}", "\"at\""];
    assert_eq!(words(line), expected);
}

#[test]
fn quotations_are_in_their_files() {
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
                assert!(source.contains(&part), "{}: not found in {file}:\n{part}", block.place);
                count += 1;
            } else {
                writeln!(part, "{line}").unwrap();
            }
        }
    }
    assert!(count >= 10, "only {count} quotations");
}

/// Returns the lines of a diff without their marks; removals are not allowed.
fn unmarked(block: &Block) -> String {
    let line = |line: &str| match line.split_at_checked(1) {
        Some(("+" | " ", rest)) => format!("{rest}\n"),
        _ if line == "// ..." => format!("{line}\n"),
        None => "\n".to_owned(),
        _ => panic!("{}: neither added nor kept: {line}", block.place),
    };
    block.text.lines().map(line).collect()
}

const GENERATED: &str = "<!-- Generated by `crates/layoutc/tests/integration/docs.rs`; rewrite with UPDATE_EXPECT=1. -->\n\n";

#[test]
fn list_of_codes_is_up_to_date() {
    let mut text = format!(
        "{GENERATED}# Reference: diagnostic codes\n\nAfter reading the section of a code you can correct the input that it \
         reports. `layoutc explain CODE` prints the\nsame section. A code never changes its meaning. L01xx is syntax, L02xx \
         names, L03xx types and shapes, L04xx strides,\nL05xx targets, L06xx the command line and the output, L09xx internal errors.\n\n\
         | code | error |\n|---|---|\n"
    );
    for (code, title) in ir::diag::CODES {
        // GitHub derives the anchor in this document from the heading.
        let anchor = code.to_string().to_ascii_lowercase();
        writeln!(text, "| [{code}](#{anchor}) | {title} |").unwrap();
    }
    for (code, _) in ir::diag::CODES {
        let page = ir::diag::page(*code).unwrap_or_else(|| panic!("{code} has no page"));
        write!(text, "\n## {code}\n\n{page}\n").unwrap();
    }
    expect_file![root().join("docs/codes.md")].assert_eq(&text);
}

#[test]
fn transforms_are_up_to_date() {
    let mut text = format!(
        "{GENERATED}# Reference: transforms\n\nAfter reading a section you can use that transform in a descriptor and predict \
         its offsets; [layouts.md](layouts.md)\nexplains the model. A transform computes the lower index w, of its operand, from \
         the upper index u, of its result. n is\nthe length of an operand. The sections are the first comments of the files in \
         `crates/layout/src/transform`.\n\n| transform | operands, results | w from u | valid when |\n|---|---|---|---|\n"
    );
    let mut sections = String::new();
    for kind in Transform::KINDS {
        let name = kind.form.name;
        let page = executed_page(&transform_file(kind));
        let mut parts = page.splitn(3, "\n\n");
        let title = parts.next().unwrap();
        assert!(title.starts_with(&format!("The transform `{name}`: ")), "{title}");
        let [head, rule, row] = parts.next().unwrap().lines().collect::<Vec<_>>()[..] else {
            panic!("the table of `{name}` has one row");
        };
        assert_eq!(
            (head, rule),
            ("| operands, results | w from u | valid when |", "|---|---|---|")
        );
        writeln!(text, "| [`{name}`](#{name}) {row}").unwrap();
        write!(sections, "\n## `{name}`\n\n{}", parts.next().unwrap()).unwrap();
    }
    expect_file![root().join("docs/transforms.md")].assert_eq(&format!("{text}{sections}"));
}

/// The codes without examples in pages: internal errors, and text that is not suitable for a document.
const NOT_SHOWN: &[u16] = &[104, 107, 901, 902];

#[test]
fn every_code_has_a_page_with_an_example() {
    let path = root().join("crates/ir/src/diag/pages.md");
    let shown: Vec<Block> =
        blocks(&path).into_iter().filter(|block| block.info == "console").collect();
    for (code, _) in ir::diag::CODES {
        let page = ir::diag::page(*code).unwrap_or_else(|| panic!("{code} has no page"));
        assert!(page.len() > 100, "the page of {code} is too short");
        let diagnostic = format!("[{code}]: ");
        let examples = shown.iter().filter(|block| page.contains(&block.text));
        // Another test checks that the output in a block is the current one.
        let given = examples.into_iter().any(|block| block.text.contains(&diagnostic));
        assert_eq!(given, !NOT_SHOWN.contains(&code.0), "{code}");
    }
    for (text, diagnostic) in [("\u{7}".to_owned(), "[L0104]"), (nested(300), "[L0107]")] {
        assert!(layoutc(&[], &text).1.contains(diagnostic), "{diagnostic}");
    }
}

fn nested(depth: usize) -> String {
    let (open, close) = ("tuple<".repeat(depth), ">".repeat(depth));
    format!("%a = \"test.op\"() : () -> {open}i32{close}\n")
}

#[test]
fn every_pass_has_a_page_with_an_example_and_known_codes() {
    for info in passes::ALL {
        let name = &*info.name;
        assert!(info.page.contains(&format!("$ layoutc {name}.mlir --passes=")), "{name}");
        let words = info.page.split(|c: char| !c.is_ascii_alphanumeric());
        let is_code = |word: &&str| word.len() == 5 && word.starts_with("L0");
        for word in words.filter(is_code) {
            let known = ir::diag::CODES.iter().any(|(code, _)| code.to_string() == word);
            assert!(known, "the page of {name} has the unknown code {word}");
        }
    }
}

#[test]
fn explain_prints_pages_without_fences() {
    let names = passes::ALL.iter().map(|info| info.name.clone().into_owned());
    let codes = ir::diag::CODES.iter().map(|(code, _)| code.to_string());
    for name in names.chain(codes) {
        let (status, page) = layoutc(&["explain", &name], "");
        assert_eq!(status, 0, "{name}");
        assert!(page.starts_with(&format!("{name}: ")) && !page.contains("```"), "{page}");
    }
}
