package calls

import (
	"slices"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// folded is a call as its journal tells of it.
type folded struct {
	outbound                 bool
	started, answered, ended time.Time
	status                   string
	user                     id.ID // whose call it is
	taken                    id.ID // who is, or is being, connected as its own
	rung, gone, declined     []id.ID
	heldAt                   time.Time
	heldFor                  time.Duration
	transfer                 string // its state, "" for none
	target                   id.ID
	warm, routed             bool              // routed before anybody took it
	spells                   map[string]*spell // by the provider's sid
	muted                    map[id.ID]bool
	people                   []id.ID // ours, in the order in which they are told of
}

// spell is how long somebody was on the phone; who is "" for the other side.
type spell struct {
	who          id.ID
	since, until time.Time
}

// fold gives the call that events, in the order in which they were written, come to.
func fold(events ...Event) *folded {
	f := &folded{spells: map[string]*spell{}, muted: map[id.ID]bool{}}
	for _, e := range events {
		f.take(e)
	}
	return f
}

// take adds an event.
func (f *folded) take(e Event) {
	f.meet(append([]id.ID{e.By, e.To}, e.Users...))
	f.user = e.whose(f.user)
	switch e.Kind {
	case EventRinging:
		f.started, f.outbound, f.status = e.At, e.Outbound, Ringing
		f.taken = e.By
	case EventOffered:
		f.rung = with(f.rung, e.Users...)
		f.gone = without(f.gone, e.Users...)
	case EventWithdrawn:
		f.rung, f.gone = with(f.rung, e.Users...), with(f.gone, e.Users...)
	case EventDeclined:
		f.declined = with(f.declined, e.By)
	case EventAccepted:
		f.taken = e.By
	case EventReturned:
		f.taken = ""
	case EventJoined:
		f.spell(e).since = e.At
	case EventLeft:
		f.spell(e).until = e.At
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
		f.hand(e)
	}
}

// hand follows a transfer.
func (f *folded) hand(e Event) {
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

func (f *folded) spell(e Event) *spell {
	if f.spells[e.Leg] == nil {
		f.spells[e.Leg] = &spell{who: e.By}
	}
	return f.spells[e.Leg]
}

func (f *folded) meet(users []id.ID) {
	for _, user := range users {
		if user != "" && !slices.Contains(f.people, user) {
			f.people = append(f.people, user)
		}
	}
}

func (f *folded) over() bool { return !f.ended.IsZero() }

// handing tells whether a transfer is under way.
func (f *folded) handing() bool {
	return !f.over() && (f.transfer == TransferPending || f.transfer == TransferAccepted || f.transfer == TransferTalking)
}

// fields are the call's fields that follow from its journal.
func (f *folded) fields() row.Fields {
	out := row.Fields{
		"status": f.status, "user": f.user, "start_time": f.started, "answered_at": f.answered, "end_time": f.ended,
		"candidates": []id.ID{}, "declined_by": f.declined, "held_at": f.heldAt, "direction": "inbound",
		"transfer": "", "transfer_state": f.transfer, "transfer_to": f.target,
	}
	waited := f.heldFor
	if f.over() && !f.heldAt.IsZero() {
		out["held_at"] = time.Time{}
		waited += max(0, f.ended.Sub(f.heldAt))
	}
	out["hold_seconds"] = int64(waited.Seconds())
	if f.outbound {
		out["direction"] = "outbound"
	}
	switch {
	case f.handing():
		out["candidates"] = []id.ID{f.target}
	case f.status == Ringing && f.taken == "" && !f.outbound:
		out["candidates"] = without(f.rung, f.gone...)
	case !f.outbound && f.over() && f.answered.IsZero():
		out["candidates"] = f.rang()
	}
	if f.transfer != "" {
		out["transfer"] = map[bool]string{true: "Warm", false: "Cold"}[f.warm]
	}
	if f.over() {
		out["duration"] = int64(0)
		if !f.answered.IsZero() && f.ended.After(f.answered) {
			out["duration"] = int64(f.ended.Sub(f.answered).Seconds())
		}
		if f.transfer == TransferPending || f.transfer == TransferAccepted || f.transfer == TransferTalking {
			out["transfer_state"] = TransferCanceled
		}
	}
	return out
}

// rang are all whom it rings or rang for.
func (f *folded) rang() []id.ID {
	if f.routed {
		return with(slices.Clone(f.rung), f.target)
	}
	return f.rung
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
