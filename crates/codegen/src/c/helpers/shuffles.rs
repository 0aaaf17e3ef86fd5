//! Perfect shuffles of a sequence of vectors as C.
//!
//! A perfect shuffle interleaves the halves of a sequence of n units, so that the unit at position p moves to 2 p modulo
//! n - 1. A matrix of R x C units in row-major order is transposed by a move to R p modulo n - 1, so by log2(R) shuffles
//! where R is a power of two. Interleaving two vectors is one instruction for each half of the result.

use super::function::LANE;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The vectors of a function, as C.
#[derive(Clone, Copy)]
pub(super) enum Vectors {
    /// Of one or two lanes.
    Narrow,
    /// Of four lanes, which only some CPUs have.
    Wide,
}

impl Vectors {
    fn ty(self) -> &'static str {
        match self {
            Vectors::Narrow => "layoutc_vector",
            Vectors::Wide => "layoutc_wide",
        }
    }

    /// Returns the prefix of the macros that interleave.
    fn prefix(self) -> &'static str {
        match self {
            Vectors::Narrow => "LAYOUTC",
            Vectors::Wide => "LAYOUTC_WIDE",
        }
    }
}

/// Returns the loads of the vectors `a0`, `a1`, ... from these expressions.
pub(super) fn loads(vectors: Vectors, from: impl Iterator<Item = String>) -> String {
    let ty = vectors.ty();
    from.enumerate().map(|(at, load)| format!("    const {ty} a{at} = {load};\n")).collect()
}

/// Returns the shuffles of an even number of vectors `a0`, `a1`, ... as far as the first `results` need them, and the prefix
/// of the names of the results.
pub(super) fn shuffles(
    vectors: Vectors,
    unit: i64,
    count: i64,
    rounds: u32,
    results: i64,
) -> (String, char) {
    let (ty, prefix) = (vectors.ty(), vectors.prefix());
    let half = count / 2;
    let mut used: Vec<BTreeSet<i64>> = vec![(0..results).collect()];
    for _ in 1..rounds {
        let last = used.last().into_iter().flatten();
        let before = last.flat_map(|at| [at / 2, at / 2 + half]).collect();
        used.push(before);
    }
    let mut text = String::new();
    let mut from = 'a';
    for (to, used) in ('b'..).zip(used.into_iter().rev()).take(usize::try_from(rounds).unwrap_or(0))
    {
        for at in used {
            let part = if at % 2 == 0 { "LOW" } else { "HIGH" };
            let (first, second) = (at / 2, at / 2 + half);
            let _ = writeln!(
                text,
                "    const {ty} {to}{at} = {prefix}_{part}_{unit}({from}{first}, {from}{second});"
            );
        }
        from = to;
    }
    (text, from)
}

/// Returns the positions of the bytes of a lane of which groups get another distance, as C. Of each, `copied` are copied, and
/// the others zeros.
pub(super) fn positions(groups: i64, (from, to): (i64, i64), copied: i64) -> String {
    let positions = (0..LANE).map(|at| {
        let (group, byte) = (at / to, at % to);
        let is_copied = group < groups && byte < copied;
        if is_copied { (group * from + byte).to_string() } else { "128".to_owned() }
    });
    positions.collect::<Vec<String>>().join(", ")
}

/// Returns the loop over vectors of `lane` units in each lane up to `whole`, a C expression, with a body for the units from
/// `x` on; the last vectors overlap those before. `i` is then the number of units that are done.
pub(super) fn over_vectors(lane: i64, whole: &str, body: &str) -> String {
    format!(
        "    const int64_t wide = {lane} * LAYOUTC_LANES;
    const int64_t whole = {whole};
    if (whole >= wide) {{
        for (; i < whole; i += wide) {{
            const int64_t x = i + wide <= whole ? i : whole - wide;
{body}        }}
        i = whole;
    }}
"
    )
}
