/* A module: its strides are resolved, its tensor is described to Vulkan, and a conflict is reported. */

#include <inttypes.h>
#include <layoutc.h>
#include <stdio.h>
#include <string.h>

static layoutc_str text(const char *string) {
  layoutc_str result = {string, strlen(string)};
  return result;
}

/* Prints the requirements of a conflict, and the strides after each correction; nothing for another diagnostic. */
static void print_conflict(const layoutc_diagnostics *diagnostics, size_t at) {
  layoutc_requirement requirement;
  for (size_t n = 0; layoutc_diagnostics_requirement(diagnostics, at, n, &requirement) == LAYOUTC_STATUS_OK; n++) {
    layoutc_str position = {NULL, 0};
    layoutc_diagnostics_position(diagnostics, at, n, 0, &position);
    printf("  core %zu: %.*s at %.*s\n", n, (int)requirement.text.size, requirement.text.data, (int)position.size,
           position.data);
  }
  layoutc_correction correction;
  for (size_t n = 0; layoutc_diagnostics_correction(diagnostics, at, n, &correction) == LAYOUTC_STATUS_OK; n++) {
    printf("  strides without %zu:", correction.removed);
    for (size_t dim = 0; dim < correction.rank; dim++) {
      printf(" %" PRId64, correction.strides[dim]);
    }
    printf("\n");
  }
}

static void print(layoutc_diagnostics *diagnostics) {
  layoutc_diagnostic one;
  for (size_t at = 0; layoutc_diagnostics_get(diagnostics, at, &one) == LAYOUTC_STATUS_OK; at++) {
    printf("%.*s:%u:%u: %.*s: %.*s\n", (int)one.path.size, one.path.data, one.line, one.column, (int)one.code.size,
           one.code.data, (int)one.message.size, one.message.data);
    for (size_t note = 0; note < one.notes; note++) {
      layoutc_str message;
      if (layoutc_diagnostics_note(diagnostics, at, note, &message) == LAYOUTC_STATUS_OK) {
        printf("  %.*s\n", (int)message.size, message.data);
      }
    }
    print_conflict(diagnostics, at);
  }
  layoutc_diagnostics_free(diagnostics);
}

/* Resolves the strides of `@x` and prints them. Returns the module, or NULL after its diagnostics. */
static layoutc_module *resolve(const char *source) {
  layoutc_module *module = NULL;
  layoutc_diagnostics *diagnostics = NULL;
  layoutc_layout *x = NULL;
  layoutc_str none = {NULL, 0};
  if (layoutc_module_parse(text(source), text("x.mlir"), &module, &diagnostics) != LAYOUTC_STATUS_OK ||
      layoutc_module_run(module, text("resolve-strides"), none, &diagnostics) != LAYOUTC_STATUS_OK ||
      layoutc_module_layout(module, text("x"), &x, &diagnostics) != LAYOUTC_STATUS_OK) {
    print(diagnostics);
    layoutc_module_free(module);
    return NULL;
  }
  int64_t strides[2];
  if (layoutc_layout_strides(x, strides, 2) == LAYOUTC_STATUS_OK) {
    printf("strides [%" PRId64 ", %" PRId64 "]\n", strides[0], strides[1]);
  }
  layoutc_layout_free(x);
  return module;
}

int main(void) {
  layoutc_module *module =
      resolve("layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>");
  layoutc_text *header = NULL;
  layoutc_diagnostics *diagnostics = NULL;
  if (module == NULL) {
    return 1;
  }
  if (layoutc_module_emit(module, text("vk-c"), text("emulation"), &header, &diagnostics) == LAYOUTC_STATUS_OK) {
    layoutc_str bytes = layoutc_text_bytes(header);
    printf("a header of %s bytes\n", bytes.size > 500 ? "more than 500" : "too few");
    layoutc_text_free(header);
  } else {
    print(diagnostics);
  }
  layoutc_module_free(module);
  resolve("layout.tensor @x : tensor<4x5xf16, {reqs = #layout.reqs<m1: aligned<64 bytes>, m1: fixed<12 bytes>>}>");
  return 0;
}
