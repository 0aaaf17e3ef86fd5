"func.func"() <{function_type = (i32, f32) -> (f32, i32), sym_name = "f", sym_visibility = "private", arg_attrs = [{t.a}, {}], res_attrs = [{}, {t.b = 1 : i64}]}> ({
^bb0(%a: i32, %b: f32):
  %c:2 = "func.call"(%a, %b) <{callee = @g}> : (i32, f32) -> (f32, i32)
  "func.return"(%c#0, %a) : (f32, i32) -> ()
}) : () -> ()
"func.func"() <{function_type = (i32, f32) -> (f32, i32), sym_name = "g", sym_visibility = "private"}> ({
}) : () -> ()
// -----
"func.func"() <{function_type = (i1, i32) -> i32, sym_name = "branches"}> ({
^bb0(%p: i1, %a: i32):
  "cf.cond_br"(%p, %a, %a, %p)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i1) -> ()
^bb1(%x: i32):
  "cf.br"(%x, %p)[^bb2] : (i32, i1) -> ()
^bb2(%y: i32, %q: i1):
  "cf.cond_br"(%q, %y)[^bb3, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
^bb3:
  "func.return"(%y) : (i32) -> ()
}) : () -> ()
// -----
"builtin.module"() <{sym_name = "outer", sym_visibility = "private"}> ({
  "builtin.module"() <{sym_name = "inner"}> ({
    "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
      "func.call"() <{callee = @f}> : () -> ()
      "func.return"() : () -> ()
    }) : () -> ()
  }) {t.note = "text"} : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>) -> (), sym_name = "f", sym_visibility = "nested"}> ({
  }) : () -> ()
}) : () -> ()
// -----
%0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
%1 = "arith.constant"() <{value = 1.5 : f32}> : () -> f32
%2 = "arith.constant"() <{value = 7 : index}> : () -> index
%3 = "arith.constant"() <{value = true}> : () -> i1
%4 = "arith.constant"() <{value = dense<[1, 2, 3]> : tensor<3xi64>}> : () -> tensor<3xi64>
%5 = "arith.constant"() <{value = dense<2.0> : vector<4xf16>}> : () -> vector<4xf16>
%6 = "arith.constant"() <{value = sparse<[[0, 1]], [4]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
%7 = "arith.constant"() <{value = dense<1> : vector<[4]xi8>}> : () -> vector<[4]xi8>
%8 = "arith.constant"() <{value = dense_resource<a> : tensor<1xi8>}> : () -> tensor<1xi8>
{-#
  dialect_resources: {
    builtin: {
      a: "0x0400000001"
    }
  }
#-}
// -----
"func.func"() <{function_type = (index, index, i32, f32) -> f32, sym_name = "loop"}> ({
^bb0(%from: index, %to: index, %n: i32, %x: f32):
  %step = "arith.constant"() <{value = 1 : index}> : () -> index
  %r = "scf.for"(%from, %to, %step, %x) ({
  ^bb0(%i: index, %v: f32):
    %w = "t.step"(%i, %v) : (index, f32) -> f32
    "scf.yield"(%w) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: i32):
    "scf.yield"() : () -> ()
  }) : (i32, i32, i32) -> ()
  "func.return"(%r) : (f32) -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i1, f32, i64) -> f32, sym_name = "choice"}> ({
^bb0(%p: i1, %x: f32, %n: i64):
  %r:2 = "scf.if"(%p) ({
    "scf.yield"(%x, %n) : (f32, i64) -> ()
  }, {
    %y = "t.other"(%x) : (f32) -> f32
    "scf.yield"(%y, %n) : (f32, i64) -> ()
  }) : (i1) -> (f32, i64)
  "scf.if"(%p) ({
    "t.effect"() : () -> ()
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  "func.return"(%r#0) : (f32) -> ()
}) : () -> ()
// -----
%x = "t.make"() : () -> tensor<2x3x4xf32>
%d = "t.make"() : () -> tensor<?x3x?xf32>
%u = "t.make"() : () -> tensor<*xf32>
%i = "t.make"() : () -> index
%a = "tensor.cast"(%x) : (tensor<2x3x4xf32>) -> tensor<2x?x4xf32>
%b = "tensor.cast"(%u) : (tensor<*xf32>) -> tensor<2x3x4xf32>
%c = "tensor.cast"(%x) : (tensor<2x3x4xf32>) -> tensor<*xf32>
%e = "tensor.cast"(%d) : (tensor<?x3x?xf32>) -> tensor<2x3x4xf32, #t.enc<1>>
// -----
%x = "t.make"() : () -> tensor<2x3x4xf32>
%d = "t.make"() : () -> tensor<?x3x?xf32>
%s = "t.make"() : () -> tensor<1x1xf32>
%a = "tensor.collapse_shape"(%x) <{reassociation = [[0, 1], [2]]}> : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
%b = "tensor.collapse_shape"(%d) <{reassociation = [[0], [1, 2]]}> : (tensor<?x3x?xf32>) -> tensor<?x?xf32>
%c = "tensor.collapse_shape"(%s) <{reassociation = []}> : (tensor<1x1xf32>) -> tensor<f32>
// -----
%x = "t.make"() : () -> tensor<6x4xf32>
%d = "t.make"() : () -> tensor<?x?xf32>
%f = "t.make"() : () -> tensor<f32>
%i = "t.make"() : () -> index
%a = "tensor.expand_shape"(%x) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 3, 4>}> : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
%b = "tensor.expand_shape"(%d, %i, %i) <{reassociation = [[0], [1, 2]], static_output_shape = array<i64: -9223372036854775808, 3, -9223372036854775808>}> : (tensor<?x?xf32>, index, index) -> tensor<?x3x?xf32>
%c = "tensor.expand_shape"(%f) <{reassociation = [], static_output_shape = array<i64: 1, 1>}> : (tensor<f32>) -> tensor<1x1xf32>
// -----
%x = "t.make"() : () -> tensor<2x3x4xf32>
%d = "t.make"() : () -> tensor<2x?x4xf32>
%a = "tensor.concat"(%x, %x) <{dim = 1 : i64}> : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
%b = "tensor.concat"(%x, %d, %x) <{dim = 1 : i64}> : (tensor<2x3x4xf32>, tensor<2x?x4xf32>, tensor<2x3x4xf32>) -> tensor<2x?x4xf32>
%c = "tensor.concat"(%x) <{dim = 0 : i64}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// -----
%x = "t.make"() : () -> tensor<2x3x4xf32>
%d = "t.make"() : () -> tensor<?x3x4xf32>
%i = "t.make"() : () -> index
%a = "tensor.extract_slice"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 1, 0>, static_sizes = array<i64: 2, 1, 2>, static_strides = array<i64: 1, 1, 2>}> : (tensor<2x3x4xf32>) -> tensor<2x2xf32>
%b = "tensor.extract_slice"(%x, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808, 0>, static_sizes = array<i64: 2, 1, 4>, static_strides = array<i64: 1, 1, 1>}> : (tensor<2x3x4xf32>, index) -> tensor<2x1x4xf32>
%c = "tensor.extract_slice"(%d, %i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: 0, -9223372036854775808, 0>, static_sizes = array<i64: -9223372036854775808, 1, 4>, static_strides = array<i64: -9223372036854775808, 1, 1>}> : (tensor<?x3x4xf32>, index, index, index) -> tensor<?x4xf32>
// -----
%x = "t.make"() : () -> tensor<2x3x4xf32>
%u = "t.make"() : () -> tensor<*xf32>
%n = "t.make"() : () -> tensor<?xi32>
%c = "arith.constant"() <{value = dense<[6, 4]> : tensor<2xindex>}> : () -> tensor<2xindex>
%a = "tensor.reshape"(%x, %c) : (tensor<2x3x4xf32>, tensor<2xindex>) -> tensor<6x4xf32>
%b = "tensor.reshape"(%u, %c) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
%e = "tensor.reshape"(%x, %n) : (tensor<2x3x4xf32>, tensor<?xi32>) -> tensor<*xf32>
// -----
"t.types"() {a = memref<4x4xi32, strided<[4, 1], offset: 2>>, b = memref<?x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>, c = memref<*xf32>, d = vector<4x[8]xf32>, e = tensor<4x?xcomplex<f32>>, f = tuple<i32, tuple<>>, g = complex<i8>, h = memref<2xmemref<?xf32>>, i = strided<[?, 1]>, j = memref<2xvector<2xf32>>, k = tensor<2xvector<4xi1>>, l = (i32, f32) -> (), m = ui8, n = none, o = memref<2xf32, "space">, p = vector<f32>, q = vector<2xindex>, r = tensor<2x!t.a>, s = memref<2xindex>, t = si4} : () -> ()
// -----
"t.attrs"() {a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, b = array<i32: 1, 2>, c = 1.5 : f64, d = -7 : i8, e = "text" : i32, f = @a::@b, g = affine_map<(d0, d1)[s0] -> (d0 + s0 floordiv 2, d1 mod 4)>, h = affine_set<(d0) : (d0 - 1 >= 0, d0 == 3)>, i = [unit, {x = 1 : si3}], j = sparse<0, 1.0> : tensor<2xf32>, k = distinct[0]<unit>, l = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, m = dense<"ab"> : tensor<2x!t.s>, n = strided<[1], offset: ?>, o = 200 : ui8, p = array<f32: 1.0>, q = array<i1: true>} : () -> ()
// -----
"t.region"() ({
^bb0(%a: i32, %p: i1):
  "cf.cond_br"(%p, %a)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^bb1(%b: i32):
  "t.jump"(%b)[^bb2] : (i32) -> ()
^bb2:
  "t.end"() ({
  }, {
    "t.no_terminator"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"t.a"() {x = affine_map<(d0) -> (d0 - 9223372036854775807 - 1, d0 * (-9223372036854775807 - 1), -9223372036854775807 - 1)>} : () -> ()
