package report

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline"
)

func htmlOf(t *testing.T, doc *results.Document) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, HTML(&text, doc, roofline.Derive(doc)))
	return text.String()
}

func TestHTML(t *testing.T) {
	for name, doc := range map[string]*results.Document{
		"families.html": fewOf(suiteDocument(t, results.Simulated, 0)), "troubled.html": troubled(t), "empty.html": empty()} {
		t.Run(name, func(t *testing.T) {
			text := htmlOf(t, doc)
			assert.Equal(t, text, htmlOf(t, doc), "the same document gives the same bytes")
			golden(t, name, []byte(text))
		})
	}
}

// fewOf keeps the document small: of each family the first records, and every
// fourth after them.
func fewOf(doc *results.Document) *results.Document {
	seen := map[string]int{}
	var kept []results.Record
	for _, r := range doc.Records {
		family, _, _ := strings.Cut(r.Case, "/")
		if seen[family]++; seen[family] <= 3 || seen[family]%9 == 0 {
			kept = append(kept, r)
		}
	}
	doc.Records = kept
	return doc
}

// The page must be whole: nothing is fetched, and nothing runs that is not ours.
func TestHTMLIsSelfContained(t *testing.T) {
	text := htmlOf(t, suiteDocument(t, results.Simulated, 0))
	for _, what := range []string{"<link", "<iframe", "<img", " src=", "@import", "url(", "fetch(", "XMLHttpRequest", "import("} {
		assert.False(t, strings.Contains(text, what), what)
	}
	for _, address := range regexp.MustCompile(`https?://[^"'\s<]*`).FindAllString(text, -1) {
		assert.True(t, strings.HasPrefix(address, "http://www.w3.org/"), "only the names of XML namespaces")
	}
	assert.False(t, strings.Contains(text, "ZgotmplZ"), "the template engine distrusts a value")
}

func TestHTMLShowsTheProvenance(t *testing.T) {
	simulated := htmlOf(t, suiteDocument(t, results.Simulated, 0))
	assert.True(t, strings.Contains(simulated, "<title>SIMULATED: roofline of virtual example - Ridgeline</title>"))
	for part := range strings.SplitSeq(simulated, "<section ") {
		assert.True(t, strings.Contains(part, "SIMULATED"), "%.60s", part)
	}
	measured := htmlOf(t, suiteDocument(t, results.Measured, 0))
	assert.False(t, strings.Contains(measured, "SIMULATED"))
	assert.True(t, strings.Contains(measured, "<title>measured: roofline of Example 100 - Ridgeline</title>"))
}

// The data on the page is what report --json prints.
func TestHTMLHoldsTheData(t *testing.T) {
	doc := suiteDocument(t, results.Simulated, 0)
	doc.Warnings = []string{"</script><script>alert(1)</script>"}
	text := htmlOf(t, doc)
	assert.False(t, strings.Contains(text, "<script>alert"))
	_, rest, _ := strings.Cut(text, `<script type="application/json" id="data">`)
	block, _, found := strings.Cut(rest, "</script>")
	require.True(t, found)
	var want bytes.Buffer
	require.NoError(t, JSON(&want, doc, roofline.Derive(doc)))
	assert.JSONEq(t, want.String(), block)
	assert.True(t, json.Valid([]byte(block)))
}

func TestHTMLHasEveryCase(t *testing.T) {
	doc := suiteDocument(t, results.Simulated, 0)
	text := htmlOf(t, doc)
	assert.Equal(t, len(roofline.Derive(doc).Points), strings.Count(text, `<tr id="case-`))
	for _, title := range []string{"stream", "stride", "bank", "fma", "chase", "spill", "gemm"} {
		assert.True(t, strings.Contains(text, "<figcaption>"+title), title)
	}
}
