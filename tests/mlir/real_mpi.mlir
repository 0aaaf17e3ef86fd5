// mpi: a send and a receive.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<100xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<100xf32>):
    %0 = "mpi.init"() : () -> !mpi.retval
    %1:2 = "mpi.comm_rank"() : () -> (!mpi.retval, i32)
    "mpi.send"(%arg0, %1#1, %1#1) : (memref<100xf32>, i32, i32) -> ()
    %2 = "mpi.recv"(%arg0, %1#1, %1#1) : (memref<100xf32>, i32, i32) -> !mpi.retval
    %3 = "mpi.finalize"() : () -> !mpi.retval
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
