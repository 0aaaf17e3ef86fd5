// Flags of mlir-opt with the same meaning.

// RUN: layoutc %s --cse --resolve-strides --mlir-print-ir-after-change --emit=none 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: layoutc %s --cse --resolve-strides --mlir-print-ir-after-all --mlir-print-ir-after-change --emit=none 2>&1 | FileCheck %s --check-prefix=CHANGE
// CHANGE-NOT: After cse
// CHANGE: IR Dump After resolve-strides (2)

// RUN: layoutc %s --cse --mlir-print-ir-after-failure --mlir-disable-threading --mlir-print-ir-module-scope --emit=none 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// SILENT-NOT: IR Dump

// RUN: layoutc %s --verify-each=0 --cse --emit=none
// RUN: layoutc %s --verify-each=1 --cse --emit=none
// RUN: layoutc %s --verify-each=False --cse --emit=none
// RUN: not layoutc %s --verify-each=2 2>&1 | FileCheck %s --check-prefix=SWITCH
// SWITCH: error[L0601]: invalid value `2` for `--verify-each{{.*}}expected `true` or `false`

// RUN: layoutc %s --mlir-elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDED
// RUN: layoutc %s --mlir-elide-elementsattrs-if-larger=2 --mlir-print-op-generic | FileCheck %s --check-prefix=ELIDED
// RUN: layoutc %s --mlir-elide-elementsattrs-if-larger=2 | layoutc - | FileCheck %s --check-prefix=ELIDED
// RUN: layoutc %s --mlir-elide-elementsattrs-if-larger=2 --cse --mlir-print-ir-after-all --emit=none 2>&1 | FileCheck %s --check-prefix=ELIDED
// RUN: layoutc %s --mlir-elide-elementsattrs-if-larger=3 | FileCheck %s --check-prefix=KEPT
// ELIDED: a = dense_resource<__elided__> : tensor<3xi32>, b = dense<7> : tensor<100xi32>, c = dense_resource<__elided__> : tensor<3x3xi32>, d = array<i64: 1, 2, 3, 4>
// KEPT: a = dense<[1, 2, 3]> : tensor<3xi32>
"t.a"() {a = dense<[1, 2, 3]> : tensor<3xi32>, b = dense<7> : tensor<100xi32>, c = sparse<[[0, 0], [1, 1]], [1, 2]> : tensor<3x3xi32>, d = array<i64: 1, 2, 3, 4>} : () -> ()
layout.tensor @x : tensor<8x4xf16, {order = #layout.order<CN>}>
