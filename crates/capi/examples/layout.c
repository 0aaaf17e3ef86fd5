/* A layout in a notation: its facts, an offset, its inverse, and the same layout in another notation. */

#include <inttypes.h>
#include <layoutc.h>
#include <stdio.h>
#include <string.h>

static layoutc_str text(const char *string) {
  layoutc_str result = {string, strlen(string)};
  return result;
}

static int fail(layoutc_diagnostics *diagnostics) {
  layoutc_diagnostic one;
  for (size_t at = 0; layoutc_diagnostics_get(diagnostics, at, &one) == LAYOUTC_STATUS_OK; at++) {
    fprintf(stderr, "%.*s: %.*s\n", (int)one.code.size, one.code.data, (int)one.message.size, one.message.data);
  }
  layoutc_diagnostics_free(diagnostics);
  return 1;
}

int main(void) {
  layoutc_layout *layout = NULL;
  layoutc_diagnostics *diagnostics = NULL;
  if (layoutc_layout_read(text("trt:kCHW32[1,35,7,5]:f16"), &layout, &diagnostics) != LAYOUTC_STATUS_OK) {
    return fail(diagnostics);
  }
  int64_t size = 0;
  if (layoutc_layout_fact(layout, LAYOUTC_FACT_SIZE_BYTES, &size) == LAYOUTC_STATUS_OK) {
    printf("%" PRId64 " bytes\n", size);
  }
  int64_t index[4] = {0, 33, 6, 4}, offset = 0, back[4];
  if (layoutc_layout_offset(layout, index, 4, &offset) == LAYOUTC_STATUS_OK) {
    printf("offset of [0, 33, 6, 4]: %" PRId64 "\n", offset);
  }
  if (layoutc_layout_index(layout, offset, back, 4) == LAYOUTC_STATUS_OK) {
    printf("index of it: [%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "]\n", back[0], back[1], back[2], back[3]);
  }
  if (layoutc_layout_index(layout, offset + 2, back, 4) == LAYOUTC_STATUS_NONE) {
    printf("slot %" PRId64 " is padding\n", offset + 2);
  }
  layoutc_text *written = NULL;
  if (layoutc_layout_write(layout, text("tvm"), &written, &diagnostics) != LAYOUTC_STATUS_OK) {
    layoutc_layout_free(layout);
    return fail(diagnostics);
  }
  layoutc_str tvm = layoutc_text_bytes(written);
  printf("%.*s\n", (int)tvm.size, tvm.data);
  layoutc_text_free(written);
  layoutc_layout_free(layout);
  return 0;
}
