// A target that states the usages of two formats.
layout.target @formats {
  features = {dataGraph, tensorControls},
  formats = [
    {format = ["VK_FORMAT_R8_SINT", "VK_FORMAT_R8_UINT"], tiling = ["LINEAR"], usage = ["SHADER", "TRANSFER_SRC"]},
    {format = ["VK_FORMAT_R8_SINT"], tiling = ["LINEAR", "OPTIMAL"], usage = ["TRANSFER_DST"]}
  ]
} {
}
