//! Layouts with symbols in tensor types: lengths and strides as maps over symbols, and the set of their values.
//!
//! ```mlir
//! tensor<?x?xf16, {lengths = affine_map<()[s0, s1] -> (s0, s1)>, strides = affine_map<()[s0, s1] -> (s1, 1)>,
//!                  where = affine_set<()[s0, s1] : (4096 - s0 >= 0, s1 mod 8 == 0)>}>
//! ```
//!
//! The symbols are `s0`, `s1` and so on. Without `strides` the layout is packed in the `order` of the type.

use super::entries::read_order;
use super::fault::Fault;
use super::shaped::{KEYS, LENGTHS, ShapedType, WHERE, elem_size, is_symbolic};
use crate::affine::{AffineMap, IntegerSet};
use crate::data::attrs::AttrKind;
use crate::data::context::Context;
use crate::data::ids::{Attr, Type};
use crate::data::types::{Extent, extent_text};
use crate::diag::code;
use layout::{Decider, DimsOrder, Relation, SymExpr, SymbolSet, SymbolicFault, SymbolicLayout};

/// Returns the layout with symbols of a type; `None` if its encoding states none.
///
/// # Errors
/// An entry is malformed, the lengths are not those of the type, or the layout is not valid for all values of the symbols.
pub(crate) fn read_symbolic(ctx: &Context, ty: Type) -> Result<Option<SymbolicLayout>, Fault> {
    let Some(ShapedType { dims, elem, encoding: Some(encoding) }) = ShapedType::from_type(ctx, ty)
    else {
        return Ok(None);
    };
    let mut entries = ctx.dict_entries(encoding).iter();
    if !entries.any(|&(key, value)| is_symbolic(ctx, ctx.text(key), value)) {
        return Ok(None);
    }
    let elem = elem_size(ctx, elem)?;
    let entry = |key: &str| ctx.dict_get(encoding, key);
    let lengths =
        entry(LENGTHS).map(|map| read_map(ctx, (LENGTHS, map), dims.len())).transpose()?;
    let strides = entry("strides");
    let strides = strides.map(|map| read_map(ctx, ("strides", map), dims.len())).transpose()?;
    let set = entry(WHERE).map(|set| read_set(ctx, set)).transpose()?;
    let count = [lengths, strides].into_iter().flatten().map(AffineMap::num_symbols);
    let count = count.chain(set.map(IntegerSet::num_symbols)).max().unwrap_or(0);
    let symbols = symbols(count, set).map_err(|fault| of_symbols(fault, WHERE))?;
    let lengths = match lengths {
        Some(lengths) => expressions(lengths, LENGTHS)?,
        None => dims.iter().enumerate().map(static_length).collect::<Result<Vec<_>, _>>()?,
    };
    check_lengths(dims, &lengths, &symbols)?;
    let order = entry("order").map(|order| read_order(ctx, order, dims.len())).transpose()?;
    let strides = match strides {
        Some(strides) => expressions(strides, "strides")?,
        None => packed(&lengths, order).map_err(|message| at(LENGTHS, message))?,
    };
    let offset = entry("offset").and_then(|offset| ctx.as_int(offset)).unwrap_or(0);
    let offset = SymExpr::constant(offset);
    let layout = SymbolicLayout::from_strides(symbols, lengths, strides, offset, Some(elem));
    let layout = layout.and_then(|layout| layout.checked(&mut Decider::new()));
    layout.map(Some).map_err(|fault| of_symbols(fault, LENGTHS))
}

/// Returns `true` for a type whose encoding states lengths over symbols, perhaps an order, and nothing else of a layout.
pub fn is_symbolic_order(ctx: &Context, ty: Type) -> bool {
    let is_absent = |encoding, key: &str| {
        ["order", LENGTHS, WHERE].contains(&key) || ctx.dict_get(encoding, key).is_none()
    };
    let Some(ShapedType { encoding: Some(encoding), .. }) = ShapedType::from_type(ctx, ty) else {
        return false;
    };
    ctx.dict_get(encoding, LENGTHS).is_some_and(|map| is_symbolic(ctx, LENGTHS, map))
        && KEYS.iter().all(|key| is_absent(encoding, key))
}

/// Returns the entries of the lengths over symbols of a type, and of their values.
pub fn symbolic_entries(ctx: &Context, ty: Type) -> [Option<Attr>; 2] {
    let encoding = ShapedType::from_type(ctx, ty).and_then(|shaped| shaped.encoding);
    [LENGTHS, WHERE].map(|key| ctx.dict_get(encoding?, key))
}

/// Returns the order of a type whose encoding states a valid one; `None` for other types.
pub fn stated_order(ctx: &Context, ty: Type) -> Option<DimsOrder> {
    let ShapedType { dims, encoding, .. } = ShapedType::from_type(ctx, ty)?;
    read_order(ctx, ctx.dict_get(encoding?, "order")?, dims.len()).ok()
}

/// Reads a map over symbols with a result for each dim.
fn read_map<'c>(
    ctx: &'c Context,
    (key, map): (&str, Attr),
    rank: usize,
) -> Result<&'c AffineMap, Fault> {
    let Some(map) = ctx.as_symbol_map(map) else {
        let message =
            format!("`{key}` must be a map over symbols, such as `affine_map<()[s0] -> (s0)>`");
        return Err(at(key, message));
    };
    match map.results().len() {
        entries if entries == rank => Ok(map),
        entries => Err(Fault::of_count(key, entries, rank).at_entry(key)),
    }
}

/// Reads a set over symbols.
pub(crate) fn read_set(ctx: &Context, set: Attr) -> Result<&IntegerSet, Fault> {
    match ctx.attr_kind(set) {
        AttrKind::IntegerSet(set) if set.num_dims() == 0 => Ok(set),
        _ => {
            let message =
                "`where` must be a set over symbols, such as `affine_set<()[s0] : (64 - s0 >= 0)>`";
            Err(at(WHERE, message.to_owned()))
        }
    }
}

/// Returns the symbols `s0`, `s1` and so on, with the values of a set.
///
/// # Errors
/// There are too many symbols, or a symbol has no value.
fn symbols(count: u32, set: Option<&IntegerSet>) -> Result<SymbolSet, SymbolicFault> {
    let mut symbols = SymbolSet::new();
    for number in 0..count {
        symbols.declare(&format!("s{number}"), 1, i64::MAX, 1)?;
    }
    match set {
        Some(set) => restricted(symbols, set),
        None => Ok(symbols),
    }
}

/// Returns symbols with the values that a set of symbols of the same numbers allows.
///
/// # Errors
/// A symbol has no value or is unknown, or a divisor is below 1.
pub(crate) fn restricted(
    mut symbols: SymbolSet,
    set: &IntegerSet,
) -> Result<SymbolSet, SymbolicFault> {
    for constraint in set.constraints() {
        let expr = constraint.expr.sym_expr().map_err(SymbolicFault::new)?;
        symbols.require(match constraint.is_eq {
            true => Relation::zero(expr),
            false => Relation::non_negative(expr),
        })?;
    }
    Ok(symbols)
}

fn expressions(map: &AffineMap, key: &str) -> Result<Vec<SymExpr>, Fault> {
    map.sym_exprs().map_err(|message| at(key, message))
}

/// Returns the length of a dim whose length the type states.
fn static_length((dim, length): (usize, &Extent)) -> Result<SymExpr, Fault> {
    match length.and_then(|length| i64::try_from(length).ok()) {
        Some(length) => Ok(SymExpr::constant(length)),
        None => {
            let message = format!("the length of d{dim} is `?`, which requires `lengths`");
            Err(Fault::new(code::ENCODING_KEYS, message))
        }
    }
}

/// Checks that the lengths are those of the type: a number is the same in both, another expression is `?` in the type.
fn check_lengths(dims: &[Extent], lengths: &[SymExpr], names: &SymbolSet) -> Result<(), Fault> {
    for (dim, (own, length)) in dims.iter().zip(lengths).enumerate() {
        let number = length.as_constant().map(i64::unsigned_abs);
        if *own != number || length.as_constant().is_some_and(|length| length < 1) {
            let own = extent_text(*own);
            let message = format!(
                "the length of d{dim} is {own} in the type, but `{}` in `{LENGTHS}`",
                length.text(names)
            );
            return Err(at(LENGTHS, message));
        }
    }
    Ok(())
}

/// Returns the strides of the layout without gaps in an order, row major without one.
fn packed(lengths: &[SymExpr], order: Option<DimsOrder>) -> Result<Vec<SymExpr>, String> {
    let positions: Vec<usize> = match order {
        Some(order) => order.results().map(|dim| dim.index()).collect(),
        None => (0..lengths.len()).collect(),
    };
    let mut strides = vec![SymExpr::constant(1); lengths.len()];
    let mut stride = SymExpr::constant(1);
    for &dim in positions.iter().rev() {
        strides[dim] = stride.clone();
        stride = match (stride.as_constant(), lengths[dim].as_constant()) {
            (Some(1), _) => lengths[dim].clone(),
            (_, Some(1)) => stride,
            _ => SymExpr::operation("*", lengths[dim].clone(), stride)?,
        };
    }
    Ok(strides)
}

fn at(key: &str, message: String) -> Fault {
    Fault::new(code::ENCODING_KEYS, message).at_entry(key)
}

fn of_symbols(fault: SymbolicFault, key: &str) -> Fault {
    let message = fault.message.clone();
    notes(fault).fold(at(key, message), Fault::note)
}

/// Returns the notes of a fault, with the relation that would be enough.
pub(crate) fn notes(fault: SymbolicFault) -> impl Iterator<Item = String> {
    let enough = fault.enough.map(|relation| format!("`{relation}` in `where` would be enough"));
    fault.notes.into_iter().chain(enough)
}
