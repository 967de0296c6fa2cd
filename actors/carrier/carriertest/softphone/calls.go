package softphone

import (
	"context"
	"net/url"
	"time"

	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/simulator/media"
)

// take handles a message automatically.
func (p *Phone) take(ctx context.Context, m Message) {
	sid := m.Payload.CallSID
	switch m.Type {
	case "invite":
		if !p.options.Ignores {
			p.accept(ctx, sid, m.Payload.SDP)
		}
	case "answer":
		if peer := p.call(sid); peer != nil && m.Payload.SDP != "" {
			_ = peer.Accept(m.Payload.SDP)
		}
	case "ringing":
		p.mu.Lock()
		if placed := p.calls[""]; placed != nil {
			delete(p.calls, "")
			p.calls[sid] = placed
		}
		p.mu.Unlock()
	case "hangup", "cancel":
		p.mu.Lock()
		peer := p.calls[sid]
		delete(p.calls, sid)
		p.mu.Unlock()
		if peer != nil {
			p.work.Go(peer.Close)
		}
	}
}

func (p *Phone) call(sid string) *media.Peer {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls[sid]
}

func (p *Phone) peer(sid string) (*media.Peer, error) {
	peer, err := p.engine.Peer(func(byte) {}, func() {})
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls[sid] = peer
	return peer, nil
}

func (p *Phone) accept(ctx context.Context, sid, offer string) {
	peer, err := p.peer(sid)
	if err != nil {
		return
	}
	answer, err := peer.Answer(ctx, offer)
	if err != nil {
		return
	}
	p.Send("answer", sid, map[string]any{"sdp": answer})
}

// Place starts a call with a page's parameters and returns the network's sid.
func (p *Phone) Place(ctx context.Context, params url.Values) (sid string, err error) {
	peer, err := p.peer("")
	if err != nil {
		return "", err
	}
	offer, err := peer.Offer(ctx)
	if err != nil {
		return "", err
	}
	p.Send("invite", "TJS1", map[string]any{"sdp": offer, "twilio": map[string]string{"params": params.Encode()}})
	m, err := p.Await(ctx, func(m Message) bool {
		return m.Type == "ringing" || m.Type == "hangup" && m.Payload.CallSID == "TJS1"
	})
	if err == nil && m.Type != "ringing" {
		err = ErrRefused
	}
	return m.Payload.CallSID, err
}

// Resume takes over a call from another phone of the same user, over its own
// connection, as a reloaded page does.
func (p *Phone) Resume(ctx context.Context, sid string) error {
	peer, err := p.peer(sid)
	if err != nil {
		return err
	}
	offer, err := peer.Offer(ctx)
	if err != nil {
		return err
	}
	p.Send("invite", sid, map[string]any{"sdp": offer, "reconnect": sid, "twilio": map[string]string{}})
	return nil
}

// talk plays and records in real time until ctx ends.
func (p *Phone) talk(ctx context.Context) {
	tick := time.NewTicker(audio.Tick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		says := p.options.Plays.Next()
		p.mu.Lock()
		for _, peer := range p.calls {
			peer.Hear(&says)
			f := peer.Speak()
			p.Take(&f)
		}
		p.mu.Unlock()
	}
}
