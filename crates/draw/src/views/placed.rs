//! Pictures of placements: the head, the text of a slot, and the shades of cells by a coordinate.

use super::matrices::MatrixDim;
use crate::options::{DrawError, DrawOptions, SHADES, Shade};
use crate::picture::{Fill, Look, Picture, TableCell, index_text};
use layout::{AddressError, AxisName, AxisRange, LogicalIndex, Placement, Slot, axis_list, joined};

/// The mark before the number of slots that hold an index.
const HELD: char = 'x';
/// The mark before the number of indices that share a slot.
const SHARED: char = '*';
/// The number of slots of an index that a cell lists.
const LISTED: usize = crate::limits::LISTED_SLOTS as usize;

/// The axes with a letter for the text of a cell. Other axes have their name.
const LETTERS: &[(AxisName, &str)] = &[
    (AxisName::REGISTER, "R"),
    (AxisName::LANE, "T"),
    (AxisName::WARP, "W"),
    (AxisName::BLOCK, "B"),
    (AxisName::DEVICE, "D"),
];

/// A placement with the axis whose coordinates are the shades of cells.
pub(super) struct PlacedShading<'a> {
    placement: &'a Placement,
    /// The axes, innermost first.
    axes: Vec<AxisName>,
    /// The bounds of the coordinates by axis; empty if no index has a slot.
    ranges: Vec<AxisRange>,
    /// The positions of the axes with several coordinates, or of the innermost axis if there are none. The texts of cells
    /// and the dims of tables leave out the others.
    shown: Vec<usize>,
    /// The position of the axis of the shades; `None` if cells have no shades.
    shaded: Option<usize>,
    /// The number of slots of each index and part; `None` if it is not the same for all.
    copies: Option<u64>,
}

impl<'a> PlacedShading<'a> {
    /// Returns the shading that the options select.
    ///
    /// # Errors
    /// The shade is not that of an axis of the placement, or the coordinates have no bounds.
    pub(super) fn new(
        placement: &'a Placement,
        options: &DrawOptions,
    ) -> Result<PlacedShading<'a>, DrawError> {
        let axes: Vec<AxisName> = placement.axes().cloned().collect();
        let ranges = placement.ranges()?.unwrap_or_default();
        let ranges: Vec<AxisRange> = ranges.into_iter().map(|(_, range)| range).collect();
        let has_several = |range: &AxisRange| range.extent() != Some(1);
        let mut shown: Vec<usize> =
            (0..ranges.len()).filter(|&axis| has_several(&ranges[axis])).collect();
        if shown.is_empty() && !ranges.is_empty() {
            shown.push(0);
        }
        let shaded = shaded_axis(&axes, &shown, options.shade)?;
        let copies = placement.copies().ok().flatten();
        Ok(PlacedShading { placement, axes, ranges, shown, shaded, copies })
    }

    /// Returns a picture without cells: the heading, the facts and the key.
    pub(super) fn head(&self, options: &DrawOptions) -> Picture {
        Picture {
            heading: options.name.clone(),
            source: options.source.clone(),
            facts: self.facts(),
            key: self.key(),
            ..Picture::default()
        }
    }

    /// Returns the shown axes as dims, outermost first.
    ///
    /// # Errors
    /// The number of coordinates on an axis does not fit 64 bits.
    pub(super) fn dims(&self) -> Result<Vec<MatrixDim>, DrawError> {
        let axes = self.shown.iter().rev().map(|&axis| (&self.axes[axis], self.ranges[axis]));
        axes.map(|(axis, range)| {
            let length = range.extent().ok_or(AddressError::Overflow)?;
            let start = range.min.min(0);
            Ok(MatrixDim { name: axis.to_string(), start, length: Some(length) })
        })
        .collect()
    }

    /// Returns the cell of an index: its first slot, and the number of slots if indices differ in it.
    ///
    /// # Errors
    /// A coordinate does not fit 64 bits, or there are too many slots.
    pub(super) fn cell_of_index(&self, index: Vec<i64>) -> Result<TableCell, DrawError> {
        let at = LogicalIndex::new(index.iter().copied()).map_err(AddressError::from)?;
        let slots = self.placement.slots_of(&at)?;
        let mut cell = TableCell { title: title_of_index(&index), ..TableCell::default() };
        cell.index = Some(index);
        let Some(first) = slots.first() else {
            cell.title.push_str("virtual padding: no element slot");
            cell.look = Look::of_fill(Fill::Empty);
            return Ok(cell);
        };
        cell.text = self.short_text(first);
        cell.look = self.look(&first.coordinates);
        let listed = slots.iter().take(LISTED);
        cell.slot = Some(self.slot_text(&first.coordinates));
        cell.title.push_str(&joined(listed.map(|slot| self.long_text(slot)), "; "));
        if slots.len() > LISTED {
            cell.title.push_str(&format!("; and {} more slots", slots.len() - LISTED));
        }
        let has_parts = slots.last().is_some_and(|slot| slot.part > 0);
        if self.copies.is_none() && !has_parts && slots.len() > 1 {
            cell.detail = format!("{HELD}{}", slots.len());
        }
        Ok(cell)
    }

    /// Returns the cell of a slot, whose coordinates are those on the shown axes, the outermost first: its least owner.
    ///
    /// # Errors
    /// The owners cannot be found within the limit on steps.
    pub(super) fn cell_of_slot(&self, on_shown: Vec<i64>) -> Result<TableCell, DrawError> {
        let mut coordinates = vec![0; self.axes.len()];
        for (&axis, at) in self.shown.iter().zip(on_shown.into_iter().rev()) {
            coordinates[axis] = at;
        }
        let owners = self.placement.owners_at(&coordinates)?;
        let text = self.slot_text(&coordinates);
        let Some(first) = owners.first else {
            let title = format!("unused, {text}");
            let look = Look::of_fill(Fill::Padding);
            return Ok(TableCell { title, slot: Some(text), look, ..TableCell::default() });
        };
        let index: Vec<i64> = first.values().copied().collect();
        let mut cell = TableCell {
            text: index_text(&index),
            title: format!("{}{text}", title_of_index(&index)),
            slot: Some(text),
            look: self.look(&coordinates),
            ..TableCell::default()
        };
        cell.index = Some(index);
        if owners.count > 1 {
            cell.detail = format!("{SHARED}{}", owners.count);
            cell.title.push_str(&format!(", the least of {} owners", owners.count));
        }
        Ok(cell)
    }

    fn look(&self, coordinates: &[i64]) -> Look {
        let shaded = self.shaded.and_then(|axis| coordinates.get(axis));
        shaded.map_or_else(Look::default, |at| Look::of_tone(*at))
    }

    /// Returns the text of a slot in a cell, `W1:T5:R3`.
    fn short_text(&self, slot: &Slot) -> String {
        let shown = self.shown.iter().rev();
        let texts = shown.map(|&nth| {
            let (axis, at) = (&self.axes[nth], slot.coordinates[nth]);
            let letter = LETTERS.iter().find(|(known, _)| known == axis);
            format!("{}{at}", letter.map_or(axis.as_str(), |(_, letter)| letter))
        });
        joined(texts, ":")
    }

    /// Returns the text of a slot that names its axes, `warp=1,lane=5,register=3`.
    fn slot_text(&self, coordinates: &[i64]) -> String {
        let coordinates = self.axes.iter().zip(coordinates).rev();
        joined(coordinates.map(|(axis, at)| format!("{axis}={at}")), ",")
    }

    fn long_text(&self, slot: &Slot) -> String {
        let part = if slot.part > 0 { format!(" (part {})", slot.part) } else { String::new() };
        format!("{}{part}", self.slot_text(&slot.coordinates))
    }

    /// Returns lines with the lengths, the axes, the copies, the parts and the coverage. A number that cannot be computed
    /// is omitted.
    fn facts(&self) -> Vec<String> {
        let placement = self.placement;
        let elem = placement.elem().map_or_else(String::new, |elem| format!(" of {elem}"));
        let mut facts = vec![format!("shape {}{elem}", placement.shape())];
        let axes = self.axes.iter().zip(&self.ranges).rev();
        let axes = axes.map(|(axis, range)| match range {
            AxisRange { min: 0, max } => format!("{axis} below {}", i128::from(*max) + 1),
            AxisRange { min, max } => format!("{axis} from {min} to {max}"),
        });
        facts.push(format!("axes {}", joined(axes, ", ")));
        facts.extend(self.copies_fact());
        let parts = placement.parts();
        facts.extend(parts.iter().map(|(count, way)| format!("{count} parts, combined by {way}")));
        if let Ok(Some(coverage)) = placement.coverage() {
            facts.push(format!("{} of {} slots hold an index", coverage.used, coverage.slots));
        }
        if placement.is_injective() == Ok(false) {
            facts.push(format!(
                "some slots hold several indices; {SHARED}n: n indices, and the least is shown"
            ));
        }
        facts
    }

    fn copies_fact(&self) -> Option<String> {
        match self.copies {
            Some(1) => None,
            Some(copies) => Some(format!("{copies} slots hold each index, and the first is shown")),
            None => Some(format!("{HELD}n: n slots hold the index, and the first is shown")),
        }
    }

    fn key(&self) -> Vec<(Look, String)> {
        let Some(axis) = self.shaded else { return Vec::new() };
        let all: Vec<i64> = (0..Look::TONES).collect();
        let last = all.len() - 1;
        let meaning = |nth| match nth == last {
            true => format!("{} modulo {}", self.axes[axis], Look::TONES),
            false => String::new(),
        };
        all.into_iter().enumerate().map(|(nth, tone)| (Look::of_tone(tone), meaning(nth))).collect()
    }
}

fn title_of_index(index: &[i64]) -> String {
    format!("index ({}), ", index_text(index))
}

/// Returns the position of the axis that a shade shows; `None` if the default has none to show.
///
/// # Errors
/// The placement does not use the axis, or the shade is that of memory.
fn shaded_axis(
    axes: &[AxisName],
    shown: &[usize],
    shade: Shade,
) -> Result<Option<usize>, DrawError> {
    let place = |axis: &AxisName| axes.iter().position(|known| known == axis);
    let axis = match shade {
        Shade::Vector => {
            let known = [AxisName::LANE, AxisName::WARP, AxisName::REGISTER];
            let mut places = known.iter().filter_map(place);
            return Ok(places.find(|place| shown.contains(place)));
        }
        Shade::Lane => AxisName::LANE,
        Shade::Warp => AxisName::WARP,
        Shade::Register => AxisName::REGISTER,
        Shade::Offset | Shade::Bank => {
            let name =
                SHADES.iter().find(|(_, known)| *known == shade).map_or("", |(name, _)| name);
            let message =
                format!("the shade `{name}` shows memory, but this is a placement on axes");
            return Err(DrawError::new(message).note("use the shade `lane`, `warp` or `register`"));
        }
    };
    let found = place(&axis).map(Some);
    found.ok_or_else(|| {
        let used = axis_list(axes);
        DrawError::new(format!("the placement does not use the axis `{axis}`"))
            .note(format!("its axes are {used}"))
    })
}
