package redis

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"

	"switchboard/storage/broker"
	"switchboard/storage/id"
)

// publication is the content of one PUBLISH: a message, a batch, or, with neither, a
// notification.
type publication struct {
	organization id.ID
	message      *broker.Message
	batch        *broker.Batch
}

// version begins each publication; nodes ignore other versions and read the log. The MAC follows
// it.
const version = "2"

// macLength is that of a MAC in base64.
const macLength = 43

// mac authenticates a text in a channel: only nodes of this installation have the key.
func mac(key []byte, channel, text string) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(channel))
	h.Write([]byte{0})
	h.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// maxText bounds a publication: the entries of a batch and their envelope.
const maxText = 2 * broker.MaxBatch

// body is a publication's JSON. Names are short because it is parsed many times a second.
type body struct {
	Node    string            `json:"n"`
	Topic   string            `json:"t,omitempty"`
	Name    string            `json:"e,omitempty"`
	Payload json.RawMessage   `json:"p,omitempty"`
	Head    int64             `json:"h,omitempty"`
	Entries []json.RawMessage `json:"l,omitempty"`
}

func (p publication) encode(key []byte, channel, node string) string {
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
	text := string(raw)
	return version + mac(key, channel, text) + text
}

// open extracts the text of a message of the channel; genuine is false if no node of ours sent
// it.
func open(key []byte, channel, heard string) (text string, ours, genuine bool) {
	rest, ours := strings.CutPrefix(heard, version)
	if !ours || len(rest) < macLength {
		return "", ours, false
	}
	text = rest[macLength:]
	return text, true, hmac.Equal([]byte(rest[:macLength]), []byte(mac(key, channel, text)))
}

// kind is the apparent type of a publication before its MAC is checked and its JSON parsed.
type kind int

const (
	unknown     kind = iota // a message, or nothing of ours
	forWatchers             // a notification or a batch
)

// nodeField begins a body: the order of its fields is that of the struct.
const nodeField = `{"n":"`

// peek classifies an unverified publication, which is enough only to drop what nobody wants.
func peek(heard string) kind {
	rest, ours := strings.CutPrefix(heard, version)
	if !ours || len(rest) < macLength {
		return unknown
	}
	rest, ok := strings.CutPrefix(rest[macLength:], nodeField)
	end := strings.IndexByte(rest, '"')
	if !ok || end < 0 {
		return unknown
	}
	if rest = rest[end+1:]; rest == "}" || strings.HasPrefix(rest, `,"h":`) {
		return forWatchers
	}
	return unknown
}

func decode(organization id.ID, text string) (p publication, node string, ok bool) {
	var b body
	if len(text) > maxText || json.Unmarshal([]byte(text), &b) != nil || b.Node == "" {
		return publication{}, "", false
	}
	p.organization = organization
	ok = true
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

// hand delivers the publication to the listeners of this process.
func (p publication) hand(to broker.Broker) {
	// The only error is that the broker is closed: then there are no listeners.
	switch {
	case p.message != nil:
		_ = to.Publish(*p.message)
	case p.batch != nil:
		_ = to.Announce(p.organization, *p.batch)
	default:
		_ = to.Notify(p.organization)
	}
}
