/* The bridge's side of the table. */
#ifndef RIDGELINE_BRIDGE_H
#define RIDGELINE_BRIDGE_H

#include <cuda.h>
#include <ridgeline_abi.h>

/* A ridgeline_lookup that gives the bridge's functions. */
void *bridge_lookup(const char *name);

/* The context that is current on the calling thread. */
void bridge_set_current(void *context);
void *bridge_current(void);

#endif
