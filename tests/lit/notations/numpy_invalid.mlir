// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// expected-error @below [L0313] {{6 bytes are not a whole number of elements of 4 bytes}}
layout.notation @x "numpy:{'shape': (3,), 'strides': (6,), 'typestr': '<f4'}"

// -----

// expected-error @below [L0313] {{missing key `typestr`}}
layout.notation @x "numpy:{'shape': (3,)}"

// -----

// expected-error @below [L0313] {{the byte order of `>f4` must be little endian}}
// expected-note @below {{a layout has no byte order}}
layout.notation @x "numpy:{'shape': (3,), 'typestr': '>f4'}"
