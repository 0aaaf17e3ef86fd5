//! The tables of `docs/limits.md`, from the lists of limits that the crates read themselves.
//!
//! The lines from `<!-- limits: NAME -->` to `<!-- end -->` are a table.

use expect_test::expect_file;
use ir::layout::{self, Limit};
use regex::Regex;
use std::fmt::Write;
use std::fs;
use testkit::repository;

/// The limits of the crates, in the order of the pages.
const CRATES: &[(&str, &[Limit])] = &[
    ("layout", layout::LIMITS),
    ("ir", ir::LIMITS),
    ("parser", parser::LIMITS),
    ("notation", notation::LIMITS),
    ("import", import::LIMITS),
    ("address", address::LIMITS),
    ("passes", passes::LIMITS),
    ("codegen", codegen::LIMITS),
    ("draw", draw::LIMITS),
    ("lsp", lsp::LIMITS),
];

/// Returns the limits of a table, each with its crate. The bounds of searches have the table `others`.
fn limits(table: &str) -> impl Iterator<Item = (&'static str, Limit)> {
    let table = if table == "others" { "" } else { table };
    let all = CRATES.iter().flat_map(|(name, limits)| limits.iter().map(|limit| (*name, *limit)));
    all.filter(move |(_, limit)| limit.table == table)
}

/// Returns a text whose codes are links.
fn with_links(text: &str) -> String {
    let code = Regex::new(r"\bL0\d{3}\b").unwrap();
    let link = |found: &regex::Captures<'_>| {
        format!("[{}](codes.md#{})", &found[0], found[0].to_ascii_lowercase())
    };
    code.replace_all(text, link).into_owned()
}

/// Returns a number, as a power of two where it is a great one.
fn number(value: u64) -> String {
    match value {
        ..16_384 => value.to_string(),
        _ if value.is_power_of_two() => format!("2^{}", value.ilog2()),
        _ if (value + 1).is_power_of_two() => format!("2^{} - 1", (value + 1).ilog2()),
        _ => value.to_string(),
    }
}

#[test]
fn great_powers_of_two_are_written_as_such() {
    let shown = [62, 8192, 20_000, 1 << 20, (1 << 24) - 1].map(number);
    assert_eq!(shown, ["62", "8192", "20000", "2^20", "2^24 - 1"]);
}

/// Returns the subject of a limit as a part of a sentence.
fn subject(limit: Limit) -> String {
    let subject = limit.subject.trim().trim_end_matches('.');
    let (first, rest) = subject.split_at(1);
    first.to_lowercase() + rest
}

/// Returns a table of the page.
fn table(name: &str) -> String {
    let mut text = match name {
        "others" => "| bound | number | crate |\n|---|---|---|\n".to_owned(),
        _ => "| limit | number | beyond it |\n|---|---|---|\n".to_owned(),
    };
    for (of, limit) in limits(name) {
        let last = if name == "others" { format!("`{of}`") } else { with_links(limit.beyond) };
        writeln!(text, "| {} | {} | {last} |", subject(limit), number(limit.value)).unwrap();
    }
    text
}

#[test]
fn limits_of_the_page_are_those_of_the_crates() {
    let page = repository().join("docs/limits.md");
    let text = fs::read_to_string(&page).unwrap();
    let (mut out, mut rest) = (String::new(), text.as_str());
    let mut shown = Vec::new();
    while let Some((before, part)) = rest.split_once("<!-- limits: ") {
        let (name, part) = part.split_once(" -->\n").unwrap();
        let (_, after) = part.split_once("<!-- end -->").unwrap();
        write!(out, "{before}<!-- limits: {name} -->\n{}<!-- end -->", table(name)).unwrap();
        shown.extend(limits(name).map(|(_, limit)| limit));
        rest = after;
    }
    let all = CRATES.iter().flat_map(|(_, limits)| limits.iter());
    let hidden: Vec<&Limit> = all.filter(|limit| !shown.contains(limit)).collect();
    assert!(hidden.is_empty(), "the page has no table for {hidden:?}");
    expect_file![page].assert_eq(&(out + rest));
}

#[test]
fn numbers_in_answers_are_those_of_the_table_below_them() {
    let text = fs::read_to_string(repository().join("docs/limits.md")).unwrap();
    let answered = Regex::new(r"\*\*(\d[^*]*)\*\*").unwrap();
    for section in text.split("\n## ").skip(1) {
        let (title, _) = section.split_once('\n').unwrap();
        let (answers, table) = section.split_once("<!-- limits: ").unwrap_or((section, ""));
        for found in answered.captures_iter(answers) {
            let is_listed = table.contains(&format!("| {} |", &found[1]));
            assert!(is_listed, "{title}: no row of the table has the number {}", &found[1]);
        }
    }
}

#[test]
fn every_limit_is_read_by_its_crate() {
    for (name, limits) in CRATES {
        let folder = repository().join("crates").join(name).join("src");
        let files = super::files(&folder, "rs");
        let texts: Vec<String> =
            files.iter().map(|file| fs::read_to_string(folder.join(file)).unwrap()).collect();
        for limit in *limits {
            let read = Regex::new(&format!(r"limits::{}\b", limit.name)).unwrap();
            let is_read = texts.iter().any(|text| read.is_match(text));
            assert!(is_read, "no code of `{name}` reads the limit {}", limit.name);
        }
    }
}
