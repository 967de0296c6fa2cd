package relay_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/relay"
)

// firstTold is a follower that does something when it is told for the first time.
type firstTold struct {
	once sync.Once
	do   func()
}

func (f *firstTold) Append(id.ID, []entry.Entry) { f.once.Do(f.do) }

// While many commit, what they commit gathers and is moved by one pass.
func TestEntriesGatherWhileManyCommit(t *testing.T) {
	t.Parallel()
	r := newRelays(t)
	var one *relay.Relay
	var before int64
	begun := make(chan struct{})
	r.also = append(r.also, &firstTold{do: func() {
		r.put(r.org, "k")
		one.Poke()
		before = one.Stats().Passes
		close(begun)
	}})
	leading, told := r.leading(relay.Config{Poll: time.Hour, Rest: 2 * time.Second})
	one = leading
	crowd := strings.Split("abcdefghij", "")
	r.exec(`INSERT INTO core.outbox (organization_id, entry) SELECT $1, json_build_object('cause', c, 'op', 'updated') FROM unnest($2::text[]) c`,
		string(r.org), crowd) // at once: a pass may be under way
	one.Poke()
	<-begun
	r.put(r.org, "l", "m")
	one.Poke()
	want := slices.Concat(crowd, []string{"k", "l", "m"})
	if got := causes(told.await(t, r.org, len(want))); !slices.Equal(got, want) {
		t.Errorf("told %v", got)
	}
	if n := one.Stats().Passes - before; n != 1 {
		t.Errorf("what was committed meanwhile took %d passes", n)
	}
}
