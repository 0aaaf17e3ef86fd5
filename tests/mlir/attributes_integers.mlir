// Integer attributes: untyped literals are i64.
"t.ints"() {minus = -1, one = 1, zero = 0} : () -> ()
// -----
// Integer attributes: the ends of the i64 range.
"t.ints"() {hi = 9223372036854775807, lo = -9223372036854775808} : () -> ()
// -----
// Integer attributes: a decimal literal can use the sign bit of a signless type.
"t.ints"() {a = 18446744073709551615, b = 9223372036854775808, c = 255 : i8, d = 128 : i8} : () -> ()
// -----
// Integer attributes: hexadecimal literals, with a minus too.
"t.ints"() {a = 0x1F, b = 0xFF : i8, c = -0x1 : i8, d = -0x80 : i8, e = 0xdeadBEEF : i64} : () -> ()
// -----
// Integer attributes: leading zeros.
"t.ints"() {a = 007, b = 00, c = -01 : i32} : () -> ()
// -----
// Integer attributes: one bit, in every spelling.
"t.bits"() {a = true, b = false, c = 1 : i1, d = 0 : i1, e = -1 : i1} : () -> ()
// -----
// Integer attributes: narrow and odd widths.
"t.widths"() {a = 1 : i2, b = -4 : i3, c = 7 : i4, d = -8 : i4, e = 63 : i7, f = 8388607 : i24, g = -1 : i33} : () -> ()
// -----
// Integer attributes: the standard widths.
"t.widths"() {a = 1 : i8, b = 1 : i16, c = 1 : i32, d = 1 : i64} : () -> ()
// -----
// Integer attributes: 128 bits and more.
"t.widths"() {a = 170141183460469231731687303715884105727 : i128,
              b = -170141183460469231731687303715884105728 : i128,
              c = 340282366920938463463374607431768211455 : i128,
              d = 123456789012345678901234567890123456789012345678901234567890 : i256} : () -> ()
// -----
// Integer attributes: zero width.
"t.widths"() {a = 0 : i0} : () -> ()
// -----
// Integer attributes: signed types.
"t.signed"() {a = -128 : si8, b = 127 : si8, c = 0xFF : si16, d = -1 : si64, e = 5 : si1024} : () -> ()
// -----
// Integer attributes: unsigned types.
"t.unsigned"() {a = 255 : ui8, b = 0xFF : ui8, c = 18446744073709551615 : ui64, d = 1 : ui1} : () -> ()
// -----
// Integer attributes: index.
"t.index"() {a = 1 : index, b = -1 : index, c = 0x10 : index, d = 9223372036854775807 : index, e = -9223372036854775808 : index} : () -> ()
// -----
// Integer attributes: as elements of an array.
"t.array"() {a = [1, 2 : i32, true, 4 : index, -5 : si8, 6 : ui16]} : () -> ()
// -----
// Integer attributes: a blank after the minus.
"t.ints"() {a = - 1, b = -  2 : i8, c = dense<[- 1, -2]> : tensor<2xi32>, d = array<i8: - 1>} : () -> ()
