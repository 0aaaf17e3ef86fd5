//! Tests that random blocked layouts, as maps and as open descriptors, have the offsets and sizes of their definition, cost
//! the bytes of their buffers, and keep the results of graphs.

use super::{check_outputs, graph};
use crate::AssignLayouts;
use crate::assign_layouts::tests::parse;
use crate::testing::{interpret, run as run_pass};
use testkit::Random;

/// A dim of memory: a part of a logical dim.
#[derive(Clone, Copy)]
struct Block {
    dim: usize,
    /// The length; `None` for the outermost part, which the length of the dim determines.
    length: Option<usize>,
    /// The product of the lengths of the inner parts of the dim.
    inner: usize,
}

impl Block {
    /// Returns the length for a length of the logical dim.
    fn length_of(self, dim: usize) -> usize {
        self.length.unwrap_or_else(|| dim.div_ceil(self.inner))
    }

    fn digit(self, index: usize) -> usize {
        let outer = index / self.inner;
        self.length.map_or(outer, |length| outer % length)
    }

    fn expr(self) -> String {
        let Block { dim, inner, length } = self;
        match (length, inner) {
            (None, 1) => format!("d{dim}"),
            (None, _) => format!("d{dim} floordiv {inner}"),
            (Some(length), 1) => format!("d{dim} mod {length}"),
            (Some(length), _) => format!("(d{dim} mod {}) floordiv {inner}", length * inner),
        }
    }
}

/// The parts of dims in memory, major to minor.
struct Blocked {
    rank: usize,
    blocks: Vec<Block>,
}

impl Blocked {
    fn random(random: &mut Random, rank: usize) -> Blocked {
        let mut blocks = Vec::new();
        for dim in 0..rank {
            let mut inner = 1;
            for _ in 0..random.index(3) {
                let length = 2 + random.index(3);
                blocks.push(Block { dim, length: Some(length), inner });
                inner *= length;
            }
            blocks.push(Block { dim, length: None, inner });
        }
        let order = random.permutation(blocks.len());
        Blocked { rank, blocks: order.into_iter().map(|at| blocks[at]).collect() }
    }

    fn map(&self) -> String {
        let dims: Vec<String> = (0..self.rank).map(|dim| format!("d{dim}")).collect();
        let results: Vec<String> = self.blocks.iter().map(|block| block.expr()).collect();
        format!("affine_map<({}) -> ({})>", dims.join(", "), results.join(", "))
    }

    /// Returns a descriptor of this layout for all shapes.
    fn descriptor(&self, name: &str) -> String {
        let names: Vec<String> = (0..self.blocks.len()).map(|at| format!("%m{at}")).collect();
        let lengths = self.blocks.iter().map(|block| match block.length {
            Some(length) => length.to_string(),
            None => "?".to_owned(),
        });
        let lengths: Vec<String> = lengths.collect();
        let mut text = format!(
            "layout.descriptor @{name} {{\n  {} = layout.packed [{}]\n",
            names.join(", "),
            lengths.join(", ")
        );
        for dim in 0..self.rank {
            let mut parts: Vec<usize> =
                (0..names.len()).filter(|&at| self.blocks[at].dim == dim).collect();
            parts.sort_by_key(|&at| std::cmp::Reverse(self.blocks[at].inner));
            let parts: Vec<&str> = parts.iter().map(|&at| names[at].as_str()).collect();
            text += &format!("  %d{dim} = layout.merge {}\n", parts.join(", "));
        }
        let dims: Vec<String> = (0..self.rank).map(|dim| format!("%d{dim}")).collect();
        text + &format!("  layout.yield {}\n}}\n", dims.join(", "))
    }

    fn size(&self, lens: &[usize]) -> usize {
        self.blocks.iter().map(|block| block.length_of(lens[block.dim])).product()
    }

    fn offset(&self, lens: &[usize], index: &[usize]) -> usize {
        self.blocks.iter().fold(0, |offset, block| {
            offset * block.length_of(lens[block.dim]) + block.digit(index[block.dim])
        })
    }
}

fn lens(random: &mut Random, rank: usize) -> Vec<usize> {
    (0..rank).map(|_| 1 + random.index(9)).collect()
}

fn shape(lens: &[usize]) -> String {
    let lens: Vec<String> = lens.iter().map(usize::to_string).collect();
    lens.join("x")
}

#[test]
fn random_blocked_layouts_have_the_offsets_of_their_definition() {
    let mut random = Random::new(71);
    for _ in 0..40 {
        let rank = 1 + random.index(3);
        let blocked = Blocked::random(&mut random, rank);
        let lens = lens(&mut random, rank);
        let ty = shape(&lens);
        let text = format!(
            "{}layout.tensor @a : tensor<{ty}xf16, {{layout = {}}}>\nlayout.tensor @b : tensor<{ty}xf16, {{layout = @open}}>",
            blocked.descriptor("open"),
            blocked.map()
        );
        let module = parse(&text);
        for name in ["a", "b"] {
            let op = module.walk().find(|&op| module.symbol(op) == Some(name)).unwrap();
            let layout = interpret::layout(&module, module.type_attr(op, "type").unwrap());
            let size = usize::try_from(layout.allocation().unwrap().get()).unwrap();
            assert_eq!(size, blocked.size(&lens), "{text}");
            for index in interpret::indices(&lens) {
                let offset = interpret::offset(&layout, &index);
                assert_eq!(offset, blocked.offset(&lens, &index), "{index:?}\n{text}");
            }
        }
    }
}

#[test]
fn reorders_of_random_blocked_layouts_cost_the_bytes_of_their_buffers() {
    let mut random = Random::new(72);
    for _ in 0..40 {
        let rank = 1 + random.index(3);
        let [a, b] = [0, 1].map(|_| Blocked::random(&mut random, rank));
        let lens = lens(&mut random, rank);
        let ty = format!("tensor<{}xf16>", shape(&lens));
        let (map, other) = (a.map(), b.map());
        let text = format!(
            "{}func.func @f(%x: {ty}) -> {ty} {{
              %0 = \"t.a\"(%x) {{layout.choices = [#layout.choice<({map}) -> @open>]}} : ({ty}) -> {ty}
              %1 = \"t.b\"(%0) {{layout.choices = [#layout.choice<({map}) -> {other}>]}} : ({ty}) -> {ty}
              return %1 : {ty}
            }}",
            a.descriptor("open")
        );
        let ran = run_pass(&AssignLayouts::default(), parse(&text), None);
        let dense: usize = lens.iter().product();
        // A move is free if all elements keep their slots, in a buffer of equal size.
        let cost = |blocked: &Blocked| {
            let size = blocked.size(&lens);
            let moved = interpret::indices(&lens)
                .iter()
                .any(|index| interpret::position(&lens, index) != blocked.offset(&lens, index));
            if moved || size != dense { 2 * (dense + size) as u64 } else { 0 }
        };
        assert_eq!(ran.stats.get("cost (bytes)"), cost(&a) + cost(&b), "{text}\n{}", ran.text());
        assert_eq!(ran.stats.get("gap (bytes)"), 0);
        let resolve = crate::ResolveStrides { insert_copies: true, certificate: None };
        let resolved = run_pass(&resolve, parse(&ran.text()), None);
        assert_eq!(resolved.stats.get("copies inserted"), 0, "{text}\n{}", ran.text());
    }
}

#[test]
fn blocked_layouts_preserve_results_of_random_graphs() {
    let mut random = Random::new(73);
    for seed in 1..30 {
        let [a, b] = [0, 1].map(|_| Blocked::random(&mut random, 4));
        let text = graph(seed, false)
            .replace("<(NWCH) -> ", "<(@open) -> ")
            .replace(") -> NWCH", &format!(") -> {}", b.map()));
        check_outputs(&AssignLayouts::default(), &(a.descriptor("open") + &text), None);
    }
}
