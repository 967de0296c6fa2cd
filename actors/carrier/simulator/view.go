package simulator

import (
	"cmp"
	"slices"
	"time"

	"switchboard/actors/carrier/simulator/texting"
	"switchboard/actors/carrier/simulator/voice"
)

// maxCalls bounds the displayed calls.
const maxCalls = 50

// View is the state that the simulator's page shows.
type View struct {
	Calls   []CallView     `json:"calls"` // newest first
	Numbers []Number       `json:"numbers"`
	Texts   []texting.Text `json:"texts"` // newest first
	// Refuses reports whether texts from here are currently rejected.
	Refuses bool `json:"refuses"`
	// Fails reports whether requests about calls currently fail.
	Fails bool `json:"fails"`
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
	Heard      []string   `json:"heard"` // sentences spoken to the outside party
	// Browser reports whether a browser is the outside party's phone.
	Browser bool `json:"browser"`
}

// LegView is another party of a call.
type LegView struct {
	SID    string `json:"sid"`
	Label  string `json:"label"`
	To     string `json:"to"`
	Status string `json:"status"`
	// Pressed holds the keys pressed on it.
	Pressed string `json:"pressed,omitempty"`
}

// viewOf returns the view of a scope's numbers; ours are those of the account in the
// scope.
func viewOf(w *world, in scope, ours numbers) View {
	v := View{Numbers: ours, Calls: []CallView{}, Texts: []texting.Text{}}
	for _, l := range w.calls.Legs {
		if in.has(l.Ours()) && l.Client == "" {
			v.Calls = append(v.Calls, callView(l, w.calls.Legs))
		}
	}
	slices.SortFunc(v.Calls, func(a, b CallView) int {
		return cmp.Or(b.StartedAt.Compare(a.StartedAt), cmp.Compare(a.SID, b.SID))
	})
	v.Calls = v.Calls[:min(len(v.Calls), maxCalls)]
	for _, n := range ours {
		v.Refuses = v.Refuses || w.texts.Refuses(n.Number)
		v.Fails = v.Fails || w.calls.Fails(n.Number)
	}
	for _, t := range w.texts.Texts() {
		if in.has(t.Ours()) {
			v.Texts = append(v.Texts, t)
		}
	}
	slices.Reverse(v.Texts)
	return v
}

func callView(l *voice.Leg, legs voice.Legs) CallView {
	v := CallView{
		SID: l.SID, Direction: "inbound", From: l.From, To: l.To, Status: l.Status,
		StartedAt: l.Created, AnsweredAt: l.Answered, EndedAt: l.Ended, Legs: []LegView{},
		Heard: append([]string{}, l.Heard...),
	}
	if l.Direction != voice.Inbound {
		v.Direction = "outbound"
	}
	for _, other := range legs {
		if l.Conference != "" && other.Conference == l.Conference && other.SID != l.SID {
			v.Legs = append(v.Legs, LegView{SID: other.SID, Label: other.Label, To: other.To, Status: other.Status, Pressed: other.Pressed})
		}
	}
	slices.SortFunc(v.Legs, func(a, b LegView) int { return cmp.Compare(a.SID, b.SID) })
	return v
}
