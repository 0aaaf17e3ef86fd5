// Regions: one that is empty.
"t.region"() ({
}) : () -> ()
// -----
// Regions: one with an empty entry block.
"t.region"() ({
^bb0:
}) : () -> ()
// -----
// Regions: an empty block with arguments.
"t.region"() ({
^bb0(%a: i32, %b: tensor<4xf32>):
}) : () -> ()
// -----
// Regions: several, empty and not.
"t.regions"() ({
}, {
  "t.op"() : () -> ()
}, {
^only:
}, {
^args(%x: f32):
  "t.use"(%x) : (f32) -> ()
}) : () -> ()
// -----
// Regions: all on one line.
"t.region"()({"t.a"() : () -> () "t.b"()({}) : () -> ()},{^x:"t.c"() : () -> ()}) : () -> ()
// -----
// Regions: nested.
"t.l1"() ({
  "t.l2"() ({
    "t.l3"() ({
      "t.l4"() ({
        "t.l5"() : () -> ()
      }, {
      }) : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Regions: between properties and attributes, with operands, results and successors.
"t.outer"() ({
  %c = "t.cond"() : () -> i1
  %r:2 = "t.all"(%c, %c)[^next, ^next] <{p = 1 : i32}> ({
    "t.in"(%c) : (i1) -> ()
  }, {
  }) {q = 2 : i32} : (i1, i1) -> (i32, f32)
^next:
  "t.end"() : () -> ()
}) {last} : () -> ()
// -----
// Blocks: entry without a label, later ones with.
"t.region"() ({
  "t.br"()[^one] : () -> ()
^one:
  "t.br"()[^two] : () -> ()
^two:
  "t.ret"() : () -> ()
}) : () -> ()
// -----
// Blocks: an unused label on the entry.
"t.region"() ({
^entry:
  "t.br"()[^exit] : () -> ()
^exit:
  "t.ret"() : () -> ()
}) : () -> ()
// -----
// Blocks: an empty argument list.
"t.region"() ({
^entry():
  "t.br"()[^exit] : () -> ()
^exit():
  "t.ret"() : () -> ()
}) : () -> ()
// -----
// Blocks: arguments, and successors with operands.
"t.region"() ({
^entry(%c: i1, %x: i32):
  "cf.cond_br"(%c, %x, %x, %x)[^left, ^right] <{operandSegmentSizes = array<i32: 1, 2, 1>}> : (i1, i32, i32, i32) -> ()
^left(%l0: i32, %l1: i32):
  "t.ret"(%l0, %l1) : (i32, i32) -> ()
^right(%r: i32):
  "t.ret"(%r) : (i32) -> ()
}) : () -> ()
// -----
// Blocks: a loop, a self loop, unreachable blocks.
"t.region"() ({
  "t.br"()[^head] : () -> ()
^head:
  "t.br"()[^body, ^head, ^exit] : () -> ()
^dead:
  "t.br"()[^dead] : () -> ()
^body:
  "t.br"()[^head] : () -> ()
^exit:
  "t.ret"() : () -> ()
}) : () -> ()
// -----
// Blocks: names of labels.
"t.region"() ({
  "t.br"()[^a-b.c$d, ^_x, ^0, ^42, ^-, ^$, ^.y] : () -> ()
^a-b.c$d:
  "t.ret"() : () -> ()
^_x:
  "t.ret"() : () -> ()
^0:
  "t.ret"() : () -> ()
^42:
  "t.ret"() : () -> ()
^-:
  "t.ret"() : () -> ()
^$:
  "t.ret"() : () -> ()
^.y:
  "t.ret"() : () -> ()
}) : () -> ()
// -----
// Blocks: labels in the form of the printer's own, out of order.
"t.region"() ({
  "t.br"()[^bb1] : () -> ()
^bb3:
  "t.ret"() : () -> ()
^bb1:
  "t.br"()[^bb2] : () -> ()
^bb2:
  "t.br"()[^bb3] : () -> ()
}) : () -> ()
// -----
// Blocks: labels belong to their region, so inner regions can reuse them.
"t.region"() ({
  "t.br"()[^x] : () -> ()
^x:
  "t.region"() ({
    "t.br"()[^x] : () -> ()
  ^x:
    "t.ret"() : () -> ()
  }) : () -> ()
  "t.ret"() : () -> ()
}, {
  "t.br"()[^x] : () -> ()
^x:
  "t.ret"() : () -> ()
}) : () -> ()
// -----
// Blocks: the same successor more than once.
"t.region"() ({
  "t.switch"()[^x, ^x, ^x] : () -> ()
^x:
  "t.ret"() : () -> ()
}) : () -> ()
// -----
// Blocks: many arguments of every type.
"t.region"() ({
^bb0(%a: i1, %b: index, %c: memref<?x4xf32, strided<[?, 1], offset: ?>>, %d: !foo.bar<"x">, %e: (i32) -> f32, %f: tuple<>, %g: tensor<*xf32>):
  "t.use"(%g, %f, %e, %d, %c, %b, %a) : (tensor<*xf32>, tuple<>, (i32) -> f32, !foo.bar<"x">, memref<?x4xf32, strided<[?, 1], offset: ?>>, index, i1) -> ()
}) : () -> ()
// -----
// Modules: empty, named, with attributes.
module {
}
module @named {
}
module attributes {foo.bar = 1 : i32, foo.unit} {
}
module @both attributes {foo.list = [1, 2]} {
  "t.op"() : () -> ()
}
// -----
// Modules: nested, in generic and in custom form.
module @a {
  module @b {
    "builtin.module"() <{sym_name = "c", sym_visibility = "private"}> ({
    ^bb0:
    }) {foo.x} : () -> ()
  }
}
// -----
// Modules: the generic form with an entry label.
"builtin.module"() ({
^bb0:
  "t.op"() : () -> ()
}) : () -> ()
// -----
// Modules: the full name of the custom form, quoted symbol names.
builtin.module @"has blank" {
  builtin.module @x attributes {} {
  }
}
// -----
// Modules: a single module is itself the top-level op.
module @top attributes {foo.version = "1.0"} {
  "t.op"() : () -> ()
}
// -----
// Unrealized casts of the builtin dialect.
%0 = "t.op"() : () -> i32
%1 = "builtin.unrealized_conversion_cast"(%0) : (i32) -> f32
%2:2 = "builtin.unrealized_conversion_cast"(%1, %0) : (f32, i32) -> (index, !foo.bar)
%3 = "builtin.unrealized_conversion_cast"() : () -> f64
