//! The writer of `xla`: tiles of nested digits, and otherwise those that a search finds.

use layout::{DimsOrder, Elems, IndexSpace, LogicalIndex};
use std::collections::BTreeMap;

use super::TiledArray;
use super::search::{self, TileSizes};
use crate::element::ElementType;
use crate::subject::{NestedDigit, WrittenLayout, list};
use crate::witness::Witness;

/// A dim of the array that a writer has reached: its digits that no tile has split off yet, slowest first.
struct OpenDim {
    dim: usize,
    digits: Vec<NestedDigit>,
    /// The number of indices of the array dim; more than the product of the digits' lengths after a padded digit.
    length: i64,
}

impl OpenDim {
    /// Returns the product of the lengths of all digits but the slowest.
    fn inner(&self) -> i64 {
        self.digits.iter().skip(1).map(|digit| digit.length).product()
    }
}

/// Writes the order of the slowest digits and a tile for each further step inward, if digits are nested; otherwise the
/// order and tiles that a search finds.
pub(crate) fn write(subject: &WrittenLayout<'_>) -> Result<String, Witness> {
    let nested = nested_tiles(subject);
    let first = match &nested {
        Ok((order, tiles)) if is_same(subject, *order, tiles) => {
            return Ok(shape_text(subject, *order, tiles));
        }
        Ok((order, _)) => *order,
        Err(_) => DimsOrder::identity(subject.lengths.len()).expect("a layout has a legal rank"),
    };
    refute(subject)?;
    if let Some((order, tiles)) = search::tiles_of(subject, first)
        && is_same(subject, order, &tiles)
    {
        return Ok(shape_text(subject, order, &tiles));
    }
    let nearest = nested.err().unwrap_or_else(|| Witness::undecided("no tiles were found"));
    Err(nearest.unproven())
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

/// Returns the order and the tiles of nested digits.
///
/// # Errors
/// The digits are not nested.
fn nested_tiles(subject: &WrittenLayout<'_>) -> Result<(DimsOrder, Vec<TileSizes>), Witness> {
    let radix = subject.radix_at_zero("xla")?;
    let (mut digits, innermost) = subject.nested(&radix, "xla")?;
    if innermost > 1
        && let Some(last) = digits.last().copied()
    {
        let own = digits.iter_mut().filter(|digit| digit.dim == last.dim);
        own.for_each(|digit| digit.place += 1);
        digits.push(NestedDigit { dim: last.dim, place: 0, length: 1, padded: innermost });
    }
    let order = subject.order(&radix);
    let mut open: Vec<OpenDim> = Vec::new();
    for dim in order.results().map(layout::Dim::index) {
        let mut own: Vec<NestedDigit> =
            digits.iter().copied().filter(|digit| digit.dim == dim).collect();
        own.sort_by_key(|digit| std::cmp::Reverse(digit.place));
        open.push(OpenDim { dim, digits: own, length: subject.lengths[dim] });
    }
    Ok((order, tiles_to(&digits, open)))
}

/// The maximum number of tiles that are written. Each tile puts a digit at its place, so this is never reached.
const MAX_TILES: usize = 64;

/// Returns the tiles that lead from dims to digits in their order in memory.
///
/// Each tile leaves the longest prefix of digits outside that is in the order of the dims, and moves all else inside. A
/// padded digit first becomes a tile of its padded length. If a dim has a slow digit inside a fast one, all dims are
/// split into single digits before.
fn tiles_to(digits: &[NestedDigit], mut open: Vec<OpenDim>) -> Vec<TileSizes> {
    let mut tiles = Vec::new();
    let is_inside_out = |dim: &OpenDim| {
        let at = |digit: &NestedDigit| digits.iter().position(|found| found == digit);
        !dim.digits.iter().map(at).is_sorted()
    };
    if open.iter().any(is_inside_out) {
        while open.iter().any(|dim| dim.digits.len() > 1) && tiles.len() < MAX_TILES {
            tiles.push(split_slowest(&mut open));
        }
    }
    let mut left = digits;
    while !is_reached(left, &open) && tiles.len() < MAX_TILES {
        let mut sizes = vec![1; open.len()];
        let mut next = 0;
        for (size, dim) in sizes.iter_mut().zip(&mut open) {
            let inner = dim.inner();
            let Some(&slowest) = dim.digits.first() else { continue };
            let is_next = left.get(next) == Some(&slowest);
            *size = match is_next {
                true if (dim.length - 1) / inner + 1 == slowest.padded => {
                    dim.digits.remove(0);
                    next += 1;
                    inner
                }
                true => slowest.padded.saturating_mul(inner),
                false => dim.length,
            };
            dim.length = *size;
        }
        left = &left[next..];
        let first = outer_count(&sizes, open.iter().map(|dim| !dim.digits.is_empty()));
        tiles.push(sizes[first..].iter().copied().map(Some).collect());
        open.drain(..first);
    }
    tiles
}

/// Returns the number of outer dims that need no place in a tile: their size is 1, and they have no inner digits.
fn outer_count(sizes: &[i64], inner: impl Iterator<Item = bool>) -> usize {
    let mut needed = sizes.iter().zip(inner).map(|(&size, has_inner)| size != 1 || has_inner);
    needed.position(|needed| needed).unwrap_or(sizes.len().saturating_sub(1))
}

/// Splits the slowest digit off each dim that has several. Returns the tile. The digit stays before all inner parts.
fn split_slowest(open: &mut Vec<OpenDim>) -> TileSizes {
    let sizes: Vec<i64> = open.iter().map(OpenDim::inner).collect();
    let first = outer_count(&sizes, open.iter().map(|dim| dim.digits.len() > 1));
    let mut inner_dims = Vec::new();
    for dim in &mut open[first..] {
        let (length, rest) = (dim.inner(), dim.digits.split_off(dim.digits.len().min(1)));
        dim.length = (dim.length - 1) / length + 1;
        inner_dims.push(OpenDim { dim: dim.dim, digits: rest, length });
    }
    open.append(&mut inner_dims);
    sizes[first..].iter().copied().map(Some).collect()
}

/// Returns `true` if the remaining digits are the remaining dims, in the same order and without padding.
fn is_reached(digits: &[NestedDigit], open: &[OpenDim]) -> bool {
    let rest: Vec<&OpenDim> = open.iter().filter(|dim| !dim.digits.is_empty()).collect();
    let same = |(dim, digit): (&&OpenDim, &NestedDigit)| {
        dim.dim == digit.dim && dim.digits == [*digit] && dim.length == digit.padded
    };
    rest.len() == digits.len() && rest.iter().zip(digits).all(same)
}
