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
use crate::nv_tensor::{ExpressibleTensor, expressible_tensors};
use crate::source::shader;
use ir::Verified;
use ir::layout::{NvClampMode, NvClip, NvTensorDim, NvTensorLayout, NvTensorView};
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
    let tensors = expressible_tensors(module, cx.registry)?;
    if tensors.is_empty() {
        let remedy = "add a `layout.tensor`, a `layout.descriptor` or a `layout.notation`";
        cx.warn_nothing_emitted(module, "named layouts", remedy);
    }
    let symbols: Vec<&str> = tensors.iter().map(|(name, _)| *name).collect();
    let names = identifiers(&symbols, &Reserved::glsl(), &FUNCTIONS);
    let mut constants = UniqueNames::new(&[]);
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
    let view = state.view.clone().unwrap_or_else(|| NvTensorView {
        permutation: (0..).take(rank).collect(),
        dims: None,
        clip: NvClip::NONE,
    });
    let mut text = String::new();
    let values = [matrix.rows, matrix.columns, state.element_offset];
    for (ending, value) in CONSTANTS.iter().zip(values) {
        let _ = write!(text, "\nconst uint {upper}{ending} = {value}u;");
    }
    text.push('\n');
    text += &layout_function(name, &state.layout);
    text += &view_function(name, rank, &view);
    text
}

fn list(words: impl IntoIterator<Item = u32>) -> String {
    words.into_iter().map(|word| format!(", {word}u")).collect()
}

/// Returns a function that returns an object of a type after some statements.
fn function(name: &str, ty: &str, create: &str, statements: &[String]) -> String {
    let body: String = statements.iter().map(|it| format!("    t = {it};\n")).collect();
    format!("\n{ty} {name}()\n{{\n    {ty} t = {create};\n{body}    return t;\n}}\n")
}

fn layout_function(name: &str, layout: &NvTensorLayout) -> String {
    let rank = layout.dims.len();
    let clamp = layout.clamp.number();
    fn all(layout: &NvTensorLayout, field: fn(&NvTensorDim) -> u32) -> Vec<u32> {
        layout.dims.iter().map(field).collect::<Vec<_>>()
    }
    let mut statements = Vec::new();
    let blocks = all(layout, |dim| dim.block_size);
    if blocks.iter().any(|&block| block != 1) {
        statements.push(format!("setTensorLayoutBlockSizeNV(t{})", list(blocks)));
    }
    let lengths = list(all(layout, |dim| dim.dimension));
    statements.push(format!("setTensorLayoutDimensionNV(t{lengths})"));
    let strides = all(layout, |dim| dim.stride);
    if layout.dense_strides().as_ref() != Some(&strides) {
        statements.push(format!("setTensorLayoutStrideNV(t{})", list(strides)));
    }
    if layout.clamp == NvClampMode::Constant && layout.clamp_value != 0 {
        statements.push(format!("setTensorLayoutClampValueNV(t, {}u)", layout.clamp_value));
    }
    if !layout.is_whole() {
        let region = layout.dims.iter().map(|dim| format!(", {}, {}u", dim.offset, dim.span));
        statements.push(format!("sliceTensorLayoutNV(t{})", region.collect::<String>()));
    }
    let ty = format!("tensorLayoutNV<{rank}, {clamp}>");
    let create = format!("createTensorLayoutNV({rank}, {clamp})");
    function(&format!("{name}_layout"), &ty, &create, &statements)
}

fn view_function(name: &str, rank: usize, view: &NvTensorView) -> String {
    let rank = view.dims.as_ref().map_or(rank, Vec::len);
    let has_dims = view.dims.is_some();
    let permutation: String = view.permutation.iter().map(|dim| format!(", {dim}")).collect();
    let mut statements = Vec::new();
    if let Some(dims) = &view.dims {
        let lengths = list(dims.iter().map(|dim| dim.dimension));
        statements.push(format!("setTensorViewDimensionsNV(t{lengths})"));
        let strides: Vec<u32> = dims.iter().map(|dim| dim.stride).collect();
        if view.dense_strides().as_ref() != Some(&strides) {
            statements.push(format!("setTensorViewStrideNV(t{})", list(strides)));
        }
    }
    if view.clip != NvClip::NONE {
        let NvClip { row_offset, row_span, col_offset, col_span } = view.clip;
        let clip = list([row_offset, row_span, col_offset, col_span]);
        statements.push(format!("setTensorViewClipNV(t{clip})"));
    }
    let ty = format!("tensorViewNV<{rank}, {has_dims}{permutation}>");
    let create = format!("createTensorViewNV({rank}, {has_dims}{permutation})");
    function(&format!("{name}_view"), &ty, &create, &statements)
}
