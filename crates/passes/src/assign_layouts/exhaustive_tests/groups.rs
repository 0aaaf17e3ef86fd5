//! Random functions with groups of ops, whose costs are compared with the least cost over all covers and layouts.
//!
//! The oracle finds the matches of each pattern by enumeration of the ops, enumerates the largest sets of matches without
//! a common op, and for each of them the choices of the groups and of the remaining ops.

use super::*;
use ir::target::Target;

const LENS: [usize; 3] = [2, 3, 4];

/// An operand of an op of a pattern.
#[derive(Clone, Copy)]
enum Arg {
    Param(usize),
    Inner(usize),
}

/// A pattern: its text, the names and operands of its ops, and `true` if those of the last op have either order.
struct Pattern {
    text: &'static str,
    ops: &'static [(&'static str, &'static [Arg])],
    params: usize,
    is_unordered: bool,
}

const fn pattern(
    text: &'static str,
    ops: &'static [(&'static str, &'static [Arg])],
    params: usize,
) -> Pattern {
    Pattern { text, ops, params, is_unordered: false }
}

const PATTERNS: &[Pattern] = &[
    pattern(
        r#"(x) {y = "t.a"(x), "t.b"(y)}"#,
        &[("t.a", &[Arg::Param(0)]), ("t.b", &[Arg::Inner(0)])],
        1,
    ),
    pattern(
        r#"(x) {y = "t.b"(x), "t.a"(y)}"#,
        &[("t.b", &[Arg::Param(0)]), ("t.a", &[Arg::Inner(0)])],
        1,
    ),
    pattern(
        r#"(x, z) {y = "t.a"(x), "t.c"(y, z)}"#,
        &[("t.a", &[Arg::Param(0)]), ("t.c", &[Arg::Inner(0), Arg::Param(1)])],
        2,
    ),
    pattern(
        r#"(x, z) {y = "t.c"(x, z), "t.b"(y)}"#,
        &[("t.c", &[Arg::Param(0), Arg::Param(1)]), ("t.b", &[Arg::Inner(0)])],
        2,
    ),
    Pattern {
        text: r#"(x) {y = "t.a"(x), z = "t.b"(y), "t.c"{z, y}}"#,
        ops: &[
            ("t.a", &[Arg::Param(0)]),
            ("t.b", &[Arg::Inner(0)]),
            ("t.c", &[Arg::Inner(1), Arg::Inner(0)]),
        ],
        params: 1,
        is_unordered: true,
    },
    pattern(
        r#"(x) {y = "t.b"(x), "t.b"(y)}"#,
        &[("t.b", &[Arg::Param(0)]), ("t.b", &[Arg::Inner(0)])],
        1,
    ),
    pattern(r#"(x) {"t.c"(x, x)}"#, &[("t.c", &[Arg::Param(0), Arg::Param(0)])], 1),
];

/// A choice: the orders of the operands and of the result, and its cost.
#[derive(Clone)]
struct Alternative {
    orders: Vec<usize>,
    cost: u64,
}

/// An op, which defines the value of its number plus 1. Value 0 is the argument.
struct Layer {
    name: &'static str,
    uses: Vec<usize>,
}

/// A group or an op alone: the used values with the numbers of their operands, the defined value, and the choices.
struct Unit {
    uses: Vec<(usize, usize)>,
    defines: usize,
    choices: Vec<Alternative>,
}

/// A random function with the rules of its target.
struct Network {
    layers: Vec<Layer>,
    /// The numbers of the patterns, with the choices of each.
    groups: Vec<(usize, Vec<Alternative>)>,
    /// The choices of `t.a`, `t.b` and `t.c`.
    singles: Vec<(&'static str, Vec<Alternative>)>,
    /// The order in which the last value is returned.
    returned: usize,
}

fn alternatives(random: &mut Random, operands: usize) -> Vec<Alternative> {
    let count = 1 + random.index(2);
    let of = |random: &mut Random| Alternative {
        orders: (0..=operands).map(|_| random.index(3)).collect(),
        cost: random.index(60) as u64,
    };
    (0..count).map(|_| of(random)).collect()
}

impl Network {
    fn new(random: &mut Random) -> Network {
        let mut layers: Vec<Layer> = Vec::new();
        for number in 0..4 + random.index(4) {
            // Most ops use the last value, so that patterns match.
            let value = |random: &mut Random| {
                if random.index(8) == 0 { random.index(number + 1) } else { number }
            };
            let (name, operands) = random.choose(&[("t.a", 1), ("t.b", 1), ("t.c", 2)]);
            layers.push(Layer { name, uses: (0..operands).map(|_| value(random)).collect() });
        }
        let mut groups = Vec::new();
        for (number, pattern) in PATTERNS.iter().enumerate() {
            if random.index(3) > 0 {
                groups.push((number, alternatives(random, pattern.params)));
            }
        }
        let singles = [("t.a", 1), ("t.b", 1), ("t.c", 2)];
        let singles = singles.map(|(name, operands)| (name, alternatives(random, operands)));
        Network { layers, groups, singles: singles.into(), returned: random.index(3) }
    }

    fn text(&self) -> String {
        let rule = |name: &str, choices: &[Alternative]| {
            let choices = choices.iter().map(|Alternative { orders, cost }| {
                let (result, operands) = orders.split_last().unwrap();
                let operands: Vec<String> = operands.iter().map(|&order| map(order)).collect();
                let result = map(*result);
                format!("#layout.choice<({}) -> {result}, cost = {cost}>", operands.join(", "))
            });
            let choices = choices.collect::<Vec<_>>().join(", ");
            format!("  layout.rule \"{name}\" [{choices}]\n")
        };
        let mut text = "layout.target @t {\n".to_owned();
        for (number, choices) in &self.groups {
            let pattern = PATTERNS[*number].text;
            text += &format!("  layout.group \"g{number}\" [#layout.pattern<{pattern}>]\n");
            text += &rule(&format!("g{number}"), choices);
        }
        self.singles.iter().for_each(|(name, choices)| text += &rule(name, choices));
        let [plain, returned] = [None, Some(self.returned)].map(|order| ty(&LENS, order));
        text += &format!("}}\nfunc.func @f(%v0: {plain}) -> {returned} {{\n");
        for (number, Layer { name, uses }) in self.layers.iter().enumerate() {
            let operands: Vec<String> = uses.iter().map(|value| format!("%v{value}")).collect();
            let types = vec![plain.clone(); uses.len()].join(", ");
            let operands = operands.join(", ");
            let value = number + 1;
            text += &format!("  %v{value} = \"{name}\"({operands}) : ({types}) -> {plain}\n");
        }
        let last = self.layers.len();
        text += &format!("  %r = layout.reorder %v{last} : {plain} -> {returned}\n");
        text + &format!("  return %r : {returned}\n}}\n")
    }

    /// Returns the ops and the operands of the match of a pattern whose last op is `root`.
    fn matched(&self, pattern: &Pattern, root: usize) -> Option<(Vec<usize>, Vec<usize>)> {
        let count = self.layers.len();
        let size = pattern.ops.len();
        (0..count.pow(size as u32)).find_map(|number| {
            let digits = (0..size).map(|at| number / count.pow(at as u32) % count);
            let ops: Vec<usize> = digits.collect();
            let mut params = vec![None; pattern.params];
            let is_distinct = ops.iter().collect::<BTreeSet<_>>().len() == size;
            let mut fits = is_distinct && ops[size - 1] == root;
            for (at, (&op, (name, args))) in ops.iter().zip(pattern.ops).enumerate() {
                let layer = &self.layers[op];
                fits &= layer.name == *name;
                let mut uses = layer.uses.clone();
                let is_last = at == size - 1;
                if pattern.is_unordered && is_last && uses[0] != ops[1] + 1 {
                    uses.reverse();
                }
                for (value, arg) in uses.iter().zip(*args) {
                    fits &= match *arg {
                        Arg::Inner(inner) => *value == ops[inner] + 1,
                        Arg::Param(param) => {
                            let is_inside = ops.iter().any(|op| op + 1 == *value);
                            !is_inside && *params[param].get_or_insert(*value) == *value
                        }
                    };
                }
            }
            let is_returned = |value: usize| value == count;
            for &op in ops.iter().filter(|&&op| op != root) {
                let users = (0..count).filter(|&user| self.layers[user].uses.contains(&(op + 1)));
                fits &= !is_returned(op + 1) && users.into_iter().all(|user| ops.contains(&user));
            }
            let params = params.into_iter().collect::<Option<Vec<usize>>>();
            params.filter(|_| fits).map(|params| (ops, params))
        })
    }

    /// Returns the units of each cover.
    fn covers(&self) -> Vec<Vec<Unit>> {
        let mut matches = Vec::new();
        for (number, choices) in &self.groups {
            for root in 0..self.layers.len() {
                let found = self.matched(&PATTERNS[*number], root);
                matches.extend(found.map(|(ops, params)| (ops, params, choices)));
            }
        }
        let overlap = |a: usize, b: usize| matches[a].0.iter().any(|op| matches[b].0.contains(op));
        let all = 0..matches.len();
        let mut covers = Vec::new();
        for set in 0u32..1 << matches.len() {
            let taken: Vec<usize> = all.clone().filter(|at| set >> at & 1 == 1).collect();
            let meets = |at: usize| taken.iter().any(|&other| other != at && overlap(at, other));
            let is_largest = all.clone().all(|at| taken.contains(&at) != meets(at));
            if !is_largest {
                continue;
            }
            let mut units: Vec<Unit> = Vec::new();
            for &at in &taken {
                let (ops, params, choices) = &matches[at];
                let uses = params.iter().copied().zip(0..).collect();
                let defines = ops.last().unwrap() + 1;
                units.push(Unit { uses, defines, choices: (*choices).clone() });
            }
            for (op, Layer { name, uses }) in self.layers.iter().enumerate() {
                if !taken.iter().any(|&at| matches[at].0.contains(&op)) {
                    let choices = &self.singles.iter().find(|it| it.0 == *name).unwrap().1;
                    let uses = uses.iter().copied().zip(0..).collect();
                    units.push(Unit { uses, defines: op + 1, choices: choices.clone() });
                }
            }
            covers.push(units);
        }
        covers
    }

    /// Returns the least cost of the units of a cover.
    fn least(&self, units: &[Unit]) -> u64 {
        let count: usize = units.iter().map(|unit| unit.choices.len()).product();
        let costs = (0..count).map(|mut number| {
            let mut cost = 0;
            let mut used: BTreeSet<(usize, usize)> = BTreeSet::new();
            let mut defined = vec![None; self.layers.len() + 1];
            defined[0] = Some(0);
            for unit in units {
                let choice = &unit.choices[number % unit.choices.len()];
                number /= unit.choices.len();
                cost += choice.cost;
                used.extend(unit.uses.iter().map(|&(value, at)| (value, choice.orders[at])));
                defined[unit.defines] = choice.orders.last().copied();
            }
            used.insert((self.layers.len(), self.returned));
            let moved = used.iter().filter(|(value, order)| defined[*value] != Some(*order));
            cost + moved.count() as u64 * 2 * bytes(&LENS)
        });
        costs.min().unwrap()
    }
}

#[test]
fn costs_of_random_groups_are_least() {
    let (mut grouped, mut several) = (0, 0);
    for seed in 1..=400 {
        let network = Network::new(&mut Random::new(seed * 0x9e37_79b9 + 7));
        let text = network.text();
        let covers = network.covers();
        let least = covers.iter().map(|units| network.least(units)).min().unwrap();
        let module = parse(&text);
        let op = Target::all_in(&module).next().unwrap();
        let target = Target::read(&module, &ir::Registry::new(), op).unwrap();
        let ran = run_pass(&AssignLayouts::default(), module, Some(&target));
        let [cost, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
        assert_eq!((cost, bound), (least, least), "{text}\n{}", ran.text());
        let stated = ran.stats.get("bytes that reorders read and write");
        assert_eq!(stated, reorder_cost(&ran), "{text}\n{}", ran.text());
        grouped += usize::from(ran.text().contains("layout.group = {"));
        several += usize::from(covers.len() > 1);
        if seed % 10 == 0 {
            let [before, after] =
                [&parse(&text), &ran.module].map(|module| interpret::run(module, "f").outputs);
            assert_eq!(before, after, "{text}\n{}", ran.text());
        }
    }
    assert!(grouped > 200 && several > 80, "{grouped} with groups, {several} with several covers");
}
