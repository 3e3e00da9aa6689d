/* Every function of the driver API that cu references, and those we add, as
 * RIDGELINE_DECLARE(name, parameters, arguments). Define it before including
 * this list; there is no guard, because the list serves several times. Each
 * returns a CUresult. */

/* Driver and devices. */
RIDGELINE_DECLARE(cuInit, (unsigned int flags), (flags))
RIDGELINE_DECLARE(cuDriverGetVersion, (int *version), (version))
RIDGELINE_DECLARE(cuGetErrorName, (CUresult error, const char **name), (error, name))
RIDGELINE_DECLARE(cuDeviceGet, (CUdevice *device, int ordinal), (device, ordinal))
RIDGELINE_DECLARE(cuDeviceGetCount, (int *count), (count))
RIDGELINE_DECLARE(cuDeviceGetName, (char *name, int len, CUdevice dev), (name, len, dev))
RIDGELINE_DECLARE(cuDeviceGetUuid, (CUuuid *uuid, CUdevice dev), (uuid, dev))
RIDGELINE_DECLARE(cuDeviceGetUuid_v2, (CUuuid *uuid, CUdevice dev), (uuid, dev))
RIDGELINE_DECLARE(cuDeviceGetPCIBusId, (char *id, int len, CUdevice dev), (id, len, dev))
RIDGELINE_DECLARE(cuDeviceTotalMem, (size_t *bytes, CUdevice dev), (bytes, dev))
RIDGELINE_DECLARE(cuDeviceGetAttribute, (int *value, CUdevice_attribute attr, CUdevice dev), (value, attr, dev))
RIDGELINE_DECLARE(cuDeviceCanAccessPeer, (int *can, CUdevice dev, CUdevice peer), (can, dev, peer))
RIDGELINE_DECLARE(cuDeviceGetP2PAttribute, (int *value, CUdevice_P2PAttribute attr, CUdevice src, CUdevice dst),
                  (value, attr, src, dst))
RIDGELINE_DECLARE(cuDevicePrimaryCtxRetain, (CUcontext * ctx, CUdevice dev), (ctx, dev))
RIDGELINE_DECLARE(cuDevicePrimaryCtxRelease, (CUdevice dev), (dev))
RIDGELINE_DECLARE(cuDevicePrimaryCtxReset, (CUdevice dev), (dev))
RIDGELINE_DECLARE(cuDevicePrimaryCtxSetFlags, (CUdevice dev, unsigned int flags), (dev, flags))
RIDGELINE_DECLARE(cuDevicePrimaryCtxGetState, (CUdevice dev, unsigned int *flags, int *active), (dev, flags, active))

/* Contexts. */
RIDGELINE_DECLARE(cuCtxCreate, (CUcontext * ctx, unsigned int flags, CUdevice dev), (ctx, flags, dev))
RIDGELINE_DECLARE(cuCtxDestroy, (CUcontext ctx), (ctx))
RIDGELINE_DECLARE(cuCtxPushCurrent, (CUcontext ctx), (ctx))
RIDGELINE_DECLARE(cuCtxPopCurrent, (CUcontext * ctx), (ctx))
RIDGELINE_DECLARE(cuCtxSetCurrent, (CUcontext ctx), (ctx))
RIDGELINE_DECLARE(cuCtxGetCurrent, (CUcontext * ctx), (ctx))
RIDGELINE_DECLARE(cuCtxGetDevice, (CUdevice * dev), (dev))
RIDGELINE_DECLARE(cuCtxGetFlags, (unsigned int *flags), (flags))
RIDGELINE_DECLARE(cuCtxSynchronize, (void), ())
RIDGELINE_DECLARE(cuCtxSetLimit, (CUlimit limit, size_t value), (limit, value))
RIDGELINE_DECLARE(cuCtxGetLimit, (size_t *value, CUlimit limit), (value, limit))
RIDGELINE_DECLARE(cuCtxGetCacheConfig, (CUfunc_cache * config), (config))
RIDGELINE_DECLARE(cuCtxSetCacheConfig, (CUfunc_cache config), (config))
RIDGELINE_DECLARE(cuCtxGetSharedMemConfig, (CUsharedconfig * config), (config))
RIDGELINE_DECLARE(cuCtxSetSharedMemConfig, (CUsharedconfig config), (config))
RIDGELINE_DECLARE(cuCtxGetApiVersion, (CUcontext ctx, unsigned int *version), (ctx, version))
RIDGELINE_DECLARE(cuCtxGetStreamPriorityRange, (int *least, int *greatest), (least, greatest))
RIDGELINE_DECLARE(cuCtxResetPersistingL2Cache, (void), ())
RIDGELINE_DECLARE(cuCtxEnablePeerAccess, (CUcontext peer, unsigned int flags), (peer, flags))
RIDGELINE_DECLARE(cuCtxDisablePeerAccess, (CUcontext peer), (peer))

/* Modules and the linker. */
RIDGELINE_DECLARE(cuModuleLoad, (CUmodule * module, const char *file), (module, file))
RIDGELINE_DECLARE(cuModuleLoadData, (CUmodule * module, const void *image), (module, image))
RIDGELINE_DECLARE(cuModuleLoadDataEx,
                  (CUmodule * module, const void *image, unsigned int n, CUjit_option *options, void **values),
                  (module, image, n, options, values))
RIDGELINE_DECLARE(cuModuleLoadFatBinary, (CUmodule * module, const void *image), (module, image))
RIDGELINE_DECLARE(cuModuleUnload, (CUmodule module), (module))
RIDGELINE_DECLARE(cuModuleGetFunction, (CUfunction * f, CUmodule module, const char *name), (f, module, name))
RIDGELINE_DECLARE(cuModuleGetGlobal, (CUdeviceptr * p, size_t *bytes, CUmodule module, const char *name),
                  (p, bytes, module, name))
RIDGELINE_DECLARE(cuModuleGetTexRef, (CUtexref * ref, CUmodule module, const char *name), (ref, module, name))
RIDGELINE_DECLARE(cuModuleGetSurfRef, (CUsurfref * ref, CUmodule module, const char *name), (ref, module, name))
RIDGELINE_DECLARE(cuLinkCreate, (unsigned int n, CUjit_option *options, void **values, CUlinkState *state),
                  (n, options, values, state))
RIDGELINE_DECLARE(cuLinkAddData,
                  (CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int n,
                   CUjit_option *options, void **values),
                  (state, type, data, size, name, n, options, values))
RIDGELINE_DECLARE(cuLinkAddFile,
                  (CUlinkState state, CUjitInputType type, const char *path, unsigned int n, CUjit_option *options,
                   void **values),
                  (state, type, path, n, options, values))
RIDGELINE_DECLARE(cuLinkComplete, (CUlinkState state, void **cubin, size_t *size), (state, cubin, size))
RIDGELINE_DECLARE(cuLinkDestroy, (CUlinkState state), (state))

/* Memory. */
RIDGELINE_DECLARE(cuMemGetInfo, (size_t *free_bytes, size_t *total), (free_bytes, total))
RIDGELINE_DECLARE(cuMemAlloc, (CUdeviceptr * p, size_t bytes), (p, bytes))
RIDGELINE_DECLARE(cuMemAllocPitch,
                  (CUdeviceptr * p, size_t *pitch, size_t width, size_t height, unsigned int element),
                  (p, pitch, width, height, element))
RIDGELINE_DECLARE(cuMemAllocManaged, (CUdeviceptr * p, size_t bytes, unsigned int flags), (p, bytes, flags))
RIDGELINE_DECLARE(cuMemFree, (CUdeviceptr p), (p))
RIDGELINE_DECLARE(cuMemFreeHost, (void *p), (p))
RIDGELINE_DECLARE(cuMemGetAddressRange, (CUdeviceptr * base, size_t *size, CUdeviceptr p), (base, size, p))
RIDGELINE_DECLARE(cuMemAdvise, (CUdeviceptr p, size_t count, CUmem_advise advice, CUdevice dev), (p, count, advice, dev))
RIDGELINE_DECLARE(cuMemPrefetchAsync, (CUdeviceptr p, size_t count, CUdevice dst, CUstream stream),
                  (p, count, dst, stream))
RIDGELINE_DECLARE(cuPointerGetAttribute, (void *data, CUpointer_attribute attr, CUdeviceptr p), (data, attr, p))
RIDGELINE_DECLARE(cuPointerSetAttribute, (const void *value, CUpointer_attribute attr, CUdeviceptr p), (value, attr, p))

/* Copies. */
RIDGELINE_DECLARE(cuMemcpy, (CUdeviceptr dst, CUdeviceptr src, size_t n), (dst, src, n))
RIDGELINE_DECLARE(cuMemcpyAsync, (CUdeviceptr dst, CUdeviceptr src, size_t n, CUstream s), (dst, src, n, s))
RIDGELINE_DECLARE(cuMemcpyPeer, (CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t n),
                  (dst, to, src, from, n))
RIDGELINE_DECLARE(cuMemcpyPeerAsync,
                  (CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from, size_t n, CUstream s),
                  (dst, to, src, from, n, s))
RIDGELINE_DECLARE(cuMemcpyHtoD, (CUdeviceptr dst, const void *src, size_t n), (dst, src, n))
RIDGELINE_DECLARE(cuMemcpyHtoDAsync, (CUdeviceptr dst, const void *src, size_t n, CUstream s), (dst, src, n, s))
RIDGELINE_DECLARE(cuMemcpyDtoH, (void *dst, CUdeviceptr src, size_t n), (dst, src, n))
RIDGELINE_DECLARE(cuMemcpyDtoHAsync, (void *dst, CUdeviceptr src, size_t n, CUstream s), (dst, src, n, s))
RIDGELINE_DECLARE(cuMemcpyDtoD, (CUdeviceptr dst, CUdeviceptr src, size_t n), (dst, src, n))
RIDGELINE_DECLARE(cuMemcpyDtoDAsync, (CUdeviceptr dst, CUdeviceptr src, size_t n, CUstream s), (dst, src, n, s))
RIDGELINE_DECLARE(cuMemcpyDtoA, (CUarray dst, size_t at, CUdeviceptr src, size_t n), (dst, at, src, n))
RIDGELINE_DECLARE(cuMemcpyAtoD, (CUdeviceptr dst, CUarray src, size_t at, size_t n), (dst, src, at, n))
RIDGELINE_DECLARE(cuMemcpyHtoA, (CUarray dst, size_t at, const void *src, size_t n), (dst, at, src, n))
RIDGELINE_DECLARE(cuMemcpyHtoAAsync, (CUarray dst, size_t at, const void *src, size_t n, CUstream s),
                  (dst, at, src, n, s))
RIDGELINE_DECLARE(cuMemcpyAtoH, (void *dst, CUarray src, size_t at, size_t n), (dst, src, at, n))
RIDGELINE_DECLARE(cuMemcpyAtoHAsync, (void *dst, CUarray src, size_t at, size_t n, CUstream s), (dst, src, at, n, s))
RIDGELINE_DECLARE(cuMemcpyAtoA, (CUarray dst, size_t to, CUarray src, size_t from, size_t n), (dst, to, src, from, n))
RIDGELINE_DECLARE(cuMemcpy2D, (const CUDA_MEMCPY2D *copy), (copy))
RIDGELINE_DECLARE(cuMemcpy2DUnaligned, (const CUDA_MEMCPY2D *copy), (copy))
RIDGELINE_DECLARE(cuMemcpy2DAsync, (const CUDA_MEMCPY2D *copy, CUstream s), (copy, s))
RIDGELINE_DECLARE(cuMemcpy3D, (const CUDA_MEMCPY3D *copy), (copy))
RIDGELINE_DECLARE(cuMemcpy3DAsync, (const CUDA_MEMCPY3D *copy, CUstream s), (copy, s))
RIDGELINE_DECLARE(cuMemcpy3DPeer, (const CUDA_MEMCPY3D_PEER *copy), (copy))
RIDGELINE_DECLARE(cuMemcpy3DPeerAsync, (const CUDA_MEMCPY3D_PEER *copy, CUstream s), (copy, s))
RIDGELINE_DECLARE(cuMemsetD8, (CUdeviceptr p, unsigned char v, size_t n), (p, v, n))
RIDGELINE_DECLARE(cuMemsetD16, (CUdeviceptr p, unsigned short v, size_t n), (p, v, n))
RIDGELINE_DECLARE(cuMemsetD32, (CUdeviceptr p, unsigned int v, size_t n), (p, v, n))
RIDGELINE_DECLARE(cuMemsetD8Async, (CUdeviceptr p, unsigned char v, size_t n, CUstream s), (p, v, n, s))
RIDGELINE_DECLARE(cuMemsetD16Async, (CUdeviceptr p, unsigned short v, size_t n, CUstream s), (p, v, n, s))
RIDGELINE_DECLARE(cuMemsetD32Async, (CUdeviceptr p, unsigned int v, size_t n, CUstream s), (p, v, n, s))
RIDGELINE_DECLARE(cuMemsetD2D8, (CUdeviceptr p, size_t pitch, unsigned char v, size_t w, size_t h), (p, pitch, v, w, h))
RIDGELINE_DECLARE(cuMemsetD2D16, (CUdeviceptr p, size_t pitch, unsigned short v, size_t w, size_t h),
                  (p, pitch, v, w, h))
RIDGELINE_DECLARE(cuMemsetD2D32, (CUdeviceptr p, size_t pitch, unsigned int v, size_t w, size_t h), (p, pitch, v, w, h))
RIDGELINE_DECLARE(cuMemsetD2D8Async, (CUdeviceptr p, size_t pitch, unsigned char v, size_t w, size_t h, CUstream s),
                  (p, pitch, v, w, h, s))
RIDGELINE_DECLARE(cuMemsetD2D16Async, (CUdeviceptr p, size_t pitch, unsigned short v, size_t w, size_t h, CUstream s),
                  (p, pitch, v, w, h, s))
RIDGELINE_DECLARE(cuMemsetD2D32Async, (CUdeviceptr p, size_t pitch, unsigned int v, size_t w, size_t h, CUstream s),
                  (p, pitch, v, w, h, s))

/* Streams and events. */
RIDGELINE_DECLARE(cuStreamCreate, (CUstream * s, unsigned int flags), (s, flags))
RIDGELINE_DECLARE(cuStreamCreateWithPriority, (CUstream * s, unsigned int flags, int priority), (s, flags, priority))
RIDGELINE_DECLARE(cuStreamDestroy, (CUstream s), (s))
RIDGELINE_DECLARE(cuStreamQuery, (CUstream s), (s))
RIDGELINE_DECLARE(cuStreamSynchronize, (CUstream s), (s))
RIDGELINE_DECLARE(cuStreamGetFlags, (CUstream s, unsigned int *flags), (s, flags))
RIDGELINE_DECLARE(cuStreamGetPriority, (CUstream s, int *priority), (s, priority))
RIDGELINE_DECLARE(cuStreamWaitEvent, (CUstream s, CUevent e, unsigned int flags), (s, e, flags))
RIDGELINE_DECLARE(cuStreamAttachMemAsync, (CUstream s, CUdeviceptr p, size_t n, unsigned int flags), (s, p, n, flags))
RIDGELINE_DECLARE(cuStreamWaitValue32, (CUstream s, CUdeviceptr p, cuuint32_t v, unsigned int flags), (s, p, v, flags))
RIDGELINE_DECLARE(cuStreamWriteValue32, (CUstream s, CUdeviceptr p, cuuint32_t v, unsigned int flags), (s, p, v, flags))
RIDGELINE_DECLARE(cuStreamBeginCapture, (CUstream s, CUstreamCaptureMode mode), (s, mode))
RIDGELINE_DECLARE(cuStreamEndCapture, (CUstream s, CUgraph *graph), (s, graph))
RIDGELINE_DECLARE(cuEventCreate, (CUevent * e, unsigned int flags), (e, flags))
RIDGELINE_DECLARE(cuEventDestroy, (CUevent e), (e))
RIDGELINE_DECLARE(cuEventRecord, (CUevent e, CUstream s), (e, s))
RIDGELINE_DECLARE(cuEventQuery, (CUevent e), (e))
RIDGELINE_DECLARE(cuEventSynchronize, (CUevent e), (e))
RIDGELINE_DECLARE(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end), (milliseconds, start, end))

/* Functions and launches. */
RIDGELINE_DECLARE(cuFuncGetAttribute, (int *value, CUfunction_attribute attr, CUfunction f), (value, attr, f))
RIDGELINE_DECLARE(cuFuncSetAttribute, (CUfunction f, CUfunction_attribute attr, int value), (f, attr, value))
RIDGELINE_DECLARE(cuFuncSetCacheConfig, (CUfunction f, CUfunc_cache config), (f, config))
RIDGELINE_DECLARE(cuFuncSetSharedMemConfig, (CUfunction f, CUsharedconfig config), (f, config))
RIDGELINE_DECLARE(cuOccupancyMaxActiveBlocksPerMultiprocessor, (int *blocks, CUfunction f, int threads, size_t shared),
                  (blocks, f, threads, shared))
RIDGELINE_DECLARE(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
                  (int *blocks, CUfunction f, int threads, size_t shared, unsigned int flags),
                  (blocks, f, threads, shared, flags))
RIDGELINE_DECLARE(cuOccupancyMaxPotentialBlockSize,
                  (int *grid, int *block, CUfunction f, CUoccupancyB2DSize size, size_t shared, int limit),
                  (grid, block, f, size, shared, limit))
RIDGELINE_DECLARE(cuLaunchKernel,
                  (CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx, unsigned int by,
                   unsigned int bz, unsigned int shared, CUstream s, void **params, void **extra),
                  (f, gx, gy, gz, bx, by, bz, shared, s, params, extra))
RIDGELINE_DECLARE(cuLaunchKernelEx, (const CUlaunchConfig *config, CUfunction f, void **params, void **extra),
                  (config, f, params, extra))
RIDGELINE_DECLARE(cuTensorMapEncodeTiled,
                  (CUtensorMap * map, CUtensorMapDataType type, cuuint32_t rank, void *address, const cuuint64_t *dims,
                   const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *element_strides,
                   CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2,
                   CUtensorMapFloatOOBfill fill),
                  (map, type, rank, address, dims, strides, box, element_strides, interleave, swizzle, l2, fill))

/* Graphs. */
RIDGELINE_DECLARE(cuGraphCreate, (CUgraph * g, unsigned int flags), (g, flags))
RIDGELINE_DECLARE(cuGraphDestroy, (CUgraph g), (g))
RIDGELINE_DECLARE(cuGraphClone, (CUgraph * clone, CUgraph g), (clone, g))
RIDGELINE_DECLARE(cuGraphDestroyNode, (CUgraphNode n), (n))
RIDGELINE_DECLARE(cuGraphInstantiateWithFlags, (CUgraphExec * exec, CUgraph g, unsigned long long flags), (exec, g, flags))
RIDGELINE_DECLARE(cuGraphLaunch, (CUgraphExec exec, CUstream s), (exec, s))
RIDGELINE_DECLARE(cuGraphExecDestroy, (CUgraphExec exec), (exec))
RIDGELINE_DECLARE(cuGraphAddDependencies, (CUgraph g, const CUgraphNode *from, const CUgraphNode *to, size_t n),
                  (g, from, to, n))
RIDGELINE_DECLARE(cuGraphGetEdges, (CUgraph g, CUgraphNode *from, CUgraphNode *to, size_t *n), (g, from, to, n))
RIDGELINE_DECLARE(cuGraphAddEmptyNode, (CUgraphNode * n, CUgraph g, const CUgraphNode *deps, size_t count),
                  (n, g, deps, count))
RIDGELINE_DECLARE(cuGraphAddHostNode,
                  (CUgraphNode * n, CUgraph g, const CUgraphNode *deps, size_t count, const CUDA_HOST_NODE_PARAMS *p),
                  (n, g, deps, count, p))
RIDGELINE_DECLARE(cuGraphAddKernelNode,
                  (CUgraphNode * n, CUgraph g, const CUgraphNode *deps, size_t count, const CUDA_KERNEL_NODE_PARAMS *p),
                  (n, g, deps, count, p))
RIDGELINE_DECLARE(cuGraphAddMemcpyNode,
                  (CUgraphNode * n, CUgraph g, const CUgraphNode *deps, size_t count, const CUDA_MEMCPY3D *p,
                   CUcontext ctx),
                  (n, g, deps, count, p, ctx))
RIDGELINE_DECLARE(cuGraphAddMemsetNode,
                  (CUgraphNode * n, CUgraph g, const CUgraphNode *deps, size_t count, const CUDA_MEMSET_NODE_PARAMS *p,
                   CUcontext ctx),
                  (n, g, deps, count, p, ctx))
RIDGELINE_DECLARE(cuGraphAddChildGraphNode,
                  (CUgraphNode * n, CUgraph g, const CUgraphNode *deps, size_t count, CUgraph child),
                  (n, g, deps, count, child))

/* Arrays, texture and surface references: cu names them, we never call them. */
RIDGELINE_DECLARE(cuArrayCreate, (CUarray * a, const CUDA_ARRAY_DESCRIPTOR *d), (a, d))
RIDGELINE_DECLARE(cuArrayGetDescriptor, (CUDA_ARRAY_DESCRIPTOR * d, CUarray a), (d, a))
RIDGELINE_DECLARE(cuArrayDestroy, (CUarray a), (a))
RIDGELINE_DECLARE(cuArray3DCreate, (CUarray * a, const CUDA_ARRAY3D_DESCRIPTOR *d), (a, d))
RIDGELINE_DECLARE(cuArray3DGetDescriptor, (CUDA_ARRAY3D_DESCRIPTOR * d, CUarray a), (d, a))
RIDGELINE_DECLARE(cuSurfRefSetArray, (CUsurfref r, CUarray a, unsigned int flags), (r, a, flags))
RIDGELINE_DECLARE(cuSurfRefGetArray, (CUarray * a, CUsurfref r), (a, r))
RIDGELINE_DECLARE(cuTexRefSetArray, (CUtexref r, CUarray a, unsigned int flags), (r, a, flags))
RIDGELINE_DECLARE(cuTexRefGetArray, (CUarray * a, CUtexref r), (a, r))
RIDGELINE_DECLARE(cuTexRefSetAddress, (size_t *at, CUtexref r, CUdeviceptr p, size_t n), (at, r, p, n))
RIDGELINE_DECLARE(cuTexRefSetAddress2D, (CUtexref r, const CUDA_ARRAY_DESCRIPTOR *d, CUdeviceptr p, size_t pitch),
                  (r, d, p, pitch))
RIDGELINE_DECLARE(cuTexRefGetAddress, (CUdeviceptr * p, CUtexref r), (p, r))
RIDGELINE_DECLARE(cuTexRefSetFormat, (CUtexref r, CUarray_format format, int components), (r, format, components))
RIDGELINE_DECLARE(cuTexRefGetFormat, (CUarray_format * format, int *channels, CUtexref r), (format, channels, r))
RIDGELINE_DECLARE(cuTexRefSetAddressMode, (CUtexref r, int dim, CUaddress_mode mode), (r, dim, mode))
RIDGELINE_DECLARE(cuTexRefGetAddressMode, (CUaddress_mode * mode, CUtexref r, int dim), (mode, r, dim))
RIDGELINE_DECLARE(cuTexRefSetFilterMode, (CUtexref r, CUfilter_mode mode), (r, mode))
RIDGELINE_DECLARE(cuTexRefGetFilterMode, (CUfilter_mode * mode, CUtexref r), (mode, r))
RIDGELINE_DECLARE(cuTexRefSetFlags, (CUtexref r, unsigned int flags), (r, flags))
RIDGELINE_DECLARE(cuTexRefGetFlags, (unsigned int *flags, CUtexref r), (flags, r))
RIDGELINE_DECLARE(cuTexRefSetMaxAnisotropy, (CUtexref r, unsigned int most), (r, most))
RIDGELINE_DECLARE(cuTexRefGetMaxAnisotropy, (int *most, CUtexref r), (most, r))
RIDGELINE_DECLARE(cuTexRefSetBorderColor, (CUtexref r, float *color), (r, color))
RIDGELINE_DECLARE(cuTexRefGetBorderColor, (float *color, CUtexref r), (color, r))
RIDGELINE_DECLARE(cuTexRefSetMipmapFilterMode, (CUtexref r, CUfilter_mode mode), (r, mode))
RIDGELINE_DECLARE(cuTexRefSetMipmapLevelBias, (CUtexref r, float bias), (r, bias))
RIDGELINE_DECLARE(cuTexRefSetMipmapLevelClamp, (CUtexref r, float least, float most), (r, least, most))
