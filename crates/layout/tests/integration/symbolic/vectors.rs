//! The vectors of `tests/vectors/symbolic.json`.

use super::text;
use layoutc_layout::{
    Claim, Decider, Decision, IndexWidth, LogicalIndex, Property, SymExpr, SymbolSet,
    SymbolicComparison, SymbolicLayout,
};
use serde_json::Value;
use testkit::vectors::{ints, section};

fn cases(kind: &str) -> Vec<Value> {
    let all = section("symbolic.json", "cases").into_iter();
    let found: Vec<Value> = all.filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty(), "{kind}");
    found
}

fn set_of(case: &Value) -> SymbolSet {
    let mut set = SymbolSet::new();
    for symbol in case["symbols"].as_array().unwrap() {
        let [min, max, divisor] =
            ["min", "max", "divisible_by"].map(|key| symbol[key].as_i64().unwrap());
        set.declare(symbol["name"].as_str().unwrap(), min, max, divisor).unwrap();
    }
    set
}

fn expr(value: &Value, set: &SymbolSet) -> SymExpr {
    match value {
        Value::String(text) => text::expr(text, set),
        Value::Null => SymExpr::constant(0),
        number => SymExpr::constant(number.as_i64().unwrap()),
    }
}

fn exprs(value: &Value, set: &SymbolSet) -> Vec<SymExpr> {
    value.as_array().unwrap().iter().map(|value| expr(value, set)).collect()
}

fn layout(case: &Value, key: &str) -> SymbolicLayout {
    let set = set_of(case);
    let lengths = exprs(&case["shape"], &set);
    let own = &case[key];
    let layout = if own["strides"].is_array() {
        let strides = exprs(&own["strides"], &set);
        let offset = expr(&own["offset"], &set);
        SymbolicLayout::from_strides(set, lengths, strides, offset, None)
    } else {
        let offset = expr(&own["offset_expr"], &set);
        SymbolicLayout::new(set, lengths, offset, None)
    };
    layout.unwrap().checked(&mut Decider::new()).unwrap()
}

/// Returns the values of the symbols of a row or a witness.
fn values(of: &Value, set: &SymbolSet) -> Vec<i64> {
    set.names().map(|name| of["sub"][name].as_i64().unwrap()).collect()
}

#[test]
fn offsets_agree_with_the_vectors() {
    for case in cases("offsets") {
        let layout = layout(&case, "layout");
        // A product of two dims has no concrete layout.
        let is_quadratic = case["tag"].as_str().unwrap().starts_with("causal");
        for row in case["rows"].as_array().unwrap() {
            let values = values(row, layout.symbols());
            let index = ints(&row["at"]);
            let expected = row["offset"].as_i64();
            assert_eq!(layout.offset_at(&values, &index), Ok(expected), "{}", case["id"]);
            let concrete = layout.with(&values);
            assert!(concrete.is_ok() || is_quadratic, "{}", case["id"]);
            if let Ok(concrete) = concrete {
                let index = LogicalIndex::new(index).unwrap();
                let offset = concrete.offset_of(&index).unwrap();
                assert_eq!(offset.map(|offset| offset.get()), expected, "{}", case["id"]);
            }
        }
    }
}

#[test]
fn equalities_agree_with_the_vectors() {
    for case in cases("equal") {
        let (a, b) = (layout(&case, "a"), layout(&case, "b"));
        let compared = a.compare(&b, &mut Decider::new()).unwrap();
        let equal = case["equal"].as_bool().unwrap();
        match compared {
            SymbolicComparison::Equal(_) => assert!(equal, "{}", case["id"]),
            SymbolicComparison::Different(found) => {
                assert!(!equal, "{}", case["id"]);
                assert_eq!(a.offset_at(&found.values, &found.index), Ok(found.a));
                assert_eq!(b.offset_at(&found.values, &found.index), Ok(found.b));
                assert_ne!(found.a, found.b);
            }
        }
    }
}

#[test]
fn claims_agree_with_the_vectors() {
    for case in cases("claim") {
        let set = set_of(&case);
        let lengths = exprs(&case["shape"], &set);
        let relation = text::relation(case["claim"].as_str().unwrap(), &set);
        let claim = Claim::new(&set, &lengths, &[], &relation);
        let holds = match Decider::new().decide(&claim) {
            Decision::Holds(_) => true,
            Decision::Fails(witness, _) => {
                assert!(claim.is_refuted_by(&witness), "{}", case["id"]);
                false
            }
            Decision::Undecided(question) => panic!("{}: {question}", case["id"]),
        };
        assert_eq!(holds, case["holds"].as_bool().unwrap(), "{}", case["id"]);
    }
}

#[test]
fn widths_agree_with_the_vectors() {
    for case in cases("width") {
        let layout = layout(&case, "layout");
        let mut decider = Decider::new();
        let greatest = layout.max_offset(&mut decider).unwrap();
        assert_eq!(greatest.offset, i128::from(case["max_offset"].as_i64().unwrap()));
        assert_eq!(greatest.values, values(&case["where"], layout.symbols()), "{}", case["id"]);
        assert_eq!(greatest.index, ints(&case["where"]["at"]), "{}", case["id"]);
        let widths = [("fits_i32", 31, IndexWidth::I32), ("fits_u32", 32, IndexWidth::U32)];
        for (key, bits, width) in widths {
            let fits = case[key].as_bool().unwrap();
            assert_eq!(greatest.fits(bits), fits, "{}", case["id"]);
            let violation = layout.width_violation(width, &mut decider).unwrap();
            assert_eq!(violation.is_none(), fits, "{}: {violation:?}", case["id"]);
        }
        assert!(matches!(layout.injective(&mut decider), Property::Holds(_)), "{}", case["id"]);
    }
}
