//! layoutc as a library: a neural network compiler chooses the layouts of its tensors and computes their strides.
//!
//! The example uses no text until the end. The compiler builds a module, and registers its own ops with the layouts that
//! its device accepts. It states stride requirements in two places: the type of a value, and the choices of an op. Then
//! it assigns the layouts, resolves the strides, and emits the Vulkan tensor descriptions.
//!
//! Run it with `cargo run --example embed`.

// The workspace has short names for its packages. Another program depends on the libraries by these names, without this
// line.
use {codegen as layoutc_codegen, ir as layoutc_ir, passes as layoutc_passes};

use layoutc_ir::attrs::{AttrKind, LayoutAttr};
use layoutc_ir::choice::{Choice, Slot, Slots};
use layoutc_ir::context::Context;
use layoutc_ir::diag::{Diag, Sink};
use layoutc_ir::float::FloatKind;
use layoutc_ir::layout::{Amount, DimsOrder, MemDim, Req, ReqKind, StrideReqs, Unit};
use layoutc_ir::print::type_to_string;
use layoutc_ir::registry::Arity;
use layoutc_ir::target::{SPEC_MIN, Target};
use layoutc_ir::{Attr, Block, Builder, Module, Op, OpDef, Registry, Type, TypeKind, Verified};
use layoutc_passes::{PassManager, Pipeline, TensorQueries};
use std::cell::RefCell;
use std::process::ExitCode;

/// The embedder's own ops: the name, a summary, and the number of operands. The verifier checks their numbers of operands
/// and results like those of any other op.
const OPS: &[(&str, &str, usize)] = &[
    ("npu.depthwise", "a depthwise convolution on a dedicated unit of the device", 2),
    ("npu.relu", "the positive part of each element", 1),
];

const PASSES: &[&str] = &["assign-layouts", "resolve-strides", "lower-to-vulkan", "verify-vulkan"];

/// The results of a compilation.
struct CompiledNetwork {
    /// The name of each op with a result, and the strides of the result in bytes, by logical dim.
    strides: Vec<(String, Vec<i64>)>,
    /// The Vulkan descriptions.
    json: String,
}

/// The reason why a network cannot be compiled, as data.
#[derive(Default)]
struct FailedNetwork {
    /// The diagnostics of the verifier or of the failed pass.
    diags: Vec<Diag>,
    /// The module as the failed pass left it.
    module: Option<Box<Module>>,
    /// The message of a failure without diagnostics.
    message: String,
}

fn main() -> ExitCode {
    match compile(&[aligned(1, 128)]) {
        Ok(compiled) => {
            for (op, strides) in &compiled.strides {
                eprintln!("{op}: {strides:?}");
            }
            print!("{}", compiled.json);
            ExitCode::SUCCESS
        }
        Err(failed) => {
            eprintln!("{}", failed.report());
            ExitCode::FAILURE
        }
    }
}

impl FailedNetwork {
    /// Returns the message, and the diagnostics, each with the type of the value that it is about.
    fn report(&self) -> String {
        let mut report = self.message.clone();
        for diag in &self.diags {
            report += &format!("{diag}\n");
            let found = self.module.as_ref().zip(diag.entity());
            if let Some((module, value)) = found.and_then(|(it, at)| Some((it, it.value_of(at)?))) {
                report += &format!("  type: {}\n", type_to_string(module, module.ty(value)));
            }
        }
        report
    }
}

/// Compiles the network with these stride requirements of its image.
fn compile(image: &[Req]) -> Result<CompiledNetwork, FailedNetwork> {
    let (registry, device, mut sink) = (registry(), device(), Sink::default());
    let pipeline = pipeline(PASSES).map_err(message)?;
    let (module, body) = network(image);
    let module = match Verified::new(module, &registry, &mut sink) {
        Ok(module) => module,
        Err(broken) => return Err(failed(&mut sink, broken)),
    };
    let mut manager = PassManager::new(&registry).target(Some(&device));
    let module = match manager.run(&pipeline, module, &mut sink) {
        Ok(module) => module,
        Err(error) => return Err(failed(&mut sink, error.module)),
    };
    let strides = strides(&module, &registry, body)?;
    let json = descriptions(&module, &registry, &device).map_err(message)?;
    Ok(CompiledNetwork { strides, json })
}

/// Returns the registry of layoutc with the embedder's ops and the layouts that they accept.
fn registry() -> Registry {
    let mut registry = Registry::new();
    for &(name, summary, operands) in OPS {
        let def = OpDef::new(name, summary).with_operands(Arity::Exactly(operands));
        registry.add(def.with_results(Arity::Exactly(1)).with_regions(Arity::Exactly(0)));
    }
    registry.add_choices("npu.depthwise", |_: &Module, _: Op| Some(vec![channels_last()]));
    registry.add_choices("npu.relu", |_: &Module, _: Op| Some(vec![Choice::same()]));
    registry
}

/// Returns the one choice of a depthwise convolution: image and result are NHWC, and pixels of the image begin at
/// multiples of 8 bytes. The weights can have any layout.
fn channels_last() -> Choice {
    let nhwc = || Slot::from(DimsOrder::NHWC);
    let operands = Slots::exactly([nhwc(), Slot::Any]);
    let pixels: StrideReqs = [aligned(2, 8)].into_iter().collect();
    Choice::lists(operands, Slots::exactly([nhwc()]))
        .with_reqs(vec![pixels, StrideReqs::any(), StrideReqs::any()])
        .expect("the choice has three slots")
}

/// Returns the strides in bytes of the results in a block.
fn strides(
    module: &Module,
    registry: &Registry,
    body: Block,
) -> Result<Vec<(String, Vec<i64>)>, FailedNetwork> {
    let queries = TensorQueries::new(module, registry);
    let mut found = Vec::new();
    for op in module.ops(body) {
        for value in module.results(op) {
            let strides = queries.strides_of(value).map_err(|error| FailedNetwork {
                diags: vec![error.into_diag()],
                ..FailedNetwork::default()
            })?;
            found.push((module.name(op).to_owned(), strides.in_bytes().unwrap_or_default()));
        }
    }
    Ok(found)
}

/// Returns the Vulkan descriptions as JSON.
fn descriptions(module: &Verified, registry: &Registry, device: &Target) -> Result<String, String> {
    let emitter = layoutc_codegen::find("vk-json").ok_or("unknown emitter `vk-json`")?;
    let options = emitter.read_options(&[]).map_err(|error| error.message)?;
    let warnings = RefCell::new(Sink::default());
    let cx = layoutc_codegen::EmitContext {
        registry,
        target: Some(device),
        sources: None,
        elide_above: None,
        graph: None,
        options: &options,
        warnings: &warnings,
    };
    let mut bytes = Vec::new();
    (emitter.emit)(module, &cx, &mut bytes).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

fn failed(sink: &mut Sink, module: Box<Module>) -> FailedNetwork {
    FailedNetwork { diags: sink.take(), module: Some(module), ..FailedNetwork::default() }
}

fn message(message: String) -> FailedNetwork {
    FailedNetwork { message, ..FailedNetwork::default() }
}

/// Returns the embedder's device, with limits above the required minimum.
fn device() -> Target {
    let (mut limits, mut features) = (SPEC_MIN.limits, SPEC_MIN.features);
    limits.max_dimension_count = 6;
    limits.max_elements = 1 << 27;
    limits.max_size = 1 << 27;
    features.non_packed = true;
    Target::new("npu", limits, features)
}

fn pipeline(passes: &[&str]) -> Result<Pipeline, String> {
    let mut pipeline = Pipeline::new();
    for pass in passes {
        pipeline.add(pass, &[]).map_err(|error| error.to_string())?;
    }
    Ok(pipeline)
}

/// Builds the function that returns `npu.relu(npu.depthwise(%image, %weights))`, and returns its body. Only the type of
/// the image has a layout.
fn network(image: &[Req]) -> (Module, Block) {
    let mut module = Module::new();
    let ctx = &mut module.ctx;
    let reqs = reqs(ctx, image);
    let image = nhwc(ctx, &[1, 3, 8, 8], reqs);
    let [weights, result] = [[1, 3, 3, 3], [1, 3, 8, 8]].map(|shape| f16(ctx, &shape, None));

    let mut builder = Builder::new(&mut module);
    let block = builder.function("main", &[image, weights], &[result]);
    let mut body = builder.at(block);
    let arguments = body.module.arguments(block).to_vec();
    let filtered = body.value("npu.depthwise", &arguments, result, &[]);
    let output = body.value("npu.relu", &[filtered], result, &[]);
    body.op("func.return", &[output], &[], &[]);
    (module, block)
}

/// Returns the type of an f16 tensor with order N, H, W, C and these stride requirements.
fn nhwc(ctx: &mut Context, shape: &[u64], reqs: Attr) -> Type {
    let order = ctx.attr(AttrKind::AffineMap(DimsOrder::NHWC.into()));
    let entries = [(ctx.name("order"), order), (ctx.name("reqs"), reqs)];
    let encoding = ctx.dict(entries);
    f16(ctx, shape, Some(encoding))
}

fn f16(ctx: &mut Context, shape: &[u64], encoding: Option<Attr>) -> Type {
    let elem = ctx.ty(TypeKind::Float(FloatKind::F16));
    let dims: Vec<Option<u64>> = shape.iter().copied().map(Some).collect();
    ctx.tensor_type(&dims, elem, encoding)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_satisfy_requirements_of_type_and_op() {
        let compiled = compile(&[aligned(1, 128)]).map_err(|failed| failed.diags).unwrap();
        let found: Vec<_> = compiled
            .strides
            .iter()
            .map(|(op, strides)| (op.as_str(), strides.as_slice()))
            .collect();
        // The device accepts channels last; the returned tensor is row major as its signature.
        assert_eq!(
            found,
            [
                ("npu.depthwise", [384, 2, 48, 6].as_slice()),
                ("npu.relu", &[384, 2, 48, 6]),
                ("layout.reorder", &[384, 128, 16, 2])
            ]
        );
        let image = compiled.json.split("\"name\"").nth(1).unwrap();
        // Pixels of 3 x 2 bytes have a stride of 8 bytes, and rows of 8 x 8 bytes a stride of 128 bytes.
        assert!(image.contains("\"pStrides\": [1024, 128, 8, 2]"), "{}", compiled.json);
        assert!(image.contains("\"size_bytes\": 1024"), "{}", compiled.json);
        assert_eq!(compiled.json.matches("\"name\"").count(), 5);
    }

    #[test]
    fn conflict_names_value_and_requirements() {
        let compact = |dim| Req { dim: MemDim::new(dim).unwrap(), kind: ReqKind::Compact };
        let Err(failed) = compile(&[compact(3), compact(2), aligned(2, 8)]) else { panic!() };
        assert!(failed.report().contains("\n  type: tensor<1x3x8x8xf16, {order = "));
        let conflict = failed.diags[0].conflict.as_ref().unwrap();
        let core: Vec<_> =
            conflict.core.iter().map(|it| it.origin.req().unwrap().to_string()).collect();
        assert_eq!(core, ["m2: compact", "m2: aligned<8 bytes>", "m3: compact"]);
        let corrections = conflict.corrections.iter();
        let corrections: Vec<_> =
            corrections.map(|it| (it.removed, it.strides.to_string())).collect();
        // Strides in elements, by logical dim, after the removal of one requirement of the core.
        let expected = [(0, "[256, 1, 32, 4]"), (1, "[192, 1, 24, 3]"), (2, "[768, 4, 96, 12]")];
        assert_eq!(corrections, expected.map(|(at, strides)| (at, strides.to_owned())));
    }

    #[test]
    fn registries_pipelines_and_modules_can_be_shared_by_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<(Registry, Pipeline, Target, Module, Verified, Diag)>();
        let registry = registry();
        let pipeline = pipeline(PASSES).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let (device, mut sink) = (device(), Sink::default());
                    let module = Verified::new(network(&[]).0, &registry, &mut sink).unwrap();
                    let mut manager = PassManager::new(&registry).target(Some(&device));
                    assert!(manager.run(&pipeline, module, &mut sink).is_ok());
                });
            }
        });
    }
}
