package bench

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// UnknownCaseError says that a pattern names no case.
type UnknownCaseError struct {
	Pattern string
	Near    []string // names that look alike, best first
}

// Error names the pattern and what may have been meant.
func (e *UnknownCaseError) Error() string {
	if len(e.Near) == 0 {
		return fmt.Sprintf("no case is named %q", e.Pattern)
	}
	return fmt.Sprintf("no case is named %q: did you mean %s?", e.Pattern, strings.Join(e.Near, ", "))
}

// Select gives the cases that the patterns name, sorted by name, each once. A
// pattern is the name of a case, the name of a family, or a glob over names as
// in path.Match. No pattern selects every case. A pattern that names no case is
// an *UnknownCaseError.
func Select(patterns []string) ([]Case, error) {
	all := Cases()
	if len(patterns) == 0 {
		return all, nil
	}
	wanted := map[string]bool{}
	for _, pattern := range patterns {
		found := false
		for _, c := range all {
			if c.matches(pattern) {
				wanted[c.Name], found = true, true
			}
		}
		if !found {
			return nil, &UnknownCaseError{Pattern: pattern, Near: near(pattern, all)}
		}
	}
	return slices.DeleteFunc(all, func(c Case) bool { return !wanted[c.Name] }), nil
}

// matches tells whether the pattern names this case. A malformed glob names
// none.
func (c Case) matches(pattern string) bool {
	matched, err := path.Match(pattern, c.Name)
	return pattern == c.Name || pattern == c.Family || err == nil && matched
}

// near gives the names of cases and families that are a few typing errors away
// from the pattern, or begin with it, closest first, and no more than are worth
// reading.
func near(pattern string, all []Case) []string {
	typos := max(1, len(pattern)/3)
	distances := map[string]int{}
	for _, c := range all {
		for _, name := range []string{c.Name, c.Family} {
			d := editDistance(pattern, name)
			if d <= typos || pattern != "" && strings.HasPrefix(name, pattern) {
				distances[name] = d
			}
		}
		if prefix, _, _ := strings.Cut(pattern, "/"); prefix == c.Family {
			distances[c.Name] = editDistance(pattern, c.Name)
		}
	}
	names := make([]string, 0, len(distances))
	for name := range distances {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if distances[a] != distances[b] {
			return distances[a] - distances[b]
		}
		return strings.Compare(a, b)
	})
	return names[:min(len(names), nearMost)]
}

// nearMost is how many names may help.
const nearMost = 8

// editDistance is the number of bytes to insert, delete or replace to make b
// of a (Levenshtein).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
