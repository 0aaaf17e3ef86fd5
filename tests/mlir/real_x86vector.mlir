// x86vector, amx, arm_neon, arm_sve: ops of processors.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xi8>, index, vector<16xf32>, vector<16xi1>, vector<8xi8>, vector<[16]xi8>, vector<[4]xi32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<?x?xi8>, %arg1: index, %arg2: vector<16xf32>, %arg3: vector<16xi1>, %arg4: vector<8xi8>, %arg5: vector<[16]xi8>, %arg6: vector<[4]xi32>):
    %0 = "x86vector.avx512.mask.compress"(%arg3, %arg2) : (vector<16xi1>, vector<16xf32>) -> vector<16xf32>
    %1 = "amx.tile_load"(%arg0, %arg1, %arg1) : (memref<?x?xi8>, index, index) -> vector<16x64xi8>
    %2 = "arm_neon.intr.smull"(%arg4, %arg4) : (vector<8xi8>, vector<8xi8>) -> vector<8xi16>
    %3 = "arm_sve.sdot"(%arg6, %arg5, %arg5) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
