// The elements of a notation of placements are those of the tensor.
// RUN: layoutc %s --emit=none --verify-diagnostics

layout.tensor @right : tensor<16x16xf16, {layout = "atom:mma.m16n8k16.f16.A"}>
// expected-error @below {{the tensor has elements of 32 bits, but its layout "atom:mma.m16n8k16.f16.A" has elements of 16 bits}}
layout.tensor @wrong : tensor<16x16xf32, {layout = "atom:mma.m16n8k16.f16.A"}>
