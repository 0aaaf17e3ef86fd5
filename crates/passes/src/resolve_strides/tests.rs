//! Golden tests of `resolve-strides`, and a property: solved strides are injective.

use super::*;
use crate::testing::{Ran, Spec, aligned, compact, declare, dims, fixed, reqs_attr, run};
use expect_test::{Expect, expect};
use indexmap::IndexSet;
use ir::attrs::{AttrKind, LayoutAttr};
use ir::encoding::{self, Reading};
use ir::float::FloatKind;
use ir::layout::{Format, FormatUse, IndexSpace, LogicalIndex, Req, Shape};
use ir::{Builder, Registry, TypeKind};
use proptest::prelude::*;

const NHWC: &[usize] = &[0, 2, 3, 1];

fn resolve(module: Module) -> Ran {
    run(&ResolveStrides::default(), module, None)
}

/// Returns a module with one declared tensor.
fn declared(spec: &Spec) -> Module {
    let mut module = Module::new();
    let ty = spec.f16(&mut module.ctx);
    declare(&mut module, "x", ty, &[]);
    module
}

#[track_caller]
fn check(spec: &Spec, expect: Expect) {
    let ran = resolve(declared(spec));
    expect.assert_eq(&if ran.diags.is_empty() { ran.text() } else { ran.diagnostics() });
}

#[test]
fn declared_tensor_gets_least_strides() {
    let pixels = dims(&[1, 3, 224, 224]).order(NHWC).reqs(&[aligned(2, 64)]);
    check(
        &pixels,
        expect![[r#"
            #NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
            module {
              layout.tensor @x : tensor<1x3x224x224xf16, {order = #NHWC, reqs = #layout.reqs<m2: aligned<64 bytes>>, strides = [1605632, 1, 7168, 32]}>
            }
        "#]],
    );
}

#[test]
fn stated_strides_are_checked_and_kept() {
    let ran = resolve(declared(&dims(&[2, 3]).order(&[0, 1]).strides(&[8, 1])));
    assert_eq!(ran.stats.get("tensors checked"), 1);
    assert_eq!(ran.stats.get("tensors resolved"), 0);
    expect![[r#"
        #NC = affine_map<(d0, d1) -> (d0, d1)>
        module {
          layout.tensor @x : tensor<2x3xf16, {order = #NC, strides = array<i64: 8, 1>}>
        }
    "#]]
    .assert_eq(&ran.text());
}

#[test]
fn type_without_encoding_is_kept() {
    check(
        &dims(&[2, 3]),
        expect![[r#"
        module {
          layout.tensor @x : tensor<2x3xf16>
        }
    "#]],
    );
}

#[test]
fn requirements_without_order_imply_row_major() {
    check(
        &dims(&[2, 3]).reqs(&[aligned(0, 16)]),
        expect![[r#"
            #NC = affine_map<(d0, d1) -> (d0, d1)>
            module {
              layout.tensor @x : tensor<2x3xf16, {order = #NC, reqs = #layout.reqs<m0: aligned<16 bytes>>, strides = [8, 1]}>
            }
        "#]],
    );
}

#[test]
fn dynamic_outermost_dim_is_allowed() {
    check(
        &dims(&[-1, 3]).order(&[0, 1]),
        expect![[r#"
            #NC = affine_map<(d0, d1) -> (d0, d1)>
            module {
              layout.tensor @x : tensor<?x3xf16, {order = #NC, strides = [3, 1]}>
            }
        "#]],
    );
}

#[test]
fn dynamic_inner_dim_is_an_error() {
    check(
        &dims(&[2, -1]).order(&[0, 1]),
        expect![[r#"
            error[L0308]: strides of `@x` cannot be resolved: the length of m1 must be static, because only the outermost dim can be dynamic
              a dim with an upper bound, an entry of `bounds`, is laid out as long as its bound"#]],
    );
    check(
        &dims(&[2, -1]).order(&[0, 1]).strides(&[8, 1]),
        expect![
            "error[L0308]: strides of `@x` cannot be checked: the length of m1 must be static, because only the outermost dim can be dynamic"
        ],
    );
}

#[test]
fn offset_is_kept() {
    check(
        &dims(&[2, 3]).order(&[1, 0]).offset(7),
        expect![[r#"
            #CN = affine_map<(d0, d1) -> (d1, d0)>
            module {
              layout.tensor @x : tensor<2x3xf16, {offset = 7 : i64, order = #CN, strides = [1, 2]}>
            }
        "#]],
    );
}

#[test]
fn conflict_reports_core_and_corrections() {
    let reqs = [aligned(1, 64), aligned(0, 4), fixed(1, 12), compact(2)];
    check(
        &dims(&[4, 5, 6]).order(&[0, 1, 2]).reqs(&reqs),
        expect![[r#"
            error[L0401]: conflicting stride requirements on `@x`: m1 must be `fixed<12 bytes>`, but `aligned<64 bytes>` requires a multiple of 64 bytes
              `m1: fixed<12 bytes>` is requested by the type of `@x`: stride(m1) = 6 elements = 12 bytes
              `m1: aligned<64 bytes>` is requested by the type of `@x`: stride(m1) is a multiple of 64 bytes
              without `m1: aligned<64 bytes>` the least strides are [30, 6, 1]
              without `m1: fixed<12 bytes>` the least strides are [160, 32, 1]"#]],
    );
}

#[test]
fn diagnostics_of_a_module_without_text_name_the_op() {
    let mut module = Module::new();
    let ty = dims(&[4, 5]).reqs(&[aligned(1, 64), fixed(1, 12)]).f16(&mut module.ctx);
    declare(&mut module, "x", ty, &[]);
    let declared = module.ops(module.body()).next();
    let ran = run(&ResolveStrides::default(), module, None);
    let conflict = &ran.diags[0];
    assert_eq!(conflict.entity().and_then(|entity| ran.module.op_of(entity)), declared);
    let requested: Vec<_> = conflict.notes.iter().map(|note| note.entity).collect();
    assert_eq!(requested, [conflict.entity(), conflict.entity(), None, None]);
    expect![[r#"
        error[L0401]: conflicting stride requirements on `@x`: m1 must be `fixed<12 bytes>`, but `aligned<64 bytes>` requires a multiple of 64 bytes
          note: `m1: fixed<12 bytes>` is requested by the type of `@x`: stride(m1) = 6 elements = 12 bytes
          note: `m1: aligned<64 bytes>` is requested by the type of `@x`: stride(m1) is a multiple of 64 bytes
          note: without `m1: aligned<64 bytes>` the least strides are [30, 6]
          note: without `m1: fixed<12 bytes>` the least strides are [160, 32]"#]]
    .assert_eq(&conflict.to_string());
}

#[test]
fn every_violation_is_reported_with_a_correction() {
    let spec = dims(&[4, 5]).order(&[0, 1]).reqs(&[aligned(0, 16), compact(1)]).strides(&[9, 2]);
    check(
        &spec,
        expect![[r#"
            error[L0402]: invalid strides of `@x`: the stride of m0 is 18 bytes, but must be at least 20 bytes (5 x 4 bytes of m1)
              the type of `@x` states stride(m0) = 9 elements = 18 bytes, stride(m1) = 2 elements = 4 bytes
              with the other strides unchanged, use `strides = [10, 2]`
            error[L0402]: invalid strides of `@x`: the stride of m0 is 18 bytes, but `aligned<16 bytes>` requires a multiple of 16 bytes; the next multiple is 32 bytes
              `m0: aligned<16 bytes>` is requested by the type of `@x`
              the type of `@x` states stride(m0) = 9 elements = 18 bytes, stride(m1) = 2 elements = 4 bytes
              with the other strides unchanged, use `strides = [16, 2]`
            error[L0402]: invalid strides of `@x`: the stride of m1 is 4 bytes, but `compact` requires 2 bytes (one element)
              `m1: compact` is requested by the type of `@x`
              the type of `@x` states stride(m0) = 9 elements = 18 bytes, stride(m1) = 2 elements = 4 bytes
              with the other strides unchanged, use `strides = [9, 1]`"#]],
    );
}

#[test]
fn resolve_strides_is_idempotent() {
    let ran = resolve(declared(&dims(&[1, 3, 8, 8]).order(NHWC).reqs(&[aligned(2, 64)])));
    let first = ran.text();
    let again = resolve(ran.module);
    assert_eq!(again.text(), first);
    assert_eq!((again.stats.get("tensors resolved"), again.stats.get("tensors checked")), (0, 1));
}

/// Returns `f(%arg) { %0 = "t.conv"(%arg) {layout.reqs = ...}; return %0 }` with these types and requirements.
fn conv(arg: &Spec, result: &Spec, reqs: &[&[Req]]) -> Module {
    let mut module = Module::new();
    let (arg, result) = (arg.f16(&mut module.ctx), result.f16(&mut module.ctx));
    let entries: Vec<_> = reqs.iter().map(|reqs| reqs_attr(&mut module.ctx, reqs)).collect();
    let list = module.ctx.array(&entries);
    let mut builder = Builder::new(&mut module);
    let body = builder.function("f", &[arg], &[result]);
    let mut inner = builder.at(body);
    let operand = inner.module.arguments(body)[0];
    let value = inner.value("t.conv", &[operand], result, &[("layout.reqs", list)]);
    inner.op("func.return", &[value], &[], &[]);
    module
}

#[test]
fn requirements_on_arguments_and_results_reach_signatures() {
    let nhwc = dims(&[1, 3, 4, 4]).order(NHWC);
    let module = conv(&dims(&[1, 3, 4, 4]), &nhwc, &[&[aligned(2, 32)], &[aligned(2, 16)]]);
    let ran = resolve(module);
    assert_eq!(ran.diagnostics(), "");
    expect![[r##"
        #NCHW = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
        #NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
        module {
          func.func @f(%0: tensor<1x3x4x4xf16, {order = #NCHW, strides = [192, 64, 16, 1]}>) -> tensor<1x3x4x4xf16, {order = #NHWC, strides = [128, 1, 32, 8]}> {
            %1 = "t.conv"(%0) {layout.reqs = [#layout.reqs<m2: aligned<32 bytes>>, #layout.reqs<m2: aligned<16 bytes>>]} : (tensor<1x3x4x4xf16, {order = #NCHW, strides = [192, 64, 16, 1]}>) -> tensor<1x3x4x4xf16, {order = #NHWC, strides = [128, 1, 32, 8]}>
            return %1 : tensor<1x3x4x4xf16, {order = #NHWC, strides = [128, 1, 32, 8]}>
          }
        }
    "##]].assert_eq(&ran.text());
    let first = ran.text();
    assert_eq!(resolve(ran.module).text(), first);
}

#[test]
fn requirements_of_type_and_op_are_joined_and_both_named() {
    let nhwc = dims(&[1, 3, 4, 4]).order(NHWC).reqs(&[fixed(2, 6)]);
    let ran = resolve(conv(&nhwc, &nhwc, &[&[aligned(2, 16)], &[]]));
    expect![[r#"
        error[L0401]: conflicting stride requirements on `%0`: m2 must be `fixed<6 bytes>`, but `aligned<16 bytes>` requires a multiple of 16 bytes
          `m2: fixed<6 bytes>` is requested by the type of `%0`: stride(m2) = 3 elements = 6 bytes
          `m2: aligned<16 bytes>` is requested by `layout.reqs` of op `t.conv`: stride(m2) is a multiple of 16 bytes
          without `m2: aligned<16 bytes>` the least strides are [48, 1, 12, 3]
          without `m2: fixed<6 bytes>` the least strides are [128, 1, 32, 8]"#]].assert_eq(&ran.diagnostics());
}

#[test]
fn conflicts_name_requirements_and_corrections_as_data() {
    let nhwc = dims(&[1, 3, 4, 4]).order(NHWC);
    let op: &[&[Req]] = &[&[aligned(2, 16), aligned(1, 4)], &[]];
    let ran = resolve(conv(&nhwc.clone().reqs(&[fixed(2, 6)]), &nhwc, op));
    let conflict = ran.diags[0].conflict.as_deref().expect("the diagnostic is a conflict");
    let image = Some(ran.module.walk().find_map(|op| {
        let body = *ran.module.blocks(*ran.module.regions(op).first()?).first()?;
        ran.module.arguments(body).first().copied()
    }));
    let requirements: Vec<Req> =
        conflict.core.iter().filter_map(|member| member.origin.req()).collect();
    assert_eq!(requirements.len(), conflict.core.len());
    for member in &conflict.core {
        assert_eq!(member.origin.member().map(|tensor| ran.module.value_of(tensor)), image);
        let stating = member.sources.iter().filter_map(|place| place.entity);
        let ops: Vec<&str> = stating
            .filter_map(|entity| ran.module.op_of(entity))
            .map(|op| ran.module.name(op))
            .collect();
        assert_eq!(
            ops.is_empty(),
            member.origin.req() == Some(fixed(2, 6)),
            "the op states the others"
        );
    }
    // Each correction is carried out: without the requirement, the pass assigns the strides that the correction states.
    assert_eq!(conflict.corrections.len(), 2);
    for correction in &conflict.corrections {
        let removed = requirements[correction.removed];
        let kept = |reqs: &[Req]| reqs.iter().copied().filter(|req| *req != removed).collect();
        let (own, op): (Vec<Req>, Vec<Req>) = (kept(&[fixed(2, 6)]), kept(op[0]));
        let corrected = resolve(conv(&nhwc.clone().reqs(&own), &nhwc, &[&op, &[]]));
        assert_eq!(corrected.diagnostics(), "");
        let strides = format!("strides = {}}}", correction.strides);
        assert!(corrected.text().contains(&strides), "{strides}: {}", corrected.text());
    }
}

#[test]
fn invalid_requirement_lists_are_reported() {
    let plain = dims(&[2, 3]);
    let reported = |reqs: &[&[Req]]| resolve(conv(&plain, &plain, reqs)).diagnostics();
    expect![
        "error[L0301]: expected 2 entries in `layout.reqs` of `t.conv`, one for each operand and result, found 1"
    ]
    .assert_eq(&reported(&[&[]]));
    expect!["error[L0303]: invalid physical dim `m2` in entry 0 of `layout.reqs` of `t.conv`: the tensor has 2 physical dims"].assert_eq(&reported(&[&[aligned(2, 4)], &[]]));
    let mut module = Module::new();
    let unit = module.ctx.unit();
    let ty = plain.f16(&mut module.ctx);
    let i64_type = module.ctx.int_type(64);
    let mut builder = Builder::new(&mut module);
    let reqs = reqs_attr(&mut builder.module.ctx, &[aligned(0, 4)]);
    let list = builder.module.ctx.array(&[unit, unit, reqs]);
    builder.op("t.b", &[], &[ty, ty, i64_type], &[("layout.reqs", list)]);
    expect![[r#"
        error[L0303]: entry 2 of `layout.reqs` of `t.b` requires `m0: aligned<4 bytes>`, but its value is not a ranked tensor"#]].assert_eq(&resolve(module).diagnostics());
}

#[test]
fn values_of_two_returns_are_solved_once() {
    let mut module = Module::new();
    let ty = dims(&[2, 3]).order(&[1, 0]).f16(&mut module.ctx);
    let reqs = [reqs_attr(&mut module.ctx, &[aligned(0, 16)])];
    let list = module.ctx.array(&reqs);
    let mut builder = Builder::new(&mut module);
    let entry = builder.function("f", &[ty], &[ty]);
    let region = builder.module.block_region(entry);
    let other = builder.module.add_block(region, ir::module::Label::NONE);
    let argument = builder.module.arguments(entry)[0];
    builder.at(entry).op("func.return", &[argument], &[], &[]);
    let made = builder.at(other).value("t.make", &[], ty, &[("layout.reqs", list)]);
    builder.at(other).op("func.return", &[made], &[], &[]);
    let ran = resolve(module);
    assert_eq!((ran.diagnostics().as_str(), ran.stats.get("tensors resolved")), ("", 1));
    expect![[r##"
        #CN = affine_map<(d0, d1) -> (d1, d0)>
        module {
          func.func @f(%0: tensor<2x3xf16, {order = #CN, strides = [1, 8]}>) -> tensor<2x3xf16, {order = #CN, strides = [1, 8]}> {
            return %0 : tensor<2x3xf16, {order = #CN, strides = [1, 8]}>
          ^bb1:
            %1 = "t.make"() {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : () -> tensor<2x3xf16, {order = #CN, strides = [1, 8]}>
            return %1 : tensor<2x3xf16, {order = #CN, strides = [1, 8]}>
          }
        }
    "##]].assert_eq(&ran.text());
}

#[test]
fn constant_attribute_has_type_of_its_result() {
    let mut module = Module::new();
    let ty = dims(&[2, 3]).order(&[1, 0]).f16(&mut module.ctx);
    let key = module.ctx.name("blob");
    let value = module.ctx.attr(ir::AttrKind::DenseResource { key, ty });
    Builder::new(&mut module).value("t.constant", &[], ty, &[("value", value)]);
    expect![[r##"
        #CN = affine_map<(d0, d1) -> (d1, d0)>
        module {
          %0 = "t.constant"() {value = dense_resource<blob> : tensor<2x3xf16, {order = #CN, strides = [1, 2]}>} : () -> tensor<2x3xf16, {order = #CN, strides = [1, 2]}>
        }
    "##]].assert_eq(&resolve(module).text());
}

/// Returns a module that declares `@x`, a 2x3x4x5 tensor of f16 in a format, with requirements in its op.
fn formatted(format: &str, reqs_of_op: &[Req]) -> Module {
    let mut module = Module::new();
    let format = FormatUse::new(Format::from_name(format).unwrap());
    let format = module.ctx.attr(AttrKind::Layout(LayoutAttr::Format(format)));
    let key = module.ctx.name("format");
    let encoding = module.ctx.dict([(key, format)]);
    let elem = module.ctx.ty(TypeKind::Float(FloatKind::F16));
    let ty = module.ctx.tensor_type(&[Some(2), Some(3), Some(4), Some(5)], elem, Some(encoding));
    let reqs = reqs_attr(&mut module.ctx, reqs_of_op);
    let reqs = module.ctx.array(&[reqs]);
    declare(&mut module, "x", ty, &[("layout.reqs", reqs)]);
    module
}

#[test]
fn strides_of_a_format_are_fixed() {
    let kept = resolve(formatted("hwc8", &[aligned(2, 16), compact(0)]));
    assert_eq!((kept.diagnostics().as_str(), kept.stats.get("tensors checked")), ("", 1));
    expect![[r#"
        error[L0402]: strides of `@x` are fixed by format `hwc8`: the stride of m2 is 16 bytes, but `aligned<32 bytes>` requires a multiple of 32 bytes; the next multiple is 32 bytes
          `m2: aligned<32 bytes>` is requested by `layout.reqs` of op `layout.tensor`
          format `hwc8` defines stride(m2) = 3 x stride(m3) = 3 x 2 bytes = 6 bytes, padded to 16 bytes; stride(m3) = 2 bytes
          a format fixes every stride; use `order` with `reqs` for other strides"#]].assert_eq(&resolve(formatted("hwc8", &[aligned(2, 32)])).diagnostics());
    // The split of C defines a fifth physical dim.
    assert_eq!(resolve(formatted("chw4", &[aligned(3, 8)])).diagnostics(), "");
    expect![[r#"
        error[L0402]: strides of `@x` are fixed by format `chw4`: the stride of m4 is 2 bytes, but `aligned<8 bytes>` requires a multiple of 8 bytes; the next multiple is 8 bytes
          `m4: aligned<8 bytes>` is requested by `layout.reqs` of op `layout.tensor`
          format `chw4` defines stride(m4) = 2 bytes
          a format fixes every stride; use `order` with `reqs` for other strides"#]].assert_eq(&resolve(formatted("chw4", &[aligned(4, 8)])).diagnostics());
    expect!["error[L0303]: invalid physical dim `m4` in entry 0 of `layout.reqs` of `layout.tensor`: the tensor has 4 physical dims"].assert_eq(&resolve(formatted("hwc8", &[aligned(4, 8)])).diagnostics());
}

#[test]
fn descriptors_without_requirements_are_kept() {
    let described = |reqs: &[Req]| {
        let mut module = Module::new();
        let key = module.ctx.name("layout");
        let view = module.ctx.symbol("view");
        let encoding = module.ctx.dict([(key, view)]);
        let elem = module.ctx.int_type(8);
        // A tensor can be used like a descriptor here: both are symbols with a layout.
        let plain = module.ctx.tensor_type(&[Some(4)], elem, None);
        declare(&mut module, "view", plain, &[]);
        let ty = module.ctx.tensor_type(&[Some(4)], elem, Some(encoding));
        let reqs_of_op = reqs_attr(&mut module.ctx, reqs);
        let list = module.ctx.array(&[reqs_of_op]);
        declare(&mut module, "x", ty, &[("layout.reqs", list)]);
        resolve(module).diagnostics()
    };
    assert_eq!(described(&[]), "");
    expect![[r#"
        error[L0403]: the layout of `@x` is a descriptor (`layout`), which allows no stride requirements
          stride requirements apply only to layouts with `order` or `format`"#]].assert_eq(&described(&[aligned(0, 32)]));
}

#[test]
fn equal_types_are_solved_once() {
    let mut module = Module::new();
    let ty = dims(&[1, 3, 8, 8]).order(NHWC).reqs(&[aligned(2, 64)]).f16(&mut module.ctx);
    let mut builder = Builder::new(&mut module);
    let mut last = builder.value("t.first", &[], ty, &[]);
    for _ in 0..2000 {
        last = builder.value("t.next", &[last], ty, &[]);
    }
    let tensors = Tensors::new(&module, &Registry::new());
    let mut stats = crate::Stats::default();
    let mut sink = ir::diag::Sink::default();
    let registry = Registry::new();
    let requirements = gather(&module, &registry, &tensors, &mut sink);
    let requirements = &requirements;
    let inputs = Inputs {
        module: &module,
        tensors: &tensors,
        requirements,
        registry: &registry,
        target: None,
        certifies: false,
    };
    let mut cx = PassContext {
        registry: &registry,
        anchor: Default::default(),
        target: None,
        sink: &mut sink,
        stats: &mut stats,
        provenance: None,
        progress: &mut ir::progress::NoProgress,
        files: &mut Vec::new(),
    };
    let plan = LayoutPlan::new(inputs, (false, &IndexSet::new()), &mut cx);
    assert_eq!((plan.outcomes.len(), stats.get("tensors resolved")), (1, 2001));
}

/// Returns all indices of a shape, in row-major order.
fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
    IndexSpace::below(shape.iter().copied()).iter().collect()
}

fn small_spec() -> impl Strategy<Value = Spec> {
    let shape = prop::collection::vec(1i64..5, 1..5);
    shape.prop_flat_map(|shape| {
        let rank = shape.len();
        let order = Just((0..rank).collect::<Vec<_>>()).prop_shuffle();
        let one = (0..rank, 0..3u8, 1i64..40).prop_map(|(dim, kind, amount)| match kind {
            0 => compact(dim),
            1 => aligned(dim, amount),
            _ => fixed(dim, 2 * amount),
        });
        let reqs = prop::collection::vec(one, 0..4);
        (Just(shape), order, reqs)
            .prop_map(|(shape, order, reqs)| dims(&shape).order(&order).reqs(&reqs))
    })
}

/// Returns `true` if strides satisfy a requirement, computed from its definition alone.
fn holds(req: Req, place: usize, lens: &[i64], strides: &[i64]) -> bool {
    let bytes = 2 * strides[place];
    match req.kind {
        ir::layout::ReqKind::Any => true,
        ir::layout::ReqKind::Compact => {
            let inner = strides.get(place + 1).map_or(1, |stride| stride * lens[place + 1]);
            strides[place] == inner
        }
        ir::layout::ReqKind::Aligned(amount) => bytes % amount.count() == 0,
        ir::layout::ReqKind::Fixed(amount) => bytes == amount.count(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn solved_strides_are_injective_and_satisfy_requirements(spec in small_spec()) {
        let ran = resolve(declared(&spec));
        prop_assume!(ran.diags.is_empty());
        let op = ran.module.ops(ran.module.body()).next().unwrap();
        let ty = ran.module.type_attr(op, "type").unwrap();
        let Some(Reading::Ordered(layout)) = encoding::read(&ran.module.ctx, ty).unwrap() else {
            return Err(TestCaseError::fail("the type has no order"));
        };
        let physical = layout.physical().unwrap();
        let resolved = layout.resolve().unwrap();
        let inverse = resolved.layout().unwrap();
        let allocation = physical.allocation().unwrap().get();
        let strides: Vec<i64> = physical.strides().values().map(|stride| stride.get()).collect();
        let lens: Vec<i64> = physical.shape().values().filter_map(|len| len.get()).collect();
        let order = spec.order.clone().unwrap();
        let mut seen = vec![false; usize::try_from(allocation).unwrap()];
        for index in indices(&spec.dims) {
            let offset = resolved.offset_of(&LogicalIndex::new(index.iter().copied()).unwrap()).unwrap().get();
            let by_hand: i64 = order.iter().zip(&strides).map(|(&dim, stride)| index[dim] * stride).sum();
            prop_assert_eq!(offset, by_hand);
            let slot = usize::try_from(offset).unwrap();
            prop_assert!(!std::mem::replace(&mut seen[slot], true), "{:?} shares a slot", index);
            let owners = inverse.owners_of(ir::layout::Elems::new(offset)).unwrap();
            let index = LogicalIndex::new(index.iter().copied()).unwrap();
            prop_assert_eq!((owners.first, owners.count), (Some(index), 1));
        }
        for &req in &spec.reqs {
            prop_assert!(holds(req, req.dim.index(), &lens, &strides), "{} of {:?}", req, strides);
        }
        let count = Shape::of_static(&spec.dims).unwrap().num_elements().unwrap().get();
        prop_assert_eq!(seen.iter().filter(|slot| **slot).count() as i64, count);
    }
}
