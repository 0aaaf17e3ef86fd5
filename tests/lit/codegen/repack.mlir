// Kernels that repack records: whole records, fields as bytes, and fields bit by bit.

// RUN: layoutc %s | FileCheck %s --check-prefix=TEXT
// RUN: layoutc %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: layoutc %s --emit=generic | layoutc --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --passes=lower-addressing,check-addresses --emit=none
// RUN: layoutc %s --emit=spirv-asm 2>&1 | FileCheck %s --check-prefix=SPIRV

layout.descriptor @columns {
  %m, %n = layout.packed [2, 4]
  %i = layout.pass_through %n
  %j = layout.pass_through %m
  layout.yield %i, %j
}
layout.record @a 18 bytes {
  layout.field "d" : f16 at 0 bytes per 32
  layout.field "qs" : ui4 [32] at 2 bytes
}
layout.record @b 19 bytes {
  layout.field "d" : f16 at 17 bytes per 32
  layout.field "qs" : ui4 [32] at 4 bits
}
layout.blocks @w : tensor<4x64xui4> of @a along d1
layout.blocks @turned : tensor<4x64xui4> of @a along d1 layout = @columns
layout.blocks @shifted : tensor<4x64xui4> of @b along d1
layout.notation @tiled "mx:mxfp4[256,64] scale=128x4"
layout.notation @linear "mx:mxfp4[256,64]"

// TEXT: layout.kernel @whole from @w to @turned
// GENERIC: "layout.kernel"() {from = @w, sym_name = "whole", to = @turned} : () -> ()
// C: /* repacks the records of @w as @turned */
// C-NEXT: LAYOUTC_KERNEL void whole(const void *LAYOUTC_RESTRICT src, void *LAYOUTC_RESTRICT dst)
// C: /* whole records, 144 bits each, as bytes */
// SPIRV: warning[L0605]: `@whole` repacks records, for which SPIR-V has no kernels
layout.kernel @whole from @w to @turned

// TEXT: layout.kernel @fields from @w to @shifted {fills_padding}
// C: LAYOUTC_FN uint32_t fields_qs_source(uint32_t d0, uint32_t d1)
// C: void fields(
// C-NEXT: {
// C-NEXT: memset(dst, 0, 152u);
// C: /* field `d`, 16 bits each, as bytes */
// C: /* field `qs`, 4 bits each, one by one */
// C: layoutc_put_bits(d, to, 4u, layoutc_get_bits(s, from, 4u));
layout.kernel @fields from @w to @shifted {fills_padding}

// C: scales(const void *LAYOUTC_RESTRICT src, const void *LAYOUTC_RESTRICT src_scale, void *LAYOUTC_RESTRICT dst, void *LAYOUTC_RESTRICT dst_scale)
// C: const unsigned char *const s = (const unsigned char *)src_scale;
layout.kernel @scales from @linear to @tiled
