//! Conversion kernels in C: a function for each distinct `layout.reorder`.
//!
//! ```text
//! LAYOUTC_KERNEL void reorder_f_y(const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst)
//! ```
//!
//! The loops are those of the pieces of a plan ([`ir::layout::CopyPlan`]), which `nest` writes. Elements are moved as bytes,
//! so that buffers need no alignment, and no type of the caller is aliased. A kernel without a plan copies unit by unit
//! where the map of its layouts is `periodic`, and otherwise slot by slot. A dynamic outermost length is a third parameter,
//! `uint64_t length`.

use super::bits;
use super::helpers::{self, Helper};
use super::language::{C, guarded};
use super::nest;
use super::packed;
use super::periodic::PeriodicKernel;
use super::repack;
use super::slot_copy::SlotCopy;
use super::straddling;
use crate::conversions::{self, Conversion, function_around};
use crate::emitter::{EmitContext, EmitError};
use crate::identifiers::{Reserved, UniqueNames, identifiers};
use crate::shuffles::{self, LaneMove};
use crate::source;
use crate::vk::harmless;
use address::arith::{self, AddressFunction};
use address::simplify::CostModel;
use ir::diag::{Diag, code};
use ir::layout::{Bits, CopyPlan, joined};
use ir::print::ValueNames;
use ir::source::Span;
use ir::{Module, Op, Verified};
use std::collections::BTreeSet;

/// The kernels of a module as text.
#[derive(Default)]
pub(super) struct KernelText {
    /// The definitions; empty if the module has no reorders.
    pub(super) text: String,
    /// `true` if a slot map needs the high half of a 64-bit product.
    pub(super) needs_high_half: bool,
}

/// Writes the kernels of a module. Reports a warning for each reorder that C cannot express.
///
/// # Errors
/// A kernel or its plan is invalid.
pub(super) fn kernels(
    module: &Verified,
    cx: &EmitContext<'_>,
    functions: &[AddressFunction<'_>],
) -> Result<KernelText, EmitError> {
    let (conversions, missing) = conversions::conversions(module, cx.registry)?;
    missing.into_iter().for_each(|op| cx.warnings.borrow_mut().push(without_kernel(module, op)));
    let repacks = repack::repacks(module, cx)?;
    let symbols = functions.iter().map(|it| it.name);
    let symbols = symbols.chain(conversions.iter().map(|it| it.name));
    let symbols = symbols.chain(repacks.iter().map(|it| it.name));
    let names = identifiers(symbols, &Reserved::c_functions(), &[]);
    let mut unique = UniqueNames::new(&names);
    let values = ValueNames::new(module, cx.registry);
    let mut found = KernelText::default();
    let mut helpers = BTreeSet::new();
    let mut definitions = String::new();
    for (conversion, name) in conversions.iter().zip(&names[functions.len()..]) {
        let uses = uses(module, cx, &values, conversion);
        let text = match &conversion.kernel.plan {
            Some(plan) => planned(plan, name, &uses, &mut helpers),
            None => by_slot((conversion, cx), (name, &uses), &mut unique, &mut found),
        };
        let refused = (conversion.name, module.span(conversion.reorders[0]));
        definitions += &written(cx, refused, text);
    }
    let own = &names[functions.len() + conversions.len()..];
    for (repack, name) in repacks.iter().zip(own) {
        let text = repack.text(name, &mut unique, &mut found.needs_high_half, &mut helpers);
        definitions += &written(cx, (repack.name, module.span(repack.op)), text);
    }
    let moves = shuffles::lane_moves(module, cx);
    for (conversion, name) in moves.iter().zip(move_names(&moves)) {
        definitions += &shuffles::in_c(&unique.claim(&name), conversion);
    }
    if !definitions.is_empty() {
        let bounds = BOUNDS.iter().filter(|(name, _)| definitions.contains(name));
        let bounds: String = bounds.map(|(name, text)| guarded(name, text)).collect();
        let bits = bits::definitions(&definitions);
        let helpers = helpers::definitions(&helpers);
        found.text = format!("{BEGIN}{bounds}{bits}{helpers}{definitions}{END}");
    }
    Ok(found)
}

/// Returns the text of a kernel; empty for one that C cannot express, which is reported.
fn written(
    cx: &EmitContext<'_>,
    (name, span): (&str, Span),
    text: Result<String, String>,
) -> String {
    text.unwrap_or_else(|reason| {
        let message = format!("`@{}` cannot be written as C: {reason}", harmless(name));
        cx.warnings.borrow_mut().push(Diag::warning(code::EMPTY_OUTPUT, span, message));
        String::new()
    })
}

/// Returns the preferred names of the functions of conversions between placements.
fn move_names(moves: &[LaneMove]) -> Vec<String> {
    identifiers(moves.iter().map(|it| &it.name), &Reserved::c_functions(), &[])
}

const BEGIN: &str = "
#if !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__)
#include <string.h>

/* The specifiers of each conversion kernel; `static` to include this file in several files. */
#ifndef LAYOUTC_KERNEL
#define LAYOUTC_KERNEL
#endif

#ifndef LAYOUTC_KERNEL_HELPERS
#define LAYOUTC_KERNEL_HELPERS
#if defined(__cplusplus) || !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L
#define LAYOUTC_RESTRICT __restrict
#else
#define LAYOUTC_RESTRICT restrict
#endif
/* The outermost loops of a kernel run in parallel with OpenMP. */
#ifdef _OPENMP
#define LAYOUTC_PRAGMA(text) _Pragma(#text)
#define LAYOUTC_PARALLEL(loops) LAYOUTC_PRAGMA(omp parallel for collapse(loops))
#define LAYOUTC_PARALLEL_IF(loops, condition) LAYOUTC_PRAGMA(omp parallel for collapse(loops) if(condition))
#define LAYOUTC_DRAIN layoutc_drain();
#else
#define LAYOUTC_PARALLEL(loops)
#define LAYOUTC_PARALLEL_IF(loops, condition)
#define LAYOUTC_DRAIN
#endif
#endif
";

/// The functions for bounds of loops: the name, and the definition.
const BOUNDS: [(&str, &str); 3] = [
    (
        "layoutc_min",
        "static inline int64_t layoutc_min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
",
    ),
    (
        "layoutc_max",
        "static inline int64_t layoutc_max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
",
    ),
    (
        "layoutc_count",
        "/* The number of multiples of a weight below an end, at most `most`. */
static inline int64_t layoutc_count(int64_t end, int64_t weight, int64_t most)
{
    const int64_t count = end <= 0 ? 0 : (end + weight - 1) / weight;
    return count < most ? count : most;
}
",
    ),
];

const END: &str = "#endif\n";

fn without_kernel(module: &Module, op: Op) -> Diag {
    let message = format!("this `{}` has no kernel, so it is not written", module.name(op));
    Diag::warning(code::EMPTY_OUTPUT, module.location(op), message)
        .note("`lower-addressing` creates the kernel, or reports why it cannot")
}

/// Returns the reorders of a kernel as text, such as `%x to %y of @f`.
fn uses(
    module: &Module,
    cx: &EmitContext<'_>,
    names: &ValueNames<'_>,
    conversion: &Conversion<'_>,
) -> String {
    let uses = conversion.reorders.iter().map(|&op| {
        let source = module.operands(op).first();
        let target = module.result(op, 0);
        let [source, target] = [source.copied(), target]
            .map(|value| value.map_or(String::new(), |value| names.get(value)));
        let function = function_around(module, cx.registry, op);
        let function = function.map_or(String::new(), |name| format!(" of @{name}"));
        format!("%{source} to %{target}{function}")
    });
    harmless(&joined(uses, ", "))
}

/// Writes a kernel by its plan.
///
/// # Errors
/// The reason why C cannot express it.
fn planned(
    plan: &CopyPlan,
    name: &str,
    uses: &str,
    helpers: &mut BTreeSet<Helper>,
) -> Result<String, String> {
    let [length, each] = match plan.dynamic() {
        Some(_) => [", uint64_t length", " for each index of `length`"],
        None => [""; 2],
    };
    let pieces = plan.pieces();
    let mut called = BTreeSet::new();
    let bodies = pieces.iter().map(|piece| nest::body(piece, &mut called));
    let bodies = bodies.collect::<Result<Vec<String>, String>>()?;
    let body = nest::joined(&bodies);
    let (read, written) = plan.moved_bytes().map_err(|it| it.to_string())?;
    let plan = plan.summary();
    let comment =
        format!("{uses}\n * {plan}\n * reads {read} bytes and writes {written} bytes{each}");
    if called.is_empty() {
        return Ok(definition(name, &comment, length, &body));
    }
    helpers.extend(called);
    let arguments = if length.is_empty() { "src, dst" } else { "src, dst, length" };
    let head = helpers::kernel_head(name, arguments, &format!("{PARAMS}{length}"));
    Ok(with_body(&comment, &head, &body))
}

/// The parameters of kernels whose lengths are static.
const PARAMS: &str = "const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst";

/// Returns a kernel that calls no function of vectors.
fn definition(name: &str, comment: &str, length: &str, body: &str) -> String {
    with_body(comment, &format!("LAYOUTC_KERNEL void {name}({PARAMS}{length})"), body)
}

fn with_body(comment: &str, head: &str, body: &str) -> String {
    format!(
        "\n/* {comment} */\n{head}\n{{\n    const unsigned char *const s = (const unsigned char *)src;\n    \
         unsigned char *const d = (unsigned char *)dst;\n{body}}}\n"
    )
}

/// Returns the kernel of a map whose slots all have an element, in periodic form.
fn periodic(conversion: &Conversion<'_>, bytes: i64) -> Option<PeriodicKernel> {
    let [_, slots] = conversion.kernel.slots().filter(|_| conversion.first_slot == 0)?;
    PeriodicKernel::new(&arith::periodic_slots(&conversion.kernel)?, bytes, slots)
}

/// Writes the kernel of layouts without a plan: a loop over the slots of the target.
///
/// # Errors
/// The reason why C cannot express it.
fn by_slot(
    (conversion, cx): (&Conversion<'_>, &EmitContext<'_>),
    (name, uses): (&str, &str),
    unique: &mut UniqueNames,
    found: &mut KernelText,
) -> Result<String, String> {
    let bits = conversion.kernel.target.elem().map_or(0, |elem| elem.bits().get());
    if bits % 8 == 0
        && let Some(periodic) = periodic(conversion, bits / 8)
    {
        let comment = format!("{uses}\n * {}", periodic.summary());
        return Ok(definition(name, &comment, "", &periodic.body()));
    }
    let program = conversion.slot_program(cx, CostModel::Weight)?;
    let copy = SlotCopy::new(conversion, &program, bits.unsigned_abs());
    let body = match bits {
        1 | 2 | 4 => packed::body,
        _ if bits % 8 == 0 => slot_loop,
        _ => {
            straddling::check_bits(conversion, Bits::new(bits))?;
            straddling::body
        }
    };
    found.needs_high_half |= source::has_wide_high_half(&program);
    let function = unique.claim(&format!("{name}_source"));
    let slots = program.params()[0].end();
    let comment = format!(
        "the element slot of the source for an element slot of the target, for slot < {slots}"
    );
    let mut text =
        source::program_text(&C, (function.clone(), comment), &program, &["slot".to_owned()]);
    let comment = format!("{uses}\n * element by element");
    text += &definition(name, &comment, "", &body(&copy, &function));
    Ok(text)
}

/// Returns the loop over the slots of the target, for elements of whole bytes.
fn slot_loop(copy: &SlotCopy, function: &str) -> String {
    let bytes = copy.bits / 8;
    let write = format!("memcpy(d + slot * {bytes}u, s + (uint64_t)from * {bytes}u, {bytes}u);");
    let zero = format!("memset(d + slot * {bytes}u, 0, {bytes}u);");
    let otherwise = copy.fills_padding.then_some(zero.as_str());
    copy.loop_over_groups(2 * bytes)
        + "        const uint64_t slot = (uint64_t)at;\n"
        + &copy.element((function, 8), &write, otherwise)
        + "    }\n"
}
