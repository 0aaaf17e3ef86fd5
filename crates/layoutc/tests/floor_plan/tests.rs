//! Tests of the arrows of crates with a few lines.

use super::*;

/// Returns the arrows of a crate with these files, one line each, with their names.
fn shown(files: &[(&str, &str)]) -> Vec<String> {
    let texts = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let sources = Crate::read(&texts.collect()).expect("the texts are Rust");
    let line = |((from, to), names): (&(String, String), &BTreeSet<String>)| {
        let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        format!("{from} -> {to}: {names}")
    };
    sources.arrows().iter().map(line).collect()
}

#[test]
fn arrows_lead_to_the_file_that_defines_the_item() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use a::deep::Item;"),
        ("a/mod.rs", "pub mod deep; pub use deep::Other;"),
        ("a/deep.rs", "pub struct Item; pub struct Other; pub fn call() {}"),
        (
            "b.rs",
            "use crate::{Item, a::{self, Other as O}}; fn f(_: Item, _: O) { a::deep::call() }",
        ),
    ];
    assert_eq!(shown(&files), ["b.rs -> a/deep.rs: Item Other call"]);
}

#[test]
fn reexports_of_children_have_no_arrow() {
    let child = ("a/b.rs", "use super::Own; pub struct Item(Own);");
    let parent = ("a.rs", "mod b; pub use b::Item; pub struct Own;");
    assert_eq!(shown(&[parent, child]), ["a/b.rs -> a.rs: Own"]);
    let user = ("a.rs", "mod b; pub use b::Item; pub struct Own; fn f(_: Item) {}");
    assert_eq!(shown(&[user, child]), ["a.rs -> a/b.rs: Item", "a/b.rs -> a.rs: Own"]);
}

#[test]
fn private_imports_and_other_reexports_have_an_arrow() {
    let files = [
        ("a.rs", "mod b; use b::Item; fn f(_: Item) {}"),
        ("a/b.rs", "pub struct Item;"),
        ("c.rs", "pub use crate::d::Item;"),
        ("d.rs", "pub struct Item;"),
        ("lib.rs", "mod a; mod c; mod d;"),
    ];
    assert_eq!(shown(&files), ["a.rs -> a/b.rs: Item", "c.rs -> d.rs: Item"]);
}

#[test]
fn paths_and_module_lists_in_macros_have_arrows() {
    let files = [
        ("a.rs", "list! { b, c } fn f() { print!(\"{}\", crate::d::g(super::d::H)); }"),
        ("a/b.rs", "pub const B: u8 = 0;"),
        ("a/c.rs", "pub const C: u8 = 0;"),
        ("d.rs", "pub fn g(_: u8) {} consts! { H = 1 }"),
        ("lib.rs", "mod a; mod d;"),
    ];
    let expected = ["a.rs -> a/b.rs: b", "a.rs -> a/c.rs: c", "a.rs -> d.rs: H g"];
    assert_eq!(shown(&files), expected);
}

#[test]
fn tests_and_other_crates_have_no_arrows() {
    let files = [
        ("a.rs", "use std::fmt; use ir::b::Item; use ::b::Item as I; #[cfg(test)] mod t;"),
        ("a/t.rs", "use crate::b::Item;"),
        ("b.rs", "pub struct Item; #[cfg(test)] mod tests { use crate::a::f; }"),
        ("c.rs", "use crate::layout::Dim; use crate::Len; use super::b::Item as _;"),
        ("main.rs", "use crate::b::Item;"),
        ("lib.rs", "mod a; mod b; mod c; pub use ::layout; pub use layout::Len;"),
    ];
    assert_eq!(shown(&files), ["c.rs -> b.rs: Item"]);
}

fn arrows(pairs: &[(&str, &str)]) -> Arrows {
    let ends = pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned()));
    ends.map(|ends| (ends, BTreeSet::from(["Name".to_owned()]))).collect()
}

#[test]
fn cycles_are_reported_with_their_arrows() {
    let arrows = arrows(&[("a.rs", "b.rs"), ("b.rs", "c.rs"), ("c.rs", "a.rs"), ("d.rs", "a.rs")]);
    let expected = [
        "3 files of `x` import each other:",
        "  a.rs -> b.rs: Name",
        "  b.rs -> c.rs: Name",
        "  c.rs -> a.rs: Name",
    ];
    assert_eq!(cycle_faults("x", &arrows), expected);
}

#[test]
fn arrows_to_higher_floors_are_reported() {
    let arrows =
        arrows(&[("high/a.rs", "low.rs"), ("low.rs", "side.rs"), ("side.rs", "high/b.rs")]);
    let files = ["high/a.rs", "high/b.rs", "lib.rs", "low.rs", "side.rs"];
    let found = |floors| breaks(files.into_iter(), &arrows, floors);
    assert_eq!(
        found(&["low side", "high"]),
        [
            "`low` is not above `side`: low.rs -> side.rs",
            "`side` is not above `high`: side.rs -> high/b.rs",
        ]
    );
    assert_eq!(
        found(&["low", "high gone"]),
        ["area `side` has no floor", "area `gone` has a floor, but no files"]
    );
}

#[test]
fn drawn_starts_with_the_lowest_floor() {
    let arrows = arrows(&[("a/x.rs", "b.rs"), ("b.rs", "c.rs"), ("a/y.rs", "c.rs")]);
    let files = ["a/x.rs", "a/y.rs", "b.rs", "c.rs", "d.rs", "lib.rs"];
    assert_eq!(drawn(files.into_iter(), &arrows), "\"c d\", \"b\", \"a\"");
}

#[test]
fn types_with_the_same_name_are_reported() {
    let sources = |files: &[(&str, &str)]| {
        let texts = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Crate::read(&texts.collect()).expect("the texts are Rust")
    };
    let one = [
        ("lib.rs", "mod a; pub struct Item; pub enum Kind {}"),
        ("a.rs", "fn f() { struct Item; } mod b { pub trait Kind { type Own; } } type Own = u8;"),
    ];
    let other = [("lib.rs", "#[cfg(test)] struct Own; pub union Item { a: u8 } type Free = u8;")];
    let crates = [("x".to_owned(), sources(&one)), ("y".to_owned(), sources(&other))];
    let types = types_by_name(&BTreeMap::from(crates));
    assert_eq!(
        names_defined_twice(&types, &[("Kind", "one concept"), ("Free", "none")]),
        [
            "`Item` is defined more than once: x/src/a.rs, x/src/lib.rs, y/src/lib.rs",
            "`Free` is an exception, but has one definition",
        ]
    );
}
