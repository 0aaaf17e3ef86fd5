// RUN: not layoutc %s --split-input-file --diagnostics=short 2>&1 | FileCheck %s
// RUN: not layoutc %s --split-input-file -o %t.out

// A failed chunk is empty in the output; positions are those in the whole file.
// CHECK: {{^}}module {
// CHECK-NEXT: "test.first"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: split_input_file.mlir:[[@LINE+11]]:12: error[L0201]: value `%lost` is not defined
// CHECK-NEXT: {{^}}// -----{{$}}
// CHECK-NEXT: {{^}}// -----{{$}}
// CHECK-NEXT: module {
// CHECK-NEXT: "test.last"() : () -> ()
// CHECK-NEXT: }
"test.first"() : () -> ()

// -----

// The undefined value is an error of this chunk only.
"test.use"(%lost) : (i32) -> ()

// -----

"test.last"() : () -> ()
