//! The kernels that repack records as C: a function for each `layout.kernel` between tensors of records.
//!
//! ```text
//! LAYOUTC_KERNEL void repack(const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst)
//! ```
//!
//! A move with a plan is the loops of that plan, in single bits that move as whole bytes. Another one is a loop over the
//! indices of its elements, whose bits are read at the offset of one layout and written at that of the other. A field with a
//! buffer of its own adds a parameter: `src_scale`, `dst_scale`.

use super::bits;
use super::helpers::{self, Helper};
use super::language::C;
use super::nest;
use crate::emitter::EmitContext;
use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::source::{self, SourceLanguage};
use crate::vk::harmless;
use address::arith;
use address::program::Program;
use address::simplify::CostModel;
use ir::descriptor::Layouts;
use ir::diag::Diag;
use ir::kernel::{RecordKernel, is_of_records};
use ir::layout::{CopyPlan, FieldBuffer, Layout, RecordMove, RecordTensor, joined};
use ir::{Module, Op, Verified};
use std::collections::BTreeSet;

/// A kernel of a module that repacks records.
pub(super) struct Repack<'m> {
    /// The symbol.
    pub(super) name: &'m str,
    pub(super) op: Op,
    kernel: RecordKernel<'m>,
}

/// Returns the kernels of a module that repack records, in module order.
///
/// # Errors
/// A kernel is invalid.
pub(super) fn repacks<'m>(
    module: &'m Verified,
    cx: &'m EmitContext<'_>,
) -> Result<Vec<Repack<'m>>, Diag> {
    let layouts = Layouts::new(module, cx.registry);
    let ops = module.ops(module.body()).filter(|&op| is_of_records(module, op));
    let read = ops.map(|op| {
        let kernel = RecordKernel::read(&layouts, op);
        let kernel = kernel.map_err(|fault| fault.to_diag(module.location(op)))?;
        let name = module.symbol(op).unwrap_or_default();
        Ok(kernel.map(|kernel| Repack { name, op, kernel }))
    });
    read.filter_map(Result::transpose).collect()
}

impl Repack<'_> {
    /// Writes the kernel, after the functions that it calls. Sets `needs_high_half` if one needs the high half of a 64-bit
    /// product.
    ///
    /// # Errors
    /// The reason why C cannot express it.
    pub(super) fn text(
        &self,
        name: &str,
        unique: &mut UniqueNames,
        needs_high_half: &mut bool,
        helpers: &mut BTreeSet<Helper>,
    ) -> Result<String, String> {
        let RecordKernel { source, target, copy, fills_padding, .. } = &self.kernel;
        let [src, dst] = [buffers(source, "src"), buffers(target, "dst")];
        let mut called = BTreeSet::new();
        let mut functions = String::new();
        let mut body = String::new();
        if *fills_padding && copy.has_padding {
            body += &zeros(target, &dst)?;
        }
        for it in &copy.moves {
            let of = it.field.as_deref().unwrap_or("record");
            let planned = it.plan.as_ref().and_then(|plan| planned(plan, &mut called));
            let (how, statements) = match planned {
                Some(statements) => ("as bytes", statements),
                None => {
                    let labels = ["source", "target"].map(|side| {
                        let name = &identifiers(
                            [format!("{name}_{of}_{side}")],
                            &Reserved::c_functions(),
                            &[],
                        )[0];
                        unique.claim(name)
                    });
                    ("one by one", by_element(it, &labels, (&mut functions, needs_high_half))?)
                }
            };
            let [from, to] = [(it.buffers[0], &src), (it.buffers[1], &dst)]
                .map(|(buffer, names)| names[position(buffer)].clone());
            let what = match &it.field {
                Some(field) => format!("field `{}`", harmless(field)),
                None => "whole records".to_owned(),
            };
            body += &format!(
                "    {{\n        /* {what}, {} bits each, {how} */\n        \
                 const unsigned char *const s = (const unsigned char *){from};\n        \
                 unsigned char *const d = (unsigned char *){to};\n{}    }}\n",
                it.width.get(),
                nest::indented(&statements)
            );
        }
        let text = self.definition(name, [&src, &dst], &body, !called.is_empty());
        helpers.extend(called);
        Ok(functions + &text)
    }

    fn definition(
        &self,
        name: &str,
        [src, dst]: [&[String]; 2],
        body: &str,
        has_vectors: bool,
    ) -> String {
        let [from, to] = self.kernel.symbols.map(harmless);
        let sources = src.iter().map(|name| format!("const void *LAYOUTC_RESTRICT {name}"));
        let targets = dst.iter().map(|name| format!("void *LAYOUTC_RESTRICT {name}"));
        let params = joined(sources.chain(targets), ", ");
        let head = match has_vectors {
            true => helpers::kernel_head(name, &joined(src.iter().chain(dst), ", "), &params),
            false => format!("LAYOUTC_KERNEL void {name}({params})"),
        };
        format!("\n/* repacks the records of @{from} as @{to} */\n{head}\n{{\n{body}}}\n")
    }
}

/// Returns the names of the parameters for the buffers of a tensor: that of the records, and one for each field with a buffer
/// of its own.
fn buffers(tensor: &RecordTensor, prefix: &str) -> Vec<String> {
    let side = tensor.side_fields().iter().map(|field| format!("{prefix}_{}", field.name()));
    let names: Vec<String> = std::iter::once(prefix.to_owned()).chain(side).collect();
    identifiers(names, &Reserved::c_functions(), &[])
}

/// Returns the position of a buffer among the parameters.
fn position(buffer: FieldBuffer) -> usize {
    match buffer {
        FieldBuffer::Records => 0,
        FieldBuffer::Own(number) => number + 1,
    }
}

/// Returns the statements that set the buffers of a target to zero.
///
/// # Errors
/// A size does not fit 64 bits.
fn zeros(target: &RecordTensor, names: &[String]) -> Result<String, String> {
    let own = (0..target.side_fields().len()).map(FieldBuffer::Own);
    let buffers = std::iter::once(FieldBuffer::Records).chain(own);
    let lines = buffers.zip(names).map(|(buffer, name)| {
        let bits = target.bits_of(buffer).map_err(|error| error.to_string())?;
        let bytes = bits.to_bytes_up().ok_or("a buffer has more than 2^63 - 1 bits")?.get();
        Ok(format!("    memset({name}, 0, {bytes}u);\n"))
    });
    lines.collect()
}

/// Returns the statements of a plan of single bits; `None` if C moves bits that are not whole bytes.
fn planned(plan: &CopyPlan, called: &mut BTreeSet<Helper>) -> Option<String> {
    let mut own = BTreeSet::new();
    let bodies = plan.pieces().iter().map(|piece| nest::body(piece, &mut own)).collect();
    let bodies: Result<Vec<String>, String> = bodies;
    let bodies = bodies.ok()?;
    called.extend(own);
    Some(nest::joined(&bodies))
}

/// Returns the statements of a move element by element. The functions to the first bits in the source and in the target are
/// added to the text of functions, under these names.
///
/// # Errors
/// A layout has no program.
fn by_element(
    it: &RecordMove,
    names: &[String; 2],
    (functions, needs_high_half): (&mut String, &mut bool),
) -> Result<String, String> {
    let params: Vec<String> = (0..it.ends[0].shape().len()).map(|dim| format!("d{dim}")).collect();
    let mut calls = Vec::new();
    for (layout, name) in it.ends.iter().zip(names) {
        let program = arith::layout_program(layout, CostModel::Weight)?;
        *needs_high_half |= source::has_wide_high_half(&program);
        let comment = "the first bit of an element, by its index".to_owned();
        *functions += &source::program_text(&C, (name.clone(), comment), &program, &params);
        calls.push(call(&program, name));
    }
    let mut text = String::new();
    let lengths = lengths(&it.ends[0])?;
    for (dim, length) in lengths.iter().enumerate() {
        let indent = "    ".repeat(dim + 1);
        text += &format!("{indent}for (int64_t x{dim} = 0; x{dim} < {length}; ++x{dim}) {{\n");
    }
    let indent = "    ".repeat(lengths.len() + 1);
    for (end, (call, word, is_checked)) in ["from", "to"].into_iter().zip(&calls) {
        text += &match is_checked {
            // Each element of a field has bits.
            true => format!("{indent}{word} {end} = 0;\n{indent}(void){call}&{end});\n"),
            false => format!("{indent}const {word} {end} = {call});\n"),
        };
    }
    text += &format!("{indent}{}\n", moved(it.width.get().unsigned_abs()));
    for dim in (0..lengths.len()).rev() {
        text += &format!("{}}}\n", "    ".repeat(dim + 1));
    }
    Ok(text)
}

/// Returns the statement that moves one element from bit `from` to bit `to`. A record has whole bytes.
fn moved(width: u64) -> String {
    match width > 64 {
        true => format!("memcpy(d + to / 8u, s + from / 8u, {}u);", width / 8),
        false => bits::put("to", width, &bits::get("from", width)),
    }
}

/// Returns the lengths of the indices of a layout.
fn lengths(layout: &Layout) -> Result<Vec<i64>, String> {
    layout.shape().static_lengths().ok_or_else(|| "a length is dynamic".to_owned())
}

/// Returns the begin of the call of a function, the type of its result, and `true` if it stores the result by a further
/// argument.
fn call(program: &Program, name: &str) -> (String, &'static str, bool) {
    let is_checked = program.valid().is_some();
    let arguments = program
        .params()
        .iter()
        .enumerate()
        .map(|(dim, param)| format!("({})x{dim}", C.word_type(param.width)));
    let arguments = joined(arguments, ", ");
    let comma = if is_checked && !arguments.is_empty() { ", " } else { "" };
    let word = C.word_type(program.width(program.offset()));
    (format!("{name}({arguments}{comma}"), word, is_checked)
}

/// Reports each kernel of a module that repacks records, for an output without such kernels.
pub(crate) fn warn(module: &Module, cx: &EmitContext<'_>, output: &str) {
    for op in module.ops(module.body()).filter(|&op| is_of_records(module, op)) {
        let name = harmless(module.symbol(op).unwrap_or_default());
        let message = format!("`@{name}` repacks records, for which {output} has no kernels");
        let warning = Diag::warning(ir::diag::code::EMPTY_OUTPUT, module.location(op), message);
        cx.warnings.borrow_mut().push(warning.note("`--emit=c` writes it"));
    }
}
