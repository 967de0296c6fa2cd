package feature

import (
	"context"
	"net/http"
	"net/url"

	"switchboard/actors/carrier"
)

// Callback is a place at which the phone network tells of something.
type Callback struct {
	// Path is below /v1/webhooks/twilio.
	Path string
	// Read reads a form whose signature was verified: the key of the event, and what takes
	// it in, which is not called for an event that was taken in before. fault.Malformed for
	// a form that lacks what it must have.
	Read func(query, form url.Values) (carrier.Key, Take, error)
}

// Take takes an event in, and gives the network's answer. An answer without a body is
// none.
type Take func(ctx context.Context) (carrier.Answer, error)

// Receiver is a place below /v1/webhooks to which another system posts. It verifies
// what it gets itself: anybody can post there.
type Receiver struct {
	Path string
	// Receive takes in what was posted. fault.Forbidden for somebody else's post; any other
	// error means that the sender should repeat it.
	Receive func(ctx context.Context, header http.Header, body []byte) error
}
