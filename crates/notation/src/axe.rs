//! `axe`: TVM's tile layouts, iterators over named axes.
//!
//! The shard is a list of iterators, the slowest first, that splits the row-major index. An iterator has a stride on one
//! axis. The iterators of the replica are copies, and the offset is the coordinate of index zero. The last brackets are the
//! lengths of the index. A swizzle permutes the coordinates on `m`.

use layout::{
    AxisName, BitSwizzle, NotationFault, Placement, checked_product, joined, row_major_strides,
};
use pest::iterators::Pair;
use std::ops::Range;

use crate::axis_digits::{AxisDigit, DigitPlacement, FlatOrder};
use crate::cute::swizzle_and_modes;
use crate::element::ElementType;
use crate::grammar::{clip, fields, grammar, integer, length, lengths, parse, parts, range};
use crate::notation::{Notation, NotationFunctions};
use crate::placed::NotatedPlacement;
use crate::subject::{WrittenLayout, list};
use crate::suffix::{element_of, fault_at, suffix};
use crate::witness::Witness;

pub(crate) const NOTATION: Notation = Notation {
    name: "axe",
    summary: "TVM: a tile layout, iterators over named axes",
    example: "S[(8,2):(4@lane,1)] + R[(2):(4@warp)] + 5@warp[8,2]",
    needs_element: false,
    searched: Some("sums of digits of the row-major index and of copies, and swizzles of `m`"),
    functions: NotationFunctions::Placement { read, write },
};

// Shard, replica and offset, as TVM prints them and as they are published, with the lengths of the index.
grammar!(AxeGrammar, [], r##"
    notation  = { SOI ~ (composed | tile) ~ lengths ~ suffix? ~ EOI }
    composed  = { tvm ~ "ComposeLayout" ~ paren_open ~ ("layout_A" ~ "=")? ~ swizzle ~ comma ~ ("layout_B" ~ "=")? ~ tile ~ paren_close }
    swizzle   = { (tvm ~ "SwizzleLayout" ~ paren_open ~ numbers ~ (comma ~ inner)? ~ paren_close) | numbers }
    numbers   = _{ ("per_element" ~ "=")? ~ natural ~ comma ~ ("swizzle_len" ~ "=")? ~ natural ~ comma ~ ("atom_len" ~ "=")? ~ natural }
    inner     = { ("swizzle_inner" ~ "=")? ~ flag }
    flag      = @{ "True" | "False" }
    tile      = { (tvm ~ "TileLayout" ~ paren_open ~ sum ~ paren_close) | sum }
    sum       = _{ shard ~ (plus ~ (replica | stride))* }
    shard     = { tvm ~ "S" ~ iterators }
    replica   = { tvm ~ "R" ~ iterators }
    iterators = _{ bracket_open ~ (tuples | (pair ~ (comma ~ pair)*)) ~ bracket_close }
    tuples    = { extents ~ (colon ~ strides)? }
    extents   = { paren_open ~ (natural ~ (comma ~ natural)* ~ comma?)? ~ paren_close }
    strides   = { paren_open ~ (stride ~ (comma ~ stride)* ~ comma?)? ~ paren_close }
    pair      = { natural ~ (colon ~ stride)? }
    stride    = { integer ~ axis? }
    axis      = { "@" ~ ("Axis" ~ ".")? ~ name }
    name      = @{ (ASCII_ALPHA | "_") ~ (ASCII_ALPHANUMERIC | "_")* }
    tvm       = _{ ("T" ~ ".")? }
"##, {
    "axis" => "`@` and an axis",
    "composed" => "a composed layout",
    "extents" => "extents such as `(8, 2)`",
    "flag" => "`True` or `False`",
    "inner" => "`swizzle_inner`",
    "name" => "the name of an axis",
    "pair" => "an iterator such as `8:4@lane`",
    "replica" => "a replica such as `R[2:4@warp]`",
    "shard" => "a shard such as `S[(8,2):(4@lane,1)]`",
    "stride" => "a stride such as `4@lane`",
    "strides" => "strides such as `(4@lane,1)`",
    "swizzle" => "the numbers of a swizzle",
    "tile" => "a tile layout",
    "tuples" => "extents and strides",
});

/// Reads `S[(8,2):(4@lane,1)] + R[(2):(4@warp)] + 5@warp[8,2]`.
fn read(text: &str, given: Option<ElementType>) -> Result<NotatedPlacement, NotationFault> {
    let whole = parse::<AxeGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let [body, shape] = fields(&mut found)?;
    let body_at = range(&body);
    let shape_at = range(&shape);
    let lengths = lengths(shape)?;
    let elem = element_of(found.next(), given)?;
    let mut swizzle = BitSwizzle::IDENTITY;
    let tile = match body.as_rule() {
        Rule::composed => {
            let [numbers, tile] = fields(&mut parts(body).into_iter())?;
            swizzle = swizzle_of(numbers)?;
            tile
        }
        _ => body,
    };
    let mut digits = digits_of(tile, lengths, shape_at)?;
    digits.swizzle = swizzle;
    let placement = digits.placement().map_err(|fault| fault_at(body_at, fault))?;
    Ok(NotatedPlacement::new(placement, elem))
}

/// Returns the swizzle of `SwizzleLayout(3, 3, 3)` or `3, 3, 3`.
fn swizzle_of(pair: Pair<'_, Rule>) -> Result<BitSwizzle, NotationFault> {
    let at = range(&pair);
    let mut numbers = Vec::new();
    let mut is_inner = true;
    for part in parts(pair) {
        match part.as_rule() {
            Rule::inner => is_inner = part.as_str().ends_with("True"),
            _ => numbers.push(integer(&part)?),
        }
    }
    let [base, bits, shift] = numbers[..] else {
        return Err(NotationFault::new(at, "a swizzle has three numbers"));
    };
    let shift = if is_inner { shift } else { -shift };
    BitSwizzle::new(bits, base, shift).map_err(|fault| fault_at(at, fault))
}

/// Returns the digits of a tile layout over an index of these lengths.
fn digits_of(
    tile: Pair<'_, Rule>,
    lengths: Vec<i64>,
    shape_at: Range<usize>,
) -> Result<DigitPlacement, NotationFault> {
    let (mut shard, mut copies, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts(tile) {
        match part.as_rule() {
            Rule::shard => shard = iterators(part)?,
            Rule::replica => copies.extend(iterators(part)?),
            _ => add_offset(&mut offsets, &part)?,
        }
    }
    let extents: Vec<i64> = shard.iter().map(|digit| digit.length).collect();
    let size = |lengths: &[i64]| checked_product(lengths.iter().copied());
    if size(&extents).is_none() || size(&extents) != size(&lengths) {
        let message = format!(
            "the extents {} of the shard and the lengths {} must have the same product",
            joined(&extents, " x "),
            joined(&lengths, " x ")
        );
        return Err(NotationFault::new(shape_at, message));
    }
    for digit in shard.iter().chain(&copies) {
        let axis = digit.axis.iter().map(|axis| (axis.clone(), 0));
        let known = offsets.iter().any(|(axis, _)| digit.is_on(axis));
        offsets.extend(axis.filter(|_| !known));
    }
    shard.reverse();
    let found = DigitPlacement::flat(lengths, FlatOrder::RowMajor, shard);
    Ok(DigitPlacement { copies, offsets, ..found })
}

fn add_offset(
    offsets: &mut Vec<(AxisName, i64)>,
    pair: &Pair<'_, Rule>,
) -> Result<(), NotationFault> {
    let (by, axis) = stride_of(pair)?;
    match offsets.iter_mut().find(|(known, _)| *known == axis) {
        Some((_, offset)) => {
            let sum = offset.checked_add(by);
            *offset = sum.ok_or_else(|| {
                let message = format!("the offset on `{axis}` does not fit 64 bits");
                NotationFault::new(range(pair), message)
            })?;
        }
        None => offsets.push((axis, by)),
    }
    Ok(())
}

/// Returns the iterators of a shard or a replica, slowest first. Iterators without strides are row major on `m`.
fn iterators(pair: Pair<'_, Rule>) -> Result<Vec<AxisDigit>, NotationFault> {
    let at = range(&pair);
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for part in parts(pair) {
        if part.as_rule() == Rule::pair {
            let mut own = parts(part).into_iter();
            let [extent] = fields(&mut own)?;
            extents.push(length(&extent)?);
            strides.extend(own.next());
        } else {
            let mut both = parts(part).into_iter();
            let [own] = fields(&mut both)?;
            extents = parts(own).iter().map(length).collect::<Result<_, _>>()?;
            strides = both.next().map(parts).unwrap_or_default();
        }
    }
    if strides.is_empty() {
        let strides = row_major_strides(&extents)
            .ok_or_else(|| NotationFault::new(at, "a stride does not fit 64 bits"))?;
        let pairs = extents.iter().zip(strides);
        let digit = |(&length, stride)| AxisDigit::on(&AxisName::MEMORY, length, stride);
        return Ok(pairs.map(digit).collect());
    }
    if strides.len() != extents.len() {
        let message = format!(
            "expected one stride for each of {} extents, found {}",
            extents.len(),
            strides.len()
        );
        return Err(NotationFault::new(at, message));
    }
    let digit = |(length, stride): (&i64, &Pair<'_, Rule>)| {
        let (stride, axis) = stride_of(stride)?;
        Ok(AxisDigit::on(&axis, *length, stride))
    };
    extents.iter().zip(&strides).map(digit).collect()
}

/// Returns the number and the axis of `4@lane`; without a name, the axis is `m`.
fn stride_of(pair: &Pair<'_, Rule>) -> Result<(i64, AxisName), NotationFault> {
    let mut found = parts(pair.clone()).into_iter();
    let [number] = fields(&mut found)?;
    let Some(axis) = found.next() else { return Ok((integer(&number)?, AxisName::MEMORY)) };
    let [name] = fields(&mut parts(axis).into_iter())?;
    let axis = AxisName::new(name.as_str()).ok_or_else(|| {
        NotationFault::new(range(&name), format!("`{}` names no axis", clip(name.as_str())))
    })?;
    Ok((integer(&number)?, axis))
}

/// Writes the digits of the row-major index as the shard, and those of the copies as the replica.
fn write(placement: &Placement, elem: Option<ElementType>) -> Result<String, Witness> {
    let order = Some(FlatOrder::RowMajor);
    let found = DigitPlacement::of_swizzled(placement, order, &mut |layout, plain| {
        let subject = WrittenLayout::new(layout, None)?;
        swizzle_and_modes(&subject).map_err(|_| plain)
    })?;
    found.check_no_parts("axe")?;
    let digits = found.dims.concat();
    let size: i64 = found.lengths.iter().product();
    let mut weight = 1;
    for digit in &digits {
        if digit.axis.is_none() {
            let at = FlatOrder::RowMajor.index_at(&found.lengths, weight);
            return Err(Witness::without_slot(at));
        }
        if (size / weight) % digit.length != 0 {
            let at = FlatOrder::RowMajor.index_at(&found.lengths, weight);
            let reason = format!(
                "a digit of {} values begins there, but the extents of axe divide the {size} indices",
                digit.length
            );
            return Err(Witness::at(at, reason).unproven());
        }
        weight *= digit.length;
    }
    let text = text_of(&found, &digits);
    Ok(format!("{text}[{}]{}", list(&found.lengths), suffix(elem)))
}

/// Returns the text of digits without the lengths of the index.
fn text_of(found: &DigitPlacement, digits: &[AxisDigit]) -> String {
    let axis_of = |digit: &AxisDigit| digit.axis.clone().unwrap_or(AxisName::MEMORY);
    let moving = digits.iter().chain(&found.copies).filter(|digit| digit.stride != 0);
    let named: Vec<AxisName> = moving.map(axis_of).collect();
    let is_named = |axis: &AxisName, by: i64| by != 0 || named.contains(axis);
    let mut idle = found.offsets.iter().filter(|(axis, by)| !is_named(axis, *by));
    // A digit that moves on no axis names one that has no other use.
    let mut shard: Vec<AxisDigit> = digits.iter().rev().cloned().collect();
    if shard.is_empty() {
        shard.push(AxisDigit::on(&AxisName::MEMORY, 1, 0));
    }
    let known = found.offsets.first().map_or(AxisName::MEMORY, |(axis, _)| axis.clone());
    for digit in shard.iter_mut().filter(|digit| digit.stride == 0) {
        let axis = idle.next().map_or(&known, |(axis, _)| axis);
        digit.axis = Some(axis.clone());
    }
    let mut terms = vec![format!("S{}", iterators_text(&shard))];
    if !found.copies.is_empty() {
        terms.push(format!("R{}", iterators_text(&found.copies)));
    }
    let moved = found.offsets.iter().filter(|(_, by)| *by != 0).chain(idle);
    terms.extend(moved.map(|(axis, by)| stride_text(*by, axis)));
    let sum = terms.join(" + ");
    match found.swizzle {
        BitSwizzle::IDENTITY => sum,
        swizzle => {
            let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
            let inner = if shift < 0 { ", swizzle_inner=False" } else { "" };
            let numbers = format!("{base}, {bits}, {}", shift.abs());
            format!("ComposeLayout(SwizzleLayout({numbers}{inner}), {sum})")
        }
    }
}

fn iterators_text(digits: &[AxisDigit]) -> String {
    let extents = joined(digits.iter().map(|digit| digit.length), ",");
    let strides = digits.iter().map(|digit| match &digit.axis {
        Some(axis) => stride_text(digit.stride, axis),
        None => digit.stride.to_string(),
    });
    format!("[({extents}):({})]", joined(strides, ","))
}

fn stride_text(stride: i64, axis: &AxisName) -> String {
    if axis.is_memory() { stride.to_string() } else { format!("{stride}@{axis}") }
}
