// The layout NC4HW4 of MNN, in which the ops of images compute. MNN's documentation of `Tensor` and its converter of tensors
// (source/backend/cpu/CPUTensorConvert.cpp) define it: the memory is the array (N, C / 4, H, W, 4), where C is rounded up to
// a multiple of 4, so a batch has ALIGN_UP4(C) * H * W elements.
layout.target @mnn {summary = "MNN's layout NC4HW4: blocks of 4 channels"} {
  layout.descriptor @NC4HW4 {
    %n, %c_outer, %h, %w, %c_inner = layout.packed [?, ?, ?, ?, 4]
    %batch   = layout.pass_through %n
    %channel = layout.merge %c_outer, %c_inner
    %row     = layout.pass_through %h
    %column  = layout.pass_through %w
    layout.yield %batch, %channel, %row, %column
  }
  layout.rule kind = convolution [#layout.choice<(@NC4HW4, any, any...) -> @NC4HW4>]
  layout.rule kind = pool [#layout.choice<(@NC4HW4) -> (@NC4HW4, any...)>]
  layout.rule kind = resize [#layout.choice<(@NC4HW4, any...) -> @NC4HW4>]
  layout.rule kind = elementwise [#layout.choice<same>]
  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
