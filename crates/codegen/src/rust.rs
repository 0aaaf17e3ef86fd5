//! `rust`: the addressing functions of a module as Rust without dependencies, for `no_std` too.
//!
//! ```text
//! pub const X_SIZE_BYTES: u64 = 40;
//!
//! pub const fn offset_x(d0: u32, d1: u32) -> u32 {
//!     let d0_offset = d0.wrapping_mul(5u32);
//!     let offset = d0_offset.wrapping_add(d1);
//!     offset
//! }
//! ```
//!
//! A function with a validity returns an `Option`, which is `None` if the index has no element slot. An inverse returns
//! an `Option` of the index: `Option<[u32; 2]>`, or `Option<u32>` for a single component. The file can be a
//! module, a crate, or included in another file. A layout with symbols has the functions of [`symbols`]: `x_valid`,
//! `x_allocation`, and for a function with reciprocals `f_reciprocals`, which returns them as an array. Arithmetic wraps, so that no index causes a panic.

use crate::emitter::{ADDRESSING_PASSES, EmitContext, EmitError, Emitter};
use crate::identifiers::Reserved;
use crate::named_constant::NamedConstant;
use crate::source::{SourceFunction, SourceLanguage, SourceText};
use crate::symbols;
use address::arith;
use address::operation::{Width, WordOp};
use ir::Verified;
use ir::descriptor::Layouts;
use std::borrow::Cow;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter::text(
    "rust",
    "addressing functions as Rust without dependencies",
    ADDRESSING_PASSES,
    emit,
);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions = arith::functions(module, cx.registry)?;
    let source = SourceText::of_functions(&Rust, module, cx, &functions, false);
    let layouts = Layouts::new(module, cx.registry);
    let of_symbols = symbols::functions(&symbols::IN_RUST, &layouts, &functions, &source.names);
    let SourceText { text, target, .. } = source;
    let head = "// Addressing functions, written by layoutc";
    Ok(write!(out, "{head}{target}. Rust 1.56 or newer.\n{text}{of_symbols}")?)
}

/// The syntax of Rust.
struct Rust;

impl SourceLanguage for Rust {
    fn reserved(&self) -> Reserved {
        Reserved::rust_functions()
    }

    fn word_type(&self, width: Width) -> &'static str {
        match width {
            Width::I1 => "bool",
            Width::I64 => "u64",
            _ => "u32",
        }
    }

    fn suffix(&self, width: Width) -> &'static str {
        self.word_type(width)
    }

    fn local(&self, _: &str, name: &str, value: &str) -> String {
        format!("    let {name} = {value};\n")
    }

    fn table(&self, name: &str, values: &[i64], is_wide: bool) -> String {
        let (ty, list, count) = self.table_parts(values, is_wide);
        format!("    let {name}: [{ty}; {count}] = [{list}];\n")
    }

    fn table_type(&self, _: i64) -> Cow<'static, str> {
        "&[i32]".into()
    }

    fn table_index(&self, index: &str, _: Width) -> String {
        format!("{index} as usize")
    }

    fn unused(&self, name: &str) -> String {
        format!("    let _ = {name};\n")
    }

    fn wrapping(&self, op: WordOp, a: &str, b: &str) -> String {
        let method = match op {
            WordOp::Add => "wrapping_add",
            WordOp::Sub => "wrapping_sub",
            _ => "wrapping_mul",
        };
        format!("{a}.{method}({b})")
    }

    fn select(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("if {condition} {{ {yes} }} else {{ {no} }}")
    }

    fn convert(&self, width: Width, word: &str) -> String {
        format!("{word} as {}", self.word_type(width))
    }

    fn high_half(&self, width: Width, a: &str, b: &str) -> String {
        match width {
            Width::I64 => format!("(({a} as u128 * {b} as u128) >> 64) as u64"),
            _ => format!("(({a} as u64 * {b} as u64) >> 32) as u32"),
        }
    }

    fn function(&self, function: &SourceFunction) -> String {
        let mut comment = function.comment.clone();
        let params = function.typed_params();
        let types: Vec<&str> = function.outputs.iter().map(|output| output.1).collect();
        let (ty, value) = grouped(&types, &function.body.results.words);
        let [result, end] = match &function.body.results.valid {
            Some(valid) => {
                comment.push(String::new());
                comment.push(format!("Returns `None` if the {} has no element.", function.subject));
                let end = format!("    if {valid} {{ Some({value}) }} else {{ None }}\n");
                [format!("Option<{ty}>"), end]
            }
            None => [ty, format!("    {value}\n")],
        };
        let comment: String =
            comment.iter().map(|line| format!("/// {line}").trim_end().to_owned() + "\n").collect();
        let name = &function.name;
        let body = &function.body.statements;
        format!(
            "\n{comment}#[allow(dead_code, non_snake_case, clippy::all, clippy::pedantic)]\n#[inline]\n#[must_use]\n\
             pub const fn {name}({params}) -> {result} {{\n{body}{end}}}\n"
        )
    }

    fn constant(&self, constant: &NamedConstant) -> String {
        constant.in_rust()
    }
}

/// Returns the type and the expression of results: of the only one, or of an array, or of a tuple if the types differ.
fn grouped(types: &[&str], words: &[String]) -> (String, String) {
    match (types, words) {
        ([ty], [word]) => ((*ty).to_owned(), word.clone()),
        ([], _) => ("()".to_owned(), "()".to_owned()),
        ([first, rest @ ..], _) if rest.iter().all(|ty| ty == first) => {
            (format!("[{first}; {}]", types.len()), format!("[{}]", words.join(", ")))
        }
        _ => (format!("({})", types.join(", ")), format!("({})", words.join(", "))),
    }
}

#[cfg(test)]
mod tests;
