//! Conversions between placements in a subgroup, in C: a function over the registers of all lanes.

use super::LaneMove;
use ir::layout::joined;

/// Returns the function of a conversion in C. Elements are moved as bytes: `src` has the registers of thread 0, then those of
/// thread 1, and so on, where the lane is the fastest part of a thread.
pub(crate) fn in_c(name: &str, conversion: &LaneMove) -> String {
    let LaneMove { plan, .. } = conversion;
    let [registers, results] = plan.registers;
    let outer: usize = plan.outer.iter().map(|(_, bits)| bits).sum();
    let threads = plan.lanes << outer;
    let bytes = conversion.bits.div_ceil(8);
    let thread_bits = plan.lane_columns.len();
    let lane = (0..thread_bits).filter(|&bit| plan.lane_columns[bit] != 0);
    let lane = lane.map(|bit| format!("(thread >> {bit} & 1u) * {}u", plan.lane_columns[bit]));
    let lane = joined(lane, " ^ ");
    let lane = if lane.is_empty() { "0u".to_owned() } else { lane };
    let mut rounds = Vec::new();
    for round in &plan.rounds {
        rounds.extend(
            round.into.iter().map(|into| format!("{{{}, {}, {into}}}", round.send, round.lane)),
        );
    }
    let count = rounds.len();
    let rounds = joined(rounds, ", ");
    let subgroup = format!("(thread & ~{}u)", plan.lanes - 1);
    format!(
        "
/* {comment}
   src has {threads} threads of {registers} registers of {bytes} bytes, dst {threads} of {results}. */
LAYOUTC_KERNEL void {name}(const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst)
{{
    /* The register that each thread sends, the number that is added to the lane, and the register that takes the value. */
    static const uint32_t rounds[{count}][3] = {{{rounds}}};
    for (uint32_t thread = 0; thread < {threads}u; ++thread) {{
        const uint32_t lane = {lane};
        for (uint32_t round = 0; round < {count}u; ++round) {{
            const uint32_t from = {subgroup} | (lane ^ rounds[round][1]);
            const uint32_t send = rounds[round][0] ^ {before};
            const uint32_t into = rounds[round][2] ^ {after};
            if (into < {results}u)
                memcpy((unsigned char *)dst + (size_t)(thread * {results}u + into) * {bytes}u,
                       (const unsigned char *)src + (size_t)(from * {registers}u + send) * {bytes}u, {bytes}u);
        }}
    }}
}}
",
        comment = conversion.comment,
        before = added(&plan.before, "from"),
        after = added(&plan.after, "thread"),
    )
}

/// Returns the number whose bits are the parities of the masked bits of a word.
fn added(masks: &[u64], word: &str) -> String {
    let bits = masks.iter().enumerate().filter(|(_, mask)| **mask != 0).map(|(bit, mask)| {
        let ones = (0..64).filter(|at| mask >> at & 1 == 1).map(|at| format!("{word} >> {at}"));
        format!("(({}) & 1u) << {bit}", joined(ones, " ^ "))
    });
    let sum = joined(bits, " | ");
    if sum.is_empty() { "0u".to_owned() } else { format!("({sum})") }
}
