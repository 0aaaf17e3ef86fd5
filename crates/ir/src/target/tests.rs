//! Tests of the targets that ops define and modules select, and of the descriptions of limits.

use super::*;
use crate::data::attrs::{Attr, AttrKind, IntValue};
use crate::data::types::{Signedness, TypeKind};
use crate::diag::{Diag, Sink, code};
use crate::{Builder, Context, Module, Op, Registry, Verified};

/// Appends an op `layout.target` with these limits and features.
fn target(
    module: &mut Module,
    name: &str,
    limits: &[(&str, Attr)],
    features: &[(&str, Attr)],
) -> Op {
    let ctx = &mut module.ctx;
    let dict = |ctx: &mut Context, entries: &[(&str, Attr)]| {
        let entries: Vec<_> = entries.iter().map(|&(key, attr)| (ctx.name(key), attr)).collect();
        ctx.dict(entries)
    };
    let attrs = [
        ("sym_name", ctx.string(name)),
        ("limits", dict(ctx, limits)),
        ("features", dict(ctx, features)),
    ];
    Builder::new(module).op(TARGET_OP, &[], &[], &attrs)
}

fn rendered(faults: Vec<Diag>) -> Vec<String> {
    let line = |diag: Diag| {
        let notes = diag.notes.into_iter().map(|note| note.message);
        std::iter::once(format!("{}: {}", diag.code, diag.message)).chain(notes)
    };
    faults.into_iter().flat_map(line).collect()
}

#[test]
fn omitted_limits_do_not_exist() {
    let mut module = Module::new();
    let stride = module.ctx.int(1 << 20);
    let op = target(&mut module, "npu", &[("maxTensorStride", stride)], &[]);
    let read = Target::read(&module, &Registry::new(), op).unwrap();
    assert_eq!(read.limits, DeviceLimits { max_stride: 1 << 20, ..DeviceLimits::NONE });
    assert_eq!((read.name.as_ref(), read.features.non_packed), ("npu", false));
    assert_eq!(read.describe(Limit::Stride), "`maxTensorStride` of target `@npu` is 1048576");
    assert_eq!(read.describe(Limit::Size), "target `@npu` has no `maxTensorSize`");
    let given = Limit::ALL.map(|limit| read.specifies(limit));
    assert_eq!(given, [false, false, false, true, false]);
    assert!(Limit::ALL.iter().all(|&limit| SPEC_MIN.specifies(limit)));
    assert!(read.is_device() && read.stride_limits().is_some());

    // A target without limits, features and formats states no device.
    let op = target(&mut module, "rules", &[], &[]);
    let read = Target::read(&module, &Registry::new(), op).unwrap();
    assert_eq!((read.limits, read.stride_limits()), (DeviceLimits::NONE, None));
    assert_eq!(Target::device_of(Some(&read)), &SPEC_MIN);
}

#[test]
fn read_accepts_the_greatest_values() {
    let mut module = Module::new();
    let ctx = &mut module.ctx;
    let unsigned = ctx.ty(TypeKind::Integer { width: 64, sign: Signedness::Unsigned });
    let big = IntValue::new(u64::MAX.into());
    let size = ctx.attr(AttrKind::Integer { value: big, ty: unsigned });
    let (count, stride, yes) = (ctx.int(u32::MAX.into()), ctx.int(i64::MAX), ctx.bool(true));
    let limits =
        [("maxTensorSize", size), ("maxTensorDimensionCount", count), ("maxTensorStride", stride)];
    let op = target(&mut module, "npu", &limits, &[("tensorNonPacked", yes)]);
    let read = Target::read(&module, &Registry::new(), op).unwrap();
    let values = [Limit::Size, Limit::DimensionCount, Limit::Stride].map(|it| read.limits.get(it));
    assert_eq!(values, [u64::MAX, u32::MAX.into(), i64::MAX.unsigned_abs()]);
    assert!(read.features.non_packed);
}

#[test]
fn read_reports_every_fault_of_an_op() {
    let mut module = Module::new();
    let ctx = &mut module.ctx;
    let (zero, big, text) = (ctx.int(0), ctx.int(1 << 32), ctx.string("x"));
    let (yes, one) = (ctx.bool(true), ctx.int(1));
    let limits = [
        ("maxTensorStride", zero),
        ("maxTensorDimensionCount", big),
        ("maxTensorSize", text),
        ("maxTensorElements", yes),
        ("maxTensorSizes", one),
        ("tensorNonPacked", yes),
    ];
    let op = target(&mut module, "npu", &limits, &[("tensors", one), ("maxTensorSize", one)]);
    let faults = rendered(Target::read(&module, &Registry::new(), op).unwrap_err());
    let text = faults.join("\n");
    for part in [
        "L0303: `maxTensorStride` of target `@npu` is `0`, but must be an integer from 1 to 9223372036854775807",
        "L0303: `maxTensorDimensionCount` of target `@npu` is `4294967296`, but must be an integer from 1 to 4294967295",
        "L0303: `maxTensorSize` of target `@npu` is `\"x\"`, but must be an integer from 1 to 18446744073709551615",
        "L0303: `maxTensorElements` of target `@npu` is `true`, but must be an integer",
        "L0209: unknown key `maxTensorSizes` in `limits` of target `@npu`\ndid you mean `maxTensorSize`?\nthe limits are maxTensorDimensionCount, ",
        "L0209: unknown key `tensorNonPacked` in `limits` of target `@npu`\nmove `tensorNonPacked` to `features`",
        "L0303: `tensors` of target `@npu` is `1 : i64`, but must be `true` or `false`",
        "L0209: unknown key `maxTensorSize` in `features` of target `@npu`\nmove `maxTensorSize` to `limits`",
    ] {
        assert!(text.contains(part), "{part}\nin\n{text}");
    }
    assert_eq!(faults.iter().filter(|line| line.starts_with("L0")).count(), 8);
    let mut sink = Sink::default();
    assert!(Verified::new(module, &Registry::new(), &mut sink).is_err());
    assert_eq!(sink.errors(), 8);
}

#[test]
fn of_module_prefers_a_target_of_the_module() {
    let registry = Registry::new();
    let mut module = Module::new();
    assert_eq!(Target::of_module(&module, &registry), Ok(None));
    let select = |module: &mut Module, name: &str| {
        let (root, symbol) = (module.root(), module.ctx.symbol(name));
        module.set_attr(root, TARGET_ATTR, Some(symbol));
        Target::of_module(module, &Registry::new())
    };
    assert_eq!(select(&mut module, "spec_min"), Ok(Some(SPEC_MIN.clone())));
    assert_eq!(
        rendered(select(&mut module, "spec_mni").unwrap_err()),
        [
            "L0504: unknown target `spec_mni`",
            "did you mean `spec_min`?",
            "the targets are spec_min"
        ]
    );
    let count = module.ctx.int(7);
    target(&mut module, "spec_min", &[("maxTensorDimensionCount", count)], &[]);
    let own = select(&mut module, "spec_min").unwrap().unwrap();
    assert_eq!(own.limits.max_dimension_count, 7);
    let name = module.ctx.string("f");
    Builder::new(&mut module).op("test.op", &[], &[], &[("sym_name", name)]);
    let faults = select(&mut module, "f").unwrap_err();
    assert_eq!((faults[0].code, faults.len()), (code::TARGET, 1));
    assert_eq!(
        rendered(faults),
        ["L0504: `@f` must be a target, but is a `test.op`", "it is defined here"]
    );
}

#[test]
fn limits_match_the_table() {
    for limit in Limit::ALL {
        assert_eq!(Limit::of_name(limit.name()), Some(limit));
        let row = table::LIMITS.iter().find(|row| row.name == limit.name()).unwrap();
        // Each limit can be set to its greatest value.
        let mut limits = SPEC_MIN.limits;
        limits.set(limit, row.greatest);
        assert_eq!(limits.get(limit), row.greatest);
    }
    assert_eq!(Limit::of_name("maxTensorShaderAccessSize"), None);
}
