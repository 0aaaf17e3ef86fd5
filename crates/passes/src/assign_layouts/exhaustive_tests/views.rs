//! Random modules of views that cannot all share memory, whose bounds are compared with all layouts and all copies.
//!
//! The oracle enumerates the joint layouts of all ops and, for each value, which of its uses share a copy. It writes each
//! cheaper choice as a module whose types state all layouts. `resolve-strides` decides whether the views of that module
//! can share memory: it must then insert a copy, or report that the limits of the device contradict each other. So the
//! oracle does not use the model of the solver. View ops that copy share no memory, so if all slices, splits and concats
//! do, every joint layout is possible, and the cost is the least one.

mod steps;
mod text;

use super::super::tests::parse;
use super::super::*;
use crate::ResolveStrides;
use crate::testing::{emulation, interpret, run as run_pass};
use ir::target::{Features, Target};
use testkit::Random;

/// The number of random modules; the environment variable `LAYOUTC_VIEW_MODULES` sets a greater one, and
/// `LAYOUTC_VIEW_FIRST` the first seed.
const COUNT: u64 = 600;

/// The maximum number of modules that the oracle writes for one random module.
const MAX_CHECKED: usize = 24;

/// The maximum number of layouts that the oracle enumerates for one random module.
const MAX_ENUMERATED: usize = 20_000;

/// An order: the dims of a tensor, outermost first.
type Order = Vec<usize>;

/// A joint layout of an op: the orders of the operands and of the results.
#[derive(Clone)]
struct Joint {
    /// `None` for an operand in any order.
    reads: Vec<Option<Order>>,
    results: Vec<Order>,
}

struct Node {
    name: String,
    attrs: String,
    reads: Vec<usize>,
    results: Vec<usize>,
    joints: Vec<Joint>,
    /// `true` for a view op that copies.
    copies: bool,
}

/// The view ops of a random module that copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Copying {
    Never,
    /// Each view op may copy.
    Random,
    /// All slices, splits and concats copy.
    Slices,
}

/// A function under construction. Value 0 is its argument, in row-major order.
struct Views {
    lens: Vec<Vec<usize>>,
    nodes: Vec<Node>,
    copying: Copying,
}

/// The origin of a form of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Definition,
    Copy,
    /// The form is a view of an earlier one, with other positions of the dims of length 1.
    View(usize),
}

/// A form of a value.
#[derive(Clone)]
struct Form {
    order: Order,
    source: Source,
}

/// The layouts of a function: the forms of each value, and the form of each operand. Form 0 is the definition.
#[derive(Clone, Default)]
struct Layouts {
    uses: Vec<Vec<usize>>,
    values: Vec<Vec<Form>>,
    cost: u64,
}

/// A device of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Device {
    /// No device, so no limits.
    Any,
    /// The innermost stride is one element.
    Strided,
    /// All tensors are packed.
    Packed,
}

impl Device {
    fn target(self) -> Option<Target> {
        let packed =
            |target: Target| Target::new("packed", target.limits, Features { non_packed: false });
        match self {
            Device::Any => None,
            Device::Strided => Some(emulation()),
            Device::Packed => Some(packed(emulation())),
        }
    }
}

/// Returns all orders of some dims.
fn permutations(dims: &[usize]) -> Vec<Order> {
    let Some((&first, rest)) = dims.split_first() else { return vec![Vec::new()] };
    let insert = |order: Order| {
        (0..=order.len()).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, first);
            longer
        })
    };
    permutations(rest).into_iter().flat_map(insert).collect()
}

/// Returns the affine map of an order.
fn map(order: &Order) -> String {
    let dims: Vec<String> = (0..order.len()).map(|dim| format!("d{dim}")).collect();
    let results: Vec<String> = order.iter().map(|dim| format!("d{dim}")).collect();
    format!("affine_map<({}) -> ({})>", dims.join(", "), results.join(", "))
}

impl Views {
    fn new(random: &mut Random, copying: Copying) -> Views {
        let shapes: [&[usize]; 5] = [&[2, 4], &[3, 4], &[1, 2, 4], &[2, 2, 3], &[1, 2, 2, 3]];
        let lens = vec![random.choose(&shapes).to_vec()];
        let mut views = Views { lens, nodes: Vec::new(), copying };
        for _ in 0..2 + random.index(4) {
            views.step(random);
        }
        views
    }

    /// Calls a function with all layouts that cost less than a limit, until it returns `false`.
    fn each(&self, limit: u64, visit: &mut impl FnMut(&Layouts) -> bool) -> bool {
        let order = (0..self.lens[0].len()).collect();
        let values = vec![vec![Form { order, source: Source::Definition }]];
        let start = Layouts { values, ..Layouts::default() };
        limit == 0 || self.visit(start, limit, visit)
    }

    fn visit(
        &self,
        layouts: Layouts,
        limit: u64,
        visit: &mut impl FnMut(&Layouts) -> bool,
    ) -> bool {
        let Some(node) = self.nodes.get(layouts.uses.len()) else { return visit(&layouts) };
        for joint in &node.joints {
            let mut partial = vec![(layouts.clone(), Vec::new())];
            for (&value, order) in node.reads.iter().zip(&joint.reads) {
                let extend = |(layouts, uses): &(Layouts, Vec<usize>)| {
                    let next = self.with_use(layouts, value, order.as_ref()).into_iter();
                    let uses = uses.clone();
                    next.map(move |(layouts, form)| (layouts, [&uses[..], &[form]].concat()))
                };
                partial = partial.iter().flat_map(extend).collect();
            }
            for (mut next, uses) in partial {
                next.uses.push(uses);
                let form =
                    |order: &Order| Form { order: order.clone(), source: Source::Definition };
                next.values.extend(joint.results.iter().map(|order| vec![form(order)]));
                if next.cost < limit && !self.visit(next, limit, visit) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the layouts in which the next use has each form in the memory of an order, or a new copy, with the number
    /// of the form.
    fn with_use(
        &self,
        layouts: &Layouts,
        value: usize,
        order: Option<&Order>,
    ) -> Vec<(Layouts, usize)> {
        let Some(order) = order else { return vec![(layouts.clone(), 0)] };
        let forms = &layouts.values[value];
        let long = |order: &Order| -> Order {
            order.iter().copied().filter(|&dim| self.lens[value][dim] > 1).collect()
        };
        let with = |source: Source| {
            let mut next = layouts.clone();
            next.values[value].push(Form { order: order.clone(), source });
            if source == Source::Copy {
                next.cost += 4 * self.lens[value].iter().product::<usize>() as u64;
            }
            (next, forms.len())
        };
        let mut all = vec![with(Source::Copy)];
        for (root, form) in forms.iter().enumerate() {
            if matches!(form.source, Source::View(_)) || long(&form.order) != long(order) {
                continue;
            }
            let mut known = forms.iter().enumerate().filter(|(number, form)| {
                (*number == root || form.source == Source::View(root)) && form.order == *order
            });
            all.push(match known.next() {
                Some((number, _)) => (layouts.clone(), number),
                None => with(Source::View(root)),
            });
        }
        all
    }
}

/// Returns the number of copies that `resolve-strides` inserts; `None` if it reports an error.
fn copies(module: Module, target: Option<&Target>) -> Option<u64> {
    let ran = run_pass(&ResolveStrides { insert_copies: true, certificate: None }, module, target);
    ran.diagnostics().is_empty().then(|| ran.stats.get("copies inserted"))
}

/// Returns the seeds of at least `count` random modules.
fn seeds(count: u64) -> std::ops::RangeInclusive<u64> {
    let variable = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let first = variable("LAYOUTC_VIEW_FIRST").unwrap_or(1);
    first..=first + variable("LAYOUTC_VIEW_MODULES").unwrap_or(0).max(count) - 1
}

/// The counts of random modules.
#[derive(Debug, Default)]
struct Counts {
    /// The modules whose cost is proven.
    proven: u64,
    /// The modules with a cost.
    forced: u64,
    /// The modules of which `resolve-strides` reports an error.
    refused: u64,
    /// The cheaper layouts that were checked.
    checked: u64,
    /// The proven modules of which a second run changes the text.
    respelled: u64,
}

/// Checks that a second run of the pass has the same cost, and that a third run changes nothing. Returns `true` if the
/// second run changes nothing, either. It may change the text: the types of the first run are candidates of the second
/// one, with other positions of dims of length 1, and another optimum of the same cost may have other copies.
fn is_repeated(output: &str, (cost, target): (u64, Option<&Target>), context: &str) -> bool {
    let run = |text: &str| run_pass(&AssignLayouts::default(), parse(text), target);
    let again = run(output);
    assert_eq!(again.stats.get("cost (bytes)"), cost, "{context}");
    let again = again.text();
    if again != output {
        assert_eq!(run(&again).text(), again, "{context}");
    }
    again == output
}

/// Checks the random module of a seed.
fn check(seed: u64, copying: Copying, counts: &mut Counts) {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let device = [Device::Any, Device::Strided, Device::Packed][seed as usize % 3];
    let (views, target) = (Views::new(&mut random, copying), device.target());
    let (text, target) = (views.text(None), target.as_ref());
    let ran = run_pass(&AssignLayouts::default(), parse(&text), target);
    let stat = |name: &str| ran.stats.get(name);
    let (cost, bound) = (stat("cost (bytes)"), stat("lower bound (bytes)"));
    let (output, before) = (ran.text(), parse(&text));
    let context = format!("seed {seed}, {device:?}, {copying:?}\n{text}\n{output}");
    if seed.is_multiple_of(16) {
        let [before, after] =
            [&before, &ran.module].map(|module| interpret::run(module, "f").outputs);
        assert_eq!(before, after, "{context}");
    }
    if cost == bound {
        counts.respelled += u64::from(!is_repeated(&output, (cost, target), &context));
    }
    let is_conflict = ran.diagnostics().contains("cannot share memory");
    let inserted = copies(ran.module, target);
    assert!(is_conflict || inserted == Some(0), "{inserted:?} {cost} {bound} {context}");
    counts.refused += u64::from(is_conflict);
    counts.proven += u64::from(cost == bound && !is_conflict);
    counts.forced += u64::from(cost > 0);
    // Of all cheaper layouts, each is checked with equal probability.
    let (mut seen, mut chosen) = (0, Vec::<Layouts>::new());
    views.each(bound, &mut |layouts| {
        seen += 1;
        let at = if seen <= MAX_CHECKED { seen - 1 } else { random.index(seen) };
        if at == chosen.len() {
            chosen.push(layouts.clone());
        } else if let Some(other) = chosen.get_mut(at) {
            *other = layouts.clone();
        }
        seen < MAX_ENUMERATED
    });
    for layouts in &chosen {
        let cheaper = views.text(Some(layouts));
        let is_valid = copies(parse(&cheaper), target) == Some(0);
        assert!(!is_valid, "{} < {bound}: {context}\n{cheaper}", layouts.cost);
    }
    counts.checked += chosen.len() as u64;
}

#[test]
fn copies_that_views_force_are_part_of_the_cost() {
    let mut counts = Counts::default();
    let seeds = seeds(COUNT);
    let count = seeds.end() - seeds.start() + 1;
    seeds.for_each(|seed| check(seed, Copying::Never, &mut counts));
    println!("{counts:?}");
    let Counts { proven, forced, refused, checked, respelled } = counts;
    let possible = count - refused;
    assert!(proven * 100 >= possible * 80, "{proven} of {possible} costs are proven");
    assert!(forced > count / 3 && checked > count, "{forced} {checked}");
    assert!(respelled * 50 < possible, "a second run changes {respelled} of {possible} modules");
}

#[test]
fn view_ops_that_copy_force_no_copies() {
    for copying in [Copying::Random, Copying::Slices] {
        let mut counts = Counts::default();
        let seeds = seeds(COUNT / 4);
        let count = seeds.end() - seeds.start() + 1;
        seeds.for_each(|seed| check(seed, copying, &mut counts));
        println!("{copying:?} {counts:?}");
        let Counts { proven, forced, refused, checked, respelled } = counts;
        let possible = count - refused;
        assert!(respelled * 50 < possible, "a second run changes {respelled} modules");
        assert!(forced > count / 5, "{forced} of {count} modules have a cost");
        if copying == Copying::Slices {
            // All joint layouts are possible, so none of them costs less.
            assert_eq!((proven, refused, checked), (count, 0, 0));
        } else {
            assert!(proven * 100 >= possible * 80, "{proven} of {possible} costs are proven");
            assert!(checked > count, "{checked} cheaper layouts of {count} modules are impossible");
        }
    }
}
