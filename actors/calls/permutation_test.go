package calls

import (
	"math/rand/v2"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/soaktest"
)

// story is a call's start and the callbacks that follow, in the order in which they
// happened.
type story struct {
	begin     []any
	callbacks []any
	// want holds the final fields for any order of arrival.
	want row.Fields
}

func stories() map[string]story {
	accepted := []any{ring(anna, ben), Accept{CommandMeta: by(anna)}}
	dialled := []any{Dial{CommandMeta: by(anna), To: "+15550100200", From: "+15550109999"}}
	return map[string]story{
		"answered, the caller hangs up": {
			begin: accepted,
			callbacks: []any{
				conference("participant-join", "CA1", customerLabel, 2),
				legEvent("CA2", userLabel(anna), carrier.LegRinging, 1, 3),
				legEvent("CA2", userLabel(anna), carrier.LegInProgress, 2, 5),
				conference("participant-join", "CA2", userLabel(anna), 6),
				conference("participant-leave", "CA1", customerLabel, 30),
				legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 30),
				conference("conference-end", "", "", 31),
				legEvent("CA2", userLabel(anna), carrier.LegCompleted, 3, 31),
			},
			want: row.Fields{
				"status": Completed, "user": anna, "answered_at": at(5), "end_time": at(30), "duration": int64(25),
			},
		},
		"answered, and its joining is never told": {
			begin: accepted,
			callbacks: []any{
				conference("participant-join", "CA1", customerLabel, 2),
				legEvent("CA2", userLabel(anna), carrier.LegRinging, 1, 3),
				legEvent("CA2", userLabel(anna), carrier.LegInProgress, 2, 5),
				legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 30),
				legEvent("CA2", userLabel(anna), carrier.LegCompleted, 3, 31),
			},
			want: row.Fields{
				"status": Completed, "user": anna, "answered_at": at(5), "end_time": at(30), "duration": int64(25),
			},
		},
		"answered, our side hangs up": {
			begin: accepted,
			callbacks: []any{
				conference("participant-join", "CA1", customerLabel, 2),
				conference("participant-join", "CA2", userLabel(anna), 6),
				conference("participant-leave", "CA2", userLabel(anna), 40),
				legEvent("CA2", userLabel(anna), carrier.LegCompleted, 3, 40),
				legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 42),
			},
			want: row.Fields{
				"status": Completed, "user": anna, "answered_at": at(6), "end_time": at(40), "duration": int64(34),
			},
		},
		"the caller gives up while the taker is dialled": {
			begin: accepted,
			callbacks: []any{
				conference("participant-join", "CA1", customerLabel, 2),
				legEvent("CA2", userLabel(anna), carrier.LegRinging, 1, 3),
				legEvent("CA1", customerLabel, carrier.LegCompleted, 1, 9),
				legEvent("CA2", userLabel(anna), carrier.LegCanceled, 2, 10),
			},
			want: row.Fields{"status": Canceled, "user": id.ID(""), "answered_at": time.Time{}, "end_time": at(9), "duration": int64(0)},
		},
		"outbound, answered": {
			begin: dialled,
			callbacks: []any{
				conference("participant-join", "CA9", userLabel(anna), 2),
				legEvent("CA8", customerLabel, carrier.LegRinging, 1, 3),
				legEvent("CA8", customerLabel, carrier.LegInProgress, 2, 8),
				conference("participant-join", "CA8", customerLabel, 9),
				legEvent("CA8", customerLabel, carrier.LegCompleted, 3, 68),
				legEvent("CA9", userLabel(anna), carrier.LegCompleted, 3, 69),
				conference("conference-end", "", "", 69),
			},
			want: row.Fields{
				"status": Completed, "user": anna, "answered_at": at(8), "end_time": at(68), "duration": int64(60),
			},
		},
		"outbound, busy": {
			begin: dialled,
			callbacks: []any{
				conference("participant-join", "CA9", userLabel(anna), 2),
				legEvent("CA8", customerLabel, carrier.LegRinging, 1, 3),
				legEvent("CA8", customerLabel, carrier.LegBusy, 2, 8),
				legEvent("CA9", userLabel(anna), carrier.LegCompleted, 3, 9),
			},
			want: row.Fields{"status": Busy, "user": anna, "answered_at": time.Time{}, "end_time": at(8), "duration": int64(0)},
		},
	}
}

func TestOrderOfCallbacksHasNoEffect(t *testing.T) {
	rounds, seed := soaktest.Rounds(t, 60)
	for name, s := range stories() {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 2))
			for n := range rounds {
				order := random.Perm(len(s.callbacks))
				if n == 0 {
					for i := range order {
						order[i] = i // in order
					}
				}
				if n%2 == 1 { // each may come twice
					order = append(order, random.Perm(len(s.callbacks))...)
				}
				tell(t, s, order)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// tell sends a story's callbacks in an order and checks the end.
func tell(t *testing.T, s story, order []int) {
	t.Helper()
	d := newDesk(t)
	for _, command := range s.begin {
		d.do(command)
	}
	over := false
	for _, i := range order {
		d.do(s.callbacks[i])
		is := d.status() != Ringing && d.status() != InProgress
		if over && !is {
			t.Errorf("in the order %v the call came back to life as %s", order, d.status())
		}
		over = over || is
	}
	for field, want := range s.want {
		if got := d.state.Call.Fields[field]; !runtime.Equal(got, want) {
			t.Errorf("in the order %v %s is %v, want %v", order, field, got, want)
		}
	}
	d.expectReplay(order)
	if d.state.Facts.OnCall != "" {
		t.Errorf("in the order %v %s stays on the call", order, d.state.Facts.OnCall)
	}
}
