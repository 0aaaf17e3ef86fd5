//! The layouts of the greedy baseline, as memory. Layouts with the same slot for every element are equal, whatever
//! their names, and dims of length 1 are ignored. Views are computed from the factors of lengths. Both methods are
//! independent of those of `assign-layouts`, which the baseline is compared with.

use ir::context::Context;
use ir::encoding::{self, Reading};
use ir::layout::{DimsOrder, ElemSize, FormatType, FormatUse, Shape};
use ir::views::ViewMap;
use ir::{Type, TypeKind};

/// The layout of a tensor in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Dense: the logical dims from the outermost to the innermost, without those of length 1.
    Dense(Vec<usize>),
    /// A format that is not a dense order of the dims, because it splits or pads a dim, or because the tensor is a
    /// subview of a larger one whose strides differ from those of the format.
    Cut(FormatUse),
}

/// A tensor type without its layout.
#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    /// The lengths of the logical dims.
    pub(crate) lens: Vec<i64>,
    shape: Shape,
    elem: ElemSize,
    format_elem: FormatType,
    /// `true` if the tensor may be a subview of a larger one.
    may_be_subview: bool,
    /// The size of the tensor in dense memory, in bytes.
    bytes: u64,
}

impl Tensor {
    /// Returns the tensor of a type. `None` for types that are not tensors, have dynamic lengths, or cannot be laid
    /// out.
    pub(crate) fn from_type(ctx: &Context, ty: Type, may_be_subview: bool) -> Option<Tensor> {
        let TypeKind::Tensor { elem, .. } = ctx.kind(ty) else { return None };
        let plain = encoding::row_major(ctx, ty).ok()??;
        let lens: Option<Vec<i64>> = plain.shape().values().map(|len| len.get()).collect();
        let bytes = plain.resolve().ok()?.layout().ok()?.size_in_bytes().ok()?.get();
        Some(Tensor {
            lens: lens?,
            shape: plain.shape().clone(),
            elem: plain.elem(),
            format_elem: encoding::format_elem(ctx, *elem),
            may_be_subview,
            bytes: u64::try_from(bytes).ok()?,
        })
    }

    /// Returns the memory that the type of a tensor states, row major if it states none.
    ///
    /// # Errors
    /// The type states something else than an order or a format.
    pub(crate) fn declared(&self, ctx: &Context, ty: Type) -> Result<Memory, String> {
        match encoding::read(ctx, ty)
            .map_err(|fault| fault.to_diag(ir::source::Span::NONE).message)?
        {
            Some(Reading::Ordered(layout)) => Ok(self.order(layout.order())),
            Some(Reading::Format(layout)) => self
                .format(layout.format)
                .ok_or_else(|| "the format of a tensor is invalid for its type".to_owned()),
            Some(Reading::Open) | None => Ok(self.row_major()),
            Some(Reading::Descriptor(key)) => {
                Err(format!("the baseline does not support tensors with `{key}`"))
            }
            Some(Reading::Opaque(_)) => {
                Err("the baseline does not support opaque encodings".to_owned())
            }
        }
    }

    /// Returns the row-major memory.
    pub(crate) fn row_major(&self) -> Memory {
        Memory::Dense((0..self.lens.len()).filter(|&dim| self.lens[dim] != 1).collect())
    }

    /// Returns the memory of an order of this tensor's rank.
    pub(crate) fn order(&self, order: DimsOrder) -> Memory {
        let dims = order.results().map(|dim| dim.index());
        Memory::Dense(dims.filter(|&dim| self.lens[dim] != 1).collect())
    }

    /// Returns the memory of a format; `None` if the format is invalid for the tensor.
    pub(crate) fn format(&self, format: FormatUse) -> Option<Memory> {
        if format.is_row_major() {
            return Some(self.row_major());
        }
        if !format.violations(&self.shape, &self.format_elem).is_empty() {
            return None;
        }
        let layout = format.layout(&self.shape, self.elem).ok()?;
        let packed =
            layout.size_in_bytes().is_ok_and(|size| u64::try_from(size.get()) == Ok(self.bytes));
        let dense = layout.linear().filter(|_| packed && !self.may_be_subview);
        let Some(linear) = dense else { return Some(Memory::Cut(format)) };
        let strides = linear.strides.values().enumerate();
        let mut dims: Vec<_> =
            strides.filter_map(|(dim, stride)| Some(((*stride)?, dim))).collect();
        dims.sort_by_key(|&(stride, _)| std::cmp::Reverse(stride));
        Some(Memory::Dense(dims.into_iter().map(|(_, dim)| dim).collect()))
    }

    /// Returns the layout of another tensor of the same rank for this tensor. Dims of length 1 are dropped. `None` if
    /// it is invalid here.
    pub(crate) fn like(&self, memory: &Memory) -> Option<Memory> {
        match memory {
            Memory::Cut(format) => self.format(*format),
            Memory::Dense(dims) => {
                let own = dims.iter().copied().filter(|&dim| self.lens[dim] != 1);
                self.all(own.collect())
            }
        }
    }

    /// Returns the size of the tensor in a memory, in bytes.
    pub(crate) fn bytes(&self, memory: &Memory) -> u64 {
        let Memory::Cut(format) = memory else { return self.bytes };
        let layout = format.layout(&self.shape, self.elem).ok();
        let size = layout.and_then(|layout| layout.size_in_bytes().ok());
        size.and_then(|size| u64::try_from(size.get()).ok()).unwrap_or(u64::MAX / 4)
    }

    /// Returns the dense memory of these dims; `None` unless they are all dims longer than 1.
    fn all(&self, dims: Vec<usize>) -> Option<Memory> {
        let count = self.lens.iter().filter(|&&len| len != 1).count();
        (dims.len() == count).then_some(Memory::Dense(dims))
    }
}

/// Returns `true` if a part is interleaved with other parts of the whole, so that its strides are not dense.
pub(crate) fn is_strided_subview(whole: &Tensor, part: &Tensor, map: &ViewMap) -> bool {
    matches!(map, ViewMap::Slice { .. }) && !keeps_all(whole, part, map)
}

/// Returns the memory of the part of a view op from that of its whole; `None` if the op then moves data.
pub(crate) fn part_of(
    whole: &Tensor,
    part: &Tensor,
    map: &ViewMap,
    memory: &Memory,
) -> Option<Memory> {
    let Memory::Dense(order) = memory else {
        return keeps_all(whole, part, map).then(|| memory.clone());
    };
    match map {
        ViewMap::Transpose(dims) => {
            let place = |dim: &usize| dims.iter().position(|from| from == dim);
            part.all(order.iter().map(place).collect::<Option<_>>()?)
        }
        ViewMap::Slice { kept, .. } => {
            let places = order.iter().filter_map(|dim| kept.iter().position(|from| from == dim));
            part.all(places.filter(|&dim| part.lens[dim] != 1).collect())
        }
        ViewMap::Reshape => reshaped(whole, part, order),
        ViewMap::Memory => None,
    }
}

/// Returns the memory of the whole of a view op from that of its part; `None` if the op then moves data.
pub(crate) fn whole_of(
    whole: &Tensor,
    part: &Tensor,
    map: &ViewMap,
    memory: &Memory,
) -> Option<Memory> {
    let Memory::Dense(order) = memory else {
        return keeps_all(whole, part, map).then(|| memory.clone());
    };
    match map {
        ViewMap::Transpose(dims) => whole.all(order.iter().map(|&dim| dims[dim]).collect()),
        ViewMap::Slice { kept, .. } => whole.all(order.iter().map(|&dim| kept[dim]).collect()),
        ViewMap::Reshape => reshaped(part, whole, order),
        ViewMap::Memory => None,
    }
}

/// Returns `true` if the part is a slice along the outermost dim only, so that a format is preserved.
fn keeps_all(whole: &Tensor, part: &Tensor, map: &ViewMap) -> bool {
    match map {
        ViewMap::Transpose(dims) => dims.is_sorted(),
        ViewMap::Reshape => whole.lens == part.lens,
        ViewMap::Slice { .. } => {
            whole.lens.len() == part.lens.len() && whole.lens.get(1..) == part.lens.get(1..)
        }
        ViewMap::Memory => false,
    }
}

/// Returns the memory of a reshaped tensor: each length is split into the factors that both shapes have, and the
/// factors keep their order in memory.
fn reshaped(from: &Tensor, to: &Tensor, order: &[usize]) -> Option<Memory> {
    let Some((of_from, of_to)) = factors(&from.lens, &to.lens) else {
        return (from.row_major() == Memory::Dense(order.to_vec())).then(|| to.row_major());
    };
    let mut memory = order.iter().flat_map(|&dim| of_from[dim].iter().copied());
    let mut dims = Vec::new();
    while let Some(first) = memory.next() {
        let dim = of_to.iter().position(|own| own.first() == Some(&first))?;
        for &next in &of_to[dim][1..] {
            if memory.next() != Some(next) {
                return None;
            }
        }
        dims.push(dim);
    }
    to.all(dims)
}

/// The indices of the factors of each dim.
type Factors = Vec<Vec<usize>>;

/// Splits the dims of two shapes with the same number of elements into common factors, numbered alike in both. `None`
/// if a length is not divisible by its counterpart.
fn factors(a: &[i64], b: &[i64]) -> Option<(Factors, Factors)> {
    let rest = |lens: &[i64]| -> Vec<(usize, i64)> {
        lens.iter().copied().enumerate().filter(|&(_, len)| len != 1).rev().collect()
    };
    let (mut left, mut right) = (rest(a), rest(b));
    let (mut of_a, mut of_b) = (vec![Vec::new(); a.len()], vec![Vec::new(); b.len()]);
    let mut number = 0;
    while let (Some((i, x)), Some((j, y))) = (left.pop(), right.pop()) {
        let least = x.min(y);
        if x % least != 0 || y % least != 0 {
            return None;
        }
        of_a[i].push(number);
        of_b[j].push(number);
        number += 1;
        left.extend((x > least).then_some((i, x / least)));
        right.extend((y > least).then_some((j, y / least)));
    }
    (left.is_empty() && right.is_empty()).then_some((of_a, of_b))
}
