package webhooks

import (
	"context"
	"net/http"
	"net/url"
)

// Verifier checks a request's signature (carrier.Webhooks); a missing or a wrong one is
// fault.Forbidden.
type Verifier interface {
	Verify(pathAndQuery string, header http.Header, form url.Values) error
}

// Answers finds the stored answer of an event that was processed already.
type Answers interface {
	InboundAnswer(ctx context.Context, provider, providerID, kind string) (answer []byte, answerType string, found bool, err error)
}
