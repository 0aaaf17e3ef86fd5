//! The tables of `docs/limits.md`. The number of each limit is the value of a constant of the source, so that the page
//! cannot differ from the program.
//!
//! The lines from `<!-- limits: NAME -->` to `<!-- end -->` are a table.

use expect_test::expect_file;
use regex::Regex;
use std::fmt::Write;
use std::fs;
use testkit::repository;

/// A limit of the page.
struct Limit {
    /// The subject of the limit.
    what: &'static str,
    /// The file below `crates`, and the name of the constant in it.
    source: (&'static str, &'static str),
    /// The consequence of a greater number.
    beyond: &'static str,
}

const fn limit(
    what: &'static str,
    file: &'static str,
    name: &'static str,
    beyond: &'static str,
) -> Limit {
    Limit { what, source: (file, name), beyond }
}

/// The tables, each with its name and its rows.
const TABLES: &[(&str, &[Limit])] = &[
    ("text", TEXT),
    ("layouts", LAYOUTS),
    ("decisions", DECISIONS),
    ("graphs", GRAPHS),
    ("addresses", ADDRESSES),
    ("kernels", KERNELS),
    ("accesses", ACCESSES),
    ("notations", NOTATIONS),
    ("imports", IMPORTS),
    ("pictures", PICTURES),
];

const TEXT: &[Limit] = &[
    limit("nested types, attributes and regions", "ir/src/data/context.rs", "MAX_DEPTH", "L0107"),
    limit("nodes of an affine expression", "ir/src/affine/error.rs", "MAX_NODES", "error"),
    limit(
        "bits of an integer type, as in MLIR",
        "ir/src/data/types.rs",
        "MAX_INTEGER_WIDTH",
        "L0106",
    ),
    limit("digits of a number", "parser/src/mlir/numbers.rs", "MAX_DIGITS", "L0103"),
    limit("terms of a choice's cost", "ir/src/data/choice/cost.rs", "MAX_COST_TERMS", "L0301"),
    limit(
        "combinations of the alternatives of a choice on one op",
        "ir/src/choice/fit.rs",
        "MAX_COMBINATIONS",
        "the choice does not apply",
    ),
    limit(
        "reported syntax errors of a file",
        "parser/src/text/recover.rs",
        "MAX_ERRORS",
        "the rest is not reported",
    ),
];

const LAYOUTS: &[Limit] = &[
    limit("dims of a tensor", "layout/src/space/dim.rs", "MAX_RANK", "L0308"),
    limit(
        "dims of a layout, logical or in memory, of a descriptor or a notation",
        "layout/src/space/dim.rs",
        "MAX_DIMS",
        "L0308, L0313",
    ),
    limit(
        "dims on one side of a transform",
        "layout/src/transform/semantics.rs",
        "MAX_DIMS",
        "L0310",
    ),
    limit(
        "layouts in a chain of `layout.from`",
        "ir/src/descriptor/build.rs",
        "MAX_LINKS",
        "L0310",
    ),
    limit(
        "transforms of a base of `layout.from`",
        "ir/src/descriptor/build.rs",
        "MAX_INHERITED",
        "L0310",
    ),
    limit(
        "length of C, H and W in a format of a DLA",
        "layout/src/format/legal.rs",
        "DLA_MAX_LENGTH",
        "L0309",
    ),
    limit(
        "product of the dims before C, H and W on a DLA",
        "layout/src/format/legal.rs",
        "DLA_MAX_BATCH",
        "L0309",
    ),
    limit(
        "reported vector width, in elements",
        "layout/src/analysis/vector.rs",
        "WIDEST",
        "the width is this number",
    ),
    limit(
        "bits of an index in the normal form over bits",
        "layout/src/normal/bits/form.rs",
        "MAX_BITS",
        "the other normal forms decide",
    ),
    limit(
        "elements of a shape or index that a view op reads from a constant",
        "ir/src/views/constants.rs",
        "MAX_INTS",
        "the op is opaque",
    ),
];

const DECISIONS: &[Limit] = &[
    limit(
        "indices that `eval --same` compares if normal forms differ",
        "layout/src/normal/compare.rs",
        "MAX_COMPARED",
        "L0604: undecided",
    ),
    limit(
        "evaluations of the check of a descriptor's bounds",
        "layout/src/pipeline/search.rs",
        "STEPS",
        "L0311: undecided",
    ),
    limit(
        "indices of a set of dependent dims that an analysis enumerates",
        "layout/src/pipeline/components.rs",
        "MAX_POINTS",
        "interval analysis, else the property is null, with a remark",
    ),
    limit(
        "increases of the strides of one cycle of constraints",
        "layout/src/stride/system/fixpoint.rs",
        "MAX_INCREASES",
        "L0401: not converged",
    ),
    limit(
        "offsets listed for a complement or a left inverse that no normal form shows",
        "layout/src/normal/inverse/listed.rs",
        "MAX_LISTED",
        "L0313",
    ),
];

const GRAPHS: &[Limit] = &[
    limit(
        "candidate layouts of one value",
        "passes/src/assign_layouts/effort.rs",
        "MAX_CANDIDATES",
        "dropped, and counted by `--stats`",
    ),
    limit(
        "dims longer than 1 for which all orders of a reshape are candidates",
        "passes/src/assign_layouts/propagate.rs",
        "MAX_PERMUTED",
        "the orders of neighbors are candidates",
    ),
    limit(
        "signatures of a private function that are solved exactly",
        "passes/src/assign_layouts/clones/variants/function.rs",
        "MAX_VARIANTS",
        "the bound is that of a relaxation",
    ),
    limit(
        "layouts of one value of which all sets of copies are considered",
        "passes/src/assign_layouts/copies/sets.rs",
        "MAX_CLASSES",
        "fewer sets; the gap reports what is not proven",
    ),
    limit(
        "iterations that are assumed for a loop of unknown length",
        "passes/src/assign_layouts/rates.rs",
        "UNKNOWN_TRIPS",
        "only costs in time depend on it",
    ),
    limit(
        "copies that `copies=insert` tries for one conflict, cheapest first",
        "passes/src/resolve_strides/cuts.rs",
        "MAX_TRIED",
        "the best of those",
    ),
];

const ADDRESSES: &[Limit] = &[
    limit(
        "indices at which `check-addresses` compares all",
        "passes/src/check_addresses/compare.rs",
        "MOST",
        "corners and samples, with a remark; `smt` proves the rest",
    ),
    limit(
        "samples beyond that number",
        "passes/src/check_addresses/compare.rs",
        "SAMPLES",
        "only z3 decides the other indices",
    ),
    limit(
        "memory of z3, in megabytes",
        "passes/src/check_addresses/solver.rs",
        "MEMORY",
        "undecided, with a remark",
    ),
    limit(
        "candidates of an index in an inverse",
        "layout/src/normal/inverse/map/choices.rs",
        "MAX_CANDIDATES",
        "L0405",
    ),
    limit(
        "indices visited for a group that is not a vector",
        "layout/src/analysis/vector_groups.rs",
        "MAX_VISITED",
        "L0405 without the group at fault",
    ),
    limit(
        "nodes of the e-graph of `simplify-index`",
        "address/src/simplify/egraph.rs",
        "MAX_NODES",
        "no more rules are applied",
    ),
    limit(
        "terms of a sum whose best order is exact",
        "address/src/simplify/sum.rs",
        "MAX_EXACT",
        "a fixed order",
    ),
    limit("parameters of a SPIR-V function", "codegen/src/spirv.rs", "MAX_PARAMETERS", "L0606"),
];

const KERNELS: &[Limit] = &[
    limit(
        "bytes of a storage buffer",
        "codegen/src/spirv/reorders.rs",
        "MAX_BYTES",
        "L0405; C has no such limit",
    ),
    limit(
        "workgroups in one dimension",
        "codegen/src/spirv/reorders.rs",
        "MAX_GROUPS",
        "more dimensions",
    ),
    limit(
        "invocations of a workgroup",
        "codegen/src/spirv/blocks.rs",
        "LOCAL_SIZE",
        "more workgroups",
    ),
    limit(
        "slots of a copy plan that are compared one by one",
        "layout/src/copy/proof.rs",
        "MAX_COMPARED",
        "a proof by digits, or none",
    ),
];

const ACCESSES: &[Limit] = &[
    limit(
        "lanes, banks, and bytes of a bank",
        "layout/src/analysis/access/lanes.rs",
        "MAX_LANES",
        "L0604",
    ),
    limit("bits of an element", "layout/src/analysis/access/lanes.rs", "MAX_BITS", "L0604"),
    limit(
        "words of all analyzed groups",
        "layout/src/analysis/access/report.rs",
        "MAX_ACCESSES",
        "`groups` is less than `all_groups`",
    ),
    limit(
        "tested changes of each kind",
        "layout/src/analysis/access/suggest.rs",
        "MAX_CANDIDATES",
        "`complete` is false",
    ),
    limit(
        "words of all tested changes",
        "layout/src/analysis/access/suggest.rs",
        "MAX_WORDS",
        "`complete` is false",
    ),
    limit(
        "vectors tested for a linear swizzle of 3 or more accesses",
        "layout/src/analysis/access/linear.rs",
        "MAX_STEPS",
        "`least` is false",
    ),
];

const NOTATIONS: &[Limit] = &[
    limit("bytes of a text", "notation/src/grammar.rs", "LONGEST", "L0313"),
    limit("nested brackets", "notation/src/grammar.rs", "DEEPEST", "L0313"),
    limit(
        "bits that a swizzle of CuTe can reach",
        "layout/src/normal/swizzle.rs",
        "MAX_BITS",
        "L0313",
    ),
    limit(
        "divisors of all lengths of a layout whose swizzle is searched",
        "notation/src/cute/known.rs",
        "MAX_DIVISORS",
        "no proof",
    ),
    limit(
        "bits of an exclusive or in `tvm` and `memref`",
        "notation/src/tvm.rs",
        "MAX_XOR_BITS",
        "no proof",
    ),
    limit(
        "splits and joins tried for tiles of `xla`",
        "notation/src/xla/derive.rs",
        "MAX_MOVES",
        "no proof",
    ),
];

const IMPORTS: &[Limit] = &[
    limit("dims of a tensor", "import/src/elem.rs", "MAX_RANK", "error"),
    limit("nested messages of a file", "import/src/wire.rs", "MAX_DEPTH", "error"),
    limit(
        "integers of a constant that is folded",
        "import/src/literal.rs",
        "MAX_ELEMENTS",
        "the constant is a weight",
    ),
    limit(
        "terms of a computed length",
        "import/src/bounds/polynomial.rs",
        "MAX_TERMS",
        "the length is unknown",
    ),
];

const PICTURES: &[Limit] = &[
    limit(
        "cells of a picture that is never cut",
        "draw/src/picture.rs",
        "WHOLE",
        "it may be cut, with a note",
    ),
    limit("indices of a dynamic dim", "draw/src/views/grid.rs", "OF_DYNAMIC", "not drawn"),
];

/// Returns a text whose codes are links.
fn with_links(text: &str) -> String {
    let code = Regex::new(r"\bL0\d{3}\b").unwrap();
    let link = |found: &regex::Captures<'_>| {
        format!("[{}](codes.md#{})", &found[0], found[0].to_ascii_lowercase())
    };
    code.replace_all(text, link).into_owned()
}

/// Returns the text of a file below `crates`.
fn source(file: &str) -> String {
    fs::read_to_string(repository().join("crates").join(file)).unwrap()
}

/// Returns the number of a constant, as the page shows it.
fn number((file, name): (&str, &str)) -> String {
    let definition = Regex::new(&format!(r"const {name}: \w+ =\s*([^;]+);")).unwrap();
    let text = source(file);
    let found = definition.captures(&text).unwrap_or_else(|| panic!("{file} has no {name}"));
    shown(&found[1]).unwrap_or_else(|| panic!("{file}: {name} has an unknown form"))
}

/// Returns the value of an expression of Rust, as the page shows it. `None` if its form is unknown.
fn shown(expression: &str) -> Option<String> {
    let value = expression.trim().replace('_', "");
    if let Some(digits) = value.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().map(|value| value.to_string());
    }
    let power = Regex::new(r"^\(?1 << (\d+)\)?( - 1)?$").unwrap();
    if let Some(power) = power.captures(&value) {
        let less = power.get(2).map_or("", |less| less.as_str());
        return Some(format!("2^{}{less}", &power[1]));
    }
    if value == "u32::MAX as u64" {
        return Some("2^32 - 1".to_owned());
    }
    let factors = value.split(" * ").map(|factor| factor.parse::<u64>().ok());
    factors.product::<Option<u64>>().map(|value| value.to_string())
}

/// Returns the table of all other constants `MAX_...` of the product, each with its doc comment and its file.
fn others() -> String {
    let definition = Regex::new(
        r"(?m)((?:^ *///.*\n)+)(?:^ *#\[.*\n)* *(?:pub(?:\(.*\))? )?const (MAX_\w+): \w+ =\s*([^;]+);",
    )
    .unwrap();
    let link = Regex::new(r"\[(`[^`]+`)\](?:\([^)]*\))?").unwrap();
    let listed: Vec<(&str, &str)> =
        TABLES.iter().flat_map(|(_, rows)| rows.iter().map(|row| row.source)).collect();
    let mut rows = String::new();
    for file in super::files(&repository().join("crates"), "rs") {
        let is_test = file.contains("test") || !file.contains("/src/");
        let text = if is_test { String::new() } else { source(&file) };
        for found in definition.captures_iter(&text) {
            if listed.contains(&(file.as_str(), &found[2])) {
                continue;
            }
            let value = shown(&found[3]).unwrap_or_else(|| panic!("{file}: {}", &found[2]));
            let doc = found[1].lines().map(|line| line.trim().trim_start_matches("///").trim());
            let doc = doc.collect::<Vec<_>>().join(" ");
            let doc = doc.split_once(". ").map_or(doc.trim_end_matches('.'), |(first, _)| first);
            let doc = link.replace_all(doc, "$1");
            writeln!(rows, "| {doc} | {value} | `crates/{file}` |").unwrap();
        }
    }
    format!("| bound | number | file |\n|---|---|---|\n{rows}")
}

#[test]
fn limits_are_those_of_the_source() {
    let page = repository().join("docs/limits.md");
    let text = fs::read_to_string(&page).unwrap();
    let (mut out, mut rest) = (String::new(), text.as_str());
    let mut shown = Vec::new();
    while let Some((before, part)) = rest.split_once("<!-- limits: ") {
        let (name, part) = part.split_once(" -->\n").unwrap();
        let (_, after) = part.split_once("<!-- end -->").unwrap();
        write!(out, "{before}<!-- limits: {name} -->\n{}<!-- end -->", table(name)).unwrap();
        shown.push(name);
        rest = after;
    }
    let names = TABLES.iter().map(|(name, _)| *name).chain(["others"]);
    assert_eq!(shown, names.collect::<Vec<_>>());
    expect_file![page].assert_eq(&(out + rest));
}

/// Returns a table of the page.
fn table(name: &str) -> String {
    if name == "others" {
        return others();
    }
    let (_, rows) = TABLES.iter().find(|(table, _)| *table == name).unwrap();
    let mut text = "| limit | number | beyond it |\n|---|---|---|\n".to_owned();
    for row in *rows {
        writeln!(text, "| {} | {} | {} |", row.what, number(row.source), with_links(row.beyond))
            .unwrap();
    }
    text
}
