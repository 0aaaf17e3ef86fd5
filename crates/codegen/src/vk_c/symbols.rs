//! Descriptions of tensors whose lengths and strides are expressions over symbols: functions that fill them.
//!
//! ```c
//! LAYOUTC_FN bool x_vk_fill(int64_t s0, int64_t s1, int64_t dims[2], int64_t strides[2],
//!     VkTensorDescriptionARM *description)
//! ```
//!
//! `x_vk_valid` decides whether the symbols may have some values. The function also checks the rules of Vulkan about the
//! numbers of a description and, with a target, its limits. It fills the description that the same tensor has with numbers:
//! `pStrides` is `NULL` if there are no gaps. A description that depends on the symbols in another way is an error: merged
//! dims that have no stride, elements below a byte, tilings without strides.

use super::strided::Strided;
use crate::emitter::{EmitContext, EmitError};
use crate::identifiers::{Reserved, identifiers};
use crate::symbols::{IN_C, SymbolsWriter, VALID};
use crate::vk::{self, SymbolicTensor, harmless};
use ir::encoding;
use ir::layout::{SymExpr, SymbolicLayout, joined};
use ir::target::Target;
use ir::vulkan::{
    EnumField, Enumerator, IMAGE_ATTR, STRUCTURE_TYPE, VkFormat, find_format, format_of, tiling_of,
    usage_of,
};
use ir::{TypeKind, Verified};

/// The suffixes of the names of a description's functions.
const ENDINGS: [&str; 3] = [VALID, "_fill", "_offset"];

/// Returns the functions of all declared tensors with symbols; empty if there are none.
///
/// # Errors
/// The first tensor whose description depends on the symbols in a way that the functions do not cover.
pub(super) fn functions(module: &Verified, cx: &EmitContext<'_>) -> Result<String, EmitError> {
    let tensors = vk::symbolic_tensors(module, cx.registry);
    let symbols = tensors.iter().map(|tensor| format!("{}_vk", tensor.name));
    let symbols: Vec<String> = symbols.collect();
    let names = identifiers(symbols.iter().map(String::as_str), &Reserved::c(), &ENDINGS);
    let mut all = String::new();
    for (tensor, name) in tensors.iter().zip(&names) {
        let text = Filler::new(module, cx.target, tensor).and_then(|filler| filler.text(name));
        all += &text.map_err(|reason| vk::unwritable(module, tensor, "C", &reason))?;
    }
    Ok(if all.is_empty() { all } else { format!("{PRELUDE}{all}") })
}

const PRELUDE: &str = "
#include <stdbool.h>

#ifndef LAYOUTC_FN
#define LAYOUTC_FN static inline
#endif
";

/// The description of one tensor.
struct Filler<'a> {
    layout: &'a SymbolicLayout,
    writer: SymbolsWriter<'a>,
    /// The name of the tensor, for comments.
    of: String,
    format: &'static VkFormat,
    /// The size of an element, in bytes.
    element: i64,
    usage: Vec<&'static Enumerator>,
    /// The device whose limits are checked, if there is one.
    target: Option<&'a Target>,
    strided: Strided,
}

impl<'a> Filler<'a> {
    /// Returns the filler of a tensor.
    ///
    /// # Errors
    /// The reason why the functions do not cover its description.
    fn new(
        module: &Verified,
        target: Option<&'a Target>,
        tensor: &'a SymbolicTensor,
    ) -> Result<Filler<'a>, String> {
        let SymbolicTensor { op, ty, name, layout } = tensor;
        let ctx = &module.ctx;
        let attr = |key: &str| module.attr(*op, key);
        if attr(IMAGE_ATTR).is_some() {
            return Err("a tensor that aliases an image must have no symbols".to_owned());
        }
        let tiling = tiling_of(ctx, attr("tiling"));
        if !matches!(&tiling, EnumField::Known(it) if it.name == "LINEAR") {
            return Err("a tensor with symbols must have the tiling LINEAR".to_owned());
        }
        let usage = usage_of(ctx, attr("usage"));
        let usage: Vec<&Enumerator> = usage.iter().filter_map(EnumField::known).collect();
        if usage.is_empty() || usage.iter().any(|bit| bit.name == "IMAGE_ALIASING") {
            let message = "its usage must have a flag, and not IMAGE_ALIASING with tiling LINEAR";
            return Err(message.to_owned());
        }
        let bytes = layout.elem().and_then(|elem| elem.bytes()).map(|bytes| bytes.get());
        let bytes = bytes.ok_or("its elements must be whole bytes")?;
        let declared = module.str_attr(*op, "vk_format").map(find_format);
        let own = || match *ctx.kind(*ty) {
            TypeKind::Tensor { elem, .. } | TypeKind::MemRef { elem, .. } => {
                format_of(&encoding::storage_kind(ctx, elem))
            }
            _ => None,
        };
        let format = declared.unwrap_or_else(own).ok_or("its elements have no Vulkan format")?;
        if i64::try_from(format.bytes) != Ok(bytes) || format.components != 1 {
            return Err(format!(
                "{} has {} component of {} bytes, but an element has {bytes} bytes",
                format.name, format.components, format.bytes
            ));
        }
        let strided = Strided::new(layout, vk::physical_order(ctx, *ty, layout.rank()))?;
        let target = target.filter(|target| target.is_device());
        let writer = SymbolsWriter::new(&IN_C, layout, harmless(&format!("{name}_vk")));
        Ok(Filler {
            layout,
            writer,
            of: harmless(name),
            format,
            element: bytes,
            usage,
            target,
            strided,
        })
    }

    /// Returns the functions.
    ///
    /// # Errors
    /// As [`functions`].
    fn text(&self, name: &str) -> Result<String, String> {
        let Strided { strides, offset, order } = &self.strided;
        let rank = order.len();
        if rank == 0 {
            return Err("a tensor with symbols must have at least one dim".to_owned());
        }
        if let Some(target) = self.target
            && rank > target.limits.max_dimension_count as usize
        {
            let (most, name) = (target.limits.max_dimension_count, &target.name);
            return Err(format!(
                "it has {rank} dims, but target `{name}` allows {most}; dims with symbols are not merged"
            ));
        }
        let lengths: Vec<String> = self.numbers(self.layout.lengths(), 1)?;
        let bytes: Vec<String> = self.numbers(strides, self.element)?;
        let offset = self.number(offset, self.element)?;
        let valid = self.writer.valid(&format!("{name}{VALID}"));
        let fill = self.fill(name, &lengths, &bytes);
        Ok(format!("{valid}{fill}{}", self.offset(name, &offset)))
    }

    /// Returns expressions by physical dim, each times a number.
    fn numbers(&self, exprs: &[SymExpr], times: i64) -> Result<Vec<String>, String> {
        self.strided.order.iter().map(|&dim| self.number(&exprs[dim], times)).collect()
    }

    fn number(&self, expr: &SymExpr, times: i64) -> Result<String, String> {
        let times = SymExpr::constant(times);
        let product = SymExpr::operation("*", expr.clone(), times)?;
        self.writer.number(&self.layout.symbols().simplified(&product, &[]))
    }

    /// Returns the function that fills the description.
    fn fill(&self, name: &str, lengths: &[String], bytes: &[String]) -> String {
        let Filler { of, writer, .. } = self;
        let rank = lengths.len();
        let conditions = joined(self.conditions(), "\n        || ");
        let packed = (1..rank).map(|dim| {
            let outer = dim - 1;
            format!("bytes[{outer}] == bytes[{dim}] * lengths[{dim}]")
        });
        let innermost = format!("bytes[{}] == {}", rank - 1, self.element);
        let packed = joined(packed.chain([innermost]), " && ");
        let refused = match self.conditions_of_gaps() {
            None => "!is_packed".to_owned(),
            Some(all) if all.is_empty() => String::new(),
            Some(all) => format!("!is_packed && ({})", joined(all, " || ")),
        };
        let required = match refused.is_empty() {
            true => refused,
            false => format!("    if ({refused}) {{\n        return false;\n    }}\n"),
        };
        let bits = joined(self.usage.iter().map(|bit| bit.vk_name), " | ");
        let mask = self.usage.iter().fold(0, |mask, bit| mask | bit.value);
        let elements = self.elements();
        let whose = match self.target {
            Some(target) => format!("Vulkan and target `{}` do", harmless(&target.name)),
            None => "Vulkan does".to_owned(),
        };
        let format = self.format.name;
        let params = writer.params();
        let structure = STRUCTURE_TYPE.vk_name;
        format!(
            "
/* Fills the description of `@{of}` for values of its symbols. `dims` and `strides` get {rank} numbers each, to which the
 * description points. Returns false, and fills nothing, if the symbols may not have these values, or {whose} not
 * allow the description. */
LAYOUTC_FN bool {name}_fill({params}, int64_t *dims, int64_t *strides,
    VkTensorDescriptionARM *description)
{{
    if (!{name}{VALID}({arguments})) {{
        return false;
    }}
    const int64_t lengths[{rank}] = {{{lengths}}};
    const int64_t bytes[{rank}] = {{{bytes}}};
    if ({conditions}) {{
        return false;
    }}
{elements}    const bool is_packed = {packed};
{required}    for (int dim = 0; dim < {rank}; ++dim) {{
        dims[dim] = lengths[dim];
        strides[dim] = bytes[dim];
    }}
    description->sType = {structure};
    description->pNext = NULL;
    description->tiling = VK_TENSOR_TILING_LINEAR_ARM;
    description->format = {format};
    description->dimensionCount = {rank};
    description->pDimensions = dims;
    description->pStrides = is_packed ? NULL : strides;
    description->usage = {mask:#x} /* {bits} */;
    return true;
}}
",
            arguments = writer.arguments(),
            lengths = lengths.join(", "),
            bytes = bytes.join(", "),
        )
    }

    /// Returns the conditions under which Vulkan does not allow the numbers, with or without gaps. All lengths are at least 1.
    fn conditions(&self) -> Vec<String> {
        let rank = self.strided.order.len();
        let last = rank - 1;
        // A quotient in place of a product cannot overflow.
        let mut all = vec![format!("bytes[{last}] != {}", self.element)];
        all.extend((1..rank).map(|dim| {
            let outer = dim - 1;
            format!("bytes[{outer}] / lengths[{dim}] < bytes[{dim}]")
        }));
        all.push(format!("bytes[0] > {}ll / lengths[0]", i64::MAX));
        let most = self.target.map(|target| target.limits.max_per_dimension_elements);
        if let Some(most) = most.and_then(|most| i64::try_from(most).ok()) {
            all.extend((0..rank).map(|dim| format!("lengths[{dim}] > {most}ll")));
        }
        all
    }

    /// Returns the conditions under which a target does not allow strides with gaps; `None` if it allows none. Vulkan's
    /// limits of strides and sizes are about strides that are given.
    fn conditions_of_gaps(&self) -> Option<Vec<String>> {
        let Some(target) = self.target else { return Some(Vec::new()) };
        if !target.features.non_packed {
            return None;
        }
        let limits = &target.limits;
        let mut all = Vec::new();
        if let Ok(most) = i64::try_from(limits.max_size) {
            all.push(format!("bytes[0] > {most}ll / lengths[0]"));
        }
        // The strides of outer dims are the greater ones.
        if limits.max_stride != i64::MAX {
            all.push(format!("bytes[0] > {}ll", limits.max_stride));
        }
        Some(all)
    }

    /// Returns the check of the number of elements; empty without a limit.
    fn elements(&self) -> String {
        let most = self.target.and_then(|it| i64::try_from(it.limits.max_elements).ok());
        let Some(most) = most else { return String::new() };
        let divisions = (0..self.strided.order.len()).map(|dim| format!(" / lengths[{dim}]"));
        let divided: String = divisions.collect();
        format!("    if ({most}ll{divided} < 1) {{\n        return false;\n    }}\n")
    }

    /// Returns the function of the first byte.
    fn offset(&self, name: &str, offset: &str) -> String {
        let of = &self.of;
        let unused = self.writer.unused([&self.strided.offset]);
        format!(
            "
/* Returns the byte of the buffer at which the memory of `@{of}` must be bound, for valid values of its symbols. */
LAYOUTC_FN int64_t {name}_offset({})
{{
{unused}    return {offset};
}}
",
            self.writer.params()
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{emitted, parsed};

    #[test]
    fn description_with_symbols_is_filled_by_a_function() {
        let module = parsed(
            "layout.tensor @x : tensor<?x8xf16, {strides = affine_map<()[s0, s1] -> (s1, 1)>,
               lengths = affine_map<()[s0, s1] -> (s0, 8)>,
               where = affine_set<()[s0, s1] : (64 - s0 >= 0, s1 - 8 >= 0, 64 - s1 >= 0)>}>",
        );
        let text = emitted(&super::super::EMITTER, &module, false).unwrap();
        for line in [
            "LAYOUTC_FN bool x_vk_valid(int64_t s0, int64_t s1)",
            "LAYOUTC_FN bool x_vk_fill(int64_t s0, int64_t s1, int64_t *dims, int64_t *strides,",
            "    const int64_t lengths[2] = {s0, 8};",
            "    const int64_t bytes[2] = {(s1 * 2), 2};",
            "bytes[0] / lengths[1] < bytes[1]",
            "    description->pStrides = is_packed ? NULL : strides;",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}
