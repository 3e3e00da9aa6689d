package results

import _ "embed"

//go:embed schema/ridgeline-1.schema.json
var schemaText string

// JSONSchema is the JSON Schema (draft 2020-12) of a document, as generated
// from the types of this package.
func JSONSchema() []byte { return []byte(schemaText) }
