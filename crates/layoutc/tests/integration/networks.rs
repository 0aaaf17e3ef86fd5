//! Tests of `assign-layouts` on the networks in ONNX's Python package, for each target with rules.
//!
//! The tests compute the cost of the result again from its text: lengths, element types and formats in the types of
//! each `layout.reorder`. They also compare it with the greedy baseline of the bench `layouts`, which shares only the
//! rules with the pass. `scripts/install-test-tools.sh` installs the models; without them the tests are skipped with a
//! message.

#![cfg(feature = "onnx")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

#[path = "../../../../benches/layouts/greedy.rs"]
mod greedy;

use crate::driver::succeed;
use expect_test::expect;
use greedy::{Cost, greedy};
use indexmap::IndexMap;
use ir::Registry;
use ir::constants::Constants;
use ir::diag::Sink;
use ir::print::type_to_string;
use layoutc::Driver;
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::OnceLock;
use testkit::{MLIR_OPT, lacks_command, mlir_opt, onnx_models};

const NETWORKS: [&str; 9] = [
    "bvlc_alexnet",
    "densenet121",
    "inception_v1",
    "inception_v2",
    "resnet50",
    "shufflenet",
    "squeezenet",
    "vgg19",
    "zfnet512",
];

/// The targets, each with the element type that replaces f32 in the networks.
const RUNS: [(&str, &str); 4] = [
    ("channels_last", "f32"),
    ("tensorrt_like", "f16"),
    ("tensorrt_like", "f32"),
    ("vpux_like", "f32"),
];

/// Returns the text of a network. `None` if the models are missing, which skips the running test.
pub(crate) fn network(name: &str) -> Option<String> {
    let path = onnx_models()?.join(format!("light/light_{name}.onnx"));
    Some(succeed(&["import", path.to_str().unwrap()], "").0)
}

/// Returns all networks by name. `None` if the models are missing, which skips the running test.
fn networks() -> Option<Vec<(&'static str, String)>> {
    NETWORKS.iter().map(|&name| Some((name, network(name)?))).collect()
}

fn with_elements(text: &str, elem: &str) -> String {
    text.replace("xf32", &format!("x{elem}"))
}

/// A module with assigned layouts, and the statistics of the pass.
struct Assigned {
    text: String,
    counts: BTreeMap<String, u64>,
}

impl Assigned {
    fn new(text: &str, target: &str) -> Assigned {
        let target = format!("--target={target}");
        let (text, stderr) = succeed(&["--passes=assign-layouts", "--stats", &target], text);
        let count = Regex::new(r"(?m)^ *(\d+)  assign-layouts \(1\): (.+)$").unwrap();
        let counts = count.captures_iter(&stderr);
        let counts = counts.map(|found| (found[2].to_owned(), found[1].parse().unwrap()));
        Assigned { text, counts: counts.collect() }
    }

    #[track_caller]
    fn count(&self, name: &str) -> u64 {
        self.counts[name]
    }

    /// Returns the number of reorders and their bytes, from the types in the text. Those of constants are not executed.
    fn recount(&self) -> Cost {
        let types = moved_types(&self.text);
        let bytes: Vec<u64> = types.iter().map(|[from, to]| bytes(from) + bytes(to)).collect();
        Cost { reorders: bytes.len() as u64, bytes: bytes.iter().sum() }
    }
}

/// Returns the types before and after each reorder of a text, except reorders of constants.
fn moved_types(text: &str) -> Vec<[String; 2]> {
    let registry = Driver::default().registry;
    let module = parser::parse(text, 0, &registry, &mut Sink::default()).unwrap();
    let constants = Constants::new(&module, &registry, module.root());
    let reorders = module.walk().filter(|&op| {
        module.name(op) == "layout.reorder" && !constants.contains(module.operands(op)[0])
    });
    reorders
        .map(|op| {
            let ends = [module.operands(op)[0], module.result(op, 0).unwrap()];
            ends.map(|value| type_to_string(&module, module.ty(value)))
        })
        .collect()
}

/// Returns the size of a tensor in memory, in bytes: all its elements, and the padding of a format whose name ends in a
/// number of channels.
fn bytes(ty: &str) -> u64 {
    let (mut lengths, elem) = shape(ty);
    let format = Regex::new(r"format = #layout\.format<([a-z]+)(\d*)>").unwrap();
    if let Some(found) = format.captures(ty) {
        let vector: u64 = found[2].parse().unwrap_or(1);
        let volume = found[1].contains('d');
        let channel = lengths.len() - if volume { 4 } else { 3 };
        lengths[channel] = lengths[channel].div_ceil(vector) * vector;
    }
    lengths.iter().product::<u64>() * elem
}

/// Returns the lengths of a tensor type, and the bytes of an element.
fn shape(ty: &str) -> (Vec<u64>, u64) {
    let inner = ty.strip_prefix("tensor<").unwrap_or_else(|| panic!("no tensor: {ty}"));
    let plain = &inner[..inner.find([',', '>']).unwrap()];
    let mut parts: Vec<&str> = plain.split('x').collect();
    let bits: u64 = parts.pop().unwrap()[1..].parse().unwrap();
    (parts.iter().map(|length| length.parse().unwrap()).collect(), bits / 8)
}

fn baseline(text: &str, target: &str, registry: &Registry) -> (Cost, Cost) {
    let module = parser::parse(text, 0, registry, &mut Sink::default()).unwrap();
    let target = registry.target(target).unwrap();
    greedy(&module, registry, Some(&target)).unwrap()
}

#[test]
fn layouts_of_networks_are_proven_optimal() {
    let Some(networks) = networks() else { return };
    let registry = Driver::default().registry;
    let mut table = String::new();
    for (target, elem) in RUNS {
        writeln!(table, "{target}, {elem}").unwrap();
        for (name, text) in &networks {
            let text = with_elements(text, elem);
            let assigned = Assigned::new(&text, target);
            let cost = assigned.count("cost (bytes)");
            assert_eq!(assigned.count("gap (bytes)"), 0, "{name} on {target}");
            assert_eq!(assigned.count("lower bound (bytes)"), cost, "{name} on {target}");
            let own = Cost { reorders: assigned.count("reorders"), bytes: cost };
            assert_eq!(assigned.recount(), own, "{name} on {target}");
            let (inserted, moved) = baseline(&text, target, &registry);
            assert!(moved.bytes <= inserted.bytes, "{name} on {target}");
            assert!(cost <= moved.bytes, "{name} on {target}: {own:?}, but {moved:?}");
            writeln!(
                table,
                "  {name}: {} reorders of {} bytes, {} of {} by the baseline",
                own.reorders, own.bytes, moved.reorders, moved.bytes
            )
            .unwrap();
        }
    }
    expect![[r#"
        channels_last, f32
          bvlc_alexnet: 1 reorders of 1204224 bytes, 2 of 1277952 by the baseline
          densenet121: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          inception_v1: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          inception_v2: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          resnet50: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          shufflenet: 17 reorders of 11477760 bytes, 17 of 11477760 by the baseline
          squeezenet: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          vgg19: 1 reorders of 1204224 bytes, 2 of 1404928 by the baseline
          zfnet512: 1 reorders of 1204224 bytes, 2 of 1351680 by the baseline
        tensorrt_like, f16
          bvlc_alexnet: 3 reorders of 1099264 bytes, 5 of 2255872 by the baseline
          densenet121: 62 reorders of 5820416 bytes, 119 of 46312448 by the baseline
          inception_v1: 3 reorders of 3657472 bytes, 4 of 4431872 by the baseline
          inception_v2: 2 reorders of 363776 bytes, 2 of 363776 by the baseline
          resnet50: 0 reorders of 0 bytes, 0 of 0 by the baseline
          shufflenet: 19 reorders of 5371968 bytes, 19 of 5371968 by the baseline
          squeezenet: 0 reorders of 0 bytes, 0 of 0 by the baseline
          vgg19: 0 reorders of 0 bytes, 1 of 100352 by the baseline
          zfnet512: 3 reorders of 1907200 bytes, 5 of 6543232 by the baseline
        tensorrt_like, f32
          bvlc_alexnet: 3 reorders of 2198528 bytes, 5 of 4511744 by the baseline
          densenet121: 62 reorders of 11640832 bytes, 119 of 92624896 by the baseline
          inception_v1: 3 reorders of 7314944 bytes, 4 of 8863744 by the baseline
          inception_v2: 2 reorders of 727552 bytes, 2 of 727552 by the baseline
          resnet50: 0 reorders of 0 bytes, 0 of 0 by the baseline
          shufflenet: 19 reorders of 10743936 bytes, 19 of 10743936 by the baseline
          squeezenet: 0 reorders of 0 bytes, 0 of 0 by the baseline
          vgg19: 0 reorders of 0 bytes, 1 of 200704 by the baseline
          zfnet512: 3 reorders of 3814400 bytes, 5 of 13086464 by the baseline
        vpux_like, f32
          bvlc_alexnet: 1 reorders of 1204224 bytes, 2 of 1277952 by the baseline
          densenet121: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          inception_v1: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          inception_v2: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          resnet50: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          shufflenet: 17 reorders of 11477760 bytes, 17 of 11477760 by the baseline
          squeezenet: 1 reorders of 1204224 bytes, 1 of 1204224 by the baseline
          vgg19: 1 reorders of 1204224 bytes, 2 of 1404928 by the baseline
          zfnet512: 1 reorders of 1204224 bytes, 2 of 1351680 by the baseline
    "#]]
    .assert_eq(&table);
}

/// A network with strides for a target, in generic form.
struct Resolved {
    name: String,
    text: String,
    /// The number of reorders that `assign-layouts` inserted.
    assigned: usize,
}

/// Returns all networks for each target. `None` if the models are missing, which skips the running test.
fn resolved() -> Option<&'static [Resolved]> {
    static ALL: OnceLock<Vec<Resolved>> = OnceLock::new();
    let networks = networks()?;
    Some(ALL.get_or_init(|| {
        let passes = "--passes=assign-layouts,resolve-strides{copies=insert}";
        let reorders = Regex::new(r"(?m)^ *(\d+)  assign-layouts \(1\): reorders$").unwrap();
        let mut all = Vec::new();
        for (target, elem) in RUNS {
            let args = [passes, &format!("--target={target}"), "--emit=generic", "--stats"];
            for (name, text) in &networks {
                let (text, stderr) = succeed(&args, &with_elements(text, elem));
                let assigned = reorders.captures(&stderr).unwrap()[1].parse().unwrap();
                all.push(Resolved { name: format!("{name} on {target}"), text, assigned });
            }
        }
        all
    }))
}

/// Checks that every view in the cost model has satisfiable strides, so that no further copy is inserted.
#[test]
fn resolved_strides_need_no_further_copies() {
    let Some(all) = resolved() else { return };
    assert_eq!(all.len(), RUNS.len() * NETWORKS.len());
    for Resolved { name, text, assigned } in all {
        assert_eq!(moved_types(text).len(), *assigned, "{name}");
    }
}

#[test]
fn mlir_opt_reads_networks_with_their_strides() {
    if lacks_command(MLIR_OPT) {
        return;
    }
    let Some(all) = resolved() else { return };
    let texts: Vec<&str> = all.iter().map(|it| it.text.as_str()).collect();
    let read = mlir_opt(&texts.join("// -----\n"), &["--split-input-file", "-o", "/dev/null"]);
    read.unwrap().unwrap();
}

/// An op with one result.
struct OneOp<'a> {
    name: &'a str,
    reads: &'a str,
    ty: &'a str,
}

/// Returns the ops of a text by the names of their results, and the first user of each value.
fn ops(text: &str) -> (IndexMap<&str, OneOp<'_>>, IndexMap<&str, &str>) {
    let line = Regex::new(r#"(?m)^ *%(\w+) = "?([\w.]+)"?[( ]%(\w+).* -> (tensor<.+)$"#).unwrap();
    let (mut ops, mut readers) = (IndexMap::new(), IndexMap::new());
    for found in line.captures_iter(text) {
        let [result, name, reads, ty] = found.extract().1;
        ops.insert(result, OneOp { name, reads, ty });
        readers.entry(reads).or_insert(result);
    }
    (ops, readers)
}

/// Checks that each shuffle of channels costs one reorder.
///
/// A shuffle of channels (reshape, transpose, reshape) is the transpose of a matrix of the channels. Channels are
/// innermost in an NHWC image. If the shuffle starts and ends in NHWC, nearly every element changes its position, which
/// no view can express. The image must therefore be read once and written once. The result has exactly this cost,
/// because each shuffle has one reorder of its size. The remaining cost is the network's input, which the signature
/// declares as row-major and the first convolution reads in NHWC.
#[test]
fn shuffles_cost_one_reorder_each() {
    let Some(text) = network("shufflenet") else { return };
    let assigned = Assigned::new(&text, "channels_last");
    let (ops, readers) = ops(&assigned.text);
    let nhwc = "order = #NHWC";
    let mut table = String::new();
    let mut needed = bytes("tensor<1x3x224x224xf32>") * 2;
    for (&turned, op) in ops.iter().filter(|(_, op)| op.name == "onnx.Transpose") {
        // The path from the operand of the first reshape to the first op after the second reshape.
        let mut start = op.reads;
        while matches!(ops[start].name, "onnx.Reshape" | "layout.reorder") {
            start = ops[start].reads;
        }
        let (mut at, mut way) = (start, Vec::new());
        loop {
            at = readers[at];
            if !matches!(ops[at].name, "onnx.Reshape" | "onnx.Transpose" | "layout.reorder") {
                break;
            }
            way.push(at);
        }
        assert!(way.contains(&turned));
        let reshapes = way.iter().filter(|&&op| ops[op].name == "onnx.Reshape").count();
        assert_eq!(reshapes, 2, "{way:?}");
        let end = way.last().unwrap();
        assert!(ops[start].ty.contains(nhwc) && ops[end].ty.contains(nhwc));
        let (image, _) = shape(ops[start].ty);
        let (matrix, _) = shape(op.ty);
        let (per_group, groups) = (matrix[1], matrix[2]);
        assert!(groups > 1 && per_group > 1 && groups * per_group == image[1]);
        let reorders: Vec<u64> = way
            .iter()
            .filter(|&&op| ops[op].name == "layout.reorder")
            .map(|&op| bytes(ops[op].ty) + bytes(ops[ops[op].reads].ty))
            .collect();
        let least = 2 * bytes(ops[start].ty);
        assert_eq!(reorders, [least], "{way:?}");
        needed += least;
        writeln!(
            table,
            "{groups} by {per_group} channels of {}x{}: {reorders:?} bytes",
            image[2], image[3]
        )
        .unwrap();
    }
    assert_eq!(table.lines().count(), 16);
    assert_eq!(needed, assigned.count("lower bound (bytes)"));
    assert_eq!(assigned.count("cost (bytes)"), needed);
    expect![[r#"
        4 by 28 channels of 56x56: [2809856] bytes
        4 by 34 channels of 28x28: [852992] bytes
        4 by 34 channels of 28x28: [852992] bytes
        4 by 34 channels of 28x28: [852992] bytes
        4 by 34 channels of 28x28: [852992] bytes
        4 by 68 channels of 14x14: [426496] bytes
        4 by 68 channels of 14x14: [426496] bytes
        4 by 68 channels of 14x14: [426496] bytes
        4 by 68 channels of 14x14: [426496] bytes
        4 by 68 channels of 14x14: [426496] bytes
        4 by 68 channels of 14x14: [426496] bytes
        4 by 68 channels of 14x14: [426496] bytes
        4 by 68 channels of 14x14: [426496] bytes
        4 by 136 channels of 7x7: [213248] bytes
        4 by 136 channels of 7x7: [213248] bytes
        4 by 136 channels of 7x7: [213248] bytes
    "#]]
    .assert_eq(&table);
}
