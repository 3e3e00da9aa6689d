.PHONY: build test
build:
	go build -o bin/ridgeline ./cmd/ridgeline
test:
	go test ./...
