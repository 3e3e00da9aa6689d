#include "link.h"

#include <stdint.h>
#include <string.h>

static int failed(ridgeline_linked *linked, CUresult code, const char *call) {
  linked->code = code;
  linked->call = call;
  return code != CUDA_SUCCESS;
}

/* The machine code is the linker's until it is destroyed. */
static void keep(ridgeline_linked *linked, const void *cubin, size_t bytes) {
  linked->cubin = malloc(bytes);
  if (!linked->cubin) {
    failed(linked, CUDA_ERROR_OUT_OF_MEMORY, "malloc");
    return;
  }
  memcpy(linked->cubin, cubin, bytes);
  linked->cubin_bytes = bytes;
}

void ridgeline_link(char *ptx, size_t bytes, const char *name, ridgeline_linked *linked) {
  memset(linked, 0, sizeof *linked);
  CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_LOG_VERBOSE};
  /* A number is passed in the place of a pointer, as the API wants it. The last
   * byte of each log stays NUL. */
  void *values[] = {linked->info, (void *)(uintptr_t)(RIDGELINE_LOG_BYTES - 1), linked->error,
                    (void *)(uintptr_t)(RIDGELINE_LOG_BYTES - 1), (void *)(uintptr_t)1};
  CUlinkState state = NULL;
  void *cubin = NULL;
  size_t cubin_bytes = 0;
  if (failed(linked, cuLinkCreate(sizeof options / sizeof *options, options, values, &state), "cuLinkCreate")) return;
  if (!failed(linked, cuLinkAddData(state, CU_JIT_INPUT_PTX, ptx, bytes, name, 0, NULL, NULL), "cuLinkAddData") &&
      !failed(linked, cuLinkComplete(state, &cubin, &cubin_bytes), "cuLinkComplete"))
    keep(linked, cubin, cubin_bytes);
  cuLinkDestroy(state);
}
