// Integer types: signless, signed, unsigned, from no bits to the greatest width.
%0:11 = "t.types"() : () -> (i0, i1, i7, i32, i128, i16777215, si1, si8, si64, ui1, ui128)
// -----
// Integer types: leading zeros of a width.
%0:2 = "t.types"() : () -> (i08, si016)
// -----
// Float types.
%0:7 = "t.types"() : () -> (f16, bf16, tf32, f32, f64, f80, f128)
// -----
// Float types: eight bits.
%0:6 = "t.types"() : () -> (f8E5M2, f8E4M3, f8E4M3FN, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ)
// -----
// Index and none.
%0:2 = "t.types"() : () -> (index, none)
// -----
// Complex types.
%0:5 = "t.types"() : () -> (complex<f32>, complex<f64>, complex<bf16>, complex<i1>, complex<si32>)
// -----
// Tuple types: empty, nested, of any types.
%0:4 = "t.types"() : () -> (tuple<>, tuple<i32>, tuple<i32, tuple<>, tuple<f32, tuple<index>>>, tuple<none, () -> i32, tensor<4xf32>, !foo.bar>)
// -----
// Function types as types of values.
%0:4 = "t.types"() : () -> (() -> (), (i32) -> (), (() -> ()) -> (i32, (f32) -> f32), (i1) -> ((i2) -> (i3)))
// -----
// Tensor types: ranked.
%0:5 = "t.types"() : () -> (tensor<f32>, tensor<4xf32>, tensor<1x2x3x4x5x6xi8>, tensor<9223372036854775807xi1>, tensor<00x1xf32>)
// -----
// Tensor types: dynamic lengths and lengths of zero.
%0:6 = "t.types"() : () -> (tensor<?xf32>, tensor<?x4x0xf32>, tensor<0x4xf32>, tensor<0xf32>, tensor<?x?x?xindex>, tensor<0x0x0xi32>)
// -----
// Tensor types: a length of zero is not a hexadecimal prefix.
%0:5 = "t.types"() : () -> (tensor<0x1xf32>, tensor<2x0x3xf32>, tensor<0xbf16>, tensor<0xf16>, tensor<0xi32>)
// -----
// Tensor types: unranked.
%0:3 = "t.types"() : () -> (tensor<*xf32>, tensor<*xindex>, tensor<*x!foo.bar>)
// -----
// Tensor types: element types.
%0:6 = "t.types"() : () -> (tensor<2xindex>, tensor<4x4xcomplex<f32>>, tensor<2xvector<4xf32>>, tensor<?x!foo.bar<1>>, tensor<4x!foo<"x y">>, tensor<3xsi8>)
// -----
// Tensor types: blanks around the lengths.
%0:4 = "t.types"() : () -> (tensor<4 x f32>, tensor< 4x f32 >, tensor<? x 5 x0 xf32>, tensor< * x f32 >)
// -----
// Tensor types: encodings of every kind.
%0:8 = "t.types"() : () -> (tensor<4xf32, "text">, tensor<4xf32, {a = 1, b}>, tensor<4xf32, 5 : i32>, tensor<4xf32, affine_map<(d0) -> (d0)>>, tensor<4xf32, #foo.enc<csr>>, tensor<4xf32, @sym>, tensor<4xf32, [1, 2]>, tensor<4xf32, i32>)
// -----
// Tensor types: encodings inside encodings.
%0 = "t.types"() : () -> tensor<4xf32, {inner = tensor<2xi8, {deep = tensor<1xi1, "x">}>}>
// -----
// MemRef types: shapes and element types.
%0:7 = "t.types"() : () -> (memref<f32>, memref<4xf32>, memref<?x?xi8>, memref<0x4xf32>, memref<2xmemref<2xf32>>, memref<2xvector<4xf32>>, memref<4xcomplex<f32>>)
// -----
// MemRef types: affine layouts; the identity layout is removed.
%0:5 = "t.types"() : () -> (memref<4xf32, affine_map<(d0) -> (d0)>>, memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>, memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>>, memref<?x4xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s1 + s0 + d1)>>)
// -----
// MemRef types: strided layouts.
%0:7 = "t.types"() : () -> (memref<2x2xf32, strided<[2, 1]>>, memref<2x2xf32, strided<[?, 1], offset: ?>>, memref<4xf32, strided<[1], offset: 5>>, memref<f32, strided<[]>>, memref<f32, strided<[], offset: 4>>, memref<2x2xf32, strided<[-2, 1], offset: -3>>, memref<2x2xf32, strided<[2, 1], offset: 0>>)
// -----
// MemRef types: memory spaces; space 0 is removed.
%0:7 = "t.types"() : () -> (memref<4xf32, 3>, memref<4xf32, 3 : i32>, memref<4xf32, 0>, memref<4xf32, "fast">, memref<4xf32, #gpu.address_space<private>>, memref<4xf32, 1 : index>, memref<4xf32, {bank = 2}>)
// -----
// MemRef types: a layout and a memory space.
%0:3 = "t.types"() : () -> (memref<4xf32, strided<[2]>, 1>, memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>, "fast">, memref<2x2xf32, strided<[?, ?], offset: ?>, {bank = 2}>)
// -----
// MemRef types: unranked.
%0:4 = "t.types"() : () -> (memref<*xf32>, memref<*xf32, 2>, memref<*xi8, "fast">, memref<*xmemref<*xindex, {a}>>)
// -----
// Vector types: fixed and rank 0.
%0:5 = "t.types"() : () -> (vector<f32>, vector<4xf32>, vector<1x2x3xi8>, vector<1xindex>, vector<16xi1>)
// -----
// Vector types: scalable dims.
%0:5 = "t.types"() : () -> (vector<[4]xf32>, vector<4x[8]xi1>, vector<[4]x8x[2]xf32>, vector<[1]xi64>, vector< [ 2 ] x 3 xf32>)
// -----
// Types nest in types.
%0:3 = "t.types"() : () -> (tuple<tensor<2xvector<4xi8>>, memref<2xmemref<*xf16>>>, (tuple<()->()>) -> memref<4xindex, strided<[1], offset: ?>>, tensor<2x!foo.list<tensor<*xf32>, (i32) -> i32>>)
// -----
// Types with blanks before and inside the brackets.
%0:6 = "t.types"() : () -> (tensor <4xf32>, memref < 4xf32 , 3 >, vector <4xf32>, tuple < i32 , i1 >, complex < f32 >, memref<2x2xf32 , strided < [ ? , 1 ] , offset : ? > >)
