//! The output of `--list-passes`, `--list-ops`, `--list-formats`, `--list-targets` and `--list-notations`.

use crate::driver::Driver;
use crate::options::{DriverOptions, ListForm, OpListForm};
use crate::streams::text::json_string;
use ir::diag::counted;
use ir::layout;
use ir::registry::{DeclaredList, DeclaredView};
use ir::target::{IndexCost, Limit, StorageIntegers, Target, TargetRule};
use ir::vulkan;

/// One entry of a list.
struct ListRow {
    name: String,
    summary: String,
    /// Additional lines of the text form.
    details: Vec<String>,
    /// Additional members of the JSON object, each `"key":value`.
    members: Vec<String>,
}

impl ListRow {
    fn new(name: impl Into<String>, summary: impl Into<String>) -> ListRow {
        ListRow {
            name: name.into(),
            summary: summary.into(),
            details: Vec::new(),
            members: Vec::new(),
        }
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
    let line = |row: &ListRow| {
        let details: String = row.details.iter().map(|detail| format!("    {detail}\n")).collect();
        format!("{:width$}  {}\n{details}", row.name, row.summary)
    };
    rows.iter().map(line).collect()
}

fn json(rows: &[ListRow]) -> String {
    let object = |row: &ListRow| {
        let mut members = vec![format!("\"name\":{}", quoted(&row.name))];
        members.push(format!("\"summary\":{}", quoted(&row.summary)));
        members.extend(row.members.iter().cloned());
        format!("{{{}}}", members.join(","))
    };
    format!("[{}]\n", rows.iter().map(object).collect::<Vec<_>>().join(",\n "))
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    json_string(text, &mut out);
    out
}

fn passes(driver: &Driver) -> Vec<ListRow> {
    let row = |pass: &passes::PassInfo| {
        let mut row = ListRow::new(&*pass.name, &*pass.summary);
        let mut options = Vec::new();
        for option in &*pass.options {
            let values = option.values_text();
            let (name, default) = (&*option.name, &*option.default);
            row.details.push(format!("{name}={values} (default {default}): {}", option.summary));
            let values: Vec<String> = option.values().map(quoted).collect();
            options.push(format!(
                "{{\"name\":{},\"values\":[{}],\"default\":{},\"summary\":{}}}",
                quoted(name),
                values.join(","),
                quoted(default),
                quoted(&option.summary)
            ));
        }
        row.members.push(format!("\"options\":[{}]", options.join(",")));
        row
    };
    driver.passes.iter().map(row).collect()
}

fn ops(form: OpListForm, driver: &Driver) -> String {
    let rows = || -> Vec<ListRow> {
        driver.registry.defs().map(|def| ListRow::new(&*def.name, &*def.summary)).collect()
    };
    match form {
        OpListForm::Text => text(&rows()),
        OpListForm::Json => json(&rows()),
        OpListForm::Irdl => codegen::irdl(&driver.registry),
    }
}

/// Returns the notations, each with a text.
fn notations() -> Vec<ListRow> {
    let row = |notation: &notation::Notation| {
        let example = format!("{}:{}", notation.name, notation.example);
        let mut row = ListRow::new(notation.name, notation.summary);
        row.members.push(format!("\"example\":{}", quoted(&example)));
        row.details.push(example);
        row
    };
    notation::NOTATIONS.iter().map(row).collect()
}

/// Returns the formats of Vulkan, then those of TensorRT.
fn formats() -> Vec<ListRow> {
    let tensorrt = layout::Format::all().map(layout_format);
    vulkan::FORMATS.iter().map(vulkan_format).chain(tensorrt).collect()
}

fn vulkan_format(format: &vulkan::VkFormat) -> ListRow {
    let bytes = format.bytes;
    let mut row = ListRow::new(format.name, counted(bytes as usize, "byte"));
    row.members.push(format!("\"value\":{},\"bytes\":{bytes}", format.value));
    row
}

fn layout_format(format: layout::Format) -> ListRow {
    let mut row = ListRow::new(format.name(), format.summary());
    row.details = format_types(format, None);
    row.details.extend(version_types(format));
    row.members.push(format!("\"min_rank\":{}", format.min_rank()));
    row.members.push(format!("\"vector\":{}", format.vector()));
    row.members.push(type_members(format, None));
    let versions = layout::FormatVersion::ALL.map(|version| {
        format!("\"{}\":{{{}}}", version.name(), type_members(format, Some(version)))
    });
    row.members.push(format!("\"tensorrt\":{{{}}}", versions.join(",")));
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
    let line = |(versions, types): (Vec<&str>, Vec<String>)| {
        format!("TensorRT {}: {}", versions.join(", "), types.join("; "))
    };
    lines.into_iter().map(line)
}

/// Returns the JSON members of the element types of a format by device.
fn type_members(format: layout::Format, version: Option<layout::FormatVersion>) -> String {
    let list = |types: Vec<&str>| types.into_iter().map(quoted).collect::<Vec<_>>().join(",");
    let gpu = list(format.gpu_types(version).collect());
    let dla = list(format.dla_types(version).collect());
    format!("\"gpu\":[{gpu}],\"dla\":[{dla}]")
}

fn targets(driver: &Driver) -> Vec<ListRow> {
    let registry = &driver.registry;
    registry.targets().filter_map(|name| registry.target(name)).map(target_row).collect()
}

fn target_row(target: Target) -> ListRow {
    let limits = Limit::ALL.map(|limit| (limit.name(), target.limits.get(limit)));
    let non_packed = target.features.non_packed;
    let bandwidth = target.bandwidth.map(|it| (it.read, it.write));
    let mut row = ListRow::new(target.name.clone(), target.summary.clone());
    row.details = limits.iter().map(|(name, limit)| format!("{name} = {limit}")).collect();
    row.details.push(format!("tensorNonPacked = {non_packed}"));
    let StorageIntegers { bytes, halves, longs } = target.storage_integers;
    row.details.push(format!("storageBuffer8BitAccess = {bytes}"));
    row.details.push(format!("storageBuffer16BitAccess = {halves}"));
    row.details.push(format!("shaderInt64 = {longs}"));
    let controls = target.tensor_controls;
    row.details.extend(controls.then(|| "tensorControls = true".to_owned()));
    let graphs = [
        ("dataGraph", target.data_graphs.graphs),
        ("dataGraphShaderModule", target.data_graphs.shader_modules),
    ];
    let graphs = graphs.into_iter().filter_map(|(name, feature)| Some((name, feature?)));
    row.details.extend(graphs.clone().map(|(name, feature)| format!("{name} = {feature}")));
    let graphs: String = graphs.map(|(name, feature)| format!(",\"{name}\":{feature}")).collect();
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
    let ruled: Vec<&str> = target.rules().map(|(op, _)| op).collect();
    if !ruled.is_empty() {
        row.details.push(format!("layout rules for {}", ruled.join(", ")));
    }
    let limits: Vec<String> =
        limits.iter().map(|(name, limit)| format!("\"{name}\":{limit}")).collect();
    row.members.push(format!("\"limits\":{{{}}}", limits.join(",")));
    row.members.push(format!(
        "\"features\":{{\"tensorNonPacked\":{non_packed},\"storageBuffer8BitAccess\":{bytes},\"storageBuffer16BitAccess\":{halves},\"shaderInt64\":{longs}{graphs},\"tensorControls\":{controls}}}"
    ));
    let ruled: Vec<String> = ruled.into_iter().map(quoted).collect();
    row.members.push(format!("\"rules\":[{}]", ruled.join(",")));
    row.members.push(match bandwidth {
        Some((read, write)) => format!("\"bandwidth\":{{\"read\":{read},\"write\":{write}}}"),
        None => "\"bandwidth\":null".to_owned(),
    });
    let index_cost = index_cost.map_or("null".to_owned(), quoted);
    row.members.push(format!("\"index_cost\":{index_cost}"));
    let version = target.format_version.map_or("null".to_owned(), |it| quoted(it.name()));
    row.members.push(format!("\"tensorrt\":{version},\"vector_dims\":{}", target.vector_dims));
    let workgroup_memory = target.workgroup_memory.map_or("null".to_owned(), |it| it.to_string());
    row.members.push(format!("\"workgroup_memory\":{workgroup_memory}"));
    let specified = Limit::ALL.into_iter().filter(|&limit| target.specifies(limit));
    let specified: Vec<String> = specified.map(|limit| quoted(limit.name())).collect();
    row.members.push(format!("\"specified\":[{}]", specified.join(",")));
    let rules: Vec<String> = target.rules().map(rule_members).collect();
    row.members.push(format!("\"choices\":{{{}}}", rules.join(",")));
    let views = target
        .rules()
        .filter_map(|(op, rule)| Some(format!("{}:{}", quoted(op), view(rule.view.as_ref()?))));
    row.members.push(format!("\"views\":{{{}}}", views.collect::<Vec<_>>().join(",")));
    row
}

/// Returns a declared view as a JSON object: a string is the key of an attribute, a number that of an operand.
fn view(view: &DeclaredView) -> String {
    let list = |(key, list): &(&str, DeclaredList)| {
        let source = match list {
            DeclaredList::Attr(attr) => quoted(attr),
            DeclaredList::Operand(at) => at.to_string(),
            DeclaredList::Values(values) => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                format!("[{}]", values.join(","))
            }
        };
        format!(",{}:{source}", quoted(key))
    };
    let lists: String = view.lists().iter().map(list).collect();
    format!("{{\"kind\":{}{lists}}}", quoted(view.kind()))
}

/// Returns the choices of a rule as a member of a JSON object.
fn rule_members((op, rule): (&str, &TargetRule)) -> String {
    let choices: Vec<String> =
        rule.choices.iter().map(|choice| quoted(&choice.to_string())).collect();
    format!("{}:[{}]", quoted(op), choices.join(","))
}
