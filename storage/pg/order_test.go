package pg_test

import "testing"

// An update of ICU may order texts in another way than the indexes are built in: the next start
// rebuilds them.
func TestIndexesFollowAnUpdateOfICU(t *testing.T) {
	f := newFixture(t)
	var hasICU bool
	if err := f.conn.QueryRow(t.Context(), "SELECT collprovider = 'i' FROM pg_collation WHERE oid = 'search.words'::regcollation").Scan(&hasICU); err != nil {
		t.Fatal(err)
	}
	if !hasICU {
		t.Skip("this PostgreSQL has no ICU")
	}
	f.grow("contact")
	f.otherRegistry(f.org)
	if err := f.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	built := func() (file int64) {
		t.Helper()
		err := f.conn.QueryRow(t.Context(), "SELECT pg_relation_filenode('org_"+f.org.Compact()+".contact_name_order')::bigint").Scan(&file)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	before := built()
	if err := f.Migrate(t.Context()); err != nil || built() != before {
		t.Errorf("without an update: rebuilt %v, %v", built() != before, err)
	}
	if _, err := f.conn.Exec(t.Context(), "UPDATE pg_collation SET collversion = '1.0' WHERE oid = 'search.words'::regcollation"); err != nil {
		t.Fatal(err)
	}
	if err := f.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if built() == before || !f.validIndexes("contact")["contact_name_order"] {
		t.Error("the index by name is the old one")
	}
	var isCurrent bool
	err := f.conn.QueryRow(t.Context(), "SELECT collversion = pg_collation_actual_version(oid) FROM pg_collation WHERE oid = 'search.words'::regcollation").Scan(&isCurrent)
	if err != nil || !isCurrent {
		t.Errorf("the version of the collation is current: %v, %v", isCurrent, err)
	}
}
