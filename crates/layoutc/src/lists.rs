//! The output of `--list-passes`, `--list-ops`, `--list-formats`, `--list-targets` and `--list-notations`.

use crate::driver::Driver;
use crate::options::{DriverOptions, ListForm, OpListForm};
use ir::diag::counted;
use ir::layout;
use ir::registry::{DeclaredList, DeclaredView};
use ir::target::{IndexCost, Limit, StorageIntegers, Target, TargetRule};
use ir::vulkan;
use serde_json::{Map, Value as Json};

/// One entry of a list.
struct ListRow {
    name: String,
    summary: String,
    /// Additional lines of the text form.
    details: Vec<String>,
    /// Additional members of the JSON object.
    members: Vec<(&'static str, Json)>,
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
        let named = [("name", row.name.as_str().into()), ("summary", row.summary.as_str().into())];
        object(named.into_iter().chain(row.members.iter().cloned())).to_string()
    };
    format!("[{}]\n", rows.iter().map(object).collect::<Vec<_>>().join(",\n "))
}

/// Returns a JSON object with these members.
fn object<'a>(members: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
    members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>().into()
}

fn passes(driver: &Driver) -> Vec<ListRow> {
    let row = |pass: &passes::PassInfo| {
        let mut row = ListRow::new(&*pass.name, &*pass.summary);
        let mut options = Vec::new();
        for option in &*pass.options {
            let (name, default, summary) = (&*option.name, &*option.default, &*option.summary);
            let shown = option.values_text();
            row.details.push(format!("{name}={shown} (default {default}): {summary}"));
            let values: Vec<&str> = option.values().collect();
            let members = [
                ("name", name.into()),
                ("values", values.into()),
                ("default", default.into()),
                ("summary", summary.into()),
            ];
            options.push(object(members));
        }
        row.members.push(("options", options.into()));
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
        row.members.push(("example", example.as_str().into()));
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
    row.members = vec![("value", format.value.into()), ("bytes", bytes.into())];
    row
}

fn layout_format(format: layout::Format) -> ListRow {
    let mut row = ListRow::new(format.name(), format.summary());
    row.details = format_types(format, None);
    row.details.extend(version_types(format));
    row.members = vec![("min_rank", format.min_rank().into()), ("vector", format.vector().into())];
    row.members.extend(type_members(format, None));
    let versions = layout::FormatVersion::ALL
        .map(|version| (version.name(), object(type_members(format, Some(version)))));
    row.members.push(("tensorrt", object(versions)));
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
fn type_members(
    format: layout::Format,
    version: Option<layout::FormatVersion>,
) -> [(&'static str, Json); 2] {
    [
        ("gpu", format.gpu_types(version).collect::<Vec<_>>().into()),
        ("dla", format.dla_types(version).collect::<Vec<_>>().into()),
    ]
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
    let features = [
        ("tensorNonPacked", non_packed.into()),
        ("storageBuffer8BitAccess", bytes.into()),
        ("storageBuffer16BitAccess", halves.into()),
        ("shaderInt64", longs.into()),
    ];
    let features = features.into_iter().chain(graphs.map(|(name, it)| (name, it.into())));
    let features = features.chain([("tensorControls", controls.into())]);
    let bandwidth =
        bandwidth.map(|(read, write)| object([("read", read.into()), ("write", write.into())]));
    let specified = Limit::ALL.into_iter().filter(|&limit| target.specifies(limit));
    let views = target.rules().filter_map(|(op, rule)| Some((op, view(rule.view.as_ref()?))));
    row.members = vec![
        ("limits", object(limits.map(|(name, limit)| (name, limit.into())))),
        ("features", object(features)),
        ("rules", ruled.into()),
        ("bandwidth", bandwidth.into()),
        ("index_cost", index_cost.into()),
        ("tensorrt", target.format_version.map(|it| it.name()).into()),
        ("vector_dims", target.vector_dims.into()),
        ("workgroup_memory", target.workgroup_memory.into()),
        ("specified", specified.map(Limit::name).collect::<Vec<_>>().into()),
        ("choices", object(target.rules().map(|(op, rule)| (op, choices(rule))))),
        ("views", object(views)),
    ];
    row
}

/// Returns a declared view as a JSON object: a string is the key of an attribute, a number that of an operand.
fn view(view: &DeclaredView) -> Json {
    let lists = view.lists();
    let lists = lists.iter().map(|(key, list)| {
        let source = match list {
            DeclaredList::Attr(attr) => (&**attr).into(),
            DeclaredList::Operand(at) => (*at).into(),
            DeclaredList::Values(values) => values.as_slice().into(),
        };
        (*key, source)
    });
    object([("kind", view.kind().into())].into_iter().chain(lists))
}

/// Returns the choices of a rule as a JSON array.
fn choices(rule: &TargetRule) -> Json {
    rule.choices.iter().map(ToString::to_string).collect::<Vec<_>>().into()
}
