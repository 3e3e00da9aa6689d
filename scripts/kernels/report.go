package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ridgeline/kernels"
)

// report is what `ptxas -v` says of each entry.
type report map[string]kernels.Build

var (
	reportEntry    = regexp.MustCompile(`^ptxas info\s*: Compiling entry function '(\w+)' for 'sm_\w+'$`)
	reportFunction = regexp.MustCompile(`^ptxas info\s*: Function properties for (\w+)$`)
	reportStack    = regexp.MustCompile(`^\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads$`)
	reportUsed     = regexp.MustCompile(`^ptxas info\s*: Used (\d+) registers, used \d+ barriers(.*)$`)
	reportSize     = regexp.MustCompile(`(\d+) bytes (smem|cmem)`)
	// Lines that say nothing of an entry.
	reportOther = regexp.MustCompile(`^ptxas info\s*: (\d+ bytes gmem.*|Compile time = .*)$`)
)

// parseReport reads the whole of `ptxas -v`. A line that it does not know is
// an error: that is how the assembler tells of a performance lost.
func parseReport(out string) (report, error) {
	r := report{}
	entry, function := "", "" // that the next lines speak of
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		if m := reportEntry.FindStringSubmatch(line); m != nil {
			entry, function = m[1], m[1]
			r[entry] = kernels.Build{}
		} else if m := reportFunction.FindStringSubmatch(line); m != nil {
			function = m[1]
		} else if m := reportStack.FindStringSubmatch(line); m != nil {
			r.setStack(function, m)
		} else if m := reportUsed.FindStringSubmatch(line); m != nil {
			r.setUsed(entry, m)
		} else if !reportOther.MatchString(line) {
			return nil, fmt.Errorf("the assembler says: %s", line)
		}
	}
	return r, nil
}

// setStack takes a match of reportStack. A function that is no entry has no
// place in the report: one that spills is refused by the assembler's -Werror.
func (r report) setStack(function string, m []string) {
	if b, ok := r[function]; ok {
		b.StackBytes, b.SpillStoreBytes, b.SpillLoadBytes = number(m[1]), number(m[2]), number(m[3])
		r[function] = b
	}
}

// setUsed takes a match of reportUsed.
func (r report) setUsed(entry string, m []string) {
	b := r[entry]
	b.Registers = int(number(m[1]))
	for _, size := range reportSize.FindAllStringSubmatch(m[2], -1) {
		if size[2] == "smem" {
			b.SharedBytes += number(size[1])
		} else {
			b.ConstBytes += number(size[1])
		}
	}
	r[entry] = b
}

// number reads digits that a pattern has matched; a number too long for int64
// becomes the largest one.
func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}
