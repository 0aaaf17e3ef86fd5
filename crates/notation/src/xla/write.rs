//! The writer of `xla`: the tiles of a plan.
//!
//! Every layout whose index zero is at offset 0, and whose indices have offsets of their own, has a text: `unary` proves it.
//! So the other layouts alone are refused with a proof.

use layout::index::{Expr, Exprs};
use layout::{DimsOrder, Elems, IndexSpace, Layout, LogicalIndex, MixedRadix};
use std::collections::BTreeMap;

use super::TiledArray;
use super::derive::derived;
use super::placed::{PlacedPlan, plan_of_digits};
use super::tiles::{MAX_TILES, TileSizes, tiles_of};
use super::unary::tiles_of_indices;
use crate::digit_class::check_start;
use crate::element::ElementType;
use crate::subject::{WrittenLayout, list};
use crate::witness::Witness;

/// Writes the tiles of nested digits, of the digits in the normal form, or of single indices.
///
/// # Errors
/// An index that no text has. Or, if a text exists but was not found, the index up to which no tiles that only split dims
/// agree with the layout.
pub(crate) fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    if let Err(error) = DimsOrder::from_results(&(0..subject.lengths.len()).collect::<Vec<_>>()) {
        return Err(Witness::at(subject.zero(), error.to_string()));
    }
    let nested = subject.digits_in(allows);
    let plan = nested.as_ref().ok().and_then(plan_of_digits);
    if let Some(text) = plan.and_then(|plan| text_of(subject, &plan)) {
        return Ok(text);
    }
    let mut exprs = Exprs::new();
    let index = (0..).zip(&subject.lengths).map(|(dim, &length)| exprs.var(dim, length));
    let index: Vec<Expr> = index.collect();
    let offset = subject.layout.offset_over(&index, &mut exprs);
    let accept = |plan: &PlacedPlan| text_of(subject, plan);
    if let Some(text) = derived(&mut exprs, &subject.lengths, offset, accept) {
        return Ok(text);
    }
    if let Some(text) = listed(subject) {
        return Ok(text);
    }
    let search = format!("the search found no text of up to {MAX_TILES} tiles");
    let search = match refute(subject) {
        Ok(()) => format!("{search}, although one exists"),
        Err(proof) if proof.is_proof => return Err(proof),
        Err(undecided) => format!("{search}, and {}", undecided.reason),
    };
    Err(match nested {
        Err(nested) => nested.and_search(&search),
        Ok(_) => Witness::undecided(search),
    })
}

/// Checks that strides with offset 0 are nested, as tiles that only split dims require.
///
/// # Errors
/// They are not. The reason follows `its offset N`.
fn allows(prefix: &MixedRadix) -> Result<(), String> {
    check_start(prefix, "xla")?;
    match plan_of_digits(prefix) {
        Some(_) => Ok(()),
        None => Err("is not that of nested strides".to_owned()),
    }
}

/// The maximum number of indices that become dims. The normal form of more of them is too long for other notations.
const MAX_INDEX_DIMS: u128 = 16;

/// Returns the text with a dim for each index; `None` if there are too many, or none exists.
fn listed(subject: &WrittenLayout<'_>) -> Option<String> {
    let space = IndexSpace::below(subject.lengths.iter().copied());
    if space.count() > MAX_INDEX_DIMS {
        return None;
    }
    let offsets = space.iter().map(|index| subject.offset(&index));
    let offsets: Vec<i64> = offsets.collect::<Option<_>>()?;
    let tiles = tiles_of_indices(subject.lengths.len(), &offsets)?;
    let order = DimsOrder::identity(subject.lengths.len())?;
    let layout = layout_of(subject, order, &tiles)?;
    let mut evaluator = layout.evaluator();
    let is_same = space.iter().zip(offsets).all(|(index, offset)| {
        let index = LogicalIndex::new(index);
        let found = index.ok().and_then(|index| evaluator.offset_of(&index).ok().flatten());
        found.map(Elems::get) == Some(offset)
    });
    is_same.then(|| shape_text(subject, order, &tiles))
}

/// Returns the text of a plan; `None` if it has too many tiles.
fn text_of(subject: &WrittenLayout<'_>, (plan, memory): &PlacedPlan) -> Option<String> {
    let (order, tiles) = tiles_of(plan, memory, subject.lengths.len())?;
    let order = DimsOrder::from_results(&order).ok()?;
    is_same(subject, order, &tiles).then(|| shape_text(subject, order, &tiles))
}

/// Checks the properties of all tiled arrays: index zero is at offset 0, and each index has an offset of its own, which is
/// not negative.
///
/// # Errors
/// An index without one of the properties, or a property that is undecided.
fn refute(subject: &WrittenLayout<'_>) -> Result<(), Witness> {
    let zero = subject.zero();
    if let Some(offset) = subject.offset(&zero).filter(|offset| *offset != 0) {
        return Err(Witness::at(zero, format!("its offset {offset} must be 0 in xla")));
    }
    subject.check_offsets(Some(0), "is negative, but xla has no negative offsets")?;
    let is_injective = subject.layout.is_injective();
    if is_injective == Ok(true) {
        return Ok(());
    }
    let space = IndexSpace::below(subject.lengths.iter().copied());
    let mut owners: BTreeMap<i64, u128> = BTreeMap::new();
    let mut evaluator = subject.layout.evaluator();
    for (index, number) in space.iter().zip(0..MAX_CHECKED) {
        let at = LogicalIndex::new(index.iter().copied()).map_err(layout::AddressError::from)?;
        let Some(offset) = evaluator.offset_of(&at)?.map(Elems::get) else {
            return Err(Witness::without_slot(index));
        };
        if let Some(first) = owners
            .insert(offset, number)
            .and_then(|first| space.iter().nth(usize::try_from(first).ok()?))
        {
            let reason = format!("its offset {offset} is that of index {first:?}, too");
            return Err(Witness::at(index, reason));
        }
    }
    match is_injective {
        _ if space.count() <= MAX_CHECKED => Ok(()),
        Ok(_) => Err(Witness::undecided(format!(
            "two of its indices have the same offset, but none of the first {MAX_CHECKED}"
        ))),
        Err(error) => Err(error.into()),
    }
}

/// The maximum number of indices whose offsets are compared.
const MAX_CHECKED: u128 = 1 << 16;

/// Returns `true` if an order and tiles are the layout.
fn is_same(subject: &WrittenLayout<'_>, order: DimsOrder, tiles: &[TileSizes]) -> bool {
    let layout = layout_of(subject, order, tiles);
    layout.is_some_and(|layout| subject.layout.difference(&layout) == Ok(None))
}

/// Returns the layout of an order and tiles; `None` if it exceeds a limit of the reader.
fn layout_of(subject: &WrittenLayout<'_>, order: DimsOrder, tiles: &[TileSizes]) -> Option<Layout> {
    let mut array = TiledArray::new(&subject.lengths, order);
    let is_legal = tiles.iter().all(|tile| array.tile(tile).is_ok());
    is_legal.then(|| array.layout().ok()).flatten()
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
