package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"ridgeline/kernels/sass"
)

// opcodesFile is the table of opcodes, which the build reads and extends.
const opcodesFile = "sass/opcodes.json"

// relearn builds everything by the disassembler alone and learns the table of
// opcodes anew. What the disassembler finds in the machine code must be what the
// table found in it when the manifest was written.
func relearn(ctx context.Context, tools *toolchain, stdout io.Writer) error {
	tools.opcodes = sass.Table{}
	files, err := generate(ctx, tools, kernelsDir)
	if err != nil {
		return err
	}
	table := map[string][]byte{opcodesFile: files[opcodesFile]}
	delete(files, opcodesFile)
	if err := compare(kernelsDir, files); err != nil {
		return err
	}
	if err := write(kernelsDir, table); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "kernels: learnt the opcodes of %d instructions; the manifest is as the disassembler has it\n", len(tools.learnt))
	return err
}

// learn notes the opcodes that the disassembler gave.
func (t *toolchain) learn(cubin sass.Cubin, codes map[string]sass.Code) error {
	t.learning.Lock()
	defer t.learning.Unlock()
	for symbol, text := range cubin.Entries {
		code := codes[symbol]
		if len(code) != len(text.Words) {
			return fmt.Errorf("nvdisasm: %s has %d instructions, its section %d", symbol, len(code), len(text.Words))
		}
		for i, word := range text.Words {
			t.learnt = append(t.learnt, sass.Sample{Capability: cubin.Capability, Word: word, Opcode: code[i].Opcode})
		}
	}
	return nil
}

// table writes the table of opcodes with what has been learnt, which it must tell
// again.
func (t *toolchain) table() ([]byte, error) {
	table := t.opcodes.Learn(t.learnt)
	for _, s := range t.learnt {
		if opcode, _ := table.Opcode(s.Capability, s.Word); opcode != s.Opcode {
			return nil, fmt.Errorf("table of opcodes: %+v for compute capability %d is %s and passes for %q", s.Word, s.Capability, s.Opcode, opcode)
		}
	}
	text, err := json.MarshalIndent(table, "", "  ")
	return append(text, '\n'), err
}
