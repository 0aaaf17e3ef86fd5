// RUN: layoutc eval '--layout=ggml:Q4_0[2,64]' --at=1,40 | FileCheck %s --check-prefix=ELEMENT
// RUN: layoutc eval '--layout=ggml:Q5_K[2,512]' --at=1,511 | FileCheck %s --check-prefix=PARTS
// RUN: layoutc eval '--layout=ggml:Q4_0[2,64]' --at=2,0 | FileCheck %s --check-prefix=OUTSIDE
// RUN: layoutc eval '--layout=ggml:Q4_K[2,512]' --at=1,300 --field=scales | FileCheck %s --check-prefix=SCALE
// RUN: layoutc eval '--layout=ggml:Q4_K[2,512]' --at=1,400 --field=mins | FileCheck %s --check-prefix=SPLIT
// RUN: layoutc eval '--layout=ggml:Q3_K[256]' --inverse --bit=832 | FileCheck %s --check-prefix=OWNER
// RUN: layoutc eval '--layout=ggml:Q8_0[32]' --inverse --bit=272 | FileCheck %s --check-prefix=PADDING
// RUN: layoutc eval '--layout=ggml:MXFP4[2,64]' | FileCheck %s --check-prefix=SUMMARY
// RUN: layoutc eval '--layout=ggml:NVFP4[64]' --all --field=d | FileCheck %s --check-prefix=ALL
// RUN: layoutc eval --same 'ggml:Q4_0[4,64],ggml:IQ4_NL[4,64]' | FileCheck %s --check-prefix=SAME
// RUN: layoutc eval '--layout=mx:mxfp6[3,64] scale=linear' --at=1,33 | FileCheck %s --check-prefix=MX
// RUN: layoutc eval '--layout=mx:nvfp4[200,64] scale=128x4' --at=199,40 --field=scale | FileCheck %s --check-prefix=TILED
// RUN: layoutc eval '--layout=scale:128x4[130,5]' --at=129,4 | FileCheck %s --check-prefix=LAYOUT
// RUN: layoutc convert 'scale:128x4[130,5]:ui8' --to=scale | FileCheck %s --check-prefix=WRITTEN

// ELEMENT: {{^}}{"of":"ggml:Q4_0[2,64]","at":[1,40],"bits":{{\[\[}}512,4]],"valid":true}{{$}}
// PARTS: {{^}}{"of":"ggml:Q5_K[2,512]","at":[1,511],"bits":{{\[\[}}5628,4],[4607,1]],"valid":true}{{$}}
// OUTSIDE: {{^}}{"of":"ggml:Q4_0[2,64]","at":[2,0],"bits":null,"valid":false}{{$}}
// SCALE: {{^}}{"of":"ggml:Q4_K[2,512]","at":[1,300],"field":"scales","bit":3496,"width":6,"valid":true}{{$}}
// SPLIT: {{^}}{"of":"ggml:Q4_K[2,512]","at":[1,400],"field":"mins","bits":{{\[\[}}3556,4],[3526,2]],"valid":true}{{$}}
// OWNER: {{^}}{"of":"ggml:Q3_K[256]","bit":832,"field":"scales","element":[0],"element_bit":4,"at":[0],"owners":16}{{$}}
// PADDING: {{^}}{"of":"ggml:Q8_0[32]","bit":272,"field":null,"element":null,"element_bit":null,"at":null,"owners":0}{{$}}
// SUMMARY: "record":"MXFP4","record_shape":[1,32],"record_bytes":17,{{.*}}"size_bytes":68,"padding_bits":0}
// ALL: "at":[15],"field":"d","bit":0,"width":8
// ALL-NEXT: "at":[16],"field":"d","bit":8,"width":8
// SAME: {{^}}{"same":true}{{$}}
// MX: {{^}}{"of":"mx:mxfp6[3,64] scale=linear","at":[1,33],"bits":{{\[\[}}582,6]],"valid":true}{{$}}
// TILED: {{^}}{"of":"mx:nvfp4[200,64] scale=128x4","at":[199,40],"field":"scale","bit":5072,"width":8,"valid":true}{{$}}
// LAYOUT: {{^}}{"of":"scale:128x4[130,5]","at":[129,4],"offset":1552,"byte":null,"valid":true}{{$}}
// WRITTEN: {{^}}scale:128x4[130,5]:ui8{{$}}
