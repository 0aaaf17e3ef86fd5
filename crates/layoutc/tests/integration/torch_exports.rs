//! Tests of networks that PyTorch exports, from `layoutc import` to Vulkan descriptions.
//!
//! `tests/torch/export.py` writes the networks with both exporters of PyTorch, without the elements of their weights.

#![cfg(feature = "onnx")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::driver;
use crate::graph_stats;

use driver::call;
use expect_test::expect;
use graph_stats::{Reorders, count, output, reorders};
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use testkit::{MLIR_OPT, lacks_command, mlir_opt};

/// The folder of the models whose lengths are all known.
const STATIC: &str = "../../tests/torch";
/// The folder of the models with symbolic dims.
const DYNAMIC: &str = "../../tests/torch/dynamic";
const PASSES: &str =
    "--passes=assign-layouts,resolve-strides{copies=insert},lower-to-vulkan,verify-vulkan";
const TARGET: &str = "--target=channels_last";
/// The models with symbolic dims whose costs are not proven: their shape vectors are parts of many concats.
const OPEN_DYNAMIC: &[&str] = &["encoder_mask", "gpt", "vit"];

/// Returns the exported models of a folder by name.
fn models(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let models = paths.filter(|path| path.extension().is_some_and(|ending| ending == "onnx"));
    let mut models: Vec<_> =
        models.map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path)).collect();
    models.sort();
    models
}

/// Returns the number of tensor types with unknown lengths.
fn unknown_lengths(text: &str) -> usize {
    Regex::new(r"tensor<[0-9x]*\?").unwrap().find_iter(text).count()
}

// A failure of the passes is part of the table, so that no model is missing from it. The slices of `focus` have a step of
// 2, and the target requires an innermost stride of one element, so the batch dim of length 1 is innermost in them.
#[test]
fn exports_become_vulkan_descriptions() {
    let models = models(STATIC);
    assert!(models.len() >= 32, "only {} models", models.len());
    let op = Regex::new(r#"= "onnx\.(\w+)""#).unwrap();
    let mut table = String::new();
    for (name, path) in &models {
        let (module, _) = output(name, &["import", path.to_str().unwrap()], b"");
        assert_eq!(unknown_lengths(&module), 0, "{name}");
        let plain = |op: &str| !matches!(op, "Constant" | "NoValue");
        let ops = op.captures_iter(&module).filter(|found| plain(&found[1])).count();
        let args = [PASSES, TARGET, "--stats", "--diagnostics=short"];
        let (status, text, stderr) = call(&args, module.as_bytes());
        let (cost, gap) = (count(&stderr, "cost (bytes)"), count(&stderr, "gap (bytes)"));
        assert_eq!(gap, 0, "{name}");
        if status != 0 {
            let error = stderr.lines().find(|line| line.contains("error[")).unwrap();
            writeln!(table, "{name}: {ops} ops, {}", error.split_once(": ").unwrap().1).unwrap();
            continue;
        }
        let Reorders { of_activations, of_weights } = reorders(&stderr);
        let descriptions = text.matches("vk.tensor_description @").count();
        writeln!(
            table,
            "{name}: {ops} ops, {of_activations} reorders of activations, {of_weights} of weights, \
             {cost} bytes, {descriptions} descriptions"
        )
        .unwrap();
    }
    expect![[r#"
        attention_mask.dynamo: 25 ops, 0 reorders of activations, 0 of weights, 0 bytes, 36 descriptions
        attention_mask.script: 24 ops, 0 reorders of activations, 0 of weights, 0 bytes, 44 descriptions
        convnext.dynamo: 53 ops, 1 reorders of activations, 3 of weights, 98304 bytes, 89 descriptions
        convnext.script: 81 ops, 1 reorders of activations, 3 of weights, 98304 bytes, 123 descriptions
        decoder.dynamo: 73 ops, 4 reorders of activations, 2 of weights, 36864 bytes, 103 descriptions
        decoder.script: 83 ops, 4 reorders of activations, 0 of weights, 36864 bytes, 121 descriptions
        densenet.dynamo: 74 ops, 1 reorders of activations, 10 of weights, 98304 bytes, 143 descriptions
        densenet.script: 120 ops, 1 reorders of activations, 10 of weights, 98304 bytes, 188 descriptions
        detector.dynamo: 48 ops, 7 reorders of activations, 4 of weights, 159744 bytes, 88 descriptions
        detector.script: 52 ops, 7 reorders of activations, 4 of weights, 159744 bytes, 106 descriptions
        encoder_mask.dynamo: 42 ops, 2 reorders of activations, 0 of weights, 16384 bytes, 64 descriptions
        encoder_mask.script: 46 ops, 2 reorders of activations, 0 of weights, 16384 bytes, 71 descriptions
        focus.dynamo: 9 ops, 5 reorders of activations, 1 of weights, 57344 bytes, 23 descriptions
        focus.script: 9 ops, 5 reorders of activations, 1 of weights, 57344 bytes, 42 descriptions
        gpt.dynamo: 35 ops, 0 reorders of activations, 0 of weights, 0 bytes, 49 descriptions
        gpt.script: 43 ops, 0 reorders of activations, 0 of weights, 0 bytes, 69 descriptions
        gru.dynamo: 7 ops, 1 reorders of activations, 0 of weights, 8192 bytes, 17 descriptions
        gru.script: 7 ops, 1 reorders of activations, 0 of weights, 8192 bytes, 19 descriptions
        inception.dynamo: 139 ops, 1 reorders of activations, 20 of weights, 98304 bytes, 259 descriptions
        inception.script: 179 ops, 1 reorders of activations, 20 of weights, 98304 bytes, 314 descriptions
        lstm.dynamo: 10 ops, 3 reorders of activations, 0 of weights, 32768 bytes, 25 descriptions
        lstm.script: 14 ops, 3 reorders of activations, 0 of weights, 32768 bytes, 41 descriptions
        mobilenet_v2.dynamo: 101 ops, 1 reorders of activations, 1 of weights, 98304 bytes, 212 descriptions
        mobilenet_v2.script: 136 ops, 1 reorders of activations, 1 of weights, 98304 bytes, 331 descriptions
        mobilenet_v3.dynamo: 123 ops, 1 reorders of activations, 1 of weights, 98304 bytes, 233 descriptions
        mobilenet_v3.script: 159 ops, 1 reorders of activations, 1 of weights, 98304 bytes, 285 descriptions
        resnet.dynamo: 49 ops, 1 reorders of activations, 17 of weights, 98304 bytes, 95 descriptions
        resnet.script: 65 ops, 1 reorders of activations, 17 of weights, 98304 bytes, 113 descriptions
        rotary.dynamo: 50 ops, 1 reorders of activations, 0 of weights, 8192 bytes, 65 descriptions
        rotary.script: 64 ops, 1 reorders of activations, 4 of weights, 8192 bytes, 103 descriptions
        shufflenet.dynamo: 53 ops, 6 reorders of activations, 1 of weights, 118784 bytes, 110 descriptions
        shufflenet.script: 65 ops, 6 reorders of activations, 1 of weights, 118784 bytes, 135 descriptions
        speech.dynamo: 17 ops, 2 reorders of activations, 0 of weights, 16384 bytes, 35 descriptions
        speech.script: 17 ops, 2 reorders of activations, 0 of weights, 16384 bytes, 35 descriptions
        super_resolution.dynamo: 5 ops, 1 reorders of activations, 1 of weights, 18432 bytes, 15 descriptions
        super_resolution.script: 5 ops, 1 reorders of activations, 1 of weights, 18432 bytes, 15 descriptions
        swin.dynamo: 191 ops, 17 reorders of activations, 20 of weights, 301056 bytes, 301 descriptions
        swin.script: 198 ops, 17 reorders of activations, 2 of weights, 301056 bytes, 384 descriptions
        unet.dynamo: 27 ops, 2 reorders of activations, 11 of weights, 40960 bytes, 67 descriptions
        unet.script: 27 ops, 2 reorders of activations, 11 of weights, 40960 bytes, 67 descriptions
        vit.dynamo: 86 ops, 1 reorders of activations, 1 of weights, 24576 bytes, 117 descriptions
        vit.script: 107 ops, 1 reorders of activations, 1 of weights, 24576 bytes, 163 descriptions
        volume.dynamo: 7 ops, 1 reorders of activations, 2 of weights, 49152 bytes, 18 descriptions
        volume.script: 7 ops, 1 reorders of activations, 2 of weights, 49152 bytes, 17 descriptions
    "#]].assert_eq(&table);
}

#[test]
fn mlir_opt_reads_exports() {
    if lacks_command(MLIR_OPT) {
        return;
    }
    let generic = |(name, path): &(String, PathBuf)| {
        let (module, _) = output(name, &["import", path.to_str().unwrap()], b"");
        output(name, &["--emit=generic"], module.as_bytes()).0
    };
    let texts: Vec<String> = models(STATIC).iter().map(generic).collect();
    let read = mlir_opt(&texts.join("// -----\n"), &["--split-input-file", "-o", "/dev/null"]);
    read.unwrap().unwrap();
}

#[test]
fn fixed_dims_determine_all_lengths() {
    let mut table = String::new();
    for (name, path) in &models(DYNAMIC) {
        let path = path.to_str().unwrap();
        let (open, _) = output(name, &["import", path], b"");
        assert!(unknown_lengths(&open) > 0, "{name}");
        let mut args = vec!["import", path, "--dim=batch=2"];
        if name.starts_with("encoder_mask") || name.starts_with("gpt") {
            args.push("--dim=length=16");
        }
        let (module, _) = output(name, &args, b"");
        assert_eq!(unknown_lengths(&module), 0, "{name}");
        let (text, _) = output(name, &[PASSES, TARGET], module.as_bytes());
        let descriptions = text.matches("vk.tensor_description @").count();
        writeln!(table, "{name}: {descriptions} descriptions").unwrap();
    }
    expect![[r#"
        encoder_mask.dynamo: 68 descriptions
        encoder_mask.script: 71 descriptions
        gpt.dynamo: 55 descriptions
        gpt.script: 70 descriptions
        lstm.dynamo: 27 descriptions
        lstm.script: 33 descriptions
        resnet.dynamo: 95 descriptions
        resnet.script: 113 descriptions
        swin.dynamo: 301 descriptions
        swin.script: 384 descriptions
        unet.dynamo: 67 descriptions
        unet.script: 67 descriptions
        vit.dynamo: 118 descriptions
        vit.script: 153 descriptions
    "#]]
    .assert_eq(&table);
}

// A view op is opaque if it merges or splits the batch with another dim, as windows and heads do, or if several lengths
// of its result are computed.
#[test]
fn open_dims_keep_views_unless_they_are_split_or_merged() {
    let registry = ir::Registry::new();
    let mut table = String::new();
    for (name, path) in &models(DYNAMIC) {
        let (text, _) = output(name, &["import", path.to_str().unwrap()], b"");
        let module = parser::parse(&text, 0, &registry, &mut ir::diag::Sink::default()).unwrap();
        let (mut views, mut opaque) = (0, BTreeMap::new());
        for op in module.walk() {
            match registry.view_relations(&module, op) {
                None => {}
                Some(Ok(_)) => views += 1,
                Some(Err(why)) => *opaque.entry(why.reason).or_insert(0) += 1,
            }
        }
        writeln!(table, "{name}: {views} views, {opaque:?}").unwrap();
        let args = ["--passes=assign-layouts", TARGET, "--stats", "--diagnostics=short"];
        let (_, stderr) = output(name, &args, text.as_bytes());
        let is_open = OPEN_DYNAMIC.iter().any(|open| name.starts_with(open));
        assert!(is_open || count(&stderr, "gap (bytes)") == 0, "{name}");
    }
    expect![[r#"
        encoder_mask.dynamo: 26 views, {"a dynamic dim is split or merged": 1, "operand 1 is not a constant list of integers": 13}
        encoder_mask.script: 42 views, {"a dynamic dim is split or merged": 3, "operand 1 is not a constant list of integers": 9, "unsupported length 0 of d0 of operand 2": 1}
        gpt.dynamo: 15 views, {"operand 1 is not a constant list of integers": 8}
        gpt.script: 28 views, {"operand 1 is not a constant list of integers": 6}
        lstm.dynamo: 14 views, {}
        lstm.script: 14 views, {}
        resnet.dynamo: 1 views, {}
        resnet.script: 17 views, {}
        swin.dynamo: 96 views, {"a dynamic dim is split or merged": 7, "operand 1 is not a constant list of integers": 1}
        swin.script: 138 views, {"a dynamic dim is split or merged": 6}
        unet.dynamo: 3 views, {}
        unet.script: 4 views, {}
        vit.dynamo: 37 views, {"a dynamic dim is split or merged": 20}
        vit.script: 87 views, {"a dynamic dim is split or merged": 16, "unsupported length 0 of d0 of operand 2": 2}
    "#]].assert_eq(&table);
}

/// Returns the single-result values of a module by name, with the lengths and the bounds of their types.
fn lengths_by_name(text: &str) -> BTreeMap<String, (Vec<String>, Option<Vec<u64>>)> {
    let value = r#"(?m)^ +%(\w+) = "onnx\..* -> tensor<((?:[0-9?]+x)*)[^,>]*(?:, \{bounds = \[([^\]]*)\]\})?>"#;
    let mut found = BTreeMap::new();
    for value in Regex::new(value).unwrap().captures_iter(text) {
        let dims = value[2].split('x').filter(|dim| !dim.is_empty()).map(str::to_owned).collect();
        let bounds = value.get(3).map(|list| {
            list.as_str().split(", ").map(|bound| bound.parse().unwrap_or(u64::MAX)).collect()
        });
        found.insert(value[1].to_owned(), (dims, bounds));
    }
    found
}

/// Returns the arguments of an import with these values of the symbolic dims of a model.
fn import_args(name: &str, path: &str, flag: &str, [batch, length]: [u64; 2]) -> Vec<String> {
    let mut args = vec!["import".to_owned(), path.to_owned(), format!("--{flag}=batch={batch}")];
    if name.starts_with("encoder_mask") || name.starts_with("gpt") {
        args.push(format!("--{flag}=length={length}"));
    }
    args
}

#[test]
fn bounds_hold_at_every_length_and_describe_whole_networks() {
    const MOST: [u64; 2] = [3, 16];
    let registry = ir::Registry::new();
    let mut table = String::new();
    for (name, path) in &models(DYNAMIC) {
        let path = path.to_str().unwrap();
        let import = |flag: &str, values: [u64; 2]| {
            let args = import_args(name, path, flag, values);
            output(name, &args.iter().map(String::as_str).collect::<Vec<_>>(), b"").0
        };
        let bounded = import("bound", MOST);
        let of_bounds = lengths_by_name(&bounded);
        for values in [[1, 1], [1, 16], [2, 5], [3, 9], MOST] {
            // One exporter fixes the length of the mask, so that the model is invalid at other lengths.
            if name == "encoder_mask.script" && values[1] != MOST[1] {
                continue;
            }
            for (value, (lengths, _)) in lengths_by_name(&import("dim", values)) {
                let Some((dims, bounds)) = of_bounds.get(&value) else { continue };
                assert_eq!(lengths.len(), dims.len(), "{name}: {value}");
                for (at, length) in lengths.iter().enumerate() {
                    let bound = bounds.as_ref().map(|bounds| bounds[at]);
                    let length: u64 = length.parse().unwrap();
                    match (dims[at].parse::<u64>(), bound) {
                        (Ok(fixed), _) => assert_eq!(length, fixed, "{name}: {value}"),
                        (Err(_), Some(bound)) if values == MOST => assert_eq!(length, bound),
                        (Err(_), Some(bound)) => assert!(length <= bound, "{name}: {value}"),
                        (Err(_), None) => panic!("{name}: d{at} of {value} has no bound"),
                    }
                }
            }
        }
        let module = parser::parse(&bounded, 0, &registry, &mut ir::diag::Sink::default()).unwrap();
        let relations = || module.walk().filter_map(|op| registry.view_relations(&module, op));
        let views = relations().filter(Result::is_ok).count();
        let (all, dynamic) = (relations().count(), unknown_lengths(&bounded));
        let args = [PASSES, TARGET, "--stats", "--diagnostics=short"];
        let (text, stderr) = output(name, &args, bounded.as_bytes());
        let descriptions = text.matches("vk.tensor_description @").count();
        let (cost, gap) = (count(&stderr, "cost (bytes)"), count(&stderr, "gap (bytes)"));
        writeln!(
            table,
            "{name}: {dynamic} dynamic types, {views} of {all} views, {cost} bytes, gap {gap}, \
             {descriptions} descriptions"
        )
        .unwrap();
    }
    expect![[r#"
        encoder_mask.dynamo: 107 dynamic types, 28 of 37 views, 110736 bytes, gap 96, 104 descriptions
        encoder_mask.script: 104 dynamic types, 28 of 34 views, 86080 bytes, gap 0, 102 descriptions
        gpt.dynamo: 94 dynamic types, 17 of 21 views, 36960 bytes, gap 80, 84 descriptions
        gpt.script: 100 dynamic types, 19 of 21 views, 24608 bytes, gap 0, 98 descriptions
        lstm.dynamo: 33 dynamic types, 10 of 10 views, 49152 bytes, gap 0, 35 descriptions
        lstm.script: 41 dynamic types, 14 of 14 views, 49168 bytes, gap 0, 55 descriptions
        resnet.dynamo: 109 dynamic types, 1 of 1 views, 294912 bytes, gap 0, 95 descriptions
        resnet.script: 109 dynamic types, 17 of 17 views, 294912 bytes, gap 0, 113 descriptions
        swin.dynamo: 303 dynamic types, 103 of 104 views, 903168 bytes, gap 0, 312 descriptions
        swin.script: 325 dynamic types, 100 of 100 views, 903168 bytes, gap 0, 384 descriptions
        unet.dynamo: 60 dynamic types, 3 of 3 views, 221184 bytes, gap 0, 70 descriptions
        unet.script: 60 dynamic types, 4 of 4 views, 221216 bytes, gap 0, 75 descriptions
        vit.dynamo: 194 dynamic types, 49 of 53 views, 204288 bytes, gap 0, 133 descriptions
        vit.script: 204 dynamic types, 60 of 64 views, 204304 bytes, gap 0, 181 descriptions
    "#]]
    .assert_eq(&table);
}

#[test]
fn lengths_without_a_bound_are_counted_in_a_remark() {
    let gpt = &models(DYNAMIC).into_iter().find(|model| model.0 == "gpt.script").unwrap().1;
    let args = ["import", gpt.to_str().unwrap(), "--bound=length=16", "--diagnostics=short"];
    let (text, stderr) = output("gpt.script", &args, b"");
    assert!(
        text.contains("tensor<?x?x32xf32, {bounds = [-9223372036854775808, 16, 32]}>"),
        "{text}"
    );
    let (_, remark) = stderr.split_once(".onnx`: ").unwrap();
    expect![[r#"
        40 lengths are dynamic and have no bound, the first is that of d0 of `input0`
    "#]]
    .assert_eq(remark);
}
