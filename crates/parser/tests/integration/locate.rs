//! Diagnostics about a part of an op must point to that part.

use ir::diag::{Diag, code};
use ir::layout::{Amount, MemDim, Req, ReqKind, Unit};
use ir::source::{PathStep, SourceMap};
use ir::{Module, Registry};
use layoutc_parser::ModuleText;

/// Returns the text that a diagnostic at each of `places` points to.
fn marked(text: &str, places: impl Fn(&Module) -> Vec<ir::source::SourceLocation>) -> Vec<String> {
    let (registry, mut sources) = (Registry::new(), SourceMap::default());
    let base = sources.add("a.mlir", text).expect("space");
    let mut source = ModuleText::new(text, base, &registry);
    let module = source.parse().expect("a valid module");
    let diags = places(&module).into_iter().map(|place| Diag::error(code::SYNTAX, place, "here"));
    diags.for_each(|diag| source.sink.push(diag));
    let diags = source.take();
    diags.iter().map(|diag| sources.text(diag.span()).unwrap_or_default().to_owned()).collect()
}

fn first_op(module: &Module) -> ir::Op {
    module.ops(module.body()).next().expect("an op")
}

#[test]
fn locates_parts_of_a_generic_op() {
    let text = "%a = \"t.a\"() : () -> i32\n\
                %b:2 = \"t.b\"(%a, %a) <{p = [1, {q = 2}]}> {\"k\", x = @s} : (i32, i32) -> (f32, tensor<2x3xf16, {order = #layout.order<CN>}>)";
    let found = marked(text, |module| {
        let op = module.ops(module.body()).nth(1).expect("two ops");
        let place = || module.location(op);
        let last = module.results(op).last().expect("a result");
        vec![
            place(),
            place().operand(1),
            place().attr("p"),
            place().attr("p").element(1).key("q"),
            place().attr("p").element(1).attr("q"),
            place().key("k"),
            place().attr("x"),
            place().input(1),
            module.type_location(last),
            module.type_location(last).step(PathStep::Encoding).attr("order"),
            module.type_location(last).step(PathStep::ElementType),
            module.type_location(last).step(PathStep::Length(1)),
            module.value_location(last),
        ]
    });
    expect_test::expect![[r##"
        [
            "\"t.b\"",
            "%a",
            "[1, {q = 2}]",
            "q",
            "2",
            "\"k\"",
            "@s",
            "i32",
            "tensor<2x3xf16, {order = #layout.order<CN>}>",
            "#layout.order<CN>",
            "f16",
            "3",
            "%b",
        ]
    "##]]
    .assert_debug_eq(&found);
}

#[test]
fn locates_elements_of_typed_arrays() {
    let text = "\"t.a\"() <{p = array<i64: 1, -20, 3>}> {q = array<f32: 1.5>} : () -> ()";
    let found = marked(text, |module| {
        let place = || module.location(first_op(module));
        vec![place().attr("p"), place().attr("p").element(1), place().attr("q").element(0)]
    });
    assert_eq!(found, ["array<i64: 1, -20, 3>", "-20", "1.5"]);
}

#[test]
fn locates_arguments_and_signatures_of_functions() {
    let text = "func.func @f(%x: tensor<4xf32, {offset = 1}> {my.note}) -> i32 {\n  \
                \"t.b\"(%x)[^b] : (tensor<4xf32, {offset = 1}>) -> ()\n\
                ^b(%y: f64):\n  \"t.b\"()[^b] : () -> ()\n}";
    let found = marked(text, |module| {
        let func = first_op(module);
        let blocks = module.blocks(module.regions(func)[0]).to_vec();
        let (x, y) = (module.arguments(blocks[0])[0], module.arguments(blocks[1])[0]);
        let branch = module.ops(blocks[0]).next().expect("a branch");
        vec![
            module.location(func),
            module.location(func).attr("sym_name"),
            module
                .location(func)
                .attr("function_type")
                .input(0)
                .step(PathStep::Encoding)
                .key("offset"),
            module.location(func).attr("function_type").output(0),
            module.location(func).attr("arg_attrs").element(0).key("my.note"),
            module.type_location(x).step(PathStep::Encoding).attr("offset"),
            module.value_location(x),
            module.type_location(y),
            module.location(branch).successor(0),
        ]
    });
    expect_test::expect![[r#"
        [
            "func.func",
            "@f",
            "offset",
            "i32",
            "my.note",
            "1",
            "%x",
            "f64",
            "^b",
        ]
    "#]]
    .assert_debug_eq(&found);
}

#[test]
fn locates_parts_of_aliases_and_requirements() {
    let text = "#e = {reqs = #layout.reqs<m0: compact, m0: aligned< 8 bytes>>}\n!t = tensor<4x4xf32, #e>\n\
                %0 = \"t.a\"() : () -> !t\n%1 = \"t.a\"() : () -> !t";
    let req = |kind| Req { dim: MemDim::new(0).expect("a dim"), kind };
    let bytes = Amount::new(8, Unit::Bytes).expect("an amount");
    let found = marked(text, |module| {
        let second = module.ops(module.body()).nth(1).expect("two ops");
        let encoding = module.location(second).output(0).step(PathStep::Encoding);
        vec![
            module.location(second).output(0),
            encoding.clone().key("reqs"),
            encoding.clone().attr("reqs").requirement(req(ReqKind::Compact)),
            encoding.attr("reqs").requirement(req(ReqKind::Aligned(bytes))),
        ]
    });
    assert_eq!(found, ["!t", "reqs", "m0: compact", "m0: aligned< 8 bytes>"]);
}

#[test]
fn falls_back_to_the_enclosing_part_without_suggestion() {
    let text = "\"t.a\"() {x = [1]} : () -> ()";
    let registry = Registry::new();
    let mut source = ModuleText::new(text, 0, &registry);
    let module = source.parse().expect("a valid module");
    let missing = module.location(first_op(&module)).attr("x").element(7);
    let diag = Diag::error(code::SYNTAX, missing.clone(), "here").suggest(missing, "8");
    source.sink.push(diag);
    let diags = source.take();
    assert_eq!((diags[0].span().start, diags[0].span().end), (13, 16));
    assert!(diags[0].suggestions.is_empty());
}

#[test]
fn bounds_recorded_parts_of_nested_aliases() {
    let mut text = String::from("#a0 = [1, 2]\n");
    for index in 1..40 {
        text += &format!("#a{index} = [#a{0}, #a{0}, #a{0}]\n", index - 1);
    }
    text += "\"t.a\"() {x = #a39} : () -> ()";
    let found = marked(&text, |module| {
        let op = first_op(module);
        vec![module.location(op).attr("x").element(2).element(1), module.location(op)]
    });
    // The recorder stops before it reaches the op.
    assert_eq!(found, ["\"", "\""]);
}
