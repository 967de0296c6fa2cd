package engineio

import (
	"net/http"
	"strconv"
)

// Refusal is the response to an HTTP request that neither opens nor names a
// session, with the codes and messages of the reference server, which clients
// know.
type Refusal struct {
	Code    int
	Message string
	// Status is the HTTP status of the response.
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

// Body returns the JSON of the response.
func (r Refusal) Body() []byte {
	b := append([]byte(`{"code":`), strconv.Itoa(r.Code)...)
	b = append(b, `,"message":`...)
	return append(strconv.AppendQuote(b, r.Message), '}')
}
