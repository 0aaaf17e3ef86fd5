//! The texts of expressions, relations and witnesses, with the names of the symbols.

use super::expr::{SymExpr, SymNode};
use super::fault::{SymbolWitness, SymbolicFault};
use super::set::{Relation, RelationKind, SymbolSet};
use crate::messages::joined;

impl Relation {
    /// Returns the text, such as `s1-s0 >= 0`.
    pub fn text(&self, names: &SymbolSet) -> String {
        let sign = match self.kind {
            RelationKind::NonNegative => ">=",
            RelationKind::Zero => "==",
        };
        format!("{} {sign} 0", self.expr.text(names))
    }
}

impl SymbolWitness {
    /// Returns the text: `s0 = 3, s1 = 8 at [1, 2]`.
    pub fn text(&self, names: &SymbolSet) -> String {
        let values =
            names.names().zip(&self.values).map(|(name, value)| format!("{name} = {value}"));
        let values = joined(values, ", ");
        match (values.is_empty(), self.index.is_empty()) {
            (_, true) => values,
            (true, false) => format!("index {:?}", self.index),
            (false, false) => format!("{values} at {:?}", self.index),
        }
    }
}

impl SymbolicFault {
    /// Returns the same fault with values at which the claim does not hold, also as a note.
    #[must_use]
    pub fn at(self, witness: SymbolWitness, names: &SymbolSet) -> SymbolicFault {
        let text = witness.text(names);
        let fault = SymbolicFault { witness: Some(Box::new(witness)), ..self };
        if text.is_empty() { fault } else { fault.note(text) }
    }
}

impl SymExpr {
    /// Returns the text, such as `s1 ceildiv 8*8`: operators as in MLIR, all but `+` and `-` with one precedence, from the
    /// left. Dims are `d0`, `d1`, ...
    pub fn text(&self, names: &SymbolSet) -> String {
        let mut text = String::new();
        self.write(names, Level::Sum, &mut text);
        text
    }

    fn write(&self, names: &SymbolSet, level: Level, out: &mut String) {
        let own = self.level();
        if own < level {
            out.push('(');
        }
        match self.node() {
            SymNode::Constant(i64::MIN) => out.push_str(&format!("-{}-1", i64::MAX)),
            SymNode::Constant(value) => out.push_str(&value.to_string()),
            SymNode::Symbol(number) => match names.name(*number) {
                Some(name) => out.push_str(name),
                None => out.push_str(&format!("s{number}")),
            },
            SymNode::Dim(number) => out.push_str(&format!("d{number}")),
            SymNode::Sum(a, b) => {
                a.write(names, Level::Sum, out);
                match b.node() {
                    SymNode::Constant(value @ ..0) if *value != i64::MIN => {
                        out.push_str(&value.to_string());
                    }
                    SymNode::Product(sign, b) if sign.as_constant() == Some(-1) => {
                        out.push('-');
                        b.write(names, Level::Term, out);
                    }
                    _ => {
                        out.push('+');
                        b.write(names, Level::Term, out);
                    }
                }
            }
            SymNode::Product(sign, b) if sign.as_constant() == Some(-1) => {
                out.push('-');
                b.write(names, Level::Factor, out);
            }
            SymNode::Product(a, b) => self.write_term(names, a, "*", b, out),
            SymNode::FloorDiv(a, b) => self.write_term(names, a, " floordiv ", b, out),
            SymNode::CeilDiv(a, b) => self.write_term(names, a, " ceildiv ", b, out),
            SymNode::Mod(a, b) => self.write_term(names, a, " mod ", b, out),
        }
        if own < level {
            out.push(')');
        }
    }

    fn write_term(
        &self,
        names: &SymbolSet,
        a: &SymExpr,
        sign: &str,
        b: &SymExpr,
        out: &mut String,
    ) {
        a.write(names, Level::Term, out);
        out.push_str(sign);
        b.write(names, Level::Factor, out);
    }

    fn level(&self) -> Level {
        match self.node() {
            SymNode::Sum(..) | SymNode::Constant(i64::MIN) => Level::Sum,
            SymNode::Product(sign, _) if sign.as_constant() == Some(-1) => Level::Factor,
            SymNode::Constant(_) | SymNode::Symbol(_) | SymNode::Dim(_) => Level::Factor,
            _ => Level::Term,
        }
    }
}

/// The precedence of an expression in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Term,
    Factor,
}
