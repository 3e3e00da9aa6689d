package exec

import "slices"

// A kernel that asks for the rate of an instruction adds the same products to the same
// sums again and again. What came of it is kept, and compared bit for bit before it is
// taken.

// replayCache keeps the last sums.
type replayCache struct {
	kept [keptReplays]tensorReplay
	next int
}

// keptReplays are those of two D that rise and fall.
const keptReplays = 4

// tensorReplay is a D before and after products were added to it.
type tensorReplay struct {
	cache *replayCache // nil where nothing is kept
	cells []uint32     // D as it stands, by columns
	terms []tensorTerm
	in    []uint32
	out   []uint32
	found bool // it is known what D becomes: out
}

// replayOf finds what came of these products before. Only a D is kept all of which is
// written, whose sums count, and of products that were there before.
func (k *tensorMultiply) replayOf(terms []tensorTerm, cells []uint32) *tensorReplay {
	if !k.to.plain(k) || !k.accumulate || !k.singles() || k.shrink > 0 || len(terms) == 0 {
		return &tensorReplay{}
	}
	c := &k.w.core.replays
	for i := range c.kept {
		if r := &c.kept[i]; slices.Equal(r.terms, terms) && slices.Equal(r.in, cells) {
			return &tensorReplay{out: r.out, found: true}
		}
	}
	if !slices.ContainsFunc(terms, func(t tensorTerm) bool { return t.seen }) {
		for _, t := range terms {
			t.seen = true
		}
		return &tensorReplay{}
	}
	return &tensorReplay{cache: c, cells: cells, terms: terms}
}

// keep notes what D becomes, before it does.
func (r *tensorReplay) keep(sums []uint32) {
	if r.cache == nil {
		return
	}
	to := &r.cache.kept[r.cache.next]
	to.terms, to.in, to.out = r.terms, append(to.in[:0], r.cells...), append(to.out[:0], sums...)
	r.cache.next = (r.cache.next + 1) % keptReplays
}
