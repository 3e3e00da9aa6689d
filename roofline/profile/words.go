package profile

// words keeps one copy of each word of a file, and what each unit means. Both
// are bounded: a hostile file cannot make them grow for ever.
type words struct {
	kept  map[string]string
	units map[string]unit
}

const (
	maxWords      = 1 << 16
	maxWordBytes  = 1 << 12
	maxKnownUnits = 1 << 12
)

func newWords() words {
	return words{kept: map[string]string{}, units: map[string]unit{}}
}

// keep gives a word as a string.
func (w *words) keep(word []byte) string {
	if kept, have := w.kept[string(word)]; have {
		return kept
	}
	kept := string(word)
	if len(w.kept) < maxWords && len(word) <= maxWordBytes {
		w.kept[kept] = kept
	}
	return kept
}

// unit is parseUnit, once for each spelling.
func (w *words) unit(text []byte) unit {
	if known, have := w.units[string(text)]; have {
		return known
	}
	parsed := parseUnit(string(text))
	if len(w.units) < maxKnownUnits {
		w.units[string(text)] = parsed
	}
	return parsed
}
