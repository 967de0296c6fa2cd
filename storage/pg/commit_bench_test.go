package pg_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/row"
)

// BenchmarkCommit changes one field of contacts, each time another one's, by as many
// writers at once as there are connections; and 500 of them in bulk.
func BenchmarkCommit(b *testing.B) {
	store, org := storetest.New(b)
	const records = 2_000
	ids := make([]id.ID, records)
	for i := range ids {
		ids[i] = id.New()
		if _, err := store.Commit(b.Context(), row.Change{Organization: org, Writes: []row.Write{
			{Object: "contact", ID: ids[i], Op: entry.Created, Set: row.Fields{"name": fmt.Sprint("Contact ", i), "company": "Acme", "email": fmt.Sprintf("c%d@example.com", i)}},
		}}); err != nil {
			b.Fatal(err)
		}
	}
	var turn atomic.Int64
	update := func(b *testing.B) {
		b.Helper()
		n := turn.Add(1)
		if _, err := store.Commit(b.Context(), row.Change{Organization: org, Writes: []row.Write{
			{Object: "contact", ID: ids[n%records], Op: entry.Updated, Set: row.Fields{"company": fmt.Sprint("Company ", n)}},
		}}); err != nil {
			b.Error(err)
		}
	}
	b.Run("one writer", func(b *testing.B) {
		for b.Loop() {
			update(b)
		}
	})
	b.Run("16 writers", func(b *testing.B) {
		b.SetParallelism(8) // of two cores
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				update(b)
			}
		})
	})
	b.Run("500 in bulk", func(b *testing.B) {
		for b.Loop() {
			n := turn.Add(1)
			if _, err := store.CommitBulk(b.Context(), commit.Bulk{Organization: org, Object: "contact", IDs: ids[:commit.MaxBulk], Set: row.Fields{"company": fmt.Sprint("Bulk ", n)}}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
