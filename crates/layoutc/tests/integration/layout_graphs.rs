//! Graphs with known minima of reorders. `assign-layouts` and `optimize-reorders` must reach these minima, in number
//! and in bytes.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

const GRAPHS: &str = include_str!("layout_graphs/graphs.mlir");
const TARGET: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration/layout_graphs/ie.mlir");

/// Returns the output and the statistics of a pass.
fn run(pass: &str, text: &str) -> (String, String) {
    let args = [format!("--passes={pass}"), format!("--target={TARGET}"), "--stats".to_owned()];
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status, 0, "{text}\n{stderr}");
    (stdout, stderr)
}

/// Returns the first number in a line that contains the words.
fn number(text: &str, words: &str) -> u64 {
    let line = text.lines().find(|line| line.contains(words)).unwrap_or_default();
    let digits = line.split(|char: char| !char.is_ascii_digit()).find(|part| !part.is_empty());
    digits.unwrap_or_else(|| panic!("no `{words}` in {text}")).parse().unwrap()
}

#[test]
fn graphs_have_the_known_minimum_of_reorders() {
    let mut seen = 0;
    for graph in GRAPHS.split("// -----\n").skip(1) {
        let (head, text) = graph.split_once('\n').unwrap();
        let (pass, counts) = head.trim_start_matches("// ").split_once(": ").unwrap();
        let (reorders, bytes) = counts.split_once(" reorders, ").unwrap();
        let bytes: u64 = bytes.split(' ').next().unwrap().parse().unwrap();
        let (out, stats) = run(pass, text);
        let left = out.matches("= layout.reorder").count();
        assert_eq!(left, reorders.parse::<usize>().unwrap(), "{head}\n{text}\n{out}");
        // Each byte is read and written.
        let moved = number(&stats, "bytes that reorders read and write");
        assert_eq!(moved, 2 * bytes, "{head}\n{text}\n{out}");
        assert_eq!(number(&stats, "gap (bytes)"), 0, "{head}");
        let (again, _) = run(pass, &out);
        assert_eq!(again, out, "a second execution changes the module: {head}");
        seen += 1;
    }
    assert_eq!(seen, 41);
}
