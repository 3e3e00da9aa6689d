.PHONY: build run test test-long proof proof-classify test-cuda test-asan lint kernels kernels-check opcodes dist

# With a C compiler at hand the program drives GPUs, else it is pure Go. Either
# starts on every host.
ifneq ($(and $(filter linux,$(shell go env GOOS)),$(shell command -v $(firstword $(CC)) 2>/dev/null)),)
TAGS := cuda
endif

build:
	@$(if $(TAGS),$(CUDA)) go build -tags '$(TAGS)' -o bin/ridgeline ./cmd/ridgeline

# The environment in which Go builds with the tag cuda: our own header and
# archive in place of a CUDA toolkit. The functions of NVML are there once its
# library is opened, and must not be asked for before. Say `$(CUDA) go …`.
CUDA = abi=$$(CC='$(CC)' scripts/cuda-abi.sh) && CC='$(CC)' CGO_ENABLED=1 \
	CGO_CFLAGS="-O2 -g -Wno-deprecated-declarations -I$$abi" CGO_LDFLAGS="-O2 -g -Wl,-z,lazy -L$$abi"

# Measures, prints the tables, draws the roofline and writes the report as a page;
# without a GPU it measures a virtual one and says so.
run: build
	@mkdir -p results/run
	@bin/ridgeline run --preset quick --device auto --out results/run/run.json
	bin/ridgeline report results/run/run.json --svg results/run/roofline.svg --html results/run/report.html

test:
	go test ./...

test-long:
	go test -tags long -timeout 60m ./...

# The real driver, on a host without a GPU: against a virtual one behind the
# driver API, and against a library that fails in every way.
test-cuda:
	$(CUDA) go vet -tags cuda ./cuda/nvidia/... ./cmd/ridgeline
	$(CUDA) go test -tags cuda ./cuda/nvidia/...
	$(CUDA) go test -tags cuda -run 'CUDA|Linkage|Scripts' ./cmd/ridgeline

# Runs the engine under every known fault and writes docs/proof.md; ten minutes.
proof:
	go test -tags long ./bench -run 'TestProof$$' -update -timeout 60m

# Judges the suite on five virtual GPUs and writes docs/classify-proof.md; half an
# hour on two cores.
proof-classify:
	go test -tags long ./roofline/classify -run 'TestCorpus$$' -update -timeout 120m

# The same calls with every access and every leak of C watched.
test-asan: CC := cc -fsanitize=address
test-asan:
	$(subst CC='$(CC)' CGO_ENABLED,CGO_ENABLED,$(CUDA)) go test -asan -tags cuda -run Conformance ./cuda/nvidia/bridge

lint: .tools/bin/golangci-lint
	.tools/bin/golangci-lint run ./...

.tools/bin/golangci-lint:
	GOBIN=$(CURDIR)/.tools/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

# Builds the PTX and its manifest from the CUDA sources.
kernels:
	scripts/cuda-toolchain.sh
	go run ./scripts/kernels build

# Says which built file no longer belongs to its source.
kernels-check:
	scripts/cuda-toolchain.sh
	go run ./scripts/kernels check

# Disassembles everything, learns the table of opcodes anew, and says where the
# manifest, which was made with the table, is not as the disassembler has it.
opcodes:
	scripts/cuda-toolchain.sh
	go run ./scripts/kernels learn

# The release archives of every system, below dist/.
dist:
	zig=$$(scripts/zig.sh) && ZIG=$$zig go run ./scripts/dist
