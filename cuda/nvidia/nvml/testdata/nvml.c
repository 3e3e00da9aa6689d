// A libnvidia-ml.so.1 that stands in for the driver's in tests. It knows three
// GPUs, in another order than CUDA has them; the last is split (MIG).
//
// RIDGELINE_FAKE_NVML sets its answers, as NAME=CODE separated by commas:
//   nvmlDeviceGetName=3   the call answers with this code;
//   lost_at=N             the Nth reading of a clock, and all after it, say
//                         that the GPU is lost;
//   zero=1                sensors answer 0 with success;
//   v1=1                  the PCI address comes in its oldest form.
// Functions of newer drivers are taken away when the library is linked.
//
// nvmlErrorString is not here: nothing may call it.
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SUCCESS = 0, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6, INSUFFICIENT_SIZE = 7, LOST = 15 };

int ridgeline_fake_driver = 1;

static int option(const char *name, int otherwise) {
	const char *all = getenv("RIDGELINE_FAKE_NVML");
	size_t length = strlen(name);
	for (const char *at = all; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (strncmp(at, name, length) == 0 && at[length] == '=') return atoi(at + length + 1);
	return otherwise;
}

struct gpu {
	const char *name, *uuid, *mig, *old_mig, *pci, *old_pci;
	unsigned domain, bus;
};

static struct gpu gpus[] = {
	{"Fake A", "GPU-aaaaaaaa-0000-0000-0000-000000000000", "", "", "0000000F:01:00.0", "000F:01:00.0", 15, 1},
	{"Fake B", "GPU-bbbbbbbb-0000-0000-0000-000000000000", "", "", "00000000:1B:00.0", "0000:1B:00.0", 0, 0x1b},
	{"Fake C", "GPU-cccccccc-0000-0000-0000-000000000000", "MIG-dddddddd-0000-0000-0000-000000000000",
	 "MIG-GPU-cccccccc-0000-0000-0000-000000000000/1/0", "00000001:1B:00.0", "0001:1B:00.0", 1, 0x1b},
};
enum { GPUS = sizeof gpus / sizeof *gpus };

// A slice is another handle than its GPU.
static struct gpu slice;

typedef void *device;
typedef struct { char busIdLegacy[16]; unsigned domain, bus, device, pciDeviceId, pciSubSystemId; char busId[32]; } pci;
typedef struct { unsigned pid; unsigned long long memory; } process1;
typedef struct { unsigned pid; unsigned long long memory; unsigned gpuInstance, computeInstance; } process2;
typedef struct { unsigned id, scope; long long timestamp, latency; unsigned type, code; union { unsigned u; double d; } value; } field;
typedef struct { unsigned version, sensor; int temperature; } temperature;

#define ANSWER(NAME) do { int code = option(NAME, SUCCESS); if (code != SUCCESS) return code; } while (0)
static unsigned index_of(device d) { return (unsigned)((struct gpu *)d - gpus); }
// A slice has no sensors.
#define WHOLE(D) do { if ((D) == &slice) return NOT_SUPPORTED; } while (0)
static unsigned sensor(unsigned value) { return option("zero", 0) ? 0 : value; }

static int put(char *to, unsigned length, const char *from) {
	if (strlen(from) >= length) return INSUFFICIENT_SIZE;
	strcpy(to, from);
	return SUCCESS;
}

int nvmlInit(void) { ANSWER("nvmlInit"); return SUCCESS; }
int nvmlInit_v2(void) { return nvmlInit(); }
int nvmlShutdown(void) { ANSWER("nvmlShutdown"); return SUCCESS; }

int nvmlSystemGetDriverVersion(char *v, unsigned n) {
	ANSWER("nvmlSystemGetDriverVersion");
	return put(v, n, option("zero", 0) ? "" : "570.1.fake");
}
int nvmlSystemGetCudaDriverVersion(int *v) { ANSWER("nvmlSystemGetCudaDriverVersion"); *v = 12080; return SUCCESS; }
int nvmlSystemGetCudaDriverVersion_v2(int *v) { return nvmlSystemGetCudaDriverVersion(v); }

int nvmlDeviceGetHandleByUUID(const char *uuid, device *d) {
	ANSWER("nvmlDeviceGetHandleByUUID");
	if (!strncmp(uuid, "MIG-GPU-", 8) && option("new_uuids", 0)) return INVALID_ARGUMENT;
	for (int i = 0; i < GPUS; i++) {
		if (!strcmp(uuid, gpus[i].uuid)) { *d = &gpus[i]; return SUCCESS; }
		if (!strcmp(uuid, gpus[i].mig) || !strcmp(uuid, gpus[i].old_mig)) { *d = &slice; return SUCCESS; }
	}
	return NOT_FOUND;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char *id, device *d) {
	ANSWER("nvmlDeviceGetHandleByPciBusId");
	for (int i = 0; i < GPUS; i++)
		if (!strcasecmp(id, gpus[i].pci)) { *d = &gpus[i]; return SUCCESS; }
	return NOT_FOUND;
}
int nvmlDeviceGetHandleByPciBusId(const char *id, device *d) { return nvmlDeviceGetHandleByPciBusId_v2(id, d); }
int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(device d, device *whole) {
	ANSWER("nvmlDeviceGetDeviceHandleFromMigDeviceHandle");
	if (d != &slice) return INVALID_ARGUMENT;
	*whole = &gpus[GPUS - 1];
	return SUCCESS;
}
int nvmlDeviceGetUUID(device d, char *v, unsigned n) { ANSWER("nvmlDeviceGetUUID"); return put(v, n, ((struct gpu *)d)->uuid); }
int nvmlDeviceGetPciInfo_v3(device d, pci *p) {
	ANSWER("nvmlDeviceGetPciInfo");
	WHOLE(d);
	struct gpu *g = d;
	memset(p, 0, sizeof *p);
	strcpy(p->busIdLegacy, g->old_pci);
	if (!option("v1", 0)) strcpy(p->busId, g->pci);
	p->domain = g->domain;
	p->bus = g->bus;
	return SUCCESS;
}
int nvmlDeviceGetPciInfo_v2(device d, pci *p) { return nvmlDeviceGetPciInfo_v3(d, p); }
int nvmlDeviceGetPciInfo(device d, pci *p) { return nvmlDeviceGetPciInfo_v3(d, p); }

// An index that has no meaning: whoever passes CUDA's here gets another GPU.
int nvmlDeviceGetCount_v2(unsigned *n) { *n = GPUS; return SUCCESS; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, device *d) { *d = &gpus[(i + 1) % GPUS]; return SUCCESS; }

int nvmlDeviceGetName(device d, char *v, unsigned n) { ANSWER("nvmlDeviceGetName"); return put(v, n, ((struct gpu *)d)->name); }
int nvmlDeviceGetVbiosVersion(device d, char *v, unsigned n) {
	ANSWER("nvmlDeviceGetVbiosVersion");
	(void)d;
	return put(v, n, "96.00.fake");
}

int nvmlDeviceGetClockInfo(device d, int kind, unsigned *mhz) {
	static _Atomic int reading;
	int lost_at = option("lost_at", 0);
	ANSWER("nvmlDeviceGetClockInfo");
	WHOLE(d);
	if (lost_at && atomic_fetch_add(&reading, 1) + 1 >= lost_at) return LOST;
	*mhz = sensor((kind == 2 ? 5000 : 1000) + index_of(d));
	return SUCCESS;
}
int nvmlDeviceGetMaxClockInfo(device d, int kind, unsigned *mhz) {
	ANSWER("nvmlDeviceGetMaxClockInfo");
	*mhz = sensor((kind == 2 ? 6000 : 2000) + index_of(d));
	return SUCCESS;
}

// 0x8000000000000204 is a power cap, the board's limit and a bit of the future.
int nvmlDeviceGetCurrentClocksEventReasons(device d, unsigned long long *bits) {
	ANSWER("nvmlDeviceGetCurrentClocksEventReasons");
	(void)d;
	*bits = 0x8000000000000204ull;
	return SUCCESS;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(device d, unsigned long long *bits) {
	ANSWER("nvmlDeviceGetCurrentClocksThrottleReasons");
	(void)d;
	*bits = 0x4;
	return SUCCESS;
}

int nvmlDeviceGetTemperatureV(device d, temperature *t) {
	ANSWER("nvmlDeviceGetTemperatureV");
	(void)d;
	if (t->version != (sizeof *t | 1u << 24) || t->sensor != 0) return INVALID_ARGUMENT;
	t->temperature = 41;
	return SUCCESS;
}
int nvmlDeviceGetTemperature(device d, int sensor, unsigned *celsius) {
	ANSWER("nvmlDeviceGetTemperature");
	(void)d;
	if (sensor != 0) return INVALID_ARGUMENT;
	*celsius = 40;
	return SUCCESS;
}

int nvmlDeviceGetPowerUsage(device d, unsigned *mw) { ANSWER("nvmlDeviceGetPowerUsage"); (void)d; *mw = 250500; return SUCCESS; }
int nvmlDeviceGetFieldValues(device d, int n, field *f) {
	ANSWER("nvmlDeviceGetFieldValues");
	(void)d;
	if (n != 1 || f->id != 186 || f->scope != 0) return INVALID_ARGUMENT;
	f->code = (unsigned)option("field", SUCCESS);
	f->type = (unsigned)option("field_type", 1);
	f->value.u = sensor(260250);
	return SUCCESS;
}
#define MILLIWATTS(NAME, VALUE) int NAME(device d, unsigned *mw) { ANSWER(#NAME); (void)d; *mw = sensor(VALUE); return SUCCESS; }
MILLIWATTS(nvmlDeviceGetPowerManagementLimit, 350000)
MILLIWATTS(nvmlDeviceGetEnforcedPowerLimit, 300000)
MILLIWATTS(nvmlDeviceGetPowerManagementDefaultLimit, 400000)

#define NUMBER(NAME, VALUE) int NAME(device d, int *v) { ANSWER(#NAME); (void)d; *v = VALUE; return SUCCESS; }
NUMBER(nvmlDeviceGetPerformanceState, option("p_state", 2))
NUMBER(nvmlDeviceGetPersistenceMode, 1)
NUMBER(nvmlDeviceGetComputeMode, option("compute_mode", 0))
NUMBER(nvmlDeviceGetCurrPcieLinkGeneration, (int)sensor(4))
NUMBER(nvmlDeviceGetCurrPcieLinkWidth, (int)sensor(8))
NUMBER(nvmlDeviceGetMaxPcieLinkGeneration, (int)sensor(5))
NUMBER(nvmlDeviceGetMaxPcieLinkWidth, (int)sensor(16))

int nvmlDeviceGetEccMode(device d, int *now, int *next) { ANSWER("nvmlDeviceGetEccMode"); (void)d; *now = 1; *next = 0; return SUCCESS; }
int nvmlDeviceGetMigMode(device d, unsigned *now, unsigned *next) {
	ANSWER("nvmlDeviceGetMigMode");
	*now = index_of(d) == GPUS - 1;
	*next = !*now;
	return SUCCESS;
}
int nvmlDeviceGetUtilizationRates(device d, unsigned *u) {
	ANSWER("nvmlDeviceGetUtilizationRates");
	(void)d;
	u[0] = 7;
	u[1] = 3;
	return SUCCESS;
}

// Three processes compute, more than the binding makes room for at first.
static int processes(unsigned *n, void *to, int old) {
	unsigned room = *n;
	*n = 3;
	if (room < 3) return INSUFFICIENT_SIZE;
	for (unsigned i = 0; i < 3; i++) {
		unsigned pid = 100 + i;
		unsigned long long memory = i == 2 ? ~0ull : (i + 1) << 20;
		if (old) ((process1 *)to)[i] = (process1){pid, memory};
		else ((process2 *)to)[i] = (process2){pid, memory, ~0u, ~0u};
	}
	return SUCCESS;
}
#define COMPUTE(NAME, OLD) int NAME(device d, unsigned *n, void *p) { \
	ANSWER("nvmlDeviceGetComputeRunningProcesses"); (void)d; return processes(n, p, OLD); }
#define GRAPHICS(NAME) int NAME(device d, unsigned *n, void *p) { \
	ANSWER("nvmlDeviceGetGraphicsRunningProcesses"); (void)d; (void)p; *n = 0; return SUCCESS; }
COMPUTE(nvmlDeviceGetComputeRunningProcesses, 1)
COMPUTE(nvmlDeviceGetComputeRunningProcesses_v2, 0)
COMPUTE(nvmlDeviceGetComputeRunningProcesses_v3, 0)
GRAPHICS(nvmlDeviceGetGraphicsRunningProcesses)
GRAPHICS(nvmlDeviceGetGraphicsRunningProcesses_v2)
GRAPHICS(nvmlDeviceGetGraphicsRunningProcesses_v3)
