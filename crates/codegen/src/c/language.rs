//! The syntax of C.

use crate::identifiers::Reserved;
use crate::named_constant::NamedConstant;
use crate::source::{CStyle, SourceLanguage};
use address::operation::Width;
use std::borrow::Cow;

/// The syntax of C.
pub(super) struct C;

impl SourceLanguage for C {
    fn reserved(&self) -> Reserved {
        Reserved::c_functions()
    }

    fn word_type(&self, width: Width) -> &'static str {
        match width {
            Width::I1 => "bool",
            Width::I64 => "uint64_t",
            _ => "uint32_t",
        }
    }

    fn suffix(&self, width: Width) -> &'static str {
        if width == Width::I64 { "ull" } else { "u" }
    }

    fn local(&self, ty: &str, name: &str, value: &str) -> String {
        format!("    const {ty} {name} = {value};\n")
    }

    fn unused(&self, name: &str) -> String {
        format!("    (void){name};\n")
    }

    fn high_half(&self, width: Width, a: &str, b: &str) -> String {
        match width {
            Width::I64 => format!("layoutc_mul_high({a}, {b})"),
            _ => format!("(uint32_t)(((uint64_t){a} * {b}) >> 32)"),
        }
    }

    fn table(&self, name: &str, values: &[i64], is_wide: bool) -> String {
        let (ty, list, count) = self.table_parts(values, is_wide);
        format!("    const {ty} {name}[{count}] = {{{list}}};\n")
    }

    fn table_type(&self, _: i64) -> Cow<'static, str> {
        "LAYOUTC_TABLE int32_t *".into()
    }

    fn declared_entry(&self, name: &str, index: &str, width: Width) -> String {
        self.entry((name, false), index, width)
    }

    fn entry(&self, (name, is_wide): (&str, bool), index: &str, width: Width) -> String {
        let ty = self.word_type(width);
        match is_wide {
            true => format!("{name}[{index}]"),
            false => format!("({ty}){name}[{index}]"),
        }
    }

    fn style(&self) -> CStyle {
        CStyle {
            comment: ["/* ", "\n * ", " */"],
            specifiers: "LAYOUTC_FN ",
            out: "",
            pointer: "*",
            no_params: "void",
        }
    }

    fn constant(&self, constant: &NamedConstant) -> String {
        constant.in_c()
    }
}

/// Returns a definition that several files may contain.
pub(super) fn guarded(name: &str, text: &str) -> String {
    let name = name.to_uppercase();
    format!("\n#ifndef {name}_DEFINED\n#define {name}_DEFINED\n{text}#endif\n")
}
