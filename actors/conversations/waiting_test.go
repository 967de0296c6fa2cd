package conversations_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/conversations"
	"switchboard/actors/effects"
	"switchboard/actors/once"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// turns is a provider that answers texts as the test wants.
type turns struct {
	unasked

	mu     sync.Mutex
	answer func(body string) error // nil: it is sent
	sent   []string
}

func (p *turns) SendMessage(ctx context.Context, m carrier.SendMessage) (carrier.Message, error) {
	if err := once.Check(ctx); err != nil {
		return carrier.Message{}, err
	}
	p.mu.Lock()
	answer := p.answer
	p.mu.Unlock()
	if err := answer(m.Body); err != nil {
		return carrier.Message{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, m.Body)
	return carrier.Message{SID: "IM-" + m.ClientID}, nil
}

func (*turns) FindMessage(context.Context, carrier.FindMessage) (carrier.Message, bool, error) {
	return carrier.Message{}, false, nil
}

func (p *turns) turn(answer func(body string) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answer = answer
}

func (p *turns) got() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.sent...)
}

var (
	busy = func(string) error {
		return once.Undone(fault.New(fault.Unavailable, "The phone provider is busy. Please try again."))
	}
	noAnswer = func(string) error {
		return fault.New(fault.Unavailable, "The phone provider can't be reached. Please try again.")
	}
	sends = func(string) error { return nil }
)

// sendingDesk returns a desk whose texts go to a provider.
type sendingDesk struct {
	*desk

	provider *turns
	worker   *effects.Worker
}

func openSending(t *testing.T, answer func(string) error, retry effects.Retry) *sendingDesk {
	t.Helper()
	d := &sendingDesk{desk: open(t), provider: &turns{answer: answer}}
	d.text("IM1", "Hello?")
	d.worker = effects.New(d.store, d.engine, effects.Config{Poll: 2 * time.Millisecond, Lease: 300 * time.Millisecond})
	d.worker.Handle(conversations.EffectSend, conversations.Sender{Texts: d.provider, Conversations: d.service}, retry)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); d.worker.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	return d
}

var quickly = effects.Retry{Attempts: 100_000, First: time.Millisecond, Max: 5 * time.Millisecond}

func (d *sendingDesk) send(body string) id.ID {
	d.t.Helper()
	sent, err := d.service.Send(d.t.Context(), d.agent(), id.Derived("CH1"), body, body, "")
	if err != nil {
		d.t.Fatal(err)
	}
	return sent.ID
}

// becomes waits for a message's state.
func (d *sendingDesk) becomes(message id.ID, so func(m row.Record) bool) row.Record {
	d.t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	deadline := time.After(20 * time.Second)
	for {
		m := d.get("twilio_message", message)
		if so(m) {
			return m
		}
		select {
		case <-deadline:
			d.t.Fatalf("it stays %v", m.Fields)
		case <-tick.C:
		}
	}
}

func waiting(m row.Record) bool { return m.Text("sending") == "waiting" }

func (d *sendingDesk) charged() int64 {
	d.t.Helper()
	sum, err := d.store.Charged(d.t.Context(), d.org, "outbound:test")
	if err != nil {
		d.t.Fatal(err)
	}
	return sum
}

func (d *sendingDesk) cancel(p *access.Principal, message id.ID) error {
	return d.service.Cancel(d.t.Context(), p, message, "")
}

// A waiting text shows that it waits, and why, until it is sent.
func TestWaitingTextShowsTheReason(t *testing.T) {
	d := openSending(t, busy, quickly)
	message := d.send("Hi")
	m := d.becomes(message, waiting)
	if m.Text("sending_text") != "The phone provider is busy." || m.Text("sid") != "" || m.Text("error_text") != "" {
		t.Errorf("the message is %v", m.Fields)
	}
	version := m.Version
	time.Sleep(30 * time.Millisecond) // time for some attempts
	if m := d.get("twilio_message", message); m.Version != version {
		t.Errorf("what everybody knows is told again: version %d after %d", m.Version, version)
	}
	d.provider.turn(noAnswer)
	d.becomes(message, func(m row.Record) bool { return m.Text("sending_text") == "The phone provider can't be reached." })
	d.provider.turn(sends)
	m = d.becomes(message, func(m row.Record) bool { return m.Text("sid") != "" })
	if m.Text("sending") != "" || m.Text("sending_text") != "" {
		t.Errorf("the message is %v", m.Fields)
	}
}

// A text that is finally rejected no longer waits.
func TestWaitingTextThatIsRejected(t *testing.T) {
	d := openSending(t, busy, quickly)
	message := d.send("Hi")
	d.becomes(message, waiting)
	d.provider.turn(func(string) error { return fault.New(fault.Invalid, "No.") })
	m := d.becomes(message, func(m row.Record) bool { return m.Text("error_text") != "" })
	if m.Text("sending") != "" || m.Text("sending_text") != "" || m.Text("error_text") != "No." {
		t.Errorf("the message is %v", m.Fields)
	}
	if err := d.cancel(d.agent(), message); !fault.Is(err, fault.Conflict) {
		t.Errorf("cancelling it got %v", err)
	}
}

// A canceled waiting text is never sent, costs nothing and delays no later one. The
// same holds for a text that waits behind it.
func TestWaitingTextIsCanceled(t *testing.T) {
	d := openSending(t, busy, quickly)
	message, behind, last := d.send("Hi"), d.send("Hello"), d.send("Good morning")
	d.becomes(message, waiting)
	late := d.send("Are you there?")
	for _, one := range []id.ID{behind, last, late} { // before and after it is known that the first one waits
		if m := d.becomes(one, waiting); m.Text("sending_text") != "The text before it has to go first." {
			t.Errorf("the message is %v", m.Fields)
		}
	}
	before := d.charged()
	for range 2 { // a repeat changes nothing
		for _, one := range []id.ID{behind, message} {
			d.cancelled(one)
		}
	}
	for _, one := range []id.ID{behind, message} {
		if m := d.get("twilio_message", one); m.Text("sending") != "cancelled" || m.Text("sending_text") != "" || m.Lookup("modified_by") != d.user {
			t.Errorf("the message is %v", m.Fields)
		}
	}
	if sum := d.charged(); sum != before-2*12_000 {
		t.Errorf("charged were %d and then %d", before, sum)
	}
	d.provider.turn(sends)
	for _, one := range []id.ID{last, late} {
		if m := d.becomes(one, func(m row.Record) bool { return m.Text("sid") != "" }); m.Text("sending") != "" || m.Text("sending_text") != "" {
			t.Errorf("the message is %v", m.Fields)
		}
	}
	if got := d.provider.got(); len(got) != 2 || got[0] != "Good morning" || got[1] != "Are you there?" {
		t.Errorf("the provider got %v", got)
	}
	if again := d.send("Hi"); again != message {
		t.Errorf("the repeat of a text that was cancelled is %s", again)
	}
}

// cancelled cancels a text that is being retried: it fails during an attempt.
func (d *sendingDesk) cancelled(message id.ID) {
	d.t.Helper()
	d.cancelledBy(d.agent(), message)
}

func (d *sendingDesk) cancelledBy(p *access.Principal, message id.ID) {
	d.t.Helper()
	for range 2000 {
		err := d.cancel(p, message)
		if err == nil {
			return
		}
		if !fault.Is(err, fault.Conflict) {
			d.t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	d.t.Fatal("it is never between two tries")
}

// A text that is being sent, or may have been, can't be canceled, and the error says
// so.
func TestPossiblySentTextIsNotCanceled(t *testing.T) {
	slowly := effects.Retry{Attempts: 1000, First: time.Hour}
	t.Run("it is being sent", func(t *testing.T) {
		begun, goOn := make(chan struct{}), make(chan struct{})
		d := openSending(t, func(string) error { close(begun); <-goOn; return nil }, slowly)
		message := d.send("Hi")
		<-begun
		err := d.cancel(d.agent(), message)
		close(goOn)
		d.keeps(err, message, "may have been sent already")
		d.becomes(message, func(m row.Record) bool { return m.Text("sid") != "" })
		d.keeps(d.cancel(d.agent(), message), message, "was sent already")
	})
	t.Run("there was no answer", func(t *testing.T) {
		d := openSending(t, noAnswer, slowly)
		message := d.send("Hi")
		d.becomes(message, waiting)
		d.keeps(d.cancel(d.agent(), message), message, "may have been sent already")
	})
	t.Run("it came in", func(t *testing.T) {
		d := openSending(t, sends, slowly)
		d.keeps(d.cancel(d.agent(), d.messages()[0].ID), d.messages()[0].ID, "came in")
	})
	t.Run("it does not exist", func(t *testing.T) {
		d := openSending(t, sends, slowly)
		if err := d.cancel(d.agent(), id.New()); !fault.Is(err, fault.NotFound) {
			t.Errorf("got %v", err)
		}
	})
}

func (d *sendingDesk) keeps(err error, message id.ID, why string) {
	d.t.Helper()
	if !fault.Is(err, fault.Conflict) || !strings.Contains(fault.From(err).Detail, why) {
		d.t.Errorf("got %v, not that it %s", err, why)
	}
	if m := d.get("twilio_message", message); m.Text("sending") == "cancelled" {
		d.t.Errorf("it is cancelled all the same: %v", m.Fields)
	}
}

// The author may cancel a text, and so may users who can change the conversation's
// texts.
func TestCancelPermissions(t *testing.T) {
	d := openSending(t, busy, effects.Retry{Attempts: 1000, First: time.Hour})
	see := access.ObjectPermission{Read: true}
	author := func() *access.Principal {
		return d.principal(map[string]access.ObjectPermission{"twilio_conversation": see, "twilio_message": {Create: true, Read: true}})
	}
	reader := d.principal(map[string]access.ObjectPermission{"twilio_conversation": see, "twilio_message": see})
	stranger := d.principal(nil)
	colleague := d.colleague()
	me := d.user
	d.user = colleague.User
	other := author()
	d.user = me
	for name, c := range map[string]struct {
		p    *access.Principal
		code fault.Code
	}{
		"who sees nothing":                 {stranger, fault.Forbidden},
		"who only reads by now":            {reader, fault.Forbidden},
		"who writes texts, but others":     {other, fault.Forbidden},
		"who wrote it":                     {author(), ""},
		"a colleague who may change texts": {colleague, ""},
	} {
		message := d.send(name)
		if c.code == "" {
			d.cancelledBy(c.p, message)
		} else if err := d.cancel(c.p, message); !fault.Is(err, c.code) {
			t.Errorf("%s got %v", name, err)
		}
	}
}

// The provider's report of a text counts more than its cancellation.
func TestCanceledTextThatTheProviderHas(t *testing.T) {
	d := openSending(t, busy, effects.Retry{Attempts: 1000, First: time.Hour})
	message := d.send("Hi")
	d.becomes(message, waiting)
	d.cancelled(message)
	if _, err := d.service.MaySend(t.Context(), d.org, id.Derived("CH1"), message); !fault.Is(err, fault.Conflict) {
		t.Errorf("whether it may be sent got %v", err)
	}
	err := d.tell(carrier.ConversationEvent{
		Kind: "onMessageAdded", MessageSID: "IM2", Body: "Hi", Author: string(d.user), ClientID: "Hi", FromAPI: true, At: time.Now(),
	}, row.Inbound{})
	if err != nil {
		t.Fatal(err)
	}
	if m := d.get("twilio_message", message); m.Text("sid") != "IM2" || m.Text("sending") != "" {
		t.Errorf("the message is %v", m.Fields)
	}
}

// An attempt is certain that a text was not sent only if no other attempt may have
// sent it.
func TestAttemptOutcomes(t *testing.T) {
	payload := row.JSONValue(conversations.SendPayload{Message: id.New(), Text: carrier.SendMessage{ClientID: "one", Body: "Hi"}})
	for name, c := range map[string]struct {
		answer            func(string) error
		find, may         error
		resumed, doubtful bool
		undone            bool
	}{
		"turned away": {busy, nil, nil, false, false, true},
		"no answer":   {noAnswer, nil, nil, false, false, false},
		"turned away, after a doubt that is cleared up": {busy, nil, nil, true, true, true},
		"no answer to the question what became of it":   {sends, errors.New("away"), nil, true, true, false},
		"no answer to the question, without a doubt":    {sends, errors.New("away"), nil, true, false, true},
		"nobody to ask, the doubt cleared up":           {sends, nil, errors.New("away"), true, true, true},
		"nobody to ask, nothing cleared up":             {sends, errors.New("away"), errors.New("away"), true, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			sender := conversations.Sender{Texts: asked{&turns{answer: c.answer}, c.find}, Conversations: allowing{c.may}}
			_, err := sender.Do(t.Context(), row.ClaimedEffect{
				Effect: row.Effect{Payload: payload, NotBefore: time.Now()}, Resumed: c.resumed, Doubtful: c.doubtful,
			})
			if err == nil || once.IsUndone(err) != c.undone {
				t.Errorf("got %v, undone %t", err, once.IsUndone(err))
			}
		})
	}
}

type asked struct {
	*turns

	err error
}

func (a asked) FindMessage(context.Context, carrier.FindMessage) (carrier.Message, bool, error) {
	return carrier.Message{}, false, a.err
}

type allowing struct{ err error }

func (allowing) ProviderRef(context.Context, id.ID, id.ID) (conversations.ProviderRef, error) {
	return conversations.ProviderRef{SID: "CH1"}, nil
}

func (allowing) CheckProviderID(context.Context, id.ID, id.ID, string) error { return nil }

func (a allowing) MaySend(context.Context, id.ID, id.ID, id.ID) (string, error) { return "", a.err }
