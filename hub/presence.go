package hub

import (
	"encoding/json"
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/id"
)

// presencePacket gathers changes of presence. It is guarded by its tenant's lock.
type presencePacket struct {
	latest map[id.ID]json.RawMessage
	order  []id.ID
	timer  *time.Timer
}

func (p *presencePacket) stop() {
	if p.timer != nil {
		p.timer.Stop()
	}
}

func (t *tenant) presenceChanged(user id.ID, presence json.RawMessage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ctx.Err() != nil {
		return
	}
	p := &t.presence
	if _, waits := p.latest[user]; !waits {
		p.order = append(p.order, user)
	}
	if p.latest == nil {
		p.latest = map[id.ID]json.RawMessage{}
	}
	p.latest[user] = presence
	if len(p.order) == 1 {
		p.timer = time.AfterFunc(t.node.options.PresenceEvery, t.sendPresence)
	}
}

func (t *tenant) sendPresence() {
	defer func() { t.node.caught(panickedPresence, recover()) }()
	t.mu.Lock()
	p := t.presence
	t.presence = presencePacket{}
	t.mu.Unlock()
	b := []byte(`{"users":[`)
	for i, user := range p.order {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, p.latest[user]...)
	}
	t.fleeting(string(topic.Presence), projection.Event("presence", append(b, ']', '}'), ""), "")
}
