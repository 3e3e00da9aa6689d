package userkernel

import (
	"fmt"
	"strings"

	"ridgeline/cuda"
)

// matchParameters sees that each argument can be what its parameter takes.
func matchParameters(kernel string, params []cuda.Parameter, args []Argument) error {
	if len(params) != len(args) {
		return wrong("", signature(kernel, params), "%s takes %s, and %d %s given: one --arg for each parameter, in order",
			kernel, plural(len(params), "argument"), len(args), pick(len(args) == 1, "was", "were"))
	}
	for i, p := range params {
		if why := mismatch(p, args[i]); why != "" {
			return wrong(args[i].Text, signature(kernel, params), "parameter %d of %s, %s, %s", i+1, kernel, p.Name, why)
		}
	}
	return nil
}

// mismatch says why an argument cannot be what a parameter takes; "" where it can.
// Compilers give integers and pointers the types u, s or b, and newer ones all
// scalars b, so that only the size and the kind of a float can be told.
func mismatch(p cuda.Parameter, a Argument) string {
	takes := fmt.Sprintf("is .%s of %s", p.Type, plural(p.Bytes, "byte"))
	switch {
	case a.Struct != nil && len(a.Struct.Bytes) != p.Bytes:
		return fmt.Sprintf("%s: the structure has %d", takes, len(a.Struct.Bytes))
	case a.Buffer != nil && (p.Bytes != addressBytes || p.Type[0] == 'f'):
		return takes + ": a buffer's address does not fit"
	case a.Scalar == nil:
		return ""
	case len(a.Scalar.Bytes) != p.Bytes:
		return fmt.Sprintf("%s: %s has %d", takes, a.Scalar.Type.Name, len(a.Scalar.Bytes))
	case p.Type[0] == 'f' && a.Scalar.Type.kind != floatKind && a.Scalar.Type.kind != bitsKind:
		return fmt.Sprintf("is a float: write %s=VALUE", p.Type)
	case (p.Type[0] == 'u' || p.Type[0] == 's') && a.Scalar.Type.kind == floatKind:
		return fmt.Sprintf("is an integer or an address: write %s=VALUE, or NAME:TYPE[COUNT]=FILL where it is an address", integerName(p.Type))
	}
	return ""
}

// integerName is our name of an integer type of PTX.
func integerName(ptx string) string { return strings.Replace(ptx, "s", "i", 1) }

// signature lists what a kernel takes.
func signature(kernel string, params []cuda.Parameter) string {
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = fmt.Sprintf("%s .%s", p.Name, p.Type)
		if p.Array {
			list[i] += fmt.Sprintf("[%d]", p.Bytes)
		}
	}
	return fmt.Sprintf("It is %s(%s).", kernel, strings.Join(list, ", "))
}

func plural(n int, what string) string {
	return fmt.Sprintf("%d %s%s", n, what, pick(n == 1, "", "s"))
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
