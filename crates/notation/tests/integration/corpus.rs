//! Texts as peers print and spell them, each with its lengths and some offsets, or with parts of the refusal. The files of
//! `tests/corpus` have their meanings from `meanings.py`, which does not use the reader.

use layoutc_notation::{NotatedSubject, read, read_subject};
use testkit::repository;

/// The corpora: the file, and the numbers of texts that are read and refused. `docs/spellings.md` states them, too.
const CORPORA: &[(&str, &str, usize, usize)] = &[
    ("CuTe", include_str!("../corpus/cute.txt"), 69, 27),
    ("TensorRT", include_str!("../corpus/tensorrt.txt"), 47, 19),
    ("PyTorch", include_str!("../corpus/torch.txt"), 34, 12),
    ("JAX and XLA", include_str!("../corpus/jax.txt"), 31, 16),
    ("Composable Kernel", include_str!("../corpus/ck.txt"), 30, 12),
];

/// A text of a corpus, with the lines below it.
struct Case<'a> {
    text: &'a str,
    lengths: Option<Vec<i64>>,
    /// Indices with their offsets; `None` for an index without a slot.
    offsets: Vec<(Vec<i64>, Option<i64>)>,
    /// Parts of the refusal, with its notes.
    refused: Vec<&'a str>,
}

fn ints(text: &str) -> Vec<i64> {
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

fn cases(corpus: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in corpus.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(text) = line.strip_prefix("text: ") {
            cases.push(Case { text, lengths: None, offsets: Vec::new(), refused: Vec::new() });
            continue;
        }
        let case = cases.last_mut().expect("the text precedes its lines");
        if let Some(lengths) = line.strip_prefix("lengths:") {
            case.lengths = Some(ints(lengths));
        } else if let Some(quote) = line.strip_prefix("refused: ") {
            case.refused.push(quote);
        } else if let Some((at, value)) = line.strip_prefix("at ").and_then(|it| it.split_once(':'))
        {
            let value = value.trim();
            let value =
                if value == "none" { None } else { Some(value.parse().expect("an offset")) };
            case.offsets.push((ints(at), value));
        } else {
            panic!("unknown line `{line}`");
        }
    }
    cases
}

/// Returns the fault of a case; `None` if it has its meaning.
fn fault(case: &Case<'_>) -> Option<String> {
    match (&case.lengths, read(case.text, None)) {
        (Some(lengths), Ok(read)) => {
            let found = read.layout.shape().static_lengths();
            if found.as_ref() != Some(lengths) {
                return Some(format!("the lengths are {found:?}, not {lengths:?}"));
            }
            let differ = case.offsets.iter().find_map(|(at, offset)| {
                let found = crate::vectors::offset_of(&read.layout, at);
                (found != *offset).then(|| format!("at {at:?}: {found:?}, not {offset:?}"))
            });
            // A text without symbols is a layout for every caller.
            differ.or_else(|| match read_subject(case.text, None) {
                Ok(NotatedSubject::Layout(_)) => None,
                other => Some(format!("as a subject: {other:?}")),
            })
        }
        (Some(_), Err(fault)) => Some(format!("is refused: {fault}")),
        (None, Ok(_)) => Some("is read, but must be refused".to_owned()),
        (None, Err(_)) => {
            // No caller reads the text with a meaning of its own.
            let Err(fault) = read_subject(case.text, None) else {
                return Some("is read as a subject".to_owned());
            };
            let near = fault.near.iter().map(|near| format!("did you mean `{near}`?"));
            let notes = fault.notes.iter().cloned().chain(near);
            let text = notes.fold(fault.message.clone(), |text, note| text + "\n" + &note);
            let missing = case.refused.iter().find(|quote| !text.contains(**quote));
            missing.map(|quote| format!("the refusal lacks `{quote}`: {text}"))
        }
    }
}

#[test]
fn texts_of_peers_have_their_meaning_or_are_refused_by_name() {
    let mut faults = String::new();
    let mut counts = String::new();
    for &(peer, corpus, read, refused) in CORPORA {
        let cases = cases(corpus);
        for case in &cases {
            if let Some(fault) = fault(case) {
                faults += &format!("{}\n  {fault}\n", case.text);
            }
        }
        let found = cases.iter().filter(|case| case.lengths.is_some()).count();
        counts += &format!("{peer}: {found} read, {} refused\n", cases.len() - found);
        if (found, cases.len() - found) != (read, refused) {
            faults += &format!("{peer}: expected {read} read and {refused} refused\n");
        }
    }
    assert!(faults.is_empty(), "{faults}{counts}");
    println!("{counts}");
}

#[test]
fn documentation_states_the_counts() {
    let page = std::fs::read_to_string(repository().join("docs/spellings.md")).unwrap();
    for (peer, _, read, refused) in CORPORA {
        let row = format!("| {peer} | {read} | {refused} |");
        assert!(page.contains(&row), "docs/spellings.md lacks `{row}`");
    }
}
