//! Random functions whose ops convert some of their values themselves.
//!
//! The oracle decides for each value of an op whether the op converts it, and from which of the fused layouts. A value
//! that several ops use is reordered once, but each op pays its own conversion.

use super::*;

/// The fused layouts of a value: the orders, and the cost of a conversion.
struct Entry {
    orders: Vec<usize>,
    cost: u64,
}

/// Returns an entry without the own order of the value; `None` if nothing is left.
fn entry(random: &mut Random, own: usize) -> Option<Entry> {
    if random.index(2) == 0 {
        return None;
    }
    let mut orders: Vec<usize> = (0..1 + random.index(2)).map(|_| random.index(6)).collect();
    orders.sort_unstable();
    orders.dedup();
    orders.retain(|&order| order != own);
    let cost = if random.index(3) == 0 { 0 } else { random.index(120) as u64 };
    (!orders.is_empty()).then_some(Entry { orders, cost })
}

/// Adds the joint layouts in which the op converts a value, of which `set` changes the order.
fn convert(joints: &mut Vec<Joint>, fused: &Entry, set: impl Fn(&mut Joint, usize)) {
    for at in 0..joints.len() {
        for &order in &fused.orders {
            let mut joint = joints[at].clone();
            set(&mut joint, order);
            joint.cost += fused.cost;
            joints.push(joint);
        }
    }
}

impl Function {
    /// Adds an op with one or two choices, whose values it may convert itself.
    fn fusing(&mut self) {
        let (at, other) = (self.any_tensor(), self.any_tensor());
        let from = if self.random.index(2) == 0 { vec![at] } else { vec![at, other] };
        let mut joints = Vec::new();
        let mut choices = Vec::new();
        for _ in 0..1 + self.random.index(2) {
            let own: Vec<usize> = (0..=from.len()).map(|_| self.random.index(6)).collect();
            let cost = self.random.index(40) as u64;
            let (reads, result) = own.split_at(from.len());
            let reads: Vec<Option<usize>> = reads.iter().copied().map(Some).collect();
            let mut of_choice = vec![Joint { reads, result: Some(result[0]), cost }];
            let mut fuses = Vec::new();
            for (value, &order) in own.iter().enumerate() {
                let Some(fused) = entry(&mut self.random, order) else { continue };
                let is_result = value == from.len();
                convert(&mut of_choice, &fused, |joint, order| match is_result {
                    true => joint.result = Some(order),
                    false => joint.reads[value] = Some(order),
                });
                let orders: Vec<String> = fused.orders.iter().map(|&order| map(order)).collect();
                let price = match fused.cost {
                    0 => String::new(),
                    cost => format!(" cost = {cost}"),
                };
                let name = if is_result { "result 0".to_owned() } else { value.to_string() };
                fuses.push(format!("{name}: {}{price}", orders.join(" | ")));
            }
            let maps: Vec<String> = own.iter().map(|&order| map(order)).collect();
            let (reads, result) = maps.split_at(from.len());
            choices.push(format!(
                "#layout.choice<({}) -> {}, cost = {cost}, fuses = [{}]>",
                reads.join(", "),
                result[0],
                fuses.join(", ")
            ));
            joints.extend(of_choice);
        }
        let attrs = format!("{{layout.choices = [{}]}}", choices.join(", "));
        self.unknown(from, joints, attrs, at);
    }
}

#[test]
fn costs_of_fused_conversions_are_least() {
    let (mut proven, mut fused, mut without) = (0, 0, 0);
    for seed in 1..=150 {
        let mut function = Function::new(Random::new(seed * 77 + 5));
        for _ in 0..2 + function.random.index(5) {
            match function.random.index(3) {
                0 => function.step(),
                _ => function.fusing(),
            }
        }
        let (text, least) = function.finish("f");
        let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
        let stat = |name: &str| ran.stats.get(name);
        let (cost, bound) = (stat("cost (bytes)"), stat("lower bound (bytes)"));
        assert_eq!(
            stat("bytes that reorders read and write"),
            reorder_cost(&ran),
            "{text}\n{}",
            ran.text()
        );
        assert!(bound <= least && least <= cost, "{bound} {least} {cost}\n{text}\n{}", ran.text());
        proven += u32::from(cost == bound);
        fused += u32::from(stat("fused conversions") > 0);
        if seed % 12 == 0 {
            let [before, after] =
                [&parse(&text), &ran.module].map(|module| interpret::run(module, "f").outputs);
            assert_eq!(before, after, "{text}\n{}", ran.text());
        }
        // Without fused conversions, the same function never costs less.
        let plain: String = text
            .split(", fuses = [")
            .enumerate()
            .map(|(at, part)| match at {
                0 => part,
                _ => part.split_once(']').unwrap().1,
            })
            .collect();
        let plain = run_pass(&AssignLayouts::default(), parse(&plain), None);
        without += u32::from(plain.stats.get("cost (bytes)") > cost);
        assert!(plain.stats.get("cost (bytes)") >= cost, "{text}");
    }
    assert_eq!(proven, 150);
    assert!(fused > 50 && without > 50, "{fused} modules fuse, {without} gain by it");
}
