package calls

import (
	"slices"
	"time"

	"switchboard/storage/id"
)

// replayed is the state of a call after replaying its journal.
type replayed struct {
	outbound                       bool
	started, answered, ended       time.Time
	status                         string
	user                           id.ID // owner of the call
	taken                          id.ID // the user who is connected or being connected as owner
	targets, unavailable, declined []id.ID
	heldAt                         time.Time
	heldFor                        time.Duration
	transfer                       string // state of the newest transfer, or ""
	target                         id.ID
	warm, routed                   bool                 // routed: transferred before anyone accepted
	intervals                      map[string]*interval // by the provider's sid
	muted                          map[id.ID]bool
	users                          []id.ID // our users, in the order in which events name them
}

// interval is a party's time on the line. user is "" for the other party.
type interval struct {
	user         id.ID
	since, until time.Time
}

// replay returns the call that results from events in the order in which they were
// written.
func replay(events ...Event) *replayed {
	f := &replayed{intervals: map[string]*interval{}, muted: map[id.ID]bool{}}
	for _, e := range events {
		f.apply(e)
	}
	return f
}

// apply adds an event.
func (f *replayed) apply(e Event) {
	f.addUsers(append([]id.ID{e.By, e.To}, e.Users...))
	f.user = e.ownerAfter(f.user)
	switch e.Kind {
	case EventRinging:
		f.started, f.outbound, f.status = e.At, e.Outbound, Ringing
		f.taken = e.By
	case EventOffered:
		f.targets = with(f.targets, e.Users...)
		f.unavailable = without(f.unavailable, e.Users...)
	case EventWithdrawn:
		f.targets, f.unavailable = with(f.targets, e.Users...), with(f.unavailable, e.Users...)
	case EventDeclined:
		f.declined = with(f.declined, e.By)
	case EventAccepted:
		f.taken = e.By
	case EventReturned:
		f.taken = ""
	case EventJoined:
		f.interval(e).since = e.At
	case EventLeft:
		f.interval(e).until = e.At
	case EventConnected:
		f.answered = e.At
		if f.ended.IsZero() {
			f.status = InProgress
		}
	case EventHeld:
		f.heldAt = e.At
	case EventResumed:
		if !e.Failed {
			f.heldFor += e.At.Sub(f.heldAt)
		}
		f.heldAt = time.Time{}
	case EventMuted, EventUnmuted:
		f.muted[e.By] = e.Kind == EventMuted
	case EventEnded:
		f.ended, f.status = e.At, e.Status
	default:
		f.applyTransfer(e)
	}
}

// applyTransfer adds a transfer event.
func (f *replayed) applyTransfer(e Event) {
	for _, state := range []string{TransferPending, TransferAccepted, TransferTalking, TransferCompleted, TransferDeclined, TransferReturned, TransferCanceled} {
		if e.Kind == transferEvent(state) {
			f.transfer, f.target, f.warm = state, e.To, e.Warm
		}
	}
	switch e.Kind {
	case transferEvent(TransferPending):
		f.routed = f.taken == ""
	case transferEvent(TransferCompleted):
		f.taken = e.To
	}
}

func (f *replayed) interval(e Event) *interval {
	if f.intervals[e.Leg] == nil {
		f.intervals[e.Leg] = &interval{user: e.By}
	}
	return f.intervals[e.Leg]
}

func (f *replayed) addUsers(users []id.ID) {
	for _, user := range users {
		if user != "" && !slices.Contains(f.users, user) {
			f.users = append(f.users, user)
		}
	}
}

func (f *replayed) over() bool { return !f.ended.IsZero() }

// transferring reports whether a transfer is in progress.
func (f *replayed) transferring() bool {
	return !f.over() && (f.transfer == TransferPending || f.transfer == TransferAccepted || f.transfer == TransferTalking)
}

// allTargets returns all users that it rings or rang.
func (f *replayed) allTargets() []id.ID {
	if f.routed {
		return with(slices.Clone(f.targets), f.target)
	}
	return f.targets
}

func with(users []id.ID, more ...id.ID) []id.ID {
	for _, user := range more {
		if !slices.Contains(users, user) {
			users = append(users, user)
		}
	}
	return users
}

func without(users []id.ID, fewer ...id.ID) []id.ID {
	return slices.DeleteFunc(slices.Clone(users), func(user id.ID) bool { return slices.Contains(fewer, user) })
}
