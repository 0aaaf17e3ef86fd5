//! The syntax that a language must have, and the parts of a function in that language.

use super::constants::LayoutConstant;
use crate::identifiers::Reserved;
use address::operation::{Width, WordOp};

/// The syntax of a language. The operands of expressions are names or literals, so no expression needs parentheses.
pub(crate) trait SourceLanguage {
    /// Returns the names that identifiers must not use.
    fn reserved(&self) -> Reserved;

    /// Returns the type of words of a width; widths other than 1 and 64 bits are stored in 32 bits.
    fn word_type(&self, width: Width) -> &'static str;

    /// Returns a literal.
    fn literal(&self, value: u64, width: Width) -> String;

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

    /// Returns a function with its comment.
    fn function(&self, function: &SourceFunction) -> String;

    /// Returns the definition of a constant with its comment.
    fn constant(&self, constant: &LayoutConstant) -> String;
}

/// A function to write.
pub(crate) struct SourceFunction {
    /// The identifier.
    pub(crate) name: String,
    /// The lines of the comment.
    pub(crate) comment: Vec<String>,
    /// The identifier and the type of each index component.
    pub(crate) params: Vec<(String, &'static str)>,
    /// The identifier and the type of each result besides the validity: the offset, or the components of an index. The
    /// identifiers are those of the parameters that receive the results, in languages that have them.
    pub(crate) outputs: Vec<(String, &'static str)>,
    /// The parameter that may have no element: `index` or `slot`.
    pub(crate) subject: &'static str,
    /// The statements and the results.
    pub(crate) body: FunctionBody,
}

impl SourceFunction {
    /// Returns the parameters, each written by `write` from its type and its name.
    pub(crate) fn params_by(&self, write: impl Fn(&str, &str) -> String) -> Vec<String> {
        self.params.iter().map(|(name, ty)| write(ty, name)).collect()
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

    /// Returns the statements that store the results in their parameters, each written by `write` from the name of the
    /// parameter and the result.
    pub(crate) fn stores(&self, write: impl Fn(&str, &str) -> String) -> String {
        let pairs = self.outputs.iter().zip(&self.body.results.words);
        pairs.map(|((name, _), word)| write(name, word)).collect()
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
