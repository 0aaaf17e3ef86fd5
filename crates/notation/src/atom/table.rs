//! The table of matrix instructions: the digits of lane and register of each operand.
//!
//! The rows of NVIDIA are the fragments of PTX ISA 9.0, sections `mma`, `wgmma.mma_async`, `ldmatrix` and `stmatrix`; those
//! of AMD are the register layouts of the CDNA 1 to CDNA 3, RDNA 3 and RDNA 4 instruction set manuals and of AMD's matrix
//! instruction calculator. To add an instruction is to add a row; its formula is tested in `tests`.

/// An instruction, or several ones whose operands have the same placements.
pub(super) struct AtomRow {
    /// The name of the instruction. `N` is a number of columns.
    pub(super) instruction: &'static str,
    /// The types of A and B, by which the name goes on, each with the element type if that has another name.
    pub(super) types: &'static str,
    /// The element types that C and D can have.
    pub(super) sums: &'static str,
    /// The operands, separated by `;`: the name, then the digits of each index dim, the greatest first, dims separated by
    /// `,`, then `+` and the digits of copies. `8l4` is a digit of 8 values whose unit is 4 lanes; `r` is the number of the
    /// element among those that the lane holds, low to high, and `w` the warp of a warpgroup. `Nr4` has N/8 values, and
    /// `1` is a dim of length 1.
    pub(super) operands: &'static str,
}

const fn row(
    instruction: &'static str,
    types: &'static str,
    sums: &'static str,
    operands: &'static str,
) -> AtomRow {
    AtomRow { instruction, types, sums, operands }
}

/// The instructions.
#[rustfmt::skip]
pub(super) const ROWS: &[AtomRow] = &[
    // Four products, each by the lanes 4q to 4q+3 and 16+4q to 19+4q. The index begins with q.
    row("mma.m8n8k4", "f16", "f16 f32", "A.row: 4l4, 2l16 4l1, 4r1; A.col: 4l4, 2l16 4r1, 4l1; B.row: 4l4, 4l1, 2l16 4r1; B.col: 4l4, 4r1, 2l16 4l1; C.f16: 4l4, 2l16 4l1, 8r1; C.f32: 4l4, 2l16 2r2 2l1, 2r4 2l2 2r1"),
    row("mma.m8n8k4", "f64", "f64", "A: 8l4, 4l1; B: 4l1, 8l4; C: 8l4, 4l1 2r1"),
    row("mma.m8n8k16", "i8", "i32", "A: 8l4, 4l1 4r1; B: 4l1 4r1, 8l4; C: 8l4, 4l1 2r1"),
    row("mma.m8n8k32", "i4", "i32", "A: 8l4, 4l1 8r1; B: 4l1 8r1, 8l4; C: 8l4, 4l1 2r1"),
    row("mma.m8n8k128", "b1=i1", "i32", "A: 8l4, 4l1 32r1; B: 4l1 32r1, 8l4; C: 8l4, 4l1 2r1"),
    row("mma.m16n8k4", "tf32=f32", "f32", "A: 2r1 8l4, 4l1; B: 4l1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k4", "f64", "f64", "A: 2r1 8l4, 4l1; B: 4l1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k8", "f16", "f16 f32", "A: 2r2 8l4, 4l1 2r1; B: 4l1 2r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k8", "bf16", "f32", "A: 2r2 8l4, 4l1 2r1; B: 4l1 2r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k8", "tf32=f32", "f32", "A: 2r1 8l4, 2r2 4l1; B: 2r1 4l1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k8", "f64", "f64", "A: 2r1 8l4, 2r2 4l1; B: 2r1 4l1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k16", "f16", "f16 f32", "A: 2r2 8l4, 2r4 4l1 2r1; B: 2r2 4l1 2r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k16", "bf16", "f32", "A: 2r2 8l4, 2r4 4l1 2r1; B: 2r2 4l1 2r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k16", "f64", "f64", "A: 2r1 8l4, 4r2 4l1; B: 4r1 4l1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k16", "i8", "i32", "A: 2r4 8l4, 4l1 4r1; B: 4l1 4r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k16", "e4m3=f8E4M3FN e5m2=f8E5M2", "f16 f32", "A: 2r4 8l4, 4l1 4r1; B: 4l1 4r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k32", "i8", "i32", "A: 2r4 8l4, 2r8 4l1 4r1; B: 2r4 4l1 4r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k32", "e4m3=f8E4M3FN e5m2=f8E5M2", "f16 f32", "A: 2r4 8l4, 2r8 4l1 4r1; B: 2r4 4l1 4r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k32", "i4", "i32", "A: 2r8 8l4, 4l1 8r1; B: 4l1 8r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k64", "i4", "i32", "A: 2r8 8l4, 2r16 4l1 8r1; B: 2r8 4l1 8r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k64", "e2m1=f4E2M1FN", "f32", "A: 2r8 8l4, 2r16 4l1 8r1; B: 2r8 4l1 8r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k128", "b1=i1", "i32", "A: 2r32 8l4, 4l1 32r1; B: 4l1 32r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    row("mma.m16n8k256", "b1=i1", "i32", "A: 2r32 8l4, 2r64 4l1 32r1; B: 2r32 4l1 32r1, 8l4; C: 2r2 8l4, 4l1 2r1"),
    // A is in registers; B is in shared memory.
    row("wgmma.m64nNk16", "f16", "f16 f32", "A: 4w1 2r2 8l4, 2r4 4l1 2r1; C: 4w1 2r2 8l4, Nr4 4l1 2r1"),
    row("wgmma.m64nNk16", "bf16", "f32", "A: 4w1 2r2 8l4, 2r4 4l1 2r1; C: 4w1 2r2 8l4, Nr4 4l1 2r1"),
    row("wgmma.m64nNk8", "tf32=f32", "f32", "A: 4w1 2r1 8l4, 2r2 4l1; C: 4w1 2r2 8l4, Nr4 4l1 2r1"),
    row("wgmma.m64nNk32", "e4m3=f8E4M3FN e5m2=f8E5M2", "f16 f32", "A: 4w1 2r4 8l4, 2r8 4l1 4r1; C: 4w1 2r2 8l4, Nr4 4l1 2r1"),
    row("wgmma.m64nNk32", "i8", "i32", "A: 4w1 2r4 8l4, 2r8 4l1 4r1; C: 4w1 2r2 8l4, Nr4 4l1 2r1"),
    row("wgmma.m64nNk256", "b1=i1", "i32", "A: 4w1 2r32 8l4, 2r64 4l1 32r1; C: 4w1 2r2 8l4, Nr4 4l1 2r1"),
    // `r` is the fragment, and `p` the lane whose address is that of a row.
    row("ldmatrix.m8n8.x1", "b16", "", "r: 8l4, 4l1 2r1; p: 8l1"),
    row("ldmatrix.m8n8.x2", "b16", "", "r: 2r2, 8l4, 4l1 2r1; p: 2l8, 8l1"),
    row("ldmatrix.m8n8.x4", "b16", "", "r: 4r2, 8l4, 4l1 2r1; p: 4l8, 8l1"),
    row("ldmatrix.m8n8.x1.trans", "b16", "", "r: 4l1 2r1, 8l4; p: 8l1"),
    row("ldmatrix.m8n8.x2.trans", "b16", "", "r: 2r2, 4l1 2r1, 8l4; p: 2l8, 8l1"),
    row("ldmatrix.m8n8.x4.trans", "b16", "", "r: 4r2, 4l1 2r1, 8l4; p: 4l8, 8l1"),
    row("stmatrix.m8n8.x1", "b16", "", "r: 8l4, 4l1 2r1; p: 8l1"),
    row("stmatrix.m8n8.x2", "b16", "", "r: 2r2, 8l4, 4l1 2r1; p: 2l8, 8l1"),
    row("stmatrix.m8n8.x4", "b16", "", "r: 4r2, 8l4, 4l1 2r1; p: 4l8, 8l1"),
    row("stmatrix.m8n8.x1.trans", "b16", "", "r: 4l1 2r1, 8l4; p: 8l1"),
    row("stmatrix.m8n8.x2.trans", "b16", "", "r: 2r2, 4l1 2r1, 8l4; p: 2l8, 8l1"),
    row("stmatrix.m8n8.x4.trans", "b16", "", "r: 4r2, 4l1 2r1, 8l4; p: 4l8, 8l1"),
    // Instructions of several blocks have an index that begins with the block.
    row("mfma.32x32x1_2b", "f32", "f32", "A: 2l32, 32l1, 1; B: 2l32, 1, 32l1; C: 2r16, 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x1_4b", "f32", "f32", "A: 4l16, 16l1, 1; B: 4l16, 1, 16l1; C: 4r4, 4l16 4r1, 16l1"),
    row("mfma.4x4x1_16b", "f32", "f32", "A: 16l4, 4l1, 1; B: 16l4, 1, 4l1; C: 16l4, 4r1, 4l1"),
    row("mfma.32x32x2", "f32", "f32", "A: 32l1, 2l32; B: 2l32, 32l1; C: 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x4", "f32", "f32", "A: 16l1, 4l16; B: 4l16, 16l1; C: 4l16 4r1, 16l1"),
    row("mfma.32x32x4", "xf32=f32", "f32", "A: 32l1, 2l32 2r1; B: 2l32 2r1, 32l1; C: 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x8", "xf32=f32", "f32", "A: 16l1, 4l16 2r1; B: 4l16 2r1, 16l1; C: 4l16 4r1, 16l1"),
    row("mfma.32x32x2_2b", "bf16", "f32", "A: 2l32, 32l1, 2r1; B: 2l32, 2r1, 32l1; C: 2r16, 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x2_4b", "bf16", "f32", "A: 4l16, 16l1, 2r1; B: 4l16, 2r1, 16l1; C: 4r4, 4l16 4r1, 16l1"),
    row("mfma.4x4x2_16b", "bf16", "f32", "A: 16l4, 4l1, 2r1; B: 16l4, 2r1, 4l1; C: 16l4, 4r1, 4l1"),
    row("mfma.32x32x4", "bf16", "f32", "A: 32l1, 2l32 2r1; B: 2l32 2r1, 32l1; C: 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x8", "bf16", "f32", "A: 16l1, 4l16 2r1; B: 4l16 2r1, 16l1; C: 4l16 4r1, 16l1"),
    row("mfma.32x32x4_2b", "f16 bf16", "f32", "A: 2l32, 32l1, 4r1; B: 2l32, 4r1, 32l1; C: 2r16, 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x4_4b", "f16 bf16", "f32", "A: 4l16, 16l1, 4r1; B: 4l16, 4r1, 16l1; C: 4r4, 4l16 4r1, 16l1"),
    row("mfma.4x4x4_16b", "f16 bf16", "f32", "A: 16l4, 4l1, 4r1; B: 16l4, 4r1, 4l1; C: 16l4, 4r1, 4l1"),
    row("mfma.32x32x8", "f16 bf16", "f32", "A: 32l1, 2l32 4r1; B: 2l32 4r1, 32l1; C: 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x16", "f16 bf16", "f32", "A: 16l1, 4l16 4r1; B: 4l16 4r1, 16l1; C: 4l16 4r1, 16l1"),
    row("mfma.32x32x4_2b", "i8", "i32", "A: 2l32, 32l1, 4r1; B: 2l32, 4r1, 32l1; C: 2r16, 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x4_4b", "i8", "i32", "A: 4l16, 16l1, 4r1; B: 4l16, 4r1, 16l1; C: 4r4, 4l16 4r1, 16l1"),
    row("mfma.4x4x4_16b", "i8", "i32", "A: 16l4, 4l1, 4r1; B: 16l4, 4r1, 4l1; C: 16l4, 4r1, 4l1"),
    row("mfma.32x32x8", "i8", "i32", "A: 32l1, 2l32 4r1; B: 2l32 4r1, 32l1; C: 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x16", "i8", "i32", "A: 16l1, 4l16 4r1; B: 4l16 4r1, 16l1; C: 4l16 4r1, 16l1"),
    row("mfma.32x32x16", "i8", "i32", "A: 32l1, 2l32 8r1; B: 2l32 8r1, 32l1; C: 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x32", "i8", "i32", "A: 16l1, 4l16 8r1; B: 4l16 8r1, 16l1; C: 4l16 4r1, 16l1"),
    row("mfma.32x32x16", "fp8=f8E4M3FNUZ bf8=f8E5M2FNUZ", "f32", "A: 32l1, 2l32 8r1; B: 2l32 8r1, 32l1; C: 4r4 2l32 4r1, 32l1"),
    row("mfma.16x16x32", "fp8=f8E4M3FNUZ bf8=f8E5M2FNUZ", "f32", "A: 16l1, 4l16 8r1; B: 4l16 8r1, 16l1; C: 4l16 4r1, 16l1"),
    row("mfma.16x16x4", "f64", "f64", "A: 16l1, 4l16; B: 4l16, 16l1; C: 4r1 4l16, 16l1"),
    row("mfma.4x4x4_4b", "f64", "f64", "A: 4l4, 4l1, 4l16; B: 4l4, 4l16, 4l1; C: 4l4, 4l16, 4l1"),
    // RDNA 3 holds A and B twice in a wave of 32 lanes, and four times in one of 64. A sum of 16 bits is in the lower half of
    // its register, and `r` counts halves.
    row("wmma.gfx11.w32.16x16x16", "f16", "f16 f32", "A: 16l1, 16r1 + 2l16; B: 16r1, 16l1 + 2l16; C.f16: 8r2 2l16, 16l1; C.f32: 8r1 2l16, 16l1"),
    row("wmma.gfx11.w32.16x16x16", "bf16", "bf16 f32", "A: 16l1, 16r1 + 2l16; B: 16r1, 16l1 + 2l16; C.bf16: 8r2 2l16, 16l1; C.f32: 8r1 2l16, 16l1"),
    row("wmma.gfx11.w32.16x16x16", "i8 i4", "i32", "A: 16l1, 16r1 + 2l16; B: 16r1, 16l1 + 2l16; C: 8r1 2l16, 16l1"),
    row("wmma.gfx11.w64.16x16x16", "f16", "f16 f32", "A: 16l1, 16r1 + 4l16; B: 16r1, 16l1 + 4l16; C.f16: 4r2 4l16, 16l1; C.f32: 4r1 4l16, 16l1"),
    row("wmma.gfx11.w64.16x16x16", "bf16", "bf16 f32", "A: 16l1, 16r1 + 4l16; B: 16r1, 16l1 + 4l16; C.bf16: 4r2 4l16, 16l1; C.f32: 4r1 4l16, 16l1"),
    row("wmma.gfx11.w64.16x16x16", "i8 i4", "i32", "A: 16l1, 16r1 + 4l16; B: 16r1, 16l1 + 4l16; C: 4r1 4l16, 16l1"),
    row("wmma.gfx12.w32.16x16x16", "f16", "f16 f32", "A: 16l1, 2r4 2l16 4r1; B: 2r4 2l16 4r1, 16l1; C: 2l16 8r1, 16l1"),
    row("wmma.gfx12.w32.16x16x16", "bf16", "bf16 f32", "A: 16l1, 2r4 2l16 4r1; B: 2r4 2l16 4r1, 16l1; C: 2l16 8r1, 16l1"),
    row("wmma.gfx12.w32.16x16x16", "fp8=f8E4M3FN bf8=f8E5M2", "f32", "A: 16l1, 2l16 8r1; B: 2l16 8r1, 16l1; C: 2l16 8r1, 16l1"),
    row("wmma.gfx12.w32.16x16x16", "i8 i4", "i32", "A: 16l1, 2l16 8r1; B: 2l16 8r1, 16l1; C: 2l16 8r1, 16l1"),
    row("wmma.gfx12.w32.16x16x32", "i4", "i32", "A: 16l1, 2l16 16r1; B: 2l16 16r1, 16l1; C: 2l16 8r1, 16l1"),
    row("wmma.gfx12.w64.16x16x16", "f16", "f16 f32", "A: 16l1, 4l16 4r1; B: 4l16 4r1, 16l1; C: 2l16 2l32 4r1, 16l1"),
    row("wmma.gfx12.w64.16x16x16", "bf16", "bf16 f32", "A: 16l1, 4l16 4r1; B: 4l16 4r1, 16l1; C: 2l16 2l32 4r1, 16l1"),
    row("wmma.gfx12.w64.16x16x16", "fp8=f8E4M3FN bf8=f8E5M2", "f32", "A: 16l1, 2l16 2l32 4r1; B: 2l16 2l32 4r1, 16l1; C: 2l16 2l32 4r1, 16l1"),
    row("wmma.gfx12.w64.16x16x16", "i8", "i32", "A: 16l1, 2l16 2l32 4r1; B: 2l16 2l32 4r1, 16l1; C: 2l16 2l32 4r1, 16l1"),
    // Only the lanes 0 to 31 hold A and B.
    row("wmma.gfx12.w64.16x16x16", "i4", "i32", "A: 16l1, 2l16 8r1; B: 2l16 8r1, 16l1; C: 2l16 2l32 4r1, 16l1"),
    row("wmma.gfx12.w64.16x16x32", "i4", "i32", "A: 16l1, 2l16 2l32 8r1; B: 2l16 2l32 8r1, 16l1; C: 2l16 2l32 4r1, 16l1"),
];
