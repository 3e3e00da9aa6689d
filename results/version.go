package results

import (
	"fmt"
	"strconv"
	"strings"
)

// schemaName is what stands before the slash of Schema.
const schemaName = "ridgeline"

// version is a parsed schema string: "ridgeline/1" is 1.0, "ridgeline/1.2" is
// 1.2.
type version struct{ major, minor int }

func parseVersion(schema string) (version, error) {
	name, number, found := strings.Cut(schema, "/")
	if name != schemaName || !found {
		return version{}, fmt.Errorf("schema %q is not Ridgeline's, which begins with %q", schema, schemaName+"/")
	}
	majorText, minorText, hasMinor := strings.Cut(number, ".")
	if !hasMinor {
		minorText = "0"
	}
	major, errMajor := strconv.ParseUint(majorText, 10, 16)
	minor, errMinor := strconv.ParseUint(minorText, 10, 16)
	if errMajor != nil || errMinor != nil {
		return version{}, fmt.Errorf("schema %q has no version number", schema)
	}
	return version{int(major), int(minor)}, nil
}

// readable compares the version of a document with the version of this program.
// It fails for another major version, and says whether the minor one is newer,
// so that unknown keys may be what that version added.
func readable(schema string) (newer bool, err error) {
	got, err := parseVersion(schema)
	if err != nil {
		return false, err
	}
	own, err := parseVersion(Schema)
	if err != nil {
		return false, err
	}
	if got.major != own.major {
		return false, fmt.Errorf("schema %q: this program reads version %d only; use the Ridgeline that wrote it", schema, own.major)
	}
	return got.minor > own.minor, nil
}
