// The layouts of the operands and results of the graphs' ops, after VPUX's table of orders.
#conv = [#layout.choice<(NHWC, any...) -> NHWC>]
#blind = [#layout.choice<same>]
// Tensors may have gaps, and strides have no known bounds.
layout.target @ie {
  limits = {
    maxTensorDimensionCount = 15 : i64,
    maxTensorElements = 9223372036854775807 : i64,
    maxPerDimensionTensorElements = 9223372036854775807 : i64,
    maxTensorStride = 9223372036854775807 : i64,
    maxTensorSize = 9223372036854775807 : i64
  },
  features = {tensorNonPacked = true}
} {
  layout.rule "IE.Convolution" #conv
  layout.rule "IE.GroupConvolution" #conv
  layout.rule "IE.MaxPool" #conv
  layout.rule "IE.ConvolutionAnyOut" [#layout.choice<(NHWC, any...) -> NHWC>, #layout.choice<(NHWC, any...) -> NCHW>, #layout.choice<(NHWC, any...) -> NHCW>]
  layout.rule "IE.Add" [#layout.choice<(NHWC, NHWC) -> NHWC>]
  layout.rule "IE.GRN" [#layout.choice<(NCHW) -> NCHW>, #layout.choice<(NHWC) -> NHWC>]
  layout.rule "IE.MVN1" [#layout.choice<(NCHW) -> NCHW>, #layout.choice<(NHWC) -> NHWC>]
  layout.rule "IE.AddSw" #blind
  layout.rule "IE.SoftMax" #blind
  layout.rule "IE.Sigmoid" #blind
  layout.rule "IE.Exp" #blind
  layout.rule "IE.Negative" #blind
  layout.rule "IE.Convert" #blind
  layout.rule "IE.Expand" #blind
  layout.rule "IE.Tile" #blind
  layout.rule "IE.ReadValue" #blind
  layout.rule "IE.Assign" #blind
}
