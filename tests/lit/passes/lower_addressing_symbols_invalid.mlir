// RUN: layoutc %s --passes=lower-addressing --emit=none --verify-diagnostics --split-input-file

// Overflows of published kernels: the offset, or a value on the way to it, does not fit 31 bits. Each has the first
// values of the symbols at which it does not, and a form that is accepted.

// The layout of weights with K = C = 65537.
layout.notation @kc "torch:(s0,s1):(s1,1) where s0 in 1..65537, s1 in 1..65537"
// expected-error @below {{`@kc` has no addressing function: `d0*s1+d1` reaches 2147516415, but 31 bits hold at most 2147483647; first values that do not fit: s0 = 32768 at s1 = 65537}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @kc {index = "i32"}
layout.address @g of @kc
layout.address @h of @kc {index = "i64"}

// -----

// A naive descriptor of a cache of keys and values.
layout.notation @kv "torch:(s0,s1):(s1,1) where s0 in 1..40000, s1 in 1..60000"
// expected-error @below {{first values that do not fit: s0 = 35792 at s1 = 60000}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @kv {index = "i32"}
layout.address @g of @kv {index = "i64"}

// -----

// A batch of matrices for an optimizer.
layout.notation @muon "torch:(s0,2560,3072):(2560*3072,3072,1) where s0 in 1..320"
// expected-error @below {{first values that do not fit: s0 = 274}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @muon {index = "i32"}
layout.notation @muon_fits "torch:(s0,2560,3072):(2560*3072,3072,1) where s0 in 1..273"
layout.address @g of @muon_fits {index = "i32"}

// -----

// Rows of experts. The last of 524288 rows ends at 2^31 - 1.
layout.notation @moe "torch:(s0,4096):(4096,1) where s0 in 1..524289"
// expected-error @below {{first values that do not fit: s0 = 524289}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @moe {index = "i32"}
layout.notation @moe_fits "torch:(s0,4096):(4096,1) where s0 in 1..524288"
layout.address @g of @moe_fits {index = "i32"}

// -----

// Pages of 512 elements.
layout.notation @pages "torch:(s0,512):(512,1) where s0 in 1..8400000"
// expected-error @below {{first values that do not fit: s0 = 4194305}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @pages {index = "i32"}
layout.notation @pages_fit "torch:(s0,512):(512,1) where s0 in 1..4194304"
layout.address @g of @pages_fit {index = "i32"}

// -----

layout.notation @image "torch:(1,s0,s1):(s0*s1,s1,1) where s0 in 1..46342, s1 in 1..46341"
// expected-error @below {{first values that do not fit: s0 = 46341 at s1 = 46341}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @image {index = "i32"}
layout.notation @image_fits "torch:(s0,s1):(s1,1) where s0 in 1..46340, s1 in 1..46340"
layout.address @g of @image_fits {index = "i32"}

// -----

layout.notation @blocks "torch:(s0,s1,s1):(s1*s1,s1,1) where s0 in 1..64, s1 in 1..8192"
// expected-error @below {{first values that do not fit: s0 = 33 at s1 = 8192}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @blocks {index = "i32"}
layout.notation @blocks_fit "torch:(s0,s1,s1):(s1*s1,s1,1) where s0 in 1..32, s1 in 1..8192"
layout.address @g of @blocks_fit {index = "i32"}

// -----

// The elements of a tile fit, but not its bytes.
layout.notation @tile "torch:(s0,s1):(s1,1):f16 where s0 in 1..32768, s1 in 1..32769"
// expected-error @below {{first values that do not fit: s0 = 32768 at s1 = 32769}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @tile {index = "i32", unit = "byte"}
layout.address @g of @tile {index = "i32"}
layout.address @h of @tile {unit = "byte"}

// -----

layout.notation @heads "torch:(s0,8,128,128):(8*128*128,128*128,128,1) where s0 in 1..16385"
// expected-error @below {{first values that do not fit: s0 = 16385}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @heads {index = "i32"}
layout.notation @heads_fit "torch:(s0,8,128,128):(8*128*128,128*128,128,1) where s0 in 1..16383"
layout.address @g of @heads_fit {index = "i32"}

// -----

// The base of a slice.
layout.notation @slice "torch:(s0,s1):(s1,1)+s2 where s0 in 1..1024, s1 in 1..1024, s2 in 1..2147483647"
// expected-error @below {{first values that do not fit}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @slice {index = "i32"}
layout.address @g of @slice

// -----

// Scales of blocks, in rows that are rounded up.
layout.notation @scales "torch:(s0,s1):(s1 ceildiv 128*128,1) where s0 in 1..65537, s1 in 1..32700"
// expected-error @below {{first values that do not fit}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @scales {index = "i32"}
layout.address @g of @scales

// -----

// An image with the channels last.
layout.notation @conv "torch:(s0,s1,s2,s3):(s1*s2*s3,1,s1*s3,s1) where s0 in 1..64, s1 in 1..256, s2 in 1..512, s3 in 1..512"
// expected-error @below {{first values that do not fit: s0 = 33 at s1 = 256, s2 = 512, s3 = 512}}
// expected-note @below {{`index = "i64"` allows 63 bits}}
layout.address @f of @conv {index = "i32"}
layout.address @g of @conv

// -----

// Without an upper bound no width is enough.
layout.notation @open "torch:(s0,s1):(s1,1)"
// expected-error @below {{but 63 bits hold at most 9223372036854775807; first values that do not fit: s0 = 2 at s1 = 9223372036854775807}}
// expected-note @below {{a range of each symbol, such as `s0 in 1..4096`, bounds the values}}
layout.address @f of @open

// -----

layout.notation @x "torch:(s0,s1):(s1,1) where s0 in 1..8, s1 in 1..8"
// expected-error @below {{`@x` has no addressing function with `form = "inverse"`: its layout has the symbols `s0`, `s1`, whose values are unknown; this needs a layout without symbols}}
layout.address @f of @x {form = "inverse"}
// expected-error @below {{`@x` has no addressing function with `step = array<i64: 0, 1>`}}
layout.address @g of @x {step = array<i64: 0, 1>}

// -----

// Groups must be vectors for all values of the symbols.
layout.notation @x "torch:(s0,s1):(s1,1) where s0 in 1..8, s1 in 2..8 by 2"
// expected-error @below {{`@x` has no addressing function with `vector = array<i64: 1, 4>`: the length of d1, `s1`, is not a multiple of 4}}
// expected-note @below {{s0 = 1, s1 = 2}}
layout.address @f of @x {vector = array<i64: 1, 4>}
layout.notation @y "torch:(s0,s1):(s1+1,1) where s0 in 1..8, s1 in 2..8 by 2"
// expected-error @below {{groups of 2 along d1 are not vectors: a group starts at an offset that is not a multiple of the width}}
// expected-note @below {{s0 = 2, s1 = 2 at [1, 0]}}
// expected-note @below {{pass `lower-addressing` failed with 2 errors}}
layout.address @h of @y {vector = array<i64: 1, 2>}
