// REQUIRES: z3
// What rules about digits do not decide, the SMT solver does, and the answer states it.

// RUN: layoutc eval --same='torch:(s0):(1) where s0 in 1..1000000000, s0*s0 == 1522756,torch:(1234):(1)' | FileCheck %s
// CHECK: {"same":true,"by":"z3"}
