package calls

import (
	"cmp"
	"context"
	"slices"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxJournalEvents bounds the events that Journal returns.
const maxJournalEvents = 3000

// Journal lists what happened on a call.
type Journal struct {
	// Last is the number of the newest event, as in the call's field journal.
	Last   int64    `json:"last"`
	Steps  []Step   `json:"steps"`
	People []Person `json:"people"`
	// More reports whether there were too many events to return all.
	More bool `json:"more,omitempty"`
}

// Person is a user that the journal names.
type Person struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name"`
}

// Step is an event and its effects.
type Step struct {
	Seq     int64     `json:"seq"`
	At      time.Time `json:"at"`
	Kind    string    `json:"kind"`
	By      id.ID     `json:"by,omitempty"`
	Status  string    `json:"status,omitempty"`
	Users   []id.ID   `json:"users,omitempty"`
	To      id.ID     `json:"to,omitempty"`
	Warm    bool      `json:"warm,omitempty"`
	Failed  bool      `json:"failed,omitempty"`
	Keys    int       `json:"keys,omitempty"`
	Warning string    `json:"warning,omitempty"`
	Line    *Line     `json:"line,omitempty"`
	// Parties are the parties whose state changed, with their new state.
	Parties []Standing `json:"parties,omitempty"`
}

// Journals is the interface of Service that client commands on journals use.
type Journals interface {
	Journal(ctx context.Context, p *access.Principal, call id.ID) (Journal, error)
	Report(ctx context.Context, p *access.Principal, call id.ID, reports []Reported, command string) (Ref, error)
}

func journal(ctx context.Context, d Journals, p *access.Principal, in feature.On) (Journal, error) {
	return d.Journal(ctx, p, in.ID)
}

// Journal returns what happened on a call, for users who may read the call and its
// field journal. Errors: fault.Forbidden, NotFound.
func (s *Service) Journal(ctx context.Context, p *access.Principal, call id.ID) (Journal, error) {
	out := Journal{Steps: []Step{}, People: []Person{}}
	item, err := sight.Of(ctx, s.store, p, "call", call)
	if err != nil {
		return out, err
	}
	if !p.Rights("call").Visible(&item.Route).Has("journal") {
		return out, fault.New(fault.Forbidden, "You don't have permission to read the journal of this call.")
	}
	rows, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: "call_event", Fields: []string{"seq", "at", "kind", "by", "payload", "created_date"},
		Where: []row.Condition{{Field: "call", Operator: "=", Value: call}}, Order: []row.Order{{Field: "seq"}}, Limit: maxJournalEvents,
	})
	if err != nil {
		return out, err
	}
	events := make([]Event, len(rows))
	for i, r := range rows {
		if events[i], err = eventOf(r); err != nil {
			return out, err
		}
		out.Last = events[i].Seq
	}
	out.More = len(rows) == maxJournalEvents
	var people []id.ID
	out.Steps, people = steps(events)
	out.People, err = s.people(ctx, p.Organization, people)
	return out, err
}

func (s *Service) people(ctx context.Context, organization id.ID, users []id.ID) ([]Person, error) {
	out := []Person{}
	if len(users) == 0 {
		return out, nil
	}
	found, err := s.store.Find(ctx, organization, row.Query{Object: "user", Fields: []string{"name"}, Where: []row.Condition{{Field: "id", Operator: "IN", Value: users}}, Limit: len(users)})
	for _, user := range found {
		out = append(out, Person{ID: user.ID, Name: user.Text("name")})
	}
	return out, err
}

// callbackPrecision is the uncertainty of callback times, which are in whole seconds.
const callbackPrecision = time.Second - time.Nanosecond

// steps replays events in the order in which they happened. people are the users that
// they name.
func steps(events []Event) (list []Step, people []id.ID) {
	list = []Step{}
	f, stand := replay(), map[string]Standing{}
	for _, e := range inOrder(events) {
		f.apply(e)
		step := Step{
			Seq: e.Seq, At: e.At, Kind: e.Kind, By: e.By, Status: e.Status, Users: e.Users, To: e.To, Warm: e.Warm, Failed: e.Failed, Keys: e.Keys, Warning: e.Warning,
		}
		if e.Kind == EventSample {
			step.Line = &e.Line
		}
		for _, p := range f.standings() {
			if stand[p.Who] != p {
				stand[p.Who] = p
				step.Parties = append(step.Parties, p)
			}
		}
		list = append(list, step)
	}
	return list, f.users
}

// inOrder sorts events by time and drops those that a later one corrects.
func inOrder(events []Event) []Event {
	type fact struct {
		kind, leg string
		by        id.ID
	}
	last := map[fact]int64{}
	of := func(e Event) (fact, bool) {
		switch e.Kind {
		case EventConnected, EventEnded:
			return fact{kind: e.Kind}, true
		case EventJoined, EventLeft:
			return fact{e.Kind, e.Leg, e.By}, true
		default:
			return fact{}, false
		}
	}
	for _, e := range events {
		if what, isOne := of(e); isOne {
			last[what] = e.Seq
		}
	}
	out := slices.DeleteFunc(slices.Clone(events), func(e Event) bool {
		what, isOne := of(e)
		return isOne && last[what] != e.Seq
	})
	stands := func(e Event) time.Time {
		at := e.At
		if _, isCalledBack := of(e); isCalledBack {
			at = at.Add(callbackPrecision)
			if !e.Recorded.IsZero() && e.Recorded.Before(at) {
				at = e.Recorded
			}
		}
		return latest(at, events[0].At) // no event is earlier than the start
	}
	slices.SortStableFunc(out, func(a, b Event) int {
		return cmp.Or(stands(a).Compare(stands(b)), cmp.Compare(a.Seq, b.Seq))
	})
	return out
}
