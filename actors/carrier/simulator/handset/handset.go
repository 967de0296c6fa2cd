package handset

import (
	"context"
	"strings"
	"sync"
	"time"

	"switchboard/actors/carrier/simulator/media"
	"switchboard/storage/fault"
	"switchboard/storage/panics"
)

// Handsets are the browsers that act as outside phones.
type Handsets struct {
	engine *media.Engine
	panics *panics.Catcher

	mu      sync.Mutex
	running context.Context     //nolint:containedctx // that of Run, whose end is the end of every connection
	held    map[string]*handset // by leg
	work    sync.WaitGroup
}

// handset is a browser that has a leg's phone.
type handset struct {
	leg  string
	who  *media.Outsider
	peer *media.Peer
	end  context.CancelFunc
}

// New returns Handsets that accept browsers during Run.
func New(engine *media.Engine, catcher *panics.Catcher) *Handsets {
	return &Handsets{engine: engine, panics: catcher, held: map[string]*handset{}}
}

// Run accepts browsers until ctx ends; then it closes every connection and waits.
func (h *Handsets) Run(ctx context.Context) {
	h.mu.Lock()
	h.running = ctx
	h.mu.Unlock()
	<-ctx.Done()
	h.mu.Lock()
	h.running = nil
	h.mu.Unlock()
	h.work.Wait()
}

// Take gives a leg's phone to a browser by its offer, and returns the answer. It
// takes over from another browser.
func (h *Handsets) Take(ctx context.Context, leg string, who *media.Outsider, offer string) (answer string, err error) {
	if !strings.Contains(offer, "m=audio") {
		return "", fault.Field("sdp", "The description must offer sound.")
	}
	peer, err := h.engine.Peer(func(byte) {}, func() {})
	if err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "The phone simulator has no sound now.").After(time.Second)
	}
	if answer, err = peer.Answer(ctx, offer); err != nil {
		peer.Close()
		return "", fault.Field("sdp", "The description can't be used.")
	}
	if !h.hold(&handset{leg: leg, who: who, peer: peer}) {
		peer.Close()
		return "", fault.New(fault.Unavailable, "The phone simulator is stopping.").After(time.Second)
	}
	return answer, nil
}

// hold gives the phone to the browser until it leaves or is dropped. It returns false
// if no browser is accepted.
func (h *Handsets) hold(one *handset) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.running == nil {
		return false
	}
	if before := h.held[one.leg]; before != nil {
		before.end()
	}
	var ctx context.Context
	ctx, one.end = context.WithCancel(h.running)
	h.held[one.leg] = one
	one.who.Lend(one.peer)
	h.work.Go(func() { h.panics.Round(panics.Simulator, func() { h.attend(ctx, one) }) })
	return true
}

// attend waits for the end of a connection, and closes it.
func (h *Handsets) attend(ctx context.Context, one *handset) {
	defer one.peer.Close()
	defer one.end()
	select {
	case <-ctx.Done():
	case <-one.peer.Ended():
	}
	one.who.TakeBack(one.peer)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held[one.leg] == one {
		delete(h.held, one.leg)
	}
}

// Drop closes the connection of a leg's browser, if there is one.
func (h *Handsets) Drop(leg string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if one := h.held[leg]; one != nil {
		one.end()
		delete(h.held, leg)
	}
}

// Has reports whether a browser has the phone of a leg.
func (h *Handsets) Has(leg string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held[leg] != nil
}
