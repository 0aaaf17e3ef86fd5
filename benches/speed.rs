//! Benchmarks of parsing, verifying, printing, stride resolution, addressing functions and the language server: `cargo bench -p layoutc-benches`.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ir::diag::Sink;
use ir::{Registry, Verified};
use layoutc_benches::{Kind, parse, printed_len, text, verify};
use passes::{PassManager, Pipeline};
use serde_json::json;
use std::fmt::Write as _;

const OPS: usize = 100_000;

fn text_in_and_out(criterion: &mut Criterion) {
    let registry = Registry::new();
    for (kind, name) in
        [(Kind::Chain, "chain"), (Kind::Transpose, "transpose"), (Kind::Foreign, "foreign")]
    {
        let text = text(kind, OPS);
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).throughput(Throughput::Elements(OPS as u64));
        group.bench_function(BenchmarkId::from_parameter("parse"), |bencher| {
            bencher.iter_with_large_drop(|| parse(&text, &registry));
        });
        let module = verify(parse(&text, &registry), &registry);
        group.bench_function(BenchmarkId::from_parameter("verify"), |bencher| {
            bencher.iter(|| ir::verify::verify(&module, &registry, &mut Sink::default()));
        });
        group.bench_function(BenchmarkId::from_parameter("print"), |bencher| {
            bencher.iter(|| printed_len(&module, &registry));
        });
    }
}

fn resolve(criterion: &mut Criterion) {
    let registry = Registry::new();
    let module = verify(parse(&text(Kind::Tensors, OPS), &registry), &registry);
    let mut pipeline = Pipeline::new();
    pipeline.add("resolve-strides", &[]).expect("the pass exists");
    let run = |module: Verified| {
        PassManager::new(&registry)
            .run(&pipeline, module, &mut Sink::default())
            .expect("the requirements are satisfiable")
    };
    let mut group = criterion.benchmark_group("resolve-strides");
    group.sample_size(10).throughput(Throughput::Elements(OPS as u64));
    group.bench_function("tensors", |bencher| {
        bencher.iter_batched(|| module.clone(), run, BatchSize::PerIteration);
    });
}

/// Serves an editor that opens a text of 10,000 ops, and then sends one message more. The difference to `open` is the time
/// of that message.
fn language_server(criterion: &mut Criterion) {
    let registry = Registry::new();
    let text = text(Kind::Tensors, OPS / 10);
    let message = |json: &serde_json::Value| {
        let json = json.to_string();
        format!("Content-Length: {}\r\n\r\n{json}", json.len())
    };
    let notification = |method: &str, params: serde_json::Value| {
        message(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    };
    let document = json!({ "uri": "file:///x", "languageId": "mlir", "version": 1, "text": text });
    let open = notification("textDocument/didOpen", json!({ "textDocument": document }));
    let at = |line: u32| json!({ "line": line, "character": 0 });
    let (uri, place) = (json!({ "uri": "file:///x", "version": 2 }), at(5_000));
    let change = json!({ "range": { "start": place, "end": place }, "text": "\n" });
    let edit = json!({ "textDocument": uri, "contentChanges": [change] });
    let request = |method: &str, params: serde_json::Value| {
        message(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
    };
    let screen = json!({ "textDocument": uri, "range": { "start": place, "end": at(5_060) } });
    let in_name = json!({ "textDocument": uri, "position": { "line": 5_000, "character": 16 } });
    let mut group = criterion.benchmark_group("language-server");
    group.sample_size(10);
    for (name, more) in [
        ("open", String::new()),
        ("edit", notification("textDocument/didChange", edit)),
        ("hover", request("textDocument/hover", in_name)),
        ("inlay-hints", request("textDocument/inlayHint", screen)),
        (
            "semantic-tokens",
            request("textDocument/semanticTokens/full", json!({ "textDocument": uri })),
        ),
    ] {
        let input = open.clone() + &more;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut output = Vec::new();
                lsp::serve(&registry, &mut input.as_bytes(), &mut output).expect("well-formed")
            });
        });
    }
}

/// Returns requests for this many addressing functions of 50 layouts.
fn address_text(functions: usize) -> String {
    let mut text = String::new();
    for body in 0..50 {
        let (h, w, c) = (7 + body % 9, 11 + body / 3, 16 + body);
        let layout = match body % 2 {
            0 => format!(
                "%n, %h, %w, %c = layout.packed [4, {h}, {w}, {c}]\n%t = layout.merge %n, %c, %h, %w"
            ),
            _ => format!(
                "%n, %h, %w, %c = layout.packed [4, {h}, {w}, 64]\n%o, %i = layout.unmerge %c into [2, 32]\n%t = layout.merge %n, %o, %h, %w, %i"
            ),
        };
        writeln!(text, "layout.descriptor @x{body} {{\n{layout}\nlayout.yield %t\n}}")
            .expect("writing to a string never fails");
    }
    for number in 0..functions {
        writeln!(text, "layout.address @f{number} of @x{}", number % 50)
            .expect("writing to a string never fails");
    }
    text
}

/// Lowers and simplifies 10,000 functions of 50 layouts, and the maps of `index_cost.py`.
fn addresses(criterion: &mut Criterion) {
    let registry = Registry::new();
    let maps = include_str!("index_cost/maps.mlir").to_owned();
    let mut pipeline = Pipeline::new();
    for pass in ["resolve-strides", "lower-addressing", "simplify-index"] {
        pipeline.add(pass, &[]).expect("the pass exists");
    }
    let mut group = criterion.benchmark_group("simplify-index");
    group.sample_size(10);
    for (name, text) in [("functions", address_text(10_000)), ("maps", maps)] {
        let module = verify(parse(&text, &registry), &registry);
        let run = |module: Verified| {
            PassManager::new(&registry)
                .run(&pipeline, module, &mut Sink::default())
                .expect("the functions exist")
        };
        group.bench_function(name, |bencher| {
            bencher.iter_batched(|| module.clone(), run, BatchSize::PerIteration);
        });
    }
}

criterion_group!(benches, language_server, text_in_and_out, resolve, addresses);
criterion_main!(benches);
