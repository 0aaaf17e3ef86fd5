//! Tests of `assign-layouts{certificate=DIR}`: VeriPB verifies the proofs, and `scripts/rebuild_certificate.py` builds the
//! models again without our crates.
//!
//! `scripts/install-test-tools.sh` installs VeriPB and the networks. Tests without them are skipped with a message.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::driver::{call, succeed};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use testkit::{Random, lacks_command, repository, veripb};

/// The number of mutants of certificates.
const MUTANTS: usize = 1000;

/// Certificates of a module in a folder.
struct Certificates {
    folder: tempfile::TempDir,
    /// The statistics and remarks.
    messages: String,
}

impl Certificates {
    /// Writes the certificates of a text.
    fn new(text: &str, target: &str) -> Certificates {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let passes = format!("--passes=assign-layouts{{certificate={path}}}");
        let args = ["-", &passes, &format!("--target={target}"), "--stats", "-o", "/dev/null"];
        let (_, messages) = succeed(&args, text);
        Certificates { folder, messages }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).unwrap()
    }

    /// Returns the count with this name.
    fn count(&self, name: &str) -> u64 {
        let mut lines = self.messages.lines().filter(|line| line.ends_with(name));
        lines.next().unwrap().split_whitespace().next().unwrap().parse().unwrap()
    }

    /// Returns the output of the second program. `target` is the text of a target in generic form.
    fn rebuild(&self, target: &str) -> Output {
        let file = self.file("target.mlir");
        std::fs::write(&file, target).unwrap();
        let program = repository().join("scripts/rebuild_certificate.py");
        let paths = [program, self.file("module.mlir"), self.folder.path().to_owned(), file];
        Command::new("python3").args(paths).output().unwrap()
    }
}

/// Returns the least and the greatest optimum that VeriPB verified; `None` if it rejects the proof.
fn verified(veripb: &Path, model: &Path, proof: &Path) -> Option<[u64; 2]> {
    // A rejected proof prints where it fails; the stack of the program takes most of its time.
    let mut command = Command::new(veripb);
    let output = command.args([model, proof]).env("RUST_BACKTRACE", "0").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|line| line.starts_with("s VERIFIED BOUNDS"))?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let bounds = [words[3], words[7]].map(|word| word.parse().ok());
    output.status.success().then_some([bounds[0]?, bounds[1]?])
}

#[track_caller]
fn assert_proven(veripb: &Path, certificates: &Certificates, function: &str) {
    let [model, proof] = ["opb", "pbp"].map(|it| certificates.file(&format!("{function}.{it}")));
    let cost = certificates.count("cost (bytes)");
    assert_eq!(verified(veripb, &model, &proof), Some([cost, cost]));
}

/// The rules of random modules: layouts of each op, with a gap between what ops prefer and what they read.
const RULES: &str = r##"
layout.target @t {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any) -> NHWC>, #layout.choice<(NWCH, any) -> NHWC>]
  layout.rule "onnx.LRN" [#layout.choice<(NHWC) -> NCHW>, #layout.choice<(NCHW) -> NWCH>]
  layout.rule "onnx.MaxPool" [#layout.choice<(NCHW) -> NCHW>, #layout.choice<(NHWC) -> NHWC>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
  layout.rule "onnx.Add" [#layout.choice<same>]
}
"##;

/// Returns a random module of 4 to `most` ops, which are those of the rules.
fn random_module(random: &mut Random, most: usize) -> String {
    let ty = |channels: usize| format!("tensor<1x{channels}x4x6xf16>");
    let own = ty(8);
    let mut text = String::from(RULES);
    writeln!(
        text,
        "func.func @f(%v0: {own}, %w: tensor<8x8x1x1xf16> {{layout.constant}}) -> {own} {{"
    )
    .unwrap();
    let count = 4 + random.index(most - 3);
    for number in 1..=count {
        let operand = random.index(number).max(number.saturating_sub(4));
        let other = random.index(number);
        let call = match random.index(6) {
            0 => format!("\"onnx.Conv\"(%v{operand}, %w) : ({own}, tensor<8x8x1x1xf16>)"),
            1 => format!("\"onnx.LRN\"(%v{operand}) : ({own})"),
            2 => format!("\"onnx.MaxPool\"(%v{operand}) : ({own})"),
            3 => format!("\"onnx.Relu\"(%v{operand}) : ({own})"),
            _ => format!("\"onnx.Add\"(%v{operand}, %v{other}) : ({own}, {own})"),
        };
        writeln!(text, "  %v{number} = {call} -> {own}").unwrap();
    }
    writeln!(text, "  return %v{count} : {own}\n}}").unwrap();
    text
}

/// Returns the target of random modules in generic form.
fn rules() -> String {
    succeed(&["-", "--emit=generic"], RULES).0
}

#[test]
fn random_modules_are_proven_and_rebuilt() {
    let Some(veripb) = veripb() else { return };
    if lacks_command("python3") {
        return;
    }
    let target = rules();
    let mut random = Random::new(29);
    let mut costs = 0;
    for _ in 0..60 {
        let text = random_module(&mut random, 15);
        let certificates = Certificates::new(&text, "t");
        assert_proven(&veripb, &certificates, "f");
        costs += u64::from(certificates.count("cost (bytes)") > 768);
        let output = certificates.rebuild(&target);
        let messages = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{messages}\n{text}");
        let again = Certificates::new(&text, "t");
        for name in ["f.opb", "f.pbp", "module.mlir"] {
            assert_eq!(certificates.text(name), again.text(name));
        }
    }
    assert!(costs > 20);
}

#[test]
fn a_rebuilt_model_differs_from_a_changed_one() {
    if lacks_command("python3") {
        return;
    }
    let target = rules();
    let mut random = Random::new(31);
    let certificates = Certificates::new(&random_module(&mut random, 15), "t");
    let text = certificates.text("f.opb");
    assert!(certificates.rebuild(&target).status.success());
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('*')) {
        // A value that an op uses twice has two equal constraints.
        if text.lines().filter(|other| *other == line).count() > 1 {
            continue;
        }
        let lines = text.lines().enumerate();
        let without: Vec<&str> = lines.filter(|it| it.0 != at).map(|it| it.1).collect();
        std::fs::write(certificates.file("f.opb"), without.join("\n") + "\n").unwrap();
        assert_eq!(certificates.rebuild(&target).status.code(), Some(1), "{line}");
    }
}

/// Returns a certificate with one change: another number, a negated literal, or a line that is dropped, repeated or moved.
fn mutant(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // The last lines have the bounds and the solution, so they are changed more often.
    let late = lines.len() - lines.len().min(6);
    let first = if random.index(2) == 0 { late } else { 1 };
    let at = first + random.index(lines.len() - first);
    match random.index(6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = 1 + random.index(lines.len() - 1);
            lines.swap(at, other);
        }
        3 => {
            let line = &mut lines[at];
            let places: Vec<usize> = line.match_indices('x').map(|it| it.0).collect();
            if !places.is_empty() {
                let place = places[random.index(places.len())];
                match line[..place].ends_with('~') {
                    true => line.replace_range(place - 1..place, ""),
                    false => line.insert(place, '~'),
                }
            }
        }
        _ => {
            let line = &mut lines[at];
            let is_digit = |place: usize| line.as_bytes()[place].is_ascii_digit();
            let starts =
                (0..line.len()).filter(|&it| is_digit(it) && (it == 0 || !is_digit(it - 1)));
            let starts: Vec<usize> = starts.collect();
            if !starts.is_empty() {
                let start = starts[random.index(starts.len())];
                let end = start + line[start..].bytes().take_while(u8::is_ascii_digit).count();
                let number: u64 = line[start..end].parse().unwrap_or(1);
                let changed = [number + 1, number.saturating_sub(1), number * 2, number / 2, 0];
                line.replace_range(start..end, &changed[random.index(changed.len())].to_string());
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Checks some mutants of certificates. Returns the numbers of those that VeriPB rejects, and of those that it accepts.
fn check_mutants(veripb: &Path, seed: u64, count: usize) -> [usize; 2] {
    let mut random = Random::new(seed);
    let mut counts = [0; 2];
    let mut certificates = Certificates::new(&random_module(&mut random, 6), "t");
    for number in 0..count {
        if number % 25 == 24 {
            certificates = Certificates::new(&random_module(&mut random, 6), "t");
        }
        let truth = certificates.count("cost (bytes)");
        let text = mutant(&certificates.text("f.pbp"), &mut random);
        let path = certificates.file("mutant.pbp");
        std::fs::write(&path, &text).unwrap();
        match verified(veripb, &certificates.file("f.opb"), &path) {
            None => counts[0] += 1,
            Some([lower, upper]) => {
                assert!(lower <= truth && truth <= upper, "{lower} {truth} {upper}:\n{text}");
                assert!(lower < upper || lower == truth, "{lower} {truth} {upper}:\n{text}");
                counts[1] += 1;
            }
        }
    }
    counts
}

#[test]
fn no_mutant_states_another_optimum() {
    let Some(veripb) = veripb() else { return };
    let halves = std::thread::scope(|scope| {
        let veripb = &veripb;
        let runs = [1, 2].map(|seed| scope.spawn(move || check_mutants(veripb, seed, MUTANTS / 2)));
        runs.map(|run| run.join().unwrap())
    });
    let [rejected, accepted] = [0, 1].map(|at| halves[0][at] + halves[1][at]);
    assert_eq!(rejected + accepted, MUTANTS);
    // The others drop or repeat lines that the proof does not need, or state weaker bounds.
    assert!(rejected > MUTANTS / 3, "{rejected} of {MUTANTS} are rejected");
}

#[cfg(feature = "onnx")]
#[test]
fn networks_are_proven_and_rebuilt() {
    let Some(veripb) = veripb() else { return };
    if lacks_command("python3") {
        return;
    }
    for network in ["squeezenet", "shufflenet", "resnet50"] {
        let Some(text) = crate::networks::network(network) else { return };
        for target in ["channels_last", "vpux_like"] {
            let certificates = Certificates::new(&text, target);
            assert_proven(&veripb, &certificates, "main_graph");
            let file = repository().join(format!("crates/compiler/targets/{target}.mlir"));
            let (target, _) = succeed(&[file.to_str().unwrap(), "--emit=generic"], "");
            let output = certificates.rebuild(&target);
            let messages = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{network}: {messages}");
        }
    }
}

#[test]
fn what_is_not_proven_has_no_certificate() {
    // Both operands of the concat are one value, so one of them is a copy, which no layout avoids.
    let text = r##"
func.func @f(%x: tensor<1x8x4x4xf16>) -> tensor<1x16x4x4xf16> {
  %0 = "onnx.Concat"(%x, %x) {axis = 1 : si64} : (tensor<1x8x4x4xf16>, tensor<1x8x4x4xf16>) -> tensor<1x16x4x4xf16>
  return %0 : tensor<1x16x4x4xf16>
}"##;
    let certificates = Certificates::new(text, "channels_last");
    assert_eq!(certificates.count("certificates left out"), 1);
    let reason =
        "`@f` has no certificate: the least cost of its model is 0, but its layouts cost 512";
    assert!(certificates.messages.contains(reason), "{}", certificates.messages);
    assert!(!certificates.file("f.opb").exists());
}

#[test]
fn padded_layouts_are_proven() {
    let Some(veripb) = veripb() else { return };
    let text = std::fs::read_to_string(repository().join("examples/resnet50.mlir")).unwrap();
    for target in ["channels_last", "arm_ml_engine", "tensorrt_like"] {
        let certificates = Certificates::new(&text, target);
        assert_proven(&veripb, &certificates, "main");
        assert!(certificates.count("cost (bytes)") > 0);
    }
}

/// Returns the answers of z3 to the queries of a script.
fn answers(script: &Path) -> Vec<String> {
    let output = Command::new("z3").arg(script).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // After an answer that is unsatisfiable, there are no values to print.
    text.lines().filter(|line| !line.starts_with("(error")).map(str::to_owned).collect()
}

/// Runs passes on a text with a folder of certificates, and returns the scripts.
fn scripts(text: &str, passes: &str, folder: &Path) -> Vec<PathBuf> {
    let passes = passes.replace("DIR", folder.to_str().unwrap());
    call(&["-", &format!("--passes={passes}"), "-o", "/dev/null"], text.as_bytes());
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = entries.collect();
    all.sort();
    all
}

#[test]
fn conflicts_of_strides_are_cores_with_models() {
    if lacks_command("z3") {
        return;
    }
    let mut random = Random::new(43);
    let mut conflicts = 0;
    for _ in 0..300 {
        let mut reqs = Vec::new();
        for dim in 0..4 {
            let amount = [2, 6, 8, 10, 24, 64, 96, 160][random.index(8)];
            match random.index(5) {
                0 => reqs.push(format!("m{dim}: aligned<{amount} bytes>")),
                1 => reqs.push(format!("m{dim}: fixed<{amount} bytes>")),
                2 => reqs.push(format!("m{dim}: compact")),
                _ => {}
            }
        }
        if reqs.is_empty() {
            continue;
        }
        let text = format!(
            "layout.tensor @x : tensor<2x3x4x5xf16, {{reqs = #layout.reqs<{}>}}>",
            reqs.join(", ")
        );
        let folder = tempfile::tempdir().unwrap();
        let all = scripts(&text, "resolve-strides{certificate=DIR}", folder.path());
        assert!(all.len() < 2);
        for script in &all {
            let found = answers(script);
            let text = std::fs::read_to_string(script).unwrap();
            let members = text.matches(":named core_").count();
            assert!(members > 0);
            let mut expected = vec!["unsat".to_owned()];
            expected.extend(vec!["sat".to_owned(); members]);
            assert_eq!(found, expected, "{text}");
            conflicts += 1;
        }
    }
    assert!(conflicts > 60, "{conflicts}");
}

#[test]
fn differences_of_address_code_are_unsatisfiable() {
    if lacks_command("z3") {
        return;
    }
    let text = r##"
layout.tensor @rows : tensor<4x5xf32, {order = #layout.order<NC>, strides = [8, 1]}>
layout.tensor @nhwc : tensor<1x3x4x6xf16, {order = #layout.order<NHWC>}>
layout.tensor @chw4 : tensor<1x6x4x6xf16, {format = #layout.format<chw4>}>
layout.tensor @large : tensor<64x256x112x112xf16, {order = #layout.order<NHWC>}>
layout.address @of_rows of @rows
layout.address @of_nhwc of @nhwc {unit = "byte"}
layout.address @of_chw4 of @chw4
layout.address @of_large of @large
"##;
    let folder = tempfile::tempdir().unwrap();
    let passes = "resolve-strides,lower-addressing,simplify-index,check-addresses{certificate=DIR}";
    let all = scripts(text, passes, folder.path());
    let names: Vec<_> = all.iter().map(|it| it.file_name().unwrap().to_str().unwrap()).collect();
    // The large one is compared at samples alone.
    assert_eq!(names, ["of_chw4.smt2", "of_nhwc.smt2", "of_rows.smt2"]);
    for script in &all {
        let text = std::fs::read_to_string(script).unwrap();
        let found = answers(script);
        assert_eq!(found.len(), text.matches("(check-sat)").count());
        assert!(found.iter().all(|answer| answer == "unsat"), "{found:?} {text}");
    }
}
