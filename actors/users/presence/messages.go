package presence

import (
	"context"
	"encoding/json"
	"log/slog"

	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/wait"
)

// publisher sends each change to the other nodes in a message.
type publisher struct {
	publish func(organization id.ID, topic, name string, payload json.RawMessage) error
	ledger  *ledger
	logger  *slog.Logger
	panics  *panics.Catcher
}

// run publishes each change immediately, until ctx ends and the last one is sent.
func (p *publisher) run(ctx context.Context) {
	for ended := false; !ended; {
		select {
		case <-ctx.Done():
			ended = true
		case <-p.ledger.untold.some:
		}
		if !p.panics.Round(panics.Presence, p.all) {
			p.ledger.tellAgain()
		}
		ended = !wait.For(ctx, publishGap) && ended
	}
}

// all publishes all unpublished changes. Lost ones are read from the sheets.
func (p *publisher) all() {
	for organization, deltas := range p.ledger.deltas() {
		for _, d := range deltas {
			p.panics.Round(panics.Presence, func() { p.one(organization, d) })
		}
	}
}

func (p *publisher) one(organization id.ID, d delta) {
	payload, err := json.Marshal(d)
	if err == nil {
		err = p.publish(organization, socketsTopic, socketsEvent, payload)
	}
	if err != nil { // the lease contains it
		p.logger.Debug("a change of presence was not published", "organization", organization, "error", err)
	}
}
