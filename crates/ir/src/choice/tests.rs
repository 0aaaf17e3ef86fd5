//! Tests of the choices and rules of ops. The parser and the lit tests cover the text of choices.

use super::*;
use crate::data::attrs::{AttrKind, LayoutAttr};
use crate::data::module::{Module, Op};
use crate::data::types::{Signedness, Type, TypeKind};
use crate::diag::Sink;
use crate::float::FloatKind;
use crate::registry::{OpDef, OpKind, OpRoles, Registry};
use crate::target::{ANY_OP, SPEC_MIN, Target};
use crate::{Builder, Verified};
use expect_test::{Expect, expect};
use layout::{Amount, DimsOrder, Format, FormatUse, MemDim, Req, ReqKind, StrideReqs, Unit};

fn tensor(module: &mut Module, dims: &[u64], elem: FloatKind) -> Type {
    let elem = module.ctx.ty(TypeKind::Float(elem));
    let dims: Vec<_> = dims.iter().map(|&dim| (dim > 0).then_some(dim)).collect();
    module.ctx.tensor_type(&dims, elem, None)
}

/// Appends an op whose operands and results are f16 tensors of these lengths; 0 is a dynamic length.
fn op_of(module: &mut Module, name: &str, operands: &[&[u64]], results: &[&[u64]]) -> Op {
    let types = |module: &mut Module, list: &[&[u64]]| -> Vec<Type> {
        list.iter().map(|dims| tensor(module, dims, FloatKind::F16)).collect()
    };
    let (inputs, outputs) = (types(module, operands), types(module, results));
    op_of_types(module, name, &inputs, &outputs)
}

fn op_of_types(module: &mut Module, name: &str, inputs: &[Type], outputs: &[Type]) -> Op {
    let mut builder = Builder::new(module);
    let from = builder.op("test.from", &[], inputs, &[]);
    let operands: Vec<_> = module.results(from).collect();
    Builder::new(module).op(name, &operands, outputs, &[])
}

fn named(name: &str) -> Slot {
    match Format::from_name(name) {
        Some(format) => Slot::Format(FormatUse::new(format)),
        None => Slot::Order(NamedOrder::from_name(name).unwrap()),
    }
}

fn lists(operands: &[Slot], results: &[Slot]) -> Choice {
    Choice::lists(Slots::exactly(operands.iter().cloned()), Slots::exactly(results.iter().cloned()))
}

fn shown(choice: &Choice, module: &Module, op: Op) -> String {
    match choice.fit(module, op) {
        Err(unfit) => unfit.to_string(),
        Ok(Fitted { operands, required, reqs, cost, .. }) => {
            let one = |required: &RequiredLayout| match required {
                RequiredLayout::Any => "any".to_owned(),
                RequiredLayout::Same => "same".to_owned(),
                RequiredLayout::Order(order) => order.to_string(),
                RequiredLayout::Format(format) => format.to_string(),
                RequiredLayout::Custom(layout) => layout.name().to_string(),
            };
            let reqs: Vec<_> = reqs.iter().map(ToString::to_string).collect();
            let required: Vec<_> = required.iter().map(one).collect();
            let (ins, outs) = (required[..operands].join(" "), required[operands..].join(" "));
            format!("{ins} -> {outs}; [{}]; {cost}", reqs.join("; "))
        }
    }
}

#[track_caller]
fn check(choice: &Choice, operands: &[&[u64]], results: &[&[u64]], expect: Expect) {
    let mut module = Module::new();
    let op = op_of(&mut module, "test.op", operands, results);
    expect.assert_eq(&shown(choice, &module, op));
}

const IMAGE: &[u64] = &[1, 64, 56, 56];

#[test]
fn fit_assigns_slots_to_values() {
    let conv = lists(&[named("NHWC"), named("OYXI"), Slot::Any], &[named("chw32")]);
    check(
        &conv,
        &[IMAGE, &[8, 64, 3, 3], &[8]],
        &[IMAGE],
        expect!["NHWC NHWC any -> chw32; [; ; ; ]; 0"],
    );
    check(
        &conv,
        &[IMAGE, &[8, 64, 3, 3]],
        &[IMAGE],
        expect!["the op has 2 operands, but the choice is for 3 operands"],
    );
    check(
        &conv,
        &[IMAGE, &[8, 64, 3, 3], &[8]],
        &[],
        expect!["the op has 0 results, but the choice is for 1 result"],
    );
    check(
        &conv,
        &[&[64, 56, 56], &[8, 64, 3, 3], &[8]],
        &[IMAGE],
        expect!["value 0 has 3 dims, but NHWC has 4"],
    );
    let open = Choice::lists(
        Slots { head: vec![named("NHWC")], rest: Some(Slot::RowMajor) },
        Slots::all(Slot::Any),
    );
    check(&open, &[IMAGE, &[2, 3, 4], &[]], &[], expect!["NHWC CHW SCALAR -> ; [; ; ]; 0"]);
    check(&open, &[IMAGE], &[IMAGE, IMAGE], expect!["NHWC -> any any; [; ; ]; 0"]);
    check(&open, &[], &[], expect!["the op has 0 operands, but the choice is for 1 operand"]);
    check(
        &Choice::same().with_cost(7),
        &[IMAGE, IMAGE],
        &[IMAGE],
        expect!["same same -> same; [; ; ]; 7"],
    );
}

#[test]
fn fit_rejects_formats_that_a_type_does_not_admit() {
    let of = |name| lists(&[named(name)], &[Slot::Any]);
    check(&of("chw2"), &[IMAGE], &[IMAGE], expect!["chw2 -> any; [; ]; 0"]);
    check(
        &of("hwc"),
        &[IMAGE],
        &[IMAGE],
        expect!["value 0 cannot have the format `hwc`: format `hwc` does not support f16"],
    );
    check(
        &of("cdhw32"),
        &[&[2, 3, 4]],
        &[IMAGE],
        expect![
            "value 0 cannot have the format `cdhw32`: format `cdhw32` requires at least 4 dims, but the tensor has 3"
        ],
    );
    check(&of("chw2"), &[&[1, 0, 4, 4]], &[IMAGE], expect!["chw2 -> any; [; ]; 0"]);
    // The number of elements overflows.
    check(
        &of("chw2"),
        &[&[u64::MAX, 4, 4, 4]],
        &[IMAGE],
        expect![
            "value 0 cannot have the format `chw2`: the length of dim d0 must be below 2^63, but is 18446744073709551615"
        ],
    );
}

#[test]
fn fit_accepts_broadcast_values_of_lower_rank() {
    let same = Choice::same();
    check(&same, &[IMAGE, &[64, 1, 1]], &[IMAGE], expect!["same any -> same; [; ; ]; 0"]);
    check(&same, &[&[], IMAGE], &[IMAGE], expect!["any same -> same; [; ; ]; 0"]);
    check(
        &same,
        &[IMAGE, &[56, 56]],
        &[IMAGE],
        expect!["values 0 and 1 must have the same layout, but have 4 and 2 dims"],
    );
    check(&same, &[&[0, 1], IMAGE], &[IMAGE], expect!["any same -> same; [; ; ]; 0"]);
    check(&same, &[], &[], expect![" -> ; []; 0"]);
}

#[test]
fn fit_ignores_values_without_a_layout() {
    let mut module = Module::new();
    let image = tensor(&mut module, IMAGE, FloatKind::F16);
    let elem = module.ctx.int_type(32);
    let none = module.ctx.ty(TypeKind::None);
    let unranked = module.ctx.ty(TypeKind::UnrankedTensor(elem));
    let op = op_of_types(&mut module, "test.op", &[image, none, elem, unranked], &[image]);
    expect!["same any any any -> same; [; ; ; ; ]; 0"].assert_eq(&shown(
        &Choice::same(),
        &module,
        op,
    ));
    expect!["NCHW any any any -> NCHW; [; ; ; ; ]; 0"].assert_eq(&shown(
        &Choice::all(Slot::RowMajor),
        &module,
        op,
    ));
    expect!["value 2 is not a ranked tensor"].assert_eq(&shown(
        &Choice::all(named("NHWC")),
        &module,
        op,
    ));
    let left_out = op_of_types(&mut module, "test.op", &[image, none], &[image]);
    expect!["NHWC any -> NHWC; [; ; ]; 0"].assert_eq(&shown(
        &Choice::all(named("NHWC")),
        &module,
        left_out,
    ));
    let many = tensor(&mut module, &[1; 16], FloatKind::F16);
    let deep = op_of_types(&mut module, "test.op", &[many], &[]);
    expect!["any -> ; []; 0"].assert_eq(&shown(&Choice::all(Slot::RowMajor), &module, deep));
}

fn aligned(dim: usize) -> StrideReqs {
    let kind = ReqKind::Aligned(Amount::new(64, Unit::Bytes).unwrap());
    [Req { dim: MemDim::new(dim).unwrap(), kind }].into_iter().collect()
}

#[test]
fn fit_assigns_requirements_to_values() {
    let open = Choice::lists(
        Slots { head: vec![named("NHWC")], rest: Some(Slot::Any) },
        Slots::exactly([named("chw2")]),
    );
    let reqs = vec![StrideReqs::any(), aligned(1), aligned(4)];
    let open = open.with_reqs(reqs).unwrap();
    check(
        &open,
        &[IMAGE, &[2, 2], &[2, 3]],
        &[IMAGE],
        expect![
            "NHWC any any -> chw2; [; m1: aligned<64 bytes>; m1: aligned<64 bytes>; m4: aligned<64 bytes>]; 0"
        ],
    );
    let bad = lists(&[named("NHWC")], &[]).with_reqs(vec![aligned(4)]).unwrap();
    check(
        &bad,
        &[IMAGE],
        &[],
        expect!["`m4: aligned<64 bytes>` constrains m4, but value 0 has 4 physical dims"],
    );
    let one = Choice::same().with_reqs(vec![aligned(2)]).unwrap();
    check(
        &one,
        &[IMAGE],
        &[IMAGE],
        expect!["same -> same; [m2: aligned<64 bytes>; m2: aligned<64 bytes>]; 0"],
    );
    let each = Choice::same().with_reqs(vec![aligned(2), StrideReqs::any()]).unwrap();
    check(&each, &[IMAGE], &[IMAGE], expect!["same -> same; [m2: aligned<64 bytes>; ]; 0"]);
    check(
        &each,
        &[IMAGE, IMAGE],
        &[IMAGE],
        expect!["the op has 3 values, but the choice is for 2 values"],
    );
    let counts = lists(&[Slot::Any], &[Slot::Any]).with_reqs(vec![aligned(0)]);
    assert_eq!(counts, Err("`reqs` has 1 entry, but the choice lists 2 layouts".to_owned()));
}

fn int(value: i64) -> Term {
    Term::Const(Const::Int(value))
}

/// Returns `true` if a condition holds for an op on `1x64x?x56xf16` with `group = 2`, `auto_pad = "VALID"` and
/// `strides = [2, 1]`.
fn holds(condition: Condition) -> bool {
    let mut module = Module::new();
    let op = op_of(&mut module, "test.op", &[&[1, 64, 0, 56]], &[&[8]]);
    let attrs = [
        ("group", module.ctx.int(2)),
        ("auto_pad", module.ctx.string("VALID")),
        ("strides", module.ctx.i64_array(&[2, 1])),
        ("on", module.ctx.bool(true)),
        ("unit", module.ctx.unit()),
    ];
    for (key, value) in attrs {
        module.set_attr(op, key, Some(value));
    }
    Choice::same().with_conditions(vec![condition]).fit(&module, op).is_ok()
}

fn attr(key: &str, default: Option<Const>) -> Term {
    Term::Attr { key: key.to_owned(), default }
}

#[test]
fn conditions_compare_types_and_attributes() {
    let x = ValueSelector::Value(0);
    let elem = |name| Term::Const(Const::Elem(ElemKind::from_name(name).unwrap()));
    let cases = [
        (Term::Elem(x), None, ConditionTest::Equals(elem("f16")), true),
        (Term::Elem(x), None, ConditionTest::Differs(elem("f16")), false),
        (Term::Elem(x), None, ConditionTest::Equals(Term::Elem(ValueSelector::Result(0))), true),
        (Term::Elem(ValueSelector::Value(2)), None, ConditionTest::Differs(elem("f32")), false),
        (Term::Dim(x, 1), Some(16), ConditionTest::Equals(int(0)), true),
        (Term::Dim(x, 1), Some(24), ConditionTest::Equals(int(16)), true),
        (Term::Dim(x, -3), None, ConditionTest::Equals(int(64)), true),
        (Term::Dim(ValueSelector::Value(1), 0), None, ConditionTest::Equals(int(8)), true),
        (Term::Dim(ValueSelector::Result(0), 0), None, ConditionTest::Equals(int(8)), true),
        // A dynamic length, and dims that do not exist, are unknown: neither equal nor different.
        (Term::Dim(x, 2), None, ConditionTest::Equals(int(56)), false),
        (Term::Dim(x, 2), None, ConditionTest::Differs(int(56)), false),
        (Term::Dim(x, 4), None, ConditionTest::NotIn(vec![Item::One(Const::Int(1))]), false),
        (Term::Dim(x, -5), None, ConditionTest::Differs(int(1)), false),
        (Term::Rank(x), None, ConditionTest::In(vec![Item::Range(4, Some(5))]), true),
        (Term::Rank(x), None, ConditionTest::In(vec![Item::Range(5, None)]), false),
        (Term::Rank(x), None, ConditionTest::NotIn(vec![Item::Range(5, None)]), true),
        (attr("group", None), None, ConditionTest::Equals(int(2)), true),
        (attr("group", None), Some(2), ConditionTest::Equals(int(0)), true),
        (attr("groups", None), None, ConditionTest::Differs(int(2)), false),
        (attr("groups", Some(Const::Int(1))), None, ConditionTest::Equals(int(1)), true),
        (attr("group", Some(Const::Int(1))), None, ConditionTest::Equals(int(1)), false),
        (
            attr("auto_pad", None),
            None,
            ConditionTest::Equals(Term::Const(Const::Text("VALID".into()))),
            true,
        ),
        (attr("auto_pad", None), None, ConditionTest::Equals(int(1)), false),
        (attr("auto_pad", None), None, ConditionTest::Differs(int(1)), true),
        (attr("auto_pad", None), Some(2), ConditionTest::Equals(int(1)), false),
        (
            attr("strides", None),
            None,
            ConditionTest::Equals(Term::Const(Const::Ints(vec![2, 1]))),
            true,
        ),
        (attr("on", None), None, ConditionTest::Equals(Term::Const(Const::Bool(true))), true),
        (attr("on", None), None, ConditionTest::In(vec![Item::One(Const::Int(1))]), true),
        (attr("unit", None), None, ConditionTest::Differs(int(1)), false),
        (Term::Dim(x, 1), None, ConditionTest::Equals(attr("group", None)), false),
    ];
    for (left, modulo, test, expected) in cases {
        let condition = Condition::new(left, modulo, test).unwrap();
        assert_eq!(holds(condition.clone()), expected, "{condition}");
    }
}

#[test]
fn conditions_distinguish_only_unsigned_integers_by_sign() {
    let equal = |a: &str, b: &str| {
        let mut module = Module::new();
        let Some(ElemKind::Integer { width, sign }) = ElemKind::from_name(a) else { panic!("{a}") };
        let elem = module.ctx.ty(TypeKind::Integer { width, sign });
        let ty = module.ctx.tensor_type(&[Some(4)], elem, None);
        let op = op_of_types(&mut module, "test.op", &[ty], &[]);
        let right =
            ConditionTest::In(vec![Item::One(Const::Elem(ElemKind::from_name(b).unwrap()))]);
        let condition = Condition::new(Term::Elem(ValueSelector::Value(0)), None, right).unwrap();
        Choice::same().with_conditions(vec![condition]).fit(&module, op).is_ok()
    };
    assert!(equal("i8", "si8") && equal("si8", "i8") && equal("ui8", "ui8"));
    assert!(!equal("ui8", "i8") && !equal("i16", "i8"));
    let signless = ElemKind::Integer { width: 8, sign: Signedness::Signless };
    assert_eq!(ElemKind::from_name("i8"), Some(signless));
    for odd in ["i", "i08", "i+8", "i16777216", "f17", "x8"] {
        assert_eq!(ElemKind::from_name(odd), None, "{odd}");
    }
}

#[test]
fn fit_reports_the_value_of_a_failed_condition() {
    let condition = |dim| {
        let left = Term::Dim(ValueSelector::Value(0), dim);
        Condition::new(left, Some(16), ConditionTest::Equals(int(0))).unwrap()
    };
    let choice = |dim| Choice::same().with_conditions(vec![condition(dim)]);
    check(
        &choice(2),
        &[IMAGE],
        &[],
        expect!["`dim(0, 2) % 16 == 0` does not hold: `dim(0, 2)` is 56"],
    );
    check(
        &choice(7),
        &[IMAGE],
        &[],
        expect!["`dim(0, 7) % 16 == 0` does not hold: `dim(0, 7)` is unknown"],
    );
}

/// Prints the origin of an op's rule, and its choices.
fn rule(module: &Module, op: Op, registry: &Registry, target: Option<&Target>) -> String {
    let rule = ChoiceRule::for_op(module, op, registry, target);
    let choices: Vec<_> = rule.choices.iter().map(ToString::to_string).collect();
    format!("{:?} [{}]", rule.origin, choices.join("; "))
}

fn npu() -> Target {
    let all = |name| vec![Choice::all(named(name))];
    let target = SPEC_MIN.clone().with_rule("acme.conv", all("NHWC"));
    let target =
        target.with_rule("onnx.Transpose", all("NCHW")).with_rule("func.call", all("NHWC"));
    let target =
        target.with_rule("arith.addf", all("NHWC")).with_rule("onnx.Constant", all("NHWC"));
    let loose = lists(&[named("NHWC")], &[named("NCHW")]);
    target.with_rule("math.exp", vec![loose]).with_rule(ANY_OP, all("NCHW"))
}

#[test]
fn rule_is_that_of_the_first_source_with_choices() {
    let (mut registry, target, mut module) = (Registry::new(), npu(), Module::new());
    let mut of = |name: &str| op_of(&mut module, name, &[IMAGE], &[IMAGE]);
    let [conv, other, view, flat, exp, call, add] = [
        "acme.conv",
        "acme.other",
        "onnx.Transpose",
        "onnx.Reshape",
        "math.exp",
        "func.call",
        "arith.addf",
    ]
    .map(&mut of);
    let [constant, copy, branch] = ["onnx.Constant", "layout.reorder", "scf.for"].map(&mut of);
    let all = |registry: &Registry, module: &Module| {
        let ops = [conv, other, view, flat, exp, call, add, constant, copy, branch];
        let line =
            |op| format!("{}: {}\n", module.name(op), rule(module, op, registry, Some(&target)));
        ops.map(line).concat()
    };
    expect![[r#"
        acme.conv: Target [(NHWC...) -> NHWC...]
        acme.other: Default [(NCHW...) -> NCHW...]
        onnx.Transpose: Target [(NCHW...) -> NCHW...]
        onnx.Reshape: View []
        math.exp: Builtin [same]
        func.call: TypeEqualities []
        arith.addf: Target [(NHWC...) -> NHWC...]
        onnx.Constant: Builtin [(any...) -> any...]
        layout.reorder: Builtin [(any...) -> any...]
        scf.for: TypeEqualities []
    "#]]
    .assert_eq(&all(&registry, &module));
    // An embedder's choices precede the target's, but cannot violate the type constraint.
    let answer = |module: &Module, op: Op| {
        (module.operands(op).len() == 1).then(|| vec![Choice::all(named("NHCW"))])
    };
    registry.add_choices("acme", answer);
    registry.add_choices("acme.other", |_: &Module, _: Op| None);
    registry.add_choices("math", |_: &Module, _: Op| Some(vec![lists(&[Slot::Any], &[Slot::Any])]));
    expect!["Embedder [(NHCW...) -> NHCW...]"].assert_eq(&rule(
        &module,
        conv,
        &registry,
        Some(&target),
    ));
    expect!["Default [(NCHW...) -> NCHW...]"].assert_eq(&rule(
        &module,
        other,
        &registry,
        Some(&target),
    ));
    expect!["Builtin [same]"].assert_eq(&rule(&module, exp, &registry, Some(&target)));
    // The op's own attribute precedes all other sources.
    let own = AttrKind::Layout(LayoutAttr::Choice(Box::new(Choice::all(named("HWCN")))));
    let own = module.ctx.attr(own);
    let list = module.ctx.array(&[own]);
    for op in [conv, exp, view] {
        module.set_attr(op, CHOICES_ATTR, Some(list));
        expect!["Op [(HWCN...) -> HWCN...]"].assert_eq(&rule(
            &module,
            op,
            &registry,
            Some(&target),
        ));
    }
    // Without a target, the built-in rules and row major remain.
    expect!["RowMajor [(row_major...) -> row_major...]"]
        .assert_eq(&rule(&module, other, &registry, None));
    expect!["View []"].assert_eq(&rule(&module, flat, &registry, None));
}

#[test]
fn rule_of_a_kind_precedes_only_the_default() {
    let (mut registry, mut module) = (Registry::new(), Module::new());
    let roles = OpRoles::new("N*C _ -> N*C").unwrap();
    registry.add_kind("acme.conv", OpKind::Pool, roles.clone());
    registry.add_kind("acme.pool", OpKind::Pool, roles);
    registry.add_kind("acme.act", OpKind::Elementwise, OpRoles::new("... -> ...").unwrap());
    let choice = lists(&[named("NHWC")], &[named("NHWC")]);
    let target = npu().with_kind_rule(OpKind::Pool, vec![choice]);
    let pool = op_of(&mut module, "acme.pool", &[IMAGE, &[4]], &[IMAGE]);
    let conv = op_of(&mut module, "acme.conv", &[IMAGE, &[4]], &[IMAGE]);
    let act = op_of(&mut module, "acme.act", &[IMAGE], &[IMAGE]);
    let of = |op: Op, target: Option<&Target>| rule(&module, op, &registry, target);
    expect!["Kind [(NHWC) -> NHWC]"].assert_eq(&of(pool, Some(&target)));
    expect!["Target [(NHWC...) -> NHWC...]"].assert_eq(&of(conv, Some(&target)));
    expect!["Default [(NCHW...) -> NCHW...]"].assert_eq(&of(act, Some(&target)));
    expect!["Elementwise [same]"].assert_eq(&of(act, None));
    // The dims are N, H, W, C, and the second operand has no role.
    let rule = ChoiceRule::for_op(&module, pool, &registry, Some(&target));
    assert_eq!(rule.kind(), Some(OpKind::Pool));
    let [offer] = &rule.offers(&module, pool)[..] else { panic!("one offer") };
    let identity = RequiredLayout::Order(DimsOrder::NCHW);
    assert_eq!(offer.fitted.required, [identity.clone(), RequiredLayout::Any, identity]);
}

/// Returns the reason why a choice of a kind does not apply to an op with operands and results of these lengths.
fn kind_mismatch(
    kind: OpKind,
    roles: &str,
    choice: Choice,
    (operands, results): (&[&[u64]], &[&[u64]]),
) -> String {
    let (mut registry, mut module) = (Registry::new(), Module::new());
    registry.add_kind("acme.op", kind, OpRoles::new(roles).unwrap());
    let target = SPEC_MIN.clone().with_kind_rule(kind, vec![choice.clone()]);
    let op = op_of(&mut module, "acme.op", operands, results);
    let rule = ChoiceRule::for_op(&module, op, &registry, Some(&target));
    rule.fit(&choice, &module, op).map_or_else(|unfit| unfit.to_string(), |_| "applies".to_owned())
}

#[test]
fn choice_of_a_kind_applies_by_role() {
    const IMAGES: (&[&[u64]], &[&[u64]]) = (&[IMAGE], &[IMAGE]);
    let same = || lists(&[Slot::Same], &[Slot::Same]);
    let of = |name: &str| lists(&[named(name)], &[Slot::Any]);
    let pool = OpKind::Pool;
    expect!["value 0 has 4 dims, but NDHWC has 5"].assert_eq(&kind_mismatch(
        pool,
        "NC* -> NC*",
        of("NDHWC"),
        IMAGES,
    ));
    expect!["value 0 has its dims in another order than N, C and the spatial dims, so that no format applies"]
        .assert_eq(&kind_mismatch(pool, "N*C -> N*C", of("hwc8"), IMAGES));
    expect!["applies"].assert_eq(&kind_mismatch(pool, "NC* -> NC*", of("hwc8"), IMAGES));
    expect!["value 1 has its dims in another order than another value of the same layout"]
        .assert_eq(&kind_mismatch(pool, "NC* -> N*C", same(), IMAGES));
    expect!["value 0 has dims of unknown letters, so that no order or format applies"]
        .assert_eq(&kind_mismatch(pool, "? -> ?", of("NHWC"), IMAGES));
    expect!["applies"].assert_eq(&kind_mismatch(pool, "? -> ?", same(), IMAGES));
    // Optional operands may be absent, required ones may not.
    let four = || lists(&[Slot::Any, Slot::Any, Slot::Any, Slot::Any], &[Slot::Any]);
    expect!["applies"].assert_eq(&kind_mismatch(pool, "NC* -> NC*", four(), IMAGES));
    expect!["the op has 1 operand, but the choice is for 4 operands"].assert_eq(&kind_mismatch(
        OpKind::Elementwise,
        "... -> ...",
        four(),
        IMAGES,
    ));
    expect!["the op has 1 operand, but the choice is for 4 operands"].assert_eq(&kind_mismatch(
        OpKind::Matmul,
        "... -> ...",
        four(),
        IMAGES,
    ));
    // Parts of a dim have no stride of their own.
    let compact = Req { dim: MemDim::new(1).unwrap(), kind: ReqKind::Compact };
    let compact: StrideReqs = [compact].into_iter().collect();
    let reqs = of("CHW").with_reqs(vec![compact, StrideReqs::any()]).unwrap();
    expect!["value 0 has parts of dims, so that no stride requirements apply"]
        .assert_eq(&kind_mismatch(pool, "NCC* -> NC*", reqs, IMAGES));
}

#[test]
fn offers_fall_back_to_row_major() {
    let (registry, target, mut module) = (Registry::new(), npu(), Module::new());
    let offers = |module: &Module, op: Op| {
        let offers = ChoiceRule::for_op(module, op, &registry, Some(&target)).offers(module, op);
        let one = |offer: &Offer| (offer.choice, offer.fitted.required.clone());
        offers.iter().map(one).collect::<Vec<_>>()
    };
    let required = |name| RequiredLayout::Order(DimsOrder::from_name(name).unwrap());
    let image = op_of(&mut module, "acme.conv", &[IMAGE], &[IMAGE]);
    assert_eq!(offers(&module, image), [(Some(0), vec![required("NHWC"); 2])]);
    let line = op_of(&mut module, "acme.conv", &[&[1, 64, 56]], &[&[1, 64, 56]]);
    assert_eq!(offers(&module, line), [(None, vec![required("CHW"); 2])]);
    let view = op_of(&mut module, "onnx.Reshape", &[IMAGE], &[IMAGE]);
    assert_eq!(offers(&module, view), []);
}

#[test]
fn embedder_definition_fixes_the_layouts_of_an_op() {
    let mut registry = Registry::new();
    let nhwc = NamedOrder::from_name("NHWC").unwrap();
    let def = OpDef::foreign("acme.conv", "a test");
    registry.add(def.with_choice(move || Choice::all(Slot::Order(nhwc))));
    let mut module = Module::new();
    let op = op_of(&mut module, "acme.conv", &[IMAGE], &[IMAGE]);
    expect!["Builtin [(NHWC...) -> NHWC...]"].assert_eq(&rule(&module, op, &registry, None));
}

#[test]
fn verifier_rejects_choices_that_violate_types() {
    let mut module = Module::new();
    let op = op_of(&mut module, "arith.negf", &[IMAGE], &[IMAGE]);
    let choices = [lists(&[named("NHWC")], &[named("NCHW")]), Choice::all(Slot::Any)];
    let mut items: Vec<_> = choices
        .map(|choice| module.ctx.attr(AttrKind::Layout(LayoutAttr::Choice(Box::new(choice)))))
        .into();
    items.push(module.ctx.unit());
    let list = module.ctx.array(&items);
    module.set_attr(op, CHOICES_ATTR, Some(list));
    let mut sink = Sink::default();
    assert!(Verified::new(module, &Registry::new(), &mut sink).is_err());
    let messages: Vec<_> = sink.diags().iter().map(|diag| diag.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "entry 0 of `layout.choices` is incompatible with the types of `arith.negf`, whose values must all have the same layout",
            "entry 1 of `layout.choices` is incompatible with the types of `arith.negf`, whose values must all have the same layout",
            "entry 2 of `layout.choices` of `arith.negf` is `unit`, but must be `#layout.choice<...>`",
        ]
    );
}

#[test]
fn is_uniform_requires_one_layout_for_all_values() {
    let uniform = [
        Choice::same(),
        Choice::all(Slot::Same),
        Choice::all(Slot::RowMajor),
        lists(&[named("NHWC"), named("NHWC")], &[named("NHWC")]),
    ];
    assert!(uniform.iter().all(Choice::is_uniform));
    let loose = [
        Choice::all(Slot::Any),
        lists(&[named("NHWC"), Slot::Same], &[named("NHWC")]),
        lists(&[named("NHWC")], &[named("NCHW")]),
    ];
    assert!(!loose.iter().any(Choice::is_uniform));
}

#[test]
fn alternatives_apply_in_every_combination_that_the_types_admit() {
    let mut module = Module::new();
    let op = op_of(&mut module, "test.op", &[&[4, 8], &[2, 4, 8]], &[&[4, 8]]);
    let shown = |choice: &Choice| -> Vec<String> {
        let combinations = choice.fit_all(&module, op).into_iter().flatten();
        combinations.map(|fitted| format!("{:?}", fitted.required)).collect()
    };
    let either = || Slot::OneOf(vec![Slot::RowMajor, named("NC"), named("CN"), named("CWH")]);
    // `row_major` and `NC` are one layout of a matrix; `CN` does not fit three dims.
    let choice = lists(&[either(), either()], &[Slot::Any]);
    assert_eq!(shown(&choice).len(), 2 * 2);
    let choice = lists(&[either(), Slot::RowMajor], &[Slot::Same]);
    assert_eq!(shown(&choice).len(), 2);

    let unfit = |choice: &Choice| choice.fit_all(&module, op).unwrap_err().to_string();
    let none = lists(&[Slot::OneOf(vec![named("NCHW"), named("NHWC")]), Slot::Any], &[Slot::Any]);
    expect!["value 0 has 2 dims, but NCHW has 4"].assert_eq(&unfit(&none));
    let empty = lists(&[Slot::OneOf(Vec::new()), Slot::Any], &[Slot::Any]);
    expect!["its alternatives have 0 combinations, but must have 1 to 4096"]
        .assert_eq(&unfit(&empty));
}

#[test]
fn alternatives_have_a_limit() {
    let mut module = Module::new();
    let operands: Vec<&[u64]> = vec![&[4, 8]; 13];
    let op = op_of(&mut module, "test.op", &operands, &[&[4, 8]]);
    let either = Slot::OneOf(vec![named("NC"), named("CN")]);
    let choice = Choice::lists(Slots::all(either.clone()), Slots::exactly([Slot::Any]));
    let unfit = choice.fit_all(&module, op).unwrap_err();
    assert_eq!(unfit, Mismatch::Combinations { count: 1 << 13 });
    let of_twelve = op_of(&mut module, "test.op", &operands[1..], &[&[4, 8]]);
    assert_eq!(choice.fit_all(&module, of_twelve).unwrap().len(), MAX_COMBINATIONS);
    // A type constraint requires one layout, which alternatives do not.
    assert!(!Choice::all(either).is_uniform());
}

fn fuse(value: ValueSelector, layouts: &[Slot], cost: CostExpr) -> FusedLayouts {
    FusedLayouts::new(value, layouts.to_vec(), cost).unwrap()
}

#[test]
fn fused_layouts_are_offers_with_their_costs() {
    let choice = lists(&[named("NHWC"), Slot::Same], &[Slot::Same]).with_cost(7);
    let bytes = CostExpr::term(Term::Bytes(ValueSelector::Value(0))).unwrap();
    let unknown = CostExpr::term(Term::Attr { key: "absent".to_owned(), default: None }).unwrap();
    let choice = choice
        .with_fuses(vec![
            fuse(ValueSelector::Result(0), &[named("NWCH")], CostExpr::number(5)),
            fuse(ValueSelector::Value(0), &[named("NCHW"), named("hwc")], bytes),
            fuse(ValueSelector::Value(1), &[named("NCHW")], unknown),
        ])
        .unwrap();
    let mut module = Module::new();
    let op = op_of(&mut module, "test.op", &[&[1, 2, 3, 5], &[1, 2, 3, 5]], &[&[1, 2, 3, 5]]);
    let shown: Vec<String> = choice
        .fit_all(&module, op)
        .unwrap()
        .iter()
        .map(|it| {
            let layouts: Vec<String> = it.required.iter().map(|one| format!("{one:?}")).collect();
            let fused: Vec<_> = it.fused.iter().map(|one| (one.value, one.cost)).collect();
            format!(
                "{} {} {fused:?}",
                layouts.join(" ").replace("Order(", "").replace(')', ""),
                it.cost
            )
        })
        .collect();
    expect![[r#"
        DimsNHWC Same Same 7 []
        DimsNCHW Same Same 67 [(0, 60)]
        DimsNHWC Same DimsNWCH 12 [(2, 5)]
        DimsNCHW Same DimsNWCH 72 [(0, 60), (2, 5)]"#]]
    .assert_eq(&shown.join("\n"));
    let same = Choice::same().with_fuses(vec![fuse(
        ValueSelector::Value(0),
        &[named("NHWC")],
        CostExpr::number(0),
    )]);
    assert!(!same.unwrap().is_uniform());
}

#[test]
fn fused_layouts_have_a_limit() {
    let orders = ["NCHW", "NWCH", "NHCW"].map(named);
    let values = 7;
    let fuses: Vec<FusedLayouts> = (0..values)
        .map(|at| fuse(ValueSelector::Value(at), &orders, CostExpr::number(1)))
        .collect();
    let choice = lists(&vec![named("NHWC"); values], &[]).with_fuses(fuses).unwrap();
    let mut module = Module::new();
    let op = op_of(&mut module, "test.op", &vec![IMAGE; values], &[]);
    // 4^7 offers.
    let unfit = choice.fit_all(&module, op).unwrap_err();
    assert!(matches!(unfit, Mismatch::Combinations { count } if count > MAX_COMBINATIONS));
}
