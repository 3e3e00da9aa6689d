/* What cu cannot launch: arguments of any size, clusters, many launches in one
 * call, graphs. Each function makes the device's context current on the calling
 * thread first, so that any thread may call it. */
#ifndef RIDGELINE_LAUNCH_H
#define RIDGELINE_LAUNCH_H

#include <cuda.h>

/* An opened device: its context, its stream and the two events of a window. */
typedef struct ridgeline_lane {
  CUcontext context;
  CUstream stream;
  CUevent start, stop;
} ridgeline_lane;

/* A launch: what runs, its shape, and its arguments as the kernel sees them. */
typedef struct ridgeline_launch {
  CUfunction function;
  unsigned int grid[3];
  unsigned int block[3];
  unsigned int cluster[3]; /* all 0 without clusters */
  unsigned int shared_bytes;
  size_t argument_bytes;
  unsigned char *arguments; /* in the same piece of memory */
} ridgeline_launch;

/* The driver's answer, and the call that gave it. */
typedef struct ridgeline_answer {
  CUresult code;
  const char *call;
} ridgeline_answer;

/* A launch without a function, with room for arguments; NULL without memory. */
ridgeline_launch *ridgeline_new_launch(size_t argument_bytes);

/* Runs a launch once and waits for it, at most so long; 0 is for ever. The code
 * is CUDA_ERROR_NOT_READY where it still runs then. */
ridgeline_answer ridgeline_run(const ridgeline_lane *lane, const ridgeline_launch *launch, unsigned int microseconds);

/* Waits as ridgeline_run does for what has been asked of the stream. */
ridgeline_answer ridgeline_wait(const ridgeline_lane *lane, unsigned int microseconds);

/* Puts so many launches between the two events, without waiting. Of each graph
 * launch, if graph is not NULL, nodes launches are done together. host_seconds
 * is what it took the host to put them there. */
ridgeline_answer ridgeline_time(const ridgeline_lane *lane, const ridgeline_launch *launch, unsigned int launches,
                                CUgraphExec graph, unsigned int nodes, double *host_seconds);

/* The time between the two events, which must have passed. */
ridgeline_answer ridgeline_elapsed(const ridgeline_lane *lane, double *seconds);

/* Makes a graph of so many launches, one after the other. */
ridgeline_answer ridgeline_graph(const ridgeline_lane *lane, const ridgeline_launch *launch, unsigned int nodes,
                                 CUgraphExec *graph);

#endif
