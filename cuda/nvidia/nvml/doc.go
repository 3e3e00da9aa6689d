// Package nvml reads the sensors and the settings of NVIDIA GPUs through the
// management library that comes with the driver, libnvidia-ml.so.1.
//
// The library is opened when Open is called; no program needs it to start. A
// call to a function that the installed library does not have would end the
// process, so that every call first looks the function up, and a field that
// cannot be read is nil with the reason. A GPU is found by its UUID or its
// address on the PCI bus and never by an index: the order of the devices is
// another than CUDA's. Nothing here changes a setting of a GPU.
//
// The library is opened on Linux with the build tag cuda; what needs no library
// (DeviceID, Sampler) is there in every build.
package nvml
