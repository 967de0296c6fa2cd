package app

import (
	"context"
	"errors"
	"slices"
	"testing"

	"switchboard/storage/id"
)

// shrinking is an enumeration that loses organizations, and may fail.
type shrinking struct {
	there []id.ID
	err   error
}

func (s *shrinking) OrganizationsAfter(_ context.Context, after id.ID, limit int) ([]id.ID, error) {
	rest := slices.DeleteFunc(slices.Clone(s.there), func(one id.ID) bool { return one <= after })
	return rest[:min(limit, len(rest))], s.err
}

func TestWhoIsGoneIsLeftOnce(t *testing.T) {
	from := &shrinking{there: []id.ID{"a", "b", "c"}}
	var served, ended []id.ID
	d := departures{from: from, served: func() []id.ID { return served }, end: func(o id.ID) { ended = append(ended, o) }}
	look := func(want ...id.ID) {
		t.Helper()
		ended = nil
		if d.look(t.Context()); !slices.Equal(ended, want) {
			t.Errorf("ended %v, want %v", ended, want)
		}
	}
	look()
	from.there = []id.ID{"a", "c"}
	look("b") // without sockets here, but it may be cached
	look()
	from.err, from.there = errors.New("away"), nil
	look() // nothing is known
	from.err, from.there = nil, []id.ID{"a", "c"}
	served = []id.ID{"a", "x"} // went before this node looked for the first time
	look("x")
}
