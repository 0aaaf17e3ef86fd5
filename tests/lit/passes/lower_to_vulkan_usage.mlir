// With a data graph, only the resources and constants of functions are described, with its usage.

// RUN: layoutc %s --passes='lower-to-vulkan{usage=data_graph}' | FileCheck %s
// RUN: layoutc %s --passes='lower-to-vulkan{usage=shader_and_data_graph}' | FileCheck %s --check-prefix=BOTH
// RUN: layoutc %s --passes=lower-to-vulkan | FileCheck %s --check-prefix=SHADER
// RUN: not layoutc %s --passes='lower-to-vulkan{usage=graph}' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=WRONG

// A declared tensor states its own usage.
layout.tensor @t : tensor<4x5xf32, {order = #layout.order<CN>, strides = [1, 4]}> {usage = ["TRANSFER_DST"]}
func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32> {layout.constant}) -> tensor<4xf32> {
  %unused = arith.constant dense<0.0> : tensor<4xf32>
  %c = arith.constant dense<1.0> : tensor<2xf32>
  %v = layout.reorder %w : tensor<4xf32> -> tensor<4xf32, {order = #layout.order<C>, strides = [1]}>
  %i = "test.op"(%x, %v, %c) : (tensor<4xf32>, tensor<4xf32, {order = #layout.order<C>, strides = [1]}>, tensor<2xf32>) -> tensor<4xf32, {order = #layout.order<C>, strides = [1]}>
  %y = "test.op"(%i) : (tensor<4xf32, {order = #layout.order<C>, strides = [1]}>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK: vk.tensor_description @t_vk {{.*}}usage = ["TRANSFER_DST"]
// CHECK-NEXT: vk.tensor_description @f_x_vk {{.*}}usage = ["DATA_GRAPH"]
// CHECK-NEXT: vk.tensor_description @f_c_vk {{.*}}usage = ["DATA_GRAPH"]
// CHECK-NEXT: vk.tensor_description @f_v_vk {{.*}}usage = ["DATA_GRAPH"]
// CHECK-NEXT: vk.tensor_description @f_y_vk {{.*}}usage = ["DATA_GRAPH"]
// CHECK-NOT: vk.tensor_description

// BOTH: vk.tensor_description @t_vk {{.*}}usage = ["TRANSFER_DST"]
// BOTH-NEXT: vk.tensor_description @f_x_vk {{.*}}usage = ["SHADER", "DATA_GRAPH"]

// Without one, a constant has no description before its layout is chosen.
// SHADER: vk.tensor_description @t_vk {{.*}}usage = ["TRANSFER_DST"]
// SHADER-NEXT: vk.tensor_description @f_x_vk {{.*}}usage = ["SHADER"]
// SHADER-NEXT: vk.tensor_description @f_w_vk {{.*}}usage = ["SHADER"]
// SHADER-NEXT: vk.tensor_description @f_v_vk {{.*}}usage = ["SHADER"]
// SHADER-NEXT: vk.tensor_description @f_i_vk {{.*}}usage = ["SHADER"]
// SHADER-NEXT: vk.tensor_description @f_y_vk {{.*}}usage = ["SHADER"]
// SHADER-NOT: vk.tensor_description

// WRONG: error[L0601]: option `usage` of pass `lower-to-vulkan` is `graph`, but must be `shader` or `data_graph` or `shader_and_data_graph`
