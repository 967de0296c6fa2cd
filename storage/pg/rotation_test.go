package pg_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

func ringOf(t *testing.T, first ...byte) *seal.Ring {
	t.Helper()
	var keys [][]byte
	for _, b := range first {
		keys = append(keys, bytes.Repeat([]byte{b}, seal.KeyBytes))
	}
	r, err := seal.NewRing(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rotate seals all values again, a portion in each transaction.
func (f *fixture) rotate(ring *seal.Ring) (done, left int64, err error) {
	var at row.SealedPlace
	for !at.IsOver && err == nil {
		var sealed, lost int64
		err = f.Together(context.WithoutCancel(f.Context()), func(ctx context.Context) (err error) {
			at, sealed, lost, err = f.SealAgain(ctx, ring, f.org, at)
			return err
		})
		done, left = done+sealed, left+lost
	}
	return done, left, err
}

// All that a former key sealed is sealed by the new one, of removed records too; what
// somebody changes meanwhile stays his, what can't be opened stays, and no version rises.
func TestEncryptedFieldsAreSealedAgain(t *testing.T) {
	f := newFixture(t)
	former, both, next, foreign := ringOf(t, 1), ringOf(t, 2, 1), ringOf(t, 2), ringOf(t, 3)
	place := func(one id.ID) seal.Place {
		return seal.Place{Organization: f.org, Object: "auth_credential", Record: one, Field: "api_key"}
	}
	sealed := func(r *seal.Ring, one id.ID, plain string) string {
		text, err := r.Seal(place(one), []byte(plain))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	put := func(r *seal.Ring, plain string) id.ID {
		one := id.New()
		f.commit(f.change(row.Write{Object: "auth_credential", ID: one, Op: entry.Created, Set: row.Fields{"name": plain, "api_key": sealed(r, one, plain)}}))
		return one
	}
	const many = 450 // more than two batches
	ones := make([]id.ID, many)
	for i := range ones {
		ones[i] = put(former, fmt.Sprint("secret ", i))
	}
	f.commit(f.change(row.Write{Object: "auth_credential", ID: ones[7], Op: entry.Removed}))
	f.create("auth_credential", row.Fields{"name": "Without"})
	fresh, lost := put(next, "fresh"), put(foreign, "lost")

	before := func(want int64, opened bool) {
		t.Helper()
		if n, opens, err := f.SealedBefore(t.Context(), both, f.org); err != nil || n != want || opens != opened {
			t.Errorf("%d values of other keys, want %d; it opens some: %t, want %t: %v", n, want, opens, opened, err)
		}
	}
	before(many+1, true)
	if done, left, err := f.rotate(both); err != nil || done != many || left != 1 {
		t.Fatalf("sealed %d again, %d left: %v", done, left, err)
	}
	before(1, false)
	if done, left, err := f.rotate(both); err != nil || done != 0 || left != 1 {
		t.Errorf("once more: sealed %d again, %d left: %v", done, left, err)
	}
	rows, err := f.conn.Query(t.Context(), `SELECT id::text, name, version, api_key FROM "org_`+f.org.Compact()+`".auth_credential WHERE api_key IS NOT NULL`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	count := 0
	for rows.Next() {
		var one id.ID
		var name, value string
		var version int
		if err := rows.Scan(&one, &name, &version, &value); err != nil {
			t.Fatal(err)
		}
		count++
		if one == lost {
			if !strings.HasPrefix(value, foreign.Begins()) {
				t.Errorf("what nobody can open was changed to %s", value)
			}
			continue
		}
		plain, err := next.Open(place(one), value)
		if err != nil || string(plain) != name || version != 1 && one != ones[7] {
			t.Errorf("%s version %d holds %q: %v", name, version, plain, err)
		}
	}
	if count != many+2 || fresh == "" {
		t.Errorf("%d values", count)
	}
}

// A ring that lacks the key of a stored value is found out at once; a key that sealed
// nothing, or whose loss was accepted, is not missed.
func TestKeysThatDoNotOpenTheStoredValuesAreFound(t *testing.T) {
	f := newFixture(t)
	old, next, other := ringOf(t, 1), ringOf(t, 2), ringOf(t, 3)
	check := func(ring *seal.Ring, want int64) {
		t.Helper()
		if lost, err := f.CheckKeys(t.Context(), ring); err != nil || lost != want {
			t.Errorf("%d values that no key opens, want %d: %v", lost, want, err)
		}
	}
	check(next, 0)
	check(old, 0) // the other sealed nothing
	one := id.New()
	text, err := old.Seal(seal.Place{Organization: f.org, Object: "auth_credential", Record: one, Field: "api_key"}, []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	f.commit(f.change(row.Write{Object: "auth_credential", ID: one, Op: entry.Created, Set: row.Fields{"name": "CRM", "api_key": text}}))
	check(old, 0)
	check(ringOf(t, 2, 1), 0)
	check(next, 1)
	check(next, 1)
	if err := f.AcceptLoss(t.Context(), next); err != nil {
		t.Fatal(err)
	}
	check(next, 0)
	check(old, 0) // the key was found again
	check(other, 1)
}

// A secret that is entered while its record is sealed again is not lost.
func TestASecretEnteredDuringTheRotationStays(t *testing.T) {
	f := newFixture(t)
	former, both := ringOf(t, 1), ringOf(t, 2, 1)
	one := f.create("auth_credential", row.Fields{"name": "CRM"}).ID
	place := seal.Place{Organization: f.org, Object: "auth_credential", Record: one, Field: "api_key"}
	enter := func(r *seal.Ring, plain string) {
		text, err := r.Seal(place, []byte(plain))
		if err != nil {
			t.Fatal(err)
		}
		f.commit(f.change(row.Write{Object: "auth_credential", ID: one, Op: entry.Updated, Set: row.Fields{"api_key": text}}))
	}
	enter(former, "old")
	// It waits for the row, which somebody holds who enters another secret.
	tx, err := f.conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	text, err := both.Seal(place, []byte("new"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `UPDATE "org_`+f.org.Compact()+`".auth_credential SET api_key = $1 WHERE id = $2`, text, string(one)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		done, _, err := f.rotate(both)
		if err == nil && done != 0 {
			err = fmt.Errorf("it sealed %d values", done)
		}
		ended <- err
	}()
	f.waits()
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	var value string
	if err := f.conn.QueryRow(t.Context(), `SELECT api_key FROM "org_`+f.org.Compact()+`".auth_credential WHERE id = $1`, string(one)).Scan(&value); err != nil {
		t.Fatal(err)
	}
	if plain, err := both.Open(place, value); err != nil || string(plain) != "new" {
		t.Errorf("it holds %q: %v", plain, err)
	}
}
