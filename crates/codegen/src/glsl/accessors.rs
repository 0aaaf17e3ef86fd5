//! Accessors of described tensors: functions that read and write an element of a `tensorARM` by its logical index.
//!
//! ```text
//! float16_t x_vk_read(readonly tensorARM<float16_t, 4> source, uint n, uint c, uint h, uint w)
//! void x_vk_write(writeonly tensorARM<float16_t, 4> target, uint n, uint c, uint h, uint w, float16_t value)
//! ```
//!
//! The coordinates of `tensorReadARM` are those of the description, in physical order. As for coordinates in Vulkan, reading an
//! index outside the logical shape returns 0 and writing has no effect, also where dims are merged or split: then
//! the accessor compares the index with the lengths, because the coordinates may be those of another element or of padding.
//!
//! Source: `GL_ARM_tensors` revision 2 (2026-02-27), for GLSL 4.60 and GLSL ES 3.20.

use super::language::Glsl;
use crate::emitter::EmitContext;
use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::source::program_text;
use crate::vk::coordinates::{TensorCoordinate, TensorCoordinates};
use crate::vk::selected::selected;
use crate::vk::{self, SizedDescription, harmless};
use ir::Verified;
use ir::diag::{Diag, code};
use ir::layout::{DimsOrder, joined};
use std::collections::BTreeSet;

/// The type of shaders for a format, and the extensions that it needs.
struct ShaderElement {
    format: &'static str,
    name: &'static str,
    extensions: &'static [&'static str],
}

const INT8: &[&str] = &["GL_EXT_shader_explicit_arithmetic_types_int8"];
const INT16: &[&str] = &["GL_EXT_shader_explicit_arithmetic_types_int16"];
const INT64: &[&str] = &["GL_EXT_shader_explicit_arithmetic_types_int64"];
const FLOAT16: &[&str] = &["GL_EXT_shader_explicit_arithmetic_types_float16"];
const BFLOAT16: &[&str] = &["GL_EXT_bfloat16", "GL_ARM_tensors_bfloat16"];
const E4M3: &[&str] = &["GL_EXT_float_e4m3", "GL_ARM_tensors_float_e4m3"];
const E5M2: &[&str] = &["GL_EXT_float_e5m2", "GL_ARM_tensors_float_e5m2"];

/// The formats that shaders can access. Normalized and scaled formats have no type in SPIR-V.
const ELEMENTS: &[ShaderElement] = &[
    element("VK_FORMAT_R8_BOOL_ARM", "bool", &[]),
    element("VK_FORMAT_R8_SINT", "int8_t", INT8),
    element("VK_FORMAT_R8_UINT", "uint8_t", INT8),
    element("VK_FORMAT_R16_SINT", "int16_t", INT16),
    element("VK_FORMAT_R16_UINT", "uint16_t", INT16),
    element("VK_FORMAT_R32_SINT", "int", &[]),
    element("VK_FORMAT_R32_UINT", "uint", &[]),
    element("VK_FORMAT_R64_SINT", "int64_t", INT64),
    element("VK_FORMAT_R64_UINT", "uint64_t", INT64),
    element("VK_FORMAT_R16_SFLOAT", "float16_t", FLOAT16),
    element("VK_FORMAT_R32_SFLOAT", "float", &[]),
    element("VK_FORMAT_R64_SFLOAT", "double", &[]),
    element("VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM", "bfloat16_t", BFLOAT16),
    element("VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM", "floate4m3_t", E4M3),
    element("VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM", "floate5m2_t", E5M2),
];

const fn element(
    format: &'static str,
    name: &'static str,
    extensions: &'static [&'static str],
) -> ShaderElement {
    ShaderElement { format, name, extensions }
}

/// The suffixes of the functions of a tensor; `_m0` and so on follow for coordinates.
const ENDINGS: [&str; 2] = ["_read", "_write"];

/// The accessors of a module.
#[derive(Default)]
pub(crate) struct Accessors {
    /// The functions; empty if the module has no tensor that a shader can access.
    pub(crate) text: String,
    /// The extensions that the functions need.
    pub(crate) extensions: BTreeSet<&'static str>,
}

impl Accessors {
    /// Returns the lines that enable the extensions.
    pub(crate) fn extension_lines(&self) -> String {
        self.extensions.iter().map(|name| format!("#extension {name} : require\n")).collect()
    }
}

/// Returns the accessors of each described tensor that a shader can access, and reports a warning for each other one.
/// `taken` are names of other functions. The emitter's option `of` selects tensors.
///
/// # Errors
/// A description is invalid, or `of` names no tensor.
pub(crate) fn accessors(
    module: &Verified,
    cx: &EmitContext<'_>,
    taken: &[String],
) -> Result<Accessors, Diag> {
    let tensors = vk::tensors_if_any(module, cx, "GLSL")?;
    let root = module.location(module.root());
    let tensors = selected(tensors, cx.options.get("of"), root)?;
    let symbols = tensors.iter().map(|tensor| tensor.symbol);
    let names = identifiers(symbols, &Reserved::glsl(), &ENDINGS);
    let mut unique = UniqueNames::new(taken);
    let mut all = Accessors::default();
    for (name, tensor) in names.iter().zip(&tensors) {
        match TensorAccess::new(unique.claim_endings(name, &ENDINGS), tensor) {
            Ok(access) => {
                all.extensions.extend(access.element.extensions);
                all.text += &access.functions(&mut unique);
            }
            Err((class, reason)) => {
                let message = format!("`@{}` has no accessors: {reason}", tensor.symbol);
                let warning = Diag::warning(code::EMPTY_OUTPUT, tensor.location.clone(), message);
                cx.warnings.borrow_mut().push(warning.of_class(class));
            }
        }
    }
    if !all.text.is_empty() {
        all.extensions.insert("GL_ARM_tensors");
    }
    Ok(all)
}

/// A tensor that a shader can access.
struct TensorAccess<'a> {
    /// The identifier of the description.
    name: String,
    tensor: &'a SizedDescription<'a>,
    element: &'static ShaderElement,
    coordinates: TensorCoordinates,
    /// The names of the components of the logical index.
    params: Vec<String>,
}

impl<'a> TensorAccess<'a> {
    /// Returns the access to a tensor, or the class and the text of the reason why there is none.
    fn new(
        name: String,
        tensor: &'a SizedDescription<'a>,
    ) -> Result<TensorAccess<'a>, (&'static str, String)> {
        if !tensor.description.usage_bits().any(|bit| bit.name == "SHADER") {
            return Err(("accessors: usage", "its usage is not SHADER".to_owned()));
        }
        let format = tensor.description.memory.format().name;
        let element = ELEMENTS.iter().find(|element| element.format == format);
        let element = element
            .ok_or_else(|| ("accessors: format", format!("shaders have no type for {format}")))?;
        let coordinates = TensorCoordinates::from_description(tensor);
        let coordinates = coordinates.map_err(|reason| ("accessors: coordinates", reason))?;
        let params = param_names(&coordinates);
        Ok(TensorAccess { name, tensor, element, coordinates, params })
    }

    /// Returns the functions: one for each computed coordinate, and the accessors.
    fn functions(&self, unique: &mut UniqueNames) -> String {
        let mut text = String::new();
        let mut coordinates = Vec::with_capacity(self.coordinates.coordinates.len());
        for (at, coordinate) in self.coordinates.coordinates.iter().enumerate() {
            coordinates.push(match coordinate {
                TensorCoordinate::Zero => "0u".to_owned(),
                TensorCoordinate::Component(dim) => self.params[*dim].clone(),
                TensorCoordinate::Computed { program, .. } => {
                    let name = unique.claim(&format!("{}_m{at}", self.name));
                    let symbol = harmless(self.tensor.symbol);
                    let comment = format!("the coordinate of dim {at} of `@{symbol}`");
                    text += &program_text(&Glsl, (name.clone(), comment), program, &self.params);
                    format!("{name}({})", self.params.join(", "))
                }
            });
        }
        text + &self.read(&coordinates) + &self.write(&coordinates)
    }

    fn read(&self, coordinates: &[String]) -> String {
        let name = &self.name;
        let ty = self.element.name;
        let (coordinates, part) = self.in_bytes(coordinates);
        let (result, element) = match part {
            None => (ty, "value".to_owned()),
            Some((shift, mask)) => ("uint", format!("(uint(value) >> ({shift})) & {mask}u")),
        };
        let zero = if ty == "bool" { "false".to_owned() } else { format!("{ty}(0)") };
        let call = self.guarded(&format!("tensorReadARM(source, {coordinates}, value);"));
        let params = self.with_params(format!("readonly {} source", self.tensor_type()), None);
        let comment = self.comment("returns", "reading an index outside returns 0");
        format!(
            "\n{comment}{result} {name}_read({params})\n{{\n    {ty} value = {zero};\n{call}    return \
             {element};\n}}\n"
        )
    }

    /// Returns the function that writes an element; empty if elements are smaller than a byte, because invocations that
    /// write neighbors would overwrite each other.
    fn write(&self, coordinates: &[String]) -> String {
        if self.coordinates.elements_per_byte != 1 {
            return String::new();
        }
        let name = &self.name;
        let ty = self.element.name;
        let (coordinates, _) = self.in_bytes(coordinates);
        let call = self.guarded(&format!("tensorWriteARM(target, {coordinates}, value);"));
        let target = format!("writeonly {} target", self.tensor_type());
        let params = self.with_params(target, Some(format!("{ty} value")));
        let comment = self.comment("writes", "writing an index outside has no effect");
        format!("\n{comment}void {name}_write({params})\n{{\n{call}}}\n")
    }

    /// Returns the coordinates as an array. For elements smaller than a byte, also the position of the element in its
    /// byte and the mask of an element.
    fn in_bytes(&self, coordinates: &[String]) -> (String, Option<(String, i64)>) {
        let per_byte = self.coordinates.elements_per_byte;
        let mut coordinates = coordinates.to_vec();
        let mut part = None;
        if let Some(last) = coordinates.last_mut().filter(|_| per_byte > 1) {
            let bits = 8 / per_byte;
            part = Some((format!("{last} % {per_byte}u * {bits}u"), (1 << bits) - 1));
            *last = format!("{last} / {per_byte}u");
        }
        (format!("uint[]({})", coordinates.join(", ")), part)
    }

    /// Returns a statement that is executed if the index is inside the logical shape. Vulkan checks the components that
    /// are coordinates.
    fn guarded(&self, statement: &str) -> String {
        let lengths = &self.coordinates.lengths;
        let inside = self.coordinates.computed_dims().into_iter();
        let inside: Vec<String> =
            inside.map(|dim| format!("{} < {}u", self.params[dim], lengths[dim])).collect();
        match inside.is_empty() {
            true => format!("    {statement}\n"),
            false => format!("    if ({}) {{\n        {statement}\n    }}\n", inside.join(" && ")),
        }
    }

    fn tensor_type(&self) -> String {
        format!("tensorARM<{}, {}>", self.element.name, self.coordinates.coordinates.len())
    }

    fn with_params(&self, tensor: String, value: Option<String>) -> String {
        let index = self.params.iter().map(|name| format!("uint {name}"));
        joined(std::iter::once(tensor).chain(index).chain(value), ", ")
    }

    fn comment(&self, verb: &str, outside: &str) -> String {
        let symbol = harmless(self.tensor.symbol);
        let shape = &self.coordinates.lengths;
        format!("// {verb} an element of `@{symbol}` of shape {shape:?}; {outside}\n")
    }
}

/// Returns the names of the components of an index: letters if the dims are permuted in a named order, otherwise `d0`
/// and so on.
fn param_names(coordinates: &TensorCoordinates) -> Vec<String> {
    let rank = coordinates.lengths.len();
    let is_permuted = !coordinates.order.is_sorted();
    let letters = DimsOrder::identity(rank).and_then(DimsOrder::name);
    match letters.filter(|_| is_permuted && rank > 2) {
        Some(letters) => letters.chars().map(|it| it.to_ascii_lowercase().to_string()).collect(),
        None => (0..rank).map(|dim| format!("d{dim}")).collect(),
    }
}
