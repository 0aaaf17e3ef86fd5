//! The calls of the crate: modules are unchanged by a failure, and reports have positions.

use expect_test::expect;
use layoutc_compiler::{RequestedStrides, SourceModule, SymbolTable, registry, solve};

const TENSOR: &str =
    "layout.tensor @x : tensor<1x3x8x8xf16, {reqs = #layout.reqs<m2: aligned<64 bytes>>}>";

fn parsed(text: &str) -> SourceModule {
    SourceModule::parse(text, "x.mlir", registry()).expect("the text is valid")
}

#[test]
fn faults_of_the_text_have_positions_and_notes() {
    let text = "layout.tensor @x : tensor<4x5xf32, {oder = #layout.order<NC>}>\nlayout.tensr @y";
    let report = SourceModule::parse(text, "x.mlir", registry()).unwrap_err();
    expect![[r#"
        x.mlir:2:1: error[L0209]: unknown op `layout.tensr` in custom form
          note: did you mean `layout.tensor`?"#]]
    .assert_eq(&report.to_string());
}

#[test]
fn failed_passes_leave_the_module_unchanged() {
    let mut module = parsed(
        "layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m1: aligned<64 bytes>, m1: fixed<12 bytes>>}>",
    );
    let before = module.to_string();
    let conflict = module.run("canonicalize,resolve-strides", None).unwrap_err();
    assert_eq!(conflict.diagnostics[0].at, (1, 20));
    assert_eq!(module.to_string(), before);
    let unknown = module.run("resolve-stride{copies=insert}", None).unwrap_err().to_string();
    assert!(
        unknown.starts_with("<passes>:1:1: error[L0601]: unknown pass `resolve-stride`"),
        "{unknown}"
    );
    assert!(unknown.contains("did you mean `resolve-strides`?"), "{unknown}");
    let option = module.run("resolve-strides{copy=insert}", None).unwrap_err().to_string();
    assert!(option.contains("`copy`"), "{option}");
    let target = module.run("resolve-strides", Some("emulatoin")).unwrap_err().to_string();
    assert!(target.contains("did you mean `emulation`?"), "{target}");
}

/// Returns the conflict of a module, one requirement or correction per line.
fn conflict(text: &str, target: Option<&str>) -> String {
    let report = parsed(text).run("resolve-strides", target);
    let report = report.expect_err("the requirements conflict");
    let conflict = report.diagnostics[0].conflict.as_ref().expect("the diagnostic is a conflict");
    let core = conflict.core.iter().map(|it| format!("{} at {:?}\n", it.text, it.sources));
    let corrections =
        conflict.corrections.iter().map(|it| format!("-{}: {:?}\n", it.removed, it.strides));
    core.chain(corrections).collect()
}

#[test]
fn conflicts_have_requirements_positions_and_corrections() {
    let lone = "layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m0: compact, m1: aligned<64 bytes>, m1: fixed<12 bytes>>}>";
    expect![[r#"
        `m1: aligned<64 bytes>` at ["x.mlir:1:70"]
        `m1: fixed<12 bytes>` at ["x.mlir:1:93"]
        -0: [30, 6]
        -1: [160, 32]
    "#]]
    .assert_eq(&conflict(lone, None));
    let shared = "#rows = #layout.reqs<m0: fixed<32 bytes>>
func.func @f(%x: tensor<4x6xf32, {order = #layout.order<NC>, reqs = #rows}>) {
  %y = tensor.collapse_shape %x [[0, 1]] : tensor<4x6xf32, {order = #layout.order<NC>, reqs = #rows}> into tensor<24xf32, {order = #layout.order<C>}>
  return
}";
    expect![[r#"
        `m0: fixed<32 bytes>` of `%x` at ["x.mlir:1:22"]
        the view op `tensor.collapse_shape` at ["x.mlir:3:8"]
        -0: [6, 1]
        -1: [8, 1]
    "#]]
    .assert_eq(&conflict(shared, None));
    let limited = "layout.tensor @x : tensor<4x6xf32, {reqs = #layout.reqs<m0: fixed<64 bytes>>}>";
    expect![[r#"
        `m0: fixed<64 bytes>` at ["x.mlir:1:57"]
        the limit to packed strides at []
        -0: [6, 1]
        -1: [16, 1]
    "#]]
    .assert_eq(&conflict(limited, Some("spec_min")));
}

#[test]
fn emitters_run_the_passes_that_did_not_run() {
    let mut module = parsed(TENSOR);
    let described = module.emit("vk-json", &[], Some("emulation")).unwrap();
    assert_eq!(module.strides("x"), None, "an emitter changes a copy");
    module.run("resolve-strides,lower-to-vulkan", Some("emulation")).unwrap();
    assert_eq!(module.strides("@x"), Some(vec![768, 256, 32, 1]));
    assert_eq!(module.emit("vk-json", &[], Some("emulation")).unwrap(), described);
    let unknown = module.emit("vk-jsno", &[], None).unwrap_err().to_string();
    assert!(unknown.contains("did you mean `vk-json`?"), "{unknown}");
    let quoted = module.emit("generic", &[("dialect", "irdl")], None).unwrap();
    assert!(String::from_utf8(quoted).unwrap().contains("#layout.reqs<\""));
    assert!(module.emit("generic", &[("dialect", "idrl")], None).is_err());
}

#[test]
fn warnings_of_emitters_are_kept() {
    let module = parsed(TENSOR);
    assert_eq!(module.warnings().diagnostics, []);
    module.emit("c", &[], None).unwrap();
    expect![[r#"
        warning[L0605]: the module has no addressing functions, so the output is empty
          note: add `layout.address @offset_x of @x` for a tensor or descriptor `@x`"#]]
    .assert_eq(&module.warnings().to_string());
}

#[test]
fn layouts_of_symbols_are_found() {
    let module = parsed("layout.notation @n \"cute:(4,8):(8,1)\"");
    assert_eq!(module.layout("n").unwrap().linear().unwrap().strides.len(), 2);
    expect![[r#"
        error[L0604]: unknown symbol `@nn`
          note: did you mean `@n`?"#]]
    .assert_eq(&module.layout("@nn").unwrap_err().to_string());
    assert_eq!(module.strides("n"), None);
}

#[test]
fn layouts_of_values_are_found_and_unknown_values_list_what_there_is() {
    let text = "func.func @f(%x: tensor<4x5xf32>) {
  %y:2 = \"t.y\"(%x) : (tensor<4x5xf32>) -> (tensor<4xf32, {order = #layout.order<C>}>, i32)
  return
}";
    let module = parsed(text);
    assert_eq!(module.layout("f:%x").unwrap().shape().len(), 2);
    assert_eq!(module.layout("@f:%y").unwrap().shape().len(), 1);
    let refused = ["@f:%z", "@f", "@f:%y#1", "f:%"]
        .map(|name| module.layout(name).map(|_| ()).unwrap_err().to_string());
    expect![[r#"
        error[L0604]: unknown value `%z` in `@f:%z`
          note: did you mean `%x`?
        error[L0604]: `@f` has no layout; query one of its values
          note: values of the op: `@f:%x`, `@f:%y#0`, `@f:%y#1`
        error[L0604]: `@f:%y#1` has the type `i32`, which has no layout
        error[L0604]: unknown value `%` in `@f:%`
          note: did you mean `%x`?"#]]
    .assert_eq(&refused.join("\n"));
}

#[test]
fn tables_find_groups_and_symbols_of_inner_modules() {
    let text = "module @inner {
  func.func @g(%x: tensor<4xf32>) {
    %y:2 = \"t.y\"(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    return
  }
}
%top = \"t.y\"() : () -> tensor<4xf32>";
    let (module, registry) = (parsed(text), registry());
    let mut symbols = SymbolTable::new(module.module(), &registry);
    let counts =
        [("@g", "%x"), ("@g", "%y"), ("@g", "%top"), ("", "%top"), ("", "%x"), ("@h", "%x")]
            .map(|(symbol, name)| symbols.values(symbol, name).len());
    assert_eq!(counts, [1, 2, 0, 1, 0, 0]);
    assert!(symbols.locate("@g").is_err(), "queries name symbols of the module itself");
}

#[test]
fn strides_are_solved_for_names_and_lists_of_dims() {
    let image = RequestedStrides {
        shape: &[1, 3, 8, 8],
        order: "NHWC",
        reqs: "m2: aligned<8 bytes>",
        elem_bits: 16,
    };
    let strides = vec![256, 1, 32, 4];
    assert_eq!(solve(&image).unwrap(), strides);
    assert_eq!(solve(&RequestedStrides { order: "[0, 2, 3, 1]", ..image }).unwrap(), strides);
    let row_major = RequestedStrides { order: "", reqs: "", ..image };
    assert_eq!(solve(&row_major).unwrap(), [192, 64, 8, 1]);
    for faulty in [
        RequestedStrides { order: "NHWX", ..image },
        RequestedStrides { order: "[0, 1]", ..image },
        RequestedStrides { order: "[0, 2, 3, x]", ..image },
        RequestedStrides { reqs: "m2: aligned<0 bytes>", ..image },
        RequestedStrides { reqs: "m1: aligned<8 bytes>>, strides = [1", ..image },
        RequestedStrides { shape: &[1, -3, 8, 8], ..image },
        RequestedStrides { elem_bits: 65, ..image },
    ] {
        assert!(solve(&faulty).is_err(), "{faulty:?}");
    }
}

/// Checks the strides of layouts against offsets: those of notations that state strides, or hide them in an index map.
#[test]
fn strides_are_the_differences_of_offsets() {
    for (text, strided) in [
        ("torch:(2,3):(3,1)", true),
        ("memref:memref<2xf32, affine_map<(d0) -> (d0 + (d0 ceildiv 7))>>", true),
        (
            "memref:memref<2x3xf32, affine_map<(d0, d1) -> ((d0 * 3 + d1) floordiv 6 + d1 * 2 + d0)>>",
            true,
        ),
        ("tvm:[1,4,2] lambda a,b,c: (b//4, c//2, b, a, c%2)", true),
        ("cute:(1,(2,2)):(7,(1,2))", true),
        ("cute:(4,(2,2)):(0,(-1,-2))", true),
        ("cute:(2,(2,2)):(4,(2,1))", false),
        ("memref:memref<8xf32, affine_map<(d0) -> (d0 + (d0 ceildiv 7))>>", false),
        ("trt:kCHW32[1,35,7,5]:f16", false),
    ] {
        let layout = layoutc_compiler::notation::read(text, None).expect(text).layout;
        let strides = layoutc_compiler::strides_of(&layout);
        assert_eq!(strides.is_some(), strided, "{text}: {strides:?}");
        let Some(strides) = strides else { continue };
        let lengths = layout.shape().static_lengths().expect("static");
        assert_eq!(strides.len(), lengths.len());
        let zero = offset(&layout, &vec![0; lengths.len()]);
        for (dim, &length) in lengths.iter().enumerate() {
            let mut at = vec![0; lengths.len()];
            at[dim] = length - 1;
            assert_eq!(
                offset(&layout, &at),
                zero + strides[dim] * (length - 1),
                "{text} at {at:?}"
            );
        }
    }
}

fn offset(layout: &layoutc_compiler::ir::layout::Layout, at: &[i64]) -> i64 {
    let index =
        layoutc_compiler::ir::layout::LogicalIndex::new(at.iter().copied()).expect("few dims");
    layout.offset_of(&index).expect("it is computed").expect("it is valid").get()
}

#[test]
fn passes_of_an_emitter_run_once_whatever_their_options() {
    let text = "func.func @f(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {\n  %y = \"a.b\"(%x) : (tensor<4x5xf32>) -> tensor<4x5xf32>\n  return %y : tensor<4x5xf32>\n}\n";
    let whole = parsed(text).emit("vk-graph", &[], Some("emulation")).expect("it is a data graph");
    let mut module = parsed(text);
    let passes = "resolve-strides,lower-to-vulkan{usage=data_graph},verify-vulkan";
    module.run(passes, Some("emulation")).expect("the passes succeed");
    let before = module.to_string();
    let emitted = module.emit("vk-graph", &[], Some("emulation")).expect("it is a data graph");
    assert_eq!(String::from_utf8(emitted), String::from_utf8(whole));
    assert_eq!(module.to_string(), before);
}
