package schemas

import (
	"regexp"
	"slices"

	"switchboard/storage/access"
)

// The limits of what an organization may have of its own.
const (
	maxFields  = 500 // of one object
	maxObjects = 200
	maxTitle   = 100 // characters
	maxHelp    = 1_000
	minWidth   = 40
	maxWidth   = 1_000
)

var nameRule = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// reservedObjects would be another page or place than their own.
var reservedObjects = []string{"new", "list", "table", "kanban", "gallery", "json", "formats", "retired"}

// reservedFields mean something to the database, or to programs that read records as objects
// of JavaScript, or stand in shown records beside the fields.
var reservedFields = []string{access.RowRights, "ctid", "xmin", "xmax", "cmin", "cmax", "tableoid", "constructor", "prototype"}

// named returns what is wrong with a name, "" if nothing is.
func named(name string, reserved []string) string {
	switch {
	case !nameRule.MatchString(name):
		return "A name has 1 to 63 of the letters a to z, digits and underscores, and begins with a letter"
	case slices.Contains(reserved, name):
		return "This name means something else here. Choose another one"
	default:
		return ""
	}
}
