//! Addressing functions in WGSL. naga, the compiler of wgpu, validates the text and compiles it to a SPIR-V library, from
//! which the shader of [`kernel`](crate::kernel) calls a function.

use crate::kernel::{self, CallShape, ShaderKernel};
use naga::back::spv;
use naga::front::wgsl;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use rspirv::dr::{Module, Operand, load_words};
use rspirv::spirv::{Op, Word};

/// Returns the shader of a function of this shape, from the emitted functions.
///
/// # Errors
/// The text is invalid, or the function is missing.
pub(crate) fn kernel(
    functions: &str,
    name: &str,
    shape: &CallShape,
) -> Result<ShaderKernel, String> {
    let library = library(functions).map_err(|fault| format!("{fault}\n{functions}"))?;
    let function = identifier(functions, name).and_then(|it| defined(&library, it));
    let function = function.ok_or_else(|| format!("no `@{name}`"))?;
    kernel::calling(library, function, name, shape)
}

/// Compiles the functions of a text.
///
/// # Errors
/// The text is invalid: the message of the compiler.
pub(crate) fn library(text: &str) -> Result<Module, String> {
    let module = wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let info = validator.validate(&module).map_err(|error| error.emit_to_string(text))?;
    let options = spv::Options {
        lang_version: (1, 3),
        flags: spv::WriterFlags::DEBUG,
        ..spv::Options::default()
    };
    let words = spv::write_vec(&module, &info, &options, None);
    load_words(words.map_err(|error| error.to_string())?).map_err(|error| error.to_string())
}

/// Returns the identifier of the function of a symbol, whose comment names the symbol.
fn identifier<'t>(functions: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = functions.split_once(&format!("// `@{name}`: "))?;
    let line = rest.lines().find_map(|line| line.strip_prefix("fn "))?;
    Some(line.split_once('(')?.0)
}

/// Returns the function with this name in the debug information of a library.
fn defined(library: &Module, name: &str) -> Option<Word> {
    library.debug_names.iter().find_map(|it| match it.operands.as_slice() {
        [Operand::IdRef(id), Operand::LiteralString(found)]
            if it.class.opcode == Op::Name
                && found == name
                && library.functions.iter().any(|function| function.def_id() == Some(*id)) =>
        {
            Some(*id)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts::layoutc;
    use naga::keywords::wgsl::{BUILTIN_IDENTIFIERS, RESERVED};
    use std::fmt::Write as _;
    use std::fs;

    /// Returns the text that layoutc emits for a program.
    fn emitted(program: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program.mlir");
        fs::write(&path, program).unwrap();
        layoutc(&[path.to_str().unwrap(), "--emit=wgsl"]).unwrap()
    }

    /// Returns `true` for the names of extensions of naga, and for those of texel formats, which a shader names only as
    /// parameters of storage textures.
    fn is_elsewhere(word: &str) -> bool {
        const ENDINGS: [&str; 5] = ["unorm", "snorm", "uint", "sint", "float"];
        let has_digit = word.contains(|c: char| c.is_ascii_digit());
        let is_format = has_digit && ENDINGS.iter().any(|ending| word.ends_with(ending));
        is_format && !word.contains("pack")
            || ["i64", "u64", "f64", "push_constant"].contains(&word)
    }

    #[test]
    fn names_of_the_language_are_avoided() {
        let mut program = "layout.tensor @x : tensor<4x5xf32>\n".to_owned();
        let words: Vec<&str> = RESERVED.iter().chain(BUILTIN_IDENTIFIERS).copied().collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !is_elsewhere(word)).collect();
        for word in &words {
            let _ = writeln!(program, "layout.address @{word} of @x");
        }
        let text = emitted(&program);
        library(&text).unwrap();
        let kept: Vec<&str> =
            words.into_iter().filter(|word| identifier(&text, word) == Some(word)).collect();
        assert_eq!(kept, [""; 0]);
    }

    #[test]
    fn names_of_dims_hide_neither_structs_nor_members() {
        let text = emitted(
            "layout.descriptor @x {\n  %m, %n = layout.packed [3, 4]\n  %valid = layout.pass_through %m\n  \
             %f_result = layout.pad %n low 0 high 1\n  layout.yield %valid, %f_result\n}\n\
             layout.address @f of @x\nlayout.address @g of @x {form = \"inverse\"}\n\
             layout.address @f_result of @x\n",
        );
        library(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    }

    #[test]
    fn constants_of_64_bits_are_valid() {
        let text = emitted("layout.tensor @x : tensor<1073741824xf64>\nlayout.address @f of @x\n");
        assert!(text.contains("const X_SIZE_BYTES = 8589934592;"), "{text}");
        library(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    }
}
