package broker

import (
	"encoding/json"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	// MaxPayload bounds a message, in bytes.
	MaxPayload = 16 << 10
	// MaxName bounds a topic and a name, in bytes.
	MaxName = 200
)

// Message is a fleeting event for those who follow a topic.
type Message struct {
	Organization id.ID
	Topic        string
	Name         string          // of the event, for example typing
	Payload      json.RawMessage // one JSON value, not changed after Publish
}

// Check tells what keeps a message from being published: fault.Malformed without
// organisation, topic, name or a JSON payload, fault.TooLarge above the bounds.
func (m Message) Check() error {
	switch {
	case !m.Organization.Valid() || m.Topic == "" || m.Name == "" || !json.Valid(m.Payload):
		return fault.New(fault.Malformed, "A fleeting message needs an organization, a topic, a name and a JSON payload.")
	case len(m.Payload) > MaxPayload || len(m.Topic) > MaxName || len(m.Name) > MaxName:
		return fault.New(fault.TooLarge, "A fleeting message has at most %d bytes.", MaxPayload)
	default:
		return nil
	}
}

// Listener is told of what other parts and processes publish, and of what its own
// process does. It must not block for long: it loses messages meanwhile.
type Listener interface {
	// Fleeting brings a message.
	Fleeting(organization id.ID, topic, name string, payload json.RawMessage)
	// Doorbell says that the organisation's log or outbox is worth a look.
	Doorbell(organization id.ID)
}

// Broker carries messages and doorbells to every listener of every process.
type Broker interface {
	// Publish hands the message to the listeners. The errors are those of
	// Message.Check, and fault.Unavailable where the message could not leave this
	// process: worth a line in the log, never a failure of what it tells about.
	Publish(m Message) error
	// Ring rings the organisation's doorbell, with the same errors.
	Ring(organization id.ID) error
	// Listen registers a listener and returns what ends it; that returns once the
	// listener is not called any more, so the listener itself must not call it.
	Listen(l Listener) (stop func())
	// Close ends all listeners and waits for them; later publications are
	// fault.Unavailable.
	Close()
}
