// From requirements to strides and to the description of a Vulkan tensor.

#include <iostream>
#include <layoutc.hpp>

int main() {
  const char *source = "layout.tensor @image : tensor<1x3x224x224xf16, {order = #layout.order<NHWC>, "
                       "reqs = #layout.reqs<m2: aligned<64 bytes>>}>";
  layoutc::Result<layoutc::Module> module = layoutc::Module::parse(source, "image.mlir");
  if (!module) {
    std::cerr << module.failure().message() << '\n';
    return 1;
  }
  if (const auto run = module->run("resolve-strides"); !run) {
    std::cerr << run.failure().message() << '\n';
    return 1;
  }

  // In elements, of the dims in logical order: N, C, H, W.
  const auto strides = module->layout("image").value().strides();
  std::cout << "strides";
  for (std::int64_t stride : strides.value()) {
    std::cout << ' ' << stride;
  }
  std::cout << '\n' << module->emit("vk-json", "emulation").value();
}
