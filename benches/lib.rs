//! Generators of large modules as text, and shorthands for the libraries, for the benchmarks.
//!
//! `compare.py` in this folder writes the first three kinds as files. It measures layoutc and mlir-opt on them.

use ir::diag::Sink;
use ir::print::{PrintOptions, print};
use ir::{Module, Registry, Verified};
use std::fmt::Write;

/// The kind of ops of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A chain of `arith.addi`: short ops of one type.
    Chain,
    /// `memref.transpose` to a strided memref: maps and long types.
    Transpose,
    /// An unregistered op with properties and types of a dialect.
    Foreign,
    /// `layout.tensor` with an order and a requirement, each with another shape.
    Tensors,
}

/// Returns a module with this many ops in generic form, inside a function if they need one.
pub fn text(kind: Kind, ops: usize) -> String {
    let argument = match kind {
        Kind::Chain => Some("i32"),
        Kind::Transpose => Some("memref<2x3x4xf32>"),
        Kind::Foreign => Some("!acme.t<[2,3,4], f32>"),
        Kind::Tensors => None,
    };
    let mut text = String::new();
    if let Some(ty) = argument {
        write_line(&mut text, format_args!("func.func @f(%v0: {ty}) {{"));
    }
    for number in 0..ops {
        write_op(kind, number, &mut text);
    }
    if argument.is_some() {
        text.push_str("  return\n}\n");
    }
    text
}

fn write_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("writing to a string never fails");
}

fn write_op(kind: Kind, n: usize, text: &mut String) {
    let next = n + 1;
    match kind {
        Kind::Chain => write_line(
            text,
            format_args!("  %v{next} = \"arith.addi\"(%v{n}, %v0) : (i32, i32) -> i32"),
        ),
        Kind::Transpose => write_line(
            text,
            format_args!(
                "  %v{next} = \"memref.transpose\"(%v0) <{{permutation = affine_map<(d0, d1, d2) -> (d2, d0, d1)>}}> \
                 : (memref<2x3x4xf32>) -> memref<4x2x3xf32, strided<[1, 12, 4]>>"
            ),
        ),
        Kind::Foreign => write_line(
            text,
            format_args!(
                "  %v{next} = \"acme.permute\"(%v{n}) <{{align = 64 : i64, name = \"op{n}\", order = [2, 0, 1]}}> \
                 : (!acme.t<[2,3,4], f32>) -> !acme.t<[2,3,4], f32>"
            ),
        ),
        Kind::Tensors => write_line(
            text,
            format_args!(
                "layout.tensor @t{n} : tensor<1x{next}x56x56xf16, {{order = #layout.order<NHWC>, \
                 reqs = #layout.reqs<m2: aligned<64 bytes>>}}>"
            ),
        ),
    }
}

/// Parses a valid text.
///
/// # Panics
/// The text is invalid.
pub fn parse(text: &str, registry: &Registry) -> Module {
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, registry, &mut sink);
    module.unwrap_or_else(|| panic!("{:?}", sink.diags()))
}

/// Verifies a valid module.
///
/// # Panics
/// The module is invalid.
pub fn verify(module: Module, registry: &Registry) -> Verified {
    let mut sink = Sink::default();
    Verified::new(module, registry, &mut sink).unwrap_or_else(|_| panic!("{:?}", sink.diags()))
}

/// Prints a module in generic form and returns the number of bytes.
pub fn printed_len(module: &Module, registry: &Registry) -> usize {
    let mut bytes = Vec::new();
    print(module, registry, PrintOptions { generic: true, ..PrintOptions::default() }, &mut bytes)
        .expect("writing to a vector never fails");
    bytes.len()
}
