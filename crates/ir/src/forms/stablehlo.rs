//! The forms of the ops of `stablehlo`, as `stablehlo-opt`, JAX and PyTorch/XLA print them. They are only read: layoutc prints
//! these ops in generic form, which every tool reads.
//!
//! Ops that StableHLO itself prints in generic form, such as `gather`, have no row.

use crate::registry::FormSlot::Results;
use crate::registry::GroupSize::One;
use crate::registry::{AssemblyForm, HloForm, SpecialForm, TypeSource, pieces};

/// Returns the form `%a, %b {attrs} : type`.
const fn same(name: &'static str) -> AssemblyForm<'static> {
    hlo(name, HloForm::SameTypes)
}

/// Returns the form `%a, %b {attrs} : (types) -> types`.
const fn uniform(name: &'static str) -> AssemblyForm<'static> {
    AssemblyForm::new(name, pieces!(%0* {} @Signature)).read_only()
}

const fn hlo(name: &'static str, form: HloForm) -> AssemblyForm<'static> {
    AssemblyForm::special(name, SpecialForm::StableHlo(form)).read_only()
}

pub(super) const FORMS: &[AssemblyForm<'static>] = forms! {
    "stablehlo"; [
    same:
        abs add and atan2 bitcast_convert cbrt ceil clamp complex convert cosine count_leading_zeros divide
        exponential exponential_minus_one floor imag is_finite log log_plus_one logistic maximum minimum multiply
        negate not or popcnt power real remainder round_nearest_afz round_nearest_even rsqrt shift_left
        shift_right_arithmetic shift_right_logical sign sine sqrt subtract tan tanh xor;
    uniform:
        dynamic_pad dynamic_reshape dynamic_update_slice real_dynamic_slice reshape uniform_dequantize uniform_quantize;
    ]
    AssemblyForm::new(
        "stablehlo.broadcast",
        pieces!(%0, sizes = @Ints("broadcast_sizes") {} @Signature),
    )
    .operands(&[One])
    .read_only(),
    AssemblyForm::new(
        "stablehlo.broadcast_in_dim",
        pieces!(%0, dims = @Ints("broadcast_dimensions") {} @Signature),
    )
    .operands(&[One])
    .read_only(),
    hlo("stablehlo.compare", HloForm::Compare),
    hlo("stablehlo.concatenate", HloForm::Concatenate),
    AssemblyForm::new("stablehlo.constant", pieces!({} @Attr("value")))
        .operands(&[])
        .results(&[One])
        .types(&[(Results(0), TypeSource::OfAttr("value"))])
        .read_only(),
    hlo("stablehlo.convolution", HloForm::Convolution),
    AssemblyForm::new(
        "stablehlo.custom_call",
        pieces!(@SymbolText("call_target_name") (%0*) {} @Signature),
    )
    .read_only(),
    hlo("stablehlo.dot", HloForm::Dot),
    hlo("stablehlo.dot_general", HloForm::DotGeneral),
    AssemblyForm::new(
        "stablehlo.dynamic_broadcast_in_dim",
        pieces!(%0, %1, dims = @Ints("broadcast_dimensions") {} @Signature),
    )
    .operands(&[One, One])
    .read_only(),
    hlo("stablehlo.dynamic_slice", HloForm::DynamicSlice),
    AssemblyForm::new("stablehlo.iota", pieces!(dim = @Int("iota_dimension") {} : type(#0)))
        .operands(&[])
        .results(&[One])
        .read_only(),
    AssemblyForm::new(
        "stablehlo.pad",
        pieces!(
            %0, %1, low = @Ints("edge_padding_low"), high = @Ints("edge_padding_high"),
            interior = @Ints("interior_padding") {} @Signature
        ),
    )
    .operands(&[One, One])
    .read_only(),
    hlo("stablehlo.reduce", HloForm::Reduce),
    AssemblyForm::new("stablehlo.return", pieces!(%0* {} ?(: type(%0))))
        .results(&[])
        .terminator()
        .read_only(),
    hlo("stablehlo.reverse", HloForm::Reverse),
    hlo("stablehlo.select", HloForm::Select),
    hlo("stablehlo.slice", HloForm::Slice),
    AssemblyForm::new(
        "stablehlo.transpose",
        pieces!(%0, dims = @Ints("permutation") {} @Signature),
    )
    .operands(&[One])
    .read_only(),
};
