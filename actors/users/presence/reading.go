package presence

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
)

// reader reads the other nodes' leases, and missed messages from their sheets. One
// goroutine uses it.
type reader struct {
	node      string
	leases    Leases
	logger    *slog.Logger
	outage    *outage
	certainty *certainty
	peers     *peers
	// gapped signals that messages of another node may be missing, wake that other
	// nodes changed.
	gapped, wake chan struct{}
}

// read applies the other nodes' leases. If they are unreadable, the last known state
// stays: a Redis outage takes nobody offline.
func (r *reader) read(ctx context.Context) {
	short, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	values, err := r.leases.List(short, leaseGroup)
	r.outage.report(ctx, "list", err)
	if err != nil {
		r.certainty.unread()
		return
	}
	leases := make(map[string]lease, len(values))
	for node, value := range values {
		if node == r.node {
			continue
		}
		var l lease
		if err := json.Unmarshal(value, &l); err != nil {
			r.logger.Warn("a node's lease of presence is not understood", "node", node, "error", err)
			continue
		}
		leases[node] = l
	}
	// Sheets come first, so that a node that has read the leases knows the connected
	// users.
	for node, l := range leases {
		if err := r.catchUp(ctx, node, l); err != nil {
			r.outage.report(ctx, "read", err)
			r.certainty.unread()
			return
		}
	}
	r.take(leases)
	signal(r.wake)
}

// take applies the leases.
func (r *reader) take(leases map[string]lease) {
	now, guided := time.Now(), false
	for _, l := range leases {
		guided = guided || l.Sure
	}
	r.certainty.read(guided, now)
	r.peers.take(leases, r.certainty.readable(), now)
}

// catchUp reads what was missed from a node's sheets, or all of them the first time.
func (r *reader) catchUp(ctx context.Context, node string, l lease) error {
	blind, index := r.certainty.isBlind(), false // messages sent during an outage reached nobody
	wanted := map[id.ID]bool{}
	r.peers.with(node, func(o *peer) {
		index = o.heard.missing(l) || blind
		if !index && o.heard.incomplete() {
			signal(r.gapped) // they may be on their way: look again in a moment
		}
		o.heard.behind(nil, wanted)
	})
	var stands map[id.ID]int64
	var at int64
	if index {
		var err error
		if stands, at, err = r.readIndex(ctx, node); err != nil {
			return err
		}
		r.peers.with(node, func(o *peer) { o.heard.behind(stands, wanted) })
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(wanted)), maxSheets) {
		if err := r.readPages(ctx, node, some); err != nil {
			return err
		}
	}
	if at > 0 {
		r.peers.with(node, func(o *peer) { o.caughtUp(stands, at) })
	}
	return nil
}

// readIndex reads the serials of a node's sheets, and the change up to which they are
// complete, or 0 if the index was lost and will be rewritten.
func (r *reader) readIndex(ctx context.Context, node string) (map[id.ID]int64, int64, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := r.leases.Read(ctx, leaseGroup, node, indexSheet)
	if err != nil {
		return nil, 0, err
	}
	stands := map[id.ID]int64{}
	for name, value := range found[indexSheet].Fields {
		serial, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil {
			r.logger.Warn("a node's index of its presence is not understood", "node", node, "error", err)
			continue
		}
		stands[id.ID(name)] = serial
	}
	return stands, found[indexSheet].Serial, nil
}

func (r *reader) readPages(ctx context.Context, node string, organizations []id.ID) error {
	names := make([]string, len(organizations))
	for i, organization := range organizations {
		names[i] = string(organization)
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	found, err := r.leases.Read(ctx, leaseGroup, node, names...)
	if err != nil {
		return err
	}
	said := make(map[id.ID]map[id.ID]nodeActivity, len(found))
	for name, sheet := range found {
		said[id.ID(name)] = r.said(node, sheet)
	}
	r.peers.with(node, func(o *peer) {
		for organization, all := range said {
			o.sheet(organization, found[string(organization)].Serial, all)
		}
	})
	return nil
}

// said returns a node's reports about users in a sheet.
func (r *reader) said(node string, sheet ephemeral.Sheet) map[id.ID]nodeActivity {
	out := make(map[id.ID]nodeActivity, len(sheet.Fields))
	for user, value := range sheet.Fields {
		var f field
		if err := json.Unmarshal(value, &f); err != nil {
			r.logger.Warn("what a node says of a user is not understood", "node", node, "user", user, "error", err)
			continue
		}
		out[id.ID(user)] = f.said(sheet.Serial)
	}
	return out
}
