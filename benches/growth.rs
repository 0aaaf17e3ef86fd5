//! How reading time grows with the length of hostile texts: `cargo bench -p layoutc-benches --bench growth`.
//!
//! Each text is read at two lengths in one run, the second four times the first. A ratio near 4 is linear, one near 16
//! is quadratic. The texts repeat one line, which is sound, faulty or garbage.

use ir::Registry;
use ir::diag::Sink;
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

fn main() {
    println!("{:>10} {:>10} {:>7}  line", "short, ms", "long, ms", "ratio");
    for line in LINES {
        let text = |length: usize| line.repeat(length / line.len());
        let (short, long) = (time(&text(SHORT)), time(&text(SHORT * FACTOR)));
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let ratio = millis(long) / millis(short);
        println!("{:10.2} {:10.2} {ratio:7.1}  {line:?}", millis(short), millis(long));
    }
}
