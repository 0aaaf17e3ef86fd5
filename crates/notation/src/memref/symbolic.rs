//! Memref types with symbols: each `?`, and the symbols of an affine map.

use layout::{Layout, NotationFault, SymExpr, dynamic_lengths, dynamic_strides};
use pest::iterators::Pair;

use super::grammar::{
    MemrefRule as Rule, MemrefText, WrittenMap, layout_part, matched, named_order,
};
use super::written::{Encoding, Memref, Numbers};
use crate::element::ElementType;
use crate::expression::ExpressionReader;
use crate::grammar::range;
use crate::symbolic::{
    ConcreteMap, NotatedSymbolicLayout, StridedParts, SymbolicMap, strides_in_order,
};
use crate::symbols::SymbolReader;

/// Reads `memref<?x?xf16, strided<[?, 1], offset: ?>> where s0 in 1..64`. Each `?` is a symbol: `s0`, `s1`, ... in the order
/// of the text. Returns `None` if the text has no symbols.
pub(super) fn symbolic(
    text: &str,
    given: Option<ElementType>,
) -> Result<Option<NotatedSymbolicLayout>, NotationFault> {
    let MemrefText { shape, properties, conditions } = matched(text)?;
    let memref = Memref::new(shape, given)?;
    let part = layout_part(&properties)?;
    let map = part.filter(|part| part.as_rule() == Rule::affine).map(WrittenMap::new);
    let declared = map.as_ref().map_or(&[][..], |map| &map.symbols);
    let taken: Vec<&str> = declared.iter().map(Pair::as_str).collect();
    let mut reader = SymbolReader::new(map.as_ref().map_or(&[][..], |map| &map.dims))?;
    let lengths: Vec<Option<i64>> = memref.shape.values().map(|length| length.get()).collect();
    let lengths =
        dynamic_lengths(&lengths, &mut |least| reader.fresh(memref.at.clone(), least, &taken));
    declared.iter().try_for_each(|symbol| reader.declare(symbol))?;
    let elem = Some(memref.elem);
    if let (Some(part), Some(map)) = (part, map) {
        memref.check_map_rank(map.dims.len(), part)?;
        reader.check_names(&map.results, &taken)?;
        let results = reader.all(&map.results)?;
        let places = map.results.iter().map(range).collect();
        if reader.has_no_symbols() {
            return Ok(None);
        }
        let map = ConcreteMap { results, layout: Layout::from_map };
        let map = SymbolicMap { lengths, map, places, at: range(part) };
        return map.layout(reader.set(conditions.as_ref())?, elem).map(Some);
    }
    let (strides, offset) = strides_of(&memref, part, &mut reader, &lengths)?;
    if reader.has_no_symbols() {
        return Ok(None);
    }
    let at = part.map_or(memref.at, range);
    let set = reader.set(conditions.as_ref())?;
    let parts = StridedParts { lengths, strides, offset, elem, at };
    Ok(Some(NotatedSymbolicLayout::strided(parts.layout(set)?, elem)))
}

/// Returns the strides and the offset of a layout without a map; row major if it has none.
fn strides_of(
    memref: &Memref,
    part: Option<&Pair<'_, Rule>>,
    reader: &mut SymbolReader,
    lengths: &[SymExpr],
) -> Result<(Vec<SymExpr>, SymExpr), NotationFault> {
    let zero = SymExpr::constant(0);
    let Some(part) = part else {
        return Ok((strides_in_order(lengths, None, &memref.at)?, zero));
    };
    let at = range(part);
    match part.as_rule() {
        Rule::strided => {
            let Numbers { strides, offset } = memref.numbers(part)?;
            let mut fresh = |least| reader.fresh(at.clone(), least, &[]);
            Ok(dynamic_strides(&strides, offset, &mut fresh))
        }
        Rule::order_alias => {
            let order = named_order(part)?;
            memref.check_map_rank(order.rank(), part)?;
            Ok((strides_in_order(lengths, Some(order), &at)?, zero))
        }
        _ => {
            let Encoding { order, strides, offset } = memref.dictionary(part)?;
            let strides = match strides {
                Some(strides) => strides.into_iter().map(SymExpr::constant).collect(),
                None => strides_in_order(lengths, order, &at)?,
            };
            Ok((strides, SymExpr::constant(offset)))
        }
    }
}
