package exec

import (
	"fmt"
	"slices"
	"strings"
)

// printLimitBytes is how much a block may print; the rest is cut off.
const printLimitBytes = 1 << 20

// printout is what a block printed.
type printout struct {
	block int
	text  []byte
}

func (c *core) keepPrinted(b *Block) {
	if len(b.printed) > 0 {
		c.printed = append(c.printed, printout{b.index, b.printed})
	}
}

// printedBy joins what the blocks printed, in their order.
func printedBy(cores []*core) (all []byte) {
	var list []printout
	for _, c := range cores {
		list = append(list, c.printed...)
	}
	slices.SortFunc(list, func(a, b printout) int { return a.block - b.block })
	for _, p := range list {
		all = append(all, p.text...)
	}
	return all
}

// textLimitBytes is the longest string that is read from memory.
const textLimitBytes = 1 << 16

// printf formats the arguments of one lane, which lie in memory at their natural
// alignment, as C does, and appends to what the block has printed. It gives the
// number of arguments.
func (w *Warp) printf(in *inst, lane int, args [5]uint64) (uint64, error) {
	format, err := w.text(in, lane, args[0])
	if err != nil {
		return 0, err
	}
	p := printer{w: w, in: in, lane: lane, at: args[1]}
	text := p.format(format)
	if p.err != nil {
		return 0, p.err
	}
	if left := printLimitBytes - len(w.block.printed); left < len(text) {
		text = text[:max(left, 0)]
	}
	w.block.printed = append(w.block.printed, text...)
	return p.count, nil
}

// printer reads the arguments as the format asks for them.
type printer struct {
	w     *Warp
	in    *inst
	lane  int
	at    uint64
	count uint64
	err   error
}

// format replaces each conversion by its argument.
func (p *printer) format(format string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(format, "%")
		b.WriteString(before)
		if !found || p.err != nil {
			return b.String()
		}
		flags := after[:len(after)-len(strings.TrimLeft(after, "-+ #0123456789.*"))]
		after = after[len(flags):]
		length := after[:len(after)-len(strings.TrimLeft(after, "hlLqjzt"))]
		after = after[len(length):]
		if after == "" {
			return b.String() + "%" + flags + length
		}
		b.WriteString(p.conversion(p.stars(flags), length, after[0]))
		format = after[1:]
	}
}

// stars takes the widths that are arguments.
func (p *printer) stars(flags string) string {
	for strings.Contains(flags, "*") {
		flags = strings.Replace(flags, "*", itoa(int(int32(p.argument(4)))), 1)
	}
	return flags
}

// conversion formats one argument.
func (p *printer) conversion(flags, length string, verb byte) string {
	size := 4
	if strings.Contains(length, "l") || strings.ContainsAny(length, "qjzt") {
		size = 8
	}
	switch verb {
	case '%':
		return "%"
	case 'd', 'i':
		v := p.argument(size)
		return fmt.Sprintf("%"+flags+"d", typ{kindSigned, narrowed(size, length), 1}.signed(v))
	case 'u', 'x', 'X', 'o':
		v := p.argument(size) & typ{kindUnsigned, narrowed(size, length), 1}.mask()
		return fmt.Sprintf("%"+flags+string(map[byte]rune{'u': 'd', 'x': 'x', 'X': 'X', 'o': 'o'}[verb]), v)
	case 'c':
		return fmt.Sprintf("%"+flags+"s", string([]byte{byte(p.argument(4))}))
	case 's':
		s, err := p.w.text(p.in, p.lane, p.argument(8))
		p.err = err
		return fmt.Sprintf("%"+flags+"s", s)
	case 'p':
		return fmt.Sprintf("%"+flags+"s", hex(p.argument(8)))
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		return cFloat(flags, verb, f64(p.argument(8)))
	}
	return "%" + flags + length + string(verb)
}

// narrowed is the width in bits that a length such as "hh" cuts to.
func narrowed(size int, length string) int {
	switch length {
	case "h":
		return 16
	case "hh":
		return 8
	}
	return 8 * size
}

func (t typ) signed(v uint64) int64 { return int64(t.extend(v)) }

// argument reads the next argument of a size in bytes.
func (p *printer) argument(size int) uint64 {
	p.at = uint64(alignUp(int64(p.at), int64(size)))
	v, err := p.w.peek(p.in, p.lane, p.at, size)
	if err != nil && p.err == nil {
		p.err = err
	}
	p.at += uint64(size)
	p.count++
	return v
}

// cFloat formats a double as C does, whose exponents and infinities differ from
// those of Go.
func cFloat(flags string, verb byte, v float64) string {
	switch {
	case v != v:
		return fmt.Sprintf("%"+widthOf(flags)+"s", "nan")
	case v-v != 0:
		return fmt.Sprintf("%"+widthOf(flags)+"s", pick(v < 0, "-inf", pick(strings.Contains(flags, "+"), "+inf", "inf")))
	}
	lower := verb | 0x20
	if lower == 'a' {
		verb = pick[byte](verb == 'a', 'x', 'X')
	}
	if lower == 'g' && !strings.Contains(flags, ".") {
		flags += ".6"
	}
	return fmt.Sprintf("%"+flags+string(rune(verb)), v)
}

// widthOf keeps the width and the side of a field, without zeros and precision.
func widthOf(flags string) string {
	width, _, _ := strings.Cut(flags, ".")
	left := strings.Contains(width, "-")
	return pick(left, "-", "") + strings.TrimLeft(width, "-+ #0")
}
