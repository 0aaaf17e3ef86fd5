//! The areas of a crate on their floors, and the arrows that violate the order.

use crate::arrows::{Arrows, module_of};
use std::collections::{BTreeMap, BTreeSet};

/// The floors of a crate, from the lowest to the highest. Areas on the same floor are separated by blanks.
pub(crate) type Floors = &'static [&'static str];

/// Returns the area of a file: its first folder in `src`, or its own name; `lib` for the root of the crate.
pub(crate) fn area(file: &str) -> String {
    module_of(file).first().map_or("lib", String::as_str).to_owned()
}

/// The arrows between areas, each with its arrows between files.
type AreaArrows<'a> = BTreeMap<(String, String), Vec<(&'a str, &'a str)>>;

fn between_areas(arrows: &Arrows) -> AreaArrows<'_> {
    let mut found = AreaArrows::new();
    for (from, to) in arrows.keys() {
        let ends = (area(from), area(to));
        if ends.0 != ends.1 {
            found.entry(ends).or_default().push((from, to));
        }
    }
    found
}

/// Returns the violations of the floors of a crate: areas without a floor, areas without files, and arrows that do not
/// lead to a lower floor. The root is above all floors.
pub(crate) fn breaks<'a>(
    files: impl Iterator<Item = &'a str>,
    arrows: &Arrows,
    floors: Floors,
) -> Vec<String> {
    let mut floor_of: BTreeMap<String, usize> = BTreeMap::from([("lib".to_owned(), floors.len())]);
    for (floor, areas) in floors.iter().enumerate() {
        floor_of.extend(areas.split(' ').map(|area| (area.to_owned(), floor)));
    }
    let mut areas: BTreeSet<String> = files.map(area).collect();
    areas.insert("lib".to_owned());
    let mut breaks = Vec::new();
    breaks.extend(
        areas
            .iter()
            .filter(|area| !floor_of.contains_key(*area))
            .map(|area| format!("area `{area}` has no floor")),
    );
    breaks.extend(
        floor_of
            .keys()
            .filter(|area| !areas.contains(*area))
            .map(|area| format!("area `{area}` has a floor, but no files")),
    );
    for ((from, to), files) in between_areas(arrows) {
        let (Some(high), Some(low)) = (floor_of.get(&from), floor_of.get(&to)) else { continue };
        if low >= high {
            let files = files.iter().map(|(from, to)| format!("{from} -> {to}"));
            let files = files.collect::<Vec<_>>().join(", ");
            breaks.push(format!("`{from}` is not above `{to}`: {files}"));
        }
    }
    breaks
}

/// Returns the floors that follow from the arrows of a crate. Areas that import each other are on the same floor.
pub(crate) fn drawn<'a>(files: impl Iterator<Item = &'a str>, arrows: &Arrows) -> String {
    let between = between_areas(arrows);
    let areas: BTreeSet<String> = files.map(area).filter(|area| area != "lib").collect();
    let mut floor: BTreeMap<&str, usize> = areas.iter().map(|area| (area.as_str(), 0)).collect();
    // Each round fixes at least one floor. The number of rounds is limited, because areas in a cycle would rise
    // forever.
    for _ in 0..areas.len() {
        for (from, to) in between.keys() {
            let Some(&low) = floor.get(to.as_str()) else { continue };
            let back = between.contains_key(&(to.clone(), from.clone()));
            if let Some(high) = floor.get_mut(from.as_str()).filter(|_| !back) {
                *high = (*high).max(low + 1);
            }
        }
    }
    let mut rows: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (area, floor) in floor {
        rows.entry(floor).or_default().push(area);
    }
    let rows = rows.values().map(|areas| format!("\"{}\"", areas.join(" ")));
    rows.collect::<Vec<_>>().join(", ")
}
