//! Functions of models: calls are replaced by their nodes.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::common;

use common::Value::{Float, Int};
use common::{attr, import_bytes, model, node, ops, untyped, value};
use ir::print::{PrintOptions, module_to_string};
use ir::{Module, Registry};
use rten_onnx::onnx::{AttributeProto, GraphProto, NodeProto, OperatorSetIdProto};
use rten_onnx::protobuf::{EncodeMessage, ValueWriter};

fn encoded(message: &impl EncodeMessage) -> Vec<u8> {
    let mut out = Vec::new();
    message.encode(ValueWriter::new(&mut out)).unwrap();
    out
}

/// Returns a field with a length.
fn field(number: u64, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for mut value in [number << 3 | 2, content.len() as u64] {
        while value > 0x7f {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
    }
    [out, content.to_vec()].concat()
}

/// Returns an attribute that refers to `of` of the function.
fn reference(key: &str, of: &str) -> Vec<u8> {
    field(5, &[field(1, key.as_bytes()), field(21, of.as_bytes())].concat())
}

/// A function in a file. Operands and results are separated by blanks.
struct Function<'a> {
    name: &'a str,
    inputs: &'a str,
    outputs: &'a str,
    attributes: &'a str,
    defaults: Vec<AttributeProto>,
    /// The nodes, as bytes.
    nodes: Vec<Vec<u8>>,
    opset: Option<i64>,
}

impl Default for Function<'_> {
    fn default() -> Self {
        Function {
            name: "f",
            inputs: "x",
            outputs: "y",
            attributes: "",
            defaults: vec![],
            nodes: vec![],
            opset: None,
        }
    }
}

impl Function<'_> {
    fn encoded(&self) -> Vec<u8> {
        let list = |number, text: &str| -> Vec<u8> {
            text.split_whitespace().flat_map(|name| field(number, name.as_bytes())).collect()
        };
        let set = OperatorSetIdProto { domain: None, version: self.opset };
        let parts = [
            field(1, self.name.as_bytes()),
            list(4, self.inputs),
            list(5, self.outputs),
            list(6, self.attributes),
            self.nodes.iter().flat_map(|node| field(7, node)).collect(),
            self.opset.map(|_| field(9, &encoded(&set))).unwrap_or_default(),
            field(10, b"local"),
            self.defaults.iter().flat_map(|attr| field(11, &encoded(attr))).collect(),
        ];
        field(25, &parts.concat())
    }
}

fn call(name: &str, operands: &str, results: &str, attrs: Vec<AttributeProto>) -> NodeProto {
    NodeProto {
        domain: Some("local".to_owned()),
        name: None,
        ..node(name, operands, results, attrs)
    }
}

/// Imports a model of the inputs `a` and `b` with the outputs of its last node.
fn import(nodes: Vec<NodeProto>, functions: &[Function<'_>]) -> Result<Module, Vec<String>> {
    let outputs = nodes.last().unwrap().output.iter();
    let outputs = outputs.filter(|name| !name.is_empty()).map(|name| untyped(name)).collect();
    let graph = GraphProto {
        input: vec![value("a", &[2, 3]), value("b", &[2, 3])],
        node: nodes,
        output: outputs,
        ..GraphProto::default()
    };
    let model = model(13, graph).write_buf().unwrap();
    let functions: Vec<u8> = functions.iter().flat_map(Function::encoded).collect();
    import_bytes(&[model, functions].concat())
}

/// Returns the ops of the function as text, without types.
fn text(module: &Module) -> Vec<String> {
    let text = module_to_string(module, &Registry::new(), PrintOptions::default());
    let ops = text.lines().map(str::trim).filter(|line| line.starts_with('%'));
    ops.map(|line| line.split(" : (").next().unwrap().replace("\"onnx.", "\"")).collect()
}

fn plain(op: &str, operands: &str, results: &str) -> Vec<u8> {
    encoded(&node(op, operands, results, vec![]))
}

#[test]
fn calls_are_replaced_with_unique_names() {
    let inner = Function {
        name: "g",
        nodes: vec![plain("Neg", "x", "t"), plain("Relu", "t", "y")],
        ..Function::default()
    };
    let outer = encoded(&call("g", "x", "u", vec![]));
    let again = encoded(&call("g", "u", "y", vec![]));
    let outer = Function { nodes: vec![outer, again], ..Function::default() };
    let module =
        import(vec![call("f", "a", "r", vec![]), call("f", "r", "s", vec![])], &[inner, outer]);
    let module = module.unwrap();
    assert_eq!(
        text(&module),
        [
            "%r_u_t = \"Neg\"(%a)",
            "%r_u = \"Relu\"(%r_u_t)",
            "%r_t = \"Neg\"(%r_u)",
            "%r = \"Relu\"(%r_t)",
            "%s_u_t = \"Neg\"(%r)",
            "%s_u = \"Relu\"(%s_u_t)",
            "%s_t = \"Neg\"(%s_u)",
            "%s = \"Relu\"(%s_t)",
        ]
    );
}

#[test]
fn names_of_the_caller_do_not_collide() {
    let function = Function {
        nodes: vec![plain("Neg", "x", "t"), plain("Relu", "t", "y")],
        ..Function::default()
    };
    let nodes = vec![node("Exp", "a", "r/t", vec![]), call("f", "r/t", "r", vec![])];
    let module = import(nodes, &[function]).unwrap();
    assert_eq!(ops(&module).len(), 3);
    // A function does not see the values of its caller.
    let capture = Function { nodes: vec![plain("Add", "x b", "y")], ..Function::default() };
    let errors = import(vec![call("f", "a", "r", vec![])], &[capture]).unwrap_err();
    assert!(errors[0].contains("operand `b` is not defined in the function"), "{errors:?}");
}

#[test]
fn references_have_the_attribute_or_its_default() {
    let mut elu = plain("Elu", "x", "y");
    elu.extend(reference("alpha", "slope"));
    let with = |defaults, attributes| Function {
        attributes,
        defaults,
        nodes: vec![elu.clone()],
        ..Function::default()
    };
    let given = || vec![attr("slope", Float(0.25))];
    let alpha = |attrs, function| {
        text(&import(vec![call("f", "a", "r", attrs)], &[function]).unwrap()).concat()
    };
    assert!(alpha(given(), with(vec![], "slope")).contains("alpha = 2.500000e-01"));
    let default = vec![attr("slope", Float(2.0))];
    assert!(alpha(given(), with(default.clone(), "")).contains("alpha = 2.500000e-01"));
    assert!(alpha(vec![], with(default, "")).contains("alpha = 2.000000e+00"));
    assert!(!alpha(vec![], with(vec![], "slope")).contains("alpha"));
    let errors = import(vec![call("f", "a", "r", vec![])], &[with(vec![], "")]).unwrap_err();
    assert!(errors[0].contains("`alpha` refers to `slope`, which the function does not have"));
}

#[test]
fn operands_and_results_may_be_omitted() {
    let function = || Function {
        inputs: "x low high",
        outputs: "y z x w",
        nodes: vec![
            plain("Clip", "x low high", "y"),
            plain("Relu", "y", "z"),
            plain("Relu", "z", "w"),
        ],
        ..Function::default()
    };
    let module = import(vec![call("f", "a", "r _ q", vec![])], &[function()]).unwrap();
    assert_eq!(text(&module)[1..], ["%r = \"Clip\"(%a, %none, %none)", "%q = \"Identity\"(%a)"]);
    let errors = import(vec![call("f", "a b b b", "r", vec![])], &[function()]).unwrap_err();
    assert!(
        errors[0].contains("the node has 4 operands, but function `f` has 3 inputs"),
        "{errors:?}"
    );
    let errors = import(vec![call("f", "a", "r1 r2 r3 r4 r5", vec![])], &[function()]).unwrap_err();
    assert!(
        errors[0].contains("the node has 5 results, but function `f` has 4 outputs"),
        "{errors:?}"
    );
}

#[test]
fn nodes_of_a_function_have_its_version() {
    let mut squeeze = node("Softmax", "x", "y", vec![attr("axis", Int(0))]);
    squeeze.op_type = Some("Softmax".to_owned());
    let function =
        |opset| Function { nodes: vec![encoded(&squeeze)], opset, ..Function::default() };
    let name = |opset| {
        text(&import(vec![call("f", "a", "r", vec![])], &[function(opset)]).unwrap()).concat()
    };
    assert!(name(None).contains("\"Softmax\""));
    assert!(name(Some(11)).contains("\"SoftmaxV11\""));
}

#[test]
fn recursive_and_growing_functions_are_refused() {
    let calls = |name: &'static str, callee: &str, count: usize| Function {
        name,
        nodes: vec![encoded(&call(callee, "x", "y", vec![])); count],
        ..Function::default()
    };
    let f = || vec![call("f", "a", "r", vec![])];
    let errors = import(f(), &[calls("f", "g", 1), calls("g", "f", 1)]).unwrap_err();
    assert!(errors[0].contains("must not be recursive, but `f` calls `g` calls `f`"), "{errors:?}");
    let names: Vec<String> = (0..=70).map(|at| format!("f{at}")).collect();
    let chain = |count| -> Vec<Function<'_>> {
        let pairs = names.iter().zip(&names[1..]);
        pairs
            .map(|(name, callee)| Function {
                name,
                nodes: vec![encoded(&call(callee, "x", "y", vec![])); count],
                ..Function::default()
            })
            .collect()
    };
    let deep = import(vec![call("f0", "a", "r", vec![])], &chain(1)).unwrap_err();
    assert!(deep[0].contains("more than 64 deep"), "{deep:?}");
    let wide = import(vec![call("f40", "a", "r", vec![])], &chain(2)).unwrap_err();
    assert!(wide[0].contains("more than 1048576 nodes"), "{wide:?}");
}
