/* A library that stands in for the CUDA driver and says so. It runs no kernel.
 * What it answers is set by environment variables, RIDGELINE_FAKE_ and:
 *
 *   INIT CONTEXT LOAD ALLOC LAUNCH WAIT GRAPH   the code that these calls answer
 *   COUNT                                 how many devices there are (1)
 *   VERSION                               of CUDA, as 12040 (the default)
 *   MODE                                  the compute mode
 *   BUSY                                  how many queries find the stream at work
 *   CUBIN                                 a file that the linker gives as machine code
 *   DEVICES                               "0000:1b:00.0 UUID,…": address and 32 hex digits
 *
 * Built with OLD it lacks what CUDA 11.4 and newer brought. Every call checks
 * that its context is current on the calling thread. */
#include <cuda.h>
#include <stdio.h>
#include <string.h>

int ridgeline_fake_driver;

struct CUctx_st {
  int device;
};
struct CUmod_st {
  int unused;
};
struct CUfunc_st {
  int dynamic;
};
struct CUstream_st {
  CUcontext context;
  int capturing;
};
struct CUevent_st {
  double at; /* microseconds */
};
struct CUgraph_st {
  int nodes;
};
struct CUgraphExec_st {
  int nodes;
};
struct CUlinkState_st {
  size_t bytes;
  char *ptx;
};

static _Thread_local CUcontext current;
static _Atomic long open_handles, launches, graph_launches, strays;
static double clock_us; /* of the pretended device: a launch takes one */
static size_t argument_bytes;
static unsigned long long argument_sum;
static unsigned int last_cluster, last_shared;

static long setting(const char *name, long none) {
  char full[64];
  snprintf(full, sizeof full, "RIDGELINE_FAKE_%s", name);
  const char *text = getenv(full);
  return text && *text ? strtol(text, NULL, 0) : none;
}

static CUresult code(const char *name) { return (CUresult)setting(name, 0); }

/* What a launch meets is looked up once: its cost above the driver is measured. */
static CUresult launch_code, wait_code;
static _Atomic long busy;
__attribute__((constructor)) static void look_up(void) {
  launch_code = code("LAUNCH");
  wait_code = code("WAIT");
  busy = setting("BUSY", 0);
}

/* A call on a thread without a context is what this driver is there to find. */
static int stray(void) {
  if (current) return 0;
  strays++;
  return 1;
}

static void *make(size_t bytes) {
  open_handles++;
  return calloc(1, bytes);
}

static void drop(void *handle) {
  open_handles--;
  free(handle);
}

CUresult cuInit(unsigned int flags) {
  (void)flags;
  return code("INIT");
}
CUresult cuDriverGetVersion(int *version) {
  *version = (int)setting("VERSION", 12040);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int *count) {
  *count = (int)setting("COUNT", 1);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char *name, int len, CUdevice dev) {
  snprintf(name, (size_t)len, "Fake GPU %d / not real", dev);
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice dev) {
  (void)dev;
  *bytes = (size_t)1 << 30;
  return CUDA_SUCCESS;
}

/* The device's part of DEVICES: its address, and from there its UUID. */
static const char *described(CUdevice dev) {
  const char *text = getenv("RIDGELINE_FAKE_DEVICES");
  for (int i = 0; text && i < dev; i++) {
    text = strchr(text, ',');
    if (text) text++;
  }
  return text;
}

CUresult cuDeviceGetPCIBusId(char *id, int len, CUdevice dev) {
  const char *text = described(dev);
  snprintf(id, (size_t)len, "%.12s", text ? text : "0000:01:00.0");
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev) {
  const char *text = described(dev), *digits = text ? strchr(text, ' ') : NULL;
  memset(uuid, 0xaa, sizeof *uuid);
  for (int i = 0; digits && i < 16; i++) {
    unsigned int byte = 0;
    sscanf(digits + 1 + 2 * i, "%2x", &byte);
    uuid->bytes[i] = (char)byte;
  }
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attr, CUdevice dev) {
  (void)dev;
  switch (attr) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = 9; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = 0; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 4; break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = 32; break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: *value = 2048; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: *value = 32; break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = 1024; break;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: *value = 65536; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: *value = 233472; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: *value = 49152; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 232448; break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *value = 1 << 20; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1500000; break;
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: *value = 1000000; break;
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: *value = 256; break;
    case CU_DEVICE_ATTRIBUTE_ECC_ENABLED: *value = 1; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_MODE: *value = (int)setting("MODE", 0); break;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *ctx, unsigned int flags, CUdevice dev) {
  (void)flags;
  if (code("CONTEXT")) return code("CONTEXT");
  *ctx = make(sizeof **ctx);
  (*ctx)->device = dev;
  current = *ctx;
  return CUDA_SUCCESS;
}
CUresult cuCtxDestroy(CUcontext ctx) {
  if (current == ctx) current = NULL;
  drop(ctx);
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext ctx) {
  current = ctx;
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize(void) { return stray() ? CUDA_ERROR_INVALID_CONTEXT : wait_code; }

/* Writes to the error log what the driver's compiler would. */
static void complain(unsigned int n, CUjit_option *options, void **values) {
  char *log = NULL;
  size_t room = 0;
  for (unsigned int i = 0; i < n; i++) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) log = values[i];
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) room = (size_t)values[i];
  }
  if (log) snprintf(log, room, "ptxas application ptx input, line 7; error   : a fault of the fake");
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int n, CUjit_option *options, void **values) {
  (void)image;
  if (stray()) return CUDA_ERROR_INVALID_CONTEXT;
  if (code("LOAD")) {
    complain(n, options, values);
    return code("LOAD");
  }
  *module = make(sizeof **module);
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule module) {
  drop(module);
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction *f, CUmodule module, const char *name) {
  static struct CUfunc_st function;
  (void)module;
  if (strncmp(name, "no_", 3) == 0) return CUDA_ERROR_NOT_FOUND;
  *f = &function;
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attr, CUfunction f) {
  (void)f;
  *value = attr == CU_FUNC_ATTRIBUTE_NUM_REGS ? 40 : attr == CU_FUNC_ATTRIBUTE_PTX_VERSION ? 70
         : attr == CU_FUNC_ATTRIBUTE_BINARY_VERSION ? 90 : attr == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute attr, int value) {
  if (attr != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return CUDA_ERROR_INVALID_VALUE;
  f->dynamic = value;
  return CUDA_SUCCESS;
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int threads, size_t shared) {
  (void)f, (void)shared;
  *blocks = 2048 / threads;
  return CUDA_SUCCESS;
}

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total) {
  *free_bytes = 600000000;
  *total = (size_t)1 << 30;
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes) {
  if (stray()) return CUDA_ERROR_INVALID_CONTEXT;
  if (code("ALLOC")) return code("ALLOC");
  *p = (CUdeviceptr)(uintptr_t)make(bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr p) {
  drop((void *)(uintptr_t)p);
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t n) {
  memcpy((void *)(uintptr_t)dst, src, n);
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t n) {
  memcpy(dst, (void *)(uintptr_t)src, n);
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuMemsetD8(CUdeviceptr p, unsigned char v, size_t n) {
  memset((void *)(uintptr_t)p, v, n);
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuMemsetD32(CUdeviceptr p, unsigned int v, size_t n) {
  for (size_t i = 0; i < n; i++) ((unsigned int *)(uintptr_t)p)[i] = v;
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *s, unsigned int flags) {
  (void)flags;
  static struct CUstream_st streams[64];
  static int used;
  *s = &streams[used++ % 64];
  (*s)->context = current;
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuStreamQuery(CUstream s) {
  (void)s;
  if (stray()) return CUDA_ERROR_INVALID_CONTEXT;
  return busy-- > 0 ? CUDA_ERROR_NOT_READY : wait_code;
}
CUresult cuStreamSynchronize(CUstream s) {
  (void)s;
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : wait_code;
}
CUresult cuEventCreate(CUevent *e, unsigned int flags) {
  (void)flags;
  static struct CUevent_st events[128];
  static int used;
  *e = &events[used++ % 128];
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent e, CUstream s) {
  (void)s;
  e->at = clock_us;
  return stray() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  *milliseconds = (float)(1e-3 * (end->at - start->at));
  return CUDA_SUCCESS;
}

static CUresult launch(CUstream s, void **extra) {
  if (stray() || s->context != current) return CUDA_ERROR_INVALID_CONTEXT;
  if (s->capturing) {
    s->capturing++;
    return CUDA_SUCCESS;
  }
  launches++;
  clock_us += 1;
  argument_bytes = 0;
  if (extra) {
    const unsigned char *bytes = extra[1];
    argument_bytes = *(size_t *)extra[3];
    if (argument_bytes > 64) /* looking at them is not for what is timed */
      for (size_t i = argument_sum = 0; i < argument_bytes; i++) argument_sum += bytes[i] * (i + 1);
  }
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx,
                        unsigned int by, unsigned int bz, unsigned int shared, CUstream s, void **params,
                        void **extra) {
  (void)f, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)params;
  last_shared = shared;
  last_cluster = 0;
  return launch_code ? launch_code : launch(s, extra);
}

#ifndef OLD
CUresult cuGetErrorName(CUresult error, const char **name) {
  *name = error == CUDA_ERROR_NOT_SUPPORTED ? "CUDA_ERROR_NOT_SUPPORTED" : NULL;
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **params, void **extra) {
  (void)f, (void)params;
  last_cluster = config->numAttrs == 1 && config->attrs->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
                     ? config->attrs->value.clusterDim.x
                     : 0;
  return launch(config->hStream, extra);
}
CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
                                CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2, CUtensorMapFloatOOBfill fill) {
  (void)interleave, (void)l2, (void)fill;
  if ((uintptr_t)map % 64 != 0) return CUDA_ERROR_INVALID_VALUE;
  cuuint64_t said[16] = {type, rank, (uintptr_t)address, dims[0], dims[rank - 1], strides[0], box[0], box[rank - 1],
                         element_strides[0], swizzle};
  memcpy(map->opaque, said, sizeof said);
  return CUDA_SUCCESS;
}
CUresult cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *state) {
  if (code("LOAD")) {
    complain(n, options, values);
    return code("LOAD");
  }
  for (unsigned int i = 0; i < n; i++)
    if (options[i] == CU_JIT_INFO_LOG_BUFFER)
      strcpy(values[i], "ptxas info: a fake\nptxas warning : wgmma serialized\n");
  *state = make(sizeof **state);
  return CUDA_SUCCESS;
}
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
                       unsigned int n, CUjit_option *options, void **values) {
  (void)name, (void)n, (void)options, (void)values;
  if (type != CU_JIT_INPUT_PTX || ((char *)data)[size - 1] != 0) return CUDA_ERROR_INVALID_VALUE;
  state->bytes = size;
  state->ptx = make(size);
  memcpy(state->ptx, data, size);
  return CUDA_SUCCESS;
}
/* Puts the file that CUBIN names in the place of the PTX. */
static void read_cubin(CUlinkState state, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return;
  fseek(file, 0, SEEK_END);
  state->bytes = (size_t)ftell(file);
  rewind(file);
  drop(state->ptx);
  state->ptx = make(state->bytes);
  if (fread(state->ptx, 1, state->bytes, file) != state->bytes) state->bytes = 0;
  fclose(file);
}
CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *size) {
  const char *path = getenv("RIDGELINE_FAKE_CUBIN");
  if (path) read_cubin(state, path);
  else memcpy(state->ptx, "\x7f" "ELF\0", 5);
  *cubin = state->ptx;
  *size = state->bytes;
  return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState state) {
  if (state->ptx) drop(state->ptx);
  drop(state);
  return CUDA_SUCCESS;
}
CUresult cuStreamBeginCapture(CUstream s, CUstreamCaptureMode mode) {
  (void)mode;
  s->capturing = 1;
  return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream s, CUgraph *graph) {
  *graph = make(sizeof **graph);
  (*graph)->nodes = s->capturing - 1;
  s->capturing = 0;
  return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph g) {
  drop(g);
  return CUDA_SUCCESS;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph g, unsigned long long flags) {
  (void)flags;
  if (code("GRAPH")) return code("GRAPH");
  *exec = make(sizeof **exec);
  (*exec)->nodes = g->nodes;
  return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec exec, CUstream s) {
  (void)s;
  launches += exec->nodes;
  clock_us += exec->nodes;
  graph_launches++;
  return CUDA_SUCCESS;
}
CUresult cuGraphExecDestroy(CUgraphExec exec) {
  drop(exec);
  return CUDA_SUCCESS;
}
#endif

/* What the tests ask of it. */
size_t ridgeline_fake_answer(const char *question, char *answer, size_t room) {
  if (strcmp(question, "fake") != 0) return 0;
  return (size_t)snprintf(answer, room,
                          "{\"OpenHandles\":%ld,\"Launches\":%ld,\"GraphLaunches\":%ld,\"Strays\":%ld,"
                          "\"ArgumentBytes\":%zu,\"ArgumentSum\":%llu,\"Cluster\":%u,\"SharedBytes\":%u}",
                          open_handles, launches, graph_launches, strays, argument_bytes, argument_sum, last_cluster,
                          last_shared);
}
