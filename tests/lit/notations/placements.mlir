// RUN: layoutc convert 'tv:((4,8),(2,2)):((32,1),(16,8))[16,8]' --to=axe | FileCheck %s --check-prefix=AXE
// RUN: layoutc convert 'tv:((4,8),(2,2)):((32,1),(16,8))[16,8]' --to=tv | FileCheck %s --check-prefix=TV
// RUN: layoutc convert 'mesh:{devices=[4,2]<=[2,4]T(1,0)}[16,32]' --to=mesh | FileCheck %s --check-prefix=HLO
// RUN: not layoutc convert 'axe:S[(8,2):(4@lane,1)] + 5@warp[8,2]' --to=tv 2>&1 | FileCheck %s --check-prefix=WITNESS

// AXE: {{^}}axe:S[(2,32,2):(2@register,1@lane,1@register)][16,8]{{$}}
// TV: {{^}}tv:((4,8),(2,2)):((32,1),(16,8))[16,8]{{$}}
// HLO: {{^}}mesh:{devices=[4,2]<=[2,4]T(1,0)}[16,32]{{$}}
// WITNESS: error[L0604]: `tv` cannot express `axe:S[(8,2):(4@lane,1)] + 5@warp[8,2]`: index [0, 0]: its coordinate on `warp` is 5, but tv starts at 0
