// Values: numbers as names, in any order.
%7 = "t.def"() : () -> i32
%3 = "t.def"() : () -> f32
%0 = "t.def"() : () -> i1
"t.use"(%0, %3, %7) : (i1, f32, i32) -> ()
// -----
// Values: a number with leading zeros is a separate name.
%01 = "t.def"() : () -> i32
%1 = "t.def"() : () -> f32
"t.use"(%01, %1) : (i32, f32) -> ()
// -----
// Values: every character that a name can have.
%a-b$c.d_e = "t.def"() : () -> i32
%_ = "t.def"() : () -> i32
%$x = "t.def"() : () -> i32
%.y = "t.def"() : () -> i32
%-z = "t.def"() : () -> i32
%A1 = "t.def"() : () -> i32
%a- = "t.def"() : () -> i32
"t.use"(%a-b$c.d_e, %_, %$x, %.y, %-z, %A1, %a-) : (i32, i32, i32, i32, i32, i32, i32) -> ()
// -----
// Values: a minus before digits is also a name.
%-1 = "t.def"() : () -> i32
"t.use"(%-1) : (i32) -> ()
// -----
// Values: names in the form of the printer's own.
%arg0 = "t.def"() : () -> i32
%c1_i32 = "t.def"() : () -> i32
%cst = "t.def"() : () -> i32
%true = "t.def"() : () -> i1
"t.region"() ({
^bb0(%arg1: i32, %0: i32):
  "t.use"(%arg0, %arg1, %c1_i32, %cst, %true, %0) : (i32, i32, i32, i32, i1, i32) -> ()
}) : () -> ()
// -----
// Values: a group of results, used one by one.
%g:3 = "t.def"() : () -> (i32, f32, i1)
"t.use"(%g#0, %g#1, %g#2) : (i32, f32, i1) -> ()
// -----
// Values: the name of a group alone is its first result.
%g:2 = "t.def"() : () -> (i32, f32)
"t.use"(%g, %g#1, %g#0) : (i32, f32, i32) -> ()
// -----
// Values: several names and groups for one op.
%a:2, %b, %c:1 = "t.def"() : () -> (i32, f32, i1, index)
"t.use"(%a#0, %a#1, %b, %c, %b#0, %c#0) : (i32, f32, i1, index, i1, index) -> ()
// -----
// Values: blanks around the colon and before the number of a result.
%a : 2 , %b = "t.def"() : () -> (i32, f32, i1)
"t.use"(%a #0, %a#1 , %b) : (i32, f32, i1) -> ()
// -----
// Values: results without names.
"t.def"() : () -> i32
"t.def"() : () -> (i32, f32)
"t.def"() : () -> (() -> i32)
// -----
// Values: one op that uses a value many times.
%x = "t.def"() : () -> i32
"t.use"(%x, %x, %x, %x) : (i32, i32, i32, i32) -> ()
// -----
// Values: forward reference at the top level, a graph region.
"t.use"(%later) : (i32) -> ()
%later = "t.def"() : () -> i32
// -----
// Values: forward references to results of a group.
"t.use"(%g#1, %g#0, %g) : (i32, f32, f32) -> ()
%g:2 = "t.def"() : () -> (f32, i32)
// -----
// Values: an op that uses its own result.
%self = "t.op"(%self) : (i32) -> i32
// -----
// Values: a cycle of two ops.
%a = "t.op"(%b) : (f32) -> i32
%b = "t.op"(%a) : (i32) -> f32
// -----
// Values: forward reference from an inner region.
"t.region"() ({
  "t.use"(%later) : (i32) -> ()
}) : () -> ()
%later = "t.def"() : () -> i32
// -----
// Values: forward reference to a block that is later in the text but is executed earlier.
"t.region"() ({
  "t.br"()[^second] : () -> ()
^first:
  "t.use"(%v)[^third] : (i32) -> ()
^second:
  %v = "t.def"() : () -> i32
  "t.br"()[^first] : () -> ()
^third:
  "t.use"(%v) : (i32) -> ()
}) : () -> ()
// -----
// Values: an argument of a later block, used in an earlier one.
"t.region"() ({
  "t.br"()[^second] : () -> ()
^first:
  "t.use"(%v) : (i32) -> ()
^second(%v: i32):
  "t.br"()[^first] : () -> ()
}) : () -> ()
// -----
// Values: outer values inside regions.
%x = "t.def"() : () -> i32
"t.region"() ({
  %y = "t.op"(%x) : (i32) -> i32
  "t.region"() ({
    "t.use"(%x, %y) : (i32, i32) -> ()
  }) : () -> ()
}) : () -> ()
// -----
// Values: sibling regions can reuse a name.
"t.region"() ({
  %x = "t.def"() : () -> i32
}, {
  %x = "t.def"() : () -> f32
}) : () -> ()
// -----
// Values: a name in a region can be defined again after it.
"t.region"() ({
  %x = "t.def"() : () -> i32
}) : () -> ()
%x = "t.def"() : () -> f32
"t.use"(%x) : (f32) -> ()
// -----
// Values: functions are isolated, so each has separate names.
func.func @f(%x: i32) -> i32 {
  return %x : i32
}
func.func @g(%x: f32) -> f32 {
  return %x : f32
}
// -----
// Values: a name of an isolated function can be reused after it.
"func.func"() <{function_type = (f32) -> f32, sym_name = "f"}> ({
^bb0(%x: f32):
  %y = "t.op"(%x) : (f32) -> f32
  "func.return"(%y) : (f32) -> ()
}) : () -> ()
%x, %y = "t.def"() : () -> (i32, i64)
"t.use"(%x, %y) : (i32, i64) -> ()
// -----
// Values: many results.
%r:20 = "t.def"() : () -> (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17, i18, i19, i20)
"t.use"(%r#19, %r#10, %r#9) : (i20, i11, i10) -> ()
// -----
// Values: two ops on one line.
%a = "t.def"() : () -> i32 %b = "t.op"(%a) : (i32) -> i32 "t.use"(%a, %b) : (i32, i32) -> ()
// -----
// A name in a descriptor that is also used outside: MLIR does not know the op as isolated.
%m = "t.a"() : () -> i32
"layout.descriptor"() ({
  %m = "layout.packed"() {lengths = array<i64: 4>} : () -> !layout.memdim<4>
  %i = "layout.pass_through"(%m) : (!layout.memdim<4>) -> !layout.dim<4>
  "layout.yield"(%i) : (!layout.dim<4>) -> ()
}) {sym_name = "d"} : () -> ()
