//! Layouts of CuTe with symbols as lengths and strides of modes.

use layout::{Nested, NotationFault, SymExpr, SymbolicLayout};
use pest::iterators::Pair;
use std::ops::Range;

use super::grammar::{CuteRule as Rule, Mode, content, leaves, matched, number};
use crate::element::ElementType;
use crate::expression::ExpressionReader;
use crate::grammar::{check_rank, fields, parts, range};
use crate::symbolic::{NotatedSymbolicLayout, SymbolicDigit, checked};
use crate::symbols::{SymbolReader, implied, operation, symbolic_fault};

/// Reads `(s0,(4,s1)):(1,(s0,s0*4)) where s0 in 1..64`. Returns `None` if the text has no symbols.
pub(super) fn symbolic(
    text: &str,
    given: Option<ElementType>,
) -> Result<Option<NotatedSymbolicLayout>, NotationFault> {
    let whole = matched(text)?;
    let mut found = parts(whole).into_iter();
    let [value] = fields(&mut found)?;
    let conditions = found.next();
    let at = range(&value);
    let [layout] = fields(&mut parts(value).into_iter())?;
    if !matches!(layout.as_rule(), Rule::layout | Rule::typed | Rule::made) {
        return not_modes(&layout);
    }
    let mut both = parts(layout.clone()).into_iter();
    let [shape] = fields(&mut both)?;
    let stride = both.next();
    if stride.as_ref().is_some_and(|stride| stride.as_rule() == Rule::major) {
        return not_modes(&layout);
    }
    let mut reader = SymbolReader::with_static_numbers();
    let digits = digits_of(&mut reader, &shape, stride.as_ref())?;
    if reader.has_no_symbols() {
        return Ok(None);
    }
    let modes = match content(&shape)? {
        Mode::Leaf(_) => vec![digits],
        Mode::Tuple(_) => digits.into_items(),
    };
    check_rank(modes.len(), at.clone())?;
    let mut lengths = Vec::new();
    let mut offset = SymExpr::constant(0);
    for (dim, mode) in modes.iter().enumerate() {
        let mut flat = Vec::new();
        mode.map(&mut |digit| flat.push(digit.clone()));
        let (length, value) = mode_offset(SymExpr::dim(dim), &flat, &at)?;
        lengths.push(length);
        offset = implied("+", (offset, value), &at)?;
    }
    let set = reader.set(conditions.as_ref())?;
    let elem = given.map(ElementType::size);
    let layout = SymbolicLayout::new(set, lengths, offset, elem);
    let layout = layout.map_err(|fault| symbolic_fault(at.clone(), fault))?;
    let layout = checked(layout, at)?;
    Ok(Some(NotatedSymbolicLayout::of_modes(layout, given, modes)))
}

/// Returns the length of a mode, and its offset as a function of its index. The first digit is the fastest.
fn mode_offset(
    index: SymExpr,
    digits: &[SymbolicDigit],
    at: &Range<usize>,
) -> Result<(SymExpr, SymExpr), NotationFault> {
    let mut weight = SymExpr::constant(1);
    let mut offset = SymExpr::constant(0);
    for (place, digit) in digits.iter().enumerate() {
        let mut value = index.clone();
        if place > 0 {
            value = operation("floordiv", (value, weight.clone()), at.clone())?;
        }
        if place + 1 < digits.len() {
            value = operation("mod", (value, digit.length.clone()), at.clone())?;
        }
        let moved = implied("*", (value, digit.stride.clone()), at)?;
        offset = implied("+", (offset, moved), at)?;
        weight = implied("*", (weight, digit.length.clone()), at)?;
    }
    Ok((weight, offset))
}

/// Returns the digits of a shape and its stride. A digit without a stride is column major, after those before it.
fn digits_of(
    reader: &mut SymbolReader,
    shape: &Pair<'_, Rule>,
    stride: Option<&Pair<'_, Rule>>,
) -> Result<Nested<SymbolicDigit>, NotationFault> {
    let mut next = SymExpr::constant(1);
    leaves(shape, stride)?.try_map(&mut |leaf| {
        let length = leaf_expr(reader, &leaf.length)?;
        let stride = match &leaf.stride {
            Some(stride) => leaf_expr(reader, stride)?,
            None => next.clone(),
        };
        if leaf.stride.is_none() {
            next = implied("*", (next.clone(), length.clone()), &range(&leaf.length))?;
        }
        Ok(SymbolicDigit { length, stride })
    })
}

fn leaf_expr(reader: &mut SymbolReader, leaf: &Pair<'_, Rule>) -> Result<SymExpr, NotationFault> {
    match leaf.as_rule() {
        Rule::expr => reader.expr(leaf),
        _ => number(leaf).map(SymExpr::constant),
    }
}

/// Reports symbols in a text that is more than modes: a swizzle or an operation.
fn not_modes(body: &Pair<'_, Rule>) -> Result<Option<NotatedSymbolicLayout>, NotationFault> {
    let mut names = body.clone().into_inner().flatten();
    let Some(symbol) = names.find(|it| it.as_rule() == Rule::variable) else { return Ok(None) };
    let kind = match body.as_rule() {
        Rule::call => "an operation",
        _ => "a swizzle or a pointer",
    };
    let name = crate::grammar::clip(symbol.as_str());
    let message = format!("symbol `{name}` is not supported in {kind} of CuTe");
    let note = "a symbol is a length or a stride in `SHAPE:STRIDE`";
    Err(NotationFault::new(range(&symbol), message).note(note))
}
