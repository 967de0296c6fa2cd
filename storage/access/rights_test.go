package access_test

import (
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// A user who reads some fields of their own rows, and more fields of all rows, reads the latter
// in every row, so lists of all rows may be sorted by them.
func TestARightToAllIsOneToOnesOwn(t *testing.T) {
	boss := access.Build(features.Registry(), access.Inputs{Organization: id.New(), User: id.New(), Superuser: true})
	for _, field := range []string{"created_date", "owner", "name"} {
		if !boss.Rights("auth_credential").Everywhere().Has(field) {
			t.Errorf("a superuser does not read %s of every credential", field)
		}
	}
}
