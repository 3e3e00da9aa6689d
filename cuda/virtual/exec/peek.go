package exec

// peek reads so many bytes, at most 8, at a generic address of a lane.
func (w *Warp) peek(in *inst, lane int, address uint64, bytes int) (uint64, error) {
	var v uint64
	for k := range bytes {
		b, err := w.peekByte(in, lane, address+uint64(k))
		if err != nil {
			return 0, err
		}
		v |= uint64(b) << (8 * k)
	}
	return v, nil
}

func (w *Warp) peekByte(in *inst, lane int, address uint64) (byte, error) {
	window, s := windowOf(address)
	at := address - window
	r := region{stride: 1}
	switch {
	case s == SpaceShared && at < uint64(w.core.sharedBytes):
		r.words = w.block.shared
	case s == SpaceLocal && at < w.localSize():
		w.growLocal()
		r = region{words: w.local, stride: warpLanes, step: 1}
	case s == SpaceGlobal:
		words := w.globalPiece(in, lane, at&^3, 4-3, false)
		if words == nil {
			err := w.err
			w.err = nil
			return 0, err
		}
		r.words, at = words, at&3
	default:
		return 0, w.failed(in, lane, "there is no memory at "+hex(address))
	}
	return byte(r.load(at, 1, lane)), nil
}

// text reads a string that a zero ends.
func (w *Warp) text(in *inst, lane int, address uint64) (string, error) {
	var b []byte
	for len(b) < textLimitBytes {
		c, err := w.peekByte(in, lane, address+uint64(len(b)))
		if err != nil {
			return "", err
		}
		if c == 0 {
			break
		}
		b = append(b, c)
	}
	return string(b), nil
}
