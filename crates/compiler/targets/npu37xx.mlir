// The matrix unit and the shaders of Intel's NPU 37XX, after VPUX (openvinotoolkit/npu_compiler, commit 150e2025aaba of
// December 2024). Unlike `vpux_like`, which repeats the orders that VPUX assigns, this target states what the hardware
// can read and write. It is the example of docs/how-to/target.md. The rules are by kind, so they hold for every dialect.

// The matrix unit reads NHWC, and the filter with its input channels innermost (OYXI). The innermost dim is dense (the
// verifier of NCE tasks), and each pixel begins at a multiple of max(128 bits, 16 elements): 32 bytes of f16, 16 bytes
// of i8. It writes any order with N outermost; only NHWC results are read by the next op of the matrix unit.
#conv = [
  #layout.choice<(NHWC, OYXI, any...) -> NHWC, reqs = [#layout.reqs<m2: aligned<32 bytes>, m3: compact>, any, any, #layout.reqs<m2: aligned<32 bytes>, m3: compact>], when = [elem(0) == f16]>,
  #layout.choice<(NHWC, OYXI, any...) -> NCHW | NCWH | NHCW | NWHC | NWCH, reqs = [#layout.reqs<m2: aligned<32 bytes>, m3: compact>, any, any, #layout.reqs<m3: compact>], when = [elem(0) == f16]>,
  #layout.choice<(NHWC, OYXI, any...) -> NHWC, reqs = [#layout.reqs<m2: aligned<16 bytes>, m3: compact>, any, any, #layout.reqs<m2: aligned<16 bytes>, m3: compact>], when = [elem(0) in (i8, ui8)]>,
  // Other element types run on the shaders.
  #layout.choice<(row_major...) -> row_major, when = [elem(0) not in (f16, i8, ui8)]>
]
#pool = [
  #layout.choice<(NHWC) -> NHWC, reqs = [#layout.reqs<m2: aligned<32 bytes>, m3: compact>, #layout.reqs<m2: aligned<32 bytes>, m3: compact>], when = [elem(0) == f16]>,
  #layout.choice<(NHWC) -> NCHW | NCWH | NHCW | NWHC | NWCH, reqs = [#layout.reqs<m2: aligned<32 bytes>, m3: compact>, #layout.reqs<m3: compact>], when = [elem(0) == f16]>,
  #layout.choice<(NHWC) -> NHWC, reqs = [#layout.reqs<m2: aligned<16 bytes>, m3: compact>, #layout.reqs<m2: aligned<16 bytes>, m3: compact>], when = [elem(0) in (i8, ui8)]>,
  #layout.choice<(row_major) -> row_major, when = [elem(0) not in (f16, i8, ui8)]>
]
// The DMA engine copies the operands of a product to local memory with two levels of strides, so that a product reads an
// operand with either of its last two dims innermost, and with the heads of attention between the rows.
#matmul = [#layout.choice<(row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH,
                           row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH, any...)
                          -> row_major | HCW | NHCW>]
// Elementwise ops run on the matrix unit or on the shaders, and accept any order.
#shader_same = [#layout.choice<same>]
#shader_first = [#layout.choice<(same, any...) -> same>]
// The shaders normalize images in four orders.
#mvn = [
  #layout.choice<(NCHW, any...) -> NCHW>, #layout.choice<(NHWC, any...) -> NHWC>,
  #layout.choice<(NCWH, any...) -> NCWH>, #layout.choice<(NWHC, any...) -> NWHC>
]
#rope = [#layout.choice<(same, any, any) -> same>]
#row_major = [#layout.choice<(row_major...) -> row_major...>]

layout.target @npu37xx {
  summary = "the matrix unit and shaders of an NPU, after the NPU 37XX of VPUX",
  limits = {
    maxTensorDimensionCount = 15 : i64,                         // orders have at most 15 dims (MAX_NUM_DIMS)
    // The DMA engine moves up to 16 MiB - 1 bytes and 255 planes at once. A compiler splits larger transfers, so that
    // these are not limits of tensors.
    maxTensorElements = 9223372036854775807 : i64,              // no known bound
    maxPerDimensionTensorElements = 9223372036854775807 : i64,  // the same
    maxTensorStride = 9223372036854775807 : i64,                // the same
    maxTensorSize = 9223372036854775807 : i64                   // the same
  },
  features = {tensorNonPacked = true}
} {
  // Transposed convolutions read a filter of the dims (I, O, Y, X) like any other, with the input channels innermost.
  layout.rule kind = convolution #conv
  layout.rule kind = pool #pool
  layout.rule kind = matmul #matmul
  layout.rule kind = normalization #mvn
  layout.rule kind = elementwise #shader_same inplace = [0, 1, 2]
  layout.rule kind = quantize #shader_first
  layout.rule kind = dequantize #shader_first

  // Quantized ops, and those that exporters decompose, are one op.
  layout.rule "qdq_conv" #conv
  layout.rule "qdq_matmul" #matmul
  layout.rule "qdq_pool" #pool
  layout.rule "qdq_elementwise" #shader_same
  layout.rule "dynamic_matmul" #matmul
  layout.rule "group_norm" #mvn
  layout.rule "layer_norm" #row_major
  layout.rule "softmax" #shader_same
  layout.rule "rope" #rope

  // A batch normalization with constants is a scale and a shift.
  layout.rule "onnx.BatchNormalizationInferenceMode" #shader_first inplace = [0]
  layout.rule "stablehlo.batch_norm_inference" #shader_first inplace = [0]
  layout.rule "IE.BatchNormInference" #shader_first inplace = [0]
  layout.rule "onnx.Softmax" #shader_same
  layout.rule "linalg.softmax" #shader_same
  layout.rule "IE.SoftMax" #shader_same

  // These normalize dims of any meaning.
  layout.rule "onnx.LayerNormalization" #row_major
  layout.rule "onnx.LpNormalization" #row_major
  layout.rule "onnx.RMSLayerNormalization" #row_major
  layout.rule "onnx.RMSNormalization" #row_major
  layout.rule "IE.NormalizeL2" #row_major
  layout.rule "IE.RMS" #row_major

  // All other ops are row-major.
  layout.rule "*" #row_major
}
