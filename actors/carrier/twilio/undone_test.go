package twilio

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/once"
	"switchboard/storage/fault"
)

// A text that was turned away, or never left, was certainly not sent; one without an
// answer may have been.
func TestUndoneErrors(t *testing.T) {
	// A port that nobody listens at: there is no connection to send anything by.
	nobody, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := nobody.Addr().String()
	if err := nobody.Close(); err != nil {
		t.Fatal(err)
	}
	unreachable := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}}
	lost := func(context.Context) error { return fault.New(fault.Unavailable, "It is somebody else's.") }
	for name, c := range map[string]struct {
		transport http.RoundTripper
		ctx       context.Context
		undone    bool
	}{
		"turned away each time":             {&scripted{statuses: []int{429}}, t.Context(), true},
		"turned away and then not answered": {&scripted{statuses: []int{429, 0}}, t.Context(), false},
		"turned away and then broken":       {&scripted{statuses: []int{429, 503}}, t.Context(), false},
		"not answered":                      {&scripted{statuses: []int{0}}, t.Context(), false},
		"broken at the provider":            {&scripted{statuses: []int{503}}, t.Context(), false},
		"without a connection":              {unreachable, t.Context(), true},
		"kept back":                         {&scripted{statuses: []int{201}}, once.With(t.Context(), lost), true},
	} {
		t.Run(name, func(t *testing.T) {
			client, err := New(Config{
				AccountSID: "AC00000000000000000000000000000000", AuthToken: "token", PublicURL: "https://switchboard.example",
				Transport: c.transport, RetryBase: time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = client.SendMessage(c.ctx, carrier.SendMessage{ConversationSID: "CH00000000000000000000000000000001", Author: "a", Body: "Hi", ClientID: "one"})
			if !fault.Is(err, fault.Unavailable) || once.IsUndone(err) != c.undone {
				t.Errorf("got %v, undone %t", err, once.IsUndone(err))
			}
		})
	}
}
