// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below {{a record must have 1 to 131072 bytes, but has 0}}
layout.record @r 0 bytes {
  layout.field "q" : ui4 [8] at 0 bytes
}

// -----

// expected-error @below {{`elements` names an unknown field `lo`}}
layout.record @r 8 bytes elements ["lo"] {
  layout.field "low" : ui4 [8] at 0 bytes
}

// -----

layout.record @r 8 bytes {
  // expected-error @below {{`my.op` is not allowed in a `layout.record`, which has only fields}}
  "my.op"() : () -> ()
}
