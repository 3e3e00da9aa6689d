package exec

// TripLoop is the loop of a kernel that has one: its first block, which is as
// often executed as there are trips, and an instruction of this block that becomes
// a machine instruction. It is false for a kernel that has none, or several, or
// one that can be entered or left in its middle.
func (k *Kernel) TripLoop() (block int, at *Meta, ok bool) {
	first, last, ok := k.prog.onlyLoop()
	if !ok {
		return 0, nil, false
	}
	for i := range k.prog.blocks {
		for _, to := range k.prog.successors(i) {
			inside := i >= first && i <= last
			lands := int(to) >= first && int(to) <= last
			enters := lands && !inside && int(to) != first
			leaves := inside && !lands && i != last
			if enters || leaves {
				return 0, nil, false
			}
		}
	}
	at = k.prog.machine(first)
	return first, at, at != nil
}

// onlyLoop gives the first and the last block of the loop, where just one branch
// goes to a block that does not come later.
func (p *program) onlyLoop() (first, last int, ok bool) {
	branches := 0
	for i := range p.blocks {
		for _, to := range p.successors(i) {
			if int(to) <= i {
				first, last = int(to), i
				branches++
			}
		}
	}
	return first, last, branches == 1
}
