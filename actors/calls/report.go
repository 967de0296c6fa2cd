package calls

import (
	"context"
	"math"
	"slices"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What a phone may tell of a call: the journal has room for what a good one tells of a long
// one, and for nothing more.
const (
	reportedAtOnce = 20
	reportedMinute = 40
	reportedMost   = 600
	// reportedLate is how long before it is told something may have happened, and how long
	// after the call's end it may be told.
	reportedLate = time.Minute
	spansAtOnce  = 60
	keysAtOnce   = 64
)

// Line is how good somebody's line was for a while, and when he spoke.
type Line struct {
	MOS    float64 `json:"mos,omitempty"`    // 1 to 5
	RTT    float64 `json:"rtt,omitempty"`    // milliseconds
	Jitter float64 `json:"jitter,omitempty"` // milliseconds
	Loss   float64 `json:"loss,omitempty"`   // percent
	// Spoke and Heard are when he spoke, and when he heard somebody.
	Spoke []Span `json:"spoke,omitempty"`
	Heard []Span `json:"heard,omitempty"`
}

// Span is a while, in milliseconds before the event.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Reported is something that a phone tells of a call that it is on.
type Reported struct {
	Kind string `json:"kind"`
	// Ago is for how many milliseconds it has been so: clocks of browsers are wrong.
	Ago     int    `json:"ago"`
	Keys    int    `json:"keys,omitempty"`
	Warning string `json:"warning,omitempty"`
	Line
}

// Reporting is the command by which a phone tells of a call.
type Reporting struct {
	ID      id.ID      `json:"id"`
	Reports []Reported `json:"reports"`
	feature.Given
}

func report(ctx context.Context, d Journals, p *access.Principal, in Reporting) (Ref, error) {
	if len(in.Reports) == 0 || len(in.Reports) > reportedAtOnce {
		return Ref{}, fault.Field("reports", "Tell 1 to %d things", reportedAtOnce)
	}
	for _, r := range in.Reports {
		if err := r.check(); err != nil {
			return Ref{}, err
		}
	}
	return d.Report(ctx, p, in.ID, in.Reports, in.Command)
}

// Report is what the phone of By tells of the call. Reply: Ref.
type Report struct {
	runtime.Given
	Reports []Reported
}

// Report enters what the principal's phone tells of a call that he is on. Errors:
// fault.Forbidden (he is not), Limited (it tells too much), Conflict (it is over), NotFound.
func (s *Service) Report(ctx context.Context, p *access.Principal, call id.ID, reports []Reported, command string) (Ref, error) {
	return s.tell(ctx, p, call, Report{Given: runtime.Given{By: p.User, Command: command}, Reports: reports})
}

// warnings are the phone's, by the names that its maker gives them.
func warnings() []string {
	return []string{
		"high-rtt", "low-mos", "high-jitter", "high-packet-loss", "high-packets-lost-fraction", "low-bytes-received", "low-bytes-sent",
		"ice-connectivity-lost", "constant-audio-input-level", "constant-audio-output-level",
	}
}

func (r Reported) check() error {
	switch {
	case r.Ago < 0 || r.Ago > int(reportedLate.Milliseconds()):
		return fault.Field("ago", "It happened at most %d milliseconds ago", reportedLate.Milliseconds())
	case r.Kind == EventMuted, r.Kind == EventUnmuted:
		return nil
	case r.Kind == EventKeys:
		if r.Keys < 1 || r.Keys > keysAtOnce {
			return fault.Field("keys", "1 to %d keys", keysAtOnce)
		}
		return nil
	case r.Kind == EventWarning, r.Kind == EventCleared:
		if !slices.Contains(warnings(), r.Warning) {
			return fault.Field("warning", "There is no such warning")
		}
		return nil
	case r.Kind == EventSample:
		return r.Line.check()
	default:
		return fault.Field("kind", "A phone tells of %s, %s, %s, %s, %s and %s", EventMuted, EventUnmuted, EventKeys, EventWarning, EventCleared, EventSample)
	}
}

func (l Line) check() error {
	switch {
	case l.MOS != 0 && (l.MOS < 1 || l.MOS > 5):
		return fault.Field("mos", "From 1 to 5")
	case l.RTT < 0 || l.RTT > 60_000 || l.Jitter < 0 || l.Jitter > 60_000 || l.Loss < 0 || l.Loss > 100:
		return fault.Field("rtt", "Not a line's")
	case len(l.Spoke) > spansAtOnce || len(l.Heard) > spansAtOnce:
		return fault.Field("spoke", "At most %d times", spansAtOnce)
	}
	for _, span := range append(slices.Clone(l.Spoke), l.Heard...) {
		if span.From < span.To || span.To < 0 || span.From > int(reportedLate.Milliseconds()) {
			return fault.Field("spoke", "Milliseconds before now, from the earlier to the later")
		}
	}
	return nil
}

// rounded keeps of a line what one can see.
func (l Line) rounded() Line {
	l.MOS, l.RTT = math.Round(l.MOS*100)/100, math.Round(l.RTT)
	l.Jitter, l.Loss = math.Round(l.Jitter*10)/10, math.Round(l.Loss*10)/10
	return l
}

// told counts what somebody's phone told, in all and within a minute, and says whether it is
// muted.
type told struct {
	All    int       `json:"all"`
	Minute time.Time `json:"minute"`
	Within int       `json:"within"`
	Muted  bool      `json:"muted,omitempty"`
}

// decideReport enters what a phone tells, from who is on the call and as much as a journal has
// room for.
func decideReport(s State, c Report, in runtime.Input) (runtime.Decision, error) {
	v := verdictOf(&s.Facts)
	switch {
	case s.over(v) && in.Now.Sub(v.Ended) > reportedLate:
		return runtime.Decision{}, overFault()
	case !s.Facts.connects(c.By):
		return runtime.Decision{}, fault.New(fault.Forbidden, "Only the people on this call can tell how it is.")
	}
	f := s.Facts.clone()
	count := f.Told[c.By]
	if in.Now.Sub(count.Minute) >= time.Minute {
		count.Minute, count.Within = in.Now.Truncate(time.Second), 0
	}
	count.Within += len(c.Reports)
	count.All += len(c.Reports)
	if count.Within > reportedMinute || count.All > reportedMost {
		return runtime.Decision{}, fault.New(fault.Limited, "This phone tells too much of the call.").After(time.Minute)
	}
	for _, r := range c.Reports {
		if r.Kind == EventMuted || r.Kind == EventUnmuted {
			count.Muted = r.Kind == EventMuted
		}
	}
	if f.Told == nil {
		f.Told = map[id.ID]told{}
	}
	f.Told[c.By] = count
	d := runtime.Decision{By: c.By, Reply: ref(s), Writes: []row.Write{{
		Object: "call", ID: s.Who.ID, Op: entry.Updated, Expect: s.Call.Version, Set: row.Fields{"legs": row.JSONValue(f)}, Cause: "call.told",
	}}}
	events := make([]Event, len(c.Reports))
	for i, r := range c.Reports {
		at := latest(in.Now.Add(-time.Duration(r.Ago)*time.Millisecond), f.Started)
		events[i] = Event{At: at, Kind: r.Kind, By: c.By, Detail: Detail{Keys: r.Keys, Warning: r.Warning, Line: r.rounded()}}
	}
	enter(s, &d, events)
	return d, nil
}

// connects tells whether a user is on the call, or is just being connected.
func (f *facts) connects(user id.ID) bool {
	if f.Taken != nil && f.Taken.User == user || f.Transfer.underWay() && f.Transfer.State != TransferPending && f.Transfer.To == user {
		return true
	}
	on := false
	f.staff(func(_ string, u id.ID, l *leg) {
		since, until := l.presence()
		on = on || u == user && !since.IsZero() && until.IsZero()
	})
	return on
}
