package webhooks_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/actors/conversations"
	"switchboard/rest/webhooks"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	ours     = "+15550100001"
	customer = "+15551230001"
)

// owner stands where actors and storage stand: it takes each event once, keeps
// its answer, and can be told to fail.
type owner struct {
	organization, phone id.ID

	mu            sync.Mutex
	answers       map[string]row.Inbound
	conversations map[id.ID]bool
	calls         []carrier.InboundCall
	legs          []carrier.LegEvent
	conferences   []carrier.ConferenceEvent
	recordings    []carrier.RecordingEvent
	messages      []carrier.ConversationEvent
	fail          error
	hidden        bool // the first look for an answer finds nothing: a lost race
}

func newOwner() *owner {
	return &owner{
		organization: id.New(), phone: id.New(), answers: map[string]row.Inbound{},
		conversations: map[id.ID]bool{},
	}
}

// take stores an event's mark as the change's transaction would.
func (o *owner) take(organization id.ID, in row.Inbound, keep func()) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fail != nil {
		return o.fail
	}
	if organization != o.organization {
		return fault.New(fault.NotFound, "no such organization")
	}
	key := in.Provider + in.ProviderID + in.Kind
	if _, taken := o.answers[key]; taken {
		return fault.New(fault.Conflict, "processed already")
	}
	o.answers[key] = in
	keep()
	return nil
}

func (o *owner) Inbound(_ context.Context, organization, phone id.ID, call carrier.InboundCall, in row.Inbound) (carrier.Answer, error) {
	if phone != o.phone {
		return carrier.Answer{}, fault.New(fault.Internal, "another phone")
	}
	err := o.take(organization, in, func() { o.calls = append(o.calls, call) })
	if err != nil {
		return carrier.Answer{}, err
	}
	return carrier.Answer{Body: in.Answer, Type: in.AnswerType}, nil
}

func (o *owner) ClientDialed(_ context.Context, organization id.ID, call carrier.InboundCall, in row.Inbound) (carrier.Answer, error) {
	err := o.take(organization, in, func() { o.calls = append(o.calls, call) })
	return carrier.Answer{Body: in.Answer, Type: in.AnswerType}, err
}

func (o *owner) LegEvent(_ context.Context, organization id.ID, e carrier.LegEvent, in row.Inbound) error {
	return o.take(organization, in, func() { o.legs = append(o.legs, e) })
}

func (o *owner) ConferenceEvent(_ context.Context, organization id.ID, e carrier.ConferenceEvent, in row.Inbound) error {
	return o.take(organization, in, func() { o.conferences = append(o.conferences, e) })
}

func (o *owner) RecordingEvent(_ context.Context, organization id.ID, e carrier.RecordingEvent, in row.Inbound) error {
	return o.take(organization, in, func() { o.recordings = append(o.recordings, e) })
}

func (*owner) Announcement(context.Context, id.ID) (string, error) { return "It is <recorded>.", nil }

func (o *owner) Event(_ context.Context, organization, _ id.ID, e carrier.ConversationEvent, in row.Inbound) error {
	return o.take(organization, in, func() {
		o.conversations[e.ID()] = true
		o.messages = append(o.messages, e)
	})
}

func (o *owner) OrganizationByNumber(_ context.Context, e164 string) (id.ID, id.ID, error) {
	if e164 != ours {
		return "", "", fault.New(fault.NotFound, "nobody has %s", e164)
	}
	return o.organization, o.phone, nil
}

func (o *owner) OrganizationByRecord(_ context.Context, conversation id.ID) (id.ID, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.conversations[conversation] {
		return "", fault.New(fault.NotFound, "no such conversation")
	}
	return o.organization, nil
}

func (o *owner) InboundAnswer(_ context.Context, provider, providerID, kind string) ([]byte, string, bool, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.hidden {
		o.hidden = false
		return nil, "", false, nil
	}
	in, found := o.answers[provider+providerID+kind]
	return in.Answer, in.AnswerType, found, nil
}

// events counts what was taken.
func (o *owner) events() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.calls) + len(o.legs) + len(o.conferences) + len(o.recordings) + len(o.messages)
}

// await waits until holds, which is asked under the owner's lock.
func (o *owner) await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	waittest.Until(t, what, func() bool {
		o.mu.Lock()
		defer o.mu.Unlock()
		return holds()
	})
}

func deps(o *owner, hooks carrier.Webhooks, finder conversations.Finder) webhooks.Deps {
	log := slog.New(slog.DiscardHandler)
	return webhooks.Deps{
		Verifier: hooks, Answers: o,
		Callbacks: slices.Concat(calls.Callbacks(o, hooks, o, log), conversations.Callbacks(o, hooks, o, finder, log)),
	}
}
