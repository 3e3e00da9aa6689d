package ptx

import "strconv"

// scope holds the names that one block declares.
type scope struct {
	parent *scope
	plain  map[string]Declaration
	// ranged holds ".reg %r<n>" under its prefix, "%r".
	ranged map[string]*Variable
	// lowest is the smallest number that a plain name has after its prefix, to
	// find a clash of "%r3" with a later "%r<5>".
	lowest map[string]int
}

func newScope(parent *scope) *scope {
	return &scope{
		parent: parent,
		plain:  map[string]Declaration{},
		ranged: map[string]*Variable{},
		lowest: map[string]int{},
	}
}

// declare enters a name, or gives false where this scope has it already. Only
// variables clash with the names of a range.
func (s *scope) declare(name string, d Declaration) bool {
	if v, ok := d.(*Variable); ok && v.Count > 0 {
		return s.declareRange(v)
	}
	if _, ok := s.plain[name]; ok {
		return false
	}
	if _, ok := d.(*Variable); !ok {
		s.plain[name] = d
		return true
	}
	if _, ok := s.here(name); ok {
		return false
	}
	s.plain[name] = d
	if prefix, n, ok := splitNumber(name); ok && name == prefix+strconv.Itoa(n) {
		if low, seen := s.lowest[prefix]; !seen || n < low {
			s.lowest[prefix] = n
		}
	}
	return true
}

func (s *scope) declareRange(v *Variable) bool {
	low, clash := s.lowest[v.Name]
	if s.ranged[v.Name] != nil || clash && low < v.Count {
		return false
	}
	s.ranged[v.Name] = v
	return true
}

// here finds a name in this scope alone.
func (s *scope) here(name string) (Ref, bool) {
	if d, ok := s.plain[name]; ok {
		return Ref{Decl: d}, true
	}
	if len(s.ranged) == 0 {
		return Ref{}, false
	}
	prefix, n, ok := splitNumber(name)
	if !ok {
		return Ref{}, false
	}
	if v := s.ranged[prefix]; v != nil && n < v.Count {
		return Ref{Decl: v, Index: n}, true
	}
	return Ref{}, false
}

// find looks through this scope and those around it.
func (s *scope) find(name string) (Ref, bool) {
	for ; s != nil; s = s.parent {
		if r, ok := s.here(name); ok {
			return r, true
		}
	}
	return Ref{}, false
}

// splitNumber cuts a name before its last digits: "%r12" gives "%r" and 12.
func splitNumber(name string) (prefix string, n int, ok bool) {
	i := len(name)
	for i > 0 && isDigit(name[i-1]) {
		i--
	}
	if i == len(name) || len(name)-i > 9 {
		return "", 0, false
	}
	n, err := strconv.Atoi(name[i:])
	return name[:i], n, err == nil
}
