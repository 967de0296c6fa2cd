package pg_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// random is a text that doesn't get smaller by compression.
func random(bytes int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < bytes {
		b.WriteRune(0x1F300 + r.Int32N(0x300)) // four bytes each
	}
	return b.String()
}

// A text that no index can hold is the writer's fault, whichever way it came: also
// from actors and webhooks, whose values no schema checks.
func TestTextsBeyondAnIndex(t *testing.T) {
	f := newFixture(t)
	for _, o := range features.Registry().Objects() {
		for _, field := range o.Fields {
			if field.System || !field.Indexed && !field.Unique || field.Type != schema.Text && field.Type != schema.Picklist || !field.Stored() {
				continue
			}
			for text, good := range map[string]bool{random(1_600): true, random(2_000): false, strings.Repeat("Ⱥ", 566): true, random(9_000): false} {
				_, err := f.Commit(t.Context(), f.change(row.Write{Object: o.APIName, Op: entry.Created, Set: row.Fields{field.Name: text}}))
				if good && err != nil || !good && (!fault.Is(err, fault.Invalid) || len(fault.From(err).Fields[field.Name]) != 1) {
					t.Errorf("%s.%s of %d bytes: %v", o.APIName, field.Name, len(text), err)
				}
			}
		}
	}
}

// What is derived for searching is indexed as what is written.
func TestDerivedFieldsAreIndexed(t *testing.T) {
	of := tables.NewTables("org", features.Registry())
	if !slices.ContainsFunc(tables.IndexesOf(of.ByName["user"]), func(x tables.Index) bool {
		return strings.HasSuffix(x.Statement(""), `("chosen_status") WHERE deleted_date IS NULL`)
	}) {
		t.Error("the derived status of users has no index")
	}
}
