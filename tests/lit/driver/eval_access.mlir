// RUN: layoutc eval %s --of @tile --access=d1 | FileCheck %s --check-prefix=ROW
// RUN: layoutc eval %s --of @tile --access=0 --lanes=32 --banks=32 --bank-bytes=4 | FileCheck %s --check-prefix=COLUMN
// RUN: layoutc eval %s --of @padded --access=0 | FileCheck %s --check-prefix=PADDED
// RUN: layoutc eval %s --of @halves --access=0 | FileCheck %s --check-prefix=HALVES
// RUN: layoutc eval %s --of @swizzled --access=0 | FileCheck %s --check-prefix=SWIZZLED
// RUN: layoutc eval %s --of @odd --access=0 | FileCheck %s --check-prefix=ODD
// RUN: layoutc eval %s --of @doubles --access=1 | FileCheck %s --check-prefix=DOUBLES
// RUN: layoutc eval %s --of @lds --access=1 --elem-bytes=2 | FileCheck %s --check-prefix=LDS
// RUN: layoutc eval %s --of @f:%%a --access=0 | FileCheck %s --check-prefix=VALUE
// RUN: not layoutc eval %s --of @tile --access=2 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not layoutc eval %s --of @tile --access=0,0 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not layoutc eval %s --of @tile --access=0 --elem-bytes=2 2>&1 | FileCheck %s --check-prefix=ELEM
// RUN: not layoutc eval %s --of @tile --access=0 --banks=0 2>&1 | FileCheck %s --check-prefix=BANKS

// Lanes along a row share its line, and each lane has its own bank.
// ROW: {"of":"@tile","access":[1],"lanes":32,"banks":32,"bank_bytes":4,"elem_bits":32,"groups":32,"all_groups":32,
// ROW-SAME: "transactions_32":4,"ideal_32":4,"total_32":128,"transactions_128":1,"ideal_128":1,"total_128":32,
// ROW-SAME: "degree":1,"at":[0,0],"suggest":null,"alternatives":[],

// Lanes along a column all access the same bank.
// COLUMN: "transactions_32":32,"ideal_32":4,"total_32":1024,"transactions_128":32,"ideal_128":1,"total_128":1024,
// COLUMN-SAME: "degree":32,"at":[0,0],"suggest":{"kind":"xor","dims":[0,1],"rows":1,"unit":1,"strides":[32,1],"extra_bytes":0,"degree":1,
// COLUMN-SAME: "alternatives":[{"kind":"pad","dim":0,"by":1,"strides":[33,1],"extra_bytes":128,"degree":1,"text":"strides = [33, 1]"}]
layout.tensor @tile : tensor<32x32xf32>

// PADDED: "degree":1,"at":[0,0],"suggest":null
layout.tensor @padded : tensor<32x32xf32, {strides = [33, 1]}>

// Two columns share a word, and are kept together.
// HALVES: "degree":32,"at":[0,0],"suggest":{"kind":"xor","dims":[0,1],"rows":1,"unit":2,"strides":[64,1],"extra_bytes":0,"degree":1,
// HALVES-SAME: "text":"layout.descriptor @swizzled {\n  %d0, %d1 = layout.from @halves\n  %column, %column_rest = layout.unmerge %d1 into [32, 2]\n  %row_x, %column_x = layout.xor %d0, %column\n  %column_y = layout.merge %column_x, %column_rest\n  layout.yield %row_x, %column_y\n}"}
// HALVES-SAME: "alternatives":[{"kind":"pad","dim":0,"by":2,"strides":[66,1],"extra_bytes":256,"degree":1,"text":"strides = [66, 1]"}]
layout.tensor @halves : tensor<64x64xf16>

// The suggested text, unchanged.
// SWIZZLED: "elem_bits":16
// SWIZZLED-SAME: "degree":1,"at":[0,0],"suggest":null
layout.descriptor @swizzled {
  %d0, %d1 = layout.from @halves
  %column, %column_rest = layout.unmerge %d1 into [32, 2]
  %row_x, %column_x = layout.xor %d0, %column
  %column_y = layout.merge %column_x, %column_rest
  layout.yield %row_x, %column_y
}

// ODD: "degree":2,"at":[0,0],"suggest":{"kind":"align","dim":0,"to":2,"strides":[66,1],"extra_bytes":64,"degree":1,"text":"strides = [66, 1]"},"alternatives":[]
layout.tensor @odd : tensor<32x65xf16>

// Elements of 8 bytes are served to 16 lanes at a time.
// DOUBLES: "elem_bits":64
// DOUBLES-SAME: "transactions_32":8,"ideal_32":8,
// DOUBLES-SAME: "degree":1,"at":[0,0],"suggest":null
layout.tensor @doubles : tensor<32x32xf64>

// The vectors of K start in the same bank. CK pads each one by a row of 8, or permutes M by the vector.
// LDS: "elem_bits":16
// LDS-SAME: "degree":4,"at":[0,0],"suggest":{"kind":"xor","dims":[1,0],"rows":8,"unit":1,"strides":[2048,8,1],"extra_bytes":0,"degree":1,
// LDS-SAME: "alternatives":[{"kind":"pad","dim":0,"by":8,"strides":[2056,8,1],"extra_bytes":64,"degree":1,"text":"layout.strided [4, 256, 8] strides [2056, 8, 1] offset 0"}]
layout.descriptor @lds {
  %run, %m, %within = layout.strided [4, 256, 8] strides [2048, 8, 1]
  %i = layout.pass_through %m
  %k = layout.merge %run, %within
  layout.yield %i, %k
}

// The text of a swizzle defines the symbol of a notation, and other memory is a text of the notation.
// RUN: layoutc eval --layout='cute:(32,32):(32,1)' --access=d0 | FileCheck %s --check-prefix=NOTATION
// RUN: layoutc eval %s --of @of_notation --access=d0 | FileCheck %s --check-prefix=PASTED
// RUN: layoutc eval --layout='memref:memref<32x32xf32, 3>' --access=d0 | FileCheck %s --check-prefix=MEMREF
// NOTATION: "suggest":{"kind":"xor",{{.*}}"text":"layout.notation @base \"cute:(32,32):(32,1)\"\nlayout.descriptor @swizzled {\n  %d0, %d1 = layout.from @base\n  %row_x, %column_x = layout.xor %d0, %d1\n  layout.yield %row_x, %column_x\n}"}
// NOTATION-SAME: "alternatives":[{"kind":"pad",{{.*}}"text":"cute:(32,32):(33,1)"}]
// NOTATION-SAME: "linear":{{.*}}"text":"layout.notation @base \"cute:(32,32):(32,1)\"\nlayout.descriptor @swizzled {\n  %d0, %d1 = layout.from @base\n
// MEMREF: "alternatives":[{"kind":"pad",{{.*}}"text":"memref:memref<32x32xf32, strided<[33, 1]>>"}]
// PASTED: "degree":1,
layout.notation @base "cute:(32,32):(32,1)"
layout.descriptor @of_notation {
  %d0, %d1 = layout.from @base
  %row_x, %column_x = layout.xor %d0, %d1
  layout.yield %row_x, %column_x
}

// A value is not a symbol, so a descriptor cannot be applied to it.
// VALUE: "suggest":{"kind":"xor"
// VALUE-SAME: "text":null}
func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  return %a : tensor<32x32xf32>
}

// RANK: error[L0604]: `@tile`: invalid dim d2: the layout has 2 logical dims
// TWICE: error[L0604]: `@tile`: d0 is listed twice
// ELEM: error[L0604]: the elements of `@tile` have 32 bits, but `--elem-bytes` is 2
// BANKS: error[L0604]: `@tile`: the number of banks must be within 1 to 1024, but is 0
