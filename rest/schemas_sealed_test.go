package rest_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// What is out of use is sealed again by a new key too: it may come back when the former key
// is gone.
func TestWhatIsOutOfUseIsSealedAgain(t *testing.T) {
	w, p := working(t)
	conn := w.connect(t)
	p.change("deal", `{"properties":{"pin":{"title":"Pin","format":"encrypted"}}}`, http.StatusOK)
	p.makes(`{"name":"One","pin":"1234"}`)
	p.change("contact", `{"properties":{"pin":{"title":"Pin","format":"encrypted"}}}`, http.StatusOK)
	p.do("POST", "/v1/object/contact", `{"name":"Ada","pin":"4321"}`).is(http.StatusOK)
	p.change("contact", `{"properties":{"pin":null}}`, http.StatusOK)
	p.do("DELETE", "/v1/schema/deal", "").is(http.StatusNoContent)

	both, err := seal.NewRing(bytes.Repeat([]byte{2}, seal.KeyBytes), bytes.Repeat([]byte{1}, seal.KeyBytes))
	if err != nil {
		t.Fatal(err)
	}
	var sum int64
	for at := (row.SealedPlace{}); !at.IsOver; {
		var sealed, left int64
		if err := w.store.Together(t.Context(), func(ctx context.Context) (err error) {
			at, sealed, left, err = w.store.SealAgain(ctx, both, w.org, at)
			return err
		}); err != nil || left != 0 {
			t.Fatalf("%d can't be opened: %v", left, err)
		}
		sum += sealed
	}
	if sum != 2 {
		t.Errorf("%d values are sealed again", sum)
	}
	for _, table := range []string{"own__deal", "contact"} {
		var column, value string
		err := conn.QueryRow(t.Context(), `SELECT column_name::text FROM information_schema.columns WHERE table_name = $1 AND column_name LIKE '%pin%'`, table).Scan(&column)
		if err == nil {
			err = conn.QueryRow(t.Context(), `SELECT "`+column+`" FROM "org_`+w.org.Compact()+`"."`+table+`" WHERE "`+column+`" IS NOT NULL`).Scan(&value)
		}
		if err != nil || !strings.HasPrefix(value, both.Begins()) {
			t.Errorf("%s.%s holds %q: %v", table, column, value, err)
		}
	}
}
