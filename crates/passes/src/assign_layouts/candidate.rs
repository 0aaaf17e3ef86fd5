//! The layouts that a value may get, what each needs of memory, and what it costs to go from one to another.
//!
//! Whether two candidates are one layout is asked of the core: both are functions from indices to slots, and dims of
//! length 1 do not matter to them. So `NCHW` and `NHWC` of an image with one channel are no conversion, and neither are
//! `hwc` and `NHWC`.

use indexmap::{IndexMap, IndexSet};
use ir::context::Context;
use ir::encoding::{self, Reading};
use ir::layout::{
    DimsOrder, ElemSize, Elems, FormatType, FormatUse, Layout, Len, Shape, TensorLayout,
};
use ir::types::Extent;
use ir::{Type, TypeKind, Value};
use rustc_hash::FxBuildHasher;
use std::fmt;

/// A layout that a value may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Candidate {
    /// Dims in an order, dense but for what requirements ask.
    Order(DimsOrder),
    /// A format.
    Format(FormatUse),
    /// What this type says: strides that are given, a descriptor.
    Declared(Type),
}

impl Candidate {
    /// A format as a candidate of a tensor of some rank. The dims themselves, row by row, are an order.
    pub(crate) fn format(format: FormatUse, rank: usize) -> Candidate {
        let plain = format.is_row_major();
        let order = plain.then(|| DimsOrder::identity(rank)).flatten();
        order.map_or(Candidate::Format(format), Candidate::Order)
    }
}

/// A ranked tensor type without its encoding, by its place in [`Kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Kind(u32);

/// What a kind of tensor is.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// The lengths by logical dim.
    pub(crate) shape: Shape,
    elem: ElemSize,
    format_elem: FormatType,
    /// Lengths and element type as the type has them.
    plain: (Box<[Extent]>, Type),
    /// Whether values of this kind may lie in the memory of larger ones. Then a format, whose strides are fixed, is not
    /// the memory of an order, whose strides are not.
    loose: bool,
}

/// A candidate as a function: which slot each element has. Equal for candidates that are the same memory.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Function {
    /// The strides of the logical dims, none of one of length 1, and how many slots there are.
    Linear(Vec<Option<Elems>>, Elems),
    /// No strides describe it.
    Only(Candidate),
}

/// What a candidate means for a kind.
#[derive(Clone, Debug)]
struct Memory {
    function: Function,
    bytes: u64,
}

/// The kinds of tensors of a module, and what candidates mean for them; each question is answered once.
#[derive(Default)]
pub(crate) struct Kinds {
    kinds: Vec<Facts>,
    by_type: IndexMap<(Type, bool), Option<Kind>, FxBuildHasher>,
    /// The values that may lie in the memory of larger ones.
    loose: IndexSet<Value, FxBuildHasher>,
    memories: IndexMap<(Kind, Candidate), Option<Memory>, FxBuildHasher>,
}

impl Kinds {
    /// Says that these values may lie in the memory of larger ones, before kinds are asked for.
    pub(crate) fn loosen(&mut self, values: impl IntoIterator<Item = Value>) {
        self.loose.extend(values);
    }

    /// The kind of a value that has this type; none for what is no ranked tensor that can be laid out.
    pub(crate) fn of(&mut self, ctx: &Context, value: Value, ty: Type) -> Option<Kind> {
        let loose = self.loose.contains(&value);
        if let Some(&known) = self.by_type.get(&(ty, loose)) {
            return known;
        }
        let kind = facts(ctx, ty, loose).map(|facts| {
            let is_same = |known: &Facts| (&known.plain, known.loose) == (&facts.plain, loose);
            let same = self.kinds.iter().position(is_same);
            let place = same.unwrap_or_else(|| {
                self.kinds.push(facts);
                self.kinds.len() - 1
            });
            Kind(u32::try_from(place).expect("types are numbered in 32 bits"))
        });
        self.by_type.insert((ty, loose), kind);
        kind
    }

    /// What is known of a kind.
    pub(crate) fn facts(&self, kind: Kind) -> &Facts {
        &self.kinds[kind.0 as usize]
    }

    /// The row-major candidate of a kind.
    pub(crate) fn row_major(&self, kind: Kind) -> Candidate {
        let rank = self.facts(kind).shape.len();
        Candidate::Order(DimsOrder::identity(rank).expect("a shape has a legal rank"))
    }

    /// Whether a tensor of this kind may have a candidate.
    pub(crate) fn admits(&mut self, ctx: &Context, kind: Kind, candidate: Candidate) -> bool {
        self.memory(ctx, kind, candidate).is_some()
    }

    /// The bytes that a candidate needs, dynamic lengths counted as 1.
    pub(crate) fn bytes(&mut self, ctx: &Context, kind: Kind, candidate: Candidate) -> u64 {
        self.memory(ctx, kind, candidate).map_or(0, |memory| memory.bytes)
    }

    /// Whether two candidates are the same memory.
    pub(crate) fn same(&mut self, ctx: &Context, kind: Kind, a: Candidate, b: Candidate) -> bool {
        if a == b {
            return true;
        }
        let Some(a) = self.memory(ctx, kind, a).map(|memory| memory.function.clone()) else {
            return false;
        };
        self.memory(ctx, kind, b).is_some_and(|b| b.function == a)
    }

    /// The order of dims that is the same memory as a format; none if there is no such order.
    pub(crate) fn order_of(
        &mut self,
        ctx: &Context,
        kind: Kind,
        format: Candidate,
    ) -> Option<Candidate> {
        let Candidate::Format(_) = format else { return None };
        let packed = Facts { loose: false, ..self.facts(kind).clone() };
        let Function::Linear(strides, slots) = memory_of(ctx, &packed, format)?.function else {
            return None;
        };
        let mut dims: Vec<usize> = (0..strides.len()).collect();
        // Dims of length 1 have no stride: they stay with the dim before them.
        let mut last = Elems::new(i64::MAX);
        let keys: Vec<Elems> = strides
            .iter()
            .map(|stride| {
                last = stride.unwrap_or(last);
                last
            })
            .collect();
        dims.sort_by_key(|&dim| std::cmp::Reverse(keys[dim]));
        let order = Candidate::Order(DimsOrder::from_results(&dims).ok()?);
        let same = memory_of(ctx, &packed, order)?.function == Function::Linear(strides, slots);
        same.then_some(order)
    }

    fn memory(&mut self, ctx: &Context, kind: Kind, candidate: Candidate) -> Option<&Memory> {
        let facts = &self.kinds[kind.0 as usize];
        let memory = self.memories.entry((kind, candidate));
        memory.or_insert_with(|| memory_of(ctx, facts, candidate)).as_ref()
    }
}

fn facts(ctx: &Context, ty: Type, loose: bool) -> Option<Facts> {
    let TypeKind::Tensor { dims, elem, .. } = ctx.kind(ty) else { return None };
    encoding::read(ctx, ty).ok()??;
    let layout = encoding::row_major(ctx, ty).ok()??;
    let (shape, elem_size) = (layout.shape().clone(), layout.elem());
    let format_elem = encoding::format_elem(ctx, *elem);
    Some(Facts { shape, elem: elem_size, format_elem, plain: (dims.clone(), *elem), loose })
}

fn memory_of(ctx: &Context, facts: &Facts, candidate: Candidate) -> Option<Memory> {
    let (layout, sized) = match candidate {
        Candidate::Declared(ty) => return declared(ctx, facts, ty),
        Candidate::Order(order) => (
            ordered(&facts.shape, order, facts.elem)?,
            ordered(&counted(&facts.shape), order, facts.elem)?,
        ),
        Candidate::Format(format) => {
            if !format.violations(&facts.shape, &facts.format_elem).is_empty() {
                return None;
            }
            let layout = |shape: &Shape| format.layout(shape, facts.elem).ok();
            (layout(&facts.shape)?, layout(&counted(&facts.shape))?)
        }
    };
    let bytes = u64::try_from(sized.size_in_bytes().ok()?.get()).ok()?;
    let allocation = sized.allocation().ok()?;
    let fixed = facts.loose && matches!(candidate, Candidate::Format(_));
    let function = match layout.linear().filter(|_| !fixed) {
        Some(linear) => Function::Linear(linear.strides.values().copied().collect(), allocation),
        None => Function::Only(candidate),
    };
    Some(Memory { function, bytes })
}

fn ordered(shape: &Shape, order: DimsOrder, elem: ElemSize) -> Option<Layout> {
    TensorLayout::new(shape.clone(), order, elem).ok()?.resolve().ok()?.layout().ok()
}

/// The shape with dynamic lengths counted as 1.
fn counted(shape: &Shape) -> Shape {
    let one = Len::new(1).expect("1 is a length");
    shape.map(|_, &len| if len.is_dynamic() { one } else { len })
}

/// What a type says that has more than an order or a format: nobody else has that layout.
fn declared(ctx: &Context, facts: &Facts, ty: Type) -> Option<Memory> {
    let candidate = Candidate::Declared(ty);
    let plain =
        ordered(&counted(&facts.shape), DimsOrder::identity(facts.shape.len())?, facts.elem)?;
    let sized = match encoding::read(ctx, ty).ok()?? {
        Reading::Ordered(layout) => layout.resolve().ok().and_then(|known| known.layout().ok()),
        _ => None,
    };
    let bytes = sized.as_ref().unwrap_or(&plain).size_in_bytes().ok()?.get();
    Some(Memory { function: Function::Only(candidate), bytes: u64::try_from(bytes).ok()? })
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Candidate::Order(order) if order.is_identity() => write!(f, "row major ({order})"),
            Candidate::Order(order) => order.fmt(f),
            Candidate::Format(format) => write!(f, "format {format}"),
            Candidate::Declared(_) => f.write_str("the layout that its type names"),
        }
    }
}
