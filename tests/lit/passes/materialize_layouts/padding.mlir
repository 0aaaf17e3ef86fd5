// Storage padding can be zero, so an op that divides integers keeps its logical shape where its layout has padding. It
// computes on full blocks.
// RUN: layoutc %s --passes=materialize-layouts --diagnostics=short 2>%t.err | FileCheck %s
// RUN: FileCheck --input-file=%t.err --check-prefix=REMARK %s

// REMARK-DAG: 1 op `tosa.intdiv` keeps its logical shape: it must not compute on storage padding
// REMARK-DAG: 1 op `arith.divsi` keeps its logical shape: it must not compute on storage padding

// CHECK-LABEL: @padded
// CHECK: %[[S:.*]] = tosa.add %{{.*}} : (tensor<2x8xi32>, tensor<2x8xi32>) -> tensor<2x8xi32>
// CHECK: %[[X:.*]] = tosa.slice
// CHECK: %[[Q:.*]] = tosa.intdiv %[[X]], %y : (tensor<6x2xi32>, tensor<6x2xi32>) -> tensor<6x2xi32>
// CHECK: arith.divsi %[[Q]], %y : tensor<6x2xi32>
func.func @padded(%x: tensor<6x2xi32>, %y: tensor<6x2xi32>) -> tensor<6x2xi32> {
  %0 = layout.reorder %x : tensor<6x2xi32> -> tensor<6x2xi32, {layout = "onednn:bA4a"}>
  %1 = layout.reorder %y : tensor<6x2xi32> -> tensor<6x2xi32, {layout = "onednn:bA4a"}>
  %2 = tosa.add %0, %1 : (tensor<6x2xi32, {layout = "onednn:bA4a"}>, tensor<6x2xi32, {layout = "onednn:bA4a"}>) -> tensor<6x2xi32, {layout = "onednn:bA4a"}>
  %3 = tosa.intdiv %2, %1 : (tensor<6x2xi32, {layout = "onednn:bA4a"}>, tensor<6x2xi32, {layout = "onednn:bA4a"}>) -> tensor<6x2xi32, {layout = "onednn:bA4a"}>
  %4 = arith.divsi %3, %1 : tensor<6x2xi32, {layout = "onednn:bA4a"}>
  %5 = layout.reorder %4 : tensor<6x2xi32, {layout = "onednn:bA4a"}> -> tensor<6x2xi32>
  return %5 : tensor<6x2xi32>
}

// CHECK-LABEL: @full
// CHECK: %[[Q:.*]] = tosa.intdiv %{{.*}} : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
// CHECK: arith.divsi %[[Q]], %{{.*}} : tensor<2x6xi32>
func.func @full(%x: tensor<6x2xi32>, %y: tensor<6x2xi32>) -> tensor<6x2xi32> {
  %0 = layout.reorder %x : tensor<6x2xi32> -> tensor<6x2xi32, {layout = "onednn:bA3a"}>
  %1 = layout.reorder %y : tensor<6x2xi32> -> tensor<6x2xi32, {layout = "onednn:bA3a"}>
  %2 = tosa.intdiv %0, %1 : (tensor<6x2xi32, {layout = "onednn:bA3a"}>, tensor<6x2xi32, {layout = "onednn:bA3a"}>) -> tensor<6x2xi32, {layout = "onednn:bA3a"}>
  %3 = arith.divsi %2, %1 : tensor<6x2xi32, {layout = "onednn:bA3a"}>
  %4 = layout.reorder %3 : tensor<6x2xi32, {layout = "onednn:bA3a"}> -> tensor<6x2xi32>
  return %4 : tensor<6x2xi32>
}
