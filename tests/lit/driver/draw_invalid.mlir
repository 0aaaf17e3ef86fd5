// RUN: not layoutc draw 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not layoutc draw %s 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not layoutc draw %s @x 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not layoutc draw %s --of @x --view=strap 2>&1 | FileCheck %s --check-prefix=VIEW
// RUN: not layoutc draw %s --of @x --as=png 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not layoutc draw %s --of @x --shade=blank 2>&1 | FileCheck %s --check-prefix=SHADE
// RUN: not layoutc draw %s --of @y 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not layoutc draw %s --of @f --view=grid 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not layoutc draw %s --of @x --view=graph 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: not layoutc draw %s --of @x --access=0 2>&1 | FileCheck %s --check-prefix=ACCESS
// RUN: not layoutc draw %s --of @x --shade=bank --access=7 2>&1 | FileCheck %s --check-prefix=DIM
// RUN: not layoutc draw %s --of @dynamic --view=strip 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not layoutc draw %s --layout='cute:4:1' 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not layoutc draw 'cute:(4,8:(8,1)' 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not layoutc draw %s --of @x --emit=mlir 2>&1 | FileCheck %s --check-prefix=EMIT

// NOTHING: error[L0601]: expected a file with a symbol, or a notation
// NOTHING: for example `layoutc draw FILE --of=@x`, or `layoutc draw 'cute:(4,8):(8,1)'`
// SYMBOL: error[L0601]: expected a symbol to draw
// FLAG: error[L0601]: unexpected `@x`
// FLAG: draw_invalid.mlir --of=@x`
// VIEW: error[L0601]: unknown view `strap`
// VIEW: did you mean `strip`?
// FORMAT: error[L0601]: unknown format `png`
// FORMAT: the formats are html, svg, text
// SHADE: error[L0601]: unknown shade `blank`
// SHADE: did you mean `bank`?
// UNKNOWN: `@y`
// FUNCTION: the view `grid` shows a layout, but `@f` is a function
// FUNCTION: use the view `graph`, or name a value of the function, such as `@f:%x`
// LAYOUT: the view `graph` shows a function, but `@x` is a layout
// ACCESS: error[L0601]: `--access` has no effect without its shade
// DIM: invalid dim d7: the layout has 2 logical dims
// DYNAMIC: the memory of `@dynamic` cannot be drawn: the length of m0 is dynamic
// FILE: has no effect: the layout is a notation
// TEXT: --layout:1:
// EMIT: `--emit` has no effect on `draw`, which prints a picture
layout.tensor @x : tensor<4x5xf32>
layout.tensor @dynamic : tensor<?x5xf32>
func.func @f(%x: tensor<4xf32>) {
  return
}
