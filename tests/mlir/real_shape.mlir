// shape: arithmetic of shapes, assuming regions, a library.
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<?x4xf32>, tensor<?xf32>) -> index, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<?x4xf32>, %arg1: tensor<?xf32>):
    %0 = "shape.shape_of"(%arg0) : (tensor<?x4xf32>) -> tensor<2xindex>
    %1 = "shape.shape_of"(%arg1) : (tensor<?xf32>) -> !shape.shape
    %2 = "shape.const_shape"() <{shape = dense<[1, 2, 3]> : tensor<3xindex>}> : () -> !shape.shape
    %3 = "shape.const_shape"() <{shape = dense<> : tensor<0xindex>}> : () -> tensor<0xindex>
    %4 = "shape.cstr_broadcastable"(%1, %2) : (!shape.shape, !shape.shape) -> !shape.witness
    %5 = "shape.assuming"(%4) ({
      %10 = "shape.broadcast"(%1, %2) : (!shape.shape, !shape.shape) -> !shape.shape
      "shape.assuming_yield"(%10) : (!shape.shape) -> ()
    }) : (!shape.witness) -> !shape.shape
    %6 = "shape.const_size"() <{value = 7 : index}> : () -> !shape.size
    %7 = "shape.reduce"(%5, %6) ({
    ^bb0(%arg2: index, %arg3: !shape.size, %arg4: !shape.size):
      %9 = "shape.mul"(%arg3, %arg4) : (!shape.size, !shape.size) -> !shape.size
      "shape.yield"(%9) : (!shape.size) -> ()
    }) : (!shape.shape, !shape.size) -> !shape.size
    %8 = "shape.size_to_index"(%7) : (!shape.size) -> index
    "func.return"(%8) : (index) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// shape: a function library with a mapping.
"builtin.module"() ({
  "shape.function_library"() <{mapping = {foo.same = @same}, sym_name = "lib"}> ({
    "func.func"() <{function_type = (!shape.value_shape) -> !shape.shape, sym_name = "same", sym_visibility = "private"}> ({
    ^bb0(%arg0: !shape.value_shape):
      %0 = "shape.shape_of"(%arg0) : (!shape.value_shape) -> !shape.shape
      "func.return"(%0) : (!shape.shape) -> ()
    }) : () -> ()
  }) : () -> ()
}) {shape.lib = [@lib]} : () -> ()
