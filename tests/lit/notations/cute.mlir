// A tuple of integers is a tiler by mode, also a nested one; results keep their nesting.
// RUN: layoutc convert 'cute:zipped_divide((4,8):(8,1),(2,4))' --to=cute | FileCheck %s --check-prefix=TUPLE
// RUN: layoutc convert 'cute:logical_divide(((4,6),8):((1,4),24),<(2,3),<4:2>>)' --to=cute | FileCheck %s --check-prefix=NESTED
// RUN: layoutc convert 'cute:flat_divide((4,8):(8,1),(2,4))' --to=cute | FileCheck %s --check-prefix=FLAT
// RUN: layoutc convert 'cute:composition((6,2):(8,2),((2,2),3):((6,3),1))' --to=cute | FileCheck %s --check-prefix=COMPOSED
// RUN: layoutc convert 'cute:coalesce(((2,2),(3,4)):((1,2),(16,48)),(1,1))' --to=cute | FileCheck %s --check-prefix=COALESCED
// TUPLE: cute:((2,4),(2,2)):((8,1),(16,4))
// NESTED: cute:(((2,2),(3,2)),((4,2))):(((1,2),(4,12)),((48,24)))
// FLAT: cute:(2,4,2,2):(8,1,16,4)
// COMPOSED: cute:((2,2),3):((2,24),8)
// COALESCED: cute:(4,12):(1,16)

// Products of blocks, and recasts.
// RUN: layoutc convert 'cute:blocked_product((2,2):(1,2),(3,4):(1,3))' --to=cute | FileCheck %s --check-prefix=BLOCKED
// RUN: layoutc convert 'cute:raked_product((2,2):(1,2),3:1)' --to=cute | FileCheck %s --check-prefix=RAKED
// RUN: layoutc convert 'cute:tile_to_shape((2,2):(1,2),(4,6),(2,1))' --to=cute | FileCheck %s --check-prefix=SHAPE
// RUN: layoutc convert 'cute:recast_layout(16,8,Sw<3,4,3> o smem_ptr[8b](unset) o (8,128):(128,1))' --to=cute | FileCheck %s --check-prefix=RECAST
// RUN: layoutc convert 'cute:downcast<4>((4,8):(8,1))' --to=cute | FileCheck %s --check-prefix=DOWN
// BLOCKED: cute:((2,3),(2,4)):((1,4),(2,12))
// RAKED: cute:((3,2),(1,2)):((4,1),(0,2))
// SHAPE: cute:((2,2),(2,3)):((1,12),(2,4))
// RECAST: cute:S<3,3,3> o (8,64):(64,1)
// DOWN: cute:(4,32):(32,1)

// The spellings of CuTe's printers and of C++.
// RUN: layoutc convert 'cute:Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)' --to=cute | FileCheck %s --check-prefix=POINTER
// RUN: layoutc convert 'cute:cute::ComposedLayout<cute::Swizzle<3, 4, 3>, cute::smem_ptr_flag_bits<16>, cute::Layout<cute::tuple<cute::C<8>, cute::C<64> >, cute::tuple<cute::C<64>, cute::C<1> > > >' --to=cute | FileCheck %s --check-prefix=POINTER
// RUN: layoutc convert 'cute:composition(Swizzle<3,3,3>{},Layout<Shape<_8,Int<64>>,Stride<_64,_1>>{})' --to=cute | FileCheck %s --check-prefix=POINTER
// RUN: layoutc eval --layout='cute:gmem_ptr[16b](0x10) o (4,8):(8,1)' --at=9 | FileCheck %s --check-prefix=BYTE
// POINTER: cute:S<3,3,3> o (8,64):(64,1)
// BYTE: "at":[1,2],"offset":10,"byte":20

// Coordinates are linear, flat or nested.
// RUN: layoutc eval --layout='cute:((2,2),4):((1,8),2)' --at=15 | FileCheck %s --check-prefix=LAST
// RUN: layoutc eval --layout='cute:((2,2),4):((1,8),2)' --at=3,3 | FileCheck %s --check-prefix=LAST
// RUN: layoutc eval --layout='cute:((2,2),4):((1,8),2)' --at='(1,1),3' | FileCheck %s --check-prefix=LAST
// RUN: layoutc eval --layout='cute:((2,2),4):((1,8),2)' --at='((1,1),3)' | FileCheck %s --check-prefix=LAST
// RUN: layoutc eval %s --of=@x --at=15 | FileCheck %s --check-prefix=LAST
// LAST: "at":[3,3],"offset":15
layout.notation @x "cute:((2,2),4):((1,8),2)"
