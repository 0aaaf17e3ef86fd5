// Command lines in the syntax of other programs, and the suggested ones.

// RUN: not layoutc eval 2>&1 | FileCheck %s --check-prefix=BARE-EVAL
// BARE-EVAL: error[L0601]: expected a file with a symbol or with queries
// BARE-EVAL: note: for example `layoutc eval FILE --of=@x --at=1,2`

// RUN: not layoutc explain 2>&1 | FileCheck %s --check-prefix=BARE-EXPLAIN
// BARE-EXPLAIN: note: for example `layoutc explain L0402`, `layoutc explain resolve-strides` or `layoutc explain FILE --of @x`

// RUN: not layoutc %s eval --of @x 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not layoutc %s eval 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: the subcommand `eval` must be the first argument: `layoutc eval FILE

// RUN: not layoutc %s --at 1,2 2>&1 | FileCheck %s --check-prefix=AT
// AT: error[L0601]: unknown flag `--at`
// AT: note: use `layoutc eval FILE --of SYMBOL --at 1,2,3`

// RUN: not layoutc %s --of @x 2>&1 | FileCheck %s --check-prefix=OF
// OF: error[L0601]: `--of` has no effect on `--emit=mlir`
// OF-NEXT: note: it is a flag of `--emit=vk-glsl`
// OF-NEXT: note: or use `layoutc eval FILE --of SYMBOL` or `layoutc explain FILE --of SYMBOL`

// RUN: not layoutc eval %s @x 2>&1 | FileCheck %s --check-prefix=POSITIONAL
// POSITIONAL: note: the symbol of `eval` and `explain` is the value of a flag: `--of=@x`

// RUN: not layoutc eval %s --of=@x --at 1 2 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: note: an index is a list without blanks, `--at=1,2,3`

// RUN: not layoutc eval %s --of=@x '--at=[1,2]' 2>&1 | FileCheck %s --check-prefix=BRACKETS
// BRACKETS: expected 64-bit integers such as `1,2,3` or `(1,1),3`, found `{{.}}1,2]`

// RUN: not layoutc eval %s --of=x 2>&1 | FileCheck %s --check-prefix=SIGIL
// SIGIL: error[L0604]: `x` is not a valid name of a layout
// SIGIL: note: did you mean `@x`?

// RUN: not layoutc eval %s --of=@X 2>&1 | FileCheck %s --check-prefix=CASE
// CASE: note: did you mean `@x`?

// RUN: not layoutc explain %s @x 2>&1 | FileCheck %s --check-prefix=EXPLAIN-SYMBOL
// EXPLAIN-SYMBOL: note: use `layoutc explain {{.*}}slips_of_commands.mlir --of=@x`

// RUN: not layoutc explain %s 2>&1 | FileCheck %s --check-prefix=EXPLAIN-FILE
// EXPLAIN-FILE: note: use `layoutc explain FILE --of SYMBOL`, or `layoutc explain CODE|PASS`

// RUN: not layoutc explain 402 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not layoutc explain 0402 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: note: did you mean `L0402`?

// RUN: not layoutc explain resolve_strides 2>&1 | FileCheck %s --check-prefix=UNDERSCORE
// UNDERSCORE: note: did you mean `resolve-strides`?

// RUN: not layoutc explain nonsense 2>&1 | FileCheck %s --check-prefix=NO-PAGE
// NO-PAGE-NOT: docs/
// NO-PAGE: note: a code is in the brackets of a diagnostic, as in `error[L0402]`

// RUN: not layoutc L0402 2>&1 | FileCheck %s --check-prefix=CODE
// CODE: note: print the page of the code L0402 with `layoutc explain L0402`

// RUN: not layoutc --explain L0402 2>&1 | FileCheck %s --check-prefix=EXPLAIN-FLAG
// EXPLAIN-FLAG: note: use `layoutc explain CODE` or `layoutc explain FILE --of SYMBOL`

// RUN: not layoutc %s cse 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: note: `cse` is a pass; run it with `layoutc FILE --cse`

// RUN: not layoutc compile %s 2>&1 | FileCheck %s --check-prefix=COMPILE
// COMPILE: error[L0601]: unknown subcommand `compile`
// COMPILE: note: the subcommands are check-description, completions, convert, draw, eval, explain, import, lsp, man, new-target; `layoutc FILE` compiles a file

// RUN: not layoutc %s %s 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: note: run layoutc once for each file

// RUN: not layoutc import %s 2>&1 | FileCheck %s --check-prefix=IMPORT
// IMPORT: error[L0101]: {{.*}} invalid ONNX model
// IMPORT: note: `layoutc {{.*}}slips_of_commands.mlir` reads MLIR

// RUN: not layoutc list-passes 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: note: the flag is `--list-passes`

// RUN: layoutc help eval | FileCheck %s --check-prefix=HELP
// HELP: Usage: layoutc eval FILE
// HELP: --passes=LIST {{.*}}; default: `resolve-strides`
layout.tensor @x : tensor<4x5xf16, {strides = [8, 1]}>
