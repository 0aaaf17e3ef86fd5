// Written by matrix.py.

// conv1d_rank2: 0 permutes, 2 views
func.func @conv1d_rank2(%p_weight: tensor<4x2x3xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<2x8xf32>) -> (tensor<4x6xf32>) {
  %unsqueeze = "aten.unsqueeze"(%input) : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
  %convolution = "aten.convolution"(%unsqueeze, %p_weight, %p_bias) : (tensor<1x2x8xf32>, tensor<4x2x3xf32>, tensor<4xf32>) -> tensor<1x4x6xf32>
  %squeeze = "aten.squeeze"(%convolution) : (tensor<1x4x6xf32>) -> tensor<4x6xf32>
  return %squeeze : tensor<4x6xf32>
}

// -----

// conv1d_rank3: 0 permutes, 0 views
func.func @conv1d_rank3(%p_weight: tensor<4x2x3xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<1x2x8xf32>) -> (tensor<1x4x6xf32>) {
  %convolution = "aten.convolution"(%input, %p_weight, %p_bias) : (tensor<1x2x8xf32>, tensor<4x2x3xf32>, tensor<4xf32>) -> tensor<1x4x6xf32>
  return %convolution : tensor<1x4x6xf32>
}

// -----

// conv2d_rank3: 0 permutes, 2 views
func.func @conv2d_rank3(%p_weight: tensor<4x2x3x3xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<2x8x8xf32>) -> (tensor<4x6x6xf32>) {
  %unsqueeze = "aten.unsqueeze"(%input) : (tensor<2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %convolution = "aten.convolution"(%unsqueeze, %p_weight, %p_bias) : (tensor<1x2x8x8xf32>, tensor<4x2x3x3xf32>, tensor<4xf32>) -> tensor<1x4x6x6xf32>
  %squeeze = "aten.squeeze"(%convolution) : (tensor<1x4x6x6xf32>) -> tensor<4x6x6xf32>
  return %squeeze : tensor<4x6x6xf32>
}

// -----

// conv2d_rank4: 0 permutes, 0 views
func.func @conv2d_rank4(%p_weight: tensor<4x2x3x3xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<1x2x8x8xf32>) -> (tensor<1x4x6x6xf32>) {
  %convolution = "aten.convolution"(%input, %p_weight, %p_bias) : (tensor<1x2x8x8xf32>, tensor<4x2x3x3xf32>, tensor<4xf32>) -> tensor<1x4x6x6xf32>
  return %convolution : tensor<1x4x6x6xf32>
}

// -----

// conv3d_rank4: 0 permutes, 2 views
func.func @conv3d_rank4(%p_weight: tensor<4x2x3x3x3xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<2x6x6x6xf32>) -> (tensor<4x4x4x4xf32>) {
  %unsqueeze = "aten.unsqueeze"(%input) : (tensor<2x6x6x6xf32>) -> tensor<1x2x6x6x6xf32>
  %convolution = "aten.convolution"(%unsqueeze, %p_weight, %p_bias) : (tensor<1x2x6x6x6xf32>, tensor<4x2x3x3x3xf32>, tensor<4xf32>) -> tensor<1x4x4x4x4xf32>
  %squeeze = "aten.squeeze"(%convolution) : (tensor<1x4x4x4x4xf32>) -> tensor<4x4x4x4xf32>
  return %squeeze : tensor<4x4x4x4xf32>
}

// -----

// conv3d_rank5: 0 permutes, 0 views
func.func @conv3d_rank5(%p_weight: tensor<4x2x3x3x3xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<1x2x6x6x6xf32>) -> (tensor<1x4x4x4x4xf32>) {
  %convolution = "aten.convolution"(%input, %p_weight, %p_bias) : (tensor<1x2x6x6x6xf32>, tensor<4x2x3x3x3xf32>, tensor<4xf32>) -> tensor<1x4x4x4x4xf32>
  return %convolution : tensor<1x4x4x4x4xf32>
}

// -----

// linear_rank2: 1 permutes, 0 views
func.func @linear_rank2(%p_weight: tensor<4x8xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<2x8xf32>) -> (tensor<2x4xf32>) {
  %permute = "aten.permute"(%p_weight) {dims = [1, 0]} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %addmm = "aten.addmm"(%p_bias, %input, %permute) : (tensor<4xf32>, tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
  return %addmm : tensor<2x4xf32>
}

// -----

// linear_rank3: 1 permutes, 2 views
func.func @linear_rank3(%p_weight: tensor<4x8xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<2x2x8xf32>) -> (tensor<2x2x4xf32>) {
  %view = "aten.view"(%input) : (tensor<2x2x8xf32>) -> tensor<4x8xf32>
  %permute = "aten.permute"(%p_weight) {dims = [1, 0]} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %addmm = "aten.addmm"(%p_bias, %view, %permute) : (tensor<4xf32>, tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %view_1 = "aten.view"(%addmm) : (tensor<4x4xf32>) -> tensor<2x2x4xf32>
  return %view_1 : tensor<2x2x4xf32>
}

// -----

// linear_rank4: 1 permutes, 2 views
func.func @linear_rank4(%p_weight: tensor<4x8xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<1x2x2x8xf32>) -> (tensor<1x2x2x4xf32>) {
  %view = "aten.view"(%input) : (tensor<1x2x2x8xf32>) -> tensor<4x8xf32>
  %permute = "aten.permute"(%p_weight) {dims = [1, 0]} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %addmm = "aten.addmm"(%p_bias, %view, %permute) : (tensor<4xf32>, tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %view_1 = "aten.view"(%addmm) : (tensor<4x4xf32>) -> tensor<1x2x2x4xf32>
  return %view_1 : tensor<1x2x2x4xf32>
}

// -----

// matmul_rank2: 0 permutes, 0 views
func.func @matmul_rank2(%inputs_0: tensor<2x3xf32>, %inputs_1: tensor<3x4xf32>) -> (tensor<2x4xf32>) {
  %mm = "aten.mm"(%inputs_0, %inputs_1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %mm : tensor<2x4xf32>
}

// -----

// matmul_rank4: 0 permutes, 3 views
func.func @matmul_rank4(%inputs_0: tensor<2x2x2x3xf32>, %inputs_1: tensor<2x2x3x4xf32>) -> (tensor<2x2x2x4xf32>) {
  %expand = "aten.expand"(%inputs_0) : (tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
  %view = "aten.view"(%expand) : (tensor<2x2x2x3xf32>) -> tensor<4x2x3xf32>
  %expand_1 = "aten.expand"(%inputs_1) : (tensor<2x2x3x4xf32>) -> tensor<2x2x3x4xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<2x2x3x4xf32>) -> tensor<4x3x4xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<4x2x3xf32>, tensor<4x3x4xf32>) -> tensor<4x2x4xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<4x2x4xf32>) -> tensor<2x2x2x4xf32>
  return %view_2 : tensor<2x2x2x4xf32>
}

// -----

// index_put: 0 permutes, 0 views
func.func @index_put(%inputs_0: tensor<2x4xf32>, %inputs_1: tensor<2xi64>, %inputs_2: tensor<2xi64>, %inputs_3: tensor<2xf32>) -> (tensor<2x4xf32>) {
  %index_put = "aten.index_put"(%inputs_0, %inputs_1, %inputs_2, %inputs_3) : (tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xf32>) -> tensor<2x4xf32>
  return %index_put : tensor<2x4xf32>
}

// -----

// pixel_shuffle: 1 permutes, 2 views
func.func @pixel_shuffle(%input: tensor<1x8x2x2xf32>) -> (tensor<1x2x4x4xf32>) {
  %view = "aten.view"(%input) : (tensor<1x8x2x2xf32>) -> tensor<1x2x2x2x2x2xf32>
  %permute = "aten.permute"(%view) {dims = [0, 1, 4, 2, 5, 3]} : (tensor<1x2x2x2x2x2xf32>) -> tensor<1x2x2x2x2x2xf32>
  %clone = "aten.clone"(%permute) : (tensor<1x2x2x2x2x2xf32>) -> tensor<1x2x2x2x2x2xf32>
  %view_1 = "aten.view"(%clone) : (tensor<1x2x2x2x2x2xf32>) -> tensor<1x2x4x4xf32>
  %clone_1 = "aten.clone"(%view_1) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %clone_1 : tensor<1x2x4x4xf32>
}

// -----

// index_select: 0 permutes, 0 views
func.func @index_select(%inputs_0: tensor<2x4x3xf32>, %inputs_1: tensor<2xi64>) -> (tensor<2x2x3xf32>) {
  %index_select = "aten.index_select"(%inputs_0, %inputs_1) : (tensor<2x4x3xf32>, tensor<2xi64>) -> tensor<2x2x3xf32>
  return %index_select : tensor<2x2x3xf32>
}

// -----

// grouped_conv: 0 permutes, 0 views
func.func @grouped_conv(%p_weight: tensor<4x2x3x3xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<1x4x8x8xf32>) -> (tensor<1x4x6x6xf32>) {
  %convolution = "aten.convolution"(%input, %p_weight, %p_bias) : (tensor<1x4x8x8xf32>, tensor<4x2x3x3xf32>, tensor<4xf32>) -> tensor<1x4x6x6xf32>
  return %convolution : tensor<1x4x6x6xf32>
}

// -----

// transpose_conv: 0 permutes, 0 views
func.func @transpose_conv(%p_weight: tensor<2x4x3x3xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<1x2x8x8xf32>) -> (tensor<1x4x10x10xf32>) {
  %convolution = "aten.convolution"(%input, %p_weight, %p_bias) : (tensor<1x2x8x8xf32>, tensor<2x4x3x3xf32>, tensor<4xf32>) -> tensor<1x4x10x10xf32>
  return %convolution : tensor<1x4x10x10xf32>
}

// -----

// views: 0 permutes, 2 views
func.func @views(%inputs_0: tensor<1x2x2x4xf32>) -> (tensor<1x2x4x2xf32>) {
  %max_pool2d_with_indices:2 = "aten.max_pool2d_with_indices"(%inputs_0) : (tensor<1x2x2x4xf32>) -> (tensor<1x2x2x4xf32>, tensor<1x2x2x4xi64>)
  %view = "aten.view"(%max_pool2d_with_indices#0) : (tensor<1x2x2x4xf32>) -> tensor<1x4x2x2xf32>
  %mul = "aten.mul"(%view) : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  %view_1 = "aten.view"(%mul) : (tensor<1x4x2x2xf32>) -> tensor<1x2x4x2xf32>
  %mul_1 = "aten.mul"(%view_1) : (tensor<1x2x4x2xf32>) -> tensor<1x2x4x2xf32>
  %max_pool2d_with_indices_1:2 = "aten.max_pool2d_with_indices"(%mul_1) : (tensor<1x2x4x2xf32>) -> (tensor<1x2x4x2xf32>, tensor<1x2x4x2xi64>)
  return %max_pool2d_with_indices_1#0 : tensor<1x2x4x2xf32>
}

// -----

// transposes: 2 permutes, 0 views
func.func @transposes(%inputs_0: tensor<1x2x3x4xf32>) -> (tensor<1x3x2x4xf32>) {
  %permute = "aten.permute"(%inputs_0) {dims = [0, 1, 3, 2]} : (tensor<1x2x3x4xf32>) -> tensor<1x2x4x3xf32>
  %permute_1 = "aten.permute"(%permute) {dims = [0, 3, 1, 2]} : (tensor<1x2x4x3xf32>) -> tensor<1x3x2x4xf32>
  return %permute_1 : tensor<1x3x2x4xf32>
}

// -----

// maxpool2d_dilation: 0 permutes, 0 views
func.func @maxpool2d_dilation(%input: tensor<1x2x8x8xf32>) -> (tensor<1x2x6x6xf32>) {
  %max_pool2d_with_indices:2 = "aten.max_pool2d_with_indices"(%input) : (tensor<1x2x8x8xf32>) -> (tensor<1x2x6x6xf32>, tensor<1x2x6x6xi64>)
  return %max_pool2d_with_indices#0 : tensor<1x2x6x6xf32>
}

// -----

// lstm: 7 permutes, 19 views
func.func @lstm(%p_cells_weight_ih_l0: tensor<16x8xf32> {layout.constant}, %p_cells_weight_hh_l0: tensor<16x4xf32> {layout.constant}, %p_cells_bias_ih_l0: tensor<16xf32> {layout.constant}, %p_cells_bias_hh_l0: tensor<16xf32> {layout.constant}, %inputs_0: tensor<2x4x8xf32>) -> (tensor<2x4x4xf32>) {
  %full = "aten.full"() : () -> tensor<1x2x4xf32>
  %full_1 = "aten.full"() : () -> tensor<1x2x4xf32>
  %slice_1 = "aten.slice"(%full) {offsets = [0, 0, 0], sizes = [1, 2, 4], strides = [1, 1, 1]} : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %squeeze = "aten.squeeze"(%slice_1) : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
  %slice_2 = "aten.slice"(%full_1) {offsets = [0, 0, 0], sizes = [1, 2, 4], strides = [1, 1, 1]} : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %squeeze_1 = "aten.squeeze"(%slice_2) : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
  %permute = "aten.permute"(%inputs_0) {dims = [1, 0, 2]} : (tensor<2x4x8xf32>) -> tensor<4x2x8xf32>
  %unsqueeze = "aten.unsqueeze"(%squeeze) : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
  %unsqueeze_1 = "aten.unsqueeze"(%squeeze_1) : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
  %permute_1 = "aten.permute"(%p_cells_weight_ih_l0) {dims = [1, 0]} : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %expand = "aten.expand"(%permute) : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  %view = "aten.view"(%expand) : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  %expand_1 = "aten.expand"(%permute_1) : (tensor<8x16xf32>) -> tensor<4x8x16xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<4x2x8xf32>, tensor<4x8x16xf32>) -> tensor<4x2x16xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<4x2x16xf32>) -> tensor<4x2x16xf32>
  %add = "aten.add"(%view_2, %p_cells_bias_ih_l0) : (tensor<4x2x16xf32>, tensor<16xf32>) -> tensor<4x2x16xf32>
  %slice_3 = "aten.slice"(%add) {offsets = [0, 0, 0], sizes = [1, 2, 16], strides = [1, 1, 1]} : (tensor<4x2x16xf32>) -> tensor<1x2x16xf32>
  %slice_4 = "aten.slice"(%add) {offsets = [1, 0, 0], sizes = [1, 2, 16], strides = [1, 1, 1]} : (tensor<4x2x16xf32>) -> tensor<1x2x16xf32>
  %slice_5 = "aten.slice"(%add) {offsets = [2, 0, 0], sizes = [1, 2, 16], strides = [1, 1, 1]} : (tensor<4x2x16xf32>) -> tensor<1x2x16xf32>
  %slice_6 = "aten.slice"(%add) {offsets = [3, 0, 0], sizes = [1, 2, 16], strides = [1, 1, 1]} : (tensor<4x2x16xf32>) -> tensor<1x2x16xf32>
  %squeeze_2 = "aten.squeeze"(%slice_3) : (tensor<1x2x16xf32>) -> tensor<2x16xf32>
  %squeeze_3 = "aten.squeeze"(%slice_4) : (tensor<1x2x16xf32>) -> tensor<2x16xf32>
  %squeeze_4 = "aten.squeeze"(%slice_5) : (tensor<1x2x16xf32>) -> tensor<2x16xf32>
  %squeeze_5 = "aten.squeeze"(%slice_6) : (tensor<1x2x16xf32>) -> tensor<2x16xf32>
  %view_3 = "aten.view"(%unsqueeze) : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
  %permute_2 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<16x4xf32>) -> tensor<4x16xf32>
  %addmm = "aten.addmm"(%p_cells_bias_hh_l0, %view_3, %permute_2) : (tensor<16xf32>, tensor<2x4xf32>, tensor<4x16xf32>) -> tensor<2x16xf32>
  %view_4 = "aten.view"(%addmm) : (tensor<2x16xf32>) -> tensor<1x2x16xf32>
  %add_1 = "aten.add"(%view_4, %squeeze_2) : (tensor<1x2x16xf32>, tensor<2x16xf32>) -> tensor<1x2x16xf32>
  %split_with_sizes:4 = "aten.split_with_sizes"(%add_1) {dim = 2} : (tensor<1x2x16xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  %sigmoid = "aten.sigmoid"(%split_with_sizes#0) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %sigmoid_1 = "aten.sigmoid"(%split_with_sizes#1) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %tanh = "aten.tanh"(%split_with_sizes#2) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %sigmoid_2 = "aten.sigmoid"(%split_with_sizes#3) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul = "aten.mul"(%sigmoid_1, %unsqueeze_1) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_1 = "aten.mul"(%sigmoid, %tanh) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %add_2 = "aten.add"(%mul, %mul_1) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %tanh_1 = "aten.tanh"(%add_2) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_2 = "aten.mul"(%sigmoid_2, %tanh_1) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %view_5 = "aten.view"(%mul_2) : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
  %permute_3 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<16x4xf32>) -> tensor<4x16xf32>
  %addmm_1 = "aten.addmm"(%p_cells_bias_hh_l0, %view_5, %permute_3) : (tensor<16xf32>, tensor<2x4xf32>, tensor<4x16xf32>) -> tensor<2x16xf32>
  %view_6 = "aten.view"(%addmm_1) : (tensor<2x16xf32>) -> tensor<1x2x16xf32>
  %add_3 = "aten.add"(%view_6, %squeeze_3) : (tensor<1x2x16xf32>, tensor<2x16xf32>) -> tensor<1x2x16xf32>
  %split_with_sizes_1:4 = "aten.split_with_sizes"(%add_3) {dim = 2} : (tensor<1x2x16xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  %sigmoid_3 = "aten.sigmoid"(%split_with_sizes_1#0) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %sigmoid_4 = "aten.sigmoid"(%split_with_sizes_1#1) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %tanh_2 = "aten.tanh"(%split_with_sizes_1#2) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %sigmoid_5 = "aten.sigmoid"(%split_with_sizes_1#3) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_3 = "aten.mul"(%sigmoid_4, %add_2) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_4 = "aten.mul"(%sigmoid_3, %tanh_2) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %add_4 = "aten.add"(%mul_3, %mul_4) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %tanh_3 = "aten.tanh"(%add_4) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_5 = "aten.mul"(%sigmoid_5, %tanh_3) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %view_7 = "aten.view"(%mul_5) : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
  %permute_4 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<16x4xf32>) -> tensor<4x16xf32>
  %addmm_2 = "aten.addmm"(%p_cells_bias_hh_l0, %view_7, %permute_4) : (tensor<16xf32>, tensor<2x4xf32>, tensor<4x16xf32>) -> tensor<2x16xf32>
  %view_8 = "aten.view"(%addmm_2) : (tensor<2x16xf32>) -> tensor<1x2x16xf32>
  %add_5 = "aten.add"(%view_8, %squeeze_4) : (tensor<1x2x16xf32>, tensor<2x16xf32>) -> tensor<1x2x16xf32>
  %split_with_sizes_2:4 = "aten.split_with_sizes"(%add_5) {dim = 2} : (tensor<1x2x16xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  %sigmoid_6 = "aten.sigmoid"(%split_with_sizes_2#0) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %sigmoid_7 = "aten.sigmoid"(%split_with_sizes_2#1) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %tanh_4 = "aten.tanh"(%split_with_sizes_2#2) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %sigmoid_8 = "aten.sigmoid"(%split_with_sizes_2#3) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_6 = "aten.mul"(%sigmoid_7, %add_4) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_7 = "aten.mul"(%sigmoid_6, %tanh_4) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %add_6 = "aten.add"(%mul_6, %mul_7) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %tanh_5 = "aten.tanh"(%add_6) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_8 = "aten.mul"(%sigmoid_8, %tanh_5) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %view_9 = "aten.view"(%mul_8) : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
  %permute_5 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<16x4xf32>) -> tensor<4x16xf32>
  %addmm_3 = "aten.addmm"(%p_cells_bias_hh_l0, %view_9, %permute_5) : (tensor<16xf32>, tensor<2x4xf32>, tensor<4x16xf32>) -> tensor<2x16xf32>
  %view_10 = "aten.view"(%addmm_3) : (tensor<2x16xf32>) -> tensor<1x2x16xf32>
  %add_7 = "aten.add"(%view_10, %squeeze_5) : (tensor<1x2x16xf32>, tensor<2x16xf32>) -> tensor<1x2x16xf32>
  %split_with_sizes_3:4 = "aten.split_with_sizes"(%add_7) {dim = 2} : (tensor<1x2x16xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>)
  %sigmoid_9 = "aten.sigmoid"(%split_with_sizes_3#0) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %sigmoid_10 = "aten.sigmoid"(%split_with_sizes_3#1) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %tanh_6 = "aten.tanh"(%split_with_sizes_3#2) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %sigmoid_11 = "aten.sigmoid"(%split_with_sizes_3#3) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_9 = "aten.mul"(%sigmoid_10, %add_6) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_10 = "aten.mul"(%sigmoid_9, %tanh_6) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %add_8 = "aten.add"(%mul_9, %mul_10) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %tanh_7 = "aten.tanh"(%add_8) : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %mul_11 = "aten.mul"(%sigmoid_11, %tanh_7) : (tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %cat = "aten.cat"(%mul_2, %mul_5, %mul_8, %mul_11) {dim = 0} : (tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<4x2x4xf32>
  %permute_6 = "aten.permute"(%cat) {dims = [1, 0, 2]} : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
  return %permute_6 : tensor<2x4x4xf32>
}

// -----

// groupnorm: 0 permutes, 0 views
func.func @groupnorm(%p_weight: tensor<4xf32> {layout.constant}, %p_bias: tensor<4xf32> {layout.constant}, %input: tensor<1x4x4x4xf32>) -> (tensor<1x4x4x4xf32>) {
  %native_group_norm:3 = "aten.native_group_norm"(%input, %p_weight, %p_bias) : (tensor<1x4x4x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<1x4x4x4xf32>, tensor<1x2xf32>, tensor<1x2xf32>)
  return %native_group_norm#0 : tensor<1x4x4x4xf32>
}

// -----

// multihead_attention_rank2: 11 permutes, 24 views
func.func @multihead_attention_rank2(%p_attention_in_proj_weight: tensor<24x8xf32> {layout.constant}, %p_attention_in_proj_bias: tensor<24xf32> {layout.constant}, %p_attention_out_proj_weight: tensor<8x8xf32> {layout.constant}, %p_attention_out_proj_bias: tensor<8xf32> {layout.constant}, %inputs_0: tensor<4x8xf32>) -> (tensor<4x8xf32>) {
  %unsqueeze = "aten.unsqueeze"(%inputs_0) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  %unsqueeze_1 = "aten.unsqueeze"(%inputs_0) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  %unsqueeze_2 = "aten.unsqueeze"(%inputs_0) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  %split_with_sizes:3 = "aten.split_with_sizes"(%p_attention_in_proj_weight) {dim = 0} : (tensor<24x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
  %split_with_sizes_1:3 = "aten.split_with_sizes"(%p_attention_in_proj_bias) {dim = 0} : (tensor<24xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %view = "aten.view"(%unsqueeze) : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
  %permute = "aten.permute"(%split_with_sizes#0) {dims = [1, 0]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %addmm = "aten.addmm"(%split_with_sizes_1#0, %view, %permute) : (tensor<8xf32>, tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %view_1 = "aten.view"(%addmm) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  %view_2 = "aten.view"(%unsqueeze_1) : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
  %permute_1 = "aten.permute"(%split_with_sizes#1) {dims = [1, 0]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %addmm_1 = "aten.addmm"(%split_with_sizes_1#1, %view_2, %permute_1) : (tensor<8xf32>, tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %view_3 = "aten.view"(%addmm_1) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  %view_4 = "aten.view"(%unsqueeze_2) : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
  %permute_2 = "aten.permute"(%split_with_sizes#2) {dims = [1, 0]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %addmm_2 = "aten.addmm"(%split_with_sizes_1#2, %view_4, %permute_2) : (tensor<8xf32>, tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %view_5 = "aten.view"(%addmm_2) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  %view_6 = "aten.view"(%view_1) : (tensor<4x1x8xf32>) -> tensor<4x2x4xf32>
  %permute_3 = "aten.permute"(%view_6) {dims = [1, 0, 2]} : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
  %view_7 = "aten.view"(%view_3) : (tensor<4x1x8xf32>) -> tensor<4x2x4xf32>
  %permute_4 = "aten.permute"(%view_7) {dims = [1, 0, 2]} : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
  %view_8 = "aten.view"(%view_5) : (tensor<4x1x8xf32>) -> tensor<4x2x4xf32>
  %permute_5 = "aten.permute"(%view_8) {dims = [1, 0, 2]} : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
  %view_9 = "aten.view"(%permute_3) : (tensor<2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %view_10 = "aten.view"(%permute_4) : (tensor<2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %view_11 = "aten.view"(%permute_5) : (tensor<2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %mul = "aten.mul"(%view_9) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %permute_6 = "aten.permute"(%view_10) {dims = [0, 1, 3, 2]} : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %mul_1 = "aten.mul"(%permute_6) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %expand = "aten.expand"(%mul) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %view_12 = "aten.view"(%expand) : (tensor<1x2x4x4xf32>) -> tensor<2x4x4xf32>
  %expand_1 = "aten.expand"(%mul_1) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %view_13 = "aten.view"(%expand_1) : (tensor<1x2x4x4xf32>) -> tensor<2x4x4xf32>
  %bmm = "aten.bmm"(%view_12, %view_13) : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %view_14 = "aten.view"(%bmm) : (tensor<2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %_softmax = "aten._softmax"(%view_14) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %eq = "aten.eq"(%view_14) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xi8>
  %logical_not = "aten.logical_not"(%eq) : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi8>
  %any_1 = "aten.any"(%logical_not) : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x1xi8>
  %logical_not_1 = "aten.logical_not"(%any_1) : (tensor<1x2x4x1xi8>) -> tensor<1x2x4x1xi8>
  %full_like = "aten.full_like"(%_softmax) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %where = "aten.where"(%logical_not_1, %full_like, %_softmax) : (tensor<1x2x4x1xi8>, tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %expand_2 = "aten.expand"(%where) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %view_15 = "aten.view"(%expand_2) : (tensor<1x2x4x4xf32>) -> tensor<2x4x4xf32>
  %expand_3 = "aten.expand"(%view_11) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %view_16 = "aten.view"(%expand_3) : (tensor<1x2x4x4xf32>) -> tensor<2x4x4xf32>
  %bmm_1 = "aten.bmm"(%view_15, %view_16) : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %view_17 = "aten.view"(%bmm_1) : (tensor<2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %permute_7 = "aten.permute"(%view_17) {dims = [2, 0, 1, 3]} : (tensor<1x2x4x4xf32>) -> tensor<4x1x2x4xf32>
  %clone = "aten.clone"(%permute_7) : (tensor<4x1x2x4xf32>) -> tensor<4x1x2x4xf32>
  %permute_8 = "aten.permute"(%clone) {dims = [1, 2, 0, 3]} : (tensor<4x1x2x4xf32>) -> tensor<1x2x4x4xf32>
  %permute_9 = "aten.permute"(%permute_8) {dims = [2, 0, 1, 3]} : (tensor<1x2x4x4xf32>) -> tensor<4x1x2x4xf32>
  %view_18 = "aten.view"(%permute_9) : (tensor<4x1x2x4xf32>) -> tensor<4x8xf32>
  %permute_10 = "aten.permute"(%p_attention_out_proj_weight) {dims = [1, 0]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %addmm_3 = "aten.addmm"(%p_attention_out_proj_bias, %view_18, %permute_10) : (tensor<8xf32>, tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %view_19 = "aten.view"(%addmm_3) : (tensor<4x8xf32>) -> tensor<4x1x8xf32>
  %squeeze = "aten.squeeze"(%view_19) : (tensor<4x1x8xf32>) -> tensor<4x8xf32>
  return %squeeze : tensor<4x8xf32>
}

// -----

// multihead_attention_rank3: 12 permutes, 20 views
func.func @multihead_attention_rank3(%p_attention_in_proj_weight: tensor<24x8xf32> {layout.constant}, %p_attention_in_proj_bias: tensor<24xf32> {layout.constant}, %p_attention_out_proj_weight: tensor<8x8xf32> {layout.constant}, %p_attention_out_proj_bias: tensor<8xf32> {layout.constant}, %inputs_0: tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>) {
  %permute = "aten.permute"(%inputs_0) {dims = [1, 0, 2]} : (tensor<2x4x8xf32>) -> tensor<4x2x8xf32>
  %permute_1 = "aten.permute"(%p_attention_in_proj_weight) {dims = [1, 0]} : (tensor<24x8xf32>) -> tensor<8x24xf32>
  %expand = "aten.expand"(%permute) : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  %view = "aten.view"(%expand) : (tensor<4x2x8xf32>) -> tensor<4x2x8xf32>
  %expand_1 = "aten.expand"(%permute_1) : (tensor<8x24xf32>) -> tensor<4x8x24xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<4x8x24xf32>) -> tensor<4x8x24xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<4x2x8xf32>, tensor<4x8x24xf32>) -> tensor<4x2x24xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<4x2x24xf32>) -> tensor<4x2x24xf32>
  %add = "aten.add"(%view_2, %p_attention_in_proj_bias) : (tensor<4x2x24xf32>, tensor<24xf32>) -> tensor<4x2x24xf32>
  %view_3 = "aten.view"(%add) : (tensor<4x2x24xf32>) -> tensor<4x2x3x8xf32>
  %unsqueeze = "aten.unsqueeze"(%view_3) : (tensor<4x2x3x8xf32>) -> tensor<1x4x2x3x8xf32>
  %permute_2 = "aten.permute"(%unsqueeze) {dims = [3, 1, 2, 0, 4]} : (tensor<1x4x2x3x8xf32>) -> tensor<3x4x2x1x8xf32>
  %squeeze = "aten.squeeze"(%permute_2) : (tensor<3x4x2x1x8xf32>) -> tensor<3x4x2x8xf32>
  %clone = "aten.clone"(%squeeze) : (tensor<3x4x2x8xf32>) -> tensor<3x4x2x8xf32>
  %select = "aten.select"(%clone) {offsets = [0, 0, 0, 0], sizes = [1, 4, 2, 8], strides = [1, 1, 1, 1]} : (tensor<3x4x2x8xf32>) -> tensor<4x2x8xf32>
  %select_1 = "aten.select"(%clone) {offsets = [1, 0, 0, 0], sizes = [1, 4, 2, 8], strides = [1, 1, 1, 1]} : (tensor<3x4x2x8xf32>) -> tensor<4x2x8xf32>
  %select_2 = "aten.select"(%clone) {offsets = [2, 0, 0, 0], sizes = [1, 4, 2, 8], strides = [1, 1, 1, 1]} : (tensor<3x4x2x8xf32>) -> tensor<4x2x8xf32>
  %view_4 = "aten.view"(%select) : (tensor<4x2x8xf32>) -> tensor<4x4x4xf32>
  %permute_3 = "aten.permute"(%view_4) {dims = [1, 0, 2]} : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %view_5 = "aten.view"(%select_1) : (tensor<4x2x8xf32>) -> tensor<4x4x4xf32>
  %permute_4 = "aten.permute"(%view_5) {dims = [1, 0, 2]} : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %view_6 = "aten.view"(%select_2) : (tensor<4x2x8xf32>) -> tensor<4x4x4xf32>
  %permute_5 = "aten.permute"(%view_6) {dims = [1, 0, 2]} : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %view_7 = "aten.view"(%permute_3) : (tensor<4x4x4xf32>) -> tensor<2x2x4x4xf32>
  %view_8 = "aten.view"(%permute_4) : (tensor<4x4x4xf32>) -> tensor<2x2x4x4xf32>
  %view_9 = "aten.view"(%permute_5) : (tensor<4x4x4xf32>) -> tensor<2x2x4x4xf32>
  %mul = "aten.mul"(%view_7) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %permute_6 = "aten.permute"(%view_8) {dims = [0, 1, 3, 2]} : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %mul_1 = "aten.mul"(%permute_6) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %expand_2 = "aten.expand"(%mul) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %view_10 = "aten.view"(%expand_2) : (tensor<2x2x4x4xf32>) -> tensor<4x4x4xf32>
  %expand_3 = "aten.expand"(%mul_1) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %view_11 = "aten.view"(%expand_3) : (tensor<2x2x4x4xf32>) -> tensor<4x4x4xf32>
  %bmm_1 = "aten.bmm"(%view_10, %view_11) : (tensor<4x4x4xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %view_12 = "aten.view"(%bmm_1) : (tensor<4x4x4xf32>) -> tensor<2x2x4x4xf32>
  %_softmax = "aten._softmax"(%view_12) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %eq = "aten.eq"(%view_12) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xi8>
  %logical_not = "aten.logical_not"(%eq) : (tensor<2x2x4x4xi8>) -> tensor<2x2x4x4xi8>
  %any_1 = "aten.any"(%logical_not) : (tensor<2x2x4x4xi8>) -> tensor<2x2x4x1xi8>
  %logical_not_1 = "aten.logical_not"(%any_1) : (tensor<2x2x4x1xi8>) -> tensor<2x2x4x1xi8>
  %full_like = "aten.full_like"(%_softmax) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %where = "aten.where"(%logical_not_1, %full_like, %_softmax) : (tensor<2x2x4x1xi8>, tensor<2x2x4x4xf32>, tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %expand_4 = "aten.expand"(%where) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %view_13 = "aten.view"(%expand_4) : (tensor<2x2x4x4xf32>) -> tensor<4x4x4xf32>
  %expand_5 = "aten.expand"(%view_9) : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %view_14 = "aten.view"(%expand_5) : (tensor<2x2x4x4xf32>) -> tensor<4x4x4xf32>
  %bmm_2 = "aten.bmm"(%view_13, %view_14) : (tensor<4x4x4xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  %view_15 = "aten.view"(%bmm_2) : (tensor<4x4x4xf32>) -> tensor<2x2x4x4xf32>
  %permute_7 = "aten.permute"(%view_15) {dims = [2, 0, 1, 3]} : (tensor<2x2x4x4xf32>) -> tensor<4x2x2x4xf32>
  %clone_1 = "aten.clone"(%permute_7) : (tensor<4x2x2x4xf32>) -> tensor<4x2x2x4xf32>
  %permute_8 = "aten.permute"(%clone_1) {dims = [1, 2, 0, 3]} : (tensor<4x2x2x4xf32>) -> tensor<2x2x4x4xf32>
  %permute_9 = "aten.permute"(%permute_8) {dims = [2, 0, 1, 3]} : (tensor<2x2x4x4xf32>) -> tensor<4x2x2x4xf32>
  %view_16 = "aten.view"(%permute_9) : (tensor<4x2x2x4xf32>) -> tensor<8x8xf32>
  %permute_10 = "aten.permute"(%p_attention_out_proj_weight) {dims = [1, 0]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %addmm = "aten.addmm"(%p_attention_out_proj_bias, %view_16, %permute_10) : (tensor<8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %view_17 = "aten.view"(%addmm) : (tensor<8x8xf32>) -> tensor<4x2x8xf32>
  %permute_11 = "aten.permute"(%view_17) {dims = [1, 0, 2]} : (tensor<4x2x8xf32>) -> tensor<2x4x8xf32>
  return %permute_11 : tensor<2x4x8xf32>
}

// -----

// cumsum_rank3_dim0: 0 permutes, 0 views
func.func @cumsum_rank3_dim0(%inputs_0: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
  %cumsum = "aten.cumsum"(%inputs_0) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %cumsum : tensor<2x3x4xf32>
}

// -----

// cumsum_rank4_dim3: 0 permutes, 0 views
func.func @cumsum_rank4_dim3(%inputs_0: tensor<1x2x3x4xf32>) -> (tensor<1x2x3x4xf32>) {
  %cumsum = "aten.cumsum"(%inputs_0) : (tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %cumsum : tensor<1x2x3x4xf32>
}

// -----

// model_1_conv_maxpool_residual_linear: 2 permutes, 7 views
func.func @model_1_conv_maxpool_residual_linear(%p_conv_weight: tensor<8x8x3xf32> {layout.constant}, %p_conv_bias: tensor<8xf32> {layout.constant}, %p_linear_weight: tensor<6x8xf32> {layout.constant}, %p_linear_bias: tensor<6xf32> {layout.constant}, %inputs_0: tensor<2x8x64xf32>) -> (tensor<2x32x6xf32>) {
  %convolution = "aten.convolution"(%inputs_0, %p_conv_weight, %p_conv_bias) : (tensor<2x8x64xf32>, tensor<8x8x3xf32>, tensor<8xf32>) -> tensor<2x8x64xf32>
  %unsqueeze = "aten.unsqueeze"(%convolution) : (tensor<2x8x64xf32>) -> tensor<2x8x1x64xf32>
  %max_pool2d_with_indices:2 = "aten.max_pool2d_with_indices"(%unsqueeze) : (tensor<2x8x1x64xf32>) -> (tensor<2x8x1x32xf32>, tensor<2x8x1x32xi64>)
  %squeeze = "aten.squeeze"(%max_pool2d_with_indices#0) : (tensor<2x8x1x32xf32>) -> tensor<2x8x32xf32>
  %unsqueeze_1 = "aten.unsqueeze"(%inputs_0) : (tensor<2x8x64xf32>) -> tensor<2x8x1x64xf32>
  %max_pool2d_with_indices_1:2 = "aten.max_pool2d_with_indices"(%unsqueeze_1) : (tensor<2x8x1x64xf32>) -> (tensor<2x8x1x32xf32>, tensor<2x8x1x32xi64>)
  %squeeze_2 = "aten.squeeze"(%max_pool2d_with_indices_1#0) : (tensor<2x8x1x32xf32>) -> tensor<2x8x32xf32>
  %add = "aten.add"(%squeeze, %squeeze_2) : (tensor<2x8x32xf32>, tensor<2x8x32xf32>) -> tensor<2x8x32xf32>
  %permute = "aten.permute"(%add) {dims = [0, 2, 1]} : (tensor<2x8x32xf32>) -> tensor<2x32x8xf32>
  %permute_1 = "aten.permute"(%p_linear_weight) {dims = [1, 0]} : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %expand = "aten.expand"(%permute) : (tensor<2x32x8xf32>) -> tensor<2x32x8xf32>
  %view = "aten.view"(%expand) : (tensor<2x32x8xf32>) -> tensor<2x32x8xf32>
  %expand_1 = "aten.expand"(%permute_1) : (tensor<8x6xf32>) -> tensor<2x8x6xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<2x32x8xf32>, tensor<2x8x6xf32>) -> tensor<2x32x6xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<2x32x6xf32>) -> tensor<2x32x6xf32>
  %add_1 = "aten.add"(%view_2, %p_linear_bias) : (tensor<2x32x6xf32>, tensor<6xf32>) -> tensor<2x32x6xf32>
  return %add_1 : tensor<2x32x6xf32>
}

// -----

// model_2_conv_mha_linear_layernorm: 14 permutes, 23 views
func.func @model_2_conv_mha_linear_layernorm(%p_linear_weight: tensor<8x8xf32> {layout.constant}, %p_linear_bias: tensor<8xf32> {layout.constant}, %p_norm_weight: tensor<8xf32> {layout.constant}, %p_norm_bias: tensor<8xf32> {layout.constant}, %p_conv_weight: tensor<8x8x3xf32> {layout.constant}, %p_conv_bias: tensor<8xf32> {layout.constant}, %p_attention_in_proj_weight: tensor<24x8xf32> {layout.constant}, %p_attention_in_proj_bias: tensor<24xf32> {layout.constant}, %p_attention_out_proj_weight: tensor<8x8xf32> {layout.constant}, %p_attention_out_proj_bias: tensor<8xf32> {layout.constant}, %inputs_0: tensor<2x8x32xf32>) -> (tensor<2x32x8xf32>) {
  %convolution = "aten.convolution"(%inputs_0, %p_conv_weight, %p_conv_bias) : (tensor<2x8x32xf32>, tensor<8x8x3xf32>, tensor<8xf32>) -> tensor<2x8x32xf32>
  %permute = "aten.permute"(%convolution) {dims = [0, 2, 1]} : (tensor<2x8x32xf32>) -> tensor<2x32x8xf32>
  %permute_1 = "aten.permute"(%permute) {dims = [1, 0, 2]} : (tensor<2x32x8xf32>) -> tensor<32x2x8xf32>
  %permute_2 = "aten.permute"(%p_attention_in_proj_weight) {dims = [1, 0]} : (tensor<24x8xf32>) -> tensor<8x24xf32>
  %expand = "aten.expand"(%permute_1) : (tensor<32x2x8xf32>) -> tensor<32x2x8xf32>
  %view = "aten.view"(%expand) : (tensor<32x2x8xf32>) -> tensor<32x2x8xf32>
  %expand_1 = "aten.expand"(%permute_2) : (tensor<8x24xf32>) -> tensor<32x8x24xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<32x8x24xf32>) -> tensor<32x8x24xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<32x2x8xf32>, tensor<32x8x24xf32>) -> tensor<32x2x24xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<32x2x24xf32>) -> tensor<32x2x24xf32>
  %add = "aten.add"(%view_2, %p_attention_in_proj_bias) : (tensor<32x2x24xf32>, tensor<24xf32>) -> tensor<32x2x24xf32>
  %view_3 = "aten.view"(%add) : (tensor<32x2x24xf32>) -> tensor<32x2x3x8xf32>
  %unsqueeze = "aten.unsqueeze"(%view_3) : (tensor<32x2x3x8xf32>) -> tensor<1x32x2x3x8xf32>
  %permute_3 = "aten.permute"(%unsqueeze) {dims = [3, 1, 2, 0, 4]} : (tensor<1x32x2x3x8xf32>) -> tensor<3x32x2x1x8xf32>
  %squeeze = "aten.squeeze"(%permute_3) : (tensor<3x32x2x1x8xf32>) -> tensor<3x32x2x8xf32>
  %clone = "aten.clone"(%squeeze) : (tensor<3x32x2x8xf32>) -> tensor<3x32x2x8xf32>
  %select = "aten.select"(%clone) {offsets = [0, 0, 0, 0], sizes = [1, 32, 2, 8], strides = [1, 1, 1, 1]} : (tensor<3x32x2x8xf32>) -> tensor<32x2x8xf32>
  %select_1 = "aten.select"(%clone) {offsets = [1, 0, 0, 0], sizes = [1, 32, 2, 8], strides = [1, 1, 1, 1]} : (tensor<3x32x2x8xf32>) -> tensor<32x2x8xf32>
  %select_2 = "aten.select"(%clone) {offsets = [2, 0, 0, 0], sizes = [1, 32, 2, 8], strides = [1, 1, 1, 1]} : (tensor<3x32x2x8xf32>) -> tensor<32x2x8xf32>
  %view_4 = "aten.view"(%select) : (tensor<32x2x8xf32>) -> tensor<32x4x4xf32>
  %permute_4 = "aten.permute"(%view_4) {dims = [1, 0, 2]} : (tensor<32x4x4xf32>) -> tensor<4x32x4xf32>
  %view_5 = "aten.view"(%select_1) : (tensor<32x2x8xf32>) -> tensor<32x4x4xf32>
  %permute_5 = "aten.permute"(%view_5) {dims = [1, 0, 2]} : (tensor<32x4x4xf32>) -> tensor<4x32x4xf32>
  %view_6 = "aten.view"(%select_2) : (tensor<32x2x8xf32>) -> tensor<32x4x4xf32>
  %permute_6 = "aten.permute"(%view_6) {dims = [1, 0, 2]} : (tensor<32x4x4xf32>) -> tensor<4x32x4xf32>
  %view_7 = "aten.view"(%permute_4) : (tensor<4x32x4xf32>) -> tensor<2x2x32x4xf32>
  %view_8 = "aten.view"(%permute_5) : (tensor<4x32x4xf32>) -> tensor<2x2x32x4xf32>
  %view_9 = "aten.view"(%permute_6) : (tensor<4x32x4xf32>) -> tensor<2x2x32x4xf32>
  %mul = "aten.mul"(%view_7) : (tensor<2x2x32x4xf32>) -> tensor<2x2x32x4xf32>
  %permute_7 = "aten.permute"(%view_8) {dims = [0, 1, 3, 2]} : (tensor<2x2x32x4xf32>) -> tensor<2x2x4x32xf32>
  %mul_1 = "aten.mul"(%permute_7) : (tensor<2x2x4x32xf32>) -> tensor<2x2x4x32xf32>
  %expand_2 = "aten.expand"(%mul) : (tensor<2x2x32x4xf32>) -> tensor<2x2x32x4xf32>
  %view_10 = "aten.view"(%expand_2) : (tensor<2x2x32x4xf32>) -> tensor<4x32x4xf32>
  %expand_3 = "aten.expand"(%mul_1) : (tensor<2x2x4x32xf32>) -> tensor<2x2x4x32xf32>
  %view_11 = "aten.view"(%expand_3) : (tensor<2x2x4x32xf32>) -> tensor<4x4x32xf32>
  %bmm_1 = "aten.bmm"(%view_10, %view_11) : (tensor<4x32x4xf32>, tensor<4x4x32xf32>) -> tensor<4x32x32xf32>
  %view_12 = "aten.view"(%bmm_1) : (tensor<4x32x32xf32>) -> tensor<2x2x32x32xf32>
  %_softmax = "aten._softmax"(%view_12) : (tensor<2x2x32x32xf32>) -> tensor<2x2x32x32xf32>
  %eq = "aten.eq"(%view_12) : (tensor<2x2x32x32xf32>) -> tensor<2x2x32x32xi8>
  %logical_not = "aten.logical_not"(%eq) : (tensor<2x2x32x32xi8>) -> tensor<2x2x32x32xi8>
  %any_1 = "aten.any"(%logical_not) : (tensor<2x2x32x32xi8>) -> tensor<2x2x32x1xi8>
  %logical_not_1 = "aten.logical_not"(%any_1) : (tensor<2x2x32x1xi8>) -> tensor<2x2x32x1xi8>
  %full_like = "aten.full_like"(%_softmax) : (tensor<2x2x32x32xf32>) -> tensor<2x2x32x32xf32>
  %where = "aten.where"(%logical_not_1, %full_like, %_softmax) : (tensor<2x2x32x1xi8>, tensor<2x2x32x32xf32>, tensor<2x2x32x32xf32>) -> tensor<2x2x32x32xf32>
  %expand_4 = "aten.expand"(%where) : (tensor<2x2x32x32xf32>) -> tensor<2x2x32x32xf32>
  %view_13 = "aten.view"(%expand_4) : (tensor<2x2x32x32xf32>) -> tensor<4x32x32xf32>
  %expand_5 = "aten.expand"(%view_9) : (tensor<2x2x32x4xf32>) -> tensor<2x2x32x4xf32>
  %view_14 = "aten.view"(%expand_5) : (tensor<2x2x32x4xf32>) -> tensor<4x32x4xf32>
  %bmm_2 = "aten.bmm"(%view_13, %view_14) : (tensor<4x32x32xf32>, tensor<4x32x4xf32>) -> tensor<4x32x4xf32>
  %view_15 = "aten.view"(%bmm_2) : (tensor<4x32x4xf32>) -> tensor<2x2x32x4xf32>
  %permute_8 = "aten.permute"(%view_15) {dims = [2, 0, 1, 3]} : (tensor<2x2x32x4xf32>) -> tensor<32x2x2x4xf32>
  %clone_1 = "aten.clone"(%permute_8) : (tensor<32x2x2x4xf32>) -> tensor<32x2x2x4xf32>
  %permute_9 = "aten.permute"(%clone_1) {dims = [1, 2, 0, 3]} : (tensor<32x2x2x4xf32>) -> tensor<2x2x32x4xf32>
  %permute_10 = "aten.permute"(%permute_9) {dims = [2, 0, 1, 3]} : (tensor<2x2x32x4xf32>) -> tensor<32x2x2x4xf32>
  %view_16 = "aten.view"(%permute_10) : (tensor<32x2x2x4xf32>) -> tensor<64x8xf32>
  %permute_11 = "aten.permute"(%p_attention_out_proj_weight) {dims = [1, 0]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %addmm = "aten.addmm"(%p_attention_out_proj_bias, %view_16, %permute_11) : (tensor<8xf32>, tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
  %view_17 = "aten.view"(%addmm) : (tensor<64x8xf32>) -> tensor<32x2x8xf32>
  %permute_12 = "aten.permute"(%view_17) {dims = [1, 0, 2]} : (tensor<32x2x8xf32>) -> tensor<2x32x8xf32>
  %permute_13 = "aten.permute"(%p_linear_weight) {dims = [1, 0]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %expand_6 = "aten.expand"(%permute_12) : (tensor<2x32x8xf32>) -> tensor<2x32x8xf32>
  %view_18 = "aten.view"(%expand_6) : (tensor<2x32x8xf32>) -> tensor<2x32x8xf32>
  %expand_7 = "aten.expand"(%permute_13) : (tensor<8x8xf32>) -> tensor<2x8x8xf32>
  %view_19 = "aten.view"(%expand_7) : (tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %bmm_3 = "aten.bmm"(%view_18, %view_19) : (tensor<2x32x8xf32>, tensor<2x8x8xf32>) -> tensor<2x32x8xf32>
  %view_20 = "aten.view"(%bmm_3) : (tensor<2x32x8xf32>) -> tensor<2x32x8xf32>
  %add_1 = "aten.add"(%view_20, %p_linear_bias) : (tensor<2x32x8xf32>, tensor<8xf32>) -> tensor<2x32x8xf32>
  %native_layer_norm:3 = "aten.native_layer_norm"(%add_1, %p_norm_weight, %p_norm_bias) : (tensor<2x32x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<2x32x8xf32>, tensor<2x32x1xf32>, tensor<2x32x1xf32>)
  return %native_layer_norm#0 : tensor<2x32x8xf32>
}

// -----

// model_3_lstm_linear: 20 permutes, 58 views
func.func @model_3_lstm_linear(%p_cells_weight_ih_l0: tensor<32x8xf32> {layout.constant}, %p_cells_weight_hh_l0: tensor<32x8xf32> {layout.constant}, %p_cells_bias_ih_l0: tensor<32xf32> {layout.constant}, %p_cells_bias_hh_l0: tensor<32xf32> {layout.constant}, %p_head_weight: tensor<6x8xf32> {layout.constant}, %p_head_bias: tensor<6xf32> {layout.constant}, %inputs_0: tensor<2x16x8xf32>) -> (tensor<2x16x6xf32>) {
  %full = "aten.full"() : () -> tensor<1x2x8xf32>
  %full_1 = "aten.full"() : () -> tensor<1x2x8xf32>
  %slice_1 = "aten.slice"(%full) {offsets = [0, 0, 0], sizes = [1, 2, 8], strides = [1, 1, 1]} : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %squeeze = "aten.squeeze"(%slice_1) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %slice_2 = "aten.slice"(%full_1) {offsets = [0, 0, 0], sizes = [1, 2, 8], strides = [1, 1, 1]} : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %squeeze_1 = "aten.squeeze"(%slice_2) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute = "aten.permute"(%inputs_0) {dims = [1, 0, 2]} : (tensor<2x16x8xf32>) -> tensor<16x2x8xf32>
  %unsqueeze = "aten.unsqueeze"(%squeeze) : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
  %unsqueeze_1 = "aten.unsqueeze"(%squeeze_1) : (tensor<2x8xf32>) -> tensor<1x2x8xf32>
  %permute_1 = "aten.permute"(%p_cells_weight_ih_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %expand = "aten.expand"(%permute) : (tensor<16x2x8xf32>) -> tensor<16x2x8xf32>
  %view = "aten.view"(%expand) : (tensor<16x2x8xf32>) -> tensor<16x2x8xf32>
  %expand_1 = "aten.expand"(%permute_1) : (tensor<8x32xf32>) -> tensor<16x8x32xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<16x8x32xf32>) -> tensor<16x8x32xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<16x2x8xf32>, tensor<16x8x32xf32>) -> tensor<16x2x32xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<16x2x32xf32>) -> tensor<16x2x32xf32>
  %add = "aten.add"(%view_2, %p_cells_bias_ih_l0) : (tensor<16x2x32xf32>, tensor<32xf32>) -> tensor<16x2x32xf32>
  %slice_3 = "aten.slice"(%add) {offsets = [0, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_4 = "aten.slice"(%add) {offsets = [1, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_5 = "aten.slice"(%add) {offsets = [2, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_6 = "aten.slice"(%add) {offsets = [3, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_7 = "aten.slice"(%add) {offsets = [4, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_8 = "aten.slice"(%add) {offsets = [5, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_9 = "aten.slice"(%add) {offsets = [6, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_10 = "aten.slice"(%add) {offsets = [7, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_11 = "aten.slice"(%add) {offsets = [8, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_12 = "aten.slice"(%add) {offsets = [9, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_13 = "aten.slice"(%add) {offsets = [10, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_14 = "aten.slice"(%add) {offsets = [11, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_15 = "aten.slice"(%add) {offsets = [12, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_16 = "aten.slice"(%add) {offsets = [13, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_17 = "aten.slice"(%add) {offsets = [14, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %slice_18 = "aten.slice"(%add) {offsets = [15, 0, 0], sizes = [1, 2, 32], strides = [1, 1, 1]} : (tensor<16x2x32xf32>) -> tensor<1x2x32xf32>
  %squeeze_2 = "aten.squeeze"(%slice_3) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_3 = "aten.squeeze"(%slice_4) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_4 = "aten.squeeze"(%slice_5) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_5 = "aten.squeeze"(%slice_6) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_6 = "aten.squeeze"(%slice_7) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_7 = "aten.squeeze"(%slice_8) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_8 = "aten.squeeze"(%slice_9) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_9 = "aten.squeeze"(%slice_10) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_10 = "aten.squeeze"(%slice_11) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_11 = "aten.squeeze"(%slice_12) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_12 = "aten.squeeze"(%slice_13) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_13 = "aten.squeeze"(%slice_14) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_14 = "aten.squeeze"(%slice_15) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_15 = "aten.squeeze"(%slice_16) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_16 = "aten.squeeze"(%slice_17) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %squeeze_17 = "aten.squeeze"(%slice_18) : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
  %view_3 = "aten.view"(%unsqueeze) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_2 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm = "aten.addmm"(%p_cells_bias_hh_l0, %view_3, %permute_2) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_4 = "aten.view"(%addmm) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_1 = "aten.add"(%view_4, %squeeze_2) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes:4 = "aten.split_with_sizes"(%add_1) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid = "aten.sigmoid"(%split_with_sizes#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_1 = "aten.sigmoid"(%split_with_sizes#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh = "aten.tanh"(%split_with_sizes#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_2 = "aten.sigmoid"(%split_with_sizes#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul = "aten.mul"(%sigmoid_1, %unsqueeze_1) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_1 = "aten.mul"(%sigmoid, %tanh) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_2 = "aten.add"(%mul, %mul_1) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_1 = "aten.tanh"(%add_2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_2 = "aten.mul"(%sigmoid_2, %tanh_1) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_5 = "aten.view"(%mul_2) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_3 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_1 = "aten.addmm"(%p_cells_bias_hh_l0, %view_5, %permute_3) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_6 = "aten.view"(%addmm_1) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_3 = "aten.add"(%view_6, %squeeze_3) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_1:4 = "aten.split_with_sizes"(%add_3) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_3 = "aten.sigmoid"(%split_with_sizes_1#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_4 = "aten.sigmoid"(%split_with_sizes_1#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_2 = "aten.tanh"(%split_with_sizes_1#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_5 = "aten.sigmoid"(%split_with_sizes_1#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_3 = "aten.mul"(%sigmoid_4, %add_2) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_4 = "aten.mul"(%sigmoid_3, %tanh_2) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_4 = "aten.add"(%mul_3, %mul_4) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_3 = "aten.tanh"(%add_4) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_5 = "aten.mul"(%sigmoid_5, %tanh_3) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_7 = "aten.view"(%mul_5) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_4 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_2 = "aten.addmm"(%p_cells_bias_hh_l0, %view_7, %permute_4) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_8 = "aten.view"(%addmm_2) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_5 = "aten.add"(%view_8, %squeeze_4) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_2:4 = "aten.split_with_sizes"(%add_5) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_6 = "aten.sigmoid"(%split_with_sizes_2#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_7 = "aten.sigmoid"(%split_with_sizes_2#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_4 = "aten.tanh"(%split_with_sizes_2#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_8 = "aten.sigmoid"(%split_with_sizes_2#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_6 = "aten.mul"(%sigmoid_7, %add_4) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_7 = "aten.mul"(%sigmoid_6, %tanh_4) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_6 = "aten.add"(%mul_6, %mul_7) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_5 = "aten.tanh"(%add_6) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_8 = "aten.mul"(%sigmoid_8, %tanh_5) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_9 = "aten.view"(%mul_8) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_5 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_3 = "aten.addmm"(%p_cells_bias_hh_l0, %view_9, %permute_5) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_10 = "aten.view"(%addmm_3) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_7 = "aten.add"(%view_10, %squeeze_5) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_3:4 = "aten.split_with_sizes"(%add_7) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_9 = "aten.sigmoid"(%split_with_sizes_3#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_10 = "aten.sigmoid"(%split_with_sizes_3#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_6 = "aten.tanh"(%split_with_sizes_3#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_11 = "aten.sigmoid"(%split_with_sizes_3#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_9 = "aten.mul"(%sigmoid_10, %add_6) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_10 = "aten.mul"(%sigmoid_9, %tanh_6) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_8 = "aten.add"(%mul_9, %mul_10) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_7 = "aten.tanh"(%add_8) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_11 = "aten.mul"(%sigmoid_11, %tanh_7) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_11 = "aten.view"(%mul_11) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_6 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_4 = "aten.addmm"(%p_cells_bias_hh_l0, %view_11, %permute_6) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_12 = "aten.view"(%addmm_4) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_9 = "aten.add"(%view_12, %squeeze_6) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_4:4 = "aten.split_with_sizes"(%add_9) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_12 = "aten.sigmoid"(%split_with_sizes_4#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_13 = "aten.sigmoid"(%split_with_sizes_4#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_8 = "aten.tanh"(%split_with_sizes_4#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_14 = "aten.sigmoid"(%split_with_sizes_4#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_12 = "aten.mul"(%sigmoid_13, %add_8) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_13 = "aten.mul"(%sigmoid_12, %tanh_8) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_10 = "aten.add"(%mul_12, %mul_13) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_9 = "aten.tanh"(%add_10) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_14 = "aten.mul"(%sigmoid_14, %tanh_9) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_13 = "aten.view"(%mul_14) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_7 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_5 = "aten.addmm"(%p_cells_bias_hh_l0, %view_13, %permute_7) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_14 = "aten.view"(%addmm_5) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_11 = "aten.add"(%view_14, %squeeze_7) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_5:4 = "aten.split_with_sizes"(%add_11) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_15 = "aten.sigmoid"(%split_with_sizes_5#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_16 = "aten.sigmoid"(%split_with_sizes_5#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_10 = "aten.tanh"(%split_with_sizes_5#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_17 = "aten.sigmoid"(%split_with_sizes_5#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_15 = "aten.mul"(%sigmoid_16, %add_10) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_16 = "aten.mul"(%sigmoid_15, %tanh_10) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_12 = "aten.add"(%mul_15, %mul_16) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_11 = "aten.tanh"(%add_12) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_17 = "aten.mul"(%sigmoid_17, %tanh_11) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_15 = "aten.view"(%mul_17) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_8 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_6 = "aten.addmm"(%p_cells_bias_hh_l0, %view_15, %permute_8) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_16 = "aten.view"(%addmm_6) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_13 = "aten.add"(%view_16, %squeeze_8) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_6:4 = "aten.split_with_sizes"(%add_13) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_18 = "aten.sigmoid"(%split_with_sizes_6#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_19 = "aten.sigmoid"(%split_with_sizes_6#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_12 = "aten.tanh"(%split_with_sizes_6#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_20 = "aten.sigmoid"(%split_with_sizes_6#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_18 = "aten.mul"(%sigmoid_19, %add_12) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_19 = "aten.mul"(%sigmoid_18, %tanh_12) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_14 = "aten.add"(%mul_18, %mul_19) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_13 = "aten.tanh"(%add_14) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_20 = "aten.mul"(%sigmoid_20, %tanh_13) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_17 = "aten.view"(%mul_20) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_9 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_7 = "aten.addmm"(%p_cells_bias_hh_l0, %view_17, %permute_9) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_18 = "aten.view"(%addmm_7) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_15 = "aten.add"(%view_18, %squeeze_9) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_7:4 = "aten.split_with_sizes"(%add_15) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_21 = "aten.sigmoid"(%split_with_sizes_7#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_22 = "aten.sigmoid"(%split_with_sizes_7#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_14 = "aten.tanh"(%split_with_sizes_7#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_23 = "aten.sigmoid"(%split_with_sizes_7#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_21 = "aten.mul"(%sigmoid_22, %add_14) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_22 = "aten.mul"(%sigmoid_21, %tanh_14) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_16 = "aten.add"(%mul_21, %mul_22) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_15 = "aten.tanh"(%add_16) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_23 = "aten.mul"(%sigmoid_23, %tanh_15) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_19 = "aten.view"(%mul_23) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_10 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_8 = "aten.addmm"(%p_cells_bias_hh_l0, %view_19, %permute_10) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_20 = "aten.view"(%addmm_8) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_17 = "aten.add"(%view_20, %squeeze_10) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_8:4 = "aten.split_with_sizes"(%add_17) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_24 = "aten.sigmoid"(%split_with_sizes_8#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_25 = "aten.sigmoid"(%split_with_sizes_8#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_16 = "aten.tanh"(%split_with_sizes_8#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_26 = "aten.sigmoid"(%split_with_sizes_8#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_24 = "aten.mul"(%sigmoid_25, %add_16) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_25 = "aten.mul"(%sigmoid_24, %tanh_16) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_18 = "aten.add"(%mul_24, %mul_25) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_17 = "aten.tanh"(%add_18) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_26 = "aten.mul"(%sigmoid_26, %tanh_17) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_21 = "aten.view"(%mul_26) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_11 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_9 = "aten.addmm"(%p_cells_bias_hh_l0, %view_21, %permute_11) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_22 = "aten.view"(%addmm_9) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_19 = "aten.add"(%view_22, %squeeze_11) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_9:4 = "aten.split_with_sizes"(%add_19) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_27 = "aten.sigmoid"(%split_with_sizes_9#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_28 = "aten.sigmoid"(%split_with_sizes_9#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_18 = "aten.tanh"(%split_with_sizes_9#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_29 = "aten.sigmoid"(%split_with_sizes_9#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_27 = "aten.mul"(%sigmoid_28, %add_18) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_28 = "aten.mul"(%sigmoid_27, %tanh_18) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_20 = "aten.add"(%mul_27, %mul_28) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_19 = "aten.tanh"(%add_20) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_29 = "aten.mul"(%sigmoid_29, %tanh_19) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_23 = "aten.view"(%mul_29) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_12 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_10 = "aten.addmm"(%p_cells_bias_hh_l0, %view_23, %permute_12) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_24 = "aten.view"(%addmm_10) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_21 = "aten.add"(%view_24, %squeeze_12) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_10:4 = "aten.split_with_sizes"(%add_21) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_30 = "aten.sigmoid"(%split_with_sizes_10#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_31 = "aten.sigmoid"(%split_with_sizes_10#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_20 = "aten.tanh"(%split_with_sizes_10#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_32 = "aten.sigmoid"(%split_with_sizes_10#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_30 = "aten.mul"(%sigmoid_31, %add_20) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_31 = "aten.mul"(%sigmoid_30, %tanh_20) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_22 = "aten.add"(%mul_30, %mul_31) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_21 = "aten.tanh"(%add_22) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_32 = "aten.mul"(%sigmoid_32, %tanh_21) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_25 = "aten.view"(%mul_32) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_13 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_11 = "aten.addmm"(%p_cells_bias_hh_l0, %view_25, %permute_13) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_26 = "aten.view"(%addmm_11) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_23 = "aten.add"(%view_26, %squeeze_13) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_11:4 = "aten.split_with_sizes"(%add_23) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_33 = "aten.sigmoid"(%split_with_sizes_11#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_34 = "aten.sigmoid"(%split_with_sizes_11#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_22 = "aten.tanh"(%split_with_sizes_11#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_35 = "aten.sigmoid"(%split_with_sizes_11#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_33 = "aten.mul"(%sigmoid_34, %add_22) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_34 = "aten.mul"(%sigmoid_33, %tanh_22) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_24 = "aten.add"(%mul_33, %mul_34) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_23 = "aten.tanh"(%add_24) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_35 = "aten.mul"(%sigmoid_35, %tanh_23) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_27 = "aten.view"(%mul_35) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_14 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_12 = "aten.addmm"(%p_cells_bias_hh_l0, %view_27, %permute_14) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_28 = "aten.view"(%addmm_12) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_25 = "aten.add"(%view_28, %squeeze_14) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_12:4 = "aten.split_with_sizes"(%add_25) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_36 = "aten.sigmoid"(%split_with_sizes_12#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_37 = "aten.sigmoid"(%split_with_sizes_12#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_24 = "aten.tanh"(%split_with_sizes_12#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_38 = "aten.sigmoid"(%split_with_sizes_12#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_36 = "aten.mul"(%sigmoid_37, %add_24) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_37 = "aten.mul"(%sigmoid_36, %tanh_24) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_26 = "aten.add"(%mul_36, %mul_37) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_25 = "aten.tanh"(%add_26) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_38 = "aten.mul"(%sigmoid_38, %tanh_25) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_29 = "aten.view"(%mul_38) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_15 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_13 = "aten.addmm"(%p_cells_bias_hh_l0, %view_29, %permute_15) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_30 = "aten.view"(%addmm_13) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_27 = "aten.add"(%view_30, %squeeze_15) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_13:4 = "aten.split_with_sizes"(%add_27) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_39 = "aten.sigmoid"(%split_with_sizes_13#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_40 = "aten.sigmoid"(%split_with_sizes_13#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_26 = "aten.tanh"(%split_with_sizes_13#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_41 = "aten.sigmoid"(%split_with_sizes_13#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_39 = "aten.mul"(%sigmoid_40, %add_26) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_40 = "aten.mul"(%sigmoid_39, %tanh_26) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_28 = "aten.add"(%mul_39, %mul_40) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_27 = "aten.tanh"(%add_28) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_41 = "aten.mul"(%sigmoid_41, %tanh_27) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_31 = "aten.view"(%mul_41) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_16 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_14 = "aten.addmm"(%p_cells_bias_hh_l0, %view_31, %permute_16) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_32 = "aten.view"(%addmm_14) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_29 = "aten.add"(%view_32, %squeeze_16) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_14:4 = "aten.split_with_sizes"(%add_29) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_42 = "aten.sigmoid"(%split_with_sizes_14#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_43 = "aten.sigmoid"(%split_with_sizes_14#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_28 = "aten.tanh"(%split_with_sizes_14#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_44 = "aten.sigmoid"(%split_with_sizes_14#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_42 = "aten.mul"(%sigmoid_43, %add_28) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_43 = "aten.mul"(%sigmoid_42, %tanh_28) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_30 = "aten.add"(%mul_42, %mul_43) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_29 = "aten.tanh"(%add_30) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_44 = "aten.mul"(%sigmoid_44, %tanh_29) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %view_33 = "aten.view"(%mul_44) : (tensor<1x2x8xf32>) -> tensor<2x8xf32>
  %permute_17 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<32x8xf32>) -> tensor<8x32xf32>
  %addmm_15 = "aten.addmm"(%p_cells_bias_hh_l0, %view_33, %permute_17) : (tensor<32xf32>, tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>
  %view_34 = "aten.view"(%addmm_15) : (tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %add_31 = "aten.add"(%view_34, %squeeze_17) : (tensor<1x2x32xf32>, tensor<2x32xf32>) -> tensor<1x2x32xf32>
  %split_with_sizes_15:4 = "aten.split_with_sizes"(%add_31) {dim = 2} : (tensor<1x2x32xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>)
  %sigmoid_45 = "aten.sigmoid"(%split_with_sizes_15#0) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_46 = "aten.sigmoid"(%split_with_sizes_15#1) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_30 = "aten.tanh"(%split_with_sizes_15#2) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %sigmoid_47 = "aten.sigmoid"(%split_with_sizes_15#3) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_45 = "aten.mul"(%sigmoid_46, %add_30) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_46 = "aten.mul"(%sigmoid_45, %tanh_30) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %add_32 = "aten.add"(%mul_45, %mul_46) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %tanh_31 = "aten.tanh"(%add_32) : (tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %mul_47 = "aten.mul"(%sigmoid_47, %tanh_31) : (tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %cat = "aten.cat"(%mul_2, %mul_5, %mul_8, %mul_11, %mul_14, %mul_17, %mul_20, %mul_23, %mul_26, %mul_29, %mul_32, %mul_35, %mul_38, %mul_41, %mul_44, %mul_47) {dim = 0} : (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>) -> tensor<16x2x8xf32>
  %permute_18 = "aten.permute"(%cat) {dims = [1, 0, 2]} : (tensor<16x2x8xf32>) -> tensor<2x16x8xf32>
  %permute_19 = "aten.permute"(%p_head_weight) {dims = [1, 0]} : (tensor<6x8xf32>) -> tensor<8x6xf32>
  %expand_2 = "aten.expand"(%permute_18) : (tensor<2x16x8xf32>) -> tensor<2x16x8xf32>
  %view_37 = "aten.view"(%expand_2) : (tensor<2x16x8xf32>) -> tensor<2x16x8xf32>
  %expand_3 = "aten.expand"(%permute_19) : (tensor<8x6xf32>) -> tensor<2x8x6xf32>
  %view_38 = "aten.view"(%expand_3) : (tensor<2x8x6xf32>) -> tensor<2x8x6xf32>
  %bmm_1 = "aten.bmm"(%view_37, %view_38) : (tensor<2x16x8xf32>, tensor<2x8x6xf32>) -> tensor<2x16x6xf32>
  %view_39 = "aten.view"(%bmm_1) : (tensor<2x16x6xf32>) -> tensor<2x16x6xf32>
  %add_33 = "aten.add"(%view_39, %p_head_bias) : (tensor<2x16x6xf32>, tensor<6xf32>) -> tensor<2x16x6xf32>
  return %add_33 : tensor<2x16x6xf32>
}

// -----

// model_4_conv_lstm_linear_layernorm: 37 permutes, 106 views
func.func @model_4_conv_lstm_linear_layernorm(%p_linear_weight: tensor<4x6xf32> {layout.constant}, %p_linear_bias: tensor<4xf32> {layout.constant}, %p_norm_weight: tensor<4xf32> {layout.constant}, %p_norm_bias: tensor<4xf32> {layout.constant}, %p_conv_weight: tensor<8x8x3xf32> {layout.constant}, %p_conv_bias: tensor<8xf32> {layout.constant}, %p_lstm_weight_ih_l0: tensor<24x8xf32> {layout.constant}, %p_lstm_weight_hh_l0: tensor<24x6xf32> {layout.constant}, %p_lstm_bias_ih_l0: tensor<24xf32> {layout.constant}, %p_lstm_bias_hh_l0: tensor<24xf32> {layout.constant}, %inputs_0: tensor<2x8x32xf32>) -> (tensor<2x32x4xf32>) {
  %convolution = "aten.convolution"(%inputs_0, %p_conv_weight, %p_conv_bias) : (tensor<2x8x32xf32>, tensor<8x8x3xf32>, tensor<8xf32>) -> tensor<2x8x32xf32>
  %permute = "aten.permute"(%convolution) {dims = [0, 2, 1]} : (tensor<2x8x32xf32>) -> tensor<2x32x8xf32>
  %full = "aten.full"() : () -> tensor<1x2x6xf32>
  %full_1 = "aten.full"() : () -> tensor<1x2x6xf32>
  %slice_1 = "aten.slice"(%full) {offsets = [0, 0, 0], sizes = [1, 2, 6], strides = [1, 1, 1]} : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %squeeze = "aten.squeeze"(%slice_1) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %slice_2 = "aten.slice"(%full_1) {offsets = [0, 0, 0], sizes = [1, 2, 6], strides = [1, 1, 1]} : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %squeeze_1 = "aten.squeeze"(%slice_2) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_1 = "aten.permute"(%permute) {dims = [1, 0, 2]} : (tensor<2x32x8xf32>) -> tensor<32x2x8xf32>
  %unsqueeze = "aten.unsqueeze"(%squeeze) : (tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %unsqueeze_1 = "aten.unsqueeze"(%squeeze_1) : (tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %permute_2 = "aten.permute"(%p_lstm_weight_ih_l0) {dims = [1, 0]} : (tensor<24x8xf32>) -> tensor<8x24xf32>
  %expand = "aten.expand"(%permute_1) : (tensor<32x2x8xf32>) -> tensor<32x2x8xf32>
  %view = "aten.view"(%expand) : (tensor<32x2x8xf32>) -> tensor<32x2x8xf32>
  %expand_1 = "aten.expand"(%permute_2) : (tensor<8x24xf32>) -> tensor<32x8x24xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<32x8x24xf32>) -> tensor<32x8x24xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<32x2x8xf32>, tensor<32x8x24xf32>) -> tensor<32x2x24xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<32x2x24xf32>) -> tensor<32x2x24xf32>
  %add = "aten.add"(%view_2, %p_lstm_bias_ih_l0) : (tensor<32x2x24xf32>, tensor<24xf32>) -> tensor<32x2x24xf32>
  %slice_3 = "aten.slice"(%add) {offsets = [0, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_4 = "aten.slice"(%add) {offsets = [1, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_5 = "aten.slice"(%add) {offsets = [2, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_6 = "aten.slice"(%add) {offsets = [3, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_7 = "aten.slice"(%add) {offsets = [4, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_8 = "aten.slice"(%add) {offsets = [5, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_9 = "aten.slice"(%add) {offsets = [6, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_10 = "aten.slice"(%add) {offsets = [7, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_11 = "aten.slice"(%add) {offsets = [8, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_12 = "aten.slice"(%add) {offsets = [9, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_13 = "aten.slice"(%add) {offsets = [10, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_14 = "aten.slice"(%add) {offsets = [11, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_15 = "aten.slice"(%add) {offsets = [12, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_16 = "aten.slice"(%add) {offsets = [13, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_17 = "aten.slice"(%add) {offsets = [14, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_18 = "aten.slice"(%add) {offsets = [15, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_19 = "aten.slice"(%add) {offsets = [16, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_20 = "aten.slice"(%add) {offsets = [17, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_21 = "aten.slice"(%add) {offsets = [18, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_22 = "aten.slice"(%add) {offsets = [19, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_23 = "aten.slice"(%add) {offsets = [20, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_24 = "aten.slice"(%add) {offsets = [21, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_25 = "aten.slice"(%add) {offsets = [22, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_26 = "aten.slice"(%add) {offsets = [23, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_27 = "aten.slice"(%add) {offsets = [24, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_28 = "aten.slice"(%add) {offsets = [25, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_29 = "aten.slice"(%add) {offsets = [26, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_30 = "aten.slice"(%add) {offsets = [27, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_31 = "aten.slice"(%add) {offsets = [28, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_32 = "aten.slice"(%add) {offsets = [29, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_33 = "aten.slice"(%add) {offsets = [30, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %slice_34 = "aten.slice"(%add) {offsets = [31, 0, 0], sizes = [1, 2, 24], strides = [1, 1, 1]} : (tensor<32x2x24xf32>) -> tensor<1x2x24xf32>
  %squeeze_2 = "aten.squeeze"(%slice_3) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_3 = "aten.squeeze"(%slice_4) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_4 = "aten.squeeze"(%slice_5) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_5 = "aten.squeeze"(%slice_6) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_6 = "aten.squeeze"(%slice_7) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_7 = "aten.squeeze"(%slice_8) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_8 = "aten.squeeze"(%slice_9) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_9 = "aten.squeeze"(%slice_10) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_10 = "aten.squeeze"(%slice_11) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_11 = "aten.squeeze"(%slice_12) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_12 = "aten.squeeze"(%slice_13) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_13 = "aten.squeeze"(%slice_14) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_14 = "aten.squeeze"(%slice_15) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_15 = "aten.squeeze"(%slice_16) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_16 = "aten.squeeze"(%slice_17) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_17 = "aten.squeeze"(%slice_18) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_18 = "aten.squeeze"(%slice_19) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_19 = "aten.squeeze"(%slice_20) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_20 = "aten.squeeze"(%slice_21) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_21 = "aten.squeeze"(%slice_22) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_22 = "aten.squeeze"(%slice_23) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_23 = "aten.squeeze"(%slice_24) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_24 = "aten.squeeze"(%slice_25) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_25 = "aten.squeeze"(%slice_26) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_26 = "aten.squeeze"(%slice_27) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_27 = "aten.squeeze"(%slice_28) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_28 = "aten.squeeze"(%slice_29) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_29 = "aten.squeeze"(%slice_30) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_30 = "aten.squeeze"(%slice_31) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_31 = "aten.squeeze"(%slice_32) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_32 = "aten.squeeze"(%slice_33) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %squeeze_33 = "aten.squeeze"(%slice_34) : (tensor<1x2x24xf32>) -> tensor<2x24xf32>
  %view_3 = "aten.view"(%unsqueeze) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_3 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm = "aten.addmm"(%p_lstm_bias_hh_l0, %view_3, %permute_3) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_4 = "aten.view"(%addmm) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_1 = "aten.add"(%view_4, %squeeze_2) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes:4 = "aten.split_with_sizes"(%add_1) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid = "aten.sigmoid"(%split_with_sizes#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_1 = "aten.sigmoid"(%split_with_sizes#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh = "aten.tanh"(%split_with_sizes#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_2 = "aten.sigmoid"(%split_with_sizes#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul = "aten.mul"(%sigmoid_1, %unsqueeze_1) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_1 = "aten.mul"(%sigmoid, %tanh) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_2 = "aten.add"(%mul, %mul_1) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_1 = "aten.tanh"(%add_2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_2 = "aten.mul"(%sigmoid_2, %tanh_1) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_5 = "aten.view"(%mul_2) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_4 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_1 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_5, %permute_4) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_6 = "aten.view"(%addmm_1) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_3 = "aten.add"(%view_6, %squeeze_3) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_1:4 = "aten.split_with_sizes"(%add_3) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_3 = "aten.sigmoid"(%split_with_sizes_1#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_4 = "aten.sigmoid"(%split_with_sizes_1#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_2 = "aten.tanh"(%split_with_sizes_1#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_5 = "aten.sigmoid"(%split_with_sizes_1#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_3 = "aten.mul"(%sigmoid_4, %add_2) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_4 = "aten.mul"(%sigmoid_3, %tanh_2) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_4 = "aten.add"(%mul_3, %mul_4) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_3 = "aten.tanh"(%add_4) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_5 = "aten.mul"(%sigmoid_5, %tanh_3) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_7 = "aten.view"(%mul_5) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_5 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_2 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_7, %permute_5) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_8 = "aten.view"(%addmm_2) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_5 = "aten.add"(%view_8, %squeeze_4) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_2:4 = "aten.split_with_sizes"(%add_5) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_6 = "aten.sigmoid"(%split_with_sizes_2#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_7 = "aten.sigmoid"(%split_with_sizes_2#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_4 = "aten.tanh"(%split_with_sizes_2#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_8 = "aten.sigmoid"(%split_with_sizes_2#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_6 = "aten.mul"(%sigmoid_7, %add_4) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_7 = "aten.mul"(%sigmoid_6, %tanh_4) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_6 = "aten.add"(%mul_6, %mul_7) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_5 = "aten.tanh"(%add_6) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_8 = "aten.mul"(%sigmoid_8, %tanh_5) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_9 = "aten.view"(%mul_8) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_6 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_3 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_9, %permute_6) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_10 = "aten.view"(%addmm_3) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_7 = "aten.add"(%view_10, %squeeze_5) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_3:4 = "aten.split_with_sizes"(%add_7) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_9 = "aten.sigmoid"(%split_with_sizes_3#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_10 = "aten.sigmoid"(%split_with_sizes_3#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_6 = "aten.tanh"(%split_with_sizes_3#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_11 = "aten.sigmoid"(%split_with_sizes_3#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_9 = "aten.mul"(%sigmoid_10, %add_6) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_10 = "aten.mul"(%sigmoid_9, %tanh_6) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_8 = "aten.add"(%mul_9, %mul_10) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_7 = "aten.tanh"(%add_8) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_11 = "aten.mul"(%sigmoid_11, %tanh_7) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_11 = "aten.view"(%mul_11) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_7 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_4 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_11, %permute_7) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_12 = "aten.view"(%addmm_4) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_9 = "aten.add"(%view_12, %squeeze_6) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_4:4 = "aten.split_with_sizes"(%add_9) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_12 = "aten.sigmoid"(%split_with_sizes_4#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_13 = "aten.sigmoid"(%split_with_sizes_4#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_8 = "aten.tanh"(%split_with_sizes_4#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_14 = "aten.sigmoid"(%split_with_sizes_4#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_12 = "aten.mul"(%sigmoid_13, %add_8) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_13 = "aten.mul"(%sigmoid_12, %tanh_8) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_10 = "aten.add"(%mul_12, %mul_13) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_9 = "aten.tanh"(%add_10) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_14 = "aten.mul"(%sigmoid_14, %tanh_9) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_13 = "aten.view"(%mul_14) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_8 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_5 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_13, %permute_8) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_14 = "aten.view"(%addmm_5) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_11 = "aten.add"(%view_14, %squeeze_7) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_5:4 = "aten.split_with_sizes"(%add_11) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_15 = "aten.sigmoid"(%split_with_sizes_5#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_16 = "aten.sigmoid"(%split_with_sizes_5#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_10 = "aten.tanh"(%split_with_sizes_5#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_17 = "aten.sigmoid"(%split_with_sizes_5#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_15 = "aten.mul"(%sigmoid_16, %add_10) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_16 = "aten.mul"(%sigmoid_15, %tanh_10) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_12 = "aten.add"(%mul_15, %mul_16) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_11 = "aten.tanh"(%add_12) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_17 = "aten.mul"(%sigmoid_17, %tanh_11) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_15 = "aten.view"(%mul_17) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_9 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_6 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_15, %permute_9) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_16 = "aten.view"(%addmm_6) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_13 = "aten.add"(%view_16, %squeeze_8) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_6:4 = "aten.split_with_sizes"(%add_13) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_18 = "aten.sigmoid"(%split_with_sizes_6#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_19 = "aten.sigmoid"(%split_with_sizes_6#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_12 = "aten.tanh"(%split_with_sizes_6#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_20 = "aten.sigmoid"(%split_with_sizes_6#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_18 = "aten.mul"(%sigmoid_19, %add_12) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_19 = "aten.mul"(%sigmoid_18, %tanh_12) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_14 = "aten.add"(%mul_18, %mul_19) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_13 = "aten.tanh"(%add_14) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_20 = "aten.mul"(%sigmoid_20, %tanh_13) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_17 = "aten.view"(%mul_20) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_10 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_7 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_17, %permute_10) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_18 = "aten.view"(%addmm_7) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_15 = "aten.add"(%view_18, %squeeze_9) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_7:4 = "aten.split_with_sizes"(%add_15) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_21 = "aten.sigmoid"(%split_with_sizes_7#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_22 = "aten.sigmoid"(%split_with_sizes_7#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_14 = "aten.tanh"(%split_with_sizes_7#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_23 = "aten.sigmoid"(%split_with_sizes_7#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_21 = "aten.mul"(%sigmoid_22, %add_14) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_22 = "aten.mul"(%sigmoid_21, %tanh_14) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_16 = "aten.add"(%mul_21, %mul_22) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_15 = "aten.tanh"(%add_16) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_23 = "aten.mul"(%sigmoid_23, %tanh_15) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_19 = "aten.view"(%mul_23) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_11 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_8 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_19, %permute_11) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_20 = "aten.view"(%addmm_8) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_17 = "aten.add"(%view_20, %squeeze_10) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_8:4 = "aten.split_with_sizes"(%add_17) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_24 = "aten.sigmoid"(%split_with_sizes_8#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_25 = "aten.sigmoid"(%split_with_sizes_8#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_16 = "aten.tanh"(%split_with_sizes_8#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_26 = "aten.sigmoid"(%split_with_sizes_8#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_24 = "aten.mul"(%sigmoid_25, %add_16) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_25 = "aten.mul"(%sigmoid_24, %tanh_16) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_18 = "aten.add"(%mul_24, %mul_25) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_17 = "aten.tanh"(%add_18) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_26 = "aten.mul"(%sigmoid_26, %tanh_17) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_21 = "aten.view"(%mul_26) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_12 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_9 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_21, %permute_12) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_22 = "aten.view"(%addmm_9) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_19 = "aten.add"(%view_22, %squeeze_11) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_9:4 = "aten.split_with_sizes"(%add_19) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_27 = "aten.sigmoid"(%split_with_sizes_9#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_28 = "aten.sigmoid"(%split_with_sizes_9#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_18 = "aten.tanh"(%split_with_sizes_9#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_29 = "aten.sigmoid"(%split_with_sizes_9#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_27 = "aten.mul"(%sigmoid_28, %add_18) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_28 = "aten.mul"(%sigmoid_27, %tanh_18) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_20 = "aten.add"(%mul_27, %mul_28) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_19 = "aten.tanh"(%add_20) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_29 = "aten.mul"(%sigmoid_29, %tanh_19) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_23 = "aten.view"(%mul_29) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_13 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_10 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_23, %permute_13) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_24 = "aten.view"(%addmm_10) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_21 = "aten.add"(%view_24, %squeeze_12) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_10:4 = "aten.split_with_sizes"(%add_21) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_30 = "aten.sigmoid"(%split_with_sizes_10#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_31 = "aten.sigmoid"(%split_with_sizes_10#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_20 = "aten.tanh"(%split_with_sizes_10#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_32 = "aten.sigmoid"(%split_with_sizes_10#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_30 = "aten.mul"(%sigmoid_31, %add_20) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_31 = "aten.mul"(%sigmoid_30, %tanh_20) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_22 = "aten.add"(%mul_30, %mul_31) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_21 = "aten.tanh"(%add_22) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_32 = "aten.mul"(%sigmoid_32, %tanh_21) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_25 = "aten.view"(%mul_32) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_14 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_11 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_25, %permute_14) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_26 = "aten.view"(%addmm_11) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_23 = "aten.add"(%view_26, %squeeze_13) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_11:4 = "aten.split_with_sizes"(%add_23) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_33 = "aten.sigmoid"(%split_with_sizes_11#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_34 = "aten.sigmoid"(%split_with_sizes_11#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_22 = "aten.tanh"(%split_with_sizes_11#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_35 = "aten.sigmoid"(%split_with_sizes_11#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_33 = "aten.mul"(%sigmoid_34, %add_22) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_34 = "aten.mul"(%sigmoid_33, %tanh_22) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_24 = "aten.add"(%mul_33, %mul_34) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_23 = "aten.tanh"(%add_24) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_35 = "aten.mul"(%sigmoid_35, %tanh_23) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_27 = "aten.view"(%mul_35) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_15 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_12 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_27, %permute_15) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_28 = "aten.view"(%addmm_12) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_25 = "aten.add"(%view_28, %squeeze_14) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_12:4 = "aten.split_with_sizes"(%add_25) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_36 = "aten.sigmoid"(%split_with_sizes_12#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_37 = "aten.sigmoid"(%split_with_sizes_12#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_24 = "aten.tanh"(%split_with_sizes_12#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_38 = "aten.sigmoid"(%split_with_sizes_12#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_36 = "aten.mul"(%sigmoid_37, %add_24) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_37 = "aten.mul"(%sigmoid_36, %tanh_24) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_26 = "aten.add"(%mul_36, %mul_37) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_25 = "aten.tanh"(%add_26) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_38 = "aten.mul"(%sigmoid_38, %tanh_25) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_29 = "aten.view"(%mul_38) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_16 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_13 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_29, %permute_16) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_30 = "aten.view"(%addmm_13) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_27 = "aten.add"(%view_30, %squeeze_15) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_13:4 = "aten.split_with_sizes"(%add_27) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_39 = "aten.sigmoid"(%split_with_sizes_13#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_40 = "aten.sigmoid"(%split_with_sizes_13#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_26 = "aten.tanh"(%split_with_sizes_13#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_41 = "aten.sigmoid"(%split_with_sizes_13#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_39 = "aten.mul"(%sigmoid_40, %add_26) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_40 = "aten.mul"(%sigmoid_39, %tanh_26) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_28 = "aten.add"(%mul_39, %mul_40) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_27 = "aten.tanh"(%add_28) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_41 = "aten.mul"(%sigmoid_41, %tanh_27) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_31 = "aten.view"(%mul_41) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_17 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_14 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_31, %permute_17) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_32 = "aten.view"(%addmm_14) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_29 = "aten.add"(%view_32, %squeeze_16) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_14:4 = "aten.split_with_sizes"(%add_29) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_42 = "aten.sigmoid"(%split_with_sizes_14#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_43 = "aten.sigmoid"(%split_with_sizes_14#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_28 = "aten.tanh"(%split_with_sizes_14#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_44 = "aten.sigmoid"(%split_with_sizes_14#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_42 = "aten.mul"(%sigmoid_43, %add_28) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_43 = "aten.mul"(%sigmoid_42, %tanh_28) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_30 = "aten.add"(%mul_42, %mul_43) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_29 = "aten.tanh"(%add_30) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_44 = "aten.mul"(%sigmoid_44, %tanh_29) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_33 = "aten.view"(%mul_44) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_18 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_15 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_33, %permute_18) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_34 = "aten.view"(%addmm_15) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_31 = "aten.add"(%view_34, %squeeze_17) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_15:4 = "aten.split_with_sizes"(%add_31) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_45 = "aten.sigmoid"(%split_with_sizes_15#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_46 = "aten.sigmoid"(%split_with_sizes_15#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_30 = "aten.tanh"(%split_with_sizes_15#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_47 = "aten.sigmoid"(%split_with_sizes_15#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_45 = "aten.mul"(%sigmoid_46, %add_30) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_46 = "aten.mul"(%sigmoid_45, %tanh_30) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_32 = "aten.add"(%mul_45, %mul_46) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_31 = "aten.tanh"(%add_32) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_47 = "aten.mul"(%sigmoid_47, %tanh_31) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_35 = "aten.view"(%mul_47) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_19 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_16 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_35, %permute_19) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_36 = "aten.view"(%addmm_16) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_33 = "aten.add"(%view_36, %squeeze_18) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_16:4 = "aten.split_with_sizes"(%add_33) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_48 = "aten.sigmoid"(%split_with_sizes_16#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_49 = "aten.sigmoid"(%split_with_sizes_16#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_32 = "aten.tanh"(%split_with_sizes_16#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_50 = "aten.sigmoid"(%split_with_sizes_16#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_48 = "aten.mul"(%sigmoid_49, %add_32) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_49 = "aten.mul"(%sigmoid_48, %tanh_32) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_34 = "aten.add"(%mul_48, %mul_49) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_33 = "aten.tanh"(%add_34) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_50 = "aten.mul"(%sigmoid_50, %tanh_33) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_37 = "aten.view"(%mul_50) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_20 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_17 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_37, %permute_20) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_38 = "aten.view"(%addmm_17) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_35 = "aten.add"(%view_38, %squeeze_19) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_17:4 = "aten.split_with_sizes"(%add_35) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_51 = "aten.sigmoid"(%split_with_sizes_17#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_52 = "aten.sigmoid"(%split_with_sizes_17#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_34 = "aten.tanh"(%split_with_sizes_17#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_53 = "aten.sigmoid"(%split_with_sizes_17#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_51 = "aten.mul"(%sigmoid_52, %add_34) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_52 = "aten.mul"(%sigmoid_51, %tanh_34) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_36 = "aten.add"(%mul_51, %mul_52) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_35 = "aten.tanh"(%add_36) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_53 = "aten.mul"(%sigmoid_53, %tanh_35) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_39 = "aten.view"(%mul_53) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_21 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_18 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_39, %permute_21) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_40 = "aten.view"(%addmm_18) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_37 = "aten.add"(%view_40, %squeeze_20) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_18:4 = "aten.split_with_sizes"(%add_37) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_54 = "aten.sigmoid"(%split_with_sizes_18#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_55 = "aten.sigmoid"(%split_with_sizes_18#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_36 = "aten.tanh"(%split_with_sizes_18#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_56 = "aten.sigmoid"(%split_with_sizes_18#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_54 = "aten.mul"(%sigmoid_55, %add_36) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_55 = "aten.mul"(%sigmoid_54, %tanh_36) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_38 = "aten.add"(%mul_54, %mul_55) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_37 = "aten.tanh"(%add_38) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_56 = "aten.mul"(%sigmoid_56, %tanh_37) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_41 = "aten.view"(%mul_56) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_22 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_19 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_41, %permute_22) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_42 = "aten.view"(%addmm_19) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_39 = "aten.add"(%view_42, %squeeze_21) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_19:4 = "aten.split_with_sizes"(%add_39) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_57 = "aten.sigmoid"(%split_with_sizes_19#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_58 = "aten.sigmoid"(%split_with_sizes_19#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_38 = "aten.tanh"(%split_with_sizes_19#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_59 = "aten.sigmoid"(%split_with_sizes_19#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_57 = "aten.mul"(%sigmoid_58, %add_38) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_58 = "aten.mul"(%sigmoid_57, %tanh_38) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_40 = "aten.add"(%mul_57, %mul_58) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_39 = "aten.tanh"(%add_40) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_59 = "aten.mul"(%sigmoid_59, %tanh_39) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_43 = "aten.view"(%mul_59) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_23 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_20 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_43, %permute_23) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_44 = "aten.view"(%addmm_20) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_41 = "aten.add"(%view_44, %squeeze_22) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_20:4 = "aten.split_with_sizes"(%add_41) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_60 = "aten.sigmoid"(%split_with_sizes_20#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_61 = "aten.sigmoid"(%split_with_sizes_20#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_40 = "aten.tanh"(%split_with_sizes_20#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_62 = "aten.sigmoid"(%split_with_sizes_20#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_60 = "aten.mul"(%sigmoid_61, %add_40) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_61 = "aten.mul"(%sigmoid_60, %tanh_40) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_42 = "aten.add"(%mul_60, %mul_61) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_41 = "aten.tanh"(%add_42) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_62 = "aten.mul"(%sigmoid_62, %tanh_41) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_45 = "aten.view"(%mul_62) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_24 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_21 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_45, %permute_24) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_46 = "aten.view"(%addmm_21) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_43 = "aten.add"(%view_46, %squeeze_23) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_21:4 = "aten.split_with_sizes"(%add_43) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_63 = "aten.sigmoid"(%split_with_sizes_21#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_64 = "aten.sigmoid"(%split_with_sizes_21#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_42 = "aten.tanh"(%split_with_sizes_21#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_65 = "aten.sigmoid"(%split_with_sizes_21#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_63 = "aten.mul"(%sigmoid_64, %add_42) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_64 = "aten.mul"(%sigmoid_63, %tanh_42) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_44 = "aten.add"(%mul_63, %mul_64) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_43 = "aten.tanh"(%add_44) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_65 = "aten.mul"(%sigmoid_65, %tanh_43) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_47 = "aten.view"(%mul_65) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_25 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_22 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_47, %permute_25) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_48 = "aten.view"(%addmm_22) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_45 = "aten.add"(%view_48, %squeeze_24) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_22:4 = "aten.split_with_sizes"(%add_45) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_66 = "aten.sigmoid"(%split_with_sizes_22#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_67 = "aten.sigmoid"(%split_with_sizes_22#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_44 = "aten.tanh"(%split_with_sizes_22#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_68 = "aten.sigmoid"(%split_with_sizes_22#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_66 = "aten.mul"(%sigmoid_67, %add_44) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_67 = "aten.mul"(%sigmoid_66, %tanh_44) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_46 = "aten.add"(%mul_66, %mul_67) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_45 = "aten.tanh"(%add_46) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_68 = "aten.mul"(%sigmoid_68, %tanh_45) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_49 = "aten.view"(%mul_68) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_26 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_23 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_49, %permute_26) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_50 = "aten.view"(%addmm_23) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_47 = "aten.add"(%view_50, %squeeze_25) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_23:4 = "aten.split_with_sizes"(%add_47) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_69 = "aten.sigmoid"(%split_with_sizes_23#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_70 = "aten.sigmoid"(%split_with_sizes_23#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_46 = "aten.tanh"(%split_with_sizes_23#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_71 = "aten.sigmoid"(%split_with_sizes_23#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_69 = "aten.mul"(%sigmoid_70, %add_46) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_70 = "aten.mul"(%sigmoid_69, %tanh_46) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_48 = "aten.add"(%mul_69, %mul_70) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_47 = "aten.tanh"(%add_48) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_71 = "aten.mul"(%sigmoid_71, %tanh_47) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_51 = "aten.view"(%mul_71) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_27 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_24 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_51, %permute_27) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_52 = "aten.view"(%addmm_24) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_49 = "aten.add"(%view_52, %squeeze_26) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_24:4 = "aten.split_with_sizes"(%add_49) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_72 = "aten.sigmoid"(%split_with_sizes_24#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_73 = "aten.sigmoid"(%split_with_sizes_24#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_48 = "aten.tanh"(%split_with_sizes_24#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_74 = "aten.sigmoid"(%split_with_sizes_24#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_72 = "aten.mul"(%sigmoid_73, %add_48) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_73 = "aten.mul"(%sigmoid_72, %tanh_48) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_50 = "aten.add"(%mul_72, %mul_73) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_49 = "aten.tanh"(%add_50) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_74 = "aten.mul"(%sigmoid_74, %tanh_49) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_53 = "aten.view"(%mul_74) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_28 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_25 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_53, %permute_28) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_54 = "aten.view"(%addmm_25) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_51 = "aten.add"(%view_54, %squeeze_27) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_25:4 = "aten.split_with_sizes"(%add_51) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_75 = "aten.sigmoid"(%split_with_sizes_25#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_76 = "aten.sigmoid"(%split_with_sizes_25#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_50 = "aten.tanh"(%split_with_sizes_25#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_77 = "aten.sigmoid"(%split_with_sizes_25#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_75 = "aten.mul"(%sigmoid_76, %add_50) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_76 = "aten.mul"(%sigmoid_75, %tanh_50) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_52 = "aten.add"(%mul_75, %mul_76) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_51 = "aten.tanh"(%add_52) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_77 = "aten.mul"(%sigmoid_77, %tanh_51) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_55 = "aten.view"(%mul_77) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_29 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_26 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_55, %permute_29) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_56 = "aten.view"(%addmm_26) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_53 = "aten.add"(%view_56, %squeeze_28) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_26:4 = "aten.split_with_sizes"(%add_53) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_78 = "aten.sigmoid"(%split_with_sizes_26#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_79 = "aten.sigmoid"(%split_with_sizes_26#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_52 = "aten.tanh"(%split_with_sizes_26#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_80 = "aten.sigmoid"(%split_with_sizes_26#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_78 = "aten.mul"(%sigmoid_79, %add_52) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_79 = "aten.mul"(%sigmoid_78, %tanh_52) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_54 = "aten.add"(%mul_78, %mul_79) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_53 = "aten.tanh"(%add_54) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_80 = "aten.mul"(%sigmoid_80, %tanh_53) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_57 = "aten.view"(%mul_80) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_30 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_27 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_57, %permute_30) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_58 = "aten.view"(%addmm_27) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_55 = "aten.add"(%view_58, %squeeze_29) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_27:4 = "aten.split_with_sizes"(%add_55) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_81 = "aten.sigmoid"(%split_with_sizes_27#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_82 = "aten.sigmoid"(%split_with_sizes_27#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_54 = "aten.tanh"(%split_with_sizes_27#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_83 = "aten.sigmoid"(%split_with_sizes_27#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_81 = "aten.mul"(%sigmoid_82, %add_54) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_82 = "aten.mul"(%sigmoid_81, %tanh_54) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_56 = "aten.add"(%mul_81, %mul_82) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_55 = "aten.tanh"(%add_56) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_83 = "aten.mul"(%sigmoid_83, %tanh_55) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_59 = "aten.view"(%mul_83) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_31 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_28 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_59, %permute_31) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_60 = "aten.view"(%addmm_28) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_57 = "aten.add"(%view_60, %squeeze_30) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_28:4 = "aten.split_with_sizes"(%add_57) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_84 = "aten.sigmoid"(%split_with_sizes_28#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_85 = "aten.sigmoid"(%split_with_sizes_28#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_56 = "aten.tanh"(%split_with_sizes_28#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_86 = "aten.sigmoid"(%split_with_sizes_28#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_84 = "aten.mul"(%sigmoid_85, %add_56) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_85 = "aten.mul"(%sigmoid_84, %tanh_56) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_58 = "aten.add"(%mul_84, %mul_85) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_57 = "aten.tanh"(%add_58) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_86 = "aten.mul"(%sigmoid_86, %tanh_57) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_61 = "aten.view"(%mul_86) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_32 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_29 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_61, %permute_32) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_62 = "aten.view"(%addmm_29) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_59 = "aten.add"(%view_62, %squeeze_31) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_29:4 = "aten.split_with_sizes"(%add_59) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_87 = "aten.sigmoid"(%split_with_sizes_29#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_88 = "aten.sigmoid"(%split_with_sizes_29#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_58 = "aten.tanh"(%split_with_sizes_29#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_89 = "aten.sigmoid"(%split_with_sizes_29#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_87 = "aten.mul"(%sigmoid_88, %add_58) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_88 = "aten.mul"(%sigmoid_87, %tanh_58) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_60 = "aten.add"(%mul_87, %mul_88) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_59 = "aten.tanh"(%add_60) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_89 = "aten.mul"(%sigmoid_89, %tanh_59) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_63 = "aten.view"(%mul_89) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_33 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_30 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_63, %permute_33) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_64 = "aten.view"(%addmm_30) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_61 = "aten.add"(%view_64, %squeeze_32) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_30:4 = "aten.split_with_sizes"(%add_61) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_90 = "aten.sigmoid"(%split_with_sizes_30#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_91 = "aten.sigmoid"(%split_with_sizes_30#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_60 = "aten.tanh"(%split_with_sizes_30#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_92 = "aten.sigmoid"(%split_with_sizes_30#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_90 = "aten.mul"(%sigmoid_91, %add_60) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_91 = "aten.mul"(%sigmoid_90, %tanh_60) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_62 = "aten.add"(%mul_90, %mul_91) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_61 = "aten.tanh"(%add_62) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_92 = "aten.mul"(%sigmoid_92, %tanh_61) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %view_65 = "aten.view"(%mul_92) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_34 = "aten.permute"(%p_lstm_weight_hh_l0) {dims = [1, 0]} : (tensor<24x6xf32>) -> tensor<6x24xf32>
  %addmm_31 = "aten.addmm"(%p_lstm_bias_hh_l0, %view_65, %permute_34) : (tensor<24xf32>, tensor<2x6xf32>, tensor<6x24xf32>) -> tensor<2x24xf32>
  %view_66 = "aten.view"(%addmm_31) : (tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %add_63 = "aten.add"(%view_66, %squeeze_33) : (tensor<1x2x24xf32>, tensor<2x24xf32>) -> tensor<1x2x24xf32>
  %split_with_sizes_31:4 = "aten.split_with_sizes"(%add_63) {dim = 2} : (tensor<1x2x24xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %sigmoid_93 = "aten.sigmoid"(%split_with_sizes_31#0) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_94 = "aten.sigmoid"(%split_with_sizes_31#1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_62 = "aten.tanh"(%split_with_sizes_31#2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_95 = "aten.sigmoid"(%split_with_sizes_31#3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_93 = "aten.mul"(%sigmoid_94, %add_62) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_94 = "aten.mul"(%sigmoid_93, %tanh_62) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_64 = "aten.add"(%mul_93, %mul_94) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_63 = "aten.tanh"(%add_64) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_95 = "aten.mul"(%sigmoid_95, %tanh_63) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %cat = "aten.cat"(%mul_2, %mul_5, %mul_8, %mul_11, %mul_14, %mul_17, %mul_20, %mul_23, %mul_26, %mul_29, %mul_32, %mul_35, %mul_38, %mul_41, %mul_44, %mul_47, %mul_50, %mul_53, %mul_56, %mul_59, %mul_62, %mul_65, %mul_68, %mul_71, %mul_74, %mul_77, %mul_80, %mul_83, %mul_86, %mul_89, %mul_92, %mul_95) {dim = 0} : (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<32x2x6xf32>
  %permute_35 = "aten.permute"(%cat) {dims = [1, 0, 2]} : (tensor<32x2x6xf32>) -> tensor<2x32x6xf32>
  %permute_36 = "aten.permute"(%p_linear_weight) {dims = [1, 0]} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %expand_2 = "aten.expand"(%permute_35) : (tensor<2x32x6xf32>) -> tensor<2x32x6xf32>
  %view_69 = "aten.view"(%expand_2) : (tensor<2x32x6xf32>) -> tensor<2x32x6xf32>
  %expand_3 = "aten.expand"(%permute_36) : (tensor<6x4xf32>) -> tensor<2x6x4xf32>
  %view_70 = "aten.view"(%expand_3) : (tensor<2x6x4xf32>) -> tensor<2x6x4xf32>
  %bmm_1 = "aten.bmm"(%view_69, %view_70) : (tensor<2x32x6xf32>, tensor<2x6x4xf32>) -> tensor<2x32x4xf32>
  %view_71 = "aten.view"(%bmm_1) : (tensor<2x32x4xf32>) -> tensor<2x32x4xf32>
  %add_65 = "aten.add"(%view_71, %p_linear_bias) : (tensor<2x32x4xf32>, tensor<4xf32>) -> tensor<2x32x4xf32>
  %native_layer_norm:3 = "aten.native_layer_norm"(%add_65, %p_norm_weight, %p_norm_bias) : (tensor<2x32x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x32x4xf32>, tensor<2x32x1xf32>, tensor<2x32x1xf32>)
  return %native_layer_norm#0 : tensor<2x32x4xf32>
}

// -----

// model_5_dwconv_gelu_layernorm_avgpool: 2 permutes, 0 views
func.func @model_5_dwconv_gelu_layernorm_avgpool(%p_conv_weight: tensor<8x1x3x3xf32> {layout.constant}, %p_norm_weight: tensor<8xf32> {layout.constant}, %p_norm_bias: tensor<8xf32> {layout.constant}, %inputs_0: tensor<1x8x16x16xf32>) -> (tensor<1x8x8x8xf32>) {
  %convolution = "aten.convolution"(%inputs_0, %p_conv_weight) : (tensor<1x8x16x16xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x16x16xf32>
  %gelu = "aten.gelu"(%convolution) : (tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
  %permute = "aten.permute"(%gelu) {dims = [0, 2, 3, 1]} : (tensor<1x8x16x16xf32>) -> tensor<1x16x16x8xf32>
  %native_layer_norm:3 = "aten.native_layer_norm"(%permute, %p_norm_weight, %p_norm_bias) : (tensor<1x16x16x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<1x16x16x8xf32>, tensor<1x16x16x1xf32>, tensor<1x16x16x1xf32>)
  %permute_1 = "aten.permute"(%native_layer_norm#0) {dims = [0, 3, 1, 2]} : (tensor<1x16x16x8xf32>) -> tensor<1x8x16x16xf32>
  %avg_pool2d = "aten.avg_pool2d"(%permute_1) : (tensor<1x8x16x16xf32>) -> tensor<1x8x8x8xf32>
  return %avg_pool2d : tensor<1x8x8x8xf32>
}

// -----

// model_6_gru_linear: 20 permutes, 56 views
func.func @model_6_gru_linear(%p_cells_weight_ih_l0: tensor<18x8xf32> {layout.constant}, %p_cells_weight_hh_l0: tensor<18x6xf32> {layout.constant}, %p_cells_bias_ih_l0: tensor<18xf32> {layout.constant}, %p_cells_bias_hh_l0: tensor<18xf32> {layout.constant}, %p_head_weight: tensor<4x6xf32> {layout.constant}, %p_head_bias: tensor<4xf32> {layout.constant}, %inputs_0: tensor<2x16x8xf32>) -> (tensor<2x16x4xf32>) {
  %full = "aten.full"() : () -> tensor<1x2x6xf32>
  %slice_1 = "aten.slice"(%full) {offsets = [0, 0, 0], sizes = [1, 2, 6], strides = [1, 1, 1]} : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %squeeze = "aten.squeeze"(%slice_1) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute = "aten.permute"(%inputs_0) {dims = [1, 0, 2]} : (tensor<2x16x8xf32>) -> tensor<16x2x8xf32>
  %permute_1 = "aten.permute"(%p_cells_weight_ih_l0) {dims = [1, 0]} : (tensor<18x8xf32>) -> tensor<8x18xf32>
  %expand = "aten.expand"(%permute) : (tensor<16x2x8xf32>) -> tensor<16x2x8xf32>
  %view = "aten.view"(%expand) : (tensor<16x2x8xf32>) -> tensor<16x2x8xf32>
  %expand_1 = "aten.expand"(%permute_1) : (tensor<8x18xf32>) -> tensor<16x8x18xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<16x8x18xf32>) -> tensor<16x8x18xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<16x2x8xf32>, tensor<16x8x18xf32>) -> tensor<16x2x18xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<16x2x18xf32>) -> tensor<16x2x18xf32>
  %add = "aten.add"(%view_2, %p_cells_bias_ih_l0) : (tensor<16x2x18xf32>, tensor<18xf32>) -> tensor<16x2x18xf32>
  %unsqueeze = "aten.unsqueeze"(%squeeze) : (tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %slice_2 = "aten.slice"(%add) {offsets = [0, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_3 = "aten.slice"(%add) {offsets = [1, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_4 = "aten.slice"(%add) {offsets = [2, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_5 = "aten.slice"(%add) {offsets = [3, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_6 = "aten.slice"(%add) {offsets = [4, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_7 = "aten.slice"(%add) {offsets = [5, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_8 = "aten.slice"(%add) {offsets = [6, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_9 = "aten.slice"(%add) {offsets = [7, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_10 = "aten.slice"(%add) {offsets = [8, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_11 = "aten.slice"(%add) {offsets = [9, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_12 = "aten.slice"(%add) {offsets = [10, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_13 = "aten.slice"(%add) {offsets = [11, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_14 = "aten.slice"(%add) {offsets = [12, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_15 = "aten.slice"(%add) {offsets = [13, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_16 = "aten.slice"(%add) {offsets = [14, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %slice_17 = "aten.slice"(%add) {offsets = [15, 0, 0], sizes = [1, 2, 18], strides = [1, 1, 1]} : (tensor<16x2x18xf32>) -> tensor<1x2x18xf32>
  %squeeze_1 = "aten.squeeze"(%slice_2) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_2 = "aten.squeeze"(%slice_3) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_3 = "aten.squeeze"(%slice_4) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_4 = "aten.squeeze"(%slice_5) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_5 = "aten.squeeze"(%slice_6) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_6 = "aten.squeeze"(%slice_7) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_7 = "aten.squeeze"(%slice_8) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_8 = "aten.squeeze"(%slice_9) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_9 = "aten.squeeze"(%slice_10) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_10 = "aten.squeeze"(%slice_11) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_11 = "aten.squeeze"(%slice_12) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_12 = "aten.squeeze"(%slice_13) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_13 = "aten.squeeze"(%slice_14) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_14 = "aten.squeeze"(%slice_15) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_15 = "aten.squeeze"(%slice_16) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %squeeze_16 = "aten.squeeze"(%slice_17) : (tensor<1x2x18xf32>) -> tensor<2x18xf32>
  %split_with_sizes:3 = "aten.split_with_sizes"(%squeeze_1) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_3 = "aten.view"(%unsqueeze) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_2 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm = "aten.addmm"(%p_cells_bias_hh_l0, %view_3, %permute_2) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_4 = "aten.view"(%addmm) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_1:3 = "aten.split_with_sizes"(%view_4) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_1 = "aten.add"(%split_with_sizes_1#0, %split_with_sizes#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid = "aten.sigmoid"(%add_1) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_2 = "aten.add"(%split_with_sizes_1#1, %split_with_sizes#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_1 = "aten.sigmoid"(%add_2) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul = "aten.mul"(%split_with_sizes_1#2, %sigmoid) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_3 = "aten.add"(%split_with_sizes#2, %mul) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh = "aten.tanh"(%add_3) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub = "aten.sub"(%unsqueeze, %tanh) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_1 = "aten.mul"(%sub, %sigmoid_1) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_4 = "aten.add"(%mul_1, %tanh) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_2:3 = "aten.split_with_sizes"(%squeeze_2) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_5 = "aten.view"(%add_4) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_3 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_1 = "aten.addmm"(%p_cells_bias_hh_l0, %view_5, %permute_3) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_6 = "aten.view"(%addmm_1) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_3:3 = "aten.split_with_sizes"(%view_6) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_5 = "aten.add"(%split_with_sizes_3#0, %split_with_sizes_2#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_2 = "aten.sigmoid"(%add_5) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_6 = "aten.add"(%split_with_sizes_3#1, %split_with_sizes_2#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_3 = "aten.sigmoid"(%add_6) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_2 = "aten.mul"(%split_with_sizes_3#2, %sigmoid_2) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_7 = "aten.add"(%split_with_sizes_2#2, %mul_2) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_1 = "aten.tanh"(%add_7) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_1 = "aten.sub"(%add_4, %tanh_1) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_3 = "aten.mul"(%sub_1, %sigmoid_3) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_8 = "aten.add"(%mul_3, %tanh_1) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_4:3 = "aten.split_with_sizes"(%squeeze_3) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_7 = "aten.view"(%add_8) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_4 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_2 = "aten.addmm"(%p_cells_bias_hh_l0, %view_7, %permute_4) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_8 = "aten.view"(%addmm_2) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_5:3 = "aten.split_with_sizes"(%view_8) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_9 = "aten.add"(%split_with_sizes_5#0, %split_with_sizes_4#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_4 = "aten.sigmoid"(%add_9) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_10 = "aten.add"(%split_with_sizes_5#1, %split_with_sizes_4#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_5 = "aten.sigmoid"(%add_10) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_4 = "aten.mul"(%split_with_sizes_5#2, %sigmoid_4) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_11 = "aten.add"(%split_with_sizes_4#2, %mul_4) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_2 = "aten.tanh"(%add_11) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_2 = "aten.sub"(%add_8, %tanh_2) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_5 = "aten.mul"(%sub_2, %sigmoid_5) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_12 = "aten.add"(%mul_5, %tanh_2) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_6:3 = "aten.split_with_sizes"(%squeeze_4) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_9 = "aten.view"(%add_12) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_5 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_3 = "aten.addmm"(%p_cells_bias_hh_l0, %view_9, %permute_5) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_10 = "aten.view"(%addmm_3) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_7:3 = "aten.split_with_sizes"(%view_10) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_13 = "aten.add"(%split_with_sizes_7#0, %split_with_sizes_6#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_6 = "aten.sigmoid"(%add_13) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_14 = "aten.add"(%split_with_sizes_7#1, %split_with_sizes_6#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_7 = "aten.sigmoid"(%add_14) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_6 = "aten.mul"(%split_with_sizes_7#2, %sigmoid_6) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_15 = "aten.add"(%split_with_sizes_6#2, %mul_6) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_3 = "aten.tanh"(%add_15) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_3 = "aten.sub"(%add_12, %tanh_3) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_7 = "aten.mul"(%sub_3, %sigmoid_7) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_16 = "aten.add"(%mul_7, %tanh_3) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_8:3 = "aten.split_with_sizes"(%squeeze_5) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_11 = "aten.view"(%add_16) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_6 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_4 = "aten.addmm"(%p_cells_bias_hh_l0, %view_11, %permute_6) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_12 = "aten.view"(%addmm_4) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_9:3 = "aten.split_with_sizes"(%view_12) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_17 = "aten.add"(%split_with_sizes_9#0, %split_with_sizes_8#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_8 = "aten.sigmoid"(%add_17) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_18 = "aten.add"(%split_with_sizes_9#1, %split_with_sizes_8#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_9 = "aten.sigmoid"(%add_18) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_8 = "aten.mul"(%split_with_sizes_9#2, %sigmoid_8) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_19 = "aten.add"(%split_with_sizes_8#2, %mul_8) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_4 = "aten.tanh"(%add_19) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_4 = "aten.sub"(%add_16, %tanh_4) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_9 = "aten.mul"(%sub_4, %sigmoid_9) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_20 = "aten.add"(%mul_9, %tanh_4) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_10:3 = "aten.split_with_sizes"(%squeeze_6) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_13 = "aten.view"(%add_20) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_7 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_5 = "aten.addmm"(%p_cells_bias_hh_l0, %view_13, %permute_7) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_14 = "aten.view"(%addmm_5) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_11:3 = "aten.split_with_sizes"(%view_14) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_21 = "aten.add"(%split_with_sizes_11#0, %split_with_sizes_10#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_10 = "aten.sigmoid"(%add_21) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_22 = "aten.add"(%split_with_sizes_11#1, %split_with_sizes_10#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_11 = "aten.sigmoid"(%add_22) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_10 = "aten.mul"(%split_with_sizes_11#2, %sigmoid_10) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_23 = "aten.add"(%split_with_sizes_10#2, %mul_10) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_5 = "aten.tanh"(%add_23) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_5 = "aten.sub"(%add_20, %tanh_5) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_11 = "aten.mul"(%sub_5, %sigmoid_11) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_24 = "aten.add"(%mul_11, %tanh_5) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_12:3 = "aten.split_with_sizes"(%squeeze_7) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_15 = "aten.view"(%add_24) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_8 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_6 = "aten.addmm"(%p_cells_bias_hh_l0, %view_15, %permute_8) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_16 = "aten.view"(%addmm_6) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_13:3 = "aten.split_with_sizes"(%view_16) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_25 = "aten.add"(%split_with_sizes_13#0, %split_with_sizes_12#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_12 = "aten.sigmoid"(%add_25) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_26 = "aten.add"(%split_with_sizes_13#1, %split_with_sizes_12#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_13 = "aten.sigmoid"(%add_26) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_12 = "aten.mul"(%split_with_sizes_13#2, %sigmoid_12) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_27 = "aten.add"(%split_with_sizes_12#2, %mul_12) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_6 = "aten.tanh"(%add_27) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_6 = "aten.sub"(%add_24, %tanh_6) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_13 = "aten.mul"(%sub_6, %sigmoid_13) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_28 = "aten.add"(%mul_13, %tanh_6) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_14:3 = "aten.split_with_sizes"(%squeeze_8) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_17 = "aten.view"(%add_28) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_9 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_7 = "aten.addmm"(%p_cells_bias_hh_l0, %view_17, %permute_9) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_18 = "aten.view"(%addmm_7) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_15:3 = "aten.split_with_sizes"(%view_18) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_29 = "aten.add"(%split_with_sizes_15#0, %split_with_sizes_14#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_14 = "aten.sigmoid"(%add_29) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_30 = "aten.add"(%split_with_sizes_15#1, %split_with_sizes_14#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_15 = "aten.sigmoid"(%add_30) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_14 = "aten.mul"(%split_with_sizes_15#2, %sigmoid_14) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_31 = "aten.add"(%split_with_sizes_14#2, %mul_14) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_7 = "aten.tanh"(%add_31) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_7 = "aten.sub"(%add_28, %tanh_7) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_15 = "aten.mul"(%sub_7, %sigmoid_15) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_32 = "aten.add"(%mul_15, %tanh_7) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_16:3 = "aten.split_with_sizes"(%squeeze_9) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_19 = "aten.view"(%add_32) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_10 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_8 = "aten.addmm"(%p_cells_bias_hh_l0, %view_19, %permute_10) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_20 = "aten.view"(%addmm_8) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_17:3 = "aten.split_with_sizes"(%view_20) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_33 = "aten.add"(%split_with_sizes_17#0, %split_with_sizes_16#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_16 = "aten.sigmoid"(%add_33) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_34 = "aten.add"(%split_with_sizes_17#1, %split_with_sizes_16#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_17 = "aten.sigmoid"(%add_34) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_16 = "aten.mul"(%split_with_sizes_17#2, %sigmoid_16) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_35 = "aten.add"(%split_with_sizes_16#2, %mul_16) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_8 = "aten.tanh"(%add_35) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_8 = "aten.sub"(%add_32, %tanh_8) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_17 = "aten.mul"(%sub_8, %sigmoid_17) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_36 = "aten.add"(%mul_17, %tanh_8) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_18:3 = "aten.split_with_sizes"(%squeeze_10) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_21 = "aten.view"(%add_36) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_11 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_9 = "aten.addmm"(%p_cells_bias_hh_l0, %view_21, %permute_11) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_22 = "aten.view"(%addmm_9) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_19:3 = "aten.split_with_sizes"(%view_22) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_37 = "aten.add"(%split_with_sizes_19#0, %split_with_sizes_18#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_18 = "aten.sigmoid"(%add_37) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_38 = "aten.add"(%split_with_sizes_19#1, %split_with_sizes_18#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_19 = "aten.sigmoid"(%add_38) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_18 = "aten.mul"(%split_with_sizes_19#2, %sigmoid_18) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_39 = "aten.add"(%split_with_sizes_18#2, %mul_18) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_9 = "aten.tanh"(%add_39) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_9 = "aten.sub"(%add_36, %tanh_9) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_19 = "aten.mul"(%sub_9, %sigmoid_19) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_40 = "aten.add"(%mul_19, %tanh_9) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_20:3 = "aten.split_with_sizes"(%squeeze_11) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_23 = "aten.view"(%add_40) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_12 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_10 = "aten.addmm"(%p_cells_bias_hh_l0, %view_23, %permute_12) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_24 = "aten.view"(%addmm_10) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_21:3 = "aten.split_with_sizes"(%view_24) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_41 = "aten.add"(%split_with_sizes_21#0, %split_with_sizes_20#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_20 = "aten.sigmoid"(%add_41) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_42 = "aten.add"(%split_with_sizes_21#1, %split_with_sizes_20#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_21 = "aten.sigmoid"(%add_42) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_20 = "aten.mul"(%split_with_sizes_21#2, %sigmoid_20) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_43 = "aten.add"(%split_with_sizes_20#2, %mul_20) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_10 = "aten.tanh"(%add_43) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_10 = "aten.sub"(%add_40, %tanh_10) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_21 = "aten.mul"(%sub_10, %sigmoid_21) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_44 = "aten.add"(%mul_21, %tanh_10) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_22:3 = "aten.split_with_sizes"(%squeeze_12) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_25 = "aten.view"(%add_44) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_13 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_11 = "aten.addmm"(%p_cells_bias_hh_l0, %view_25, %permute_13) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_26 = "aten.view"(%addmm_11) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_23:3 = "aten.split_with_sizes"(%view_26) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_45 = "aten.add"(%split_with_sizes_23#0, %split_with_sizes_22#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_22 = "aten.sigmoid"(%add_45) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_46 = "aten.add"(%split_with_sizes_23#1, %split_with_sizes_22#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_23 = "aten.sigmoid"(%add_46) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_22 = "aten.mul"(%split_with_sizes_23#2, %sigmoid_22) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_47 = "aten.add"(%split_with_sizes_22#2, %mul_22) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_11 = "aten.tanh"(%add_47) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_11 = "aten.sub"(%add_44, %tanh_11) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_23 = "aten.mul"(%sub_11, %sigmoid_23) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_48 = "aten.add"(%mul_23, %tanh_11) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_24:3 = "aten.split_with_sizes"(%squeeze_13) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_27 = "aten.view"(%add_48) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_14 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_12 = "aten.addmm"(%p_cells_bias_hh_l0, %view_27, %permute_14) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_28 = "aten.view"(%addmm_12) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_25:3 = "aten.split_with_sizes"(%view_28) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_49 = "aten.add"(%split_with_sizes_25#0, %split_with_sizes_24#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_24 = "aten.sigmoid"(%add_49) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_50 = "aten.add"(%split_with_sizes_25#1, %split_with_sizes_24#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_25 = "aten.sigmoid"(%add_50) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_24 = "aten.mul"(%split_with_sizes_25#2, %sigmoid_24) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_51 = "aten.add"(%split_with_sizes_24#2, %mul_24) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_12 = "aten.tanh"(%add_51) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_12 = "aten.sub"(%add_48, %tanh_12) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_25 = "aten.mul"(%sub_12, %sigmoid_25) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_52 = "aten.add"(%mul_25, %tanh_12) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_26:3 = "aten.split_with_sizes"(%squeeze_14) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_29 = "aten.view"(%add_52) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_15 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_13 = "aten.addmm"(%p_cells_bias_hh_l0, %view_29, %permute_15) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_30 = "aten.view"(%addmm_13) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_27:3 = "aten.split_with_sizes"(%view_30) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_53 = "aten.add"(%split_with_sizes_27#0, %split_with_sizes_26#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_26 = "aten.sigmoid"(%add_53) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_54 = "aten.add"(%split_with_sizes_27#1, %split_with_sizes_26#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_27 = "aten.sigmoid"(%add_54) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_26 = "aten.mul"(%split_with_sizes_27#2, %sigmoid_26) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_55 = "aten.add"(%split_with_sizes_26#2, %mul_26) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_13 = "aten.tanh"(%add_55) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_13 = "aten.sub"(%add_52, %tanh_13) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_27 = "aten.mul"(%sub_13, %sigmoid_27) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_56 = "aten.add"(%mul_27, %tanh_13) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_28:3 = "aten.split_with_sizes"(%squeeze_15) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_31 = "aten.view"(%add_56) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_16 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_14 = "aten.addmm"(%p_cells_bias_hh_l0, %view_31, %permute_16) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_32 = "aten.view"(%addmm_14) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_29:3 = "aten.split_with_sizes"(%view_32) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_57 = "aten.add"(%split_with_sizes_29#0, %split_with_sizes_28#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_28 = "aten.sigmoid"(%add_57) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_58 = "aten.add"(%split_with_sizes_29#1, %split_with_sizes_28#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_29 = "aten.sigmoid"(%add_58) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_28 = "aten.mul"(%split_with_sizes_29#2, %sigmoid_28) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_59 = "aten.add"(%split_with_sizes_28#2, %mul_28) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_14 = "aten.tanh"(%add_59) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_14 = "aten.sub"(%add_56, %tanh_14) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_29 = "aten.mul"(%sub_14, %sigmoid_29) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_60 = "aten.add"(%mul_29, %tanh_14) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %split_with_sizes_30:3 = "aten.split_with_sizes"(%squeeze_16) {dim = 1} : (tensor<2x18xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
  %view_33 = "aten.view"(%add_60) : (tensor<1x2x6xf32>) -> tensor<2x6xf32>
  %permute_17 = "aten.permute"(%p_cells_weight_hh_l0) {dims = [1, 0]} : (tensor<18x6xf32>) -> tensor<6x18xf32>
  %addmm_15 = "aten.addmm"(%p_cells_bias_hh_l0, %view_33, %permute_17) : (tensor<18xf32>, tensor<2x6xf32>, tensor<6x18xf32>) -> tensor<2x18xf32>
  %view_34 = "aten.view"(%addmm_15) : (tensor<2x18xf32>) -> tensor<1x2x18xf32>
  %split_with_sizes_31:3 = "aten.split_with_sizes"(%view_34) {dim = 2} : (tensor<1x2x18xf32>) -> (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>)
  %add_61 = "aten.add"(%split_with_sizes_31#0, %split_with_sizes_30#0) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_30 = "aten.sigmoid"(%add_61) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_62 = "aten.add"(%split_with_sizes_31#1, %split_with_sizes_30#1) : (tensor<1x2x6xf32>, tensor<2x6xf32>) -> tensor<1x2x6xf32>
  %sigmoid_31 = "aten.sigmoid"(%add_62) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_30 = "aten.mul"(%split_with_sizes_31#2, %sigmoid_30) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_63 = "aten.add"(%split_with_sizes_30#2, %mul_30) : (tensor<2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %tanh_15 = "aten.tanh"(%add_63) : (tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %sub_15 = "aten.sub"(%add_60, %tanh_15) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %mul_31 = "aten.mul"(%sub_15, %sigmoid_31) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %add_64 = "aten.add"(%mul_31, %tanh_15) : (tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<1x2x6xf32>
  %cat = "aten.cat"(%add_4, %add_8, %add_12, %add_16, %add_20, %add_24, %add_28, %add_32, %add_36, %add_40, %add_44, %add_48, %add_52, %add_56, %add_60, %add_64) {dim = 0} : (tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>, tensor<1x2x6xf32>) -> tensor<16x2x6xf32>
  %permute_18 = "aten.permute"(%cat) {dims = [1, 0, 2]} : (tensor<16x2x6xf32>) -> tensor<2x16x6xf32>
  %permute_19 = "aten.permute"(%p_head_weight) {dims = [1, 0]} : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %expand_2 = "aten.expand"(%permute_18) : (tensor<2x16x6xf32>) -> tensor<2x16x6xf32>
  %view_36 = "aten.view"(%expand_2) : (tensor<2x16x6xf32>) -> tensor<2x16x6xf32>
  %expand_3 = "aten.expand"(%permute_19) : (tensor<6x4xf32>) -> tensor<2x6x4xf32>
  %view_37 = "aten.view"(%expand_3) : (tensor<2x6x4xf32>) -> tensor<2x6x4xf32>
  %bmm_1 = "aten.bmm"(%view_36, %view_37) : (tensor<2x16x6xf32>, tensor<2x6x4xf32>) -> tensor<2x16x4xf32>
  %view_38 = "aten.view"(%bmm_1) : (tensor<2x16x4xf32>) -> tensor<2x16x4xf32>
  %add_65 = "aten.add"(%view_38, %p_head_bias) : (tensor<2x16x4xf32>, tensor<4xf32>) -> tensor<2x16x4xf32>
  return %add_65 : tensor<2x16x4xf32>
}

// -----

// model_7_dwconv_batchnorm_linear: 2 permutes, 3 views
func.func @model_7_dwconv_batchnorm_linear(%p_conv_weight: tensor<8x1x3xf32> {layout.constant}, %p_norm_weight: tensor<8xf32> {layout.constant}, %p_norm_bias: tensor<8xf32> {layout.constant}, %p_heads_0_weight: tensor<4x8xf32> {layout.constant}, %p_heads_0_bias: tensor<4xf32> {layout.constant}, %b_norm_running_mean: tensor<8xf32> {layout.constant}, %b_norm_running_var: tensor<8xf32> {layout.constant}, %inputs_0: tensor<2x8x64xf32>) -> (tensor<2x64x4xf32>) {
  %convolution = "aten.convolution"(%inputs_0, %p_conv_weight) : (tensor<2x8x64xf32>, tensor<8x1x3xf32>) -> tensor<2x8x64xf32>
  %_native_batch_norm_legit_no_training = "aten._native_batch_norm_legit_no_training"(%convolution, %p_norm_weight, %p_norm_bias, %b_norm_running_mean, %b_norm_running_var) : (tensor<2x8x64xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x64xf32>
  %permute = "aten.permute"(%_native_batch_norm_legit_no_training#0) {dims = [0, 2, 1]} : (tensor<2x8x64xf32>) -> tensor<2x64x8xf32>
  %permute_1 = "aten.permute"(%p_heads_0_weight) {dims = [1, 0]} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %expand = "aten.expand"(%permute) : (tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  %view = "aten.view"(%expand) : (tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  %expand_1 = "aten.expand"(%permute_1) : (tensor<8x4xf32>) -> tensor<2x8x4xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<2x64x8xf32>, tensor<2x8x4xf32>) -> tensor<2x64x4xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<2x64x4xf32>) -> tensor<2x64x4xf32>
  %add = "aten.add"(%view_2, %p_heads_0_bias) : (tensor<2x64x4xf32>, tensor<4xf32>) -> tensor<2x64x4xf32>
  return %add : tensor<2x64x4xf32>
}

// -----

// model_8_conv_batchnorm_maxpool_residual: 0 permutes, 0 views
func.func @model_8_conv_batchnorm_maxpool_residual(%p_conv_weight: tensor<8x8x3x3xf32> {layout.constant}, %p_conv_bias: tensor<8xf32> {layout.constant}, %p_norm_weight: tensor<8xf32> {layout.constant}, %p_norm_bias: tensor<8xf32> {layout.constant}, %b_norm_running_mean: tensor<8xf32> {layout.constant}, %b_norm_running_var: tensor<8xf32> {layout.constant}, %inputs_0: tensor<1x8x16x16xf32>) -> (tensor<1x8x8x8xf32>) {
  %convolution = "aten.convolution"(%inputs_0, %p_conv_weight, %p_conv_bias) : (tensor<1x8x16x16xf32>, tensor<8x8x3x3xf32>, tensor<8xf32>) -> tensor<1x8x16x16xf32>
  %_native_batch_norm_legit_no_training = "aten._native_batch_norm_legit_no_training"(%convolution, %p_norm_weight, %p_norm_bias, %b_norm_running_mean, %b_norm_running_var) : (tensor<1x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x16x16xf32>
  %max_pool2d_with_indices:2 = "aten.max_pool2d_with_indices"(%_native_batch_norm_legit_no_training#0) : (tensor<1x8x16x16xf32>) -> (tensor<1x8x8x8xf32>, tensor<1x8x8x8xi64>)
  %max_pool2d_with_indices_1:2 = "aten.max_pool2d_with_indices"(%inputs_0) : (tensor<1x8x16x16xf32>) -> (tensor<1x8x8x8xf32>, tensor<1x8x8x8xi64>)
  %add = "aten.add"(%max_pool2d_with_indices#0, %max_pool2d_with_indices_1#0) : (tensor<1x8x8x8xf32>, tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %add : tensor<1x8x8x8xf32>
}

// -----

// model_9_dilated_conv_batchnorm_avgpool_residual: 0 permutes, 0 views
func.func @model_9_dilated_conv_batchnorm_avgpool_residual(%p_conv_weight: tensor<8x8x3x3xf32> {layout.constant}, %p_conv_bias: tensor<8xf32> {layout.constant}, %p_norm_weight: tensor<8xf32> {layout.constant}, %p_norm_bias: tensor<8xf32> {layout.constant}, %b_norm_running_mean: tensor<8xf32> {layout.constant}, %b_norm_running_var: tensor<8xf32> {layout.constant}, %inputs_0: tensor<1x8x16x16xf32>) -> (tensor<1x8x8x8xf32>) {
  %convolution = "aten.convolution"(%inputs_0, %p_conv_weight, %p_conv_bias) : (tensor<1x8x16x16xf32>, tensor<8x8x3x3xf32>, tensor<8xf32>) -> tensor<1x8x16x16xf32>
  %_native_batch_norm_legit_no_training = "aten._native_batch_norm_legit_no_training"(%convolution, %p_norm_weight, %p_norm_bias, %b_norm_running_mean, %b_norm_running_var) : (tensor<1x8x16x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x8x16x16xf32>
  %avg_pool2d = "aten.avg_pool2d"(%_native_batch_norm_legit_no_training#0) : (tensor<1x8x16x16xf32>) -> tensor<1x8x8x8xf32>
  %avg_pool2d_1 = "aten.avg_pool2d"(%inputs_0) : (tensor<1x8x16x16xf32>) -> tensor<1x8x8x8xf32>
  %add = "aten.add"(%avg_pool2d, %avg_pool2d_1) : (tensor<1x8x8x8xf32>, tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %add : tensor<1x8x8x8xf32>
}

// -----

// model_10_dwconv_batchnorm_linear_cat: 3 permutes, 6 views
func.func @model_10_dwconv_batchnorm_linear_cat(%p_conv_weight: tensor<8x1x3xf32> {layout.constant}, %p_norm_weight: tensor<8xf32> {layout.constant}, %p_norm_bias: tensor<8xf32> {layout.constant}, %p_heads_0_weight: tensor<4x8xf32> {layout.constant}, %p_heads_0_bias: tensor<4xf32> {layout.constant}, %p_heads_1_weight: tensor<4x8xf32> {layout.constant}, %p_heads_1_bias: tensor<4xf32> {layout.constant}, %b_norm_running_mean: tensor<8xf32> {layout.constant}, %b_norm_running_var: tensor<8xf32> {layout.constant}, %inputs_0: tensor<2x8x64xf32>) -> (tensor<2x64x8xf32>) {
  %convolution = "aten.convolution"(%inputs_0, %p_conv_weight) : (tensor<2x8x64xf32>, tensor<8x1x3xf32>) -> tensor<2x8x64xf32>
  %_native_batch_norm_legit_no_training = "aten._native_batch_norm_legit_no_training"(%convolution, %p_norm_weight, %p_norm_bias, %b_norm_running_mean, %b_norm_running_var) : (tensor<2x8x64xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<2x8x64xf32>
  %permute = "aten.permute"(%_native_batch_norm_legit_no_training#0) {dims = [0, 2, 1]} : (tensor<2x8x64xf32>) -> tensor<2x64x8xf32>
  %permute_1 = "aten.permute"(%p_heads_0_weight) {dims = [1, 0]} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %expand = "aten.expand"(%permute) : (tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  %view = "aten.view"(%expand) : (tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  %expand_1 = "aten.expand"(%permute_1) : (tensor<8x4xf32>) -> tensor<2x8x4xf32>
  %view_1 = "aten.view"(%expand_1) : (tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %bmm = "aten.bmm"(%view, %view_1) : (tensor<2x64x8xf32>, tensor<2x8x4xf32>) -> tensor<2x64x4xf32>
  %view_2 = "aten.view"(%bmm) : (tensor<2x64x4xf32>) -> tensor<2x64x4xf32>
  %add = "aten.add"(%view_2, %p_heads_0_bias) : (tensor<2x64x4xf32>, tensor<4xf32>) -> tensor<2x64x4xf32>
  %permute_2 = "aten.permute"(%p_heads_1_weight) {dims = [1, 0]} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %expand_2 = "aten.expand"(%permute) : (tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  %view_3 = "aten.view"(%expand_2) : (tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  %expand_3 = "aten.expand"(%permute_2) : (tensor<8x4xf32>) -> tensor<2x8x4xf32>
  %view_4 = "aten.view"(%expand_3) : (tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  %bmm_1 = "aten.bmm"(%view_3, %view_4) : (tensor<2x64x8xf32>, tensor<2x8x4xf32>) -> tensor<2x64x4xf32>
  %view_5 = "aten.view"(%bmm_1) : (tensor<2x64x4xf32>) -> tensor<2x64x4xf32>
  %add_1 = "aten.add"(%view_5, %p_heads_1_bias) : (tensor<2x64x4xf32>, tensor<4xf32>) -> tensor<2x64x4xf32>
  %cat = "aten.cat"(%add, %add_1) {dim = 2} : (tensor<2x64x4xf32>, tensor<2x64x4xf32>) -> tensor<2x64x8xf32>
  return %cat : tensor<2x64x8xf32>
}

// -----

// permute_silu_permute: 2 permutes, 0 views
func.func @permute_silu_permute(%inputs_0: tensor<1x2x3x4xf32>) -> (tensor<1x2x3x4xf32>) {
  %permute = "aten.permute"(%inputs_0) {dims = [0, 2, 3, 1]} : (tensor<1x2x3x4xf32>) -> tensor<1x3x4x2xf32>
  %sigmoid = "aten.sigmoid"(%permute) : (tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32>
  %mul = "aten.mul"(%permute, %sigmoid) : (tensor<1x3x4x2xf32>, tensor<1x3x4x2xf32>) -> tensor<1x3x4x2xf32>
  %permute_1 = "aten.permute"(%mul) {dims = [0, 3, 1, 2]} : (tensor<1x3x4x2xf32>) -> tensor<1x2x3x4xf32>
  return %permute_1 : tensor<1x2x3x4xf32>
}
