//! The place of the bytes of each graph constant: in the header, in a file, or on the host.

use super::model::{ConstantModel, GraphModels};
use ir::diag::{Diag, code};

/// The greatest number of bytes of all constants that a header contains. C compilers need about a hundred times this
/// memory for an array.
const MAX_ARRAYS: u64 = crate::limits::HEADER_BYTES;

/// The alignment of each constant in the file, in bytes: the greatest alignment of vector loads on common devices.
const FILE_ALIGNMENT: u64 = 64;

/// The place of the bytes of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConstantStorage {
    /// An array of the header.
    Array,
    /// The file, from this byte.
    File(u64),
    /// An entry of the list that the host supplies, by its number in the graph.
    Host(usize),
}

/// The places of the constants of each graph, in the order of the model.
pub(crate) struct GraphStorage {
    pub(crate) constants: Vec<Vec<ConstantStorage>>,
    /// The size of the file in bytes; 0 if no constant is in it.
    pub(crate) file_bytes: u64,
}

impl GraphStorage {
    /// Returns the location of each constant. Those whose elements the module contains are in the file if `in_file`.
    ///
    /// # Errors
    /// The constants exceed the greatest size of a header, or 64 bits.
    pub(crate) fn allocate(models: &GraphModels<'_>, in_file: bool) -> Result<GraphStorage, Diag> {
        let mut of = Vec::new();
        let mut file_bytes = 0u64;
        let mut array_bytes = 0u64;
        for graph in &models.graphs {
            let mut hosts = 0..;
            let mut places = Vec::new();
            for constant in &graph.constants {
                let size = models.tensors[constant.tensor].size_in_bytes.unsigned_abs();
                places.push(if constant.elements.is_none() {
                    ConstantStorage::Host(hosts.next().unwrap_or_default())
                } else if in_file {
                    let start = file_bytes.checked_next_multiple_of(FILE_ALIGNMENT);
                    let start = start.ok_or_else(|| too_large(constant))?;
                    file_bytes = start.checked_add(size).ok_or_else(|| too_large(constant))?;
                    ConstantStorage::File(start)
                } else {
                    array_bytes = array_bytes.saturating_add(size);
                    ConstantStorage::Array
                });
                if array_bytes > MAX_ARRAYS {
                    return Err(too_large_for_arrays(constant, array_bytes));
                }
            }
            of.push(places);
        }
        Ok(GraphStorage { constants: of, file_bytes })
    }
}

fn too_large(constant: &ConstantModel<'_>) -> Diag {
    let message = format!("the constants up to `{}` exceed 64 bits of bytes", constant.name);
    Diag::error(code::SHAPE, constant.location.clone(), message)
}

fn too_large_for_arrays(constant: &ConstantModel<'_>, bytes: u64) -> Diag {
    let message = format!(
        "the constants up to `{}` have {bytes} bytes, but a header contains at most {MAX_ARRAYS}",
        constant.name
    );
    let diag = Diag::error(code::SHAPE, constant.location.clone(), message);
    diag.note("use `--constants=file`, and write the bytes by `--emit=vk-graph-data`")
}
