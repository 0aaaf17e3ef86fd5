// The C++ wrapper: a module is compiled, and failures are exceptions or values.

#include <iostream>
#include <layoutc.hpp>

int main() {
  const char *source = "layout.tensor @x : tensor<1x3x8x8xf16, {order = #layout.order<NHWC>, "
                       "reqs = #layout.reqs<m2: aligned<8 bytes>>}>";
  layoutc::Module module = layoutc::Module::parse(source, "x.mlir").value();
  module.run("resolve-strides").value();
  layoutc::Layout x = module.layout("x").value();
  const auto strides = x.strides();
  std::cout << "strides";
  for (std::int64_t stride : strides.value()) {
    std::cout << ' ' << stride;
  }
  std::cout << "\noffset of [0, 2, 1, 1]: " << x.offset({0, 2, 1, 1}).value() << '\n';
  std::cout << "index out of range: " << (x.offset({0, 3, 0, 0}) ? "has an offset" : "has none") << '\n';

  const char *conflicting = "layout.tensor @y : tensor<4x5xf16, {reqs = #layout.reqs<m1: aligned<64 bytes>, "
                            "m1: fixed<12 bytes>>}>";
  layoutc::Module conflicts = layoutc::Module::parse(conflicting, "y.mlir").value();
  const auto run = conflicts.run("resolve-strides");
  const layoutc::Conflict conflict = run.failure().diagnostics.at(0).conflict.value();
  for (const layoutc::Correction &correction : conflict.corrections) {
    std::cout << "without " << conflict.core.at(correction.removed).text << ": " << correction.strides.at(0) << ' '
              << correction.strides.at(1) << '\n';
  }

  const auto unknown = layoutc::Layout::read("cuet:(4,8):(8,1)");
  std::cout << unknown.failure().message() << '\n';
  try {
    module.emit("vk-jsno").value();
  } catch (const layoutc::Error &error) {
    std::cout << error.what() << '\n';
  }
}
