//! The syntax of GLSL.

use crate::identifiers::Reserved;
use crate::source::{LayoutConstant, SourceFunction, SourceLanguage, shader};
use address::operation::Width;

/// The syntax of GLSL.
pub(super) struct Glsl;

impl SourceLanguage for Glsl {
    fn reserved(&self) -> Reserved {
        Reserved::glsl()
    }

    fn word_type(&self, width: Width) -> &'static str {
        shader::word_type(width)
    }

    fn literal(&self, value: u64, width: Width) -> String {
        shader::literal(value, width)
    }

    fn convert(&self, width: Width, word: &str) -> String {
        format!("{}({word})", self.word_type(width))
    }

    fn function(&self, function: &SourceFunction) -> String {
        shader::function(function)
    }

    fn constant(&self, constant: &LayoutConstant) -> String {
        let width = if constant.is_wide() { Width::I64 } else { Width::I32 };
        let value = self.literal(constant.value, width);
        shader::constant(("const", self.word_type(width)), constant, &value)
    }
}
