//! The syntax of C.

use crate::identifiers::Reserved;
use crate::source::{LayoutConstant, Results, SourceFunction, SourceLanguage};
use address::operation::Width;

/// Returns the type of words of a width.
pub(super) fn word_type(width: Width) -> &'static str {
    match width {
        Width::I1 => "bool",
        Width::I64 => "uint64_t",
        _ => "uint32_t",
    }
}

/// The syntax of C.
pub(super) struct C;

impl SourceLanguage for C {
    fn reserved(&self) -> Reserved {
        Reserved::c_functions()
    }

    fn word_type(&self, width: Width) -> &'static str {
        word_type(width)
    }

    fn literal(&self, value: u64, width: Width) -> String {
        match width {
            Width::I1 => (value != 0).to_string(),
            Width::I64 => format!("{value}ull"),
            _ => format!("{value}u"),
        }
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

    fn function(&self, function: &SourceFunction) -> String {
        let mut comment = function.comment.clone();
        let mut params = function.params_by(|ty, name| format!("{ty} {name}"));
        let Results { words, valid } = &function.body.results;
        let (result, end) = match valid {
            Some(valid) => {
                params.extend(function.outputs.iter().map(|(name, ty)| format!("{ty} *{name}")));
                comment.push(format!("returns {}", function.validity_comment("*")));
                let stores = function.stores(|name, word| format!("    *{name} = {word};\n"));
                ("bool", format!("{stores}    return {valid};\n"))
            }
            None => (function.outputs[0].1, format!("    return {};\n", words[0])),
        };
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let name = &function.name;
        let comment = comment.join("\n * ");
        let body = &function.body.statements;
        format!("\n/* {comment} */\nLAYOUTC_FN {result} {name}({params})\n{{\n{body}{end}}}\n")
    }

    fn constant(&self, LayoutConstant { name, comment, value }: &LayoutConstant) -> String {
        format!("/* {comment} */\n#define {name} {value}ull\n")
    }
}
