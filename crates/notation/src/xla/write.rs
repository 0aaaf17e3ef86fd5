//! The writer of `xla`: the tiles of a plan.
//!
//! Every layout whose index zero is at offset 0, and whose indices have offsets of their own, has a text: a split at
//! `n - 1` makes a dim of the last of `n` indices, so all indices become dims, and a tile joins the dims of smaller
//! offsets and cuts or pads them to the next offset. So the other layouts alone are refused with a proof. The writer
//! makes a dim of each index for few indices only.

use layout::index::{Expr, Exprs};
use layout::{DimsOrder, Elems, IndexSpace, LogicalIndex};
use std::collections::BTreeMap;

use super::TiledArray;
use super::derive::{PlacedPlan, plan_of, plan_of_digits, plan_of_indices};
use super::tiles::{TileSizes, tiles_of};
use crate::element::ElementType;
use crate::subject::{WrittenLayout, list};
use crate::witness::Witness;

/// Writes the tiles of nested digits, of the digits in the normal form, or of single indices.
pub(crate) fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let radix = subject.radix_at_zero("xla");
    let nested = radix.as_ref().ok().and_then(plan_of_digits);
    if let Some(text) = nested.and_then(|plan| text_of(subject, &plan)) {
        return Ok(text);
    }
    let mut exprs = Exprs::new();
    let index = (0..).zip(&subject.lengths).map(|(dim, &length)| exprs.var(dim, length));
    let index: Vec<Expr> = index.collect();
    let offset = subject.layout.offset_over(&index, &mut exprs);
    let derived = plan_of(&mut exprs, &subject.lengths, offset);
    if let Some(text) = derived.and_then(|plan| text_of(subject, &plan)) {
        return Ok(text);
    }
    if let Some(text) = listed_plan(subject).and_then(|plan| text_of(subject, &plan)) {
        return Ok(text);
    }
    refute(subject)?;
    let nested = radix.and_then(|radix| subject.nested(&radix, "xla").map(|_| ()));
    Err(nested
        .err()
        .unwrap_or_else(|| Witness::undecided("too many tiles are necessary"))
        .unproven())
}

/// The maximum number of indices that become dims.
const MAX_INDEX_DIMS: u128 = 8;

/// Returns the plan with a dim for each index; `None` if there are too many.
fn listed_plan(subject: &WrittenLayout<'_>) -> Option<PlacedPlan> {
    let space = IndexSpace::below(subject.lengths.iter().copied());
    if space.count() > MAX_INDEX_DIMS {
        return None;
    }
    let offsets = space.iter().map(|index| subject.offset(&index)).collect::<Option<Vec<i64>>>()?;
    plan_of_indices(&subject.lengths, &offsets)
}

/// Returns the text of a plan; `None` if it has too many tiles.
fn text_of(subject: &WrittenLayout<'_>, (plan, memory): &PlacedPlan) -> Option<String> {
    let (order, tiles) = tiles_of(plan, memory, subject.lengths.len())?;
    let order = DimsOrder::from_results(&order).ok()?;
    is_same(subject, order, &tiles).then(|| shape_text(subject, order, &tiles))
}

/// Checks the properties of all tiled arrays: index zero is at offset 0, and each index has an offset of its own.
///
/// # Errors
/// The first index, in row-major order, without one of the properties.
fn refute(subject: &WrittenLayout<'_>) -> Result<(), Witness> {
    let mut owners: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    let space = IndexSpace::below(subject.lengths.iter().copied());
    let mut evaluator = subject.layout.evaluator();
    for index in space.iter().take(MAX_CHECKED) {
        let at = LogicalIndex::new(index.iter().copied()).map_err(layout::AddressError::from)?;
        let Some(offset) = evaluator.offset_of(&at)?.map(Elems::get) else {
            return Err(Witness::without_slot(index));
        };
        if owners.is_empty() && offset != 0 {
            return Err(Witness::at(index, format!("its offset {offset} must be 0 in xla")));
        }
        if offset < 0 {
            let reason =
                format!("its offset {offset} is negative, but xla has no negative offsets");
            return Err(Witness::at(index, reason));
        }
        if let Some(first) = owners.insert(offset, index.clone()) {
            let reason = format!("its offset {offset} is that of index {first:?}, too");
            return Err(Witness::at(index, reason));
        }
    }
    Ok(())
}

/// The maximum number of indices whose offsets are compared.
const MAX_CHECKED: usize = 1 << 18;

/// Returns `true` if an order and tiles are the layout.
fn is_same(subject: &WrittenLayout<'_>, order: DimsOrder, tiles: &[TileSizes]) -> bool {
    let mut array = TiledArray::new(&subject.lengths, order);
    let is_legal = tiles.iter().all(|tile| array.tile(tile).is_ok());
    let layout = is_legal.then(|| array.layout().ok()).flatten();
    layout.is_some_and(|layout| subject.layout.difference(&layout) == Ok(None))
}

fn shape_text(subject: &WrittenLayout<'_>, order: DimsOrder, tiles: &[TileSizes]) -> String {
    let minor: Vec<String> = order.results().rev().map(|dim| dim.index().to_string()).collect();
    let elem = subject.elem.map_or("f32", ElementType::xla_name);
    let size = |size: &Option<i64>| size.map_or("*".to_owned(), |size| size.to_string());
    let tile =
        |tile: &TileSizes| format!("({})", tile.iter().map(size).collect::<Vec<_>>().join(","));
    let tiles = match tiles.is_empty() {
        true => String::new(),
        false => format!(":T{}", tiles.iter().map(tile).collect::<String>()),
    };
    format!("{elem}[{}]{{{}{tiles}}}", list(&subject.lengths), minor.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::Random;

    #[test]
    fn any_distinct_offsets_from_zero_have_tiles() {
        let mut random = Random::new(0x786c_6120);
        for round in 0..300 {
            let lengths: Vec<i64> = match round % 3 {
                0 => vec![random.between(1, 8)],
                1 => vec![2, random.between(1, 4)],
                _ => vec![2, 1, 2, random.between(1, 2)],
            };
            let space = IndexSpace::below(lengths.iter().copied());
            let mut offsets = vec![0];
            while (offsets.len() as u128) < space.count() {
                let offset = random.between(1, if round % 2 == 0 { 9 } else { 40 });
                if !offsets.contains(&offset) {
                    offsets.push(offset);
                }
            }
            let (plan, memory) = plan_of_indices(&lengths, &offsets).unwrap();
            let (order, tiles) = tiles_of(&plan, &memory, lengths.len()).unwrap();
            let mut array = TiledArray::new(&lengths, DimsOrder::from_results(&order).unwrap());
            tiles.iter().for_each(|tile| array.tile(tile).unwrap());
            let layout = array.layout().unwrap();
            for (index, offset) in space.iter().zip(offsets) {
                let index = LogicalIndex::new(index).unwrap();
                assert_eq!(layout.offset_of(&index).unwrap().map(Elems::get), Some(offset));
            }
        }
        assert!(plan_of_indices(&[3], &[0, 2, 2]).is_none());
        assert!(plan_of_indices(&[2], &[0, -1]).is_none());
    }
}
