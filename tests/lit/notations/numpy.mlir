// RUN: layoutc eval %s --of @rows --at=1,2 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --same @rows,@printed | FileCheck %s --check-prefix=SAME
// RUN: layoutc convert %s --of @reversed --to=memref | FileCheck %s --check-prefix=MEMREF
// RUN: layoutc convert 'memref:memref<3x4xf16, strided<[-4, 1], offset: 8>>' --to=numpy | FileCheck %s --check-prefix=WRITTEN
// RUN: layoutc convert 'torch:(5):(2):ui8' --to=numpy | FileCheck %s --check-prefix=TUPLE
// RUN: not layoutc convert 'torch:(3,4):(4,1):i4' --to=numpy 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not layoutc convert 'xla:f32[3,5]{1,0:T(2,2)}' --to=numpy 2>&1 | FileCheck %s --check-prefix=WITNESS
// RUN: layoutc --list-notations | FileCheck %s --check-prefix=LIST

// AT: {"of":"@rows","at":[1,2],"offset":12,"byte":48,"valid":true}
layout.notation @rows "numpy:{'shape': (3, 4), 'strides': (32, 8), 'typestr': '<f4'}"
// SAME: {"same":true}
layout.notation @printed "numpy:{'data': (140, False), 'strides': (32, 8), 'descr': [('', '<f4')], 'typestr': '<f4', 'shape': (3, 4), 'version': 3}"
// MEMREF: {{^}}memref:memref<3x4xf16, strided<[-4, 1], offset: 8>>{{$}}
layout.notation @reversed "numpy:{'shape': (3, 4), 'strides': (-8, 2), 'typestr': '<f2', 'offset': 16}"

// WRITTEN: {{^}}numpy:{'shape': (3, 4), 'strides': (-8, 2), 'typestr': '<f2', 'offset': 16}{{$}}
// TUPLE: {{^}}numpy:{'shape': (5,), 'strides': (2,), 'typestr': '|u1'}{{$}}
// BITS: error[L0604]: `numpy` cannot express `torch:(3,4):(4,1):i4`: index [0, 0]: its element of 4 bits is not a whole number of bytes
// WITNESS: error[L0604]: `numpy` cannot express `xla:f32[3,5]{1,0:T(2,2)}`: index [0, 2]: its offset 4 is not a sum of index times stride
// LIST: {{^numpy +}}NumPy: {{.}}
