// 70 layouts of more than 2^31 elements, with one merged dim each: dims of tensors in a random order.
layout.descriptor @x0 {
  %a0, %a1, %a2 = layout.packed [65536, 3001, 96]
  %t = layout.merge %a1, %a0
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f0 of @x0
layout.descriptor @x1 {
  %a0, %a1, %a2 = layout.packed [99991, 512, 128]
  %t = layout.merge %a1, %a0, %a2
  layout.yield %t
}
layout.address @f1 of @x1
layout.descriptor @x2 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [65536, 3001, 3, 227, 30]
  %t = layout.merge %a0, %a1, %a2, %a4, %a3
  layout.yield %t
}
layout.address @f2 of @x2
layout.descriptor @x3 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [65536, 1000, 80, 3, 227]
  %t = layout.merge %a1, %a3, %a4, %a0
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f3 of @x3
layout.descriptor @x4 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [99991, 3001, 11, 7, 30]
  %t = layout.merge %a3, %a1, %a4, %a2, %a0
  layout.yield %t
}
layout.address @f4 of @x4
layout.descriptor @x5 {
  %a0, %a1, %a2, %a3 = layout.packed [70000, 3001, 13, 128]
  %t = layout.merge %a1, %a0, %a2
  %p = layout.pass_through %a3
  layout.yield %p, %t
}
layout.address @f5 of @x5
layout.descriptor @x6 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [70000, 1000, 100, 80, 3]
  %t = layout.merge %a4, %a3, %a1, %a2
  %p = layout.pass_through %a0
  layout.yield %p, %t
}
layout.address @f6 of @x6
layout.descriptor @x7 {
  %a0, %a1, %a2, %a3 = layout.packed [1000, 2048, 64, 80]
  %t = layout.merge %a0, %a2, %a3
  %p = layout.pass_through %a1
  layout.yield %p, %t
}
layout.address @f7 of @x7
layout.descriptor @x8 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 1000, 11, 3]
  %t = layout.merge %a1, %a0, %a3
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f8 of @x8
layout.descriptor @x9 {
  %a0, %a1, %a2, %a3 = layout.packed [99991, 512, 56, 100]
  %t = layout.merge %a3, %a1
  %p0 = layout.pass_through %a2
  %p1 = layout.pass_through %a0
  layout.yield %t, %p0, %p1
}
layout.address @f9 of @x9
layout.descriptor @x10 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [99991, 1000, 56, 7, 80]
  %t = layout.merge %a2, %a0, %a1, %a3, %a4
  layout.yield %t
}
layout.address @f10 of @x10
layout.descriptor @x11 {
  %a0, %a1, %a2 = layout.packed [65536, 1000, 80]
  %t = layout.merge %a0, %a2
  %p = layout.pass_through %a1
  layout.yield %p, %t
}
layout.address @f11 of @x11
layout.descriptor @x12 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 3001, 64, 100]
  %t = layout.merge %a2, %a3, %a1, %a0
  layout.yield %t
}
layout.address @f12 of @x12
layout.descriptor @x13 {
  %a0, %a1, %a2 = layout.packed [65536, 1000, 100]
  %t = layout.merge %a2, %a1
  %p = layout.pass_through %a0
  layout.yield %p, %t
}
layout.address @f13 of @x13
layout.descriptor @x14 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [640, 2048, 12, 80, 224]
  %t = layout.merge %a3, %a2, %a4, %a1
  %p = layout.pass_through %a0
  layout.yield %p, %t
}
layout.address @f14 of @x14
layout.descriptor @x15 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [99991, 512, 5, 3, 30]
  %t = layout.merge %a4, %a3, %a0, %a2
  %p = layout.pass_through %a1
  layout.yield %p, %t
}
layout.address @f15 of @x15
layout.descriptor @x16 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [4096, 3001, 11, 80, 13]
  %t = layout.merge %a1, %a3, %a4, %a2, %a0
  layout.yield %t
}
layout.address @f16 of @x16
layout.descriptor @x17 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [640, 3001, 224, 227, 13]
  %t = layout.merge %a2, %a1, %a0, %a3, %a4
  layout.yield %t
}
layout.address @f17 of @x17
layout.descriptor @x18 {
  %a0, %a1, %a2, %a3 = layout.packed [70000, 2048, 100, 5]
  %t = layout.merge %a1, %a2, %a3, %a0
  layout.yield %t
}
layout.address @f18 of @x18
layout.descriptor @x19 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [640, 2048, 80, 56, 80]
  %t = layout.merge %a0, %a1
  %p0 = layout.pass_through %a2
  %p1 = layout.pass_through %a4
  %p2 = layout.pass_through %a3
  layout.yield %t, %p0, %p1, %p2
}
layout.address @f19 of @x19
layout.descriptor @x20 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [99991, 2048, 5, 96, 30]
  %t = layout.merge %a2, %a0, %a1, %a4, %a3
  layout.yield %t
}
layout.address @f20 of @x20
layout.descriptor @x21 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 2048, 80, 96]
  %t = layout.merge %a2, %a3, %a1
  %p = layout.pass_through %a0
  layout.yield %p, %t
}
layout.address @f21 of @x21
layout.descriptor @x22 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [640, 512, 11, 80, 12]
  %t = layout.merge %a2, %a4, %a0, %a1, %a3
  layout.yield %t
}
layout.address @f22 of @x22
layout.descriptor @x23 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [4096, 512, 128, 56, 3]
  %t = layout.merge %a3, %a1, %a2, %a4
  %p = layout.pass_through %a0
  layout.yield %p, %t
}
layout.address @f23 of @x23
layout.descriptor @x24 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 1000, 5, 48]
  %t = layout.merge %a1, %a3, %a2
  %p = layout.pass_through %a0
  layout.yield %p, %t
}
layout.address @f24 of @x24
layout.descriptor @x25 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [70000, 1000, 12, 100, 7]
  %t = layout.merge %a0, %a2, %a4, %a1, %a3
  layout.yield %t
}
layout.address @f25 of @x25
layout.descriptor @x26 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [1000, 1000, 56, 13, 227]
  %t = layout.merge %a3, %a1, %a0, %a2
  %p = layout.pass_through %a4
  layout.yield %p, %t
}
layout.address @f26 of @x26
layout.descriptor @x27 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [4096, 3001, 112, 64, 3]
  %t = layout.merge %a2, %a4, %a0, %a1, %a3
  layout.yield %t
}
layout.address @f27 of @x27
layout.descriptor @x28 {
  %a0, %a1, %a2, %a3 = layout.packed [99991, 1000, 100, 30]
  %t = layout.merge %a1, %a0
  %p0 = layout.pass_through %a2
  %p1 = layout.pass_through %a3
  layout.yield %t, %p0, %p1
}
layout.address @f28 of @x28
layout.descriptor @x29 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [1000, 512, 5, 1000, 224]
  %t = layout.merge %a4, %a3
  %p0 = layout.pass_through %a0
  %p1 = layout.pass_through %a2
  %p2 = layout.pass_through %a1
  layout.yield %t, %p0, %p1, %p2
}
layout.address @f29 of @x29
layout.descriptor @x30 {
  %a0, %a1, %a2 = layout.packed [70000, 3001, 80]
  %t = layout.merge %a2, %a0, %a1
  layout.yield %t
}
layout.address @f30 of @x30
layout.descriptor @x31 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [640, 2048, 13, 12, 80]
  %t = layout.merge %a2, %a1, %a4, %a3
  %p = layout.pass_through %a0
  layout.yield %p, %t
}
layout.address @f31 of @x31
layout.descriptor @x32 {
  %a0, %a1, %a2, %a3 = layout.packed [70000, 2048, 96, 96]
  %t = layout.merge %a3, %a1, %a0
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f32 of @x32
layout.descriptor @x33 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [4096, 512, 11, 30, 48]
  %t = layout.merge %a3, %a0, %a4, %a1, %a2
  layout.yield %t
}
layout.address @f33 of @x33
layout.descriptor @x34 {
  %a0, %a1, %a2 = layout.packed [65536, 3001, 56]
  %t = layout.merge %a2, %a0
  %p0 = layout.pass_through %a1
  layout.yield %t, %p0
}
layout.address @f34 of @x34
layout.descriptor @x35 {
  %a0, %a1, %a2, %a3 = layout.packed [70000, 2048, 13, 5]
  %t = layout.merge %a0, %a3
  %p0 = layout.pass_through %a2
  %p1 = layout.pass_through %a1
  layout.yield %t, %p0, %p1
}
layout.address @f35 of @x35
layout.descriptor @x36 {
  %a0, %a1, %a2, %a3 = layout.packed [70000, 512, 7, 96]
  %t = layout.merge %a2, %a0, %a3
  %p = layout.pass_through %a1
  layout.yield %p, %t
}
layout.address @f36 of @x36
layout.descriptor @x37 {
  %a0, %a1, %a2 = layout.packed [65536, 3001, 112]
  %t = layout.merge %a0, %a1
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f37 of @x37
layout.descriptor @x38 {
  %a0, %a1, %a2 = layout.packed [65536, 1000, 112]
  %t = layout.merge %a1, %a0, %a2
  layout.yield %t
}
layout.address @f38 of @x38
layout.descriptor @x39 {
  %a0, %a1, %a2, %a3 = layout.packed [70000, 3001, 3, 1000]
  %t = layout.merge %a0, %a1, %a3
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f39 of @x39
layout.descriptor @x40 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 1000, 30, 3]
  %t = layout.merge %a1, %a2
  %p0 = layout.pass_through %a3
  %p1 = layout.pass_through %a0
  layout.yield %t, %p0, %p1
}
layout.address @f40 of @x40
layout.descriptor @x41 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [640, 2048, 1000, 7, 5]
  %t = layout.merge %a3, %a0
  %p0 = layout.pass_through %a2
  %p1 = layout.pass_through %a1
  %p2 = layout.pass_through %a4
  layout.yield %t, %p0, %p1, %p2
}
layout.address @f41 of @x41
layout.descriptor @x42 {
  %a0, %a1, %a2 = layout.packed [99991, 1000, 112]
  %t = layout.merge %a0, %a2
  %p0 = layout.pass_through %a1
  layout.yield %t, %p0
}
layout.address @f42 of @x42
layout.descriptor @x43 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [4096, 512, 100, 112, 30]
  %t = layout.merge %a0, %a1
  %p0 = layout.pass_through %a2
  %p1 = layout.pass_through %a4
  %p2 = layout.pass_through %a3
  layout.yield %t, %p0, %p1, %p2
}
layout.address @f43 of @x43
layout.descriptor @x44 {
  %a0, %a1, %a2, %a3 = layout.packed [640, 1000, 128, 224]
  %t = layout.merge %a3, %a0
  %p0 = layout.pass_through %a1
  %p1 = layout.pass_through %a2
  layout.yield %t, %p0, %p1
}
layout.address @f44 of @x44
layout.descriptor @x45 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [65536, 3001, 112, 3, 56]
  %t = layout.merge %a3, %a0, %a2, %a1, %a4
  layout.yield %t
}
layout.address @f45 of @x45
layout.descriptor @x46 {
  %a0, %a1, %a2 = layout.packed [70000, 512, 80]
  %t = layout.merge %a1, %a0, %a2
  layout.yield %t
}
layout.address @f46 of @x46
layout.descriptor @x47 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [4096, 3001, 11, 5, 64]
  %t = layout.merge %a4, %a1, %a0, %a3, %a2
  layout.yield %t
}
layout.address @f47 of @x47
layout.descriptor @x48 {
  %a0, %a1, %a2, %a3 = layout.packed [99991, 3001, 7, 5]
  %t = layout.merge %a1, %a3, %a2, %a0
  layout.yield %t
}
layout.address @f48 of @x48
layout.descriptor @x49 {
  %a0, %a1, %a2, %a3 = layout.packed [1000, 3001, 48, 80]
  %t = layout.merge %a0, %a3, %a1
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f49 of @x49
layout.descriptor @x50 {
  %a0, %a1, %a2 = layout.packed [70000, 2048, 48]
  %t = layout.merge %a0, %a1, %a2
  layout.yield %t
}
layout.address @f50 of @x50
layout.descriptor @x51 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [99991, 512, 5, 13, 56]
  %t = layout.merge %a1, %a4
  %p0 = layout.pass_through %a2
  %p1 = layout.pass_through %a0
  %p2 = layout.pass_through %a3
  layout.yield %t, %p0, %p1, %p2
}
layout.address @f51 of @x51
layout.descriptor @x52 {
  %a0, %a1, %a2 = layout.packed [70000, 2048, 1000]
  %t = layout.merge %a2, %a0, %a1
  layout.yield %t
}
layout.address @f52 of @x52
layout.descriptor @x53 {
  %a0, %a1, %a2 = layout.packed [65536, 2048, 80]
  %t = layout.merge %a2, %a1, %a0
  layout.yield %t
}
layout.address @f53 of @x53
layout.descriptor @x54 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [65536, 512, 5, 13, 13]
  %t = layout.merge %a2, %a4, %a3, %a1, %a0
  layout.yield %t
}
layout.address @f54 of @x54
layout.descriptor @x55 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [1000, 3001, 48, 80, 12]
  %t = layout.merge %a4, %a2, %a3, %a0
  %p = layout.pass_through %a1
  layout.yield %p, %t
}
layout.address @f55 of @x55
layout.descriptor @x56 {
  %a0, %a1, %a2, %a3 = layout.packed [99991, 2048, 11, 30]
  %t = layout.merge %a0, %a1, %a2, %a3
  layout.yield %t
}
layout.address @f56 of @x56
layout.descriptor @x57 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 512, 112, 11]
  %t = layout.merge %a2, %a0
  %p0 = layout.pass_through %a1
  %p1 = layout.pass_through %a3
  layout.yield %t, %p0, %p1
}
layout.address @f57 of @x57
layout.descriptor @x58 {
  %a0, %a1, %a2, %a3 = layout.packed [99991, 2048, 7, 12]
  %t = layout.merge %a1, %a0, %a2
  %p = layout.pass_through %a3
  layout.yield %p, %t
}
layout.address @f58 of @x58
layout.descriptor @x59 {
  %a0, %a1, %a2, %a3, %a4 = layout.packed [1000, 3001, 96, 5, 80]
  %t = layout.merge %a2, %a4
  %p0 = layout.pass_through %a1
  %p1 = layout.pass_through %a0
  %p2 = layout.pass_through %a3
  layout.yield %t, %p0, %p1, %p2
}
layout.address @f59 of @x59
layout.descriptor @x60 {
  %a0, %a1, %a2 = layout.packed [99991, 3001, 1000]
  %t = layout.merge %a2, %a0
  %p = layout.pass_through %a1
  layout.yield %p, %t
}
layout.address @f60 of @x60
layout.descriptor @x61 {
  %a0, %a1, %a2 = layout.packed [99991, 2048, 112]
  %t = layout.merge %a1, %a2
  %p0 = layout.pass_through %a0
  layout.yield %t, %p0
}
layout.address @f61 of @x61
layout.descriptor @x62 {
  %a0, %a1, %a2, %a3 = layout.packed [1000, 3001, 7, 112]
  %t = layout.merge %a0, %a3, %a1, %a2
  layout.yield %t
}
layout.address @f62 of @x62
layout.descriptor @x63 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 1000, 30, 48]
  %t = layout.merge %a0, %a3, %a1, %a2
  layout.yield %t
}
layout.address @f63 of @x63
layout.descriptor @x64 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 512, 64, 224]
  %t = layout.merge %a1, %a2, %a3
  %p = layout.pass_through %a0
  layout.yield %p, %t
}
layout.address @f64 of @x64
layout.descriptor @x65 {
  %a0, %a1, %a2, %a3 = layout.packed [70000, 2048, 224, 30]
  %t = layout.merge %a1, %a3
  %p0 = layout.pass_through %a0
  %p1 = layout.pass_through %a2
  layout.yield %t, %p0, %p1
}
layout.address @f65 of @x65
layout.descriptor @x66 {
  %a0, %a1, %a2 = layout.packed [99991, 3001, 13]
  %t = layout.merge %a0, %a1
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f66 of @x66
layout.descriptor @x67 {
  %a0, %a1, %a2, %a3 = layout.packed [640, 1000, 64, 56]
  %t = layout.merge %a3, %a2
  %p0 = layout.pass_through %a1
  %p1 = layout.pass_through %a0
  layout.yield %t, %p0, %p1
}
layout.address @f67 of @x67
layout.descriptor @x68 {
  %a0, %a1, %a2, %a3 = layout.packed [65536, 1000, 1000, 64]
  %t = layout.merge %a1, %a3
  %p0 = layout.pass_through %a0
  %p1 = layout.pass_through %a2
  layout.yield %t, %p0, %p1
}
layout.address @f68 of @x68
layout.descriptor @x69 {
  %a0, %a1, %a2, %a3 = layout.packed [70000, 512, 227, 11]
  %t = layout.merge %a3, %a1, %a0
  %p = layout.pass_through %a2
  layout.yield %p, %t
}
layout.address @f69 of @x69
