//! The entries of an encoding dictionary, and the layout that they define together.

use super::bounds::{laid_out, read_bounds};
use super::fault::Fault;
use super::shaped::{BOUNDS, KEYS, LENGTHS, elem_size, is_symbolic, tensor_shape};
use crate::affine::AffineMap;
use crate::data::attrs::{AttrKind, LayoutAttr};
use crate::data::context::Context;
use crate::data::ids::{Attr, Type};
use crate::data::types::Extent;
use crate::diag::{code, counted, nearest};
use crate::source::PathStep;
use layout::{DimsOrder, Elems, FormatLayout, FormatUse, StrideReqs, Strides, TensorLayout};

/// The entries of an encoding, each with a valid kind and count.
#[derive(Default)]
pub(super) struct Encoding {
    pub(super) order: Option<DimsOrder>,
    pub(super) reqs: Option<StrideReqs>,
    pub(super) strides: Option<Vec<i64>>,
    pub(super) offset: i64,
    pub(super) format: Option<FormatUse>,
    /// The key of a layout that is none of the others: `layout`, or `lengths` of one with symbols.
    pub(super) other: Option<&'static str>,
    pub(super) bounds: Option<Vec<Extent>>,
}

impl Encoding {
    pub(super) fn read(ctx: &Context, encoding: Attr, dims: &[Extent]) -> Result<Encoding, Fault> {
        let mut read = Encoding::default();
        let entries = ctx.dict_entries(encoding);
        for &(key, value) in entries {
            let key = ctx.text(key);
            read.entry(ctx, key, value, dims).map_err(|fault| match fault.path.is_empty() {
                true => fault.at_entry(key),
                false => fault,
            })?;
        }
        read.check_combination(entries.iter().map(|entry| ctx.text(entry.0)))?;
        read.check_req_dims(dims.len())?;
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
        if is_symbolic(ctx, key, value) {
            self.other = Some(LENGTHS);
            return Ok(());
        }
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
            BOUNDS => self.bounds = Some(read_bounds(ctx, value, dims)?),
            _ => {
                if let Some(near) = near_key(key) {
                    return Err(misspelled(key, near));
                }
            }
        }
        Ok(())
    }

    /// Checks for keys that exclude each other: a format or a descriptor already determines the order. Bounds belong to
    /// the shape, so they go with every other key.
    fn check_combination<'a>(&self, keys: impl Iterator<Item = &'a str>) -> Result<(), Fault> {
        let (main, allowed): (&str, &[&str]) = match (self.format, self.other) {
            (Some(_), _) => ("format", &["format", "offset", "reqs"]),
            (None, Some(LENGTHS)) => (LENGTHS, &[LENGTHS, "order", "strides", "where", "offset"]),
            (None, Some(key)) => (key, &["layout", "offset"]),
            (None, None) => return Ok(()),
        };
        for key in keys.filter(|key| KEYS.contains(key) && *key != BOUNDS) {
            if !allowed.contains(&key) {
                let message = format!("`{key}` is incompatible with `{main}`");
                let quoted: Vec<String> =
                    allowed[1..].iter().map(|key| format!("`{key}`")).collect();
                let note = format!("`{main}` can be combined with {}", quoted.join(" and "));
                return Err(Fault::new(code::ENCODING_KEYS, message).note(note).at_key(key));
            }
        }
        Ok(())
    }

    /// Checks that requirements name existing physical dims. A format can have one physical dim more than the tensor.
    fn check_req_dims(&self, rank: usize) -> Result<(), Fault> {
        let reqs = self.reqs.iter().flat_map(|reqs| reqs.iter());
        let (whose, rank) = match self.format {
            Some(format) => (format!("format `{}`", format.format), format.physical_rank(rank)),
            None => ("the tensor".to_owned(), rank),
        };
        let Some(req) = reqs.into_iter().find(|req| req.dim.index() >= rank) else { return Ok(()) };
        let message = format!(
            "invalid physical dim `{}` in `reqs`: {whose} has {}",
            req.dim,
            counted(rank, "physical dim")
        );
        let path = [PathStep::Attr("reqs".into()), PathStep::requirement(req)];
        Err(Fault::new(code::ENCODING_KEYS, message).at(path))
    }

    /// Returns the layout of an encoding that has a format.
    pub(super) fn format_layout(
        self,
        ctx: &Context,
        dims: &[Extent],
        elem: Type,
    ) -> Result<FormatLayout, Fault> {
        let format = self.format.expect("the caller checks that there is a format");
        let shape = tensor_shape(&laid_out(dims, self.bounds.as_deref()))?;
        let elem = elem_size(ctx, elem)?;
        let offset = Elems::new(self.offset);
        let reqs = self.reqs.unwrap_or_default();
        Ok(FormatLayout { format, shape, elem, offset, reqs })
    }

    /// Returns the layout of an encoding without a format.
    pub(super) fn layout(
        self,
        ctx: &Context,
        dims: &[Extent],
        elem: Type,
    ) -> Result<TensorLayout, Fault> {
        let shape = tensor_shape(&laid_out(dims, self.bounds.as_deref()))?;
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

/// Returns the known key that is nearest to an unknown key; `None` if the key is known or none is near.
pub(super) fn near_key(key: &str) -> Option<&'static str> {
    nearest(key, KEYS.iter().copied()).filter(|_| !KEYS.contains(&key))
}

/// Returns the fault of an unknown key that is near to a known one.
pub(super) fn misspelled(key: &str, near: &str) -> Fault {
    let message = format!("unknown key `{key}` in the encoding of a tensor");
    let fault = Fault::new(code::ENCODING_KEYS, message).at_key(key);
    Fault { near: Some(near.to_owned()), ..fault }
}

pub(super) fn read_order(ctx: &Context, value: Attr, rank: usize) -> Result<DimsOrder, Fault> {
    let AttrKind::AffineMap(map) = ctx.attr_kind(value) else {
        return Err(Fault::new(
            code::ENCODING_KEYS,
            "`order` must be an affine map or `#layout.order<NAME>`",
        ));
    };
    let order = order_of(map).and_then(|order| match order.rank() {
        dims if dims == rank => Ok(order),
        dims => {
            let message = format!("`order` has {dims} dims, but the tensor has {rank}");
            Err(Fault::new(code::ORDER, message))
        }
    });
    order.map_err(|fault| {
        fault.note("write an index map that is not a permutation as a descriptor: `layout = @d`")
    })
}

fn order_of(map: &AffineMap) -> Result<DimsOrder, Fault> {
    DimsOrder::try_from(map)
        .map_err(|error| Fault::new(code::ORDER, format!("`order` is not a permutation: {error}")))
}

fn read_reqs(ctx: &Context, value: Attr) -> Result<StrideReqs, Fault> {
    match ctx.attr_kind(value) {
        AttrKind::Layout(LayoutAttr::Reqs(reqs)) => Ok((**reqs).clone()),
        _ => Err(Fault::new(code::ENCODING_KEYS, "`reqs` must be `#layout.reqs<...>`")),
    }
}

/// Reads the format of the entry `format`.
pub(super) fn read_format(ctx: &Context, value: Attr) -> Result<FormatUse, Fault> {
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
        return Err(Fault::of_count("strides", strides.len(), rank));
    }
    Ok(strides)
}
