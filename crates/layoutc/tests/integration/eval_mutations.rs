//! Random mutations of descriptors, tensors and queries. `layoutc eval` must answer or report an error, and must never
//! panic.
//!
//! `LAYOUTC_MUTATIONS=100000 cargo test --release -p layoutc --test integration eval_mutations` runs more cases, and
//! `LAYOUTC_SEED=7` runs other cases. A failure prints the text and the query.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::fs;
use std::path::Path;
use testkit::Random;

/// Numbers at the bounds of valid ranges, and beyond.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "16",
    "63",
    "64",
    "65536",
    "2147483648",
    "4294967296",
    "3037000500",
    "4611686018427387904",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "170141183460469231731687303715884105728",
];

/// Replacements for words.
const WORDS: &[&str] = &[
    "layout.pass_through",
    "layout.pad",
    "layout.slice",
    "layout.merge",
    "layout.unmerge",
    "layout.embed",
    "layout.xor",
    "layout.modulo",
    "layout.offset",
    "layout.freeze",
    "layout.insert",
    "layout.replicate",
    "layout.packed",
    "layout.strided",
    "layout.aligned",
    "layout.from",
    "layout.yield",
    "strides",
    "offset",
    "low",
    "high",
    "into",
    "?",
    "[]",
    "%m",
    "%n",
    "%i",
    "f16",
    "i4",
    "i1",
    "chw16",
    "hwc8",
    "null",
    "1.5",
    "{}",
    "\"of\"",
    "\"at\"",
];

const QUERIES: &str = r#"{"of":"@x","at":[1,2]}
{"of":"@im2col","at":[0,0]}
{"of":"@x","offset":10}
{"offset":-3}
{"at":[]}
"#;

/// Returns the valid modules of file tests on layouts.
fn texts() -> Vec<String> {
    let lit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lit");
    let mut files = Vec::new();
    for (folder, start) in [("eval", ""), ("ops", "layout_"), ("ops", "vk_"), ("driver", "eval_")] {
        let entries = fs::read_dir(lit.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let named = |path: &std::path::PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(start) && !name.contains("_invalid")
        };
        files.extend(entries.filter(|path| path.is_file()).filter(named));
    }
    files.sort();
    let read = |path: &std::path::PathBuf| fs::read_to_string(path).unwrap();
    let whole: Vec<String> = files.iter().map(read).collect();
    let code = |text: &str| {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    whole.iter().flat_map(|text| text.split("// -----")).map(code).collect()
}

/// Returns the start and end of a random number or word in a text.
fn token(text: &str, random: &mut Random, numbers: bool) -> Option<(usize, usize)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "._@%\"".contains(c);
    let mut tokens = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match start {
            None if is_part(c) => start = Some(at),
            Some(begin) if !is_part(c) => {
                let is_number = text[begin..at].bytes().all(|byte| byte.is_ascii_digit());
                if is_number == numbers {
                    tokens.push((begin, at));
                }
                start = None;
            }
            _ => {}
        }
    }
    (!tokens.is_empty()).then(|| tokens[random.index(tokens.len())])
}

fn mutate(text: &mut String, random: &mut Random) {
    let kind = random.index(10);
    match kind {
        0..=5 => {
            if let Some((begin, end)) = token(text, random, true) {
                text.replace_range(begin..end, random.pick(NUMBERS));
            }
        }
        6 | 7 => {
            if let Some((begin, end)) = token(text, random, false) {
                text.replace_range(begin..end, random.pick(WORDS));
            }
        }
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            let at = random.index(lines.len());
            if lines.is_empty() {
                return;
            }
            let line = lines.remove(at);
            if kind == 8 {
                let to = random.index(lines.len() + 1);
                lines.insert(to, line);
            }
            *text = lines.join("\n");
        }
    }
}

/// Returns the symbols that a text mentions.
fn symbols(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for (at, _) in text.match_indices('@') {
        let rest = &text[at..];
        let end = rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let symbol = &rest[..end.map_or(rest.len(), |end| end + 1)];
        if symbol.len() > 1 && !found.contains(&symbol) {
            found.push(symbol);
        }
    }
    found
}

fn question(symbol: &str, random: &mut Random) -> Vec<String> {
    let number = |random: &mut Random| random.pick(NUMBERS).to_owned();
    let of = format!("--of={symbol}");
    match random.index(40) {
        0..16 => vec![of],
        16..28 => vec![of, "--inverse".to_owned(), format!("--offset={}", number(random))],
        28..39 => {
            let count = random.index(6);
            let at: Vec<String> = (0..count).map(|_| number(random)).collect();
            vec![of, format!("--at={}", at.join(","))]
        }
        // This query can try many groups of lanes.
        _ => vec![of, "--access=d0".to_owned()],
    }
}

/// Runs `eval`. Returns `true` if it answered, and `false` if it reported an error.
fn holds(text: &str, flags: &[String]) -> Result<bool, String> {
    let args: Vec<String> =
        ["eval", "-"].into_iter().map(str::to_owned).chain(flags.iter().cloned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (text.as_bytes(), Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut stdin, &mut stdout, &mut stderr);
    let reported = String::from_utf8_lossy(&stderr);
    match status {
        0 => Ok(true),
        1 | 2 if reported.contains("error") => Ok(false),
        _ => Err(format!("status {status} of {flags:?}\n{reported}\n{text}")),
    }
}

/// The number of mutated texts; `LAYOUTC_MUTATIONS` overrides it.
const CASES: u64 = 3_000;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

#[test]
fn mutated_layouts_and_queries_are_answered_or_reported() {
    let texts = texts();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("queries");
    let seed = variable("LAYOUTC_SEED").unwrap_or(1);
    let requested = variable("LAYOUTC_MUTATIONS");
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut cases, mut answered) = (0u64, 0u64);
    while cases < requested.unwrap_or(CASES) {
        let mut text = texts[random.index(texts.len())].clone();
        for _ in 0..random.index(3) {
            mutate(&mut text, &mut random);
        }
        let names: Vec<String> = symbols(&text).into_iter().map(str::to_owned).collect();
        let symbol = names.get(random.index(names.len())).map_or("@x", String::as_str);
        let flags = if random.index(4) == 0 {
            let mut queries = QUERIES.replace("@x", symbol);
            mutate(&mut queries, &mut random);
            fs::write(&path, queries).unwrap();
            let of = format!("--of={symbol}");
            let mut flags = vec![of, format!("--queries={}", path.display())];
            flags.extend((random.index(2) == 0).then(|| "--inverse".to_owned()));
            flags
        } else {
            question(symbol, &mut random)
        };
        answered += u64::from(holds(&text, &flags).unwrap_or_else(|fault| panic!("{fault}")));
        cases += 1;
    }
    println!("{cases} cases, {answered} answered");
    assert!(answered * 20 > cases, "only {answered} of {cases} are answered");
}
