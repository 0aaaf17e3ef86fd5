//! The order of modules, which is that of their imports: the areas of each folder import each other without a cycle, and
//! the modules of a table import only modules above them.
//!
//! An area of a folder is a file or a folder in it, with all files below. A new file needs no entry anywhere. A table
//! `| module | contents |` in the doc comment of a module lists its child modules in reading order.

use crate::floor_plan::arrows::{Arrows, Crate, cycles, module_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The arrows between the areas of a folder, each with its arrows between files.
type AreaArrows<'a> = BTreeMap<(&'a str, &'a str), Vec<(&'a str, &'a str)>>;

/// The module of each file at an end of an arrow.
type Modules<'a> = BTreeMap<&'a str, Vec<String>>;

fn modules(arrows: &Arrows) -> Modules<'_> {
    let files = arrows.keys().flat_map(|(from, to)| [from, to]);
    files.map(|file| (file.as_str(), module_of(file))).collect()
}

/// Returns the area of a module in a folder; `None` if the module is not below the folder.
fn area<'a>(module: &'a [String], folder: &[String]) -> Option<&'a str> {
    module.strip_prefix(folder)?.first().map(String::as_str)
}

/// Returns the arrows between different areas of a folder.
fn between<'a>(arrows: &'a Arrows, modules: &'a Modules<'a>, folder: &[String]) -> AreaArrows<'a> {
    let mut found = AreaArrows::new();
    for (from, to) in arrows.keys() {
        let high = area(&modules[from.as_str()], folder);
        let low = area(&modules[to.as_str()], folder);
        if let (Some(high), Some(low)) = (high, low)
            && high != low
        {
            found.entry((high, low)).or_default().push((from, to));
        }
    }
    found
}

fn shown(files: &[(&str, &str)]) -> String {
    files.iter().map(|(from, to)| format!("{from} -> {to}")).collect::<Vec<_>>().join(", ")
}

/// Returns the cycles among the areas of every folder of a crate.
pub(crate) fn area_faults(name: &str, arrows: &Arrows) -> Vec<String> {
    let modules = modules(arrows);
    let folders: BTreeSet<&[String]> = modules
        .values()
        .flat_map(|module| (0..module.len()).map(|depth| &module[..depth]))
        .collect();
    let mut faults = Vec::new();
    for folder in folders {
        let between = between(arrows, &modules, folder);
        for cycle in cycles(between.keys().copied()) {
            let path = [&[name.to_owned()], folder].concat().join("/");
            faults.push(format!("{} areas of `{path}` import each other:", cycle.len()));
            faults.extend(
                between
                    .iter()
                    .filter(|((from, to), _)| cycle.contains(from) && cycle.contains(to))
                    .map(|((from, to), files)| format!("  `{from}` -> `{to}`: {}", shown(files))),
            );
        }
    }
    faults
}

/// The head of a table of modules.
const TABLE: &str = "| module | contents |";

/// Returns the modules of the table in a doc comment, in its order; `None` if there is no table.
pub(crate) fn table(doc: &str) -> Option<Vec<&str>> {
    let (_, rows) = doc.split_once(TABLE)?;
    let rows = rows.lines().skip(2).map(str::trim).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.trim_matches('|').split('|').next().unwrap_or_default());
    Some(cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect())
}

/// Returns the differences between the tables of a crate and its modules: rows without a module, modules that the doc
/// comment does not name, and imports of modules below.
pub(crate) fn table_faults(name: &str, sources: &Crate, arrows: &Arrows) -> Vec<String> {
    let modules = modules(arrows);
    let mut faults = Vec::new();
    for (file, source) in sources.sources() {
        let Some(rows) = table(&source.doc) else { continue };
        let row = |module: &str| rows.iter().position(|row| *row == module);
        let is_child = |row: &str| source.children.contains(row) || source.listed.contains(row);
        let unknown = rows.iter().filter(|row| !is_child(row));
        faults.extend(
            unknown.map(|row| format!("{name}/{file} lists `{row}`, which is not a module")),
        );
        let unnamed = source
            .children
            .iter()
            .filter(|child| !source.doc.contains(&format!("`{child}`")) && row(child).is_none());
        faults.extend(unnamed.map(|child| format!("{name}/{file} does not name `{child}`")));
        for ((from, to), files) in between(arrows, &modules, &module_of(file)) {
            if let (Some(high), Some(low)) = (row(from), row(to))
                && high < low
            {
                faults.push(format!(
                    "{name}/{file} lists `{from}` before `{to}`, which it imports: {}",
                    shown(&files)
                ));
            }
        }
    }
    faults
}

/// Returns a drawing of the areas of a crate. Areas that import no area of the crate are at the bottom, and every other
/// area is one floor above the highest one that it imports. Of the imports of an area, those are listed that no other
/// listed import implies. The doc comments are those of the areas.
pub(crate) fn drawing(docs: &BTreeMap<&str, &str>, arrows: &Arrows) -> String {
    let modules = modules(arrows);
    let mut below: BTreeMap<&str, BTreeSet<&str>> =
        docs.keys().map(|&area| (area, BTreeSet::new())).collect();
    for (from, to) in between(arrows, &modules, &[]).into_keys() {
        below.entry(from).or_default().insert(to);
    }
    let mut floors: Vec<Vec<&str>> = Vec::new();
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    while reached.len() < below.len() {
        let is_next = |area: &&str| {
            !reached.contains_key(area) && below[area].iter().all(|low| reached.contains_key(low))
        };
        let floor: Vec<&str> = below.keys().copied().filter(is_next).collect();
        assert!(!floor.is_empty(), "the areas have no cycle");
        for &area in &floor {
            let further = below[area].iter().flat_map(|low| reached[low].clone());
            let all = further.chain(below[area].iter().copied()).collect();
            reached.insert(area, all);
        }
        floors.push(floor);
    }
    let width = below.keys().map(|area| area.len()).max().unwrap_or_default();
    let mut text = String::new();
    for (number, floor) in floors.iter().enumerate().rev() {
        for area in floor {
            writeln!(text, "{area:width$}  {}", first_sentence(docs[area])).expect("a string");
            let is_implied =
                |low: &&&str| !below[area].iter().any(|it| reached[it].contains(**low));
            let uses: Vec<&str> = below[area].iter().filter(is_implied).copied().collect();
            if !uses.is_empty() {
                writeln!(text, "{:width$}  above {}", "", uses.join(", ")).expect("a string");
            }
        }
        if number > 0 {
            text += &"─".repeat(width);
            text.push('\n');
        }
    }
    text
}

/// Returns the first sentence of a doc comment, without its full stop.
fn first_sentence(doc: &str) -> String {
    let first = doc.split("\n\n").next().unwrap_or_default().split_whitespace();
    let paragraph = first.collect::<Vec<_>>().join(" ");
    let sentence = paragraph.split(". ").next().unwrap_or_default();
    sentence.trim_end_matches('.').to_owned()
}
