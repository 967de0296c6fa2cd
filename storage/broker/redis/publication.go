package redis

import (
	"encoding/json"
	"strings"

	"switchboard/storage/broker"
	"switchboard/storage/id"
)

// publication is what one PUBLISH carries: a message, a batch, or where it has
// neither, a doorbell.
type publication struct {
	organization id.ID
	message      *broker.Message
	batch        *broker.Batch
}

// version begins each publication; another one is of a later release, whose nodes
// still read the log.
const version = "1"

// maxText bounds a publication: the entries of a batch and what stands around them.
const maxText = 2 * broker.MaxBatch

// body is a publication's JSON. Names are short: it is read by machines alone, many
// times a second.
type body struct {
	Node    string            `json:"n"`
	Topic   string            `json:"t,omitempty"`
	Name    string            `json:"e,omitempty"`
	Payload json.RawMessage   `json:"p,omitempty"`
	Head    int64             `json:"h,omitempty"`
	Entries []json.RawMessage `json:"l,omitempty"`
}

func (p publication) encode(node string) string {
	b := body{Node: node}
	switch {
	case p.message != nil:
		b.Topic, b.Name, b.Payload = p.message.Topic, p.message.Name, p.message.Payload
	case p.batch != nil:
		b.Head, b.Entries = p.batch.Head, p.batch.Entries
	}
	raw, err := json.Marshal(b)
	if err != nil { // a payload was checked, an entry comes from a json column
		raw = []byte(`{}`)
	}
	return version + string(raw)
}

func decode(organization id.ID, text string) (p publication, node string, ok bool) {
	text, ok = strings.CutPrefix(text, version)
	var b body
	if !ok || len(text) > maxText || json.Unmarshal([]byte(text), &b) != nil || b.Node == "" {
		return publication{}, "", false
	}
	p.organization = organization
	switch {
	case b.Name != "":
		p.message = &broker.Message{Organization: organization, Topic: b.Topic, Name: b.Name, Payload: b.Payload}
		ok = p.message.Check() == nil
	case b.Head != 0 || len(b.Entries) > 0:
		p.batch = &broker.Batch{Head: b.Head, Entries: b.Entries}
		ok = p.batch.Check() == nil
	}
	return p, b.Node, ok
}

// hand gives the publication to the listeners of this process.
func (p publication) hand(to broker.Broker) {
	// The only error is that the broker is closed: then nobody listens.
	switch {
	case p.message != nil:
		_ = to.Publish(*p.message)
	case p.batch != nil:
		_ = to.Announce(p.organization, *p.batch)
	default:
		_ = to.Ring(p.organization)
	}
}
