package engineio

import (
	"net/http"
	"strconv"
)

// Refusal is an answer to an HTTP request that opens or names no session, in the
// numbers and words of the reference server, which clients know.
type Refusal struct {
	Code    int
	Message string
	// Status is the HTTP status the refusal goes out with.
	Status int
}

// The refusals of the protocol.
var (
	UnknownTransport   = Refusal{0, "Transport unknown", http.StatusBadRequest}
	UnknownSession     = Refusal{1, "Session ID unknown", http.StatusBadRequest}
	BadHandshakeMethod = Refusal{2, "Bad handshake method", http.StatusBadRequest}
	BadRequest         = Refusal{3, "Bad request", http.StatusBadRequest}
	Forbidden          = Refusal{4, "Forbidden", http.StatusForbidden}
	UnsupportedVersion = Refusal{5, "Unsupported protocol version", http.StatusBadRequest}
)

// Body is the JSON that goes with the status.
func (r Refusal) Body() []byte {
	b := append([]byte(`{"code":`), strconv.Itoa(r.Code)...)
	b = append(b, `,"message":`...)
	return append(strconv.AppendQuote(b, r.Message), '}')
}
