package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"ridgeline/kernels"
	"ridgeline/kernels/sass"
)

// disassemble gives the machine code of each entry of a cubin.
func (t *toolchain) disassemble(ctx context.Context, cubin []byte, machine string) (map[string]sass.Code, error) {
	tmp, err := os.MkdirTemp("", "ridgeline-nvdisasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	if machine == kernels.PlainPTXTarget {
		if cubin, err = relabel(cubin); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(tmp, "in.cubin"), cubin, 0o600); err != nil {
		return nil, err
	}
	// What it warns of on the other stream is that it takes sm_75 for newer.
	var out, complaint bytes.Buffer
	cmd := exec.CommandContext(ctx, t.nvdisasm.path, "-c", "-json", "in.cubin")
	cmd.Dir, cmd.Stdout, cmd.Stderr = tmp, &out, &complaint
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("nvdisasm: %w\n%s", err, complaint.String())
	}
	return parseDisassembly(out.Bytes())
}

// relabel lets a cubin of sm_70 pass for one of sm_75: the disassembler has
// forgotten the former, whose instructions are encoded in the same way (CUDA
// Binary Utilities, instruction set reference: Volta and Turing are one). The
// architecture stands twice in e_flags of the ELF header, at byte 48.
func relabel(cubin []byte) ([]byte, error) {
	if len(cubin) < 64 || cubin[48] != 70 || cubin[50] != 70 {
		return nil, errors.New("nvdisasm: a cubin of sm_70 does not say so where it should")
	}
	cubin = bytes.Clone(cubin)
	cubin[48], cubin[50] = 75, 75
	return cubin, nil
}

// disassembled is a function as `nvdisasm -json` describes it.
type disassembled struct {
	Name         string `json:"function-name"`
	Start        int64  `json:"start"`
	Instructions []struct {
		Predicate  string `json:"predicate"`
		Opcode     string `json:"opcode"`
		Operands   string `json:"operands"`
		Attributes struct {
			ControlFlow string `json:"control-flow"`
		} `json:"other-attributes"`
	} `json:"sass-instructions"`
}

// instructionBytes is the size of a machine instruction since Volta.
const instructionBytes = 16

// parseDisassembly reads what `nvdisasm -json` prints: a header and a list of
// functions.
func parseDisassembly(text []byte) (map[string]sass.Code, error) {
	var parts [2]json.RawMessage
	var functions []disassembled
	if err := json.Unmarshal(text, &parts); err != nil {
		return nil, fmt.Errorf("nvdisasm: %w", err)
	}
	if err := json.Unmarshal(parts[1], &functions); err != nil {
		return nil, fmt.Errorf("nvdisasm: %w", err)
	}
	codes := map[string]sass.Code{}
	for _, f := range functions {
		code := make(sass.Code, len(f.Instructions))
		for i, in := range f.Instructions {
			code[i] = sass.Instruction{Opcode: oneName(in.Opcode), Guarded: in.Predicate != ""}
			if in.Attributes.ControlFlow == "" {
				continue
			}
			if err := follow(&code[i], in.Operands, f.Start); err != nil {
				return nil, fmt.Errorf("nvdisasm: %s, instruction %d: %w", f.Name, i, err)
			}
		}
		codes[f.Name] = code
	}
	return codes, nil
}

// oneName gives an opcode the name that it has on all architectures: what is SYNCS
// on others is spelled USYNCS for 10.7, and UTCOMMA.4X is UTCOMMA.BLOCK16 from 10.3 on,
// with the same bits.
func oneName(opcode string) string {
	if opcode == "UTCOMMA.BLOCK16" {
		return "UTCOMMA.4X"
	}
	if rest, found := strings.CutPrefix(opcode, "USYNCS"); found {
		return "SYNCS" + rest
	}
	return opcode
}

// follow says where an instruction of the control flow goes.
func follow(in *sass.Instruction, operands string, start int64) error {
	switch opcode, _, _ := strings.Cut(in.Opcode, "."); opcode {
	case "EXIT", "KILL":
		in.Flow = sass.End
	case "BRA":
		return jump(in, operands, start)
	case "CALL":
		// The assembler also uses it for jumps that it does not return from. A
		// subroutine is called by its name.
		if !strings.HasPrefix(operands, "0x") {
			in.Flow = sass.Call
			return nil
		}
		return jump(in, operands, start)
	case "BSSY", "BSYNC", "BMOV", "BREAK", "WARPSYNC", "YIELD", "NANOSLEEP", "ELECT", "UTCBAR":
		// They bring threads together, or let them know, and go on.
	default:
		in.Flow = sass.Lost
	}
	return nil
}

// jump notes the target, an address that is the last operand. One more is a
// second predicate.
func jump(in *sass.Instruction, operands string, start int64) error {
	all := strings.Split(operands, ",")
	address, err := strconv.ParseInt(all[len(all)-1], 0, 64)
	if err != nil || (address-start)%instructionBytes != 0 {
		return fmt.Errorf("%s %s: no address of an instruction", in.Opcode, operands)
	}
	in.Target, in.Flow = int((address-start)/instructionBytes), sass.Jump
	if len(all) > 1 {
		in.Flow = sass.Branch
	}
	return nil
}
