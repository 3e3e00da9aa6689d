#include "launch.h"

#include <stdlib.h>
#include <time.h>

/* Waiting, in microseconds: first without a rest, as a launch may be short, then
 * with rests, as the host has other things to do. */
enum { BUSY_WAIT = 2000, REST = 50 };

static ridgeline_answer answer(CUresult code, const char *call) {
  ridgeline_answer a = {code, call};
  return a;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

ridgeline_launch *ridgeline_new_launch(size_t argument_bytes) {
  ridgeline_launch *launch = calloc(1, sizeof *launch + argument_bytes);
  if (!launch) return NULL;
  launch->argument_bytes = argument_bytes;
  launch->arguments = (unsigned char *)(launch + 1);
  return launch;
}

static ridgeline_answer launch_cluster(const ridgeline_lane *lane, const ridgeline_launch *l, void **extra) {
  CUlaunchAttribute cluster = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
  cluster.value.clusterDim.x = l->cluster[0];
  cluster.value.clusterDim.y = l->cluster[1];
  cluster.value.clusterDim.z = l->cluster[2];
  CUlaunchConfig config = {l->grid[0],  l->grid[1],      l->grid[2],   l->block[0], l->block[1],
                           l->block[2], l->shared_bytes, lane->stream, &cluster,    1};
  return answer(cuLaunchKernelEx(&config, l->function, NULL, extra), "cuLaunchKernelEx");
}

/* The driver copies the arguments before it returns. */
static ridgeline_answer launch_once(const ridgeline_lane *lane, const ridgeline_launch *l) {
  size_t bytes = l->argument_bytes;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, l->arguments, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  void **arguments = bytes > 0 ? extra : NULL;
  if (l->cluster[0] > 0) return launch_cluster(lane, l, arguments);
  CUresult code = cuLaunchKernel(l->function, l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
                                 l->block[2], l->shared_bytes, lane->stream, NULL, arguments);
  return answer(code, "cuLaunchKernel");
}

static ridgeline_answer launch_many(const ridgeline_lane *lane, const ridgeline_launch *l, unsigned int launches) {
  ridgeline_answer a = answer(CUDA_SUCCESS, "cuLaunchKernel");
  for (unsigned int i = 0; i < launches && a.code == CUDA_SUCCESS; i++) a = launch_once(lane, l);
  return a;
}

static ridgeline_answer enter(const ridgeline_lane *lane) {
  return answer(cuCtxSetCurrent(lane->context), "cuCtxSetCurrent");
}

static ridgeline_answer await(const ridgeline_lane *lane, unsigned int microseconds) {
  if (microseconds == 0) return answer(cuStreamSynchronize(lane->stream), "cuStreamSynchronize");
  CUresult code = cuStreamQuery(lane->stream);
  if (code != CUDA_ERROR_NOT_READY) return answer(code, "cuStreamQuery");
  double start = now(), waited = 0;
  while (code == CUDA_ERROR_NOT_READY && waited < 1e-6 * microseconds) {
    if (waited > 1e-6 * BUSY_WAIT) {
      struct timespec rest = {0, 1000 * REST};
      nanosleep(&rest, NULL);
    }
    code = cuStreamQuery(lane->stream);
    waited = now() - start;
  }
  return answer(code, "cuStreamQuery");
}

ridgeline_answer ridgeline_run(const ridgeline_lane *lane, const ridgeline_launch *launch, unsigned int microseconds) {
  ridgeline_answer a = enter(lane);
  if (a.code == CUDA_SUCCESS) a = launch_once(lane, launch);
  if (a.code == CUDA_SUCCESS) a = await(lane, microseconds);
  return a;
}

ridgeline_answer ridgeline_wait(const ridgeline_lane *lane, unsigned int microseconds) {
  ridgeline_answer a = enter(lane);
  return a.code == CUDA_SUCCESS ? await(lane, microseconds) : a;
}

static ridgeline_answer launch_graphs(const ridgeline_lane *lane, CUgraphExec graph, unsigned int times) {
  CUresult code = CUDA_SUCCESS;
  for (unsigned int i = 0; i < times && code == CUDA_SUCCESS; i++) code = cuGraphLaunch(graph, lane->stream);
  return answer(code, "cuGraphLaunch");
}

static ridgeline_answer record(const ridgeline_lane *lane, CUevent event) {
  return answer(cuEventRecord(event, lane->stream), "cuEventRecord");
}

ridgeline_answer ridgeline_time(const ridgeline_lane *lane, const ridgeline_launch *launch, unsigned int launches,
                                CUgraphExec graph, unsigned int nodes, double *host_seconds) {
  ridgeline_answer a = enter(lane);
  if (a.code == CUDA_SUCCESS) a = record(lane, lane->start);
  double start = now();
  if (a.code == CUDA_SUCCESS && graph) {
    a = launch_graphs(lane, graph, launches / nodes);
    launches %= nodes;
  }
  if (a.code == CUDA_SUCCESS) a = launch_many(lane, launch, launches);
  *host_seconds = now() - start;
  if (a.code == CUDA_SUCCESS) a = record(lane, lane->stop);
  return a;
}

ridgeline_answer ridgeline_elapsed(const ridgeline_lane *lane, double *seconds) {
  float milliseconds = 0;
  ridgeline_answer a = enter(lane);
  if (a.code == CUDA_SUCCESS)
    a = answer(cuEventElapsedTime(&milliseconds, lane->start, lane->stop), "cuEventElapsedTime");
  *seconds = 1e-3 * (double)milliseconds;
  return a;
}

ridgeline_answer ridgeline_graph(const ridgeline_lane *lane, const ridgeline_launch *launch, unsigned int nodes,
                                 CUgraphExec *graph) {
  CUgraph captured = NULL;
  ridgeline_answer a = enter(lane);
  if (a.code != CUDA_SUCCESS) return a;
  a = answer(cuStreamBeginCapture(lane->stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), "cuStreamBeginCapture");
  if (a.code != CUDA_SUCCESS) return a;
  a = launch_many(lane, launch, nodes);
  CUresult ended = cuStreamEndCapture(lane->stream, &captured); /* in any case, or the stream stays in it */
  if (a.code == CUDA_SUCCESS) a = answer(ended, "cuStreamEndCapture");
  if (a.code == CUDA_SUCCESS)
    a = answer(cuGraphInstantiateWithFlags(graph, captured, 0), "cuGraphInstantiateWithFlags");
  if (captured) cuGraphDestroy(captured);
  return a;
}
