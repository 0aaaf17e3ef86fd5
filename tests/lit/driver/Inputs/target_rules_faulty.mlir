// A target with a rule that is not well formed.
layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(  NHCV, any...) -> NHWC>]
}
