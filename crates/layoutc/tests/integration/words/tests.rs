//! Tests of the scanner on short sources.

use crate::words::report::{Exception, Hit, hits, report};

/// Returns the hits in a file, one line each: the number of the line, and the words.
fn found(path: &str, text: &str) -> Vec<String> {
    let line = |hit: &Hit| format!("{} {}", hit.line, hit.words);
    hits(path, text).iter().map(line).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn words_are_reported_with_their_line_and_replacement() {
    let source = "//! A module.\n\n// The pass\n// tells the\n// strides.\n";
    let hits: Vec<String> = hits("a.rs", source).iter().map(Hit::to_string).collect();
    assert_eq!(hits, ["a.rs:4: `tells` -> reports, prints, returns, describes: // tells the"]);
}

#[test]
fn phrases_are_found_across_lines_in_any_case() {
    assert_eq!(found("a.md", "Two layouts hold\n  together.\n"), ["1 `hold together`"]);
    assert_eq!(found("a.sh", "x=1 # one\n# Hold\n# together\n"), ["2 `Hold together`"]);
    assert_eq!(found("a.md", "Two layouts hold\n\ntogether.\n"), NONE);
}

#[test]
fn comments_of_each_language_are_searched() {
    for (path, text) in [
        ("a.rs", "fn f() {} // It wants\n"),
        ("a.rs", "/// One\n/// demand.\nstruct S;\n"),
        ("a.py", "x = 1  # a demand\n"),
        ("a.py", "\"\"\"A demand.\"\"\"\n"),
        ("a.toml", "# a demand\n"),
        ("fuzz/run", "# a demand\n"),
        ("a.pest", "// a demand\n"),
        ("a.mlir", "// A demand.\n"),
        ("a.md", "A demand.\n"),
    ] {
        assert!(!found(path, text).is_empty(), "{path}: {text}");
    }
    assert_eq!(found("a.json", "a demand"), NONE);
}

#[test]
fn strings_and_names_of_tests_are_searched() {
    let source = r##"
        const A: [&str; 4] = ["demand", "a demand", r#"an "odd" demand"#, "two \
            demands"];
        #[test]
        #[ignore]
        fn what_is_told_is_so() {}
        fn nobody_asks() {}
    "##;
    let names = ["6 starts with `what`", "6 `told`", "6 `is so`"];
    assert_eq!(
        found("a.rs", source),
        [&["2 `demand`", "2 `demand`", "3 `demands`"][..], &names].concat()
    );
}

#[test]
fn code_is_skipped() {
    for text in [
        "A `demand` and ``a `demand` `` and `a\ndemand`.",
        "```\na demand\n```",
        "A [link](https://example.org/demand) to https://example.org/demand",
    ] {
        assert_eq!(found("a.md", text), NONE, "{text}");
        assert_eq!(found("a.mlir", &format!("// {}", text.replace('\n', "\n// "))), NONE, "{text}");
    }
    let source = "fn f<'a>(tells: &'a str) { (tells, '\"', '\\'', \"{asks} of\") } // plain\n";
    assert_eq!(found("a.rs", source), NONE);
    assert_eq!(
        found("a.mlir", "// CHECK: a demand\n// expected-error {{a demand}}\n\"demand\"\n"),
        NONE
    );
    assert_eq!(found("a.toml", "a = \"# a demand\"\n"), NONE);
}

#[test]
fn technical_meanings_are_allowed() {
    for text in [
        "Rounds to nearest, ties to even.",
        "The second run of the pass changes nothing.",
        "A byte takes eight bits, and the root takes precedence.",
        "There is no stride; the interface raises the lower bound.",
    ] {
        assert_eq!(found("a.md", text), NONE, "{text}");
    }
    assert_eq!(found("a.md", "It ties two runs of digits."), ["1 `ties`", "1 `runs of`"]);
}

#[test]
fn comments_start_with_a_subject() {
    let source = "// It is odd.\nconst A: u8 = 1; // That is odd.\n// The stride. It is odd.\n";
    assert_eq!(found("a.rs", source), ["1 starts with `It`", "2 starts with `That`"]);
    assert_eq!(found("a.md", "It is odd."), NONE);
}

#[test]
fn functions_start_with_a_verb() {
    for (line, is_correct) in [
        ("Returns the stride.", true),
        ("Returns, for each dim, the stride.", true),
        ("Passes messages.", true),
        ("The stride.", false),
        ("`true` if the stride is even.", false),
        ("Is odd.", false),
        ("Strides of a type.", false),
        ("Return the stride.", false),
    ] {
        for source in [
            format!("/// {line}\nfn f() {{}}\n"),
            format!("trait T {{\n    /// {line}\n    #[inline]\n    fn f();\n}}\n"),
            format!("struct S;\nimpl S {{\n    /// {line}\n    const fn f() {{}}\n}}\n"),
        ] {
            assert_eq!(found("a.rs", &source).is_empty(), is_correct, "{source}");
        }
    }
}

#[test]
fn other_items_start_with_a_noun_phrase() {
    for (line, is_correct) in [
        ("The stride.", true),
        ("Bytes, each of 8 bits.", true),
        ("Programs that have no results.", true),
        ("`true` if the stride is even.", true),
        ("Returns the stride.", false),
        ("Holds a stride.", false),
        ("Whether the stride is even.", false),
        ("What it is.", false),
    ] {
        for source in [
            format!("//! {line}\n"),
            format!("/// {line}\nconst A: u8 = 1;\n"),
            format!("/// {line}\nenum E {{}}\n"),
            format!("enum E {{\n    /// {line}\n    A,\n}}\n"),
            format!("struct S {{\n    /// {line}\n    a: bool,\n}}\n"),
        ] {
            let starts = found("a.rs", &source).iter().any(|hit| hit.contains("starts with \""));
            assert_eq!(starts, !is_correct, "{source}");
        }
    }
    let source = "struct S {\n    /// Returns the stride.\n    f: Option<fn() -> u8>,\n}\n";
    assert_eq!(found("a.rs", source), NONE);
}

#[test]
fn first_lines_are_reported_at_their_line() {
    let source =
        "//! A module.\n\n/// A type.\nstruct S;\n\n/// A type.\n/// Two lines.\nfn f() {}\n";
    assert_eq!(found("a.rs", source), ["6 starts with \"A type.\""]);
}

#[test]
fn sources_that_are_not_rust_are_reported() {
    assert_eq!(found("a.rs", "fn f( {}").len(), 1);
}

#[test]
fn words_that_a_sentence_can_need_are_only_reported() {
    for (text, is_rejected) in [
        ("The pass tells the strides.", true),
        ("Whoever calls it, and somebody else.", true),
        ("It hangs on the order.", true),
        ("There is nothing at all.", true),
        ("The specification says so.", false),
        ("Elements are loaded on demand, or not at all.", false),
        ("A user who embeds the crate.", false),
    ] {
        let hits = hits("a.md", text);
        assert!(!hits.is_empty(), "{text}");
        assert!(hits.iter().all(|hit| hit.is_rejected == is_rejected), "{text}: {hits:?}");
    }
    for source in ["// It is odd.\nconst A: u8 = 1;\n", "/// A type.\nfn f() {}\n"] {
        let report = report(&hits("a.rs", source), &[]);
        assert_eq!((report.faults.len(), report.remarks.len()), (0, 1), "{report:?}");
    }
}

#[test]
fn exceptions_cover_their_lines_and_are_used() {
    let found = hits("a/b.md", "It tells.\n\nA wish, untold.\n");
    let exception = |path, text| Exception { path, text, reason: "quoted" };
    assert_eq!(report(&found, &[exception("a/", "")]).faults, NONE);
    assert_eq!(
        report(&found, &[exception("a/b.md", "tel"), exception("a/b.md", "wish")]).faults,
        NONE
    );
    let report = report(&found, &[exception("a/b.md", "wish"), exception("a", "tells")]);
    let expected = [
        "a/b.md:1: `tells` -> reports, prints, returns, describes: It tells.",
        "unused exception: a: \"tells\" (quoted)",
    ];
    assert_eq!(report.faults, expected);
    assert_eq!(report.remarks, NONE);
}
