//! The syntax that a language must have, and the parts of a function in that language.

use crate::identifiers::Reserved;
use crate::named_constant::NamedConstant;
use address::operation::{Width, WordOp};
use ir::layout::joined;
use std::borrow::Cow;

/// The syntax of a language. The operands of expressions are names or literals, so no expression needs parentheses.
pub(crate) trait SourceLanguage {
    /// Returns the names that identifiers must not use.
    fn reserved(&self) -> Reserved;

    /// Returns the type of words of a width; widths other than 1 and 64 bits are stored in 32 bits.
    fn word_type(&self, width: Width) -> &'static str {
        match width {
            Width::I1 => "bool",
            Width::I64 => "uint64_t",
            _ => "uint",
        }
    }

    /// Returns the suffix of integer literals.
    fn suffix(&self, width: Width) -> &'static str {
        if width == Width::I64 { "ul" } else { "u" }
    }

    /// Returns a literal.
    fn literal(&self, value: u64, width: Width) -> String {
        match width {
            Width::I1 => (value != 0).to_string(),
            _ => format!("{value}{}", self.suffix(width)),
        }
    }

    /// Returns the definition of a local value.
    fn local(&self, ty: &str, name: &str, value: &str) -> String {
        format!("    {ty} {name} = {value};\n")
    }

    /// Returns the statements for an index component that the function does not use; empty if the language needs none.
    fn unused(&self, _name: &str) -> String {
        String::new()
    }

    /// Returns the result of an operation that wraps.
    fn wrapping(&self, op: WordOp, a: &str, b: &str) -> String {
        let sign = match op {
            WordOp::Add => "+",
            WordOp::Sub => "-",
            _ => "*",
        };
        format!("{a} {sign} {b}")
    }

    /// Returns `yes` if the condition is true, otherwise `no`.
    fn select(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("{condition} ? {yes} : {no}")
    }

    /// Returns a word, extended or truncated to a width.
    fn convert(&self, width: Width, word: &str) -> String {
        format!("({}){word}", self.word_type(width))
    }

    /// Returns the high half of the product of two words of a width.
    fn high_half(&self, _width: Width, a: &str, b: &str) -> String {
        format!("layoutc_mul_high({a}, {b})")
    }

    /// Returns the definition of a local table of unsigned words, of 32 bits or `is_wide`.
    fn table(&self, name: &str, values: &[i64], is_wide: bool) -> String;

    /// Returns the type of the elements of a table, their literals, and their number.
    fn table_parts(&self, values: &[i64], is_wide: bool) -> (&'static str, String, usize) {
        let width = if is_wide { Width::I64 } else { Width::I32 };
        let list = joined(values.iter().map(|it| self.literal(it.unsigned_abs(), width)), ", ");
        (self.word_type(width), list, values.len())
    }

    /// Returns the value of a table at an index, of words of a width.
    fn entry(&self, (name, is_wide): (&str, bool), index: &str, width: Width) -> String {
        let entry = format!("{name}[{}]", self.table_index(index, width));
        match is_wide == (width == Width::I64) {
            true => entry,
            false => self.convert(width, &entry),
        }
    }

    /// Returns the value at an index of a table that is a parameter, of words of a width.
    fn declared_entry(&self, name: &str, index: &str, width: Width) -> String {
        self.convert(width, &format!("{name}[{}]", self.table_index(index, width)))
    }

    /// Returns an index of a table, from a word of a width.
    fn table_index(&self, index: &str, width: Width) -> String {
        if width == Width::I64 { self.convert(Width::I32, index) } else { index.to_owned() }
    }

    /// Returns the type of a parameter that receives this number of values of a declared table, signed words of 32 bits.
    fn table_type(&self, length: i64) -> Cow<'static, str>;

    /// Returns the syntax of functions, where [`function`](Self::function) is that of C.
    fn style(&self) -> CStyle {
        CStyle::SHADER
    }

    /// Returns a function with its comment. A function with a validity has parameters that receive the results.
    fn function(&self, function: &SourceFunction) -> String {
        let style = self.style();
        let CStyle { comment: [begin, next, end], specifiers, out, pointer, no_params } = style;
        let SourceFunction { name, params, outputs, body, .. } = function;
        let mut params: Vec<String> =
            params.iter().map(|(name, ty)| format!("{ty} {name}")).collect();
        let mut comment = function.comment.join(next);
        let (result, value) = match &body.results.valid {
            Some(valid) => {
                params
                    .extend(outputs.iter().map(|(name, ty)| format!("{out}{ty} {pointer}{name}")));
                comment += &format!("{next}returns {}", function.validity_comment(pointer));
                ("bool", valid)
            }
            None => (outputs[0].1, &body.results.words[0]),
        };
        let stores =
            outputs.iter().zip(&body.results.words).filter(|_| body.results.valid.is_some());
        let stores: String =
            stores.map(|((name, _), word)| format!("    {pointer}{name} = {word};\n")).collect();
        let params = if params.is_empty() { no_params.to_owned() } else { params.join(", ") };
        let statements = &body.statements;
        format!(
            "\n{begin}{comment}{end}\n{specifiers}{result} {name}({params})\n{{\n{statements}{stores}    return {value};\n}}\n"
        )
    }

    /// Returns the definition of a constant with its comment.
    fn constant(&self, constant: &NamedConstant) -> String;
}

/// The syntax of functions in a language with functions as in C.
pub(crate) struct CStyle {
    /// The begin of a comment, of each further line, and its end.
    pub(crate) comment: [&'static str; 3],
    /// The text before the type of a function.
    pub(crate) specifiers: &'static str,
    /// The text before the type of a parameter that receives a result.
    pub(crate) out: &'static str,
    /// The text before the name of a parameter that receives a result.
    pub(crate) pointer: &'static str,
    /// The text in place of no parameters.
    pub(crate) no_params: &'static str,
}

impl CStyle {
    /// The style of GLSL and HLSL.
    const SHADER: CStyle = CStyle {
        comment: ["// ", "\n// ", ""],
        specifiers: "",
        out: "out ",
        pointer: "",
        no_params: "",
    };
}

/// A function to write.
pub(crate) struct SourceFunction {
    /// The identifier.
    pub(crate) name: String,
    /// The lines of the comment.
    pub(crate) comment: Vec<String>,
    /// The identifier and the type of each index component.
    pub(crate) params: Vec<(String, Cow<'static, str>)>,
    /// The identifier and the type of each result besides the validity: the offset, or the components of an index. The
    /// identifiers are those of the parameters that receive the results, in languages that have them.
    pub(crate) outputs: Vec<(String, &'static str)>,
    /// The parameter that may have no element: `index` or `slot`.
    pub(crate) subject: &'static str,
    /// The statements and the results.
    pub(crate) body: FunctionBody,
}

impl SourceFunction {
    /// Returns the parameters with their types after their names.
    pub(crate) fn typed_params(&self) -> String {
        let params = self.params.iter().map(|(name, ty)| format!("{name}: {ty}"));
        joined(params, ", ")
    }

    /// Returns the end of the comment on the validity. `sign` precedes the names of the parameters that receive results.
    pub(crate) fn validity_comment(&self, sign: &str) -> String {
        let names: Vec<String> =
            self.outputs.iter().map(|(name, _)| format!("`{sign}{name}`")).collect();
        let unspecified = match names.as_slice() {
            [] => String::new(),
            [name] => format!("; {name} is then unspecified"),
            [names @ .., last] => {
                format!("; {} and {last} are then unspecified", names.join(", "))
            }
        };
        format!("false if the {} has no element{unspecified}", self.subject)
    }
}

/// The body of a function.
pub(crate) struct FunctionBody {
    /// The definitions of the local values, a line each.
    pub(crate) statements: String,
    /// The results.
    pub(crate) results: Results,
}

/// The results of a function, as names or literals.
pub(crate) struct Results {
    /// The offset, or the components of an index.
    pub(crate) words: Vec<String>,
    /// The validity; `None` if every index in bounds has an element slot.
    pub(crate) valid: Option<String>,
}
