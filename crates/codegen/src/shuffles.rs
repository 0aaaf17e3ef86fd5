//! Conversions between placements in a subgroup, as functions over shuffles.
//!
//! Such a `layout.reorder` moves values between the registers of lanes. Its plan ([`ShufflePlan`]) is proven before it is
//! written: executed on the indices that the slots of the source hold, it gives every slot of the target its index. In a
//! shader the function has the registers of one lane as arrays, and reads other lanes by shuffles:
//!
//! ```text
//! void reorder_f_y(uint lane, in float src[2], out float dst[2])
//! {
//!     bool c0 = (lane & 1u) != 0u;
//!     float a0 = c0 ? src[1] : src[0];
//!     float a1 = c0 ? src[0] : src[1];
//!     float b0 = subgroupShuffle(a0, lane);
//!     ...
//! }
//! ```
//!
//! Of an element in a wider word only the low bits count. Elements of at most 16 bits that come from one lane share a shuffle
//! of 32 bits.
//!
//! `find` finds and proves the conversions; a language is a [`ShuffleLanguage`]. C has no lanes, so there the function
//! converts the registers of all lanes (`in_c`).

mod find;
mod in_c;

use crate::emitter::EmitContext;
use crate::identifiers::{Reserved, UniqueNames, identifiers};
use ir::Verified;
use ir::descriptor::Layouts;
use ir::kernel;
use ir::layout::{ShufflePlan, ShuffleRound, joined};

pub(crate) use find::{LaneMove, lane_moves};
pub(crate) use in_c::in_c;

/// The syntax of shuffles in a language of shaders.
pub(crate) struct ShuffleLanguage {
    /// The type of the words that hold an element of this many bits; floats of 32 bits have their own.
    pub(crate) word: fn(u64, bool) -> &'static str,
    /// The text before and after the type of an array parameter that is read.
    pub(crate) input: &'static str,
    /// The text before the type of an array parameter that is written.
    pub(crate) output: &'static str,
    /// The specifiers of a function.
    pub(crate) specifiers: &'static str,
    /// The function that counts the bits of a word.
    pub(crate) count_bits: &'static str,
    /// The function that reads a value of another lane: its arguments are the value and the lane.
    pub(crate) shuffle: &'static str,
}

impl ShuffleLanguage {
    /// Returns the function of a conversion.
    pub(crate) fn function(&self, name: &str, conversion: &LaneMove) -> String {
        let plan = &conversion.plan;
        let ty = (self.word)(conversion.bits, conversion.is_float);
        let mut text = format!("\n// {}\n", conversion.comment);
        let outer = plan.outer.iter().filter(|(axis, _)| uses_axis(plan, axis.as_str()));
        let outer: Vec<&str> = outer.map(|(axis, _)| axis.as_str()).collect();
        let params = outer.iter().map(|axis| format!(", uint {axis}"));
        let [registers, results] = plan.registers;
        text += &format!(
            "{}void {name}(uint lane{}, {}{ty} src[{registers}], {}{ty} dst[{results}])\n{{\n",
            self.specifiers,
            joined(params, ""),
            self.input,
            self.output
        );
        let bits = conversion.bits;
        let mut body = Body { language: self, ty, bits, plan, text, conditions: Vec::new() };
        body.statements();
        body.text + "}\n"
    }
}

/// Returns `true` if a module converts placements.
pub(crate) fn has_moves(module: &Verified, cx: &EmitContext<'_>) -> bool {
    let layouts = Layouts::new(module, cx.registry);
    let mut reorders = cx.registry.ops_with(module, |def| def.is_copy);
    reorders.any(|op| kernel::placement_ends(module, &layouts, op).is_some())
}

/// Returns the functions of all conversions between placements of a module as text. `names` are in use.
pub(crate) fn functions(
    language: &ShuffleLanguage,
    module: &Verified,
    cx: &EmitContext<'_>,
    (reserved, names): (&Reserved, &[String]),
) -> String {
    let moves = lane_moves(module, cx);
    let own = identifiers(moves.iter().map(|it| &it.name), reserved, &[]);
    let mut unique = UniqueNames::new(names);
    let texts = moves
        .iter()
        .zip(own)
        .map(|(conversion, name)| language.function(&unique.claim(&name), conversion));
    joined(texts, "")
}

/// Returns `true` if a plan depends on the coordinate on an outer axis.
fn uses_axis(plan: &ShufflePlan, axis: &str) -> bool {
    outer_bits(plan).any(|(name, _, bit)| {
        let masks = plan.before.iter().chain(&plan.after);
        name == axis
            && (masks.into_iter().any(|mask| mask >> bit & 1 == 1) || plan.lane_columns[bit] != 0)
    })
}

/// Returns the outer bits of a thread: the axis, the bit of its coordinate, and the bit of the thread.
fn outer_bits(plan: &ShufflePlan) -> impl Iterator<Item = (&str, usize, usize)> {
    let lanes = plan.lanes.trailing_zeros() as usize;
    let bits = plan
        .outer
        .iter()
        .flat_map(|(axis, count)| (0..*count).map(move |bit| (axis.as_str(), bit)));
    bits.zip(lanes..).map(|((axis, bit), at)| (axis, bit, at))
}

/// The statements of a function.
struct Body<'a> {
    language: &'a ShuffleLanguage,
    ty: &'static str,
    /// The bits of an element.
    bits: u64,
    plan: &'a ShufflePlan,
    text: String,
    /// The masks of the conditions so far. Condition i is named `c{i}`.
    conditions: Vec<u64>,
}

impl Body<'_> {
    fn statements(&mut self) {
        let [registers, _] = self.plan.registers;
        let all = 1u64 << self.plan.after.len();
        let sources: Vec<String> = (0..registers).map(|at| format!("src[{at}]")).collect();
        let before = self.plan.before.clone();
        let sent = self.exchanged("a", sources, &before);
        let from = self.lane();
        let mut values = vec![String::new(); all as usize];
        let received = self.received(&sent, &from);
        for (round, name) in self.plan.rounds.iter().zip(received) {
            for &into in &round.into {
                values[into as usize].clone_from(&name);
            }
        }
        let after = self.plan.after.clone();
        let results = self.exchanged("d", values, &after);
        for (at, value) in results.iter().take(self.plan.registers[1] as usize).enumerate() {
            self.text += &format!("    dst[{at}] = {value};\n");
        }
    }

    /// Sends the values of all rounds, and returns the names of the received ones. Small elements share the words of
    /// shuffles.
    fn received(&mut self, sent: &[String], from: &str) -> Vec<String> {
        let plan = self.plan;
        let value = |number: usize| &sent[plan.rounds[number].send as usize];
        let mut received: Vec<String> =
            (0..plan.rounds.len()).map(|at| value(at).clone()).collect();
        for (number, word) in plan.words(self.bits).into_iter().enumerate() {
            let lane = with_constant(from, plan.rounds[word[0]].lane);
            let (ty, shuffle) = (self.ty, self.language.shuffle);
            if let [round] = word[..] {
                let value = value(round);
                self.text += &format!("    {ty} b{round} = {shuffle}({value}, {lane});\n");
                received[round] = format!("b{round}");
                continue;
            }
            let mask = (1u64 << self.bits) - 1;
            let shifted = (0..).step_by(self.bits as usize);
            let parts = word
                .iter()
                .zip(shifted.clone())
                .map(|(&round, shift)| format!("({} & {mask}u) << {shift}", value(round)));
            let parts = joined(parts, " | ");
            self.text += &format!(
                "    uint w{number} = {parts};\n    w{number} = {shuffle}(w{number}, {lane});\n"
            );
            for (&round, shift) in word.iter().zip(shifted) {
                self.text += &format!("    {ty} b{round} = w{number} >> {shift} & {mask}u;\n");
                received[round] = format!("b{round}");
            }
        }
        received
    }

    /// Exchanges values: value j becomes value j with the parity of each mask added to its bit.
    fn exchanged(&mut self, prefix: &str, mut values: Vec<String>, masks: &[u64]) -> Vec<String> {
        for (bit, &mask) in masks.iter().enumerate().filter(|(_, mask)| **mask != 0) {
            let condition = self.condition(mask);
            let mut swapped = Vec::with_capacity(values.len());
            for at in 0..values.len() {
                let (own, other) = (&values[at], &values[at ^ 1 << bit]);
                if own == other {
                    swapped.push(own.clone());
                    continue;
                }
                let name = format!("{prefix}{bit}_{at}");
                let ty = self.ty;
                self.text += &format!("    {ty} {name} = {condition} ? {other} : {own};\n");
                swapped.push(name);
            }
            values = swapped;
        }
        values
    }

    /// Returns the name of the condition that the parity of the bits of a mask is 1.
    fn condition(&mut self, mask: u64) -> String {
        if let Some(known) = self.conditions.iter().position(|&known| known == mask) {
            return format!("c{known}");
        }
        let name = format!("c{}", self.conditions.len());
        self.conditions.push(mask);
        let masked = self.masked(mask);
        let value = match mask.count_ones() {
            1 => format!("{masked} != 0u"),
            _ => format!("({}({masked}) & 1u) != 0u", self.language.count_bits),
        };
        self.text += &format!("    bool {name} = {value};\n");
        name
    }

    /// Returns a word with the same number of set bits as a masked thread, up to an even number.
    fn masked(&self, mask: u64) -> String {
        let lanes = self.plan.lanes - 1;
        let mut parts = Vec::new();
        if mask & lanes != 0 {
            parts.push(format!("(lane & {}u)", mask & lanes));
        }
        let outer = outer_bits(self.plan).filter(|(_, _, at)| mask >> at & 1 == 1);
        parts.extend(outer.map(|(axis, bit, _)| format!("({axis} >> {bit} & 1u)")));
        // Different parts have different bits, or are counted together.
        match &parts[..] {
            [one] => one.clone(),
            _ => format!("({})", self.distinct(&parts)),
        }
    }

    /// Returns parts joined so that no set bit hides another: bits of outer axes are moved above those of lanes.
    fn distinct(&self, parts: &[String]) -> String {
        let lanes = self.plan.lanes.trailing_zeros() as usize;
        let moved = parts.iter().enumerate().map(|(at, part)| match part.starts_with("(lane") {
            true => part.clone(),
            false => format!("{part} << {}", lanes + at),
        });
        joined(moved, " | ")
    }

    /// Writes the lane to read from without the constant of a round, and returns its name.
    fn lane(&mut self) -> String {
        let plan = self.plan;
        let lane_bits = plan.lanes.trailing_zeros() as usize;
        let is_kept = |bit: usize| plan.lane_columns[bit] == 1 << bit;
        let kept =
            (0..lane_bits).filter(|&bit| is_kept(bit)).fold(0u64, |mask, bit| mask | 1 << bit);
        let has_shuffles = plan.rounds.iter().any(|round: &ShuffleRound| !plan.is_own(round));
        let mut parts = Vec::new();
        if kept == plan.lanes - 1 {
            parts.push("lane".to_owned());
        } else if kept != 0 {
            parts.push(format!("(lane & {kept}u)"));
        }
        for bit in (0..lane_bits).filter(|&bit| !is_kept(bit) && plan.lane_columns[bit] != 0) {
            parts.push(format!("(lane >> {bit} & 1u) * {}u", plan.lane_columns[bit]));
        }
        for (axis, bit, at) in outer_bits(plan).filter(|(_, _, at)| plan.lane_columns[*at] != 0) {
            parts.push(format!("({axis} >> {bit} & 1u) * {}u", plan.lane_columns[at]));
        }
        match &parts[..] {
            [] => "0u".to_owned(),
            [one] if one == "lane" => one.clone(),
            _ if !has_shuffles => "lane".to_owned(),
            _ => {
                self.text += &format!("    uint from = {};\n", joined(&parts, " ^ "));
                "from".to_owned()
            }
        }
    }
}

fn with_constant(lane: &str, constant: u64) -> String {
    match (lane, constant) {
        (lane, 0) => lane.to_owned(),
        ("0u", constant) => format!("{constant}u"),
        (lane, constant) => format!("{lane} ^ {constant}u"),
    }
}
