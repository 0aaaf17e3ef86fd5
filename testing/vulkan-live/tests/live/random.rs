//! Random tensors within the limits of the target `emulation`: any rank, order, element type, tiling and offset, with
//! satisfiable stride requirements.

use std::fmt::Write;
use testkit::Random;

/// The element types. The length of innermost rows is a multiple of the number, so that rows are whole bytes.
const TYPES: &[(&str, usize)] = &[
    ("i1", 8),
    ("i4", 2),
    ("ui4", 2),
    ("i8", 1),
    ("ui8", 1),
    ("i16", 1),
    ("ui16", 1),
    ("i32", 1),
    ("ui32", 1),
    ("i64", 1),
    ("ui64", 1),
    ("f16", 1),
    ("bf16", 1),
    ("f8E4M3FN", 1),
    ("f8E5M2", 1),
    ("f32", 1),
    ("f64", 1),
];

/// The maximum number of elements of a tensor.
const MOST: usize = 3000;

/// Returns a program with `count` random tensors.
pub(crate) fn program(seed: u64, count: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = format!("// Random tensors of seed {seed}.\n");
    for number in 0..count {
        tensor(&mut random, number, &mut text);
    }
    text
}

fn tensor(random: &mut Random, number: usize, text: &mut String) {
    let (ty, multiple) = TYPES[random.index(TYPES.len())];
    // Above six dims, a device supports the tensor only if some dims can be merged, so few gaps are requested there.
    let rank = if random.one_in(8) { 7 + random.index(2) } else { 1 + random.index(6) };
    let order = permutation(random, rank);
    let mut shape = vec![1; rank];
    shape[order[rank - 1]] = multiple;
    for _ in 0..2 * rank {
        let dim = random.index(rank);
        let grown: usize = shape.iter().product::<usize>() * (1 + random.index(6));
        let longer = shape[dim] * grown / shape.iter().product::<usize>();
        if grown <= MOST && longer <= 64 {
            shape[dim] = longer;
        }
    }
    let reqs = reqs(random, rank);
    let offset = if random.one_in(6) { 8 * random.index(20) } else { 0 };
    let dims: Vec<String> = shape.iter().map(usize::to_string).collect();
    let attrs = attributes(random, ty);
    writeln!(
        text,
        "layout.tensor @x{number} {attrs}: tensor<{}x{ty}, {{order = {}{reqs}, offset = {offset}}}>",
        dims.join("x"),
        affine_map(&order)
    )
    .unwrap();
}

fn permutation(random: &mut Random, rank: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).collect();
    for last in (1..rank).rev() {
        order.swap(last, random.index(last + 1));
    }
    order
}

fn affine_map(order: &[usize]) -> String {
    let dims = |dims: &mut dyn Iterator<Item = usize>| {
        dims.map(|dim| format!("d{dim}")).collect::<Vec<_>>().join(", ")
    };
    format!(
        "affine_map<({}) -> ({})>",
        dims(&mut (0..order.len())),
        dims(&mut order.iter().copied())
    )
}

/// Returns random stride requirements on all dims but the innermost, which the device itself requires to be dense.
fn reqs(random: &mut Random, rank: usize) -> String {
    let mut found = Vec::new();
    let mut gaps = 0;
    for dim in 0..rank.saturating_sub(1) {
        match random.index(4) {
            0 | 1 if rank <= 6 || gaps == 0 => {
                gaps += 1;
                found.push(format!("m{dim}: aligned<{} bytes>", 1 + random.index(100)));
                if random.one_in(4) {
                    found.push(format!("m{dim}: aligned<{} elems>", 1 + random.index(8)));
                }
            }
            2 => found.push(format!("m{dim}: compact")),
            _ => {}
        }
    }
    // This stride exceeds that of any tensor here without the requirement.
    if rank > 1 && random.one_in(20) && !found.iter().any(|req| req.starts_with("m0")) {
        found.push(format!("m0: fixed<{} bytes>", 1 << 20));
    }
    if found.is_empty() {
        String::new()
    } else {
        format!(", reqs = #layout.reqs<{}>", found.join(", "))
    }
}

/// Returns random attributes. The device supports neither bf16 nor fp8 in shaders.
fn attributes(random: &mut Random, ty: &str) -> String {
    let mut attrs = Vec::new();
    if ty == "bf16" || ty.starts_with("f8") {
        attrs.push("usage = [\"TRANSFER_SRC\", \"DATA_GRAPH\"]");
    }
    if random.one_in(8) {
        attrs.push("tiling = \"OPTIMAL\"");
    }
    if attrs.is_empty() { String::new() } else { format!("{{{}}} ", attrs.join(", ")) }
}
