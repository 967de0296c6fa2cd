package main

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// The names in the database are those that are searched for.
func TestBothServersUseTheSameNames(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), pgtest.Open(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	const many = 60_000
	for name, c := range map[string]nameScheme{"people": people(), "numbered": numbered()} {
		rows, err := conn.Query(t.Context(), "SELECT "+c.first+" || ' ' || "+c.last+" FROM generate_series(1, $1) i ORDER BY i", many)
		if err != nil {
			t.Fatal(err)
		}
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		lasts, all := map[string]bool{}, map[string]bool{}
		for i, got := range names {
			_, last := c.person(i + 1)
			lasts[last], all[got] = true, true
			if got != c.name(i+1) {
				t.Fatalf("%s: the contact %d is called %s, not %s", name, i+1, got, c.name(i+1))
			}
		}
		if len(lasts) != c.lasts || len(all) != many || !lasts[c.surname()] {
			t.Errorf("%s: %d of %d surnames and %d of %d names", name, len(lasts), c.lasts, len(all), many)
		}
	}
}
