// Aliases: of attributes.
#one = 1 : i32
#text = "text"
#list = [#one, #text]
"t.op"() {a = #one, b = #text, c = #list} : () -> ()
// -----
// Aliases: of types.
!int = i32
!tensor = tensor<4x!int>
!fn = (!int, !tensor) -> !tensor
%0:3 = "t.op"() {t = !fn} : () -> (!int, !tensor, !fn)
// -----
// Aliases: used by aliases, many steps.
#a = 1
#b = {x = #a}
#c = [#b, #b, #a]
#d = {y = #c, z = #b}
"t.op"() {d = #d, c = #c} : () -> ()
// -----
// Aliases: names.
#a- = 1
#a$x = 2
#a_1-2 = 3
#A = 4
!_t = i1
!t- = i2
!t$1 = i3
%0:3 = "t.op"() {a = #a-, b = #a$x, c = #a_1-2, d = #A} : () -> (!_t, !t-, !t$1)
// -----
// Aliases: numbers as names.
!0 = f32
#0 = 1 : i8
#12 = [#0, !0]
%0 = "t.op"() {a = #12, b = #0} : () -> !0
// -----
// Aliases: names of builtin types and attributes.
!i32 = f32
!tensor = tensor<2x!i32>
#loc = "no location"
#dense = dense<1> : tensor<2xi8>
#unit = unit
%0:2 = "t.op"() {a = #loc, b = #dense, c = #unit} : () -> (!i32, !tensor)
// -----
// Aliases: attributes and types have separate names.
#x = "attribute"
!x = index
%x = "t.op"() {a = #x, b = !x} : () -> !x
// -----
// Aliases: a type that is an attribute.
#t = tensor<4xf32>
!t = tensor<4xf32>
"t.op"() {a = #t, b = !t} : () -> ()
// -----
// Aliases: maps and sets.
#map = affine_map<(d0)[s0] -> (d0 + s0)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#set = affine_set<(d0) : (d0 >= 0)>
!m = memref<4xf32, #map>
%0:2 = "t.op"() {a = #map1, b = #set, c = [#map]} : () -> (!m, memref<2x3xi8, #map1, 2>)
// -----
// Aliases: inside types.
#enc = {order = affine_map<(d0, d1) -> (d1, d0)>}
#space = "fast"
#str = strided<[4, 1], offset: ?>
!e = i16
%0:4 = "t.op"() : () -> (tensor<4x4xf32, #enc>, memref<4x4xf32, #str, #space>, memref<*x!e, #space>, vector<4x!e>)
// -----
// Aliases: inside the body of an attribute of a registered dialect.
#m = affine_map<(d0) -> (d0)>
#size = 32 : i64
!ptr = !llvm.ptr
"t.op"() {a = #dlti.dl_entry<"size", #size>, b = #dlti.dl_spec<#dlti.dl_entry<!ptr, #size>>} : () -> ()
// -----
// Aliases: inside the body of a type of a registered dialect.
!e = f32
!s = tensor<4x!e>
%0:3 = "t.op"() : () -> (!async.value<!e>, !async.value<!s>, !spirv.ptr<!e, Uniform>)
// -----
// Aliases: of dialect attributes and types.
#fast = #arith.fastmath<fast>
#enc = #foo.enc<"csr", [1]>
!bar = !foo.bar<i32>
%0:2 = "t.op"() {a = #fast, b = #enc, c = [#enc]} : () -> (!bar, tensor<4x!bar, #enc>)
// -----
// Aliases: an alias can share its name with a dialect.
!foo = i8
#foo = 3 : i8
%0:2 = "t.op"() {a = #foo, b = #foo.x, c = #foo<y>} : () -> (!foo, !foo.bar)
// -----
// Aliases: defined between ops, used after.
"t.op"() : () -> ()
#late = 5 : i32
!late = f16
%0 = "t.op"() {a = #late} : () -> !late
// -----
// Aliases: properties from an alias.
#props = {a = 1 : i32, b}
"t.op"() <#props> {c = #props} : () -> ()
// -----
// Aliases: in function signatures, block arguments and results.
!t = tensor<4xf32>
#attr = {deep = "value"}
func.func @f(%x: !t {foo.a = #attr}) -> (!t {foo.b = #attr}) attributes {foo.c = #attr} {
  "t.region"() ({
  ^bb0(%y: !t):
    "t.use"(%x, %y) : (!t, !t) -> ()
  }) : () -> ()
  return %x : !t
}
// -----
// Aliases: never used.
#unused = [1, 2, 3]
!unused = tuple<i32>
"t.op"() : () -> ()
// -----
// Aliases: text in strings is not an alias.
#x = 1
"t.op"() {a = "#x", b = @"!x", c = #x} : () -> ()
// -----
// Aliases: distinct attributes are shared through an alias.
#id = distinct[0]<"node">
#id1 = distinct[1]<"node">
"t.op"() {a = #id, b = #id1, c = [#id, #id]} : () -> ()
// -----
// Aliases: the function type of an op.
!sig = (i32) -> (i32, f32)
!empty = () -> ()
%x = "t.def"() : () -> i32
%0:2 = "t.op"(%x) : !sig
"t.op"() : !empty
// -----
// Aliases: the body of an attribute of an unknown dialect is text, in which aliases are not replaced.
#al = 5 : i32
!ty = i32
%0 = "t.op"() {a = #foo.x<#al, !ty>, b = #al, c = #foo<"#al">} : () -> !foo.y<!ty, #al>
// -----
// Names of orders that an alias or a dialect's own text already uses.
#HWC = [1, 2, 3]
%a = "t.a"() {a = #HWC, b = #t.b<[#CN], #CN_0>} : () -> tensor<2x3x4xf16, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>}>
%b = "t.b"() {map = affine_map<(d0, d1) -> (d1, d0)>} : () -> tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>
