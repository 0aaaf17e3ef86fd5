// arm_sme: tiles and streaming mode.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xf32>, index, vector<[4]xf32>, vector<[4]xi1>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<?x?xf32>, %arg1: index, %arg2: vector<[4]xf32>, %arg3: vector<[4]xi1>):
    %0 = "arm_sme.zero"() : () -> vector<[4]x[4]xf32>
    %1 = "arm_sme.tile_load"(%arg0, %arg1, %arg1) <{layout = #arm_sme.layout<vertical>, operandSegmentSizes = array<i32: 1, 2, 0, 0>}> : (memref<?x?xf32>, index, index) -> vector<[4]x[4]xf32>
    %2 = "arm_sme.outerproduct"(%arg2, %arg2, %arg3, %arg3, %1) <{kind = #arm_sme.kind<add>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]x[4]xf32>) -> vector<[4]x[4]xf32>
    "arm_sme.tile_store"(%2, %arg0, %arg1, %arg1) <{layout = #arm_sme.layout<horizontal>, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (vector<[4]x[4]xf32>, memref<?x?xf32>, index, index) -> ()
    %3 = "arm_sme.streaming_vl"() <{type_size = #arm_sme.type_size<word>}> : () -> index
    "func.return"() : () -> ()
  }) {arm_streaming, arm_za} : () -> ()
}) : () -> ()
