// RUN: not layoutc %s --diagnostics=short 2>&1 | FileCheck %s

layout.target @t {
  // CHECK: [[#@LINE+1]]:{{.*}}error[L0108]: `as` must name an op with its dialect, but is "Conv"
  layout.rule "a.x" [#layout.choice<same, as = "Conv">]
  // CHECK: [[#@LINE+1]]:{{.*}}error[L0108]: attribute `k` of `as` must be `unit`, a boolean, an integer, a string, or a list of these
  layout.rule "a.y" [#layout.choice<same, as = "b.Conv" {k = 1.0 : f32}>]
}
