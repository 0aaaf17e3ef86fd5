//! Helpers of the unit tests of passes: modules built without text, and diagnostics as text.

pub(crate) mod interpret;
pub(crate) mod memory;

use crate::pass::{Pass, PassContext, Stats};
use ir::affine::AffineMap;
use ir::attrs::{AttrKind, LayoutAttr};
use ir::context::Context;
use ir::diag::{Diag, Sink};
use ir::float::FloatKind;
use ir::layout::{Amount, DimsOrder, MemDim, Req, ReqKind, StrideReqs, Unit};
use ir::print::{PrintOptions, module_to_string};
use ir::target::{DeviceLimits, Features, Target};
use ir::{Attr, Builder, Module, Registry, Type, TypeKind, Verified};

/// The parts of a tensor type; lengths below 0 are dynamic.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spec {
    pub(crate) dims: Vec<i64>,
    pub(crate) order: Option<Vec<usize>>,
    pub(crate) reqs: Vec<Req>,
    pub(crate) strides: Option<Vec<i64>>,
    pub(crate) offset: Option<i64>,
}

pub(crate) fn dims(dims: &[i64]) -> Spec {
    Spec { dims: dims.to_vec(), ..Spec::default() }
}

impl Spec {
    pub(crate) fn order(self, results: &[usize]) -> Spec {
        Spec { order: Some(results.to_vec()), ..self }
    }

    pub(crate) fn reqs(self, reqs: &[Req]) -> Spec {
        Spec { reqs: reqs.to_vec(), ..self }
    }

    pub(crate) fn strides(self, strides: &[i64]) -> Spec {
        Spec { strides: Some(strides.to_vec()), ..self }
    }

    pub(crate) fn offset(self, offset: i64) -> Spec {
        Spec { offset: Some(offset), ..self }
    }

    /// Returns the type with elements of f16.
    pub(crate) fn f16(&self, ctx: &mut Context) -> Type {
        let elem = ctx.ty(TypeKind::Float(FloatKind::F16));
        self.to_type(ctx, elem)
    }

    pub(crate) fn to_type(&self, ctx: &mut Context, elem: Type) -> Type {
        let mut entries = Vec::new();
        if let Some(order) = &self.order {
            entries.push((ctx.name("order"), order_attr(ctx, order)));
        }
        if !self.reqs.is_empty() {
            entries.push((ctx.name("reqs"), reqs_attr(ctx, &self.reqs)));
        }
        if let Some(strides) = &self.strides {
            entries.push((ctx.name("strides"), ctx.i64_array(strides)));
        }
        if let Some(offset) = self.offset {
            entries.push((ctx.name("offset"), ctx.int(offset)));
        }
        let encoding = (!entries.is_empty()).then(|| ctx.dict(entries));
        let dims: Vec<Option<u64>> = self.dims.iter().map(|&dim| u64::try_from(dim).ok()).collect();
        ctx.tensor_type(&dims, elem, encoding)
    }
}

fn order_attr(ctx: &mut Context, results: &[usize]) -> Attr {
    let map: AffineMap = DimsOrder::from_results(results).unwrap().into();
    ctx.attr(AttrKind::AffineMap(map))
}

pub(crate) fn reqs_attr(ctx: &mut Context, reqs: &[Req]) -> Attr {
    let reqs: StrideReqs = reqs.iter().copied().collect();
    ctx.attr(AttrKind::Layout(LayoutAttr::Reqs(Box::new(reqs))))
}

pub(crate) fn req(dim: usize, kind: ReqKind) -> Req {
    Req { dim: MemDim::new(dim).unwrap(), kind }
}

pub(crate) fn aligned(dim: usize, bytes: i64) -> Req {
    req(dim, ReqKind::Aligned(Amount::new(bytes, Unit::Bytes).unwrap()))
}

pub(crate) fn fixed(dim: usize, bytes: i64) -> Req {
    req(dim, ReqKind::Fixed(Amount::new(bytes, Unit::Bytes).unwrap()))
}

pub(crate) fn compact(dim: usize) -> Req {
    req(dim, ReqKind::Compact)
}

/// Appends `layout.tensor @name : type`.
pub(crate) fn declare(module: &mut Module, name: &str, ty: Type, attrs: &[(&str, Attr)]) {
    let own = [("sym_name", module.ctx.string(name)), ("type", module.ctx.type_attr(ty))];
    let all: Vec<_> = own.into_iter().chain(attrs.iter().copied()).collect();
    Builder::new(module).op("layout.tensor", &[], &[], &all);
}

/// Returns a target with the limits of ARM's emulation layer: 6 dims, and strides that need not be packed.
pub(crate) fn emulation() -> Target {
    let limits = DeviceLimits {
        max_dimension_count: 6,
        max_elements: 1 << 27,
        max_per_dimension_elements: 1 << 27,
        max_stride: 1 << 27,
        max_size: 1 << 27,
    };
    Target::new("emulation", limits, Features { non_packed: true })
}

/// The results of one pass.
pub(crate) struct Ran {
    pub(crate) module: Module,
    pub(crate) diags: Vec<Diag>,
    pub(crate) stats: Stats,
}

impl Ran {
    pub(crate) fn text(&self) -> String {
        module_to_string(&self.module, &Registry::new(), PrintOptions::default())
    }

    /// Returns the diagnostics, one per line, with indented notes.
    pub(crate) fn diagnostics(&self) -> String {
        let mut lines = Vec::new();
        for diag in &self.diags {
            lines.push(format!("{}[{}]: {}", diag.severity, diag.code, diag.message));
            lines.extend(diag.notes.iter().map(|note| format!("  {}", note.message)));
        }
        lines.join("\n")
    }
}

/// Runs a pass over a module. The module must verify before the pass, and also after it unless the pass reports an
/// error.
#[track_caller]
pub(crate) fn run(pass: &dyn Pass, module: Module, target: Option<&Target>) -> Ran {
    run_with(&Registry::new(), pass, module, target)
}

/// Runs a pass as [`run`] does, with the ops of a registry.
#[track_caller]
pub(crate) fn run_with(
    registry: &Registry,
    pass: &dyn Pass,
    module: Module,
    target: Option<&Target>,
) -> Ran {
    let mut sink = Sink::default();
    let verify = |module, sink: &mut Sink| match target {
        Some(_) => Verified::for_target(module, target, registry, sink),
        None => Verified::new(module, registry, sink),
    };
    let verified = verify(module, &mut sink);
    let mut module = verified.unwrap_or_else(|_| panic!("{:?}", sink.diags())).into_module();
    let mut stats = Stats::default();
    pass.run(
        &mut module,
        &mut PassContext {
            registry,
            anchor: Default::default(),
            target,
            sink: &mut sink,
            stats: &mut stats,
            provenance: None,
            progress: &mut ir::progress::NoProgress,
            files: &mut Vec::new(),
        },
    );
    let failed = sink.has_errors();
    let diags = sink.take();
    if !failed {
        let verified = verify(module, &mut sink);
        module = verified.unwrap_or_else(|_| panic!("{:?}", sink.diags())).into_module();
    }
    Ran { module, diags, stats }
}
