// Slices with static and dynamic numbers.
func.func @slices(%t: tensor<?x4xf32>, %s: tensor<2x2xf32>, %i: index) {
  %0 = tensor.extract_slice %t[%i, 0] [2, %i] [1, %i] : tensor<?x4xf32> to tensor<2x?xf32>
  %1 = tensor.extract_slice %t[0, 1] [1, 2] [1, 1] {k = 1} : tensor<?x4xf32> to tensor<2xf32>
  %2 = tensor.insert_slice %s into %t[0, %i] [2, 2] [1, 1] {k} : tensor<2x2xf32> into tensor<?x4xf32>
  %z = tensor.empty() : tensor<f32>
  %3 = tensor.extract_slice %z[] [] [] : tensor<f32> to tensor<f32>
  return
}
// -----
// Shapes.
func.func @shapes(%t: tensor<?x4xf32>, %s: tensor<2x2xf32>, %i: index, %at: tensor<2xindex>) {
  %0 = tensor.empty(%i, %i) {k} : tensor<?x4x?xf32, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>}>
  %1 = tensor.cast %t : tensor<?x4xf32> to tensor<4x4xf32>
  %2 = tensor.bitcast %s : tensor<2x2xf32> to tensor<2x2xi32>
  %3 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%i, 2, 2] {k} : tensor<?x4xf32> into tensor<?x2x2xf32>
  %4 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %f = arith.constant 1.0 : f32
  %u = tensor.splat %f : tensor<1x1xf32>
  %5 = tensor.collapse_shape %u [] : tensor<1x1xf32> into tensor<f32>
  %6 = tensor.dim %t, %i : tensor<?x4xf32>
  %7 = tensor.dim {k} %t, %i : tensor<?x4xf32>
  %8 = tensor.rank %t : tensor<?x4xf32>
  %9 = tensor.reshape %s(%at) : (tensor<2x2xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %10 = tensor.concat dim(1) %s, %s {k} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}
// -----
// Padding and generation, whose regions have arguments.
func.func @regions(%t: tensor<?x4xf32>, %i: index, %f: f32) {
  %0 = tensor.pad %t low[0, %i] high[1, 2] {
  ^bb0(%x: index, %y: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %1 = tensor.pad %t nofold low[0, 0] high[%i, %i] {
  ^bb0(%x: index, %y: index):
    %sum = arith.addf %f, %f : f32
    tensor.yield %sum : f32
  } {k} : tensor<?x4xf32> to tensor<?x?xf32>
  %2 = tensor.generate %i {
  ^bb0(%x: index, %y: index):
    tensor.yield %f : f32
  } : tensor<?x3xf32>
  return
}
// -----
// Elements.
func.func @elements(%s: tensor<2x2xf32>, %i: index, %f: f32) {
  %0 = tensor.extract %s[%i, %i] {k} : tensor<2x2xf32>
  %1 = tensor.insert %f into %s[%i, %i] : tensor<2x2xf32>
  %2 = tensor.from_elements %f, %f, %f, %f : tensor<2x2xf32>
  %3 = tensor.from_elements : tensor<0xf32>
  %4 = tensor.splat %f : tensor<4xf32>
  %5 = tensor.splat %f[%i] {k} : tensor<?x2xf32>
  %6 = tensor.empty() : tensor<f32>
  %7 = tensor.extract %6[] : tensor<f32>
  return
}
