//! The layouts of `tests/vectors`, and the table in `docs/how-to/tensor-addressing.md` that counts the expressible ones.

use super::manifest;
use super::vectors::{descriptor, ints, tensor, vectors};
use serde_json::Value;
use std::collections::BTreeMap;
use testkit::repository;

/// A file of layouts of another system.
pub(crate) struct Source {
    /// The name in the table.
    pub(crate) name: &'static str,
    /// Returns the texts of the layouts.
    texts: fn() -> Vec<String>,
}

/// All sources, in the order of the table.
pub(crate) const SOURCES: &[Source] = &[
    Source { name: "CK Tile descriptors", texts: descriptors },
    Source { name: "TensorRT formats", texts: formats },
    Source { name: "VPUX orders", texts: orders },
    Source { name: "VPUX strides and slices", texts: strided },
    Source { name: "oneDNN tags", texts: tags },
    Source { name: "CuTe layouts", texts: cute },
];

impl Source {
    /// Returns the layouts as text, each with its symbol `@xN`.
    pub(crate) fn layouts(&self) -> Vec<(String, String)> {
        let named = |(number, text): (usize, String)| {
            let name = format!("x{number}");
            (name.clone(), text.replace("@NAME", &format!("@{name}")))
        };
        (self.texts)().into_iter().enumerate().map(named).collect()
    }
}

fn descriptors() -> Vec<String> {
    let cases = vectors("ck_descriptors.json", "descriptors");
    let text = |case: &Value| {
        let name = case["name"].as_str().unwrap();
        descriptor(case).replacen(&format!("@{name} "), "@NAME ", 1)
    };
    cases.iter().map(text).collect()
}

fn formats() -> Vec<String> {
    let cases = vectors("formats.json", "cases");
    let is_static =
        |case: &&Value| case["shape"].as_array().unwrap().iter().all(|length| length.is_i64());
    cases.iter().filter(is_static).map(|case| tensor(case, "NAME")).collect()
}

/// Returns a tensor of each order, with different lengths.
fn orders() -> Vec<String> {
    let cases = vectors("vpux.json", "orders");
    let text = |case: &Value| {
        let order = ints(&case["perm"]);
        let lengths: String = (0..order.len()).map(|dim| format!("{}x", dim + 2)).collect();
        let dims = |order: &mut dyn Iterator<Item = usize>| {
            order.map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ")
        };
        let from = dims(&mut (0..order.len()));
        let to = dims(&mut order.iter().map(|&dim| dim as usize));
        let map = format!("affine_map<({from}) -> ({to})>");
        format!("layout.tensor @NAME : tensor<{lengths}f16, {{order = {map}}}>\n")
    };
    cases.iter().map(text).collect()
}

/// Returns the strides of requirements, and the views of slices.
fn strided() -> Vec<String> {
    let tensor = |shape: &[i64], strides: &[i64], offset: i64| {
        let lengths: String = shape.iter().map(|length| format!("{length}x")).collect();
        let layout = format!("strided<{strides:?}, offset: {offset}>");
        format!("layout.tensor @NAME : memref<{lengths}f16, {layout}>\n")
    };
    let mut texts = Vec::new();
    for case in vectors("vpux.json", "stride_calc") {
        let bits = case["elem_bits"].as_i64().unwrap();
        let strides = ints(&case["strides_bits"]);
        let strides: Vec<i64> = strides.iter().map(|stride| stride / bits).collect();
        texts.push(tensor(&ints(&case["mem_shape"]), &strides, 0));
    }
    for case in vectors("vpux.json", "view_slice") {
        let bytes = case["elem_bits"].as_i64().unwrap() / 8;
        let offset = case["byte_offset"].as_i64().unwrap() / bytes.max(1);
        texts.push(tensor(&ints(&case["sizes"]), &ints(&case["view_strides_elem"]), offset));
    }
    texts
}

fn tags() -> Vec<String> {
    let text = |case: &Value| {
        let dims: Vec<String> = ints(&case["dims"]).iter().map(i64::to_string).collect();
        let tag = case["tag"].as_str().unwrap();
        format!("layout.notation @NAME \"onednn:{tag}[{}]\"\n", dims.join(","))
    };
    vectors("blocked.json", "cases").iter().map(text).collect()
}

/// Returns the layouts and the swizzled layouts.
fn cute() -> Vec<String> {
    let text = |case: &Value| {
        let args = &case["args"];
        let swizzle = format!("S<{},{},{}>", args["bits"], args["base"], args["shift"]);
        let layout = || format!("{}:{}", nested(&args["a"]["shape"]), nested(&args["a"]["stride"]));
        let text = match case["op"].as_str().unwrap() {
            "layout" => layout(),
            "swizzle" => format!("{swizzle} o {}:1", case["size"]),
            "swizzled_layout" => format!("{swizzle} o {} o {}", args["offset"], layout()),
            _ => return None,
        };
        Some(format!("layout.notation @NAME \"cute:{text}\"\n"))
    };
    vectors("cute.json", "vectors").iter().filter_map(text).collect()
}

/// Returns a nested list as a tuple.
fn nested(value: &Value) -> String {
    match value.as_array() {
        Some(parts) => format!("({})", parts.iter().map(nested).collect::<Vec<_>>().join(",")),
        None => value.to_string(),
    }
}

/// Returns the row of a source: its layouts, the emitted ones, those of them for loads only, and the refused ones by
/// reason.
fn row(source: &Source) -> String {
    let text: String = source.layouts().iter().map(|(_, text)| text.as_str()).collect();
    let entries = manifest(&text);
    let emitted: Vec<&Value> = entries.iter().filter(|entry| entry["refused"].is_null()).collect();
    let loads = emitted.iter().filter(|entry| entry["stores"] == false).count();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in entries.iter().filter_map(|entry| entry["refused"].as_str()) {
        *reasons.entry(reason_class(reason)).or_default() += 1;
    }
    let refused: Vec<String> =
        reasons.iter().map(|(reason, count)| format!("{count}: {reason}")).collect();
    let refused = if refused.is_empty() { "none".to_owned() } else { refused.join("; ") };
    format!("| {} | {} | {} | {loads} | {refused} |\n", source.name, entries.len(), emitted.len())
}

/// The reasons of refusals without numbers: the words of a message, and those of the table.
const REASONS: &[(&str, &str)] = &[
    ("is not a sum of digits", "not a sum of digits"),
    ("a predicate is not", "a predicate over several coordinates"),
    ("strides are unsigned", "a negative stride"),
    ("offsets are unsigned", "a negative offset"),
    ("begins at element", "the first element is not reachable"),
    ("coordinates overlap", "overlapping coordinates"),
    ("there is one mode", "clamped and wrapped coordinates"),
    ("digits are apart", "a partial digit"),
    ("at most 5 dims", "too many digits"),
    ("does not fit 32 bits", "more than 32 bits"),
    ("a matrix has elements", "elements below 8 bits"),
    ("no index is valid", "no valid index"),
    ("limit", "a limit on steps"),
];

fn reason_class(message: &str) -> &'static str {
    let found = REASONS.iter().find(|(words, _)| message.contains(words));
    found.unwrap_or_else(|| panic!("`REASONS` lacks {message}")).1
}

#[test]
fn document_counts_the_expressible_layouts_of_other_systems() {
    let mut table = String::from(
        "| layouts | count | emitted | loads only | refused |\n|---|---|---|---|---|\n",
    );
    SOURCES.iter().for_each(|source| table += &row(source));
    let path = repository().join("docs/how-to/tensor-addressing.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("| layouts | count |").expect("the page has the table");
    let after = rest.split_once("\n\n").map_or("", |(_, after)| after);
    let expected = format!("{before}{table}\n{after}");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, expected).unwrap();
    } else {
        assert_eq!(page, expected, "run with UPDATE_EXPECT=1");
    }
}
