package presence

import (
	"testing"
	"time"

	"switchboard/storage/id"
)

// Handed-on users are present by their node's clock: a better estimate of it changes
// when they count as gone.
func TestBetterClockMovesHandedOnUsers(t *testing.T) {
	all, now := newRosters(nil), time.Now()
	others := newPeers(all)
	left := activity(-now.Add(-10 * time.Second).UnixMilli())
	read := func(beat int64, late time.Duration) (doubted bool) {
		l := lease{Beat: beat, At: now.Add(-late).UnixMilli(), Sockets: map[id.ID]map[id.ID]activity{organization: {anna: left}}}
		others.take(map[string]lease{"other": l}, time.Time{}, now)
		all.with(organization, func(r *roster) { doubted, r.suspects.all = r.suspects.all, false })
		return doubted
	}
	all.with(organization, func(r *roster) { r.wanted = true })
	read(1, 2*time.Second)
	if !read(2, time.Second) {
		t.Error("nobody is looked at although the clock is known better")
	}
	if read(3, time.Second) {
		t.Error("all are looked at although the clock is known as before")
	}
}
