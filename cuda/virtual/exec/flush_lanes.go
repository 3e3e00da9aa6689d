package exec

// mends tells whether a form on fp32 is a plain one but for .ftz and .sat.
func (m floatMods) mends() bool {
	return m.typ.is(kindFloat, 32) && m.mode == nearestEven
}

// mended makes such a form of the plain one.
func (m floatMods) mended(plain execFunc) execFunc {
	return func(w *Warp, in *inst) {
		if m.ftz {
			w.flushed(in, plain)
		} else {
			plain(w, in)
		}
		if m.sat {
			d := &w.r32[in.d]
			for i, v := range d {
				d[i] = uint32(saturate32(uint64(v)))
			}
		}
	}
}

// flushed runs a form with subnormals as zeros. They are seldom there: only
// then it runs on flushed operands and puts these back.
func (w *Warp) flushed(in *inst, plain execFunc) {
	sources := [...]int32{in.a, in.b, in.c}
	found := false
	for _, slot := range sources {
		found = found || slot != 0 && subnormal(&w.r32[slot])
	}
	if !found {
		plain(w, in)
		if d := &w.r32[in.d]; subnormal(d) {
			flushLanes(d)
		}
		return
	}
	var kept [3]lanes32
	for k, slot := range sources {
		kept[k] = w.r32[slot]
		flushLanes(&w.r32[slot])
	}
	plain(w, in)
	d := w.r32[in.d]
	flushLanes(&d)
	for k := len(sources) - 1; k >= 0; k-- { // two may be the same register
		w.r32[sources[k]] = kept[k]
	}
	w.r32[in.d] = d
}

// subnormal tells whether any lane holds a subnormal, which less one is below
// the largest fraction.
func subnormal(l *lanes32) bool {
	var below uint64
	for _, v := range l {
		below |= uint64(v&0x7fffffff-1) - 0x7fffff
	}
	return below>>63 != 0
}

// flushLanes makes subnormals zeros of their sign.
func flushLanes(l *lanes32) {
	for i, v := range l {
		if v&0x7f800000 == 0 {
			l[i] = v & sign
		}
	}
}
