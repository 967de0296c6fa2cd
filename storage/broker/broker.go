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

// Message is a ephemeral event for those who follow a topic.
type Message struct {
	Organization id.ID
	Topic        string
	Name         string          // of the event, for example typing
	Payload      json.RawMessage // one JSON value, not changed after Publish
}

// Check returns what keeps a message from being published: fault.Malformed without organization,
// topic, name or a JSON payload, fault.TooLarge above the bounds.
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

// MaxBatch bounds the entries that travel in one batch, in bytes. A larger one
// names its place alone.
const MaxBatch = 64 << 10

// Batch is what the relay has just added to an organization's log: consecutive
// entries as they are stored, or only the place that the log has reached.
type Batch struct {
	// Head is the place of the last entry that was added.
	Head int64
	// Entries are those up to Head, none if they are too large to travel: the log has them.
	Entries []json.RawMessage
}

// First is the place of the first entry that travels.
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

// Join puts what came later behind b: one batch where it follows on b and both
// fit, else the newest place alone.
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

// Check returns what keeps a batch from being announced: fault.Malformed.
func (b Batch) Check() error {
	if b.Head < 1 || b.First() < 1 {
		return fault.New(fault.Malformed, "A batch of the log needs the place of its last entry.")
	}
	return nil
}

// Listener is told of ephemeral messages: those of other processes and of its own. It must not
// block for long: it loses messages meanwhile.
type Listener interface {
	// Ephemeral brings a message.
	Ephemeral(organization id.ID, topic, name string, payload json.RawMessage)
}

// Watcher is told of what happens to outbox and log, in other processes and in
// its own. It must not block for long.
type Watcher interface {
	// Committed says that something was committed: whoever moves the outbox has to
	// look.
	Committed(organization id.ID)
	// Logged brings what was added to the log. Batches may come late, twice, or not
	// at all: the log alone says what is in it.
	Logged(organization id.ID, b Batch)
	// Resumed says that the link to other processes stands (again): whatever they
	// said before may be lost.
	Resumed()
}

// Selective is a Watcher that can do without the notifications and batches of an
// organization: they need not be decoded for it.
type Selective interface {
	Watcher
	// Serves reports whether it wants them. It must not block.
	Serves(organization id.ID) bool
}

// Broker carries messages, notifications and batches to everyone in every process.
type Broker interface {
	// Publish hands the message to the listeners. The errors are those of
	// Message.Check, and fault.Unavailable after Close. A message that can't leave
	// this process is lost; the listeners of this process still get it.
	Publish(m Message) error
	// Notify tells the watchers that the organization committed: fault.Malformed
	// without an organization, fault.Unavailable after Close.
	Notify(organization id.ID) error
	// Announce tells the watchers what was added to the log, with the errors of Notify
	// and of Batch.Check. The entries are not changed afterwards.
	Announce(organization id.ID, b Batch) error
	// Listen registers a listener and returns what ends it; that returns once the
	// listener is not called any more, so the listener itself must not call it.
	Listen(l Listener) (stop func())
	// Watch is Listen for a watcher.
	Watch(w Watcher) (stop func())
	// Close ends all listeners and watchers and waits for them; later publications
	// are fault.Unavailable.
	Close()
}

// CheckOrganization refuses what can name no organization.
func CheckOrganization(organization id.ID) error {
	if !organization.Valid() {
		return fault.New(fault.Malformed, "An organization is needed.")
	}
	return nil
}
