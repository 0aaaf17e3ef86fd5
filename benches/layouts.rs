//! A comparison of the reorders of `assign-layouts` with those of a greedy baseline:
//! `cargo bench -p layoutc-benches --bench layouts`.
//!
//! The first table has the networks of the ONNX Python package, on each target that has rules.
//! `scripts/install-test-tools.sh` installs the package; without it, the table is left out with a message. The second
//! table has synthetic networks of many ops. The columns are the number of reorders and the bytes read and written, for
//! the baseline before and after its reorders move, and for the pass; the ratio of the baseline's bytes to those of the
//! pass; the gap of the pass to the optimum; and the time of the pass alone. The choices of synthetic networks have
//! costs of their own, which are included in the bytes. The two choices of each of their convolutions produce one
//! layout or two. Options:
//!
//! - `-- --elem=f16` replaces the element type f32 of the models, because the allowed formats depend on it.
//! - `-- --ops=N` sets the size of synthetic networks; the default is 100000.
//! - `-- --test` sets it to 1000, which shows in a short time, also unoptimized, that the benchmark works.
//!
//! Times depend on the machine and are never an error. It is an error if the optimality of a solution is not proven, or
//! if the baseline is better than the pass.

#![allow(clippy::print_stdout, reason = "the tables are the output of the benchmark")]

#[path = "layouts/greedy.rs"]
mod greedy;
#[path = "layouts/synthetic.rs"]
mod synthetic;

use greedy::greedy;
use ir::diag::Sink;
use ir::target::Target;
use ir::{Module, Registry, Verified};
use layoutc::Driver;
use passes::{Observer, PassManager, Pipeline, Stats};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use synthetic::{Choices, Kind};

const TARGETS: [&str; 3] = ["vpux_like", "tensorrt_like", "channels_last"];
const PASS: &str = "assign-layouts";
const MODELS: &str = "../target/test-tools/onnx-1.23.2/light";

fn main() -> ExitCode {
    let options = Options::read();
    let mut bench = Bench { registry: Driver::default().registry, failed: false };
    bench.networks(&options.elem);
    bench.synthetic(options.ops);
    if bench.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

struct Options {
    elem: String,
    ops: usize,
}

impl Options {
    /// Reads the options of the benchmark and ignores those that Cargo adds.
    fn read() -> Options {
        let mut options = Options { elem: "f32".to_owned(), ops: 100_000 };
        for arg in std::env::args().skip(1) {
            if let Some(elem) = arg.strip_prefix("--elem=") {
                options.elem = elem.to_owned();
            }
            if arg == "--test" {
                options.ops = 1000;
            }
            if let Some(ops) = arg.strip_prefix("--ops=") {
                options.ops = ops.parse().expect("`--ops` must be a number");
            }
        }
        options
    }
}

struct Bench {
    registry: Registry,
    failed: bool,
}

/// The time and statistics of the pass.
#[derive(Default)]
struct PassObserver {
    started: Option<Instant>,
    time: Duration,
    stats: Stats,
}

impl Observer for PassObserver {
    fn before(&mut self, _: &str, _: usize, _: &Module) {
        self.started = Some(Instant::now());
    }

    fn after(&mut self, _: &str, _: usize, _: &Module, stats: &Stats) {
        self.time = self.started.map(|started| started.elapsed()).unwrap_or_default();
        self.stats = stats.clone();
    }
}

/// Returns the first columns of a line: the network, the target and the number of ops.
fn start(name: &str, target: &str, ops: usize) -> String {
    format!("{name:<13} {target:<13} {ops:>6}")
}

impl Bench {
    fn networks(&mut self, elem: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(MODELS);
        let models = models(&folder);
        if models.is_empty() {
            println!("no models in {}, see scripts/install-test-tools.sh\n", folder.display());
            return;
        }
        println!("elements of {elem}");
        head();
        for (name, path) in models {
            let text = imported(&path).replace("xf32", &format!("x{elem}"));
            for target in TARGETS {
                let known = self.registry.target(target);
                self.line(&name, target, known.as_ref(), &text);
            }
        }
        println!();
    }

    fn synthetic(&mut self, ops: usize) {
        head();
        for (choices, title) in
            [(Choices::OneResult, "one result"), (Choices::Nothing, "two results")]
        {
            for kind in [Kind::Chain, Kind::Ladder, Kind::Dense] {
                let name = format!("{kind:?}").to_lowercase();
                self.line(&name, title, None, &synthetic::text(kind, choices, ops, 1));
            }
        }
    }

    fn line(&mut self, name: &str, target: &str, known: Option<&Target>, text: &str) {
        let module = self.parse(text);
        let ops = module.ops_len();
        let (inserted, moved) = greedy(&module, &self.registry, known)
            .unwrap_or_else(|why| panic!("the baseline fails on {name}: {why}"));
        let watch = self.assign(known, module);
        let count = |name: &str| watch.stats.get(name);
        let (bytes, gap) = (count("cost (bytes)"), count("gap (bytes)"));
        self.failed |= known.is_some() && gap > 0 || moved.bytes < bytes;
        let ratio = match (moved.bytes, bytes) {
            (0, 0) => "1.00".to_owned(),
            (_, 0) => "inf".to_owned(),
            (more, bytes) => format!("{:.2}", more as f64 / bytes as f64),
        };
        println!(
            "{} {:>9} {:>13} {:>9} {:>13} {:>9} {:>13} {ratio:>6} {gap:>5} {:>6} {:>8.4}",
            start(name, target, ops),
            inserted.reorders,
            inserted.bytes,
            moved.reorders,
            moved.bytes,
            count("reorders"),
            bytes,
            count("cores"),
            watch.time.as_secs_f64(),
        );
    }

    fn parse(&self, text: &str) -> Verified {
        let mut sink = Sink::default();
        let module = parser::parse(text, 0, &self.registry, &mut sink);
        let verified =
            module.and_then(|module| Verified::new(module, &self.registry, &mut sink).ok());
        verified.unwrap_or_else(|| panic!("{:?}", sink.diags()))
    }

    fn assign(&self, target: Option<&Target>, module: Verified) -> PassObserver {
        let (mut watch, mut sink) = (PassObserver::default(), Sink::default());
        let mut pipeline = Pipeline::new();
        pipeline.add(PASS, &[]).expect("the pass exists");
        let mut manager = PassManager::new(&self.registry).target(target).observer(&mut watch);
        if manager.run(&pipeline, module, &mut sink).is_err() {
            panic!("{:?}", sink.diags());
        }
        watch
    }
}

fn head() {
    println!(
        "{} {:>9} {:>13} {:>9} {:>13} {:>9} {:>13} {:>6} {:>5} {:>6} {:>8}",
        format_args!("{:<13} {:<13} {:>6}", "network", "target", "ops"),
        "inserted",
        "bytes",
        "moved",
        "bytes",
        "optimum",
        "bytes",
        "ratio",
        "gap",
        "cores",
        "seconds"
    );
}

/// Returns the models of a folder, sorted by name.
fn models(folder: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let named = paths.filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".onnx")?;
        Some((name.trim_start_matches("light_").to_owned(), path))
    });
    let mut models: Vec<(String, PathBuf)> = named.collect();
    models.sort();
    models
}

/// Imports a model and returns its text.
fn imported(path: &Path) -> String {
    let args = ["import".to_owned(), path.display().to_string()];
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut stdout, &mut stderr);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("MLIR is UTF-8")
}
