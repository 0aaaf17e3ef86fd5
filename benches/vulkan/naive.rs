//! Kernels for comparison, written in GLSL. The naive kernel of a conversion: each invocation computes the index of one
//! slot of the target by divisions, and copies the element of this index, or zero. The kernel of plain copies: each
//! invocation moves the widest vector that SPIR-V has.

use crate::gpu::words;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// The number of invocations of a workgroup.
const LOCAL_SIZE: u32 = 128;

/// The capabilities of all measured modules.
pub(crate) const CAPABILITIES: &[&str] =
    &["Int8", "Int16", "Int64", "StorageBuffer8BitAccess", "StorageBuffer16BitAccess"];

/// An order of the dims N, C, H, W.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PlainOrder {
    Nchw,
    Nhwc,
}

/// A layout as digits of the logical index, the slowest in memory first.
#[derive(Clone, Debug)]
pub(crate) struct LayoutDigits {
    /// The encoding of the tensor type.
    pub(crate) encoding: String,
    digits: Vec<Digit>,
}

/// The digit `(index of dim / step) mod length`.
#[derive(Clone, Copy, Debug)]
struct Digit {
    dim: usize,
    step: u32,
    /// The number of values, with padding.
    length: u32,
}

impl LayoutDigits {
    /// Returns an order of the dims without padding.
    pub(crate) fn plain(order: PlainOrder, shape: [u32; 4]) -> LayoutDigits {
        let (name, dims) = match order {
            PlainOrder::Nchw => ("NCHW", [0, 1, 2, 3]),
            PlainOrder::Nhwc => ("NHWC", [0, 2, 3, 1]),
        };
        let digit = |dim: usize| Digit { dim, step: 1, length: shape[dim] };
        let encoding = format!("order = #layout.order<{name}>");
        LayoutDigits { encoding, digits: dims.map(digit).to_vec() }
    }

    /// Returns NCHW with rows that begin at multiples of `aligned` bytes, for elements of `bytes` bytes.
    pub(crate) fn rows(shape: [u32; 4], aligned: u32, bytes: u32) -> LayoutDigits {
        let mut rows = LayoutDigits::plain(PlainOrder::Nchw, shape);
        rows.digits[3].length = (shape[3] * bytes).next_multiple_of(aligned) / bytes;
        let reqs = format!("reqs = #layout.reqs<m2: aligned<{aligned} bytes>>");
        LayoutDigits { encoding: format!("{}, {reqs}", rows.encoding), ..rows }
    }

    /// Returns the format that splits C into vectors of `lanes` values.
    pub(crate) fn split(shape: [u32; 4], lanes: u32) -> LayoutDigits {
        let digit = |dim: usize| Digit { dim, step: 1, length: shape[dim] };
        let vectors = Digit { dim: 1, step: lanes, length: shape[1].div_ceil(lanes) };
        let within = Digit { dim: 1, step: 1, length: lanes };
        LayoutDigits {
            encoding: format!("format = #layout.format<chw{lanes}>"),
            digits: vec![digit(0), vectors, digit(2), digit(3), within],
        }
    }

    /// Returns the same layout with another encoding.
    pub(crate) fn spelled(self, encoding: &str) -> LayoutDigits {
        LayoutDigits { encoding: encoding.to_owned(), ..self }
    }

    /// Returns the number of slots.
    pub(crate) fn slots(&self) -> u32 {
        self.digits.iter().map(|digit| digit.length).product()
    }
}

/// Returns the number of workgroups of the naive kernel.
pub(crate) fn groups(target: &LayoutDigits) -> [u32; 3] {
    [target.slots().div_ceil(LOCAL_SIZE), 1, 1]
}

/// Returns the GLSL of the naive kernel for elements of `bytes` bytes.
fn text(source: &LayoutDigits, target: &LayoutDigits, shape: [u32; 4], bytes: u32) -> String {
    let (ty, register) = match bytes {
        1 => ("uint8_t", "uint"),
        2 => ("uint16_t", "uint"),
        4 => ("uint", "uint"),
        _ => ("uvec2", "uvec2"),
    };
    let mut body = String::new();
    for digit in target.digits.iter().rev() {
        let Digit { dim, step, length } = digit;
        // Writing to a string never fails.
        let _ = writeln!(body, "    d{dim} += rest % {length}u * {step}u;\n    rest /= {length}u;");
    }
    let mut stride = 1;
    let mut terms = Vec::new();
    for Digit { dim, step, length } in source.digits.iter().rev() {
        let is_whole = *step == 1 && *length >= shape[*dim];
        let digit =
            if is_whole { format!("d{dim}") } else { format!("d{dim} / {step}u % {length}u") };
        terms.push(format!("({digit}) * {stride}u"));
        stride *= length;
    }
    let valid: Vec<String> =
        shape.iter().enumerate().map(|(dim, length)| format!("d{dim} < {length}u")).collect();
    format!(
        "#version 450\n\
         #extension GL_EXT_shader_8bit_storage : require\n\
         #extension GL_EXT_shader_16bit_storage : require\n\
         layout(local_size_x = {LOCAL_SIZE}) in;\n\
         layout(std430, set = 0, binding = 0) restrict readonly buffer Source {{ {ty} source[]; }};\n\
         layout(std430, set = 0, binding = 1) restrict writeonly buffer Target {{ {ty} target[]; }};\n\
         void main() {{\n    uint slot = gl_GlobalInvocationID.x;\n    if (slot >= {slots}u) return;\n    \
         uint rest = slot, d0 = 0u, d1 = 0u, d2 = 0u, d3 = 0u;\n{body}    \
         {register} element = {register}(0u);\n    if ({valid}) element = {register}(source[{offset}]);\n    \
         target[slot] = {ty}(element);\n}}\n",
        slots = target.slots(),
        valid = valid.join(" && "),
        offset = terms.join(" + "),
    )
}

/// The size of the widest vector, in bytes.
const WIDEST: u32 = 32;

/// Returns the number of workgroups of the kernel that copies this number of bytes.
pub(crate) fn copy_groups(bytes: u32) -> [u32; 3] {
    [bytes.div_ceil(WIDEST * LOCAL_SIZE), 1, 1]
}

/// Compiles the kernel that copies this number of bytes; `None` if these are not whole vectors.
pub(crate) fn compile_copy(bytes: u32) -> Result<Option<Vec<u32>>, Box<dyn Error>> {
    if !bytes.is_multiple_of(WIDEST) {
        return Ok(None);
    }
    let vectors = bytes / WIDEST;
    compiled(&format!(
        "#version 450\n\
         #extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n\
         layout(local_size_x = {LOCAL_SIZE}) in;\n\
         layout(std430, set = 0, binding = 0) restrict readonly buffer Source {{ u64vec4 source[]; }};\n\
         layout(std430, set = 0, binding = 1) restrict writeonly buffer Target {{ u64vec4 target[]; }};\n\
         void main() {{\n    uint at = gl_GlobalInvocationID.x;\n    \
         if (at < {vectors}u) target[at] = source[at];\n}}\n"
    ))
    .map(Some)
}

/// Compiles the naive kernel for elements of `bytes` bytes.
pub(crate) fn compile(
    source: &LayoutDigits,
    target: &LayoutDigits,
    shape: [u32; 4],
    bytes: u32,
) -> Result<Vec<u32>, Box<dyn Error>> {
    compiled(&text(source, target, shape, bytes))
}

/// Compiles a shader.
fn compiled(text: &str) -> Result<Vec<u32>, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (shader, module) = (folder.path().join("kernel.comp"), folder.path().join("kernel.spv"));
    fs::write(&shader, text)?;
    let mut command = Command::new("glslangValidator");
    let output =
        command.args(["-V", "--target-env", "vulkan1.1", "-o"]).arg(&module).arg(&shader).output();
    let output = output.map_err(|error| format!("glslangValidator: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stdout).into());
    }
    Ok(words(&fs::read(&module)?))
}
