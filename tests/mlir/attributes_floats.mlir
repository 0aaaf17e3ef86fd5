// Float attributes: untyped literals are f64.
"t.floats"() {a = 1.0, b = -1.0, c = 0.0, d = 1., e = 123456789.0, f = 00.50} : () -> ()
// -----
// Float attributes: exponents.
"t.floats"() {a = 1.0e5, b = 1.0E5, c = 1.0e+5, d = 1.5e-3, e = 1.e5, f = 2.e-2, g = -1.25e+10} : () -> ()
// -----
// Float attributes: values that need more than six digits.
"t.floats"() {a = 0.1, b = 3.14159265358979323846, c = 0.1 : f32, d = 16777217.0 : f32, e = 1.0000001 : f32, f = 123456.789 : f32} : () -> ()
// -----
// Float attributes: minus zero.
"t.floats"() {a = -0.0, b = -0.0 : f32, c = -0.0 : f16, d = -0.0 : bf16} : () -> ()
// -----
// Float attributes: largest, smallest and denormal values.
"t.floats"() {a = 1.7976931348623157e308, b = 4.9406564584124654e-324, c = 3.4028234663852886e38 : f32, d = 1.0e-45 : f32, e = 65504.0 : f16, f = 5.9604644775390625e-8 : f16} : () -> ()
// -----
// Float attributes: literals that overflow to infinity and underflow to zero.
"t.floats"() {a = 1.0e400, b = -1.0e400, c = 1.0e39 : f32, d = 70000.0 : f16, e = 1.0e-400} : () -> ()
// -----
// Float attributes: bit patterns of infinities and NaNs.
"t.bits"() {a = 0x7F800000 : f32, b = 0xFF800000 : f32, c = 0x7FC00000 : f32, d = 0x7F800001 : f32, e = 0xFFFFFFFF : f32,
            f = 0x7FF0000000000000 : f64, g = 0xFFF0000000000000 : f64, h = 0x7FF8000000000000 : f64, i = 0x7C00 : f16, j = 0x7E01 : f16, k = 0xFF80 : bf16, l = 0x7FC0 : bf16} : () -> ()
// -----
// Float attributes: bit patterns of finite values, and shorter than the type.
"t.bits"() {a = 0x3F800000 : f32, b = 0x1 : f64, c = 0x0 : f32, d = 0x00000001 : f32, e = 0x3ff0000000000000 : f64, f = 0x3C00 : f16, g = 0x80 : f16} : () -> ()
// -----
// Float attributes: half, brain and tensor floats.
"t.kinds"() {a = 1.0 : f16, b = 0.1 : f16, c = 1.0 : bf16, d = 0.1 : bf16, e = 1.0 : tf32, f = -2.5 : tf32} : () -> ()
// -----
// Float attributes: the eight-bit kinds.
"t.kinds"() {a = 1.0 : f8E5M2, b = 448.0 : f8E4M3FN, c = -0.5 : f8E5M2FNUZ, d = 240.0 : f8E4M3FNUZ, e = 30.0 : f8E4M3B11FNUZ, f = 1.5 : f8E4M3} : () -> ()
// -----
// Float attributes: bit patterns of the eight-bit kinds.
"t.kinds"() {a = 0x7C : f8E5M2, b = 0xFC : f8E5M2, c = 0x7F : f8E4M3FN, d = 0x80 : f8E5M2FNUZ, e = 0x80 : f8E4M3FNUZ, f = 0x80 : f8E4M3B11FNUZ, g = 0x78 : f8E4M3, h = 0x7D : f8E5M2} : () -> ()
// -----
// Float attributes: 80 and 128 bits.
"t.kinds"() {a = 1.0 : f80, b = -2.5 : f80, c = 1.0 : f128, d = 0.5 : f128} : () -> ()
// -----
// Float attributes: bit patterns of 80 and 128 bits.
"t.kinds"() {a = 0x7FFF8000000000000000 : f80, b = 0x7FFF0000000000000000000000000000 : f128, c = 0xFFFF8000000000000000 : f80} : () -> ()
// -----
// Float attributes: the eight-bit kinds saturate or overflow according to their format.
"t.kinds"() {a = 1000.0 : f8E4M3FN, b = 1.0e6 : f8E5M2, c = 1.0e-9 : f8E5M2, d = 1000.0 : f8E4M3} : () -> ()
// -----
// Float attributes: in arrays.
"t.array"() {a = [1.0, 2.0 : f32, -0.0 : f16, 0x7FC00000 : f32]} : () -> ()
// -----
// Float attributes: ties of the decimal printing.
"t.floats"() {a = 1.0e6 : f32, b = 1234567.0 : f32, c = 9999995.0 : f32, d = 0.3333333333333333, e = 2.5e-5 : f32, f = 1.0e22, g = 1.0e23} : () -> ()
// -----
// Float attributes: values whose shortest text has no point or a large exponent.
"t.floats"() {a = 16777216.0 : f32, b = 1234567.0 : f32, c = 12345678901234567890.0, d = 1.0e-7, e = 9.9999995e5 : f32, f = 2.2250738585072014e-308} : () -> ()
// -----
// Float attributes: a blank after the minus, zeros before a bit pattern.
"t.floats"() {a = - 1.5, b = -  2.0 : f32, c = 0x00000000003C00 : f16, d = 0x03F800000 : f32} : () -> ()
// -----
// Float attributes: the decimal text is rounded to f64 first.
"t.floats"() {a = 3.3 : f16, b = 0.333 : bf16, c = 3.3 : f8E4M3FN, d = 1.1 : tf32, e = 1.00000005960464480 : f32, f = -0.0 : f8E4M3FNUZ} : () -> ()
