//! The options of an import.

/// The options of an import.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ImportOptions {
    /// The lengths of symbolic dims, by the names that the inputs of the model use.
    pub dims: Vec<(String, u64)>,
    /// The upper bounds of other symbolic dims, which stay dynamic. The types of all values have the bounds that follow.
    pub bounds: Vec<(String, u64)>,
    /// The IR type of ONNX's bool.
    pub bools: BoolStorage,
    /// `true` if all arguments and results are marked with `layout.any`, so that a pass chooses their layouts.
    pub any_layouts: bool,
}

/// The IR type of ONNX's bool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoolStorage {
    /// `i8`: one byte for each bool, as in ONNX's files and run times.
    #[default]
    Byte,
    /// `i1`, as in onnx-mlir.
    Bit,
}
