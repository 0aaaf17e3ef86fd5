// mesh: meshes, sharding, collectives.
"builtin.module"() ({
  "mesh.mesh"() <{shape = array<i64: 4, -9223372036854775808, 2>, sym_name = "grid"}> : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>) -> tensor<32x8xf32>, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<8x8xf32>):
    %0 = "mesh.shard"(%arg0) <{annotate_for_users, shard = #mesh.shard<@grid, [[0], [1, 2]]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "mesh.shard"(%0) <{shard = #mesh.shard<@grid, [[0]], partial = sum[1]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2:2 = "mesh.process_multi_index"() <{axes = array<i16: 0, 2>, mesh = @grid}> : () -> (index, index)
    %3 = "mesh.all_reduce"(%0) <{mesh = @grid, mesh_axes = array<i16: 0>, reduction = #mesh.partial<max>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = "mesh.all_gather"(%3) <{gather_axis = 0 : index, mesh = @grid, mesh_axes = array<i16: 0>}> : (tensor<8x8xf32>) -> tensor<32x8xf32>
    "func.return"(%4) : (tensor<32x8xf32>) -> ()
  }) : () -> ()
}) : () -> ()
