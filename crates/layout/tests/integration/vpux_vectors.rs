//! Comparison of the layout core with the data of VPUX in `tests/vectors`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use layoutc_layout::{
    Amount, Bits, Dim, DimsOrder, ElemSize, Elems, MemDim, MemShape, MemStrides, Req, ReqKind,
    Shape, StrideReqs, Unit, check, solve,
};
use serde_json::Value;
use testkit::vectors::ints;

/// Returns the vectors of one section.
fn vectors(section: &str) -> Vec<Value> {
    testkit::vectors::section("vpux.json", section)
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap()
}

fn code(case: &Value, key: &str) -> u64 {
    u64::from_str_radix(text(case, key).trim_start_matches("0x"), 16).unwrap()
}

fn elem(case: &Value) -> ElemSize {
    ElemSize::new(Bits::new(case["elem_bits"].as_i64().unwrap())).unwrap()
}

fn mem_shape(case: &Value) -> MemShape {
    MemShape::of_static(&ints(&case["mem_shape"])).unwrap()
}

fn reqs(list: &Value) -> StrideReqs {
    list.as_array().unwrap().iter().map(req).collect()
}

fn req(value: &Value) -> Req {
    let dim = MemDim::new(usize::try_from(value["dim"].as_u64().unwrap()).unwrap()).unwrap();
    let bits = || Amount::new(value["bits"].as_i64().unwrap(), Unit::Bits).unwrap();
    let kind = match text(value, "kind") {
        "compact" => ReqKind::Compact,
        "aligned" => ReqKind::Aligned(bits()),
        "fixed" => ReqKind::Fixed(bits()),
        other => panic!("unknown kind {other}"),
    };
    Req { dim, kind }
}

/// Returns the strides of a solution in bits, or null.
fn solved_bits(case: &Value, reqs: &StrideReqs) -> Value {
    let Ok(strides) = solve(&mem_shape(case), elem(case), reqs.as_slice()) else {
        return Value::Null;
    };
    strides.values().map(|stride| stride.to_bits(elem(case)).unwrap().get()).collect()
}

/// Converts strides in bits to strides in elements; `None` if one is not a whole number of elements.
fn whole_strides(case: &Value) -> Option<MemStrides> {
    let strides: Option<Vec<Elems>> = ints(&case["strides_bits"])
        .into_iter()
        .map(|bits| {
            let elem = elem(case).bits().get();
            (bits % elem == 0).then_some(Elems::new(bits / elem))
        })
        .collect();
    Some(MemStrides::new(strides?).unwrap())
}

#[test]
fn least_strides_agree_with_the_vectors() {
    for section in ["stride_calc", "stride_solve"] {
        for case in vectors(section) {
            assert_eq!(
                solved_bits(&case, &reqs(&case["reqs"])),
                case["ideal_bits"],
                "{section}: {case}"
            );
        }
    }
}

#[test]
fn joined_requirements_are_commutative() {
    for case in vectors("stride_join") {
        let (a, b) = (reqs(&case["a"]), reqs(&case["b"]));
        assert_eq!(solved_bits(&case, &a.join(&b)), case["ideal_bits"], "{case}");
        assert_eq!(solved_bits(&case, &b.join(&a)), case["ideal_bits"], "{case}");
    }
}

#[test]
fn check_follows_the_strict_rule() {
    for case in vectors("stride_check") {
        let reqs = reqs(&case["reqs"]);
        let legal = |strides: MemStrides| {
            check(&mem_shape(&case), elem(&case), reqs.as_slice(), &strides).is_empty()
        };
        let ok = whole_strides(&case).is_some_and(legal);
        assert_eq!(Value::from(ok), case["strict_ok"], "{case}");
    }
}

#[test]
fn orders_have_expected_codes_names_and_positions() {
    for case in vectors("orders") {
        let results: Vec<usize> =
            ints(&case["perm"]).into_iter().map(|dim| usize::try_from(dim).unwrap()).collect();
        let order = DimsOrder::from_results(&results).unwrap();
        assert_eq!(DimsOrder::from_name(text(&case, "name")), Some(order), "{case}");
        assert_eq!(order.code(), code(&case, "code"), "{case}");
        assert_eq!(DimsOrder::from_code(order.code()), Ok(order), "{case}");
        assert_eq!(order.name().unwrap_or(""), text(&case, "canonical"), "{case}");
        if let Some(rank) = case["num_dims"].as_u64() {
            assert_eq!(order.rank() as u64, rank, "{case}");
            assert_eq!(Value::from(order.is_identity()), case["identity"], "{case}");
            let places: Value =
                Dim::all(order.rank()).map(|dim| order.mem_dim_of(dim).unwrap().index()).collect();
            assert_eq!(places, case["mem_pos_of_dim"], "{case}");
        }
    }
}

#[test]
fn trivial_reorders_are_recognized() {
    for case in vectors("trivial_reorder") {
        let [from, to] = ["from", "to"].map(|key| DimsOrder::from_name(text(&case, key)).unwrap());
        let shape = Shape::of_static(&ints(&case["shape"])).unwrap();
        assert_eq!(
            Value::from(DimsOrder::is_trivial_reorder(from, to, &shape)),
            case["trivial"],
            "{case}"
        );
    }
}
