package ptx

// warpSize is the value of WARP_SZ on every target.
const warpSize = 32

// maxDepth bounds how deep blocks, lists and expressions nest, so that no text
// can exhaust the stack, or the time to look a name up through its scopes.
const maxDepth = 512

// enter begins one level of nesting, or fails. Every enter needs a leave.
func (p *parser) enter() {
	p.depth++
	if p.depth > maxDepth {
		p.failHere("nested too deep")
	}
}

func (p *parser) leave() { p.depth-- }

// startsConstant tells whether the current token begins a constant expression.
func (p *parser) startsConstant() bool {
	switch p.tok.kind {
	case number:
		return true
	case ident:
		return p.tok.text == "WARP_SZ"
	case symbol:
		switch p.tok.text {
		case "(", "-", "+", "!", "~":
			return true
		}
	}
	return false
}

// constant reads a constant expression and folds it.
func (p *parser) constant() value {
	p.enter()
	defer p.leave()
	pos := p.tok.pos
	v := p.binaryChain(1)
	if !p.is("?") {
		return v
	}
	p.advance()
	a := p.constant()
	p.expect(":")
	b := p.constant()
	if !v.isInteger() || !a.isInteger() || !b.isInteger() {
		p.fail(pos, "the operands of ?: must be integers")
	}
	if v.bits != 0 {
		return a
	}
	return b
}

// integer reads a constant expression that must be an integer.
func (p *parser) integer() int64 {
	pos := p.tok.pos
	v := p.constant()
	if !v.isInteger() {
		p.fail(pos, "expected an integer, found a floating-point constant")
	}
	return int64(v.bits)
}

// precedence is that of C, from 1 for || upwards; 0 for no operator.
func precedence(op string) int {
	switch op {
	case "||":
		return 1
	case "&&":
		return 2
	case "|":
		return 3
	case "^":
		return 4
	case "&":
		return 5
	case "==", "!=":
		return 6
	case "<", "<=", ">", ">=":
		return 7
	case "<<", ">>":
		return 8
	case "+", "-":
		return 9
	case "*", "/", "%":
		return 10
	}
	return 0
}

// binaryChain reads operators of at least the given precedence.
func (p *parser) binaryChain(least int) value {
	left := p.unaryTerm()
	for p.tok.kind == symbol {
		op := p.tok
		level := precedence(op.text)
		if level == 0 || level < least {
			break
		}
		p.advance()
		right := p.binaryChain(level + 1)
		left = p.fold(op, left, right)
	}
	return left
}

func (p *parser) fold(op token, a, b value) value {
	if (op.text == "/" || op.text == "%") && (b.bits == 0 || b.kind == f64 && b.float() == 0) {
		p.fail(op.pos, "division by zero in a constant expression")
		return a
	}
	v, ok := binary(op.text, a, b)
	if !ok {
		p.fail(op.pos, "operand types of "+op.text+" do not match")
	}
	return v
}

func (p *parser) unaryTerm() value {
	switch p.tok.text {
	case "-", "+", "!", "~":
		p.enter()
		defer p.leave()
		op := p.take()
		v, ok := unary(op.text, p.unaryTerm())
		if !ok {
			p.fail(op.pos, op.text+" does not apply to this constant")
		}
		return v
	case "(":
		return p.parenthesised()
	}
	return p.atom()
}

// parenthesised reads "(expression)" or a cast, "(.s64)x" or "(.u64)x".
func (p *parser) parenthesised() value {
	p.enter()
	defer p.leave()
	p.expect("(")
	if p.tok.kind != word {
		v := p.constant()
		p.expect(")")
		return v
	}
	cast := p.take()
	p.expect(")")
	v := p.unaryTerm()
	switch {
	case cast.text == ".s64" && v.isInteger():
		return signed(int64(v.bits))
	case cast.text == ".u64" && v.isInteger():
		return unsigned(v.bits)
	}
	p.fail(cast.pos, "no such cast of a constant: "+cast.text)
	return v
}

func (p *parser) atom() value {
	if p.tok.kind == ident && p.tok.text == "WARP_SZ" {
		p.advance()
		return signed(warpSize)
	}
	if p.tok.kind != number {
		p.expected("a constant")
		return value{}
	}
	t := p.take()
	v, ok := literal(t.text)
	if !ok {
		p.fail(t.pos, "malformed number "+t.text)
	}
	return v
}
