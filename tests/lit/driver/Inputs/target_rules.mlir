// A target with rules; a list that many rules share can be an alias.
#conv = [#layout.choice<(NHWC, any...) -> NHWC>, #layout.choice<same>]
layout.target @npu {
  layout.rule "onnx.Conv" #conv
  layout.rule "onnx.MaxPool" #conv
}
