/* PTX to machine code, by the linker in the driver. */
#ifndef RIDGELINE_LINK_H
#define RIDGELINE_LINK_H

#include <cuda.h>

enum { RIDGELINE_LOG_BYTES = 16384 };

typedef struct ridgeline_linked {
  CUresult code;
  const char *call; /* that gave the code */
  void *cubin;      /* machine code, for free(); NULL where there is none */
  size_t cubin_bytes;
  char info[RIDGELINE_LOG_BYTES], error[RIDGELINE_LOG_BYTES]; /* what the compiler said */
} ridgeline_linked;

/* Compiles PTX, which ends in a NUL that bytes counts, for the context that is
 * current. */
void ridgeline_link(char *ptx, size_t bytes, const char *name, ridgeline_linked *linked);

#endif
