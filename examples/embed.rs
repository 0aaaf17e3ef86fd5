//! layoutc as a library: a neural network compiler computes the layouts of its tensors.
//!
//! The example uses no text until the end. The compiler builds a module and registers an op of its own. It states
//! stride requirements in two places: the type of a value, and an op that uses the value. Then it resolves the strides
//! and emits the Vulkan tensor descriptions.
//!
//! Run it with `cargo run --example embed`.

use ir::attrs::{AttrKind, LayoutAttr};
use ir::context::Context;
use ir::diag::Sink;
use ir::float::FloatKind;
use ir::layout::{Amount, DimsOrder, MemDim, Req, ReqKind, StrideReqs, Unit};
use ir::registry::Arity;
use ir::target::{DeviceLimits, Features, SPEC_MIN, Target};
use ir::{Attr, Builder, Module, OpDef, Registry, Type, TypeKind, Verified};
use passes::{PassManager, Pipeline};
use std::cell::RefCell;
use std::process::ExitCode;

/// The embedder's own op. The verifier checks its numbers of operands and results like those of any other op.
const DEPTHWISE: OpDef = OpDef {
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    ..OpDef::new("npu.depthwise", "a depthwise convolution on a dedicated unit of the device")
};

fn main() -> ExitCode {
    match describe() {
        Ok(json) => {
            print!("{json}");
            ExitCode::SUCCESS
        }
        Err(faults) => {
            eprint!("{faults}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the Vulkan descriptions of the network's tensors as JSON, or the diagnostics, one per line.
fn describe() -> Result<String, String> {
    let mut registry = Registry::new();
    registry.add(DEPTHWISE);
    let device = device();
    let target = Some(&device);
    let mut sink = Sink::default();

    let pipeline = pipeline(&["resolve-strides", "lower-to-vulkan", "verify-vulkan"])?;
    let module = Verified::new(network(), &registry, &mut sink).map_err(|_| faults(&sink))?;
    let module = PassManager::new(&registry)
        .target(target)
        .run(&pipeline, module, &mut sink)
        .map_err(|_| faults(&sink))?;

    let emitter = codegen::find("vk-json").ok_or("unknown emitter `vk-json`")?;
    let options = emitter.read_options(&[]).map_err(|error| error.message)?;
    let warnings = RefCell::new(Sink::default());
    let cx = codegen::EmitContext {
        registry: &registry,
        target,
        sources: None,
        elide_above: None,
        options: &options,
        warnings: &warnings,
    };
    let mut bytes = Vec::new();
    (emitter.emit)(&module, &cx, &mut bytes).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Returns the embedder's device, with limits above the required minimum.
fn device() -> Target {
    let limits = DeviceLimits {
        max_dimension_count: 6,
        max_elements: 1 << 27,
        max_size: 1 << 27,
        ..SPEC_MIN.limits
    };
    Target::new("npu", limits, Features { non_packed: true })
}

fn pipeline(passes: &[&str]) -> Result<Pipeline, String> {
    let mut pipeline = Pipeline::new();
    for pass in passes {
        pipeline.add(pass, &[]).map_err(|error| error.to_string())?;
    }
    Ok(pipeline)
}

/// Builds `func @main(%image, %weights) { %0 = npu.depthwise(%image, %weights); return %0 }`.
fn network() -> Module {
    let mut module = Module::new();
    // The first requirement: the type of the image, whose rows start at multiples of 128 bytes.
    let rows = reqs(&mut module.ctx, &[aligned(1, 128)]);
    let image = nhwc(&mut module.ctx, &[1, 3, 8, 8], Some(rows));
    let weights = nhwc(&mut module.ctx, &[1, 3, 3, 3], None);
    let result = nhwc(&mut module.ctx, &[1, 3, 8, 8], None);
    // The second requirement: the op uses pixels of 8 bytes, and requires nothing of its other tensors.
    let pixels = reqs(&mut module.ctx, &[aligned(2, 8)]);
    let nothing = module.ctx.unit();
    let reqs = module.ctx.array(&[pixels, nothing, nothing]);

    let mut builder = Builder::new(&mut module);
    let body = builder.function("main", &[image, weights], &[result]);
    let mut body = builder.at(body);
    let arguments = body.module.arguments(body.block).to_vec();
    let output = body.value("npu.depthwise", &arguments, result, &[("layout.reqs", reqs)]);
    body.op("func.return", &[output], &[], &[]);
    module
}

/// Returns the type of an f16 tensor with order N, H, W, C and these stride requirements.
fn nhwc(ctx: &mut Context, shape: &[u64], reqs: Option<Attr>) -> Type {
    let order = ctx.attr(AttrKind::AffineMap(DimsOrder::NHWC.into()));
    let mut entries = vec![(ctx.name("order"), order)];
    if let Some(reqs) = reqs {
        entries.push((ctx.name("reqs"), reqs));
    }
    let encoding = ctx.dict(entries);
    let elem = ctx.ty(TypeKind::Float(FloatKind::F16));
    let dims: Vec<Option<u64>> = shape.iter().copied().map(Some).collect();
    ctx.tensor_type(&dims, elem, Some(encoding))
}

/// Returns the requirement that the stride of a physical dim is a multiple of `bytes`, such as
/// `m1: aligned<128 bytes>`.
fn aligned(dim: usize, bytes: i64) -> Req {
    let dim = MemDim::new(dim).expect("the network has four dims");
    let amount = Amount::new(bytes, Unit::Bytes).expect("alignments are positive");
    Req { dim, kind: ReqKind::Aligned(amount) }
}

fn reqs(ctx: &mut Context, reqs: &[Req]) -> Attr {
    let reqs: StrideReqs = reqs.iter().copied().collect();
    ctx.attr(AttrKind::Layout(LayoutAttr::Reqs(Box::new(reqs))))
}

fn faults(sink: &Sink) -> String {
    let lines = sink.diags().iter().map(|diag| format!("{}: {}\n", diag.severity, diag.message));
    lines.collect()
}

#[test]
fn description_satisfies_requirements_of_type_and_op() {
    let json = describe().unwrap();
    let image = json.split("\"name\"").nth(1).unwrap();
    // Pixels of 3 x 2 bytes have a stride of 8 bytes, and rows of 8 x 8 bytes a stride of 128 bytes.
    assert!(image.contains("\"pStrides\": [1024, 128, 8, 2]"), "{json}");
    assert!(image.contains("\"size_bytes\": 1024"), "{json}");
    assert_eq!(json.matches("\"name\"").count(), 3);
}
