// RUN: not layoutc %s 2>&1 | FileCheck %s --check-prefix=PRETTY
// RUN: not layoutc %s --diagnostics=short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not layoutc %s --diagnostics=json 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not layoutc %s --diagnostics=short --error-limit=1 2>&1 | FileCheck %s --check-prefix=LIMIT

// PRETTY: diagnostics.mlir:[[@LINE+16]]:12: error[L0201]: value `%lost` is not defined
// PRETTY-NEXT: |
// PRETTY-NEXT: [[@LINE+14]] | "test.use"(%lost) : (i32) -> ()
// PRETTY-NEXT: | ^^^^^
// PRETTY: diagnostics.mlir:[[@LINE+13]]:12: error[L0201]

// SHORT: diagnostics.mlir:[[@LINE+10]]:12: error[L0201]: value `%lost` is not defined
// SHORT-NEXT: diagnostics.mlir:[[@LINE+10]]:12: error[L0201]: value `%gone` is not defined
// SHORT-NOT: {{.}}

// JSON: {"severity":"error","code":"L0201","message":"value `%lost` is not defined","spans":[{"file":"{{.*}}diagnostics.mlir","line":[[@LINE+6]],"column":12,"byte_start":{{[0-9]+}},"byte_end":{{[0-9]+}},"primary":true,"label":""}],"notes":[],"suggestions":[]}

// LIMIT: diagnostics.mlir:[[@LINE+4]]:12: error[L0201]: value `%lost` is not defined
// LIMIT-NEXT: {{^}}1 error, 1 more not shown{{$}}


"test.use"(%lost) : (i32) -> ()
"test.use"(%gone) : (i32) -> ()
