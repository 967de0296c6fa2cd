package hub

import (
	"encoding/json"
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/id"
)

// presencePacket collects presence changes. The organization's lock guards
// it.
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

func (org *orgHub) presenceChanged(user id.ID, presence json.RawMessage) {
	org.mu.Lock()
	defer org.mu.Unlock()
	if org.ctx.Err() != nil {
		return
	}
	p := &org.presence
	if _, waits := p.latest[user]; !waits {
		p.order = append(p.order, user)
	}
	if p.latest == nil {
		p.latest = map[id.ID]json.RawMessage{}
	}
	p.latest[user] = presence
	if len(p.order) == 1 {
		p.timer = time.AfterFunc(org.node.options.PresenceEvery, org.sendPresence)
	}
}

func (org *orgHub) sendPresence() {
	defer func() { org.node.caught(panickedPresence, recover()) }()
	org.mu.Lock()
	p := org.presence
	org.presence = presencePacket{}
	org.mu.Unlock()
	b := []byte(`{"users":[`)
	for i, user := range p.order {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, p.latest[user]...)
	}
	org.sendEphemeral(string(topic.Presence), projection.Event("presence", append(b, ']', '}'), ""), "")
}
