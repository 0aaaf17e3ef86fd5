//! layoutc as a library: a dialect whose ops are read from a table when the program runs.
//!
//! A line of the table names an op, its numbers of operands, results and regions, its attributes, and its properties. The
//! program defines each op with owned names, and with closures that hold the values of its line. A pass has an option
//! whose values are the names of these ops. Then the program assigns the layouts of a module that uses the ops.
//!
//! Run it with `cargo run --example dialect`, or with the path of another table as the argument.

use passes as layoutc_passes;

use layoutc_compiler::ir::choice::{Choice, Slot};
use layoutc_compiler::ir::diag::{Sink, code};
use layoutc_compiler::ir::layout::DimsOrder;
use layoutc_compiler::ir::options::{OptionError, OptionInfo};
use layoutc_compiler::ir::registry::{Arity, AttrClass, AttrSpec};
use layoutc_compiler::ir::{Module, Op, OpDef, Registry, Verified};
use layoutc_compiler::{Report, SourceModule};
use layoutc_passes::{Pass, PassContext, PassInfo, PassManager, Pipeline};
use std::process::ExitCode;

const TABLE: &str = include_str!("npu.ops");

const MODULE: &str = r#"
func.func @main(%image: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %conv = "npu.conv"(%image) {stride = 1} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %relu = "npu.relu"(%conv) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %last = "npu.conv"(%relu) {stride = 1} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %last : tensor<1x8x4x4xf16>
}
"#;

fn main() -> ExitCode {
    let table = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}")),
        None => Ok(TABLE.to_owned()),
    };
    match table.and_then(|table| assigned(&dialect(&table)?, MODULE)) {
        Ok(text) => print!("{text}"),
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Returns the text of a module with assigned layouts.
fn assigned(registry: &Registry, text: &str) -> Result<String, String> {
    let shown = |report: Report| report.to_string();
    let mut module = SourceModule::parse(text, "main.mlir", registry.clone()).map_err(shown)?;
    limited(registry, module.module(), &[("op", "npu.conv"), ("most", "8")])?;
    module.run("assign-layouts", None).map_err(shown)?;
    Ok(module.to_string())
}

/// Runs the pass `limit-ops` with options on a copy of a module.
fn limited(registry: &Registry, module: &Verified, options: &[(&str, &str)]) -> Result<(), String> {
    let mut pipeline = Pipeline::new();
    pipeline.add_pass(limit_ops(registry), options).map_err(|error| error.to_string())?;
    let mut sink = Sink::default();
    match PassManager::new(registry).run(&pipeline, module.clone(), &mut sink) {
        Ok(_) => Ok(()),
        Err(_) => Err(sink.take().into_iter().map(|diag| diag.message + "\n").collect()),
    }
}

/// Returns the pass `limit-ops`, which reports a module with too many ops of a name. Its option `op` allows the names of
/// the ops of the device.
fn limit_ops(registry: &Registry) -> PassInfo {
    let own = registry.defs().map(|def| def.name.to_string());
    let own: Vec<String> = own.filter(|name| name.starts_with("npu.")).collect();
    let options = [
        OptionInfo::new("op", "the op to limit").with_values(own),
        OptionInfo::new("most", "the greatest number of ops").with_default("0"),
    ];
    let pass = PassInfo::new("limit-ops", "limits the number of ops of a name", |options| {
        let most = options.get("most");
        let most = most.parse().map_err(|_| OptionError {
            message: format!("option `most` is `{most}`, but must be a number"),
            near: None,
        })?;
        Ok(Box::new(LimitOps { name: options.get("op").to_owned(), most }))
    });
    pass.with_options(options)
}

/// The pass `limit-ops`.
struct LimitOps {
    name: String,
    most: usize,
}

impl Pass for LimitOps {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let LimitOps { name, most } = self;
        let mut ops = module.walk().filter(|&op| module.name(op) == name).skip(*most);
        if let Some(op) = ops.next() {
            let message = format!("the module has more than {most} ops `{name}`");
            cx.sink.error(code::COUNT, module.location(op), message);
        }
    }
}

/// Returns the registry of layoutc with the ops of a table. Their dialects have no other ops and attributes.
fn dialect(table: &str) -> Result<Registry, String> {
    let mut registry = Registry::new();
    for (number, line) in table.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        if line.trim().is_empty() {
            continue;
        }
        let def = definition(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        let (dialect, _) = def.name.split_once('.').unwrap_or((&def.name, ""));
        registry.close_dialect(dialect.to_owned());
        registry.add(def);
    }
    Ok(registry)
}

/// Returns the definition of the op of a line.
fn definition(line: &str) -> Result<OpDef, String> {
    let mut words = line.split_whitespace();
    let name = words.next().filter(|name| name.contains('.')).ok_or("expected `dialect.op`")?;
    let mut count = |of: &str| -> Result<Arity, String> {
        let count = words.next().and_then(|word| word.parse().ok());
        count.map(Arity::Exactly).ok_or_else(|| format!("expected the number of {of}"))
    };
    let def = OpDef::new(name.to_owned(), format!("an op of the table, `{name}`"))
        .with_operands(count("operands")?)
        .with_results(count("results")?)
        .with_regions(count("regions")?);
    words.try_fold(def, property)
}

/// Returns a definition with one of the properties of its line.
fn property(mut def: OpDef, word: &str) -> Result<OpDef, String> {
    let (property, argument) = word.split_once(':').unwrap_or((word, ""));
    let (key, value) = argument.split_once('=').unwrap_or((argument, ""));
    let key = key.to_owned();
    Ok(match property {
        "attr" => {
            def.attrs.to_mut().push(AttrSpec::new(key, class(value)?, true));
            def
        }
        "max" => {
            let most: i64 = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            def.with_verifier(move |check| {
                let value = check.attr(&key).and_then(|attr| check.module.ctx.as_int(attr));
                if let Some(value) = value.filter(|&value| value > most) {
                    let message = format!("`{key}` must be at most {most}, but is {value}");
                    check.error_at(check.location().attr(&key), code::OP_ATTRIBUTE, message);
                }
            })
        }
        "order" => {
            let order = DimsOrder::from_name(&key).ok_or(format!("unknown order `{key}`"))?;
            def.with_choice(move || Choice::all(Slot::from(order)))
        }
        "equal" => def.with_type_equalities(|module: &Module, op: Op| {
            module.operands(op).iter().copied().zip(module.results(op)).collect()
        }),
        "loop" => def.with_trip_count(move |_, module: &Module, op: Op| {
            u64::try_from(module.ctx.as_int(module.attr(op, &key)?)?).ok()
        }),
        _ => return Err(format!("unknown property `{property}`")),
    })
}

fn class(name: &str) -> Result<AttrClass, String> {
    match name {
        "int" => Ok(AttrClass::Int),
        "ints" => Ok(AttrClass::Ints),
        "str" => Ok(AttrClass::Str),
        _ => Err(format!("unknown class `{name}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> String {
        assigned(&dialect(TABLE).unwrap(), text).unwrap_err()
    }

    #[test]
    fn layouts_follow_orders_and_type_equalities_of_the_table() {
        let text = assigned(&dialect(TABLE).unwrap(), MODULE).unwrap();
        let nhwc = "tensor<1x8x4x4xf16, {order = #NHWC}>";
        let ops: Vec<&str> = text.lines().filter(|line| line.contains("npu.")).collect();
        assert_eq!(ops.len(), 3);
        for line in ops {
            assert!(line.ends_with(&format!(": ({nhwc}) -> {nhwc}")), "{line}");
        }
        // The image and the result of the function are row major.
        assert_eq!(text.matches("layout.reorder").count(), 2);
        // An op without properties is row major, too.
        let plain = TABLE.replace("npu.relu    1 1 0  equal", "npu.relu 1 1 0");
        let text = assigned(&dialect(&plain).unwrap(), MODULE).unwrap();
        assert_eq!(text.matches("layout.reorder").count(), 4);
    }

    #[test]
    fn verifier_checks_the_limits_and_attributes_of_the_table() {
        let steep = errors(&MODULE.replacen("stride = 1", "stride = 9", 1));
        assert!(steep.contains("`stride` must be at most 4, but is 9"), "{steep}");
        let missing = errors(&MODULE.replacen("{stride = 1}", "", 1));
        assert!(missing.contains("`npu.conv` requires attribute `stride`"), "{missing}");
        let unknown = errors(&MODULE.replacen("stride = 1", "stride = 1, strid = 2", 1));
        assert!(unknown.contains("unknown attribute `strid` of `npu.conv`"), "{unknown}");
        let other = errors(&MODULE.replace("npu.relu", "npu.rely"));
        assert!(other.contains("unknown op `npu.rely`"), "{other}");
    }

    #[test]
    fn loops_have_the_trip_counts_of_their_attributes() {
        let registry = dialect(TABLE).unwrap();
        let mut module = Module::new();
        let times = module.ctx.int(7);
        let mut body = layoutc_compiler::ir::Builder::new(&mut module);
        let op = body.op("npu.repeat", &[], &[], &[("times", times)]);
        let count = registry.get("npu.repeat").and_then(|def| def.trip_count.clone()).unwrap();
        assert_eq!(count(&registry, &module, op), Some(7));
    }

    #[test]
    fn options_of_the_pass_allow_the_ops_of_the_table() {
        let registry = dialect(&format!("{TABLE}\nnpu.pool 1 1 0 equal")).unwrap();
        let module = SourceModule::parse(MODULE, "main.mlir", registry.clone()).unwrap();
        let run = |options: &[(&str, &str)]| limited(&registry, module.module(), options);
        assert_eq!(run(&[("op", "npu.conv"), ("most", "2")]), Ok(()));
        assert_eq!(run(&[("op", "npu.pool")]), Ok(()));
        let many = run(&[("op", "npu.conv"), ("most", "1")]).unwrap_err();
        assert!(many.starts_with("the module has more than 1 ops `npu.conv`\n"), "{many}");
        let unknown = run(&[("op", "npu.cnv")]).unwrap_err();
        assert!(unknown.contains("must be `npu.conv`"), "{unknown}");
        let unread = run(&[("op", "npu.conv"), ("most", "few")]).unwrap_err();
        assert!(unread.contains("option `most` is `few`, but must be a number"), "{unread}");
    }

    #[test]
    fn errors_of_the_table_name_the_line() {
        let error = |line: &str| dialect(&format!("# ops\n{line}")).unwrap_err();
        assert_eq!(error("relu 1 1 0"), "line 2: expected `dialect.op`");
        assert_eq!(error("npu.relu 1 one 0"), "line 2: expected the number of results");
        assert_eq!(error("npu.relu 1 1 0 fast"), "line 2: unknown property `fast`");
    }
}
