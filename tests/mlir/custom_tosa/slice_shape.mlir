// tosa-opt of 2026.8.0 fails an assertion when it verifies this op.
func.func @f(%s: !tosa.shape<3>, %t: !tosa.shape<1>, %u: !tosa.shape<1>) {
  %0 = tosa.slice_shape %s, %t, %u : (!tosa.shape<3>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<2>
  return
}
