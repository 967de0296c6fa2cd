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

// Bounds on the reports of a phone: the journal has room for those of a well-behaved
// phone on a long call, and no more.
const (
	maxReports          = 20
	maxReportsPerMinute = 40
	maxReportsPerCall   = 600
	// maxReportDelay bounds the age of a report, and how long after the end of the
	// call reports are accepted.
	maxReportDelay = time.Minute
	maxSpans       = 60
	maxKeys        = 64
)

// Line is the quality of a party's connection over a period, and when the party
// spoke.
type Line struct {
	MOS    float64 `json:"mos,omitempty"`    // 1 to 5
	RTT    float64 `json:"rtt,omitempty"`    // milliseconds
	Jitter float64 `json:"jitter,omitempty"` // milliseconds
	Loss   float64 `json:"loss,omitempty"`   // percent
	// Spoke and Heard are when the user spoke and when the other party did.
	Spoke []Span `json:"spoke,omitempty"`
	Heard []Span `json:"heard,omitempty"`
}

// Span is a period, in milliseconds before the event.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Reported is a phone's report on a call that it is on.
type Reported struct {
	Kind string `json:"kind"`
	// Ago is the age in milliseconds, since browsers' clocks are unreliable.
	Ago     int    `json:"ago"`
	Keys    int    `json:"keys,omitempty"`
	Warning string `json:"warning,omitempty"`
	Line
}

// Reporting is the input of call.report.
type Reporting struct {
	ID      id.ID      `json:"id"`
	Reports []Reported `json:"reports"`
	feature.Given
}

func report(ctx context.Context, d Journals, p *access.Principal, in Reporting) (Ref, error) {
	if len(in.Reports) == 0 || len(in.Reports) > maxReports {
		return Ref{}, fault.Field("reports", "Send 1 to %d reports", maxReports)
	}
	for _, r := range in.Reports {
		if err := r.check(); err != nil {
			return Ref{}, err
		}
	}
	return d.Report(ctx, p, in.ID, in.Reports, in.Command)
}

// Report holds the reports of By's phone on the call. Reply: Ref.
type Report struct {
	runtime.CommandMeta
	Reports []Reported
}

// Report adds the reports of the principal's phone to a call that the principal is
// on. Errors: fault.Forbidden (not on the call), Limited (too many reports), Conflict
// (the call is over), NotFound.
func (s *Service) Report(ctx context.Context, p *access.Principal, call id.ID, reports []Reported, command string) (Ref, error) {
	return s.askVisible(ctx, p, call, Report{CommandMeta: runtime.CommandMeta{By: p.User, Command: command}, Reports: reports})
}

// warnings lists the phone's warnings by the names in its SDK.
func warnings() []string {
	return []string{
		"high-rtt", "low-mos", "high-jitter", "high-packet-loss", "high-packets-lost-fraction", "low-bytes-received", "low-bytes-sent",
		"ice-connectivity-lost", "constant-audio-input-level", "constant-audio-output-level",
	}
}

func (r Reported) check() error {
	switch {
	case r.Ago < 0 || r.Ago > int(maxReportDelay.Milliseconds()):
		return fault.Field("ago", "ago must be from 0 to %d milliseconds", maxReportDelay.Milliseconds())
	case r.Kind == EventMuted, r.Kind == EventUnmuted:
		return nil
	case r.Kind == EventKeys:
		if r.Keys < 1 || r.Keys > maxKeys {
			return fault.Field("keys", "keys must be from 1 to %d", maxKeys)
		}
		return nil
	case r.Kind == EventWarning, r.Kind == EventCleared:
		if !slices.Contains(warnings(), r.Warning) {
			return fault.Field("warning", "Unknown warning")
		}
		return nil
	case r.Kind == EventSample:
		return r.Line.check()
	default:
		return fault.Field("kind", "kind must be %s, %s, %s, %s, %s or %s", EventMuted, EventUnmuted, EventKeys, EventWarning, EventCleared, EventSample)
	}
}

func (l Line) check() error {
	switch {
	case l.MOS != 0 && (l.MOS < 1 || l.MOS > 5):
		return fault.Field("mos", "mos must be from 1 to 5")
	case l.RTT < 0 || l.RTT > 60_000 || l.Jitter < 0 || l.Jitter > 60_000 || l.Loss < 0 || l.Loss > 100:
		return fault.Field("rtt", "rtt, jitter or loss is out of range")
	case len(l.Spoke) > maxSpans || len(l.Heard) > maxSpans:
		return fault.Field("spoke", "Send at most %d spans", maxSpans)
	}
	for _, span := range append(slices.Clone(l.Spoke), l.Heard...) {
		if span.From < span.To || span.To < 0 || span.From > int(maxReportDelay.Milliseconds()) {
			return fault.Field("spoke", "Spans are milliseconds before now, from the earlier to the later")
		}
	}
	return nil
}

// rounded rounds to what is visible.
func (l Line) rounded() Line {
	l.MOS, l.RTT = math.Round(l.MOS*100)/100, math.Round(l.RTT)
	l.Jitter, l.Loss = math.Round(l.Jitter*10)/10, math.Round(l.Loss*10)/10
	return l
}

// reportCount counts the reports of a user's phone, in total and within a minute, and
// whether it is muted.
type reportCount struct {
	All    int       `json:"all"`
	Minute time.Time `json:"minute"`
	Within int       `json:"within"`
	Muted  bool      `json:"muted,omitempty"`
}

// decideReport adds reports of users on the call, within the journal's bounds.
func decideReport(s State, c Report, in runtime.Input) (runtime.Decision, error) {
	v := derive(&s.Facts)
	switch {
	case s.over(v) && in.Now.Sub(v.Ended) > maxReportDelay:
		return runtime.Decision{}, overFault()
	case !s.Facts.connects(c.By):
		return runtime.Decision{}, fault.New(fault.Forbidden, "Only users on this call can report on it.")
	}
	f := s.Facts.clone()
	count := f.Reports[c.By]
	if in.Now.Sub(count.Minute) >= time.Minute {
		count.Minute, count.Within = in.Now.Truncate(time.Second), 0
	}
	count.Within += len(c.Reports)
	count.All += len(c.Reports)
	if count.Within > maxReportsPerMinute || count.All > maxReportsPerCall {
		return runtime.Decision{}, fault.New(fault.Limited, "This phone reports too often. Try again in a minute.").After(time.Minute)
	}
	for _, r := range c.Reports {
		if r.Kind == EventMuted || r.Kind == EventUnmuted {
			count.Muted = r.Kind == EventMuted
		}
	}
	if f.Reports == nil {
		f.Reports = map[id.ID]reportCount{}
	}
	f.Reports[c.By] = count
	d := runtime.Decision{By: c.By, Reply: ref(s), Writes: []row.Write{{
		Object: "call", ID: s.Who.ID, Op: entry.Updated, Expect: s.Call.Version, Set: row.Fields{"legs": row.JSONValue(f)}, Cause: "call.told",
	}}}
	events := make([]Event, len(c.Reports))
	for i, r := range c.Reports {
		at := latest(in.Now.Add(-time.Duration(r.Ago)*time.Millisecond), f.Started)
		events[i] = Event{At: at, Kind: r.Kind, By: c.By, Detail: Detail{Keys: r.Keys, Warning: r.Warning, Line: r.rounded()}}
	}
	appendEvents(s, &d, events)
	return d, nil
}

// connects reports whether a user is on the call or being connected.
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
