package main

import (
	"io/fs"
	"testing"
	"testing/fstest"
)

// sameNumber returns the migrations whose number an earlier one already has,
// which would make migrating fail. Parallel branches may choose the same
// number.
func sameNumber(t *testing.T, tree fs.FS) (found []string) {
	t.Helper()
	files, err := fs.Glob(tree, "storage/pg/migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no migrations were found: %v", err)
	}
	const digits = len("storage/pg/migrations/0001")
	for i := 1; i < len(files); i++ {
		if files[i][:digits] == files[i-1][:digits] {
			found = append(found, files[i])
		}
	}
	return found
}

func TestMigrationsHaveNumbersOfTheirOwn(t *testing.T) {
	for _, name := range sameNumber(t, root()) {
		t.Errorf("%s: another migration has its number", name)
	}
	two := fstest.MapFS{"storage/pg/migrations/0001_a.sql": {}, "storage/pg/migrations/0002_b.sql": {}, "storage/pg/migrations/0002_c.sql": {}}
	if found := sameNumber(t, two); len(found) != 1 {
		t.Errorf("found %v", found)
	}
}
