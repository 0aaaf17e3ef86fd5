// The C++ wrapper: a module is compiled, and failures are exceptions or values.

#include <iostream>
#include <layoutc.hpp>

int main() {
  const char *source = "layout.tensor @x : tensor<1x3x8x8xf16, {order = #layout.order<NHWC>, "
                       "reqs = #layout.reqs<m2: aligned<8 bytes>>}>";
  layoutc::Module module = layoutc::Module::parse(source, "x.mlir").value();
  if (auto failure = module.run("resolve-strides")) {
    std::cerr << failure->message() << '\n';
    return 1;
  }
  layoutc::Layout x = module.layout("x").value();
  const auto strides = x.strides();
  std::cout << "strides";
  for (std::int64_t stride : strides.value()) {
    std::cout << ' ' << stride;
  }
  std::cout << "\noffset of [0, 2, 1, 1]: " << x.offset({0, 2, 1, 1}).value() << '\n';
  std::cout << "index out of range: " << (x.offset({0, 3, 0, 0}) ? "has an offset" : "has none") << '\n';

  const auto unknown = layoutc::Layout::read("cuet:(4,8):(8,1)");
  std::cout << unknown.failure().message() << '\n';
  try {
    module.emit("vk-jsno").value();
  } catch (const layoutc::Error &error) {
    std::cout << error.what() << '\n';
  }
}
