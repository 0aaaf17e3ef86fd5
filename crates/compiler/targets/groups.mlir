// The groups of ops that devices execute as one. The rules of every target can name them: `layout.rule "qdq_conv" [...]`
// lists the layouts of the operands and the result of a group. A group without a rule is unused by the target.
layout.target @groups {
  // Quantized ops, as quantizers write them (QDQ): the operands are dequantized, and the result is quantized. Devices
  // compute them on the integers. Scales and zero points have no role. The bias may be quantized, a float, or absent.
  layout.group "qdq_conv" kind = convolution [
    #layout.pattern<(x, w, b) {dx = dequantize(x, ...), dw = dequantize(w, ...), db = dequantize(b, ...), y = convolution(dx, dw, db), quantize(y, ...)}>,
    #layout.pattern<(x, w, b) {dx = dequantize(x, ...), dw = dequantize(w, ...), db = dequantize(b, ...), y = convolution(dx, dw, db), r = "onnx.Relu" | "onnx.Clip" | "onnx.LeakyRelu" | "onnx.HardSwish" | "onnx.Sigmoid"(y, ...), quantize(r, ...)}>,
    #layout.pattern<(x, w) {dx = dequantize(x, ...), dw = dequantize(w, ...), y = convolution(dx, dw, ...), quantize(y, ...)}>,
    #layout.pattern<(x, w) {dx = dequantize(x, ...), dw = dequantize(w, ...), y = convolution(dx, dw, ...), r = "onnx.Relu" | "onnx.Clip" | "onnx.LeakyRelu" | "onnx.HardSwish" | "onnx.Sigmoid"(y, ...), quantize(r, ...)}>
  ]
  layout.group "qdq_matmul" kind = matmul [
    #layout.pattern<(a, b) {da = dequantize(a, ...), db = dequantize(b, ...), y = matmul(da, db, ...), quantize(y, ...)}>,
    #layout.pattern<(a, b) {da = dequantize(a, ...), db = dequantize(b, ...), y = matmul(da, db, ...), r = "onnx.Relu" | "onnx.Clip" | "onnx.Gelu"(y, ...), quantize(r, ...)}>,
    #layout.pattern<(a, b) {da = dequantize(a, ...), db = dequantize(b, ...), y = matmul(da, db), s = "onnx.Add"{y, _}, quantize(s, ...)}>,
    // A product of quantized weights and floats, whose weights may have 4 bits.
    #layout.pattern<(a, b) {db = dequantize(b, ...), matmul(a, db, ...)}>
  ]
  layout.group "qdq_pool" kind = pool [#layout.pattern<(x) {dx = dequantize(x, ...), y = pool(dx, ...), quantize(y, ...)}>]
  layout.group "qdq_resize" kind = resize [#layout.pattern<(x) {dx = dequantize(x, ...), y = resize(dx, ...), quantize(y, ...)}>]
  layout.group "qdq_elementwise" [
    #layout.pattern<(a, b) {da = dequantize(a, ...), db = dequantize(b, ...), y = elementwise(da, db), quantize(y, ...)}>,
    #layout.pattern<(a, b) {da = dequantize(a, ...), db = dequantize(b, ...), y = elementwise(da, db), r = "onnx.Relu" | "onnx.Clip"(y, ...), quantize(r, ...)}>,
    #layout.pattern<(x) {dx = dequantize(x, ...), y = elementwise(dx), quantize(y, ...)}>,
    #layout.pattern<(x) {dx = dequantize(x, ...), y = "onnx.Clip"(dx, ...), quantize(y, ...)}>
  ]
  // A product of integers whose operand is quantized by its own range.
  layout.group "dynamic_matmul" [
    #layout.pattern<(a, b) {q = "onnx.DynamicQuantizeLinear"(a), p = "onnx.MatMulInteger"(q, b, q#2, ...), f = "onnx.Cast"(p), s = "onnx.Mul"{q#1, _}, "onnx.Mul"{f, s}}>,
    #layout.pattern<(a, b) {q = "onnx.DynamicQuantizeLinear"(a), p = "onnx.MatMulInteger"(q, b, q#2, ...), f = "onnx.Cast"(p), s = "onnx.Mul"{q#1, _}, y = "onnx.Mul"{f, s}, "onnx.Add"{y, _}}>
  ]

  // Ops that exporters of ONNX decompose.
  layout.group "layer_norm" [
    #layout.pattern<(x, scale, bias) {
      m = "onnx.ReduceMean" | "onnx.ReduceMeanV13"(x, ...) when [attr(keepdims, 1) == 1], d = "onnx.Sub"(x, m), p = "onnx.Pow"(d, _),
      v = "onnx.ReduceMean" | "onnx.ReduceMeanV13"(p, ...) when [attr(keepdims, 1) == 1], e = "onnx.Add"{v, _}, s = "onnx.Sqrt"(e),
      n = "onnx.Div"(d, s), t = "onnx.Mul"{n, scale}, "onnx.Add"{t, bias}}>,
    #layout.pattern<(x, scale, bias) {
      m = "onnx.ReduceMean" | "onnx.ReduceMeanV13"(x, ...) when [attr(keepdims, 1) == 1], d = "onnx.Sub"(x, m), p = "onnx.Mul"(d, d),
      v = "onnx.ReduceMean" | "onnx.ReduceMeanV13"(p, ...) when [attr(keepdims, 1) == 1], e = "onnx.Add"{v, _}, s = "onnx.Sqrt"(e),
      n = "onnx.Div"(d, s), t = "onnx.Mul"{n, scale}, "onnx.Add"{t, bias}}>
  ]
  // The groups of channels become rows of a tensor of three dims.
  layout.group "group_norm" [
    #layout.pattern<(x, scale, bias) {
      r = "onnx.Reshape"(x, _), n = "onnx.InstanceNormalization"(r, _, _), y = "onnx.Reshape"(n, _), t = "onnx.Mul"{y, scale}, "onnx.Add"{t, bias}}>
  ]
  layout.group "softmax" [
    #layout.pattern<(x) {
      m = "onnx.ReduceMax" | "onnx.ReduceMaxV13" | "onnx.ReduceMaxV18"(x, ...) when [attr(keepdims, 1) == 1], d = "onnx.Sub"(x, m), e = "onnx.Exp"(d),
      s = "onnx.ReduceSum" | "onnx.ReduceSumV11"(e, ...) when [attr(keepdims, 1) == 1], "onnx.Div"(e, s)}>
  ]
  // Two products with a softmax of the first, scaled or not, and with a mask or not.
  layout.group "attention" [
    #layout.pattern<(q, k, v) {s = "onnx.MatMul"(q, k), d = "onnx.Mul"{s, _}, a = "onnx.Add"{d, _}, p = "onnx.Softmax"(a), "onnx.MatMul"(p, v)}>,
    #layout.pattern<(q, k, v) {s = "onnx.MatMul"(q, k), d = "onnx.Div"(s, _), a = "onnx.Add"{d, _}, p = "onnx.Softmax"(a), "onnx.MatMul"(p, v)}>,
    #layout.pattern<(q, k, v) {s = "onnx.MatMul"(q, k), d = "onnx.Mul" | "onnx.Add"{s, _}, p = "onnx.Softmax"(d), "onnx.MatMul"(p, v)}>,
    #layout.pattern<(q, k, v) {s = "onnx.MatMul"(q, k), d = "onnx.Div"(s, _), p = "onnx.Softmax"(d), "onnx.MatMul"(p, v)}>,
    #layout.pattern<(q, k, v) {s = "onnx.MatMul"(q, k), p = "onnx.Softmax"(s), "onnx.MatMul"(p, v)}>
  ]
  // Rotary position embeddings: the halves of each head are exchanged, and one of them is negated.
  layout.group "rope" [
    #layout.pattern<(x, cos, sin) {
      a = "onnx.Mul"{x, cos}, h = "onnx.Slice"(x, ...), n = "onnx.Neg"(h), l = "onnx.Slice"(x, ...), r = "onnx.Concat"(n, l), b = "onnx.Mul"{r, sin}, "onnx.Add"{a, b}}>
  ]
}
