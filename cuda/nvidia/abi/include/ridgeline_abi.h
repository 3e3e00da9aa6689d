/* The table behind the driver API: who filled it, and how to fill it. */
#ifndef RIDGELINE_ABI_H
#define RIDGELINE_ABI_H

#include <stddef.h>

enum ridgeline_provenance {
  RIDGELINE_ABI_CLOSED = 0,    /* nobody has filled the table */
  RIDGELINE_ABI_MEASURED = 1,  /* a vendor's library */
  RIDGELINE_ABI_SIMULATED = 2, /* a stand-in: the bridge, or a library that says so */
};

/* Gives the address of the driver function with this name, or NULL. */
typedef void *(*ridgeline_lookup)(const char *name);

/* Fills the table from a library, of which a process has one: the same path again
 * changes nothing. Returns 0; else it writes the loader's reason to why, of room
 * bytes, and leaves the table as it was. A library that exports
 * ridgeline_fake_driver is a stand-in. */
int ridgeline_abi_open(const char *path, char *why, size_t room);

/* Fills the table with functions of this process: the table is then simulated. */
void ridgeline_abi_fill(ridgeline_lookup lookup);

enum ridgeline_provenance ridgeline_abi_provenance(void);

/* The address behind a name of the driver API, or NULL where it is missing. */
void *ridgeline_abi_find(const char *name);

/* What a stand-in says of itself, for what the driver API cannot carry: writes
 * the answer to a question as JSON and gives its length, without the NUL, even
 * where it did not fit; 0 is no answer. Only a stand-in is ever asked. */
size_t ridgeline_abi_ask(const char *question, char *answer, size_t room);

#endif
