package results

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// generateSchema reflects the schema from the Go types and their comments.
func generateSchema(t *testing.T) []byte {
	t.Helper()
	reflector := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true}
	require.NoError(t, reflector.AddGoComments("ridgeline/results", "."))
	schema := reflector.Reflect(&Document{})
	schema.Title = "Ridgeline results document, " + Schema
	text, err := json.MarshalIndent(schema, "", "  ")
	require.NoError(t, err)
	return append(text, '\n')
}

func TestSchemaIsFresh(t *testing.T) {
	golden(t, "schema/ridgeline-1.schema.json", generateSchema(t))
	if !*update {
		assert.Equal(t, string(generateSchema(t)), string(JSONSchema()))
	}
}

// validateSchema checks a document against the committed schema.
func validateSchema(t *testing.T, text []byte) error {
	t.Helper()
	schemaValue, err := validator.UnmarshalJSON(bytes.NewReader(JSONSchema()))
	require.NoError(t, err)
	compiler := validator.NewCompiler()
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("ridgeline.json", schemaValue))
	schema, err := compiler.Compile("ridgeline.json")
	require.NoError(t, err)
	value, err := validator.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	return schema.Validate(value)
}

func TestSchemaAcceptsWhatWeWrite(t *testing.T) {
	for name, doc := range map[string]Document{
		"sample":  sampleDocument(),
		"minimal": minimalDocument(),
	} {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			require.NoError(t, Encode(&text, &doc))
			assert.NoError(t, validateSchema(t, text.Bytes()))
		})
	}
}

func TestSchemaRefusesWhatWeRefuse(t *testing.T) {
	for name, change := range map[string][2]string{
		"unknown key":        {`"seed": 42`, `"seed": 42, "sead": 1`},
		"missing key":        {`"platform": "linux/amd64",`, ``},
		"unknown provenance": {`"provenance": "simulated"`, `"provenance": "guessed"`},
		"unknown outcome":    {`"outcome": "ok"`, `"outcome": "fine"`},
		"wrong type":         {`"sm_count": 132`, `"sm_count": "132"`},
		"time without date":  {`"2026-01-02T15:04:05Z"`, `"15:04"`},
	} {
		t.Run(name, func(t *testing.T) {
			broken := replaceOnce(t, sampleText(t), change[0], change[1])
			assert.Error(t, validateSchema(t, broken))
			_, err := Decode(bytes.NewReader(broken), "x.json")
			assert.Error(t, err)
		})
	}
}
