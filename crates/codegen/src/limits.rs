//! The limits of the crate: its code and `docs/limits.md` read each number here.

ir::layout::limits! {
    /// Parameters of a SPIR-V function.
    PARAMETERS = 255, "addresses", "L0606";
    /// Bytes of a storage buffer.
    BUFFER_BYTES = u32::MAX as u64, "kernels", "L0405; C has no such limit";
    /// Workgroups in one dimension.
    WORKGROUPS = 65_535, "kernels", "more dimensions";
    /// Invocations of a workgroup.
    LOCAL_SIZE = 128, "kernels", "more workgroups";
    /// Slots of a conversion in a subgroup, on which its plan is executed.
    PROVEN_SLOTS = 1 << 20, "kernels", "no function";
    /// The maximum depth of calls in a SPIR-V module that is read.
    CALL_DEPTH = 64;
    /// The maximum id bound of a SPIR-V module.
    ID_BOUND = 0x3F_FFFF;
    /// The maximum length of a name in SPIR-V, in bytes.
    NAME_BYTES = 65_535;
    /// The maximum size of the constant of a graph in bytes, which a compiler can hold in memory.
    CONSTANT_BYTES = 1 << 30;
    /// The maximum number of a descriptor set of a graph.
    DESCRIPTOR_SET = 31;
    /// The greatest rank of a tensor that every device allows, and of a tensor of ARM's scenario runner.
    TENSOR_RANK = 4;
    /// The greatest rank of a constant of a graph in ARM's scenario runner.
    CONSTANT_RANK = 6;
    /// The maximum number of bytes of all constants of a graph that a header contains.
    HEADER_BYTES = 1 << 22;
}
