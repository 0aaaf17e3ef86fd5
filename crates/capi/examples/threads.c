/* Four threads that use one layout, and modules of their own. */

#include <layoutc.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 5 };

static layoutc_str text(const char *string) {
  layoutc_str result = {string, strlen(string)};
  return result;
}

static void *work(void *shared) {
  const layoutc_layout *layout = shared;
  size_t faults = 0;
  for (int64_t round = 0; round < ROUNDS; round++) {
    for (int64_t row = 0; row < 4; row++) {
      int64_t index[2] = {row, round % 8}, offset = -1;
      faults += layoutc_layout_offset(layout, index, 2, &offset) != LAYOUTC_STATUS_OK;
      faults += offset != row * 8 + round % 8;
    }
    int64_t shape[2] = {4, 5}, strides[2] = {0, 0};
    faults += layoutc_solve(shape, 2, text("NC"), text("m0: aligned<32 bytes>"), 32, strides, NULL) != LAYOUTC_STATUS_OK;
    faults += strides[0] != 8 || strides[1] != 1;
  }
  return (void *)faults;
}

int main(void) {
  layoutc_layout *layout = NULL;
  if (layoutc_layout_read(text("cute:(4,8):(8,1)"), &layout, NULL) != LAYOUTC_STATUS_OK) {
    return 1;
  }
  pthread_t threads[THREADS];
  size_t faults = 0;
  for (int at = 0; at < THREADS; at++) {
    if (pthread_create(&threads[at], NULL, work, layout) != 0) {
      return 1;
    }
  }
  for (int at = 0; at < THREADS; at++) {
    void *found = NULL;
    pthread_join(threads[at], &found);
    faults += (size_t)found;
  }
  layoutc_layout_free(layout);
  printf("%zu faults in %d threads\n", faults, THREADS);
  return faults != 0;
}
