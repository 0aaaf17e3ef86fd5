// RUN: layoutc eval %s --of=@torch --at=1,2 | FileCheck %s --check-prefix=TORCH
// RUN: layoutc eval %s --of=@trt --at=0,32,0,0 | FileCheck %s --check-prefix=TRT
// RUN: layoutc eval %s --of=@jax --at=9,130 | FileCheck %s --check-prefix=JAX
// RUN: layoutc eval %s --of=@cute --at=1,8 | FileCheck %s --check-prefix=CUTE
// RUN: layoutc eval --layout='torch:f32[s0, 3][3, 1]cuda:0' --with=s0=4 --at=3,2 | FileCheck %s --check-prefix=SYMBOL
// RUN: not layoutc eval --layout='cute:(4,8):(_1@0,_1@1)' 2>&1 | FileCheck %s --check-prefix=BASIS
// RUN: not layoutc eval --layout='torch:torch.Size([2, 3])' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not layoutc eval --layout='xla:f32[<=3,5]{1,0}' 2>&1 | FileCheck %s --check-prefix=BOUND

// Texts as PyTorch, TensorRT, JAX and CuTe print them.
layout.notation @torch "torch:torch.Size([2, 3]) (4, 1)"
layout.notation @trt "trt:fp16:chw32:1x35x7x5"
layout.notation @jax "xla:float32[16,256] Layout(major_to_minor=(0, 1), tiling=((8, 128),), sub_byte_element_size_in_bits=0)"
layout.notation @cute "cute:Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"

// TORCH: "offset":6,
// TRT: "offset":1120,"byte":2240
// JAX: "offset":3202,
// CUTE: "offset":64,
// SYMBOL: "offset":11,
// BASIS: error[L0313]: `_1@0` is a scaled basis: it strides a coordinate, not an offset
// BASIS: note: write the strides of memory
// SIZE: error[L0313]: `torch.Size([2, 3])` states sizes without strides
// SIZE: note: write `(SIZES):(STRIDES)`
// BOUND: error[L0313]: `[<=3,5]` has a length that is known at run time
