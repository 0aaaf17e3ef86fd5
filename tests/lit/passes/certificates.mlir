// RUN: layoutc %s --passes='assign-layouts{certificate=%t.folder}' --target=npu --emit=none --stats 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: FileCheck %s --check-prefix=OPB --input-file=%t.folder/f.opb
// RUN: FileCheck %s --check-prefix=PROOF --input-file=%t.folder/f.pbp
// RUN: FileCheck %s --check-prefix=MODULE --input-file=%t.folder/module.mlir

layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any) -> NHWC>]
  layout.rule "onnx.Relu" [#layout.choice<same>]
}
func.func @f(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  %1 = "onnx.Relu"(%0) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %1 : tensor<1x8x4x4xf16>
}

// STATS: 1024  assign-layouts (1): cost (bytes)
// STATS: 1  assign-layouts (1): certificates

// OPB:      * #variable= 9 #constraint= 8
// OPB-NEXT: * the layouts of @f; the cost is in bytes
// OPB-NEXT: * the least cost is 1024
// OPB-NEXT: * x1 = @f:%x=[1,2,3],%w=[0,1]
// OPB-NEXT: * x2 = @f:%0=[2,3,1]
// OPB-NEXT: * x3 = @f:%1=[2,3,1]
// OPB-NEXT: * x4 = @f:%1=[1,2,3]
// OPB-NEXT: * x5 = @f:func.return#7(%1=[1,2,3])
// OPB-NEXT: * x6 = @f:%x->[2,3,1]
// OPB-NEXT: * x7 = @f:%0->[2,3,1]
// OPB-NEXT: * x8 = @f:%0->[1,2,3]
// OPB-NEXT: * x9 = @f:%1->[1,2,3]
// OPB-NEXT: min: +512 x6 +512 x7 +512 x8 +512 x9 ;
// OPB-NEXT: +1 x1 = 1 ;
// OPB-NEXT: +1 x2 = 1 ;
// OPB-NEXT: +1 x3 +1 x4 = 1 ;
// OPB-NEXT: +1 x5 = 1 ;
// OPB-NEXT: +1 x6 -1 x2 >= 0 ;
// OPB-NEXT: +1 x2 +1 x7 -1 x3 >= 0 ;
// OPB-NEXT: +1 x8 -1 x4 >= 0 ;
// OPB-NEXT: +1 x4 +1 x9 -1 x5 >= 0 ;

// PROOF:      pseudo-Boolean proof version 3.0
// PROOF-NEXT: f 12;
// PROOF:      @bound pol
// PROOF-NEXT: soli x1 x2 x3 ~x4 x5 x6 ~x7 ~x8 x9;
// PROOF-NEXT: output NONE;
// PROOF-NEXT: conclusion BOUNDS 1024 : @bound 1024;
// PROOF-NEXT: end pseudo-Boolean proof;

// MODULE: %0 = "onnx.Conv"(%x, %w)
