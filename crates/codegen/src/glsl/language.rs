//! The syntax of GLSL.

use crate::identifiers::Reserved;
use crate::named_constant::NamedConstant;
use crate::source::{SourceLanguage, shader};
use address::operation::Width;
use std::borrow::Cow;

/// The syntax of GLSL.
pub(super) struct Glsl;

impl SourceLanguage for Glsl {
    fn reserved(&self) -> Reserved {
        Reserved::glsl()
    }

    fn table(&self, name: &str, values: &[i64], is_wide: bool) -> String {
        let (ty, list, count) = self.table_parts(values, is_wide);
        format!("    const {ty} {name}[{count}] = {ty}[{count}]({list});\n")
    }

    fn table_type(&self, length: i64) -> Cow<'static, str> {
        format!("int[{length}]").into()
    }

    fn convert(&self, width: Width, word: &str) -> String {
        format!("{}({word})", self.word_type(width))
    }

    fn constant(&self, constant: &NamedConstant) -> String {
        let width = if constant.is_wide() { Width::I64 } else { Width::I32 };
        let value = self.literal(constant.value.unsigned_abs(), width);
        shader::constant(("const", self.word_type(width)), constant, &value)
    }
}
