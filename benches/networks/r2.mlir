// Convolutions, pools, resizes and normalizations of images have the channels innermost, for signals, images and
// volumes. Matrix products have a stride for each dim, so that transposes of their operands are free. Gathers are row-major;
// elementwise ops, softmax, reductions and pads have any layout.
#nwc = affine_map<(n, c, w) -> (n, w, c)>
#conv = [#layout.choice<(#nwc, #nwc, any...) -> #nwc>, #layout.choice<(NHWC, OYXI, any...) -> NHWC>,
         #layout.choice<(NDHWC, NDHWC, any...) -> NDHWC>]
#image = [#layout.choice<(#nwc, any...) -> (#nwc, any...)>, #layout.choice<(NHWC, any...) -> (NHWC, any...)>,
          #layout.choice<(NDHWC, any...) -> (NDHWC, any...)>]
#any_order = [#layout.choice<(same, any...) -> (same, any...)>]
#reduction = [#layout.choice<(same, any...) -> (same, any...)>,
              #layout.choice<(any...) -> any..., when = [attr(keepdims, 1) == 0]>]
#row_major = [#layout.choice<(row_major...) -> row_major...>]

#matmul = [#layout.choice<(row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH,
                           row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH, any...)
                          -> row_major | CN | CWH | HCW | affine_map<(b, m, k) -> (k, b, m)> | NCWH | NHCW | NWCH>]

layout.target @r2 {
  summary = "channels last as in ONNX Runtime's NHWC transformer; matrix products read and write strided operands",
  features = {tensorNonPacked = true}
} {
  layout.rule kind = convolution #conv
  layout.rule kind = pool #image
  layout.rule kind = resize #image
  layout.rule "onnx.BatchNormalizationInferenceMode" #image
  layout.rule "onnx.BatchNormalization" #image
  layout.rule "onnx.GroupNormalization" #image
  layout.rule "onnx.InstanceNormalization" #image
  layout.rule kind = elementwise [#layout.choice<same>]
  layout.rule kind = reduction #reduction
  layout.rule "onnx.Softmax" #any_order
  layout.rule "onnx.Pad" #any_order
  layout.rule kind = matmul #matmul
  layout.rule kind = gather #row_major
  layout.rule "*" #row_major
}
