// Locations: file, line, column.
"t.op"() : () -> () loc("dir/file.mlir":12:34)
// -----
// Locations: line and column 0; large numbers.
"t.op"() : () -> () loc("f":0:0)
"t.op"() : () -> () loc("f":4294967295:65535)
// -----
// Locations: unknown.
"t.op"() : () -> () loc(unknown)
// -----
// Locations: a name.
"t.op"() : () -> () loc("conv1")
// -----
// Locations: a name with a child.
"t.op"() : () -> () loc("conv1"("f.mlir":1:2))
"t.op"() : () -> () loc("outer"("inner"("f.mlir":1:2)))
// -----
// Locations: names with escapes and blanks.
"t.op"() : () -> () loc("a b\"c\\d\n")
"t.op"() : () -> () loc("é.mlir":1:1)
// -----
// Locations: call sites.
"t.op"() : () -> () loc(callsite("callee" at "caller.mlir":10:8))
"t.op"() : () -> () loc(callsite("a" at callsite("b"("f":1:1) at unknown)))
// -----
// Locations: fused.
"t.op"() : () -> () loc(fused["a", "b":1:2, callsite("c" at "d")])
// -----
// Locations: fused with metadata.
"t.op"() : () -> () loc(fused<"pass">["a", "b"])
"t.op"() : () -> () loc(fused<{stage = 2 : i32, list = [1, 2]}>["a"])
"t.op"() : () -> () loc(fused<#foo.meta<x -> y>>[unknown])
// -----
// Locations: fused removes duplicates and unknown locations; a single part replaces the whole.
"t.op"() : () -> () loc(fused["a", "a", "b"])
"t.op"() : () -> () loc(fused["a"])
"t.op"() : () -> () loc(fused["a", unknown])
"t.op"() : () -> () loc(fused[])
// -----
// Locations: fused in fused.
"t.op"() : () -> () loc(fused["a", fused["b", "c"], fused<"m">["d", "e"]])
"t.op"() : () -> () loc("name"(fused["x", "y"]))
// -----
// Locations: of block arguments.
"t.region"() ({
^bb0(%a: i32 loc("a"), %b: f32 loc("f":1:2), %c: i1 loc(unknown), %d: index):
  "t.use"(%a) : (i32) -> () loc("use")
}) : () -> () loc("region")
// -----
// Locations: of modules, functions, their arguments and returns.
module @m {
  func.func @f(%a: i32 loc("a"), %b: i32 {foo.x = 1} loc("b")) -> i32 {
    return %a : i32 loc("ret")
  } loc("f")
  func.func private @g(i32) loc("g")
} loc("m")
// -----
// Locations: aliases defined before use.
#here = loc("here.mlir":1:1)
#there = loc("there")
"t.op"() : () -> () loc(#here)
"t.op"() : () -> () loc(#there)
"t.op"() : () -> () loc(fused[#here, #there])
"t.op"() : () -> () loc(callsite(#there at #here))
"t.op"() : () -> () loc("named"(#here))
// -----
// Locations: aliases defined after use, as mlir-opt prints them.
#loc1 = loc("arg")
"builtin.module"() ({
  "t.region"() ({
  ^bb0(%a: i32 loc("arg")):
    "t.use"(%a) : (i32) -> () loc(#loc3)
  }) : () -> () loc(#loc4)
}) : () -> () loc(#loc)
#loc = loc("m.mlir":0:0)
#loc2 = loc("m.mlir":4:2)
#loc3 = loc("use"(#loc2))
#loc4 = loc(fused<"tag">[#loc1, #loc2])
// -----
// Locations: a block argument can name an alias that is defined later.
"t.region"() ({
^bb0(%a: i32 loc(#later)):
  "t.use"(%a) : (i32) -> ()
}) : () -> () loc(#later)
#later = loc("later")
// -----
// Locations: aliases of aliases.
#base = loc("base":3:4)
#wrap = loc("wrap"(#base))
#same = loc(#wrap)
"t.op"() : () -> () loc(#same)
// -----
// Locations: as attributes, in addition to that of the op.
#l = loc("x":1:2)
"t.op"() {a = loc("y"), b = #l, c = [loc(fused["p", "q"])], d = loc(callsite(#l at unknown))} : () -> () loc(#l)
// -----
// Locations: none; mlir-opt then uses the position in its input.
"t.op"() : () -> ()
// -----
// Locations: after every kind of op.
%0 = "t.def"() : () -> i32 loc("def")
"t.region"() ({
  "t.br"()[^next] : () -> () loc("br")
^next:
  "t.ret"(%0) {a} : (i32) -> () loc("ret")
}) {b} : () -> () loc("region")
