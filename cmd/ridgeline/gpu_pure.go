//go:build !cuda || !linux

package main

// openGPUs finds none: this build has no driver.
func openGPUs() gpus { return gpus{err: errPureBuild} }
