// Package search says where a library of the NVIDIA driver may lie, and keeps
// what was tried in vain.
package search

import "os"

// Attempt is a library that could not be used, and why.
type Attempt struct {
	Path   string
	Reason string
}

// String gives the path and the reason.
func (a Attempt) String() string { return a.Path + ": " + a.Reason }

// Places are the files to try for a library, in order: the one that the
// environment variable names, what the loader finds, and where systems keep the
// driver beside the loader's path (Windows' subsystem for Linux, hosted
// notebooks, NixOS).
func Places(variable, library string) []string {
	var places []string
	if named := os.Getenv(variable); named != "" {
		places = append(places, named)
	}
	places = append(places, library)
	for _, folder := range []string{"/usr/lib/wsl/lib", "/usr/lib64-nvidia", "/run/opengl-driver/lib"} {
		places = append(places, folder+"/"+library)
	}
	return places
}
