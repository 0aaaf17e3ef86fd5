//! The costs of addressing functions, compared with the best results of other compilers for the same maps.
//! `benches/index_cost.py` measures the same layouts. The tests check that the layouts are the measured maps, that the
//! chains are those of CK Tile, and that no cost has increased.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::vectors;

use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::{Layout, LogicalIndex};
use ir::{Module, Registry};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use testkit::Random;
use testkit::vectors::list;
use vectors::{descriptor, ints, symbol, tensor, vectors};

/// The limits on the costs of all maps.
struct Bar {
    /// The option of the pass.
    cost: &'static str,
    /// The maximum sum over the maps.
    sum: u64,
    /// The maximum number of maps that cost more than with the best other compiler.
    above: usize,
    /// The maximum difference for one of these maps.
    more: u64,
}

const BARS: [Bar; 2] = [
    Bar { cost: "ops", sum: 476, above: 0, more: 0 },
    Bar { cost: "weight", sum: 751, above: 0, more: 0 },
];

/// The maximum number of operations of all chains, including predicates.
const CHAINS: u64 = 751;

/// The number of compared indices. Maps with fewer indices are compared at all of them.
const INDICES: u64 = 20_000;

fn file(name: &str) -> String {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../benches/index_cost").join(name);
    path.to_str().unwrap().to_owned()
}

#[track_caller]
fn layoutc(args: &[&str]) -> String {
    reported(args).0
}

/// Returns standard output and standard error of the compiler.
#[track_caller]
fn reported(args: &[&str]) -> (String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut std::io::empty(), &mut stdout, &mut stderr);
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status, 0, "{stderr}");
    (String::from_utf8(stdout).unwrap(), stderr)
}

/// A file with resolved strides.
struct Program {
    registry: Registry,
    module: Module,
    text: String,
}

impl Program {
    fn read(name: &str) -> Program {
        let text = layoutc(&[&file(name), "--passes=resolve-strides", "--emit=generic"]);
        let registry = Registry::new();
        let mut sink = Sink::default();
        let module = parser::parse(&text, 0, &registry, &mut sink).unwrap();
        Program { registry, module, text }
    }

    /// Calls `then` with the layout of a requested function.
    fn with(&self, function: &str, then: impl FnOnce(&Layout)) {
        let request_text = format!("sym_name = \"{function}\"");
        let line = self
            .text
            .lines()
            .find(|it| it.contains("layout.address") && it.contains(&request_text));
        let line = line.unwrap_or_else(|| panic!("no request for {function}"));
        let of = line.split("of = @").nth(1).unwrap();
        let of = of.split([',', '}']).next().unwrap();
        let layouts = Layouts::new(&self.module, &self.registry);
        then(&layouts.symbol(of).unwrap_or_else(|fault| panic!("{of}: {}", fault.message)));
    }
}

/// An expression over the dims of an index.
enum Expr {
    Dim(usize),
    Number(i64),
    Of(String, Box<Expr>, Box<Expr>),
}

impl Expr {
    fn value(&self, index: &[i64]) -> i64 {
        match self {
            Expr::Dim(dim) => index[*dim],
            Expr::Number(number) => *number,
            Expr::Of(name, a, b) => match (name.as_str(), a.value(index), b.value(index)) {
                ("+", a, b) => a + b,
                ("*", a, b) => a * b,
                ("floordiv", a, b) => a.div_euclid(b),
                ("mod", a, b) => a.rem_euclid(b),
                other => panic!("{other:?}"),
            },
        }
    }
}

/// The parser of the expressions of a map, such as `(a, m) -> a*6 + m mod 3 ; m`.
struct Reader<'a> {
    dims: Vec<&'a str>,
    /// The remaining tokens of an expression, in reverse order.
    tokens: Vec<String>,
}

impl Reader<'_> {
    fn map(text: &str) -> Vec<Expr> {
        let (dims, bodies) = text.split_once("->").unwrap();
        let dims: Vec<&str> = dims.trim().trim_matches(['(', ')']).split(", ").collect();
        let one = |body: &str| {
            let spaced = ["(", ")", "*", "+"].iter();
            let body =
                spaced.fold(body.to_owned(), |body, it| body.replace(it, &format!(" {it} ")));
            let tokens = body.split_whitespace().rev().map(str::to_owned).collect();
            let mut reader = Reader { dims: dims.clone(), tokens };
            let expr = reader.sum();
            assert!(reader.tokens.is_empty(), "{text}");
            expr
        };
        bodies.split(';').map(one).collect()
    }

    fn sum(&mut self) -> Expr {
        let mut left = self.product();
        while self.tokens.last().is_some_and(|it| it == "+") {
            let name = self.tokens.pop().unwrap();
            left = Expr::Of(name, Box::new(left), Box::new(self.product()));
        }
        left
    }

    fn product(&mut self) -> Expr {
        let mut left = self.atom();
        while self.tokens.last().is_some_and(|it| ["*", "floordiv", "mod"].contains(&it.as_str())) {
            let name = self.tokens.pop().unwrap();
            left = Expr::Of(name, Box::new(left), Box::new(self.atom()));
        }
        left
    }

    fn atom(&mut self) -> Expr {
        let token = self.tokens.pop().unwrap();
        if token == "(" {
            let inner = self.sum();
            assert_eq!(self.tokens.pop().as_deref(), Some(")"));
            return inner;
        }
        match self.dims.iter().position(|&dim| dim == token) {
            Some(dim) => Expr::Dim(dim),
            None => Expr::Number(token.parse().unwrap()),
        }
    }
}

/// Returns the compared indices of a map: corners, and all or pseudorandom others with a fixed seed.
fn indices(lengths: &[i64]) -> Vec<Vec<i64>> {
    let count: u64 = lengths.iter().map(|&length| length.unsigned_abs()).product();
    let corners = (0..1 << lengths.len()).map(|corner: i64| {
        let ends =
            lengths.iter().enumerate().map(|(dim, &length)| (corner >> dim & 1) * (length - 1));
        ends.collect()
    });
    let mut random = Random::new(0);
    let mut place = |number: u64| if count <= INDICES { number } else { random.below(count) };
    let others = (0..count.min(INDICES)).map(|number| index(place(number), lengths));
    corners.chain(others).collect()
}

/// Returns the index at a row-major position.
fn index(place: u64, lengths: &[i64]) -> Vec<i64> {
    let mut rest = place.cast_signed();
    let mut index: Vec<i64> = lengths
        .iter()
        .rev()
        .map(|&length| {
            let digit = rest % length;
            rest /= length;
            digit
        })
        .collect();
    index.reverse();
    index
}

fn offset(layout: &Layout, index: &[i64]) -> Option<i64> {
    let index = LogicalIndex::new(index.to_vec()).unwrap();
    layout.offset_of(&index).unwrap().map(|offset| offset.get())
}

/// Returns the functions that compute the results of a map.
fn functions(name: &str, results: usize) -> Vec<String> {
    match results {
        1 => vec![name.to_owned()],
        _ => ["from", "to"].map(|end| format!("{name}_{end}")).into(),
    }
}

#[test]
fn layouts_agree_with_measured_maps() {
    let program = Program::read("maps.mlir");
    let mut found = 0;
    for map in list("index_cost.json") {
        let name = map["name"].as_str().unwrap();
        let ranges = map["ranges"].as_array().unwrap();
        assert!(ranges.iter().all(|range| range[1] == 0), "{name}");
        let lengths: Vec<i64> = ranges.iter().map(|range| range[2].as_i64().unwrap() + 1).collect();
        let exprs = Reader::map(map["map"].as_str().unwrap());
        for (function, expr) in functions(name, exprs.len()).iter().zip(&exprs) {
            found += 1;
            program.with(function, |layout| {
                let own = layout.logical_dims().iter().map(|&dim| layout.length(dim).get());
                let own: Option<Vec<i64>> = own.collect();
                assert_eq!(own.as_ref(), Some(&lengths), "{function}");
                for index in indices(&lengths) {
                    let expected = Some(expr.value(&index));
                    assert_eq!(offset(layout, &index), expected, "{function} at {index:?}");
                }
            });
        }
    }
    assert_eq!(found, 78);
}

#[test]
fn chains_agree_with_ck_tile() {
    let program = Program::read("chains.mlir");
    let mut found = 0;
    for case in vectors("ck_descriptors.json", "descriptors") {
        let Some(name) = case["name"].as_str().unwrap().strip_prefix("real_") else { continue };
        found += 1;
        program.with(&format!("at_{name}"), |layout| {
            for query in case["queries"].as_array().unwrap() {
                let valid = query["valid"] == true;
                let expected = valid.then(|| query["offset"].as_i64().unwrap());
                assert_eq!(offset(layout, &ints(&query["at"])), expected, "{name} at {query}");
            }
        });
    }
    assert_eq!(found, 13);
}

/// Returns the text of each function, by name.
fn texts(module: &str) -> BTreeMap<String, String> {
    let parts = module.split("func.func @").skip(1).map(|part| {
        let (name, _) = part.split_once('(').unwrap();
        let (body, _) = part.split_once("\n  }").unwrap();
        (name.to_owned(), format!("func.func @{body}\n}}\n"))
    });
    parts.collect()
}

/// Returns the functions of a file. Two functions of one map are joined into one with two results.
fn lowered(name: &str) -> BTreeMap<String, String> {
    let mut found = texts(&layoutc(&[&file(name), "--passes=resolve-strides,lower-addressing"]));
    let pairs: Vec<String> =
        found.keys().filter_map(|it| Some(it.strip_suffix("_from")?.to_owned())).collect();
    for whole in pairs {
        let [from, to] = ["from", "to"].map(|end| found.remove(&format!("{whole}_{end}")).unwrap());
        let joined = join(&from, &to).replace(&format!("@{whole}_from("), &format!("@{whole}("));
        found.insert(whole, joined);
    }
    found
}

/// Returns a function that computes the results of two functions for the same index.
fn join(first: &str, second: &str) -> String {
    let parts = |text: &str| {
        let (head, body) = text.split_once("{\n").unwrap();
        let (ops, result) = body.split_once("return ").unwrap();
        let result = result.split_once(' ').unwrap().0.to_owned();
        (head.to_owned(), ops.to_owned(), result)
    };
    // The values of the second function are renamed, except for the dims.
    let second = second.replace('%', "%b").replace("%bd", "%d");
    let ((head, ops, result), (_, more, other)) = (parts(first), parts(&second));
    let head = head.replace("-> i32", "-> (i32, i32)");
    format!("{head}{{\n{ops}{more}return {result}, {other} : i32, i32\n}}\n")
}

/// Returns the number or the weight of operations of each function after simplification for this measure.
fn costs(functions: &BTreeMap<String, String>, cost: &str) -> BTreeMap<String, u64> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("functions.mlir");
    let text: String = functions.values().map(String::as_str).collect();
    std::fs::write(&path, text).unwrap();
    let pass = format!("--passes=simplify-index{{cost={cost}}}");
    let simplified = texts(&layoutc(&[path.to_str().unwrap(), &pass]));
    assert_eq!(simplified.len(), functions.len());
    let of = |text: &String| {
        let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
        let ops = text.lines().filter_map(|line| line.split_once(" arith."));
        let ops = ops.map(|(_, op)| (op.split(is_end).next().unwrap(), op.ends_with(": i64")));
        ops.map(|(name, is_long)| price(name, is_long, cost)).sum()
    };
    simplified.iter().map(|(name, text)| (name.clone(), of(text))).collect()
}

fn price(name: &str, is_long: bool, cost: &str) -> u64 {
    match (name, cost) {
        ("constant", _) => 0,
        ("muli" | "mului_extended", "weight") if is_long => 12,
        ("muli" | "mului_extended", "weight") => 3,
        ("divui" | "remui", "weight") => 20,
        _ => 1,
    }
}

/// Returns the least number or weight of operations of another compiler for a map.
fn peer(map: &Value, cost: &str) -> u64 {
    let number = if cost == "ops" { &map["peer_min"] } else { &map["weighted"]["peer_min"] };
    number.as_u64().unwrap()
}

#[test]
fn costs_of_maps_stay_within_limits() {
    let maps = list("index_cost.json");
    let functions = lowered("maps.mlir");
    for bar in &BARS {
        let found = costs(&functions, bar.cost);
        let (mut sum, mut above, mut more, mut reported) = (0, 0, 0, String::new());
        for map in &maps {
            let name = map["name"].as_str().unwrap();
            let (own, peer) = (found[name], peer(map, bar.cost));
            sum += own;
            above += usize::from(own > peer);
            more = more.max(own.saturating_sub(peer));
            if own > peer {
                writeln!(reported, "{name}: {own}, but {peer} with another compiler").unwrap();
            }
        }
        let held = sum > bar.sum / 2 && sum <= bar.sum && above <= bar.above && more <= bar.more;
        assert!(held, "{}: {sum} in all, {above} maps above, by {more}\n{reported}", bar.cost);
    }
}

/// The maximum sums of the maps of `more.mlir`. For each of these maps, the best other compiler needs as much or more.
const MORE: [(&str, u64); 2] = [("ops", 417), ("weight", 637)];

#[test]
fn costs_of_more_maps_stay_within_limits() {
    let functions = lowered("more.mlir");
    assert_eq!(functions.len(), 43);
    for (cost, most) in MORE {
        let found = costs(&functions, cost);
        let sum: u64 = found.values().sum();
        assert!(sum > most / 2 && sum <= most, "{cost}: {sum}\n{found:?}");
    }
}

#[test]
fn costs_of_chains_stay_within_limits() {
    let found = costs(&lowered("chains.mlir"), "ops");
    let sum: u64 = found.values().sum();
    assert!(found.len() == 70 && sum <= CHAINS, "{sum} operations\n{found:?}");
}

/// The limits on the 64-bit operations of 70 functions of large tensors: high halves of products, products, and all
/// operations except conversions.
const LONG: [usize; 3] = [15, 19, 320];

#[test]
fn functions_of_large_tensors_have_few_64_bit_operations() {
    let passes = "--passes=lower-addressing,simplify-index,check-addresses";
    let (module, _) = reported(&[&file("wide.mlir"), passes]);
    let long: Vec<&str> = module.lines().filter(|line| line.ends_with(": i64")).collect();
    let count = |names: &[&str]| {
        let has = |line: &&&str| names.iter().any(|name| line.contains(&format!("arith.{name} ")));
        long.iter().filter(has).count()
    };
    let others = count(&["constant", "trunci", "extui"]);
    let all = long.iter().filter(|line| line.contains("arith.")).count() - others;
    let found = [count(&["mului_extended"]), count(&["muli"]), all];
    assert_eq!(module.matches("func.func").count(), 70);
    assert!(found.iter().zip(LONG).all(|(&found, limit)| found <= limit), "{found:?}");
}

#[test]
fn simplified_chains_agree_with_layouts() {
    let passes = "resolve-strides,lower-addressing,simplify-index{cost=ops},check-addresses";
    layoutc(&[&file("chains.mlir"), &format!("--passes={passes}"), "--emit=none"]);
}

/// Returns the descriptors of CK Tile and the formats of TensorRT, each with a request for a function with the width
/// that suffices and one for a 64-bit function.
fn request_text() -> String {
    let mut text = String::new();
    for case in vectors("ck_descriptors.json", "descriptors") {
        text += &descriptor(&case);
        text += &request(&symbol(&case));
    }
    for (number, case) in vectors("formats.json", "cases").iter().enumerate() {
        if case["shape"].as_array().unwrap().iter().all(Value::is_i64) {
            text += &tensor(case, &format!("c{number}"));
            text += &request(&format!("@c{number}"));
        }
    }
    text
}

fn request(of: &str) -> String {
    let name = of.trim_start_matches('@');
    let wide = format!("layout.address @i64_{name} of {of} {{index = \"i64\"}}\n");
    format!("layout.address @at_{name} of {of}\n{wide}")
}

#[test]
fn every_function_of_the_vectors_is_simplified() {
    let text = request_text();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("requested.mlir");
    std::fs::write(&path, &text).unwrap();
    for cost in ["weight", "ops", "slots"] {
        let passes =
            format!("--passes=lower-addressing,simplify-index{{cost={cost}}},check-addresses");
        let (_, reported) = reported(&[path.to_str().unwrap(), &passes, "--emit=none", "--stats"]);
        assert!(reported.contains("functions simplified"), "{reported}");
        assert!(!reported.contains("left as they are"), "{reported}");
    }
}
