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
fn cycles_between_areas_are_reported_at_every_depth() {
    let found = |pairs: &[(&str, &str)]| area_faults("x", &arrows(pairs));
    assert_eq!(
        found(&[("high/a.rs", "low.rs"), ("low.rs", "side.rs"), ("side.rs", "high/b.rs")]),
        [
            "3 areas of `x` import each other:",
            "  `high` -> `low`: high/a.rs -> low.rs",
            "  `low` -> `side`: low.rs -> side.rs",
            "  `side` -> `high`: side.rs -> high/b.rs",
        ]
    );
    assert_eq!(
        found(&[("in/a/x.rs", "in/b.rs"), ("in/b.rs", "in/a/y.rs"), ("in.rs", "in/b.rs")]),
        [
            "2 areas of `x/in` import each other:",
            "  `a` -> `b`: in/a/x.rs -> in/b.rs",
            "  `b` -> `a`: in/b.rs -> in/a/y.rs",
        ]
    );
    assert!(found(&[("a/x.rs", "b/x.rs"), ("a/y.rs", "b/y.rs"), ("lib.rs", "a.rs")]).is_empty());
}

fn read(files: &[(&str, &str)]) -> Crate {
    let texts = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Crate::read(&texts.collect()).expect("the texts are Rust")
}

#[test]
fn tables_that_differ_from_the_imports_are_reported() {
    let root = "//! | module | contents |\n//! |---|---|\n//! | `a`, `b` | two |\n//! | `gone` | none |\n\
                mod a; mod b; mod new; #[cfg(test)] mod tests;";
    let sources = read(&[
        ("lib.rs", root),
        ("a.rs", "use crate::b::Item;"),
        ("b.rs", "pub struct Item;"),
        ("new.rs", "use crate::a::Other;"),
        ("tests.rs", ""),
    ]);
    assert_eq!(
        table_faults("x", &sources, &sources.arrows()),
        [
            "x/lib.rs lists `gone`, which is not a module",
            "x/lib.rs does not name `new`",
            "x/lib.rs lists `a` before `b`, which it imports: a.rs -> b.rs",
        ]
    );
}

#[test]
fn drawing_starts_with_the_highest_floor_and_omits_implied_imports() {
    let docs = BTreeMap::from([
        ("low", "The ground. More."),
        ("middle", "One\nfloor."),
        ("side", "Another: alone\n\nMore."),
        ("top", "The top."),
    ]);
    let arrows = arrows(&[
        ("top/x.rs", "middle.rs"),
        ("top.rs", "low.rs"),
        ("top.rs", "side.rs"),
        ("middle.rs", "low.rs"),
    ]);
    let expected = "top     The top\n        above middle, side\n──────\n\
                    middle  One floor\n        above low\n──────\n\
                    low     The ground\nside    Another: alone\n";
    assert_eq!(drawing(&docs, &arrows), expected);
}

#[test]
fn files_for_tests_without_such_a_path_are_reported() {
    let sources = read(&[
        ("lib.rs", "mod a; #[cfg(test)] mod cases; #[cfg(test)] mod more_tests; mod testing;"),
        ("a.rs", "#[cfg(test)] mod tests;"),
        ("a/tests.rs", "mod inside;"),
        ("a/tests/inside.rs", ""),
        ("cases.rs", ""),
        ("more_tests.rs", ""),
        ("testing/help.rs", ""),
    ]);
    assert_eq!(
        test_path_faults("x", &sources),
        [
            "x/src/testing/help.rs is in the product, but named as a test",
            "x/src/cases.rs is only for tests, but in no `tests`, `testing` or `..._tests`",
        ]
    );
}
