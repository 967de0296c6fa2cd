package broker

import (
	"encoding/json"
	"slices"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	// MaxPayload bounds a message, in bytes.
	MaxPayload = 16 << 10
	// MaxName bounds a topic and a name, in bytes.
	MaxName = 200
)

// Message is an ephemeral event for the followers of a topic.
type Message struct {
	Organization id.ID
	Topic        string
	Name         string          // of the event, for example typing
	Payload      json.RawMessage // one JSON value, immutable after Publish
}

// Check returns the error that forbids publishing: fault.Malformed without organization, topic,
// name or JSON payload, fault.TooLarge above the bounds.
func (m Message) Check() error {
	switch {
	case !m.Organization.Valid() || m.Topic == "" || m.Name == "" || !json.Valid(m.Payload):
		return fault.New(fault.Malformed, "An ephemeral message needs an organization, a topic, a name and a JSON payload.")
	case len(m.Payload) > MaxPayload || len(m.Topic) > MaxName || len(m.Name) > MaxName:
		return fault.New(fault.TooLarge, "An ephemeral message has at most %d bytes.", MaxPayload)
	default:
		return nil
	}
}

// MaxBatch bounds the entries of one batch, in bytes. A larger batch carries its head only.
const MaxBatch = 64 << 10

// Batch announces additions to an organization's log: consecutive entries as stored, or only the
// head of the log.
type Batch struct {
	// Head is the seq of the last added entry.
	Head int64
	// Entries are those up to Head, or none if they are too large: the log has them.
	Entries []json.RawMessage
}

// First returns the seq of the first entry in the batch.
func (b Batch) First() int64 { return b.Head - int64(len(b.Entries)) + 1 }

// Fit drops the entries of a batch that is too large.
func (b Batch) Fit() Batch {
	size := 0
	for _, e := range b.Entries {
		size += len(e)
	}
	if size > MaxBatch {
		b.Entries = nil
	}
	return b
}

// Join appends a later batch to b: one batch if they are consecutive and fit, else only the
// newest head.
func (b Batch) Join(later Batch) Batch {
	switch {
	case later.Head <= b.Head:
		return b
	case len(later.Entries) > 0 && len(b.Entries) > 0 && later.First() == b.Head+1:
		return Batch{Head: later.Head, Entries: slices.Concat(b.Entries, later.Entries)}.Fit()
	default:
		return Batch{Head: later.Head}
	}
}

// Check returns fault.Malformed if the batch can't be announced.
func (b Batch) Check() error {
	if b.Head < 1 || b.First() < 1 {
		return fault.New(fault.Malformed, "A batch of the log needs the place of its last entry.")
	}
	return nil
}

// Listener receives ephemeral messages of this and other processes. A listener that blocks for
// long loses messages.
type Listener interface {
	// Ephemeral receives a message.
	Ephemeral(organization id.ID, topic, name string, payload json.RawMessage)
}

// Watcher is notified of changes to outbox and log, in this and other processes. It must not
// block for long.
type Watcher interface {
	// Committed reports a commit: the outbox has entries to relay.
	Committed(organization id.ID)
	// Logged reports additions to the log. Batches may be late, repeated or lost: only the log is
	// authoritative.
	Logged(organization id.ID, b Batch)
	// Resumed reports that the link to other processes is up (again): earlier notifications may
	// be lost.
	Resumed()
}

// Selective is a Watcher that does not need the notifications and batches of some organizations,
// which are then not decoded.
type Selective interface {
	Watcher
	// Serves reports whether the watcher needs them. It must not block.
	Serves(organization id.ID) bool
}

// Broker delivers messages, notifications and batches to all listeners and watchers of every
// process.
type Broker interface {
	// Publish delivers the message to the listeners. Errors are those of Message.Check, and
	// fault.Unavailable after Close. A message that can't leave this process still reaches its
	// own listeners.
	Publish(m Message) error
	// Notify notifies the watchers of a commit: fault.Malformed without an organization,
	// fault.Unavailable after Close.
	Notify(organization id.ID) error
	// Announce sends a batch to the watchers, with the errors of Notify and of Batch.Check. The
	// caller must not change the entries afterwards.
	Announce(organization id.ID, b Batch) error
	// Listen registers a listener. stop removes it and returns once the listener is not called
	// any more, so the listener itself must not call stop.
	Listen(l Listener) (stop func())
	// Watch is Listen for a watcher.
	Watch(w Watcher) (stop func())
	// Close removes all listeners and watchers and waits for them; later calls fail with
	// fault.Unavailable.
	Close()
}

// CheckOrganization rejects an invalid organization id.
func CheckOrganization(organization id.ID) error {
	if !organization.Valid() {
		return fault.New(fault.Malformed, "An organization is needed.")
	}
	return nil
}
