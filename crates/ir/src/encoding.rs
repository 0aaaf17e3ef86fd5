//! Reads the layout in a tensor type, the encoding dictionary of `docs/ir.md`, and writes it back.
//!
//! The only door between types, which are text, and the layout core, which computes.

use crate::affine::AffineMap;
use crate::attrs::{Attr, AttrKind, LayoutAttr};
use crate::context::{Context, Name};
use crate::diag::{Code, Diag, code, nearest};
use crate::layout::{
    Bits, DimsOrder, ElemSize, Elems, Len, Shape, StrideReqs, Strides, TensorLayout,
};
use crate::module::{Module, Op};
use crate::source::Span;
use crate::types::{Extent, Type, TypeKind};

/// The keys of an encoding that are ours. Others are carried, unless they look like a slip.
pub const KEYS: &[&str] = &["order", "reqs", "strides", "offset", "format", "layout"];

/// What is wrong with a tensor's layout, without a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which kind.
    pub code: Code,
    /// What is wrong, with the numbers that disagree.
    pub message: String,
    /// What would be right.
    pub notes: Vec<String>,
}

impl Fault {
    fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), notes: Vec::new() }
    }

    fn note(mut self, note: impl Into<String>) -> Fault {
        self.notes.push(note.into());
        self
    }

    /// The fault as an error at a place.
    pub fn to_diag(&self, span: Span) -> Diag {
        let diag = Diag::error(self.code, span, self.message.clone());
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
    /// A format (`format`) or descriptor (`layout`), which the key names.
    Other(&'static str),
}

/// The types that an op mentions: of its results, its blocks' arguments and its type attributes.
pub(crate) fn types_of_op(module: &Module, op: Op) -> impl Iterator<Item = Type> {
    let args = module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let args = args.flat_map(|&block| module.arguments(block)).map(|&arg| module.ty(arg));
    let attrs = module.all_attrs(op).filter_map(|(_, attr)| module.ctx.as_type(attr));
    module.results(op).map(|value| module.ty(value)).chain(args).chain(attrs)
}

/// Checks what an encoding says about itself: keys, kinds, counts, the order.
pub(crate) fn well_formed(ctx: &Context, ty: Type) -> Result<(), Fault> {
    let TypeKind::Tensor { dims, encoding: Some(encoding), .. } = ctx.kind(ty) else {
        return Ok(());
    };
    Encoding::read(ctx, *encoding, dims).map(|_| ())
}

/// Reads the layout of a ranked tensor type; `None` for other types.
///
/// # Errors
/// The encoding is not well formed, or the tensor cannot be laid out: a length is 0, it has more
/// than 15 dims, or its element has no size of 1, 4, 8, 16, 32 or 64 bits.
pub fn read(ctx: &Context, ty: Type) -> Result<Option<Reading>, Fault> {
    let TypeKind::Tensor { dims, elem, encoding } = ctx.kind(ty) else { return Ok(None) };
    let Some(encoding) = *encoding else { return Ok(Some(Reading::Open)) };
    let encoding = Encoding::read(ctx, encoding, dims)?;
    if let Some(key) = encoding.other {
        return Ok(Some(Reading::Other(key)));
    }
    if encoding.order.is_none() && encoding.reqs.is_none() && encoding.strides.is_none() {
        return Ok(Some(Reading::Open));
    }
    encoding.layout(ctx, dims, *elem).map(|layout| Some(Reading::Ordered(Box::new(layout))))
}

/// The row-major layout of a ranked tensor type, whatever its encoding; `None` for other types.
///
/// # Errors
/// As [`read`], where the tensor cannot be laid out.
pub fn row_major(ctx: &Context, ty: Type) -> Result<Option<TensorLayout>, Fault> {
    let TypeKind::Tensor { dims, elem, .. } = ctx.kind(ty) else { return Ok(None) };
    Encoding::default().layout(ctx, dims, *elem).map(Some)
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

/// The type with these resolved strides in its encoding, and its order spelled out.
pub fn with_strides(ctx: &mut Context, ty: Type, layout: &TensorLayout, strides: &Strides) -> Type {
    let TypeKind::Tensor { dims, elem, encoding } = ctx.kind(ty).clone() else { return ty };
    let map = layout.order().to_affine_map();
    let order = ctx.attr(AttrKind::AffineMap(map));
    let values: Vec<Attr> =
        strides.values().map(|stride| stride.get()).map(|stride| ctx.int(stride)).collect();
    let strides = ctx.array(&values);
    let kept: Vec<(Name, Attr)> =
        encoding.map_or(Vec::new(), |encoding| ctx.dict_entries(encoding).to_vec());
    let added = [(ctx.name("order"), order), (ctx.name("strides"), strides)];
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
            "reqs" => self.reqs = Some(read_reqs(ctx, value, rank)?),
            "strides" => self.strides = Some(read_strides(ctx, value, rank)?),
            "offset" => {
                let offset = ctx.as_int(value).filter(|&offset| offset >= 0);
                self.offset = offset.ok_or_else(|| {
                    Fault::new(code::ENCODING_KEYS, "`offset` must be an integer of 0 or more")
                })?;
            }
            "format" => self.other = Some("format"),
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
        let Some(main) = self.other else { return Ok(()) };
        let allowed: &[&str] =
            if main == "format" { &["format", "offset", "reqs"] } else { &["layout", "offset"] };
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

fn shape(dims: &[Extent]) -> Result<Shape, Fault> {
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
    Shape::new(lens).map_err(|error| Fault::new(code::SHAPE, error.to_string()))
}

fn read_order(ctx: &Context, value: Attr, rank: usize) -> Result<DimsOrder, Fault> {
    let AttrKind::AffineMap(map) = ctx.attr_kind(value) else {
        return Err(Fault::new(
            code::ENCODING_KEYS,
            "`order` must be an affine map or `#layout.order<NAME>`",
        ));
    };
    if map.num_dims() as usize != rank || map.results().len() != rank {
        let message = format!(
            "`order` maps {} dims to {}, but the tensor has {rank}",
            map.num_dims(),
            map.results().len()
        );
        return Err(Fault::new(code::ORDER, message));
    }
    order_of(map).map_err(|fault| {
        fault.note("an index map that is no permutation is a descriptor: `layout = @d`")
    })
}

fn order_of(map: &AffineMap) -> Result<DimsOrder, Fault> {
    DimsOrder::from_affine_map(map)
        .map_err(|error| Fault::new(code::ORDER, format!("`order` is no permutation: {error}")))
}

fn read_reqs(ctx: &Context, value: Attr, rank: usize) -> Result<StrideReqs, Fault> {
    let AttrKind::Layout(LayoutAttr::Reqs(reqs)) = ctx.attr_kind(value) else {
        return Err(Fault::new(code::ENCODING_KEYS, "`reqs` must be `#layout.reqs<...>`"));
    };
    match reqs.iter().find(|req| req.dim.index() >= rank) {
        Some(req) => {
            let message =
                format!("`reqs` speaks of {}, but the tensor has {rank} physical dims", req.dim);
            Err(Fault::new(code::ENCODING_KEYS, message))
        }
        None => Ok(reqs.clone()),
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
