//! Random texts of notations of placements, with the slots of each index from the definition of the notation.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use std::collections::{BTreeMap, BTreeSet};

use layout::IndexSpace;
use testkit::Random;

use super::list;

/// A text with the slots of each index.
pub(crate) struct DefinedPlacement {
    pub(crate) text: String,
    pub(crate) lengths: Vec<i64>,
    /// The axes of the coordinates.
    pub(crate) axes: Vec<String>,
    /// By index: the part and the coordinates of each slot. An index without an entry has no slot.
    pub(crate) slots: BTreeMap<Vec<i64>, BTreeSet<(i64, Vec<i64>)>>,
}

impl DefinedPlacement {
    fn new(text: String, lengths: &[i64], axes: &[&str]) -> DefinedPlacement {
        let axes = axes.iter().map(|axis| (*axis).to_owned()).collect();
        DefinedPlacement { text, lengths: lengths.to_vec(), axes, slots: BTreeMap::new() }
    }

    fn add(&mut self, index: Vec<i64>, part: i64, coordinates: Vec<i64>) {
        self.slots.entry(index).or_default().insert((part, coordinates));
    }
}

/// A generator of texts.
pub(crate) type PlacementGenerator = fn(&mut Random) -> DefinedPlacement;

/// The generators by the name of the notation.
pub(crate) const PLACEMENT_GENERATORS: &[(&str, PlacementGenerator)] =
    &[("axe", axe), ("ck_dist", ck_dist), ("mesh", mesh), ("tv", tv)];

/// Returns the digits of a number, the slowest first.
fn digits(mut number: i64, lengths: &[i64]) -> Vec<i64> {
    let mut digits: Vec<i64> =
        lengths.iter().rev().map(|length| step(&mut number, *length)).collect();
    digits.reverse();
    digits
}

fn step(number: &mut i64, length: i64) -> i64 {
    let digit = *number % length;
    *number /= length;
    digit
}

fn number(digits: &[i64], lengths: &[i64]) -> i64 {
    digits.iter().zip(lengths).fold(0, |number, (digit, length)| number * length + digit)
}

/// Returns a shape with the same number of elements as some lengths: neighbors are merged, or all are regrouped.
fn regrouped(random: &mut Random, extents: &[i64]) -> Vec<i64> {
    let size: i64 = extents.iter().product();
    if random.index(4) == 0 {
        let by = random.between(1, 6);
        return if size % by == 0 { vec![by, size / by] } else { vec![size] };
    }
    let mut lengths = vec![1];
    for &extent in extents {
        match random.index(2) {
            0 => *lengths.last_mut().unwrap() *= extent,
            _ => lengths.push(extent),
        }
    }
    lengths
}

const AXES: [&str; 4] = ["laneid", "warpid", "m", "pid"];

fn iterators(random: &mut Random, count: usize) -> Vec<(i64, i64, usize)> {
    let mut all = Vec::new();
    for _ in 0..count {
        let stride = if random.index(8) == 0 { 0 } else { random.between(1, 12) };
        all.push((random.between(1, 4), stride, random.index(AXES.len())));
    }
    all
}

fn iterators_text(iterators: &[(i64, i64, usize)]) -> String {
    let extents: Vec<i64> = iterators.iter().map(|it| it.0).collect();
    let strides: Vec<String> = iterators.iter().map(|it| stride_text(it.1, it.2)).collect();
    format!("[({}):({})]", list(&extents), strides.join(","))
}

fn stride_text(stride: i64, axis: usize) -> String {
    match AXES[axis] {
        "m" => stride.to_string(),
        name => format!("{stride}@{name}"),
    }
}

fn axe(random: &mut Random) -> DefinedPlacement {
    let count = 1 + random.index(4);
    let shard = iterators(random, count);
    let count = random.index(3);
    let replica = iterators(random, count);
    let offsets: Vec<(i64, usize)> =
        (0..random.index(3)).map(|_| (random.between(0, 9), random.index(AXES.len()))).collect();
    let extents: Vec<i64> = shard.iter().map(|it| it.0).collect();
    let lengths = regrouped(random, &extents);
    let mut text = format!("axe:S{}", iterators_text(&shard));
    if !replica.is_empty() {
        text.push_str(&format!(" + R{}", iterators_text(&replica)));
    }
    for (by, axis) in &offsets {
        text.push_str(&format!(" + {}", stride_text(*by, *axis)));
    }
    let mut defined = DefinedPlacement::new(format!("{text}[{}]", list(&lengths)), &lengths, &AXES);
    let copies: Vec<i64> = replica.iter().map(|it| it.0).collect();
    for index in IndexSpace::below(lengths.iter().copied()).iter() {
        let own = digits(number(&index, &lengths), &extents);
        for copy in IndexSpace::below(copies.iter().copied()).iter() {
            let mut at = vec![0; AXES.len()];
            offsets.iter().for_each(|(by, axis)| at[*axis] += by);
            let all = shard.iter().zip(&own).chain(replica.iter().zip(&copy));
            all.for_each(|((_, stride, axis), digit)| at[*axis] += stride * digit);
            defined.add(index.clone(), 0, at);
        }
    }
    defined
}

/// A digit of a distribution: its major and its minor.
type Place = (usize, usize);

fn places_text(places: &[Place]) -> String {
    let places: Vec<String> = places.iter().map(|(a, b)| format!("{a}:{b}")).collect();
    format!("[{}]", places.join(", "))
}

fn ck_dist(random: &mut Random) -> DefinedPlacement {
    let mut majors: Vec<Vec<i64>> = Vec::new();
    for major in 0..2 + random.index(2) {
        let count = if major == 0 { random.index(3) } else { 1 + random.index(3) };
        majors.push((0..count).map(|_| random.between(1, 4)).collect());
    }
    let mut places: Vec<Place> = Vec::new();
    for (major, digits) in majors.iter().enumerate() {
        places.extend((0..digits.len()).map(|minor| (major, minor)));
    }
    // Lists of warps, lanes and registers; the rest has no owner.
    let mut lists: Vec<Vec<Place>> = vec![Vec::new(); 3];
    for at in random.permutation(places.len()) {
        let (major, minor) = places[at];
        let list = random.index(if major == 0 { 2 } else { 7 });
        if list < 6 {
            lists[list % 3].push((major, minor));
        }
    }
    let has_warps = random.index(2) == 0;
    if !has_warps {
        let warps = std::mem::take(&mut lists[0]);
        lists[1].extend(warps);
    }
    let partitions: Vec<String> =
        lists[usize::from(!has_warps)..2].iter().map(|list| places_text(list)).collect();
    let dims: Vec<String> = majors[1..].iter().map(|dim| format!("[{}]", list(dim))).collect();
    let text = format!(
        "ck_dist:R[{}] H[{}] P[{}] Y{}",
        list(&majors[0]),
        dims.join(","),
        partitions.join(", "),
        places_text(&lists[2])
    );
    let lengths: Vec<i64> = majors[1..].iter().map(|dim| dim.iter().product()).collect();
    let mut defined = DefinedPlacement::new(text, &lengths, &["warp", "lane", "register"]);
    let sizes: Vec<Vec<i64>> = lists
        .iter()
        .map(|places| places.iter().map(|(major, minor)| majors[*major][*minor]).collect())
        .collect();
    let all = sizes.iter().map(|own| own.iter().product::<i64>());
    for slot in IndexSpace::below(all).iter() {
        let mut values: Vec<Vec<i64>> = majors.iter().map(|dim| vec![0; dim.len()]).collect();
        for ((places, own), &coordinate) in lists.iter().zip(&sizes).zip(&slot) {
            for ((major, minor), digit) in places.iter().zip(digits(coordinate, own)) {
                values[*major][*minor] = digit;
            }
        }
        let index = values[1..].iter().zip(&majors[1..]).map(|(own, dim)| number(own, dim));
        defined.add(index.collect(), 0, slot);
    }
    defined
}

fn mesh(random: &mut Random) -> DefinedPlacement {
    let names = ["x", "y", "z"];
    let sizes: Vec<i64> = (0..1 + random.index(3)).map(|_| random.between(1, 3)).collect();
    let lengths: Vec<i64> = (0..1 + random.index(2)).map(|_| random.between(1, 9)).collect();
    let mut spec: Vec<Vec<usize>> = vec![Vec::new(); lengths.len()];
    let mut sums = Vec::new();
    for axis in random.permutation(sizes.len()) {
        match random.index(4) {
            0 => {}
            1 => sums.push(axis),
            _ => {
                let dim = random.index(lengths.len());
                spec[dim].push(axis);
            }
        }
    }
    let quoted = |axes: &[usize]| -> String {
        let names: Vec<String> = axes.iter().map(|axis| format!("'{}'", names[*axis])).collect();
        names.join(",")
    };
    let mut entries: Vec<String> = Vec::new();
    for axes in &spec {
        entries.push(match axes[..] {
            [] => "None".to_owned(),
            [_] => quoted(axes),
            _ => format!("({})", quoted(axes)),
        });
    }
    if !sums.is_empty() {
        entries.push(format!("unreduced={{{}}}", quoted(&sums)));
    }
    let axes: Vec<String> =
        sizes.iter().zip(names).map(|(size, name)| format!("{name}={size}")).collect();
    let (axes, entries) = (axes.join(","), entries.join(","));
    let text = format!("mesh:[{axes}] P({entries})[{}]", list(&lengths));
    let mut names: Vec<&str> = names[..sizes.len()].to_vec();
    names.push("m");
    let mut defined = DefinedPlacement::new(text, &lengths, &names);
    let shards = |dim: usize| spec[dim].iter().map(|axis| sizes[*axis]).product::<i64>();
    let own: Vec<i64> =
        (0..lengths.len()).map(|dim| (lengths[dim] + shards(dim) - 1) / shards(dim)).collect();
    for device in IndexSpace::below(sizes.iter().copied()).iter() {
        let part = sums.iter().fold(0, |part, axis| part * sizes[*axis] + device[*axis]);
        for inner in IndexSpace::below(own.iter().copied()).iter() {
            let component = |dim: usize| {
                let shard = spec[dim].iter().fold(0, |at, axis| at * sizes[*axis] + device[*axis]);
                shard * own[dim] + inner[dim]
            };
            let index: Vec<i64> = (0..lengths.len()).map(component).collect();
            if index.iter().zip(&lengths).all(|(at, length)| at < length) {
                let mut slot = device.clone();
                slot.push(number(&inner, &own));
                defined.add(index, part, slot);
            }
        }
    }
    defined
}

fn tv(random: &mut Random) -> DefinedPlacement {
    let mut modes: [Vec<(i64, i64)>; 2] = [Vec::new(), Vec::new()];
    let mut sizes = Vec::new();
    let mut position = 1;
    for _ in 0..1 + random.index(5) {
        let length = random.between(2, 4);
        let mode = random.index(2);
        let place = random.index(modes[mode].len() + 1);
        match random.index(8) {
            0 => modes[mode].insert(place, (length, 0)),
            // A gap, which is virtual padding.
            1 => {
                sizes.push(length);
                position *= length;
            }
            _ => {
                modes[mode].insert(place, (length, position));
                sizes.push(length);
                position *= length;
            }
        }
    }
    let mut lengths = regrouped(random, &sizes);
    if random.index(2) == 0 {
        lengths.reverse();
    }
    let number_of = |modes: &[(i64, i64)], which: fn(&(i64, i64)) -> i64, empty: &str| match modes {
        [] => empty.to_owned(),
        [one] => which(one).to_string(),
        _ => format!("({})", list(&modes.iter().map(which).collect::<Vec<_>>())),
    };
    let tuple = |which: fn(&(i64, i64)) -> i64, empty: &str| {
        format!("({},{})", number_of(&modes[0], which, empty), number_of(&modes[1], which, empty))
    };
    let (shape, stride) = (tuple(|it| it.0, "1"), tuple(|it| it.1, "0"));
    let text = format!("tv:{shape}:{stride}[{}]", list(&lengths));
    let mut defined = DefinedPlacement::new(text, &lengths, &["lane", "register"]);
    let counts = modes.each_ref().map(|mode| mode.iter().map(|it| it.0).product::<i64>());
    for slot in IndexSpace::below(counts).iter() {
        let mut position = 0;
        for (mode, &coordinate) in modes.iter().zip(&slot) {
            let mut rest = coordinate;
            for (length, stride) in mode {
                position += step(&mut rest, *length) * stride;
            }
        }
        let index = lengths.iter().map(|length| step(&mut position, *length)).collect();
        defined.add(index, 0, slot);
    }
    defined
}
