package pg_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// used makes the indexes that an object's table has from its first record on.
func (f *fixture) used(object string) {
	f.Helper()
	t := tables.NewTables(tables.SchemaOf(f.org), features.Registry()).ByName[object]
	for _, statement := range tables.FirstIndexes(t) {
		if _, err := f.conn.Exec(f.Context(), statement); err != nil {
			f.Fatal(err)
		}
	}
}

// grow fills an object's table until it is large enough for its late indexes.
func (f *fixture) grow(object string) {
	f.Helper()
	f.used(object)
	name := tables.Quote(tables.SchemaOf(f.org)) + "." + tables.Quote(object)
	if _, err := f.conn.Exec(f.Context(), `INSERT INTO `+name+` (id, organization_id, created_date, modified_date, name)
		SELECT gen_random_uuid(), $1, now(), now(), repeat('x', 200) || n FROM generate_series(1, 2000) n`, string(f.org)); err != nil {
		f.Fatal(err)
	}
	var size int64
	if err := f.conn.QueryRow(f.Context(), "SELECT pg_relation_size($1::regclass)", name).Scan(&size); err != nil || size < tables.IndexedFrom {
		f.Fatalf("the table has %d bytes: %v", size, err)
	}
}

// lateIndexes counts the late indexes of an organization's object that are valid.
func (f *fixture) lateIndexes(organization id.ID, object string) (have, all int) {
	f.Helper()
	t := tables.NewTables(tables.SchemaOf(organization), features.Registry()).ByName[object]
	rows, err := f.conn.Query(f.Context(), `SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE i.indrelid = to_regclass($1) AND i.indisvalid`, t.Name)
	if err != nil {
		f.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		f.Fatal(err)
	}
	for _, x := range tables.IndexesOf(t) {
		if x.Late() {
			all++
			if slices.Contains(names, x.Name) {
				have++
			}
		}
	}
	return have, all
}

func TestLateIndexesAreMadeWhenATableHasGrown(t *testing.T) {
	f := newFixture(t)
	other := newOrganization(f, "Other")
	contact := f.create("contact", row.Fields{"name": "Grace"})
	look := func() {
		t.Helper()
		if err := f.IndexWritten(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	look()
	if have, all := f.lateIndexes(f.org, "contact"); have != 0 || all < 5 {
		t.Fatalf("a small table has %d of %d late indexes", have, all)
	}
	f.grow("contact")
	look() // nothing was written through the store since
	if have, _ := f.lateIndexes(f.org, "contact"); have != 0 {
		t.Fatalf("%d late indexes without a write", have)
	}
	f.update(contact, row.Fields{"name": "Grace Hopper"})
	look()
	if have, all := f.lateIndexes(f.org, "contact"); have != all {
		t.Errorf("a large table has %d of %d late indexes", have, all)
	}
	for organization, object := range map[id.ID]string{f.org: "note", other: "contact"} {
		if have, _ := f.lateIndexes(organization, object); have != 0 {
			t.Errorf("a small %s has %d late indexes", object, have)
		}
	}
	if found := f.find(row.Query{Object: "contact", Where: []row.Condition{{Field: "name", Operator: "=", Value: "Grace Hopper"}}}); len(found) != 1 {
		t.Errorf("found %v", found)
	}
}

// Two nodes that start, and one that upgrades, find the same large table.
func TestSeveralNodesIndexALargeTable(t *testing.T) {
	f := newFixture(t)
	f.grow("contact")
	f.otherRegistry(f.org)
	var wg sync.WaitGroup
	errs := make([]error, 3)
	wg.Go(func() { errs[0] = f.IndexLargeTables(t.Context()) })
	wg.Go(func() { errs[1] = f.IndexLargeTables(t.Context()) })
	wg.Go(func() { errs[2] = f.Migrate(t.Context()) })
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if have, all := f.lateIndexes(f.org, "contact"); have != all {
		t.Errorf("%d of %d late indexes", have, all)
	}
}

// A value that no index holds leaves the table without that index, and with the others.
func TestAValueTooLargeForAnIndexLeavesTheOthers(t *testing.T) {
	f := newFixture(t)
	f.grow("contact")
	if _, err := f.conn.Exec(t.Context(), `UPDATE `+tables.Quote(tables.SchemaOf(f.org))+`.contact SET company = (
		SELECT string_agg(md5(n::text), '') FROM generate_series(1, 300) n) WHERE id = (SELECT min(id::text)::uuid FROM `+tables.Quote(tables.SchemaOf(f.org))+`.contact)`); err != nil {
		t.Fatal(err)
	}
	if err := f.IndexLargeTables(t.Context()); err != nil {
		t.Fatal(err)
	}
	if have, all := f.lateIndexes(f.org, "contact"); have != all-1 {
		t.Errorf("%d of %d late indexes", have, all)
	}
}

func TestAnEmptyOrganizationIsSmall(t *testing.T) {
	f := newFixture(t)
	one := newOrganization(f, "Empty")
	var bytes int64
	var relations, indexes int
	if err := f.conn.QueryRow(t.Context(), tables.SizeOfSchema, tables.SchemaOf(one)).Scan(&bytes, &relations, &indexes); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d tables, %d indexes", bytes, relations, indexes)
	if bytes > 1_000_000 || relations > 60 {
		t.Errorf("an empty organization has %d bytes in %d tables, want at most 1 MB in 60", bytes, relations)
	}
}
