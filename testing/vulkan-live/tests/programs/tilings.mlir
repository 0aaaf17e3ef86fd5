// The tiling OPTIMAL, whose addresses depend on the device, and each usage.

layout.tensor @optimal {tiling = "OPTIMAL"} : tensor<4x5x6xf32>
layout.tensor @optimal_order {tiling = "OPTIMAL"} : tensor<2x3x4x5xf16, {order = #layout.order<NHWC>}>
layout.tensor @optimal_rows {tiling = "OPTIMAL"} : tensor<4x5xf32, {strides = [8, 1]}>
layout.tensor @optimal_later {tiling = "OPTIMAL"} : tensor<4x5xi8, {offset = 5}>
layout.tensor @optimal_wide {tiling = "OPTIMAL"} : tensor<2x3x4x5x2x3x2xi8>
layout.tensor @shader {usage = ["SHADER"]} : tensor<4x5xf32>
layout.tensor @source {usage = ["TRANSFER_SRC"]} : tensor<4x5xf32>
layout.tensor @destination {usage = ["TRANSFER_DST"]} : tensor<4x5xf32>
layout.tensor @graph {usage = ["DATA_GRAPH"]} : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>
layout.tensor @all {usage = ["SHADER", "TRANSFER_SRC", "TRANSFER_DST", "DATA_GRAPH"], tiling = "OPTIMAL"} : tensor<4x5xf32>
