//! The attributes of the layout dialect: every order by its name, and stride requirements that survive printing and
//! parsing.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::Registry;
use ir::attrs::AttrKind;
use ir::diag::Sink;
use ir::layout::DimsOrder;
use ir::print::attr_to_string;

/// Returns the parsed attribute and its printed text.
fn read(text: &str) -> (AttrKind, String) {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let text = format!("\"a\"() {{x = {text}}} : () -> ()");
    let module = layoutc_parser::parse(&text, 0, &registry, &mut sink);
    let module = module.unwrap_or_else(|| panic!("{text}: {:?}", sink.diags()));
    let op = module.ops(module.body()).next().unwrap();
    let attr = module.attr(op, "x").unwrap();
    (module.ctx.attr_kind(attr).clone(), attr_to_string(&module, attr))
}

#[test]
fn parses_every_order_by_name() {
    let mut names = 0;
    for name in DimsOrder::names() {
        let (kind, printed) = read(&format!("#layout.order<{name}>"));
        let AttrKind::AffineMap(map) = kind else {
            panic!("expected an affine map for {name}, found {kind:?}")
        };
        assert_eq!(DimsOrder::try_from(&map).ok(), DimsOrder::from_name(name), "{name}");
        assert_eq!(read(&printed).0, AttrKind::AffineMap(map), "{name}");
        names += 1;
    }
    assert!(names >= 20, "{names} names");
}

#[test]
fn stride_requirements_round_trip() {
    let amounts = ["1 bits", "64 bytes", "96 bytes", "3 elems", "9223372036854775807 bits"];
    let mut kinds = vec!["compact".to_owned()];
    for amount in amounts {
        kinds.extend([format!("aligned<{amount}>"), format!("fixed<{amount}>")]);
    }
    for (at, one) in kinds.iter().enumerate() {
        for other in &kinds[at..] {
            let (kind, printed) =
                read(&format!("#layout.reqs<m0: {one}, m14: {other}, m0: {other}>"));
            assert_eq!(read(&printed), (kind, printed.clone()));
        }
    }
}

#[test]
fn empty_requirements_equal_any() {
    let (empty, printed) = read("#layout.reqs<>");
    assert_eq!(printed, "#layout.reqs<>");
    assert_eq!(read("#layout.reqs< m3 : any , m1: any>").0, empty);
    let (one, _) = read("#layout.reqs<m1: compact>");
    assert_eq!(read("#layout.reqs<m1: compact, m1: compact, m2: any>").0, one);
}

#[test]
fn accepts_blanks_and_comments_between_parts() {
    let (spread, _) = read("#layout.reqs<\n  m1 : // a page\n aligned < 64\tbytes >\r\n>");
    assert_eq!(spread, read("#layout.reqs<m1: aligned<64 bytes>>").0);
}
