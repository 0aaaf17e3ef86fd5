// rocdl: kernels, identifiers, matrix products.
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (f32, vector<32xf32>)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: f32, %arg1: vector<32xf32>):
    %0 = "llvm.mlir.constant"() <{value = 0 : i32}> : () -> i32
    %1 = "rocdl.workitem.id.x"() : () -> i32
    %2 = "rocdl.workgroup.dim.x"() : () -> i64
    "rocdl.barrier"() : () -> ()
    %3 = "rocdl.mfma.f32.32x32x1f32"(%arg0, %arg0, %arg1, %0, %0, %0) : (f32, f32, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
    "llvm.return"() : () -> ()
  }) {rocdl.kernel, rocdl.reqd_work_group_size = dense<[64, 1, 1]> : vector<3xi32>, rocdl.waves_per_eu = 2 : i32} : () -> ()
}) : () -> ()
