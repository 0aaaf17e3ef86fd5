//! The memory plan of a function: its buffers in one arena.
//!
//! A *buffer* is the memory of values that [view ops](crate::views) relate: their layouts place them in it. The plan is a
//! range of bytes for each buffer, in the attribute [`ARENA_ATTR`] of the ops that define its values, and the size and
//! the alignment of the arena, in [`ARENA_SIZE_ATTR`] and [`ARENA_ALIGNMENT_ATTR`] of the function. All values of a buffer
//! have its range; the type of a value has its offset in the buffer.
//!
//! `lifetimes` computes when a value is live, `buffers` joins the values of a buffer, and `reuse` finds the results that
//! an op may write in place. `check` is the part of the verifier: buffers that are live at the same time are disjoint.

mod buffers;
mod check;
mod lifetimes;
mod reuse;

pub use buffers::{Buffer, BufferOwner, FunctionBuffers};
pub(crate) use check::check;
pub use lifetimes::{Lifetime, NumberedOps};
pub use reuse::{BufferGroups, InPlaceResult, overwritable};

use crate::attrs::{Attr, AttrKind};
use crate::context::Context;
use crate::encoding::{self, Reading};
use crate::layout::{ReqKind, StrideReqs};
use crate::module::{Def, Module, Op, Value};
use crate::stride_reqs::ValueReqs;
use crate::types::TypeKind;
use layout::{gcd, impl_display};

/// The key of the range of a value's buffer: a dictionary such as `{offset = 0 : i64, size = 64 : i64}` for an op that
/// defines one value, or else a list with an entry for each result and then for each argument of a block in its regions,
/// `unit` for a value outside the arena.
pub const ARENA_ATTR: &str = "layout.arena";

/// The key of the size of a function's arena, in bytes.
pub const ARENA_SIZE_ATTR: &str = "layout.arena_size";

/// The key of the alignment of a function's arena, in bytes.
pub const ARENA_ALIGNMENT_ATTR: &str = "layout.arena_alignment";

/// The key of the operands that an op may overwrite with its results: a list of their numbers.
pub const INPLACE_ATTR: &str = "layout.inplace";

/// A range of bytes of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArenaRange {
    /// The first byte.
    pub offset: u64,
    /// The number of bytes.
    pub size: u64,
}

impl_display!(ArenaRange { Self { offset, size } => "[{offset}, {})" (u128::from(*offset) + u128::from(*size)) });

impl ArenaRange {
    /// Returns the byte after the last one. It fits, because offset and size have 63 bits.
    pub fn end(self) -> u64 {
        self.offset + self.size
    }

    /// Returns `true` if two ranges have a common byte.
    pub fn overlaps(self, other: ArenaRange) -> bool {
        self.offset < other.end() && other.offset < self.end()
    }
}

/// Returns the range in a dictionary; `None` if it is not one with an offset and a size of 0 or more.
pub fn read(ctx: &Context, attr: Attr) -> Option<ArenaRange> {
    let AttrKind::Dict(_) = ctx.attr_kind(attr) else { return None };
    let number = |key| u64::try_from(ctx.as_int(ctx.dict_get(attr, key)?)?).ok();
    let range = ArenaRange { offset: number("offset")?, size: number("size")? };
    (ctx.dict_entries(attr).len() == 2).then_some(range)
}

/// Returns `true` if an attribute is a range, or a list of ranges and `unit`.
pub(crate) fn is_plan(ctx: &Context, attr: Attr) -> bool {
    match ctx.as_array(attr) {
        Some(entries) => entries.iter().all(|&entry| {
            matches!(ctx.attr_kind(entry), AttrKind::Unit) || read(ctx, entry).is_some()
        }),
        None => read(ctx, attr).is_some(),
    }
}

/// Returns the values of which an op lists ranges: its results, and then the arguments of the blocks in its regions.
pub fn listed_values(module: &Module, op: Op) -> impl Iterator<Item = Value> {
    module.results(op).chain(module.inner_arguments(op))
}

/// Returns the ranges that an op lists, with the values of them.
pub fn ranges(module: &Module, op: Op) -> Vec<(Value, ArenaRange)> {
    let Some(attr) = module.attr(op, ARENA_ATTR) else { return Vec::new() };
    let alone = [attr];
    let entries = module.ctx.as_array(attr).unwrap_or(&alone);
    let listed = listed_values(module, op).zip(entries);
    listed.filter_map(|(value, &entry)| Some((value, read(&module.ctx, entry)?))).collect()
}

/// Returns the range of a value's buffer; `None` if it is not in an arena.
pub fn range(module: &Module, value: Value) -> Option<ArenaRange> {
    module.ctx.find_name(ARENA_ATTR)?;
    let op = match module.def(value) {
        Def::Result(op, _) => op,
        Def::Argument(block, _) => module.region_parent(module.block_region(block)),
    };
    ranges(module, op).into_iter().find(|(listed, _)| *listed == value).map(|(_, range)| range)
}

/// Sets the ranges of the values that an op lists, by `range`. An op whose values are all outside the arena has none.
pub fn set_ranges(module: &mut Module, op: Op, range: impl Fn(Value) -> Option<ArenaRange>) {
    let ranges: Vec<Option<ArenaRange>> = listed_values(module, op).map(range).collect();
    let attr = match ranges.as_slice() {
        _ if ranges.iter().all(Option::is_none) => None,
        [Some(range)] => Some(range_attr(&mut module.ctx, *range)),
        _ => {
            let entries: Vec<Attr> = ranges
                .iter()
                .map(|range| match range {
                    Some(range) => range_attr(&mut module.ctx, *range),
                    None => module.ctx.unit(),
                })
                .collect();
            Some(module.ctx.array(&entries))
        }
    };
    if attr.is_some() || module.attr(op, ARENA_ATTR).is_some() {
        module.set_attr(op, ARENA_ATTR, attr);
    }
}

/// Removes the plans of all functions of a module. Returns `true` if there was one. The permissions of
/// [`INPLACE_ATTR`] are kept: they are not part of a plan.
pub fn remove_plans(module: &mut Module) -> bool {
    let keys = [ARENA_ATTR, ARENA_SIZE_ATTR, ARENA_ALIGNMENT_ATTR];
    if keys.iter().all(|key| module.ctx.find_name(key).is_none()) {
        return false;
    }
    let planned = |op: &Op| keys.iter().any(|key| module.attr(*op, key).is_some());
    let ops: Vec<Op> = module.walk().filter(planned).collect();
    for &op in &ops {
        keys.iter().for_each(|key| module.set_attr(op, key, None));
    }
    !ops.is_empty()
}

fn range_attr(ctx: &mut Context, range: ArenaRange) -> Attr {
    let entries = [("offset", range.offset), ("size", range.size)].map(|(key, number)| {
        let number = i64::try_from(number).expect("a range of an arena has 63 bits");
        (ctx.name(key), ctx.int(number))
    });
    ctx.dict(entries)
}

/// Returns the least alignment of a value's buffer, in bytes: the power of two in the size of an element, and a multiple of
/// each stride alignment of its type and of ops, so that aligned strides lead to aligned addresses. `None` if the
/// element size is unknown or the alignment does not fit 63 bits.
pub fn alignment(module: &Module, value: Value, reqs: &ValueReqs) -> Option<u64> {
    let TypeKind::Tensor { elem, .. } = *module.kind(value) else { return None };
    let elem = encoding::elem_size(&module.ctx, elem).ok()?;
    let own = match encoding::read(&module.ctx, module.ty(value)) {
        Ok(Some(Reading::Ordered(layout))) => layout.reqs().clone(),
        Ok(Some(Reading::Format(format))) => format.reqs,
        _ => StrideReqs::any(),
    };
    let element = elem.bytes().map_or(1, |bytes| 1i128 << bytes.get().trailing_zeros());
    let of_ops = reqs.get(value).into_iter().flat_map(StrideReqs::iter);
    let aligned = own.iter().chain(of_ops).filter_map(|req| match req.kind {
        ReqKind::Aligned(amount) => Some(amount.to_bits(elem)),
        ReqKind::Any | ReqKind::Compact | ReqKind::Fixed(_) => None,
    });
    let bits = aligned.into_iter().try_fold(8 * element, common_multiple)?;
    u64::try_from(bits / 8).ok().filter(|&bytes| i64::try_from(bytes).is_ok())
}

/// Returns the least common multiple of two numbers above 0, if it fits.
fn common_multiple(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b)
}

/// Returns the operands that an op itself states to be overwritable.
pub(crate) fn stated_inplace(module: &Module, op: Op) -> Vec<usize> {
    let listed = module.attr(op, INPLACE_ATTR).and_then(|attr| module.ctx.as_int_list(attr));
    listed.unwrap_or_default().into_iter().filter_map(|at| usize::try_from(at).ok()).collect()
}
