//! Growth of running times with the length of the input: `cargo bench -p layoutc-benches --bench growth`.
//!
//! Each input is measured at two lengths in one run; the second is four times the first. A ratio near 4 is linear
//! growth, one near 16 quadratic. The first table reads texts that repeat one valid, invalid or garbage line. The
//! second table verifies, lowers and simplifies descriptors that are chains of stages.

use ir::diag::Sink;
use ir::{Registry, Verified};
use passes::{PassManager, Pipeline};
use std::fmt::Write;
use std::time::{Duration, Instant};

const SHORT: usize = 1 << 18;
const FACTOR: usize = 4;

const LINES: &[&str] = &[
    "(",
    "{<[(",
    "\"",
    "%0 = ",
    "#a = ",
    "\"a\"({\n",
    "dense<[",
    "affine_map<(",
    "\"a\"(%x : () -> ()\n",
    "\"a\"() {x = \"} : () -> ()\n",
    "%0 = \"a\"() : () -> ()\n",
    "func.func @f(%a: f33) {\n  return\n}\n",
    "\"a\"(%undefined) : (i32) -> ()\n",
    "\"a\"() {x = #undefined} : () -> ()\n",
    "layout.tensor @x : tensr<4xf32>\n",
    "\"a\"() ({\n%v = \"b\"() : () -> i32\n}) : () -> ()\n",
    "\"a\"() {x = #layout.order<NHWC>} : () -> ()\n",
    "//\n",
];

/// Returns the least time of three runs.
fn time(text: &str) -> Duration {
    let registry = Registry::new();
    let run = || {
        let (mut sink, begin) = (Sink::default(), Instant::now());
        let module = parser::parse(text, 0, &registry, &mut sink);
        module.map(|module| ir::verify::verify(&module, &registry, &mut sink));
        begin.elapsed()
    };
    (0..3).map(|_| run()).min().unwrap_or_default()
}

/// The number of steps of the shorter chain.
const STAGES: usize = 500;

/// A chain: its name, and the stages of step `n` over a dim `%p` of a length. The last line defines the next `%p`.
/// Returns the stages and the next length.
type ChainStep = (&'static str, fn(usize, usize) -> (String, usize));

const CHAINS: &[ChainStep] = &[
    ("pad", |n, length| (format!("%p{} = layout.pad %p{n} low 1 high 1", n + 1), length + 2)),
    ("unmerge, pad, merge", |n, length| {
        let (next, rows) = (n + 1, length / 4);
        let text = format!(
            "%a{n}, %b{n} = layout.unmerge %p{n} into [{rows}, 4]\n\
             %c{n} = layout.pad %a{n} low 1 high 1\n\
             %p{next} = layout.merge %c{n}, %b{n}"
        );
        (text, (rows + 2) * 4)
    }),
    ("offset, slice, pass_through, pad", |n, length| {
        let next = n + 1;
        let text = format!(
            "%a{n} = layout.offset %p{n} by 1\n\
             %b{n} = layout.slice %a{n} from 1 to {}\n\
             %c{n} = layout.pass_through %b{n}\n\
             %p{next} = layout.pad %c{n} low 2 high 1",
            length - 2
        );
        (text, length)
    }),
];

/// Returns a module with a descriptor of this many steps and its addressing function.
fn chain(step: fn(usize, usize) -> (String, usize), steps: usize) -> String {
    let mut text = "layout.descriptor @d {\n%m = layout.packed [1048576]\n".to_owned();
    text.push_str("%p0 = layout.pad %m low 0 high 0\n");
    let mut length = 1 << 20;
    for n in 0..steps {
        let (stages, next) = step(n, length);
        writeln!(text, "{stages}").expect("writing to a string never fails");
        length = next;
    }
    text + &format!("layout.yield %p{steps}\n}}\nlayout.address @f of @d\n")
}

/// Returns the least time of three runs of a pass after others, and of the verifier before it.
fn time_chain(text: &str, before: &[&'static str], pass: &'static str) -> Duration {
    let registry = Registry::new();
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, &registry, &mut sink);
    let module = module.and_then(|module| Verified::new(module, &registry, &mut sink).ok());
    let module = module.unwrap_or_else(|| panic!("{:?}", sink.diags()));
    let pipeline = |passes: &[&'static str]| {
        let mut pipeline = Pipeline::new();
        for pass in passes {
            pipeline.add(pass, &[]).expect("the pass exists");
        }
        pipeline
    };
    let mut run = |passes: &[&'static str], module: Verified| {
        let begin = Instant::now();
        let module = PassManager::new(&registry).run(&pipeline(passes), module, &mut sink);
        (module.unwrap_or_else(|error| panic!("{error:?}")), begin.elapsed())
    };
    let (module, _) = run(before, module);
    (0..3).map(|_| run(&[pass], module.clone()).1).min().unwrap_or_default()
}

fn row(short: Duration, long: Duration, name: &str) {
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let ratio = millis(long) / millis(short);
    println!("{:10.2} {:10.2} {ratio:7.1}  {name}", millis(short), millis(long));
}

fn main() {
    println!("{:>10} {:>10} {:>7}  line", "short, ms", "long, ms", "ratio");
    for line in LINES {
        let text = |length: usize| line.repeat(length / line.len());
        row(time(&text(SHORT)), time(&text(SHORT * FACTOR)), &format!("{line:?}"));
    }
    println!("{:>10} {:>10} {:>7}  pass, chain", "short, ms", "long, ms", "ratio");
    for &(name, step) in CHAINS {
        let [short, long] = [STAGES, STAGES * FACTOR].map(|steps| chain(step, steps));
        row(time(&short), time(&long), &format!("parse and verify: {name}"));
        let passes = ["lower-addressing", "simplify-index"];
        for (at, pass) in passes.into_iter().enumerate() {
            let time = |text: &str| time_chain(text, &passes[..at], pass);
            row(time(&short), time(&long), &format!("{pass}: {name}"));
        }
    }
}
