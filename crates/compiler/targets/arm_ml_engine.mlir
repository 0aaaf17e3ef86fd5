// ARM's engines for machine learning behind VK_ARM_data_graph, which execute TOSA 1.0: section "Operators" of the TOSA
// specification, and ARM's emulation layers. TOSA has one layout for each tensor, row major: convolutions, pools and resizes
// have the dims N, H, W, C. So these ops and matrix products fix the layouts, and all ops that TOSA defines for each element
// or for a dim that an attribute names keep the layouts of their operands. `--emit=tosa` writes what `assign-layouts`
// chooses as shapes. The rules are by kind, so networks of ONNX have the layouts that the engines need, too.
#conv = [#layout.choice<(NHWC, OYXI, any...) -> NHWC>, #layout.choice<(NDHWC, NDHWC, any...) -> NDHWC>]
#image = [#layout.choice<(NHWC, any...) -> (NHWC, any...)>, #layout.choice<(NDHWC, any...) -> (NDHWC, any...)>]
#row_major = [#layout.choice<(row_major...) -> row_major...>]
// The parameters of a rescale can have one value for each index of the last dim.
#rescale = [#layout.choice<(row_major, any...) -> row_major, when = [attr(per_channel) == true]>,
            #layout.choice<(same, any...) -> same, when = [attr(per_channel) != true]>]
#quantize = [#layout.choice<(same, any...) -> (same, any...)>]
#elementwise = [#layout.choice<same>]
// The operands after the first are shapes and fill values, which name dims or have one element.
#by_dim = [#layout.choice<(same, any...) -> same>]
#reduction = [#layout.choice<(same, any...) -> (same, any...)>, #layout.choice<(row_major, any...) -> row_major>]

layout.target @arm_ml_engine {
  summary = "ARM's engines for TOSA graphs, by the limits of TOSA's level 8K",
  limits = {
    maxTensorDimensionCount = 6 : i64,                          // MAX_RANK of the level, and the emulation layer's own
    maxTensorElements = 2147483647 : i64,                       // below 2^MAX_LOG2_SIZE of the level
    maxPerDimensionTensorElements = 2147483647 : i64,           // the same
    maxTensorStride = 9223372036854775807 : i64,                // no known bound
    maxTensorSize = 9223372036854775807 : i64                   // no known bound
  },
  // The features of the emulation layers VK_LAYER_ML_Tensor_Emulation and VK_LAYER_ML_Graph_Emulation.
  features = {
    tensorNonPacked = true,
    shaderTensorAccess = true,
    shaderStorageTensorArrayDynamicIndexing = true,
    shaderStorageTensorArrayNonUniformIndexing = false,
    descriptorBindingStorageTensorUpdateAfterBind = false,
    tensors = true,
    dataGraph = true,
    dataGraphShaderModule = true
  },
  // The formats of the emulation layer. Shaders access no bf16 and fp8.
  formats = [
    {
      format = ["VK_FORMAT_R8_UNORM",
                "VK_FORMAT_R8_SNORM",
                "VK_FORMAT_R8_USCALED",
                "VK_FORMAT_R8_SSCALED",
                "VK_FORMAT_R8_UINT",
                "VK_FORMAT_R8_SINT",
                "VK_FORMAT_R16_UNORM",
                "VK_FORMAT_R16_SNORM",
                "VK_FORMAT_R16_USCALED",
                "VK_FORMAT_R16_SSCALED",
                "VK_FORMAT_R16_UINT",
                "VK_FORMAT_R16_SINT",
                "VK_FORMAT_R16_SFLOAT",
                "VK_FORMAT_R32_UINT",
                "VK_FORMAT_R32_SINT",
                "VK_FORMAT_R32_SFLOAT",
                "VK_FORMAT_R64_UINT",
                "VK_FORMAT_R64_SINT",
                "VK_FORMAT_R64_SFLOAT",
                "VK_FORMAT_R8_BOOL_ARM"],
      tiling = ["OPTIMAL", "LINEAR"],
      usage = ["SHADER", "TRANSFER_SRC", "TRANSFER_DST", "DATA_GRAPH"]
    },
    {
      format = ["VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM",
                "VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM",
                "VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM"],
      tiling = ["OPTIMAL", "LINEAR"],
      usage = ["TRANSFER_SRC", "TRANSFER_DST", "DATA_GRAPH"]
    }
  ]
} {
  layout.rule kind = convolution #conv
  layout.rule kind = pool #image
  layout.rule kind = resize #image
  layout.rule kind = matmul #row_major
  layout.rule kind = elementwise #elementwise inplace = [0, 1, 2]
  layout.rule kind = reduction #reduction
  layout.rule kind = quantize #quantize
  layout.rule kind = dequantize #quantize
  layout.rule "tosa.rescale" #rescale

  // The filters of these are row major, with the dims H, W, C, M and O, H, W, I.
  layout.rule "tosa.depthwise_conv2d" #row_major
  layout.rule "tosa.transpose_conv2d" #row_major

  // The padding, the axis and the multiples are by dim.
  layout.rule "tosa.pad" #by_dim
  layout.rule "tosa.reverse" #by_dim
  layout.rule "tosa.tile" #by_dim

  layout.rule "*" #row_major
}
