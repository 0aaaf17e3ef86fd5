//! `nv-glsl`: the layouts of a module as tensor layouts and tensor views of GLSL, to be included in a shader.
//!
//! ```text
//! tensorLayoutNV<3, 0> x_layout()
//! {
//!     tensorLayoutNV<3, 0> t = createTensorLayoutNV(3, 0);
//!     t = setTensorLayoutDimensionNV(t, 56u, 56u, 64u);
//!     return t;
//! }
//! ```
//!
//! A shader loads a matrix with `coopMatLoadTensorNV(m, data, X_ELEMENT_OFFSET, x_layout(), x_view())`. Each element of
//! the matrix in row-major order is that of the logical index with the same row-major number. The shader may slice the
//! layout and clip the view first.
//!
//! Source: `GL_NV_cooperative_matrix2` revision 1 (2024-10-21).

use crate::emitter::{EmitContext, EmitError, Emitter, GPU_PASSES};
use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::nv_tensor::{
    ExpressibleTensor, NvUpdate, expressible_tensors, layout_updates, unchanged_view, view_updates,
};
use crate::source::shader;
use ir::Verified;
use rspirv::spirv::Op;
use std::fmt::Write as _;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter::text(
    "nv-glsl",
    "tensor layouts and views of SPV_NV_tensor_addressing as GLSL, to be included in a shader",
    GPU_PASSES,
    emit,
);

/// The extensions that the text requires.
const EXTENSIONS: &str = "#extension GL_KHR_cooperative_matrix : require\n#extension GL_NV_cooperative_matrix2 : require\n";

/// The suffixes of the functions of a layout.
const FUNCTIONS: [&str; 2] = ["_layout", "_view"];
/// The suffixes of the constants of a layout, whose names are in upper case.
const CONSTANTS: [&str; 3] = ["_ROWS", "_COLUMNS", "_ELEMENT_OFFSET"];

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let tensors = expressible_tensors(module, cx)?;
    let names = identifiers(tensors.iter().map(|it| it.0), &Reserved::glsl(), &FUNCTIONS);
    let mut constants = UniqueNames::default();
    let mut text = String::new();
    for ((_, tensor), name) in tensors.iter().zip(&names) {
        let upper = constants.claim_endings(&name.to_ascii_uppercase(), &CONSTANTS);
        text += &functions(name, &upper, tensor);
    }
    let comment = "Tensor layouts and tensor views, written by layoutc. For GLSL 4.50, GLSL ES 3.20, and later.";
    Ok(shader::write_guarded(out, (comment, "LAYOUTC_NV_GLSL"), EXTENSIONS, &text)?)
}

/// Returns the constants and functions of a layout.
fn functions(name: &str, upper: &str, tensor: &ExpressibleTensor) -> String {
    let ExpressibleTensor { state, matrix, .. } = tensor;
    let rank = state.layout.dims.len();
    let view = state.view.clone().unwrap_or_else(|| unchanged_view(rank));
    let mut text = String::new();
    let values = [matrix.rows, matrix.columns, state.element_offset];
    for (ending, value) in CONSTANTS.iter().zip(values) {
        let _ = write!(text, "\nconst uint {upper}{ending} = {value}u;");
    }
    text.push('\n');
    let clamp = state.layout.clamp.number();
    let layout = format!("<{rank}, {clamp}>");
    text += &function(&format!("{name}_layout"), "Layout", &layout, &layout_updates(&state.layout));
    let rank = view.dims.as_ref().map_or(rank, Vec::len);
    let has_dims = view.dims.is_some();
    let permutation: String = view.permutation.iter().map(|dim| format!(", {dim}")).collect();
    let parameters = format!("<{rank}, {has_dims}{permutation}>");
    text += &function(&format!("{name}_view"), "View", &parameters, &view_updates(&view));
    text
}

/// Returns a function that returns a layout or view with these type parameters after some updates.
fn function(name: &str, what: &str, parameters: &str, updates: &[NvUpdate]) -> String {
    let ty = format!("tensor{what}NV{parameters}");
    let arguments = parameters.trim_matches(['<', '>']);
    let body: String = updates.iter().map(statement).collect();
    format!(
        "\n{ty} {name}()\n{{\n    {ty} t = createTensor{what}NV({arguments});\n{body}    return t;\n}}\n"
    )
}

fn statement((op, values): &NvUpdate) -> String {
    let function = match op {
        Op::TensorLayoutSetBlockSizeNV => "setTensorLayoutBlockSizeNV",
        Op::TensorLayoutSetDimensionNV => "setTensorLayoutDimensionNV",
        Op::TensorLayoutSetStrideNV => "setTensorLayoutStrideNV",
        Op::TensorLayoutSetClampValueNV => "setTensorLayoutClampValueNV",
        Op::TensorLayoutSliceNV => "sliceTensorLayoutNV",
        Op::TensorViewSetDimensionNV => "setTensorViewDimensionsNV",
        Op::TensorViewSetStrideNV => "setTensorViewStrideNV",
        _ => "setTensorViewClipNV",
    };
    let values = values.iter().enumerate().map(|(at, value)| match op {
        // The offsets of a region are signed.
        Op::TensorLayoutSliceNV if at % 2 == 0 => format!(", {}", value.cast_signed()),
        _ => format!(", {value}u"),
    });
    format!("    t = {function}(t{});\n", values.collect::<String>())
}
