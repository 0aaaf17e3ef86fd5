//! The output of `--list-passes`, `--list-ops`, `--list-formats`, `--list-targets`, `--list-notations` and
//! `--list-atoms`.

use crate::driver::Driver;
use crate::options::{DriverOptions, ListForm, OpListForm, option_text};
use crate::streams::text::json_text;
use ir::Registry;
use ir::diag::counted;
use ir::layout;
use ir::layout::joined;
use ir::registry::{DeclaredList, DeclaredView, OpKind};
use ir::target::{FormatUsages, IndexCost, Limit, StorageIntegers, Target, TargetRule};
use ir::vulkan::{self, FORMATS, TILINGS, find_value, usages_in};
use serde_json::{Map, Value, json};

/// One entry of a list.
struct ListRow {
    name: String,
    summary: String,
    /// Additional lines of the text form.
    details: Vec<String>,
    /// The JSON object.
    object: Value,
}

impl ListRow {
    fn new(name: impl Into<String>, summary: impl Into<String>) -> ListRow {
        let name = name.into();
        let summary = summary.into();
        let object = json!({ "name": name, "summary": summary });
        ListRow { name, summary, details: Vec::new(), object }
    }
}

/// Returns the lists that the options request; `None` if they request no list.
pub(crate) fn lists(options: &DriverOptions, driver: &Driver) -> Option<String> {
    let requested = [
        options.list_passes.map(|form| show(form, &passes(driver))),
        options.list_ops.map(|form| ops(form, driver)),
        options.list_formats.map(|form| show(form, &formats())),
        options.list_targets.map(|form| show(form, &targets(driver))),
        options.list_notations.map(|form| show(form, &notations())),
        options.list_atoms.map(|form| show(form, &atoms())),
    ];
    let texts: Vec<String> = requested.into_iter().flatten().collect();
    (!texts.is_empty()).then(|| texts.concat())
}

fn show(form: ListForm, rows: &[ListRow]) -> String {
    match form {
        ListForm::Text => text(rows),
        ListForm::Json => json(rows),
    }
}

fn text(rows: &[ListRow]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    rows.iter()
        .map(|row| {
            let details: String =
                row.details.iter().map(|detail| format!("    {detail}\n")).collect();
            format!("{:width$}  {}\n{details}", row.name, row.summary)
        })
        .collect()
}

fn json(rows: &[ListRow]) -> String {
    format!("[{}]\n", joined(rows.iter().map(|row| json_text(&row.object)), ",\n "))
}

fn passes(driver: &Driver) -> Vec<ListRow> {
    fn row(pass: &passes::PassInfo) -> ListRow {
        let mut row = ListRow::new(&*pass.name, &*pass.summary);
        let mut options = Vec::new();
        for option in &*pass.options {
            row.details.push(option_text(option));
            options.push(json!({
                "name": option.name,
                "values": option.values().collect::<Value>(),
                "default": option.default,
                "summary": option.summary,
            }));
        }
        row.object["options"] = options.into();
        row
    }
    driver.passes.iter().map(row).collect()
}

fn ops(form: OpListForm, driver: &Driver) -> String {
    fn rows(driver: &Driver) -> Vec<ListRow> {
        let registry = &driver.registry;
        let defined = registry.defs().map(|def| op_row(&def.name, &def.summary, registry));
        let others = registry.kinds().filter(|(name, _)| registry.get(name).is_none());
        defined.chain(others.map(|(name, _)| op_row(name, "", registry))).collect()
    }
    match form {
        OpListForm::Text => text(&rows(driver)),
        OpListForm::Json => json(&rows(driver)),
        OpListForm::Irdl => codegen::irdl(&driver.registry),
    }
}

/// Returns the row of an op, with its kind. An op without a definition has no summary.
fn op_row(name: &str, summary: &str, registry: &Registry) -> ListRow {
    let kind = registry.kind(name).map(OpKind::name);
    let shown = kind.map(|kind| format!("of kind {kind}"));
    let shown: Vec<&str> = [summary, shown.as_deref().unwrap_or_default()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    let mut row = ListRow::new(name, shown.join("; "));
    row.object["summary"] = json!(summary);
    if let Some(kind) = kind {
        row.object["kind"] = json!(kind);
    }
    row
}

/// Returns the notations, each with a text.
fn notations() -> Vec<ListRow> {
    notation::NOTATIONS
        .iter()
        .map(|notation| {
            let example = format!("{}:{}", notation.name, notation.example);
            let mut row = ListRow::new(notation.name, notation.summary);
            row.object["example"] = json!(example);
            row.details.push(example);
            row
        })
        .collect()
}

/// Returns the operands of matrix instructions.
fn atoms() -> Vec<ListRow> {
    notation::atoms().map(|atom| atom_row(&atom)).collect()
}

fn atom_row(atom: &notation::Atom) -> ListRow {
    let length = |length: &Option<i64>| length.map_or("N".to_owned(), |length| length.to_string());
    let axes = atom.axes.iter().rev();
    let extents = axes.clone().map(|(axis, extent)| match extent {
        Some(extent) => format!("{axis} {extent}"),
        None => format!("{axis} by N"),
    });
    let copies = if atom.copies > 1 { format!(", {} copies", atom.copies) } else { String::new() };
    let shape = joined(atom.shape.iter().map(length), ", ");
    let mut row = ListRow::new(&*atom.name, format!("[{shape}] {}{copies}", joined(extents, ", ")));
    let elems = atom.elems.iter().map(|elem| elem.name());
    row.details.extend(range_text(&atom.columns).map(|columns| format!("N {columns}")));
    let extents = axes.map(|(axis, extent)| (axis.to_string(), json!(extent)));
    row.object["shape"] = json!(atom.shape);
    row.object["axes"] = Value::Object(extents.collect());
    row.object["copies"] = json!(atom.copies);
    row.object["types"] = elems.collect();
    if !atom.columns.is_empty() {
        row.object["columns"] = json!(atom.columns);
    }
    row
}

/// Returns the numbers of a list, `8, 16 to 256 by 16`; `None` if it is empty.
fn range_text(numbers: &[i64]) -> Option<String> {
    let last = numbers.last()?;
    let step = numbers.iter().rev().nth(1).map_or(0, |before| last - before);
    let regular = numbers.windows(2).rev().take_while(|pair| pair[1] - pair[0] == step).count();
    let (single, range) = numbers.split_at(numbers.len() - 1 - regular);
    let first = range.first()?;
    let texts = single.iter().map(i64::to_string);
    Some(joined(texts.chain([format!("{first} to {last} by {step}")]), ", "))
}

/// Returns the formats of Vulkan, then those of TensorRT.
fn formats() -> Vec<ListRow> {
    let tensorrt = layout::Format::all().map(layout_format);
    vulkan::FORMATS.iter().map(vulkan_format).chain(tensorrt).collect()
}

fn vulkan_format(format: &vulkan::VkFormat) -> ListRow {
    let bytes = format.bytes;
    let mut row = ListRow::new(format.name, counted(bytes as usize, "byte"));
    row.object["value"] = json!(format.value);
    row.object["bytes"] = json!(bytes);
    row
}

fn layout_format(format: layout::Format) -> ListRow {
    let mut row = ListRow::new(format.name(), format.summary());
    row.details = format_types(format, None);
    row.details.extend(version_types(format));
    row.object["min_rank"] = json!(format.min_rank());
    row.object["vector"] = json!(format.vector());
    row.object["gpu"] = format.gpu_types(None).collect();
    row.object["dla"] = format.dla_types(None).collect();
    row.object["family"] = json!(format.family().name());
    let is_versioned = format.family() == layout::FormatFamily::TensorRt;
    let versions = layout::FormatVersion::ALL.into_iter().filter(|_| is_versioned).map(|version| {
        let gpu: Value = format.gpu_types(Some(version)).collect();
        let dla: Value = format.dla_types(Some(version)).collect();
        (version.name().to_owned(), json!({ "gpu": gpu, "dla": dla }))
    });
    row.object["tensorrt"] = versions.collect::<Map<_, _>>().into();
    row
}

/// Returns the element types of a format by device, without devices that support none: `GPU: f16, i8`.
fn format_types(format: layout::Format, version: Option<layout::FormatVersion>) -> Vec<String> {
    let gpu: Vec<&str> = format.gpu_types(version).collect();
    let dla: Vec<&str> = format.dla_types(version).collect();
    let devices = [("GPU", gpu), ("DLA", dla)].into_iter().filter(|(_, types)| !types.is_empty());
    devices.map(|(device, types)| format!("{device}: {}", types.join(", "))).collect()
}

/// Returns the element types of a format in the versions whose types differ from those without a version. Versions with
/// equal types are one line: `TensorRT 10, 11: GPU: f16, bf16`.
fn version_types(format: layout::Format) -> impl Iterator<Item = String> {
    let plain = format_types(format, None);
    let mut lines: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for version in layout::FormatVersion::ALL {
        let types = format_types(format, Some(version));
        match lines.iter_mut().find(|(_, known)| *known == types) {
            Some((versions, _)) => versions.push(version.name()),
            None if types != plain => lines.push((vec![version.name()], types)),
            None => {}
        }
    }
    lines
        .into_iter()
        .map(|(versions, types)| format!("TensorRT {}: {}", versions.join(", "), types.join("; ")))
}

fn targets(driver: &Driver) -> Vec<ListRow> {
    let registry = &driver.registry;
    registry.targets().filter_map(|name| registry.target(name)).map(target_row).collect()
}

/// Returns the usages of each format with each tiling, by the names in the IR.
fn format_usages(usages: &FormatUsages) -> Value {
    let row = |(format, tiling, mask): (i64, i64, i64)| {
        let format = FORMATS.iter().find(|row| row.value == format).map(|row| row.name);
        let usage: Vec<&str> = usages_in(mask).map(|row| row.name).collect();
        let tiling = find_value(TILINGS, tiling).map(|row| row.name);
        json!({ "format": format, "tiling": tiling, "usage": usage })
    };
    usages.iter().map(row).collect()
}

fn target_row(target: Target) -> ListRow {
    let limits = Limit::ALL.map(|limit| {
        let value = Some(target.limits.get(limit)).filter(|_| target.specifies(limit));
        (limit.name(), value)
    });
    let non_packed = target.features.non_packed;
    let bandwidth = target.bandwidth.map(|it| (it.read, it.write));
    let mut row = ListRow::new(target.name.clone(), target.summary.clone());
    let stated = limits.iter().filter_map(|(name, limit)| Some((name, (*limit)?)));
    row.details = stated.map(|(name, limit)| format!("{name} = {limit}")).collect();
    row.details.push(format!("tensorNonPacked = {non_packed}"));
    let StorageIntegers { bytes, halves, longs } = target.storage_integers;
    row.details.push(format!("storageBuffer8BitAccess = {bytes}"));
    row.details.push(format!("storageBuffer16BitAccess = {halves}"));
    row.details.push(format!("shaderInt64 = {longs}"));
    let controls = target.tensor_controls;
    row.details.extend(controls.then(|| "tensorControls = true".to_owned()));
    let usages = target.format_usages.as_ref();
    row.details.extend(usages.map(|usages| {
        format!("states the usages of formats with tilings: {}", usages.iter().count())
    }));
    let graphs = [
        ("dataGraph", target.data_graphs.graphs),
        ("dataGraphShaderModule", target.data_graphs.shader_modules),
    ];
    let graphs = graphs.into_iter().filter_map(|(name, feature)| Some((name, feature?)));
    row.details.extend(graphs.clone().map(|(name, feature)| format!("{name} = {feature}")));
    if let Some((read, write)) = bandwidth {
        row.details.push(format!("bandwidth: reads {read}, writes {write} bytes per tick"));
    }
    let index_cost = target.index_cost.map(IndexCost::name);
    row.details.extend(index_cost.map(|cost| format!("index expressions minimize {cost}")));
    row.details.extend(target.format_version.map(|version| format!("formats of {version}")));
    if target.vector_dims {
        row.details.push("the lanes of a split dim are a dim of a tensor description".to_owned());
    }
    if let Some(bytes) = target.workgroup_memory {
        row.details.push(format!("tiles are transposed in {bytes} bytes of workgroup memory"));
    }
    let kinds: Vec<&str> = target.kind_rules().map(|(kind, _)| kind.name()).collect();
    if !kinds.is_empty() {
        row.details.push(format!("layout rules for the kinds {}", kinds.join(", ")));
    }
    let ruled: Vec<&str> = target.rules().map(|(op, _)| op).collect();
    if !ruled.is_empty() {
        row.details.push(format!("layout rules for {}", ruled.join(", ")));
    }
    let mut features = json!({
        "tensorNonPacked": non_packed,
        "storageBuffer8BitAccess": bytes,
        "storageBuffer16BitAccess": halves,
        "shaderInt64": longs,
    });
    graphs.for_each(|(name, feature)| features[name] = json!(feature));
    features["tensorControls"] = json!(controls);
    let specified = Limit::ALL.into_iter().filter(|&limit| target.specifies(limit));
    fn choices_of((subject, rule): (&str, &TargetRule)) -> (String, Value) {
        let choices: Value = rule.choices.iter().map(ToString::to_string).collect();
        (subject.to_owned(), choices)
    }
    let choices = target.rules().map(choices_of);
    let kinds = target.kind_rules().map(|(kind, rule)| choices_of((kind.name(), rule)));
    let views =
        target.rules().filter_map(|(op, rule)| Some((op.to_owned(), view(rule.view.as_ref()?))));
    let all = target.rules().chain(target.kind_rules().map(|(kind, rule)| (kind.name(), rule)));
    let inplace = all.filter(|(_, rule)| !rule.inplace.is_empty());
    let inplace = inplace.map(|(subject, rule)| (subject.to_owned(), json!(rule.inplace)));
    let limits = limits.map(|(name, limit)| (name.to_owned(), json!(limit)));
    row.object["limits"] = limits.into_iter().collect::<Map<_, _>>().into();
    row.object["features"] = features;
    row.object["rules"] = ruled.into();
    row.object["bandwidth"] =
        bandwidth.map(|(read, write)| json!({ "read": read, "write": write })).into();
    row.object["index_cost"] = json!(index_cost);
    row.object["tensorrt"] = json!(target.format_version.map(layout::FormatVersion::name));
    row.object["vector_dims"] = json!(target.vector_dims);
    row.object["workgroup_memory"] = json!(target.workgroup_memory);
    row.object["specified"] = specified.map(Limit::name).collect();
    row.object["choices"] = choices.collect::<Map<_, _>>().into();
    row.object["kinds"] = kinds.collect::<Map<_, _>>().into();
    row.object["inplace"] = inplace.collect::<Map<_, _>>().into();
    row.object["views"] = views.collect::<Map<_, _>>().into();
    row.object["formats"] = usages.map(format_usages).into();
    row
}

/// Returns a declared view as a JSON object: a string is the key of an attribute, a number that of an operand.
fn view(view: &DeclaredView) -> Value {
    let mut object = json!({ "kind": view.kind(), "copies": view.copies() });
    for (key, list) in view.lists() {
        object[key] = match list {
            DeclaredList::Attr(attr) => json!(attr),
            DeclaredList::Operand(at) => json!(at),
            DeclaredList::Values(values) => json!(values),
        };
    }
    object
}
