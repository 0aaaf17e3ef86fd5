//! The memory of a tensor in each candidate layout: the element slot of each index, and the number of bytes.
//!
//! Two candidates have the same memory if their maps from indices to slots are equal. Dims of length 1 are ignored:
//! `NCHW` and `NHWC` of an image with one channel are the same memory, and so are `hwc` and `NHWC`.

use super::candidate::Candidate;
use super::custom::CustomLayouts;
use super::rates::CostRates;
use indexmap::{IndexMap, IndexSet};
use ir::context::Context;
use ir::encoding::{self, Reading};
use ir::expected::{self, ExpectedLengths};
use ir::layout::{
    Amount, Dim, DimsOrder, ElemSize, Elems, FormatType, FormatUse, FormatVersion, Layout, Len,
    MemDim, PerDim, Req, ReqKind, Shape, StrideReqs, TensorLayout, Unit, dims_by_falling_strides,
};
use ir::registry::CustomElement;
use ir::target::Target;
use ir::types::Extent;
use ir::{Module, Registry, Type, TypeKind, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;

/// A ranked tensor type without its encoding, as an index into [`Footprints`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TensorKey(u32);

/// The properties of a tensor that determine its footprint.
#[derive(Clone, Debug)]
struct KeyedTensor {
    /// The lengths by logical dim.
    shape: Shape,
    /// The lengths that costs count: expected ones in the place of dynamic ones, or 1.
    counted: Shape,
    elem: ElemSize,
    format_elem: FormatType,
    /// The version of TensorRT for formats that name none.
    format_version: Option<FormatVersion>,
    /// The lengths and the element type of the tensor type.
    plain: (Box<[Extent]>, Type),
    /// `true` if the tensor may be a subview of a larger one. Then the memory of a format, whose strides are fixed,
    /// differs from that of an order, whose strides are not.
    may_be_subview: bool,
}

/// The map from indices to element slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum SlotMap {
    /// The strides of the logical dims, `None` for one of length 1, and the number of slots.
    Strided(PerDim<Dim, Option<Elems>>, Elems),
    /// A map without strides, or an unknown map.
    Unique(Candidate),
}

/// A [`SlotMap`], as an index into [`Footprints`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SlotMapId(usize);

#[derive(Clone, Copy, Debug)]
struct Footprint {
    slots: SlotMapId,
    bytes: u64,
}

/// A set of stride requirements, as an index into [`Footprints`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ReqsId(u32);

impl ReqsId {
    /// No requirements.
    pub(crate) const NONE: ReqsId = ReqsId(0);
}

/// The role of a form of a value: the definition, or a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FormRole {
    Defined,
    Copied,
}

/// A tensor type, `true` if the value may be a subview, and the expected lengths of its dynamic dims.
type KeyedType = (Type, bool, Vec<Option<u64>>);

/// The footprints of all tensors of a module, each computed once.
#[derive(Default)]
pub(crate) struct Footprints {
    tensors: Vec<KeyedTensor>,
    by_type: IndexMap<KeyedType, Option<TensorKey>, FxBuildHasher>,
    /// The expected lengths of dynamic dims.
    expected: ExpectedLengths,
    /// The values that may be subviews of larger tensors.
    subviews: IndexSet<Value, FxBuildHasher>,
    known: FxHashMap<(TensorKey, Candidate), Option<Footprint>>,
    /// The different maps of the footprints.
    slot_maps: IndexSet<SlotMap, FxBuildHasher>,
    /// The sets of requirements, except the empty one.
    reqs: IndexSet<StrideReqs, FxBuildHasher>,
    /// The strides and requirements that the types of keyed values state, as requirements, with the order of the type.
    of_types: IndexMap<Type, (DimsOrder, ReqsId), FxBuildHasher>,
    /// The bytes of tensors that requirements may pad.
    padded: FxHashMap<(TensorKey, Candidate, ReqsId), u64>,
    /// The requirements that a form of a value can have by one use or its definition, of different sizes, from the
    /// smallest. Other forms have none.
    form_reqs: FxHashMap<(Value, Candidate, FormRole), Vec<ReqsId>>,
    rates: CostRates,
    /// The layouts that choices and types define.
    custom: Rc<CustomLayouts>,
}

impl Footprints {
    /// Returns no footprints, with the rates of moves and the layouts that choices and types define.
    pub(crate) fn new(rates: CostRates, custom: Rc<CustomLayouts>) -> Footprints {
        Footprints { rates, custom, ..Footprints::default() }
    }

    /// Returns the rates of moves.
    pub(crate) fn rates(&self) -> &CostRates {
        &self.rates
    }

    /// Returns the cost to move a value between two layouts where it is defined, in the unit of the rates.
    pub(crate) fn move_cost(
        &mut self,
        module: &Module,
        (value, key): (Value, TensorKey),
        from: (Candidate, ReqsId),
        to: (Candidate, ReqsId),
    ) -> u64 {
        let [read, written] = [from, to].map(|(layout, reqs)| self.padded_bytes(key, layout, reqs));
        self.rates.conversion(module, value, read, written)
    }

    /// Sets the expected lengths of dynamic dims. Must be called before the keys of values are requested.
    pub(crate) fn expect(&mut self, expected: ExpectedLengths) {
        self.expected = expected;
    }

    /// Adds the expected lengths of the values that the rewrite of the module added.
    pub(crate) fn expect_more(
        &mut self,
        module: &Module,
        registry: &Registry,
        target: Option<&Target>,
    ) {
        self.expected.extend(module, registry, target);
    }

    /// Returns the expected lengths of the dynamic dims of a value; none if all are static.
    fn expected(&self, ctx: &Context, value: Value, ty: Type) -> Vec<Option<u64>> {
        let Some(dims) = ctx.kind(ty).tensor_dims() else { return Vec::new() };
        if dims.iter().all(Option::is_some) {
            return Vec::new();
        }
        (0..dims.len()).map(|dim| self.expected.get(value, dim)).collect()
    }

    /// Returns the first dynamic dim that costs count as 1, because it has no expected length.
    pub(crate) fn first_unexpected(&self, ctx: &Context, value: Value, ty: Type) -> Option<usize> {
        let lengths = encoding::laid_out_lengths(ctx, ty)?;
        (0..lengths.len())
            .find(|&dim| lengths[dim].is_none() && self.expected.get(value, dim).is_none())
    }

    /// Marks values that may be subviews of larger tensors. Must be called before the keys of these values are
    /// requested.
    pub(crate) fn mark_subviews(&mut self, values: impl IntoIterator<Item = Value>) {
        self.subviews.extend(values);
    }

    /// Returns the key of a value of this type; `None` if the value is not a ranked tensor, or its layout cannot be
    /// assigned.
    pub(crate) fn key(&mut self, ctx: &Context, value: Value, ty: Type) -> Option<TensorKey> {
        let may_be_subview = self.subviews.contains(&value);
        let expected = self.expected(ctx, value, ty);
        let place = (ty, may_be_subview, expected);
        if let Some(&known) = self.by_type.get(&place) {
            return known;
        }
        let key = keyed_tensor(ctx, ty, may_be_subview, &place.2).map(|tensor| {
            let same = self.tensors.iter().position(|known| {
                (&known.plain, &known.shape, &known.counted, known.may_be_subview)
                    == (&tensor.plain, &tensor.shape, &tensor.counted, may_be_subview)
            });
            let place = same.unwrap_or_else(|| {
                self.tensors.push(tensor);
                self.tensors.len() - 1
            });
            TensorKey(u32::try_from(place).expect("types are numbered in 32 bits"))
        });
        self.add_type_reqs(ctx, ty);
        self.by_type.insert(place, key);
        key
    }

    /// Calls a function on a copy of the module. The types that the copy adds are forgotten, because the module may
    /// later have other types of the same numbers.
    pub(crate) fn on_copy<T>(&mut self, work: impl FnOnce(&mut Footprints) -> T) -> T {
        let known = (self.by_type.len(), self.of_types.len());
        let result = work(self);
        self.by_type.truncate(known.0);
        self.of_types.truncate(known.1);
        result
    }

    /// Returns the lengths of a tensor by logical dim.
    pub(crate) fn shape(&self, key: TensorKey) -> &Shape {
        &self.tensors[key.0 as usize].shape
    }

    pub(crate) fn elem(&self, key: TensorKey) -> ElemSize {
        self.tensors[key.0 as usize].elem
    }

    /// Returns the number of dims of a tensor.
    pub(crate) fn rank(&self, key: TensorKey) -> usize {
        self.shape(key).len()
    }

    /// Returns the row-major candidate of a tensor.
    pub(crate) fn row_major(&self, key: TensorKey) -> Candidate {
        let order = DimsOrder::identity(self.rank(key));
        Candidate::Order(order.expect("a shape has a valid rank"))
    }

    /// Returns `true` if a candidate is a valid layout of a tensor.
    pub(crate) fn admits(&mut self, key: TensorKey, candidate: Candidate) -> bool {
        self.get(key, candidate).is_some()
    }

    /// Returns the size of a tensor in a candidate, in bytes, with expected lengths in the place of dynamic ones.
    pub(crate) fn bytes(&mut self, key: TensorKey, candidate: Candidate) -> u64 {
        if let Some(footprint) = self.get(key, candidate) {
            return footprint.bytes;
        }
        // Strides of a tensor whose inner dims are dynamic cannot be resolved, but a reorder still moves its elements.
        let tensor = &self.tensors[key.0 as usize];
        let order = candidate.order().filter(|order| order.rank() == tensor.shape.len());
        order.and_then(|order| padded_bytes(tensor, order, &StrideReqs::any())).unwrap_or(0)
    }

    /// Returns the number of a set of requirements.
    pub(crate) fn reqs_id(&mut self, reqs: &StrideReqs) -> ReqsId {
        if reqs.is_empty() {
            return ReqsId::NONE;
        }
        let (at, _) = self.reqs.insert_full(reqs.clone());
        ReqsId(u32::try_from(at + 1).expect("requirements are numbered in 32 bits"))
    }

    fn reqs(&self, id: ReqsId) -> Option<&StrideReqs> {
        self.reqs.get_index((id.0 as usize).checked_sub(1)?)
    }

    /// Returns the union of two sets of requirements.
    pub(crate) fn join(&mut self, a: ReqsId, b: ReqsId) -> ReqsId {
        match (self.reqs(a), self.reqs(b)) {
            (Some(own), Some(other)) if a != b => {
                let joined = own.join(other);
                self.reqs_id(&joined)
            }
            (None, _) => b,
            _ => a,
        }
    }

    /// Returns `true` if requirements may pad tensors. After the labels of all sites are known, all requirements are.
    pub(crate) fn has_reqs(&self) -> bool {
        !self.reqs.is_empty()
    }

    /// Returns the size of a tensor in a candidate with requirements, in bytes. Requirements without a solution pad
    /// nothing.
    pub(crate) fn padded_bytes(
        &mut self,
        key: TensorKey,
        candidate: Candidate,
        reqs: ReqsId,
    ) -> u64 {
        let dense = self.bytes(key, candidate);
        let (Candidate::Order(order), Some(set)) = (candidate, self.reqs(reqs)) else {
            return dense;
        };
        if let Some(&known) = self.padded.get(&(key, candidate, reqs)) {
            return known;
        }
        let bytes = padded_bytes(&self.tensors[key.0 as usize], order, set).unwrap_or(dense);
        self.padded.insert((key, candidate, reqs), bytes);
        bytes
    }

    /// Records requirements that a form of a value in a candidate can have.
    pub(crate) fn add_reqs(
        &mut self,
        (value, key): (Value, TensorKey),
        candidate: Candidate,
        role: FormRole,
        reqs: ReqsId,
    ) {
        let bytes = self.padded_bytes(key, candidate, reqs);
        let mut known = self.form_reqs.remove(&(value, candidate, role)).unwrap_or_default();
        let place = known.partition_point(|&it| self.padded_bytes(key, candidate, it) < bytes);
        let next = known.get(place).map(|&it| self.padded_bytes(key, candidate, it));
        if next != Some(bytes) {
            known.insert(place, reqs);
        }
        self.form_reqs.insert((value, candidate, role), known);
    }

    /// Returns the requirements with the fewest bytes that a form of a value in a candidate can have.
    pub(crate) fn least_reqs(&self, value: Value, candidate: Candidate, role: FormRole) -> ReqsId {
        let known = self.form_reqs.get(&(value, candidate, role));
        known.and_then(|known| known.first()).copied().unwrap_or_default()
    }

    /// Returns the fewest bytes that a form of a value in a candidate can have.
    pub(crate) fn least_bytes(
        &mut self,
        (value, key): (Value, TensorKey),
        candidate: Candidate,
    ) -> u64 {
        let roles = [FormRole::Defined, FormRole::Copied];
        let reqs = roles.map(|role| self.least_reqs(value, candidate, role));
        let [defined, copied] = reqs.map(|reqs| self.padded_bytes(key, candidate, reqs));
        defined.min(copied)
    }

    /// Returns the sizes that a copy of a value in one of these candidates can have by one of its uses, from the least.
    pub(crate) fn copied_sizes(
        &mut self,
        (value, key): (Value, TensorKey),
        candidates: &[Candidate],
    ) -> Vec<u64> {
        let mut sizes = Vec::new();
        for &candidate in candidates {
            let known = self.form_reqs.get(&(value, candidate, FormRole::Copied));
            for reqs in known.cloned().unwrap_or_default() {
                sizes.push(self.padded_bytes(key, candidate, reqs));
            }
        }
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// Returns the requirements and strides that the type of a keyed value states for its own layout; none if the
    /// candidate is another one.
    pub(crate) fn type_reqs(&self, ty: Type, candidate: Candidate) -> ReqsId {
        match self.of_types.get(&ty) {
            Some(&(order, reqs)) if candidate.order() == Some(order) => reqs,
            _ => ReqsId::NONE,
        }
    }

    /// Records the requirements and strides that a type states.
    fn add_type_reqs(&mut self, ctx: &Context, ty: Type) {
        if let Ok(Some(Reading::Ordered(layout))) = encoding::read(ctx, ty) {
            let reqs = self.reqs_id(&stated_reqs(&layout));
            if reqs != ReqsId::NONE {
                self.of_types.insert(ty, (layout.order(), reqs));
            }
        }
    }

    /// Returns `true` if two candidates have the same memory.
    pub(crate) fn is_same(&mut self, key: TensorKey, a: Candidate, b: Candidate) -> bool {
        if a == b {
            return true;
        }
        let Some(a) = self.get(key, a) else { return false };
        self.get(key, b).is_some_and(|b| b.slots == a.slots)
    }

    /// Returns the order of dims that has the same memory as a format; `None` if no order has.
    pub(crate) fn order_of(&self, key: TensorKey, format: Candidate) -> Option<Candidate> {
        let (Candidate::Format(_) | Candidate::Custom(_)) = format else { return None };
        let packed = KeyedTensor { may_be_subview: false, ..self.tensors[key.0 as usize].clone() };
        let slots = slots_and_bytes(&packed, format, &self.custom)?.0;
        let SlotMap::Strided(strides, _) = &slots else { return None };
        let dims = dims_by_falling_strides(&packed.shape, strides);
        let order = Candidate::Order(DimsOrder::from_permutation(&dims).ok()?);
        (slots_and_bytes(&packed, order, &self.custom)?.0 == slots).then_some(order)
    }

    fn get(&mut self, key: TensorKey, candidate: Candidate) -> Option<Footprint> {
        if let Some(&known) = self.known.get(&(key, candidate)) {
            return known;
        }
        let found = self.compute(key, candidate);
        self.known.insert((key, candidate), found);
        found
    }

    fn compute(&mut self, key: TensorKey, candidate: Candidate) -> Option<Footprint> {
        let tensor = &self.tensors[key.0 as usize];
        let (slots, bytes) = slots_and_bytes(tensor, candidate, &self.custom)?;
        let is_custom = matches!(candidate, Candidate::Custom(_));
        let equal = if is_custom && slots == SlotMap::Unique(candidate) {
            self.equal_memory(key, candidate, bytes)
        } else {
            None
        };
        let slots = equal.unwrap_or_else(|| SlotMapId(self.slot_maps.insert_full(slots).0));
        Some(Footprint { slots, bytes })
    }

    /// Returns the map of an earlier candidate of a tensor that is the same function from indices to slots.
    fn equal_memory(&self, key: TensorKey, candidate: Candidate, bytes: u64) -> Option<SlotMapId> {
        let tensor = &self.tensors[key.0 as usize];
        let layout = |candidate| layout_of(candidate, tensor, &tensor.shape, &self.custom);
        let own = layout(candidate)?;
        let earlier = self.known.iter().filter_map(|(&(of, other), known)| {
            let known = known.filter(|known| of == key && known.bytes == bytes)?;
            // The memory of a declared layout is unknown.
            let is_unique = matches!(self.slot_maps[known.slots.0], SlotMap::Unique(_))
                && !matches!(other, Candidate::Declared(_));
            is_unique.then_some((other, known))
        });
        for (other, known) in earlier {
            let other = layout(other).map(|other| own.difference(&other));
            if matches!(other, Some(Ok(None))) {
                return Some(known.slots);
            }
        }
        None
    }
}

fn keyed_tensor(
    ctx: &Context,
    ty: Type,
    may_be_subview: bool,
    expected: &[Option<u64>],
) -> Option<KeyedTensor> {
    let TypeKind::Tensor { dims, elem, .. } = ctx.kind(ty) else { return None };
    // A tensor with an opaque encoding has no assignable layout, and its type is kept.
    if let Reading::Opaque(_) = encoding::read(ctx, ty).ok()?? {
        return None;
    }
    let layout = encoding::row_major(ctx, ty).ok()??;
    Some(KeyedTensor {
        shape: layout.shape().clone(),
        counted: counted(layout.shape(), expected),
        elem: layout.elem(),
        format_elem: encoding::format_elem(ctx, *elem),
        format_version: ctx.format_version(),
        plain: (dims.clone(), *elem),
        may_be_subview,
    })
}

impl KeyedTensor {
    /// Returns `true` if the type is legal for a format.
    fn admits(&self, format: FormatUse) -> bool {
        let format = format.or_version(self.format_version);
        format
            .violations_where(
                &self.shape,
                |dim| self.plain.0.get(dim.index()).is_some_and(Option::is_none),
                &self.format_elem,
            )
            .is_empty()
    }
}

/// Returns the layout of a tensor of a shape in a candidate; `None` if the candidate does not fit.
fn layout_of(
    candidate: Candidate,
    tensor: &KeyedTensor,
    shape: &Shape,
    custom: &CustomLayouts,
) -> Option<Layout> {
    match candidate {
        Candidate::Order(order) => ordered(shape, order, tensor.elem),
        Candidate::Format(format) => format.layout(shape, tensor.elem).ok(),
        Candidate::Custom(attr) => {
            let lengths = shape.values().map(|len| len.get().map(i64::unsigned_abs));
            let lengths: Vec<Extent> = lengths.collect();
            let elem = CustomElement::new(tensor.elem, tensor.format_elem.name());
            custom.get(attr)?.layout(&lengths, elem).ok().map(|layout| Layout::clone(&layout))
        }
        // The size of a descriptor with an offset is unknown until it is resolved.
        Candidate::Declared(_) => ordered(shape, DimsOrder::identity(shape.len())?, tensor.elem),
    }
}

/// Returns the slots of a tensor in a candidate and its size in bytes; `None` if the candidate is not a layout of it.
fn slots_and_bytes(
    tensor: &KeyedTensor,
    candidate: Candidate,
    custom: &CustomLayouts,
) -> Option<(SlotMap, u64)> {
    if let Candidate::Format(format) = candidate
        && !tensor.admits(format)
    {
        return None;
    }
    let counted = layout_of(candidate, tensor, &tensor.counted, custom)?;
    let whole = layout_of(candidate, tensor, &tensor.shape, custom);
    if let Candidate::Custom(_) = candidate {
        whole.as_ref()?;
    }
    let bytes = u64::try_from(counted.size_in_bytes().ok()?.get()).ok()?;
    let allocation = counted.allocation().ok()?;
    let unique = SlotMap::Unique(match candidate {
        // The memory of a format does not depend on the version.
        Candidate::Format(format) => Candidate::Format(format.in_version(None)),
        Candidate::Order(_) | Candidate::Custom(_) | Candidate::Declared(_) => candidate,
    });
    let linear = match candidate {
        Candidate::Declared(_) => None,
        _ => whole?.linear(),
    };
    let fixes_strides = matches!(candidate, Candidate::Format(_) | Candidate::Custom(_));
    let is_fixed = tensor.may_be_subview && fixes_strides;
    let slots = linear
        .filter(|_| !is_fixed)
        .map_or(unique, |linear| SlotMap::Strided(linear.strides, allocation));
    Some((slots, bytes))
}

/// Returns the bytes of a tensor in an order with requirements; `None` if these have no solution.
fn padded_bytes(tensor: &KeyedTensor, order: DimsOrder, reqs: &StrideReqs) -> Option<u64> {
    let layout = TensorLayout::new(tensor.counted.clone(), order, tensor.elem).ok()?;
    let layout = layout.with_reqs(reqs.clone()).resolve().ok()?.layout().ok()?;
    u64::try_from(layout.size_in_bytes().ok()?.get()).ok()
}

/// Returns the requirements of a layout, with its strides as requirements.
fn stated_reqs(layout: &TensorLayout) -> StrideReqs {
    let mut reqs = layout.reqs().clone();
    let strides = layout.strides().into_iter().flat_map(|strides| {
        let physical = layout.order().results().enumerate();
        physical.map(|(at, dim)| (MemDim::new(at), strides[dim]))
    });
    for (dim, stride) in strides {
        if let (Some(dim), Some(amount)) = (dim, Amount::new(stride.get(), Unit::Elems)) {
            reqs.insert(Req { dim, kind: ReqKind::Fixed(amount) });
        }
    }
    reqs
}

fn ordered(shape: &Shape, order: DimsOrder, elem: ElemSize) -> Option<Layout> {
    TensorLayout::new(shape.clone(), order, elem).ok()?.resolve().ok()?.layout().ok()
}

/// Returns the shape with the expected lengths in the place of dynamic ones; one that is not expected counts as 1.
fn counted(shape: &Shape, expected: &[Option<u64>]) -> Shape {
    let one = Len::new(1).expect("1 is a length");
    shape.map(|dim, &len| {
        let counted = expected::counted(len, expected.get(dim.index()).copied().flatten());
        if counted.is_dynamic() { one } else { counted }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assign_layouts::tests::parse;
    use ir::layout::{Format, FormatUse};
    use ir::{Module, Registry};

    /// Returns the footprints of a module with one value of this type, and the key of the value.
    fn tensor(ty: &str, is_subview: bool) -> (Footprints, TensorKey) {
        let module: Module = parse(&format!("%0 = \"t.op\"() : () -> {ty}"));
        let op = module.walk().last().unwrap();
        let value = module.result(op, 0).unwrap();
        let mut footprints = Footprints::default();
        footprints.mark_subviews(is_subview.then_some(value));
        let key = footprints.key(&module.ctx, value, module.ty(value)).unwrap();
        (footprints, key)
    }

    fn order(name: &str) -> Candidate {
        Candidate::Order(DimsOrder::from_name(name).unwrap())
    }

    fn format(text: &str) -> Candidate {
        Candidate::format(FormatUse::new(Format::from_name(text).unwrap()), 4)
    }

    /// Checks that a layout which is resolved later equals no other one, also where the memory of both is no order.
    #[test]
    fn unknown_memory_equals_no_other() {
        let text = "layout.descriptor @cols {\n  %b, %a = layout.packed [6, 4]\n  %c = layout.pass_through %a\n  \
                    %d = layout.pass_through %b\n  layout.yield %c, %d\n}\n\
                    layout.descriptor @rows {\n  %a, %b = layout.packed [4, 6]\n  %c = layout.pass_through %a\n  \
                    %d = layout.pass_through %b\n  layout.yield %c, %d\n}\n\
                    %0:2 = \"t.op\"() : () -> (tensor<4x6xf16, {layout = @cols, offset = 8}>, tensor<4x6xf16, {layout = @rows}>)\n";
        let mut module: Module = parse(text);
        let op = module.walk().last().unwrap();
        let [declared, rows] = [0, 1].map(|at| module.result(op, at).unwrap());
        let custom = CustomLayouts::new(&mut module, &Registry::new(), None);
        let mut footprints = Footprints::new(CostRates::default(), Rc::new(custom));
        footprints.mark_subviews([declared]);
        let key = footprints.key(&module.ctx, declared, module.ty(declared)).unwrap();
        let [declared, rows] =
            [declared, rows].map(|value| Candidate::declared(&module, module.ty(value)).unwrap());
        assert!(matches!(declared, Candidate::Declared(_)), "{declared:?}");
        assert!(matches!(rows, Candidate::Custom(_)), "{rows:?}");
        assert!(footprints.admits(key, declared) && footprints.admits(key, rows));
        assert!(!footprints.is_same(key, declared, rows));
    }

    #[test]
    fn unit_dims_do_not_affect_memory() {
        let (mut footprints, key) = tensor("tensor<1x1x4x6xf16>", false);
        assert!(footprints.is_same(key, order("NCHW"), order("NHWC")));
        assert!(!footprints.is_same(key, order("NCHW"), order("NWHC")));
        assert_eq!(footprints.bytes(key, order("NCHW")), 48);
    }

    #[test]
    fn format_equals_order_unless_tensor_may_be_subview() {
        for is_subview in [false, true] {
            let (mut footprints, key) = tensor("tensor<2x8x4x6xf32>", is_subview);
            assert_eq!(footprints.order_of(key, format("hwc")), Some(order("NHWC")));
            assert_eq!(footprints.is_same(key, format("hwc"), order("NHWC")), !is_subview);
            assert_eq!(footprints.order_of(key, format("chw32")), None);
            assert_eq!(footprints.bytes(key, format("chw32")), 2 * 32 * 4 * 6 * 4);
        }
    }

    #[test]
    fn dynamic_lengths_count_as_1() {
        let (mut footprints, key) = tensor("tensor<?x8x4x6xf16>", false);
        assert_eq!(footprints.bytes(key, order("NHWC")), 8 * 4 * 6 * 2);
        assert!(!footprints.admits(key, Candidate::Order(DimsOrder::identity(3).unwrap())));
    }
}
