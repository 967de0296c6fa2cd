package link

// Reason is why a connection ended: what the peer receives, and whether it
// should reconnect automatically. The table below is complete.
type Reason struct {
	// Status is the WebSocket close code, 0 if nothing can be sent any more.
	Status int
	// Code identifies the reason for programs, logs and metrics.
	Code string
	// Text is the sentence for users, at most 123 bytes.
	Text string
	// Reconnect reports whether reconnecting can help.
	Reconnect bool
}

// The reasons for which a connection ends. 4xxx are private codes (RFC 6455
// §7.4.2).
var (
	ClientClosed   = Reason{1000, "client_closed", "Closed by the client.", true}
	TransportError = Reason{0, "transport_error", "The connection broke.", true}
	PingTimeout    = Reason{4000, "ping_timeout", "No heartbeat came in time.", true}
	ConnectTimeout = Reason{4001, "connect_timeout", "No CONNECT packet came in time.", true}
	BadPacket      = Reason{4002, "bad_packet", "A packet could not be read.", true}
	TooLarge       = Reason{1009, "too_large", "A packet was larger than allowed.", true}
	PacketTimeout  = Reason{4003, "packet_timeout", "Announced attachments did not come in time.", true}
	TooSlow        = Reason{4004, "too_slow", "The connection could not keep up. Missed changes follow on reconnecting.", true}
	TakenOver      = Reason{4005, "taken_over", "The session continues on another connection.", false}
	Flood          = Reason{4006, "flood", "Too many events were sent.", false}
	SignedOut      = Reason{4007, "signed_out", "The session was signed out.", false}
	Disabled       = Reason{4008, "disabled", "The user was disabled.", false}
	SessionExpired = Reason{4009, "session_expired", "The sign-in token ran out.", true}
	RightsUnknown  = Reason{4010, "rights_unknown", "Changed rights could not be read. Please reconnect.", true}
	Behind         = Reason{4011, "behind", "The server lost its position in the log. Please reconnect.", true}
	Draining       = Reason{1012, "draining", "The server restarts. Please reconnect.", true}
	Panicked       = Reason{1011, "internal", "Something went wrong on the server.", true}
	Idle           = Reason{4012, "idle", "No namespace is connected.", true}
	InputHeld      = Reason{4013, "input_held", "Too much unfinished input was held. Send a message at once.", true}
	allReasons     = []Reason{
		ClientClosed, TransportError, PingTimeout, ConnectTimeout, BadPacket, TooLarge, PacketTimeout, TooSlow, TakenOver,
		Flood, SignedOut, Disabled, SessionExpired, RightsUnknown, Behind, Draining, Panicked, Idle, InputHeld,
	}
)

// Reasons returns the table, for metrics and tests that must be complete.
func Reasons() []Reason { return append([]Reason(nil), allReasons...) }
