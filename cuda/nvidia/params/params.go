// Package params reads from PTX what a kernel takes.
//
// The CUDA driver tells it only since CUDA 12.4, and reads whatever lies where
// an argument should be; so the arguments of a launch are checked against the
// text of the kernel.
package params

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Param is a parameter of a kernel: where it lies in the space of all of them,
// and its size.
type Param struct {
	Offset, Bytes int
}

var (
	comments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	entries  = regexp.MustCompile(`\.entry\s+([\w$%]+)\s*(?:\(([^)]*)\))?`)
	// A parameter: .param .align 8 .b8 name[24], or .param .u64 .ptr .global .align 4 name.
	paramWords = regexp.MustCompile(`^\.param\s+(?:\.align\s+(\d+)\s+)?\.([a-z]+)(\d+)\b[^\[]*?[\w$%]+\s*(?:\[\s*(\d+)\s*\])?$`)
)

// mostBytes is the size of the space that any kernel's parameters have (PTX ISA,
// Kernel Function Parameters: 4 KiB, 32,764 bytes since version 8.1).
const mostBytes = 32764

// Of gives the parameters of each entry of a module, by its name. The error is
// that one is declared in a way that is not known here.
func Of(ptx []byte) (map[string][]Param, error) {
	found := map[string][]Param{}
	for _, entry := range entries.FindAllSubmatch(comments.ReplaceAll(ptx, []byte(" ")), -1) {
		name := string(entry[1])
		list, err := paramList(string(entry[2]))
		if err != nil {
			return nil, fmt.Errorf("entry %s: %w", name, err)
		}
		found[name] = list
	}
	return found, nil
}

func paramList(text string) ([]Param, error) {
	var list []Param
	end := 0
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	for declaration := range strings.SplitSeq(text, ",") {
		words := paramWords.FindStringSubmatch(strings.TrimSpace(declaration))
		if words == nil {
			return nil, fmt.Errorf("%q is no parameter", strings.TrimSpace(declaration))
		}
		bits, err := strconv.Atoi(words[3])
		if err != nil || bits < 8 || bits > 128 || bits%8 != 0 {
			return nil, fmt.Errorf("%q: no such type", strings.TrimSpace(declaration))
		}
		size := bits / 8
		align, bytes := number(words[1], size), size*number(words[4], 1)
		if align > mostBytes || bytes > mostBytes {
			return nil, fmt.Errorf("%q: a kernel takes at most %d bytes", strings.TrimSpace(declaration), mostBytes)
		}
		end = (end + align - 1) / align * align
		list = append(list, Param{end, bytes})
		end += bytes
	}
	return list, nil
}

// number is the value of digits, which the pattern made sure of, no more than
// one above mostBytes; without any it is what stands for none.
func number(digits string, none int) int {
	if digits == "" {
		return none
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		n = mostBytes + 1
	}
	return min(max(n, 1), mostBytes+1)
}

// SpaceBytes is the size of the space of all parameters.
func SpaceBytes(params []Param) int {
	if len(params) == 0 {
		return 0
	}
	last := params[len(params)-1]
	return last.Offset + last.Bytes
}
