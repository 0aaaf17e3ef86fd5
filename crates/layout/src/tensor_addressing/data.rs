//! The state of a tensor layout and a tensor view.

use crate::space::row_major_strides;

/// The maximum number of dims of a tensor layout, and of a tensor view.
pub const MAX_NV_DIMS: usize = crate::limits::NV_DIMS as usize;

/// The treatment of coordinates outside the dimension: the enumeration "Tensor Clamp Mode".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NvClampMode {
    /// An access outside has undefined behavior.
    Undefined,
    /// A load outside returns the clamp value, and a store outside has no effect.
    Constant,
    /// A load outside reads the nearest coordinate.
    ClampToEdge,
    /// A load outside reads the coordinate modulo the dimension.
    Repeat,
    /// A load outside reads the coordinate of the mirror image.
    RepeatMirrored,
}

impl NvClampMode {
    /// All modes, in the order of their numbers.
    pub const ALL: [NvClampMode; 5] = [
        NvClampMode::Undefined,
        NvClampMode::Constant,
        NvClampMode::ClampToEdge,
        NvClampMode::Repeat,
        NvClampMode::RepeatMirrored,
    ];

    /// Returns the number of the mode in SPIR-V.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// Returns the mode with a number; `None` if the number has no mode.
    pub fn of_number(number: u32) -> Option<NvClampMode> {
        NvClampMode::ALL.get(number as usize).copied()
    }

    /// Returns the name of the mode in SPIR-V.
    pub fn name(self) -> &'static str {
        match self {
            NvClampMode::Undefined => "Undefined",
            NvClampMode::Constant => "Constant",
            NvClampMode::ClampToEdge => "ClampToEdge",
            NvClampMode::Repeat => "Repeat",
            NvClampMode::RepeatMirrored => "RepeatMirrored",
        }
    }
}

impl_display!(NvClampMode { mode => "{}" (mode.name()) });

/// A dim of a tensor layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NvTensorDim {
    /// The number of coordinates that share an element of memory, at least 1.
    pub block_size: u32,
    /// The number of coordinates of the tensor.
    pub dimension: u32,
    /// The stride of a block, in elements.
    pub stride: u32,
    /// The first coordinate of the region. A negative one is outside the tensor.
    pub offset: i32,
    /// The number of coordinates of the region.
    pub span: u32,
}

impl NvTensorDim {
    /// Returns the number of blocks of the tensor.
    pub fn blocks(&self) -> u32 {
        self.dimension.div_ceil(self.block_size.max(1))
    }
}

/// A tensor layout: coordinates in memory, with the region that is accessed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NvTensorLayout {
    /// The dims, outermost first.
    pub dims: Vec<NvTensorDim>,
    /// The treatment of coordinates outside the dimension.
    pub clamp: NvClampMode,
    /// The bits that a load outside returns in mode [`NvClampMode::Constant`].
    pub clamp_value: u32,
}

/// Returns the row-major strides of lengths; `None` if one does not fit 32 bits.
fn dense_strides(lengths: impl Iterator<Item = u32>) -> Option<Vec<u32>> {
    let strides = row_major_strides(&lengths.map(i64::from).collect::<Vec<_>>())?;
    strides.into_iter().map(|stride| stride.try_into().ok()).collect()
}

impl NvTensorLayout {
    /// Returns the strides that `OpTensorLayoutSetDimensionNV` sets; `None` if one does not fit 32 bits.
    pub fn dense_strides(&self) -> Option<Vec<u32>> {
        dense_strides(self.dims.iter().map(|dim| dim.blocks()))
    }

    /// Returns the first dim whose stride is below the size of the next dim, as `OpTensorLayoutSetStrideNV` forbids;
    /// `None` if the strides are nested.
    pub fn overlapping_dim(&self) -> Option<usize> {
        self.dims.windows(2).position(|pair| {
            u64::from(pair[0].stride) < u64::from(pair[1].stride) * u64::from(pair[1].blocks())
        })
    }

    /// Returns `true` if a load or store accesses the whole tensor.
    pub fn is_whole(&self) -> bool {
        self.dims.iter().all(|dim| dim.offset == 0 && dim.span == dim.dimension)
    }

    /// Returns `true` if stores are defined: they discard coordinates outside the dimension in every mode, and blocks of
    /// several coordinates would be data races.
    pub fn allows_stores(&self) -> bool {
        let is_clamped = matches!(self.clamp, NvClampMode::Undefined | NvClampMode::Constant);
        is_clamped && self.dims.iter().all(|dim| dim.block_size == 1)
    }
}

/// A dim of a tensor view with its own dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NvViewDim {
    /// The number of coordinates.
    pub dimension: u32,
    /// The stride in the region of the tensor layout, whose elements are numbered in row-major order.
    pub stride: u32,
}

/// The part of a matrix that a load or store accesses. Its rows and columns are numbered from its first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NvClip {
    /// The first row.
    pub row_offset: u32,
    /// The number of rows.
    pub row_span: u32,
    /// The first column.
    pub col_offset: u32,
    /// The number of columns.
    pub col_span: u32,
}

impl NvClip {
    /// The whole matrix, which `OpCreateTensorViewNV` sets.
    pub const NONE: NvClip =
        NvClip { row_offset: 0, row_span: u32::MAX, col_offset: 0, col_span: u32::MAX };
}

/// A tensor view: digits of the element number of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NvTensorView {
    /// The dim of each digit of the element number, slowest first.
    pub permutation: Vec<u32>,
    /// The dims, or `None` if they are those of the region of the tensor layout.
    pub dims: Option<Vec<NvViewDim>>,
    /// The part of the matrix that is accessed.
    pub clip: NvClip,
}

impl NvTensorView {
    /// Returns the strides that `OpTensorViewSetDimensionNV` sets; `None` without own dims, or if one does not fit 32 bits.
    pub fn dense_strides(&self) -> Option<Vec<u32>> {
        dense_strides(self.dims.as_ref()?.iter().map(|dim| dim.dimension))
    }
}

/// A tensor layout with a tensor view: a map from the elements of a matrix to elements of memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NvTensorAddressing {
    /// The distance of the tensor from the start of its buffer, in elements. The pointer of a load or store includes it,
    /// so it must be a multiple of 16 bytes.
    pub element_offset: u32,
    /// The tensor layout.
    pub layout: NvTensorLayout,
    /// The tensor view; `None` if the digits of the element number are the coordinates of the region.
    pub view: Option<NvTensorView>,
}
