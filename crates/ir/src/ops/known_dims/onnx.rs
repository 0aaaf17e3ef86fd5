//! The dims of ONNX's ops.

use super::row::DimRow;

pub(super) const ROWS: &[DimRow] = &[];
