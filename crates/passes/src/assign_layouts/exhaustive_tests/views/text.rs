//! The text of random modules, without layouts or with all of them.

use super::{Form, Layouts, Node, Order, Source, Views, map};
use std::fmt::Write as _;

fn ty(lens: &[usize], order: Option<&Order>) -> String {
    let encoding = order.map_or(String::new(), |order| format!(", {{order = {}}}", map(order)));
    let lens: Vec<String> = lens.iter().map(usize::to_string).collect();
    format!("tensor<{}xf16{encoding}>", lens.join("x"))
}

/// Returns the name of a form of a value.
fn name(value: usize, form: usize) -> String {
    match form {
        0 => format!("%v{value}"),
        other => format!("%v{value}c{other}"),
    }
}

/// A module and its layouts.
struct Writer<'a> {
    views: &'a Views,
    layouts: Option<&'a Layouts>,
    text: String,
}

impl Views {
    /// Returns the text without layouts, or with these. The argument is row major.
    pub(super) fn text(&self, layouts: Option<&Layouts>) -> String {
        let mut writer = Writer { views: self, layouts, text: String::new() };
        writeln!(writer.text, "func.func @f(%v0: {}) {{", writer.ty(0, 0)).unwrap();
        writer.forms(0);
        for (number, node) in self.nodes.iter().enumerate() {
            writer.node(number, node);
        }
        writer.text + "  return\n}\n"
    }
}

impl Writer<'_> {
    fn ty(&self, value: usize, form: usize) -> String {
        let lens = &self.views.lens[value];
        let order = self.layouts.map(|layouts| &layouts.values[value][form].order);
        let row_major: Order = (0..lens.len()).collect();
        ty(lens, order.or((value == 0).then_some(&row_major)))
    }

    /// Writes the copies and the views of a value.
    fn forms(&mut self, value: usize) {
        let forms = self.layouts.map_or(&[][..], |layouts| &layouts.values[value]);
        for (form, Form { source, .. }) in forms.iter().enumerate() {
            let (op, from) = match *source {
                Source::Definition => continue,
                Source::Copy => ("layout.reorder", 0),
                Source::View(from) => ("layout.view", from),
            };
            let (result, operand) = (name(value, form), name(value, from));
            let (from, to) = (self.ty(value, from), self.ty(value, form));
            writeln!(self.text, "  {result} = {op} {operand} : {from} -> {to}").unwrap();
        }
    }

    fn node(&mut self, number: usize, node: &Node) {
        let used = |at: usize| self.layouts.map_or(0, |layouts| layouts.uses[number][at]);
        let uses: Vec<(usize, usize)> =
            node.reads.iter().enumerate().map(|(at, &value)| (value, used(at))).collect();
        let mut operands: Vec<String> = uses.iter().map(|&(value, at)| name(value, at)).collect();
        let mut types: Vec<String> = uses.iter().map(|&(value, at)| self.ty(value, at)).collect();
        let (mut op, mut attrs) = (&node.name[..], node.attrs.clone());
        if op == "t.reshape" {
            let rank = self.views.lens[node.results[0]].len();
            writeln!(self.text, "  %s{number} = \"onnx.Constant\"() {{value = dense<[{attrs}]> : tensor<{rank}xi64>}} : () -> tensor<{rank}xi64>").unwrap();
            operands.push(format!("%s{number}"));
            types.push(format!("tensor<{rank}xi64>"));
            (op, attrs) = ("onnx.Reshape", "{}".to_owned());
        }
        if self.layouts.is_some() && op == "t.layer" {
            attrs = String::new();
        }
        if node.copies {
            attrs = attrs.replacen('{', "{layout.view = {copies}, ", 1).replace(", }", "}");
        }
        let results: Vec<String> = node.results.iter().map(|&value| name(value, 0)).collect();
        let made: Vec<String> = node.results.iter().map(|&value| self.ty(value, 0)).collect();
        let (operands, types) = (operands.join(", "), types.join(", "));
        let (results, made) = (results.join(", "), made.join(", "));
        writeln!(self.text, "  {results} = \"{op}\"({operands}) {attrs} : ({types}) -> ({made})")
            .unwrap();
        node.results.iter().for_each(|&value| self.forms(value));
    }
}
