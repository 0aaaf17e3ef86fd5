/* Every function of layoutc.h, in C and as C++: a success and a failure of each. Prints each check that fails. */

#include <layoutc.h>
#include <stdio.h>
#include <string.h>

static int checks = 0, faults = 0;

static void check(int holds, int line, const char *what) {
  checks++;
  if (!holds) {
    faults++;
    printf("line %d: %s\n", line, what);
  }
}

#define CHECK(it) check((it) ? 1 : 0, __LINE__, #it)

static layoutc_str text(const char *string) {
  layoutc_str result;
  result.data = string;
  result.size = strlen(string);
  return result;
}

static int is(layoutc_str found, const char *expected) {
  return found.size == strlen(expected) && memcmp(found.data, expected, found.size) == 0;
}

/* Checks that a call failed with one diagnostic of a code, and frees it. */
static void failed(layoutc_status status, layoutc_diagnostics *diagnostics, const char *code, int line) {
  layoutc_diagnostic first;
  check(status == LAYOUTC_STATUS_INVALID, line, "the status is `invalid`");
  check(layoutc_diagnostics_count(diagnostics) == 1, line, "one diagnostic");
  check(layoutc_diagnostics_get(diagnostics, 0, &first) == LAYOUTC_STATUS_OK && is(first.code, code), line, code);
  layoutc_diagnostics_free(diagnostics);
}

#define FAILED(call, code)                                                                                             \
  do {                                                                                                                 \
    layoutc_status status;                                                                                             \
    diagnostics = NULL;                                                                                                \
    status = (call);                                                                                                   \
    failed(status, diagnostics, (code), __LINE__);                                                                     \
  } while (0)
#define OK(call) CHECK((call) == LAYOUTC_STATUS_OK)
#define NONE(call) CHECK((call) == LAYOUTC_STATUS_NONE)
#define BAD(call) CHECK((call) == LAYOUTC_STATUS_BAD_ARGUMENT)

static void layouts(void) {
  layoutc_layout *rows = NULL, *same = NULL, *split = NULL;
  layoutc_diagnostics *diagnostics = NULL;
  layoutc_text *written = NULL;
  int64_t numbers[4] = {0, 0, 0, 0}, offset = 0;
  const int64_t index[2] = {1, 2}, outside[2] = {1, 9}, indices[6] = {1, 2, 1, 9, 0, 0};
  int64_t all[6] = {0, 0, 0, 0, 0, 0};
  bool equal = false;
  OK(layoutc_layout_read(text("torch:(2,3):(4,1):f16"), &rows, &diagnostics));
  OK(layoutc_layout_read(text("cute:(2,3):(4,1)"), &same, &diagnostics));
  OK(layoutc_layout_read(text("onednn:aBcd4b[1,6,2,2]"), &split, &diagnostics));
  FAILED(layoutc_layout_read(text("troch:(2):(1)"), &rows, &diagnostics), "L0313");
  BAD(layoutc_layout_read(text("cute:2:1"), NULL, NULL));

  OK(layoutc_layout_write(rows, text("cute"), &written, &diagnostics));
  CHECK(is(layoutc_text_bytes(written), "cute:(2,3):(4,1)"));
  CHECK(layoutc_text_bytes(NULL).size == 0);
  layoutc_text_free(written);
  layoutc_text_free(NULL);
  FAILED(layoutc_layout_write(split, text("vpux"), &written, &diagnostics), "L0604");

  CHECK(layoutc_layout_rank(rows) == 2);
  CHECK(layoutc_layout_rank(NULL) == 0);
  OK(layoutc_layout_shape(split, numbers, 4));
  CHECK(numbers[1] == 6 && numbers[3] == 2);
  BAD(layoutc_layout_shape(split, numbers, 3));
  OK(layoutc_layout_strides(rows, numbers, 2));
  CHECK(numbers[0] == 4 && numbers[1] == 1);
  NONE(layoutc_layout_strides(split, numbers, 4));
  OK(layoutc_layout_offset(rows, index, 2, &offset));
  CHECK(offset == 6);
  NONE(layoutc_layout_offset(rows, outside, 2, &offset));
  BAD(layoutc_layout_offset(rows, index, 1, &offset));
  OK(layoutc_layout_offsets(rows, all, 6));
  CHECK(all[0] == 0 && all[3] == 4 && all[5] == 6);
  BAD(layoutc_layout_offsets(rows, all, 5));
  BAD(layoutc_layout_offsets(rows, NULL, 6));
  OK(layoutc_layout_offsets_of(rows, indices, 3, all));
  CHECK(all[0] == 6 && all[1] == -1 && all[2] == 0);
  BAD(layoutc_layout_offsets_of(rows, NULL, 3, all));
  OK(layoutc_layout_index(rows, 6, numbers, 2));
  CHECK(numbers[0] == 1 && numbers[1] == 2);
  NONE(layoutc_layout_index(rows, 3, numbers, 2));
  OK(layoutc_layout_fact(rows, LAYOUTC_FACT_SIZE_BYTES, &offset));
  CHECK(offset == 16);
  NONE(layoutc_layout_fact(same, LAYOUTC_FACT_SIZE_BYTES, &offset));
  BAD(layoutc_layout_fact(rows, 99, &offset));
  OK(layoutc_layout_vector_widths(split, numbers, 4));
  CHECK(numbers[0] == 1 && numbers[1] == 2);
  BAD(layoutc_layout_vector_widths(split, NULL, 4));
  OK(layoutc_layout_equal(rows, same, &equal));
  CHECK(equal);
  OK(layoutc_layout_equal(rows, split, &equal));
  CHECK(!equal);
  BAD(layoutc_layout_equal(rows, NULL, &equal));
  layoutc_layout_free(rows);
  layoutc_layout_free(same);
  layoutc_layout_free(split);
  layoutc_layout_free(NULL);
}

static void modules(void) {
  static const char source[] = "layout.tensor @x : tensor<3x5xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>";
  layoutc_module *module = NULL, *none = NULL;
  layoutc_diagnostics *diagnostics = NULL;
  layoutc_layout *x = NULL;
  layoutc_text *written = NULL;
  layoutc_str note;
  int64_t strides[2] = {0, 0};
  OK(layoutc_module_parse(text(source), text("x.mlir"), &module, &diagnostics));
  diagnostics = NULL;
  CHECK(layoutc_module_parse(text("layout.tensr @x"), text("x.mlir"), &none, &diagnostics) == LAYOUTC_STATUS_INVALID);
  OK(layoutc_diagnostics_note(diagnostics, 0, 0, &note));
  CHECK(is(note, "did you mean `layout.tensor`?"));
  NONE(layoutc_diagnostics_note(diagnostics, 0, 9, &note));
  NONE(layoutc_diagnostics_get(diagnostics, 1, NULL));
  CHECK(layoutc_diagnostics_count(NULL) == 0);
  layoutc_diagnostics_free(diagnostics);
  layoutc_diagnostics_free(NULL);

  OK(layoutc_module_run(module, text("resolve-strides"), text(""), &diagnostics));
  FAILED(layoutc_module_run(module, text("resolve-stride"), text(""), &diagnostics), "L0601");
  OK(layoutc_module_emit(module, text("c"), text(""), &written, &diagnostics));
  layoutc_text_free(written);
  FAILED(layoutc_module_emit(module, text("c++"), text(""), &written, &diagnostics), "L0601");
  OK(layoutc_module_layout(module, text("x"), &x, &diagnostics));
  OK(layoutc_layout_strides(x, strides, 2));
  CHECK(strides[0] == 8 && strides[1] == 1);
  FAILED(layoutc_module_layout(module, text("@y"), &x, &diagnostics), "L0604");
  layoutc_layout_free(x);
  layoutc_module_free(module);
  layoutc_module_free(NULL);
}

static void conflicts(void) {
  const int64_t shape[2] = {3, 5};
  int64_t strides[2] = {0, 0};
  layoutc_diagnostics *diagnostics = NULL;
  layoutc_requirement requirement;
  layoutc_correction correction;
  layoutc_str position;
  OK(layoutc_solve(shape, 2, text("CN"), text("m0: aligned<8 bytes>"), 16, strides, &diagnostics));
  CHECK(strides[0] == 1 && strides[1] == 4);
  CHECK(layoutc_solve(shape, 2, text(""), text("m0: fixed<12 bytes>, m0: aligned<16 bytes>"), 16, strides, &diagnostics) ==
        LAYOUTC_STATUS_INVALID);
  OK(layoutc_diagnostics_requirement(diagnostics, 0, 0, &requirement));
  CHECK(is(requirement.text, "`m0: aligned<16 bytes>`") || is(requirement.text, "`m0: fixed<12 bytes>`"));
  NONE(layoutc_diagnostics_requirement(diagnostics, 0, 9, &requirement));
  OK(layoutc_diagnostics_position(diagnostics, 0, 0, 0, &position));
  NONE(layoutc_diagnostics_position(diagnostics, 0, 0, 9, &position));
  OK(layoutc_diagnostics_correction(diagnostics, 0, 0, &correction));
  CHECK(correction.rank == 2 && correction.strides[1] == 1);
  NONE(layoutc_diagnostics_correction(diagnostics, 0, 9, &correction));
  layoutc_diagnostics_free(diagnostics);
}

int main(void) {
  CHECK(layoutc_version().size >= 5);
  layouts();
  modules();
  conflicts();
  printf("%d checks, %d faults\n", checks, faults);
  return faults == 0 ? 0 : 1;
}
