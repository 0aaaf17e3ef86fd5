//! Generated networks of many ops whose convolutions have random choices, as text.

use std::fmt::Write;

/// The connections between the ops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Each op uses the result of the previous one.
    Chain,
    /// Blocks of two convolutions with a shortcut around them.
    Ladder,
    /// Blocks of twelve layers, each of which uses all previous ones of the block.
    Dense,
}

/// The common properties of the two choices of a convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choices {
    /// Both produce one order; the second choice also uses that order as its input, at a cost.
    OneResult,
    /// None; the second choice has a cost.
    Nothing,
}

/// The number of layers of a dense block.
const LAYERS: usize = 12;
const TENSOR: &str = "tensor<1x64x56x56xf16>";
const ORDERS: [&str; 3] = ["NCHW", "NHWC", "NWCH"];

/// Returns a module of at least `ops` ops. Equal arguments produce equal modules.
pub(crate) fn text(kind: Kind, choices: Choices, ops: usize, seed: u64) -> String {
    let mut maker = Maker { body: String::new(), ops: 0, random: seed, choices };
    let mut last = "%x".to_owned();
    while maker.ops < ops {
        last = match kind {
            Kind::Chain => maker.layer(&last),
            Kind::Ladder => {
                let inner = maker.layer(&last);
                let inner = maker.convolution(&inner);
                let sum = maker.agnostic("t.add", &[inner, last]);
                maker.agnostic("t.relu", &[sum])
            }
            Kind::Dense => maker.block(last),
        };
    }
    format!(
        "func.func @f(%x: {TENSOR}) -> {TENSOR} {{\n{}  return {last} : {TENSOR}\n}}\n",
        maker.body
    )
}

struct Maker {
    body: String,
    ops: usize,
    random: u64,
    choices: Choices,
}

impl Maker {
    fn below(&mut self, bound: u64) -> u64 {
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % bound
    }

    fn order(&mut self) -> &'static str {
        ORDERS[self.below(ORDERS.len() as u64) as usize]
    }

    fn op(&mut self, name: &str, reads: &[String], choices: &str) -> String {
        let types = vec![TENSOR; reads.len()].join(", ");
        let (number, reads) = (self.ops, reads.join(", "));
        self.ops += 1;
        writeln!(
            self.body,
            "  %v{number} = \"{name}\"({reads}) {{layout.choices = [{choices}]}} : ({types}) -> {TENSOR}"
        )
        .expect("writing to a string never fails");
        format!("%v{number}")
    }

    /// Adds an op with two choices.
    fn convolution(&mut self, reads: &str) -> String {
        let (from, to, cost) = (self.order(), self.order(), self.below(100_000));
        let (other, also) = match self.choices {
            Choices::OneResult => (to, to),
            Choices::Nothing => (self.order(), self.order()),
        };
        let choices = format!(
            "#layout.choice<({from}) -> {to}>, #layout.choice<({other}) -> {also}, cost = {cost}>"
        );
        self.op("t.conv", &[reads.to_owned()], &choices)
    }

    fn agnostic(&mut self, name: &str, reads: &[String]) -> String {
        self.op(name, reads, "#layout.choice<same>")
    }

    fn layer(&mut self, reads: &str) -> String {
        let made = self.convolution(reads);
        self.agnostic("t.relu", &[made])
    }

    fn block(&mut self, first: String) -> String {
        let mut all = vec![first];
        for _ in 0..LAYERS {
            let joined = if all.len() > 1 { self.agnostic("t.add", &all) } else { all[0].clone() };
            let active = self.agnostic("t.relu", &[joined]);
            all.push(self.convolution(&active));
        }
        self.agnostic("t.add", &all)
    }
}
