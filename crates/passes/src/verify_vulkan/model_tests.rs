//! A second, naive implementation of the rules from the text of the specification, compared with the pass on random
//! descriptions.
//!
//! Each description is first valid, with the lowest limits that allow it. Then up to three properties are changed. So
//! single violations, near misses and combined violations all occur; the test counts them.

mod creation;

use super::tests::ids;
use super::*;
use crate::pass::Stats;
use creation::{ImageCase, legal_wraps};
use indexmap::IndexMap;
use ir::diag::Sink;
use ir::target::{DeviceLimits, Features, FormatUsages, SPEC_MIN};
use ir::vulkan::{DESCRIPTION_OP, FORMATS, TILINGS, USAGES, VkFormat, all_formats};
use ir::{Attr, Builder, Context, Registry};
use std::collections::BTreeSet;
use testkit::Random;

/// An enumerator as a description may write it.
#[derive(Clone, Debug)]
enum Spelled {
    Text(String),
    Number(i64),
}

#[derive(Clone, Debug)]
enum Usage {
    Absent,
    List(Vec<Spelled>),
    One(Spelled),
}

#[derive(Clone, Debug)]
struct Case {
    tiling: Option<Spelled>,
    format: Option<Spelled>,
    count: Option<i64>,
    dims: Option<Vec<i64>>,
    strides: Option<Vec<i64>>,
    usage: Usage,
    limits: DeviceLimits,
    non_packed: bool,
    image: Option<ImageCase>,
    wraps: Option<Vec<u32>>,
    controls: bool,
    graphs: Option<bool>,
    /// The usages of each format with each tiling; `None` if the target does not state them.
    supported: Option<FormatUsages>,
    /// `true` if the device is named. If it is not, it may have what is assumed to be missing.
    is_named: bool,
}

const SHADER: i64 = 2;
const ALIASING: i64 = 16;
const GRAPH: i64 = 32;
const KNOWN_USAGE: i64 = 0x3e;

impl Case {
    fn tiling(&self) -> Option<&'static str> {
        let named = |text: &str| TILINGS.iter().find(|row| row.name == text || row.vk_name == text);
        let row = match self.tiling.as_ref() {
            None => return Some("LINEAR"),
            Some(Spelled::Text(text)) => named(text),
            Some(Spelled::Number(number)) => TILINGS.iter().find(|row| row.value == *number),
        };
        row.map(|row| row.name)
    }

    fn format(&self) -> Option<&'static VkFormat> {
        match self.format.as_ref()? {
            Spelled::Text(text) => all_formats().find(|row| row.name == text),
            Spelled::Number(number) => all_formats().find(|row| row.value == *number),
        }
    }

    /// Returns the usage mask; `None` if a name is unknown.
    fn usage(&self) -> Option<i64> {
        let bit = |spelled: &Spelled| match spelled {
            Spelled::Number(number) => Some(*number),
            Spelled::Text(text) => USAGES
                .iter()
                .find(|row| row.name == text || row.vk_name == text)
                .map(|row| row.value),
        };
        match &self.usage {
            Usage::Absent => Some(SHADER),
            Usage::One(one) => bit(one),
            Usage::List(list) => list.iter().try_fold(0, |mask, one| Some(mask | bit(one)?)),
        }
    }

    /// Returns the ids of the violated rules, without their common prefix.
    fn violations(&self) -> BTreeSet<&'static str> {
        let mut found = self.parameter_violations();
        if found.iter().any(|id| self.is_named || !self.of_device(id)) {
            return found;
        }
        found.extend(self.general_violations());
        found.extend(self.creation_violations());
        if let Some(strides) = &self.strides {
            found.extend(self.stride_violations(strides));
        }
        found
    }

    fn parameter_violations(&self) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        let n = self.count.or(self.dims.as_ref().map(|dims| dims.len() as i64));
        let has = |list: &Vec<i64>| n == Some(list.len() as i64);
        if n == Some(0) {
            found.insert("dimensionCount-arraylength");
        }
        let dims_ok = self.dims.as_ref().map_or(n == Some(0), has);
        if !dims_ok {
            found.insert("pDimensions-parameter");
        }
        if n.is_some_and(|n| n != 0) && self.strides.as_ref().is_some_and(|strides| !has(strides)) {
            found.insert("pStrides-parameter");
        }
        let is_core = |tiling: &str| ["LINEAR", "OPTIMAL"].contains(&tiling);
        if self.tiling().is_none_or(|tiling| !self.controls && !is_core(tiling)) {
            found.insert("tiling-parameter");
        }
        if self.format().is_none() {
            found.insert("format-parameter");
        }
        match self.usage() {
            Some(0) => found.insert("usage-requiredbitmask"),
            Some(mask) if mask & !KNOWN_USAGE == 0 => {
                let lacks_graphs = self.graphs.is_none() && self.supported.is_some();
                mask & GRAPH != 0 && lacks_graphs && found.insert("usage-parameter")
            }
            _ => found.insert("usage-parameter"),
        };
        found
    }

    fn general_violations(&self) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        let mut when = |broken: bool, id| {
            if broken {
                found.insert(id);
            }
        };
        let (tiling, format) = (self.tiling().unwrap(), self.format().unwrap());
        let (usage, limits) = (self.usage().unwrap(), self.limits);
        let dims = self.dims.as_ref().unwrap();
        let inner = *dims.last().unwrap();
        let block = matches!(tiling, "BLOCK_U_INTERLEAVED" | "BLOCK_U_INTERLEAVED_64K");
        let brick = matches!(tiling, "BRICK_16_WIDE" | "BRICK_8_WIDE" | "BRICK_4_WIDE");
        let aliases = usage & ALIASING != 0;
        when(dims.len() > limits.max_dimension_count as usize, "dimensionCount-09733");
        when(dims.iter().any(|&d| d <= 0), "pDimensions-09734");
        let most = i128::from(limits.max_per_dimension_elements);
        when(dims.iter().any(|&d| i128::from(d) > most), "pDimensions-09883");
        when(format.components != 1, "format-09735");
        when(tiling == "OPTIMAL" && aliases && inner > 4, "tiling-09741");
        when(tiling == "LINEAR" && aliases, "tiling-09742");
        when(block && inner > 4, "tiling-09842");
        when((block || brick) && self.strides.is_some(), "tiling-09843");
        when(tiling == "OPTIMAL" && self.strides.is_some(), "pDescription-09720");
        if let Some(supported) = &self.supported {
            let tiling = TILINGS.iter().find(|row| row.name == tiling).unwrap().value;
            let missing = usage & !supported.get(format.value, tiling) != 0;
            let has_view = usage & (SHADER | GRAPH) != 0;
            when(missing && !has_view, "pDescription-09728");
            when(missing && has_view, "VUID-VkTensorViewCreateInfoARM-usage-09748");
        }
        if dims.iter().all(|&d| d > 0) {
            let product = dims.iter().try_fold(1i128, |all, &d| all.checked_mul(d.into()));
            let over = product.is_none_or(|all| all > i128::from(limits.max_elements));
            when(over, "tensorElements-09721");
        }
        found
    }

    fn stride_violations(&self, s: &[i64]) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        let mut when = |broken: bool, id| {
            if broken {
                found.insert(id);
            }
        };
        let d = self.dims.as_ref().unwrap();
        let n = d.len();
        let product = |i: usize| i128::from(s[i]) * i128::from(d[i]);
        let elem = self.format().unwrap().bytes as i64;
        if elem > 0 {
            when(s[n - 1] != elem, "pStrides-09736");
            when(s.iter().any(|stride| stride.wrapping_rem(elem) != 0), "pStrides-09737");
        }
        when(s.iter().any(|&it| it <= 0 || it > self.limits.max_stride), "pStrides-09738");
        when(product(0) > i128::from(self.limits.max_size), "pStrides-09884");
        when((1..n).any(|i| i128::from(s[i - 1]) < product(i)), "pStrides-09739");
        let nested = (1..n).all(|k| i128::from(s[k - 1]) == product(k));
        let packed = nested && (elem == 0 || s[n - 1] == elem);
        when(!packed && !self.non_packed, "None-09740");
        found
    }

    /// Returns `true` if the violated rule depends on limits or features of the device.
    fn of_device(&self, id: &str) -> bool {
        let positive = || self.strides.iter().flatten().all(|&stride| stride > 0);
        if id == "tiling-parameter" {
            return self.tiling().is_some();
        }
        let ids = ["09733", "09883", "09884", "09721", "09740", "pNext-pNext"];
        ids.iter().any(|end| id.ends_with(end)) || (id.ends_with("09738") && positive())
    }
}

/// Returns a valid description whose limits are as low as possible.
fn legal(random: &mut Random) -> Case {
    let format = &FORMATS[random.index(FORMATS.len())];
    let tiling = &TILINGS[random.choose(&[0, 0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6])];
    let rank = 1 + random.index(6);
    let mut dims: Vec<i64> = (0..rank).map(|_| random.choose(&[1, 1, 2, 3, 4, 5, 8, 40])).collect();
    let linear = tiling.name == "LINEAR";
    let is_explicit = !linear && tiling.name != "OPTIMAL";
    let aliases = tiling.name == "OPTIMAL" && random.one_in(2);
    if aliases || tiling.name.starts_with("BLOCK") {
        dims[rank - 1] = random.choose(&[1, 2, 3, 4]);
    }
    let has_image = (linear || aliases) && random.one_in(2);
    let mut image = has_image.then(|| ImageCase::legal(random, format, tiling.name, &mut dims));
    let rank = dims.len();
    let elem = format.bytes as i64;
    let gaps = random.one_in(2);
    let mut s = vec![elem; rank];
    for i in (1..rank).rev() {
        // The texels of an image have no gaps.
        let gaps = gaps && !(has_image && i == rank - 1);
        let gap = if gaps && random.one_in(2) { elem * random.index(4) as i64 } else { 0 };
        s[i - 1] = s[i] * dims[i] + gap;
    }
    let is_packed = (1..rank).all(|i| s[i - 1] == s[i] * dims[i]);
    let given = linear && (!is_packed || random.one_in(2));
    if let Some(image) = &mut image {
        image.set_pitches(&s, random);
    }
    let rolls = (linear || tiling.name.starts_with("BRICK")) && rank <= 4 && random.one_in(3);
    let wraps = rolls.then(|| legal_wraps(random, &dims, tiling.name, elem));
    let mut usage: Vec<i64> =
        (0..=random.index(2)).map(|_| random.choose(&[2, 4, 8, 32])).collect();
    usage.extend(aliases.then_some(ALIASING));
    let mask = usage.iter().fold(0, |mask, bit| mask | bit);
    let supported = random.one_in(5).then(|| {
        let mut supported = FormatUsages::default();
        supported.add(format.value, tiling.value, mask | random.choose(&[0, 2, 4, 12, 32]));
        supported
    });
    let usage = usage.into_iter().map(|bit| spell_row(random, USAGES, bit)).collect();
    Case {
        tiling: Some(spell_row(random, TILINGS, tiling.value)),
        format: Some(spell(random, format.name, format.value)),
        count: random.one_in(4).then_some(rank as i64),
        limits: DeviceLimits {
            max_dimension_count: rank as u32,
            max_elements: dims.iter().product::<i64>() as u64,
            max_per_dimension_elements: dims.iter().max().copied().unwrap() as u64,
            max_stride: s[0],
            max_size: (s[0] * dims[0]) as u64,
        },
        dims: Some(dims),
        strides: given.then_some(s),
        usage: Usage::List(usage),
        non_packed: !is_packed || random.one_in(2),
        controls: wraps.is_some() || is_explicit || random.one_in(2),
        graphs: if mask & GRAPH != 0 { random.choose(&[Some(true), Some(false)]) } else { None },
        supported,
        is_named: true,
        image,
        wraps,
    }
}

fn spell(random: &mut Random, name: &str, value: i64) -> Spelled {
    if random.one_in(4) { Spelled::Number(value) } else { Spelled::Text(name.to_owned()) }
}

fn spell_row(random: &mut Random, rows: &[ir::vulkan::Enumerator], value: i64) -> Spelled {
    let row = rows.iter().find(|row| row.value == value).unwrap();
    let name = if random.one_in(3) { row.vk_name } else { row.name };
    spell(random, name, value)
}

/// Numbers at the edges of integer arithmetic.
const EDGES: &[i64] = &[
    0,
    -1,
    1,
    2,
    3,
    5,
    -8,
    65536,
    65537,
    1 << 31,
    1 << 32,
    1 << 62,
    i64::MAX - 1,
    i64::MAX,
    i64::MIN,
    i64::MIN + 1,
];

/// Changes one property.
fn change(case: &mut Case, random: &mut Random) {
    match random.index(26) {
        16..24 => case.change_creation(random),
        24 => change_usages(case, random),
        25 => case.graphs = random.choose(&[None, Some(true)]),
        0 => case.tiling = other_tiling(random),
        1 => case.format = other_format(random),
        2 => case.usage = other_usage(random),
        3 => change_dims(case, random),
        4 => change_limits(case, random),
        5 => case.non_packed = !case.non_packed,
        6..=8 => change_number(&mut case.dims, random),
        9..=13 => change_number(&mut case.strides, random),
        _ => change_strides(case, random),
    }
}

fn other_tiling(random: &mut Random) -> Option<Spelled> {
    let row = random.choose(TILINGS);
    let text = |text: &str| Some(Spelled::Text(text.to_owned()));
    match random.index(12) {
        0 => None,
        1 => text(""),
        2 => text("linear"),
        3 => text("VK_TENSOR_TILING_LINEAR"),
        4 => Some(Spelled::Number(random.choose(&[2, -1, 1000565005, i64::MAX, i64::MIN]))),
        _ => Some(spell_row(random, TILINGS, row.value)),
    }
}

fn other_format(random: &mut Random) -> Option<Spelled> {
    let all: Vec<&VkFormat> = all_formats().collect();
    let row = random.choose(&all);
    match random.index(12) {
        0 => None,
        1 => Some(Spelled::Text(random.choose(&["", "R8_UINT", "VK_FORMAT_R8_UNIT"]).to_owned())),
        2 => Some(Spelled::Number(random.choose(&[-1, 185, 1000460004, i64::MAX, i64::MIN]))),
        3 => Some(spell(random, "VK_FORMAT_UNDEFINED", 0)),
        _ => Some(spell(random, row.name, row.value)),
    }
}

fn other_usage(random: &mut Random) -> Usage {
    let text = |text: &str| Spelled::Text(text.to_owned());
    let wrong = [text(""), text("shader"), Spelled::Number(1), Spelled::Number(64)];
    let mask = random.choose(&[0, 2, 6, 16, 18, 0x3e, 0x3f, 0x40, -1, i64::MIN, i64::MAX]);
    match random.index(8) {
        0 => Usage::Absent,
        1 => Usage::List(Vec::new()),
        2 => Usage::List(vec![Spelled::Number(0)]),
        3 => Usage::One(Spelled::Number(mask)),
        4 => Usage::One(text(random.choose(USAGES).name)),
        5 => Usage::List(vec![text("TRANSFER_DST"), random.choose(&wrong)]),
        6 => Usage::List(vec![Spelled::Number(mask), text("SHADER")]),
        _ => Usage::List(vec![text("SHADER"), text("IMAGE_ALIASING")]),
    }
}

/// Changes what the device supports: nothing, or some usages of some formats.
fn change_usages(case: &mut Case, random: &mut Random) {
    let mut supported = FormatUsages::default();
    for _ in 0..random.index(40) {
        let format = random.choose(&FORMATS).value;
        supported.add(format, random.choose(TILINGS).value, random.choose(&[2, 4, 12, 34, 62]));
    }
    case.supported = Some(supported);
}

fn change_dims(case: &mut Case, random: &mut Random) {
    match random.index(6) {
        0 => case.dims = None,
        1 => case.dims = Some(Vec::new()),
        2 => case.count = Some(random.choose(&[0, 1, 2, 3, 4, -1, i64::MAX, 1 << 32])),
        3 => (case.dims, case.count) = (None, Some(random.index(3) as i64)),
        4 => case.dims.iter_mut().for_each(|dims| dims.push(1)),
        // As many dims as an op can have; the product of their lengths exceeds 128 bits.
        _ => case.dims = Some(vec![random.choose(&[i64::MAX, 2, 1]); 1 + random.index(20)]),
    }
}

fn change_strides(case: &mut Case, random: &mut Random) {
    let rank = case.dims.as_ref().map_or(1, Vec::len).max(1);
    match random.index(9) {
        0 => case.strides = None,
        // One byte more between the outermost indices, without limits that forbid it.
        8 => {
            let outer = case.strides.iter_mut().flatten().take(rank - 1);
            outer.take(1).for_each(|stride| *stride = stride.wrapping_add(1));
            (case.limits, case.non_packed) = (most(), true);
        }
        // All elements twice as far apart, without limits that forbid it.
        6 | 7 => {
            let strides = case.strides.iter_mut().flatten();
            strides.for_each(|stride| *stride = stride.wrapping_mul(2));
            case.limits = most();
        }
        1 => case.strides.iter_mut().for_each(|strides| strides.truncate(rank - 1)),
        2 => case.strides.iter_mut().for_each(|strides| strides.push(1)),
        3 => case.strides.iter_mut().for_each(|strides| strides.reverse()),
        4 => case.strides = Some(vec![random.choose(EDGES); rank]),
        _ => case.strides = Some((0..rank).rev().map(|i| 1 << i).collect()),
    }
}

fn change_limits(case: &mut Case, random: &mut Random) {
    let limits = &mut case.limits;
    match random.index(7) {
        0 => limits.max_dimension_count = limits.max_dimension_count.saturating_sub(1),
        1 => limits.max_elements = limits.max_elements.saturating_sub(1),
        2 => {
            limits.max_per_dimension_elements = limits.max_per_dimension_elements.saturating_sub(1)
        }
        3 => limits.max_stride = limits.max_stride.saturating_sub(1),
        4 => limits.max_size = limits.max_size.saturating_sub(1),
        5 => *limits = SPEC_MIN.limits,
        _ => *limits = most(),
    }
}

/// Returns limits that restrict nothing.
fn most() -> DeviceLimits {
    DeviceLimits {
        max_dimension_count: u32::MAX,
        max_elements: u64::MAX,
        max_per_dimension_elements: u64::MAX,
        max_stride: i64::MAX,
        max_size: u64::MAX,
    }
}

fn change_number(numbers: &mut Option<Vec<i64>>, random: &mut Random) {
    let Some(numbers) = numbers.as_mut().filter(|numbers| !numbers.is_empty()) else { return };
    let at = random.index(numbers.len());
    numbers[at] = match random.index(6) {
        0 | 1 => random.choose(EDGES),
        2 => numbers[at].wrapping_add(random.choose(&[1, 2, 4, 8])),
        3 => numbers[at].wrapping_sub(random.choose(&[1, 2, 4, 8])),
        4 => numbers[at].wrapping_mul(random.choose(&[-1, 2, 3, 1 << 40])),
        _ => numbers[0],
    };
}

fn described(case: &Case) -> Module {
    let mut module = Module::new();
    let ctx = &mut module.ctx;
    let mut attrs: Vec<(&str, Attr)> = vec![("sym_name", ctx.string("x"))];
    let spell = |ctx: &mut Context, one: &Spelled| match one {
        Spelled::Text(text) => ctx.string(text),
        Spelled::Number(number) => ctx.int(*number),
    };
    attrs.extend(case.tiling.as_ref().map(|it| ("tiling", spell(ctx, it))));
    attrs.extend(case.format.as_ref().map(|it| ("format", spell(ctx, it))));
    attrs.extend(case.count.map(|it| ("dimension_count", ctx.int(it))));
    attrs.extend(case.dims.as_ref().map(|it| ("dims", ctx.i64_array(it))));
    attrs.extend(case.strides.as_ref().map(|it| ("strides", ctx.i64_array(it))));
    match &case.usage {
        Usage::Absent => {}
        Usage::One(one) => attrs.push(("usage", spell(ctx, one))),
        Usage::List(list) => {
            let list: Vec<Attr> = list.iter().map(|one| spell(ctx, one)).collect();
            attrs.push(("usage", ctx.array(&list)));
        }
    }
    attrs.extend(case.creation_attrs(ctx));
    Builder::new(&mut module).op(DESCRIPTION_OP, &[], &[], &attrs);
    module
}

/// Returns the ids that the pass reports, without their common prefix.
fn violated_ids(diags: &[Diag]) -> BTreeSet<String> {
    let short = |id: String| {
        let end = id.strip_prefix("VUID-VkTensorDescriptionARM-");
        end.or(id.strip_prefix("VUID-VkTensorCreateInfoARM-")).unwrap_or(&id).to_owned()
    };
    ids(diags).into_iter().map(short).collect()
}

/// Returns the diagnostics of the pass. The module is not verified first, which saves most of the time.
fn reported(registry: &Registry, case: &Case, target: Option<&Target>) -> Vec<Diag> {
    let (mut sink, mut stats) = (Sink::default(), Stats::default());
    let mut cx = PassContext {
        registry,
        target,
        anchor: Default::default(),
        sink: &mut sink,
        stats: &mut stats,
        provenance: None,
        progress: &mut ir::progress::NoProgress,
        files: &mut Vec::new(),
    };
    VerifyVulkan.run(&mut described(case), &mut cx);
    sink.take()
}

fn check(registry: &Registry, case: &Case, expected: &BTreeSet<&str>) {
    let mut target = Target::new("random", case.limits, Features { non_packed: case.non_packed });
    target.tensor_controls = case.controls;
    target.data_graphs.graphs = case.graphs;
    target.format_usages.clone_from(&case.supported);
    let diags = reported(registry, case, Some(&target));
    let found = violated_ids(&diags);
    assert!(found.iter().eq(expected), "{case:#?}\nfound {found:?}\nexpected {expected:?}");
    let wrong = diags.iter().filter(|diag| diag.message.contains(" violates "));
    assert!(wrong.clone().all(|diag| diag.severity == Severity::Error), "{case:#?}");
    assert_eq!(wrong.count(), expected.len(), "{case:#?}: a rule is reported twice");
}

/// Checks that without a target, exactly the violations of device limits are warnings.
fn check_assumed(registry: &Registry, case: &Case) {
    let case = Case {
        limits: SPEC_MIN.limits,
        non_packed: false,
        controls: false,
        graphs: None,
        supported: None,
        is_named: false,
        ..case.clone()
    };
    let diags = reported(registry, &case, None);
    let expected = case.violations();
    assert!(violated_ids(&diags).iter().eq(&expected), "{case:#?}");
    for diag in diags.iter().filter(|diag| diag.message.contains(" violates ")) {
        let device = violated_ids(std::slice::from_ref(diag)).iter().all(|id| case.of_device(id));
        assert_eq!(diag.severity == Severity::Warning, device, "{case:#?}\n{}", diag.message);
    }
}

#[test]
fn pass_agrees_with_naive_model_on_random_descriptions() {
    let registry = Registry::new();
    let mut random = Random::new(1);
    let (mut alone, mut legals) = (IndexMap::<&str, usize>::new(), 0);
    for round in 0..10_000 {
        let mut case = legal(&mut random);
        let before = case.violations();
        assert!(before.is_empty(), "{case:#?}: {before:?}");
        for _ in 0..round % 4 {
            change(&mut case, &mut random);
        }
        let expected = case.violations();
        check(&registry, &case, &expected);
        check_assumed(&registry, &case);
        match expected.first() {
            None => legals += 1,
            Some(&id) if expected.len() == 1 => *alone.entry(id).or_default() += 1,
            Some(_) => {}
        }
    }
    // Every rule was the only violated one at least twice, and many changed descriptions were still valid.
    let counts: Vec<String> = alone.iter().map(|(id, count)| format!("{id}: {count}")).collect();
    assert_eq!(alone.len(), RULES.len(), "{counts:?}");
    assert!(alone.values().all(|&count| count >= 2) && legals > 3_000, "{legals}, {counts:?}");
}
