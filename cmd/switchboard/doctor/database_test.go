package doctor_test

import (
	"strings"
	"testing"

	"switchboard/cmd/switchboard/doctor"
)

func TestTheDatabaseIsJudged(t *testing.T) {
	for unrestricted, want := range map[int]string{0: "ok    queries: they run under a role", 3: "warn  queries: those of 3 organizations run under the rights of the database's user"} {
		var out strings.Builder
		if err := doctor.Database(&out, unrestricted); err != nil || !strings.HasPrefix(out.String(), want) || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%d: %q, %v", unrestricted, out.String(), err)
		}
	}
}
