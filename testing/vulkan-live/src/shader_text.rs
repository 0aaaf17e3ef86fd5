//! A compute shader in GLSL or HLSL that calls one addressing function, as a user's shader would include it. It computes
//! and stores the same values as the shader of [`kernel`](crate::kernel). Functions in WGSL are called by that shader.

use crate::kernel::{CallShape, GROUP, OFFSETS_START, ShaderKernel};
use crate::wgsl;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The compiler of GLSL and HLSL.
const COMPILER: &str = "glslangValidator";

/// A language of shaders for which layoutc emits addressing functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaderLanguage {
    /// GLSL.
    Glsl,
    /// HLSL.
    Hlsl,
    /// WGSL, whose functions have 32 bits.
    Wgsl,
}

impl ShaderLanguage {
    /// The languages.
    pub const ALL: [ShaderLanguage; 3] =
        [ShaderLanguage::Glsl, ShaderLanguage::Hlsl, ShaderLanguage::Wgsl];

    /// Returns the name of the emitter.
    pub fn name(self) -> &'static str {
        match self {
            ShaderLanguage::Glsl => "glsl",
            ShaderLanguage::Hlsl => "hlsl",
            ShaderLanguage::Wgsl => "wgsl",
        }
    }

    /// Returns the language of this emitter; `None` if the name is unknown.
    pub(crate) fn named(name: &str) -> Option<ShaderLanguage> {
        ShaderLanguage::ALL.into_iter().find(|language| language.name() == name)
    }
}

/// The syntax of the shaders that include the text of functions.
#[derive(Clone, Copy)]
enum Syntax {
    Glsl,
    Hlsl,
}

impl Syntax {
    /// Returns the text before the functions.
    fn head(self) -> &'static str {
        match self {
            Syntax::Glsl => {
                "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n"
            }
            Syntax::Hlsl => "",
        }
    }

    /// Returns the declarations of the buffers and the start of the entry point, up to the position of the index.
    fn start(self) -> String {
        match self {
            Syntax::Glsl => format!(
                "layout(local_size_x = {GROUP}) in;\n\
                 layout(std430, set = 0, binding = 0) buffer Found {{ uint64_t found[]; }};\n\
                 layout(std430, set = 0, binding = 1) buffer Given {{ uint64_t given[]; }};\n\
                 void main() {{\n    uint at = gl_GlobalInvocationID.x;\n    uint64_t none = ~0ul;\n"
            ),
            Syntax::Hlsl => format!(
                "[[vk::binding(0, 0)]] RWStructuredBuffer<uint64_t> found;\n\
                 [[vk::binding(1, 0)]] RWStructuredBuffer<uint64_t> given;\n\
                 [numthreads({GROUP}, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {{\n    uint at = id.x;\n    \
                 uint64_t none = 0u;\n    none = ~none;\n"
            ),
        }
    }

    fn converted(self, ty: &str, word: &str) -> String {
        match self {
            Syntax::Glsl => format!("{ty}({word})"),
            // The compiler rejects explicit conversions to 64 bits.
            Syntax::Hlsl if ty == "uint64_t" => word.to_owned(),
            Syntax::Hlsl => format!("({ty})({word})"),
        }
    }

    /// Compiles a shader.
    ///
    /// # Errors
    /// The messages of the compiler.
    fn compile(self, text: &str) -> Result<Vec<u32>, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let source = folder.path().join("shader.comp");
        fs::write(&source, text).map_err(|error| error.to_string())?;
        let arguments: &[&str] = match self {
            Syntax::Glsl => &[],
            Syntax::Hlsl => &["-D", "-e", "main"],
        };
        compiled(&source, arguments).map_err(|fault| format!("{fault}\n{text}"))
    }
}

/// Compiles a GLSL shader that includes files of a folder.
///
/// # Errors
/// The messages of the compiler.
#[cfg(test)]
pub(crate) fn compile_file(source: &Path, includes: &Path) -> Result<Vec<u32>, String> {
    compiled(source, &[&format!("-I{}", includes.display())])
}

/// Compiles a shader in GLSL or HLSL.
///
/// # Errors
/// The messages of the compiler.
#[cfg(test)]
pub(crate) fn compile_text(language: ShaderLanguage, text: &str) -> Result<Vec<u32>, String> {
    let syntax = if language == ShaderLanguage::Hlsl { Syntax::Hlsl } else { Syntax::Glsl };
    syntax.compile(text)
}

fn compiled(source: &Path, arguments: &[&str]) -> Result<Vec<u32>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let binary = folder.path().join("shader.spv");
    let mut command = Command::new(COMPILER);
    command.args(["-V", "--target-env", "vulkan1.1", "-S", "comp"]).args(arguments);
    let output = command.arg("-o").arg(&binary).arg(source).output();
    let output = output.map_err(|error| format!("{COMPILER}: {error}"))?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{COMPILER} ends with {}:\n{messages}", output.status));
    }
    words(&binary)
}

fn words(path: &Path) -> Result<Vec<u32>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let words = bytes.chunks_exact(4).map(|word| word.try_into().map(u32::from_le_bytes));
    words.collect::<Result<_, _>>().map_err(|error| format!("{error}"))
}

/// Returns the shader of a function of this shape, from the emitted functions.
///
/// # Errors
/// The function is missing, or the shader does not compile.
pub(crate) fn kernel(
    language: ShaderLanguage,
    functions: &str,
    name: &str,
    shape: &CallShape,
) -> Result<ShaderKernel, String> {
    let language = match language {
        ShaderLanguage::Glsl => Syntax::Glsl,
        ShaderLanguage::Hlsl => Syntax::Hlsl,
        ShaderLanguage::Wgsl => return wgsl::kernel(functions, name, shape),
    };
    let weights = shape.weights();
    let signature = TextSignature::find(functions, name, weights.len());
    let signature = signature.ok_or_else(|| format!("no `@{name}`"))?;
    if signature.inputs.len() != shape.params() {
        return Err(format!("`@{name}` has {} parameters", signature.inputs.len()));
    }
    let mut text = [language.head(), functions, &language.start()].concat();
    text += "    uint64_t rest = given[0] + given[1] * at;\n";
    let mut arguments = Vec::new();
    let params = shape.ranges.iter().zip(shape.lengths()).zip(&signature.inputs);
    for (dim, ((range, length), ty)) in params.enumerate().rev() {
        text += &constant(&format!("length_{dim}"), length);
        text += &constant(&format!("first_{dim}"), range.low.cast_unsigned());
        let digit = language.converted(ty, &format!("rest % length_{dim} + first_{dim}"));
        text += &format!("    {ty} digit_{dim} = {digit};\n    rest = rest / length_{dim};\n");
        arguments.push(format!("digit_{dim}"));
    }
    arguments.reverse();
    if let (true, Some(ty)) = (shape.takes_offset, signature.inputs.last()) {
        let offset = language.converted(ty, &format!("given[at + {OFFSETS_START}u]"));
        text += &format!("    {ty} start_offset = {offset};\n");
        arguments.push("start_offset".to_owned());
    }
    let ty = &signature.offset;
    if signature.has_predicate {
        arguments.extend((0..weights.len()).map(|place| format!("result_{place}")));
    }
    let call = format!("{}({})", signature.function, arguments.join(", "));
    let result = language.converted("uint64_t", "result");
    let declared: String =
        (0..weights.len()).map(|place| format!("    {ty} result_{place};\n")).collect();
    let sum: String = (0..)
        .zip(&weights)
        .map(|(place, weight)| {
            let word = language.converted("uint64_t", &format!("result_{place}"));
            let weight = constant(&format!("weight_{place}"), *weight);
            format!("{weight}    word = {word};\n    sum = sum + word * weight_{place};\n")
        })
        .collect();
    text += &match signature.has_predicate {
        true => {
            format!(
                "{declared}    bool is_valid = {call};\n    uint64_t sum = 0u;\n    uint64_t word = 0u;\n{sum}    \
                 found[at] = is_valid ? sum : none;\n}}\n"
            )
        }
        false => format!("    {ty} result = {call};\n    found[at] = {result};\n}}\n"),
    };
    let bits = if *ty == "uint64_t" { 64 } else { 32 };
    Ok(ShaderKernel { words: language.compile(&text)?, bits })
}

/// Returns the declaration of a number of 64 bits, from literals of 32 bits.
fn constant(name: &str, value: u64) -> String {
    let [high, low] = [value >> 32, value & 0xffff_ffff];
    format!("    uint64_t {name} = {high}u;\n    {name} = ({name} << 32) | {low}u;\n")
}

/// The signature of an emitted function.
struct TextSignature<'t> {
    function: &'t str,
    inputs: Vec<&'t str>,
    offset: &'t str,
    has_predicate: bool,
}

impl<'t> TextSignature<'t> {
    /// Finds the function of a symbol, which has this number of results besides a validity, by its comment.
    fn find(functions: &'t str, name: &str, outputs: usize) -> Option<TextSignature<'t>> {
        let (_, rest) = functions.split_once(&format!("// `@{name}`: "))?;
        let line = rest.lines().skip(1).find(|line| !line.starts_with("//"))?;
        let (head, params) = line.strip_suffix(')')?.split_once('(')?;
        let (result, function) = head.split_once(' ')?;
        let mut inputs: Vec<&str> =
            params.split(", ").filter_map(|param| Some(param.rsplit_once(' ')?.0)).collect();
        let has_predicate = result == "bool";
        let mut offset = result;
        for _ in 0..if has_predicate { outputs } else { 0 } {
            offset = inputs.pop()?.strip_prefix("out ")?;
        }
        Some(TextSignature { function, inputs, offset, has_predicate })
    }
}
