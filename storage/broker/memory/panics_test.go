package memory_test

import (
	"encoding/json"
	"log/slog"
	"testing"

	"switchboard/storage/broker"
	"switchboard/storage/broker/memory"
	"switchboard/storage/id"
	"switchboard/storage/panics"
)

// clumsy panics at the first call of each kind and records the second.
type clumsy struct {
	told map[string]int
	came chan string
}

func (c clumsy) tell(what string) {
	if c.told[what]++; c.told[what] == 1 {
		panic("on purpose")
	}
	select {
	case c.came <- what:
	default:
	}
}

func (c clumsy) Ephemeral(id.ID, string, string, json.RawMessage) { c.tell("fleeting") }
func (c clumsy) Committed(id.ID)                                  { c.tell("notification") }
func (c clumsy) Logged(id.ID, broker.Batch)                       { c.tell("logged") }
func (c clumsy) Resumed()                                         { c.tell("resumed") }

// TestAPanicAboutOneMessageKeepsNothingFromTheNext covers each kind of message.
func TestAPanicAboutOneMessageKeepsNothingFromTheNext(t *testing.T) {
	catcher := panics.New(slog.New(slog.DiscardHandler))
	b := memory.New(catcher)
	defer b.Close()
	ear := clumsy{map[string]int{}, make(chan string, 8)}
	b.Listen(ear)
	watching := clumsy{map[string]int{}, make(chan string, 8)}
	b.Watch(watching)
	organization := id.New()
	for want, k := range map[string]struct {
		send func() error
		at   clumsy
	}{
		"fleeting": {func() error {
			return b.Publish(broker.Message{Organization: organization, Topic: "t", Name: "n", Payload: json.RawMessage(`{}`)})
		}, ear},
		"logged": {func() error {
			return b.Announce(organization, broker.Batch{Head: 1, Entries: []json.RawMessage{[]byte(`{}`)}})
		}, watching},
		"notification": {func() error { return b.Notify(organization) }, watching},
		"resumed":      {func() error { b.Resume(); return nil }, watching},
	} {
		for told := false; !told; { // two quick calls may be merged
			if err := k.send(); err != nil {
				t.Fatal(err)
			}
			select {
			case got := <-k.at.came:
				told = got == want // else it was said again, before
			default:
			}
		}
	}
	if got := catcher.Counts()[panics.Broker]; got < 4 {
		t.Errorf("%d panics are counted", got)
	}
}
