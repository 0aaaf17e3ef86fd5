//! The functions that conversion kernels in C call: transpositions of units in vector registers.
//!
//! A vector is lanes of 16 bytes (`helpers/vectors.h`), and each function works on all lanes alike, so that its text is
//! the same for every width of vectors. Units are permuted by perfect shuffles (`shuffles`), which interleave the halves of
//! a sequence of vectors: every vector unit has an instruction for it.
//!
//! - `transpose`: matrices of at least a vector in both directions; `stream`: the same by blocks that are streamed to memory;
//! - `interleave`: a few rows to units side by side, with padding; `split`: units side by side to a few rows; `rows`: the
//!   first of many units side by side to a few rows;
//! - `groups`: groups of bytes at another distance.

mod avx2;
mod function;
mod groups;
mod interleave;
mod rows;
mod shuffles;
mod split;
mod stream;
mod transpose;

use super::language::guarded;
pub(super) use function::{Groups, Helper, LANE, TileStore, TileTables, zero_parts};
use indexmap::IndexSet;
use std::collections::BTreeSet;

impl Helper {
    /// Adds the function, after those that it calls.
    fn add_to(self, all: &mut IndexSet<Helper>) {
        let inner = match self {
            Helper::Transpose { unit, tables, store: TileStore::Direct } => {
                Helper::padded(unit, tables)
            }
            Helper::Transpose { unit, tables, .. } => {
                Some(Helper::Transpose { unit, tables, store: TileStore::Direct })
            }
            Helper::Interleave { unit, rows, store: TileStore::Stream } => {
                Some(Helper::Interleave { unit, rows, store: TileStore::Direct })
            }
            Helper::Groups { groups, store: TileStore::Stream } => {
                Some(Helper::Groups { groups, store: TileStore::Direct })
            }
            _ => None,
        };
        if let Some(inner) = inner {
            inner.add_to(all);
        }
        all.insert(self);
    }

    /// Returns the definition of the function.
    fn definition(self) -> String {
        match self {
            Helper::Transpose { unit, tables, store: TileStore::Direct } => {
                transpose::direct(unit, tables)
            }
            Helper::Transpose { unit, tables, store } => stream::transposed(unit, tables, store),
            Helper::Interleave { unit, rows, store: TileStore::Direct } => {
                interleave::direct(unit, rows)
            }
            Helper::Interleave { unit, rows, .. } => interleave::streamed(unit, rows),
            Helper::Split { unit, rows } => split::split(unit, rows),
            Helper::Rows { unit, rows } => rows::rows(unit, rows),
            // It is among the vectors.
            Helper::Copy => String::new(),
            Helper::Groups { groups, store: TileStore::Direct } => groups::direct(groups),
            Helper::Groups { groups, .. } => groups::streamed(groups),
        }
    }
}

/// Returns the head of a kernel that calls functions.
pub(super) fn kernel_head(name: &str, arguments: &str, params: &str) -> String {
    format!("LAYOUTC_VECTOR_KERNEL({name}, ({arguments}), {params})")
}

/// The selection of vectors, and what depends on it.
const SELECTION: &str = include_str!("helpers/select.h");

/// The loads and stores of vectors.
const VECTORS: &str = include_str!("helpers/vectors.h");

/// The names of vectors and of instructions of CPUs with AVX2.
const AVX2: &str = include_str!("helpers/avx2.h");

/// Returns the definitions of functions and of those that they call; empty without functions.
pub(super) fn definitions(helpers: &BTreeSet<Helper>) -> String {
    let mut all = IndexSet::new();
    helpers.iter().for_each(|helper| helper.add_to(&mut all));
    if all.is_empty() {
        return String::new();
    }
    let defined = all.iter().filter(|helper| **helper != Helper::Copy);
    let functions = defined.map(|helper| guarded(&helper.name(), &helper.definition()));
    let functions: String = functions.collect();
    let base = guarded("layoutc_vector_functions", VECTORS) + &functions;
    let avx2 =
        guarded("layoutc_avx2_vector_functions", &(AVX2.to_owned() + &avx2::functions(VECTORS)))
            + &avx2::functions(&functions);
    format!("{SELECTION}{base}\n#if LAYOUTC_VECTORS == 3{avx2}#endif\n")
}
