// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error@+1 [L0308] {{the width of the element type `!quant.calibrated<f32<-1.0:1.0>>` is unknown}}
layout.tensor @calibrated : tensor<4x5x!quant.calibrated<f32<-1.0:1.0>>>

// -----

// expected-error@+1 [L0308] {{the width of the element type `!npu.fp12` is unknown}}
layout.tensor @own : tensor<4x5x!npu.fp12>
