// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.record @r 4 bytes {
  layout.field "scale" : f16 at 0 bytes
  // expected-error @below {{fields `scale` and `values` share bit 8 of the record}}
  layout.field "values" : ui4 [4] at 1 bytes
}

// -----

layout.record @r 4 bytes {
  // expected-error @below {{element [6] of field `q` has bits 32 to 35, but the record has 32 bits}}
  layout.field "q" : ui4 [8] at 1 bytes
}

// -----

layout.record @r 64 bytes {
  // expected-error @below {{the element of field `q` must have 1 to 64 bits, but has 65 bits}}
  layout.field "q" : ui65 [2] at 0 bytes
}

// -----

layout.record @r 64 bytes {
  layout.field "q" : ui4 [2] at 0 bytes
  // expected-error @below {{the record has two fields `q`}}
  layout.field "q" : ui4 [2] at 1 bytes
}

// -----

layout.record @r 64 bytes {
  // expected-error @below {{`layout.field` must have `type`, or `parts` of other fields}}
  layout.field "q"
}

// -----

layout.record @r 64 bytes {
  // expected-error @below {{unknown value "words" for `unit` of `layout.field`}}
  layout.field "q" : ui4 [2] at 1 words
}

// -----

layout.record @r 64 bytes {
  // expected-error @below {{field `s` has lengths [3], but must have [2], as [8] per [4] has}}
  layout.field "s" : f16 [3] at 0 bytes per 4
  layout.field "q" : ui4 [8] at 8 bytes
}

// -----

// expected-error @below {{`layout.field` must be in a `layout.record`}}
layout.field "q" : ui4 [2] at 1 bytes
