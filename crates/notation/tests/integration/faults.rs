//! Faults of texts: their column, what is wrong, and what would be right.

use expect_test::{Expect, expect};
use layoutc_notation::{ElementType, read, read_subject};

fn check(texts: &[&str], expect: Expect) {
    let lines = texts.iter().map(|text| match read(text, None) {
        Ok(_) => format!("{text}\n  is read\n"),
        Err(fault) => format!("{text}\n  {fault}\n"),
    });
    expect.assert_eq(&lines.collect::<String>());
}

#[test]
fn faults_of_names() {
    check(
        &["", "cute", "tw:[4]", ":4", "Cute:4", "very long text without any colon of many words"],
        expect![[r#"

              column 1: expected `NAME:TEXT`, found ``; the notations are atom, axe, ck, ck_dist, cute, ggml, memref, mesh, mx, numpy, onednn, scale, torch, triton, trt, tv, tvm, vpux, xla
            cute
              column 1: expected `NAME:TEXT`, found `cute`; the notations are atom, axe, ck, ck_dist, cute, ggml, memref, mesh, mx, numpy, onednn, scale, torch, triton, trt, tv, tvm, vpux, xla
            tw:[4]
              column 1: unknown notation `tw`; the notations are atom, axe, ck, ck_dist, cute, ggml, memref, mesh, mx, numpy, onednn, scale, torch, triton, trt, tv, tvm, vpux, xla; did you mean `tv`?
            :4
              column 1: unknown notation ``; the notations are atom, axe, ck, ck_dist, cute, ggml, memref, mesh, mx, numpy, onednn, scale, torch, triton, trt, tv, tvm, vpux, xla
            Cute:4
              column 1: unknown notation `Cute`; the notations are atom, axe, ck, ck_dist, cute, ggml, memref, mesh, mx, numpy, onednn, scale, torch, triton, trt, tv, tvm, vpux, xla; did you mean `cute`?
            very long text without any colon of many words
              column 1: expected `NAME:TEXT`, found `very long text without any colon of many...`; the notations are atom, axe, ck, ck_dist, cute, ggml, memref, mesh, mx, numpy, onednn, scale, torch, triton, trt, tv, tvm, vpux, xla
        "#]],
    );
}

#[test]
fn faults_of_records_and_scales() {
    let texts = [
        "ggml:Q4_K",
        "ggml:Q4_K[]",
        "ggml:Q4_K[2,300]",
        "ggml:Q4_k[256]",
        "ggml:TQ1_0[256]",
        "ggml:Q8_0[9223372036854775807,32]",
        "ggml:Q4_K[256]:f16",
        "mx:mxfp5[4,32]",
        "mx:mxfp4[4,48]",
        "mx:mxfp4[4,64] scale=64x4",
        "mx:mxfp4[2,4,64] scale=128x4",
        "mx:mxfp4[4,64] scales=linear",
        "mx:mxfp4[]",
        "scale:64x4[4,4]",
        "scale:128x4[4]",
    ];
    let lines = texts.map(|text| match read_subject(text, None) {
        Ok(_) => format!("{text}\n  is read\n"),
        Err(fault) => format!("{text}\n  {fault}\n"),
    });
    expect![[r#"
        ggml:Q4_K
          column 10: expected `[`, found the end of the text
        ggml:Q4_K[]
          column 10: records cover indices of the last dim, but there is no dim
        ggml:Q4_K[2,300]
          column 10: the length of dim 1 must be a multiple of the 256 elements of a record, but is 300
        ggml:Q4_k[256]
          column 6: unknown block type `Q4_k`; the block types are Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, IQ4_NL, IQ4_XS, TQ2_0, MXFP4, NVFP4; did you mean `Q4_K`?
        ggml:TQ1_0[256]
          column 6: an element of `TQ1_0` has no bits of its own: five elements are digits in base 3 of one byte
        ggml:Q8_0[9223372036854775807,32]
          column 10: the logical shape must have less than 2^63 elements, but has 9223372036854775807 x 32
        ggml:Q4_K[256]:f16
          column 15: expected the end of the text, found `:`
        mx:mxfp5[4,32]
          column 4: unknown block-scaled type `mxfp5`; the types are mxfp8, mxfp6, mxfp4, nvfp4; did you mean `mxfp8`?
        mx:mxfp4[4,48]
          column 9: the length of dim 1 must be a multiple of the 32 elements of a record, but is 48
        mx:mxfp4[4,64] scale=64x4
          column 22: unknown order of scales `64x4`; the orders are linear, 128x4
        mx:mxfp4[2,4,64] scale=128x4
          column 9: the scales of a matrix have 2 dims, rows and columns, but there are 3
        mx:mxfp4[4,64] scales=linear
          column 16: expected the end of the text, found `scales`
        mx:mxfp4[]
          column 9: records cover indices of the last dim, but there is no dim
        scale:64x4[4,4]
          column 7: unknown order of scales `64x4`; the order is `128x4`
        scale:128x4[4]
          column 12: the scales of a matrix have 2 dims, rows and columns, but there are 1
    "#]].assert_eq(&lines.concat());
    check(
        &["ggml:Q4_K[2,512]", "mx:nvfp4[4,32]"],
        expect![[r#"
        ggml:Q4_K[2,512]
          column 6: expected a layout with one offset for each index, but `ggml:Q4_K[2,512]` has records, whose elements are bits; `layoutc eval` prints the bits
        mx:nvfp4[4,32]
          column 4: expected a layout with one offset for each index, but `mx:nvfp4[4,32]` has records, whose elements are bits; `layoutc eval` prints the bits
    "#]],
    );
    let elem = ElementType::from_name("f16");
    let fault = read_subject("ggml:Q4_K[256]", elem).unwrap_err();
    expect!["column 6: records have widths of their own, so the element type `f16` has no use"]
        .assert_eq(&fault.to_string());
}

#[test]
fn faults_of_torch_and_vpux() {
    check(
        &[
            "torch:(2,3):(3,1",
            "torch:(2,3):(3)",
            "torch:(2,0):(3,1)",
            "torch:(2,3):(-3,1)",
            "torch:channel_last(2,3,4,5)",
            "torch:channels_last(2,3,4)",
            "torch:(4):(1):g16",
            "torch:(4):(1)+-3",
            "vpux:NHCWW[1,2,3,4]",
            "vpux:0x1352[1,2,3,4]",
            "vpux:NCHW[1,2]",
            "vpux:NCHW[1,2,x]",
        ],
        expect![[r#"
            torch:(2,3):(3,1
              column 17: expected `)` or `,`, found the end of the text
            torch:(2,3):(3)
              column 7: expected one stride for each of 2 sizes, found 1
            torch:(2,0):(3,1)
              column 10: a length must be at least 1, but is 0
            torch:(2,3):(-3,1)
              column 14: a stride must be at least 0 in torch, but is -3; `memref` has negative strides
            torch:channel_last(2,3,4,5)
              column 7: unknown memory format `channel_last`; formats: channels_last, channels_last_3d, contiguous, contiguous_format; did you mean `channels_last`?
            torch:channels_last(2,3,4)
              column 20: `channels_last` requires 4 sizes, but there are 3
            torch:(4):(1):g16
              column 15: unknown element type `g16`; element types are those of MLIR, such as `f16`, `bf16`, `i8` and `f8E4M3FN`; did you mean `f16`?
            torch:(4):(1)+-3
              column 15: an offset must be at least 0 in torch, but is -3
            vpux:NHCWW[1,2,3,4]
              column 6: unknown order `NHCWW`; an order is a name such as `NHWC` or a code such as `0x1342`; did you mean `NHCW`?
            vpux:0x1352[1,2,3,4]
              column 6: result 2 of the order is d4, but the order has rank 4
            vpux:NCHW[1,2]
              column 10: order `NCHW` has rank 4, but there are 2 lengths
            vpux:NCHW[1,2,x]
              column 15: expected a number, found `x`
        "#]],
    );
}

#[test]
fn faults_of_formats() {
    check(
        &[
            "trt:kCHW33[1,35,7,5]:f16",
            "trt:kCHW16[1,35,7,5]:f32",
            "trt:kCHW16[35,5]:f16",
            "trt:kDLA_HWC4[1,3,7,5]:i8",
            "trt:kDLA_HWC4<orim>[1,3,7,5]:i8",
            "trt:kDLA_LINEAR[1,3,7,5]",
            "trt:kHWC8<trt8>[1,3,7,5]:bf16",
            "trt:kHWC8<trt12>[1,3,7,5]:bf16",
            "trt:kHWC8<trt8, trt11>[1,3,7,5]:bf16",
            "trt:kDLA_HWC4<XAVIER, TRT11>[1,3,7,5]:i8",
            "trt:kDLA_HWC4<trt11>[1,3,7,5]:i8",
            "onednn:aBcd[2,17,5,5]",
            "onednn:abcd16b[2,17,5,5]",
            "onednn:aBcd16e[2,17,5,5]",
            "onednn:aBcd16[2,17,5,5]",
            "onednn:aBcd0b[2,17,5,5]",
            "onednn:aabc[2,17,5,5]",
            "onednn:abz[2,17,5]",
            "onednn:ab[2,17,5]",
        ],
        expect![[r#"
            trt:kCHW33[1,35,7,5]:f16
              column 5: unknown format `kCHW33`; formats: kLINEAR, kCHW2, kCHW4, kCHW16, kCHW32, kCDHW32, kHWC, kHWC8, kHWC16, kDHWC, kDHWC8, kDLA_LINEAR, kDLA_HWC4; did you mean `kCHW32`?
            trt:kCHW16[1,35,7,5]:f32
              column 21: format `chw16` does not support f32; it supports f16
            trt:kCHW16[35,5]:f16
              column 5: format `chw16` requires at least 3 dims, but the tensor has 2; C is dim 3 from the end
            trt:kDLA_HWC4[1,3,7,5]:i8
              column 5: format `dla_hwc4` requires a generation of the DLA; use `dla_hwc4, xavier` or `dla_hwc4, orin`
            trt:kDLA_HWC4<orim>[1,3,7,5]:i8
              column 15: unknown parameter `orim` of a format; expected one of xavier, orin, gpu_fallback, trt8, trt10, trt11, stride; did you mean `orin`?
            trt:kDLA_LINEAR[1,3,7,5]
              column 25: the memory of `kDLA_LINEAR` depends on the element type; add a type, such as `:f16`
            trt:kHWC8<trt8>[1,3,7,5]:bf16
              column 25: format `hwc8` does not support bf16 in TensorRT 8; it supports f16; bf16 requires TensorRT 10 or 11
            trt:kHWC8<trt12>[1,3,7,5]:bf16
              column 11: unknown parameter `trt12` of a format; expected one of xavier, orin, gpu_fallback, trt8, trt10, trt11, stride; did you mean `trt10`?
            trt:kHWC8<trt8, trt11>[1,3,7,5]:bf16
              column 17: `trt11` is incompatible with `trt8`: a format has at most one version
            trt:kDLA_HWC4<XAVIER, TRT11>[1,3,7,5]:i8
              column 5: generation `xavier` is not supported in TensorRT 11; it supports `orin`; `xavier` requires TensorRT 8
            trt:kDLA_HWC4<trt11>[1,3,7,5]:i8
              column 5: format `dla_hwc4` requires a generation of the DLA; use `dla_hwc4, orin, trt11`
            onednn:aBcd[2,17,5,5]
              column 9: `B` is upper case, but has no block such as `16b`; did you mean `b`?
            onednn:abcd16b[2,17,5,5]
              column 9: `b` has a block, so its letter must be upper case; did you mean `B`?
            onednn:aBcd16e[2,17,5,5]
              column 12: block `16e` does not name a dim of the tag; a block names a dim by its lower-case letter
            onednn:aBcd16[2,17,5,5]
              column 12: a block must end with the letter of a dim
            onednn:aBcd0b[2,17,5,5]
              column 12: expected a block such as `16b`, found `0b`
            onednn:aabc[2,17,5,5]
              column 8: unknown dims in tag `aabc`; the dims are letters from `a`, each once, or those of a tag such as `nchw`, `goihw`, `tnc` or `ldigo`
            onednn:abz[2,17,5]
              column 8: unknown dims in tag `abz`; the dims are letters from `a`, each once, or those of a tag such as `nchw`, `goihw`, `tnc` or `ldigo`
            onednn:ab[2,17,5]
              column 10: tag `ab` has 2 dims, but there are 3 lengths
        "#]],
    );
}

#[test]
fn faults_of_modes_and_tiles() {
    check(
        &[
            "cute:(4,8):(8,1,2)",
            "cute:(4,8):3",
            "cute:4:(1,2)",
            "cute:(4,0)",
            "cute:(4,8",
            "cute:(4,8):(8,1))",
            "cute:S<3,2> o 4:1",
            "cute:S<3,2,1> o 4:1",
            "cute:S<1,0,1> o 4:-1",
            "xla:f33[4]",
            "xla:f32[4,5]{1}",
            "xla:f32[4,5]{1,1}",
            "xla:f32[5]{0:T(2,2)}",
            "xla:f32[4,5]{1,0:T(2,*)}",
            "xla:f32[4,5]{1,0:T(2,2)S(1)}",
            "xla:f32[4,5]{1,0:T(0)}",
        ],
        expect![[r#"
            cute:(4,8):(8,1,2)
              column 12: the stride must have the modes of the shape, 2 in a tuple, but is a tuple of 3
            cute:(4,8):3
              column 12: the stride must have the modes of the shape, 2 in a tuple, but is a number
            cute:4:(1,2)
              column 8: the stride of a number must be a number, but is a tuple
            cute:(4,0)
              column 9: a length must be at least 1, but is 0
            cute:(4,8
              column 10: expected `)` or `,`, found the end of the text
            cute:(4,8):(8,1))
              column 17: expected `where` or the end of the text, found `)`
            cute:S<3,2> o 4:1
              column 11: expected `,`, found `>`
            cute:S<3,2,1> o 4:1
              column 6: the shift of a swizzle of 3 bits must be at least 3, but is 1
            cute:S<1,0,1> o 4:-1
              column 6: index [3] has offset -3, but an offset must be at least 0
            xla:f33[4]
              column 5: unknown element type `f33`; element types are those of XLA, such as `f32`, `bf16`, `s8` and `pred`; did you mean `f32`?
            xla:f32[4,5]{1}
              column 14: expected 2 dims from minor to major, found 1
            xla:f32[4,5]{1,1}
              column 14: `1,1` is not a permutation of the dims; each dim from 0 to 1 must occur once
            xla:f32[5]{0:T(2,2)}
              column 15: a tile of 2 dims is incompatible with an array of 1 dims
            xla:f32[4,5]{1,0:T(2,*)}
              column 19: the last dim of a tile must be a number, but is `*`
            xla:f32[4,5]{1,0:T(2,2)S(1)}
              column 24: unsupported property `S(1)` of a layout; it names a memory space: without it, the layout in that space is the same
            xla:f32[4,5]{1,0:T(0)}
              column 20: a length must be at least 1, but is 0
        "#]],
    );
}

#[test]
fn faults_of_expressions() {
    check(
        &[
            "tvm:[4,5] lambda i: (i)",
            "tvm:[4,5] lambda i,i: (i)",
            "tvm:[4] lambda i: (j)",
            "tvm:[4] lambda i: (i - 1)",
            "tvm:[4] lambda i: (i*i)",
            "tvm:[4] lambda i: (i//0)",
            "tvm:[4] lambda i: (5//i)",
            "tvm:[4] lambda i: i, i",
            "tvm:[4] lambda i (i)",
            "memref:memref<4x?xf32>",
            "memref:memref<4x5xf32, strided<[5]>>",
            "memref:memref<4x5xf32, affine_map<(d0) -> (d0)>>",
            "memref:memref<4x5xf32, affine_map<(d0, d1) -> (d0 * d1)>>",
            "memref:memref<4x5xf32, {ordr = #NC}>",
            "memref:memref<4x5xf32, #NCC>",
            "memref:memref<4x5xf32, #NCHW>",
            "memref:memref<4x5xf33>",
            "memref:memref<4x5xf32, #NC, #CN>",
            "memref:memref<4x5xf32, affine_map<(d0, d0) -> (d0)>>",
            "memref:memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>",
            "memref:memref<4x5xf32, strided<[5, 0]>>",
            "memref:memref<4x5xf32, strided<[?, 1]>>",
            "memref:memref<4x5xf32, {offset = -1}>",
            "memref:memref<4x5xf32, {reqs = 1}>",
            "memref:memref<4x0xf32>",
        ],
        expect![[r#"
            tvm:[4,5] lambda i: (i)
              column 18: the lambda has 1 dims, but there are 2 lengths
            tvm:[4,5] lambda i,i: (i)
              column 20: duplicate dim or symbol `i`
            tvm:[4] lambda i: (j)
              column 20: unknown dim or symbol `j`; did you mean `i`?
            tvm:[4] lambda i: (i - 1)
              column 20: the least value of result 0 is -1, but must be at least 0
            tvm:[4] lambda i: (i*i)
              column 21: at least one factor of an affine product must not depend on dimensions
            tvm:[4] lambda i: (i//0)
              column 23: the right operand of `//` must be at least 1, but is 0
            tvm:[4] lambda i: (5//i)
              column 23: the right operand of `//` must not depend on dimensions
            tvm:[4] lambda i: i, i
              column 20: unexpected `,`
            tvm:[4] lambda i (i)
              column 18: expected `,` or `:`, found `(`
            memref:memref<4x?xf32>
              column 15: the length of m1 must be static, because only the outermost dim can be dynamic
            memref:memref<4x5xf32, strided<[5]>>
              column 24: the memref has 2 dims, but its layout has 1 stride
            memref:memref<4x5xf32, affine_map<(d0) -> (d0)>>
              column 24: the memref has 2 dims, but its layout map has 1
            memref:memref<4x5xf32, affine_map<(d0, d1) -> (d0 * d1)>>
              column 51: at least one factor of an affine product must not depend on dimensions
            memref:memref<4x5xf32, {ordr = #NC}>
              column 25: unknown key `ordr` in the encoding of a tensor; did you mean `order`?
            memref:memref<4x5xf32, #NCC>
              column 24: unknown order `NCC`; did you mean `NC`?
            memref:memref<4x5xf32, #NCHW>
              column 24: the memref has 2 dims, but its layout map has 4
            memref:memref<4x5xf33>
              column 19: unknown element type `f33`; element types are those of MLIR, such as `f16`, `bf16`, `i8` and `f8E4M3FN`; did you mean `f32`?
            memref:memref<4x5xf32, #NC, #CN>
              column 29: memory space must be an integer, a string, a symbol or a dictionary
            memref:memref<4x5xf32, affine_map<(d0, d0) -> (d0)>>
              column 40: duplicate dim or symbol `d0`
            memref:memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
              column 51: the value of symbol s0 is unknown
            memref:memref<4x5xf32, strided<[5, 0]>>
              column 36: a stride of `strided` must not be 0; write a broadcast as an affine map without the dim
            memref:memref<4x5xf32, strided<[?, 1]>>
              column 24: the stride of d0 of the memref must be static, but is dynamic (`?`); a layout has static strides and a static offset
            memref:memref<4x5xf32, {offset = -1}>
              column 25: `offset` must be an integer of 0 or more
            memref:memref<4x5xf32, {reqs = 1}>
              column 25: `reqs` is not supported in a notation
            memref:memref<4x0xf32>
              column 17: the length of dim d1 must be at least 1, but is 0
        "#]],
    );
}

#[test]
fn faults_of_array_interfaces() {
    check(
        &[
            "numpy:{'shape': (3, 4)}",
            "numpy:{'typestr': '<f4'}",
            "numpy:{'shape': (3), 'typestr': '<f4'}",
            "numpy:{'shape': (3, 0), 'typestr': '<f4'}",
            "numpy:{'shape': (3, 4), 'typestr': '<f4', 'strides': (4,)}",
            "numpy:{'shape': (3, 4), 'typestr': '<f4', 'strides': (18, 4)}",
            "numpy:{'shape': '3', 'typestr': '<f4'}",
            "numpy:{'shape': (3,), 'typestr': '>f4'}",
            "numpy:{'shape': (3,), 'typestr': '|b1'}",
            "numpy:{'shape': (3,), 'typestr': '<f3'}",
            "numpy:{'shape': (3,), 'typestr': '<f4', 'stride': (4,)}",
            "numpy:{'shape': (3,), 'typestr': '<f4', 'shape': (4,)}",
            "numpy:{'shape': (3,), 'typestr': '<f4', 'mask': (4,)}",
            "numpy:{'shape': (3,",
        ],
        expect![[r#"
            numpy:{'shape': (3, 4)}
              column 7: missing key `typestr`
            numpy:{'typestr': '<f4'}
              column 7: missing key `shape`
            numpy:{'shape': (3), 'typestr': '<f4'}
              column 17: expected a tuple, found an integer: write `(3,)`
            numpy:{'shape': (3, 0), 'typestr': '<f4'}
              column 21: a length must be at least 1, but is 0
            numpy:{'shape': (3, 4), 'typestr': '<f4', 'strides': (4,)}
              column 54: expected one stride for each of 2 lengths, found 1
            numpy:{'shape': (3, 4), 'typestr': '<f4', 'strides': (18, 4)}
              column 55: 18 bytes are not a whole number of elements of 4 bytes
            numpy:{'shape': '3', 'typestr': '<f4'}
              column 17: `shape` must be a tuple of integers
            numpy:{'shape': (3,), 'typestr': '>f4'}
              column 34: the byte order of `>f4` must be little endian; a layout has no byte order
            numpy:{'shape': (3,), 'typestr': '|b1'}
              column 34: unsupported element type `|b1`; element types are `<f2`, `<f4`, `<f8`, integers such as `|i1`, `<i4` and `<u8`, and `|V2` for others
            numpy:{'shape': (3,), 'typestr': '<f3'}
              column 34: unsupported element type `<f3`; element types are `<f2`, `<f4`, `<f8`, integers such as `|i1`, `<i4` and `<u8`, and `|V2` for others
            numpy:{'shape': (3,), 'typestr': '<f4', 'stride': (4,)}
              column 41: unknown key `stride` of an array interface; did you mean `strides`?
            numpy:{'shape': (3,), 'typestr': '<f4', 'shape': (4,)}
              column 41: duplicate key `shape`
            numpy:{'shape': (3,), 'typestr': '<f4', 'mask': (4,)}
              column 41: a masked array has no layout: `mask` must be `None`
            numpy:{'shape': (3,
              column 20: expected `)` or an integer, found the end of the text
        "#]],
    );
}

#[test]
fn element_types_must_agree() {
    let f16 = ElementType::from_name("f16");
    for text in ["torch:(4):(1):f32", "xla:f32[4]", "memref:memref<4xf32>", "trt:kHWC[1,2,3]:f32"] {
        let fault = read(text, f16).map(|_| ()).map_err(|fault| fault.message);
        assert_eq!(
            fault,
            Err("the element type is `f32`, but `f16` is required".to_owned()),
            "{text}"
        );
    }
    assert!(read("cute:4:1", f16).is_ok_and(|read| read.layout.elem().is_some()));
}
