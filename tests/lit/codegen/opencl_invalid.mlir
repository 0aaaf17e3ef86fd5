// RUN: layoutc %s --emit=opencl --verify-diagnostics

// A declared table is a parameter of the function in C; its pointer would need an address space in OpenCL C.
layout.table @pages : length 4, values in [0, 4), injective
layout.descriptor @cache {
  %m, %n = layout.packed [4, 8]
  %p = layout.lookup %m by @pages
  %i = layout.merge %p, %n
  layout.yield %i
}
// expected-error @below {{`@offset` reads `@pages`, whose values are declared, not given: this output has no parameter for them}}
layout.address @offset of @cache
