// RUN: layoutc %s --passes= --emit=onnx -o %t.onnx --split-input-file --verify-diagnostics
// RUN: not layoutc %s --passes= --emit=onnx -o %t.onnx --diagnostics=short 2>&1 | FileCheck %s
// CHECK: error[L0601]: `--emit=onnx` writes one binary, but the input is split into
