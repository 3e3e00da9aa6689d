package ptx

import "fmt"

// attribute reads ".attribute(.managed)" or ".attribute(.unified(1, 2))".
func (p *parser) attribute() []string {
	var list []string
	p.expect(".attribute")
	p.expect("(")
	for {
		list = append(list, p.oneAttribute())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}

func (p *parser) oneAttribute() string {
	switch {
	case p.accept(".managed"):
		return "managed"
	case p.accept(".unified"):
		p.expect("(")
		high := p.integer()
		p.expect(",")
		low := p.integer()
		p.expect(")")
		return fmt.Sprintf("unified(%d,%d)", uint64(high), uint64(low))
	}
	p.expected(".managed or .unified")
	return ""
}
