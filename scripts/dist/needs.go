package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// glibc is the oldest C library that the program starts with: that of Debian 10
// and of RHEL 8.
const glibc = "2.28"

// checkNeeds fails where a binary would not start on every host: where it needs
// a library of the GPU's driver, a symbol that the C library has not had long
// enough, or every function at its start.
func checkNeeds(path string) error {
	file, err := elf.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was read
	libraries, err := file.ImportedLibraries()
	if err != nil {
		return err
	}
	symbols, err := file.ImportedSymbols()
	if err != nil {
		return err
	}
	flags, err := file.DynValue(elf.DT_FLAGS)
	if err != nil {
		return err
	}
	return errors.Join(checkLibraries(path, libraries), checkVersions(path, symbols), checkLazy(path, flags))
}

func checkLibraries(path string, libraries []string) error {
	for _, library := range libraries {
		if strings.HasPrefix(library, "libcuda") || strings.HasPrefix(library, "libnvidia") {
			return fmt.Errorf("%s does not start without %s", path, library)
		}
	}
	return nil
}

func checkVersions(path string, symbols []elf.ImportedSymbol) error {
	for _, symbol := range symbols {
		version, ok := strings.CutPrefix(symbol.Version, "GLIBC_")
		if ok && newer(version, glibc) {
			return fmt.Errorf("%s needs %s of glibc %s, which is newer than %s", path, symbol.Name, version, glibc)
		}
	}
	return nil
}

// checkLazy looks for the flag that makes the loader bind every function at the
// start.
func checkLazy(path string, flags []uint64) error {
	for _, flag := range flags {
		if elf.DynFlag(flag)&elf.DF_BIND_NOW != 0 {
			return fmt.Errorf("%s asks for every function at its start, and those of the driver are not there", path)
		}
	}
	return nil
}

// newer compares versions such as 2.3.4; what is no number is newer than any.
func newer(version, than string) bool {
	a, b := strings.Split(version, "."), strings.Split(than, ".")
	for i := range min(len(a), len(b)) {
		x, err := strconv.Atoi(a[i])
		y, _ := strconv.Atoi(b[i])
		if err != nil || x != y {
			return err != nil || x > y
		}
	}
	return len(a) > len(b)
}
