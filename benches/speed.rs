//! Benchmarks of parsing, verifying, printing and stride resolution: `cargo bench -p layoutc-benches`.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ir::diag::Sink;
use ir::{Registry, Verified};
use layoutc_benches::{Kind, parse, printed_len, text, verify};
use passes::{PassManager, Pipeline};

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

criterion_group!(benches, text_in_and_out, resolve);
criterion_main!(benches);
