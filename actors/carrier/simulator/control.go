package simulator

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/fault"
)

// maxText is the longest text a phone may send here, in characters.
const maxText = 1600

// View is what the simulator's page shows.
type View struct {
	Calls   []CallView `json:"calls"` // newest first
	Numbers []Number   `json:"numbers"`
	Texts   []Text     `json:"texts"` // newest first
	// Refuses says that texts from here are refused for the time being (Refuse).
	Refuses bool `json:"refuses"`
}

// CallView is one outside party's call with the other legs of its conference.
type CallView struct {
	SID        string     `json:"sid"`
	Direction  string     `json:"direction"` // inbound, outbound
	From       string     `json:"from"`
	To         string     `json:"to"`
	Status     string     `json:"status"`
	StartedAt  time.Time  `json:"started_at"`
	AnsweredAt *time.Time `json:"answered_at"`
	EndedAt    *time.Time `json:"ended_at"`
	Legs       []LegView  `json:"legs"`
	Heard      []string   `json:"heard"` // the sentences that were spoken to the outside party
}

// LegView is another party of a call.
type LegView struct {
	SID    string `json:"sid"`
	Label  string `json:"label"`
	To     string `json:"to"`
	Status string `json:"status"`
}

// Text is a text that passed through the simulator.
type Text struct {
	SID       string    `json:"sid"`
	Direction string    `json:"direction"` // inbound, outbound
	From      string    `json:"from"`
	To        string    `json:"to"`
	Body      string    `json:"body"`
	Status    string    `json:"status"` // received; queued, sent, delivered, failed
	At        time.Time `json:"at"`
}

// between checks the two numbers of a call or text from outside to us.
func (s *Simulator) between(in scope, from, to string) error {
	if !e164.MatchString(from) {
		return fault.Field("from", "The caller's number must be in the form +15551234567.")
	}
	if !s.ourNumber(to) || !in.has(to) {
		return fault.Field("to", "%q is not one of our numbers.", to)
	}
	if from == to {
		return fault.Field("from", "A number can't call or text itself.")
	}
	return nil
}

// busy refuses new work while too much is owed, so that a dead receiver can't
// make the state grow without end.
func (w *world) busy() error {
	if len(w.Tasks) >= mostTasks {
		return fault.New(fault.Limited, "The phone simulator has too much to do.").After(5 * time.Second)
	}
	return nil
}

// PlaceCall lets somebody outside call one of our numbers and returns the call's
// sid. The webhook follows by itself. fault.Invalid names the wrong number.
func (s *Simulator) PlaceCall(_ context.Context, from, to string) (string, error) {
	return s.placeCall(everything, from, to)
}

func (s *Simulator) placeCall(in scope, from, to string) (string, error) {
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if err := s.between(in, from, to); err != nil {
		return "", err
	}
	var made string
	err := s.update(func(w *world) error {
		if err := w.busy(); err != nil {
			return err
		}
		made = w.arrive(from, to).SID
		return nil
	})
	return made, err
}

// change finds a live leg and changes it. fault.NotFound where the scope has none
// of that sid, fault.Conflict where it is over.
func (s *Simulator) change(in scope, legSID string, with func(w *world, l *leg) error) error {
	return s.update(func(w *world) error {
		l := w.Legs[legSID]
		if l == nil || !in.has(l.ours()) {
			return fault.New(fault.NotFound, "There is no such call.")
		}
		if l.over() {
			return fault.New(fault.Conflict, "The call is over already.")
		}
		return with(w, l)
	})
}

// Hangup lets the outside party hang up, or refuse a call that rings for it.
func (s *Simulator) Hangup(_ context.Context, legSID string) error {
	return s.hangup(everything, legSID)
}

func (s *Simulator) hangup(in scope, legSID string) error {
	return s.change(in, legSID, func(w *world, l *leg) error {
		w.hangUp(l, false)
		return nil
	})
}

// Answer lets the outside party answer a call of ours that rings for it;
// fault.Conflict where it does not ring.
func (s *Simulator) Answer(_ context.Context, legSID string) error {
	return s.answer(everything, legSID)
}

func (s *Simulator) answer(in scope, legSID string) error {
	return s.change(in, legSID, func(w *world, l *leg) error {
		if l.Direction == "inbound" || l.Answered != nil {
			return fault.New(fault.Conflict, "The call does not ring here.")
		}
		if l.Status == statusQueued {
			w.ring(l)
		}
		w.answer(l)
		return nil
	})
}

// SendText lets somebody outside text one of our numbers and returns the
// message's sid.
func (s *Simulator) SendText(_ context.Context, from, to, body string) (string, error) {
	return s.sendText(everything, from, to, body)
}

func (s *Simulator) sendText(in scope, from, to, body string) (string, error) {
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if err := s.between(in, from, to); err != nil {
		return "", err
	}
	if n := utf8.RuneCountInString(body); !utf8.ValidString(body) || strings.TrimSpace(body) == "" || n > maxText {
		return "", fault.Field("body", "A text has 1 to %d characters.", maxText)
	}
	var made string
	err := s.update(func(w *world) error {
		if err := w.busy(); err != nil {
			return err
		}
		made = w.receive(from, to, body).SID
		return nil
	})
	return made, err
}

// Refuse has the provider refuse texts from our numbers with 429, or take them again. It
// lasts beyond the end of the process.
func (s *Simulator) Refuse(_ context.Context, on bool) error { return s.refuse(everything, on) }

func (s *Simulator) refuse(in scope, on bool) error {
	return s.update(func(w *world) error {
		for _, n := range s.config.Numbers {
			switch {
			case !in.has(n.Number):
			case on:
				w.Refusing[n.Number] = true
			default:
				delete(w.Refusing, n.Number)
			}
		}
		return nil
	})
}

// State tells what is going on.
func (s *Simulator) State(context.Context) View { return s.stateOf(everything) }

func (s *Simulator) stateOf(in scope) View {
	v := View{Numbers: []Number{}, Calls: []CallView{}, Texts: []Text{}}
	for _, n := range s.config.Numbers {
		if in.has(n.Number) {
			v.Numbers = append(v.Numbers, n)
		}
	}
	s.view(func(w *world) {
		for _, l := range w.Legs {
			if in.has(l.ours()) && (l.Direction == "inbound" || e164.MatchString(l.To)) {
				v.Calls = append(v.Calls, w.callView(l))
			}
		}
		for _, n := range v.Numbers {
			v.Refuses = v.Refuses || w.Refusing[n.Number]
		}
		for _, t := range w.Texts {
			if in.has(t.ours()) {
				v.Texts = append(v.Texts, t)
			}
		}
	})
	slices.SortFunc(v.Calls, func(a, b CallView) int {
		return cmp.Or(b.StartedAt.Compare(a.StartedAt), cmp.Compare(a.SID, b.SID))
	})
	v.Calls = v.Calls[:min(len(v.Calls), keptTexts)]
	slices.Reverse(v.Texts)
	return v
}

func (w *world) callView(l *leg) CallView {
	v := CallView{
		SID: l.SID, Direction: "inbound", From: l.From, To: l.To, Status: l.Status,
		StartedAt: l.Created, AnsweredAt: l.Answered, EndedAt: l.Ended, Legs: []LegView{},
		Heard: append([]string{}, l.Heard...),
	}
	if l.Direction != "inbound" {
		v.Direction = "outbound"
	}
	for _, other := range w.Legs {
		if l.Conference != "" && other.Conference == l.Conference && other.SID != l.SID {
			v.Legs = append(v.Legs, LegView{SID: other.SID, Label: other.Label, To: other.To, Status: other.Status})
		}
	}
	slices.SortFunc(v.Legs, func(a, b LegView) int { return cmp.Compare(a.SID, b.SID) })
	return v
}
