//! `wgsl`: the addressing functions of a module as WGSL, the shading language of WebGPU.
//!
//! ```text
//! const X_SIZE_BYTES: u32 = 40u;
//!
//! fn offset_x(d0: u32, d1: u32) -> u32 {
//!     let d0_offset = d0 * 5u;
//!     let offset = d0_offset + d1;
//!     return offset;
//! }
//! ```
//!
//! A function with a validity returns a struct: the offset, or the components of an index, and `valid`. WGSL has no
//! integers of 64 bits, so 64-bit functions are errors. WGSL has no preprocessor either, so the text has no include
//! guard.
//!
//! Source: WGSL, W3C Candidate Recommendation Draft of 2025-08-09.

use crate::emitter::{EmitContext, EmitError, Emitter, GPU_PASSES};
use crate::identifiers::words::SHADER_WORDS;
use crate::identifiers::{Reserved, UniqueNames};
use crate::named_constant::NamedConstant;
use crate::source::{Results, SourceFunction, SourceLanguage, SourceText, has_wide_words};
use crate::vk::harmless;
use address::arith;
use address::operation::Width;
use ir::Verified;
use ir::diag::{Diag, code};
use std::borrow::Cow;
use std::io;

pub(crate) const EMITTER: Emitter =
    Emitter::text("wgsl", "addressing functions as WGSL, for WebGPU", GPU_PASSES, emit);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions = arith::functions(module, cx.registry)?;
    if let Some(wide) = functions.iter().find(|function| has_wide_words(&function.program)) {
        let name = harmless(wide.name);
        let message = format!("`@{name}` has 64-bit values, but integers of WGSL have 32 bits");
        let error = Diag::error(code::ADDRESS, wide.span, message);
        return Err(error.note("use `index = \"i32\"` if every offset fits 31 bits").into());
    }
    let source = SourceText::of_functions(&Wgsl, module, cx, &functions, false);
    let helper = if source.high_halves.is_empty() { "" } else { HIGH_HALF };
    let SourceText { text, target, .. } = source;
    Ok(write!(out, "// Addressing functions, written by layoutc{target}.\n{helper}{text}")?)
}

/// The helper for the high half of a product, which WGSL does not have. No sum overflows: (2^16 - 1)^2 + 2^16 - 1 is
/// below 2^32.
const HIGH_HALF: &str = "
// The high 32 bits of a 64-bit product.
fn layoutc_mul_high(a: u32, b: u32) -> u32 {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let middle = a1 * b0 + ((a0 * b0) >> 16u);
    let other = a0 * b1 + (middle & 0xffffu);
    return a1 * b1 + (middle >> 16u) + (other >> 16u);
}
";

/// The suffix of the struct that a function returns.
const RESULT: &str = "_result";

/// The keywords, and the words reserved for future versions.
const KEYWORDS: &str = "
    NULL Self abstract active alias alignas alignof as asm asm_fragment async attribute auto await become break
    case cast catch class co_await co_return co_yield coherent column_major common compile compile_fragment
    concept const const_assert const_cast consteval constexpr constinit continue continuing crate debugger
    decltype default delete demote demote_to_helper diagnostic discard do dynamic_cast else enable enum explicit
    export extends extern external fallthrough false filter final finally fn for friend from fxgroup get goto
    groupshared highp if impl implements import inline instanceof interface layout let loop lowp macro
    macro_rules match mediump meta mod module move mut mutable namespace new nil noexcept noinline
    nointerpolation non_coherent noncoherent noperspective null nullptr of operator override package packoffset
    partition pass patch pixelfragment precise precision premerge priv protected pub public readonly ref
    regardless register reinterpret_cast require requires resource restrict return self set shared sizeof smooth
    snorm static static_assert static_cast std struct subroutine super switch target template this thread_local
    throw trait true try type typedef typeid typename typeof union unless unorm unsafe unsized use using var
    varying virtual volatile wgsl where while with writeonly yield";

/// The predeclared types, enumerants and functions, other than those of [`FAMILIES`].
const PREDECLARED: &str = "
    abs acos acosh all any array arrayLength asin asinh atan atan2 atanh atomic bitcast bool ceil clamp cos cosh
    countLeadingZeros countOneBits countTrailingZeros cross degrees determinant distance dot dot4I8Packed
    dot4U8Packed dpdx dpdxCoarse dpdxFine dpdy dpdyCoarse dpdyFine exp exp2 extractBits f16 f32 faceForward
    firstLeadingBit firstTrailingBit floor fma fract frexp function fwidth fwidthCoarse fwidthFine i32
    insertBits inverseSqrt ldexp length log log2 max min mix modf normalize pow private ptr quantizeToF16
    radians read read_write reflect refract reverseBits round sampler sampler_comparison saturate select sign
    sin sinh smoothstep sqrt step storage storageBarrier tan tanh transpose trunc u32 uniform workgroup
    workgroupBarrier workgroupUniformLoad write";

/// The prefixes of predeclared types and functions, which a digit or an upper-case letter follows.
const FAMILIES: &[&str] =
    &["atomic", "mat", "pack", "quad", "subgroup", "texture", "unpack", "vec"];

/// Returns `true` if a name has the form of a predeclared name, or of a struct that a function returns. Parameters and
/// local values of that form would hide the struct.
fn has_reserved_form(name: &str) -> bool {
    name.ends_with(RESULT)
        || name.starts_with("texture_")
        || FAMILIES.iter().any(|family| {
            name.strip_prefix(family).is_some_and(|rest| {
                rest.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())
            })
        })
}

/// The syntax of WGSL.
struct Wgsl;

impl SourceLanguage for Wgsl {
    fn reserved(&self) -> Reserved {
        Reserved::new(&[SHADER_WORDS, KEYWORDS, PREDECLARED], has_reserved_form, "_fn")
    }

    fn word_type(&self, width: Width) -> &'static str {
        if width == Width::I1 { "bool" } else { "u32" }
    }

    fn local(&self, _: &str, name: &str, value: &str) -> String {
        format!("    let {name} = {value};\n")
    }

    fn table(&self, name: &str, values: &[i64], is_wide: bool) -> String {
        let (ty, list, count) = self.table_parts(values, is_wide);
        format!("    var {name} = array<{ty}, {count}>({list});\n")
    }

    fn table_type(&self, length: i64) -> Cow<'static, str> {
        format!("array<i32, {length}>").into()
    }

    fn declared_entry(&self, name: &str, index: &str, _: Width) -> String {
        format!("u32({name}[{index}])")
    }

    fn select(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("select({no}, {yes}, {condition})")
    }

    fn function(&self, function: &SourceFunction) -> String {
        let SourceFunction { name, outputs, body, .. } = function;
        let Results { words, valid } = &body.results;
        let params = function.typed_params();
        let mut comment = function.comment.join("\n// ");
        let [definition, result, value] = match valid {
            None => [String::new(), outputs[0].1.to_owned(), words[0].clone()],
            Some(valid) => {
                let member = UniqueNames::new(outputs.iter().map(|it| &it.0)).claim("valid");
                comment += &format!("\n// `{member}` is {}", function.validity_comment(""));
                let fields = outputs.iter().map(|(name, ty)| format!("    {name}: {ty},\n"));
                let ty = format!("{name}{RESULT}");
                let fields = fields.collect::<String>();
                let values = [words.as_slice(), std::slice::from_ref(valid)].concat().join(", ");
                let definition = format!("\nstruct {ty} {{\n{fields}    {member}: bool,\n}}\n");
                [definition, ty.clone(), format!("{ty}({values})")]
            }
        };
        let statements = &body.statements;
        format!(
            "{definition}\n// {comment}\nfn {name}({params}) -> {result} {{\n{statements}    return {value};\n}}\n"
        )
    }

    /// Returns a constant of the type `u32` if its value fits, otherwise of an abstract type, whose integers have 64
    /// bits.
    fn constant(&self, constant: &NamedConstant) -> String {
        let NamedConstant { name, comment, value } = constant;
        let typed =
            if constant.is_wide() { format!(" = {value}") } else { format!(": u32 = {value}u") };
        format!("// {comment}\nconst {name}{typed};\n")
    }
}

#[cfg(test)]
mod tests;
