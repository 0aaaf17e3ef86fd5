//! The limits of the crate: its code and `docs/limits.md` read each number here.

ir::layout::limits! {
    /// Candidate layouts of one value.
    CANDIDATES = 720, "graphs", "dropped, and counted by `--stats`";
    /// Dims longer than 1 for which all orders of a reshape are candidates.
    PERMUTED = 6, "graphs", "the orders of neighbors are candidates";
    /// Signatures of a private function that are solved exactly.
    VARIANTS = 64, "graphs", "the bound is that of a relaxation";
    /// Layouts of one value of which all sets of copies are considered.
    COPY_CLASSES = 10, "graphs", "fewer sets; the gap reports what is not proven";
    /// Iterations that are assumed for a loop of unknown length.
    UNKNOWN_TRIPS = 16, "graphs", "only costs in time depend on it";
    /// Overlapping matches of groups of which all sets without a common op are considered.
    OVERLAPS = 16, "graphs", "one set, with a remark, and the bound is 0";
    /// Copies that `copies=insert` tries for one conflict, cheapest first.
    TRIED_COPIES = 64, "graphs", "the best of those";
    /// Pairs of buffers of a function that are live together.
    MEMORY_CONFLICTS = 1 << 23, "graphs", "`plan-memory` places them by first fit; the gap reports what is not proven";
    /// Combinations of layouts of one step of a certificate.
    CERTIFICATE_BUCKET = 1 << 16, "graphs", "no certificate, with a remark";
    /// Combinations of layouts of all steps of a certificate.
    CERTIFICATE_COMBINATIONS = 1 << 18, "graphs", "no certificate, with a remark";
    /// Values of symbols at which costs are compared.
    SYMBOL_POINTS = 64, "graphs", "error, except where the bytes are linear in each symbol";
    /// Booleans of a certificate.
    CERTIFICATE_BOOLEANS = 1 << 16, "graphs", "no certificate, with a remark";
    /// Indices at which `check-addresses` compares all.
    COMPARED_INDICES = 1 << 22, "addresses", "corners and samples, with a remark; `smt` proves the rest";
    /// Samples beyond that number.
    SAMPLED_INDICES = 1 << 16, "addresses", "only z3 decides the other indices";
    /// Symbols, and dims, of which `check-addresses` compares all combinations of their ends.
    SYMBOL_CORNER_BITS = 6, "addresses", "the greatest values of the others";
    /// Memory of z3, in megabytes.
    SOLVER_MEGABYTES = 2048, "addresses", "undecided, with a remark";
    /// The maximum weight of a module, of which the weights of clones are fractions.
    WEIGHT = 1 << 20;
    /// The maximum number of uses of a value that may have copies of their own.
    COPIED_USES = 12;
    /// The maximum number of exclusions of a group of sites.
    EXCLUSIONS = 20_000;
    /// The maximum number of tensors that a value is a part of.
    WHOLES = 64;
    /// The maximum number of joint layouts of one conflict.
    JOINT_LAYOUTS = 2_000;
    /// The maximum number of labels of a node of the layout problem.
    COPY_LABELS = 64;
    /// The maximum number of pairs of forms of one value that one exclusion allows.
    FORM_PAIRS = 256;
    /// The maximum number of peaks of a function that are excluded at once.
    PEAKS = 8;
    /// The maximum number of sites of a function whose whole assignment is excluded.
    EXCLUDED_SITES = 48;
    /// The maximum number of uses listed for a value.
    EXPLAINED_USES = 12;
    /// The maximum number of tensors of a buffer that is compared with other buffers.
    COMPARED_TENSORS = 32;
    /// The maximum number of tensors of a buffer that a sentence names.
    NAMED_TENSORS = 3;
    /// The maximum number of sources of one requirement that are named.
    NAMED_SOURCES = 4;
    /// The number of parts of one op after which no further buffer is embedded in another for this op.
    COMPARED_PARTS = 1 << 24;
    /// The maximum number of violations of one rule that a diagnostic lists.
    LISTED_VIOLATIONS = 4;
}
