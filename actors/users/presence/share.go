package presence

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/wait"
)

// sharing exchanges sockets with the other nodes: by messages, and by leases and
// sheets for lost messages.
type sharing struct {
	nodes     Nodes
	logger    *slog.Logger
	panics    *panics.Catcher
	certainty *certainty
	peers     *peers
	ledger    *ledger
	publisher *publisher
	sheets    *sheets
	reader    *reader
	outage    *outage
	// gapped signals that messages of another node may be missing, wake that other
	// nodes changed.
	gapped, wake chan struct{}
	beat         int64 // increases with each lease
	was          int64 // the last change at the last renewal
}

func newSharing(nodes Nodes, known *certainty, all *rosters, wake chan struct{}, logger *slog.Logger, catcher *panics.Catcher) *sharing {
	if nodes.Publish == nil { // then only the leases publish
		nodes.Publish = func(id.ID, string, string, json.RawMessage) error { return nil }
	}
	others, changes, failing, gapped := newPeers(all), newLedger(nodes.Node, all), &outage{logger: logger}, make(chan struct{}, 1)
	return &sharing{
		nodes: nodes, logger: logger, panics: catcher, certainty: known, peers: others, ledger: changes,
		publisher: &publisher{publish: nodes.Publish, ledger: changes, logger: logger, panics: catcher},
		sheets:    &sheets{node: nodes.Node, leases: nodes.Leases, ledger: changes, rosters: all},
		reader: &reader{
			node: nodes.Node, leases: nodes.Leases, logger: logger, outage: failing,
			certainty: known, peers: others, gapped: gapped, wake: wake,
		},
		outage: failing, gapped: gapped, wake: wake,
	}
}

// run shares until ctx ends, and then releases the lease.
func (s *sharing) run(ctx context.Context) {
	told := make(chan struct{})
	go func() {
		defer close(told)
		s.publisher.run(ctx)
	}()
	s.renew(ctx)
	<-told
	s.panics.Round(panics.Presence, func() { s.release(ctx) })
}

// hear handles another node's message.
func (s *sharing) hear(organization id.ID, payload json.RawMessage) {
	var d delta
	if err := json.Unmarshal(payload, &d); err != nil || d.Node == "" {
		s.logger.Warn("what a node told of its sockets is not understood", "organization", organization, "error", err)
		return
	}
	if d.Node == s.nodes.Node || len(d.Users)+len(d.Left) > maxDelta {
		return
	}
	s.take(organization, &d)
	signal(s.wake)
}

func (s *sharing) take(organization id.ID, d *delta) {
	s.peers.with(d.Node, func(o *peer) {
		if o.hear(organization, d) {
			signal(s.gapped)
		}
	})
}

// release deletes the lease, so that nobody waits for its end.
func (s *sharing) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTime)
	defer cancel()
	err := s.nodes.Leases.Release(ctx, leaseGroup, s.nodes.Node)
	if err == nil {
		err = s.nodes.Leases.Erase(ctx, leaseGroup, s.nodes.Node, s.sheets.names()...)
	}
	if err != nil {
		s.logger.Warn("the lease of presence could not be released, it runs out", "error", err)
	}
}

// renew renews this node's lease, writes changes to its sheets, and reads the
// others'.
func (s *sharing) renew(ctx context.Context) {
	ticker := time.NewTicker(renewTime)
	defer ticker.Stop()
	s.hold(ctx)
	s.list(ctx)
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			s.list(ctx) // first, because this node's lease names missing nodes
			s.hold(ctx)
		case <-s.ledger.unwritten.some:
			if !wait.For(ctx, changeGap-time.Since(last)) {
				return
			}
			s.panics.Round(panics.Presence, func() { s.outage.report(ctx, "write", s.sheets.write(ctx, false)) })
		case <-s.gapped:
			if !wait.For(ctx, changeGap-time.Since(last)) {
				return
			}
			s.list(ctx)
		}
		last = time.Now()
	}
}

// list reads the other nodes' leases.
func (s *sharing) list(ctx context.Context) {
	s.panics.Round(panics.Presence, func() { s.reader.read(ctx) })
}

// hold renews the lease, and lost sheets.
func (s *sharing) hold(ctx context.Context) {
	s.panics.Round(panics.Presence, func() { s.outage.report(ctx, "hold", s.tellLease(ctx)) })
}

func (s *sharing) tellLease(ctx context.Context) error {
	was := s.was
	s.was = s.ledger.last()
	if err := s.sheets.write(ctx, true); err != nil { // first, so that a reader of the lease finds the sheets
		return err
	}
	l := s.lease()
	l.Was = was
	value, err := json.Marshal(l)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return s.nodes.Leases.Hold(ctx, leaseGroup, s.nodes.Node, value, nodeTime)
}

// lease returns this node's lease: it is alive, what its sheets contain, and the
// recent users of nodes without a lease, for nodes that start now.
func (s *sharing) lease() lease {
	now := time.Now()
	s.beat++
	l := lease{
		Beat: s.beat, Rev: s.sheets.rev, At: now.UnixMilli(), Sure: !s.certainty.unsure(now),
		Sockets: map[id.ID]map[id.ID]activity{}, Inputs: map[id.ID]map[id.ID]activity{},
	}
	s.peers.handOn(&l, s.certainty.readable(), now)
	return l
}
