//! The shades and marks of cells: vectors, offsets, lanes or banks.

use crate::options::{DrawError, DrawOptions, Shade};
use crate::picture::{Look, TableCell, index_text};
use layout::{
    Access, AccessReport, Change, ElementLanes, Elems, Layout, LogicalIndex, analyze, joined,
    suggest,
};

/// The shading of a layout.
pub(super) enum Shading<'a> {
    /// Vectors of some width along a dim; a width of 1 shades nothing.
    Vector { dim: usize, width: i64 },
    /// From the least to the greatest offset; `None` if they cannot be computed.
    Offset(Option<(i64, i64)>),
    /// The lanes of an access and their banks.
    Access(Box<LaneShading<'a>>),
}

/// The lanes of an access, and the bank conflicts of the worst group.
pub(super) struct LaneShading<'a> {
    lanes: ElementLanes<'a>,
    access: Access,
    report: AccessReport,
    /// By lane of the worst group: its number and the degree of its conflict.
    degrees: Vec<(i64, u64)>,
    shows_banks: bool,
}

impl<'a> Shading<'a> {
    /// Returns the shading that the options select.
    ///
    /// # Errors
    /// The access is not valid for the layout.
    pub(super) fn new(layout: &'a Layout, options: &DrawOptions) -> Result<Self, DrawError> {
        match options.shade {
            Shade::Vector => Ok(vectors(layout)),
            Shade::Offset => {
                let ends = layout.offset_range().ok().flatten();
                Ok(Shading::Offset(ends.map(|(low, high)| (low.get(), high.get()))))
            }
            Shade::Register | Shade::Warp => {
                let message = "a layout in memory has no registers and no warps to show";
                Err(DrawError::new(message)
                    .note("use the shade `bank`, `lane`, `offset` or `vector`"))
            }
            Shade::Lane | Shade::Bank if layout.shape().is_empty() => {
                let message = "a layout without dims has no lanes and no banks to show";
                Err(DrawError::new(message).note("remove the shade"))
            }
            Shade::Lane | Shade::Bank => {
                let access = options
                    .access_of(layout)
                    .ok_or_else(|| DrawError::new("the element size is invalid"))?;
                let report = analyze(layout, &access)?;
                let mut lanes = ElementLanes::new(layout, &access)?;
                let degrees = lanes.degrees(report.worst_group)?;
                let shows_banks = options.shade == Shade::Bank;
                let shading = LaneShading { lanes, access, report, degrees, shows_banks };
                Ok(Shading::Access(Box::new(shading)))
            }
        }
    }

    /// Shades the cell of a valid index.
    ///
    /// # Errors
    /// An address does not fit 64 bits.
    pub(super) fn apply(
        &self,
        at: &LogicalIndex,
        offset: i64,
        cell: &mut TableCell,
    ) -> Result<(), DrawError> {
        match self {
            Shading::Vector { width: 1, .. } | Shading::Offset(None) => Ok(()),
            Shading::Vector { dim, width } => {
                let sum: i64 = at
                    .values()
                    .enumerate()
                    .map(|(nth, &at)| if nth == *dim { at / width } else { at })
                    .map(|at| at % 2)
                    .sum();
                cell.look = Look::of_tone(if sum % 2 == 0 { 1 } else { 3 });
                let begin = at.values().nth(*dim).is_some_and(|at| at % width == 0);
                cell.look.begins_group = begin && dim + 1 == at.len();
                Ok(())
            }
            Shading::Offset(Some((low, high))) => {
                let from = i128::from(offset) - i128::from(*low);
                let span = *high as i128 - *low as i128;
                let tone = from * i128::from(Look::TONES) / (span + 1);
                cell.look = Look::of_tone(tone as i64);
                Ok(())
            }
            Shading::Access(lanes) => lanes.apply(at, offset, cell),
        }
    }

    /// Returns a changed layout without the bank conflicts of this one, and the text of the change in the
    /// language; a swizzle has one only over a symbol. A swizzle is preferred. `None` if there are no conflicts, or no
    /// change removes them.
    ///
    /// # Errors
    /// An address does not fit 64 bits.
    pub(super) fn proposal(
        &self,
        layout: &Layout,
        name: &str,
    ) -> Result<Option<(Layout, Option<String>)>, DrawError> {
        let Shading::Access(lanes) = self else { return Ok(None) };
        if lanes.report.degree <= 1 {
            return Ok(None);
        }
        let found = suggest(layout, &lanes.access, &lanes.report)?.found;
        let swizzle = found.iter().find(|found| matches!(found.change, Change::Xor(_)));
        let symbol = name.strip_prefix('@').filter(|symbol| !symbol.contains(":%"));
        let proposal = swizzle.or(found.first());
        Ok(proposal.map(|found| {
            let text = match (symbol, found.change) {
                (None, Change::Xor(_)) => None,
                (symbol, _) => Some(found.text(symbol.unwrap_or_default())),
            };
            (found.layout.clone(), text)
        }))
    }

    /// Returns the facts that the shades show.
    pub(super) fn facts(&self) -> Vec<String> {
        match self {
            Shading::Vector { width: 1, .. } | Shading::Offset(_) => Vec::new(),
            Shading::Vector { dim, width } => {
                vec![format!("vectors of {width} elements along d{dim}")]
            }
            Shading::Access(lanes) => lanes.facts(),
        }
    }

    /// Returns the meanings of the looks.
    pub(super) fn key(&self) -> Vec<(Look, String)> {
        match self {
            Shading::Vector { width: 1, .. } | Shading::Offset(None) => Vec::new(),
            Shading::Vector { .. } => vec![
                (Look::of_tone(1), "a vector".to_owned()),
                (Look::of_tone(3), "its neighbor".to_owned()),
            ],
            Shading::Offset(Some((low, high))) => all_tones(format!("offset {low} to {high}")),
            Shading::Access(lanes) => lanes.key(),
        }
    }
}

/// Returns all shades with one meaning, for the key.
fn all_tones(meaning: String) -> Vec<(Look, String)> {
    let tones = (1..Look::TONES).map(|tone| (Look::of_tone(tone - 1), String::new()));
    tones.chain([(Look::of_tone(Look::TONES - 1), meaning)]).collect()
}

/// Returns the widest vectors. The last dim is preferred.
fn vectors<'a>(layout: &Layout) -> Shading<'a> {
    let widths = layout.vector_widths().unwrap_or_default();
    let widest = widths.iter().copied().enumerate().max_by_key(|&(_, width)| width);
    widest
        .map_or(Shading::Vector { dim: 0, width: 1 }, |(dim, width)| Shading::Vector { dim, width })
}

impl LaneShading<'_> {
    fn apply(&self, at: &LogicalIndex, offset: i64, cell: &mut TableCell) -> Result<(), DrawError> {
        let lane = self.lanes.lane_of(at)?;
        let bank = self.access.bank_of(Elems::new(offset)).unwrap_or(0);
        let shown = if self.shows_banks { bank } else { lane.lane };
        cell.look = Look::of_tone(shown);
        cell.look.is_framed = lane.group == self.report.worst_group;
        let degree = self.degrees.iter().find(|&&(number, _)| number == lane.lane);
        let degree = degree.map_or(0, |&(_, degree)| degree);
        cell.look.is_marked = cell.look.is_framed && degree > 1;
        cell.detail = format!("{}{shown}", if self.shows_banks { 'b' } else { 'L' });
        cell.title.push_str(&format!(", group {}, lane {}, bank {bank}", lane.group, lane.lane));
        if cell.look.is_marked {
            cell.title.push_str(&format!(", {degree} words in one bank"));
        }
        Ok(())
    }

    fn facts(&self) -> Vec<String> {
        let access = &self.access;
        let report = &self.report;
        let lanes = format!(
            "{} lanes along {}; {} banks of {} bytes",
            access.lanes,
            joined(&access.dims, ", "),
            access.banks,
            access.bank_bytes
        );
        let cost = format!(
            "worst group at ({}): conflict degree {}; transactions of 32 bytes: {} (ideal {}), of 128 bytes: {} (ideal {})",
            index_text(&report.worst_at.values().copied().collect::<Vec<_>>()),
            report.degree,
            report.sectors.most,
            report.sectors.ideal,
            report.lines.most,
            report.lines.ideal
        );
        vec![lanes, cost]
    }

    fn key(&self) -> Vec<(Look, String)> {
        let framed = Look { is_framed: true, ..Look::of_tone(0) };
        let marked = Look { is_marked: true, ..framed };
        let what = if self.shows_banks { "bank" } else { "lane" };
        let mut key = all_tones(format!("{what} modulo {}", Look::TONES));
        key.push((framed, "worst group".to_owned()));
        if self.report.degree > 1 {
            key.push((marked, "bank conflict".to_owned()));
        }
        key
    }
}
