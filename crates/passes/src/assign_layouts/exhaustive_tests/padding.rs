//! Random functions whose choices require padded rows, whose costs are compared with the least cost over all layouts.
//!
//! The oracle enumerates the choices of all ops. A form of a value is padded if a choice of a use, or of its definition,
//! requires it. A copy reads and writes the padded bytes, and is made from the definition or from another copy. In half of
//! the functions, the outermost dim in memory is dynamic and has an expected length.

use super::*;

/// The alignment of padded rows, in bytes.
const ROW: usize = 16;

/// The use or definition of a value in a choice: the order, and `true` if its rows are padded.
#[derive(Clone, Copy)]
struct Side {
    order: usize,
    is_padded: bool,
}

/// A choice of an op: its uses, then its definition, and its cost.
#[derive(Clone)]
struct Alternative {
    sides: Vec<Side>,
    cost: u64,
}

/// An op: the values that it uses, and its choices. The value that it defines has the number of the op.
struct Layer {
    uses: Vec<usize>,
    choices: Vec<Alternative>,
}

const LENS: [usize; 3] = [2, 3, 5];

/// Returns the bytes of a value of f16 in an order.
fn stored(Side { order, is_padded }: Side) -> u64 {
    let lens = ORDERS[order].map(|dim| LENS[dim]);
    let row = lens[2] * 2;
    let row = if is_padded { row.next_multiple_of(ROW) } else { row };
    (lens[0] * lens[1] * row) as u64
}

/// Returns the least bytes of the copies of a value: each is made from the definition or another copy, and a row-major
/// copy may be made for others.
fn copies(defined: Side, needed: &[Side]) -> u64 {
    let with = |needed: &[Side]| {
        let mut written: Vec<u64> = needed.iter().map(|&side| stored(side)).collect();
        written.sort_unstable();
        let mut least = stored(defined);
        written.into_iter().fold(0, |sum, bytes| {
            let cost = least + bytes;
            least = least.min(bytes);
            sum + cost
        })
    };
    let small = Side { order: 0, is_padded: false };
    let has_small = defined.order == 0 || needed.iter().any(|side| side.order == 0);
    let around: Vec<Side> = needed.iter().copied().chain([small]).collect();
    if has_small || needed.is_empty() { with(needed) } else { with(needed).min(with(&around)) }
}

/// Returns the cost of a function whose ops have these choices. Value 0 is the argument, and the last layer returns.
fn cost(layers: &[Layer], picked: &[&Alternative]) -> u64 {
    let mut sum = picked.iter().map(|choice| choice.cost).sum();
    for value in 0..layers.len() {
        let mut forms: [Option<bool>; 6] = [None; 6];
        let defined = picked[value].sides.last().unwrap();
        forms[defined.order] = Some(defined.is_padded);
        for (layer, choice) in layers.iter().zip(picked) {
            for (_, side) in layer.uses.iter().zip(&choice.sides).filter(|it| *it.0 == value) {
                let form = &mut forms[side.order];
                *form = Some(form.unwrap_or(false) || side.is_padded);
            }
        }
        let form = |order: usize| Some(Side { order, is_padded: forms[order]? });
        let needed: Vec<Side> =
            (0..6).filter(|&order| order != defined.order).filter_map(form).collect();
        sum += copies(form(defined.order).unwrap(), &needed);
    }
    sum
}

fn least(layers: &[Layer]) -> u64 {
    let count: usize = layers.iter().map(|layer| layer.choices.len()).product();
    let pick = |mut number: usize| -> u64 {
        let picked = layers.iter().map(|layer| {
            let choice = &layer.choices[number % layer.choices.len()];
            number /= layer.choices.len();
            choice
        });
        cost(layers, &picked.collect::<Vec<_>>())
    };
    (0..count).map(pick).min().unwrap()
}

/// Returns a random function with this number of orders. The first layer is the argument, and the last one returns the
/// last value but one.
fn layers(random: &mut Random, orders: usize) -> Vec<Layer> {
    let dense = |order| Side { order, is_padded: false };
    let only = |sides| vec![Alternative { sides, cost: 0 }];
    let mut all = vec![Layer { uses: Vec::new(), choices: only(vec![dense(0)]) }];
    for at in 1..3 + random.index(4) {
        let uses: Vec<usize> = (0..1 + random.index(2)).map(|_| random.index(at)).collect();
        let choice = |random: &mut Random| Alternative {
            sides: (0..=uses.len())
                .map(|_| Side { order: random.index(orders), is_padded: random.index(2) == 0 })
                .collect(),
            cost: random.index(300) as u64,
        };
        let choices = (0..1 + random.index(3)).map(|_| choice(random)).collect();
        all.push(Layer { uses, choices });
    }
    let last = all.len() - 1;
    all.push(Layer { uses: vec![last], choices: only(vec![dense(0), dense(0)]) });
    all
}

/// Returns the text of a function, in which d0 may be dynamic.
fn text(layers: &[Layer], is_dynamic: bool) -> String {
    let [mut plain, mut expected] = [ty(&LENS, None), String::new()];
    if is_dynamic {
        plain = format!("tensor<?x{}x{}xf16>", LENS[1], LENS[2]);
        expected = format!("layout.expected = {{d0 = {} : i64}}", LENS[0]);
    }
    let mut text = format!("func.func @f(%v0: {plain} {{{expected}}}) -> {plain} {{\n");
    let expected = if is_dynamic { format!(", {expected}") } else { expected };
    for (at, layer) in layers.iter().enumerate().skip(1).take(layers.len() - 2) {
        let choice = |choice: &Alternative| {
            let maps: Vec<String> = choice.sides.iter().map(|side| map(side.order)).collect();
            let (result, reads) = maps.split_last().unwrap();
            let reqs = choice.sides.iter().map(|side| match side.is_padded {
                true => format!("#layout.reqs<m1: aligned<{ROW} bytes>>"),
                false => "any".to_owned(),
            });
            let reqs = reqs.collect::<Vec<_>>().join(", ");
            let reads = reads.join(", ");
            format!(
                "#layout.choice<({reads}) -> {result}, reqs = [{reqs}], cost = {}>",
                choice.cost
            )
        };
        let choices: Vec<String> = layer.choices.iter().map(choice).collect();
        let uses: Vec<String> = layer.uses.iter().map(|at| format!("%v{at}")).collect();
        let types = vec![&plain[..]; uses.len()].join(", ");
        writeln!(
            text,
            "  %v{at} = \"t.layer\"({}) {{layout.choices = [{}]{expected}}} : ({types}) -> {plain}",
            uses.join(", "),
            choices.join(", ")
        )
        .unwrap();
    }
    writeln!(text, "  return %v{} : {plain}\n}}", layers.len() - 2).unwrap();
    text
}

#[test]
fn costs_with_padding_are_least() {
    const COUNT: u64 = 600;
    let (mut proven, mut optimal, mut padded) = (0, 0, 0);
    for seed in 1..=COUNT {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let is_dynamic = random.index(2) == 0;
        // The first two orders have d0 outermost.
        let layers = layers(&mut random, if is_dynamic { 2 } else { ORDERS.len() });
        let (text, least) = (text(&layers, is_dynamic), least(&layers));
        let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
        let [cost, bound, moved] =
            ["cost (bytes)", "lower bound (bytes)", "bytes that reorders read and write"]
                .map(|name| ran.stats.get(name));
        let context = format!("seed {seed}: {bound} {least} {cost}\n{text}\n{}", ran.text());
        assert!(bound <= least && least <= cost && moved <= cost, "{context}");
        proven += u64::from(bound == cost);
        optimal += u64::from(least == cost);
        padded += u64::from(moved % 120 != 0);
    }
    println!("{COUNT} functions: {proven} proven, {optimal} optimal, {padded} with padded copies");
    assert!(
        padded * 3 > COUNT && optimal * 5 > COUNT * 4 && proven * 2 > COUNT,
        "{proven} {optimal} {padded}"
    );
}
