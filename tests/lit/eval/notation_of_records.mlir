// RUN: layoutc eval %s --of=@k --at=1,300 | FileCheck %s --check-prefix=ELEMENT
// RUN: layoutc eval %s --of=@k --at=1,400 --field=scales | FileCheck %s --check-prefix=FIELD
// RUN: layoutc eval %s --of=@k --inverse --bit=3872 | FileCheck %s --check-prefix=OWNER
// RUN: layoutc eval %s --same=@k,@again | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval %s --of=@m --at=130,33 --field=scale | FileCheck %s --check-prefix=SIDE
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --emit=none

// ELEMENT: {{^}}{"of":"@k","at":[1,300],"bits":{{\[\[}}3684,4{{\]\]}},"valid":true}{{$}}
// FIELD: {{^}}{"of":"@k","at":[1,400],"field":"scales","bits":{{\[\[}}3552,4],[3494,2{{\]\]}},"valid":true}{{$}}
// OWNER: {{^}}{"of":"@k","bit":3872,"field":"qs","element":[68],"element_bit":0,"at":[1,324],"owners":1}{{$}}
// SAME: {{^}}{"same":true}{{$}}
// SIDE: {{^}}{"of":"@m","at":[130,33],"field":"scale","bit":4360,"width":8,"valid":true}{{$}}
// C: #define K_SIZE_BYTES 576ull
// C: LAYOUTC_FN bool k_bits(uint32_t d0, uint32_t d1, uint32_t *byte, uint32_t *shift)

layout.notation @k "ggml:Q4_K[2,512]"
layout.notation @again "ggml:Q4_K[2,512]"
layout.notation @m "mx:mxfp4[256,64] scale=128x4"
layout.address @k_bits of @k
layout.address @k_scale of @k {field = "scales"}
