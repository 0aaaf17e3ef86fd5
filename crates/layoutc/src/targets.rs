//! The targets of `--target`: the shipped ones, and those in the user's files.

use crate::status::FAILED;
use crate::streams::input;
use compiler::{NamedTarget, single_target};
use ir::Registry;
use ir::diag::{Diag, Sink};
use ir::source::{SourceMap, Span};
use ir::target;
use std::io;
use std::path::Path;

/// Resolves the value of `--target`. Errors go to `sink`.
///
/// # Errors
/// The exit status.
pub(crate) fn named(
    text: &str,
    registry: &Registry,
    sources: &mut SourceMap,
    sink: &mut Sink,
) -> Result<NamedTarget, i32> {
    if let Some(target) = registry.target(text) {
        return Ok(NamedTarget::Target(Box::new(target)));
    }
    if !is_path(text) {
        return Ok(NamedTarget::from(text));
    }
    let base = input::read(text, &mut io::empty(), sources).map_err(|stop| {
        stop.diags.into_iter().for_each(|diag| sink.push(diag));
        stop.status
    })?;
    let file = sources.file_at(base).expect("the file was added there");
    let content = file.text.clone();
    let target = single_target(text, &content, base, registry, sink);
    target.map(|target| NamedTarget::Target(Box::new(target))).ok_or(FAILED)
}

/// Returns `true` if the value is a file: it has the form of a path, or the file exists.
fn is_path(text: &str) -> bool {
    text.contains(std::path::is_separator) || text.ends_with(".mlir") || Path::new(text).is_file()
}

/// Returns the error for an unknown target before any module is parsed.
pub(crate) fn unknown(name: &str, registry: &Registry) -> Diag {
    explained(target::unknown(name, Span::NONE, registry.targets()))
}

/// Returns the error for a target that the module does not define; `faults` are the errors of the lookup.
pub(crate) fn not_named(faults: Vec<Diag>) -> Diag {
    explained(faults.into_iter().next().expect("a failed lookup has an error"))
}

fn explained(diag: Diag) -> Diag {
    diag.note("the value of `--target` is a name, or a file with a `layout.target`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Driver;
    use expect_test::expect;
    use ir::Verified;
    use ir::choice::{ChoiceRule, Offer, RequiredLayout};
    use ir::target::{Limit, SPEC_MIN};

    #[test]
    fn shipped_targets_have_their_names_and_all_limits() {
        let registry = Driver::default().registry;
        let names = [
            "arm_ml_engine",
            "channels_last",
            "emulation",
            "npu37xx",
            "spec_min",
            "tensorrt_like",
            "vpux_like",
        ];
        assert!(registry.targets().eq(names));
        for name in registry.targets() {
            let target = registry.target(name).unwrap();
            assert_eq!(target.name, name);
            assert!(!target.summary.is_empty());
            assert!(Limit::ALL.iter().all(|&limit| target.specifies(limit)), "{name}");
            // The user does not have the texts, so rules must not have positions in them.
            assert!(target.rules().all(|(_, rule)| !rule.span().is_some()), "{name}");
            // No limit is below the minimum that Vulkan requires.
            let least = |limit| target.limits.get(limit) >= SPEC_MIN.limits.get(limit);
            assert!(Limit::ALL.into_iter().all(least), "{name}");
        }
    }

    #[test]
    fn spec_min_equals_the_constant() {
        assert_eq!(Driver::default().registry.target("spec_min"), Some(SPEC_MIN.clone()));
    }

    /// Returns the choices that a shipped target offers for each op of a text, one line per op.
    fn offers(target: &str, ops: &str) -> String {
        offers_of(target, ops, "onnx.")
    }

    /// Returns the choices that a shipped target offers for each op of a dialect, one line per op.
    fn offers_of(target: &str, ops: &str, dialect: &str) -> String {
        let (registry, mut sink) = (Driver::default().registry, Sink::default());
        let target = registry.target(target).unwrap();
        let module = parser::parse(ops, 0, &registry, &mut sink).unwrap();
        let module = Verified::new(module, &registry, &mut sink).ok().unwrap();
        let mut out = String::new();
        for op in module.walk().filter(|&op| module.name(op).starts_with(dialect)) {
            let rule = ChoiceRule::for_op(&module, op, &registry, Some(&target));
            let of = |offer: Offer| {
                let shown: Vec<_> = offer.fitted.required.iter().map(shown).collect();
                let (operands, results) = shown.split_at(offer.fitted.operands);
                let fallback = if offer.choice.is_none() { " (none applies)" } else { "" };
                format!("{} -> {}{fallback}", operands.join(" "), results.join(" "))
            };
            let offers: Vec<_> = rule.offers(&module, op).into_iter().map(of).collect();
            let name = module.name(op).trim_start_matches(dialect);
            let offers = if offers.is_empty() { "none".to_owned() } else { offers.join("; ") };
            out += &format!("{name} {:?}: {offers}\n", rule.origin);
        }
        out
    }

    fn shown(required: &RequiredLayout) -> String {
        match required {
            RequiredLayout::Any => "any".to_owned(),
            RequiredLayout::Same => "same".to_owned(),
            RequiredLayout::Order(order) => order.to_string(),
            RequiredLayout::Format(format) => format.to_string(),
            RequiredLayout::Custom(layout) => layout.name().to_string(),
        }
    }

    const NET: &str = r#"
        %x, %w, %w1, %b, %s, %n = "test.from"() : () -> (tensor<1x3x8x8xf16>, tensor<32x3x3x3xf16>, tensor<32x32x1x1xf16>, tensor<32xf16>, tensor<32x1x1xf16>, none)
        %0 = "onnx.Conv"(%x, %w, %b) {group = 1 : si64} : (tensor<1x3x8x8xf16>, tensor<32x3x3x3xf16>, tensor<32xf16>) -> tensor<1x32x8x8xf16>
        %1 = "onnx.Conv"(%0, %w1, %n) : (tensor<1x32x8x8xf16>, tensor<32x32x1x1xf16>, none) -> tensor<1x32x8x8xf16>
        %2 = "onnx.Conv"(%0, %w1) {group = 32 : si64} : (tensor<1x32x8x8xf16>, tensor<32x32x1x1xf16>) -> tensor<1x32x8x8xf16>
        %3 = "onnx.ConvTranspose"(%1, %w1, %n) : (tensor<1x32x8x8xf16>, tensor<32x32x1x1xf16>, none) -> tensor<1x32x8x8xf16>
        %4 = "onnx.BatchNormalizationInferenceMode"(%3, %b, %b, %b, %b) : (tensor<1x32x8x8xf16>, tensor<32xf16>, tensor<32xf16>, tensor<32xf16>, tensor<32xf16>) -> tensor<1x32x8x8xf16>
        %5 = "onnx.Relu"(%4) : (tensor<1x32x8x8xf16>) -> tensor<1x32x8x8xf16>
        %6 = "onnx.Add"(%5, %4) : (tensor<1x32x8x8xf16>, tensor<1x32x8x8xf16>) -> tensor<1x32x8x8xf16>
        %7 = "onnx.Add"(%6, %s) : (tensor<1x32x8x8xf16>, tensor<32x1x1xf16>) -> tensor<1x32x8x8xf16>
        %8 = "onnx.Sum"(%5, %6, %7) : (tensor<1x32x8x8xf16>, tensor<1x32x8x8xf16>, tensor<1x32x8x8xf16>) -> tensor<1x32x8x8xf16>
        %9 = "onnx.MaxPoolSingleOut"(%8) : (tensor<1x32x8x8xf16>) -> tensor<1x32x4x4xf16>
        %10 = "onnx.ReduceMean"(%9, %n) {keepdims = 0 : si64} : (tensor<1x32x4x4xf16>, none) -> tensor<1x32xf16>
        %11 = "onnx.Transpose"(%9) {perm = [0, 2, 3, 1]} : (tensor<1x32x4x4xf16>) -> tensor<1x4x4x32xf16>
        %12 = "onnx.Softmax"(%9) : (tensor<1x32x4x4xf16>) -> tensor<1x32x4x4xf16>
        %13 = "onnx.Gelu"(%9) : (tensor<1x32x4x4xf16>) -> tensor<1x32x4x4xf16>
        %14 = "onnx.Gemm"(%10, %w, %b) : (tensor<1x32xf16>, tensor<32x3x3x3xf16>, tensor<32xf16>) -> tensor<1x32xf16>
        %15 = "onnx.Unheard"(%9) : (tensor<1x32x4x4xf16>) -> tensor<1x32xf16>
        %16 = "onnx.Constant"() {value = dense<0.0> : tensor<4xf16>} : () -> tensor<4xf16>
    "#;

    #[test]
    fn channels_last_makes_image_channels_innermost() {
        expect![[r#"
            Conv Kind: NHWC NHWC any -> NHWC
            Conv Kind: NHWC NHWC any -> NHWC
            Conv Kind: NHWC NHWC -> NHWC
            ConvTranspose Target: NHWC NHWC any -> NHWC
            BatchNormalizationInferenceMode Kind: NHWC any any any any -> NHWC
            Relu Kind: same -> same
            Add Kind: same same -> same
            Add Kind: same any -> same
            Sum Kind: same same same -> same
            MaxPoolSingleOut Kind: NHWC -> NHWC
            ReduceMean Kind: same any -> any; any any -> any
            Transpose View: none
            Softmax Default: NCHW -> NCHW
            Gelu Kind: same -> same
            Gemm Kind: NC NCHW any -> NC; NC NCHW any -> CN; NC NCWH any -> NC; NC NCWH any -> CN; NC NHCW any -> NC; NC NHCW any -> CN; NC NWCH any -> NC; NC NWCH any -> CN; CN NCHW any -> NC; CN NCHW any -> CN; CN NCWH any -> NC; CN NCWH any -> CN; CN NHCW any -> NC; CN NHCW any -> CN; CN NWCH any -> NC; CN NWCH any -> CN
            Unheard Default: NCHW -> NC
            Constant Builtin:  -> any
        "#]]
        .assert_eq(&offers("channels_last", NET));
    }

    #[test]
    fn vpux_like_follows_its_table_of_op_classes() {
        expect![[r#"
            Conv Kind: NHWC NHWC any -> NHWC
            Conv Kind: NHWC NHWC any -> NHWC
            Conv Kind: NHWC NHWC -> NHWC
            ConvTranspose Kind: NHWC (d0, d1, d2, d3) -> (d1, d2, d3, d0) any -> NHWC
            BatchNormalizationInferenceMode Target: same any any any any -> same
            Relu Kind: same -> same
            Add Target: NHWC NHWC -> NHWC
            Add Target: NHWC any -> NHWC
            Sum Target: NHWC NHWC NHWC -> NHWC
            MaxPoolSingleOut Kind: NHWC -> NHWC
            ReduceMean Target: NCHW any -> NC (none applies)
            Transpose View: none
            Softmax Target: same -> same
            Gelu Target: NCHW -> NCHW; NHWC -> NHWC
            Gemm Kind: NC NCHW any -> NC; NC NCWH any -> NC; CN NCHW any -> NC; CN NCWH any -> NC
            Unheard Default: NCHW -> NC
            Constant Builtin:  -> any
        "#]]
        .assert_eq(&offers("vpux_like", NET));
    }

    #[test]
    fn npu37xx_lists_what_the_hardware_reads_and_writes() {
        expect![[r#"
            Conv Kind: NHWC NHWC any -> NHWC; NHWC NHWC any -> NCHW; NHWC NHWC any -> NCWH; NHWC NHWC any -> NHCW; NHWC NHWC any -> NWHC; NHWC NHWC any -> NWCH
            Conv Kind: NHWC NHWC any -> NHWC; NHWC NHWC any -> NCHW; NHWC NHWC any -> NCWH; NHWC NHWC any -> NHCW; NHWC NHWC any -> NWHC; NHWC NHWC any -> NWCH
            Conv Kind: NHWC NHWC -> NHWC; NHWC NHWC -> NCHW; NHWC NHWC -> NCWH; NHWC NHWC -> NHCW; NHWC NHWC -> NWHC; NHWC NHWC -> NWCH
            ConvTranspose Kind: NHWC (d0, d1, d2, d3) -> (d1, d2, d3, d0) any -> NHWC; NHWC (d0, d1, d2, d3) -> (d1, d2, d3, d0) any -> NCHW; NHWC (d0, d1, d2, d3) -> (d1, d2, d3, d0) any -> NCWH; NHWC (d0, d1, d2, d3) -> (d1, d2, d3, d0) any -> NHCW; NHWC (d0, d1, d2, d3) -> (d1, d2, d3, d0) any -> NWHC; NHWC (d0, d1, d2, d3) -> (d1, d2, d3, d0) any -> NWCH
            BatchNormalizationInferenceMode Target: same any any any any -> same
            Relu Kind: same -> same
            Add Kind: same same -> same
            Add Kind: same any -> same
            Sum Kind: same same same -> same
            MaxPoolSingleOut Kind: NHWC -> NHWC; NHWC -> NCHW; NHWC -> NCWH; NHWC -> NHCW; NHWC -> NWHC; NHWC -> NWCH
            ReduceMean Default: NCHW any -> NC
            Transpose View: none
            Softmax Target: same -> same
            Gelu Kind: same -> same
            Gemm Kind: NC NCHW any -> NC; NC NCWH any -> NC; NC NHCW any -> NC; NC NWCH any -> NC; CN NCHW any -> NC; CN NCWH any -> NC; CN NHCW any -> NC; CN NWCH any -> NC
            Unheard Default: NCHW -> NC
            Constant Builtin:  -> any
        "#]].assert_eq(&offers("npu37xx", NET));
    }

    #[test]
    fn arm_ml_engine_fixes_the_layouts_of_windows_and_products() {
        let ops = r#"
            %x, %w, %d, %z, %o, %m, %c, %s = "test.from"() : () -> (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<3x3x3x2xi8>, tensor<1xi8>, tensor<1x8x8x4xi8>, tensor<2x3x3xi8>, tensor<4xi32>, !tosa.shape<8>)
            %0 = "tosa.conv2d"(%x, %w, %c, %z, %z) {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<4x3x3x3xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi32>
            %1 = "tosa.depthwise_conv2d"(%x, %d, %c, %z, %z) {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>, tensor<3x3x3x2xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x6xi32>
            %2 = "tosa.max_pool2d"(%x) {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xi8>) -> tensor<1x8x8x3xi8>
            %3 = "tosa.matmul"(%m, %m, %z, %z) : (tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi32>
            %4 = "tosa.add"(%o, %o) : (tensor<1x8x8x4xi8>, tensor<1x8x8x4xi8>) -> tensor<1x8x8x4xi8>
            %5 = "tosa.rescale"(%0, %c, %z, %z, %z) {per_channel = true} : (tensor<1x8x8x4xi32>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi8>
            %6 = "tosa.rescale"(%0, %z, %z, %z, %z) {per_channel = false} : (tensor<1x8x8x4xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x8x8x4xi8>
            %7 = "tosa.reduce_sum"(%o) {axis = 1 : i32} : (tensor<1x8x8x4xi8>) -> tensor<1x1x8x4xi8>
            %8 = "tosa.argmax"(%o) {axis = 1 : i32} : (tensor<1x8x8x4xi8>) -> tensor<1x8x4xi32>
            %9 = "tosa.pad"(%o, %s, %z) : (tensor<1x8x8x4xi8>, !tosa.shape<8>, tensor<1xi8>) -> tensor<3x8x8x4xi8>
            %10 = "tosa.gather"(%m, %c) : (tensor<2x3x3xi8>, tensor<4xi32>) -> tensor<2x4x3xi8>
        "#;
        expect![[r#"
            conv2d Kind: NCHW NCHW any any any -> NCHW
            depthwise_conv2d Target: NCHW NCHW C C C -> NCHW
            max_pool2d Kind: NCHW -> NCHW
            matmul Kind: CHW CHW any any -> CHW
            add Kind: same same -> same
            rescale Target: NCHW any any any any -> NCHW
            rescale Target: same any any any any -> same
            reduce_sum Kind: same -> same; NCHW -> NCHW
            argmax Kind: NCHW -> CHW
            pad Target: same any any -> same
            gather Default: CHW C -> CHW
        "#]]
        .assert_eq(&offers_of("arm_ml_engine", ops, "tosa."));
    }

    #[test]
    fn tensorrt_like_offers_formats_by_type_and_channels() {
        expect![[r#"
            Conv Kind: NCHW any any -> hwc8; hwc8 any any -> hwc8; chw2 any any -> chw2; NCHW any any -> NCHW
            Conv Kind: hwc8 any any -> hwc8; chw32 any any -> chw32
            Conv Kind: hwc8 any -> hwc8
            ConvTranspose Target: NCHW NCHW any -> NCHW
            BatchNormalizationInferenceMode Target: same any any any any -> same
            Relu Kind: same -> same
            Add Kind: same same -> same
            Add Kind: same any -> same
            Sum Kind: same same same -> same
            MaxPoolSingleOut Kind: hwc8 -> hwc8; chw2 -> chw2; chw32 -> chw32; NCHW -> NCHW
            ReduceMean Default: NCHW any -> NC
            Transpose View: none
            Softmax Default: NCHW -> NCHW
            Gelu Kind: same -> same
            Gemm Kind: NC NCHW any -> NC; NC NCWH any -> NC; CN NCHW any -> NC; CN NCWH any -> NC
            Unheard Default: NCHW -> NC
            Constant Builtin:  -> any
        "#]].assert_eq(&offers("tensorrt_like", NET));
        let quantised = r#"
            %x, %y, %z, %w = "test.from"() : () -> (tensor<1x3x8x8xi8>, tensor<1x64x8x8xi8>, tensor<1x48x8x8xi8>, tensor<1xi8>)
            %0 = "onnx.Conv"(%x, %w) : (tensor<1x3x8x8xi8>, tensor<1xi8>) -> tensor<1x64x8x8xi8>
            %1 = "onnx.Conv"(%y, %w) : (tensor<1x64x8x8xi8>, tensor<1xi8>) -> tensor<1x64x8x8xi8>
            %2 = "onnx.Conv"(%y, %w) : (tensor<1x64x8x8xi8>, tensor<1xi8>) -> tensor<1x64x8x8xf32>
            %3 = "onnx.Conv"(%z, %w) : (tensor<1x48x8x8xi8>, tensor<1xi8>) -> tensor<1x48x8x8xi8>
            %4 = "onnx.MaxPoolSingleOut"(%z) : (tensor<1x48x8x8xi8>) -> tensor<1x48x4x4xi8>
            %5 = "onnx.QuantizeLinear"(%x, %w, %w) : (tensor<1x3x8x8xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x8x8xf32>
        "#;
        expect![[r#"
            Conv Kind: chw4 any -> chw32; chw4 any -> chw4
            Conv Kind: chw32 any -> chw32; chw4 any -> chw4
            Conv Kind: chw32 any -> chw32
            Conv Kind: chw4 any -> chw4
            MaxPoolSingleOut Kind: chw32 -> chw32; chw4 -> chw4; NCHW -> NCHW
            QuantizeLinear Kind: same any any -> same; NCHW any any -> NCHW; NCHW any any -> chw32
        "#]]
        .assert_eq(&offers("tensorrt_like", quantised));
        let single = r#"
            %x, %y, %z, %v, %w = "test.from"() : () -> (tensor<1x3x8x8xf32>, tensor<1x64x8x8xf32>, tensor<1x6x8x8xf16>, tensor<1x64x4x8x8xf16>, tensor<1xf32>)
            %0 = "onnx.Conv"(%x, %w) : (tensor<1x3x8x8xf32>, tensor<1xf32>) -> tensor<1x64x8x8xf32>
            %1 = "onnx.Conv"(%y, %w) : (tensor<1x64x8x8xf32>, tensor<1xf32>) -> tensor<1x10x8x8xf32>
            %2 = "onnx.Conv"(%y, %w) : (tensor<1x64x8x8xf32>, tensor<1xf32>) -> tensor<1x64x8x8xf32>
            %3 = "onnx.Conv"(%z, %w) : (tensor<1x6x8x8xf16>, tensor<1xf32>) -> tensor<1x10x8x8xf16>
            %4 = "onnx.Conv"(%v, %w) : (tensor<1x64x4x8x8xf16>, tensor<1xf32>) -> tensor<1x64x4x8x8xf16>
            %5 = "onnx.GlobalAveragePool"(%v) : (tensor<1x64x4x8x8xf16>) -> tensor<1x64x1x1x1xf16>
        "#;
        expect![[r#"
            Conv Kind: NCHW any -> hwc; NCHW any -> NCHW
            Conv Kind: NCHW any -> NCHW
            Conv Kind: hwc any -> hwc
            Conv Kind: chw2 any -> chw2; NCHW any -> NCHW
            Conv Kind: dhwc8 any -> dhwc8; cdhw32 any -> cdhw32
            GlobalAveragePool Kind: dhwc8 -> dhwc8; cdhw32 -> cdhw32; NCDHW -> NCDHW
        "#]]
        .assert_eq(&offers("tensorrt_like", single));
    }

    #[test]
    fn is_path_distinguishes_paths_and_names() {
        assert!(is_path("a/b") && is_path("npu.mlir") && is_path("Cargo.toml"));
        assert!(!is_path("npu") && !is_path("spec_min") && !is_path("src"));
    }
}
