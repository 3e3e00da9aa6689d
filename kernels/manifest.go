// Package kernels embeds the CUDA kernels of the suite as PTX, with the
// manifest that says what each of them is: its symbol, its source, its targets
// and what the assembler made of it on each architecture.
//
// The sources lie in a folder per family, kernels/<family>/*.cu. The PTX in
// kernels/ptx and manifest.json are built from them by `make kernels` and are
// committed, so that nothing but Go is needed to build and run.
package kernels

import "ridgeline/kernels/sass"

// Manifest describes every embedded module.
type Manifest struct {
	// Compiler and Assembler are the versions that built the modules.
	Compiler  string   `json:"compiler"`
	Assembler string   `json:"assembler"`
	Modules   []Module `json:"modules"`
}

// Module is one PTX file, made from one .cu file for one target.
type Module struct {
	Name         string `json:"name"`          // such as "stream.sm_70"
	Family       string `json:"family"`        // folder of the source
	Source       string `json:"source"`        // path below kernels/, such as "stream/stream.cu"
	SourceSHA256 string `json:"source_sha256"` // of the source and of each header it includes
	PTX          string `json:"ptx"`           // path below kernels/, such as "ptx/stream.sm_70.ptx"
	PTXSHA256    string `json:"ptx_sha256"`
	PTXVersion   string `json:"ptx_version"` // the oldest that the assembler takes
	Target       string `json:"target"`      // .target of the PTX
	// Contracts are those of the source's header.
	Contracts []Contract `json:"contracts"`
	Entries   []Entry    `json:"entries"`
}

// Entry is one kernel of a module.
type Entry struct {
	Symbol string `json:"symbol"`
	// Builds is what the assembler reports, by machine target such as "sm_90".
	Builds map[string]Build `json:"builds"`
	// Audits is what the machine code holds, for each target once.
	Audits []Audit `json:"audits"`
}

// Build is a kernel as assembled for one machine target.
type Build struct {
	Registers       int   `json:"registers"`
	SharedBytes     int64 `json:"shared_bytes"` // static, a block
	StackBytes      int64 `json:"stack_bytes"`  // local memory a thread, spills included
	SpillStoreBytes int64 `json:"spill_store_bytes"`
	SpillLoadBytes  int64 `json:"spill_load_bytes"`
	ConstBytes      int64 `json:"const_bytes"`
	// Local is what the machine code does with local memory, where each access is
	// done once or in each trip of the one loop; else LocalVaries says why there is
	// no such number. A kernel without local memory has neither.
	Local       *sass.Local `json:"local,omitempty"`
	LocalVaries string      `json:"local_varies,omitempty"`
}
