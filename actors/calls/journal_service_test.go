package calls_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// kinds returns the kinds of the steps that a user reads of a call.
func (o *office) kinds(call id.ID, who string) string {
	o.t.Helper()
	read, err := o.service.Journal(o.t.Context(), o.principal(who, caller()), call)
	if err != nil {
		o.t.Fatal(err)
	}
	var out []string
	for _, step := range read.Steps {
		out = append(out, step.Kind)
	}
	return strings.Join(out, " ")
}

func TestJournalFollowsTheRightToReadTheCall(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	read, err := o.service.Journal(t.Context(), o.principal("anna"), call)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.kinds(call, "anna"); got != "ringing offered accepted" || read.Last != 3 {
		t.Errorf("she reads %s, %d in all", got, read.Last)
	}
	if len(read.People) != 2 || read.People[0].Name == "" {
		t.Errorf("it names %v", read.People)
	}
	if _, err := o.service.Journal(t.Context(), o.principal("ben"), call); !fault.Is(err, fault.Forbidden) {
		t.Errorf("whose call it is not reads its journal: %v", err)
	}
	if _, err := o.store.Read(t.Context(), o.org, row.ReadRequest{Object: "call_event"}); err == nil {
		t.Error("events are read past the rights to their call")
	}
}

// Two nodes that both own the call receive the same callbacks at once, each twice:
// every event is stored once, at its own position.
func TestTwoNodesWriteOneJournal(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	nodes := []*calls.Service{o.service, calls.New(o.engine(), o.store, o, o, o, o, o, o)}
	label := "user:" + string(o.users["anna"])
	began := time.Now()
	var working sync.WaitGroup
	for n := range 8 {
		event := carrier.LegEvent{Call: call, SID: fmt.Sprint("CA1", n/2), Label: label, Status: carrier.LegInProgress, Sequence: 1, At: began.Add(time.Duration(n/2) * time.Second)}
		mark := row.Inbound{Provider: carrier.Provider, ProviderID: event.SID, Kind: "call_status.in-progress"}
		for _, node := range nodes {
			working.Go(func() {
				// The second one is rejected as already known; its edge answers with
				// the stored answer.
				if err := node.LegEvent(t.Context(), o.org, event, mark); err != nil && !fault.Is(err, fault.Conflict) {
					t.Error(err)
				}
			})
		}
	}
	working.Wait()
	rows, err := o.store.Find(t.Context(), o.org, row.Query{Object: "call_event", Where: []row.Condition{{Field: "call", Operator: "=", Value: call}}, Order: []row.Order{{Field: "seq"}}})
	if err != nil {
		t.Fatal(err)
	}
	joined := 0
	for i, r := range rows {
		if r.Int("seq") != int64(i+1) {
			t.Errorf("event %d stands at %d", i+1, r.Int("seq"))
		}
		if r.Text("kind") == calls.EventJoined {
			joined++
		}
	}
	if joined != 4 || o.call(call).Int("journal") != int64(len(rows)) {
		t.Errorf("%d of 4 are told to have joined; the call counts %d events of %d", joined, o.call(call).Int("journal"), len(rows))
	}
}

// Reports of a browser do not stop queries to the provider.
func TestReportsDoNotDelayReconciling(t *testing.T) {
	o := open(t)
	call := o.ring("CA1")
	if _, err := o.service.Accept(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if _, err := o.service.Report(t.Context(), o.principal("anna"), call, []calls.Reported{{Kind: calls.EventMuted}}, ""); err != nil {
		t.Fatal(err)
	}
	reconciler := calls.Reconciler{Service: o.service, Phone: &network{}, Logger: slog.New(slog.DiscardHandler)}
	if err := reconciler.Reconcile(t.Context(), o.org, max(time.Nanosecond, time.Since(begun)/2)); err != nil {
		t.Fatal(err)
	}
	if got := o.call(call).Text("status"); got == calls.Ringing {
		t.Errorf("a call that the provider knows nothing of is %s", got)
	}
}
