//! The command line of `eval` and its requests.

use super::*;

fn parsed(text: &str) -> Result<EvalRequest, String> {
    let args: Vec<String> = text.split(' ').map(str::to_owned).collect();
    match parse(&args, &Driver::default()) {
        Ok((_, request)) => Ok(request),
        Err(EarlyExit::Fault(diag)) => Err(diag.message),
        Err(EarlyExit::Text(text)) => Err(text),
    }
}

#[test]
fn parse_reads_each_form() {
    let of = || "@x".to_owned();
    let queries =
        |path: &str, of, inverse| EvalRequest::Queries { path: path.to_owned(), of, inverse };
    for (text, request) in [
        ("a.mlir", queries("-", None, false)),
        ("a.mlir --inverse", queries("-", None, true)),
        ("a.mlir --queries q --of @x", queries("q", Some(of()), false)),
        ("a.mlir --of @x", EvalRequest::Summary { of: of() }),
        (
            "a.mlir --of=@x --at -1,2",
            EvalRequest::At { of: of(), at: vec![Nested::Leaf(-1), Nested::Leaf(2)] },
        ),
        ("a.mlir --of=@x --at=", EvalRequest::At { of: of(), at: vec![] }),
        (
            "a.mlir --of=@x --at=((1,-2),3)",
            EvalRequest::At {
                of: of(),
                at: vec![Nested::Tuple(vec![
                    Nested::Tuple(vec![Nested::Leaf(1), Nested::Leaf(-2)]),
                    Nested::Leaf(3),
                ])],
            },
        ),
        ("a.mlir --of @x --all", EvalRequest::All { of: of() }),
        ("a.mlir --of @x --inverse --all", EvalRequest::AllSlots { of: of() }),
        ("a.mlir --of @x --inverse --offset -3", EvalRequest::Offset { of: of(), offset: -3 }),
        (
            "a.mlir --of @x --slot lane=5,register=-3",
            EvalRequest::Slot {
                of: of(),
                slot: vec![("lane".to_owned(), 5), ("register".to_owned(), -3)],
            },
        ),
        (
            "a.mlir --of @x --inverse --bit 7 --field d",
            EvalRequest::Records {
                of: of(),
                field: Some("d".to_owned()),
                question: RecordQuestion::Bit(7),
            },
        ),
        (
            "a.mlir --of @x --all --field d",
            EvalRequest::Records {
                of: of(),
                field: Some("d".to_owned()),
                question: RecordQuestion::All,
            },
        ),
        ("a.mlir --same @x,@y", EvalRequest::Same { a: of(), b: "@y".to_owned() }),
        (
            "a.mlir --moves @x,@y",
            EvalRequest::Moves { from: of(), to: "@y".to_owned(), with_plan: false },
        ),
        (
            "a.mlir --moves @x,@y --plan",
            EvalRequest::Moves { from: of(), to: "@y".to_owned(), with_plan: true },
        ),
        (
            "a.mlir --of @x --access d1,0 --lanes=64",
            EvalRequest::Access {
                of: of(),
                access: AccessRequest {
                    dims: vec![1, 0],
                    others: Vec::new(),
                    lanes: 64,
                    banks: 32,
                    bank_bytes: 4,
                    elem_bytes: None,
                },
            },
        ),
        (
            "a.mlir --of @x --access 0 --access=d1",
            EvalRequest::Access {
                of: of(),
                access: AccessRequest {
                    dims: vec![0],
                    others: vec![vec![1]],
                    lanes: 32,
                    banks: 32,
                    bank_bytes: 4,
                    elem_bytes: None,
                },
            },
        ),
    ] {
        assert_eq!(parsed(text), Ok(request), "{text}");
    }
}

#[test]
fn parse_rejects_incompatible_flags() {
    for text in [
        "a.mlir --at 1",
        "a.mlir --of @x --inverse",
        "a.mlir --of @x --inverse --at 1",
        "a.mlir --of @x --offset 1",
        "a.mlir --of @x --at 1 --all",
        "a.mlir --of @x --same @x,@y",
        "a.mlir --same @x",
        "a.mlir --moves @x",
        "a.mlir --moves @x,@y --same @x,@y",
        "a.mlir --of @x --moves @x,@y",
        "a.mlir --slot lane=1",
        "a.mlir --of @x --slot lane",
        "a.mlir --of @x --slot lane=1 --at 1",
        "a.mlir --of @x --at 1,a",
        "a.mlir --of @x --at (1,2",
        "a.mlir --of @x --at 1)",
        "a.mlir --of @x --at (1)2",
        "a.mlir --queries q --of @x --at 1",
        "a.mlir --of @x --field d",
        "a.mlir --of @x --bit 1",
        "a.mlir --field d --at 1",
        "a.mlir --of @x --inverse --bit 1 --offset 1",
        "a.mlir --of @x --inverse --bit 1 --all",
        "a.mlir --of @x --lanes 8",
        "a.mlir --of @x --emit=none",
        "a.mlir --of @x --split-input-file",
        "-",
    ] {
        assert!(parsed(text).is_err(), "{text}");
    }
}

#[test]
fn values_of_symbols_are_options() {
    let args = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let with = |text: &str| match parse(&args(text), &Driver::default()) {
        Ok((options, _)) => Some(options.with),
        Err(_) => None,
    };
    let values = vec![("s0".to_owned(), 3), ("s1".to_owned(), -8)];
    assert_eq!(with("--layout torch:(s0):(s1) --with s0=3,s1=-8"), Some(values));
    assert_eq!(with("--layout torch:(s0):(s1)"), Some(Vec::new()));
    for text in ["--with s0", "--with s0=x", "--with s0=1,", "--with ="] {
        assert_eq!(with(&format!("--layout torch:(s0):(s1) {text}")), None, "{text}");
    }
}

#[test]
fn pairs_of_texts_with_conditions_are_split() {
    let (a, b) = ("torch:(s0,s1):(s1,1) where s0 in 1..4, s0 <= s1", "tvm:[s0] lambda i: (i)");
    let pair = format!("{a},{b}").parse::<SymbolPair>();
    assert!(pair.is_ok_and(|SymbolPair(first, second)| first == a && second == b));
}
