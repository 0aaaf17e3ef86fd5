//! Reads the layout in a tensor type, the encoding dictionary of `docs/ir.md`, and writes it back.
//!
//! The only door between types, which are text, and the layout core, which computes.

use crate::affine::AffineMap;
use crate::attrs::{Attr, AttrKind, LayoutAttr};
use crate::context::{Context, Name};
use crate::diag::{Code, Diag, Severity, code, nearest};
use crate::layout::{
    Bits, DimsOrder, ElemSize, Elems, FormatLayout, FormatType, FormatUse, Len, Shape, StrideReqs,
    Strides, TensorLayout, checked_product,
};
use crate::module::{Module, Op};
use crate::source::Span;
use crate::types::{Extent, Type, TypeKind};

mod format;

/// The keys of an encoding that are ours. Others are carried, unless they look like a slip.
pub const KEYS: &[&str] = &["order", "reqs", "strides", "offset", "format", "layout"];

/// What is wrong with a tensor's layout, without a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How bad: an error, but where the layout is legal and advised against.
    pub severity: Severity,
    /// Which kind.
    pub code: Code,
    /// What is wrong, with the numbers that disagree.
    pub message: String,
    /// What would be right.
    pub notes: Vec<String>,
}

impl Fault {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { severity: Severity::Error, code, message: message.into(), notes: Vec::new() }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> Fault {
        self.notes.push(note.into());
        self
    }

    /// The fault as a diagnostic at a place.
    pub fn to_diag(&self, span: Span) -> Diag {
        let diag = Diag::new(self.severity, self.code, span, self.message.clone());
        self.notes.iter().fold(diag, |diag, note| diag.note(note.clone()))
    }
}

/// The layout of a tensor type, as far as its encoding tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Nothing is said: row major in a signature or `layout.tensor`, not chosen elsewhere.
    Open,
    /// An order, with requirements, strides and offset where they are given.
    Ordered(Box<TensorLayout>),
    /// A format, with offset and requirements where they are given.
    Format(Box<FormatLayout>),
    /// A descriptor (`layout`), which the key names.
    Descriptor(&'static str),
}

/// The types that an op mentions: of its results, its blocks' arguments and its type attributes.
pub(crate) fn types_of_op(module: &Module, op: Op) -> impl Iterator<Item = Type> {
    let args = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let args = args.flat_map(|&block| module.arguments(block)).map(|&arg| module.ty(arg));
    let attrs = module.all_attrs(op).filter_map(|(_, attr)| module.ctx.as_type(attr));
    module.results(op).map(|value| module.ty(value)).chain(args).chain(attrs)
}

/// Checks what an encoding says about itself: keys, kinds, counts, the order, whether a format fits.
pub(crate) fn well_formed(ctx: &Context, ty: Type) -> Vec<Fault> {
    let TypeKind::Tensor { dims, elem, encoding: Some(encoding) } = ctx.kind(ty) else {
        return Vec::new();
    };
    match Encoding::read(ctx, *encoding, dims) {
        Err(fault) => vec![fault],
        Ok(Encoding { format: None, .. }) => Vec::new(),
        Ok(encoding) => match encoding.format_layout(ctx, dims, *elem) {
            Err(fault) => vec![fault],
            Ok(layout) => format::faults(&layout, &format::elem_type(ctx, *elem)),
        },
    }
}

/// The parts of a type whose layout is spelled by our keys: a ranked tensor, or a memref with a dictionary, as VPUX
/// writes it. A dictionary without any of our keys is a memory space.
pub(crate) struct Parts<'a> {
    pub(crate) dims: &'a [Extent],
    pub(crate) elem: Type,
    pub(crate) encoding: Option<Attr>,
}

impl Parts<'_> {
    pub(crate) fn of(ctx: &Context, ty: Type) -> Option<Parts<'_>> {
        match ctx.kind(ty) {
            TypeKind::Tensor { dims, elem, encoding } => {
                Some(Parts { dims, elem: *elem, encoding: *encoding })
            }
            TypeKind::MemRef { dims, elem, layout: Some(layout), .. } => {
                let keys = ctx.dict_entries(*layout).iter().map(|&(key, _)| ctx.text(key));
                let mut ours = keys.filter(|key| KEYS.contains(key));
                ours.next().map(|_| Parts { dims, elem: *elem, encoding: Some(*layout) })
            }
            _ => None,
        }
    }
}

/// Reads the layout of a ranked tensor type, or of a memref with a dictionary of the same keys; `None` for other
/// types.
///
/// # Errors
/// The encoding is not well formed, the tensor may not have its format, or it cannot be laid out: a length
/// is 0, it has more than 15 dims, or its element has no size of 1, 4, 8, 16, 32 or 64 bits.
pub fn read(ctx: &Context, ty: Type) -> Result<Option<Reading>, Fault> {
    let Some(Parts { dims, elem, encoding }) = Parts::of(ctx, ty) else { return Ok(None) };
    let Some(encoding) = encoding else { return Ok(Some(Reading::Open)) };
    let encoding = Encoding::read(ctx, encoding, dims)?;
    if encoding.format.is_some() {
        let layout = encoding.format_layout(ctx, dims, elem)?;
        let faults = format::faults(&layout, &format::elem_type(ctx, elem));
        return match faults.into_iter().find(|fault| fault.severity == Severity::Error) {
            Some(fault) => Err(fault),
            None => Ok(Some(Reading::Format(Box::new(layout)))),
        };
    }
    if let Some(key) = encoding.other {
        return Ok(Some(Reading::Descriptor(key)));
    }
    if encoding.order.is_none() && encoding.reqs.is_none() && encoding.strides.is_none() {
        return Ok(Some(Reading::Open));
    }
    encoding.layout(ctx, dims, elem).map(|layout| Some(Reading::Ordered(Box::new(layout))))
}

/// Whether a ranked tensor type, whatever its encoding says, may have a format.
///
/// # Errors
/// The rule that it breaks, in words.
pub(crate) fn admits_format(ctx: &Context, ty: Type, format: FormatUse) -> Result<(), String> {
    let Some(Parts { dims, elem, .. }) = Parts::of(ctx, ty) else { return Ok(()) };
    let encoding = Encoding { format: Some(format), ..Encoding::default() };
    let layout = encoding.format_layout(ctx, dims, elem).map_err(|fault| fault.message)?;
    let faults = format::faults(&layout, &format::elem_type(ctx, elem));
    match faults.into_iter().find(|fault| fault.severity == Severity::Error) {
        Some(fault) => Err(fault.message),
        None => Ok(()),
    }
}

/// The number of physical dims of a ranked tensor type, which requirements on it may speak of; 0 for other
/// types. A format can have one more than the tensor has.
pub fn physical_rank(ctx: &Context, ty: Type) -> usize {
    let TypeKind::Tensor { dims, encoding, .. } = ctx.kind(ty) else { return 0 };
    let format = encoding.and_then(|encoding| ctx.dict_get(encoding, "format"));
    let format = format.and_then(|value| read_format(ctx, value).ok());
    format.map_or(dims.len(), |format| format.physical_rank(dims.len()))
}

/// The row-major layout of a ranked tensor type at the offset of its encoding, whatever else that says; `None` for
/// other types.
///
/// # Errors
/// As [`read`], where the tensor cannot be laid out.
pub fn row_major(ctx: &Context, ty: Type) -> Result<Option<TensorLayout>, Fault> {
    let Some(Parts { dims, elem, encoding }) = Parts::of(ctx, ty) else { return Ok(None) };
    let offset = encoding.and_then(|encoding| ctx.dict_get(encoding, "offset"));
    let offset = offset.and_then(|offset| ctx.as_int(offset)).unwrap_or(0);
    Encoding { offset, ..Encoding::default() }.layout(ctx, dims, elem).map(Some)
}

/// The offset that a type's encoding tells, in elements; none where it tells none.
pub fn offset(ctx: &Context, ty: Type) -> Option<i64> {
    let encoding = Parts::of(ctx, ty)?.encoding?;
    ctx.as_int(ctx.dict_get(encoding, "offset")?)
}

/// The size of an element in memory.
///
/// # Errors
/// The type's width is none of 1, 4, 8, 16, 32 and 64 bits.
pub fn elem_size(ctx: &Context, elem: Type) -> Result<ElemSize, Fault> {
    let width = match ctx.kind(elem) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.width()),
        TypeKind::Index => Some(64),
        _ => None,
    };
    let size = width.filter(|width| [1, 4, 8, 16, 32, 64].contains(width));
    size.and_then(|width| ElemSize::new(Bits::new(width.into()))).ok_or_else(|| {
        let width = width.map_or("no width".to_owned(), |width| format!("{width} bits"));
        Fault::new(code::SHAPE, format!("an element of {width} cannot be laid out in memory"))
            .note("elements have 1, 4, 8, 16, 32 or 64 bits")
    })
}

/// The type with these resolved strides in its encoding, its order spelled out, and the layout's offset where it is
/// not 0.
pub fn with_strides(ctx: &mut Context, ty: Type, layout: &TensorLayout, strides: &Strides) -> Type {
    let mut added = vec![order_entry(ctx, layout), strides_entry(ctx, strides)];
    let offset = layout.offset();
    if offset != Elems::ZERO {
        added.push((ctx.name("offset"), ctx.int(offset.get())));
    }
    with_entries(ctx, ty, |key| offset == Elems::ZERO || key != "offset", added)
}

/// The type with this layout by `order`, and `reqs`, `strides` and `offset` where it has them, instead of what its
/// encoding says; keys that are not ours are kept.
pub fn with_layout(ctx: &mut Context, ty: Type, layout: &TensorLayout) -> Type {
    let mut added = vec![order_entry(ctx, layout)];
    if !layout.reqs().is_empty() {
        let reqs = AttrKind::Layout(LayoutAttr::Reqs(layout.reqs().clone()));
        added.push((ctx.name("reqs"), ctx.attr(reqs)));
    }
    if let Some(strides) = layout.strides() {
        added.push(strides_entry(ctx, strides));
    }
    if layout.offset() != Elems::ZERO {
        added.push((ctx.name("offset"), ctx.int(layout.offset().get())));
    }
    with_entries(ctx, ty, |key| !KEYS.contains(&key), added)
}

/// The type whose layout is the descriptor of this name; its other keys are kept, but an offset of 0.
pub fn with_descriptor(ctx: &mut Context, ty: Type, name: &str) -> Type {
    let TypeKind::Tensor { encoding, .. } = ctx.kind(ty) else { return ty };
    let offset = encoding.and_then(|encoding| ctx.dict_get(encoding, "offset"));
    let moved = offset.is_some_and(|offset| ctx.as_int(offset) != Some(0));
    let added = [(ctx.name("layout"), ctx.symbol(name))];
    with_entries(ctx, ty, |key| key != "offset" || moved, added)
}

/// The type with this format instead of what its encoding says; keys that are not ours are kept.
pub fn with_format(ctx: &mut Context, ty: Type, format: FormatUse) -> Type {
    let value = ctx.attr(AttrKind::Layout(LayoutAttr::Format(format)));
    let added = [(ctx.name("format"), value)];
    with_entries(ctx, ty, |key| !KEYS.contains(&key), added)
}

/// The element type as formats know it: the sign of an integer that is not unsigned does not matter.
pub fn format_elem(ctx: &Context, elem: Type) -> FormatType {
    format::elem_type(ctx, elem)
}

fn order_entry(ctx: &mut Context, layout: &TensorLayout) -> (Name, Attr) {
    let map = AffineMap::from(layout.order());
    (ctx.name("order"), ctx.attr(AttrKind::AffineMap(map)))
}

fn strides_entry(ctx: &mut Context, strides: &Strides) -> (Name, Attr) {
    let values: Vec<Attr> =
        strides.values().map(|stride| stride.get()).map(|stride| ctx.int(stride)).collect();
    (ctx.name("strides"), ctx.array(&values))
}

/// The tensor type with these entries and those of its own that are kept; other types as they are.
fn with_entries(
    ctx: &mut Context,
    ty: Type,
    keep: impl Fn(&str) -> bool,
    added: impl IntoIterator<Item = (Name, Attr)>,
) -> Type {
    let TypeKind::Tensor { dims, elem, encoding } = ctx.kind(ty).clone() else { return ty };
    let own = encoding.map_or(&[][..], |encoding| ctx.dict_entries(encoding));
    let kept: Vec<(Name, Attr)> =
        own.iter().copied().filter(|&(key, _)| keep(ctx.text(key))).collect();
    let encoding = ctx.dict(kept.into_iter().chain(added));
    ctx.tensor_type(&dims, elem, Some(encoding))
}

/// An encoding's entries, each of the right kind and count.
#[derive(Default)]
struct Encoding {
    order: Option<DimsOrder>,
    reqs: Option<StrideReqs>,
    strides: Option<Vec<i64>>,
    offset: i64,
    format: Option<FormatUse>,
    other: Option<&'static str>,
}

impl Encoding {
    fn read(ctx: &Context, encoding: Attr, dims: &[Extent]) -> Result<Encoding, Fault> {
        let mut read = Encoding::default();
        let entries = ctx.dict_entries(encoding);
        for &(key, value) in entries {
            read.entry(ctx, ctx.text(key), value, dims)?;
        }
        read.together(entries.iter().map(|entry| ctx.text(entry.0)))?;
        read.reqs_in_rank(dims.len())?;
        Ok(read)
    }

    fn entry(
        &mut self,
        ctx: &Context,
        key: &str,
        value: Attr,
        dims: &[Extent],
    ) -> Result<(), Fault> {
        let rank = dims.len();
        match key {
            "order" => self.order = Some(read_order(ctx, value, rank)?),
            "reqs" => self.reqs = Some(read_reqs(ctx, value)?),
            "strides" => self.strides = Some(read_strides(ctx, value, rank)?),
            "offset" => {
                let offset = ctx.as_int(value).filter(|&offset| offset >= 0);
                self.offset = offset.ok_or_else(|| {
                    Fault::new(code::ENCODING_KEYS, "`offset` must be an integer of 0 or more")
                })?;
            }
            "format" => self.format = Some(read_format(ctx, value)?),
            "layout" => self.other = Some("layout"),
            _ => {
                if let Some(near) = nearest(key, KEYS.iter().copied()) {
                    let fault = Fault::new(
                        code::ENCODING_KEYS,
                        format!("`{key}` is no key of a tensor's layout"),
                    );
                    return Err(fault.note(format!("did you mean `{near}`?")));
                }
            }
        }
        Ok(())
    }

    /// Keys that exclude each other: a format or a descriptor already says the order.
    fn together<'a>(&self, keys: impl Iterator<Item = &'a str>) -> Result<(), Fault> {
        let (main, allowed): (&str, &[&str]) = match (self.format, self.other) {
            (Some(_), _) => ("format", &["format", "offset", "reqs"]),
            (None, Some(key)) => (key, &["layout", "offset"]),
            (None, None) => return Ok(()),
        };
        for key in keys.filter(|key| KEYS.contains(key)) {
            if !allowed.contains(&key) {
                let message =
                    format!("`{key}` cannot stand beside `{main}`, which already decides it");
                let note = format!("beside `{main}` may stand: {}", allowed[1..].join(", "));
                return Err(Fault::new(code::ENCODING_KEYS, message).note(note));
            }
        }
        Ok(())
    }

    /// Requirements speak of physical dims, of which a format can have one more.
    fn reqs_in_rank(&self, rank: usize) -> Result<(), Fault> {
        let reqs = self.reqs.iter().flat_map(|reqs| reqs.iter());
        let (whose, rank) = match self.format {
            Some(format) => (format!("format `{}`", format.format), format.physical_rank(rank)),
            None => ("the tensor".to_owned(), rank),
        };
        let Some(req) = reqs.into_iter().find(|req| req.dim.index() >= rank) else { return Ok(()) };
        let message = format!("`reqs` speaks of {}, but {whose} has {rank} physical dims", req.dim);
        Err(Fault::new(code::ENCODING_KEYS, message))
    }

    /// The layout of an encoding that has a format.
    fn format_layout(
        self,
        ctx: &Context,
        dims: &[Extent],
        elem: Type,
    ) -> Result<FormatLayout, Fault> {
        let format = self.format.expect("the caller asks where there is a format");
        let (shape, elem) = (shape(dims)?, elem_size(ctx, elem)?);
        let (offset, reqs) = (Elems::new(self.offset), self.reqs.unwrap_or_default());
        Ok(FormatLayout { format, shape, elem, offset, reqs })
    }

    fn layout(self, ctx: &Context, dims: &[Extent], elem: Type) -> Result<TensorLayout, Fault> {
        let shape = shape(dims)?;
        let elem = elem_size(ctx, elem)?;
        let order = self.order.or_else(|| DimsOrder::identity(dims.len()));
        let layout = order.and_then(|order| TensorLayout::new(shape, order, elem).ok());
        let mut layout = layout.expect("the rank of shape and order was checked");
        if let Some(strides) = self.strides {
            let strides = Strides::new(strides.into_iter().map(Elems::new)).ok();
            layout = strides
                .and_then(|strides| layout.with_strides(strides).ok())
                .expect("the rank was checked");
        }
        let layout = layout.with_offset(Elems::new(self.offset));
        Ok(layout.with_reqs(self.reqs.unwrap_or_default()))
    }
}

/// The lengths of a type.
pub(crate) fn shape(dims: &[Extent]) -> Result<Shape, Fault> {
    let mut lens = Vec::new();
    for (at, dim) in dims.iter().enumerate() {
        let len = match dim {
            None => Some(Len::DYNAMIC),
            Some(length) => i64::try_from(*length).ok().and_then(Len::new),
        };
        lens.push(len.ok_or_else(|| {
            let length = dim.unwrap_or(0);
            Fault::new(
                code::SHAPE,
                format!("dim d{at} has length {length}, but a tensor in memory has 1 or more"),
            )
        })?);
    }
    if checked_product(lens.iter().filter_map(|len| len.get())).is_none() {
        let fault = Fault::new(code::SHAPE, "the logical shape has 2^63 elements or more");
        return Err(fault.note("element counts are below 2^63"));
    }
    Shape::new(lens).map_err(|error| Fault::new(code::SHAPE, error.to_string()))
}

/// Checks that a ranked tensor type can be laid out, as far as the type alone tells and [`well_formed`] has not told
/// already: its lengths, their product, and its element.
pub(crate) fn check_tensor(ctx: &Context, ty: Type) -> Result<(), Fault> {
    if !well_formed(ctx, ty).is_empty() {
        return Ok(());
    }
    match read(ctx, ty)? {
        Some(Reading::Open) => row_major(ctx, ty).map(|_| ()),
        _ => Ok(()),
    }
}

fn read_order(ctx: &Context, value: Attr, rank: usize) -> Result<DimsOrder, Fault> {
    let AttrKind::AffineMap(map) = ctx.attr_kind(value) else {
        return Err(Fault::new(
            code::ENCODING_KEYS,
            "`order` must be an affine map or `#layout.order<NAME>`",
        ));
    };
    let order = order_of(map).and_then(|order| match order.rank() {
        dims if dims == rank => Ok(order),
        dims => {
            let message = format!("`order` is a map of {dims} dims, but the tensor has {rank}");
            Err(Fault::new(code::ORDER, message))
        }
    });
    order.map_err(|fault| {
        fault.note("an index map that is no permutation is a descriptor: `layout = @d`")
    })
}

fn order_of(map: &AffineMap) -> Result<DimsOrder, Fault> {
    DimsOrder::try_from(map)
        .map_err(|error| Fault::new(code::ORDER, format!("`order` is no permutation: {error}")))
}

fn read_reqs(ctx: &Context, value: Attr) -> Result<StrideReqs, Fault> {
    match ctx.attr_kind(value) {
        AttrKind::Layout(LayoutAttr::Reqs(reqs)) => Ok(reqs.clone()),
        _ => Err(Fault::new(code::ENCODING_KEYS, "`reqs` must be `#layout.reqs<...>`")),
    }
}

fn read_format(ctx: &Context, value: Attr) -> Result<FormatUse, Fault> {
    match ctx.attr_kind(value) {
        AttrKind::Layout(LayoutAttr::Format(format)) => Ok(*format),
        _ => Err(Fault::new(code::ENCODING_KEYS, "`format` must be `#layout.format<NAME>`")),
    }
}

fn read_strides(ctx: &Context, value: Attr, rank: usize) -> Result<Vec<i64>, Fault> {
    let strides = ctx.as_int_list(value).ok_or_else(|| {
        Fault::new(
            code::ENCODING_KEYS,
            "`strides` must be a list of integers, in elements, by logical dim",
        )
    })?;
    if strides.len() != rank {
        let message =
            format!("`strides` has {} entries, but the tensor has {rank} dims", strides.len());
        return Err(Fault::new(code::ENCODING_KEYS, message));
    }
    Ok(strides)
}
