//! The limits of the crate: its code and `docs/limits.md` read each number here.

layout::limits! {
    /// Nodes of the e-graph of `simplify-index`.
    EGRAPH_NODES = 300, "addresses", "no more rules are applied";
    /// Terms of a sum whose best order is exact.
    ORDERED_TERMS = 9, "addresses", "a fixed order";
    /// The maximum number of bits of a result whose bits are rewritten.
    MAPPED_BITS = 32;
    /// The maximum number of sources of such a bit: a bit of more is a source of its own.
    SOURCES_OF_BIT = 32;
    /// The maximum number of parities of a sum of bits.
    PARITIES = 64;
    /// The maximum number of sums of a class of the e-graph.
    SUMS = 40;
    /// The maximum number of choices that branch and bound tries to extract a program.
    EXTRACTION_STEPS = 2_000;
    /// The maximum number of passes of the greedy choice over all classes of the e-graph.
    SWEEPS = 16;
    /// The maximum number of classes of the e-graph that the exchanges visit.
    VISITS = 1 << 22;
    /// The maximum number of sources of a network, and of groups of bits that products move, of which pairs are joined.
    PAIRED = 6;
    /// The maximum number of rounds of the rules of the e-graph.
    ROUNDS = 8;
    /// The maximum number of carries of one value of a step that is computed by cases.
    STEP_CARRIES = 4;
    /// The maximum number of terms of a sum, so that a set of terms fits a `TermSet`.
    TERMS = 30;
    /// The maximum number of symbols, and of dims, of which all combinations of their ends are tried to find an intermediate
    /// value that does not fit.
    WITNESS_CORNER_BITS = 6;
}
