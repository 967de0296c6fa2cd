package voice

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
)

// provider is calls whose tasks a test reads.
func provider() (*Calls, *schedule.Memory) {
	owed := &schedule.Memory{}
	tasks := schedule.New(owed)
	return New(&Memory{}, Config{VoiceURL: "http://us/voice", StatusURL: "http://us/status", Registered: func(string) bool { return true }, Log: slog.New(slog.DiscardHandler)},
		tasks, schedule.NewWebhooks(tasks, "AC", schedule.Edges{}, 1)), owed
}

// dialled dials somebody into the conference "room", whose events are told.
func dialled(c *Calls, to string, endsIt bool) *Leg {
	l := &Leg{From: "+15550100001", To: to, Label: to, Starts: true, EndsIt: endsIt, Callback: "http://us/status", Events: []string{"completed"}}
	c.Dial(Room{Name: "room", Callback: "http://us/room", Events: []string{"start", "end", "join", "leave"}}, l)
	return l
}

// told lists what is told of the conferences and legs since the last time.
func told(owed *schedule.Memory) string {
	var list []string
	for _, t := range owed.Tasks {
		switch {
		case t.Kind != schedule.Webhook:
		case t.Form.Get("StatusCallbackEvent") != "":
			list = append(list, strings.TrimPrefix(t.Form.Get("StatusCallbackEvent"), "participant-"))
		default:
			list = append(list, t.Form.Get("CallStatus"))
		}
	}
	owed.Tasks = nil
	return strings.Join(list, " ")
}

func TestAConferenceEndsWithWhoeverEndsIt(t *testing.T) {
	c, owed := provider()
	first, second, third := dialled(c, "client:a", true), dialled(c, "client:b", false), dialled(c, "client:c", false)
	c.Answer(first)
	c.Answer(second)
	if got, want := told(owed), "join join conference-start"; got != want {
		t.Fatalf("told %q, want %q", got, want)
	}
	c.HangUp(first)
	if got, want := told(owed), "leave leave conference-end completed canceled completed"; got != want {
		t.Fatalf("told %q, want %q", got, want)
	}
	if second.Status != Completed || third.Status != Canceled || c.Conferences.Live("room") != nil {
		t.Fatalf("the others are %s and %s", second.Status, third.Status)
	}
	if again := c.Conferences.open(Room{Name: "room"}); again.SID == first.Conference {
		t.Fatal("a conference that is over was opened again")
	}
}

func TestAConferenceWaitsForWhoeverIsDialled(t *testing.T) {
	c, _ := provider()
	first, second := dialled(c, "client:a", false), dialled(c, "client:b", false)
	c.Answer(first)
	c.HangUp(first)
	if c.Conferences.Live("room") == nil {
		t.Fatal("it is over while somebody is dialled into it")
	}
	c.Stop(second)
	if conference := c.Conferences.Get(first.Conference); conference.Ended == nil || conference.EndedBy != second.SID {
		t.Fatalf("it is %+v", conference)
	}
}

func TestWhyAConferenceEnds(t *testing.T) {
	one := []string{"CA1"}
	for _, k := range []struct {
		left                 []string
		endsIt, was, awaited bool
		reason, want         string
	}{
		{one, false, true, false, "", ""},
		{one, true, true, false, "", "participant-with-end-conference-on-exit-left"},
		{one, true, true, false, byREST, "participant-with-end-conference-on-exit-kicked"},
		{one, true, false, false, "", ""}, // it never was in it
		{nil, false, true, true, "", ""},
		{nil, false, true, false, "", "last-participant-left"},
		{nil, false, true, false, byREST, "last-participant-kicked"},
		{nil, true, false, false, "", "last-participant-left"},
	} {
		c := Conference{Legs: k.left}
		if got := c.whyOver(&Leg{EndsIt: k.endsIt}, k.was, k.awaited, k.reason); got != k.want {
			t.Errorf("%+v: %q", k, got)
		}
	}
}

func TestALegFollowsItsProgram(t *testing.T) {
	c, owed := provider()
	l := c.Arrive("+15550100002", "+15550100001")
	c.Instruct(l.SID, []byte(`<Response><Say> Hello </Say><Pause length="3"/><Hangup/></Response>`), nil)
	var steps []time.Duration
	for range 2 {
		step := *owed.Tasks[len(owed.Tasks)-1]
		if step.Kind != taskProceed {
			t.Fatalf("owed is %+v", step)
		}
		steps = append(steps, time.Until(step.At).Round(time.Second))
		c.Step(step)
	}
	if fmt.Sprint(l.Heard, steps) != "[Hello] [0s 3s]" || l.Status != Completed {
		t.Fatalf("it heard %q and is %s after %v", l.Heard, l.Status, steps)
	}
	c.Instruct(l.SID, []byte(`<Response><Reject/></Response>`), nil)
	if l.Status != Completed {
		t.Fatal("an end was not final")
	}
}

func TestAnotherProgramReplacesTheFirst(t *testing.T) {
	c, owed := provider()
	l := c.Arrive("+15550100002", "+15550100001")
	c.Instruct(l.SID, []byte(`<Response><Pause length="600"/></Response>`), nil)
	c.Redirect(l, []Verb{})
	for _, task := range owed.Tasks {
		if task.Kind == taskProceed {
			t.Fatalf("owed is still %+v", task)
		}
	}
	if l.Status != Completed {
		t.Fatalf("it is %s", l.Status)
	}
}
