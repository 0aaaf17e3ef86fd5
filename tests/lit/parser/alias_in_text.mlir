// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The text of another dialect is preserved, and its aliases remain defined.
// CHECK: #map = affine_map<(d0) -> (d0)>
#map = affine_map<(d0) -> (d0)>
// CHECK: !row = tensor<4xf32>
!row = tensor<4xf32>
// CHECK: "t.a"() {w = #t.enc<a#map>, x = #t.enc<[#map]>, y = #map, z = !t.box<!row>} : () -> ()
"t.a"() {w = #t.enc<a#map>, x = #t.enc<[#map]>, y = #map, z = !t.box<!row>} : () -> ()
