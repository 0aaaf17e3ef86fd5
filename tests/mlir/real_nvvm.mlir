// nvvm: special registers, barriers, matrix products.
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (vector<2xf16>, ptr<3>)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: vector<2xf16>, %arg1: !llvm.ptr<3>):
    %0 = "nvvm.read.ptx.sreg.tid.x"() : () -> i32
    "nvvm.barrier0"() : () -> ()
    %1 = "nvvm.ldmatrix"(%arg1) <{layout = #nvvm.mma_layout<row>, num = 4 : i32}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %2 = "nvvm.mma.sync"(%arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<f16>, multiplicandBPtxType = #nvvm.mma_type<f16>, operandSegmentSizes = array<i32: 4, 2, 2>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}> : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
    "nvvm.cp.async.commit.group"() : () -> ()
    "llvm.return"() : () -> ()
  }) {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} : () -> ()
}) : () -> ()
