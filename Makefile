.PHONY: build run test test-long lint kernels kernels-check

build:
	@go build -o bin/ridgeline ./cmd/ridgeline

# Measures, prints the tables, draws the roofline and writes the report as a page;
# without a GPU it measures a virtual one and says so.
run: build
	@mkdir -p results/run
	@bin/ridgeline run --preset quick --device auto --out results/run/run.json
	bin/ridgeline report results/run/run.json --svg results/run/roofline.svg --html results/run/report.html

test:
	go test ./...

test-long:
	go test -tags long ./...

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
