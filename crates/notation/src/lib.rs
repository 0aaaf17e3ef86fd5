//! The notations of layouts of other systems, read into layouts of the core and written from them.
//!
//! ```
//! use layoutc_notation::{read, write};
//!
//! let tiled = read("xla:f32[3,5]{1,0:T(2,2)}", None)?;
//! assert_eq!(write("tvm", &tiled.layout, tiled.elem)?, "tvm:[3,5] lambda i0,i1: (i0//2, i1//2, i0%2, i1%2):f32");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A notation is one file with its [`Notation`] and its grammar. To add one, write the file and add its name to the list of
//! `notations!`. In reading order: `element` has the element types; `grammar` applies the grammar of a notation; `subject` is
//! a layout that is written, with the facts that several writers need; `validity` finds the indices without a slot;
//! `witness` is the index that a notation cannot express; `digit_class` proves it for notations of sums of digits;
//! `placed` is the result of a reader of placements; `expression` walks expressions, `index_text` reads them over dims, and
//! `symbols` over symbols, and `symbolic` is the result
//! of a reader of texts with symbols; `axis_digits` builds placements from digits and finds their digits; `records` has the
//! faults of notations of records; `notation` defines a notation; `table` finds one by its name.

mod axis_digits;
mod digit_class;
mod element;
mod expression;
mod grammar;
mod index_text;
mod limits;
mod notation;
mod placed;
mod records;
mod subject;
mod suffix;
mod symbolic;
mod symbols;
mod table;
mod validity;
mod witness;

pub use atom::{Atom, atoms};
pub use element::ElementType;
pub use notation::Notation;
pub use placed::{NotatedPlacement, NotatedSubject};
pub use suffix::NotatedLayout;
pub use symbolic::NotatedSymbolicLayout;
pub use table::{
    names_notation, notation, read, read_placement, read_shaped, read_subject, read_symbolic,
    write, write_placement,
};
pub use witness::Witness;

macro_rules! notations {
    ($($file:ident,)*) => {
        $(mod $file;)*

        /// All notations, sorted by name.
        pub const NOTATIONS: &[Notation] = &[$($file::NOTATION),*];
    };
}

notations! {
    atom,
    axe,
    ck,
    ck_dist,
    cute,
    ggml,
    memref,
    mesh,
    mx,
    numpy,
    onednn,
    scale,
    torch,
    triton,
    trt,
    tv,
    tvm,
    vpux,
    xla,
}

/// The limits of the crate, for the documentation.
pub const LIMITS: &[layout::Limit] = limits::ALL;
