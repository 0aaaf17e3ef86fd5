// xegpu: tensor descriptors, block loads and stores.
"builtin.module"() ({
  "func.func"() <{function_type = (memref<24x32xf16>, index) -> vector<8x16xf16>, sym_name = "f"}> ({
  ^bb0(%arg0: memref<24x32xf16>, %arg1: index):
    %0 = "xegpu.create_nd_tdesc"(%arg0, %arg1) <{const_offsets = array<i64: -9223372036854775808, 0>, const_strides = array<i64: 32, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (memref<24x32xf16>, index) -> !xegpu.tensor_desc<8x16xf16>
    "xegpu.prefetch_nd"(%0) <{l1_hint = #xegpu.cache_hint<cached>, l2_hint = #xegpu.cache_hint<uncached>}> : (!xegpu.tensor_desc<8x16xf16>) -> ()
    %1 = "xegpu.load_nd"(%0) <{l1_hint = #xegpu.cache_hint<cached>}> : (!xegpu.tensor_desc<8x16xf16>) -> vector<8x16xf16>
    %2 = "xegpu.update_nd_offset"(%0, %arg1) <{const_offsets = array<i64: -9223372036854775808, 8>}> : (!xegpu.tensor_desc<8x16xf16>, index) -> !xegpu.tensor_desc<8x16xf16>
    "xegpu.store_nd"(%1, %2) : (vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>) -> ()
    "func.return"(%1) : (vector<8x16xf16>) -> ()
  }) : () -> ()
}) : () -> ()
