//! `opencl`: the addressing functions of a module in OpenCL C, and conversions between placements in a subgroup.
//!
//! The addressing functions are those of [`c`](crate::c). A reorder between placements is a function over [`shuffles`], which
//! needs the extension `cl_khr_subgroup_shuffle`:
//!
//! ```text
//! LAYOUTC_FN void reorder_f_y(uint lane, const float src[2], float dst[2])
//! ```

use crate::c::{self, HeaderPart};
use crate::emitter::{EmitContext, EmitError, Emitter, GPU_PASSES};
use crate::identifiers::Reserved;
use crate::shuffles::{self, ShuffleLanguage};
use address::arith;
use ir::Verified;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter::text(
    "opencl",
    "addressing functions and conversions in a subgroup as a header for OpenCL C",
    GPU_PASSES,
    emit,
);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions = arith::functions(module, cx.registry)?;
    let names: Vec<String> = functions.iter().map(|function| function.name.to_owned()).collect();
    let names = (&Reserved::c_functions(), &names[..]);
    let text = shuffles::functions(&SHUFFLES, module, cx, names);
    let more = match text.is_empty() {
        true => HeaderPart::default(),
        false => HeaderPart {
            title: " and conversions",
            needs_high_half: false,
            text: format!("{EXTENSION}{text}"),
        },
    };
    c::write_header(module, cx, &functions, more, out)
}

/// The syntax of shuffles in OpenCL C.
const SHUFFLES: ShuffleLanguage = ShuffleLanguage {
    word: |bits, is_float| match bits {
        32 if is_float => "float",
        ..=8 => "uchar",
        9..=16 => "ushort",
        17..=32 => "uint",
        _ => "ulong",
    },
    input: "const ",
    output: "",
    specifiers: "LAYOUTC_FN ",
    count_bits: "popcount",
    shuffle: "sub_group_shuffle",
};

const EXTENSION: &str = "
// Conversions need the extension cl_khr_subgroup_shuffle.
";
