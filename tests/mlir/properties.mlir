// Properties: alone, and with an attribute dictionary.
"t.op"() <{a = 1 : i32}> : () -> ()
"t.op"() <{a = 1 : i32}> {b = 2 : i32} : () -> ()
"t.op"() {b = 2 : i32} : () -> ()
// -----
// Properties: empty, with an empty dictionary of attributes.
"t.op"() <{}> : () -> ()
"t.op"() {} : () -> ()
// -----
// Properties: unit, quoted keys, nested dictionaries.
"t.op"() <{flag, "quoted key" = [1, {x}], nested = {a = {b = {}}}}> : () -> ()
// -----
// Properties: of registered ops, all of them.
"func.func"() <{arg_attrs = [{foo.a}], function_type = (i32) -> i32, res_attrs = [{foo.b = 1}], sym_name = "f", sym_visibility = "private"}> ({
}) : () -> ()
// -----
// Properties: of registered ops, in the attribute dictionary as in older files.
"func.func"() ({
^bb0(%x: i32):
  "func.return"(%x) : (i32) -> ()
}) {function_type = (i32) -> i32, sym_name = "f", foo.extra = "kept"} : () -> ()
// -----
// Properties: segments of operands.
%c, %x = "t.def"() : () -> (i1, i32)
"t.region"() ({
  "cf.cond_br"(%c, %x)[^a, ^b] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
^a(%y: i32):
  "t.ret"() : () -> ()
^b:
  "t.ret"() : () -> ()
}) : () -> ()
// -----
// Op names: dots, digits, other characters.
"t.a.b.c"() : () -> ()
"plain"() : () -> ()
"t.with-dash"() : () -> ()
"t.with blank"() : () -> ()
"t.tab\09\"quote\""() : () -> ()
"_t.x1_$"() : () -> ()
".x"() : () -> ()
"x."() : () -> ()
// -----
// Ops: no operands, many operands, function types as operand types.
%f = "t.def"() : () -> ((i32) -> (f32, f32))
"t.use"(%f) : ((i32) -> (f32, f32)) -> ()
"t.use"(%f, %f) : ((i32) -> (f32, f32), (i32) -> (f32, f32)) -> (i32)
// -----
// Ops: odd blanks everywhere.
  %x,%y:2="t.def"  (  )   <{  a=1,b  }>   {c=[ 1 ,2],d={e=3 , f}}:(  )->(  i32 ,f32,
    i1)
"t.use"
  (
    %x ,
    %y#1
  )
  :
  (i32,i1)
  ->
  ()
// -----
// Comments: on lines of their own, at the end of a line, inside an op.
// first
//
//// many
"t.op"() // after the operands
  { // in the dictionary
    a = 1, // "not a string
    b // %no {bracket
  } : // before the type
  () -> ()
// last
// -----
// Attributes: an op with many.
"t.op"() {a00 = 0, a01 = 1, a02 = 2, a03 = 3, a04 = 4, a05 = 5, a06 = 6, a07 = 7, a08 = 8, a09 = 9, a10 = 10, a11 = 11, a12 = 12, a13 = 13, a14 = 14, a15 = 15, a16 = 16, a17 = 17} : () -> ()
// -----
// Attributes: names with the dialect of another op.
"t.op"() {llvm.loop, foo.bar.baz = 1, x.y = @z} : () -> ()
// -----
// Properties: an attribute that is not a dictionary.
"t.op"() <1 : i32> : () -> ()
"t.op"() <"text"> {a = 1} : () -> ()
"t.op"() <[1, {b}]> ({
}) : () -> ()
// -----
// Properties: the same key in both dictionaries of an unknown op.
"t.op"() <{a = 1 : i32}> {a = 2 : i32} : () -> ()
// -----
// Blanks between the parts of a location, a label and a symbol.
"t.region" ( ) ( { ^bb0 ( %a : i32 loc ( "a" ) ) : "t.use" ( %a ) : ( i32 ) -> ( ) loc ( "use" : 1 : 2 ) } ) : ( ) -> ( )
