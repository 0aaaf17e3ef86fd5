//! `hlsl`: the addressing functions of a module as HLSL, to be included in a shader.
//!
//! ```text
//! static const uint X_SIZE_BYTES = 40u;
//!
//! uint offset_x(uint d0, uint d1)
//! {
//!     uint d0_offset = d0 * 5u;
//!     uint offset = d0_offset + d1;
//!     return offset;
//! }
//! ```
//!
//! A function with a validity returns it and stores the offset in an `out` parameter. Functions of 32 bits are valid in
//! shader model 5.0 and later; 64-bit functions need shader model 6.0. A reorder between placements in a subgroup is a
//! function over [`shuffles`], for shader model 6.0.

use crate::emitter::{EmitContext, EmitError, Emitter, GPU_PASSES};
use crate::identifiers::words::{C_KEYWORDS, CPP_KEYWORDS, SHADER_WORDS};
use crate::identifiers::{Reserved, has_type_form};
use crate::named_constant::NamedConstant;
use crate::shuffles::{self, ShuffleLanguage};
use crate::source::{SourceLanguage, SourceText, shader};
use address::arith;
use address::operation::Width;
use ir::Verified;
use std::borrow::Cow;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter::text(
    "hlsl",
    "addressing functions as HLSL, to be included in a shader",
    GPU_PASSES,
    emit,
);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions = arith::functions(module, cx.registry)?;
    let has_moves = shuffles::has_moves(module, cx);
    let source = SourceText::of_functions(&Hlsl, module, cx, &functions, has_moves);
    let names = (&Hlsl.reserved(), &source.names[..]);
    let moves = shuffles::functions(&SHUFFLES, module, cx, names);
    let literal = source.text.contains(WIDE).then_some(WIDE_LITERAL);
    let helpers = source.high_halves.iter().map(|&width| high_half(width));
    let helpers: String = literal.map(str::to_owned).into_iter().chain(helpers).collect();
    let model = if source.has_wide_words || !moves.is_empty() { "6.0" } else { "5.0" };
    let SourceText { text, target, .. } = source;
    let text = text + &moves;
    let comment = format!(
        "Addressing functions, written by layoutc{target}. For shader model {model} and later."
    );
    Ok(shader::write_guarded(out, (&comment, "LAYOUTC_HLSL"), &helpers, &text)?)
}

/// The syntax of shuffles in HLSL.
const SHUFFLES: ShuffleLanguage = ShuffleLanguage {
    word: |bits, is_float| match bits {
        32 if is_float => "float",
        ..=32 => "uint",
        _ => "uint2",
    },
    input: "in ",
    output: "out ",
    specifiers: "",
    count_bits: "countbits",
    shuffle: "WaveReadLaneAt",
};

/// The keywords and types of HLSL that C++ does not have.
const KEYWORDS: &str = "
    AppendStructuredBuffer Buffer ByteAddressBuffer ConsumeStructuredBuffer ConstantBuffer InputPatch LineStream
    NodeInput NodeOutput OutputPatch PointStream RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D
    RWTexture1DArray RWTexture2D RWTexture2DArray RWTexture3D SamplerComparisonState SamplerState StructuredBuffer
    Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS Texture2DMSArray Texture3D TextureCube
    TextureCubeArray TriangleStream cbuffer center centroid column_major compile discard dword fxgroup globallycoherent
    groupshared in inout lineadj linear matrix nointerpolation noperspective out packoffset pass payload pixelfragment
    point precise reordercoherent row_major sample sampler sampler1D sampler2D sampler3D samplerCUBE shared snorm
    stateblock string tbuffer technique technique10 technique11 texture texture1D texture2D texture3D textureCUBE
    triangle triangleadj uniform unorm unsigned vector vertexfragment";

/// The intrinsic functions of HLSL.
const FUNCTIONS: &str = "
    AllMemoryBarrier AllMemoryBarrierWithGroupSync CheckAccessFullyMapped D3DCOLORtoUBYTE4 DeviceMemoryBarrier
    DeviceMemoryBarrierWithGroupSync GroupMemoryBarrier GroupMemoryBarrierWithGroupSync InterlockedAdd InterlockedAnd
    InterlockedCompareExchange InterlockedCompareStore InterlockedExchange InterlockedMax InterlockedMin InterlockedOr
    InterlockedXor WaveActiveSum WaveGetLaneCount WaveGetLaneIndex abort abs acos all any asdouble asfloat asin asint
    asuint atan atan2 ceil clamp clip cos cosh countbits cross ddx ddx_coarse ddx_fine ddy ddy_coarse ddy_fine degrees
    determinant distance dot dst errorf exp exp2 f16tof32 f32tof16 faceforward firstbithigh firstbitlow floor fma fmod
    frac frexp fwidth isfinite isinf isnan ldexp length lerp lit log log10 log2 mad max min modf msad4 mul noise
    normalize pow printf radians rcp reflect refract reversebits round rsqrt saturate sign sin sincos sinh smoothstep
    sqrt step tan tanh tex1D tex2D tex3D texCUBE transpose trunc";

/// The helper for literals of more than 32 bits.
const WIDE: &str = "layoutc_u64";

const WIDE_LITERAL: &str = "
#ifndef LAYOUTC_U64
#define LAYOUTC_U64
// The word of these halves.
uint64_t layoutc_u64(uint high, uint low)
{
    uint64_t word = high;
    return (word << 32) | low;
}
#endif
";

/// Returns the helper for the high half of a product. HLSL has no such function. No sum in a helper overflows:
/// (2^16 - 1)^2 + 2^16 - 1 is below 2^32.
fn high_half(width: Width) -> String {
    match width {
        Width::I64 => shader::high_half_64("u"),
        _ => "
#ifndef LAYOUTC_MUL_HIGH_32
#define LAYOUTC_MUL_HIGH_32
// The high 32 bits of a 64-bit product.
uint layoutc_mul_high(uint a, uint b)
{
#if defined(__SHADER_TARGET_MAJOR) && __SHADER_TARGET_MAJOR >= 6
    return (uint)(((uint64_t)a * b) >> 32);
#else
    uint a0 = a & 0xffffu, a1 = a >> 16;
    uint b0 = b & 0xffffu, b1 = b >> 16;
    uint middle = a1 * b0 + ((a0 * b0) >> 16);
    uint other = a0 * b1 + (middle & 0xffffu);
    return a1 * b1 + (middle >> 16) + (other >> 16);
#endif
}
#endif
"
        .to_owned(),
    }
}

/// The syntax of HLSL.
struct Hlsl;

impl SourceLanguage for Hlsl {
    fn reserved(&self) -> Reserved {
        let words = [SHADER_WORDS, KEYWORDS, FUNCTIONS, C_KEYWORDS, CPP_KEYWORDS];
        Reserved::new(&words, has_type_form, "_fn")
    }

    /// Returns a literal of 32 bits where the value fits, which an operation on 64 bits extends. Compilers disagree about
    /// the width of literals with the suffix `ul`.
    fn literal(&self, value: u64, width: Width) -> String {
        match u32::try_from(value) {
            Ok(_) if width == Width::I1 => (value != 0).to_string(),
            Ok(_) => format!("{value}u"),
            Err(_) => format!("{WIDE}({}u, {}u)", value >> 32, value & u64::from(u32::MAX)),
        }
    }

    fn table(&self, name: &str, values: &[i64], is_wide: bool) -> String {
        let (ty, list, count) = self.table_parts(values, is_wide);
        format!("    const {ty} {name}[{count}] = {{{list}}};\n")
    }

    fn table_type(&self, _: i64) -> Cow<'static, str> {
        "StructuredBuffer<int>".into()
    }

    fn declared_entry(&self, name: &str, index: &str, width: Width) -> String {
        format!("({}){name}[{}]", self.word_type(width), self.table_index(index, width))
    }

    /// Returns a word, truncated to a width, or extended where it is stored.
    fn convert(&self, width: Width, word: &str) -> String {
        match width {
            Width::I64 => word.to_owned(),
            _ => format!("(uint){word}"),
        }
    }

    fn constant(&self, constant: &NamedConstant) -> String {
        let name = &constant.name;
        let value = self.literal(constant.value.unsigned_abs(), Width::I64);
        if constant.is_wide() {
            // Compilers differ in the functions that the value of a static constant can call.
            return format!("// {}\n#define {name} {value}\n", constant.comment);
        }
        shader::constant(("static const", self.word_type(Width::I32)), constant, &value)
    }
}

#[cfg(test)]
mod tests;
