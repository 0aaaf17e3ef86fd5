// llvm: functions, globals, calls.
"builtin.module"() ({
  "llvm.mlir.global"() <{addr_space = 0 : i32, constant, global_type = !llvm.array<6 x i8>, linkage = #llvm.linkage<internal>, sym_name = "text", unnamed_addr = 0 : i64, value = "hello\00", visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 0 : i32, alignment = 8 : i64, dso_local, global_type = i32, linkage = #llvm.linkage<external>, sym_name = "count", unnamed_addr = 0 : i64, value = 3 : i32, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.mlir.global"() <{addr_space = 0 : i32, global_type = !llvm.array<2 x ptr>, linkage = #llvm.linkage<weak>, sym_name = "table", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
    %6 = "llvm.mlir.undef"() : () -> !llvm.array<2 x ptr>
    %7 = "llvm.mlir.addressof"() <{global_name = @text}> : () -> !llvm.ptr
    %8 = "llvm.insertvalue"(%6, %7) <{position = array<i64: 1>}> : (!llvm.array<2 x ptr>, !llvm.ptr) -> !llvm.array<2 x ptr>
    "llvm.return"(%8) : (!llvm.array<2 x ptr>) -> ()
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, arg_attrs = [{llvm.noalias, llvm.nonnull}], function_type = !llvm.func<i32 (ptr, ...)>, linkage = #llvm.linkage<external>, passthrough = ["nounwind", ["align", "16"]], sym_name = "printf", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<fastcc>, function_type = !llvm.func<i32 (i32, ptr)>, linkage = #llvm.linkage<internal>, sym_name = "main", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32, %arg1: !llvm.ptr):
    %0 = "llvm.mlir.addressof"() <{global_name = @text}> : () -> !llvm.ptr
    %1 = "llvm.getelementptr"(%arg1, %arg0) <{elem_type = !llvm.struct<(i32, f32, array<4 x i8>)>, inbounds, rawConstantIndices = array<i32: -2147483648, 2>}> : (!llvm.ptr, i32) -> !llvm.ptr
    %2 = "llvm.load"(%1) <{alignment = 4 : i64, ordering = 0 : i64, volatile_}> : (!llvm.ptr) -> i32
    %3 = "llvm.call"(%0, %2) <{CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, callee = @printf, fastmathFlags = #llvm.fastmath<none>, var_callee_type = !llvm.func<i32 (ptr, ...)>}> : (!llvm.ptr, i32) -> i32
    %4 = "llvm.icmp"(%3, %arg0) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "llvm.cond_br"(%4, %2)[^bb1, ^bb2] <{branch_weights = array<i32: 1, 9>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
  ^bb1:  // pred: ^bb0
    "llvm.br"(%arg0)[^bb2] : (i32) -> ()
  ^bb2(%5: i32):  // 2 preds: ^bb0, ^bb1
    "llvm.switch"(%5)[^bb3, ^bb3, ^bb3] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[7, -1]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
  ^bb3:  // 3 preds: ^bb2, ^bb2, ^bb2
    "llvm.return"(%5) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// llvm: inline assembly, atomics, intrinsics, fast-math.
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<f32 (i32, ptr, vector<4xf32>)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32, %arg1: !llvm.ptr, %arg2: vector<4xf32>):
    %0 = "llvm.inline_asm"(%arg0) <{asm_dialect = 1 : i64, asm_string = "mov $0, $1\0A", constraints = "=r,r", has_side_effects}> : (i32) -> i32
    %1 = "llvm.atomicrmw"(%arg1, %arg0) <{bin_op = 1 : i64, ordering = 6 : i64, syncscope = "agent"}> : (!llvm.ptr, i32) -> i32
    %2 = "llvm.cmpxchg"(%arg1, %arg0, %0) <{failure_ordering = 2 : i64, success_ordering = 7 : i64, weak}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
    %3 = "llvm.extractvalue"(%2) <{position = array<i64: 0>}> : (!llvm.struct<(i32, i1)>) -> i32
    "llvm.fence"() <{ordering = 5 : i64, syncscope = "x"}> : () -> ()
    %4 = "llvm.mlir.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    %5 = "llvm.intr.vector.reduce.fadd"(%4, %arg2) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
    %6 = "llvm.fadd"(%5, %5) <{fastmathFlags = #llvm.fastmath<fast>}> : (f32, f32) -> f32
    %7 = "llvm.mlir.constant"() <{value = dense<[1, 2]> : vector<2xi32>}> : () -> vector<2xi32>
    %8 = "llvm.mlir.zero"() : () -> !llvm.ptr
    %9 = "llvm.add"(%arg0, %arg0) <{overflowFlags = #llvm.overflow<nsw>}> : (i32, i32) -> i32
    "llvm.unreachable"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// llvm: metadata of loops, aliasing and access groups.
#access_group = #llvm.access_group<id = distinct[0]<>>
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[1]<>, description = "the domain">
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "C/C++ TBAA">
#alias_scope = #llvm.alias_scope<id = distinct[2]<>, domain = #alias_scope_domain, description = "one">
#loop_annotation = #llvm.loop_annotation<disableNonforced = false, unroll = #loop_unroll, mustProgress = true, parallelAccesses = #access_group>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr, i1)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: i1):
    "llvm.br"()[^bb1] : () -> ()
  ^bb1:  // 2 preds: ^bb0, ^bb1
    %0 = "llvm.load"(%arg0) <{access_groups = [#access_group], alias_scopes = [#alias_scope], ordering = 0 : i64, tbaa = [#tbaa_tag]}> : (!llvm.ptr) -> i32
    "llvm.store"(%0, %arg0) <{noalias_scopes = [#alias_scope], ordering = 0 : i64}> : (i32, !llvm.ptr) -> ()
    "llvm.cond_br"(%arg1)[^bb1, ^bb2] <{loop_annotation = #loop_annotation, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb2:  // pred: ^bb1
    "llvm.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// llvm: debug information in locations.
#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_file = #llvm.di_file<"a.c" in "/src">
#loc2 = loc("a.c":3:7)
#di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "layout \22tests\22", isOptimized = true, emissionKind = Full>
#di_composite_type = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "arr", baseType = #di_basic_type, elements = #llvm.di_subrange<count = 4 : i64>>
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_basic_type, sizeInBits = 64>
#loc7 = loc("x"(#loc2))
#di_subroutine_type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #di_basic_type, #di_derived_type>
#di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "f", linkageName = "f", file = #di_file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type>
#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, line = 4, arg = 1, alignInBits = 32, type = #di_basic_type>
"builtin.module"() ({
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32)>, linkage = #llvm.linkage<external>, sym_name = "f", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: i32 loc("x"(#loc2))):
    "llvm.intr.dbg.value"(%arg0) <{locationExpr = #llvm.di_expression<[DW_OP_deref, DW_OP_plus_uconst(8)]>, varInfo = #di_local_variable}> : (i32) -> () loc(#loc9)
    %0 = "llvm.add"(%arg0, %arg0) <{overflowFlags = #llvm.overflow<none>}> {t.agg = #di_composite_type} : (i32, i32) -> i32 loc(#loc11)
    "llvm.return"(%0) : (i32) -> () loc(#loc6)
  }) : () -> () loc(#loc8)
}) : () -> () loc(#loc)
#loc = loc("llvm.mlir":0:0)
#loc1 = loc("a.c":3:1)
#loc3 = loc("a.c":4:3)
#loc4 = loc("a.c":5:1)
#loc5 = loc("b.c":6:2)
#loc6 = loc("a.c":7:1)
#loc8 = loc(fused<#di_subprogram>[#loc1])
#loc9 = loc(fused<#di_subprogram>[#loc3])
#loc10 = loc(fused<#di_subprogram>[#loc5])
#loc11 = loc(callsite(#loc4 at #loc10))
// -----
// llvm: structs, exceptions, comdats, linker options.
"builtin.module"() ({
  "llvm.comdat"() <{sym_name = "comdats"}> ({
    "llvm.comdat_selector"() <{comdat = 0 : i64, sym_name = "any"}> : () -> ()
  }) : () -> ()
  "llvm.linker_options"() <{options = ["-l", "m"]}> : () -> ()
  "llvm.mlir.global"() <{addr_space = 0 : i32, comdat = @comdats::@any, global_type = i32, linkage = #llvm.linkage<linkonce>, sym_name = "g", unnamed_addr = 0 : i64, value = 0 : i32, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (...)>, linkage = #llvm.linkage<external>, sym_name = "pers", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<struct<"pair", (i32, struct<packed (i8, i64)>)> ()>, linkage = #llvm.linkage<external>, sym_name = "may_throw", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, frame_pointer = #llvm.framePointerKind<all>, function_type = !llvm.func<i32 ()>, linkage = #llvm.linkage<external>, personality = @pers, sym_name = "f", target_features = #llvm.target_features<["+a", "-b"]>, unnamed_addr = 0 : i64, visibility_ = 0 : i64, vscale_range = #llvm.vscale_range<minRange = 1 : i64, maxRange = 16 : i64>}> ({
    %0 = "llvm.invoke"()[^bb1, ^bb2] <{CConv = #llvm.cconv<ccc>, callee = @may_throw, operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> !llvm.struct<"pair", (i32, struct<packed (i8, i64)>)>
  ^bb1:  // pred: ^bb0
    %1 = "llvm.extractvalue"(%0) <{position = array<i64: 0>}> : (!llvm.struct<"pair", (i32, struct<packed (i8, i64)>)>) -> i32
    "llvm.return"(%1) : (i32) -> ()
  ^bb2:  // pred: ^bb0
    %2 = "llvm.landingpad"() <{cleanup}> : () -> !llvm.struct<(ptr, i32)>
    "llvm.resume"(%2) : (!llvm.struct<(ptr, i32)>) -> ()
  }) : () -> ()
}) : () -> ()
