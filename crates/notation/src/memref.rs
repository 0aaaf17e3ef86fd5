//! `memref`: a memref type of MLIR or VPUX, with its layout.
//!
//! A map of one result computes the offset, a map of several results the index of row-major memory. The layout excludes
//! the memory space.

use layout::{DimsOrder, Layout, MixedRadix, NotationFault};
use pest::iterators::Pair;

use crate::element::ElementType;
use crate::grammar::{check_rank, clip, grammar, integer, length, parse, parts, range};
use crate::index_text::{IndexOperators, IndexReader};
use crate::subject::{WrittenLayout, list};
use crate::suffix::{NotatedLayout, agreed, element, fault_at};
use crate::torch::ordered;
use crate::tvm::{dense, mapped, mapped_offset, offset};
use crate::witness::Witness;

grammar!(MemrefGrammar, "index.pest", "memref.pest");

/// Reads `memref<4x5xf32, strided<[8, 1], offset: 2>>`.
pub(crate) fn read(text: &str, given: Option<ElementType>) -> Result<NotatedLayout, NotationFault> {
    let whole = parse::<MemrefGrammar, Rule>(Rule::notation, text)?;
    let mut found = parts(whole).into_iter();
    let Some(shape) = found.next() else {
        return Err(NotationFault::new(0..text.len(), "expected a shape"));
    };
    let at = range(&shape);
    let (lengths, elem) = shape_of(shape, given)?;
    let mut layout = None;
    for property in found {
        let property_at = range(&property);
        let Some(part) = parts(property).into_iter().next() else { continue };
        if part.as_rule() == Rule::space {
            continue;
        }
        if layout.is_some() {
            return Err(NotationFault::new(property_at, "a memref has one layout, found a second"));
        }
        layout = Some(layout_of(&part, &lengths)?);
    }
    let layout = match layout {
        Some(layout) => layout,
        None => {
            let radix = ordered(&lengths, None, at.clone())?;
            radix.layout(None).map_err(|fault| fault_at(at, fault))?
        }
    };
    Ok(NotatedLayout::new(layout, Some(elem)))
}

/// Returns the lengths and the element type.
fn shape_of(
    shape: Pair<'_, Rule>,
    given: Option<ElementType>,
) -> Result<(Vec<i64>, ElementType), NotationFault> {
    let at = range(&shape);
    let mut lengths = Vec::new();
    let mut elem = None;
    for part in parts(shape) {
        match part.as_rule() {
            Rule::element => elem = Some(agreed(element(&part)?, given, range(&part))?),
            _ => match parts(part).first() {
                Some(dim) if dim.as_rule() == Rule::natural => lengths.push(length(dim)?),
                Some(dim) => {
                    let message = "a length must be static in a notation, but is dynamic";
                    return Err(NotationFault::new(range(dim), message));
                }
                None => {}
            },
        }
    }
    check_rank(lengths.len(), at.clone())?;
    let elem = elem.ok_or_else(|| NotationFault::new(at, "expected an element type"))?;
    Ok((lengths, elem))
}

fn layout_of(part: &Pair<'_, Rule>, lengths: &[i64]) -> Result<Layout, NotationFault> {
    let at = range(part);
    let radix = match part.as_rule() {
        Rule::strided => {
            let mut inner = parts(part.clone()).into_iter();
            let strides = strides_of(inner.next(), lengths, &at)?;
            let offset = inner.next().map_or(Ok(0), |offset| integer(&offset))?;
            MixedRadix::linear(lengths, &strides, offset)
        }
        Rule::dictionary => dictionary(part, lengths)?,
        Rule::order_alias => ordered(lengths, Some(order_of(part, lengths)?), at.clone())?,
        _ => return affine(part, lengths),
    };
    radix.layout(None).map_err(|fault| fault_at(at, fault))
}

fn strides_of(
    list: Option<Pair<'_, Rule>>,
    lengths: &[i64],
    at: &std::ops::Range<usize>,
) -> Result<Vec<i64>, NotationFault> {
    let strides = list.map_or_else(Vec::new, parts);
    let strides: Vec<i64> = strides.iter().map(integer).collect::<Result<_, _>>()?;
    if strides.len() != lengths.len() {
        let message = format!(
            "expected {} strides, one for each dim, found {}",
            lengths.len(),
            strides.len()
        );
        return Err(NotationFault::new(at.clone(), message));
    }
    Ok(strides)
}

/// Returns the layout of `{order = #NHWC, strides = [..], offset = 4}`.
fn dictionary(part: &Pair<'_, Rule>, lengths: &[i64]) -> Result<MixedRadix, NotationFault> {
    let at = range(part);
    let (mut order, mut strides, mut offset) = (None, None, 0);
    for entry in parts(part.clone()) {
        let entry_at = range(&entry);
        let Some(entry) = parts(entry).into_iter().next() else { continue };
        let rule = entry.as_rule();
        let value = parts(entry).into_iter().next();
        match (rule, value) {
            (Rule::order_entry, Some(value)) => order = Some(order_of(&value, lengths)?),
            (Rule::strides_entry, value) => strides = Some(strides_of(value, lengths, &entry_at)?),
            (Rule::offset_entry, Some(value)) => offset = integer(&value)?,
            (_, key) => {
                let key = key.map_or(String::new(), |key| clip(key.as_str()));
                let message = format!("unknown key `{key}` in the layout of a memref");
                let note = "the keys are `order`, `strides` and `offset`";
                return Err(NotationFault::new(entry_at, message).note(note));
            }
        }
    }
    let radix = match strides {
        Some(strides) => MixedRadix::linear(lengths, &strides, 0),
        None => ordered(lengths, order, at)?,
    };
    Ok(MixedRadix { offset, ..radix })
}

/// Returns the order of `#NHWC`, `#layout.order<NHWC>` or a map that is a permutation.
fn order_of(part: &Pair<'_, Rule>, lengths: &[i64]) -> Result<DimsOrder, NotationFault> {
    let at = range(part);
    let order = match part.as_rule() {
        Rule::affine => order_of_map(part, lengths)?,
        _ => {
            let word: String = part.as_str().split_whitespace().collect();
            let name = word.trim_start_matches("#layout.order<").trim_end_matches('>');
            let name = name.trim_start_matches('#');
            DimsOrder::from_name(name).ok_or_else(|| {
                let near = layout::nearest(name, DimsOrder::names()).map(str::to_owned);
                let message = format!("unknown order `{}`", clip(name));
                NotationFault { near, ..NotationFault::new(at.clone(), message) }
            })?
        }
    };
    if order.rank() != lengths.len() {
        let message =
            format!("the order has rank {}, but the memref has {}", order.rank(), lengths.len());
        return Err(NotationFault::new(at, message));
    }
    Ok(order)
}

fn order_of_map(part: &Pair<'_, Rule>, lengths: &[i64]) -> Result<DimsOrder, NotationFault> {
    let at = range(part);
    let Some((names, results)) = map_of(part) else {
        return Err(NotationFault::new(at, "expected an affine map"));
    };
    let dims: Option<Vec<usize>> = results
        .iter()
        .map(|result| names.iter().position(|name| *name == result.as_str().trim()))
        .collect();
    let order = dims.ok_or_else(|| {
        NotationFault::new(at.clone(), "the map of an order must be a permutation of the dims")
    })?;
    DimsOrder::of_rank(lengths.len(), &order)
        .map_err(|error| NotationFault::new(at, error.to_string()))
}

/// Returns the names of the dims of a map, and its results.
fn map_of<'a>(part: &Pair<'a, Rule>) -> Option<(Vec<&'a str>, Vec<Pair<'a, Rule>>)> {
    let map = parts(part.clone()).into_iter().next()?;
    let mut inner = parts(map).into_iter();
    let (variables, results) = (parts(inner.next()?), parts(inner.next()?));
    Some((variables.into_iter().map(|variable| variable.as_str()).collect(), results))
}

/// Returns the layout of an affine map.
fn affine(part: &Pair<'_, Rule>, lengths: &[i64]) -> Result<Layout, NotationFault> {
    let at = range(part);
    let Some((names, results)) = map_of(part) else {
        return Err(NotationFault::new(at, "expected an affine map"));
    };
    if names.len() != lengths.len() {
        let message =
            format!("the map has {} dims, but the memref has {}", names.len(), lengths.len());
        return Err(NotationFault::new(at, message));
    }
    let mut reader = IndexReader::new(&names, lengths);
    let [offset] = &results[..] else {
        return mapped(&mut reader, lengths, &results, at);
    };
    let expr = reader.expr(offset)?;
    let Some((constant, factors)) = reader.exprs.as_linear(expr) else {
        return mapped_offset(&mut reader, lengths, expr).map_err(|fault| fault_at(at, fault));
    };
    let mut strides = vec![0; lengths.len()];
    for (dim, factor) in factors {
        strides[dim as usize] = factor;
    }
    let radix = MixedRadix::linear(lengths, &strides, constant);
    radix.layout(None).map_err(|fault| fault_at(at, fault))
}

/// The operators of affine maps.
const OPERATORS: IndexOperators = IndexOperators { div: " floordiv ", rem: " mod " };

/// Writes nothing for row-major memory, `strided` for strides, a map with a result for each digit of dense memory, and
/// otherwise a map to the offset.
pub(crate) fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    subject.check_offsets(None, "")?;
    let elem = subject.elem.map_or("f32", ElementType::name);
    let dims: String = subject.lengths.iter().map(|length| format!("{length}x")).collect();
    let layout = match subject.linear() {
        Ok((strides, offset)) => strided(subject, &strides, offset),
        Err(_) => format!(", affine_map<{}>", map_text(subject)?),
    };
    Ok(format!("memref<{dims}{elem}{layout}>"))
}

fn strided(subject: &WrittenLayout<'_>, strides: &[i64], offset: i64) -> String {
    let mut next = 1i64;
    let lengths = subject.lengths.iter().zip(strides).rev();
    let is_row_major = lengths.fold(offset == 0, |same, (&length, &stride)| {
        let same = same && (stride == next || length == 1);
        next = next.saturating_mul(length);
        same
    });
    if is_row_major {
        return String::new();
    }
    let moved = if offset == 0 { String::new() } else { format!(", offset: {offset}") };
    format!(", strided<[{}]{moved}>", list(strides).replace(',', ", "))
}

fn map_text(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let names: Vec<String> = (0..subject.lengths.len()).map(|dim| format!("d{dim}")).collect();
    let results = match dense(subject, &names, &OPERATORS) {
        Some(results) => results,
        None => offset(subject, &names, &OPERATORS)?,
    };
    Ok(format!("({}) -> ({results})", names.join(", ")))
}
