// A target with an invalid rule.
layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(  NHCV, any...) -> NHWC>]
}
