package check_test

import (
	"testing"

	"switchboard/storage/query/check"
)

func TestNearest(t *testing.T) {
	names := []string{"first_name", "last_name", "name", "email", "phone", "created_date"}
	for word, want := range map[string]string{
		"frist_name": "first_name", "FIRST_NAME": "first_name", "lastname": "last_name", "emial": "email", "creatd_date": "created_date",
		"company": "", "x": "", "": "", "fone": "",
	} {
		if got := check.Nearest(word, names); got != want {
			t.Errorf("nearest to %q is %q, not %q", word, got, want)
		}
	}
}
