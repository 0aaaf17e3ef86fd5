//! Tensors whose lengths are expressions over symbols: the assignment is compared with those of all lengths as numbers.

use super::*;
use ir::diag::code;

/// The lengths of a tensor, as factors of symbols: `(2, Some(0))` is `2*s0`, and `(3, None)` is 3.
type Lengths = Vec<(i64, Option<usize>)>;

/// How types are written: over the symbols, or at values of them.
#[derive(Clone, Copy)]
enum At<'a> {
    Symbols(&'a str),
    Values(&'a [i64]),
}

impl At<'_> {
    fn ty(self, lengths: &Lengths) -> String {
        let joined = |texts: Vec<String>, by: &str| texts.join(by);
        match self {
            At::Symbols(set) => {
                let dims = lengths.iter().map(|(factor, symbol)| match symbol {
                    Some(_) => "?".to_owned(),
                    None => factor.to_string(),
                });
                let exprs = lengths.iter().map(|(factor, symbol)| match symbol {
                    Some(symbol) => format!("s{symbol} * {factor}"),
                    None => factor.to_string(),
                });
                let (dims, exprs) = (joined(dims.collect(), "x"), joined(exprs.collect(), ", "));
                format!(
                    "tensor<{dims}xf16, {{lengths = affine_map<()[s0, s1] -> ({exprs})>, where = affine_set<()[s0, s1] : ({set})>}}>"
                )
            }
            At::Values(values) => {
                let dims = lengths.iter().map(|(factor, symbol)| {
                    let value = symbol.map_or(1, |symbol| values[symbol]);
                    (factor * value).to_string()
                });
                format!("tensor<{}xf16>", joined(dims.collect(), "x"))
            }
        }
    }
}

/// A step of a graph: the op, its operands, its attributes, and the lengths of its result.
type Step = (&'static str, Vec<usize>, String, Lengths);

/// A random graph over values of four dims.
struct SymbolicGraph {
    values: Vec<Lengths>,
    steps: Vec<Step>,
}

impl SymbolicGraph {
    fn new(random: &mut Random, symbols: usize) -> SymbolicGraph {
        let mut lengths: Lengths = (0..4).map(|_| (1 + random.index(4) as i64, None)).collect();
        for symbol in 0..symbols {
            let dim = random.index(4);
            lengths[dim] = (random.choose(&[1, 1, 2]), Some(symbol));
        }
        let mut graph = SymbolicGraph { values: vec![lengths.clone(), lengths], steps: Vec::new() };
        for _ in 0..3 + random.index(6) {
            graph.step(random);
        }
        graph
    }

    fn step(&mut self, random: &mut Random) {
        let value = random.index(self.values.len());
        let lengths = self.values[value].clone();
        let [a, b] = [(); 2].map(|()| random.choose(&ORDERS));
        let (op, operands, attrs, lengths) = match random.index(5) {
            0 => {
                let attrs = format!("{{layout.choices = [#layout.choice<({a}) -> {b}>]}}");
                ("t.conv", vec![value], attrs, lengths)
            }
            1 => {
                let attrs = format!(
                    "{{layout.choices = [#layout.choice<({a}) -> {b}, cost = {}>, #layout.choice<({b}) -> {a}>]}}",
                    random.choose(&[1, 64, 4096])
                );
                ("t.pool", vec![value], attrs, lengths)
            }
            2 => {
                ("t.relu", vec![value], "{layout.choices = [#layout.choice<same>]}".into(), lengths)
            }
            3 => {
                let alike: Vec<usize> =
                    (0..self.values.len()).filter(|it| self.values[*it] == lengths).collect();
                ("arith.addf", vec![value, random.choose(&alike)], String::new(), lengths)
            }
            _ => {
                let dims = random.permutation(4);
                let after = dims.iter().map(|&dim| lengths[dim]).collect();
                ("onnx.Transpose", vec![value], format!("{{perm = [{}]}}", ints(&dims)), after)
            }
        };
        self.values.push(lengths.clone());
        self.steps.push((op, operands, attrs, lengths));
    }

    fn text(&self, at: At<'_>) -> String {
        let types: Vec<String> = self.values.iter().map(|lengths| at.ty(lengths)).collect();
        let mut text = format!("func.func @f(%v0: {}, %v1: {})", types[0], types[1]);
        let last = self.values.len() - 1;
        writeln!(text, " -> {} {{", types[last]).unwrap();
        for (number, (op, operands, attrs, lengths)) in self.steps.iter().enumerate() {
            let values: Vec<String> = operands.iter().map(|value| format!("%v{value}")).collect();
            let own: Vec<&str> = operands.iter().map(|value| &types[*value][..]).collect();
            writeln!(
                text,
                "  %v{} = \"{op}\"({}) {attrs} : ({}) -> {}",
                number + 2,
                values.join(", "),
                own.join(", "),
                at.ty(lengths)
            )
            .unwrap();
        }
        writeln!(text, "  return %v{last} : {}\n}}", types[last]).unwrap();
        text
    }

    /// Returns the least cost at values of the symbols.
    fn cost_at(&self, values: &[i64]) -> u64 {
        let ran = run_pass(&AssignLayouts::default(), parse(&self.text(At::Values(values))), None);
        let [cost, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
        assert_eq!(cost, bound, "{}", ran.text());
        cost
    }

    fn has_unit(&self, values: &[i64]) -> bool {
        let lengths = self.values.iter().flatten();
        lengths.clone().any(|(factor, symbol)| symbol.is_some_and(|it| factor * values[it] == 1))
    }
}

/// Returns the value of a sum of products.
fn value(expr: &str, values: &[i64]) -> u64 {
    let product = |product: &str| {
        let factors = product.split('*').map(|factor| match factor.strip_prefix('s') {
            Some(symbol) => values[symbol.parse::<usize>().unwrap()],
            None => factor.parse().unwrap(),
        });
        factors.product::<i64>()
    };
    expr.split('+').map(product).sum::<i64>().try_into().unwrap()
}

/// Returns values such as those of `s0 = 3, s1 = 8`.
fn values_of(text: &str) -> Vec<i64> {
    text.split(", ").map(|part| part.split(" = ").nth(1).unwrap().parse().unwrap()).collect()
}

#[test]
fn costs_over_symbols_are_least_for_all_values() {
    let mut random = Random::new(37);
    let (mut accepted, mut refused) = (0, 0);
    for number in 0..500 {
        let symbols = 1 + random.index(2);
        let graph = SymbolicGraph::new(&mut random, symbols);
        // Few values are compared one by one, others at their ends.
        let most = if number % 4 == 0 { [5, 4] } else { [90, 70] };
        let [s0, s1] = most;
        let set = format!("{s0} - s0 >= 0, {s1} - s1 >= 0");
        let ran = run_pass(&AssignLayouts::default(), parse(&graph.text(At::Symbols(&set))), None);
        let text = ran.diagnostics();
        let ranges = most.map(|most| [1, 2, 3, 17, most].map(|it| it.min(most)));
        if let Some((_, expr)) = text.split_once("cost least: `") {
            accepted += 1;
            let (expr, _) = expr.split_once('`').unwrap();
            for (a, b) in ranges[0].iter().flat_map(|a| ranges[1].map(|b| (*a, b))) {
                let (least, found) = (graph.cost_at(&[a, b]), value(expr, &[a, b]));
                let is_exact = found == least || graph.has_unit(&[a, b]) && found > least;
                assert!(is_exact, "{expr} at {a}, {b} is not {least}:\n{}", ran.text());
            }
            continue;
        }
        refused += 1;
        assert!(ran.diags.iter().any(|diag| diag.code == code::ASSIGN), "{text}");
        let (_, rest) = text.split_once("costs least at ").unwrap_or_else(|| panic!("{text}"));
        let (start, rest) = rest.split_once(", costs ").unwrap();
        let (start, cost) = start.rsplit_once(", ").unwrap();
        let (costs, rest) = rest.split_once(" at ").unwrap();
        let (point, rest) = rest.split_once(", where another one costs ").unwrap();
        let other: u64 = rest.split_whitespace().next().unwrap().parse().unwrap();
        assert_eq!(graph.cost_at(&values_of(start)), cost.parse::<u64>().unwrap(), "{text}");
        assert_eq!(graph.cost_at(&values_of(point)), other, "{text}");
        assert!(costs.parse::<u64>().unwrap() > other, "{text}");
    }
    assert!(accepted > 250 && refused > 25, "{accepted} accepted, {refused} refused");
}
