//! The reference, `docs/reference.md`: tables of the registries of the source, and the flags of the program's help.

use super::GENERATED;
use expect_test::expect_file;
use ir::options::OptionInfo;
use ir::registry::{Arity, AttrClass};
use regex::Regex;
use std::fmt::Write;

/// Writes the tables of a section.
type WriteSection = fn() -> String;

/// The sections, each with its heading.
const SECTIONS: &[(&str, WriteSection)] = &[
    ("Command line", subcommands),
    ("Passes", passes),
    ("Emitters", emitters),
    ("Ops", ops),
    ("Types and attributes", attributes),
    ("Orders", orders),
    ("Formats", formats),
    ("Notations", notations),
    ("Targets", targets),
    ("Vulkan", vulkan),
    ("Pictures", pictures),
];

#[test]
fn reference_is_up_to_date() {
    let mut text = format!(
        "{GENERATED}# Reference: tables of the registries\n\nAfter reading these tables you know the subcommands, passes, \
         emitters, ops, attributes, formats, notations and targets of\nlayoutc, with their options. They are generated from \
         the source, as the lists of `layoutc --list-passes`, `--list-ops`,\n`--list-formats`, `--list-targets` and \
         `--list-notations` are. [codes.md](codes.md) lists the diagnostic codes, and\n[transforms.md](transforms.md) the \
         transforms of descriptors.\n"
    );
    for (heading, section) in SECTIONS {
        write!(text, "\n## {heading}\n\n{}", section()).unwrap();
    }
    expect_file![testkit::repository().join("docs/reference.md")].assert_eq(&text);
}

/// Returns a table: its head, and rows of cells.
fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let mut text = line(&head) + "|" + &"---|".repeat(head.len()) + "\n";
    for row in rows {
        assert_eq!(row.len(), head.len(), "{row:?}");
        text += &line(&row.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>());
    }
    text
}

fn code(text: impl std::fmt::Display) -> String {
    format!("`{text}`")
}

/// Returns what the program prints for arguments.
fn printed(args: &[&str]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut stdout, &mut stderr);
    assert_eq!(status, 0, "{args:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// Returns the flags in the help of a command, each with its text. They are the paragraph that starts after two blanks;
/// lines that start further right continue the text of a flag.
fn flags(help: &str) -> Vec<(String, String)> {
    let mut flags: Vec<(String, String)> = Vec::new();
    let part = help.split("\n\n").find(|part| part.starts_with("  ")).unwrap_or_default();
    for line in part.lines() {
        let entry = line.strip_prefix("  ").unwrap();
        match (entry.starts_with(' '), entry.split_once("  "), flags.last_mut()) {
            (false, Some((flag, text)), _) => {
                flags.push((flag.to_owned(), text.trim_start().to_owned()));
            }
            (true, _, Some((_, text))) => *text += &format!(" {}", entry.trim_start()),
            _ => panic!("no flag: {line}"),
        }
    }
    flags
}

/// Returns the subcommands, the flags of the program, and the flags that each subcommand has in addition.
fn subcommands() -> String {
    let listed = Regex::new(r"layoutc\\-([a-z\\-]+)\(1\)\n(.*)").unwrap();
    let page = printed(&["man"]);
    let names: Vec<(String, String)> = listed
        .captures_iter(&page)
        .map(|found| (found[1].replace('\\', ""), found[2].replace('\\', "")))
        .collect();
    assert!(names.len() >= 9, "{names:?}");
    let usage = |help: &str| -> String {
        let lines = help.lines().skip_while(|line| !line.starts_with("Usage: "));
        let lines = lines.take_while(|line| !line.is_empty());
        let lines = lines.map(|line| line.trim_start_matches("Usage: ").trim_start());
        lines.fold(String::new(), |text, line| text + line + "\n")
    };
    let rows =
        names.iter().map(|(name, summary)| vec![code(format!("layoutc {name}")), summary.clone()]);
    let mut text = table(&["subcommand", "effect"], rows);
    let whole = printed(&["--help"]);
    let common = flags(&whole);
    let rows = |flags: Vec<(String, String)>| {
        let cells = flags.into_iter().map(|(flag, meaning)| vec![code(flag), meaning]);
        table(&["flag", "effect"], cells)
    };
    write!(
        text,
        "\n### layoutc FILE\n\nMost subcommands that read a file accept the flags for passes, targets and diagnostics \
         too.\n\n{}",
        rows(common.clone())
    )
    .unwrap();
    for (name, _) in &names {
        let help = printed(&[name, "--help"]);
        let mut own = flags(&help);
        assert!(!own.is_empty(), "{name}");
        own.retain(|(flag, _)| common.iter().all(|(known, _)| known != flag));
        write!(text, "\n### layoutc {name}\n\n```text\n{}```\n", usage(&help)).unwrap();
        if !own.is_empty() {
            write!(text, "\n{}", rows(own)).unwrap();
        }
    }
    text
}

/// Returns a table of options, each with its owners.
fn options<'a>(owners: impl Iterator<Item = (&'a str, &'a [OptionInfo])>, owner: &str) -> String {
    let rows = owners.flat_map(|(name, options)| {
        options.iter().map(move |option| {
            let default = match &*option.default {
                "" => "computed".to_owned(),
                default => code(default),
            };
            let values = code(option.values_text());
            vec![code(name), code(&option.name), values, default, option.summary.to_string()]
        })
    });
    table(&[owner, "option", "values", "default", "meaning"], rows)
}

fn passes() -> String {
    let rows = passes::ALL.iter().map(|info| {
        let anchor = if info.runs_on_functions { "module, `func.func`" } else { "module" };
        vec![code(&info.name), info.summary.clone().into_owned(), anchor.to_owned()]
    });
    let owners = passes::ALL.iter().map(|info| (&*info.name, &*info.options));
    format!(
        "`layoutc explain PASS` prints the page of a pass, with an example.\n\n{}\n{}",
        table(&["pass", "effect", "runs on"], rows),
        options(owners, "pass")
    )
}

fn emitters() -> String {
    let rows = codegen::ALL.iter().map(|emitter| {
        let passes: Vec<String> = emitter.passes.iter().map(code).collect();
        let passes = if passes.is_empty() { "none".to_owned() } else { passes.join(", ") };
        vec![code(emitter.name), emitter.summary.to_owned(), passes]
    });
    let owners = codegen::ALL.iter().map(|emitter| (emitter.name, emitter.options));
    format!(
        "{}\n{}",
        table(&["`--emit=`", "output", "passes without `--passes`"], rows),
        options(owners, "emitter")
    )
}

fn count(arity: Arity) -> String {
    match arity {
        Arity::Any => "any".to_owned(),
        Arity::Exactly(count) => count.to_string(),
        Arity::AtLeast(least) => format!("{least} or more"),
    }
}

/// Returns the kind of an attribute's value.
fn kind(class: AttrClass) -> &'static str {
    match class {
        AttrClass::Any => "any",
        AttrClass::Str => "string",
        AttrClass::Symbol => "symbol",
        AttrClass::Type => "type",
        AttrClass::Int => "integer",
        AttrClass::Ints => "integers",
        AttrClass::Expr => "integer or map",
        AttrClass::Exprs => "integers or map",
        AttrClass::Array => "list",
        AttrClass::Enum => "enumerator",
        AttrClass::Unit => "unit",
        AttrClass::I64 => "`i64`",
        AttrClass::I64s => "`array<i64>`",
        AttrClass::Segments => "`array<i32>`",
        AttrClass::Dicts => "dictionaries",
        AttrClass::I64Lists => "lists of `i64`",
        AttrClass::Strs => "strings",
        AttrClass::NamedInts => "named integers",
    }
}

fn ops() -> String {
    let rows = ir::ops::all().iter().map(|def| {
        let attrs: Vec<String> = def
            .attrs
            .iter()
            .map(|spec| {
                let mark = if spec.is_required { "" } else { "?" };
                format!("`{}`{mark}: {}", spec.key, kind(spec.class))
            })
            .collect();
        let form = if def.view_relations.is_some() { "yes" } else { "" };
        vec![
            code(&def.name),
            def.summary.clone().into_owned(),
            count(def.operands),
            count(def.results),
            form.to_owned(),
            attrs.join(", "),
        ]
    });
    let head = ["op", "effect", "operands", "results", "view", "verified attributes"];
    format!(
        "{}\nAn attribute with `?` is optional. Attributes of other dialects, such as `my.note`, are preserved. A *view* \
         moves no data,\nsee [tensors that share memory](ir.md#tensors-that-share-memory). Ops without a row are carried \
         unchanged.\n",
        table(&head, rows)
    )
}

/// Returns the meaning of a type or an attribute of the layout dialect, or of a key of an encoding.
fn meaning(name: &str) -> (&'static str, &'static str) {
    match name {
        "dim" => ("`!layout.dim<4>`", "a logical dim of a descriptor, with its length"),
        "memdim" => ("`!layout.memdim<4>`", "a physical dim of a descriptor, with its length"),
        "choice" => (
            "`#layout.choice<(NHWC, any) -> NHWC>`",
            "layouts that an op accepts: [rules](ir.md#rules)",
        ),
        "pattern" => (
            "`#layout.pattern<(x) {\"onnx.Relu\"(x)}>`",
            "ops that a device executes as one: [groups](ir.md#groups-of-ops)",
        ),
        "format" => {
            ("`#layout.format<chw32>`", "a format of TensorRT: [formats](spellings.md#formats)")
        }
        "order" => ("`#layout.order<NHWC>`", "the name of an order; printed as the affine map"),
        "reqs" => (
            "`#layout.reqs<m2: aligned<64 bytes>>`",
            "[stride requirements](ir.md#stride-requirements) by physical dim",
        ),
        _ => panic!("`{name}` has no meaning in the reference"),
    }
}

/// Returns the value of a key of an encoding, and its meaning.
fn key(name: &str) -> (&'static str, &'static str) {
    match name {
        "order" => ("affine map or `#layout.order`", "the dim at each physical position"),
        "reqs" => ("`#layout.reqs`", "the stride requirements"),
        "strides" => (
            "integers or affine map",
            "resolved strides, in elements, by dim; over symbols in a map",
        ),
        "lengths" => ("affine map", "dynamic lengths over symbols, by dim"),
        "where" => ("affine set", "the values of the symbols"),
        "offset" => ("integer", "the element offset of index 0 in the buffer"),
        "format" => ("`#layout.format`", "a format of TensorRT"),
        "layout" => ("symbol", "a descriptor or a notation of the module"),
        "bounds" => ("integers", "upper bounds of dynamic lengths, by dim"),
        _ => panic!("`{name}` has no meaning in the reference"),
    }
}

fn attributes() -> String {
    let row = |name: &&str| {
        let (form, meaning) = meaning(name);
        vec![form.to_owned(), meaning.to_owned()]
    };
    let own = ir::types::OWN.iter().map(row).chain(ir::attrs::OWN.iter().map(row));
    let keys = ir::encoding::KEYS.iter().map(|name| {
        let (form, meaning) = key(name);
        vec![code(name), form.to_owned(), meaning.to_owned()]
    });
    let attrs = ir::verify::own_attributes().map(|(key, form)| vec![code(key), form.to_owned()]);
    format!(
        "{}\nThe keys of the [encoding](ir.md#the-layout-of-a-tensor-type) of a tensor type:\n\n{}\nThe attributes that layoutc \
         defines for [ops of any dialect](ir.md#verification), functions, arguments and results:\n\n{}",
        table(&["type or attribute", "meaning"], own),
        table(&["key", "value", "meaning"], keys),
        table(&["attribute", "value"], attrs)
    )
}

fn orders() -> String {
    let rows = ir::layout::DimsOrder::names().map(|name| {
        let order = ir::layout::DimsOrder::from_name(name).unwrap();
        let dims: Vec<String> = order.results().map(|dim| format!("d{}", dim.index())).collect();
        vec![code(name), dims.join(", "), code(format!("{:#x}", order.code()))]
    });
    format!(
        "The names, permutations and codes of VPUX. A letter is not a dim: [the language](ir.md#the-layout-of-a-tensor-type)\n\
         explains the names.\n\n{}",
        table(&["order", "dims in memory, from the outermost", "code"], rows)
    )
}

fn formats() -> String {
    let rows = ir::layout::Format::all().map(|format| {
        let array = format.summary().to_string();
        let gpu = format.gpu_types(None).collect::<Vec<_>>().join(" ");
        let dla = format.dla_types(None).collect::<Vec<_>>().join(" ");
        vec![code(format), array, format.min_rank().to_string(), gpu, dla]
    });
    let head = [
        "format",
        "physical array, major to minor",
        "least rank",
        "types on the GPU",
        "types on a DLA",
    ];
    format!(
        "[spellings.md](spellings.md#formats) has a picture of each, and the types by version of TensorRT.\n\n{}",
        table(&head, rows)
    )
}

fn notations() -> String {
    let rows = notation::NOTATIONS.iter().map(|notation| {
        let has_element = notation.is_of_layouts() || notation.is_of_placements();
        let element = match notation.needs_element {
            true => "required",
            false if has_element => "optional",
            false => "none: fields have widths",
        };
        vec![
            format!("[`{0}`](notations/{0}.md)", notation.name),
            notation.summary.to_owned(),
            code(format!("{}:{}", notation.name, notation.example)),
            element.to_owned(),
        ]
    });
    table(&["name", "notation", "example", "element type"], rows)
}

/// Returns the meaning of a key of `layout.target`.
fn target_key(name: &str) -> &'static str {
    match name {
        "sym_name" => "the name",
        "limits" => "limits of the device, by Vulkan's names, below",
        "features" => "features of the device, by Vulkan's names, below",
        "formats" => "the usages of tensors by format and tiling, see [targets](driver.md#targets)",
        "bandwidth" => {
            "bytes that memory reads and writes in a tick: `{read = 64 : i64, write = 32 : i64}`"
        }
        "index_cost" => "the measure of `simplify-index`: \"weight\", \"ops\" or \"slots\"",
        "tensorrt" => "the version of TensorRT for formats: \"8\", \"10\" or \"11\"",
        "vector_dims" => "`true` if a format that splits C has its vectors and lanes as two dims",
        "workgroup_memory" => "bytes that a workgroup shares, for kernels",
        "summary" => "a summary for `--list-targets`",
        _ => panic!("`{name}` has no meaning in the reference"),
    }
}

fn targets() -> String {
    let def = ir::ops::by_name(ir::target::TARGET_OP).unwrap();
    let keys = def.attrs.iter().map(|spec| vec![code(&spec.key), target_key(&spec.key).to_owned()]);
    let names = |names: &mut dyn Iterator<Item = &'static str>| -> String {
        names.map(|name| format!("- `{name}`\n")).collect()
    };
    let registry = layoutc::Driver::default().registry;
    let shipped = registry.targets().filter_map(|name| registry.target(name)).map(|target| {
        let limits = &target.limits;
        let gaps = if target.features.non_packed { "yes" } else { "no" };
        vec![
            code(&target.name),
            target.summary.to_string(),
            limits.max_dimension_count.to_string(),
            limits.max_elements.to_string(),
            limits.max_per_dimension_elements.to_string(),
            limits.max_stride.to_string(),
            limits.max_size.to_string(),
            gaps.to_owned(),
        ]
    });
    let head = ["`--target=`", "summary", "dims", "elements", "per dim", "stride", "size", "gaps"];
    format!(
        "{}\nStrides and sizes are in bytes. *Gaps* is Vulkan's feature `tensorNonPacked`.\n\n### Keys of \
         layout.target\n\n[The program](driver.md#targets) explains them.\n\n{}\n`limits` can have:\n\n{}\n`features` can \
         have:\n\n{}",
        table(&head, shipped),
        table(&["key", "meaning"], keys),
        names(&mut ir::target::limit_names()),
        names(&mut ir::target::feature_names())
    )
}

fn vulkan() -> String {
    let enumerators = |rows: &[ir::vulkan::Enumerator]| {
        let cells = |row: &ir::vulkan::Enumerator| {
            vec![code(row.name), code(row.vk_name), row.value.to_string()]
        };
        table(&["name", "enumerator of Vulkan", "value"], rows.iter().map(cells))
    };
    let formats = ir::vulkan::FORMATS
        .iter()
        .map(|format| vec![code(format.name), format.value.to_string(), format.bytes.to_string()]);
    let rules: String = passes::RULES.iter().map(|rule| format!("- `{}`\n", rule.id)).collect();
    format!(
        "`tiling` of `layout.tensor` and `vk.tensor_description`:\n\n{}\n`usage`:\n\n{}\n`vk_format` of a tensor. A \
         handwritten description may also name any other format of Vulkan.\n\n{}\nThe valid-usage rules that \
         `verify-vulkan` checks:\n\n{rules}",
        enumerators(ir::vulkan::TILINGS),
        enumerators(ir::vulkan::USAGES),
        table(&["format", "value", "bytes"], formats)
    )
}

fn pictures() -> String {
    let views = draw::VIEWS.iter().map(|view| vec![code(view.name), view.summary.to_owned()]);
    let formats =
        draw::FORMATS.iter().map(|format| vec![code(format.name), format.summary.to_owned()]);
    format!(
        "{}\n{}\n[How to draw layouts](how-to/draw.md) shows each picture, and [the program](driver.md#pictures) explains the \
         shades.\n",
        table(&["`--view=`", "picture"], views),
        table(&["`--as=`", "output"], formats)
    )
}
