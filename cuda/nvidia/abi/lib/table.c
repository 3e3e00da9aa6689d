/* The archive libcuda.a: each function of the driver API as a jump through a
 * table, which stays empty until a driver is opened. So a program that is
 * linked to it starts on every host. */
#define _GNU_SOURCE
#include "ridgeline_abi.h"

#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static enum ridgeline_provenance provenance = RIDGELINE_ABI_CLOSED;
static ridgeline_lookup filled_by;
static size_t (*answer_of)(const char *question, char *answer, size_t room);

/* What an empty slot answers: before a driver is opened that it is not there
 * yet, after that that this driver is too old to have it. */
static CUresult missing(void) {
  return provenance == RIDGELINE_ABI_CLOSED ? CUDA_ERROR_NOT_INITIALIZED : CUDA_ERROR_NOT_SUPPORTED;
}

#define RIDGELINE_DECLARE(name, parameters, arguments) static CUresult(*slot_##name) parameters;
#include "cuda_functions.h"
#undef RIDGELINE_DECLARE

/* cu calls cuInit before main and ends the process unless it succeeds. The
 * real one is called when a driver is opened. */
static CUresult no_driver_yet(unsigned int flags) {
  (void)flags;
  return CUDA_SUCCESS;
}
static CUresult (*slot_cuInit)(unsigned int) = no_driver_yet;

#define RIDGELINE_DECLARE(name, parameters, arguments) \
  CUresult name parameters { return slot_##name ? slot_##name arguments : missing(); }
#include "cuda_functions.h"
#undef RIDGELINE_DECLARE

/* The names as the driver exports them: the macros of cuda.h stand for those. */
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define RIDGELINE_DECLARE(name, parameters, arguments) *(void **)&slot_##name = lookup(TEXT(name));
static void fill(ridgeline_lookup lookup) {
#include "cuda_functions.h"
  if (!slot_cuInit) slot_cuInit = no_driver_yet;
}
#undef RIDGELINE_DECLARE

static void *library;
static char *library_path;

static void *in_library(const char *name) { return dlsym(library, name); }

int ridgeline_abi_open(const char *path, char *why, size_t room) {
  if (library_path && strcmp(path, library_path) == 0) return 0;
  if (provenance != RIDGELINE_ABI_CLOSED) {
    snprintf(why, room, "another driver has been opened already");
    return 1;
  }
  void *opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!opened) {
    const char *reason = dlerror();
    snprintf(why, room, "%s", reason ? reason : "the loader gives no reason");
    return 1;
  }
  if (!dlsym(opened, "cuInit")) {
    snprintf(why, room, "%s: it has no cuInit, so that it is no CUDA driver", path);
    dlclose(opened);
    return 1;
  }
  library = opened;
  library_path = strdup(path);
  fill(in_library);
  filled_by = in_library;
  provenance = dlsym(library, "ridgeline_fake_driver") ? RIDGELINE_ABI_SIMULATED : RIDGELINE_ABI_MEASURED;
  if (provenance == RIDGELINE_ABI_SIMULATED) *(void **)&answer_of = dlsym(library, "ridgeline_fake_answer");
  return 0;
}

void ridgeline_abi_fill(ridgeline_lookup lookup) {
  fill(lookup);
  filled_by = lookup;
  provenance = RIDGELINE_ABI_SIMULATED;
  *(void **)&answer_of = lookup("ridgeline_fake_answer");
}

enum ridgeline_provenance ridgeline_abi_provenance(void) { return provenance; }

void *ridgeline_abi_find(const char *name) { return filled_by ? filled_by(name) : NULL; }

size_t ridgeline_abi_ask(const char *question, char *answer, size_t room) {
  return answer_of ? answer_of(question, answer, room) : 0;
}
