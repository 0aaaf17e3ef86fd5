//! The writer of `xla`: the tiles of a layout whose digits have nested strides.
//!
//! XLA writes tiles that split dims and pad them. Their offsets are sums of digits of dims, and each stride is a multiple of
//! the next smaller one. A tile may join neighbors by `*` before. Texts with digits of digits, or of dims that a later tile
//! joins, are read, but not written.

use layout::transform::Merge;
use layout::{DimsOrder, IndexSpace, Layout, LayoutBuilder, LogicalIndex, MixedRadix};
use std::collections::BTreeMap;
use std::ops::Range;

use super::tiles::{MAX_TILES, TileSizes, tiles_of};
use crate::digit_class::check_start;
use crate::element::ElementType;
use crate::subject::{WrittenLayout, list};
use crate::witness::Witness;

/// Writes the tiles of digits with nested strides, of the dims or of neighbors that are joined.
///
/// # Errors
/// The first index at which the layout is not a sum of nested digits of its dims. It is a proof if no tiled array has the
/// layout.
pub(super) fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    if let Some(elem) = subject.elem.filter(|elem| elem.xla_name().is_none()) {
        return Err(Witness::at(subject.zero(), format!("xla has no element type `{elem}`")));
    }
    let refused = match subject.digits_in(|prefix| allows(subject, prefix)) {
        Ok(radix) => match text_of(subject, &radix, 0..0) {
            Some(text) => return Ok(text),
            None => {
                subject.order(&radix)?;
                Witness::undecided(format!("its digits need more than {MAX_TILES} tiles"))
            }
        },
        Err(refused) => refused,
    };
    match refute(subject) {
        Err(proof) if proof.is_proof => Err(proof),
        _ => joined(subject).ok_or_else(|| refused.unproven()),
    }
}

/// Checks that strides with offset 0 are nested, as tiles require.
///
/// # Errors
/// They are not. The reason follows `its offset N`.
fn allows(subject: &WrittenLayout<'_>, prefix: &MixedRadix) -> Result<(), String> {
    check_start(prefix, "xla")?;
    let nested = subject.nested(prefix, "xla");
    nested.map(|_| ()).map_err(|_| "is not that of nested strides".to_owned())
}

/// Returns the text of a layout whose first tile joins some neighbors in row-major order; `None` if there is none.
fn joined(subject: &WrittenLayout<'_>) -> Option<String> {
    let rank = subject.lengths.len();
    let ranges = (0..rank).flat_map(|first| (first + 2..=rank).map(move |end| first..end));
    ranges.filter(|dims| subject.lengths[dims.start] > 1).find_map(|dims| {
        let radix = merged(subject.layout, &dims)?.symbolic_radix()?;
        (radix.offset == 0).then(|| text_of(subject, &radix, dims)).flatten()
    })
}

/// Returns a layout over the join of some neighbors.
fn merged(layout: &Layout, dims: &Range<usize>) -> Option<Layout> {
    let mut builder = LayoutBuilder::from_layout(layout);
    let mut logical = layout.logical_dims().to_vec();
    let joined = builder.apply(Merge, &logical[dims.clone()]).ok()?;
    logical.splice(dims.clone(), joined);
    builder.finish(&logical).ok()
}

/// Returns the text of digits of dims, where one of the dims is the join of some neighbors unless `joined` is empty. `None`
/// if the digits are not nested or have too many tiles.
fn text_of(
    subject: &WrittenLayout<'_>,
    radix: &MixedRadix,
    joined: Range<usize>,
) -> Option<String> {
    let (nested, innermost) = subject.nested(radix, "xla").ok()?;
    let mut groups: Vec<Range<usize>> =
        (0..subject.lengths.len()).map(|dim| dim..dim + 1).collect();
    if !joined.is_empty() {
        groups.splice(joined.clone(), [joined]);
    }
    let spans: Vec<usize> = groups.iter().map(Range::len).collect();
    let (order, tiles) = tiles_of(radix, &nested, innermost, &spans)?;
    let order: Vec<usize> = order.into_iter().flat_map(|group| groups[group].clone()).collect();
    Some(shape_text(subject, DimsOrder::from_results(&order).ok()?, &tiles))
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
        let Some(offset) = evaluator.offset_of(&at)?.map(layout::Elems::get) else {
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

fn shape_text(subject: &WrittenLayout<'_>, order: DimsOrder, tiles: &[TileSizes]) -> String {
    let minor = layout::joined(order.results().rev().map(|dim| dim.index()), ",");
    let elem = subject.elem.and_then(ElementType::xla_name).unwrap_or("f32");
    let tiles = tiles.iter().map(|tile| {
        let sizes = tile.iter().map(|size| size.map_or("*".to_owned(), |size| size.to_string()));
        format!("({})", layout::joined(sizes, ","))
    });
    let tiles: String = tiles.collect();
    let mut properties = if tiles.is_empty() { tiles } else { format!("T{tiles}") };
    // XLA stores an element of less than a byte in a byte, unless the layout states its bits.
    let bits = subject.elem.map(|elem| elem.size().bits().get()).filter(|&bits| bits < 8);
    properties.extend(bits.map(|bits| format!("E({bits})")));
    let tiles = if properties.is_empty() { properties } else { format!(":{properties}") };
    format!("{elem}[{}]{{{}{tiles}}}", list(&subject.lengths), minor)
}
