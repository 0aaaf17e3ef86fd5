layout.tensor @x : tensor<4xf32>
