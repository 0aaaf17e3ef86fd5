// RUN: not layoutc %s --passes=resolve-stride 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not layoutc %s --pass-pipeline='builtin.module(resolve-strides{x=1})' --diagnostics=short 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not layoutc %s --passes=resolve-strides, --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not layoutc %s --emit=vk-jsn --target=spec-min 2>&1 | FileCheck %s --check-prefix=KIND

// NAME: {{^}}<passes>:1:1: error[L0601]: unknown pass `resolve-stride`
// NAME: 1 | resolve-stride
// NAME-NEXT: | ^^^^^^^^^^^^^^
// NAME: did you mean `resolve-strides`?

// OPTION: {{^}}<passes>:1:32: error[L0601]: unknown option `x` of pass `resolve-strides`; expected `copies`
// TEXT: {{^}}<passes>:1:{{[0-9]+}}: error[L0601]

// KIND: {{^}}layoutc: error[L0601]: unknown emitter `vk-jsn`
// KIND: did you mean `vk-json`?
// KIND: {{^}}layoutc: error[L0504]: unknown target `spec-min`
// KIND: did you mean `spec_min`?
