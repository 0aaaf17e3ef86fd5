//! The stride requirements that ops state in their attribute `layout.reqs`, and those of the images that declared tensors
//! alias.

use crate::tensors::{Defs, Holder, TensorId, Tensors};
use indexmap::IndexMap;
use ir::attrs::{Attr, AttrKind, LayoutAttr};
use ir::diag::{Code, Sink, code, counted};
use ir::encoding;
use ir::layout::{Req, StrideReqs};
use ir::source::SourceLocation;
use ir::stride_reqs::REQS_ATTR;
use ir::vulkan::{IMAGE_ATTR, ImageStride, image_of, tiling_of};
use ir::{Module, Op, Registry};

/// The requirements on each class of tensors, with their sources.
pub(super) struct Requirements {
    by_class: IndexMap<TensorId, IndexMap<Req, Vec<ReqSource>>>,
}

/// The source of a requirement: an attribute of an op.
#[derive(Clone, Copy)]
pub(super) struct ReqSource {
    op: Op,
    part: SourcePart,
}

/// The part of an op that states a requirement.
#[derive(Clone, Copy)]
enum SourcePart {
    /// The entry of the attribute `layout.reqs` with this index.
    Entry(usize),
    /// The image that a declared tensor aliases.
    Image(ImageStride),
}

impl ReqSource {
    /// Returns the location of a requirement, and what requests it.
    pub(super) fn describe(self, module: &Module, req: Req) -> (SourceLocation, String) {
        let place = module.location(self.op);
        let name = module.name(self.op);
        match self.part {
            SourcePart::Entry(at) => (
                place.attr(REQS_ATTR).element(at).requirement(req),
                format!("`{REQS_ATTR}` of op `{name}`"),
            ),
            SourcePart::Image(stride) => {
                let text = format!(
                    "`{IMAGE_ATTR}` of op `{name}`, as {} (resources-memory-aliasing/pStrides)",
                    stride.property()
                );
                (place.attr(IMAGE_ATTR).attr(stride.key), text)
            }
        }
    }
}

impl Requirements {
    /// Returns the requirements on a class.
    pub(super) fn get(&self, class: TensorId) -> StrideReqs {
        let reqs = self.by_class.get(&class).into_iter().flat_map(IndexMap::keys);
        reqs.copied().collect()
    }

    /// Returns the sources of a requirement on a class, in program order.
    pub(super) fn sources(&self, class: TensorId, req: Req) -> &[ReqSource] {
        let sources = self.by_class.get(&class).and_then(|reqs| reqs.get(&req));
        sources.map_or(&[], Vec::as_slice)
    }
}

/// Reads the attributes of all ops. Reports those that are invalid.
pub(super) fn gather(
    module: &Module,
    registry: &Registry,
    tensors: &Tensors,
    sink: &mut Sink,
) -> Requirements {
    let mut found = Requirements { by_class: IndexMap::new() };
    found.add_images(module, tensors);
    if module.ctx.find_name(REQS_ATTR).is_none() {
        return found;
    }
    let declared: IndexMap<Op, TensorId> = tensors.all().filter_map(declared_by).collect();
    let mut defs = Defs::new(module, registry);
    for op in module.walk() {
        let Some(attr) = module.attr(op, REQS_ATTR) else { continue };
        let declares = defs.get(op).is_some_and(|def| def.tensor.is_some());
        let own = declares.then(|| declared.get(&op).copied());
        let mut reader = AttrReader { module, op, sink, found: &mut found };
        reader.list(attr, tensors, own);
    }
    found
}

impl Requirements {
    /// Adds the strides that images require of the declared tensors with tiling LINEAR that alias them.
    fn add_images(&mut self, module: &Module, tensors: &Tensors) {
        if module.ctx.find_name(IMAGE_ATTR).is_none() {
            return;
        }
        for (slot, tensor) in tensors.all() {
            let Holder::Declared(op, _) = tensor.holder else { continue };
            let tiling = tiling_of(&module.ctx, module.attr(op, "tiling"));
            let is_linear = tiling.known().is_some_and(|tiling| tiling.name == "LINEAR");
            let image = image_of(&module.ctx, module.attr(op, IMAGE_ATTR), &tiling);
            let rank = rank(module, tensors, slot);
            let reqs = image.filter(|_| is_linear).map(|image| image.stride_reqs(rank));
            for (req, stride) in reqs.into_iter().flatten() {
                let source = ReqSource { op, part: SourcePart::Image(stride) };
                self.add(tensors.class(slot), req, source);
            }
        }
    }

    fn add(&mut self, class: TensorId, req: Req, source: ReqSource) {
        self.by_class.entry(class).or_default().entry(req).or_default().push(source);
    }
}

fn declared_by((slot, tensor): (TensorId, crate::tensors::Tensor)) -> Option<(Op, TensorId)> {
    match tensor.holder {
        Holder::Declared(op, _) => Some((op, slot)),
        _ => None,
    }
}

/// The reader of the attribute of one op.
struct AttrReader<'a> {
    module: &'a Module,
    op: Op,
    sink: &'a mut Sink,
    found: &'a mut Requirements,
}

impl AttrReader<'_> {
    fn location(&self) -> SourceLocation {
        self.module.location(self.op).attr(REQS_ATTR)
    }

    fn error(&mut self, place: SourceLocation, code: Code, message: String) {
        self.sink.error(code, place, message);
    }

    /// Reads the list. `own` is the slot of the tensor that the op declares; the outer `None` if it declares none.
    fn list(&mut self, attr: Attr, tensors: &Tensors, own: Option<Option<TensorId>>) {
        let module = self.module;
        let op = self.op;
        // The verifier rejects values of another kind, here and below.
        let Some(entries) = module.ctx.as_array(attr) else { return };
        let values = module.operands_and_results(op);
        let places: Vec<Option<TensorId>> =
            values.map(|value| tensors.of_value(value)).chain(own).collect();
        if entries.len() != places.len() {
            let message = format!(
                "expected {} in `{REQS_ATTR}` of `{}`, one for each operand and result, found {}",
                counted(places.len(), "entry"),
                module.name(op),
                entries.len()
            );
            return self.error(self.location(), code::COUNT, message);
        }
        for (at, (&entry, place)) in entries.iter().zip(places).enumerate() {
            self.entry(at, entry, place, tensors);
        }
    }

    fn entry(&mut self, at: usize, entry: Attr, place: Option<TensorId>, tensors: &Tensors) {
        let module = self.module;
        let name = self.module.name(self.op);
        let here = self.location().element(at);
        let AttrKind::Layout(LayoutAttr::Reqs(reqs)) = module.ctx.attr_kind(entry) else { return };
        let Some(slot) = place else {
            if !reqs.is_empty() {
                let message = format!(
                    "entry {at} of `{REQS_ATTR}` of `{name}` requires `{reqs}`, but its value is not a ranked tensor"
                );
                self.error(here, code::OP_ATTRIBUTE, message);
            }
            return;
        };
        let rank = rank(module, tensors, slot);
        if let Some(req) = reqs.iter().find(|req| req.dim.index() >= rank) {
            let message = format!(
                "invalid physical dim `{}` in entry {at} of `{REQS_ATTR}` of `{name}`: the tensor has {}",
                req.dim,
                counted(rank, "physical dim")
            );
            return self.error(here.requirement(req), code::OP_ATTRIBUTE, message);
        }
        let source = ReqSource { op: self.op, part: SourcePart::Entry(at) };
        for req in reqs.iter() {
            self.found.add(tensors.class(slot), req, source);
        }
    }
}

fn rank(module: &Module, tensors: &Tensors, slot: TensorId) -> usize {
    encoding::physical_rank(&module.ctx, tensors.get(slot).ty)
}
