// RUN: layoutc %s --emit=mlir --verify-diagnostics --split-input-file

// The usages of formats, and features that are on without a value.
layout.target @device {
  features = {tensorControls, tensorNonPacked = true},
  formats = [{format = ["VK_FORMAT_R8_SINT"], tiling = ["LINEAR", "OPTIMAL"], usage = ["SHADER", "TRANSFER_SRC"]},
             {format = ["VK_FORMAT_R16_SFLOAT"], tiling = ["BRICK_16_WIDE"], usage = []}]
} {
}

// -----

// expected-error @below {{`formats` of target `@device` is `"LINEAR"`, but must be an array such as `[{format = ["VK_FORMAT_R8_SINT"], tiling = ["LINEAR"], usage = ["SHADER"]}]`}}
layout.target @device {formats = "LINEAR"} {
}

// -----

// expected-error @below {{an entry of `formats` of target `@device` is `{format = ["VK_FORMAT_R8_SINT"], usage = []}`, but must be a dictionary such as}}
layout.target @device {formats = [{format = ["VK_FORMAT_R8_SINT"], usage = []}]} {
}

// -----

// expected-error @below {{`tiling` of target `@device` is `"LINEAR"`, but must be an array of names}}
layout.target @device {formats = [{format = ["VK_FORMAT_R8_SINT"], tiling = "LINEAR", usage = ["SHADER"]}]} {
}

// -----

// Every unknown name is reported.
// expected-error @below {{unknown format `"VK_FORMAT_R8_SIN"` in `formats` of target `@device`}}
// expected-note @below {{did you mean `"VK_FORMAT_R8_SINT"`?}}
// expected-error @below {{unknown tiling `1 : i64` in `formats` of target `@device`}}
// expected-error @below {{unknown usage `"SHADERS"` in `formats` of target `@device`}}
// expected-note @below {{did you mean `"SHADER"`?}}
layout.target @device {formats = [{format = ["VK_FORMAT_R8_SIN"], tiling = [1], usage = ["SHADERS"]}]} {
}

// -----

// expected-error @below {{`tensorControls` of target `@device` is `1 : i64`, but must be `true` or `false`}}
layout.target @device {features = {tensorControls = 1}} {
}
