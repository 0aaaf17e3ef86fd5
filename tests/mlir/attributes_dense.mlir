// Dense elements: a scalar for rank 0 and a splat.
"t.dense"() {a = dense<1> : tensor<i32>, b = dense<-7> : tensor<2x3xi32>, c = dense<1.5> : tensor<4xf32>, d = dense<true> : tensor<5xi1>} : () -> ()
// -----
// Dense elements: nested lists.
"t.dense"() {a = dense<[1, 2, 3]> : tensor<3xi32>, b = dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi8>, c = dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi64>} : () -> ()
// -----
// Dense elements: a list of equal values is the splat.
"t.dense"() {a = dense<[[4, 4], [4, 4]]> : tensor<2x2xi32>, b = dense<[9]> : tensor<1xi32>, c = dense<[[[0.0]]]> : tensor<1x1x1xf32>} : () -> ()
// -----
// Dense elements: no elements.
"t.dense"() {a = dense<> : tensor<0xi32>, b = dense<[]> : tensor<0xf32>, c = dense<> : tensor<2x0xi8>, d = dense<[[], []]> : tensor<2x0xi8>, e = dense<> : tensor<0x3xindex>} : () -> ()
// -----
// Dense elements: a splat of zero elements preserves its value.
"t.dense"() {a = dense<3> : tensor<0xi32>, b = dense<2.0> : tensor<0x4xf32>} : () -> ()
// -----
// Dense elements: booleans by word and by number.
"t.dense"() {a = dense<[true, false, true]> : tensor<3xi1>, b = dense<[1, 0, 1]> : tensor<3xi1>, c = dense<-1> : tensor<4xi1>, d = dense<[false, true]> : vector<2xi1>} : () -> ()
// -----
// Dense elements: hexadecimal numbers as elements.
"t.dense"() {a = dense<[0xFF, -1, 255, 0x7F]> : tensor<4xi8>, b = dense<0x10> : tensor<2xi32>, c = dense<[0x7FC00000, 0x3F800000]> : tensor<2xf32>, d = dense<0xFF800000> : tensor<3xf32>} : () -> ()
// -----
// Dense elements: signed and unsigned element types.
"t.dense"() {a = dense<[-128, 127]> : tensor<2xsi8>, b = dense<[255, 0xFE]> : tensor<2xui8>, c = dense<[18446744073709551615, 0]> : tensor<2xui64>} : () -> ()
// -----
// Dense elements: odd and wide integers.
"t.dense"() {a = dense<[1, 2]> : tensor<2xi3>, b = dense<[-8, 7]> : tensor<2xi4>, c = dense<[70000, -1]> : tensor<2xi24>, d = dense<[170141183460469231731687303715884105727, -1]> : tensor<2xi128>} : () -> ()
// -----
// Dense elements: index.
"t.dense"() {a = dense<[1, -2, 9223372036854775807]> : tensor<3xindex>, b = dense<3> : vector<2xindex>} : () -> ()
// -----
// Dense elements: every float type.
"t.dense"() {a = dense<[1.0, -0.0]> : tensor<2xf16>, b = dense<[0.1, 2.0]> : tensor<2xbf16>, c = dense<[0.1, 1.0e-45]> : tensor<2xf32>, d = dense<[0.1, 3.0e300]> : tensor<2xf64>, e = dense<[1.0, 2.0]> : tensor<2xf128>, f = dense<[1.0, 2.0]> : tensor<2xtf32>} : () -> ()
// -----
// Dense elements: eight-bit floats.
"t.dense"() {a = dense<[1.0, 0x7F]> : tensor<2xf8E4M3FN>, b = dense<[0.5, 0x7C]> : tensor<2xf8E5M2>, c = dense<0x80> : tensor<3xf8E4M3FNUZ>, d = dense<[1.0, 0x80]> : tensor<2xf8E5M2FNUZ>, e = dense<2.0> : tensor<2xf8E4M3B11FNUZ>, f = dense<-1.0> : tensor<2xf8E4M3>} : () -> ()
// -----
// Dense elements: complex numbers.
"t.dense"() {a = dense<(1, 2)> : tensor<2xcomplex<i32>>, b = dense<[(1.0, 2.0), (0x7FC00000, -1.0)]> : tensor<2xcomplex<f32>>, c = dense<[[(1, -2)], [(3, 4)]]> : tensor<2x1xcomplex<i8>>, d = dense<(true, false)> : tensor<1xcomplex<i1>>, e = dense<(0.0, 0.0)> : tensor<complex<f64>>} : () -> ()
// -----
// Dense elements: strings.
"t.dense"() {a = dense<["one", "t\"w\"o\n", ""]> : tensor<3x!strs.s>, b = dense<"all"> : tensor<4x!strs.s>, c = dense<[["a"], ["b"]]> : tensor<2x1x!strs.s>, d = dense<"0xFF"> : tensor<2x!strs.s>} : () -> ()
// -----
// Dense elements: raw bytes of integers, little endian.
"t.dense"() {a = dense<"0x01000000FFFFFFFF"> : tensor<2xi32>, b = dense<"0x0102"> : vector<2xi8>, c = dense<"0x01ab"> : tensor<2xui8>, d = dense<"0x010002FFFFFF"> : tensor<2xi24>, e = dense<"0x0100000000000000FEFFFFFFFFFFFFFF"> : tensor<2xindex>} : () -> ()
// -----
// Dense elements: raw bytes of one element are a splat.
"t.dense"() {a = dense<"0x2A000000"> : tensor<4xi32>, b = dense<"0x0000803F"> : tensor<3x3xf32>, c = dense<"0xFF"> : tensor<9xi1>, d = dense<"0x00"> : tensor<9xi1>} : () -> ()
// -----
// Dense elements: raw bytes of booleans are packed eight to a byte, the first in the low bit.
"t.dense"() {a = dense<"0x05"> : tensor<3xi1>, b = dense<"0x01"> : tensor<8xi1>, c = dense<"0xFF00"> : tensor<9xi1>, d = dense<"0xA5"> : tensor<2x4xi1>} : () -> ()
// -----
// Dense elements: raw bytes of four-bit integers have one byte each.
"t.dense"() {a = dense<"0x0102"> : tensor<2xi4>, b = dense<"0x0F01"> : tensor<2xi4>, c = dense<"0x0301"> : vector<2xi2>} : () -> ()
// -----
// Dense elements: raw bytes of floats.
"t.dense"() {a = dense<"0x0000803F000000C0"> : tensor<2xf32>, b = dense<"0x003C00C0"> : tensor<2xf16>, c = dense<"0x803F00C0"> : tensor<2xbf16>, d = dense<"0x387F"> : tensor<2xf8E4M3FN>, e = dense<"0x000000000000F03F0000000000000040"> : tensor<2xf64>} : () -> ()
// -----
// Dense elements: raw bytes of complex numbers, real part first.
"t.dense"() {a = dense<"0x0000803F00000040"> : tensor<1xcomplex<f32>>, b = dense<"0x01020304"> : tensor<2xcomplex<i8>>} : () -> ()
// -----
// Dense elements: more than a hundred elements, which mlir-opt prints as bytes.
"t.dense"() {a = dense<[
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
  30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59,
  60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89,
  90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102]> : tensor<103xi32>} : () -> ()
// -----
// Dense elements: exactly a hundred elements, which mlir-opt still prints as a list.
"t.dense"() {a = dense<[
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [-10, 1, 2, 3, 4, 5, 6, 7, 8, 9], [20, 1, 2, 3, 4, 5, 6, 7, 8, 9], [30, 1, 2, 3, 4, 5, 6, 7, 8, 9], [40, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [50, 1, 2, 3, 4, 5, 6, 7, 8, 9], [60, 1, 2, 3, 4, 5, 6, 7, 8, 9], [70, 1, 2, 3, 4, 5, 6, 7, 8, 9], [80, 1, 2, 3, 4, 5, 6, 7, 8, 9], [90, 1, 2, 3, 4, 5, 6, 7, 8, 9]]> : tensor<10x10xi16>} : () -> ()
// -----
// Dense elements: more than a hundred booleans.
"t.dense"() {a = dense<[
  true, false, true, true, false, false, true, false, true, true, true, false, false, false, true, true, false, true, true, true,
  true, false, true, true, false, false, true, false, true, true, true, false, false, false, true, true, false, true, true, true,
  true, false, true, true, false, false, true, false, true, true, true, false, false, false, true, true, false, true, true, true,
  true, false, true, true, false, false, true, false, true, true, true, false, false, false, true, true, false, true, true, true,
  true, false, true, true, false, false, true, false, true, true, true, false, false, false, true, true, false, true, true, true, true]> : tensor<101xi1>} : () -> ()
// -----
// Dense elements: a splat of a large tensor.
"t.dense"() {a = dense<0.0> : tensor<1024x1024x1024xf32>, b = dense<1> : vector<256xi8>} : () -> ()
// -----
// Dense elements: vectors, fixed and scalable, and memrefs.
"t.dense"() {a = dense<[[1, 2], [3, 4]]> : vector<2x2xi32>, b = dense<7> : vector<[4]xi32>, c = dense<1> : vector<i32>, d = dense<1.0> : vector<4x[8]xf32>, e = dense<[1, 2]> : memref<2xi32>} : () -> ()
// -----
// Dense elements: a type with an encoding.
"t.dense"() {a = dense<[1, 2]> : tensor<2xi8, {kind = "weights"}>, b = dense<0> : tensor<2x2xi8, "row">} : () -> ()
// -----
// Dense elements: in arrays and dictionaries.
"t.dense"() {a = [dense<1> : tensor<2xi8>, {x = dense<[1.0, 2.0]> : tensor<2xf32>}]} : () -> ()
// -----
// Dense arrays: every element type.
"t.arrays"() {a = array<i1: true, false>, b = array<i8: 1, -2, 0x7F>, c = array<i16: -300>, d = array<i32: 1, 2, 3>, e = array<i64: 9223372036854775807>, f = array<f32: 1.0, -0.0, 0x7FC00000>, g = array<f64: 0.1>} : () -> ()
// -----
// Dense arrays: no elements.
"t.arrays"() {a = array<i1>, b = array<i8>, c = array<i32>, d = array<i64>, e = array<f32>, f = array<f64>} : () -> ()
// -----
// Dense arrays: less common element types.
"t.arrays"() {a = array<f16: 1.0, 2.0>, b = array<bf16: 5.0>, c = array<f8E4M3FN: 1.0>, d = array<i128: 5, -6>, e = array<si8: -1>, f = array<ui8: 200>, g = array<i24: 70000>} : () -> ()
// -----
// Dense arrays: values that use the sign bit, exponents.
"t.arrays"() {a = array<i8: 200, 0xFF>, b = array<f64: 1.0e10, -2.5e-3, 1.e2>, c = array<i32: -2147483648>} : () -> ()
// -----
// Sparse elements: coordinates and values.
"t.sparse"() {a = sparse<[[0, 1], [1, 0]], [1, 2]> : tensor<2x2xi32>, b = sparse<[[0, 0], [1, 2]], [1.0, -5.0]> : tensor<3x4xf32>} : () -> ()
// -----
// Sparse elements: one entry, no entry, one value for all entries.
"t.sparse"() {a = sparse<0, 5> : tensor<3xi32>, b = sparse<[[0, 1]], 1.0> : tensor<2x2xf32>, c = sparse<> : tensor<3xi32>, d = sparse<[[0, 1], [1, 1]], 7> : tensor<2x2xi32>} : () -> ()
// -----
// Sparse elements: of vectors and of strings.
"t.sparse"() {a = sparse<[[0], [3]], [1, 2]> : vector<4xi32>, b = sparse<[[0, 1, 2], [1, 1, 1]], ["s", "t"]> : tensor<2x2x3x!strs.s>} : () -> ()
// -----
// Dense elements: more than a hundred four-bit integers, as bytes, one per element.
"t.dense"() {a = dense<[0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2]> : tensor<101xi4>} : () -> ()
// -----
// Dense elements: more than a hundred index, eight bytes each.
"t.dense"() {a = dense<[0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2]> : tensor<101xindex>} : () -> ()
// -----
// Dense elements: more than a hundred 19-bit floats, four bytes each.
"t.dense"() {a = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0]> : tensor<101xtf32>} : () -> ()
// -----
// Dense elements: more than a hundred 80-bit floats, ten bytes each.
"t.dense"() {a = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 1.0, 2.0]> : tensor<101xf80>} : () -> ()
// -----
// Dense elements: more than a hundred complex numbers of one-bit integers, a byte for each part.
"t.dense"() {a = dense<[(0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 1), (0, 1), (1, 1), (0, 1)]> : tensor<101xcomplex<i1>>} : () -> ()
// -----
// Dense elements: more than a hundred strings, which are printed as a list.
"t.dense"() {a = dense<["0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2", "3", "4", "5", "6", "0", "1", "2"]> : tensor<101x!strs.s>} : () -> ()
// -----
// Dense elements: bits above the width of an element, and empty bytes.
"t.dense"() {a = dense<"0xF3"> : tensor<1xi3>, b = dense<"0x"> : tensor<0xi8>, c = dense<"0x80"> : tensor<i1>, d = dense<"0x01FF"> : tensor<9xi1>, e = dense<"0xff"> : tensor<1xi8>}  : () -> ()
