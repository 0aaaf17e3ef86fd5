// Strings: escapes.
"t.strings"() {a = "tab\tnewline\nquote\"backslash\\", b = "\0A\09\22\5C", c = "\00\01\7F\80\FF\ff", d = ""} : () -> ()
// -----
// Strings: characters beyond ASCII, and a raw tab.
"t.strings"() {a = "é ß 日本 🦀", b = "raw	tab", c = "\E2\82\AC"} : () -> ()
// -----
// Strings: text that resembles syntax.
"t.strings"() {a = "// no comment", b = "-----", c = "%x = {[(<", d = ">)]}", e = "loc(\"x\")", f = "'single'"} : () -> ()
// -----
// Strings: with a type.
"t.strings"() {a = "text" : !foo.string, b = "" : i32, c = "x" : tensor<2xf32>, d = ["p" : index, "q"]} : () -> ()
// -----
// Unit attributes, alone and by their word.
"t.unit"() {a, b = unit, c = [unit, unit], d = {e}} : () -> ()
// -----
// Arrays: empty, nested, mixed.
"t.arrays"() {a = [], b = [[], [[]]], c = [1, "two", 3.0, @four, [5], {six = 6}, i32, unit, affine_map<(d0) -> (d0)>]} : () -> ()
// -----
// Dictionaries: empty, nested, many levels.
"t.dicts"() {a = {}, b = {c = {d = {e = {f}}}}, g = {x = [{y = 1}, {}]}} : () -> ()
// -----
// Dictionary keys: quoted names.
"t.keys"() {"a b" = 1, "c\22d" = 2, "e\nf", "1" = 4, "x.y-z" = 5, "plain" = 6, "é"} : () -> ()
// -----
// Dictionary keys: names with dots, dollars, underscores and digits.
"t.keys"() {a.b.c = 1, a$b = 2, _x = 3, a1 = 4, A = 5, a..b = 6, a. = 7, a$ = 8, _ = 9} : () -> ()
// -----
// Dictionary keys: keywords of other constructs.
"t.keys"() {affine_map = 1, array, attributes, ceildiv = 2, dense = 3, distinct, false = 4, func, i32 = 5, loc, memref, mod, module, none = 6, si8, strided, symbol, tensor = 7, true = 8, tuple, unit, vector, f32, index, bf16, opaque, fused, unknown} : () -> ()
// -----
// Dictionary keys: the order in the source is irrelevant.
"t.keys"() {z = 1, a = 2, m = 3, B = 4} : () -> ()
// -----
// Type attributes: every kind of type can be an attribute.
"t.types"() {a = i32, b = tensor<4xf32>, c = !foo.bar<1>, d = index, e = none, f = tuple<i1, f16>, g = memref<2xf32>, h = vector<4xi8>, i = complex<f32>} : () -> ()
// -----
// Type attributes: function types.
"t.types"() {a = () -> (), b = (i32) -> i32, c = (i32, f32) -> (i32, f32), d = (() -> i32) -> (), e = () -> (() -> ()), f = [() -> i32, i1], g = ((i32) -> (i32, i32), tensor<2xf32>) -> ((f32) -> f32)} : () -> ()
// -----
// Symbol references: flat.
"t.symbols"() {a = @name, b = @name.with$odd_chars.1, c = @_, d = @A1, e = @"quoted name", f = @"needs \"escapes\"\n", g = @"1digit", h = @"dash-ed", i = @"é"} : () -> ()
// -----
// Symbol references: a quoted name that needs no quotes is the plain name.
"t.symbols"() {a = @"plain", b = @loc, c = @"i32", d = @true, e = @func} : () -> ()
// -----
// Symbol references: nested.
"t.symbols"() {a = @a::@b, b = @a::@"b c"::@d, c = @"x y"::@"z", d = @m::@m::@m::@m} : () -> ()
// -----
// Symbol references: blanks around the colons.
"t.symbols"() {a = @a :: @b, b = @a
  ::
  @c} : () -> ()
// -----
// Dialect attributes: no body.
"t.dialect"() {a = #foo.x, b = #foo.x.y, c = #foo_1.Z, d = #foo$x.bar} : () -> ()
// -----
// Dialect attributes: bodies with every bracket.
"t.dialect"() {a = #foo.x<>, b = #foo.x<y>, c = #foo.x<[1, (2), {3 = <4>}]>, d = #foo.x<((([[{{<>}}]])))>} : () -> ()
// -----
// Dialect attributes: arrows do not close a body.
"t.dialect"() {a = #foo.x<a -> b>, b = #foo.x<(a) -> (b -> c)>, c = #foo.x<a-->b>, d = #foo.x<->>} : () -> ()
// -----
// Dialect attributes: strings hide brackets.
"t.dialect"() {a = #foo.x<"> ] } )">, b = #foo.x<"<[{(">, c = #foo.x<"a \" > b">, d = #foo.x<"\\", "x">, e = #foo.x<"\00\FF\n\t">} : () -> ()
// -----
// Dialect attributes: blanks, punctuation and other scripts are preserved.
"t.dialect"() {a = #foo.x< a   b >, b = #foo.x<1.5e3 @s ^b %v #w !z ! # $ & * ; \ ~ ` ? | ' = + / : ,>, c = #foo.x<é日>} : () -> ()
// -----
// Dialect attributes: a body of several lines.
"t.dialect"() {a = #foo.x<
  first,
    second>} : () -> ()
// -----
// Dialect attributes: the long form.
"t.dialect"() {a = #foo<x>, b = #foo<x<1>>, c = #foo<x.y>, d = #foo<a b c>, e = #foo<>, f = #foo< x >} : () -> ()
// -----
// Dialect attributes: the long form around a string.
"t.dialect"() {a = #foo<"a b c">, b = #foo<"">, c = #foo<"\41 \"q\" >">, d = #foo<"a" b>, e = #foo<a "b">} : () -> ()
// -----
// Dialect attributes: names that the short form cannot print.
"t.dialect"() {a = #foo.b-r<a>, b = #foo.1bar<a>, c = #foo.bar1$<x>, d = #foo.b-r} : () -> ()
// -----
// Dialect attributes: with a type.
"t.dialect"() {a = #foo.x : i32, b = #foo.x<1> : tensor<4xi32>, c = #foo<"s"> : !foo.t, d = [#foo.x : f32, #foo.x]} : () -> ()
// -----
// Dialect attributes: of a registered dialect.
"t.dialect"() {a = #arith.fastmath<fast>, b = #arith.fastmath<none>, c = #arith.overflow<nsw, nuw>, d = #arith.fastmath<nnan,ninf>} : () -> ()
// -----
// Distinct attributes: equal identity and different identity.
"t.distinct"() {a = distinct[0]<1 : i32>, b = distinct[0]<1 : i32>, c = distinct[1]<1 : i32>} : () -> ()
// -----
// Distinct attributes: without a value, around containers, gaps in the numbers.
"t.distinct"() {a = distinct[2]<>, b = distinct[7]<unit>, c = distinct[40]<{k = "v"}>, d = [distinct[2]<>, distinct[50]<[1, 2]>]} : () -> ()
// -----
// Strided layouts as attributes.
"t.strided"() {a = strided<[1]>, b = strided<[]>, c = strided<[?, ?, 1], offset: ?>, d = strided<[8, 1], offset: 3>, e = strided<[-1], offset: -2>, f = strided<[1], offset: 0>} : () -> ()
// -----
// Locations as attributes.
"t.locs"() {a = loc("name"), b = loc("file":1:2), c = loc(unknown), d = [loc(fused["x", "y"])], e = loc(callsite("f" at "g"))} : () -> ()
